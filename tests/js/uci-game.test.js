// SPDX-License-Identifier: Apache-2.0
// Games with an engine: their start, the commands to the engine, and the moves that are played.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import {
  chess960Fen,
  Engine,
  Game,
  noChildLeft,
  Position,
  parsePgn,
  processTransport,
  rejects,
  Setup,
  START_FEN,
  settled,
  UCI,
  until,
} from './support/engines.js'
import {
  MATE_IN_ONE,
  positionOf,
  scripted,
  stockfish,
  UciGame,
  uciMoves,
  withEngine,
} from './support/game-engines.js'

const FOOLS = ['f2f3', 'e7e5', 'g2g4']
const STALEMATE_IN_ONE = '7k/8/5KQ1/8/8/8/8/8 w - - 0 1'
const NO_CASTLING_OPTION = UCI.filter(line => !line.includes('UCI_Chess960'))

// --- the beginning ---------------------------------------------------------------------------------

test('create starts the engine and sends it the position', async t => {
  const transport = scripted()
  const game = await UciGame.create({ engine: transport, fen: MATE_IN_ONE, draws: 'claim' })
  t.after(() => game.stop())
  assert.ok(game instanceof UciGame && game instanceof Game)
  assert.equal(game.fen, MATE_IN_ONE)
  assert.equal(game.options.draws, 'claim')
  assert.ok(game.engine instanceof Engine)
  assert.equal(game.engine.id.name, 'Plain')
  assert.deepEqual(transport.news(), ['uci', 'ucinewgame', positionOf(MATE_IN_ONE, [])])
})

test('create takes an engine that runs, and leaves it as it is until it is asked', async t => {
  const transport = scripted()
  const engine = await Engine.start(transport)
  t.after(() => engine.quit())
  transport.sent.length = 0
  const game = await UciGame.create({ engine })
  assert.equal(game.engine, engine)
  assert.deepEqual(transport.news(), [])
  await game.play()
  assert.deepEqual(transport.news(), ['ucinewgame', 'position startpos', 'go movetime 1000'])
  game.stop()
  assert.equal(engine.dead, false)
  await engine.isReady()
  assert.equal(transport.closed + transport.killed, 0)
})

test('create with bad options leaves nothing behind', async () => {
  let terminated = 0
  const onTerminate = () => terminated++
  for (const [options, code] of [
    [{ fen: 'nonsense', onTerminate }, 'ERR_FEN_FIELDS'],
    [{ variant: 'bughouse' }, 'ERR_ARGUMENT'],
    [{ speed: 1 }, 'ERR_ARGUMENT'],
    [{ idleTimeout: -1 }, 'ERR_ARGUMENT'],
    [{ handler: 'loud', onTerminate }, 'ERR_ARGUMENT'],
    [{ handler: null, onTerminate }, 'ERR_ARGUMENT'],
    [{ ponder: 1, onTerminate }, 'ERR_ARGUMENT'],
  ]) {
    const transport = scripted()
    await rejects(UciGame.create({ engine: transport, ...options }), code, JSON.stringify(options))
    assert.ok(transport.killed > 0, JSON.stringify(options))
    assert.deepEqual(transport.sent, [], 'the game comes first')
  }
  for (const engine of [undefined, null, 5, 'stockfish', {}, { send() {} }, []])
    await rejects(UciGame.create({ engine, onTerminate }), 'ERR_ARGUMENT', String(engine))
  for (const options of [undefined, null, 5, []]) await rejects(UciGame.create(options), 'ERR_ARGUMENT')
  assert.equal(terminated, 0, 'the game was never returned')
})

