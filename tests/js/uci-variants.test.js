// SPDX-License-Identifier: Apache-2.0
// Variants with engines: the option UCI_Variant, positions and moves on the wire, what engines do not play, and whole
// games with Fairy-Stockfish, as a process and behind the bridge.

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { bridge, client, engineAt } from './support/bridge.js'
import { answerOf } from './support/engine-checks.js'
import {
  collect,
  Engine,
  FAIRY,
  fake,
  Game,
  noChildLeft,
  plain,
  processTransport,
  rejects,
  settled,
  UCI,
  until,
} from './support/engines.js'
import { scripted, UciGame } from './support/game-engines.js'

const CHOICES = [
  'chess',
  'crazyhouse',
  'antichess',
  'atomic',
  'horde',
  'kingofthehill',
  'racingkings',
  '3check',
]
const VARIANTS = CHOICES.slice(1)
const variantLine = (choices, byDefault = choices[0]) =>
  `option name UCI_Variant type combo default ${byDefault}${choices.map(choice => ` var ${choice}`).join('')}`
/** The answer to `uci` of an engine that plays all variants. */
const FAIRY_UCI = [variantLine(CHOICES), ...UCI]
const DEAF = { uci: FAIRY_UCI, go: ['bestmove (none)'] }

/** What the engine gets for a position, without isready. */
async function received({ engine, sent }, position, options) {
  sent.length = 0
  await settled(engine.search(position, { depth: 1 }, options).best)
  return sent.filter(line => line !== 'isready')
}

// --- the option ------------------------------------------------------------------------------------

test('UCI_Variant is set before ucinewgame when the variant changes, and only then', async t => {
  const handle = await plain(t, DEAF)
  const crazyhouse = 'position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1'
  assert.deepEqual(await received(handle, {}), ['position startpos', 'go depth 1'])
  assert.deepEqual(await received(handle, { variant: 'crazyhouse' }), [
    'setoption name UCI_Variant value crazyhouse',
    'ucinewgame',
    crazyhouse,
    'go depth 1',
  ])
  assert.deepEqual(await received(handle, { variant: 'Crazy House' }), [crazyhouse, 'go depth 1'])
  assert.deepEqual(await received(handle, { variant: 'chess960' }), [
    'setoption name UCI_Variant value chess',
    'ucinewgame',
    'setoption name UCI_Chess960 value true',
    'position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'go depth 1',
  ])
  assert.equal(handle.engine.options.get('UCI_Variant').value, 'chess')
  await handle.engine.setOption('UCI_Variant', 'horde')
  assert.deepEqual(
    (await received(handle, {})).slice(0, 2),
    ['setoption name UCI_Variant value chess', 'ucinewgame'],
    'the position says what is played',
  )
  handle.engine.command('setoption name UCI_Variant value atomic')
  assert.equal((await received(handle, {}))[0], 'setoption name UCI_Variant value chess')
})

test('every variant has its choice, in the spelling of the engine', async t => {
  for (const [choices, variant, choice] of [
    ...CHOICES.map(name => [CHOICES, name === 'chess' ? 'standard' : name, name]),
    [['Standard', 'Three-Check'], '3check', 'Three-Check'],
    [['standard', 'King Of The Hill'], 'kingofthehill', 'King Of The Hill'],
    [['chess', 'giveaway'], 'antichess', 'giveaway'],
    [['chess', 'giveaway', 'antichess'], 'antichess', 'antichess'],
    [['chess', 'losers', 'suicide'], 'antichess', null],
    [['chess', 'bughouse'], 'crazyhouse', null],
    [['crazyhouse'], 'standard', null],
    [['crazyhouse'], 'chess960', null],
    [['crazyhouse'], 'crazyhouse', 'crazyhouse'],
    [['fischerandom', 'chess'], 'chess960', 'chess'],
    [['shogi', 'normal'], 'standard', 'normal'],
  ]) {
    const note = `${variant} of ${choices}`
    const last = choices.at(-1)
    const handle = await plain(t, { ...DEAF, uci: [variantLine(choices), ...UCI] })
    if (choice === null) {
      const { message } = assertThrows(
        () => handle.engine.search({ variant }, { depth: 1 }),
        'ERR_UCI_VARIANT',
        { input: variant },
        note,
      )
      assert.match(message, /its option UCI_Variant does not offer '\w+'/)
      assert.deepEqual(handle.sent, [], note)
      continue
    }
    if (choice === choices[0] && last !== choice) await handle.engine.setOption('UCI_Variant', last)
    const lines = await received(handle, { variant })
    const set = lines.indexOf(`setoption name UCI_Variant value ${choice}`)
    assert.equal(set >= 0, choices.length > 1, `${note}: ${lines.join('\n')}`)
    assert.ok(set < lines.findIndex(line => line.startsWith('position')), note)
  }
})

