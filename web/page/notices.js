// SPDX-License-Identifier: Apache-2.0
// What the page says by itself: aloud for screen readers, and in boxes that stay until they are closed.

import { element, h } from './dom.js'

/**
 * @typedef {object} Notice
 * @property {string} text one or two sentences
 * @property {'plain' | 'error'} [tone] default 'plain'
 * @property {{ label: string, run: () => void }[]} [actions] buttons; each closes the notice
 * @property {number} [seconds] it goes away by itself; default: errors and those with actions stay
 */

/** Shown at once, at most. */
const MOST = 3
const SECONDS = 6

/**
 * Says something to screen readers, after what they are saying now.
 * @param {string} text
 */
export function announce(text) {
  const announcer = element('announcer', HTMLElement)
  // The same words twice are two announcements.
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text
}

/**
 * Shows a notice.
 * @param {Notice} notice
 * @returns {() => void} takes it away
 */
export function notify({ text, tone = 'plain', actions = [], seconds }) {
  const box = h(
    'div',
    { class: `notice ${tone}`, role: tone === 'error' ? 'alert' : 'status' },
    h('p', {}, text),
  )
  const close = () => box.remove()
  for (const { label, run } of actions) {
    const act = () => {
      close()
      run()
    }
    box.append(h('button', { type: 'button', onclick: act }, label))
  }
  box.append(h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: close }, '×'))
  const all = element('notices', HTMLElement)
  while (all.children.length >= MOST) all.firstElementChild?.remove()
  all.append(box)
  const stays = seconds === undefined && (tone === 'error' || actions.length > 0)
  if (!stays) setTimeout(close, (seconds ?? SECONDS) * 1000)
  return close
}
