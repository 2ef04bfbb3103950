// SPDX-License-Identifier: Apache-2.0
// The tools of the position editor: a hand that moves pieces, an eraser, and the twelve pieces to put on the board.

import { nameOf, picture } from '../board/pieces.js'
import { h, icon } from '../page/dom.js'
import { dragPiece, PROMOTE } from './setup-board.js'

/** @import { Square } from 'binbo' */

const ROWS = ['KQRBNP', 'kqrbnp']

export class Palette {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map()
  #onChoose
  #onDrop
  #tool = 'move'

  /**
   * @param {() => void} onChoose
   * @param {(letter: string, square: Square) => void} onDrop called for a piece dragged from here to the board
   */
  constructor(onChoose, onDrop) {
    this.#onChoose = onChoose
    this.#onDrop = onDrop
    this.#add('move', 'Move pieces', icon('hand'))
    this.#add('erase', 'Erase pieces', icon('delete'))
    for (const letter of ROWS.join('')) this.#add(letter, `Put a ${nameOf(letter)}`, picture(letter))
    const [move, erase, ...pieces] = this.#buttons.values()
    const promote = this.#add(PROMOTE, 'Mark as promoted', 'Mark as promoted')
    this.element = h(
      'div',
      { class: 'setup-tools', role: 'group', 'aria-label': 'What a click on the board does' },
      move,
      ...pieces.slice(0, 6),
      erase,
      ...pieces.slice(6),
      promote,
    )
    this.#show()
  }

  /** Shows a tool, or hides it and lets the hand take its place. @param {string} tool @param {boolean} isOffered */
  offer(tool, isOffered) {
    const button = this.#buttons.get(tool)
    if (button) button.hidden = !isOffered
    if (!isOffered && this.#tool === tool) this.#choose('move')
  }

  /** @returns {string} a piece's letter, 'erase', 'move' or PROMOTE */
  get tool() {
    return this.#tool
  }

  /** @param {string} tool */
  #choose(tool) {
    this.#tool = tool
    this.#show()
    this.#onChoose()
  }

  #show() {
    for (const [name, button] of this.#buttons)
      button.setAttribute('aria-pressed', String(name === this.#tool))
  }

  /** @param {string} tool @param {string} label @param {SVGElement | string} image */
  #add(tool, label, image) {
    /** @param {PointerEvent} event */
    const press = event => {
      if (tool.length === 1 && tool !== PROMOTE)
        dragPiece(event, tool, square => square && this.#onDrop(tool, square))
    }
    const attributes = { type: 'button', title: label, 'aria-label': label, 'data-tool': tool }
    const button = h(
      'button',
      { ...attributes, onclick: () => this.#choose(tool), onpointerdown: press },
      image,
    )
    this.#buttons.set(tool, button)
    return button
  }
}
