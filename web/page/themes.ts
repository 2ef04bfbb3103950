// SPDX-License-Identifier: Apache-2.0
// How the board looks: the boards and the sets of pieces, and which of them are used. The colours of boards are in
// themes.css; each set is a file that is loaded when it is used.

import { setting } from './settings.js'
import { keysOf, oneOf } from './unknown.js'

/** The boards; the first one is the default. */
export const BOARDS = ['maple', 'slate', 'meadow', 'walnut', 'harbour', 'plum', 'paper', 'night']
/** The files of the sets of pieces; the first one is the default. */
export const SETS = { binbo: 'pieces.svg', flat: 'pieces-flat.svg', classic: 'pieces-classic.svg' }

export type PieceSet = keyof typeof SETS

export const boardTheme = (): string => chosen('board', BOARDS)

export const pieceSet = (): PieceSet => chosen('pieces', keysOf(SETS))

/** @returns the file of the current set */
export const piecesFile = (): string => SETS[pieceSet()]

/** Of the room for the board, at least. */
export const LEAST_SCALE = 0.6

/** @returns the part of its room that the board takes */
export const boardScale = (): number => Math.min(1, Math.max(LEAST_SCALE, setting('board-scale', 1)))

/** @returns the saved value of a setting; the first one if none of them was saved */
const chosen = <T extends string>(name: string, offered: readonly T[]): T =>
  oneOf(offered, setting<string>(name, '')) ?? offered[0]

/** Shows the board in its theme and size, captured pieces as those of the current set, and whether anything moves by itself. */
export function applyLooks() {
  const { dataset, style } = document.documentElement
  dataset.board = boardTheme()
  dataset.motion = setting('animation', true) ? 'on' : 'off'
  style.setProperty('--board-scale', String(boardScale()))
  style.setProperty('--pieces', `url("${piecesFile()}")`)
}
