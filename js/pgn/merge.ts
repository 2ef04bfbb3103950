// SPDX-License-Identifier: Apache-2.0
// Merges the trees of several games into one tree.

import { MOVE_MASK } from '../core/move-word.js'
import type { Arrow, Evaluation, SquareMark } from './comment-commands.js'
import type { Annotations, PgnNode } from './pgn-node.js'
import { nodeAccess } from './pgn-node.js'

/** The annotations of a position in all games, each once, in the order of the games. */
class Notes {
  nags: Set<number> = new Set()
  comments: Set<string> = new Set()
  startingComments: Set<string> = new Set()
  eval: Evaluation | undefined
  /** Arrows by color and squares. */
  arrows: Map<string, Arrow> = new Map()
  squares: Map<string, SquareMark> = new Map()

  add({ nags, comments, startingComments, commands }: Annotations) {
    for (const nag of nags) this.nags.add(nag)
    for (const comment of comments) this.comments.add(comment)
    for (const comment of startingComments) this.startingComments.add(comment)
    this.eval ??= commands.eval && { ...commands.eval }
    for (const mark of commands.arrows ?? []) addMark(this.arrows, mark)
    for (const mark of commands.squares ?? []) addMark(this.squares, mark)
  }

  /** @param node a node without annotations */
  writeTo(node: PgnNode) {
    if (this.nags.size > 0) node.nags = [...this.nags]
    if (this.comments.size > 0) node.comments = [...this.comments]
    if (this.startingComments.size > 0) node.startingComments = [...this.startingComments]
    if (this.eval !== undefined) node.eval = this.eval
    if (this.arrows.size > 0) node.arrows = [...this.arrows.values()]
    if (this.squares.size > 0) node.squares = [...this.squares.values()]
  }
}

/** A move, and the moves that follow it in all games. */
class Branch {
  /** The next moves, in the order of the first games that have them. */
  children: Branch[] | undefined
  notes: Notes | undefined
  /** The number of games that have the move. */
  games = 0
  /** The last game that has the move: a game that has it twice counts once. */
  last = -1

  declare word: number

  constructor(word: number) {
    this.word = word
  }

  /** @param word the word of a next move */
  child(word: number): Branch {
    this.children ??= []
    let child = this.children.find(known => ((known.word ^ word) & MOVE_MASK) === 0)
    if (child === undefined) {
      child = new Branch(word)
      this.children.push(child)
    }
    return child
  }

  /** @param node a node with this move */
  count(node: PgnNode, game: number) {
    if (this.last !== game) this.games++
    this.last = game
    const annotations = nodeAccess.annotationsOf(node)
    if (!isPlain(annotations)) (this.notes ??= new Notes()).add(annotations)
  }
}

/** Merges games with the same start position, one after the other; no game is kept in memory. */
export class Merger {
  #root = new Branch(0)
  #games = 0

  /**
   * Adds all lines of a game. Without recursion: variations may be very deep.
   * @throws {ChessError} ERR_ARGUMENT if a `children` array was changed directly
   */
  add(root: PgnNode) {
    const game = this.#games++
    /** Nodes to visit; the next one is last. */
    const open: [node: PgnNode, branch: Branch][] = [[root, this.#root]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [node, branch] = next
      branch.count(node, game)
      const followers = nodeAccess
        .childrenOf(node)
        .map((child): [PgnNode, Branch] => [child, branch.child(nodeAccess.wordOf(child))])
      open.push(...followers.reverse())
    }
  }

  /** @param root a root without moves; it gets the moves of all games */
  writeTo(root: PgnNode) {
    const open: [node: PgnNode, branch: Branch][] = [[root, this.#root]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [node, { notes, children = [] }] = next
      notes?.writeTo(node)
      for (const child of children.sort((a, b) => b.games - a.games))
        open.push([nodeAccess.append(node, child.word), child])
    }
  }
}

/** @returns whether there are no annotations to merge */
function isPlain({ nags, comments, startingComments, commands }: Annotations): boolean {
  const { eval: evaluation, arrows, squares } = commands
  const count = nags.length + comments.length + startingComments.length
  return count === 0 && evaluation === undefined && arrows === undefined && squares === undefined
}

function addMark<T extends Arrow | SquareMark>(marks: Map<string, T>, mark: T) {
  const { color, from = '', to = '', square = '' } = Object(mark)
  const key = `${color} ${from}${to}${square}`
  if (!marks.has(key)) marks.set(key, { ...mark })
}
