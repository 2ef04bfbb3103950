// SPDX-License-Identifier: Apache-2.0
// Edits of the game that can be undone and redone: moves, lines that are moved up, deleted or taken back, annotations and
// headers. An edit finds its moves again by their names. Each game has edits of its own.

import { COMMANDS, moveName } from './nodes.js'
import { findNode, movesTo, removeLine } from './removal.js'

/** @import { PgnGame, PgnNode } from 'binbo/pgn' */
/** @import { Outcome, Study } from './study.js' */

/**
 * @typedef {object} Edit
 * @property {string} name such as 'Delete 12. Nf3'
 * @property {() => boolean} undo returns whether it had an effect: the moves may be gone
 * @property {() => boolean} redo the same
 * @property {boolean} [isPlay] whether it is a move
 */

/** @typedef {{ done: Edit[], undone: Edit[] }} Stacks the last one is the newest */

/** Edits kept of a game. */
const MOST = 200
const LISTS = /** @type {const} */ (['nags', 'comments', 'startingComments'])

export class History {
  /** The page sets it: called after each change, when an edit is added, undone or redone. */
  changed = () => {}
  #study
  /** @type {WeakMap<PgnGame, Stacks>} */
  #stacks = new WeakMap()
  /** Is the game played? Its moves are taken back by rules of its own. */
  isPlayed = () => false

  /** @param {Study} study */
  constructor(study) {
    this.#study = study
  }

