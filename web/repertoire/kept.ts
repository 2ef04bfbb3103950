// SPDX-License-Identifier: Apache-2.0
// The repertoires that this browser keeps, each under its name.

import type { Color } from 'binbo'
import { shelved } from '../page/keep.js'
import { putOnShelf, removeFromShelf, takeFromShelf } from '../page/shelf.js'
import type { Progress } from './boxes.js'

/** A game with variations, the side whose moves are asked for, and what is known of them. */
export type Repertoire = { pgn: string; color: Color; progress: Progress }

const SHELF = 'repertoires'

/** @returns those used last first */
export const repertoireNames = (): string[] => shelved(SHELF)

/** @throws {DOMException} */
export const readRepertoire = (name: string): Promise<Repertoire | undefined> => takeFromShelf(SHELF, name)

/** @param repertoire in place of one of this name @throws {DOMException} storage is full or forbidden */
export const keepRepertoire = (name: string, repertoire: Repertoire): Promise<void> =>
  putOnShelf(SHELF, name, repertoire)

/** @throws {DOMException} */
export const forgetRepertoire = (name: string): Promise<void> => removeFromShelf(SHELF, name)
