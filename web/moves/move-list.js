// SPDX-License-Identifier: Apache-2.0
// The moves of the game in a scrolling box. A change replaces only the blocks that look different, in small steps: the page
// stays responsive with thousands of moves.

import { h } from '../page/dom.js'
import { focusBoard } from '../page/focus.js'
import { Pace } from '../page/pace.js'
import { resultSign } from '../study/descriptions.js'
import { readable } from '../study/nodes.js'
import { repetitionsAt } from '../study/repetition.js'
import { blockElement, blocksOf, blockText } from './move-blocks.js'

/** @import { PgnNode } from 'binbo/pgn' */
/** @import { Block } from './move-blocks.js' */
/** @import { Review } from '../analysis/review.js' */
/** @import { Change, Study } from '../study/study.js' */

/** @typedef {{ block: Block, text: string, list: HTMLOListElement }} BlockView */

/** Pixels kept free above and below the current move. */
const MARGIN = 24
/** Longer lists are laid out only where they are visible. */
const MANY_MOVES = 400

export class MoveList {
  #study
  #review
  /** The findings of the review that are shown. */
  #findings
  #opening = h('p', { class: 'comment', dir: 'auto' })
  #blocks = h('div')
  #ending = h('p', { class: 'ending' })
  /** Appended to the page by the caller. */
  element = h('div', { class: 'move-list' }, this.#opening, this.#blocks, this.#ending)

  /** @type {Map<PgnNode, BlockView>} by the first move */
  #views = new Map()
  /** @type {WeakMap<PgnNode, HTMLButtonElement>} */
  #buttons = new WeakMap()
  /** @type {WeakMap<Element, PgnNode>} */
  #nodes = new WeakMap()
  /** @type {HTMLButtonElement | undefined} the one in the tab order: of the current move, or of the first */
  #tabStop
  /** Whether the list had the focus before a rendering that is not finished. */
  #owesFocus = false
  /** The number of the last rendering; a newer one ends older ones. */
  #rendering = 0

  /** @param {Study} study @param {Review} review */
  constructor(study, review) {
    this.#study = study
    this.#review = review
    this.#findings = review.findings
    this.element.addEventListener('click', ({ target }) => {
      const button = target instanceof Element && target.closest('button')
      const node = button && this.#nodes.get(button)
      if (node) study.goTo(node)
    })
    // Outside of the window the layout is only estimated.
    new IntersectionObserver(() => this.#reveal()).observe(this.element)
    study.onChange(change => this.#update(change))
    review.onChange(() => {
      if (review.findings === this.#findings) return
      this.#findings = review.findings
      this.#update('tree')
    })
    this.#update('game')
  }

  /** @param {Change} change */
  #update(change) {
    if (change === 'mode') return
    if (change === 'node') return this.#mark()
    this.#owesFocus ||= this.element.contains(document.activeElement)
    if (change === 'game') this.#clear()
    this.#showEnds()
    this.#render()
  }

  #clear() {
    this.#views.clear()
    this.#blocks.replaceChildren()
    this.element.scrollTop = 0
  }

  #showEnds() {
    const { tree, outcome } = this.#study
    this.#opening.textContent = tree.root.comments.map(readable).join(' ')
    const isEmpty = tree.root.children.length === 0
    const result = outcome && [resultSign(outcome.result), outcome.how].filter(Boolean).join(' · ')
    this.#ending.textContent = result ?? (isEmpty ? 'Move a piece, or choose an opponent.' : '')
  }

  async #render() {
    const number = ++this.#rendering
    const pace = new Pace()
    let moves = 0
    /** @type {Map<PgnNode, BlockView>} */
    const kept = new Map()
    /** @type {[block: Block, text: string][]} */
    const wanted = []
    for (const block of blocksOf(this.#study.tree.root)) {
      const text = blockText(block, this.#marks)
      const view = this.#views.get(block.nodes[0])
      if (view && view.text === text && sameNodes(view.block, block)) kept.set(block.nodes[0], view)
      wanted.push([block, text])
      moves += block.nodes.length
      if (pace.isOver) await pace.rest()
      if (number !== this.#rendering) return
    }

    this.element.classList.toggle('long', moves > MANY_MOVES)
    for (const [first, { list }] of this.#views) {
      if (kept.has(first)) continue
      list.remove()
      this.#views.delete(first)
    }
    this.#mark()

    let next = this.#blocks.firstElementChild
    for (const [block, text] of wanted) {
      const { list } = kept.get(block.nodes[0]) ?? this.#make(block, text)
      if (list === next) next = list.nextElementSibling
      else this.#blocks.insertBefore(list, next)
      if (block.nodes.includes(this.#study.node)) this.#mark()
      if (pace.isOver) await pace.rest()
      if (number !== this.#rendering) return
    }
    this.#mark()
    if (this.#owesFocus && document.activeElement === document.body) focusBoard()
    this.#owesFocus = false
  }

  /** @type {import('./move-blocks.js').Marks} */
  #marks = {
    glyphsOf: node => this.#review.glyphsOf(node),
    repetitionsAt: node => repetitionsAt(node, this.#study.tree.variant),
  }

  /** @param {Block} block @param {string} text @returns {BlockView} */
  #make(block, text) {
    const list = blockElement(block, this.#marks, (node, button) => {
      this.#buttons.set(node, button)
      this.#nodes.set(button, node)
    })
    const view = { block, text, list }
    this.#views.set(block.nodes[0], view)
    return view
  }

  /** Marks the current move and scrolls to it; a focus inside the list follows. */
  #mark() {
    const { activeElement, body } = document
    const hasFocus = this.element.contains(activeElement) || (this.#owesFocus && activeElement === body)
    const { node, tree } = this.#study
    this.#tabStop?.removeAttribute('aria-current')
    this.#tabStop?.setAttribute('tabindex', '-1')
    const shown = this.#buttonOf(node)
    shown?.setAttribute('aria-current', 'step')
    this.#tabStop = shown ?? this.#buttonOf(tree.root.children[0])
    this.#tabStop?.setAttribute('tabindex', '0')
    if (hasFocus) this.#tabStop?.focus({ preventScroll: true })
    requestAnimationFrame(() => this.#reveal())
  }

  /** @param {PgnNode | undefined} node @returns {HTMLButtonElement | undefined} if it is in the page */
  #buttonOf(node) {
    const button = node && this.#buttons.get(node)
    return button?.isConnected ? button : undefined
  }

  /**
   * Scrolls the box, never the page, then repeats: what scrolls into view is laid out only then.
   * @param {number} [attempts]
   */
  #reveal(attempts = 4) {
    const { node } = this.#study
    const button = this.#buttonOf(node)
    const before = this.element.scrollTop
    if (button) {
      const box = this.element.getBoundingClientRect()
      const { top, bottom } = button.getBoundingClientRect()
      const above = top - box.top - MARGIN
      const below = bottom - box.bottom + MARGIN
      if (above < 0 || below > 0) this.element.scrollTop += above < 0 ? above : below
    } else if (!node.parent) {
      this.element.scrollTop = 0
    }
    if (this.element.scrollTop !== before && attempts > 1)
      requestAnimationFrame(() => this.#reveal(attempts - 1))
  }
}

/** @param {Block} one @param {Block} other */
const sameNodes = (one, other) =>
  one.nodes.length === other.nodes.length && one.nodes.every((node, index) => node === other.nodes[index])
