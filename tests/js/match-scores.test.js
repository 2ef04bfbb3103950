// SPDX-License-Identifier: Apache-2.0
// Scores, tests and tables of matches: known values, an independent slow search of the likelihood, and laws over random counts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairings, scoreOf, sprt, standings } from '../../dist/match.js'
import { pick, randomFrom } from '../random.js'
import { assertThrows } from './support/assertions.js'

/** @param {number} seed */
function seeded(seed) {
  const random = randomFrom(seed)
  return { below: count => Math.floor(random() * count), pick: list => pick(random, list) }
}

const LEAST = 1e-3
const NORMAL = 800 / Math.log(10)
const near = (value, expected, share, what) =>
  assert.ok(
    Math.abs(value - expected) <= share * Math.max(1, Math.abs(expected)),
    `${what}: ${value}, not ${expected}`,
  )

// Of fastchess, whose solver is right to about 0.1 %, and of the likelihood itself where that fails.
const KNOWN = [
  [{ pairs: [3, 0, 5, 0, 1] }, { elo0: 0, elo1: 5 }, -0.0629, 1e-3],
  [{ pairs: [0, 0, 4, 1, 2] }, { elo0: 0, elo1: 300 }, 1.119, 2e-3],
  [{ wins: 36433, losses: 36027, draws: 68692 }, { elo0: 0, elo1: 2 }, 0.92, 0.01],
  [{ wins: 68965, losses: 68526, draws: 128429 }, { elo0: 0, elo1: 2, model: 'bayesian' }, -1.26, 0.01],
  [{ pairs: [223, 9863, 21279, 10037, 246] }, { elo0: 0.5, elo1: 2.5, model: 'logistic' }, -3.07, 0.01],
]

test('known values of the test', () => {
  for (const [counts, bounds, llr, share] of KNOWN)
    near(sprt(counts, bounds).llr, llr, share, JSON.stringify(counts))
})

test('the bounds are Wald’s, and decide', () => {
  const { lower, upper, decision } = sprt({ pairs: [3, 0, 5, 0, 1] }, { elo0: 0, elo1: 5 })
  near(lower, -2.9444, 1e-4, 'lower')
  near(upper, 2.9444, 1e-4, 'upper')
  assert.equal(decision, null)
  const skew = sprt({ wins: 0, draws: 0, losses: 0 }, { elo0: 0, elo1: 5, alpha: 0.1, beta: 0.02 })
  near(skew.lower, Math.log(0.02 / 0.9), 1e-12, 'lower')
  near(skew.upper, Math.log(0.98 / 0.1), 1e-12, 'upper')
  assert.equal(skew.llr, 0)
  assert.equal(sprt({ pairs: [0, 0, 400, 300, 50] }, { elo0: 0, elo1: 5 }).decision, 'H1')
  assert.equal(sprt({ pairs: [50, 300, 400, 0, 0] }, { elo0: 0, elo1: 5 }).decision, 'H0')
})

/** The likelihood of three outcomes, by scanning the distributions of a hypothesis. */
function slowRatio({ wins, draws, losses }, { elo0, elo1, model }) {
  const counts = [losses, draws, wins].map(count => Math.max(count, LEAST))
  const likelihood = shares =>
    shares.some(share => share <= 0)
      ? Number.NEGATIVE_INFINITY
      : shares.reduce((sum, share, i) => sum + counts[i] * Math.log(share), 0)
  /** The greatest value over a range, by ever finer scans. */
  const scan = (at, from, to) => {
    const steps = 400
    for (let round = 0; round < 9; round++) {
      const step = (to - from) / steps
      let best = 0
      for (let i = 1; i <= steps; i++) if (at(from + i * step) > at(from + best * step)) best = i
      ;[from, to] = [Math.max(from, from + (best - 1) * step), Math.min(to, from + (best + 1) * step)]
    }
    return at((from + to) / 2)
  }
  const best = elo => {
    if (model === 'logistic') {
      const mean = 1 / (1 + 10 ** (-elo / 400))
      return scan(draw => likelihood([1 - mean - draw / 2, draw, mean - draw / 2]), 0, 1)
    }
    const ratio = elo / NORMAL
    const at = deviation => {
      const mean = 0.5 + ratio * deviation
      const draw = 4 * (mean - mean ** 2 - deviation ** 2)
      return likelihood([1 - mean - draw / 2, draw, mean - draw / 2])
    }
    return scan(at, 0, 0.5)
  }
  return best(elo1) - best(elo0)
}

