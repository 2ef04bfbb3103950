// SPDX-License-Identifier: Apache-2.0
// Shows what is wrong in a text: the reason, and the place with the faulty part marked.

import { errorText } from '../game/descriptions.js'
import { h } from '../page/dom.js'
import { excerpt } from '../page/excerpt.js'

/** @typedef {import('binbo').ChessError} ChessError */

/**
 * @param {ChessError} error
 * @param {string} text in which it was found
 * @param {string} [startFen] of the game that it is about
 * @returns {HTMLElement[]}
 */
export function explain(error, text, startFen) {
  const { offset, input } = error
  const reason = h('span', {}, errorText(error, startFen))
  if (offset === undefined) return [reason]
  const isHere = typeof input === 'string' && input !== '' && text.startsWith(input, offset)
  return [reason, excerpt(text, offset, isHere ? input.length : undefined)]
}
