// SPDX-License-Identifier: Apache-2.0
// The games of C behind Chess objects. A Chess has all that its game consists of (GameSource), and borrows one of a
// fixed number of C's games to work on it: programs make many Chess objects and never free one, also in loops in which
// no finalizer runs. When all are lent, the next Chess takes the one lent longest ago; its owner gets another when it is
// used again, and replays its moves there.

import { io8, readText, releaseBuffer, writeBytes, writeText } from '../../core/buffer.js'
import { argumentError } from '../../core/errors.js'
import { checked } from '../../core/failure.js'
import {
  CASTLING_XFEN,
  DRAWS_AUTOMATIC,
  DRAWS_NONE,
  EN_PASSANT_ALWAYS,
  EN_PASSANT_LEGAL,
  MOVE_KIND_SHIFT,
  MOVE_PROMOTE_QUEEN,
  STANDARD,
} from '../../core/generated/bindings.js'
import { KINDS, kindOf } from '../../core/move-word.js'
import { classes, wasm } from '../../core/wasm.js'

/** @import { Game } from '../../game/game.js' */

/**
 * What a game consists of.
 * @typedef {object} GameSource
 * @property {string} start a FEN that C reads
 * @property {number[]} words of the moves; 0 for a null move
 * @property {Edit[]} edits boards that replaced a position after the start, by ascending ply
 * @property {number} slot where its game was, when it had one
 */

/** @typedef {{ ply: number, fen: string }} Edit */

const SQUARES_OF_MOVE = (1 << MOVE_KIND_SHIFT) - 1
/** How many games are lent at most: 1 MB for usual ones. */
const MOST = 1024

/** @type {number[]} C's games. */
const handles = []
/** @type {(GameSource | undefined)[]} To whom they are lent. */
const owners = []
let next = 0

/** A game for work within one call; it is never lent. */
let scratch = 0

const newGame = () => checked(wasm.binbo_game_new(0, STANDARD, DRAWS_NONE, 0))

/**
 * @param {GameSource} source
 * @returns {number} the handle of its game, as the source says; valid until another source is asked for
 * @throws {ChessError} ERR_MEMORY
 */
export function handleOf(source) {
  const { slot } = source
  return owners[slot] === source ? handles[slot] : borrow(source)
}

/** @param {GameSource} source */
function borrow(source) {
  const isFree = owners[source.slot] === undefined && handles[source.slot] !== undefined
  const slot = isFree ? source.slot : next
  handles[slot] ??= newGame()
  owners[slot] = undefined
  replay(handles[slot], source, source.words.length)
  owners[slot] = source
  source.slot = slot
  if (!isFree) next = (slot + 1) % MOST
  return handles[slot]
}

/**
 * @param {string} fen that C reads
 * @returns {number} the handle of a game that starts there, for the caller alone until the next call
 */
export function scratchAt(fen) {
  scratch ||= newGame()
  startAt(scratch, fen)
  return scratch
}

/**
 * Starts a game again from any board.
 * @param {number} handle
 * @param {string} fen that C reads
 * @throws {ChessError} ERR_FEN_*
 */
function startAt(handle, fen) {
  wasm.binbo_game_set_fen(handle, 0, 0)
  edit(handle, fen)
}

/**
 * Makes a source begin again; its game follows when it is asked for.
 * @param {GameSource} source
 * @param {string} start a FEN that C reads
 */
export function restart(source, start) {
  source.start = start
  if (source.words.length > 0) source.words = []
  if (source.edits.length > 0) source.edits = []
  if (owners[source.slot] === source) owners[source.slot] = undefined
}

/**
 * Replaces the board.
 * @param {number} handle
 * @param {string} fen that C reads
 * @throws {ChessError} ERR_FEN_*, ERR_MEMORY
 */
export function edit(handle, fen) {
  checked(wasm.binbo_game_edit(handle, writeText(fen)), fen)
}

/**
 * @param {number} handle
 * @param {GameSource} source
 * @param {number} plies how many of its moves
 */
