// SPDX-License-Identifier: Apache-2.0
// Moves in a scrolling box: the list of the whole tree, and the score sheet of the current line. Both are drawn in parts,
// long games some parts a frame with those around the current move first, so that the page stays responsive with
// thousands of moves.

import { html, nothing, render } from 'lit-html'
import { guard } from 'lit-html/directives/guard.js'
import { repeat } from 'lit-html/directives/repeat.js'
import { keepFocus } from '../page/focus.js'
import { Pace } from '../page/pace.js'
import { resultSign } from '../study/descriptions.js'
import { readable } from '../study/nodes.js'
import { blocksOf } from './blocks.js'
import { blockView, emptyBlocks, textBeside } from './move-blocks.js'

/** @import { PgnGame, PgnNode } from 'binbo/pgn' */
/** @import { Block } from './blocks.js' */
/** @import { Beside, Places } from './move-blocks.js' */
/** @import { Outcome } from '../study/study.js' */

/**
 * What is shown: State has it.
 * @typedef {object} Shown
 * @property {PgnGame} tree
 * @property {number} version of the tree
 * @property {PgnNode | null} node the current one
 * @property {Outcome | null} outcome
 * @property {Beside['evaluations']} [evaluations]
 * @property {{ findings: Beside['findings'] }} [review]
 */

/**
 * Moves that are drawn together. `text`: of textBeside(), when it was needed.
 * @typedef {Block & { text?: string }} Part
 */

/** What is drawn: a part, or the place of the next ones. @typedef {{ part: Part | null, rest: Part[] }} Item */

/**
 * How moves are shown.
 * @typedef {object} Kind
 * @property {(shown: Shown) => Iterable<Part>} partsOf
 * @property {(part: Part, beside: Beside, places: Places) => unknown} view
 * @property {(parts: Part[]) => unknown} empty the place of parts in a row until they are drawn
 * @property {(parts: unknown, shown: Shown) => unknown} frame around them
 * @property {boolean} [isOfLine] whether the parts depend on the current node
 */

/** Pixels kept free around the current move; a third of the rest in low boxes. */
const MARGIN = 84
/** Longer lists are laid out only where they are visible. */
const MANY_MOVES = 400
/** Moves that one frame adds at most. */
const A_FRAME = 60

export class MoveList {
  #root
  #kind
  /** @type {Shown | null} */
  #shown = null
  /** @type {Part[]} */
  #parts = []
  /** First moves of the parts that are drawn. @type {Set<PgnNode>} */
  #built = new Set()
  /** The frame that goes on with what is not built. */
  #frame = 0

