// SPDX-License-Identifier: Apache-2.0
// The chart of the ratios, as SVG: one bar a ratio on a logarithmic scale, with its least and greatest run. It has colors
// for light and for dark pages, and needs nothing else.

/** @import { Ratio } from './table.js' */
/** @typedef {{ group: string, figure: string, peer: string, values: { ratio?: Ratio } }} ChartRow */

/** The headings of groups of figures, in this order. @type {Record<string, string>} */
const HEADINGS = {
  perft: 'Counting positions',
  variants: 'Counting positions of variants',
  games: 'One call on a new position',
  moves: 'Playing games',
  pgn: 'Reading one game of PGN',
  'pgn-bulk': 'Checking a PGN file',
  'pgn-tree': 'PGN as trees',
  'pgn-memory': 'Memory of parsed games',
  memory: 'Memory of live games',
}

const WIDTH = 940
const ROW = 21
const HEADING = 34
const TOP = 84
const FIGURE_AT = 24
const PEER_AT = 312
const BARS_AT = 498
const BARS_WIDTH = 350
/** Below 1 the other is faster. */
const LEAST = 0.5

const STYLE = `
    .paper { fill: #fff }
    text { font: 13px system-ui, sans-serif; fill: #1f2328 }
    .title { font-size: 17px; font-weight: 600 }
    .heading { font-weight: 600 }
    .quiet { fill: #59636e }
    .value { font-variant-numeric: tabular-nums }
    .grid { stroke: #d1d9e0 }
    .same { stroke: #818b98 }
    .bar, .swatch { fill: #2f6fd6 }
    .native > rect { fill: #b35900 }
    .range { stroke: #1f2328; stroke-width: 1.5 }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #151b23 }
      text { fill: #f0f6fc }
      .quiet { fill: #9198a1 }
      .grid { stroke: #3d444d }
      .same { stroke: #6e7781 }
      .bar, .swatch { fill: #4c8df6 }
      .native > rect { fill: #d98a3d }
      .range { stroke: #f0f6fc }
    }
  `

/** @param {string} text */
const escaped = text => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

/** @param {number} ratio */
const times = ratio => `${ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(2)} ×`

/** @param {number} value */
const rounded = value => String(Math.round(value * 10) / 10)

/** @param {number} x @param {number} y @param {string} kind a class @param {string} content */
const textAt = (x, y, kind, content) =>
  `<text x="${rounded(x)}" y="${rounded(y)}" class="${kind}">${escaped(content)}</text>`

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} kind a class */
const line = (x1, y1, x2, y2, kind) =>
  `<line x1="${rounded(x1)}" y1="${rounded(y1)}" x2="${rounded(x2)}" y2="${rounded(y2)}" class="${kind}"/>`

/**
 * @param {ChartRow[]} rows those without a ratio are left out
 * @returns {string} SVG
 */
export function chartOf(rows) {
  const bars = rows.flatMap(({ values: { ratio }, ...row }) => (ratio ? [{ ...row, ratio }] : []))
  const most = 10 ** Math.ceil(Math.log10(Math.max(10, ...bars.map(({ ratio }) => ratio.max))))
  /** @param {number} ratio */
  const across = ratio =>
    BARS_AT + (BARS_WIDTH * Math.log(Math.max(ratio, LEAST) / LEAST)) / Math.log(most / LEAST)
  /** @type {string[]} */
  const parts = []
  let y = TOP
  for (const group of [...new Set([...Object.keys(HEADINGS), ...bars.map(bar => bar.group)])]) {
    const members = bars.filter(bar => bar.group === group)
    if (members.length === 0) continue
    parts.push(textAt(FIGURE_AT, y + 22, 'heading', HEADINGS[group] ?? group))
    y += HEADING
    for (const [at, { figure, peer, ratio }] of members.entries()) {
      const isNative = peer.endsWith(', native')
      const [from, to] = [across(1), across(ratio.median)].sort((a, b) => a - b)
      const middle = y + ROW / 2
      const isFirst = figure !== members[at - 1]?.figure
      parts.push(
        `<g class="row${isNative ? ' native' : ''}">`,
        isFirst ? textAt(FIGURE_AT, middle + 4, 'figure', figure.replaceAll('`', '')) : '',
        textAt(PEER_AT, middle + 4, 'quiet', peer.replace(/, native$/, '')),
        `<rect x="${rounded(from)}" y="${rounded(y + 4)}" width="${rounded(Math.max(to - from, 1))}" height="${ROW - 8}" class="bar"/>`,
        line(across(ratio.min), middle, across(ratio.max), middle, 'range'),
        textAt(Math.max(across(ratio.max), across(1)) + 8, middle + 4, 'value', times(ratio.median)),
        '</g>',
      )
      y += ROW
    }
  }
  const height = y + 24
  /** @type {string[]} */
  const scale = []
  for (let ratio = 1; ratio <= most; ratio *= 10) {
    scale.push(line(across(ratio), TOP - 6, across(ratio), y + 6, ratio === 1 ? 'same' : 'grid'))
    scale.push(
      `<text x="${rounded(across(ratio))}" y="${TOP - 12}" class="quiet" text-anchor="middle">${ratio.toLocaleString('en')} ×</text>`,
    )
  }
  const title = 'How many times as fast, or as small, binbo is'
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="${WIDTH}" height="${height}" rx="8" class="paper"/>`,
    textAt(FIGURE_AT, 34, 'title', title),
    textAt(FIGURE_AT, 60, 'quiet', 'the median ratio, and its range'),
    `<rect x="${PEER_AT}" y="49" width="12" height="12" class="swatch"/>`,
    textAt(PEER_AT + 18, 60, 'quiet', 'to a library'),
    `<g class="native"><rect x="${PEER_AT}" y="68" width="12" height="12" class="swatch"/></g>`,
    textAt(PEER_AT + 18, 79, 'quiet', 'to a native program'),
    ...scale,
    ...parts.filter(part => part !== ''),
    '</svg>',
  ].join('\n')}\n`
}
