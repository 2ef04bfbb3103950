// SPDX-License-Identifier: Apache-2.0
// Shows what is wrong in a text: the reason, and the place with the faulty part marked.

import { h } from '../page/dom.js'

/** @typedef {import('binbo').ChessError} ChessError */

/** Characters shown on each side of the faulty part. */
const AROUND = 30

/**
 * @param {ChessError} error
 * @param {string} text in which it was found
 * @returns {HTMLElement[]}
 */
export function explain(error, text) {
  const reason = h('span', {}, error.message)
  const { offset } = error
  if (offset === undefined) return [reason]
  const { input } = error
  const isHere = typeof input === 'string' && input !== '' && text.startsWith(input, offset)
  const end = offset + (isHere ? input.length : 1)
  const before = text.slice(Math.max(0, offset - AROUND), offset).replace(/^.*[\r\n]/s, '')
  const after = text.slice(end, end + AROUND).replace(/[\r\n].*$/s, '')
  const marked = text.slice(offset, end).trim() || '␣'
  return [reason, h('span', { class: 'pgn-where code' }, before, h('mark', {}, marked), after)]
}
