// SPDX-License-Identifier: Apache-2.0
// Computes the report of a game: evaluation, clock and sign of each move, turning points, and the figures of both sides.

import type { Color } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import type { Judgement } from 'binbo/uci'
import { say } from '../page/texts.js'
import { COLORS, colorName } from '../study/descriptions.js'
import { known, PLAYERS } from '../study/headers.js'
import { moveNumber, plyAt } from '../study/nodes.js'
import type { State } from './analysis-view.js'
import type { Findings } from './review-run.js'
import type { Verdict } from './verdict.js'
import { verdictAt } from './verdict.js'

/** A position of the main line, with the move that led to it. */
export type Moment = {
  node: PgnNode
  /** such as '14. Nf3', or 'Start' */
  name: string
  mover: Color
  verdict: Verdict | null
  /** the glyph that judges the move, $1 to $6; 0 for none */
  mark: number
  /** the engine's move, in SAN, if this one was bad; otherwise '' */
  better: string
  /** seconds left after the move */
  clock: number | undefined
  /** seconds used for the move */
  spent: number | undefined
}

type TurningPoint = Moment & { before: Verdict; after: Verdict; loss: number }

export type SideFigures = {
  side: Color
  name: string
  accuracy: number | null
  loss: number | null
  counts: Record<Judgement, number>
}

export type Report = {
  /** the start first */
  moments: Moment[]
  /** indices into `moments` */
  places: ReadonlyMap<PgnNode, number>
  /** whether there are two evaluations or more; checkmates do not count */
  hasCurve: boolean
  hasClocks: boolean
  turns: TurningPoint[]
  /** White first; empty without findings */
  sides: SideFigures[]
}

const BAD_MOVES = new Set([2, 4, 6])
/** A turning point loses at least this much of the mover's share, as a mistake does; a blunder loses more. */
const MIN_LOSS = 0.1
const BLUNDER_LOSS = 0.15
const MAX_TURNING_POINTS = 6

/** The last report, and the state that it was made from. */
let last: { tree: State['tree']; version: number; findings: Findings | null; report: Report } | null = null

/** @returns the same object until moves, annotations or findings change */
export function reportOf({ tree, version, review: { findings } }: State): Report {
  if (last?.tree !== tree || last.version !== version || last.findings !== findings)
    last = { tree, version, findings, report: makeReport(tree, findings) }
  return last.report
}

function makeReport(tree: State['tree'], findings: Findings | null): Report {
  const moments = momentsOf(tree, findings)
  const evaluated = moments.filter(({ node }) => findings?.evaluations.get(node) ?? node.eval)
  return {
    moments,
    places: new Map(moments.map(({ node }, place) => [node, place])),
    hasCurve: evaluated.length > 1,
    hasClocks: moments.filter(({ spent }) => spent !== undefined).length > 1,
    turns: turningPoints(moments, findings),
    sides: findings ? COLORS.map(side => figuresOf(tree, findings, side)) : [],
  }
}

export function momentsOf(tree: State['tree'], findings: Findings | null): Moment[] {
  const { root } = tree
  const first = plyAt(root)
  const [, base, increment] = /^(\d+)(?:\+(\d+))?$/.exec(tree.headers.get('TimeControl') ?? '') ?? []
  const clocks = base === undefined ? [] : [Number(base), Number(base)]
  return [root, ...tree.mainline()].map((node, index) => {
    const ply = first + index - 1
    const before =
      findings?.nodes[index - 1] === node.parent ? findings?.analysis.positions[index - 1] : undefined
    const best = before?.lines[0]
    const mark = node.nags.find(nag => nag >= 1 && nag <= 6) ?? findings?.marks.get(node) ?? 0
    const { clock } = node
    const earlier = clocks[ply & 1]
    const spent =
      node.emt ??
      (clock === undefined || earlier === undefined
        ? undefined
        : Math.max(0, earlier - clock + Number(increment ?? 0)))
    if (clock !== undefined) clocks[ply & 1] = clock
    return {
      node,
      name: index === 0 ? say`Start|position` : `${moveNumber(ply)} ${node.san}`,
      mover: ply % 2 === 0 ? 'white' : 'black',
      verdict: verdictAt(node, findings?.evaluations.get(node)),
      mark,
      better: BAD_MOVES.has(mark) && best?.pv?.[0] !== node.uci ? (best?.san?.[0] ?? '') : '',
      clock,
      spent: index === 0 ? undefined : spent,
    }
  })
}

/**
 * @param findings if given, only moves that they mark are turning points: the engine's own choices are not
 * @returns the worst moves, in the order of the game; each has a sign
 */
export function turningPoints(moments: Moment[], findings: Findings | null = null): TurningPoint[] {
  const found = moments.flatMap((moment, index) => {
    const [before, after] = [moments[index - 1]?.verdict, moment.verdict]
    if (!before || !after) return []
    const loss = (before.share - after.share) * (moment.mover === 'white' ? 1 : -1)
    const guess = findings ? 0 : loss >= BLUNDER_LOSS ? 4 : 2
    const mark = BAD_MOVES.has(moment.mark) ? moment.mark : guess
    return loss >= MIN_LOSS && mark > 0 ? [{ ...moment, mark, before, after, loss }] : []
  })
  const worst = new Set(found.toSorted((one, other) => other.loss - one.loss).slice(0, MAX_TURNING_POINTS))
  return found.filter(point => worst.has(point))
}

function figuresOf(
  { headers }: State['tree'],
  { analysis: { accuracy, averageLoss, positions }, nodes }: Findings,
  side: Color,
): SideFigures {
  const own = positions.filter((_, index) => nodes[index].move?.color === side)
  const count = (judgement: Judgement) => own.filter(one => one.judgement === judgement).length
  return {
    side,
    name: known(headers.get(PLAYERS[side])) || colorName(side),
    accuracy: accuracy[side],
    loss: averageLoss[side],
    counts: { inaccuracy: count('inaccuracy'), mistake: count('mistake'), blunder: count('blunder') },
  }
}
