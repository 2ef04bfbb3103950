// SPDX-License-Identifier: Apache-2.0
// Credits of the page: for its settings, and for the licences that the build adds.

/**
 * @typedef {object} Credit
 * @property {string} name
 * @property {string} what it is, or who made it
 * @property {string} licence
 */

/** @type {Credit} */
export const PAGE = {
  name: 'Binbo',
  what: 'this page, the package, the pieces and the icons',
  licence: 'Apache-2.0',
}

/** @type {Credit} */
export const BOARD = { name: 'cm-chessboard', what: 'by Stefan Haack', licence: 'MIT' }

/** @type {Credit} */
export const TEMPLATES = { name: 'lit-html', what: 'by Google LLC; draws the views', licence: 'BSD-3-Clause' }

/** @type {Credit} */
export const ENGINE = {
  name: 'Stockfish.js',
  what: 'Stockfish by its developers, as WebAssembly by Nathan Rugg; a program of its own in a Web Worker',
  licence: 'GPL-3.0',
}

/** @type {Credit} */
export const VARIANTS_ENGINE = {
  name: 'Fairy-Stockfish',
  what: 'by Fabian Fichter and others, as WebAssembly; loaded for variants, a program of its own in a Web Worker',
  licence: 'GPL-3.0',
}