test('three outcomes: as the slow search finds', () => {
  const random = seeded(45)
  for (let i = 0; i < 60; i++) {
    const counts = { wins: random.below(60), draws: random.below(90), losses: random.below(60) }
    if (counts.wins + counts.draws + counts.losses === 0) continue
    const elo0 = random.below(60) - 30
    const bounds = { elo0, elo1: elo0 + 1 + random.below(200), model: i % 2 ? 'logistic' : 'normalized' }
    near(sprt(counts, bounds).llr, slowRatio(counts, bounds), 1e-5, JSON.stringify({ counts, bounds }))
  }
})

test('mirrored counts with mirrored bounds have the opposite ratio; nothing is NaN or infinite', () => {
  const random = seeded(46)
  for (let i = 0; i < 250; i++) {
    const most = 10 ** random.below(6)
    const count = () => (random.below(3) === 0 ? 0 : random.below(most + 1))
    const pairs = [count(), count(), count(), count(), count()]
    const elo0 = random.below(800) - 400
    const elo1 = elo0 + 1 + random.below(400)
    const games = { wins: count(), draws: count(), losses: count() }
    for (const model of ['normalized', 'logistic', 'bayesian']) {
      const isGames = model === 'bayesian' || i % 3 === 0
      const given = isGames ? games : { pairs }
      const mirrored = isGames
        ? { ...games, wins: games.losses, losses: games.wins }
        : { pairs: pairs.slice().reverse() }
      const { llr } = sprt(given, { elo0, elo1, model })
      const note = JSON.stringify({ given, elo0, elo1, model, llr })
      assert.ok(Number.isFinite(llr), note)
      near(sprt(mirrored, { elo0: -elo1, elo1: -elo0, model }).llr, -llr, 1e-6, note)
    }
  }
})

test('BayesElo says nothing without a win, or without a loss', () => {
  for (const [wins, draws, losses] of [
    [40, 10, 0],
    [0, 10, 40],
    [0, 10, 0],
  ])
    assert.equal(sprt({ wins, draws, losses }, { elo0: 0, elo1: 50, model: 'bayesian' }).llr, 0)
})

test('bad counts and bounds', () => {
  const bounds = { elo0: 0, elo1: 5 }
  for (const counts of [
    undefined,
    5,
    {},
    { pairs: [1, 2] },
    { pairs: [1, 2, 3, 4, -1] },
    { wins: 1, draws: 0.5, losses: 0 },
  ])
    assertThrows(() => sprt(counts, bounds), 'ERR_ARGUMENT')
  const good = { wins: 1, draws: 1, losses: 1 }
  for (const wrong of [
    undefined,
    {},
    { elo0: 5, elo1: 5 },
    { elo0: 0, elo1: '5' },
    { ...bounds, alpha: 0 },
    { ...bounds, beta: 1 },
    { ...bounds, alpha: 0.5, beta: 0.5 },
    { ...bounds, model: 'elo' },
    { ...bounds, more: 1 },
  ])
    assertThrows(() => sprt(good, wrong), 'ERR_ARGUMENT')
  assertThrows(() => sprt({ pairs: [1, 1, 1, 1, 1] }, { ...bounds, model: 'bayesian' }), 'ERR_ARGUMENT')
})

// --- scores ----------------------------------------------------------------------------------------

const RESULTS = ['1-0', '1/2-1/2', '0-1']
const POINTS = { '1-0': 1, '1/2-1/2': 0.5, '0-1': 0 }

/** Two games of a pair with the points of 'a'. */
function pairOf(pair, [first, second]) {
  const result = points => RESULTS[2 - 2 * points]
  return [
    { white: 'a', black: 'b', result: result(first), pairing: { pair } },
    { white: 'b', black: 'a', result: result(1 - second), pairing: { pair } },
  ]
}

