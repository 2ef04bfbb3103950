// SPDX-License-Identifier: Apache-2.0
// Scores: how they read, how they turn from side to side, how they are ordered.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { otherColor } from '#js/game/squares.js'
import { Score } from '#js/uci/engine/score.js'
import { pick, randomFrom } from '../random.js'

/** BINBO_SEED repeats a failed run. */
const seed = Number(process.env.BINBO_SEED || 20261121)

const MOST = 2 ** 31 - 1
const cp = (value, more = {}, color = 'white') => new Score({ kind: 'cp', value, ...more }, color)
const mate = (value, more = {}, color = 'white') => new Score({ kind: 'mate', value, ...more }, color)

test('a score as text, from both sides', () => {
  const rows = [
    [cp(27), '+0.27', '-0.27'],
    [cp(-130), '-1.30', '+1.30'],
    [cp(0), '0.00', '0.00'],
    [cp(-0), '0.00', '0.00'],
    [cp(5), '+0.05', '-0.05'],
    [cp(100000), '+1000.00', '-1000.00'],
    [cp(MOST), '+21474836.47', '-21474836.47'],
    [mate(3), '#3', '#-3'],
    [mate(-2), '#-2', '#2'],
    [mate(0), '#-0', '#0'],
    [cp(27, { bound: 'lower' }), '≥+0.27', '≤-0.27'],
    [cp(-27, { bound: 'upper' }), '≤-0.27', '≥+0.27'],
    [cp(0, { bound: 'lower' }), '≥0.00', '≤0.00'],
    [mate(5, { bound: 'lower' }), '≥#5', '≤#-5'],
  ]
  for (const [score, own, others] of rows) {
    assert.equal(score.toString(), own)
    assert.equal(`${score.pov('black')}`, others, own)
    assert.equal(String(score.pov('black').white()), own, 'and back')
  }
})

test('the fields of a score, and of the same score seen by the other side', () => {
  const raw = {
    kind: /** @type {const} */ ('cp'),
    value: 27,
    bound: /** @type {const} */ ('lower'),
    wdl: [28, 970, 2],
  }
  const score = new Score(raw, 'black')
  assert.deepEqual({ ...score }, { ...raw, color: 'black' })
  assert.deepEqual(
    { ...score.white() },
    { kind: 'cp', value: -27, bound: 'upper', wdl: [2, 970, 28], color: 'white' },
  )
  assert.deepEqual(Object.keys(cp(1)).sort(), ['color', 'kind', 'value'], 'no bound, no wdl: no such fields')
  assert.equal(score.pov('black'), score, 'its own side')
  assert.ok(Object.is(cp(0).pov('black').value, 0) && Object.is(mate(0).pov('black').value, 0), 'no -0')
  raw.wdl[0] = 999
  raw.value = 1
  assert.deepEqual([score.value, score.wdl], [27, [28, 970, 2]], 'what it was made of may change')
})

test('mate 0: the side to move is mated, and the other side has the best score that there is', () => {
  for (const [turn, other] of [
    ['white', 'black'],
    ['black', 'white'],
  ]) {
    const mated = mate(0, {}, turn)
    const won = mated.pov(other)
    assert.deepEqual([mated.value, mated.mated, String(mated)], [0, turn, '#-0'])
    assert.deepEqual([won.value, won.mated, String(won)], [0, turn, '#0'])
    assert.ok(mated < mate(-1, {}, turn) && mated < cp(-MOST, {}, turn))
    assert.ok(won > mate(1, {}, other) && won > cp(MOST, {}, other))
    assert.equal(mated.compare(won), 0, 'one score, seen by two')
    assert.deepEqual(won.pov(turn), mated)
  }
})

test('winningChance: from -1 to 1, cut at 1,000 centipawns, which a mate counts as', () => {
  // 2 / (1 + e^(−0.00368208 · cp)) − 1, by hand.
  for (const [centipawns, chance] of [
    [0, 0],
    [1, 0.001841038],
    [27, 0.04966718],
    [100, 0.18205179],
    [300, 0.502251],
    [1000, 0.95089487],
  ]) {
    assert.ok(
      Math.abs(cp(centipawns).winningChance() - chance) < 1e-7,
      `${centipawns}: ${cp(centipawns).winningChance()}`,
    )
    assert.ok(Math.abs(cp(-centipawns).winningChance() + chance) < 1e-7)
    assert.equal(cp(centipawns).pov('black').winningChance(), cp(-centipawns).winningChance())
  }
  const most = cp(1000).winningChance()
  for (const score of [cp(1001), cp(MOST), mate(1), mate(500), mate(0, {}, 'black').white()])
    assert.equal(score.winningChance(), most, String(score))
  for (const score of [cp(-1001), cp(-MOST), mate(-1), mate(-500), mate(0)])
    assert.equal(score.winningChance(), cp(-1000).winningChance(), String(score))
  assert.equal(cp(50, { bound: 'lower', wdl: [1, 2, 997] }).winningChance(), cp(50).winningChance())
})

test('a score cannot be changed', () => {
  const score = cp(27, { wdl: [28, 970, 2] })
  for (const change of [
    () => (score.value = 5),
    () => (score.color = 'black'),
    () => (score.wdl[0] = 5),
    () => (score.more = 5),
    () => delete score.kind,
  ])
    assert.throws(change, TypeError)
})

