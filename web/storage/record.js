// SPDX-License-Identifier: Apache-2.0
// A game with its match as plain data: so it waits in a tab, is kept in storage, and goes into the browser's history. It is
// made, written and read here.

import { checksum } from '../page/keep.js'
import { titleOf } from '../study/headers.js'

/** @import { PgnGame } from 'binbo/pgn' */
/** @import { Snapshot, Study } from '../study/study.js' */

/** `match`: data that only Match reads. `title`: such as 'Anna – Ben'. @typedef {Snapshot & { match: unknown, title: string }} GameRecord */

/** The study and its match. @typedef {{ study: Study, match: StoredMatch }} Board */

/**
 * What is kept of a match, and known of it meanwhile.
 * @typedef {object} StoredMatch
 * @property {unknown} saved plain data
 * @property {(saved: unknown) => void} arrangeAgain goes on with what was saved
 * @property {Readonly<{ friend?: string }> | null} setup null: both sides are moved by hand; `friend`: the link to a game between people
 * @property {{ running: unknown } | null} clock
 * @property {{ live: boolean, mayMove: boolean } | null} remote the game on a server
 */

/** Text of a value with its checksum. @typedef {{ game: string, check: number }} Sealed */

/** @param {Board} board @returns {GameRecord} the game on the board as it is now */
export const recordOf = ({ study, match }) => ({
  ...study.snapshot(),
  match: match.saved,
  title: titleOf(study.tree),
})

/** @param {GameRecord} record that may have more @returns {GameRecord} */
export const plain = ({ pgn, path, how, mode, match, title }) => ({ pgn, path, how, mode, match, title })

/**
 * Puts a game on the board, with its match.
 * @param {Board} board
 * @param {Omit<GameRecord, 'title'>} record
 * @param {PgnGame | null} [tree] that was read from it before
 * @throws {ChessError} if this page did not write it
 */
export function putOnBoard({ study, match }, record, tree) {
  study.restore(record, tree)
  match.arrangeAgain(record.match)
}

/** @param {unknown} value @returns {Sealed} */
export function seal(value) {
  const game = JSON.stringify(value)
  return { game, check: checksum(game) }
}

/** @param {any} sealed @returns {any} the value; null if it is damaged */
export function unseal(sealed) {
  try {
    const { game, check } = sealed
    return typeof game === 'string' && checksum(game) === check ? JSON.parse(game) : null
  } catch {
    return null
  }
}
