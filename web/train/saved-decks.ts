// SPDX-License-Identifier: Apache-2.0
// What is trained and how well it is known, saved in this browser: repertoires, each under its name, mistakes and
// puzzles.

import type { Color } from 'binbo'
import type { PgnGame } from 'binbo/pgn'
import { parsePgn } from 'binbo/pgn'
import { readStored, removeStored, storeValue } from '../page/indexed-db.js'
import { storedKeys } from '../page/local-storage.js'
import { hasFields } from '../page/unknown.js'
import type { Progress } from './boxes.js'
import type { Card } from './cards.js'
import { readProgress } from './cards.js'

/** Games with variations, the side to train, and the user's progress. */
export type Repertoire = { pgn: string; color: Color; progress: Progress }

/** `games`: names of the games that were looked through. */
export type Deck = { cards: Card[]; progress: Progress; games: string[] }

export const NO_DECK: Deck = { cards: [], progress: {}, games: [] }

/** @returns the last used ones first */
export const repertoireNames = (): string[] => storedKeys('repertoires')

/** @returns the games of a repertoire */
export const gamesOf = ({ pgn }: Repertoire): PgnGame[] => parsePgn(pgn)

/** @throws {DOMException} */
export async function readRepertoire(name: string): Promise<Repertoire | undefined> {
  const saved = await readStored('repertoires', name)
  if (!hasFields<Repertoire>(saved, 'pgn', 'color', 'progress')) return undefined
  const [{ root }] = gamesOf(saved)
  return { ...saved, progress: readProgress(saved.progress, root.position.variant) }
}

/** @param repertoire replaces one of the same name @throws {DOMException} storage is full or forbidden */
export const saveRepertoire = (name: string, repertoire: Repertoire): Promise<void> =>
  storeValue('repertoires', name, repertoire)

/** @throws {DOMException} */
export const removeRepertoire = (name: string): Promise<void> => removeStored('repertoires', name)

/** @throws {DOMException} */
export async function readDeck(name: 'mistakes' | 'puzzles'): Promise<Deck> {
  const saved = await readStored('decks', name)
  return hasFields<Deck>(saved, 'cards', 'progress', 'games') ? saved : NO_DECK
}

/** @throws {DOMException} storage is full or forbidden */
export const saveDeck = (name: 'mistakes' | 'puzzles', deck: Deck): Promise<void> =>
  storeValue('decks', name, deck)
