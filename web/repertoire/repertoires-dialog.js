// SPDX-License-Identifier: Apache-2.0
// The dialog of the repertoires: those that are kept, and a new one from the game on the board.

import { parsePgn } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import { openDialog } from '../page/dialog.js'
import { exactly } from '../page/figures.js'
import { reportError } from '../page/load.js'
import { button } from '../page/templates.js'
import { colorName } from '../study/descriptions.js'
import { titleOf } from '../study/headers.js'
import { dueAt } from './boxes.js'
import { cardsOf } from './cards.js'
import { Drill } from './drill.js'
import { forgetRepertoire, keepRepertoire, readRepertoire, repertoireNames } from './kept.js'

/** @import { Color } from 'binbo' */
/** @import { Dialog } from '../page/dialog.js' */
/** @import { Repertoire } from './kept.js' */
/** @import { Page } from './drill.js' */

/** @typedef {{ name: string, repertoire: Repertoire, count: number, due: number }} Entry */

const MOST = 20
const COLORS = /** @type {Color[]} */ (['white', 'black'])

/** @param {Page} page */
export async function openRepertoires(page) {
  /** @type {Entry[]} */
  let entries = []
  let failure = ''
  /** @type {Dialog | null} */
  let dialog = null
  const update = async (/** @type {() => Promise<unknown>} */ change) => {
    failure = ''
    try {
      await change()
      entries = await readAll()
    } catch (error) {
      reportError(error, 'The repertoires cannot be kept.')
    }
    dialog?.draw()
  }

  const train = (/** @type {Entry} */ { name, repertoire }) => {
    dialog?.close()
    Drill.begin(page, name, repertoire)
  }
  const add = (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const color = /** @type {Color} */ (data.get('color'))
    const name = String(data.get('name')).trim()
    failure = refusal(name, color)
    const { pgn } = page.study.snapshot()
    if (failure) dialog?.draw()
    else void update(() => keepRepertoire(name, { pgn, color, progress: {} }))
  }
  /** @param {string} name @param {Color} color @returns {string} why it cannot be added; '' if it can */
  const refusal = (name, color) => {
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

  /** @param {Entry} entry */
  const entryView = entry => {
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
          run: () => update(() => keepRepertoire(name, { ...repertoire, progress: {} })),
        }),
        button({ icon: 'delete', title: `Delete ${name}`, run: () => update(() => forgetRepertoire(name)) }),
      ]}</li>`
  }

  await update(async () => {})
  dialog = openDialog('Repertoires', { body: 'repertoires' }, view)
}

/** @returns {Promise<Entry[]>} @throws {DOMException} */
async function readAll() {
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