  /** @returns {{ undo: string, redo: string }} what can be undone and redone; '' for nothing */
  get names() {
    const { done, undone } = this.#now
    return { undo: this.#mayUndo ? (done.at(-1)?.name ?? '') : '', redo: undone.at(-1)?.name ?? '' }
  }

  /** @returns {Edit | null} the newest edit that could be undone */
  undo() {
    const { done, undone } = this.#now
    return this.#mayUndo ? this.#run(done, undone, edit => edit.undo()) : null
  }

  /** @returns {Edit | null} the edit that could be done again */
  redo() {
    const { done, undone } = this.#now
    return this.#run(undone, done, edit => edit.redo())
  }

  /** Undoes an edit even if there are newer ones. @param {Edit} edit @returns {boolean} whether it had an effect */
  undoOne(edit) {
    const { done, undone } = this.#now
    const place = done.indexOf(edit)
    if (place < 0) return false
    done.splice(place, 1)
    const isDone = edit.undo()
    if (isDone) undone.push(edit)
    this.changed()
    return isDone
  }

  /** @param {Edit} edit @returns {boolean} whether it belongs to the current game and is not undone */
  has(edit) {
    return this.#now.done.includes(edit)
  }

  /** Adds an edit that was just made. @param {Edit} edit */
  add(edit) {
    const stacks = this.#now
    stacks.done.push(edit)
    if (stacks.done.length > MOST) stacks.done.shift()
    stacks.undone = []
    this.changed()
  }

  /**
   * Takes note of moves that were added to the game in a row.
   * @param {PgnNode} first of them
   * @param {Outcome | null} outcome before them
   */
  played(first, outcome) {
    if (this.isPlayed()) return
    const study = this.#study
    const { tree } = study
    const moves = movesTo(first).join()
    let putBack = () => /** @type {PgnNode | null} */ (null)
    const undo = () => {
      const found = findNode(tree.root, moves.split(','))
      if (!found) return false
      study.goTo(/** @type {PgnNode} */ (found.parent))
      putBack = removeLine(study, found)
      if (outcome && !study.outcome) study.finish(outcome.result, outcome.how)
      return true
    }
    this.add({ name: moveName(first), undo, redo: () => putBack() !== null, isPlay: true })
  }

  /** Moves a line one place up. @param {PgnNode} node */
  promote(node) {
    this.#reorder(`Promote ${moveName(node)}`, node, found => this.#study.promote(found))
  }

  /** Makes a line the main line. @param {PgnNode} node */
  makeMain(node) {
    this.#reorder(`Main line ${moveName(node)}`, node, found => this.#study.makeMain(found))
  }

  /**
   * Deletes a move and all that follows.
   * @param {PgnNode} node not the root
   * @returns {Edit}
   */
  remove(node) {
    const moves = movesTo(node)
    const { tree } = this.#study
    const name = `Delete ${moveName(node)}`
    let putBack = removeLine(this.#study, node)
    const redo = () => {
      const found = findNode(tree.root, moves)
      if (found) putBack = removeLine(this.#study, found)
      return found !== null
    }
    const edit = { name, undo: () => putBack() !== null, redo }
    this.add(edit)
    return edit
  }

  /**
   * Changes the annotations of one node.
   * @param {string} name such as 'Comment'
   * @param {PgnNode} node
   * @param {() => void} change
   */
  annotate(name, node, change) {
    const study = this.#study
    const moves = movesTo(node)
    const { tree } = study
    const before = annotationsOf(node)
    study.annotate(change)
    const after = annotationsOf(node)
    const write = (/** @type {object} */ annotations) => () => {
      const found = findNode(tree.root, moves)
      if (found) study.annotate(() => void Object.assign(found, structuredClone(annotations)))
      return found !== null
    }
    this.add({ name: `${name} ${moveName(node)}`, undo: write(before), redo: write(after) })
  }

  /**
   * Changes headers and result.
   * @param {string} name such as 'Details of the game'
   * @param {() => void} change
   */
  editHeaders(name, change) {
    const study = this.#study
    const { tree } = study
    const read = () => ({ headers: [...tree.headers], outcome: study.outcome })
    const before = read()
    study.annotate(change)
    const after = read()
    const write =
      (/** @type {typeof before} */ { headers, outcome }) =>
      () => {
        study.annotate(() => {
          tree.headers.clear()
          for (const [tag, value] of headers) tree.headers.set(tag, value)
        })
        study.finish(outcome?.result ?? '*', outcome?.how)
        return true
      }
    this.add({ name, undo: write(before), redo: write(after) })
  }

  get #mayUndo() {
    return !(this.isPlayed() && this.#now.done.at(-1)?.isPlay)
  }

  get #now() {
    const { tree } = this.#study
    const stacks = this.#stacks.get(tree) ?? { done: [], undone: [] }
    this.#stacks.set(tree, stacks)
    return stacks
  }

  /** @param {Edit[]} from @param {Edit[]} to @param {(edit: Edit) => boolean} run @returns {Edit | null} */
  #run(from, to, run) {
    let edit = from.pop()
    // An edit of moves that are gone has no effect any more: the one before it is next.
    while (edit && !run(edit)) edit = from.pop()
    if (edit) to.push(edit)
    this.changed()
    return edit ?? null
  }

  /** @param {string} name @param {PgnNode} node @param {(node: PgnNode) => void} move */
  #reorder(name, node, move) {
    const study = this.#study
    const { tree, outcome, end } = study
    const moves = movesTo(node)
    const ends = movesTo(end).join()
    const orders = ordersAbove(node)
    move(node)
    const undo = () => {
      if (!findNode(tree.root, moves)) return false
      study.annotate(() => {
        for (const { path, order } of orders) reorder(findNode(tree.root, path), order)
      })
      // A result that the new main line had no claim to.
      if (outcome && movesTo(study.end).join() === ends && !study.outcome)
        study.finish(outcome.result, outcome.how)
      return true
    }
    const redo = () => {
      const found = findNode(tree.root, moves)
      if (found) move(found)
      return found !== null
    }
    this.add({ name, undo, redo })
  }
}

/**
 * @param {PgnNode} node
 * @returns {{ path: string[], order: string[] }[]} the moves to each node above it, and the order of the moves after that
 */
function ordersAbove(node) {
  const orders = []
  for (let at = node; at.parent; at = at.parent)
    orders.push({ path: movesTo(at.parent), order: at.parent.children.map(uciOf) })
  return orders
}

/** @param {PgnNode | null} parent @param {string[]} order moves that are not in it stay behind the others */
function reorder(parent, order) {
  if (!parent) return
  const place = (/** @type {PgnNode} */ { uci }) =>
    (order.indexOf(uci ?? '') + order.length + 1) % (order.length + 1)
  const wanted = [...parent.children].sort((one, other) => place(one) - place(other))
  for (const [at, child] of wanted.entries()) while (parent.children.indexOf(child) > at) child.promote()
}

/** @param {PgnNode} node @returns {object} a copy */
export function annotationsOf(node) {
  const names = /** @type {(keyof PgnNode)[]} */ ([...LISTS, ...COMMANDS])
  return structuredClone(Object.fromEntries(names.map(name => [name, node[name]])))
}

/** @param {PgnNode} node @returns {string} */
const uciOf = ({ uci }) => uci ?? ''
