// SPDX-License-Identifier: Apache-2.0
// What `make bench-check` compares and how the chart of the ratios is drawn; measuring is not part of it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { baselineOf, chartRows, compareWith } from '../bench/baseline.js'
import { chartOf } from '../bench/chart.js'
import { exponentOf, measureCase } from '../bench/growth.js'
import { LINEAR } from '../bench/growth-cases.js'
import { ratioRow, textTable, valueRow } from '../bench/table.js'

const row = (figure, peer, ours, theirs, unit = 'ns') => ({
  group: 'games',
  ...ratioRow({ figure, unit, ours, peer, theirs }),
})
const reportOf = (...rows) => ({
  machine: { processor: 'x', cores: 2, memory: 1, system: 'linux x64' },
  versions: {},
  date: '2026-01-01T00:00:00.000Z',
  seconds: 1,
  source: 'tests/data',
  repetitions: 3,
  notes: [],
  rows,
})

/** Elements by name. Throws where the text is no well-formed XML of the kind that the chart is. */
const elementsOf = svg => {
  const open = []
  const names = {}
  for (const [, close, name, attributes, empty, text] of svg.matchAll(
    /<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<&]*")*)\s*(\/?)>([^<]*)/gi,
  )) {
    if (close) assert.equal(open.pop(), name)
    else {
      names[name] = (names[name] ?? 0) + 1
      assert.equal(new Set(attributes.match(/[\w:-]+(?==)/g)).size, attributes.match(/="/g)?.length ?? 0)
      if (!empty) open.push(name)
    }
    assert.doesNotMatch(text, /&(?!#\d+;)/)
  }
  assert.deepEqual(open, [])
  assert.equal(svg.replace(/<\/?[a-z]+(\s+[\w:-]+="[^"<&]*")*\s*\/?>[^<]*/gi, ''), '', 'nothing but elements')
  return names
}

test('a ratio is taken run by run; more is better for rates, less for times', () => {
  const times = row('`fen`', 'chessops 0.15.1', [10, 20, 5], [40, 40, 40])
  assert.deepEqual(times.values.ratio, { runs: [4, 2, 8], min: 2, median: 4, max: 8 })
  assert.equal(times.ratios, '2.00× – 4.00× – 8.00×')
  const rates = row('`perft`', 'chess.js', [10, 20, 30], [10, 10, 10], 'nodes/s')
  assert.deepEqual(rates.values.ratio?.runs, [1, 2, 3])
  assert.throws(() => row('x', 'y', [1], [1, 2]), /1 runs of ours/)
  const table = textTable([times, valueRow({ figure: 'alone', unit: 'ns', ours: [1], lower: true })])
  assert.match(table, /ratio: min – median – max/)
  assert.match(table, /2\.00× – 4\.00× – 8\.00×/)
})

test('a ratio has fallen if its best run is more than 25 % below the baseline', () => {
  const baseline = baselineOf(reportOf(row('`fen`', 'chessops 0.15.1', [1, 1, 1], [3, 4, 5])))
  const fallenAt = theirs =>
    compareWith(baseline, reportOf(row('`fen`', 'chessops 0.16.0', [1, 1, 1], theirs))).fallen
  assert.deepEqual(fallenAt([1, 2, 3]), [])
  assert.deepEqual(fallenAt([1, 2.9, 2]), [{ name: 'fen / chessops', baseline: 4, runs: [1, 2.9, 2] }])
  assert.deepEqual(compareWith(baseline, reportOf()).fallen, [
    { name: 'fen / chessops', baseline: 4, runs: [] },
  ])
  const other = row('`turn`', 'chessops 0.15.1', [1], [2])
  assert.deepEqual(compareWith(baseline, reportOf(...baselineRows(baseline), other)).unknown, [
    'turn / chessops',
  ])
})

/** @param {import('../bench/baseline.js').Baseline} baseline */
const baselineRows = baseline =>
  baseline.ratios.map(({ figure, peer, runs }) =>
    row(
      figure,
      peer,
      runs.map(() => 1),
      runs,
    ),
  )

test('the chart has a bar for each ratio, however small or large, and is well-formed', () => {
  const rows = [
    row('`a<b` & "c"', 'chessops 0.15.1', [1, 1], [0.1, 0.2]),
    row('`a<b` & "c"', 'Stockfish 15.1, native', [1, 1], [1, 1]),
    row('other', 'chess.js', [1, 1], [1500, 2500]),
    { group: 'new', ...ratioRow({ figure: 'x', unit: 'B', ours: [2], peer: 'y', theirs: [6] }) },
  ]
  const svg = chartOf([...rows, { group: 'games', figure: 'alone', peer: '', values: {} }])
  const { svg: roots, g, text } = elementsOf(svg)
  assert.equal(roots, 1)
  assert.equal(g, rows.length + 1, 'rows and the legend')
  assert.ok(text > 2 * rows.length)
  const widths = [...svg.matchAll(/width="([\d.]+)" height="13" class="bar"/g)].map(([, width]) =>
    Number(width),
  )
  assert.equal(widths.length, rows.length)
  assert.ok(widths.every(width => width >= 1 && width < 500))
  assert.match(svg, />2000 ×</)
  assert.match(svg, /a&#60;b &#38; &#34;c&#34;/)
  assert.doesNotMatch(svg, /NaN|undefined|Infinity/)
  assert.match(svg, /prefers-color-scheme: dark/)
  assert.equal(elementsOf(chartOf([])).svg, 1)
})

test('the chart that the documents show is that of the committed baseline', () => {
  const read = path => readFileSync(new URL(path, import.meta.url), 'utf8')
  const baseline = JSON.parse(read('../bench/baseline.json'))
  assert.ok(baseline.ratios.length >= 30)
  assert.equal(read('../../web/screenshots/bench.svg'), chartOf(chartRows(baseline)))
  assert.deepEqual(compareWith(baseline, reportOf(...baselineRows(baseline))), { fallen: [], unknown: [] })
})

test('beside the chart stands that the table is of another run, with a ratio of each', () => {
  const read = path => readFileSync(new URL(path, import.meta.url), 'utf8')
  const page = read('../../web/docs/performance.md')
  const [, inChart, inTable] =
    /bench\.svg\)\n\n\*\*The chart and the table .*?`perft` beside Stockfish is (\S+)× in the chart,.*? and (\S+)× in the\s+table/s.exec(
      page,
    ) ?? []
  const { ratios } = JSON.parse(read('../bench/baseline.json'))
  const perft = ratios.find(({ figure, peer }) => figure === '`perft`' && peer.startsWith('Stockfish'))
  assert.equal(inChart, perft.median.toPrecision(2))
  assert.equal(inTable, /^\| `perft` \|.*Stockfish.* \| ([\d.]+)× \|/m.exec(page)?.[1])
})

test('growth: a quadratic function is found, a linear one is not', async () => {
  assert.equal(exponentOf([1, 2, 4]), 1)
  assert.equal(exponentOf([3, 3, 3]), 0)
  assert.equal(exponentOf([1, 4, 16]), 2)
  let sum = 0
  const grows = power => size => () => {
    for (let i = 0; i < size ** power; i++) sum += i % 3
  }
  const exponent = async power =>
    exponentOf(await measureCase({ name: '', size: 300, most: LINEAR, make: grows(power) }, String))
  assert.ok((await exponent(1)) <= LINEAR)
  assert.ok((await exponent(2)) > LINEAR)
  assert.ok(sum > 0)
})
