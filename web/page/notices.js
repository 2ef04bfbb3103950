// SPDX-License-Identifier: Apache-2.0
// Messages of the page: announcements for screen readers, and notices in boxes that the user can close. The page and each
// dialog have a place for them, since nothing outside an open dialog can be used or heard. One notice is seen at a time;
// it ends with its reason.

import { codeLink, h } from './dom.js'
import { focusBoard } from './focus.js'

/** @typedef {{ label: string, run: () => void, isUndo?: boolean }} Action `isUndo`: Ctrl+Z runs it, too */

/**
 * @typedef {object} Notice
 * @property {string} text one or two sentences
 * @property {'plain' | 'error'} [tone] default 'plain'
 * @property {string} [code] of the error
 * @property {End} [until] what ends it at the latest; default 'game'
 * @property {Action[]} [actions] buttons; each closes the notice
 * @property {number} [seconds] until it closes by itself; errors stay by default
 */

/** What makes notices untrue: the next move, another game, the result of a game, or nothing but the user. @typedef {'move' | 'game' | 'result' | 'closed'} End */

/** The notices that end with each. @type {Record<Exclude<End, 'closed'>, readonly End[]>} */
const ENDED = { move: ['move'], game: ['move', 'game'], result: ['move', 'game', 'result'] }
const SECONDS = 6

/** How long "Undo" and other buttons are offered. */
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
export function notify({ text, tone = 'plain', code = '', actions = [], seconds, until = 'game' }) {
  const box = h(
    'div',
    { class: `notice ${tone}`, 'data-actions': actions.length, 'data-until': until },
    h('p', {}, text, ' ', codeLink(code)),
  )
  const close = () => end(box)
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
  const shut = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: close }, '×')
  box.append(h('div', { class: 'notice-actions' }, ...buttons, shut))
  const { notices } = speech()
  const passing = '[data-actions="0"]:not(:focus-within, [data-until="closed"])'
  for (const old of notices.querySelectorAll(passing)) old.remove()
  // The last one is seen. One that is in use stays that.
  const used = notices.querySelector(':focus-within')
  if (used) used.before(box)
  else notices.append(box)
  const lasts = seconds ?? (actions.length > 0 ? UNDO_SECONDS : SECONDS)
  if (seconds !== undefined || tone !== 'error') setTimeout(expire, lasts * 1000)
  return close
}

/** Ends the notices that are no longer true. @param {keyof typeof ENDED} event */
export function endNotices(event) {
  const boxes = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.notice'))
  for (const box of boxes) if (ENDED[event].includes(/** @type {End} */ (box.dataset.until))) end(box)
}

/** @param {HTMLElement} box of a notice */
function end(box) {
  if (box.contains(document.activeElement)) focusBoard()
  box.remove()
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
