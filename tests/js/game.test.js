// SPDX-License-Identifier: Apache-2.0
// Game: construction, options, what can be read, newGame, and what happens to wrong arguments.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertKept, assertThrows, CONTINUE, draw } from './support/assertions.js'
import { binbo, ChessError, Game, START_FEN } from './support/binbo.js'
import { CASTLES, fromFen, played, SHUFFLE } from './support/games.js'

test('a new game is at the start position', () => {
  for (const options of [
    undefined,
    {},
    { fen: undefined, variant: undefined, strict: undefined, draws: undefined },
  ]) {
    const game = new Game(options)
    assert.equal(game.fen, START_FEN)
    assert.deepEqual(game.status, CONTINUE)
    assert.equal(game.sideToMove, 'white')
    assert.equal(game.isCheck, false)
    assert.equal(game.halfmoveClock, 0)
    assert.equal(game.fullmoveNumber, 1)
    assert.equal(game.ply, 0)
    assert.equal(game.lastMove, null)
    assert.deepEqual(game.moves, [])
    assert.equal(game.undo(), null)
    assert.equal(game.redo(), null)
    assert.equal(game.stopped, false)
    assert.deepEqual(game.claimableDraws, [])
    assert.equal(game.legalMoves('count'), 20)
  }
  assert.equal(START_FEN, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
})

test('only named exports, and the names of the public API', () => {
  assert.equal('default' in binbo, false)
  const names = [
    'Game',
    'ChessError',
    'perft',
    'validateFen',
    'chess960Fen',
    'START_FEN',
    'SQUARES',
    'isSquare',
  ]
  for (const name of names) assert.ok(name in binbo, name)
  const members = [
    'newGame',
    'options',
    'setOptions',
    'stop',
    'stopped',
    'clone',
    'move',
    'sanMove',
    'indexMove',
    'isLegal',
    'tryMove',
    'playMoves',
    'line',
    'undo',
    'redo',
    'fen',
    'toFen',
    'status',
    'sideToMove',
    'isCheck',
    'halfmoveClock',
    'fullmoveNumber',
    'ply',
    'lastMove',
    'moves',
    'legalMoves',
    'pieces',
    'pieceAt',
    'attackers',
    'pinned',
    'hasMatingMaterial',
    'hash',
    'board',
    'print',
    'draw',
    'setWinner',
    'claimableDraws',
    'claimDraw',
    'state',
    'setState',
    'loadPgn',
    'headers',
    'pgn',
  ]
  const game = new Game()
  for (const name of members) assert.ok(name in game, name)
  assert.equal(typeof Game.fromState, 'function')
  assert.ok(Object.getPrototypeOf(ChessError.prototype) === Error.prototype)
})

test('options as given, with defaults', () => {
  const { options } = new Game()
  assert.equal(options.variant, 'standard')
  assert.equal(options.draws, 'automatic')
  assert.equal(options.idleTimeout, Number.POSITIVE_INFINITY)
  assert.equal(options.onTerminate, undefined)
  const onTerminate = () => {}
  const game = new Game({ variant: 'chess960', draws: 'claim', strict: true, idleTimeout: 5000, onTerminate })
  assert.equal(game.options.variant, 'chess960')
  assert.equal(game.options.draws, 'claim')
  assert.equal(game.options.strict, true)
  assert.equal(game.options.idleTimeout, 5000)
  assert.equal(game.options.onTerminate, onTerminate)
  game.setOptions({ idleTimeout: 6000 })
  assert.equal(game.options.idleTimeout, 6000)
  assert.equal(game.options.onTerminate, onTerminate, 'what is not named stays')
  game.setOptions({ idleTimeout: undefined, onTerminate: undefined })
  assert.equal(game.options.idleTimeout, Number.POSITIVE_INFINITY)
  assert.equal(game.options.onTerminate, undefined)
  game.setOptions({})
})

test('wrong options are refused one by one', () => {
  const bad = {
    variant: ['bughouse', '', null, 0, {}],
    draws: ['never', null, 1, true],
    strict: ['true', 1, null],
    idleTimeout: [-1, Number.NaN, '1000', null, 1000n, {}],
    onTerminate: ['log', null, 1, {}],
  }
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values)
      assertThrows(() => new Game({ [name]: value }), 'ERR_ARGUMENT', {}, `${name} ${String(value)}`)
  }
  for (const value of [null, 1, 'fen', true])
    assertThrows(() => new Game(value), 'ERR_ARGUMENT', {}, String(value))
  const game = new Game()
  for (const name of ['idleTimeout', 'onTerminate']) {
    for (const value of bad[name])
      assertKept(
        game,
        () => game.setOptions({ [name]: value }),
        'ERR_ARGUMENT',
        {},
        `${name} ${String(value)}`,
      )
  }
  assertKept(game, () => game.setOptions({ idleTimeout: 50, onTerminate: 'no' }), 'ERR_ARGUMENT')
  assert.equal(game.options.idleTimeout, Number.POSITIVE_INFINITY, 'all or none')
  for (const value of [null, 1, 'x']) assertKept(game, () => game.setOptions(value), 'ERR_ARGUMENT')
})

