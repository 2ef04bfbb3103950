// SPDX-License-Identifier: Apache-2.0
// What program.js must report.

export const EXPECTED = {
  before: 43,
  status: { over: true, type: 'checkmate', winner: 'white' },
  san: 'Qxf7#',
  fen: 'r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4',
  picture: ['<title>♞ &amp; &lt;Zoë&gt;</title>', '"check"'],
  tables: [0, 'KRvK.rtbw', 'ERR_TABLEBASE_DAMAGED'],
  packed: true,
  best: ['Nf3'],
  opening: "Bishop's Opening",
  likeChessJs: 20,
  others: ['function', 'function', 'function', 'function', 'function'],
  pgn: '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0',
  refused: 'ERR_SAN_ILLEGAL',
  isChessError: true,
  isOneLibrary: true,
  players: ['Zoë', 'Łukasz'],
  comments: ['наивно – ♞'],
  variation: 'c5',
  written: '1. e4 {наивно – ♞} 1... e5 (1... c5 2. Nf3) 2. Nf3 $1 *',
}

/** A position for engines, and the move that they must find. */
export const MATE_IN_1 = 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4'
export const MATE = 'h5f7'

/** What in-js.js must report. */
export const EXPECTED_IN_JS = {
  wasm: 'undefined',
  moves: 43,
  mates: ['Qxf7#'],
  status: { over: true, type: 'checkmate', winner: 'white' },
  fen: EXPECTED.fen,
  nodes: 400,
  refused: ['ERR_SAN_ILLEGAL', true],
  opening: "Bishop's Opening",
  packed: true,
  best: ['Nf3'],
  picture: EXPECTED.picture,
  written: [EXPECTED.written, ''],
  players: ['Zoë', 'Zoë'],
  likeChessJs: ['e4', 'e5'],
  others: ['function', 'function', 'function', 'function'],
}
