// SPDX-License-Identifier: Apache-2.0
// Fuzzes opening books made of any bytes.

import assert from 'node:assert/strict'
import { ChessError } from '#js/core/errors.js'
import { Book } from '#js/entries/book.js'
import { START_FEN } from '#js/entries/index.js'

const POSITIONS = [START_FEN, 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', '2k5/P7/8/8/8/8/8/K7 w - - 0 1']

/** A book answers for any bytes; merged with an empty book, it is sorted and has the same moves. @param {string} input */
async function checkBook(input) {
  const bytes = Uint8Array.from(input, sign => sign.charCodeAt(0))
  let book
  try {
    book = await Book.open(bytes)
  } catch (error) {
    assert.ok(error instanceof ChessError && error.code === 'ERR_BOOK_SIZE' && bytes.length % 16 !== 0)
    return
  }
  for (const position of POSITIONS)
    for (const { uci, weight } of await book.find(position, { minWeight: 0 }))
      assert.ok(/^[a-h][1-8][a-h][1-8][qrbn]?$/.test(uci) && weight >= 0 && weight <= 0xffff)
  const merged = await Book.merge(book, await Book.open(new Uint8Array()))
  /** @type {Set<string>} */
  const [before, now] = [new Set(), new Set()]
  for await (const { key, move } of book) before.add(`${key} ${move}`)
  let last = -1n
  for await (const { key, move } of merged) {
    assert.ok(key >= last)
    last = key
    now.add(`${key} ${move}`)
  }
  assert.deepEqual(now, before)
  assert.equal(merged.length, before.size)
}

/** The key of the start position, and a move. */
const ENTRY = 'F;\x96\x18\x16\x91\xfc\x9c\x03\x1c\0\x05\0\0\0\0'

/** @type {import('./fuzz.js').Target[]} */
export const targets = [
  {
    name: 'book-bytes',
    words: [ENTRY, ENTRY.slice(0, 8), '\0\0\0\0', '\xff\xff'],
    seeds: [ENTRY, ENTRY + ENTRY, `${'\0'.repeat(16)}${ENTRY}${'\xff'.repeat(16)}`],
    check: checkBook,
    slowness: 3,
  },
]
