// SPDX-License-Identifier: Apache-2.0
// The repertoires saved in this browser, each under its name.

import type { Color } from 'binbo'
import { readStored, removeStored, storeValue } from '../page/indexed-db.js'
import { storedKeys } from '../page/local-storage.js'
import { hasFields } from '../page/unknown.js'
import type { Progress } from './boxes.js'

/** A game with variations, the side to train, and the user's progress. */
export type Repertoire = { pgn: string; color: Color; progress: Progress }

const STORE = 'repertoires'

/** @returns the last used ones first */
export const repertoireNames = (): string[] => storedKeys(STORE)

/** @throws {DOMException} */
export async function readRepertoire(name: string): Promise<Repertoire | undefined> {
  const saved = await readStored(STORE, name)
  return hasFields<Repertoire>(saved, 'pgn', 'color', 'progress') ? saved : undefined
}

/** @param repertoire replaces one of the same name @throws {DOMException} storage is full or forbidden */
export const saveRepertoire = (name: string, repertoire: Repertoire): Promise<void> =>
  storeValue(STORE, name, repertoire)

/** @throws {DOMException} */
export const removeRepertoire = (name: string): Promise<void> => removeStored(STORE, name)
