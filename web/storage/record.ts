// SPDX-License-Identifier: Apache-2.0
// Makes, writes and reads a game with its match as plain data, for waiting tabs, storage and the browser's history.

import type { PgnGame } from 'binbo/pgn'
import { checksum } from '../page/local-storage.js'
import { fieldsOf } from '../page/unknown.js'
import { ownTitle } from '../study/headers.js'
import type { Snapshot, Study } from '../study/study.js'

/** `match`: data that only Match reads. `title`: such as 'Anna – Ben', or '' of a new game. */
export type GameRecord = Snapshot & { match: unknown; title: string }

/** The study and its match. */
export type Board = { study: Study; match: StoredMatch }

/** The saved data of a match, and its current state. */
export type StoredMatch = {
  /** plain data */
  saved: unknown
  /** continues a saved match */
  arrangeAgain: (saved: unknown) => void
  /** null: both sides are moved by hand; `friend`: the link to a game between people */
  setup: Readonly<{ friend?: string }> | null
  clock: { running: unknown } | null
  /** the game on a server */
  remote: { live: boolean; mayMove: boolean } | null
}

/** Text of a value with its checksum. */
export type Sealed = { game: string; check: number }

/** @returns the game on the board as it is now */
export const recordOf = ({ study, match }: Board): GameRecord => ({
  ...study.snapshot(),
  match: match.saved,
  title: ownTitle(study.tree),
})

/** @param record may have more fields */
export const plain = ({ pgn, path, how, mode, match, title }: GameRecord): GameRecord => ({
  pgn,
  path,
  how,
  mode,
  match,
  title,
})

/**
 * Puts a game on the board, with its match.
 * @param tree the record's tree, if it was read before
 * @throws {ChessError} if this page did not write it
 */
export function putOnBoard(
  { study, match }: Board,
  record: Omit<GameRecord, 'title'>,
  tree?: PgnGame | null,
) {
  study.restore(record, tree)
  match.arrangeAgain(record.match)
}

export function seal(value: unknown): Sealed {
  const game = JSON.stringify(value)
  return { game, check: checksum(game) }
}

/** @returns the value that seal() was called with; null if it is damaged */
export function unseal(sealed: unknown): unknown {
  try {
    const { game, check } = fieldsOf(sealed)
    return typeof game === 'string' && checksum(game) === check ? JSON.parse(game) : null
  } catch {
    return null
  }
}