test('an engine without a list of variants plays standard chess only', async t => {
  for (const option of [
    [],
    ['option name UCI_Variant type string default chess'],
    ['option name UCI_Variant type combo default chess'],
    ['option name UCI_Variant type check default false'],
  ]) {
    const { engine, sent } = await plain(t, { ...DEAF, uci: [...option, ...UCI] })
    for (const variant of VARIANTS) {
      assertThrows(() => engine.search({ variant }, { depth: 1 }), 'ERR_UCI_VARIANT', { input: variant })
      await rejects(engine.bestMove(new Game({ variant })), 'ERR_UCI_VARIANT')
    }
    assert.deepEqual(sent, [])
    assert.deepEqual(await received({ engine, sent }, {}), ['position startpos', 'go depth 1'])
  }
})

test('a game with an engine that does not play its variant', async t => {
  const transport = scripted()
  await rejects(UciGame.create({ engine: transport, variant: 'atomic' }), 'ERR_UCI_VARIANT')
  await until(() => transport.closed + transport.killed > 0)
  const engine = await Engine.start(scripted({ uci: [variantLine(['chess', 'atomic']), ...UCI] }))
  t.after(() => engine.quit())
  const game = await UciGame.create({ engine, variant: 'atomic' })
  t.after(() => game.stop())
  game.setState(new Game({ variant: 'horde' }).state())
  await rejects(game.bestMove({ depth: 1 }), 'ERR_UCI_VARIANT')
  await rejects(game.play({ depth: 1 }, 'a4a5'), 'ERR_UCI_VARIANT')
  assert.equal(game.ply, 1, 'your move is kept')
  await rejects(game.syncPosition(), 'ERR_UCI_VARIANT')
  await game.attach(scripted({ uci: FAIRY_UCI }))
  assert.equal(game.engine.options.get('UCI_Variant').value, 'horde')
  assert.equal(engine.dead, false)
})

test('after a restart the variant is set again, or the engine does not play it', async t => {
  const offer = choices => [variantLine(choices), 'uciok']
  const dying = { uci: offer(['chess', 'atomic']), go: [{ exit: 5 }] }
  for (const [choices, code] of [
    [['chess', 'atomic'], undefined],
    [['chess', 'horde'], 'ERR_UCI_VARIANT'],
  ]) {
    const next = { uci: offer(choices), go: ['bestmove e2e4'] }
    const { engine, received: lines } = await fake(t, { lives: [dying, next] }, { restart: 1 })
    await rejects(engine.bestMove({ variant: 'atomic' }, { depth: 1 }), 'ERR_UCI_ENGINE_DEAD')
    const { value, error } = await settled(engine.bestMove({ variant: 'atomic' }, { depth: 1 }))
    assert.equal(error?.code, code)
    if (code === undefined) assert.equal(value.move, 'e2e4')
    const isSet = lines().filter(line => line === 'setoption name UCI_Variant value atomic').length
    assert.equal(isSet, code === undefined ? 2 : 1)
  }
})

