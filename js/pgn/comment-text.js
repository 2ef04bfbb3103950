// SPDX-License-Identifier: Apache-2.0
// A comment's text from its raw form: blanks around it are dropped, and a line break with the blanks around it is one
// space, as lines may be broken anywhere (PGN standard 8.2.1).

const TAB = 9
const CARRIAGE_RETURN = 13
const SPACE = 32
const LINE_BREAKS = /[\r\n]+/

/**
 * Blanks are the ASCII ones; a no-break space is a letter like any other.
 * @param {number} unit a byte or a UTF-16 unit
 */
export const isBlank = unit => unit === SPACE || (unit <= CARRIAGE_RETURN && unit >= TAB)

/**
 * @param {string} text
 * @returns {string} without blanks at its ends
 */
export function trimBlanks(text) {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * @param {string} raw
 * @returns {string} on one line
 */
export function commentText(raw) {
  const text = trimBlanks(raw)
  if (!LINE_BREAKS.test(text)) return text
  const lines = text.split(LINE_BREAKS).map(trimBlanks)
  return lines.filter(line => line !== '').join(' ')
}
