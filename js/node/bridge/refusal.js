// SPDX-License-Identifier: Apache-2.0
// Why a command is not passed on, in words that a client may see.

/** What a reader of commands throws. It never leaves the bridge. */
export class Refusal extends Error {}

const LONGEST_REASON = 160

/**
 * @param {string} reason which may quote the client
 * @returns {string} a line for the client: printable ASCII only, and short
 */
export function refusalLine(reason) {
  return `info string refused: ${plainText(reason, LONGEST_REASON)}`
}

/**
 * @param {string} text of whatever origin
 * @param {number} length the longest that may come out
 * @returns {string} in printable ASCII, with ? for other characters
 */
export function plainText(text, length) {
  const plain = text.slice(0, length + 1).replace(/[^\x20-\x7e]/g, '?')
  return plain.length <= length ? plain : `${plain.slice(0, length - 3)}...`
}
