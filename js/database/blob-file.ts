// SPDX-License-Identifier: Apache-2.0
// A Blob as a file that is read in parts.

import type { OpenFile } from './folder.js'

export const openBlob = (blob: Blob): OpenFile => ({
  size: blob.size,
  read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  close: async () => {},
})
