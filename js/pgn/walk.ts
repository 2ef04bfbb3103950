// SPDX-License-Identifier: Apache-2.0
// Walks through a tree. Nodes are made when they are reached.

import { argumentError } from '../core/errors.js'

/** 'written': as in toString(). 'main': a move and all moves that follow it before its next sibling. */
export type NodeOrder = 'written' | 'main'

/** An iterator; loops over it are several times faster than over a generator. */
abstract class Walk<Node, Reached extends Node> {
  static {
    // For map(), filter() and so on, if the engine has them.
    Object.setPrototypeOf(Walk.prototype, Object.getPrototypeOf(Object.getPrototypeOf([].values())))
  }

  /** @returns the next node; undefined after the last one */
  abstract step(): Node | undefined
  abstract end(): void

  [Symbol.iterator]() {
    return this
  }

  next(): IteratorResult<Reached, void> {
    const node = this.step()
    return { value: node, done: node === undefined } as IteratorResult<Reached, void>
  }

  return(): IteratorResult<Reached, void> {
    this.end()
    return { value: undefined, done: true }
  }
}

/** The line after a node: its first child, the first child of that one, and so on. */
export class MainLine<Node, Reached extends Node> extends Walk<Node, Reached> {
  #last: Node | undefined
  #next: (node: Node) => Node | undefined

  /** @param next the first child */
  constructor(node: Node, next: (node: Node) => Node | undefined) {
    super()
    this.#last = node
    this.#next = next
  }

  step() {
    this.#last = this.#last && this.#next(this.#last)
    return this.#last
  }

  end() {
    this.#last = undefined
  }
}

/** All nodes below a node. */
export class AllNodes<Node extends { children: readonly Reached[] }, Reached extends Node> extends Walk<
  Node,
  Reached
> {
  /** Nodes to visit, the next one last. `isLater`: the node was returned, and the moves after it follow. */
  #stack: { node: Node; isLater: boolean }[]
  #isWritten: boolean

  /** @throws {ChessError} ERR_ARGUMENT */
  constructor(root: Node, order: unknown = 'written') {
    super()
    if (order !== 'written' && order !== 'main') throw argumentError("order is 'written' or 'main'", order)
    this.#isWritten = order === 'written'
    this.#stack = [{ node: root, isLater: true }]
  }

  step(): Node | undefined {
    for (;;) {
      const top = this.#stack.pop()
      if (top === undefined) return undefined
      if (!top.isLater) {
        this.#stack.push({ node: top.node, isLater: true })
        return top.node
      }
      const { children } = top.node
      for (let index = children.length - 1; index > 0; index--)
        this.#stack.push({ node: children[index], isLater: false })
      const main = children[0]
      if (main === undefined) continue
      // The main move comes before its siblings. The moves after it follow before or after the siblings.
      const follows = { node: main, isLater: true }
      if (this.#isWritten && children.length > 1) this.#stack.splice(1 - children.length, 0, follows)
      else this.#stack.push(follows)
      return main
    }
  }

  end() {
    this.#stack = []
  }
}