  /**
   * @param {HTMLElement} root
   * @param {(node: PgnNode) => unknown} goTo
   * @param {Kind} [kind]
   */
  constructor(root, goTo, kind = LIST) {
    this.#root = root
    this.#kind = kind
    root.addEventListener('click', ({ target }) => {
      const button = target instanceof Element && target.closest('button')
      const node = button && /** @type {{ node?: PgnNode }} */ (button).node
      if (node) goTo(node)
    })
    // What is hidden cannot be scrolled, and outside of the window the layout is only estimated.
    new IntersectionObserver(() => this.#reveal()).observe(root)
  }

  /** @param {Shown} shown */
  draw(shown) {
    const before = this.#shown
    this.#shown = shown
    const isOther = shown.tree !== before?.tree
    const isChanged =
      isOther ||
      shown.version !== before.version ||
      shown.evaluations !== before.evaluations ||
      shown.review?.findings !== before.review?.findings
    const isMoved = shown.node !== before?.node
    if (!isChanged && !isMoved && shown.outcome === before.outcome) return
    if (isOther) {
      this.#built.clear()
      this.#root.scrollTop = 0
    }
    if (isChanged || (isMoved && this.#kind.isOfLine)) {
      this.#parts = [...this.#kind.partsOf(shown)]
      const moves = this.#parts.reduce((sum, { nodes }) => sum + nodes.length, 0)
      this.#root.classList.toggle('long', moves > MANY_MOVES)
    }
    this.#grow()
    if (isMoved || shown.version !== before?.version) requestAnimationFrame(() => this.#reveal())
  }

  /** Draws what is built and some more, and the rest in the next frames. */
  #grow() {
    cancelAnimationFrame(this.#frame)
    const { node } = /** @type {Shown} */ (this.#shown)
    const here = this.#parts.findIndex(({ nodes }) => node && nodes.includes(node))
    const missing = this.#parts
      .map((part, index) => ({ part, away: Math.abs(index - Math.max(here, 0)) }))
      .filter(({ part }) => !this.#built.has(part.nodes[0]))
      .sort((one, other) => one.away - other.away)
    const pace = new Pace()
    let moves = 0
    while (missing.length > 0 && moves < A_FRAME && !(pace.isOver && moves > 0)) {
      const [{ part }] = missing.splice(0, 1)
      moves += part.nodes.length
      this.#textOf(part)
      this.#built.add(part.nodes[0])
    }
    this.#render()
    if (missing.length === 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#grow()
      this.#reveal()
    })
  }

  #render() {
    const root = this.#root
    const shown = /** @type {Shown} */ (this.#shown)
    const { tree, node } = shown
    const hadFocus = root.contains(document.activeElement)
    const stop = this.#parts.some(({ nodes }) => node && nodes.includes(node)) ? node : tree.root.children[0]
    const view = (/** @type {Item} */ { part, rest }) => {
      if (!part) return this.#kind.empty(rest)
      const places = { at: indexIn(part, node), stop: indexIn(part, stop) }
      const given = [this.#textOf(part), part.begins, places.at, places.stop, ...part.nodes]
      return guard(given, () => this.#kind.view(part, besideOf(shown), places))
    }
    const parts = repeat(this.#items(), ({ part, rest }) => part?.nodes[0] ?? rest[0], view)
    const tabStop = () => /** @type {HTMLElement | null} */ (root.querySelector('button[tabindex="0"]'))
    keepFocus(root, tabStop, () => render(this.#kind.frame(parts, shown), root))
    if (hadFocus && root.contains(document.activeElement)) tabStop()?.focus({ preventScroll: true })
  }

  /** @returns {Item[]} */
  #items() {
    /** @type {Item[]} */
    const items = []
    for (const part of this.#parts) {
      const last = items.at(-1)
      if (this.#built.has(part.nodes[0])) items.push({ part, rest: [] })
      else if (last && !last.part) last.rest.push(part)
      else items.push({ part: null, rest: [part] })
    }
    return items
  }

  /** @param {Part} part */
  #textOf(part) {
    part.text ??= textBeside(part.nodes, besideOf(/** @type {Shown} */ (this.#shown)))
    return part.text
  }

  /**
   * Scrolls the box, never the page, to the current move, then repeats: what scrolls into view is laid out only then.
   * @param {number} [attempts]
   */
  #reveal(attempts = 4) {
    const root = this.#root
    const current = root.querySelector('[aria-current]')
    const { scrollTop, scrollLeft } = root
    if (current) {
      const box = root.getBoundingClientRect()
      const place = current.getBoundingClientRect()
      root.scrollTop += outside(place.top - box.top, box.bottom - place.bottom)
      root.scrollLeft += outside(place.left - box.left, box.right - place.right)
    } else if (!this.#shown?.node?.parent) root.scrollTo(0, 0)
    const isDone = root.scrollTop === scrollTop && root.scrollLeft === scrollLeft
    if (!isDone && attempts > 1) requestAnimationFrame(() => this.#reveal(attempts - 1))
  }
}

/** @param {Part} part @param {PgnNode | null | undefined} node @returns {number} -1 if it is not among them */
const indexIn = ({ nodes }, node) => (node ? nodes.indexOf(node) : -1)

/** @param {Shown} shown @returns {Beside} */
const besideOf = ({ tree, evaluations, review }) => ({ tree, evaluations, findings: review?.findings })

/** @param {number} before pixels from the start of the box @param {number} after to its end @returns {number} pixels to scroll */
function outside(before, after) {
  const margin = Math.min(MARGIN, (before + after) / 3)
  if (before < margin) return before - margin
  return after < margin ? margin - after : 0
}

/** The whole tree. @type {Kind} */
const LIST = {
  partsOf: ({ tree }) => blocksOf(tree.root),
  view: blockView,
  empty: emptyBlocks,
  frame(parts, { tree, outcome }) {
    const isEmpty = tree.root.children.length === 0
    const result = outcome && [resultSign(outcome.result), outcome.how].filter(Boolean).join(' · ')
    const ending = result ?? (isEmpty ? 'Move a piece, or choose an opponent.' : '')
    const opening = tree.root.comments.map(readable).join(' ')
    return html`${opening ? html`<p class="comment" dir="auto">${opening}</p>` : nothing}${parts}${
      ending ? html`<p class="ending">${ending}</p>` : nothing
    }`
  },
}
