// SPDX-License-Identifier: Apache-2.0
// Writes a fixture of tests/data/compatibility: what one version wrote and all later ones must read, namely states, the
// order of packed moves, and the numbers of the error codes. tests/js/compatibility.test.js reads them.
//
// usage: node tests/js/support/write-compatibility.js NAME [TREE]
//   NAME  of the fixture; an existing one is never overwritten
//   TREE  a built tree, whose version writes it; default: this one

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const data = fileURLToPath(new URL('../../data/', import.meta.url))
const [name, tree = fileURLToPath(new URL('../../../', import.meta.url))] = process.argv.slice(2)
const { chess960Fen, Game } = await import(pathToFileURL(`${tree}/dist/index.js`).href)

const KNIGHTS = ['g1f3', 'g8f6', 'f3g1', 'f6g8']
const CASTLES = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1'

/** @param {(game: Game) => void} act */
function made(options, act) {
  const game = new Game(options)
  act?.(game)
  return game
}

/** Moves chosen by a fixed rule, so that two versions play the same game. */
function long(options, plies) {
  return made(options, game => {
    for (let ply = 0, random = 1; ply < plies; ply++) {
      const moves = game.legalMoves('uci').sort()
      if (moves.length === 0) return
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0
      game.move(moves[random % moves.length])
    }
  })
}

