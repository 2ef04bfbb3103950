// SPDX-License-Identifier: Apache-2.0
// Converts byte offsets, as C counts, to offsets, lines and columns of the source.

/**
 * @param {string} text
 * @param {number} offset in bytes of its UTF-8 form
 * @returns {number} the same place in UTF-16 units; at most the text's length
 */
export function utf16Offset(text, offset) {
  let rest = offset
  let i = 0
  while (rest > 0 && i < text.length) {
    const point = /** @type {number} */ (text.codePointAt(i))
    rest -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    i += point < 0x10000 ? 1 : 2
  }
  return i
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/**
 * CRLF, CR and LF are one line break each.
 * @param {string | Uint8Array} source
 * @param {number} offset in units of the source
 * @returns {{ line: number, column: number }} from 1
 */
export function lineAndColumn(source, offset) {
  const at =
    typeof source === 'string'
      ? (/** @type {number} */ i) => source.charCodeAt(i)
      : (/** @type {number} */ i) => source[i]
  let line = 1
  let start = 0
  for (let i = 0; i < offset; i++) {
    const unit = at(i)
    if (unit === LINE_FEED || (unit === CARRIAGE_RETURN && at(i + 1) !== LINE_FEED)) {
      line++
      start = i + 1
    }
  }
  return { line, column: offset - start + 1 }
}
