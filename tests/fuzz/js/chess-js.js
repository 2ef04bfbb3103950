// SPDX-License-Identifier: Apache-2.0
// Fuzzes the input of binbo/chess.js: PGN, FEN and moves.

import assert from 'node:assert/strict'
import { Chess, validateFen } from '#js/entries/chess-js.js'

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const WORDS = [
  ...[
    'e4',
    'e5',
    'Nf3',
    'Nc6',
    'O-O',
    '0-0',
    'exd5',
    'e8=Q',
    'e7e8q',
    '--',
    'Z0',
    '1.',
    '1...',
    '(',
    ')',
    '*',
    '1-0',
  ],
  ...[
    '1/2-1/2',
    '$1',
    '!',
    '?!',
    '{',
    '}',
    ';',
    '\n',
    '\n%',
    '[Event "e"]',
    '[FEN "',
    '[SetUp "1"]',
    '"]',
    '\\',
    '"',
  ],
  ...['__proto__', 'constructor', 'e.p.', '+', '#', 'P', 'Ng1-f3', 'e2e4', '\r\n', '[a "', ' ]'],
  ...['8', '/', 'KQkq', '-', 'w', 'b', 'e3', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'],
]

/** @param {() => unknown} call @param {RegExp} pattern of the messages of the errors that it may throw */
function expectError(call, pattern) {
  try {
    return { value: call() }
  } catch (error) {
    assert.ok(error instanceof Error && /^(Syntax)?Error$/.test(error.name), `${error}`)
    assert.match(error.message, pattern)
    return undefined
  }
}

/** @param {string} text */
function checkPgn(text) {
  for (const strict of [false, true]) {
    const chess = new Chess()
    const read = expectError(() => chess.loadPgn(text, { strict }), /^Invalid /)
    // After an error there is still a game that can continue.
    const written = chess.pgn()
    assert.equal(new Chess(chess.fen(), { skipValidation: true }).fen(), chess.fen())
    if (!read || chess.history().includes('--')) continue
    const again = new Chess()
    if (expectError(() => again.loadPgn(written, { strict }), /^Invalid /) === undefined) continue
    assert.deepEqual(again.history(), chess.history(), written)
    assert.equal(again.fen(), chess.fen(), written)
    while (chess.undo());
  }
}

/** The text is a FEN and, after a line break, a move. @param {string} text */
function checkFen(text) {
  const [fen, ...rest] = text.split('\n')
  const { ok, error } = validateFen(fen)
  assert.equal(ok, error === undefined)
  const chess = new Chess()
  const loaded = expectError(() => chess.load(fen), /^Invalid FEN: /)
  assert.equal(chess.fen().split(' ').length, 6)
  if (!loaded) expectError(() => chess.load(fen, { skipValidation: true }), /^/)
  const moves = chess.moves()
  const done = expectError(() => chess.move(rest.join('\n')), /^(Invalid move|Null move not allowed)/)
  if (done) assert.ok(chess.undo())
  assert.deepEqual(chess.moves(), moves)
}

/** @type {import('./fuzz.js').Target[]} */
export const targets = [
  {
    name: 'chess-js-pgn',
    words: WORDS,
    seeds: [
      '[Event "e"]\n[White "a \\"b\\""]\n\n1. e4 e5 2. Nf3 {a comment} (2. f4 exf4) Nc6 $1 3. Bb5 1-0\n',
      `[SetUp "1"]\n[FEN "${START}"]\n\n1. d4 d5 ; x\n2. c4 *`,
      '1. e4! e5?? 2. -- d5 *',
    ],
    check: checkPgn,
    slowness: 8,
  },
  {
    name: 'chess-js-fen',
    words: WORDS,
    seeds: [
      `${START}\ne4`,
      '8/P7/8/8/8/8/8/K1k5 w - - 0 1\na8=N',
      'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 3 5\nexd6',
    ],
    check: checkFen,
    slowness: 8,
  },
]