test('create with an engine that fails leaves nothing behind', async t => {
  let terminated = 0
  const onTerminate = () => terminated++
  const dead = scripted({ uci: [] })
  const creating = UciGame.create({ engine: dead, onTerminate })
  dead.die()
  const error = await rejects(creating, 'ERR_UCI_ENGINE_DEAD')
  assert.equal(error.exitCode, 7)
  assert.ok(dead.killed > 0)
  await rejects(
    UciGame.create({ engine: processTransport('/no/such/engine'), onTerminate }),
    'ERR_UCI_ENGINE_DEAD',
  )
  await rejects(
    UciGame.create({ engine: processTransport(process.execPath, ['-e', 'process.exit(3)']), onTerminate }),
    'ERR_UCI_ENGINE_DEAD',
  )
  const engine = await Engine.start(scripted())
  await engine.quit()
  await rejects(UciGame.create({ engine, onTerminate }), 'ERR_UCI_ENGINE_DEAD')
  const standardOnly = scripted({ uci: NO_CASTLING_OPTION })
  await rejects(UciGame.create({ engine: standardOnly, variant: 'chess960', onTerminate }), 'ERR_UCI_VARIANT')
  await until(() => standardOnly.closed + standardOnly.killed > 0)
  assert.equal(terminated, 0)
  await noChildLeft()
  t.diagnostic('no process is left')
})

test('without an engine every method of it says so, and nothing is lost', async t => {
  const game = new UciGame({ fen: MATE_IN_ONE })
  t.after(() => game.stop())
  assert.equal(game.engine, null)
  const calls = {
    bestMove: () => game.bestMove(),
    play: () => game.play(),
    'play with a move': () => game.play({}, 'a1a8'),
    setPosition: () => game.setPosition(START_FEN),
    syncPosition: () => game.syncPosition(),
    ready: () => game.ready(),
  }
  for (const [name, call] of Object.entries(calls)) await rejects(call(), 'ERR_UCI_NO_ENGINE', name)
  assertThrows(() => game.command('isready'), 'ERR_UCI_NO_ENGINE')
  game.setHandler(() => {})
  assert.equal(game.fen, MATE_IN_ONE)
  await game.attach(scripted())
  assert.deepEqual(await game.play({}, 'a1a8'), { status: game.status, engineMove: null })
  assert.equal(game.status.type, 'checkmate')
})

// --- playing ---------------------------------------------------------------------------------------

test('the engine gets all moves, in any form that they were played in', async t => {
  const { game, transport } = await withEngine(t, { pick: g => (g.ply % 4 === 1 ? 'e7e5' : 'b8c6') })
  const { status, engineMove } = await game.play({ depth: 4 }, 'e4')
  assert.deepEqual(status, { over: false, type: 'continue' })
  assert.equal(engineMove, 'e7e5')
  assert.deepEqual(transport.news(), ['position startpos moves e2e4', 'go depth 4'])
  await game.play({ nodes: 10 }, { from: 'g1', to: 21 })
  assert.deepEqual(transport.news(), ['position startpos moves e2e4 e7e5 g1f3', 'go nodes 10'])
  assert.deepEqual(uciMoves(game), ['e2e4', 'e7e5', 'g1f3', 'b8c6'])
})

