// SPDX-License-Identifier: Apache-2.0
// The moves with which the game turned, as a list of buttons.

import { moveName } from '../game/nodes.js'
import { h } from '../page/dom.js'
import { turningPoints } from './timeline.js'

/** @typedef {import('binbo/pgn').PgnNode} PgnNode */
/** @typedef {import('./timeline.js').Moment} Moment */

export class TurningPointsView {
  #list = h('ol', { class: 'turning-points' })
  #none = h('p', { class: 'soft' }, 'No move has changed it much.')
  root = h('div', { class: 'turns' }, h('h3', {}, 'Where the game turned'), this.#list, this.#none)
  /** @type {{ node: PgnNode, button: HTMLButtonElement }[]} */
  #buttons = []
  #shown = ''
  #goTo

  /** @param {(node: PgnNode) => void} goTo */
  constructor(goTo) {
    this.#goTo = goTo
  }

  /** @param {Moment[]} moments of the main line */
  show(moments) {
    const points = turningPoints(moments)
    this.#list.hidden = points.length === 0
    this.#none.hidden = points.length > 0
    const names = points.map(({ node, before, after }) => [moveName(node), `${before.text} to ${after.text}`])
    // A button that stays keeps the focus.
    const isSame =
      String(names) === this.#shown && points.every(({ node }, i) => node === this.#buttons[i].node)
    if (isSame) return
    this.#shown = String(names)
    this.#buttons = points.map(({ node }, i) => ({ node, button: this.#makeButton(node, names[i]) }))
    this.#list.replaceChildren(...this.#buttons.map(({ button }) => h('li', {}, button)))
  }

  /** @param {PgnNode} node that is looked at */
  mark(node) {
    for (const point of this.#buttons) {
      if (point.node === node) point.button.setAttribute('aria-current', 'step')
      else point.button.removeAttribute('aria-current')
    }
  }

  /** @param {PgnNode} node @param {string[]} name */
  #makeButton(node, [move, change]) {
    return h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => this.#goTo(node) },
      h('span', { class: 'san' }, move),
      h('span', { class: 'change' }, change),
    )
  }
}
