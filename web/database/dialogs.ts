// SPDX-License-Identifier: Apache-2.0
// The dialogs of the database: the user's databases, the errors of an import, and what is done with the games found.

import { html, nothing } from 'lit-html'
import { openDialog } from '../page/dialog.js'
import { fieldValue, listenerOf } from '../page/dom.js'
import { button, codeView } from '../page/templates.js'
import { say } from '../page/texts.js'
import { countText } from '../pgn/game-index.js'
import type { PgnFile } from '../pgn/pgn-file.js'
import type { Fault } from './adding.js'
import type { DatabaseState } from './database-state.js'
import type { GamesDatabase } from './games-database.js'
import type { Format } from './service.js'

/** Lists the errors of an import. */
export function openFaults({ count, list }: DatabaseState['faults']) {
  const rest = count - list.length
  const place = ({ file, game, line }: Fault) =>
    line === undefined ? say`${file}, game ${game}` : say`${file}, game ${game}, line ${line}`
  openDialog(
    countText(count, 'error'),
    { class: 'wide' },
    () =>
      html`<p class="soft">${say`Each of these games was kept up to its error; games without a known start were left out.`}</p><ul
      class="db-faults">${list.map(
        fault =>
          html`<li><b>${place(fault)}</b> <span>${fault.words.text} ${codeView(fault.words.code)}</span></li>`,
      )}</ul>${rest > 0 ? html`<p class="soft">${say`These are the first ${list.length}. There are ${rest} more.`}</p>` : nothing}`,
  )
}

export function openSaving({ found }: DatabaseState, model: GamesDatabase) {
  const saveAs = (as: Format) => () => {
    dialog.close()
    void model.export(as)
  }
  const dialog = openDialog(
    say`Save ${countText(found.count, 'game')}`,
    {},
    () => html`<p class="soft">${say`PGN has the moves and headers. A table has one row a game, for spreadsheets.`}</p><div
      class="actions">${button({ class: 'primary', label: 'PGN', run: saveAs('pgn') })}${button({
        ...{ label: say`Table (CSV)`, run: saveAs('csv') },
      })}</div>`,
  )
}

export function openRemoval({ found, games }: DatabaseState, model: GamesDatabase) {
  const remove = () => {
    dialog.close()
    void model.remove()
  }
  const rest = games - found.count
  const dialog = openDialog(
    say`Remove ${countText(found.count, 'game')}?`,
    {},
    () =>
      html`<p>${
        rest === 0
          ? say`The database is empty then.`
          : rest === 1
            ? say`1 game stays.`
            : say`${rest} games stay.`
      } ${say`Your files are not changed.`}</p><div class="actions">${button({
        ...{ class: 'primary', label: say`Remove`, run: remove },
      })}${button({ label: say`Keep`, run: () => dialog.close() })}</div>`,
  )
}

/** The whole tree of more games would be too large to read. */
const WHOLE = 50
const TREE = { plies: 30, whole: 400 }

export function openTree({ found }: DatabaseState, model: GamesDatabase) {
  const isWhole = found.count <= WHOLE
  const submit = (event: Event) => {
    event.preventDefault()
    const data = new FormData(listenerOf(event, HTMLFormElement))
    dialog.close()
    void model.openTree(2 * Number(data.get('moves')), Number(data.get('games')))
  }
  const dialog = openDialog(
    say`Join ${countText(found.count, 'game')} into a tree`,
    {},
    () => html`<form class="db-form" @submit=${submit}><p class="soft">${say`The tree opens as a game on the board: every line that was played, with the number of games and White’s score. The games stay as they are.`}</p><label>${say`Moves deep`}<input type="number" name="moves" min="1" max="500" required
      .value=${String((isWhole ? TREE.whole : TREE.plies) / 2)}></label><label>${say`Only moves of at least so many games`}<input type="number" name="games"
      min="1" required .value=${String(isWhole ? 1 : Math.max(2, Math.ceil(found.count / 500)))}></label><div class="actions"><button
      type="submit" class="primary">${say`Open the tree`}</button></div></form>`,
  )
}

/** The sources of games: the open file; and the user's databases: open, add, rename, delete. */
export function openDatabases(model: GamesDatabase, file: PgnFile | null) {
  /** The database whose name is changed, or that is to be deleted; null: none. */
  let renamed: string | null = null
  let deleted: string | null = null
  const ask = (change: { renamed?: string | null; deleted?: string | null }) => {
    renamed = change.renamed ?? null
    deleted = change.deleted ?? null
    dialog.draw()
  }
  const show = (isDatabase: boolean) => {
    dialog.close()
    if (model.shown.isShown !== isDatabase) model.show(isDatabase)
  }
  const open = (id: string) => {
    show(true)
    model.openDatabase(id)
  }
  const add = (event: Event) => {
    event.preventDefault()
    const name = String(new FormData(listenerOf(event, HTMLFormElement)).get('name')).trim()
    if (name === '') return
    show(true)
    model.addDatabase(name)
  }
  const rename = (id: string) => (event: Event) => {
    const name = fieldValue(event).trim()
    if (name !== '') model.renameDatabase(id, name)
    ask({})
  }
  const remove = (id: string) => {
    dialog.close()
    model.deleteDatabase(id)
  }
  const dialog = openDialog(say`Databases`, {}, () => {
    const { shelf, isShown } = model.shown
    const source = (name: string, games: number, pressed: boolean, run: () => void) =>
      button({
        ...{ class: 'quiet db-shelved', pressed, run },
        label: html`<b>${name}</b> <span class="soft">${countText(games, 'game')}</span>`,
      })
    return html`<ul class="db-shelf">${
      file ? html`<li>${source(file.name, file.reading.games, !isShown, () => show(false))}</li>` : nothing
    }${shelf
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, name, games }) =>
        id === deleted
          ? html`<li><span>${say`Delete ${name} with its ${countText(games, 'game')}? Your files are not changed.`}</span>${[
              button({ class: 'primary', label: say`Delete`, run: () => remove(id) }),
              button({ label: say`Keep`, run: () => ask({}) }),
            ]}</li>`
          : html`<li>${
              id === renamed
                ? html`<input type="text" aria-label=${say`Name`} maxlength="60" .value=${name} @change=${rename(id)}>`
                : source(name, games, isShown && shelf[0].id === id, () => open(id))
            }${[
              button({ label: say`Rename`, name: say`Rename ${name}`, run: () => ask({ renamed: id }) }),
              button({ icon: 'delete', title: say`Delete ${name}`, run: () => ask({ deleted: id }) }),
            ]}</li>`,
      )}</ul><form class="db-form" @submit=${add}><label>${say`New database`}<input type="text" name="name" maxlength="60" autocomplete="off"
      placeholder=${say`Its name`}></label><div class="actions"><button type="submit">${say`Add`}</button></div></form>`
  })
}
