// SPDX-License-Identifier: Apache-2.0
// The themes of the board and the sets of pieces: which there are, which one is used. Colours of boards are in themes.css,
// each set is a file that is loaded when it is used.

import { setting } from './settings.js'

/** Boards by name; the first one is the default. */
export const BOARDS = { slate: 'Slate', walnut: 'Walnut', meadow: 'Meadow' }
/** Sets by name, with their files; the first one is the default. */
export const SETS = {
  classic: { label: 'Classic', file: 'pieces.svg' },
  flat: { label: 'Flat', file: 'pieces-flat.svg' },
}

/** @typedef {keyof typeof BOARDS} BoardTheme */
/** @typedef {keyof typeof SETS} PieceSet */

/** @returns {BoardTheme} */
export function boardTheme() {
  const saved = setting('board', 'slate')
  return /** @type {BoardTheme} */ (Object.hasOwn(BOARDS, saved) ? saved : 'slate')
}

/** @returns {PieceSet} */
export function pieceSet() {
  const saved = setting('pieces', 'classic')
  return /** @type {PieceSet} */ (Object.hasOwn(SETS, saved) ? saved : 'classic')
}

/** @returns {string} the file of the current set */
export const piecesFile = () => SETS[pieceSet()].file

/** Shows the board in its theme. */
export function applyBoardTheme() {
  document.documentElement.dataset.board = boardTheme()
}
