// SPDX-License-Identifier: Apache-2.0
// What the page says by itself: aloud for screen readers, and in boxes that stay until they are closed. Each dialog has
// a place for it, as the page has: what is outside of an open dialog can be neither used nor heard.

import { h } from './dom.js'
import { focusBoard } from './focus.js'

/** @typedef {{ label: string, run: () => void, isUndo?: boolean }} Action `isUndo`: Ctrl+Z does it, too */

/**
 * @typedef {object} Notice
 * @property {string} text one or two sentences
 * @property {'plain' | 'error'} [tone] default 'plain'
 * @property {Action[]} [actions] buttons; each closes the notice
 * @property {number} [seconds] it goes away by itself; default: errors and those with actions stay
 */

/** Shown at once, at most. */
const MOST = 3
const SECONDS = 6

/** How long there is a way back from what can be undone. */
export const UNDO_SECONDS = 20

/** @returns {HTMLElement} a place for notices and announcements, as index.html has one */
export const makeSpeech = () =>
  h(
    'div',
    { class: 'speech' },
    h('div', { class: 'notices', 'aria-live': 'polite' }),
    h('p', { class: 'visually-hidden', role: 'status' }),
  )

/**
 * Says something to screen readers, after what they are saying now.
 * @param {string} text
 */
export function announce(text) {
  const { announcer } = speech()
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
    { class: `notice ${tone}`, role: tone === 'error' && 'alert', 'data-actions': actions.length },
    h('p', {}, text),
  )
  const close = () => {
    if (box.contains(document.activeElement)) focusBoard()
    box.remove()
  }
  const expire = () => {
    // It is not taken away from who is at its buttons.
    if (box.matches(':focus-within')) setTimeout(expire, 1000)
    else close()
  }
  const ways = actions.map(({ label, run, isUndo = false }) => {
    const act = () => {
      close()
      run()
    }
    return h('button', { type: 'button', 'data-undo': isUndo, onclick: act }, label)
  })
  const end = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: close }, '×')
  box.append(h('div', { class: 'ways' }, ...ways, end))
  const { notices } = speech()
  for (let extra = notices.children.length - MOST + 1; extra > 0; extra--) leastNeeded(notices)?.remove()
  notices.append(box)
  const stays = seconds === undefined && (tone === 'error' || actions.length > 0)
  if (!stays) setTimeout(expire, (seconds ?? SECONDS) * 1000)
  return close
}

/** Does what the newest of the notices that can undo something offers. @returns {boolean} whether there is one */
export function undoLast() {
  const offers = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.notice [data-undo]'))
  const newest = Array.from(offers).at(-1)
  newest?.click()
  return newest !== undefined
}

/** Brings the notices that there are to where they can be used, after a dialog was opened or closed. */
export function moveNotices() {
  const { notices } = speech()
  for (const box of document.querySelectorAll('.notice'))
    if (box.parentElement !== notices) notices.append(box)
}

/** @returns {{ notices: Element, announcer: Element }} of the dialog that was opened last, or of the page */
function speech() {
  const [notices, announcer] =
    Array.from(document.querySelectorAll('body > .speech, dialog:modal > .speech')).at(-1)?.children ?? []
  if (!announcer) throw new Error('the page has no place for notices')
  return { notices, announcer }
}

/** @param {Element} notices @returns {Element | null} the oldest one without actions, or the oldest; none with the focus */
const leastNeeded = notices =>
  notices.querySelector('[data-actions="0"]:not(:focus-within)') ??
  notices.querySelector('.notice:not(:focus-within)')
