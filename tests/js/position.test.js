// SPDX-License-Identifier: Apache-2.0
// Position, a value: where it comes from, when a game's one changes, what it compares, and that nothing changes it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { assertThrows, CONTINUE, draw, mate } from './support/assertions.js'
import { Game, Position, Setup, START_FEN } from './support/binbo.js'
import { FOOLS_MATE, played } from './support/games.js'
import { parsePgn } from './support/pgn.js'

const CASTLES = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'

test('a position comes from every form of one', () => {
  const game = played(['e2e4'])
  const [tree] = parsePgn('1. e4 *')
  const fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq'
  const position = Position.from(game)
  assert.equal(position, game.position)
  assert.equal(Position.from(position), position)
  for (const source of [
    tree.root.children[0],
    new Setup(game.fen),
    `${fen} e3 0 1`,
    `${fen} -`,
    ` ${fen} - 9 9 `,
  ])
    assert.ok(Position.from(source).equals(position), String(source))
  assert.equal(tree.root.position.fen, START_FEN)
  const atomic = Position.from(START_FEN, { variant: 'atomic' })
  assert.equal(atomic.variant, 'atomic')
  assert.equal(Position.from(new Setup(START_FEN), { variant: 'chess960' }).variant, 'chess960')
  assertThrows(() => Position.from('8/8'), 'ERR_FEN_FIELDS')
  assertThrows(() => Position.from(new Setup()), 'ERR_FEN_NO_KING')
  assertThrows(() => Position.from(START_FEN.replace('0 1', '9 1'), { strict: true }), 'ERR_FEN_STRICT_CLOCK')
  for (const source of [undefined, null, 3, {}, [], new Map(), { position: 3 }, Symbol('e4'), tree])
    assertThrows(() => Position.from(source), 'ERR_ARGUMENT')
  assertThrows(() => Position.from(START_FEN, { fen: '' }), 'ERR_ARGUMENT')
  assertThrows(() => Position.from(START_FEN, { variant: 'draughts' }), 'ERR_ARGUMENT')
  assertThrows(() => new Position(), 'ERR_ARGUMENT')
  game.stop()
  assertThrows(() => Position.from(game), 'ERR_GAME_STOPPED')
  assertThrows(() => game.position, 'ERR_GAME_STOPPED')
  assert.equal(position.legalMoves('count'), 20, 'a position outlives its game')
})

test('a game hands out the same object until it changes, its result included', () => {
  const game = new Game()
  let last = game.position
  /** @param {() => unknown} action @param {boolean} [changes] */
  const after = (action, changes = true) => {
    action()
    assert.equal(game.position !== last, changes, action.toString())
    last = game.position
  }
  after(() => game.move('e4'))
  after(() => game.isLegal('e5'), false)
  after(() => game.tryMove('e4'), false)
  after(() => assertThrows(() => game.move('e4'), 'ERR_SAN_ILLEGAL'), false)
  after(() => game.line(['e5']), false)
  after(() => game.playMoves([]), false)
  after(() => game.headers.set('White', 'A'), false)
  after(() => game.playMoves(['e5', 'Nf3']))
  after(() => game.undo())
  after(() => game.redo())
  after(() => game.redo(), false)
  after(() => game.draw())
  after(() => game.undo())
  after(() => game.setWinner('white'))
  after(() => game.newGame())
  after(() => game.flag('white'))
  after(() => game.loadPgn('1. d4 *'))
  after(() => game.setState(new Game().state()))
  const claim = new Game({ fen: '4k3/8/8/8/8/8/8/4K2R w - - 100 80', draws: 'claim' })
  const before = claim.position
  claim.claimDraw()
  assert.notEqual(claim.position, before)
  assert.ok(claim.position.equals(before))
  const copy = game.clone()
  assert.ok(copy.position.equals(game.position))
})

test('its status is what the board alone decides, and lists are those of the board', () => {
  const agreed = new Game()
  agreed.draw()
  assert.deepEqual(agreed.position.status, CONTINUE)
  assert.equal(agreed.legalMoves('count'), 0)
  assert.equal(agreed.position.legalMoves('count'), 20)
  assert.deepEqual(played(FOOLS_MATE).position.status, mate('black'))
  assertThrows(() => played(FOOLS_MATE).position.play('a3'), 'ERR_GAME_OVER')
  const rule50 = Position.from('4k3/8/8/8/8/8/8/4K2R w - - 100 80')
  assert.deepEqual(rule50.status, draw('rule50'))
  assert.equal(rule50.play('Rh2').halfmoveClock, 101)
  assert.deepEqual(Position.from('4k3/8/8/8/8/8/8/4K3 w - - 0 1').status, draw('insufficient_material'))
  const repeated = played([...'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'.split(' ')])
  assert.deepEqual(repeated.status, draw('threefold_repetition'))
  assert.deepEqual(repeated.position.status, CONTINUE)
})

