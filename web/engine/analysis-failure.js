// SPDX-License-Identifier: Apache-2.0
// Why the analysis has stopped by itself, or does not begin, and the ways on.

import { h, writeText } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { BUILT_IN } from './source.js'

/** @typedef {import('../app.js').App} App */

/**
 * @param {App} app
 * @param {() => HTMLElement} next has the focus where it was on a way on that is done
 * @returns {{ root: HTMLElement, show: () => void }}
 */
export function makeFailure({ analyst, room }, next) {
  /** @param {string} label @param {() => void} mend */
  const way = (label, mend) => {
    const onclick = () => {
      mend()
      analyst.start()
    }
    return h('button', { type: 'button', onclick }, label)
  }
  const text = h('p', { class: 'error' })
  const tryAgain = way('Try again', () => room.mend())
  const useBuiltIn = way('Use the built-in engine', () => room.use(BUILT_IN))
  const ways = h('div', { class: 'row' }, tryAgain, useBuiltIn)
  const root = h('div', { class: 'analysis-failure', role: 'alert' }, text, ways)
  return {
    root,
    show() {
      const { state } = analyst
      const failure = state === 'failed' ? analyst.failure : state === 'starting' ? room.delay : ''
      keepFocus(root, next, () => {
        root.hidden = failure === ''
        useBuiltIn.hidden = room.source.kind === 'builtin'
      })
      // Screen readers say it once, when it changes.
      writeText(text, failure)
    },
  }
}
