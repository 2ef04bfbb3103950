// SPDX-License-Identifier: Apache-2.0
import { median } from './harness.js'

/**
 * One line of the table.
 * @typedef {{
 *   figure: string, ours: string, peer: string, theirs: string, result: string, ratios: string, must: string,
 *   stretch: string, verdict: 'stretch' | 'met' | 'MISSED' | '', spread: string,
 *   values: { unit: string, ours: number[], theirs?: number[], ratio?: Ratio }
 * }} Row
 */

/**
 * How many times ours is better, in each run and over all of them.
 * @typedef {{ runs: number[], min: number, median: number, max: number }} Ratio
 */

/** @typedef {{ must?: number, stretch?: number }} Goal */

const RATE_PREFIXES = ['', 'k', 'M', 'G']

/** @param {number} value three significant digits */
const digits = value => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

/** @param {number} value */
const rate = value => {
  const step = Math.max(0, Math.min(3, Math.floor(Math.log10(value) / 3)))
  return `${digits(value / 1000 ** step)}${RATE_PREFIXES[step] && ` ${RATE_PREFIXES[step]}`}`
}

/**
 * How values are written. `ns` is nanoseconds a call, shown in the unit that reads best.
 * @type {Record<string, (value: number) => string>}
 */
const formats = {
  ns: value =>
    value < 1000
      ? `${digits(value)} ns`
      : value < 1e6
        ? `${digits(value / 1e3)} µs`
        : `${digits(value / 1e6)} ms`,
  'nodes/s': value => `${rate(value)}n/s`,
  'MB/s': value => `${digits(value)} MB/s`,
  'games/s': value => `${rate(value)} games/s`,
  'moves/s': value => `${rate(value)} moves/s`,
  ms: value => `${digits(value)} ms`,
  B: value => `${Math.round(value).toLocaleString('en')} B`,
  kB: value => `${digits(value)} kB`,
  GB: value => `${digits(value)} GB`,
}

/** Units in which more is better. */
const RATES = new Set(['nodes/s', 'MB/s'])

/** @param {number} value @param {Goal} goal @param {boolean} lower whether less is better */
const judge = (value, { must, stretch }, lower) => {
  /** @param {number | undefined} limit */
  const reaches = limit => limit !== undefined && (lower ? value <= limit : value >= limit)
  if (reaches(stretch)) return 'stretch'
  if (must === undefined) return ''
  return reaches(must) ? 'met' : 'MISSED'
}

/** @param {number[]} values @param {(value: number) => string} format */
const range = (values, format) =>
  values.length > 1 ? `${format(Math.min(...values))} – ${format(Math.max(...values))}` : ''

/**
 * @param {number[]} ours one number a run
 * @param {number[]} theirs of the same runs
 * @param {boolean} isRate is more better?
 * @returns {Ratio}
 */
function ratioOf(ours, theirs, isRate) {
  if (ours.length !== theirs.length)
    throw new Error(`${ours.length} runs of ours, ${theirs.length} of theirs`)
  const runs = ours.map((value, run) => (isRate ? value / theirs[run] : theirs[run] / value))
  return { runs, min: Math.min(...runs), median: median(runs), max: Math.max(...runs) }
}

/**
 * Ours beside a peer's, by how many times ours is better.
 * @param {{ figure: string, unit: 'ns' | 'nodes/s' | 'MB/s' | 'B' | 'ms' | 'kB', ours: number[], peer: string, theirs: number[] } & Goal} options
 * @returns {Row}
 */
export const ratioRow = ({ figure, unit, ours, peer, theirs, must, stretch }) => {
  const format = formats[unit]
  const [our, their] = [median(ours), median(theirs)]
  const ratio = ratioOf(ours, theirs, RATES.has(unit))
  const goal = (/** @type {number | undefined} */ value) => (value === undefined ? '' : `≥ ${value}×`)
  return {
    figure,
    ours: format(our),
    peer,
    theirs: format(their),
    result: `${digits(ratio.median)}×`,
    ratios: [ratio.min, ratio.median, ratio.max].map(value => `${digits(value)}×`).join(' – '),
    must: goal(must),
    stretch: goal(stretch),
    verdict: judge(ratio.median, { must, stretch }, false),
    spread: `${range(ours, format)} | ${range(theirs, format)}`,
    values: { unit, ours, theirs, ratio },
  }
}

/**
 * A figure of ours alone.
 * @param {{ figure: string, unit: string, ours: number[], lower: boolean } & Goal} options `lower`: less is better
 * @returns {Row}
 */
export const valueRow = ({ figure, unit, ours, lower, must, stretch }) => {
  const format = formats[unit]
  const value = median(ours)
  const goal = (/** @type {number | undefined} */ limit) =>
    limit === undefined ? '' : `${lower ? '≤' : '≥'} ${format(limit)}`
  return {
    figure,
    ours: format(value),
    peer: '',
    theirs: '',
    result: '',
    ratios: '',
    must: goal(must),
    stretch: goal(stretch),
    verdict: judge(value, { must, stretch }, lower),
    spread: range(ours, format),
    values: { unit, ours },
  }
}

/** @typedef {[title: string, key: keyof Row]} Column */

/** @type {Column[]} */
const FIGURES = [
  ['figure', 'figure'],
  ['binbo', 'ours'],
  ['against', 'peer'],
  ['theirs', 'theirs'],
]
/** @type {Column[]} */
const GOALS = [
  ['must reach', 'must'],
  ['stretch', 'stretch'],
]
/** @type {Column[]} */
const TEXT_COLUMNS = [
  ...FIGURES,
  ['ratio: min – median – max', 'ratios'],
  ...GOALS,
  ['verdict', 'verdict'],
  ['spread: binbo | theirs', 'spread'],
]
/** @type {Column[]} */
const MARKDOWN_COLUMNS = [...FIGURES, ['ratio', 'result'], ...GOALS]

/** @param {Row[]} rows @returns {string} aligned by spaces */
export const textTable = rows => {
  const lines = [
    TEXT_COLUMNS.map(([title]) => title),
    ...rows.map(row => TEXT_COLUMNS.map(([, key]) => String(row[key]))),
  ]
  const widths = TEXT_COLUMNS.map((_, column) => Math.max(...lines.map(line => line[column].length)))
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** @param {Row[]} rows @returns {string} for the README: without spreads and verdicts */
export const markdownTable = rows => {
  /** @param {string[]} cells */
  const line = cells => `| ${cells.join(' | ')} |`
  return [
    line(MARKDOWN_COLUMNS.map(([title]) => title)),
    line(MARKDOWN_COLUMNS.map(() => '---')),
    ...rows.map(row => line(MARKDOWN_COLUMNS.map(([, key]) => String(row[key])))),
  ].join('\n')
}
