// SPDX-License-Identifier: Apache-2.0
// Matches: their games do not depend on how many run at once, nor on where they were stopped; tests, logs, deaths, real engines.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { memoryLog, pairings, playMatch, scoreOf, sprt, standings } from '../../dist/match.js'
import { matchFile } from '../../dist/node.js'
import { randomFrom } from '../random.js'
import { assertThrows } from './support/assertions.js'
import { collect, FAIRY, NATIVE, processTransport, rejects } from './support/engines.js'
import { gate, moveOf, player } from './support/match-engines.js'
import { folder } from './support/transports.js'

/** What does not depend on time. */
const factsOf = games =>
  games
    .map(({ pairing, white, black, result, reason, loser, moves }) => ({
      ...{ pairing, white, black, result, reason, loser },
      moves: moves.map(({ uci, score, depth, nodes }) => [uci, score?.value, depth, nodes]),
    }))
    .sort((a, b) => a.pairing.number - b.pairing.number)

/** @param {object} options of playMatch @returns its games, and its result */
async function played(options) {
  const match = playMatch(options)
  const games = await collect(match)
  return { games, result: await match.result, standings: match.standings }
}

const RULES = { maxMoves: 6, resign: { moves: 2, score: 150 }, draw: { from: 2, moves: 2, score: 60 } }
const OPENINGS = [
  'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
  'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
  '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1',
]

test('laws: the same games at any concurrency, stopped and resumed anywhere', async () => {
  const random = randomFrom(450)
  const below = count => Math.floor(random() * count)
  for (let i = 0; i < 12; i++) {
    const names = ['a', 'b', 'c', 'd'].slice(0, 2 + below(3))
    const restart = below(3) === 0
    const players = names.map(name => player(name, undefined, { restart }))
    const schedule = {
      rounds: 1 + below(4),
      openings: OPENINGS.slice(0, 1 + below(3)),
      games: 1 + below(2),
      order: 'random',
      seed: i,
    }
    const options = { ...RULES, players, pairings: schedule }
    const once = await played(options)
    const list = pairings(names, schedule)
    assert.equal(once.games.length, list.length)
    assert.deepEqual(
      once.games.map(({ pairing }) => pairing).sort((a, b) => a.number - b.number),
      list,
    )
    assert.deepEqual(once.result.standings, standings(once.games))
    assert.equal(once.result.complete, true)
    const facts = factsOf(once.games)

    const many = await played({ ...options, concurrency: 2 + below(4) })
    assert.deepEqual(factsOf(many.games), facts)
    const byName = table => table.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    assert.deepEqual(byName(many.result.standings), byName(once.result.standings))

    const log = below(2) ? memoryLog() : matchFile(`${folder}/law-${i}.jsonl`)
    const all = []
    for (let stop = 0; ; stop++) {
      assert.ok(stop < 100)
      const match = playMatch({ ...options, concurrency: 1 + below(3), log })
      const most = 1 + below(3)
      const some = []
      for await (const game of match) {
        some.push(game)
        if (some.length === most) break
      }
      const { complete } = await match.result
      const logged = await collect(log.games())
      all.push(...some)
      if (complete) {
        assert.deepEqual(factsOf(logged), facts, 'the log has each game once')
        assert.deepEqual(byName(match.standings), byName(once.result.standings))
        break
      }
    }
    assert.equal(
      new Set(all.map(({ pairing }) => pairing.number)).size,
      all.length,
      'no game was given twice',
    )
  }
})

