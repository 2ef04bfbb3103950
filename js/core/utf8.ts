// SPDX-License-Identifier: Apache-2.0
// Encodes and decodes UTF-8, with TextEncoder and TextDecoder, or with JS if these are missing, as in jsdom. A byte order mark
// is text like any other.

let encoder: Pick<TextEncoder, 'encode' | 'encodeInto'> | undefined
let lenient: TextDecode | undefined
let strict: TextDecode | undefined

type TextDecode = { decode: (bytes: Uint8Array) => string }

function makeEncoder() {
  encoder = typeof TextEncoder === 'function' ? new TextEncoder() : plainEncoder
  return encoder
}

function makeDecoder(fatal: boolean): TextDecode {
  return typeof TextDecoder === 'function'
    ? new TextDecoder('utf-8', { fatal, ignoreBOM: true })
    : { decode: bytes => plainDecode(bytes, fatal) }
}

/** @param text a lone surrogate becomes U+FFFD */
export const encode = (text: string): Uint8Array<ArrayBuffer> => (encoder ?? makeEncoder()).encode(text)

/**
 * @param target gets as many whole characters as fit
 * @returns how much was read, in UTF-16 units, and written, in bytes
 */
export const encodeInto = (text: string, target: Uint8Array): { read: number; written: number } =>
  (encoder ?? makeEncoder()).encodeInto(text, target)

/** @returns the text, with U+FFFD for invalid UTF-8 */
export function decode(bytes: Uint8Array): string {
  lenient ??= makeDecoder(false)
  return lenient.decode(bytes)
}

/** @throws {TypeError} if the bytes are not UTF-8 */
export function decodeStrictly(bytes: Uint8Array): string {
  strict ??= makeDecoder(true)
  return strict.decode(bytes)
}

/** For tests, which compare it with TextEncoder. */
export const plainEncoder = {
  encode(text: string) {
    const escaped = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd')) // with u, lone surrogates alone match
    return Uint8Array.from(escaped.match(/%..|./g) ?? [], found =>
      found.length > 1 ? Number(`0x${found.slice(1)}`) : found.charCodeAt(0),
    )
  },

  encodeInto(text: string, target: Uint8Array) {
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
 * @throws {TypeError} if `fatal` and the bytes are not UTF-8
 */
export function plainDecode(bytes: Uint8Array, fatal: boolean): string {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++]
    let more =
      first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1
    let code = more > 0 ? first & (0x3f >> more) : first
    // The second byte excludes overlong forms, surrogates, and characters above U+10FFFF.
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
