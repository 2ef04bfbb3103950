// SPDX-License-Identifier: Apache-2.0
// Messages of the page: announcements for screen readers, and notices that the user can close. The page and each dialog have
// a place for them, since users and screen readers cannot reach anything outside an open dialog. One notice is visible at a
// time; it ends when its reason ends. Notices are made by hand: models show them without the template library, and they move
// between dialogs.

import { h } from './dom.js'
import { focusBoard } from './focus.js'
import { say } from './texts.js'
import { oneOf } from './unknown.js'

/** `isUndo`: Ctrl+Z runs it as well */
type Action = { label: string; run: () => void; isUndo?: boolean }

type Notice = {
  /** one or two sentences */
  text: string
  /** default 'plain' */
  tone?: 'plain' | 'error'
  /** the error's, for developers: players read the text */
  code?: string
  /** the event that ends it at the latest; default 'game' */
  until?: End
  /** buttons; each closes the notice */
  actions?: Action[]
  /** time until it closes by itself; errors stay by default */
  seconds?: number
  /** called once when it has ended without one of its actions */
  unused?: () => void
}

/** @param run undoes what the text tells @returns a notice */
export const undoable = (text: string, run: () => void): Notice => ({
  text,
  actions: [{ label: say`Undo`, isUndo: true, run }],
})

/** The event that makes a notice untrue: the next move, another game, the result of a game; 'closed': only the user ends it. */
type End = 'move' | 'game' | 'result' | 'closed'

/** Each event ends the notices with these values of `until`. */
const ENDED: Record<Exclude<End, 'closed'>, readonly End[]> = {
  move: ['move'],
  game: ['move', 'game'],
  result: ['move', 'game', 'result'],
}
const SECONDS = 6

/** How long "Undo" and other buttons are offered. */
export const UNDO_SECONDS = 20

/** By notice: what follows if none of its actions is used. */
const UNUSED: WeakMap<HTMLElement, () => void> = new WeakMap()
/** By notice: the timer that closes it, which would keep a removed one. */
const TIMERS: WeakMap<HTMLElement, ReturnType<typeof setTimeout>> = new WeakMap()

/** @returns a place for notices and announcements, like the one of index.html */
export const makeSpeech = (): HTMLElement =>
  h(
    'div',
    { class: 'speech' },
    h('div', { class: 'notices', 'aria-live': 'polite' }),
    h('p', { class: 'visually-hidden', role: 'status' }),
  )

/** Announces a text to screen readers, after their current text. */
export function announce(text: string) {
  const { announcer } = speech()
  // A changed text is announced even if it reads the same.
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text
}

/** @returns the current announcement */
export const announced = (): string => speech().announcer.textContent?.trim() ?? ''

/**
 * Shows a notice.
 * @returns closes it
 */
export function notify({
  text,
  tone = 'plain',
  code = '',
  actions = [],
  seconds,
  until = 'game',
  unused,
}: Notice): () => void {
  const box = h(
    'div',
    { class: `notice ${tone}`, 'data-actions': actions.length, 'data-until': until, 'data-code': code },
    h('p', {}, text),
  )
  if (unused) UNUSED.set(box, unused)
  const close = () => end(box)
  const expire = () => {
    // It stays while its buttons are in use.
    if (box.matches(':focus-within')) expireIn(1)
    else close()
  }
  const expireIn = (time: number) => TIMERS.set(box, setTimeout(expire, time * 1000))
  const buttons = actions.map(({ label, run, isUndo = false }) => {
    const act = () => {
      UNUSED.delete(box)
      close()
      run()
    }
    return h('button', { type: 'button', 'data-undo': isUndo, onclick: act }, label)
  })
  const shut = h('button', { type: 'button', class: 'quiet', 'aria-label': say`Close`, onclick: close }, '×')
  box.append(h('div', { class: 'notice-actions' }, ...buttons, shut))
  const { notices } = speech()
  const passing: NodeListOf<HTMLElement> = notices.querySelectorAll(
    '[data-actions="0"]:not(:focus-within, [data-until="closed"])',
  )
  for (const old of passing) end(old)
  // Only the last notice is visible. A notice in use stays the last one.
  const used = notices.querySelector(':focus-within')
  if (used) used.before(box)
  else notices.append(box)
  const lasts = seconds ?? (actions.length > 0 ? UNDO_SECONDS : SECONDS)
  if (seconds !== undefined || tone !== 'error') expireIn(lasts)
  return close
}

/** Ends the notices that are no longer true. */
export function endNotices(event: keyof typeof ENDED) {
  const boxes: NodeListOf<HTMLElement> = document.querySelectorAll('.notice')
  for (const box of boxes) if (oneOf(ENDED[event], box.dataset.until)) end(box)
}

/** Removes a notice. */
function end(box: HTMLElement) {
  if (box.contains(document.activeElement)) focusBoard()
  box.remove()
  clearTimeout(TIMERS.get(box))
  UNUSED.get(box)?.()
  UNUSED.delete(box)
}

/** Runs the newest offer to undo something. @returns whether there was one */
export function undoLast(): boolean {
  const offers: NodeListOf<HTMLElement> = document.querySelectorAll('.notice [data-undo]')
  const newest = Array.from(offers).at(-1)
  newest?.click()
  return newest !== undefined
}

/** Moves the open notices to a usable place, after a dialog was opened or closed. Notices without buttons do not move into a dialog. */
export function moveNotices() {
  const { notices } = speech()
  const isDialog = notices.closest('dialog') !== null
  for (const box of document.querySelectorAll('.notice')) {
    const isNews = box.matches('.plain[data-actions="0"]')
    if (box.parentElement !== notices && !(isDialog && isNews)) notices.append(box)
  }
}

/** @returns the places for messages of the topmost dialog, or of the page */
function speech(): { notices: Element; announcer: Element } {
  const [notices, announcer] =
    Array.from(document.querySelectorAll('#speech, dialog:modal > .speech')).at(-1)?.children ?? []
  if (!announcer) throw new Error('the page has no place for notices')
  return { notices, announcer }
}
