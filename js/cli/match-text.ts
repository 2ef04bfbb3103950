// SPDX-License-Identifier: Apache-2.0
// The result of a match as text: a table, the score of two players, and the test.

import type { PairScore } from '../match/scores.js'
import type { Bounds, SprtState } from '../match/sprt.js'
import type { Standing } from '../match/standings.js'
import { counted, printable, textWidth } from './text.js'
import { UsageError } from './usage-error.js'

/** Reads the two Elo differences of --sprt. @throws {UsageError} */
export function readBounds(text: string): Bounds {
  const [elo0, elo1, ...more] = text.split(',').map(Number)
  if (more.length > 0 || !Number.isFinite(elo0) || !Number.isFinite(elo1) || elo0 >= elo1)
    throw new UsageError(`--sprt has two Elo differences, the smaller first, such as 0,5, not '${text}'`)
  return { elo0, elo1 }
}

type Shown = { standings: readonly Standing[]; score?: PairScore; sprt?: SprtState & { pairs: number } }

/** @returns lines of the table; with two players also their score, and the test's */
export function resultText({ standings, score, sprt }: Shown, bounds: Bounds | undefined): string {
  const lines = [...tableOf(standings)]
  if (score !== undefined) lines.push('', ...scoreLines(score))
  if (sprt !== undefined && bounds !== undefined) lines.push(sprtLine(sprt, bounds))
  return `${lines.join('\n')}\n`
}

const HEAD = ['', 'player', 'points', 'games', 'won', 'drawn', 'lost', 'Elo', 'faults']

function tableOf(standings: readonly Standing[]): string[] {
  const rows = standings.map((row, i) => [
    String(i + 1),
    printable(row.name),
    row.points.toFixed(1),
    ...[row.games, row.wins, row.draws, row.losses].map(String),
    differenceText(row.elo, row.eloError),
    faultsOf(row),
  ])
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map(row => textWidth(row[column]))))
  const isText = (column: number) => column === 1 || column === HEAD.length - 1
  return [HEAD, ...rows].map(row =>
    row
      .map((cell, column) => {
        const blanks = ' '.repeat(widths[column] - textWidth(cell))
        return isText(column) ? cell + blanks : blanks + cell
      })
      .join('  ')
      .trimEnd(),
  )
}

/** How a player's games ended by its fault. */
function faultsOf({ illegal, died, stalled, timeouts }: Standing): string {
  const facts: [number, string][] = [
    [illegal, 'illegal'],
    [died, 'died'],
    [stalled, 'stalled'],
    [timeouts, 'time'],
  ]
  return facts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ')
}

function scoreLines({ elo, eloError, nElo, nEloError, los, drawRatio, pairs, games }: PairScore): string[] {
  const whole = pairs.reduce((sum, count) => sum + count, 0)
  const share = (value: number | null) => (value === null ? '-' : `${(100 * value).toFixed(1)} %`)
  // Without a spread, as of one game, there is no normalised Elo, and the likelihood is 0, ½ or 1.
  const superiority = share(nElo === null ? null : los)
  return [
    `Elo ${differenceText(elo, eloError)}, normalised ${differenceText(nElo, nEloError)}, likelihood of superiority ${superiority}`,
    whole > 0
      ? `${counted(whole, 'pair')} of 0, ½, 1, 1½, 2 points: ${pairs.join(', ')}; ${share(drawRatio)} even`
      : `${counted(games, 'game')}, ${share(drawRatio)} drawn`,
  ]
}

function differenceText(elo: number | null, error: number | null): string {
  if (elo === null) return '-'
  const sign = elo > 0 ? '+' : ''
  return `${sign}${elo.toFixed(1)}${error === null ? '' : ` ± ${error.toFixed(1)}`}`
}

export function sprtLine({ llr, lower, upper, decision }: SprtState, { elo0, elo1 }: Bounds): string {
  const said = decision === null ? 'undecided' : `${decision} accepted`
  return `SPRT [${elo0}, ${elo1}]: LLR ${llr.toFixed(2)} of ${lower.toFixed(2)} to ${upper.toFixed(2)}, ${said}`
}
