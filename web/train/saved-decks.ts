// SPDX-License-Identifier: Apache-2.0
// What is trained and how well it is known, saved in this browser: repertoires, each under its name, mistakes and
// puzzles.

import type { Color } from 'binbo'
import type { PgnGame } from 'binbo/pgn'
import { parsePgn } from 'binbo/pgn'
import { changeStored, readStored, removeStored } from '../page/indexed-db.js'
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

/** @returns undefined if there is none of that name @throws {DOMException}; {TypeError} it is damaged */
export const readRepertoire = async (name: string): Promise<Repertoire | undefined> =>
  repertoireIn(await readStored('repertoires', name))

/** @throws {TypeError} it is damaged */
export function repertoireIn(saved: unknown): Repertoire | undefined {
  if (saved === undefined) return undefined
  if (!hasFields<Repertoire>(saved, 'pgn', 'color', 'progress'))
    throw new TypeError('This is not a repertoire')
  const [first] = gamesOf(saved)
  if (!first) throw new TypeError('This repertoire has no game')
  return { ...saved, progress: readProgress(saved.progress, first.root.position.variant) }
}

/**
 * Changes what is saved, which another tab may have changed.
 * @param change returns the new repertoire; undefined: nothing is saved
 * @returns what is saved then
 * @throws {DOMException} storage is full or forbidden; {TypeError} the saved one is damaged
 */
export const changeRepertoire = (
  name: string,
  change: (saved: Repertoire | undefined) => Repertoire | undefined,
): Promise<Repertoire | undefined> => changeStored('repertoires', name, saved => change(repertoireIn(saved)))

/**
 * Deletes a repertoire, also a damaged one.
 * @returns what was saved, for restoreRepertoire(); undefined if another tab has deleted it
 * @throws {DOMException}
 */
export const removeRepertoire = (name: string): Promise<unknown> => removeStored('repertoires', name)

/**
 * Brings a deleted repertoire back, under another name if its own is in use.
 * @param removed of removeRepertoire()
 * @throws {DOMException} storage is full or forbidden
 */
export async function restoreRepertoire(name: string, removed: unknown): Promise<void> {
  const keep = (free: string) =>
    changeStored('repertoires', free, saved => (saved === undefined ? removed : undefined))
  let free = name
  for (let count = 2; (await keep(free)) === undefined; count++) free = `${name} (${count})`
}

/** @throws {DOMException} */
export const readDeck = async (name: 'mistakes' | 'puzzles'): Promise<Deck> =>
  deckIn(await readStored('decks', name))

const deckIn = (saved: unknown): Deck =>
  hasFields<Deck>(saved, 'cards', 'progress', 'games') ? saved : NO_DECK

/** Changes what is saved, which another tab may have changed. @throws {DOMException} storage is full or forbidden */
export async function changeDeck(name: 'mistakes' | 'puzzles', change: (saved: Deck) => Deck): Promise<Deck> {
  return (await changeStored('decks', name, saved => change(deckIn(saved)))) ?? NO_DECK
}
