// SPDX-License-Identifier: Apache-2.0
// What keeps the engine from its move, or from an answer, and the ways on.

import { h } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./questions.js').Questions} Questions */

/**
 * @param {HTMLElement} root empty where there is no trouble
 * @param {HTMLElement} next has the focus when a way was taken
 * @param {App} app
 * @param {Questions} questions
 */
export function mountTrouble(root, next, { match, room }, questions) {
  /** What is shown: made anew it would be read aloud again, and lose the focus. */
  let shown = ''

  const show = () => {
    const isWaiting = match.thinking || questions.asking !== ''
    const text = match.failure || (isWaiting ? room.delay : '')
    const now = text && `${room.source.kind} ${text}`
    if (now === shown) return
    shown = now
    root.dataset.kind = match.failure ? 'failure' : 'delay'
    keepFocus(
      root,
      () => next,
      () => root.replaceChildren(...(text ? contents(text) : [])),
    )
  }

  /** @param {string} text */
  const contents = text => [
    h('p', { class: match.failure === '' ? '' : 'error' }, text),
    h('p', { class: 'soft' }, 'The game is kept; it waits for the engine.'),
    h(
      'div',
      { class: 'row' },
      way('Try again', () => match.tryAgain()),
      room.source.kind === 'remote' && way('Use the built-in engine', () => match.useBuiltIn()),
      match.setup && way('Play both sides by hand', () => match.playByHand()),
    ),
  ]

  match.onChange(show)
  room.onChange(show)
  questions.onChange(show)
  show()
}

/** @param {string} label @param {() => void} run */
const way = (label, run) => h('button', { type: 'button', onclick: run }, label)