// --- positions and moves ---------------------------------------------------------------------------

test('positions go to the engine in the form that it reads', async t => {
  const handle = await plain(t, DEAF)
  for (const [variant, fen, written = fen] of [
    ['crazyhouse', 'r2q~1rk1/8/8/8/8/8/8/R3K2R[QNpp] w KQ - 3 20'],
    ['crazyhouse', '4k3/8/8/8/8/8/8/4K3/NQ w - - 0 1', '4k3/8/8/8/8/8/8/4K3[QN] w - - 0 1'],
    ['3check', '4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1'],
    ['3check', '4k3/8/8/8/8/8/8/R3K3 w Q - 7 9 +2+0', '4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 7 9'],
    ['3check', '4k3/8/8/8/8/8/8/R3K3 w Q - 2+2 300 400', '4k3/8/8/8/8/8/8/R3K3 w Q - 2+2 150 400'],
    ['antichess', '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1', '4k3/8/8/8/8/8/8/R3K3 w - - 0 1'],
    ['horde', '4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1'],
    ['racingkings', '8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1'],
  ]) {
    const lines = await received(handle, { variant, fen })
    assert.ok(lines.includes(`position fen ${written}`), `${variant}: ${lines.join('\n')}`)
  }
})

test('castling is king takes rook where the start position of the game needs it', async t => {
  const handle = await plain(t, DEAF)
  const usual = 'r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1'
  const other = '1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1[] w GBgb - 0 1'
  assert.ok(
    (await received(handle, { fen: usual, variant: 'crazyhouse', moves: ['O-O'] })).at(-2).endsWith('e1g1'),
  )
  const set = 'setoption name UCI_Chess960 value'
  const lines = await received(handle, { fen: other, variant: 'crazyhouse', moves: ['O-O'] })
  assert.ok(lines.includes(`${set} true`), lines.join('\n'))
  assert.match(lines.at(-2), /^position fen 1r2k1r1\/\S+\[\] w \w+ - 0 1 moves e1g1$/)
  const chosen = await received(handle, { fen: other, variant: 'crazyhouse' }, { searchMoves: ['O-O-O'] })
  assert.equal(chosen.at(-1), 'go depth 1 searchmoves e1b1')
  assert.ok((await received(handle, { fen: usual, variant: 'crazyhouse' })).includes(`${set} false`))

  const without = FAIRY_UCI.filter(line => !line.includes('UCI_Chess960'))
  const { engine } = await plain(t, { ...DEAF, uci: without })
  await settled(engine.search({ fen: usual, variant: 'crazyhouse' }, { depth: 1 }).best)
  const { message } = assertThrows(
    () => engine.search({ fen: other, variant: 'crazyhouse' }),
    'ERR_UCI_VARIANT',
  )
  assert.match(message, /it has no option UCI_Chess960/)
})

test('drops: sent, searched, answered and pondered in one spelling', async t => {
  const fen = '4k3/8/8/8/8/8/8/4K3[NPn] w - - 0 1'
  const { engine, sent } = await plain(t, {
    uci: FAIRY_UCI,
    go: [
      'info depth 1 score mate 3 pv n@f6 e8e7 P@e5 q@e4',
      'info depth 2 currmove p@a2',
      'bestmove N@F6 ponder E8E7',
    ],
  })
  const position = { fen, variant: 'crazyhouse', moves: ['P@e4', 'N@a6'] }
  const before = new Game({ fen, variant: 'crazyhouse' })
  before.playMoves(position.moves)
  const search = engine.search(position, { depth: 2 }, { searchMoves: ['N@f6', 'N@f6', 'Kd2'] })
  assert.deepEqual(answerOf(await search.best), { move: 'N@f6', ponder: 'e8e7' })
  const [first, second] = await collect(search)
  assert.deepEqual(first.pv, ['N@f6', 'e8e7'], 'there is no second pawn')
  assert.equal(String(first.score.white()), '#3')
  assert.equal(second.currmove, 'P@a2')
  assert.ok(sent.includes(`position fen ${fen} moves P@e4 N@a6`), sent.join('\n'))
  assert.equal(sent.at(-1), 'go depth 2 searchmoves N@f6 N@f6 e1d2')
  assert.equal((await engine.bestMove(before, { depth: 2 })).move, 'N@f6')
  for (const [wrong, code] of [
    ['Q@a1', 'ERR_SAN_ILLEGAL'],
    ['P@a1', 'ERR_SAN_ILLEGAL'],
    ['N@e4', 'ERR_SAN_ILLEGAL'],
    ['K@a1', 'ERR_SAN_SYNTAX'],
    ['N@', 'ERR_SAN_SYNTAX'],
  ])
    assertThrows(() => engine.search(position, {}, { searchMoves: [wrong] }), code, {}, wrong)
})

