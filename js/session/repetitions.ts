// SPDX-License-Identifier: Apache-2.0
// Moves that may repeat a position for the third time in crazyhouse, where captured pieces return, so that any position of
// the game may recur. Trying all moves would cost as much as 6 moves of the server, and as 300 with full pockets.

import { Game } from '../game/game.js'
import type { SessionState } from './state.js'

/** `board` has one character for each square, from a8 on. */
type Position = { turn: string; board: string }
/** The positions of a game up to `moves`. */
type History = {
  moves: string
  /** how often each position occurred, by a part of its hash */
  counts: Map<number, number>
  /** positions that occurred twice or more; of two with the same part of the hash, one is kept */
  twice: Map<number, Position>
}

/** The most squares that a move changes: castling. */
const MOST_CHANGED = 4
/** The part of a hash, so that it is a small integer for V8. */
const HASH_BITS = 30
const FILES = 'abcdefgh'

/** By `players`, an object that the states of a game share. */
const histories: WeakMap<SessionState['players'], History> = new WeakMap()

/**
 * @param game in the state's position
 * @returns legal moves in UCI, including all that lead to a position which occurred twice
 */
export function movesToEarlier(state: SessionState, game: Game): string[] {
  const { twice } = historyOf(state, game)
  if (twice.size === 0) return []
  const { turn, board } = positionOf(game)
  /** the first four characters of UCI: from and to, or a drop */
  const wanted: Set<string> = new Set()
  for (const earlier of twice.values()) if (earlier.turn !== turn) addMoves(wanted, board, earlier.board)
  return wanted.size === 0 ? [] : game.legalMoves('uci').filter(uci => wanted.has(uci.slice(0, 4)))
}

/** @param game in the state's position */
function historyOf(state: SessionState, game: Game): History {
  const { players, moves, ply } = state
  const known = histories.get(players)
  if (known?.moves === moves) return known
  if (known !== undefined && isNext(known.moves, moves)) {
    known.moves = moves
    count(known, game)
    return known
  }
  const history: History = { moves, counts: new Map(), twice: new Map() }
  const replayed = new Game({ fen: state.fen ?? undefined, variant: state.variant, draws: state.draws })
  count(history, replayed)
  for (const uci of ply === 0 ? [] : moves.split(' ')) {
    replayed.move(uci)
    count(history, replayed)
  }
  replayed.stop()
  histories.set(players, history)
  return history
}

/** @returns whether `after` has one more move */
function isNext(before: string, after: string): boolean {
  return after.startsWith(before) && after.lastIndexOf(' ') === (before === '' ? -1 : before.length)
}

function count({ counts, twice }: History, game: Game) {
  const part = Number(BigInt.asUintN(HASH_BITS, game.hash))
  const times = (counts.get(part) ?? 0) + 1
  counts.set(part, times)
  if (times === 2) twice.set(part, positionOf(game))
}

function positionOf({ fen }: Game): Position {
  const [placement, turn] = fen.split(' ', 2)
  const [rows] = placement.split('[', 1)
  return { turn, board: rows.replace(/[/~]/g, '').replace(/\d/g, digit => ' '.repeat(Number(digit))) }
}

/**
 * Adds the moves that may lead from one board to another: a drop fills one square, other moves empty one square and fill
 * another.
 */
function addMoves(moves: Set<string>, board: string, other: string) {
  const squares = []
  let last = 0
  for (let at = 0; at < board.length; at++) {
    if (board[at] === other[at]) continue
    if (squares.length === MOST_CHANGED) return
    squares.push(`${FILES[at & 7]}${8 - (at >> 3)}`)
    last = at
  }
  if (squares.length === 1) moves.add(`${other[last].toUpperCase()}@${squares[0]}`)
  for (const from of squares) for (const to of squares) if (from !== to) moves.add(from + to)
}
