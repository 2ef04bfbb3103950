// SPDX-License-Identifier: Apache-2.0
// Messages of the page: announcements for screen readers, and notices in boxes that the user can close. The page and each
// dialog have a place for them, since nothing outside an open dialog can be used or heard.

import { h } from './dom.js'
import { focusBoard } from './focus.js'

/** @typedef {{ label: string, run: () => void, isUndo?: boolean }} Action `isUndo`: Ctrl+Z runs it, too */

/**
 * @typedef {object} Notice
 * @property {string} text one or two sentences
 * @property {'plain' | 'error'} [tone] default 'plain'
 * @property {Action[]} [actions] buttons; each closes the notice
 * @property {number} [seconds] until it closes by itself; by default errors and notices with actions stay
 */

/** Notices shown at once, at most. */
const MAX_SHOWN = 3
const SECONDS = 6

/** How long "Undo" is offered. */
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
 * Announces a text to screen readers, after their current one.
 * @param {string} text
 */
export function announce(text) {
  const { announcer } = speech()
  // The same text twice makes two announcements.
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text
}

/** @returns {string} the current announcement */
export const announced = () => speech().announcer.textContent?.trim() ?? ''

/**
 * Shows a notice.
 * @param {Notice} notice
 * @returns {() => void} closes it
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
    // It stays while its buttons are in use.
    if (box.matches(':focus-within')) setTimeout(expire, 1000)
    else close()
  }
  const buttons = actions.map(({ label, run, isUndo = false }) => {
    const act = () => {
      close()
      run()
    }
    return h('button', { type: 'button', 'data-undo': isUndo, onclick: act }, label)
  })
  const end = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: close }, '×')
  box.append(h('div', { class: 'notice-actions' }, ...buttons, end))
  const { notices } = speech()
  for (let extra = notices.children.length - MAX_SHOWN + 1; extra > 0; extra--) leastNeeded(notices)?.remove()
  notices.append(box)
  const stays = seconds === undefined && (tone === 'error' || actions.length > 0)
  if (!stays) setTimeout(expire, (seconds ?? SECONDS) * 1000)
  return close
}

/** Runs the newest offer to undo something. @returns {boolean} whether there is one */
export function undoLast() {
  const offers = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.notice [data-undo]'))
  const newest = Array.from(offers).at(-1)
  newest?.click()
  return newest !== undefined
}

/** Moves the open notices to where they can be used, after a dialog was opened or closed. News stays. */
export function moveNotices() {
  const { notices } = speech()
  const isDialog = notices.closest('dialog') !== null
  for (const box of document.querySelectorAll('.notice')) {
    const isNews = box.matches('.plain[data-actions="0"]')
    if (box.parentElement !== notices && !(isDialog && isNews)) notices.append(box)
  }
}

/** @returns {{ notices: Element, announcer: Element }} of the topmost dialog, or of the page */
function speech() {
  const [notices, announcer] =
    Array.from(document.querySelectorAll('#speech, dialog:modal > .speech')).at(-1)?.children ?? []
  if (!announcer) throw new Error('the page has no place for notices')
  return { notices, announcer }
}

/** @param {Element} notices @returns {Element | null} the oldest one without actions, or the oldest; never one with the focus */
const leastNeeded = notices =>
  notices.querySelector('[data-actions="0"]:not(:focus-within)') ??
  notices.querySelector('.notice:not(:focus-within)')
