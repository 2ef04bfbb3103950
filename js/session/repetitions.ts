// SPDX-License-Identifier: Apache-2.0
// Moves that may bring a position about for the third time, where captured pieces come back: any position of the game may
// recur then. Playing all moves to see that would cost as much as six moves of the server, with full pockets of 300.

import { Game } from '../game/game.js'
import type { SessionState } from './state.js'

/** with one character for each square, from a8 on */
type Position = { turn: string; board: string }
/** What a game has had so far, as far as it was asked for. */
type History = {
  moves: string
  /** how often each position was there, by a part of its hash */
  counts: Map<number, number>
  /** those that were there twice or more; two of the same part count as one */
  twice: Map<number, Position>
}

/** Squares that a move changes, at most: castling. */
const MOST_CHANGED = 4
/** Of a hash, so that it is a small integer for V8. */
const HASH_BITS = 30
const FILES = 'abcdefgh'

/** by the object that the states of a game share */
const histories: WeakMap<SessionState['players'], History> = new WeakMap()

/**
 * @param game in its position
 * @returns legal moves in UCI, among them all that lead to a position which was there twice
 */
export function movesToEarlier(state: SessionState, game: Game): string[] {
  const { twice } = historyOf(state, game)
  if (twice.size === 0) return []
  const { turn, board } = positionOf(game)
  /** from and to, or a drop */
  const wanted: Set<string> = new Set()
  for (const earlier of twice.values()) if (earlier.turn !== turn) addMoves(wanted, board, earlier.board)
  return wanted.size === 0 ? [] : game.legalMoves('uci').filter(uci => wanted.has(uci.slice(0, 4)))
}

/** @param game in its position */
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

/** @returns whether one move is added */
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
 * Adds the moves that may lead from one board to another: a drop fills one square, other moves empty one and fill one.
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
