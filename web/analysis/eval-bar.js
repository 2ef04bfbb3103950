// SPDX-License-Identifier: Apache-2.0
// The bar beside the board: White's share of the game.

import { h } from '../page/dom.js'

/** @import { Verdict } from './verdict.js' */

const UNKNOWN = 'Not known yet'

export class EvalBar {
  #root
  #text = h('span', { class: 'bar-text', 'aria-hidden': 'true' })

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root
    root.setAttribute('role', 'meter')
    root.setAttribute('aria-label', 'Evaluation: White’s share in percent')
    root.setAttribute('aria-valuemin', '0')
    root.setAttribute('aria-valuemax', '100')
    root.append(h('div', { class: 'bar-share' }), this.#text)
  }

  /**
   * @param {Verdict | null} verdict null: not known; the bar is empty
   * @param {boolean} flipped is Black at the bottom?
   */
  show(verdict, flipped) {
    const root = this.#root
    root.classList.toggle('flipped', flipped)
    root.classList.toggle('unknown', verdict === null)
    const words = verdict?.words ?? UNKNOWN
    if (words === root.getAttribute('aria-valuetext')) return
    root.setAttribute('aria-valuetext', words)
    // A meter must have a value; the text takes its place.
    root.setAttribute('aria-valuenow', String(Math.round((verdict?.share ?? 0.5) * 100)))
    root.title = verdict ? '' : UNKNOWN
    if (!verdict) return
    const { share, text } = verdict
    root.style.setProperty('--share', String(share))
    root.classList.toggle('black-ahead', share < 0.5)
    // Without the sign: the position of the figure shows the side.
    this.#text.textContent = text.replace(/^[+−]/, '').replace(/(\.\d)\d$/, '$1')
  }
}
