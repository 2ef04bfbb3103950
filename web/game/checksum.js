// SPDX-License-Identifier: Apache-2.0
// Tells whether what was saved is what comes back.

/**
 * FNV-1a (Fowler, Noll, Vo; RFC 9923), 32 bits, over UTF-16 units: against accidents, not against malice.
 * @param {string} text
 * @param {number} [before] the checksum of what stands before it
 * @returns {number}
 */
export function checksum(text, before = 0x811c9dc5) {
  let hash = before
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
