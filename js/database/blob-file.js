// SPDX-License-Identifier: Apache-2.0
// A Blob as a file that is read in parts.

/** @import { OpenFile } from './folder.js' */

/**
 * @param {Blob} blob
 * @returns {OpenFile}
 */
export const openBlob = blob => ({
  size: blob.size,
  read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  close: async () => {},
})
