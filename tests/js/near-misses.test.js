// SPDX-License-Identifier: Apache-2.0
// Calls that nearly are right, as users of other libraries and readers of half a page write them: what each message must
// say, and what is taken although it looks wrong.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { assertThrows } from './support/assertions.js'
import { chess960Fen, dist, Game, perft, root, Setup, START_FEN } from './support/binbo.js'
import { FOOLS_MATE, fromFen, played } from './support/games.js'

const load = name => import(pathToFileURL(`${dist}${name}.js`).href)
const { parsePgn, readPgn } = await load('pgn')
const { Engine, EnginePool, UciGame, workerTransport } = await load('uci')
const { processTransport } = await load('node')

const PROMOTION = '8/P6k/8/8/8/8/8/K7 w - - 0 1'
const TWO_KNIGHTS = '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1'
const move = (text, fen = START_FEN) => fromFen(fen).move(text)
const san = (text, fen = START_FEN) => fromFen(fen).sanMove(text)
const make = options => new Game(options)
const withFen = fen => new Game({ fen })

/** Each row: the call, the code, and what the message must contain. */
const MISSES = {
  'moves for move()': [
    [() => move('e5'), 'ERR_SAN_ILLEGAL', /no legal move that fits: 'e5'/],
    [() => move('Sf3'), 'ERR_SAN_SYNTAX', /SAN, such as 'Nf3'.*'Sf3'/],
    [() => move('0-0'), 'ERR_SAN_ILLEGAL', /no legal move that fits/],
    [() => move('a8=Q'), 'ERR_SAN_ILLEGAL', /no legal move that fits/],
    [() => move('E2E4'), 'ERR_MOVE_SYNTAX', /write 'e2e4'/],
    [() => move('e2 e4'), 'ERR_MOVE_SYNTAX', /UCI, such as 'e2e4'.*write 'e2e4'/],
    [() => move('e2xd3'), 'ERR_SAN_ILLEGAL', /legal is d3/],
    [() => move('a7a8Q'), 'ERR_MOVE_PROMOTION', /write 'a7a8q'/],
    [() => new Game().move('e2', 'e4'), 'ERR_SAN_ILLEGAL', /no legal move that fits: 'e2'/],
    [() => move(''), 'ERR_SAN_SYNTAX', /SAN, such as 'Nf3'/],
    [() => move(null), 'ERR_ARGUMENT', /^A move is a string, \{ from, to, promotion \}/],
    [() => new Game().move(), 'ERR_ARGUMENT', /^A move is a string, \{ from, to, promotion \}/],
    [() => move(12), 'ERR_ARGUMENT', /^A move is a string, .* not 12$/],
    [() => move(['e2', 'e4']), 'ERR_MOVE_SQUARE', /\{ from, to, promotion \}/],
    [() => move({ from: 'e2' }), 'ERR_MOVE_SQUARE', /\{ from, to, promotion \}/],
    [() => move({ to: 'e4' }), 'ERR_MOVE_SQUARE', /\{ from, to, promotion \}/],
    [() => move({ san: 'e4' }), 'ERR_MOVE_SQUARE', /\{ from, to, promotion \}/],
    [() => move({ source: 'e2', target: 'e4' }), 'ERR_MOVE_SQUARE', /\{ from, to, promotion \}/],
    [() => move({ from: 'E2', to: 'E4' }), 'ERR_MOVE_SQUARE', /'a1' to 'h8' or an index 0 to 63: 'E2'/],
    [() => move({ from: '12', to: '28' }), 'ERR_MOVE_SQUARE', /'a1' to 'h8' or an index 0 to 63: '12'/],
    [() => move({ from: 'a7', to: 'a8', promotion: 'bQ' }, PROMOTION), 'ERR_MOVE_PROMOTION', /q, r, b or n/],
    [
      () => move({ from: 'a7', to: 'a8', promotion: 'pawn' }, PROMOTION),
      'ERR_MOVE_PROMOTION',
      /q, r, b or n/,
    ],
    [() => move('e2e4q'), 'ERR_MOVE_PROMOTION', /for a pawn that reaches the last rank/],
    [() => move('e7e5'), 'ERR_MOVE_WRONG_SIDE', /other side's turn/],
    [() => played(FOOLS_MATE).move('a2a3'), 'ERR_GAME_OVER', /status/],
    [() => new Game().indexMove('e2', 'e4'), 'ERR_MOVE_SQUARE', /here it is an index/],
  ],
  'moves for sanMove()': [
    [() => san('E2E4'), 'ERR_SAN_SYNTAX', /legal is e4/],
    [() => san('e2 e4'), 'ERR_SAN_SYNTAX', /legal is e4/],
    [() => san('1. e4'), 'ERR_SAN_SYNTAX', /legal is e4/],
    [() => san('nf3'), 'ERR_SAN_SYNTAX', /legal are .*Nf3/],
    [() => san('NF3'), 'ERR_SAN_SYNTAX', /legal are .*Nf3/],
    [() => san('ng1f3'), 'ERR_SAN_SYNTAX', /legal are .*Nf3/],
    [() => san('Sf3'), 'ERR_SAN_SYNTAX', /such as 'Nf3'.*legal are .*Nf3/],
    [() => san('OO'), 'ERR_SAN_SYNTAX', /such as .*'O-O'/],
    [() => san('pxe5'), 'ERR_SAN_SYNTAX', /such as .*'exd5'/],
    [() => san(''), 'ERR_SAN_SYNTAX', /such as 'Nf3'/],
    [() => san('o-o'), 'ERR_SAN_ILLEGAL', /no legal move that fits: 'o-o'/],
    [() => san('e8=Q'), 'ERR_SAN_ILLEGAL', /no legal move that fits: 'e8=Q'/],
    [() => san('e5'), 'ERR_SAN_ILLEGAL', /^The side to move/],
    [() => san('Ne4'), 'ERR_SAN_ILLEGAL', /legal is e4/],
    [() => san('Nd2', TWO_KNIGHTS), 'ERR_SAN_AMBIGUOUS', /fits Nbd2 and Nfd2/],
    [() => san(null), 'ERR_ARGUMENT', /string, not null/],
    [() => san({ from: 'e2', to: 'e4' }), 'ERR_ARGUMENT', /string, not an object/],
    [() => played(FOOLS_MATE).sanMove('a3'), 'ERR_GAME_OVER', /status/],
  ],
  'lists of moves': [
    [() => new Game().playMoves('e4 e5'), 'ERR_ARGUMENT', /^Moves are an array.* not 'e4 e5'$/],
    [
      () => new Game().playMoves(new Game().legalMoves()),
      'ERR_ARGUMENT',
      /strings, in UCI or SAN; ply 1 is an object/,
    ],
    [() => new Game().playMoves(['e4', 'E5']), 'ERR_SAN_SYNTAX', /ply 2; legal is e5/],
    [() => new Game().legalMoves('sans'), 'ERR_ARGUMENT', /'san'.*not 'sans'$/],
    [() => new Game().legalMoves('e2'), 'ERR_ARGUMENT', /^Before any options, .*not 'e2'$/],
    [() => new Game().legalMoves('uci', 'e2'), 'ERR_ARGUMENT', /such as \{ from \}, not 'e2'$/],
    [
      () => new Game().legalMoves('uci', { square: 'e2' }),
      'ERR_ARGUMENT',
      /^The options are from, drop, not 'square'$/,
    ],
  ],
  'FEN and PGN': [
    [() => new Game(START_FEN), 'ERR_ARGUMENT', /such as \{ fen \}, not 'rnbq/],
    [() => make({ fen: null }), 'ERR_ARGUMENT', /^A FEN is a string, .*not null$/],
    [() => withFen(START_FEN.replaceAll(' ', '_')), 'ERR_FEN_FIELDS', /write blanks for '_'/],
    ...[
      [1, 'side to move, castling, en passant'],
      [2, 'castling, en passant'],
      [3, 'en passant'],
      [5, 'fullmove number'],
    ].map(([count, missing]) => [
      () => withFen(START_FEN.split(' ').slice(0, count).join(' ')),
      'ERR_FEN_FIELDS',
      new RegExp(`4 or 6 fields .*\\(missing: ${missing}; new Setup\\(fen\\) adds them\\)$`),
    ]),
    [() => withFen(`${START_FEN} 1`), 'ERR_FEN_FIELDS', / 0 1 1'$/],
    [() => withFen(START_FEN.replaceAll(' ', '\t')), 'ERR_FEN_FIELDS', /exactly one space .*\t0\t1'$/],
    [() => withFen('e4'), 'ERR_FEN_FIELDS', /: 'e4'$/],
    [() => withFen(START_FEN.replace(' ', '  ')), 'ERR_FEN_FIELDS', /exactly one space/],
    [() => withFen(START_FEN.replace(' w', ' W')), 'ERR_FEN_SIDE', /must be 'w' or 'b'/],
    [() => withFen('startpos'), 'ERR_FEN_FIELDS', /START_FEN/],
    [() => new Game().newGame('1. e4 e5'), 'ERR_FEN_FIELDS', /loadPgn\(\) reads PGN/],
    [() => new Game().newGame('[Event "x"]\n\n1. e4 *'), 'ERR_FEN_RANKS', /loadPgn\(\) reads PGN/],
    [
      () => new Game().loadPgn(START_FEN),
      'ERR_ARGUMENT',
      /^This is a FEN, not a PGN; newGame\(\) takes it: 'rnbq/,
    ],
    [
      () => new Game().loadPgn('games.pgn'),
      'ERR_ARGUMENT',
      /^This is a path, not a PGN; readPgnFile\(\) of binbo\/node takes it: 'games.pgn'$/,
    ],
    [() => new Game().loadPgn(['e4', 'e5']), 'ERR_ARGUMENT', /not an array$/],
    ...[new Game(), parsePgn('1. e4 *')[0]].flatMap(game =>
      [{ White: 'Me' }, new Map([['White', 'Me']]), 'White', null].map(headers => [
        () => (game instanceof Game ? game.pgn({ headers }) : game.toString({ headers })),
        'ERR_ARGUMENT',
        /^game\.headers\.set\('White', …\) sets a header; .* headers is true or false, not /,
      ]),
    ),
    [
      () => parsePgn('games/my.pgn'),
      'ERR_ARGUMENT',
      /^This is a path, not a PGN; readPgnFile\(\) of binbo\/node takes it: 'games\/my.pgn'$/,
    ],
    [() => parsePgn(START_FEN), 'ERR_ARGUMENT', /^This is a FEN, not a PGN; newGame\(\) takes it: 'rnbq/],
    [() => parsePgn(new Blob(['1. e4'])), 'ERR_ARGUMENT', /readPgn\(\) streams/],
    [
      () => readPgn('my.pgn.gz')[Symbol.asyncIterator]().next(),
      'ERR_ARGUMENT',
      /^This is a path, not a PGN; readPgnFile\(\) of binbo\/node/,
    ],
    [() => Setup.from(START_FEN), 'ERR_ARGUMENT', /new Setup\(\) a FEN/],
    [() => perft('startpos', 3), 'ERR_FEN_FIELDS', /START_FEN/],
    [() => perft(new Game(), 3), 'ERR_ARGUMENT', /game\.fen, not an object$/],
    [() => perft(START_FEN), 'ERR_ARGUMENT', /^depth is .*not undefined$/],
    [() => chess960Fen('518'), 'ERR_ARGUMENT', /0 to 959, not '518'$/],
    [
      () => Game.fromState(JSON.parse(JSON.stringify(new Game().state()))),
      'ERR_ARGUMENT',
      /Uint8Array, not an object$/,
    ],
  ],
  'options and names': [
    [() => make({ draw: 'claim' }), 'ERR_ARGUMENT', /^The options are .*draws.* not 'draw'$/],
    [() => make({ FEN: START_FEN }), 'ERR_ARGUMENT', /^The options are fen, .* not 'FEN'$/],
    [() => make({ chess960: true }), 'ERR_ARGUMENT', /^The options are .*variant.* not 'chess960'$/],
    [() => make({ draws: 'auto' }), 'ERR_ARGUMENT', /^draws is one of 'automatic', .* not 'auto'$/],
    [() => make({ draws: false }), 'ERR_ARGUMENT', /^draws is one of .* not false$/],
    [() => make({ variant: 'bughouse' }), 'ERR_ARGUMENT', /'crazyhouse'.* not 'bughouse'$/],
    [() => make({ variant: 960 }), 'ERR_ARGUMENT', /'chess960'.* not 960$/],
    [() => new Game().board({ ascii: true }), 'ERR_ARGUMENT', /^The options are unicode, .* not 'ascii'$/],
    [() => new Game().attackers('e4', 'w'), 'ERR_ARGUMENT', /^A color is 'white' or 'black', not 'w'$/],
    [() => new Game().pieces('white'), 'ERR_ARGUMENT', /'notation', 'index', not 'white'$/],
    [() => new Setup().put('e4', 'P'), 'ERR_ARGUMENT', /a color and a type, not 'P'$/],
    [() => new Setup().put('e4', { color: 'white', type: 'p' }), 'ERR_ARGUMENT', /'knight', not 'p'$/],
  ],
  engines: [
    [
      () => Engine.start('/usr/games/stockfish'),
      'ERR_ARGUMENT',
      /needs a transport .*processTransport\(path\).* not '\/usr/,
    ],
    [() => Engine.start(), 'ERR_ARGUMENT', /needs a transport .* not undefined$/],
    [() => new UciGame().attach('/usr/games/stockfish'), 'ERR_ARGUMENT', /processTransport\(path\)/],
    [() => new Engine(), 'ERR_ARGUMENT', /await Engine\.start\(transport\)/],
    [
      () => new EnginePool('/usr/games/stockfish'),
      'ERR_ARGUMENT',
      /\(\) => workerTransport\(url\), not '\/usr/,
    ],
    [() => workerTransport(), 'ERR_ARGUMENT', /Web Worker or the URL of its script, not undefined$/],
    [() => workerTransport({}), 'ERR_ARGUMENT', /Web Worker or the URL of its script, not an object$/],
    [() => processTransport(), 'ERR_ARGUMENT', /^An engine is a path or a file: URL, not undefined$/],
    [
      () => processTransport('/usr/games/stockfish', 'bench'),
      'ERR_ARGUMENT',
      /array of strings, not 'bench'$/,
    ],
    [start('no-such-fish'), 'ERR_UCI_ENGINE_DEAD', /'no-such-fish': there is no such program\)$/],
    [start('no such fish'), 'ERR_UCI_ENGINE_DEAD', /no such program; its arguments come apart, as a list\)$/],
    [start(`${root}package.json`), 'ERR_UCI_ENGINE_DEAD', /it is not an executable file/],
    [start(root), 'ERR_UCI_ENGINE_DEAD', /it is not an executable file/],
    [start('/bin/ls'), 'ERR_UCI_ENGINE_DEAD', /exited with code 0; it said '.*Only UCI is spoken here/],
    [start('/bin/cat'), 'ERR_UCI_ENGINE_DEAD', /no 'uciok'/],
    [
      () => Engine.start(processTransport('/bin/cat'), { timeout: 5 }),
      'ERR_ARGUMENT',
      /handshakeTimeout.*not 'timeout'$/,
    ],
  ],
}

/** @param {string} path */
function start(path) {
  return () => Engine.start(processTransport(path), { handshakeTimeout: 1000 })
}

for (const [about, misses] of Object.entries(MISSES)) {
  test(about, async () => {
    for (const [call, code, text] of misses) {
      const error = await outcome(call)
      assert.equal(error?.code, code, `${call}: ${error?.stack ?? error}`)
      assert.match(error.message, text, `${call}`)
      assert.equal(error.name, 'ChessError')
    }
  })
}

/** @param {() => unknown} call */
async function outcome(call) {
  try {
    const value = await call()
    await value?.quit?.()
  } catch (error) {
    return error
  }
}

describe('what is taken although it looks wrong', () => {
  test('squares by index, Moves of legalMoves() and objects of other libraries', () => {
    assert.equal(move({ from: 12, to: 28 }).over, false)
    assert.equal(move(new Game().legalMoves()[0]).over, false)
    assert.equal(
      move({ color: 'w', piece: 'p', from: 'e2', to: 'e4', san: 'e4', flags: 'b', lan: 'e2e4' }).over,
      false,
    )
    assert.equal(fromFen(PROMOTION).move('a7a8').over, false)
  })

  test('squares, castling and promotions as sanMove() reads them', () => {
    for (const text of ['e2e4', 'e2-e4', 'Pe4', 'e4!']) assert.equal(san(text).over, false, text)
    for (const text of ['O-O', '0-0', 'o-o', 'e1g1'])
      assert.equal(san(text, 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1').over, false, text)
    for (const text of ['a8=Q', 'a8Q', 'a8', 'a7a8q', 'a7a8Q'])
      assert.equal(san(text, PROMOTION).over, false, text)
  })

  test('names of variants', () => {
    const names = {
      960: 'chess960',
      'Chess 960': 'chess960',
      fischerandom: 'chess960',
      'crazy house': 'crazyhouse',
    }
    for (const [name, variant] of Object.entries({
      ...names,
      'Three-check': '3check',
      koth: 'kingofthehill',
    }))
      assert.equal(new Game({ variant: name }).variant, variant, name)
  })

  test('blanks around a FEN, and await', async () => {
    assert.equal(withFen(` ${START_FEN}\n`).fen, START_FEN)
    assert.equal((await new Game()).fen, START_FEN)
  })

  test('methods of chess.js are missing, as in any object', () => {
    for (const name of ['inCheck', 'turn', 'history', 'isCheckmate', 'load', 'loadFen', 'ascii'])
      assert.equal(name in new Game(), false, name)
  })
})

test('the programs of these tests exist', () => {
  for (const path of ['/bin/ls', '/bin/cat']) assert.ok(existsSync(path), path)
  assertThrows(() => move('e5'), 'ERR_SAN_ILLEGAL', { input: 'e5' })
})

test('an engine that a signal ended before uciok is not taken for an xboard engine', {
  skip: !existsSync('/bin/sh'),
}, async () => {
  const dies = processTransport('/bin/sh', ['-c', 'echo Banner 1.0; kill -KILL $$'])
  await assert.rejects(Engine.start(dies), error => {
    assert.equal(error.signal, 'SIGKILL')
    assert.match(error.message, /SIGKILL.*it said 'Banner 1\.0'/)
    assert.doesNotMatch(error.message, /xboard/)
    return true
  })
})