test('Game needs new, and its methods a game', () => {
  assert.throws(() => Game(), TypeError)
  assert.throws(() => Game.prototype.move.call({}, 'e2e4'))
  assert.throws(() => Object.create(Game.prototype).fen)
})

test('strict holds for the game and for its later FENs', () => {
  const threeQueens = '4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1'
  assert.equal(new Game({ fen: threeQueens }).fen, threeQueens)
  assertThrows(() => new Game({ fen: threeQueens, strict: true }), 'ERR_FEN_STRICT_PROMOTED')
  const game = new Game({ strict: true })
  assertKept(game, () => game.newGame(threeQueens), 'ERR_FEN_STRICT_PROMOTED')
})

test('newGame clears headers, moves, result and redo', () => {
  const game = played(['e2e4', 'e7e5', 'g1f3'], { draws: 'claim' })
  game.headers.set('White', 'Someone')
  game.undo()
  game.draw('agreed')
  assert.deepEqual(game.newGame(CASTLES), CONTINUE)
  assert.equal(game.fen, CASTLES)
  assert.equal(game.ply, 0)
  assert.equal(game.undo(), null)
  assert.equal(game.redo(), null)
  assert.equal(game.headers.get('White'), '?')
  assert.equal(game.options.draws, 'claim')
  assert.deepEqual(game.newGame('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'), draw('stalemate'))
  assert.deepEqual(game.newGame(), CONTINUE)
  assert.equal(game.fen, START_FEN)
  assert.deepEqual(game.newGame(undefined), CONTINUE)
})

test('pieces from h8 down to a1, by name or index, and pieceAt', () => {
  const game = fromFen('r3k3/8/8/8/8/8/P7/4K2N w - - 0 1')
  assert.deepEqual(game.pieces(), [
    ['e8', 'black', 'king'],
    ['a8', 'black', 'rook'],
    ['a2', 'white', 'pawn'],
    ['h1', 'white', 'knight'],
    ['e1', 'white', 'king'],
  ])
  assert.deepEqual(game.pieces('notation'), game.pieces())
  assert.deepEqual(
    game.pieces('index').map(([at]) => at),
    [60, 56, 8, 7, 4],
  )
  assert.deepEqual({ ...game.pieceAt('h1') }, { color: 'white', type: 'knight' })
  assert.deepEqual({ ...game.pieceAt(60) }, { color: 'black', type: 'king' })
  assert.equal(game.pieceAt('d4'), null)
  assert.equal(new Game().pieces().length, 32)
  for (const bad of ['names', '', null, 0, true])
    assertKept(game, () => game.pieces(bad), 'ERR_ARGUMENT', {}, String(bad))
  for (const bad of [undefined, null, {}, true, 1n])
    assert.throws(() => game.pieceAt(bad), { code: /^ERR_(ARGUMENT|MOVE_SQUARE)$/ })
})

test('attackers and pinned men', () => {
  const game = fromFen('4r1k1/8/8/8/1b6/8/3NN3/R3K2R w KQ - 0 1')
  assert.deepEqual(game.pinned('white').sort(), ['d2', 'e2'])
  assert.deepEqual(game.pinned('black'), [])
  assert.deepEqual(game.attackers('e1', 'black'), [])
  assert.deepEqual(game.attackers('e2', 'black'), ['e8'])
  assert.deepEqual(game.attackers('d1', 'white').sort(), ['a1', 'e1'])
  assert.deepEqual(game.attackers(11, 'black'), ['b4'])
  for (const bad of ['w', undefined, null, 0, 'WHITE', {}]) {
    assertKept(game, () => game.attackers('e1', bad), 'ERR_ARGUMENT', {}, String(bad))
    assertKept(game, () => game.pinned(bad), 'ERR_ARGUMENT', {}, String(bad))
  }
})

test('legalMoves: default is Moves; wrong forms and options are refused', () => {
  const game = new Game()
  assert.equal(typeof game.legalMoves()[0].san, 'string')
  assert.deepEqual(game.legalMoves('uci', { from: 'g1' }).sort(), ['g1f3', 'g1h3'])
  assert.deepEqual(game.legalMoves('index', { from: 6 }).sort(), [
    [6, 21],
    [6, 23],
  ])
  assert.equal(game.legalMoves('count', { from: 'e4' }), 0)
  assert.deepEqual(game.legalMoves('san', { from: undefined }).length, 20)
  for (const bad of ['moves', '', null, 0, []])
    assertKept(game, () => game.legalMoves(bad), 'ERR_ARGUMENT', {}, String(bad))
  for (const bad of [null, 1, 'e2'])
    assertKept(game, () => game.legalMoves('uci', bad), 'ERR_ARGUMENT', {}, String(bad))
  const crowded = fromFen('R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1')
  assert.equal(new Set(crowded.legalMoves('san')).size, 218)
  assert.equal(new Set(crowded.legalMoves('uci')).size, 218)
})

