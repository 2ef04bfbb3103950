// SPDX-License-Identifier: Apache-2.0
// Fuzzes EPD records.

import assert from 'node:assert/strict'
import { ChessError } from '#js/core/errors.js'
import { parseEpd, readEpd, toEpd } from '#js/entries/epd.js'

/** @param {string} line @returns {ReturnType<typeof parseEpd> | undefined} */
function read(line) {
  try {
    return parseEpd(line)
  } catch (error) {
    assert.ok(error instanceof ChessError && /^ERR_(EPD|FEN)_/.test(error.code), String(error))
    const { offset = 0 } = error
    assert.ok(offset >= 0 && offset <= line.length, `offset ${offset}`)
    return undefined
  }
}

/** A written record is read back as the same record. @param {string} line */
function checkLine(line) {
  const epd = read(line)
  if (epd === undefined) return
  const { errors, bestMoves } = epd
  for (const { code, offset = -1, input = '' } of errors) {
    assert.match(code, /^ERR_(SAN|MOVE)_/)
    if (input.length < SHORTENED) assert.equal(line.slice(offset, offset + input.length), input)
  }
  const written = String(epd)
  const again = parseEpd(written)
  assert.deepEqual([again.fen, again.ops], [epd.fen, epd.ops], written)
  assert.equal(String(again), written)
  if (errors.length > 0) return
  const own = parseEpd(toEpd(epd.position, Object.fromEntries(epd.ops)))
  assert.deepEqual(own.bestMoves.map(({ uci }) => uci).toSorted(), bestMoves.map(({ uci }) => uci).toSorted())
  assert.deepEqual(own.errors, [])
}

/** Each line of a file is a record, or skipped; its bytes may arrive in any pieces. @param {string} text */
async function checkFile(text) {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  if (lines.some(line => line.length > LONGEST_LINE)) return // a separate record, even for a comment
  const wanted = lines.flatMap(line =>
    line.trim() === '' || /^\s*[#%]/.test(line) ? [] : [read(line)?.fen ?? null],
  )
  const found = []
  for await (const { fen } of readEpd(pieces(text))) found.push(fen)
  assert.deepEqual(found, wanted)
}

/** @param {string} text */
function* pieces(text) {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 5 + 1) % 97)
    yield bytes.subarray(at, at + size)
}

/** How much of their input errors keep. */
const SHORTENED = 400
/** In UTF-16 units; the reader takes 65,536 bytes. */
const LONGEST_LINE = 20_000

const WORDS = [
  ...['bm', 'am', 'pv', 'pm', 'sm', 'id', 'acd', 'hmvc', 'fmvn', 'c0', 'noop', 'D1', 'eco'],
  ...['e4', 'Nf3', 'O-O', 'e2e4', '1.', 'Nf3,', '-', '"', '\\"', '\\', ';', ' ', '  ', '"a b;"', '"a'],
  ...['0', '12', '-3.5', '.5', '+M5', '1-0', '3rd', 'KQkq', 'w', 'b', '3+3', '+0+0', '0 1', '#', '%'],
]
const RECORDS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id "one; two"; acd 12;',
  'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4 bm Qxf7#; am Qxe5+; pv h5f7;',
  '4k3/8/8/8/8/8/8/4K2R w K - - hmvc 4; fmvn 50; c0 hello "wor\\"ld"; noop;',
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902',
]

/** @type {import('./fuzz.js').Target[]} */
export const targets = [
  { name: 'epd-line', words: WORDS, seeds: RECORDS, check: checkLine, slowness: 20 },
  {
    name: 'epd-file',
    words: [...WORDS, '\n', '\r\n', '\r', '\ufeff', 'é'],
    seeds: [RECORDS.join('\n'), `\ufeff# suite\r\n\r\n${RECORDS[0]}\r% end`],
    check: checkFile,
    slowness: 20,
  },
]
