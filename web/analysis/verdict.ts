// SPDX-License-Identifier: Apache-2.0
// A score from White's side, as a figure, in words, and as White's share of the game.

import type { Color, Status } from 'binbo'
import type { Evaluation, PgnNode } from 'binbo/pgn'
import { Score } from 'binbo/uci'
import { say } from '../page/texts.js'
import { sideName } from '../study/descriptions.js'

export type Verdict = {
  /** White's expected score, 0 to 1 */
  share: number
  /** such as '+0.35', '#4', '−#3' */
  text: string
  /** such as 'White is ahead by 0.35' */
  words: string
}

/** Centipawns are clamped to it: files may contain any number. */
const MAX_CENTIPAWNS = 100_000
/** Engines and tables report this many centipawns or more for positions that endgame tables know to be won. */
const WON = 15_000

const DRAW: Verdict = { share: 0.5, text: '½–½', words: say`Draw` }
const MATED: Record<Color, Verdict> = {
  white: { share: 1, text: '1–0', words: say`White has mated` },
  black: { share: 0, text: '0–1', words: say`Black has mated` },
}

/** @param score from White's side */
export function verdictOf({ kind, value }: { kind: 'cp' | 'mate'; value: number }): Verdict {
  const rounded = Math.round(value)
  const size = Math.abs(rounded)
  const side = sideName(rounded > 0 ? 'white' : 'black')
  const text = scoreText({ kind, value })
  if (kind === 'mate') return { share: rounded > 0 ? 1 : 0, text, words: say`${side} mates in ${size}` }
  return {
    share: (1 + chanceOf(rounded)) / 2,
    text,
    words:
      rounded === 0 ? say`Even` : size >= WON ? say`${side} wins` : say`${side} is ahead by ${inPawns(size)}`,
  }
}

/** @returns such as '0.35' */
const inPawns = (centipawns: number): string => (centipawns / 100).toFixed(2)

/**
 * @param score from White's side
 * @returns such as '+0.35' or '−#3'; '+−' or '−+' for a won position
 */
export function scoreText({ kind, value }: { kind: 'cp' | 'mate'; value: number }): string {
  const rounded = Math.round(value)
  const size = Math.abs(rounded)
  if (kind === 'mate') return rounded > 0 ? `#${size}` : `−#${size}`
  if (size >= WON) return rounded > 0 ? '+−' : '−+'
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${inPawns(size)}`
}

/** @returns White's winning chance, -1 to 1 */
function chanceOf(centipawns: number): number {
  const value = Math.min(Math.max(centipawns, -MAX_CENTIPAWNS), MAX_CENTIPAWNS)
  return new Score({ kind: 'cp', value }, 'white').winningChance()
}

/**
 * @param found takes precedence over the evaluation in the game's annotations
 * @returns null without an evaluation
 */
export function verdictAt(node: PgnNode, found?: Evaluation | undefined): Verdict | null {
  if (node.san?.endsWith('#') && node.move) return MATED[node.move.color]
  const evaluation = found ?? node.eval
  return evaluation ? verdictOf(evaluation) : null
}

/** @returns null while the game goes on */
export function verdictOfEnd(status: Status): Verdict | null {
  if (!status.over) return null
  return status.type === 'checkmate' ? MATED[status.winner] : DRAW
}