test('play() reads UCI, else SAN, and fails as move() does', () => {
  const position = Position.from(START_FEN)
  const promotion = Position.from('8/P6k/8/8/8/8/8/K7 w - - 0 1')
  assert.equal(promotion.play('a7a8').pieceAt('a8')?.type, 'queen')
  assert.equal(promotion.play('a8=N').pieceAt('a8')?.type, 'knight')
  assert.equal(promotion.play({ from: 'a7', to: 56, promotion: 'r' }).pieceAt('a8')?.type, 'rook')
  for (const move of [
    'e2e5',
    'e5',
    'Sf3',
    'E2E4',
    'a1a2',
    'e7e5',
    '',
    '--',
    'e2e4q',
    'e2e4x',
    {},
    12,
    null,
    { from: 'e2' },
  ]) {
    let expected
    try {
      new Game().move(move)
    } catch (error) {
      expected = error
    }
    const error = assertThrows(() => position.play(move), expected.code, {}, String(move))
    assert.deepEqual(
      [error.message, error.offset, error.input],
      [expected.message, expected.offset, expected.input],
    )
  }
  assert.equal(position.fen, START_FEN)
})

test('equals() compares pieces, side, rights, legal en passant, pockets and checks; never the clocks', () => {
  const equal = (a, b, options) => Position.from(a).equals(Position.from(b), options)
  assert.ok(equal(CASTLES, CASTLES.replace('0 1', '7 30')))
  assert.ok(!equal(CASTLES, CASTLES.replace('KQkq', 'KQk')))
  assert.ok(equal(CASTLES, CASTLES.replace('KQkq', 'KQk'), { ignore: ['castling'] }))
  assert.ok(!equal(CASTLES, CASTLES.replace(' w ', ' b ')))
  assert.ok(equal(CASTLES, CASTLES.replace(' w ', ' b '), { ignore: ['turn'] }))
  const passed = '4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1'
  assert.ok(!equal(passed, passed.replace('e3', '-')))
  assert.ok(equal(passed, passed.replace('e3', '-'), { ignore: ['enPassant', 'turn'] }))
  assert.ok(!Position.from(START_FEN).equals(Position.from(START_FEN, { variant: 'atomic' })))
  const position = Position.from(CASTLES)
  assert.ok(position.equals(position, { ignore: [] }))
  for (const other of [undefined, null, CASTLES, new Game(), {}])
    assertThrows(() => position.equals(other), 'ERR_ARGUMENT')
  for (const ignore of [null, 'turn', ['clocks'], [undefined], [3]])
    assertThrows(() => position.equals(position, { ignore }), 'ERR_ARGUMENT')
  assertThrows(() => position.equals(position, { except: [] }), 'ERR_ARGUMENT')
})

test('castling goes to the king’s and to the rook’s square, and is one move', () => {
  const dests = Position.from(CASTLES).dests()
  for (const square of ['g1', 'h1', 'c1', 'a1']) assert.ok(dests.get('e1')?.includes(square), square)
  const near = Position.from('4k3/8/8/8/8/8/8/5KR1 w G - 0 1', { variant: 'chess960' })
  assert.equal(
    near
      .dests()
      .get('f1')
      ?.filter(square => square === 'g1').length,
    1,
  )
  const there = Position.from('4k3/8/8/8/8/8/8/6KR w H - 0 1', { variant: 'chess960' })
  assert.ok(there.dests().get('g1')?.includes('h1'))
  assert.ok(!there.dests().get('g1')?.includes('g1'))
  const house = Position.from('4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1', { variant: 'crazyhouse' })
  assert.deepEqual([...house.dests().keys()], ['e1'])
  assert.deepEqual(played(FOOLS_MATE).dests(), new Map())
})

test("dests({ castling: 'king' }) has no square on which an own piece stands", () => {
  const targets = (source, options) =>
    [...(Position.from(source, { variant: 'chess960' }).dests(options).get('e1') ?? [])].sort()
  assert.deepEqual(targets(CASTLES, { castling: 'both' }), targets(CASTLES))
  assert.deepEqual(
    targets(CASTLES).filter(square => !targets(CASTLES, { castling: 'king' }).includes(square)),
    ['a1', 'h1'],
  )
  // Its own square g1 is taken by the rook, so that the king cannot be moved there by hand.
  const full = '4k3/8/8/8/8/8/3PPP2/3NKRR1 w G - 0 1'
  assert.deepEqual(targets('4k3/8/8/8/8/8/3PPP2/3QKR2 w F - 0 1'), ['f1', 'g1'])
  assert.deepEqual(targets('4k3/8/8/8/8/8/3PPP2/3QKR2 w F - 0 1', { castling: 'king' }), ['g1'])
  assert.deepEqual(targets(full, { castling: 'king' }), [])
  assert.equal(Position.from('4k3/8/8/8/8/8/8/4K3 w - - 0 1').dests({}).size, 1)
  for (const options of [null, 'king', { castling: 'rook' }, { castle: 'king' }])
    assertThrows(() => new Game().dests(/** @type {any} */ (options)), 'ERR_ARGUMENT')
})