test('laws of the test: it looks at whole pairs in the order of the schedule, at any concurrency', async () => {
  const random = randomFrom(451)
  const strong = player('a', ({ game }) => [
    `info depth 1 score cp ${game.ply % 4 < 3 ? 300 : -300}`,
    `bestmove ${moveOf(game, 'a')}`,
  ])
  const weak = player('b', ({ game }) => [`info depth 1 score cp -300`, `bestmove ${moveOf(game, 'b')}`])
  const fens = Array.from({ length: 40 }, (_, i) => `4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - ${i} 50`)
  const bounds = { elo0: 0, elo1: 100, alpha: 0.1, beta: 0.1 }
  const options = {
    players: [strong, weak],
    pairings: { rounds: 40, openings: fens },
    sprt: bounds,
    resign: { moves: 2, score: 200 },
    maxMoves: 3,
  }
  const once = await played(options)
  assert.equal(once.result.sprt.decision, 'H1')
  assert.equal(once.result.complete, true)
  assert.ok(once.games.length < 80)
  const { pairs } = once.result.sprt
  assert.equal(once.result.score.games, 2 * pairs)
  const counted = once.games.filter(({ pairing }) => pairing.pair <= pairs)
  assert.deepEqual(once.result.score, scoreOf(counted, 'a', 'b'))
  assert.deepEqual(once.result.sprt, { ...sprt(once.result.score, bounds), pairs })
  const endless = await played({ ...options, pairings: { rounds: 1e9, openings: fens } })
  assert.deepEqual(factsOf(endless.games), factsOf(once.games), 'a match whose games no memory holds')
  assert.deepEqual(endless.result, once.result)
  for (const concurrency of [2, 3, 5]) {
    const many = await played({ ...options, concurrency })
    assert.deepEqual([many.result.sprt, many.result.score], [once.result.sprt, once.result.score])
  }
  const log = memoryLog()
  for (let complete = false; !complete; ) {
    const match = playMatch({ ...options, concurrency: 3, log })
    let left = 1 + Math.floor(random() * 4)
    for await (const _ of match) if (--left === 0) break
    const { sprt: state, score, complete: isOver } = await match.result
    complete = isOver
    if (complete) assert.deepEqual([state, score], [once.result.sprt, once.result.score])
  }
})

test('a decision throws games in progress away', async () => {
  const { opened, open } = gate()
  const slow = player('a', async ({ game }) => {
    if (game.position.fullmoveNumber >= 90) await opened
    return [`info depth 1 score mate 3`, `bestmove ${moveOf(game, 'a')}`]
  })
  const lost = player('b', ({ game }) => ['info depth 1 score mate -3', `bestmove ${moveOf(game, 'b')}`], {
    on: { stop: () => [] },
  })
  const fens = [1, 2, 3, 4, 5, 6, 90].map(number => `4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 ${number}`)
  const match = playMatch({
    players: [{ ...slow, start: { stopTimeout: 50 } }, lost],
    pairings: { rounds: 7, openings: fens },
    resign: { moves: 1, score: 100 },
    sprt: { elo0: 0, elo1: 200, alpha: 0.3, beta: 0.3 },
    concurrency: 20,
  })
  const games = await collect(match)
  const { sprt: state, complete } = await match.result
  open()
  assert.equal(state.decision, 'H1')
  assert.equal(complete, true)
  assert.ok(games.every(({ reason }) => reason === 'resign_adjudicated'))
  assert.ok(games.every(({ pairing }) => pairing.number !== 13))
})

test('another match’s log is refused; more rounds are the same match', async () => {
  const logs = [memoryLog(), matchFile(`${folder}/another.jsonl`)]
  for (const log of logs) {
    const options = {
      ...RULES,
      players: [player('a'), player('b')],
      pairings: { rounds: 1, openings: OPENINGS },
      log,
    }
    const first = await played(options)
    assert.equal(first.games.length, 2)
    const more = await played({ ...options, pairings: { rounds: 3, openings: OPENINGS } })
    assert.equal(more.games.length, 4)
    assert.equal(more.result.games, 6)
    for (const other of [
      { players: [player('a'), player('c')] },
      { players: [player('a'), player('b', undefined, { limits: { nodes: 11 } })] },
      { maxMoves: 7 },
      { pairings: { rounds: 1, openings: OPENINGS.toReversed() } },
    ])
      await rejects(playMatch({ ...options, ...other }).result, 'ERR_MATCH_LOG', JSON.stringify(other))
    const again = await played({ ...options, pairings: { rounds: 3, openings: OPENINGS } })
    assert.deepEqual([again.games.length, again.result.games, again.result.complete], [0, 6, true])
  }
})

