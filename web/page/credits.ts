// SPDX-License-Identifier: Apache-2.0
// Credits of the page: its settings show them, and the build writes licences.txt from them.

import { say } from './texts.js'

export type Credit = {
  name: string
  /** describes it, or names the author */
  what: string
  licence: string
}

export const PAGE: Credit = {
  name: 'Binbo',
  what: say`this page, the package, the pieces and the icons`,
  licence: 'Apache-2.0',
}

export const BOARD: Credit = { name: 'cm-chessboard', what: say`by Stefan Haack`, licence: 'MIT' }

export const TEMPLATES: Credit = {
  name: 'lit-html',
  what: say`by Google LLC; draws the views`,
  licence: 'BSD-3-Clause',
}

export const ENGINE: Credit = {
  name: 'Stockfish.js',
  what: say`Stockfish by its developers, as WebAssembly by Nathan Rugg; a program of its own in a Web Worker`,
  licence: 'GPL-3.0',
}

export const VARIANTS_ENGINE: Credit = {
  name: 'Fairy-Stockfish',
  what: say`by Fabian Fichter and others, as WebAssembly; loaded for variants, a program of its own in a Web Worker`,
  licence: 'GPL-3.0',
}
