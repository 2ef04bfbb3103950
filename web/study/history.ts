// SPDX-License-Identifier: Apache-2.0
// Edits of the game that can be undone and redone: moves, promoted, deleted and taken back lines, annotations and headers. An
// edit finds its nodes again by their moves. Each game has its own edits.

import type { PgnGame, PgnNode } from 'binbo/pgn'
import { say } from '../page/texts.js'
import { COMMANDS, moveName, parentOf } from './nodes.js'
import { findNode, movesTo, removeLine } from './removal.js'
import type { Outcome, Study } from './study.js'

export type Edit = {
  /** such as 'Delete 12. Nf3' */
  name: string
  /** returns whether it had an effect: the moves may have been removed */
  undo: () => boolean
  /** the same */
  redo: () => boolean
  /** whether the edit is a move */
  isPlay?: boolean
}

/** the newest edit is the last one */
type Stacks = { done: Edit[]; undone: Edit[] }

/** The largest number of edits of a game. */
const MOST = 200
const LISTS = ['nags', 'comments', 'startingComments'] as const

export class History {
  /** Set by the page: called when an edit was added, undone or redone. */
  changed = () => {}
  #study: Study
  #stacks: WeakMap<PgnGame, Stacks> = new WeakMap()
  /** Whether the game is in play: then moves are taken back by other rules, not undone. */
  isPlayed = () => false

  constructor(study: Study) {
    this.#study = study
  }

  /** @returns the names of the edits to undo and redo; '' without one */
  get names(): { undo: string; redo: string } {
    const { done, undone } = this.#now
    return { undo: this.#mayUndo ? (done.at(-1)?.name ?? '') : '', redo: undone.at(-1)?.name ?? '' }
  }

  /** @returns the newest edit that could be undone */
  undo(): Edit | null {
    const { done, undone } = this.#now
    return this.#mayUndo ? this.#run(done, undone, edit => edit.undo()) : null
  }

  /** @returns the edit that could be redone */
  redo(): Edit | null {
    const { done, undone } = this.#now
    return this.#run(undone, done, edit => edit.redo())
  }

  /** Undoes an edit even if there are newer ones. @returns whether it had an effect */
  undoOne(edit: Edit): boolean {
    const { done, undone } = this.#now
    const place = done.indexOf(edit)
    if (place < 0) return false
    done.splice(place, 1)
    const isDone = edit.undo()
    if (isDone) undone.push(edit)
    this.changed()
    return isDone
  }

  /** @returns whether it belongs to the current game and is not undone */
  has(edit: Edit): boolean {
    return this.#now.done.includes(edit)
  }

  /** Adds an edit that was just made. */
  add(edit: Edit) {
    const stacks = this.#now
    stacks.done.push(edit)
    if (stacks.done.length > MOST) stacks.done.shift()
    stacks.undone = []
    this.changed()
  }

  /**
   * Records moves that were added to the game in a row.
   * @param first the first of them
   * @param outcome the outcome before them
   */
  played(first: PgnNode, outcome: Outcome | null) {
    if (this.isPlayed()) return
    const study = this.#study
    const { tree } = study
    const moves = movesTo(first).join()
    let putBack: () => PgnNode | null = () => null
    const undo = () => {
      const found = findNode(tree.root, moves.split(','))
      if (!found) return false
      study.goTo(parentOf(found))
      putBack = removeLine(study, found)
      if (outcome && !study.outcome) study.finish(outcome.result, outcome.how)
      return true
    }
    this.add({ name: moveName(first), undo, redo: () => putBack() !== null, isPlay: true })
  }

  /** Moves a line one place up. */
  promote(node: PgnNode) {
    this.#reorder(say`Promote ${moveName(node)}`, node, found => this.#study.promote(found))
  }

  /** Makes a line the main line. */
  makeMain(node: PgnNode) {
    this.#reorder(say`Main line ${moveName(node)}`, node, found => this.#study.makeMain(found))
  }

  /**
   * Deletes a move and all that follows.
   * @param node not the root
   */
  remove(node: PgnNode): Edit {
    const moves = movesTo(node)
    const { tree } = this.#study
    const name = say`Delete ${moveName(node)}`
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
   * @param name such as 'Comment on 12. Nf3'
   */
  annotate(name: string, node: PgnNode, change: () => void) {
    const study = this.#study
    const moves = movesTo(node)
    const { tree } = study
    const before = annotationsOf(node)
    study.annotate(change)
    const after = annotationsOf(node)
    const write = (annotations: object) => () => {
      const found = findNode(tree.root, moves)
      if (found) study.annotate(() => void Object.assign(found, structuredClone(annotations)))
      return found !== null
    }
    this.add({ name, undo: write(before), redo: write(after) })
  }

  /**
   * Changes headers and result.
   * @param name such as 'Details of the game'
   */
  editHeaders(name: string, change: () => void) {
    const study = this.#study
    const { tree } = study
    const read = () => ({ headers: [...tree.headers], outcome: study.outcome })
    const before = read()
    study.annotate(change)
    const after = read()
    const write =
      ({ headers, outcome }: typeof before) =>
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

  #run(from: Edit[], to: Edit[], run: (edit: Edit) => boolean): Edit | null {
    let edit = from.pop()
    // An edit of removed moves has no effect: continue with the edit before it.
    while (edit && !run(edit)) edit = from.pop()
    if (edit) to.push(edit)
    this.changed()
    return edit ?? null
  }

  #reorder(name: string, node: PgnNode, move: (node: PgnNode) => void) {
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
      // The result did not belong to the new main line.
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

/** @returns the moves to each node above it, and the order of the moves after that */
function ordersAbove(node: PgnNode): { path: string[]; order: string[] }[] {
  const orders = []
  for (let at = node; at.parent; at = at.parent)
    orders.push({ path: movesTo(at.parent), order: at.parent.children.map(uciOf) })
  return orders
}

/** @param order moves that it lacks stay behind the others */
function reorder(parent: PgnNode | null, order: string[]) {
  if (!parent) return
  const place = ({ uci }: PgnNode) => (order.indexOf(uci ?? '') + order.length + 1) % (order.length + 1)
  const wanted = [...parent.children].sort((one, other) => place(one) - place(other))
  for (const [at, child] of wanted.entries()) while (parent.children.indexOf(child) > at) child.promote()
}

/** @returns a copy */
export function annotationsOf(node: PgnNode): object {
  const names: (keyof PgnNode)[] = [...LISTS, ...COMMANDS]
  return structuredClone(Object.fromEntries(names.map(name => [name, node[name]])))
}

const uciOf = ({ uci }: PgnNode): string => uci ?? ''
