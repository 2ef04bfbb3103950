// SPDX-License-Identifier: Apache-2.0
// The dialog of repertoires: lists the saved ones, and makes a new one from the game on the board.

import type { Color } from 'binbo'
import { parsePgn } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import type { Dialog } from '../page/dialog.js'
import { openDialog } from '../page/dialog.js'
import { exactly } from '../page/figures.js'
import { reportError } from '../page/load.js'
import { button } from '../page/templates.js'
import { oneOf } from '../page/unknown.js'
import { COLORS, colorName } from '../study/descriptions.js'
import { titleOf } from '../study/headers.js'
import { dueAt } from './boxes.js'
import { cardsOf } from './cards.js'
import type { Page } from './drill.js'
import { Drill } from './drill.js'
import type { Repertoire } from './saved-repertoires.js'
import { readRepertoire, removeRepertoire, repertoireNames, saveRepertoire } from './saved-repertoires.js'

type Entry = { name: string; repertoire: Repertoire; count: number; due: number }

const MOST = 20

export async function openRepertoires(page: Page) {
  let entries: Entry[] = []
  let failure = ''
  let dialog: Dialog | null = null
  const update = async (change: () => Promise<unknown>) => {
    failure = ''
    try {
      await change()
      entries = await readAll()
    } catch (error) {
      reportError(error, 'The repertoires cannot be kept.')
    }
    dialog?.draw()
  }

  const train = ({ name, repertoire }: Entry) => {
    dialog?.close()
    Drill.begin(page, name, repertoire)
  }
  const add = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const color = oneOf(COLORS, data.get('color')) ?? 'white'
    const name = String(data.get('name')).trim()
    failure = refusal(name, color)
    const { pgn } = page.study.snapshot()
    if (failure) dialog?.draw()
    else void update(() => saveRepertoire(name, { pgn, color, progress: {} }))
  }
  /** @returns the reason why it cannot be added; '' if it can */
  const refusal = (name: string, color: Color): string => {
    if (name === '') return 'Give it a name.'
    if (entries.some(entry => entry.name === name))
      return 'There is a repertoire of this name: choose another one.'
    if (entries.length >= MOST) return `There are ${MOST} repertoires: delete one first.`
    if (cardsOf(page.study.tree, color).length === 0)
      return `The game on the board has no moves of ${colorName(color)}.`
    return ''
  }

  const view = () => html`${
    entries.length === 0
      ? html`<p class="soft">A repertoire is a game with variations: you choose a side, and are asked for its moves. What you miss
          comes again sooner, what you know later.</p>`
      : html`<ul>${entries.map(entryView)}</ul>`
  }<form @submit=${add}><h3>From the game on the board</h3><label>Name<input type="text" name="name" autocomplete="off"
    maxlength="80" .value=${titleOf(page.study.tree)}></label><div class="row" role="radiogroup" aria-label="Your side">${COLORS.map(
      color =>
        html`<label class="check"><input type="radio" name="color" value=${color}
          ?checked=${color === 'white'}>${colorName(color)}’s moves</label>`,
    )}</div><p class="error" role="alert">${failure || nothing}</p><div class="actions"><button type="submit"
    class="primary">Add</button></div></form>`

  const entryView = (entry: Entry) => {
    const { name, repertoire, count, due } = entry
    const known = Object.keys(repertoire.progress).length
    return html`<li><span><strong>${name}</strong><span class="soft">${colorName(repertoire.color)}, ${exactly(due)} of
      ${exactly(count)} due</span></span>${[
        button({
          label: 'Train',
          name: `Train ${name}`,
          class: due > 0 ? 'primary' : '',
          run: () => train(entry),
        }),
        button({
          ...{ label: 'Reset', name: `Reset ${name}`, off: known === 0 },
          run: () => update(() => saveRepertoire(name, { ...repertoire, progress: {} })),
        }),
        button({ icon: 'delete', title: `Delete ${name}`, run: () => update(() => removeRepertoire(name)) }),
      ]}</li>`
  }

  await update(async () => {})
  dialog = openDialog('Repertoires', { body: 'repertoires' }, view)
}

/** @throws {DOMException} */
async function readAll(): Promise<Entry[]> {
  const all = await Promise.all(
    repertoireNames().map(async name => ({ name, repertoire: await readRepertoire(name) })),
  )
  return all.flatMap(({ name, repertoire }) => {
    if (!repertoire) return []
    const cards = cardsOf(parsePgn(repertoire.pgn)[0], repertoire.color)
    return [
      { name, repertoire, count: cards.length, due: dueAt(cards, repertoire.progress, Date.now()).length },
    ]
  })
}
