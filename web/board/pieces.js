// SPDX-License-Identifier: Apache-2.0
// The pieces by their letters in a FEN: their names and pictures.

import { html } from 'lit-html'
import { pieceName } from '../study/descriptions.js'

/** @param {string} letter such as 'N' @returns {'white' | 'black'} */
const colorOf = letter => (letter < 'a' ? 'white' : 'black')

/** @param {string} letter '' for an empty square @returns {string} such as 'white knight', or 'empty' */
export const nameOf = letter => (letter ? `${colorOf(letter)} ${pieceName(letter)}` : 'empty')

/** @param {string} letter of a piece of the set that the board has loaded; its picture is hidden from screen readers */
export const picture = letter =>
  html`<svg class=${`piece-image ${colorOf(letter)}`} viewBox="0 0 40 40" aria-hidden="true"><use
    href=${`#${colorOf(letter)[0]}${letter.toLowerCase()}`}></use></svg>`