test('a promotion goes by letters, squares and SAN', async t => {
  const { game, transport } = await withEngine(t, {}, { fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' })
  for (const [move, uci] of [
    ['a7a8n', 'a7a8n'],
    ['a7a8', 'a7a8q'],
    ['a8=R', 'a7a8r'],
    [{ from: 'a7', to: 'a8', promotion: 'b' }, 'a7a8b'],
  ]) {
    await game.play({}, move).catch(error => assert.fail(`${uci}: ${error}`))
    assert.equal(game.moves[0].uci, uci)
    assert.ok(transport.sent.some(line => line.endsWith(` moves ${uci}`)) || game.status.over, uci)
    game.newGame('8/P6k/8/8/8/8/8/K7 w - - 0 1')
    transport.sent.length = 0
  }
})

test('a move that cannot be played rejects with its own code and changes nothing', async t => {
  const { game, transport } = await withEngine(t)
  for (const [move, code] of [
    ['e2e5', 'ERR_MOVE_ILLEGAL'],
    ['e7e5', 'ERR_MOVE_WRONG_SIDE'],
    ['e4e5', 'ERR_MOVE_NO_PIECE'],
    ['Ke2', 'ERR_SAN_ILLEGAL'],
    ['rubbish', 'ERR_SAN_SYNTAX'],
    ['', undefined],
    [null, 'ERR_ARGUMENT'],
    [5, 'ERR_ARGUMENT'],
    [{ from: 'e2' }, 'ERR_MOVE_SQUARE'],
    [{ from: 'e2', to: 'e5' }, 'ERR_MOVE_ILLEGAL'],
  ]) {
    const expected = code ?? new Game().tryMove(move).error.code
    await rejects(game.play({}, move), expected, JSON.stringify(move))
  }
  for (const limits of [null, 5, { depth: 0 }, { speed: 1 }, { movetime: Number.NaN }]) {
    await rejects(game.play(limits, 'e2e4'), 'ERR_ARGUMENT', JSON.stringify(limits))
    await rejects(game.bestMove(limits), 'ERR_ARGUMENT', JSON.stringify(limits))
  }
  assert.equal(game.ply, 0)
  assert.deepEqual(transport.sent, [])
})

test('your move stays when it ends the game, and the engine is not asked', async t => {
  const { game, transport } = await withEngine(t)
  game.playMoves(FOOLS)
  const mate = await game.play({ depth: 1 }, 'Qh4#')
  assert.deepEqual(mate, { status: { over: true, type: 'checkmate', winner: 'black' }, engineMove: null })
  assert.equal(game.lastMove.san, 'Qh4#')
  await rejects(game.play(), 'ERR_GAME_OVER')
  await rejects(game.play({}, 'e2e4'), 'ERR_GAME_OVER')
  assert.equal(await game.bestMove(), null)

  game.newGame(STALEMATE_IN_ONE)
  const stalemate = await game.play({}, 'Qf7')
  assert.deepEqual(stalemate.status, { over: true, type: 'draw', reason: 'stalemate' })

  game.newGame('8/8/8/8/8/2k5/2p5/K1B5 w - - 0 1')
  const bare = await settled(game.play({}, 'c1e3'))
  assert.equal(bare.error, undefined)

  game.newGame()
  game.draw('agreed')
  await rejects(game.play(), 'ERR_GAME_OVER')
  assert.equal(await game.bestMove(), null)
  assert.deepEqual(
    transport.sent.filter(line => line.startsWith('go')),
    ['go movetime 1000'],
    'only Be3 left something to play',
  )
})

test('draws by repetition end the game for both sides', async t => {
  const dance = ['g1f3', 'g8f6', 'f3g1', 'f6g8']
  const { game, transport } = await withEngine(t, { pick: g => dance[g.ply % 4] })
  const results = []
  for (const move of ['Nf3', 'Ng1', 'Nf3', 'Ng1']) results.push(await game.play({ depth: 1 }, move))
  assert.deepEqual(results[2].status, { over: false, type: 'continue' })
  assert.deepEqual(results[3], {
    status: { over: true, type: 'draw', reason: 'threefold_repetition' },
    engineMove: 'f6g8',
  })
  assert.ok(
    transport.sent.includes(positionOf(START_FEN, [...dance, 'g1f3', 'g8f6', 'f3g1'])),
    'the engine could see it coming',
  )
  await rejects(game.play({}, 'e4'), 'ERR_GAME_OVER')
})

test('a hint leaves the board alone', async t => {
  const { game, transport } = await withEngine(t, { pick: () => 'd2d4' })
  assert.equal(await game.bestMove({ depth: 2 }), 'd2d4')
  assert.equal(game.ply, 0)
  assert.deepEqual(transport.news(), ['position startpos', 'go depth 2'])
  assert.equal(game.redo(), null)
})

test('an illegal answer is not played, and your move stays', async t => {
  for (const answer of ['e2e5', '(none)', 'zzzz']) {
    const { game } = await withEngine(t, { pick: () => answer })
    await rejects(game.play({}, 'e2e4'), 'ERR_UCI_MOVE', answer)
    assert.deepEqual(uciMoves(game), ['e2e4'])
    await rejects(game.play(), 'ERR_UCI_MOVE', answer)
    assert.deepEqual(uciMoves(game), ['e2e4'])
  }
})

test('Chess960 is switched on and off by itself, and castling is king takes rook', async t => {
  const fen = chess960Fen(518)
  const { game, transport } = await withEngine(
    t,
    { pick: g => ['e7e5', 'b8c6', 'g8f6', 'f6e4'][(g.ply - 1) / 2] },
    { variant: 'chess960', fen },
  )
  for (const move of ['e4', 'Nf3', 'Bc4', 'O-O']) await game.play({ depth: 1 }, move)
  assert.equal(
    transport.sent.findLast(line => line.startsWith('position')),
    `position fen ${game.options.fen} moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1h1`,
  )
  assert.equal(game.pieceAt('g1').type, 'king')
  game.setState(new Game({ draws: 'none' }).state())
  assert.deepEqual([game.options.variant, game.options.draws], ['standard', 'none'])
  transport.sent.length = 0
  transport.endless = true
  const asked = game.bestMove({ infinite: true })
  await until(() => transport.sent.includes('go infinite'))
  assert.deepEqual(transport.news(), [
    'ucinewgame',
    'setoption name UCI_Chess960 value false',
    'position startpos',
    'go infinite',
  ])
  game.stop()
  await rejects(asked, 'ERR_UCI_CANCELLED')
})

for (const [variant, fen] of [
  ['standard', START_FEN],
  ['chess960', chess960Fen(0)],
  ['chess960', chess960Fen(959)],
]) {
  test(`Stockfish plays both sides of a game to its end: ${variant}, ${fen.slice(0, 8)}`, async t => {
    const { transport, sent } = stockfish(t)
    const game = await UciGame.create({ engine: transport, variant, fen })
    game.engine.setOption('Hash', 1)
    const referee = new Game({ variant, fen })
    const startFen = game.options.fen
    for (let status = game.status; !status.over; ) {
      const before = uciMoves(game)
      const played = await game.play({ nodes: 300 })
      assert.deepEqual(referee.move(played.engineMove), played.status)
      assert.ok(
        sent.includes(
          variant === 'standard'
            ? positionOf(startFen, before)
            : `position fen ${startFen}${before.length ? ` moves ${before.join(' ')}` : ''}`,
        ),
        `after ${before.length} plies the engine knows them all`,
      )
      status = played.status
      assert.ok(game.ply < 1000, game.pgn())
    }
    assert.equal(game.fen, referee.fen)
    assert.equal(sent.filter(line => line === 'ucinewgame').length, 1)
    assert.equal(
      sent.filter(line => line === 'setoption name UCI_Chess960 value true').length,
      variant === 'chess960' ? 1 : 0,
    )
    t.diagnostic(`${game.ply} plies, ${JSON.stringify(game.status)}`)
    game.stop()
    await noChildLeft()
  })
}

test('Stockfish against a player of all forms of moves, until mate', async t => {
  const { transport } = stockfish(t)
  const game = await UciGame.create({ engine: transport, fen: '4k3/8/8/8/8/8/PPPPPPPP/4K3 b - - 0 1' })
  t.after(() => game.stop())
  for (let turn = 0; ; turn++) {
    const moves = game.legalMoves()
    const move = moves[(turn * 7) % moves.length]
    const form = [move.uci, move.san, { from: move.from, to: move.to, promotion: move.promotion }][turn % 3]
    const { status, engineMove } = await game.play({ nodes: 2000 }, form)
    assert.equal(engineMove === null, game.moves.length % 2 === 1)
    if (status.over) break
    assert.ok(turn < 300)
  }
  t.diagnostic(`${game.ply} plies, ${JSON.stringify(game.status)}`)
})

// --- new games and positions ------------------------------------------------------------------------

test('a new game is announced once, however it was started', async t => {
  const { game, transport } = await withEngine(t)
  const beginnings = {
    newGame: () => game.newGame(),
    setState: () => game.setState(new Game().state()),
    loadPgn: () => game.loadPgn('*'),
  }
  for (const [name, begin] of Object.entries(beginnings)) {
    begin()
    begin()
    await game.play({ depth: 1 })
    assert.deepEqual(transport.news(), ['ucinewgame', 'position startpos', 'go depth 1'], name)
    game.undo()
    await game.play({ depth: 1 })
    assert.deepEqual(transport.news(), ['position startpos', 'go depth 1'], 'a take-back is the same game')
  }
})

test('setPosition begins a game there and waits until the engine knows', async t => {
  const { game, transport } = await withEngine(t)
  game.move('e2e4')
  game.headers.set('White', 'me')
  const status = await game.setPosition(MATE_IN_ONE)
  assert.deepEqual(status, { over: false, type: 'continue' })
  assert.equal(game.fen, MATE_IN_ONE)
  assert.equal(game.ply, 0)
  assert.equal(game.headers.get('White'), '?')
  assert.deepEqual(transport.sent, ['ucinewgame', 'isready', positionOf(MATE_IN_ONE, []), 'isready'])
  transport.news()
  await game.play({ depth: 1 })
  assert.deepEqual(transport.news(), [positionOf(MATE_IN_ONE, []), 'go depth 1'])

  const { fen } = game
  for (const [bad, code] of [
    ['nonsense', 'ERR_FEN_FIELDS'],
    ['', 'ERR_FEN_EMPTY'],
    [undefined, 'ERR_ARGUMENT'],
    [5, 'ERR_ARGUMENT'],
  ])
    await rejects(game.setPosition(bad), code, String(bad))
  assert.equal(game.fen, fen)
  assert.deepEqual(transport.sent, [])

  const stalemate = '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'
  const node = parsePgn(`[FEN "7k/4Q3/6K1/8/8/8/8/8 w - - 0 1"]\n\n1. Qf7 *`)[0].root.children[0]
  const forms = [
    stalemate,
    Position.from(stalemate),
    new Setup(stalemate),
    new Game({ fen: stalemate }),
    node,
  ]
  for (const form of forms) {
    game.newGame()
    const over = await game.setPosition(form)
    assert.deepEqual(over, { over: true, type: 'draw', reason: 'stalemate' })
    assert.equal(game.ply, 0)
  }
})

test('when the engine fails, setPosition says so, and the game is the new one', async t => {
  const { game, transport } = await withEngine(t)
  const setting = game.setPosition(MATE_IN_ONE)
  transport.die()
  await rejects(setting, 'ERR_UCI_ENGINE_DEAD')
  assert.equal(game.fen, MATE_IN_ONE)
  const other = scripted()
  await game.attach(other)
  assert.deepEqual(other.news(), ['uci', 'ucinewgame', positionOf(MATE_IN_ONE, [])])
})

test('syncPosition sends the engine the position of the game', async t => {
  const { game, transport } = await withEngine(t)
  game.playMoves(['e4', 'e5'])
  await game.syncPosition()
  assert.deepEqual(transport.sent, ['position startpos moves e2e4 e7e5', 'isready'])
  transport.news()
  game.newGame()
  game.move('d2d4')
  await game.syncPosition()
  assert.deepEqual(transport.news(), ['ucinewgame', 'position startpos moves d2d4'])
})

test('a position that is set or sent while the engine thinks reaches it', async t => {
  const { game, transport } = await withEngine(t, { endless: true })
  const thinking = game.play({ depth: 30 }, 'e4')
  await until(() => transport.sent.includes('go depth 30'))
  const setting = game.setPosition(MATE_IN_ONE)
  await rejects(thinking, 'ERR_UCI_CANCELLED')
  await setting
  assert.deepEqual(transport.news().slice(-3), ['stop', 'ucinewgame', positionOf(MATE_IN_ONE, [])])

  const hint = game.bestMove({ depth: 30 })
  await until(() => transport.sent.includes('go depth 30'))
  transport.news()
  game.move('a1a7')
  await game.syncPosition()
  await rejects(hint, 'ERR_UCI_CANCELLED')
  assert.deepEqual(transport.news(), ['stop', positionOf(MATE_IN_ONE, ['a1a7'])])
})

test('many calls at once all settle, in order', async t => {
  const { game, transport } = await withEngine(t)
  const calls = [
    game.setPosition(MATE_IN_ONE),
    game.syncPosition(),
    game.ready(),
    game.setPosition(START_FEN),
    game.play({ depth: 1 }, 'e4'),
  ]
  const outcomes = await Promise.all(calls.map(call => settled(call)))
  assert.deepEqual(
    outcomes.map(({ error }) => error?.code),
    new Array(5).fill(undefined),
  )
  assert.deepEqual(transport.news().slice(-2), ['position startpos moves e2e4', 'go depth 1'])
})

test('command and ready go to the engine', async t => {
  const { game, transport } = await withEngine(t)
  game.command('debug on')
  await game.ready()
  assert.deepEqual(transport.sent, ['debug on', 'isready'])
  assertThrows(() => game.command('a\nb'), 'ERR_UCI_LINE')
  assertThrows(() => game.command(undefined), 'ERR_ARGUMENT')
})

// --- copies ----------------------------------------------------------------------------------------------

test('clone, fromState and fromJSON give the game without the engine', async t => {
  const heard = []
  const { game, transport } = await withEngine(
    t,
    { endless: true },
    { handler: line => heard.push(line), draws: 'claim', idleTimeout: 60_000, strict: true },
  )
  game.playMoves(['e4', 'e5'])
  game.headers.set('White', 'me')
  game.setWinner('white', 'time')
  for (const copy of [game.clone(), UciGame.fromState(game.state()), UciGame.fromJSON(game.toJSON())]) {
    assert.ok(copy instanceof UciGame)
    assert.equal(copy.engine, null)
    assert.deepEqual(uciMoves(copy), ['e2e4', 'e7e5'])
    assert.deepEqual(copy.status, {
      over: true,
      type: 'winner',
      winner: 'white',
      reason: 'manual',
      detail: 'time',
    })
    assert.equal(copy.headers.get('White'), 'me')
    assert.equal(copy.options.draws, 'claim')
    assert.equal(copy.options.idleTimeout, Number.POSITIVE_INFINITY)
    await rejects(copy.play(), 'ERR_UCI_NO_ENGINE')
    copy.stop()
  }
  assert.equal(game.clone().options.strict, true)
  assert.equal(transport.closed, 0)
  assert.equal(game.engine.dead, false)
  assertThrows(() => UciGame.fromState(new Uint8Array(3)), 'ERR_STATE_FORMAT', undefined)
  assertThrows(() => UciGame.fromState('state'), 'ERR_ARGUMENT')
  assertThrows(() => UciGame.fromJSON({}), 'ERR_ARGUMENT')
  game.undo()

  const thinking = game.play({ depth: 30 })
  await until(() => transport.sent.includes('go depth 30'))
  game.clone().move('d7d5')
  assert.equal(transport.sent.includes('stop'), false, 'a clone is another game')
  game.stop()
  await rejects(thinking, 'ERR_UCI_CANCELLED')
})

test('users’ own games build on it', async t => {
  class Blitz extends UciGame {
    constructor(seconds) {
      super({ draws: 'claim' })
      this.seconds = seconds
      this.log = []
    }
    move(move) {
      const status = super.move(move)
      this.log.push(move)
      return status
    }
  }
  const game = new Blitz(180)
  t.after(() => game.stop())
  await game.attach(scripted({ pick: () => 'e7e5' }))
  await game.play({ depth: 1 }, 'e2e4')
  assert.deepEqual(game.log, ['e2e4', 'e7e5'])
  const clone = game.clone()
  assert.ok(clone instanceof UciGame)
  assert.deepEqual(uciMoves(clone), ['e2e4', 'e7e5'])
})

test('two games share an engine by turns', async t => {
  const transport = scripted()
  const engine = await Engine.start(transport)
  t.after(() => engine.quit())
  const games = [await UciGame.create({ engine }), await UciGame.create({ engine, fen: MATE_IN_ONE })]
  for (let turn = 0; turn < 3; turn++) for (const game of games) await game.play({ depth: 1 })
  assert.deepEqual(
    games.map(game => game.ply),
    [3, 3],
  )
  games[0].stop()
  await games[1].play({ depth: 1 })
  games[1].stop()
  assert.equal(engine.dead, false)
})