const GAMES = {
  'a new game': () => made(),
  'a few moves': () => made({}, game => game.playMoves(['e4', 'c5', 'Nf3', 'd6', 'd4', 'cxd4'])),
  'a long game': () => long({ draws: 'claim' }, 500),
  'a start position from a FEN': () =>
    made({ fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 20' }, game =>
      game.playMoves(['O-O', 'O-O-O', 'a4', 'bxa3']),
    ),
  'Black to move first': () => made({ fen: '4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 40' }, game => game.move('d4e3')),
  'promotions to every piece': () =>
    made({ fen: '7k/PPPP4/8/8/8/8/pppp4/7K w - - 0 1' }, game =>
      game.playMoves(['a7a8q', 'h8h7', 'b7b8r', 'a2a1n', 'c7c8b', 'b2b1b', 'd7d8n']),
    ),
  'large clocks': () => made({ fen: '4k3/8/8/8/8/8/8/4K2R w - - 99 65535' }),
  'castling in standard chess': () => made({ fen: CASTLES }, game => game.playMoves(['e1g1', 'e8c8'])),
  'Chess960 from its default start': () =>
    made({ variant: 'chess960' }, game => game.playMoves(['e4', 'e5', 'Nf3', 'Nc6', 'Bc4', 'Bc5', 'O-O'])),
  'Chess960 with castling at once': () =>
    made({ variant: 'chess960', fen: chess960Fen(959) }, game =>
      game.playMoves(game.legalMoves('uci').slice(0, 1)),
    ),
  'Chess960, a long game': () => long({ variant: 'chess960', fen: chess960Fen(342), draws: 'claim' }, 200),
  'Chess960 with a rook beside the outermost one': () =>
    made({ variant: 'chess960', fen: '1rr1k2r/8/8/8/8/8/8/1RR1K2R w CHch - 0 1' }, game => game.move('e1h1')),
  'draws to be claimed, none yet': () => made({ draws: 'claim' }, game => game.playMoves(KNIGHTS)),
  'threefold repetition to be claimed': () =>
    made({ draws: 'claim' }, game => game.playMoves([...KNIGHTS, ...KNIGHTS])),
  'threefold repetition claimed': () =>
    made({ draws: 'claim' }, game => {
      game.playMoves([...KNIGHTS, ...KNIGHTS])
      game.claimDraw()
    }),
  'fifty moves claimed': () =>
    made({ draws: 'claim', fen: '4k3/8/8/8/8/8/8/4K2R w - - 100 80' }, game => game.claimDraw()),
  'threefold repetition by itself': () => made({}, game => game.playMoves([...KNIGHTS, ...KNIGHTS])),
  'fivefold repetition': () =>
    made({ draws: 'claim' }, game => game.playMoves([...KNIGHTS, ...KNIGHTS, ...KNIGHTS, ...KNIGHTS])),
  'fifty moves': () => made({ fen: '4k3/8/8/8/8/8/8/4K2R w - - 99 80' }, game => game.move('h1h2')),
  'seventy-five moves': () =>
    made({ draws: 'claim', fen: '4k3/8/8/8/8/8/8/4K2R w - - 149 80' }, game => game.move('h1h2')),
  checkmate: () => made({}, game => game.playMoves(['f3', 'e5', 'g4', 'Qh4'])),
  stalemate: () => made({ fen: '7k/8/6K1/8/5Q2/8/8/8 w - - 0 1' }, game => game.move('f4f7')),
  'insufficient material': () => made({ fen: '4k3/8/8/8/8/8/3p4/4K3 w - - 0 1' }, game => game.move('e1d2')),
  'drawn by hand': () => made({}, game => game.draw()),
  'drawn by hand, with a detail': () =>
    made({}, game => {
      game.move('e2e4')
      game.draw({ agreed: ['White', 'Black'], after: 1, note: 'Żółć 😀' })
    }),
  'won by hand': () => made({}, game => game.setWinner('black')),
  'won by hand, with a detail': () => made({}, game => game.setWinner({ id: 7 }, 'time')),
  headers: () =>
    made({}, game => {
      game.playMoves(['e4', 'e5'])
      game.headers.set('White', 'Żółć 😀').set('Annotator', 'a "b" \\ c').delete('Round')
    }),
  'a PGN': () =>
    made({}, game =>
      game.loadPgn('[Event "E"]\n[Result "1-0"]\n[WhiteElo "2000"]\n\n1. d4 d5 2. c4 e6 3. Nc3 1-0'),
    ),
  'a PGN that brings Chess960': () =>
    made({}, game =>
      game.loadPgn(`[Variant "Chess960"]\n[SetUp "1"]\n[FEN "${chess960Fen(100)}"]\n\n1. e4 e5 *`),
    ),
  'no draws by rule': () =>
    made({ draws: 'none' }, game =>
      game.playMoves([...KNIGHTS, ...KNIGHTS, ...KNIGHTS, ...KNIGHTS, ...KNIGHTS]),
    ),
  'no draws by rule, bare kings': () =>
    made({ draws: 'none', fen: '4k3/8/8/8/8/8/8/4K3 w - - 200 200' }, game => game.move('e1e2')),
  'moves taken back': () =>
    made({}, game => {
      game.playMoves(['e4', 'e5', 'Nf3'])
      game.undo()
    }),
}

/** What a game shows of what its state keeps. */
function facts(game) {
  const { fen, status, options, hash, headers, claimableDraws } = game
  return {
    start: options.fen,
    variant: options.variant,
    draws: options.draws,
    moves: game.moves.map(move => move.uci).join(' '),
    fen,
    hash: String(hash),
    status,
    claimableDraws,
    headers: [...headers],
  }
}

const POSITIONS = [
  ...JSON.parse(readFileSync(`${data}positions.json`, 'utf8'))
    .positions.filter((_, index) => index % 7 === 0)
    .map(({ fen, variant }) => [fen, variant]),
  ['8/8/8/K2pP2r/8/8/8/7k w - d6 0 2', 'standard'],
  ['4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 40', 'standard'],
  [CASTLES, 'standard'],
  [CASTLES, 'chess960'],
  ['r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1', 'standard'],
  ['7k/PPPP4/8/8/8/8/pppp4/7K w - - 0 1', 'standard'],
  ['7k/PPPP4/8/8/8/8/pppp4/7K b - - 0 1', 'standard'],
  ['1n1n4/P1P1P3/8/8/8/8/k7/7K w - - 0 1', 'standard'],
  ['4k3/8/8/8/8/8/4r3/4K3 w - - 0 1', 'standard'],
  ['4k3/8/8/1B6/8/8/8/4R1K1 b - - 0 1', 'standard'],
  ['4k3/4r3/8/8/4N3/8/4B3/4K3 w - - 0 1', 'standard'],
  ['R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1', 'standard'],
  ['1rr1k2r/8/8/8/8/8/8/1RR1K2R w CHch - 0 1', 'chess960'],
  ['bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1', 'chess960'],
  ['6kr/pppppppp/8/8/8/8/PPPPPPPP/6KR w Kk - 0 1', 'chess960'],
]

const text = readFileSync(`${tree}/src/error.h`, 'utf8')
const fixture = {
  writtenBy: `node tests/js/support/write-compatibility.js ${name}`,
  states: Object.entries(GAMES).map(([title, make]) => {
    const game = make()
    return { title, bytes: Buffer.from(game.state()).toString('base64'), ...facts(game) }
  }),
  packedMoves: POSITIONS.map(([fen, variant]) => ({
    fen,
    variant,
    moves: [...new Game({ fen, variant }).legalMoves('packed')].join(' '),
  })),
  errorCodes: Object.fromEntries(
    Array.from(text.matchAll(/^ {4}X\((\w+), (\d+), /gm), ([, code, number]) => [code, Number(number)]),
  ),
}
writeFileSync(`${data}compatibility/${name}.json`, `${JSON.stringify(fixture, null, 2)}\n`, { flag: 'wx' })
