// SPDX-License-Identifier: Apache-2.0
// Ends of games that the scores of both engines, or the number of moves, decide.

import { argumentError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import type { Color } from '../game/squares.js'
import type { PlainScore } from '../uci/engine/score.js'

/** A game is drawn where both players see nothing. */
export type DrawRule = {
  /** Full moves of the game that must have been played, those of the opening included. */
  from: number
  /** Moves of each player in a row. A capture and a pawn move begin the row anew. */
  moves: number
  /** The greatest distance from 0 of each score, in centipawns. */
  score: number
}

/** A game is lost where its player gives up hope. */
export type ResignRule = {
  /** Moves in a row. */
  moves: number
  /** In centipawns: how bad each score is, at least. */
  score: number
  /** True: both players see it. Default false. */
  both?: boolean | undefined
}

export type ScoreRules = {
  draw: DrawRule | undefined
  resign: ResignRule | undefined
  maxMoves: number | undefined
}

/** A move, as the rules see it. */
export type JudgedMove = {
  color: Color
  /** the mover's; null without one */
  score: Pick<PlainScore, 'kind' | 'value'> | null
  /** whether it is a capture or a pawn move */
  isFresh: boolean
  /** of the position after it */
  fullmoveNumber: number
}

export type Verdict = {
  winner: Color | null
  reason: 'draw_adjudicated' | 'resign_adjudicated' | 'max_moves'
}

/** @throws {ChessError} ERR_ARGUMENT */
export function readRules({ draw, resign, maxMoves }: Record<string, unknown>): ScoreRules {
  return {
    draw: draw === undefined ? undefined : readDraw(draw),
    resign: resign === undefined ? undefined : readResign(resign),
    maxMoves: maxMoves === undefined ? undefined : integer('maxMoves', maxMoves, 1),
  }
}

function readDraw(draw: unknown): DrawRule {
  const { from, moves, score } = checkOptions(draw, ['from', 'moves', 'score'])
  return {
    from: integer('draw.from', from, 0),
    moves: integer('draw.moves', moves, 1),
    score: distance('draw.score', score),
  }
}

function readResign(resign: unknown): ResignRule {
  const { moves, score, both } = checkOptions(resign, ['moves', 'score', 'both'])
  return {
    moves: integer('resign.moves', moves, 1),
    score: distance('resign.score', score),
    both: flag('resign.both', both, false),
  }
}

function integer(name: string, value: unknown, least: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value
  throw argumentError(`${name} is an integer from ${least}`, value)
}

function distance(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
  throw argumentError(`${name} is a number of centipawns from 0`, value)
}

/** The counters of one game. */
export class Adjudicator {
  #rules
  #quiet = 0
  /** of moves whose player is lost, by colour; of `both` in `white` */
  #lost = { white: 0, black: 0 }
  #plies = 0

  constructor(rules: ScoreRules) {
    this.#rules = rules
  }

  /** @returns how this move ends the game; undefined: it goes on */
  after(move: JudgedMove): Verdict | undefined {
    this.#plies++
    // All counters count, whatever ends the game.
    const resigned = this.#afterResign(move)
    const isDrawn = this.#isDrawn(move)
    const { maxMoves } = this.#rules
    if (resigned !== undefined) return resigned
    if (isDrawn) return { winner: null, reason: 'draw_adjudicated' }
    if (maxMoves === undefined || this.#plies < 2 * maxMoves) return undefined
    return { winner: null, reason: 'max_moves' }
  }

  #isDrawn({ score, isFresh, fullmoveNumber }: JudgedMove): boolean {
    const { draw } = this.#rules
    if (draw === undefined) return false
    if (isFresh) this.#quiet = 0
    const isQuiet = score?.kind === 'cp' && Math.abs(score.value) <= draw.score
    this.#quiet = isQuiet ? this.#quiet + 1 : 0
    return this.#quiet >= 2 * draw.moves && fullmoveNumber - 1 >= draw.from
  }

  #afterResign({ color, score }: JudgedMove): Verdict | undefined {
    const { resign } = this.#rules
    if (resign === undefined) return undefined
    const isMate = score?.kind === 'mate'
    const value = score?.value ?? 0
    // A mate in 0 is against the mover.
    const isBad = score !== null && (isMate ? value <= 0 : value <= -resign.score)
    const isGood = score !== null && (isMate ? value > 0 : value >= resign.score)
    const key = resign.both ? 'white' : color
    this.#lost[key] = isBad || (resign.both && isGood) ? this.#lost[key] + 1 : 0
    if (this.#lost[key] < (resign.both ? 2 : 1) * resign.moves || !isBad) return undefined
    return { winner: color === 'white' ? 'black' : 'white', reason: 'resign_adjudicated' }
  }
}