test('deaths: three in a row without a move end the match, others lose their games', async () => {
  const dead = player('a', () => null)
  const options = { ...RULES, players: [dead, player('b')], pairings: { rounds: 5, openings: OPENINGS } }
  const match = playMatch(options)
  const games = []
  await rejects(
    (async () => {
      for await (const game of match) games.push(game)
    })(),
    'ERR_UCI_ENGINE_DEAD',
  )
  await rejects(match.result, 'ERR_UCI_ENGINE_DEAD')
  const later = await match[Symbol.asyncIterator]().next()
  assert.deepEqual(later, { value: undefined, done: true }, 'the error is thrown once')
  assert.equal(games.length, 3)
  assert.ok(
    games.every(
      ({ reason, white, loser }) => reason === 'died' && loser === (white === 'a' ? 'white' : 'black'),
    ),
  )

  const mortal = player('a', ({ go, game }) => (go === 2 ? null : moveOf(game, 'a')))
  const lives = await played({ ...options, players: [mortal, player('b')] })
  assert.equal(lives.games.length, 10)
  const row = lives.result.standings.find(({ name }) => name === 'a')
  assert.deepEqual([row.died, row.losses], [10, 10])

  const strict = playMatch({ ...options, players: [mortal, player('b')], recover: false })
  await rejects(strict.result, 'ERR_UCI_ENGINE_DEAD')
  const missing = { ...player('a'), transport: () => processTransport('/no/such/engine') }
  await rejects(playMatch({ ...options, players: [missing, player('b')] }).result, 'ERR_UCI_ENGINE_DEAD')
})

test('a move of the opponent, after a book of any length, is none of the engine that died', async () => {
  const players = [player('a', () => null), player('b')]
  for (const opening of [
    { index: 0 },
    { index: 0, moves: ['e2e4'] },
    { index: 0, fen: OPENINGS[0] },
    { index: 0, fen: OPENINGS[0], moves: ['e7e5'] },
  ])
    for (const [white, black] of ['ab', 'ba']) {
      const list = [1, 2, 3, 4].map(number => ({
        number,
        round: 1,
        pair: number,
        game: 1,
        white,
        black,
        opening,
      }))
      const match = playMatch({ players, pairings: list })
      await rejects(match.result, 'ERR_UCI_ENGINE_DEAD')
      assert.equal(
        match.standings.find(({ name }) => name === 'a').died,
        3,
        JSON.stringify({ opening, white }),
      )
    }
})

/** A player whose starts are counted; `running` has its transports. */
function counted(name, answer, more) {
  const { transport, ...rest } = player(name, answer, more)
  const running = []
  const start = () => {
    running.push(transport())
    return running.at(-1)
  }
  return { player: { ...rest, transport: start }, running }
}

test('engines are kept for the next game, unless they restart or have died meanwhile', async () => {
  for (const restart of [false, true]) {
    const both = [counted('a'), counted('b', undefined, { restart })]
    const players = both.map(one => one.player)
    await played({ ...RULES, players, pairings: { rounds: 3, openings: OPENINGS } })
    const starts = both.map(({ running }) => running.length)
    assert.deepEqual(starts, [1, restart ? 6 : 1])
  }
  // It dies while the others play.
  const idle = counted('a')
  const killer = ({ game }) => {
    if (game.ply === 0) idle.running[0].kill()
    return moveOf(game, 'c')
  }
  const three = [idle.player, counted('b').player, counted('c', killer).player]
  const list = [
    ['a', 'b'],
    ['c', 'b'],
    ['a', 'b'],
  ].map(([white, black], i) => {
    const number = i + 1
    return { number, round: 1, pair: number, game: 1, white, black, opening: { index: 0 } }
  })
  const { games } = await played({ players: three, pairings: list, maxMoves: 3 })
  assert.deepEqual(
    games.map(({ reason }) => reason),
    ['max_moves', 'max_moves', 'max_moves'],
  )
  assert.equal(idle.running.length, 2)
})

test('a log gets one game at a time; one that gives a game twice counts it once', async () => {
  const memory = memoryLog()
  let appending = 0
  const log = {
    ...memory,
    async append(game) {
      assert.equal(appending++, 0)
      for (let i = 0; i < 5; i++) await turn()
      await memory.append(game)
      appending--
    },
    async *games() {
      for await (const game of memory.games()) yield* [game, game]
    },
  }
  const players = ['a', 'b', 'c'].map(name => player(name))
  const options = { ...RULES, players, pairings: { rounds: 2, openings: OPENINGS }, log }
  const { result } = await played({ ...options, concurrency: 6 })
  const again = await played(options)
  assert.deepEqual([again.games.length, again.result.games], [0, 12])
  const byName = table => table.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  assert.deepEqual(byName(again.result.standings), byName(result.standings))
})

test('a match leaves no listener at its signal', async () => {
  const { signal } = new AbortController()
  await played({ players: [player('a'), player('b')], maxMoves: 2, signal })
  assert.deepEqual(getEventListeners(signal, 'abort'), [])
})