test('a score as JSON makes the same score again', () => {
  for (const score of [
    cp(27),
    cp(-3, { bound: 'upper', wdl: [1, 2, 997] }, 'black'),
    mate(-4),
    mate(0),
    mate(0).pov('black'),
  ]) {
    const plain = JSON.parse(JSON.stringify(score))
    assert.deepEqual(plain, score.toJSON())
    const again = new Score(plain, plain.color)
    assert.deepEqual(again, score)
    assert.equal(String(again), String(score))
  }
  assert.equal(JSON.stringify(cp(27)), '{"kind":"cp","value":27,"color":"white"}')
})

test('from the worst to the best', () => {
  const sorted = [
    mate(0),
    mate(-1),
    mate(-2),
    mate(-40),
    mate(-MOST),
    cp(-MOST),
    cp(-30000),
    cp(-1),
    cp(0),
    cp(1),
    cp(30000),
    cp(MOST),
    mate(MOST),
    mate(40),
    mate(2),
    mate(1),
    mate(0, { mated: 'black' }),
  ]
  for (const [i, a] of sorted.entries()) {
    for (const [j, b] of sorted.entries()) {
      const where = `${a} and ${b}`
      assert.equal(Math.sign(a.compare(b)), Math.sign(i - j), where)
      assert.equal(Math.sign(a.compare(b.pov('black'))), Math.sign(i - j), `${where}, seen by black`)
      assert.equal(a > b, i > j, where)
      assert.equal(a < b, i < j, where)
    }
  }
  const shuffled = sorted.map((_, i) => sorted[(i * 7) % sorted.length])
  assert.deepEqual(shuffled.sort((a, b) => a.compare(b)).map(String), sorted.map(String))
})

test('what is no score is an ERR_ARGUMENT', () => {
  const good = { kind: 'cp', value: 5 }
  const wrong = [
    ...[undefined, null, 5, 'cp', {}].map(raw => [raw, 'white']),
    ...['mated', undefined, 5].map(kind => [{ ...good, kind }, 'white']),
    ...[0.5, NaN, Infinity, '5', 5n, undefined, 2 ** 31, -(2 ** 31)].map(value => [
      { ...good, value },
      'white',
    ]),
    ...['above', null, true].map(bound => [{ ...good, bound }, 'white']),
    ...[[1, 2], [1, 2, 3, 4], [1, 2, -3], [1, 2, 0.5], '123', null].map(wdl => [{ ...good, wdl }, 'white']),
    ...['White', 'w', undefined, null, 0].map(color => [good, color]),
    [{ kind: 'mate', value: 0, mated: 'w' }, 'white'],
  ]
  const refused = { name: 'ChessError', code: 'ERR_ARGUMENT' }
  for (const [raw, color] of wrong)
    assert.throws(
      () => new Score(/** @type {any} */ (raw), /** @type {any} */ (color)),
      refused,
      inspect([raw, color]),
    )
  const score = cp(5)
  for (const color of ['w', undefined, null, {}])
    assert.throws(() => score.pov(/** @type {any} */ (color)), refused, inspect(color))
  for (const other of [5, undefined, null, good, score.toJSON()])
    assert.throws(() => score.compare(/** @type {any} */ (other)), refused, inspect(other))
})

// Laws.

function randomScore(random) {
  const kind = random() < 0.6 ? 'cp' : 'mate'
  const value = Math.round((random() * 2 - 1) ** 5 * pick(random, [3, 40, 3000, MOST])) || 0
  return new Score(
    {
      kind,
      value,
      ...(random() < 0.3 && { bound: pick(random, ['lower', 'upper']) }),
      ...(random() < 0.3 && { wdl: [0, 1, 2].map(() => Math.floor(random() * 1000)) }),
    },
    pick(random, ['white', 'black']),
  )
}

test('turning twice is no turning, and the order is total and that of valueOf()', () => {
  const random = randomFrom(seed)
  for (let i = 0; i < 5000; i++) {
    const [a, b, c] = [randomScore(random), randomScore(random), randomScore(random)]
    const where = `seed ${seed}, ${i}: ${a} ${a.color}, ${b} ${b.color}, ${c} ${c.color}`
    const turned = a.pov(otherColor(a.color))
    assert.deepEqual(turned.pov(a.color), a, where)
    assert.deepEqual(turned.white(), a.white(), where)
    assert.equal(turned.valueOf() + a.valueOf(), 0, where)
    if (a.kind === 'cp') assert.equal(a.valueOf(), a.value, where)

    const sign = (x, y) => Math.sign(x.compare(y))
    assert.equal(sign(a, a) + 0, 0, where)
    assert.equal(sign(a, turned) + 0, 0, where)
    assert.equal(sign(a, b), Math.sign(a.valueOf() - b.pov(a.color).valueOf()), where)
    // From one side, the better one is better; from the other, it is worse.
    const [x, y, z] = [a.white(), b.white(), c.white()]
    assert.equal(sign(x, y) + sign(y, x), 0, where)
    assert.equal(sign(x, y) + sign(x.pov('black'), y), 0, where)
    if (sign(x, y) <= 0 && sign(y, z) <= 0) assert.ok(sign(x, z) <= 0, where)
    assert.deepEqual(new Score(a.toJSON(), a.color), a, where)
  }
})
