// SPDX-License-Identifier: Apache-2.0
// The playing strength of the engine: as steps of a slider, as text, and as options of the engine.

import type { UciOption } from 'binbo/uci'
import { say } from '../page/texts.js'

/** 'full', or an Elo rating: one of WEAK_ELO, or from 1,350 up in steps of 50. */
export type Strength = 'full' | number

/** The levels of weak.js, which is loaded only when one of them plays; the weakest first. */
const WEAK: [elo: number, player: string][] = [
  [450, say`newcomer`],
  [700, say`beginner`],
  [850, say`learner`],
  [1000, say`improver`],
  [1150, say`hobby player`],
]
export const WEAK_ELO = WEAK.map(([elo]) => elo)

const LOWEST = 1350
const HIGHEST = 3150
const STEP = 50

/** The highest step; 0 is the weakest level. */
export const STRONGEST = WEAK_ELO.length + (HIGHEST - LOWEST) / STEP + 1

/** The lowest rating of each kind of player. */
const PLAYERS: [elo: number, player: string][] = [
  [2800, say`world champion`],
  [2500, say`grandmaster`],
  [2200, say`master`],
  [1900, say`expert`],
  [1700, say`strong club player`],
  [1450, say`club player`],
  [LOWEST, say`casual player`],
  ...WEAK.toReversed(),
]

/** @param step 0 … STRONGEST */
export function strengthOfStep(step: number): Strength {
  if (step >= STRONGEST) return 'full'
  return WEAK_ELO[Math.max(step, 0)] ?? LOWEST + (step - WEAK_ELO.length) * STEP
}

/** @returns the nearest step */
export function stepOfStrength(strength: Strength): number {
  if (strength === 'full') return STRONGEST
  const above = WEAK_ELO.findIndex(elo => strength <= elo)
  if (above >= 0) return above
  return WEAK_ELO.length + Math.round((clamp(strength, LOWEST, HIGHEST) - LOWEST) / STEP)
}

/** Checks a saved strength. */
export const isStrength = (value: unknown): value is Strength =>
  value === 'full' || (typeof value === 'number' && Number.isFinite(value))

/** @returns whether weak.js chooses the moves */
export const isWeak = (strength: Strength): boolean => WEAK_ELO.includes(Number(strength))

/** @returns such as 'about 1500 Elo' */
export const strengthName = (strength: Strength): string =>
  strength === 'full' ? say`full strength` : say`about ${String(strength)} Elo`

/** @returns such as '1500' and 'club player' */
export function strengthPlayer(strength: Strength): { figure: string; player: string } {
  if (strength === 'full') return { figure: say`Full`, player: say`stronger than any human` }
  const [, player] = PLAYERS.find(([from]) => strength >= from) ?? PLAYERS[PLAYERS.length - 1]
  return { figure: String(strength), player }
}

/**
 * @param options of the engine
 * @returns the values to set for those options that the engine has
 */
export function strengthOptions(
  strength: Strength,
  options: ReadonlyMap<string, UciOption>,
): Record<string, number | boolean> {
  const wanted: Record<string, number | boolean> = {}
  const elo = spin(options.get('UCI_Elo'))
  const skill = spin(options.get('Skill Level'))
  // Weak levels choose among the lines of the engine at full strength.
  const isLimited = strength !== 'full' && !isWeak(strength)
  const limits = isLimited && elo !== null
  if (options.has('UCI_LimitStrength')) wanted.UCI_LimitStrength = limits
  if (limits) wanted.UCI_Elo = clamp(strength, elo.min, elo.max)
  if (skill) wanted['Skill Level'] = isLimited && !limits ? skillOf(strength, skill) : skill.max
  return wanted
}

/** @returns a skill proportional to the strength, for engines without Elo ratings */
function skillOf(strength: Strength, { min, max }: { min: number; max: number }): number {
  return min + Math.round(((max - min) * stepOfStrength(strength)) / STRONGEST)
}

function spin(option: UciOption | undefined): { min: number; max: number } | null {
  if (option?.type !== 'spin' || option.min === undefined || option.max === undefined) return null
  return { min: option.min, max: option.max }
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)
