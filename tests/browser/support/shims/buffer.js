// SPDX-License-Identifier: Apache-2.0
// Stands in for Node's Buffer in Chromium, as far as the tests of the library use it.

const encoders = /** @type {Record<string, (bytes: Uint8Array) => string>} */ ({
  base64: bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')),
  hex: bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join(''),
  utf8: bytes => new TextDecoder().decode(bytes),
})

/** @param {string | Iterable<number>} source */
const bytesOf = source =>
  typeof source === 'string' ? new TextEncoder().encode(source) : Uint8Array.from(source)

class Bytes extends Uint8Array {
  /** @override */
  toString(encoding = 'utf8') {
    return encoders[encoding](this)
  }

  /**
   * @override
   * @param {number | string} wanted a byte, or a text to look for
   */
  indexOf(wanted, from = 0) {
    if (typeof wanted === 'number') return super.indexOf(wanted, from)
    const text = bytesOf(wanted)
    for (let at = from; at + text.length <= this.length; at++) {
      if (text.every((byte, index) => this[at + index] === byte)) return at
    }
    return -1
  }
}

export const Buffer = {
  /** @param {string | Iterable<number>} source */
  from: source => new Bytes(bytesOf(source)),
}
