// SPDX-License-Identifier: Apache-2.0
// Text as UTF-8: by TextEncoder and TextDecoder, or by the same in JS where these are missing, as in jsdom. A byte order
// mark is text like any other.

/** @type {Pick<TextEncoder, 'encode' | 'encodeInto'> | undefined} */
let encoder
/** @type {TextDecode | undefined} */
let lenient
/** @type {TextDecode | undefined} */
let strict

/** @typedef {{ decode: (bytes: Uint8Array) => string }} TextDecode */

function makeEncoder() {
  encoder = typeof TextEncoder === 'function' ? new TextEncoder() : plainEncoder
  return encoder
}

/**
 * @param {boolean} fatal
 * @returns {TextDecode}
 */
function makeDecoder(fatal) {
  return typeof TextDecoder === 'function'
    ? new TextDecoder('utf-8', { fatal, ignoreBOM: true })
    : { decode: bytes => plainDecode(bytes, fatal) }
}

/**
 * @param {string} text a lone surrogate becomes U+FFFD
 * @returns {Uint8Array}
 */
export const encode = text => (encoder ?? makeEncoder()).encode(text)

/**
 * @param {string} text
 * @param {Uint8Array} target gets as many whole characters as fit
 * @returns {{ read: number, written: number }} in UTF-16 units and in bytes
 */
export const encodeInto = (text, target) => (encoder ?? makeEncoder()).encodeInto(text, target)

/**
 * @param {Uint8Array} bytes
 * @returns {string} with U+FFFD for what is not UTF-8
 */
export function decode(bytes) {
  lenient ??= makeDecoder(false)
  return lenient.decode(bytes)
}

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 * @throws {TypeError} if they are not UTF-8
 */
export function decodeStrictly(bytes) {
  strict ??= makeDecoder(true)
  return strict.decode(bytes)
}

/** For tests, which compare it with TextEncoder. */
export const plainEncoder = {
  /** @param {string} text */
  encode(text) {
    const escaped = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd')) // with u, lone surrogates alone match
    return Uint8Array.from(escaped.match(/%..|./g) ?? [], found =>
      found.length > 1 ? Number(`0x${found.slice(1)}`) : found.charCodeAt(0),
    )
  },

  /**
   * @param {string} text
   * @param {Uint8Array} target
   */
  encodeInto(text, target) {
    const bytes = plainEncoder.encode(text)
    let written = Math.min(bytes.length, target.length)
    while (bytes[written] >> 6 === 2) written--
    const part = bytes.subarray(0, written)
    target.set(part)
    return { read: plainDecode(part, false).length, written }
  },
}

/**
 * For tests, which compare it with TextDecoder.
 * @param {Uint8Array} bytes
 * @param {boolean} fatal
 * @returns {string}
 * @throws {TypeError} if fatal and they are not UTF-8
 */
export function plainDecode(bytes, fatal) {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++]
    let more =
      first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1
    let code = more > 0 ? first & (0x3f >> more) : first
    // The second byte excludes longer forms than needed, surrogates, and what is above U+10FFFF.
    let low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
    let high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
    while (more > 0 && bytes[at] >= low && bytes[at] <= high) {
      code = (code << 6) | (bytes[at++] & 0x3f)
      low = 0x80
      high = 0xbf
      more--
    }
    if (more !== 0 && fatal) throw new TypeError('this is not UTF-8')
    text += String.fromCodePoint(more === 0 ? code : 0xfffd)
  }
  return text
}