test('legalMoves({ from }) has the moves as objects', () => {
  const game = new Game()
  assert.deepEqual(game.legalMoves({ from: 'e2' }), game.legalMoves('move', { from: 'e2' }))
  assert.deepEqual(game.position.legalMoves({}), game.legalMoves())
  const drops = new Game({ variant: 'crazyhouse', fen: '4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1' })
  assert.equal(drops.legalMoves({ drop: 'knight' }).length, 62)
  for (const options of [null, [], { square: 'e2' }])
    assertThrows(() => game.legalMoves(/** @type {any} */ (options)), 'ERR_ARGUMENT')
})

test('the key is the hash in JSON', () => {
  const position = Position.from('k7/8/8/8/8/8/8/K7 w - - 0 1')
  assert.match(position.key, /^[0-9a-f]{16}$/)
  const game = new Game()
  for (let i = 0; i < 200 && !game.status.over; i++) {
    assert.match(game.key, /^[0-9a-f]{16}$/)
    assert.equal(BigInt(`0x${game.key}`), game.hash)
    assert.equal(game.key, game.position.key)
    const moves = game.legalMoves('uci')
    game.move(moves[(i * 7) % moves.length])
  }
  assert.equal(JSON.parse(JSON.stringify({ key: game.key })).key, game.key)
})

test('kings, attacks, material and promotions', () => {
  const position = Position.from('4k3/P7/8/8/8/8/7p/4K2R w K - 0 1')
  assert.equal(position.king('white'), 'e1')
  assert.equal(position.king('black'), 'e8')
  assert.equal(Position.from(new Game({ variant: 'horde' })).king('white'), null)
  assert.equal(position.isAttacked('h2', 'white'), true)
  assert.equal(position.isAttacked(8, 'black'), false)
  assert.equal(position.promotes('a7', 'a8'), true)
  assert.equal(position.promotes(4, 'e2'), false)
  assert.equal(position.promotes('h2', 'h1'), false, 'not its turn')
  assert.deepEqual(position.material(), {
    white: { pawn: 1, knight: 0, bishop: 0, rook: 1, queen: 0, king: 1 },
    black: { pawn: 1, knight: 0, bishop: 0, rook: 0, queen: 0, king: 1 },
  })
  for (const call of [() => position.king('red'), () => position.isAttacked('e4', 'w')])
    assertThrows(call, 'ERR_ARGUMENT')
  for (const call of [
    () => position.promotes('e9', 'e4'),
    () => position.promotes('e4'),
    () => position.pieceAt('i1'),
  ])
    assertThrows(call, 'ERR_MOVE_SQUARE')
  assertThrows(() => position.legalMoves('all'), 'ERR_ARGUMENT')
})

test('what it returns is the caller’s: changing it changes no later answer', () => {
  const position = Position.from('r3k2r/8/8/8/8/8/8/R3K2R[Nn] w KQkq - 0 1', { variant: 'crazyhouse' })
  const ask = () => [
    position.legalMoves(),
    position.legalMoves('uci'),
    position.legalMoves('index'),
    position.legalMoves('packed'),
    position.pieces(),
    position.attackers('b1', 'white'),
    position.pinned('white'),
    position.dests(),
    position.material(),
    position.pockets,
    position.pieceAt('e1'),
    position.line(['Ra2']),
    position.helpmate('white'),
  ]
  const first = ask()
  const kept = structuredClone(first)
  for (const value of first) {
    if (value instanceof Map) for (const list of value.values()) list.reverse()
    if (value instanceof Map) value.clear()
    else if (ArrayBuffer.isView(value)) value.fill(0)
    else if (Array.isArray(value)) value.length = 0
    else for (const name of Object.keys(value ?? {})) delete value[name]
  }
  assert.deepEqual(ask(), kept)
})

test('nothing changes a position', () => {
  const position = Position.from(START_FEN)
  assert.ok(Object.isFrozen(position))
  for (const name of ['fen', 'status', 'note', 'variant'])
    assert.throws(() => {
      position[name] = 'x'
    }, TypeError)
  assert.deepEqual(structuredClone(position), {})
  assert.deepEqual(JSON.parse(JSON.stringify({ position })), {
    position: { fen: START_FEN, variant: 'standard' },
  })
  assert.match(inspect(position), /^Position \{\s+fen: 'rnbq.*variant: 'standard'\s+\}$/s)
  const setup = position.setup().remove('e2') && position.setup()
  assert.equal(setup.fen, START_FEN)
  assert.equal(Setup.from(position).fen, START_FEN)
  assert.match(position.board(), /Lastmove: -\n.*\n.*\n {2}FEN: "rnbq.*\n {2}Status: continue$/)
})