test('a score of known pairs', () => {
  const games = [
    [0, 0],
    [0.5, 0],
    [0.5, 0.5],
    [1, 0],
    [1, 0.5],
    [1, 1],
    [1, 1],
  ].flatMap((points, i) => pairOf(i + 1, points))
  const score = scoreOf(games, 'a', 'b')
  assert.deepEqual(score.pairs, [1, 1, 2, 1, 2])
  assert.deepEqual([score.games, score.wins, score.draws, score.losses, score.points], [14, 6, 4, 4, 8])
  const mean = 8 / 14
  const spread = [0, 0.25, 0.5, 0.5, 0.75, 1, 1].reduce((sum, value) => sum + (value - mean) ** 2, 0) / 7
  near(score.elo, -400 * Math.log10(1 / mean - 1), 1e-12, 'elo')
  near(score.nElo, ((mean - 0.5) / Math.sqrt(2 * spread)) * NORMAL, 1e-12, 'nElo')
  near(score.drawRatio, 2 / 7, 1e-12, 'drawRatio')
  near(score.nEloError, (1.959963984540054 * NORMAL) / Math.sqrt(2 * 7), 1e-12, 'nEloError')
  const edge = side => -400 * Math.log10(1 / (mean + side * 1.959963984540054 * Math.sqrt(spread / 7)) - 1)
  near(score.eloError, (edge(1) - edge(-1)) / 2, 1e-9, 'eloError')
  const mirrored = scoreOf(games, 'b', 'a')
  assert.deepEqual(mirrored.pairs, score.pairs.slice().reverse())
  near(mirrored.elo, -score.elo, 1e-12, 'elo')
  near(mirrored.los, 1 - score.los, 1e-12, 'los')
})

test('scores without pairs, without spread, without games', () => {
  const win = { white: 'a', black: 'b', result: '1-0' }
  const loss = { ...win, result: '0-1' }
  const draw = { ...win, result: '1/2-1/2' }
  const open = { ...win, result: '*' }
  assert.deepEqual(scoreOf([open], 'a', 'b'), {
    ...{ games: 0, wins: 0, draws: 0, losses: 0, points: 0, pairs: [0, 0, 0, 0, 0] },
    ...{ elo: null, eloError: null, nElo: null, nEloError: null, los: null, drawRatio: null },
  })
  const won = scoreOf([win, win], 'a', 'b')
  assert.deepEqual([won.elo, won.eloError, won.nElo, won.los], [null, null, null, 1])
  const drawn = scoreOf([draw], 'a', 'b')
  assert.deepEqual(
    [drawn.elo, drawn.eloError, drawn.nElo, drawn.los, drawn.drawRatio],
    [0, null, null, 0.5, 1],
  )
  // wins 6, draws 8, losses 4: https://www.chessprogramming.org/Match_Statistics gives the formulas
  const mixed = scoreOf([...Array(6).fill(win), ...Array(8).fill(draw), ...Array(4).fill(loss)], 'a', 'b')
  near(mixed.elo, -400 * Math.log10(18 / 10 - 1), 1e-12, 'elo')
  const mean = 10 / 18
  const variance = (6 * (1 - mean) ** 2 + 8 * (0.5 - mean) ** 2 + 4 * mean ** 2) / 18
  near(mixed.nElo, ((mean - 0.5) / Math.sqrt(variance)) * NORMAL, 1e-12, 'nElo')
  assert.deepEqual(mixed.pairs, [0, 0, 0, 0, 0])
})

test('pairs of a PGN: the same round, start and players, colours swapped', () => {
  const game = (round, start, isSwapped, result) => ({
    ...{ round, start, result },
    ...(isSwapped ? { white: 'b', black: 'a' } : { white: 'a', black: 'b' }),
  })
  const games = [
    game('1', 'x', false, '1-0'),
    game('2', 'x', true, '1-0'),
    game('2', 'y', false, '1-0'),
    game('1', 'x', true, '1-0'),
    game('2', 'x', false, '1-0'),
    game('1', 'x', false, '1-0'),
    game('3', 'x', true, '*'),
    game('3', 'x', false, '1-0'),
  ]
  assert.deepEqual(scoreOf(games, 'a', 'b').pairs, [0, 0, 2, 0, 0])
  const replayed = ['1-0', '1/2-1/2', '0-1'].map(result => game('4', 'x', false, result))
  const answers = ['1-0', '1-0'].map(result => game('4', 'x', true, result))
  const inOrder = scoreOf([...replayed, ...answers], 'a', 'b').pairs
  assert.deepEqual(inOrder, [0, 1, 1, 0, 0], 'the first with the first: 1 + 0, and ½ + 0')
  const others = games.map(one => ({ ...one, white: one.white === 'b' ? 'c' : one.white }))
  assert.deepEqual(scoreOf(others, 'a', 'b').pairs, [0, 0, 0, 0, 0], 'not with games of others')
})

