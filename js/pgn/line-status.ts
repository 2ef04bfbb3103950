// SPDX-License-Identifier: Apache-2.0
// The status of a node, with the history of its line. A game is kept at the node of the last reading and goes on from there by
// undo and append, so nodes in written order cost a few moves each. Lines from different starts have a game each, since a null
// move begins a new history.

import type { Game } from '../game/game.js'
import { playWords } from '../game/move-lists.js'
import type { Status } from '../game/status.js'
import type { CompactTree } from './compact-tree.js'
import type { PgnNode } from './pgn-node.js'
import { playedLine } from './tree-game.js'

/** The place of a game: its node, and the number of moves from the start of the line. */
type Place = { game: Game; at: PgnNode; moves: number }

/** The moves that an undo replays, on average (src/game.c). */
const UNDO_COST = 256
const MOST_GAMES = 4

/** By the node where the line begins. */
const places: WeakMap<PgnNode, Place> = new WeakMap()
/** The games of `places` that may be running, the one that was used last at the end: trees that are no longer used keep few. */
const games: Game[] = []

/**
 * @param node not removed
 * @param start the last node up to `node` that is the root or has a null move
 * @param moves the number of moves from `start` to `node`
 * @param wordOf returns the move word of a node
 * @throws {ChessError} as playedLine()
 */
export function statusAfter(
  tree: CompactTree,
  node: PgnNode,
  start: PgnNode,
  moves: number,
  wordOf: (node: PgnNode) => number,
): Status {
  void tree.start // throws if it could not be read
  const last = places.get(start)
  const known = last?.game.stopped === false ? last : undefined
  const way = known && wayTo(known, node, moves)
  places.delete(start)
  if (known !== undefined) games.splice(games.indexOf(known.game), 1)
  let game: Game
  if (known !== undefined && way !== undefined) {
    game = known.game
    for (let i = 0; i < way.back; i++) game.undo()
    for (const word of wordsTo(node, way.shared, wordOf)) playWords(game, Int32Array.of(word))
  } else {
    known?.game.stop()
    game = playedLine(start.fen, tree.variant, Int32Array.from(wordsTo(node, start, wordOf)), {})
  }
  if (games.push(game) > MOST_GAMES) games.shift()?.stop()
  places.set(start, { game, at: node, moves })
  return game.status
}

/** @returns the move words between two nodes, from the first to the last */
function wordsTo(node: PgnNode, start: PgnNode, wordOf: (node: PgnNode) => number): number[] {
  const words: number[] = []
  for (let at: PgnNode | null = node; at !== null && at !== start; at = at.parent) words.push(wordOf(at))
  return words.reverse()
}

/** @returns how many moves to undo, and the node after which moves follow; undefined if the whole line costs less */
function wayTo(from: Place, node: PgnNode, moves: number): { back: number; shared: PgnNode } | undefined {
  let at: PgnNode | null = from.at
  let shared: PgnNode | null = node
  let back = 0
  let on = 0
  while (at !== shared) {
    if (from.moves - back > moves - on) {
      at = at?.parent ?? null
      back++
    } else {
      shared = shared?.parent ?? null
      on++
    }
    // The node of the last reading may have been removed.
    if (at === null || back * UNDO_COST > moves) return undefined
  }
  return shared === null ? undefined : { back, shared }
}
