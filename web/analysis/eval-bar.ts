// SPDX-License-Identifier: Apache-2.0
// The evaluation bar beside the board: White's expected score.

import { html } from 'lit-html'
import { say } from '../page/texts.js'
import type { Page } from './analysis-view.js'
import type { Verdict } from './verdict.js'

const UNKNOWN = say`Not known yet`

export function mountEvalBar(root: HTMLElement, { store }: Page) {
  root.setAttribute('role', 'meter')
  root.setAttribute('aria-label', say`Evaluation: White’s share in percent`)
  root.setAttribute('aria-valuemin', '0')
  root.setAttribute('aria-valuemax', '100')
  /** The last known verdict: the bar keeps its height until there is a new one. */
  let last: Verdict | null = null
  store.show(root, ({ analysis, verdict: known, flipped }) => {
    const verdict = analysis.lines[0]?.verdict ?? known
    root.classList.toggle('flipped', flipped)
    root.classList.toggle('unknown', verdict === null)
    last = verdict ?? last
    const share = last?.share ?? 0.5
    const words = verdict?.words ?? UNKNOWN
    if (words !== root.getAttribute('aria-valuetext')) {
      root.setAttribute('aria-valuetext', words)
      // A meter must have a value; screen readers read the text instead.
      root.setAttribute('aria-valuenow', String(Math.round((verdict?.share ?? 0.5) * 100)))
      root.title = verdict ? '' : UNKNOWN
      root.classList.toggle('black-ahead', share < 0.5)
    }
    // Show one decimal; none for values of 10 or more.
    const text = (last?.text ?? '').replace(/(\.\d)\d$/, '$1').replace(/(\d\d)\.\d$/, '$1')
    return html`<div class="bar-share" .style=${`--share: ${share}`}></div><span class="bar-text" aria-hidden="true">${text}</span>`
  })
}
