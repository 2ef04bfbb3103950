// SPDX-License-Identifier: Apache-2.0
// What is written to files, in pieces: a file of a segment is tens of megabytes, of which no copy is made.

/**
 * What is written to a file, of which a part is copied at a time.
 * @typedef {object} Pieces
 * @property {number} size in bytes
 * @property {(target: Uint8Array, from: number) => void} copy fills it with the bytes from there on
 */

/** Bytes that are written at once. */
const PIECE = 1 << 20

/**
 * @param {Uint8Array} bytes borrowed
 * @returns {Pieces}
 */
export const piecesOf = bytes => ({
  size: bytes.length,
  copy: (target, from) => target.set(bytes.subarray(from, from + target.length)),
})

/**
 * @param {Pieces} pieces
 * @param {(bytes: Uint8Array<ArrayBuffer>, at: number) => Promise<void>} put writes bytes, which are borrowed until it is done
 * @param {number} [most] bytes at once
 * @returns {Promise<void>}
 */
export async function putPieces({ size, copy }, put, most = PIECE) {
  const piece = new Uint8Array(Math.min(size, most))
  for (let at = 0; at < size; at += most) {
    const bytes = piece.subarray(0, size - at)
    copy(bytes, at)
    await put(bytes, at)
  }
}
