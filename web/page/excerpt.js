// SPDX-License-Identifier: Apache-2.0
// The place of a text that is faulty, marked, with what stands around it on the same line.

import { h } from './dom.js'

/** Characters shown on each side of the faulty part. */
const AROUND = 24

/**
 * @param {string} text
 * @param {number} from where the faulty part begins
 * @param {number} [length] of it; default one character
 * @returns {HTMLElement}
 */
export function excerpt(text, from, length = characterAt(text, from)) {
  const to = from + length
  const line = text.slice(0, from).search(/[^\r\n]*$/)
  const start = Math.max(line, from - AROUND)
  const [rest] = text.slice(to).split(/[\r\n]/, 1)
  return h(
    'span',
    { class: 'code excerpt' },
    start > line && '…',
    text.slice(start, from),
    h('mark', {}, text.slice(from, to).trim() || '␣'),
    rest.slice(0, AROUND),
    rest.length > AROUND && '…',
  )
}

/** @param {string} text @param {number} at @returns {number} its length there, 2 for one beyond U+FFFF */
const characterAt = (text, at) => Array.from(text.slice(at, at + 2))[0]?.length ?? 0
