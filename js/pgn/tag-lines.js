// SPDX-License-Identifier: Apache-2.0
// Where the next game begins, when nothing else is known.

/** More than the tag name, its blanks and its quote take. */
export const LONGEST_TAG_START = 300

const BRACKET = 0x5b
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const TAG_START = /^\[[ \t]*[^\s"[\]%]+[ \t]*"/

/**
 * @param {Uint8Array} bytes
 * @param {number} from
 * @returns {number} where behind this byte a line begins with a tag, or -1
 */
export function findTagLine(bytes, from) {
  for (let at = bytes.indexOf(BRACKET, from + 1); at >= 0; at = bytes.indexOf(BRACKET, at + 1)) {
    if (bytes[at - 1] !== LINE_FEED && bytes[at - 1] !== CARRIAGE_RETURN) continue
    if (TAG_START.test(String.fromCharCode(...bytes.subarray(at, at + LONGEST_TAG_START)))) return at
  }
  return -1
}