/** Games of some players, with faults. */
function randomGames(random, names) {
  const faults = ['illegal_move', 'died', 'stalled', 'time', 'checkmate', undefined]
  return Array.from({ length: random.below(60) }, (_, i) => {
    const [white, black] = [random.below(names.length), random.below(names.length - 1)]
    return {
      white: names[white],
      black: names[black === white ? names.length - 1 : black],
      result: random.pick([...RESULTS, '*']),
      reason: random.pick(faults),
      loser: random.pick(['white', 'black', undefined]),
      pairing: random.below(2) ? { pair: Math.floor(i / 2) } : undefined,
    }
  })
}

test('tables: points add up to games, rows agree with scoreOf(), nothing is NaN or infinite', () => {
  const random = seeded(47)
  for (let i = 0; i < 200; i++) {
    const names = ['a', 'b', 'c', '__proto__', 'd'].slice(0, 2 + random.below(4))
    const games = randomGames(random, names)
    const table = standings(games)
    const counted = games.filter(({ result }) => result !== '*')
    const sum = key => table.reduce((total, row) => total + row[key], 0)
    assert.equal(sum('points'), counted.length)
    assert.equal(sum('games'), 2 * counted.length)
    assert.equal(sum('wins'), sum('losses'))
    const isFault =
      reason =>
      ({ loser, ...game }) =>
        game.reason === reason && loser !== undefined
    for (const [key, reason] of [
      ['illegal', 'illegal_move'],
      ['died', 'died'],
      ['stalled', 'stalled'],
      ['timeouts', 'time'],
    ])
      assert.equal(sum(key), counted.filter(isFault(reason)).length, key)
    for (const row of table) {
      const won = counted.reduce(
        (total, { white, black, result }) =>
          total + (white === row.name ? POINTS[result] : black === row.name ? 1 - POINTS[result] : 0),
        0,
      )
      assert.equal(row.points, won)
      for (const [name, score] of Object.entries(row.against))
        assert.deepEqual(score, scoreOf(games, row.name, name))
    }
    for (let place = 1; place < table.length; place++) {
      const share = ({ points, games: all }) => (all > 0 ? points / all : 0)
      const [better, worse] = [table[place - 1], table[place]]
      assert.ok(share(better) >= share(worse))
      if (share(better) === share(worse)) assert.ok(better.points >= worse.points)
    }
    const text = JSON.stringify(table, (_, value) => {
      assert.ok(typeof value !== 'number' || Number.isFinite(value))
      return value
    })
    assert.deepEqual(standings(games), table)
    assert.ok(text.length > 0)
  }
})

test('bad games', () => {
  for (const games of [undefined, 'games', 5, [5], [{ white: 'a' }], [{ white: 'a', black: 'b' }]]) {
    assertThrows(() => scoreOf(games, 'a', 'b'), 'ERR_ARGUMENT')
    assertThrows(() => standings(games), 'ERR_ARGUMENT')
  }
  assertThrows(() => scoreOf([], 'a'), 'ERR_ARGUMENT')
})

test('a list with the wrong content is shown', () => {
  for (const [call, message] of [
    [
      () => sprt({ pairs: [0, 0, 0, 1] }, { elo0: 0, elo1: 5 }),
      /^pairs are five counts, not \[0, 0, 0, 1\]$/,
    ],
    [
      () => sprt({ wins: 1 }, { elo0: 0, elo1: 5 }),
      /, not { wins: 1, draws: undefined, losses: undefined }$/,
    ],
    [() => scoreOf([{ white: 'a' }], 'a', 'b'), /, not { white: 'a' }$/],
    [() => pairings(['a']), /^A match has two or more players.*, not \['a'\]$/],
  ])
    assert.throws(call, { code: 'ERR_ARGUMENT', message })
})