test('an illegal drop is no answer', async t => {
  for (const answer of ['Q@e5', 'P@a1', 'N@e8', 'n@', 'P@e9']) {
    const { engine } = await plain(t, { uci: FAIRY_UCI, go: [`bestmove ${answer}`] })
    const fen = '4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1'
    const error = await rejects(engine.bestMove({ fen, variant: 'crazyhouse' }), 'ERR_UCI_MOVE', answer)
    assert.equal(error.input, answer)
    await rejects(engine.bestMove({}), 'ERR_UCI_MOVE', 'there are no drops in standard chess')
  }
})

test('promotions to king', async t => {
  const fen = '8/P7/8/8/8/8/7p/8 w - - 0 1'
  const { engine, sent } = await plain(t, { uci: FAIRY_UCI, go: ['bestmove a7a8K ponder h2h1K'] })
  const best = await engine.bestMove({ fen, variant: 'antichess' }, { depth: 1 }, { searchMoves: ['a8=K'] })
  assert.deepEqual([best.move, best.ponder], ['a7a8k', 'h2h1k'])
  assert.equal(sent.at(-1), 'go depth 1 searchmoves a7a8k')
  await rejects(engine.bestMove({ fen: '8/P3k3/8/8/8/8/8/4K3 w - - 0 1' }), 'ERR_UCI_MOVE')
})

test('a game that is over by its variant is not searched', async t => {
  const handle = await plain(t, { uci: FAIRY_UCI })
  for (const [variant, fen] of [
    ['3check', '4k3/8/8/8/8/8/8/R3K3 b - - 0+3 0 1'],
    ['kingofthehill', '8/8/8/4k3/8/8/8/R3K3 w - - 0 1'],
    ['atomic', '8/8/8/8/8/8/8/R3K3 b - - 0 1'],
    ['horde', '4k3/8/8/8/8/8/8/8 w - - 0 1'],
    ['antichess', '8/8/8/8/8/8/8/R7 b - - 0 1'],
    ['racingkings', 'K7/8/8/8/8/8/8/7k w - - 0 1'],
  ]) {
    const game = new Game({ variant, fen })
    assert.ok(game.status.over, variant)
    assert.equal((await handle.engine.bestMove(game, { depth: 1 })).move, null, variant)
    assert.deepEqual(handle.sent, [], variant)
  }
})

