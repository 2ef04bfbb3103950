// SPDX-License-Identifier: Apache-2.0
// Text out of a stream of bytes.

/** @typedef {import('node:stream').Readable} Readable */

/**
 * Reads a stream of UTF-8 to its end: characters are never cut, whatever the chunks, and a byte order mark at
 * the start is left out. Errors of the stream are left to whoever watches what it belongs to.
 * @param {Readable} stream of bytes
 * @param {(text: string) => void} receive is given text that is not empty
 */
export function readText(stream, receive) {
  const decoder = new TextDecoder()
  const pass = (/** @type {string} */ text) => text !== '' && receive(text)
  stream.on('data', bytes => pass(decoder.decode(bytes, { stream: true })))
  stream.on('end', () => pass(decoder.decode()))
  stream.on('error', () => {})
}