function replay(handle, { start, words, edits }, plies) {
  startAt(handle, start)
  let from = 0
  let nextEdit = 0
  for (let at = 0; at <= plies; at++) {
    const isEdited = edits[nextEdit]?.ply === at
    if (at < plies && words[at] !== 0 && !isEdited) continue
    append(handle, words.slice(from, at))
    from = at
    if (isEdited) edit(handle, edits[nextEdit++].fen)
    if (at < plies && words[at] === 0) {
      checked(wasm.binbo_game_pass(handle))
      from = at + 1
    }
  }
}

/**
 * @param {number} handle
 * @param {number[]} words
 */
export function append(handle, words) {
  if (words.length === 0) return
  try {
    writeBytes(new Uint8Array(Uint32Array.from(words).buffer))
    checked(wasm.binbo_game_append(handle, words.length))
  } finally {
    releaseBuffer()
  }
}

/**
 * Plays one move.
 * @param {number} handle
 * @param {number} word 0 for a null move
 * @throws {ChessError} ERR_MOVE_ILLEGAL, ERR_PGN_NULL_MOVE, ERR_MEMORY
 */
export function play(handle, word) {
  checked(word === 0 ? wasm.binbo_game_pass(handle) : wasm.binbo_game_move(handle, packedOf(word)))
}

/** @param {number} word @returns {number} as binbo_game_move() takes it: its squares, and a promotion's code */
const packedOf = word =>
  word & (kindOf(word) <= MOVE_PROMOTE_QUEEN ? KINDS | SQUARES_OF_MOVE : SQUARES_OF_MOVE)

/**
 * Visits all positions of a game, from the start to the current one, in a game on the side.
 * @param {GameSource} source
 * @param {(handle: number, ply: number) => void} visit
 */
export function walk({ start, words, edits }, visit) {
  const handle = scratchAt(start)
  let nextEdit = 0
  visit(handle, 0)
  for (let ply = 1; ply <= words.length; ply++) {
    play(handle, words[ply - 1])
    visit(handle, ply)
    if (edits[nextEdit]?.ply === ply) edit(handle, edits[nextEdit++].fen)
  }
}

/**
 * @param {number} handle
 * @param {number} [enPassant] EN_PASSANT_*; as chess.js writes it by default, only where a capture is legal
 * @returns {string}
 */
export const fenOf = (handle, enPassant = EN_PASSANT_LEGAL) =>
  readText(checked(wasm.binbo_game_fen(handle, enPassant, CASTLING_XFEN)))

/**
 * A Chess as a Game of Binbo. The class Game is not imported: it is as large as all of binbo/chess.js, and callers who want
 * one import 'binbo'.
 * @param {GameSource} source
 * @param {Record<string, string>} headers
 * @returns {Game} from the last null move or change of the board on
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
 */
export function gameOf(source, headers) {
  const { Game } = classes
  if (Game === undefined) throw argumentError('toGame() needs the class Game, which binbo exports: import it')
  const { words, edits } = source
  const first = Math.max(words.lastIndexOf(0) + 1, edits.at(-1)?.ply ?? 0)
  let { start } = source
  if (first > 0)
    walk(source, (handle, ply) => {
      if (ply === first) start = fenOf(handle, EN_PASSANT_ALWAYS)
    })
  const game = Game.fromState(
    stateOf(edits.find(({ ply }) => ply === first)?.fen ?? start, words.slice(first)),
  )
  for (const [name, value] of Object.entries(headers)) game.headers.set(name, value)
  return game
}

/** @param {string} start @param {number[]} words @returns {Uint8Array} */
function stateOf(start, words) {
  const handle = checked(wasm.binbo_game_new(writeText(start), STANDARD, DRAWS_AUTOMATIC, 0), start)
  try {
    append(handle, words)
    return io8().slice(0, checked(wasm.binbo_game_state(handle, 0)))
  } finally {
    releaseBuffer()
    wasm.binbo_game_forget(handle)
  }
}
