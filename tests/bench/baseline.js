// SPDX-License-Identifier: Apache-2.0
// The committed baseline of the ratios, and what has fallen below it.

/** @import { ChartRow } from './chart.js' */
/** @import { Report } from './run.js' */
/** @import { Ratio } from './table.js' */

/**
 * @typedef {Pick<Report, 'machine' | 'versions' | 'date' | 'source'> & { ratios: BaselineRow[] }} Baseline
 * @typedef {{ group: string, figure: string, peer: string } & Ratio} BaselineRow
 */

/**
 * A ratio that is worse than its baseline allows.
 * @typedef {{ name: string, baseline: number, runs: number[] }} Fallen `runs` is empty where it was not measured
 */

/** The part of a baseline by which the best run may be worse. */
export const TOLERANCE = 0.25

/**
 * Versions of peers are left out: a newer one is still the same ratio.
 * @param {{ figure: string, peer: string }} row
 */
const nameOf = ({ figure, peer }) => `${figure.replaceAll('`', '')} / ${peer.replace(/ \d+(\.\d+)+/, '')}`

/** @param {Report} report @returns {BaselineRow[]} */
const ratiosOf = ({ rows }) =>
  rows.flatMap(({ group, figure, peer, values: { ratio } }) =>
    ratio ? [{ group, figure, peer, ...ratio }] : [],
  )

/** @param {Report} report @returns {Baseline} */
export const baselineOf = report => {
  const { machine, versions, date, source } = report
  return { machine, versions, date, source, ratios: ratiosOf(report) }
}

/** @param {Baseline} baseline @returns {ChartRow[]} */
export const chartRows = ({ ratios }) =>
  ratios.map(({ group, figure, peer, ...ratio }) => ({ group, figure, peer, values: { ratio } }))

/**
 * @param {Baseline} baseline
 * @param {Report} report
 * @returns {{ fallen: Fallen[], unknown: string[] }} `unknown` names ratios that the baseline does not have
 */
export function compareWith({ ratios }, report) {
  const measured = new Map(ratiosOf(report).map(row => [nameOf(row), row.runs]))
  const expected = new Map(ratios.map(row => [nameOf(row), row.median]))
  const fallen = []
  for (const [name, baseline] of expected) {
    const runs = measured.get(name) ?? []
    if (Math.max(...runs) >= baseline * (1 - TOLERANCE)) continue
    fallen.push({ name, baseline, runs })
  }
  return { fallen, unknown: [...measured.keys()].filter(name => !expected.has(name)) }
}
