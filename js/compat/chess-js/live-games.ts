// SPDX-License-Identifier: Apache-2.0
// The games of C behind Chess objects. A Chess has the contents of its game (GameSource), and borrows one of a fixed number of
// C's games for its work: programs make many Chess objects and never free them, also in loops in which no finalizer runs. If
// all games are lent, the next Chess takes the one that was lent first. When the former owner is used again, it borrows another
// game and replays its moves.

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
import type { Game } from '../../game/game.js'

/** The contents of a game. */
export type GameSource = {
  /** a FEN that C reads */
  start: string
  /** the words of the moves; 0 for a null move */
  words: number[]
  /** boards that replaced a position after the start, by ascending ply */
  edits: Edit[]
  /** the index of the game that it borrowed last */
  slot: number
}

type Edit = { ply: number; fen: string }

const SQUARES_OF_MOVE = (1 << MOVE_KIND_SHIFT) - 1
/** The most games that are lent: 1 MB for usual games. */
const MOST = 1024

/** C's games. */
const handles: number[] = []
/** The borrowers of these games. */
const owners: (GameSource | undefined)[] = []
let next = 0

/** A game for the work of one call; it is never lent. */
let scratch = 0

const newGame = () => checked(wasm.binbo_game_new(0, STANDARD, DRAWS_NONE, 0))

/**
 * @returns the handle of the source's game; valid until another source is used
 * @throws {ChessError} ERR_MEMORY
 */
export function handleOf(source: GameSource): number {
  const { slot } = source
  return owners[slot] === source ? handles[slot] : borrow(source)
}

function borrow(source: GameSource) {
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
 * @param fen a FEN that C can read
 * @returns the handle of a game that starts there; owned by the caller until the next call
 */
export function scratchAt(fen: string): number {
  scratch ||= newGame()
  startAt(scratch, fen)
  return scratch
}

/**
 * Starts a game again from any board.
 * @param fen a FEN that C can read
 * @throws {ChessError} ERR_FEN_*
 */
function startAt(handle: number, fen: string) {
  wasm.binbo_game_set_fen(handle, 0, 0)
  edit(handle, fen)
}

/**
 * Restarts a source; its game is made again on use.
 * @param start a FEN that C reads
 */
export function restart(source: GameSource, start: string) {
  source.start = start
  if (source.words.length > 0) source.words = []
  if (source.edits.length > 0) source.edits = []
  if (owners[source.slot] === source) owners[source.slot] = undefined
}

/**
 * Replaces the board.
 * @param fen a FEN that C can read
 * @throws {ChessError} ERR_FEN_*, ERR_MEMORY
 */
export function edit(handle: number, fen: string) {
  checked(wasm.binbo_game_edit(handle, writeText(fen)), fen)
}

/** @param plies how many moves to replay */
function replay(handle: number, { start, words, edits }: GameSource, plies: number) {
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

export function append(handle: number, words: number[]) {
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
 * @param word 0 for a null move
 * @throws {ChessError} ERR_MOVE_ILLEGAL, ERR_PGN_NULL_MOVE, ERR_MEMORY
 */
export function play(handle: number, word: number) {
  checked(word === 0 ? wasm.binbo_game_pass(handle) : wasm.binbo_game_move(handle, packedOf(word)))
}

/** @returns the move for binbo_game_move(): its squares, and the code of a promotion */
const packedOf = (word: number): number =>
  word & (kindOf(word) <= MOVE_PROMOTE_QUEEN ? KINDS | SQUARES_OF_MOVE : SQUARES_OF_MOVE)

/** Visits all positions of a game, from the start to the current one, with a separate game of C. */
export function walk({ start, words, edits }: GameSource, visit: (handle: number, ply: number) => void) {
  const handle = scratchAt(start)
  let nextEdit = 0
  visit(handle, 0)
  for (let ply = 1; ply <= words.length; ply++) {
    play(handle, words[ply - 1])
    visit(handle, ply)
    if (edits[nextEdit]?.ply === ply) edit(handle, edits[nextEdit++].fen)
  }
}

/** @param enPassant EN_PASSANT_*; default, as in chess.js: only if a capture is legal */
export const fenOf = (handle: number, enPassant: number = EN_PASSANT_LEGAL): string =>
  readText(checked(wasm.binbo_game_fen(handle, enPassant, CASTLING_XFEN)))

/**
 * Converts a Chess to a Game of Binbo. The class Game is not imported: it is as large as all of binbo/chess.js, and callers who
 * need it import 'binbo'.
 * @returns a game with the moves since the last null move or change of the board
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
 */
export function gameOf(source: GameSource, headers: Record<string, string>): Game {
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

function stateOf(start: string, words: number[]): Uint8Array {
  const handle = checked(wasm.binbo_game_new(writeText(start), STANDARD, DRAWS_AUTOMATIC, 0), start)
  try {
    append(handle, words)
    return io8().slice(0, checked(wasm.binbo_game_state(handle, 0)))
  } finally {
    releaseBuffer()
    wasm.binbo_game_forget(handle)
  }
}
