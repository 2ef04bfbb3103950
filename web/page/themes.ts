// SPDX-License-Identifier: Apache-2.0
// The looks of the board: the boards, the sets of pieces, and the chosen ones. The colours of boards are in themes.css; each
// set of pieces is a file that is loaded when it is used.

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

/** The least scale of the board. */
export const LEAST_SCALE = 0.6

/** @returns the board's share of the available room */
export const boardScale = (): number => Math.min(1, Math.max(LEAST_SCALE, setting('board-scale', 1)))

/** @returns the saved value of a setting; the first one if none of them was saved */
const chosen = <T extends string>(name: string, offered: readonly T[]): T =>
  oneOf(offered, setting<string>(name, '')) ?? offered[0]

/** Sets the board's theme and size, the set of pieces, and whether animations run. */
export function applyLooks() {
  const { dataset, style } = document.documentElement
  dataset.board = boardTheme()
  dataset.motion = setting('animation', true) ? 'on' : 'off'
  style.setProperty('--board-scale', String(boardScale()))
  style.setProperty('--pieces', `url("${piecesFile()}")`)
}
