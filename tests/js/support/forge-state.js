// SPDX-License-Identifier: Apache-2.0
// States with a change that their checksum does not notice. The layout is that of src/state.h: version at 3,
// variant 4, draws 5, result 6, length f of the FEN 7, number of moves 8, extra bytes 12, then the FEN, two
// bytes a move, the extra bytes, and CRC-32 (ISO 3309) of all that.

/**
 * @param {Uint8Array} state
 * @param {(bytes: Uint8Array) => void} change of a copy, its last four bytes aside
 * @returns {Uint8Array} with a checksum that fits
 */
export function forge(state, change) {
  const bytes = state.slice()
  change(bytes)
  const end = bytes.length - 4
  new DataView(bytes.buffer).setUint32(end, crc32(bytes.subarray(0, end)), true)
  return bytes
}

function crc32(bytes) {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** Where the moves begin. */
export const movesAt = state => 16 + state[7]
