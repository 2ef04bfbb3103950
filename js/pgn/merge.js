// SPDX-License-Identifier: Apache-2.0
// Trees of several games as one tree.

import { MOVE_MASK } from '../core/move-word.js'
import { nodeAccess } from './pgn-node.js'

/** @import { Arrow, Evaluation, SquareMark } from './comment-commands.js' */
/** @import { Annotations, PgnNode } from './pgn-node.js' */

/** What games say about a position, each once, the first game's first. */
class Notes {
  /** @type {Set<number>} */
  nags = new Set()
  /** @type {Set<string>} */
  comments = new Set()
  /** @type {Set<string>} */
  startingComments = new Set()
  /** @type {Evaluation | undefined} */
  eval
  /** @type {Map<string, Arrow>} By what they look like. */
  arrows = new Map()
  /** @type {Map<string, SquareMark>} */
  squares = new Map()

  /** @param {Annotations} annotations */
  add({ nags, comments, startingComments, commands }) {
    for (const nag of nags) this.nags.add(nag)
    for (const comment of comments) this.comments.add(comment)
    for (const comment of startingComments) this.startingComments.add(comment)
    this.eval ??= commands.eval && { ...commands.eval }
    for (const mark of commands.arrows ?? []) addMark(this.arrows, mark)
    for (const mark of commands.squares ?? []) addMark(this.squares, mark)
  }

  /** @param {PgnNode} node without annotations */
  writeTo(node) {
    if (this.nags.size > 0) node.nags = [...this.nags]
    if (this.comments.size > 0) node.comments = [...this.comments]
    if (this.startingComments.size > 0) node.startingComments = [...this.startingComments]
    if (this.eval !== undefined) node.eval = this.eval
    if (this.arrows.size > 0) node.arrows = [...this.arrows.values()]
    if (this.squares.size > 0) node.squares = [...this.squares.values()]
  }
}

/** A move, and those that follow it in any game. */
class Branch {
  /** @type {Branch[] | undefined} As they were first seen. */
  children
  /** @type {Notes | undefined} */
  notes
  /** How many games have it. */
  games = 0
  /** The last game that has it: one that has it twice counts once. */
  last = -1

  /** @param {number} word */
  constructor(word) {
    this.word = word
  }

  /**
   * @param {number} word of a move that follows
   * @returns {Branch}
   */
  child(word) {
    this.children ??= []
    let child = this.children.find(known => ((known.word ^ word) & MOVE_MASK) === 0)
    if (child === undefined) {
      child = new Branch(word)
      this.children.push(child)
    }
    return child
  }

  /**
   * @param {PgnNode} node with this move
   * @param {number} game
   */
  count(node, game) {
    if (this.last !== game) this.games++
    this.last = game
    const annotations = nodeAccess.annotationsOf(node)
    if (!isPlain(annotations)) (this.notes ??= new Notes()).add(annotations)
  }
}

/** Games from one start, merged one after the other; none is kept. */
export class Merger {
  #root = new Branch(0)
  #games = 0

  /**
   * Adds all lines of a game. Without recursion: variations may be very deep.
   * @param {PgnNode} root
   * @throws {ChessError} ERR_ARGUMENT for children that were tampered with
   */
  add(root) {
    const game = this.#games++
    /** @type {[node: PgnNode, branch: Branch][]} The next one last. */
    const open = [[root, this.#root]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [node, branch] = next
      branch.count(node, game)
      const followers = nodeAccess
        .childrenOf(node)
        .map(child => /** @type {typeof next} */ ([child, branch.child(nodeAccess.wordOf(child))]))
      open.push(...followers.reverse())
    }
  }

  /** @param {PgnNode} root without moves; gets those of all games */
  writeTo(root) {
    /** @type {[node: PgnNode, branch: Branch][]} */
    const open = [[root, this.#root]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [node, { notes, children = [] }] = next
      notes?.writeTo(node)
      for (const child of children.sort((a, b) => b.games - a.games))
        open.push([nodeAccess.append(node, child.word), child])
    }
  }
}

/**
 * @param {Annotations} annotations
 * @returns {boolean} whether none of them is merged
 */
function isPlain({ nags, comments, startingComments, commands }) {
  const { eval: evaluation, arrows, squares } = commands
  const count = nags.length + comments.length + startingComments.length
  return count === 0 && evaluation === undefined && arrows === undefined && squares === undefined
}

/**
 * @template {Arrow | SquareMark} T
 * @param {Map<string, T>} marks
 * @param {T} mark
 */
function addMark(marks, mark) {
  const { color, from = '', to = '', square = '' } = Object(mark)
  const key = `${color} ${from}${to}${square}`
  if (!marks.has(key)) marks.set(key, { ...mark })
}
