// SPDX-License-Identifier: Apache-2.0
// The picture of a piece by its letter in a FEN.

import { html } from 'lit-html'
import { colorOfLetter } from '../study/descriptions.js'

/** @returns a template; the board has loaded the set of pieces. Screen readers skip the picture. */
export const picture = (letter: string) =>
  html`<svg class=${`piece-image ${colorOfLetter(letter)}`} viewBox="0 0 40 40" aria-hidden="true"><use
    href=${`#${colorOfLetter(letter)[0]}${letter.toLowerCase()}`}></use></svg>`
