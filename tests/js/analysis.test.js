// SPDX-License-Identifier: Apache-2.0
// analyseGame: what a move lost, judgements and accuracy, with engines whose scores are known; games that end early,
// null moves, variants; annotate().

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  Engine,
  FAIRY,
  Game,
  NATIVE,
  plainTransport,
  processTransport,
  rejects,
  settled,
  UCI,
  until,
} from './support/engines.js'
import { refuses } from './support/transports.js'

const { analyseGame, EnginePool, GameAnalysis } = await import('../../dist/uci.js')
const { parsePgn, PgnGame } = await import('../../dist/pgn.js')

/** With every variant and analysis mode. */
const OPTIONS = [
  ...UCI.slice(0, -1),
  'option name UCI_AnalyseMode type check default false',
  'option name UCI_Variant type combo default chess var chess var atomic var kingofthehill var crazyhouse var antichess',
  'uciok',
]

/**
 * An engine that plays any legal move, and whose score is the one for its position's ply.
 * @param {(string | undefined)[]} scores by ply, from the side to move; undefined: it says none
 */
function scored(scores, more = {}) {
  let command = ''
  const transport = plainTransport({
    uci: OPTIONS,
    setoption(line) {
      const [, variant] = /UCI_Variant value (\w+)/.exec(line) ?? []
      if (variant) transport.variant = variant
    },
    position(line) {
      command = line
    },
    go() {
      const [, fen, moves = ''] = /^position (?:startpos|fen (.*?))(?: moves (.*))?$/.exec(command)
      const played = moves.split(' ').filter(Boolean)
      const variant = /value true/.test(transport.sent.findLast(line => /Chess960/.test(line)))
        ? 'chess960'
        : undefined
      const game = new Game({
        fen,
        variant: transport.variant === 'chess' ? variant : transport.variant,
        draws: 'none',
      })
      game.playMoves(played)
      const score = scores[transport.offset + played.length]
      const [first, second = first] = game.legalMoves('uci')
      const lines = score === undefined ? [] : [`info depth 9 multipv 1 score ${score} pv ${second}`]
      if (/value [2-9]/.test(transport.sent.findLast(line => /MultiPV value/.test(line)) ?? ''))
        lines.push(`info depth 9 multipv 2 score ${score} pv ${first}`)
      game.stop()
      queueMicrotask(() => {
        for (const line of [...lines, `bestmove ${second}`]) transport.onLine?.(line)
      })
    },
    ...more,
  })
  return Object.assign(transport, { variant: 'chess', offset: 0 })
}

/** An engine with these scores, and a pool of such engines; both end after the test. */
async function enginesOf(t, scores, more) {
  const transport = scored(scores, more)
  const engine = await Engine.start(transport)
  const pool = new EnginePool(() => scored(scores, more), { size: 2 })
  t.after(async () => {
    await settled(engine.quit())
    await settled(pool.close())
  })
  return { engine, pool, transport }
}

const chance = cp => 2 / (1 + Math.exp(-0.00368208 * Math.min(Math.max(cp, -1000), 1000))) - 1
const accuracy = drop =>
  drop <= 0 ? 100 : Math.min(Math.max(103.1668 * Math.exp(-0.04354 * 50 * drop) - 3.1669, 0), 100)