test('a UciGame: your drop, its drop, pondering on a drop, another variant by state and PGN', async t => {
  const fen = '4k3/8/8/8/8/8/8/4K3[NPnp] w - - 0 1'
  const transport = scripted({
    uci: FAIRY_UCI,
    pick: game => game.legalMoves('uci').find(move => move.includes('@')) ?? game.legalMoves('uci')[0],
    reply: game => game.legalMoves('uci').find(move => move.includes('@')) ?? game.legalMoves('uci')[0],
  })
  const game = await UciGame.create({ engine: transport, variant: 'crazyhouse', fen, ponder: true })
  t.after(() => game.stop())
  const written = `position fen ${fen}`
  assert.deepEqual(transport.news(), [
    'uci',
    'setoption name UCI_Variant value crazyhouse',
    'ucinewgame',
    written,
    'setoption name Ponder value true',
  ])
  transport.endless = true
  const playing = game.play({ movetime: 50 }, 'N@f3')
  await until(() => transport.sent.includes('go movetime 50'))
  game.engine.command('stop')
  const { engineMove } = await playing
  assert.match(engineMove, /^[PN]@/)
  assert.match(game.pockets.white.knight === 0 ? game.lastMove.uci : '', /^[PN]@/)
  await until(() => transport.sent.some(line => line.startsWith('go ponder')))
  const pondered = transport.sent.findLast(line => line.startsWith('position'))
  const expected = pondered.split(' ').at(-1)
  assert.match(expected, /^P@/)
  transport.endless = false
  const next = await game.play({ movetime: 50 }, expected)
  assert.ok(transport.sent.includes('ponderhit'))
  assert.match(next.engineMove, /^[PN]@|^e/)
  transport.news()

  game.setState(new Game({ variant: '3check' }).state())
  await game.syncPosition()
  assert.deepEqual(
    transport.news().filter(line => line !== 'stop'),
    [
      'setoption name UCI_Variant value 3check',
      'ucinewgame',
      'position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1',
    ],
  )
  game.loadPgn('[Variant "King of the Hill"]\n\n1. e4 e5 *')
  await game.syncPosition()
  assert.deepEqual(transport.news(), [
    'setoption name UCI_Variant value kingofthehill',
    'ucinewgame',
    'position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5',
  ])
})

// --- Fairy-Stockfish -------------------------------------------------------------------------------

/** The FEN that the engine prints for its position. */
async function engineFen(engine) {
  let fen
  const take = line => {
    fen = /^Fen: (.*)$/.exec(line)?.[1] ?? fen
  }
  engine.on('line', take)
  engine.command('d')
  await engine.isReady()
  await until(() => fen !== undefined)
  engine.off('line', take)
  return fen
}

/** The engine plays both sides, and a game of ours is the referee. */
async function selfPlay(engine, options, limits, mostPlies = 1000) {
  const game = await UciGame.create({ engine, ...options })
  const referee = new Game(options)
  while (!game.status.over && game.ply < mostPlies) {
    const { engineMove } = await game.play(limits)
    assert.ok(referee.legalMoves('uci').includes(engineMove), `${engineMove} in ${referee.fen}`)
    referee.move(engineMove)
  }
  assert.deepEqual(game.status, referee.status)
  assert.equal(game.fen, referee.fen)
  return game
}

const ENDS = /^(checkmate|variant_win|draw)$/

/** Debian's version 11.1 plays no atomic. */
const PLAYED = [...VARIANTS.filter(variant => variant !== 'atomic'), 'standard']