test('illegal moves, progress, and a signal', async () => {
  const wrong = player('a', () => 'e2e5')
  const progress = []
  const { games, result } = await played({
    players: [wrong, player('b')],
    pairings: { rounds: 2 },
    maxMoves: 4,
    onProgress: state => progress.push(state),
  })
  assert.ok(games.every(({ reason }) => reason === 'illegal_move'))
  assert.equal(result.standings.at(-1).illegal, 4)
  assert.deepEqual(progress.at(-1).played, 4)
  assert.ok(progress.every(({ total, running }) => total === 4 && running <= 1))

  const controller = new AbortController()
  const log = memoryLog()
  const { opened, open } = gate()
  const hang = () => {
    open()
    return []
  }
  const slow = player('a', hang, { on: { stop: () => ['bestmove e2e4'] } })
  const match = playMatch({ players: [slow, player('b')], signal: controller.signal, log })
  await opened
  controller.abort()
  assert.deepEqual(await collect(match), [])
  const { complete, games: counted } = await match.result
  assert.deepEqual([complete, counted], [false, 0])
  assert.deepEqual(await collect(log.games()), [])
})

test('bad arguments throw at once', () => {
  const players = [player('a'), player('b')]
  for (const options of [
    undefined,
    {},
    { players: [player('a')] },
    { players: [player('a'), player('a')] },
    { players, concurrency: 0 },
    { players, pairings: { rounds: 0 } },
    { players, pairings: [{}] },
    { players, pairings: pairings(['a', 'c']) },
    { players, pairings: [...pairings(['a', 'b']), ...pairings(['a', 'b'])] },
    { players, sprt: { elo0: 5, elo1: 0 } },
    { players: [...players, player('c')], sprt: { elo0: 0, elo1: 5 } },
    { players, log: {} },
    { players, onProgress: 5 },
    { players, signal: 5 },
    { players, more: 1 },
  ])
    assertThrows(() => playMatch(options), 'ERR_ARGUMENT', {}, JSON.stringify(options))
})

test('real engines by nodes: the same games at concurrency 1 and 2, and resumed', async () => {
  const engine = (name, path, limits) => ({
    name,
    transport: () => processTransport(path),
    options: { Hash: 4 },
    limits,
  })
  const options = {
    players: [engine('stockfish', NATIVE, { nodes: 300 }), engine('fairy', FAIRY, { depth: 2 })],
    pairings: { rounds: 2, openings: OPENINGS },
    maxMoves: 12,
  }
  const once = await played(options)
  assert.equal(once.games.length, 4)
  assert.ok(once.games.every(({ reason }) => !/died|stalled|illegal|time/.test(reason)))
  assert.ok(
    once.games.every(({ moves }) =>
      moves.every(({ score, depth, nodes }) => score !== null && depth > 0 && nodes > 0),
    ),
  )
  const facts = factsOf(once.games)
  assert.deepEqual(factsOf((await played({ ...options, concurrency: 2 })).games), facts)
  const log = matchFile(`${folder}/real.jsonl`)
  const match = playMatch({ ...options, log })
  for await (const _ of match) break
  const rest = await played({ ...options, concurrency: 2, log })
  assert.equal(rest.games.length, 3)
  assert.deepEqual(factsOf(await collect(log.games())), facts)
})

test('variants with a real engine', async () => {
  const engine = (name, nodes) => ({ name, transport: () => processTransport(FAIRY), limits: { nodes } })
  for (const variant of ['chess960', 'crazyhouse', 'antichess', 'kingofthehill']) {
    const openings =
      variant === 'chess960' ? ['bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1'] : undefined
    const { games } = await played({
      players: [engine('a', 200), engine('b', 100)],
      pairings: { variant, openings },
      maxMoves: 15,
    })
    assert.equal(games.length, 2)
    for (const { reason, game, detail } of games) {
      assert.ok(!/died|stalled|illegal|time/.test(reason), `${variant}: ${detail}`)
      assert.equal(game.variant, variant)
    }
  }
})

test('a log whose close() returns nothing, rejects or throws: the match ends', async () => {
  const boom = new Error('boom')
  const fail = () => {
    throw boom
  }
  for (const [close, error] of [[() => {}], [async () => fail(), boom], [fail, boom]]) {
    const players = ['a', 'b'].map(name => player(name))
    const match = playMatch({ ...RULES, players, log: { ...memoryLog(), close } })
    const outcome = await match.result.then(
      ({ complete }) => complete,
      reason => reason,
    )
    assert.equal(outcome, error ?? true)
    await collect(match).catch(reason => assert.equal(reason, error))
  }
})
