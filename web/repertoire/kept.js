// SPDX-License-Identifier: Apache-2.0
// The repertoires that this browser keeps, each under its name.

import { shelved } from '../page/keep.js'
import { putOnShelf, removeFromShelf, takeFromShelf } from '../page/shelf.js'

/** @import { Color } from 'binbo' */
/** @import { Progress } from './boxes.js' */

/** A game with variations, the side whose moves are asked for, and what is known of them. @typedef {{ pgn: string, color: Color, progress: Progress }} Repertoire */

const SHELF = 'repertoires'

/** @returns {string[]} those used last first */
export const repertoireNames = () => shelved(SHELF)

/** @param {string} name @returns {Promise<Repertoire | undefined>} @throws {DOMException} */
export const readRepertoire = name => takeFromShelf(SHELF, name)

/** @param {string} name @param {Repertoire} repertoire in place of one of this name @returns {Promise<void>} @throws {DOMException} storage is full or forbidden */
export const keepRepertoire = (name, repertoire) => putOnShelf(SHELF, name, repertoire)

/** @param {string} name @returns {Promise<void>} @throws {DOMException} */
export const forgetRepertoire = name => removeFromShelf(SHELF, name)