describe('Fairy-Stockfish', () => {
  let engine
  after(() => engine?.quit())
  const running = async () => (engine ??= await Engine.start(processTransport(FAIRY)))

  for (const variant of PLAYED) {
    test(`plays both sides of a game to its end: ${variant}`, async t => {
      const game = await selfPlay(await running(), { variant }, { nodes: 150 })
      assert.match(game.status.type, ENDS)
      t.diagnostic(`${game.ply} plies, ${JSON.stringify(game.status)}`)
      await game.syncPosition()
      const printed = await engineFen(engine)
      // It keeps en passant squares only where a pawn can capture, and counts drops in the halfmove clock.
      const fields = fen => fen.split(' ').filter((_, i, all) => i !== 3 && i !== all.length - 2)
      assert.deepEqual(fields(sorted(printed)), fields(sorted(game.fen)))
      game.stop()
    })
  }

  test('crazyhouse from a start position of Chess960', async () => {
    const fen = 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN[] w KQkq - 0 1'
    const game = await selfPlay(await running(), { variant: 'crazyhouse', fen }, { nodes: 150 }, 60)
    const castled = { fen: 'rk4r1/pppppppp/8/8/8/8/PPPPPPPP/RK4R1[] w KQkq - 0 1', variant: 'crazyhouse' }
    for (const castle of ['O-O', 'O-O-O']) {
      const { move } = await engine.bestMove(castled, { depth: 2 }, { searchMoves: [castle] })
      assert.equal(move, { 'O-O': 'b1g1', 'O-O-O': 'b1a1' }[castle])
    }
    game.stop()
  })

  test('atomic, if it plays it', async () => {
    const engine = await running()
    const { vars } = engine.options.get('UCI_Variant')
    if (vars.includes('atomic')) await selfPlay(engine, { variant: 'atomic' }, { nodes: 150 })
    else assertThrows(() => engine.search({ variant: 'atomic' }), 'ERR_UCI_VARIANT')
  })

  test('searches of drops, promotions to king, and mates by the rules of variants', async () => {
    const engine = await running()
    const drop = { fen: '4k3/8/4K3/8/8/8/8/8[Qn] w - - 0 1', variant: 'crazyhouse' }
    const { move, info } = await engine.bestMove(drop, { depth: 4 })
    assert.match(move, /^Q@/)
    assert.deepEqual([info.score.kind, info.score.value], ['mate', 1])
    const king = { fen: '8/P7/8/8/8/8/7p/8 w - - 0 1', variant: 'antichess' }
    assert.equal((await engine.bestMove(king, { depth: 2 }, { searchMoves: ['a8=K'] })).move, 'a7a8k')
    const hill = { fen: '7k/8/8/8/8/4K3/8/8 w - - 0 1', variant: 'kingofthehill' }
    const best = await engine.bestMove(hill, { depth: 4 })
    assert.ok(['e3d4', 'e3e4'].includes(best.move), best.move)
    assert.equal(String(best.info.score), '#1')
  })
})

/** A FEN with the letters of the pocket in one order. */
const sorted = fen => fen.replace(/\[(.*)\]/, (_, letters) => `[${[...letters].sort().join('')}]`)

// --- the bridge ------------------------------------------------------------------------------------

test('over the bridge: a game of every variant, and what it does not let through', async t => {
  const { url, events } = await bridge(t, { command: FAIRY })
  const engine = await engineAt(t, url)
  const { vars } = engine.options.get('UCI_Variant')
  for (const variant of PLAYED) assert.ok(vars.includes(variant === 'standard' ? 'chess' : variant), variant)
  assert.ok(!vars.includes('shogi') && !vars.includes('suicide'))
  for (const variant of PLAYED) {
    const game = await selfPlay(engine, { variant }, { nodes: 60 }, 40)
    game.stop()
  }
  const fen = '1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1[] w GBgb - 0 1'
  const { move } = await engine.bestMove(
    { fen, variant: 'crazyhouse' },
    { depth: 1 },
    { searchMoves: ['O-O'] },
  )
  assert.equal(move, 'e1g1')
  assert.deepEqual(events('refused'), [])
  const { ask, next, socket } = await client(t, url)
  const refused = /^info string refused: /
  assert.match(await ask('setoption name UCI_Variant value shogi', refused), /one of '/)
  await ask('setoption name UCI_Variant value 3check\nquit', refused)
  socket.send('setoption name UCI_Variant value 3check')
  socket.send('position fen 4k3/8/8/8/8/8/8/R3K3 b - - 0+3 0 1')
  assert.match(await ask('go depth 3', refused), /the game is over/)
  assert.equal(await next(/^bestmove/), 'bestmove (none)')
  socket.send('position startpos moves e2e4')
  assert.match(await ask('go depth 3', /^bestmove/), /^bestmove [a-h][78]/, 'the engine lives')
  socket.terminate()
  await engine.quit()
  await noChildLeft('fairy')
})
