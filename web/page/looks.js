// SPDX-License-Identifier: Apache-2.0
// The part of the settings that shows the boards and the sets of pieces and lets users choose.

import { h, svg } from './dom.js'
import { reportError } from './load.js'
import { saveSetting } from './settings.js'
import { applyBoardTheme, BOARDS, boardTheme, pieceSet, piecesFile, SETS } from './themes.js'

/** @import { BoardTheme, PieceSet } from './themes.js' */

/** @returns {HTMLElement[]} */
export const makeLooks = () => [
  group(
    'Squares',
    Object.entries(BOARDS).map(([name, label]) => ({ name, label, preview: squares(name) })),
    boardTheme(),
    name => {
      saveSetting('board', name)
      applyBoardTheme()
    },
  ),
  group(
    'Pieces',
    Object.entries(SETS).map(([name, { label, file }]) => ({ name, label, preview: pieces(file) })),
    pieceSet(),
    name => usePieces(/** @type {PieceSet} */ (name)),
  ),
]

/**
 * @param {string} legend
 * @param {{ name: string, label: string, preview: Element }[]} looks
 * @param {string} current
 * @param {(name: string) => unknown} choose
 */
const group = (legend, looks, current, choose) =>
  h(
    'fieldset',
    { class: 'looks' },
    h('legend', {}, legend),
    ...looks.map(({ name, label, preview }) =>
      h(
        'label',
        {},
        preview,
        h(
          'span',
          { class: 'check' },
          h('input', {
            type: 'radio',
            name: `look-${legend}`,
            value: name,
            checked: name === current,
            onchange: () => choose(name),
          }),
          label,
        ),
      ),
    ),
  )

/** @param {string} board */
const squares = board =>
  h(
    'span',
    { class: 'look-board', 'data-board': board, 'aria-hidden': 'true' },
    ...Array.from({ length: 8 }, (_, index) =>
      h('span', { class: index === 2 ? 'last' : (index + (index >> 2)) % 2 ? 'dark' : 'light' }),
    ),
  )

/** @param {string} file */
const pieces = file =>
  h(
    'span',
    { class: 'look-pieces', 'aria-hidden': 'true' },
    ...['wk', 'bq', 'wn', 'bp'].map(piece =>
      svg('svg', { viewBox: '0 0 40 40' }, svg('use', { href: `${file}#${piece}` })),
    ),
  )

/** The newest choice, while the file of an earlier one may still be on its way. */
let newest = 0

/** Shows a set of pieces everywhere, once its file is loaded, and saves the choice. @param {PieceSet} name */
async function usePieces(name) {
  const choice = ++newest
  const { label, file } = SETS[name]
  try {
    const answer = await fetch(file)
    if (!answer.ok) throw new DOMException(`the server answered ${answer.status}`, 'NetworkError')
    const text = await answer.text()
    if (choice !== newest) return
    const before = piecesFile()
    saveSetting('pieces', name)
    // The library has put its file into the page.
    const sprite = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
    document.getElementById('cm-chessboard-sprite')?.replaceChildren(document.importNode(sprite, true))
    for (const use of document.querySelectorAll(`use[href^="${before}#"]:not(.looks *)`))
      use.setAttribute('href', (use.getAttribute('href') ?? '').replace(before, file))
  } catch (error) {
    if (choice !== newest) return
    reportError(error, `The pieces “${label}” could not be shown.`)
  }
}
