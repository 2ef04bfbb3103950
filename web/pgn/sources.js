// SPDX-License-Identifier: Apache-2.0
// What people give to be read, as one Blob that a range of bytes can be taken out of.

/** UTF-8 with a byte order mark, and UTF-16, which Windows writes with one. */
const MARKS = /** @type {[mark: number[], encoding: string][]} */ ([
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
])

/**
 * @param {File[]} files at least one
 * @returns {Promise<{ name: string, blob: Blob }>} one after the other
 * @throws {DOMException} one of them cannot be read
 */
export async function joinFiles(files) {
  const [first] = files
  const name = files.length === 1 ? first.name : `${first.name} and ${files.length - 1} more`
  const parts = await Promise.all(files.map(plainBlob))
  return { name, blob: parts.length === 1 ? parts[0] : new Blob(parts.flatMap(part => [part, '\n\n'])) }
}

/**
 * @param {Blob} file
 * @returns {Promise<Blob>} UTF-8 or Latin-1, without a byte order mark
 */
async function plainBlob(file) {
  const start = new Uint8Array(await file.slice(0, 3).arrayBuffer())
  const found = MARKS.find(([mark]) => mark.every((byte, index) => start[index] === byte))
  if (!found) return file
  const [mark, encoding] = found
  if (encoding === 'utf-8') return file.slice(mark.length)
  const text = file.stream().pipeThrough(new TextDecoderStream(encoding))
  return new Response(text.pipeThrough(new TextEncoderStream())).blob()
}
