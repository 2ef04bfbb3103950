// SPDX-License-Identifier: Apache-2.0
// The bar beside the board: how much of the game is White's.

import { h } from '../page/dom.js'

/** @typedef {import('./verdict.js').Verdict} Verdict */

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
   * @param {Verdict | null} verdict null: not known yet; the last one stays to be seen
   * @param {boolean} flipped is Black below?
   */
  show(verdict, flipped) {
    const root = this.#root
    root.classList.toggle('flipped', flipped)
    root.classList.toggle('unknown', verdict === null)
    if (!verdict) {
      root.setAttribute('aria-valuetext', 'Not known yet')
      if (!root.hasAttribute('aria-valuenow')) root.setAttribute('aria-valuenow', '50')
      return
    }
    const { share, text, words } = verdict
    if (words === root.getAttribute('aria-valuetext')) return
    root.style.setProperty('--share', String(share))
    root.setAttribute('aria-valuenow', String(Math.round(share * 100)))
    root.setAttribute('aria-valuetext', words)
    root.classList.toggle('black-ahead', share < 0.5)
    // The side is told by where the figure stands.
    this.#text.textContent = text.replace(/^[+−]/, '').replace(/(\.\d)\d$/, '$1')
  }
}
