// SPDX-License-Identifier: Apache-2.0
// The setup of a match, and the engine's name in the headers.

import type { Color } from 'binbo'
import type { Strength } from '../engine/strength.js'
import { isStrength, strengthName } from '../engine/strength.js'
import { fieldsOf, oneOf } from '../page/unknown.js'
import { COLORS } from '../study/descriptions.js'
import { PLAYERS } from '../study/headers.js'
import type { Page } from './standing.js'
import { engineName } from './standing.js'

export type MatchSetup = {
  /** null: the engine plays both sides, or the user only watches */
  human: Color | null
  /** the engine's strength, for each side that it plays */
  strengths: Partial<Record<Color, Strength>>
  /** the limit of an engine move: milliseconds, or plies; null: by the clock */
  think: { movetime: number } | { depth: number } | null
  /** of a game between people: the link to it, behind the #; it has no engine */
  friend?: string
}

/** Limits of an engine move. */
export const MOVE_SECONDS = { min: 0.1, max: 30 }
export const DEPTH = { min: 1, max: 30 }

/**
 * Checks a saved setup.
 * @returns null: both sides by hand, or invalid
 */
export function readMatchSetup(saved: unknown): MatchSetup | null {
  const { human: side, strengths: given, think: limit, friend } = fieldsOf(saved)
  const human = oneOf(COLORS, side) ?? null
  if (typeof friend === 'string') return friendSetup(friend, human)
  if (human === null && (side ?? null) !== null) return null
  const strengths: MatchSetup['strengths'] = {}
  for (const color of COLORS) {
    if (color === human) continue
    const strength = fieldsOf(given)[color]
    if (!isStrength(strength)) return null
    strengths[color] = strength
  }
  const think = limitOf(limit)
  return limit && !think ? null : { human, strengths, think }
}

/** @param friend the link to a game between people */
export const friendSetup = (friend: string, human: Color | null): MatchSetup => ({
  human,
  strengths: {},
  think: null,
  friend,
})

function limitOf(saved: unknown): MatchSetup['think'] {
  const { depth, movetime } = fieldsOf(saved)
  const value = depth ?? movetime
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) return null
  return depth === undefined
    ? { movetime: Math.min(value, MOVE_SECONDS.max * 1000) }
    : { depth: Math.min(value, DEPTH.max) }
}

/** @returns such as 'Stockfish, about 1500 Elo' */
export const opponentName = (engine: string, strength: Strength): string =>
  `${engine}${strengthPart(strength)}`

const strengthPart = (strength: Strength) => `, ${strengthName(strength)}`

/** Renames the opponent in the headers when the match goes on with another engine; keeps a name given by the user. */
export function keepOpponentNamed({ store, study, room }: Page) {
  store.react(({ match: { setup }, outcome, tree: { headers }, room: { state } }) => {
    if (!setup || outcome || state !== 'ready') return
    for (const color of COLORS) {
      const strength = setup.strengths[color]
      if (strength === undefined) continue
      const header = PLAYERS[color]
      const before = headers.get(header) ?? ''
      const now = opponentName(engineName(room), strength)
      if (before === now || !before.endsWith(strengthPart(strength))) continue
      study.annotate(() => headers.set(header, now))
    }
  })
}