test('each list is the caller’s own', () => {
  const game = new Game()
  game.legalMoves('uci').length = 0
  game.legalMoves('packed').fill(0)
  game.legalMoves('san').push('junk')
  game.legalMoves('move').pop()
  game.pieces().length = 0
  for (const form of ['uci', 'san', 'move', 'packed', 'index'])
    assert.equal(game.legalMoves(form).length, 20, form)
  assert.notEqual(game.legalMoves('packed')[0], 0)
  const held = game.legalMoves('packed')
  const copy = [...held]
  game.move('e2e4')
  game.legalMoves('packed')
  assert.deepEqual([...held], copy, 'a list is no view of the buffer')
  game.moves.length = 0
  assert.equal(game.moves.length, 1)
  game.state().fill(0)
  assert.equal(Game.fromState(game.state()).fen, game.fen)
  game.claimableDraws.push('rule50')
  assert.deepEqual(game.claimableDraws, [])
})

test('the hash is the Polyglot key', () => {
  // Keys published with the format: "Polyglot book format", hardy.uhasselt.be/Toga, test cases.
  const keys = [
    [START_FEN, 0x463b96181691fc9cn],
    ['rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', 0x823c9b50fd114196n],
    ['rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2', 0x0756b94461c50fb0n],
    ['rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2', 0x662fafb965db29d4n],
    ['rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3', 0x22a48b5a8e47ff78n],
    ['rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3', 0x652a607ca3f242c1n],
    ['rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 2 4', 0x00fdd303c946bdd9n],
    ['rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3', 0x3c8123ea7b067637n],
    ['rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 1 4', 0x5c3f9b829b279560n],
  ]
  for (const [fen, key] of keys) assert.equal(fromFen(fen).hash, key, fen)
  assert.equal(typeof new Game().hash, 'bigint')
  const game = new Game()
  for (const [index, move] of ['e2e4', 'd7d5', 'e4e5', 'f7f5', 'e1e2', 'e8f7'].entries()) {
    game.move(move)
    assert.equal(game.hash, keys[index + 1][1])
  }
})

test('undo and redo give Moves; a new move, newGame, loadPgn and setState clear redo', () => {
  const start = () => {
    const game = played(['e2e4', 'e7e5'])
    assert.equal(game.undo().uci, 'e7e5')
    return game
  }
  const game = start()
  assert.equal(game.redo().san, 'e5')
  assert.equal(game.redo(), null)
  const clearing = {
    move: game => game.move('c7c5'),
    same: game => game.move('e7e5'),
    newGame: game => game.newGame(),
    loadPgn: game => game.loadPgn('1. d4 d5 *'),
    setState: game => game.setState(game.state()),
  }
  for (const [name, clear] of Object.entries(clearing)) {
    const changed = start()
    clear(changed)
    assert.equal(changed.redo(), null, name)
  }
  const failed = start()
  assert.throws(() => failed.move('e7e4'))
  assert.throws(() => failed.newGame('x'))
  assert.throws(() => failed.loadPgn('1. e5'))
  assert.equal(failed.redo().uci, 'e7e5', 'what failed clears nothing')
})

test('a clone has everything but redo, timer and handler', () => {
  const game = played([...SHUFFLE, 'e2e4', 'e7e5'], {
    draws: 'claim',
    idleTimeout: 100_000,
    onTerminate: () => {},
  })
  game.headers.set('Event', 'here')
  game.undo()
  const clone = game.clone()
  assert.ok(clone instanceof Game)
  assert.equal(clone.redo(), null)
  assert.equal(clone.options.idleTimeout, Number.POSITIVE_INFINITY)
  assert.equal(clone.options.onTerminate, undefined)
  assert.equal(clone.options.draws, 'claim')
  assert.equal(clone.headers.get('Event'), 'here')
  clone.headers.set('Event', 'there')
  assert.equal(game.headers.get('Event'), 'here')
  assert.equal(game.redo().uci, 'e7e5')
  const drawn = new Game()
  drawn.draw({ why: 'x' })
  assert.deepEqual(drawn.clone().status, drawn.status)
})

test('ChessError carries code, place and input', () => {
  const error = assertThrows(() => new Game({ fen: '8/8/8/8/8/8/8/8 w - - 0 1' }), 'ERR_FEN_NO_KING')
  assert.equal(error.name, 'ChessError')
  assert.equal(error.input, '8/8/8/8/8/8/8/8 w - - 0 1')
  assert.match(String(error), /ChessError/)
  assert.match(error.stack, /game\.test\.js|binbo/)
})
