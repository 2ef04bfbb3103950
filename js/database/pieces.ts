// SPDX-License-Identifier: Apache-2.0
// The contents of files in pieces: the file of a segment has tens of megabytes, which are never copied at once.

/** The contents of a file, of which a part is copied at a time. */
export type Pieces = {
  /** in bytes */
  size: number
  /** fills the target with the bytes from an offset on */
  copy: (target: Uint8Array, from: number) => void
}

/** The bytes of one write. */
const PIECE = 1 << 20

/** @param bytes borrowed */
export const piecesOf = (bytes: Uint8Array): Pieces => ({
  size: bytes.length,
  copy: (target, from) => target.set(bytes.subarray(from, from + target.length)),
})

/**
 * @param put writes bytes, which are borrowed until it is done
 * @param most the most bytes at once
 */
export async function putPieces(
  { size, copy }: Pieces,
  put: (bytes: Uint8Array<ArrayBuffer>, at: number) => Promise<void>,
  most: number = PIECE,
): Promise<void> {
  const piece = new Uint8Array(Math.min(size, most))
  for (let at = 0; at < size; at += most) {
    const bytes = piece.subarray(0, size - at)
    copy(bytes, at)
    await put(bytes, at)
  }
}
