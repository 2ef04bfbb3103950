// SPDX-License-Identifier: Apache-2.0
// The file of games that is open: which one it is, what is read into it, and the games that are taken out of it.

import { ChessError, validateFen } from 'binbo'
import { gameOfFen } from '../game/links.js'
import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'
import { notify } from '../page/notices.js'
import { playersOf } from './game-list.js'
import { openList } from './games-dialog.js'
import { PgnFile } from './pgn-file.js'
import { putGame } from './put.js'
import { joinFiles } from './sources.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./game-index.js').Row} Row */

/** @type {PgnFile | null} */
let file = null
/** The place in the list of the game that was opened last. */
let opened = -1
/** @type {HTMLDialogElement | null} */
let dialog = null

/** What a file chooser offers; any file may be chosen. */
export const ACCEPT = '.pgn,.txt,application/x-chess-pgn,text/plain'

/**
 * The list of the file that is open, or a chooser where none is.
 * @param {App} app
 */
export function openGames(app) {
  if (file) return showList(app, file, opened)
  dialog?.close()
  const field = h('input', {
    type: 'file',
    accept: ACCEPT,
    multiple: true,
    onchange: () => openFiles(app, Array.from(field.files ?? [])),
  })
  dialog = openDialog(
    'Open games',
    {},
    h(
      'div',
      { class: 'pgn-choose' },
      h('label', {}, 'PGN file, of any size', field),
      h(
        'p',
        { class: 'soft' },
        'Files can be dropped anywhere on the page, too, and text can be pasted. Nothing is sent anywhere: the games stay on this device.',
      ),
    ),
  )
}

/**
 * Reads files and shows their games; a single game is put on the board at once.
 * @param {App} app
 * @param {File[]} files
 */
export async function openFiles(app, files) {
  if (files.length === 0) return
  try {
    const { name, blob } = await joinFiles(files)
    openBlob(app, name, blob)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    dialog?.close()
    notify({
      text: `${files[0].name} could not be read; a folder cannot be opened. ${reason}`,
      tone: 'error',
    })
  }
}

/**
 * Reads text: a FEN, or games in PGN.
 * @param {App} app
 * @param {string} text
 */
export function openText(app, text) {
  const fen = text.trim()
  const checked = validateFen(fen)
  if (checked.ok || checked.error.code === 'ERR_FEN_CASTLING_VARIANT')
    putGame(app, gameOfFen(fen), { text: 'The position is on the board.' })
  else openBlob(app, 'Pasted text', new Blob([text]))
}

/** @param {App} app @param {string} name @param {Blob} blob */
function openBlob(app, name, blob) {
  file?.close()
  file = new PgnFile(name, blob)
  opened = -1
  showList(app, file, -1)
}

/** @param {App} app @param {PgnFile} shown @param {number} place the game that is selected, or -1 */
function showList(app, shown, place) {
  dialog?.close()
  dialog = openList(shown, {
    place,
    onOpen: (row, at) => openRow(app, shown, row, at),
    onFiles: files => openFiles(app, files),
  })
}

/**
 * @param {App} app
 * @param {PgnFile} from
 * @param {Row} row
 * @param {number} place in the list
 */
async function openRow(app, from, row, place) {
  const title = `Game ${row.number} of ${from.reading.games.toLocaleString('en')}: ${playersOf(row)}.`
  try {
    const game = await from.game(row)
    const actions = from.reading.found > 1 ? ways(app, from, place) : []
    putGame(app, game, {
      text: `${title}${errorWords(row)}`,
      tone: row.errors > 0 ? 'error' : 'plain',
      actions,
    })
    opened = place
    dialog?.close()
  } catch (error) {
    if (!(error instanceof ChessError || error instanceof Error)) throw error
    dialog?.close()
    const actions = [{ label: 'All games', run: () => openGames(app) }]
    notify({
      text: `${title} It cannot be shown: ${error.message}.`.replace(/\.\.$/, '.'),
      tone: 'error',
      actions,
    })
  }
}

/**
 * @param {App} app
 * @param {PgnFile} from
 * @param {number} place
 * @returns {{ label: string, run: () => void }[]} to other games of the list
 */
function ways(app, from, place) {
  const open = async (/** @type {number} */ at) => {
    const [row] = await from.rows(at, at + 1)
    if (row) openRow(app, from, row, at)
  }
  const ways = [{ label: 'All games', run: () => openGames(app) }]
  if (place + 1 < from.reading.found) ways.unshift({ label: 'Next game', run: () => open(place + 1) })
  if (place > 0) ways.unshift({ label: 'Previous game', run: () => open(place - 1) })
  return ways
}

/** @param {Row} row @returns {string} */
function errorWords({ errors, errorTexts: [first] }) {
  if (errors === 0) return ''
  const count = errors === 1 ? 'an error' : `${errors} errors, the first`
  return ` It has ${count}${first ? `: ${first}` : ''}. What could be read is there.`
}