const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length
const close = (actual, expected) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}, not ${expected}`)

const MOVES = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6', 'O-O']
/** Scores from the side to move, by ply, and the same from White's side. */
const SCORES = [20, -20, 80, 60, 30, 600, 700, -650, 1500, 2500]
const WHITE = SCORES.map((score, ply) => (ply % 2 === 0 ? score : -score))

for (const kind of ['engine', 'pool'])
  test(`losses, judgements and accuracy, with an ${kind}`, async t => {
    const engines = await enginesOf(
      t,
      SCORES.map(score => `cp ${score}`),
    )
    const game = new Game()
    game.playMoves(MOVES)
    const seen = []
    const {
      positions,
      accuracy: accuracies,
      averageLoss,
    } = await analyseGame(game, {
      engine: engines[kind],
      limits: { depth: 9 },
      onProgress: progress => seen.push(progress),
    })
    assert.equal(positions.length, 10)
    assert.deepEqual(
      positions.map(({ ply }) => ply),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    )
    const { loss, accuracy: ofMove, judgement } = positions[0]
    assert.deepEqual([loss, ofMove, judgement], [null, null, null])
    assert.deepEqual(
      positions.map(({ score }) => [score.value, score.color]),
      SCORES.map((score, ply) => [score, ply % 2 === 0 ? 'white' : 'black']),
    )
    const cut = score => Math.min(Math.max(score, -1000), 1000)
    const sides = { white: { losses: [], accuracies: [] }, black: { losses: [], accuracies: [] } }
    for (let ply = 1; ply < 10; ply++) {
      const sign = ply % 2 === 1 ? 1 : -1
      const [before, after] = [sign * WHITE[ply - 1], sign * WHITE[ply]]
      const drop = chance(before) - chance(after)
      const judgement = drop >= 0.3 ? 'blunder' : drop >= 0.2 ? 'mistake' : drop >= 0.1 ? 'inaccuracy' : null
      const loss = Math.max(cut(before) - cut(after), 0)
      assert.deepEqual([positions[ply].loss, positions[ply].judgement], [loss, judgement], `ply ${ply}`)
      const side = sides[sign === 1 ? 'white' : 'black']
      side.losses.push(loss)
      side.accuracies.push(accuracy(drop))
      close(positions[ply].accuracy, accuracy(drop))
    }
    assert.ok(positions.some(({ judgement }) => judgement === 'blunder'))
    for (const side of ['white', 'black']) {
      close(accuracies[side], mean(sides[side].accuracies))
      close(averageLoss[side], mean(sides[side].losses))
    }
    assert.deepEqual(
      seen,
      positions.map((_, index) => ({ done: index + 1, total: 10 })),
    )
  })

/** @param {(number | undefined)[]} white centipawns by ply */
const withEvals = white => {
  const command = (cp, ply) => (cp === undefined ? '' : ` {[%eval ${(white[ply] / 100).toFixed(2)}]}`)
  const [root, ...after] = white.map(command)
  return parsePgn(`${root} ${MOVES.map((move, index) => `${move}${after[index]}`).join(' ')} *`)[0]
}

test('without an engine, the evaluations of the game are its scores', async t => {
  const { engine } = await enginesOf(
    t,
    SCORES.map(score => `cp ${score}`),
  )
  const game = withEvals(WHITE)
  const text = String(game)
  const seen = []
  const own = await analyseGame(game, { onProgress: ({ done, total }) => seen.push([done, total]) })
  const searched = await analyseGame(game, { engine })
  assert.deepEqual(
    own.positions,
    searched.positions.map(position => ({ ...position, lines: [] })),
  )
  assert.deepEqual([own.accuracy, own.averageLoss], [searched.accuracy, searched.averageLoss])
  assert.deepEqual(seen.at(-1), [10, 10])
  const glyphs = parsePgn(String(own.annotate(game)))[0]
  assert.equal(String(glyphs).replace(/ \$[246]/g, ''), text, 'only glyphs are added')
  assert.deepEqual(
    [...glyphs.mainline()].map(({ nags }) => nags.length),
    own.positions.slice(1).map(({ judgement }) => (judgement === null ? 0 : 1)),
  )
})

test('a position without an evaluation has no score, and the moves beside it no loss', async () => {
  const white = [...WHITE]
  for (const gone of [0, 3, 4]) white[gone] = undefined
  const { positions } = await analyseGame(withEvals(white))
  const full = await analyseGame(withEvals(WHITE))
  for (const { ply, score, loss, accuracy: ofMove, judgement } of positions) {
    assert.equal(ofMove === null, loss === null)
    assert.equal(score === null, white[ply] === undefined)
    const isKnown = white[ply] !== undefined && white[ply - 1] !== undefined
    assert.deepEqual(
      [loss, judgement],
      isKnown ? [full.positions[ply].loss, full.positions[ply].judgement] : [null, null],
    )
  }
  const [bare] = parsePgn('1. e4 e5 *')
  const { accuracy: accuracies, averageLoss } = await analyseGame(bare, {})
  assert.deepEqual([accuracies, averageLoss], Array(2).fill({ white: null, black: null }))
})

test('evaluations in all spellings, with their depth; of mates, fractions and huge ones', async () => {
  const [game] = parsePgn(
    '{[%eval 0.335,20]} 1. f3 {[%eval -99999999.5]} e5 {[%eval #-2]} 2. g4 {[%eval #0]} Qh4# {[%eval 3.0]} 0-1',
  )
  const { positions } = await analyseGame(game)
  assert.deepEqual(
    positions.map(({ score }) => [score.kind, score.value, score.color]),
    [
      ['cp', 34, 'white'],
      ['cp', 2 ** 31 - 1, 'black'],
      ['mate', -2, 'white'],
      ['mate', 0, 'black'],
      ['mate', 0, 'white'],
    ],
    'the last position is a mate, whatever was written',
  )
  assert.equal(positions[4].score.mated, 'white')
  const text = String(game)
  assert.match(text, /0\.335,20/)
  ;(await analyseGame(game)).annotate(game, { glyphs: false })
  assert.equal(String(game), text)
})

test('without an engine, annotate() gives evaluations to a tree that has none', async () => {
  const analysis = await analyseGame(withEvals(WHITE))
  const [bare] = parsePgn(`${MOVES.join(' ')} *`)
  const evals = Array.from(analysis.annotate(bare).mainline(), node => node.eval?.value)
  assert.deepEqual(evals, WHITE.slice(1))
})

test('only a PgnGame has evaluations, and only an engine limits', async () => {
  const [game] = parsePgn('1. e4 {[%eval 0.1]} *')
  for (const call of [
    () => analyseGame(new Game()),
    () => analyseGame(game, { limits: { depth: 3 } }),
    () => analyseGame(game, { engine: null }),
    () => analyseGame(game, null),
    () => analyseGame(),
  ])
    await rejects(call(), 'ERR_ARGUMENT')
})

test('onlyMove: the second line is worse by a blunder', async t => {
  const scores = []
  const transport = plainTransport({
    uci: OPTIONS,
    go() {
      const lines = scores.map((score, index) => {
        const pv = ['e2e4', 'd2d4', 'g1f3'][index]
        return `info depth 9 multipv ${index + 1} score ${score} pv ${pv}`
      })
      queueMicrotask(() => {
        for (const line of [...lines, 'bestmove e2e4']) transport.onLine?.(line)
      })
    },
  })
  const engine = await Engine.start(transport)
  t.after(() => settled(engine.quit()))
  const cpOf = share => Math.log((1 + share) / (1 - share)) / 0.00368208
  for (const [given, onlyMove] of [
    [['cp 0'], null],
    [['cp 0', `cp ${-Math.ceil(cpOf(0.302))}`], true],
    [['cp 0', `cp ${-Math.floor(cpOf(0.298))}`, 'cp -900'], false],
    [['mate 2', 'cp 900'], false],
    [['mate 2', 'cp 20', 'cp 10'], true],
    [['cp -400', 'mate -3'], true],
  ]) {
    scores.splice(0, scores.length, ...given)
    const { positions } = await analyseGame(new Game(), { engine, variations: given.length })
    assert.equal(positions[0].onlyMove, onlyMove, given.join())
  }
})

test('the engine’s own first choice has no judgement, whatever the score after it', async t => {
  const [, choice, other] = new Game().legalMoves('uci')
  for (const move of [choice, other]) {
    const { engine } = await enginesOf(t, ['cp 0', 'cp 500'])
    const game = new Game()
    game.move(move)
    const { positions } = await analyseGame(game, { engine, variations: 2 })
    assert.equal(positions[0].lines[0].pv[0], choice)
    assert.deepEqual([positions[1].judgement, positions[1].loss], [move === choice ? null : 'blunder', 500])
  }
})

test('thresholds: drops of 0.1, 0.2 and 0.3; mates count as ±1,000; a mate delivered loses nothing', async t => {
  const cpOf = share => Math.log((1 + share) / (1 - share)) / 0.00368208
  for (const [drop, judgement] of [
    [0.098, null],
    [0.102, 'inaccuracy'],
    [0.198, 'inaccuracy'],
    [0.202, 'mistake'],
    [0.298, 'mistake'],
    [0.302, 'blunder'],
  ]) {
    const { engine } = await enginesOf(t, ['cp 0', `cp ${Math.round(cpOf(drop))}`])
    const game = new Game()
    game.move('e2e4')
    const { positions } = await analyseGame(game, { engine })
    assert.equal(positions[1].judgement, judgement, String(drop))
  }
  const { engine } = await enginesOf(t, ['cp 0', 'cp 0', 'cp 0', 'mate 1'])
  const game = new Game()
  game.playMoves(['f3', 'e5', 'g4', 'Qh4#'])
  const { positions, accuracy: accuracies, averageLoss } = await analyseGame(game, { engine })
  assert.deepEqual(
    positions.map(({ loss, judgement }) => [loss, judgement]),
    [
      [null, null],
      [0, null],
      [0, null],
      [1000, 'blunder'],
      [0, null],
    ],
  )
  const last = positions[4]
  assert.deepEqual(
    [last.lines, last.score.kind, last.score.value, last.score.mated],
    [[], 'mate', 0, 'white'],
  )
  assert.ok(last.score.white().winningChance() < -0.9)
  assert.deepEqual([averageLoss.black, averageLoss.white, accuracies.black], [0, 500, 100])
})

test('ends without mate, no moves, Black to begin, an engine that says no score', async t => {
  const { engine, transport } = await enginesOf(t, ['cp -100', 'cp 50', undefined, 'cp 0'])
  const stalemate = new Game({ fen: '7k/8/6K1/8/8/8/8/5Q2 w - - 0 1' })
  stalemate.move('f1f7')
  const drawn = await analyseGame(stalemate, { engine })
  assert.equal(String(drawn.positions[1].score), '0.00')
  assert.deepEqual(drawn.positions[1].lines, [])

  const none = await analyseGame(new Game(), { engine })
  assert.deepEqual(
    [none.positions.length, none.accuracy, none.averageLoss],
    [1, { white: null, black: null }, { white: null, black: null }],
  )
  const black = new Game({ fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' })
  black.playMoves(['e5', 'Nf3', 'Nc6'])
  const { positions, averageLoss } = await analyseGame(black, { engine })
  assert.deepEqual(
    positions.map(({ loss }) => loss),
    [null, 0, null, null],
  )
  assert.deepEqual(averageLoss, { white: null, black: 0 })
  assert.equal(positions[2].score, null)
  assert.ok(
    transport.sent.includes(
      'position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 moves e7e5',
    ),
  )
})

test('variants and Chess960: their ends, their rules for the engine', async t => {
  const { engine, transport } = await enginesOf(t, [
    'cp 0',
    'cp 0',
    'cp 0',
    'cp 0',
    'cp 0',
    'cp 0',
    'cp 0',
    'cp 0',
  ])
  const hill = new Game({ variant: 'kingofthehill', fen: '7k/8/8/8/8/4K3/8/8 w - - 0 1' })
  hill.move('e3e4')
  const won = await analyseGame(hill, { engine })
  assert.deepEqual([won.positions[1].score.mated, won.positions[1].loss], ['black', 0])
  const house = new Game({ variant: 'crazyhouse' })
  house.playMoves(['e4', 'd5', 'exd5', 'Qxd5', 'P@e4'])
  const crazy = await analyseGame(house, { engine })
  assert.equal(crazy.positions.length, 6)
  assert.ok(transport.sent.some(line => line.endsWith(' moves e2e4 d7d5 e4d5 d8d5 P@e4')))
  const random = new Game({ variant: 'chess960', fen: 'rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w AEae - 0 1' })
  random.playMoves(['O-O', 'O-O-O'])
  const castled = await analyseGame(random, { engine })
  const pgn = castled.annotate(PgnGame.fromGame(random))
  assert.match(pgn.toString(), /1\. O-O \{\[%eval 0\.00\]\} 1\.\.\. O-O-O \{\[%eval 0\.00\]\}/)
  assert.ok(transport.sent.some(line => line.endsWith(' moves b1e1 b8a8')))
})

test('PGN: null moves, moves up to an error, games without a start', async t => {
  const { engine, transport } = await enginesOf(t, ['cp 0', 'cp 10', 'cp 20', 'cp 30', 'cp 40'])
  const [withNull] = parsePgn('1. e4 -- 2. d4 d5 *')
  const analysis = await analyseGame(withNull, { engine })
  assert.deepEqual(
    analysis.positions.map(({ loss }) => loss !== null),
    [false, true, false, true, true],
  )
  assert.ok(
    transport.sent.some(line =>
      /^position fen rnbqkbnr\/pppppppp\/8\/8\/4P3\/.* w .* moves d2d4$/.test(line),
    ),
  )
  assert.match(analysis.annotate(withNull).toString(), /1\. e4 \{\[%eval -0\.10\]\} 1\.\.\. --/)

  const [broken] = parsePgn('1. e4 e5 2. Ke3 Nf6 *')
  assert.equal((await analyseGame(broken, { engine })).positions.length, 3)
  const [strange] = parsePgn('[Variant "Shogi"]\n\n1. e4 *')
  await rejects(analyseGame(strange, { engine }), 'ERR_PGN_VARIANT')
  const [nowhere] = parsePgn('[FEN "nonsense"]\n\n1. e4 *')
  await rejects(analyseGame(nowhere, { engine }), 'ERR_PGN_TAG_FEN')
})

test('the engine is told of a new game, of analysis, and how many lines', async t => {
  const { engine, transport } = await enginesOf(t, ['cp 0', 'cp 0', 'cp 0'])
  const game = new Game()
  game.playMoves(['e4', 'e5'])
  const { positions } = await analyseGame(game, { engine, variations: 2 })
  assert.deepEqual(
    positions.map(({ lines }) => lines.length),
    [2, 2, 2],
  )
  const sent = transport.sent.filter(line => /^(ucinewgame|setoption name (MultiPV|UCI_Ana)|go)/.test(line))
  assert.deepEqual(sent.filter(line => !line.startsWith('go')).sort(), [
    'setoption name MultiPV value 2',
    'setoption name UCI_AnalyseMode value true',
    'ucinewgame',
  ])
  assert.equal(sent.indexOf('go movetime 1000'), 3)
  await engine.bestMove({}, { depth: 1 })
  assert.ok(transport.sent.includes('setoption name UCI_AnalyseMode value false'), 'for the analysis only')
})

test('a search of the same engine waits; a signal, deaths and wrong arguments end the analysis', async t => {
  const held = []
  const { engine, transport } = await enginesOf(t, [], {
    go: () => void held.push(1),
    stop: () => ['bestmove a2a3'],
  })
  const game = new Game()
  game.playMoves(['e4', 'e5'])
  const controller = new AbortController()
  const running = analyseGame(game, { engine, signal: controller.signal })
  await until(() => held.length === 1)
  controller.abort('enough')
  assert.equal((await rejects(running, 'ERR_UCI_CANCELLED')).cause, 'enough')
  await rejects(analyseGame(game, { engine, signal: controller.signal }), 'ERR_UCI_CANCELLED')
  const dying = analyseGame(game, { engine })
  await until(() => held.length === 2)
  transport.onClose({ message: 'it died' })
  await rejects(dying, 'ERR_UCI_ENGINE_DEAD')

  const { engine: good } = await enginesOf(t, ['cp 0', 'cp 0', 'cp 0'])
  const fault = new Error('no')
  const onProgress = () => {
    throw fault
  }
  assert.equal((await settled(analyseGame(game, { engine: good, onProgress }))).error, fault)
  for (const [first, options] of [
    [game],
    [game, {}],
    [game, { engine: 5 }],
    [game, { engine: good, limits: { infinite: true } }],
    [game, { engine: good, limits: { deep: 1 } }],
    [game, { engine: good, variations: 0 }],
    [game, { engine: good, signal: 1 }],
    [game, { engine: good, onProgress: 1 }],
    [game, { engine: good, multipv: 2 }],
    ['1. e4', { engine: good }],
    [undefined, { engine: good }],
  ])
    await rejects(analyseGame(first, options), 'ERR_ARGUMENT')
  await rejects(analyseGame(game, { engine: good, variations: 1000 }), 'ERR_UCI_OPTION')
  game.stop()
  await rejects(analyseGame(game, { engine: good }), 'ERR_GAME_STOPPED')
})

test('an analysis, or an iteration, that nobody waits for ends without an unhandled rejection', async t => {
  const unhandled = []
  const note = error => unhandled.push(error)
  process.on('unhandledRejection', note)
  t.after(() => process.off('unhandledRejection', note))
  const { engine } = await enginesOf(t, [], { go: () => {} })
  analyseGame(new Game(), { engine })
  engine.search({}, {}, { queue: true })[Symbol.asyncIterator]().next()
  const pool = new EnginePool(() => plainTransport({ go: [] }), { size: 1 })
  analyseGame(new Game(), { engine: pool })
  pool.search({})[Symbol.asyncIterator]().next()
  await wait(5)
  await Promise.all([engine.quit(), pool.close()])
  await wait(5)
  assert.deepEqual(unhandled, [])
})

// --- annotate ----------------------------------------------------------------------------------------

/** An analysis of this PGN with these scores, from the side to move. */
async function analysed(t, pgn, scores, options = {}) {
  const { engine } = await enginesOf(t, scores)
  const [game] = parsePgn(pgn)
  return { game, analysis: await analyseGame(game, { engine, ...options }) }
}

const BLUNDERED = ['cp 20', 'cp -20', 'cp 20', 'cp 400', 'mate -2']

test('annotate: evaluations, glyphs and lines; what was there stays; twice is once', async t => {
  const pgn =
    '1. e4 {[%clk 0:01:00] [%eval 3.0] king} e5 $1 (1... c5 {no}) 2. Ke2 $4 (2. Nf3) (2. a3 b6) Nc6 *'
  const { game, analysis } = await analysed(t, pgn, BLUNDERED)
  assert.ok(analysis instanceof GameAnalysis)
  const [, line] = analysis.positions[2].lines[0].pv
  assert.equal(line, undefined, 'lines of these engines have one move')
  assert.equal(analysis.annotate(game), game)
  const nodes = [...game.mainline()]
  assert.deepEqual(
    nodes.map(node => node.eval),
    [
      { kind: 'cp', value: 20 },
      { kind: 'cp', value: 20 },
      { kind: 'cp', value: -400 },
      { kind: 'mate', value: -2 },
    ],
  )
  assert.deepEqual(
    nodes.map(({ nags }) => nags),
    [[], [1], [4], []],
  )
  assert.deepEqual([nodes[0].clock, nodes[0].comments], [60, ['king']])
  const best = analysis.positions[2].lines[0].san[0]
  const beside = nodes[1].children.map(({ san }) => san)
  assert.deepEqual(beside.slice(0, 3), ['Ke2', 'Nf3', 'a3'])
  assert.ok(beside.includes(best))
  assert.deepEqual(
    nodes[0].children.map(({ san }) => san),
    ['e5', 'c5'],
  )
  const text = game.toString()
  assert.equal(analysis.annotate(game).toString(), text)
  const [again] = parsePgn(text)
  assert.equal(analysis.annotate(again).toString(), text)
})

test('annotate: options, and several lines', async t => {
  const pgn = '1. e4 e5 2. Ke2 Nc6 *'
  const { analysis } = await analysed(t, pgn, BLUNDERED, { variations: 2 })
  const annotated = options => analysis.annotate(parsePgn(pgn)[0], options)
  const siblings = game => [...game.mainline()][1].children.length
  assert.equal(siblings(annotated()), 2)
  assert.equal(siblings(annotated({ lines: 2 })), 3)
  assert.equal(siblings(annotated({ lines: 0 })), 1)
  assert.equal(siblings(annotated({ plies: 0 })), 1)
  assert.doesNotMatch(annotated({ evaluations: false }).toString(), /%eval/)
  assert.doesNotMatch(annotated({ glyphs: false }).toString(), /\$/)
  assert.match(
    annotated({ lines: 0 }).toString(),
    /2\. Ke2\s\$4\s\{\[%eval -4\.00\]\}\s2\.\.\.\sNc6\s\{\[%eval #-2\]\}\s\*/,
  )
  for (const options of [{ lines: -1 }, { lines: 1.5 }, { plies: '3' }, { glyphs: 1 }, { evals: true }])
    refuses(() => annotated(options), 'ERR_ARGUMENT')
})

test('annotate: a glyph of a bad move stays alone, praise does not keep the glyph away', async t => {
  const { game, analysis } = await analysed(t, '1. e4 e5 2. Ke2 $6 $13 Nc6 *', BLUNDERED)
  assert.deepEqual([...analysis.annotate(game).mainline()][2].nags, [6, 13])
  const [praised] = parsePgn('1. e4 e5 2. Ke2 $3 Nc6 *')
  assert.deepEqual([...analysis.annotate(praised).mainline()][2].nags, [3, 4])
})

test('annotate: the game of a Game; another game is refused and unchanged', async t => {
  const { engine } = await enginesOf(t, BLUNDERED)
  const game = new Game()
  game.playMoves(['e4', 'e5', 'Ke2', 'Nc6'])
  game.headers.set('White', 'Anna')
  const analysis = await analyseGame(game, { engine })
  const pgn = analysis.annotate(PgnGame.fromGame(game))
  assert.equal(pgn.headers.get('White'), 'Anna')
  assert.deepEqual([...pgn.mainline()][2].nags, [4])
  for (const other of ['1. e4 e5 2. Ke2 *', '1. e4 e5 2. Ke2 Nf6 *', '1. e4 e5 2. Ke2 Nc6 3. d3 *', '*']) {
    const [stranger] = parsePgn(other)
    const before = stranger.toString()
    refuses(() => analysis.annotate(stranger), 'ERR_ARGUMENT', /moves differ/)
    assert.equal(stranger.toString(), before)
  }
  refuses(() => analysis.annotate(game), 'ERR_ARGUMENT', /PgnGame/)
})

// --- real engines ------------------------------------------------------------------------------------

test('Stockfish finds the blunder, the same with an engine and a pool', { skip: !NATIVE }, async t => {
  const pool = new EnginePool(() => processTransport(NATIVE), { size: 2 })
  const engine = await Engine.start(processTransport(NATIVE))
  t.after(() => Promise.all([pool.close(), engine.quit()]))
  const [pgn] = parsePgn('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0')
  for (const one of [engine, pool]) {
    const { positions, accuracy: accuracies } = await analyseGame(pgn, { engine: one, limits: { depth: 8 } })
    assert.deepEqual([positions[4].judgement, positions[5].loss], ['blunder', 0])
    assert.equal(String(positions[4].score), '#1')
    assert.ok(accuracies.white > accuracies.black)
  }
})

test('Fairy-Stockfish analyses crazyhouse', { skip: !FAIRY }, async t => {
  const pool = new EnginePool(() => processTransport(FAIRY), { size: 1 })
  t.after(() => pool.close())
  const [pgn] = parsePgn('[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d5 P@e4 *')
  const analysis = await analyseGame(pgn, { engine: pool, limits: { depth: 5 }, variations: 2 })
  assert.ok(analysis.positions.every(({ lines }) => lines.length === 2))
  assert.match(analysis.annotate(pgn).toString(), /@/)
})
