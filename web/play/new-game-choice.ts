// SPDX-License-Identifier: Apache-2.0
// The choice in the dialog for a new game, and its match and start position.

import type { Variant } from 'binbo'
import { chess960Fen, VARIANTS } from 'binbo'
import { STRONGEST, stepOfStrength, strengthOfStep } from '../engine/strength.js'
import { announce } from '../page/notices.js'
import { saveSetting, setting } from '../page/settings.js'
import { say } from '../page/texts.js'
import { fieldsOf, oneOf } from '../page/unknown.js'
import { COLORS, colorName, otherColor } from '../study/descriptions.js'
import { PLAYERS } from '../study/headers.js'
import type { Study } from '../study/study.js'
import type { TimeControl } from './clock.js'
import { controlTag } from './clock-text.js'
import type { MatchSetup } from './opponent.js'
import { DEPTH, MOVE_SECONDS, opponentName } from './opponent.js'
import type { Page } from './standing.js'
import { engineName } from './standing.js'

export type Choice = {
  /** 'friend': a player elsewhere, over a server; 'two': two players on this board; 'engines': engine against engine */
  opponent: 'engine' | 'friend' | 'two' | 'engines'
  side: 'white' | 'black' | 'random'
  /** the engine's strength, a step of its scale; White's of two engines */
  step: number
  /** the strength of Black's engine */
  blackStep: number
  /** 'days': for each move, with a friend only */
  pace: 'none' | 'clock' | 'days'
  /** the clock's base */
  minutes: number
  /** seconds for each move */
  increment: number
  /** for each move */
  days: number
  /** the limit of an engine without a clock */
  limit: 'time' | 'depth'
  seconds: number
  depth: number
  /** 'position': the one on the board */
  start: Variant | 'position'
  /** the number of the Chess960 start, 0 … 959; null: drawn */
  number: number | null
}

/** Allowed ranges: minutes, seconds a move, days a move. */
export const MINUTES = { min: 0.25, max: 180 }
export const INCREMENT = { min: 0, max: 60 }
export const DAYS = { min: 1, max: 14 }

/** Minutes, increment, and the players' name for the time control. */
export const PRESETS: [minutes: number, increment: number, kind: string][] = [
  [3, 2, say`Blitz`],
  [5, 3, say`Blitz`],
  [10, 5, say`Rapid`],
  [30, 20, say`Long`],
]

/** Of the start page, which also offers no clock and other times. */
export const START_PRESETS: typeof PRESETS = [
  [1, 0, say`Bullet`],
  [3, 2, say`Blitz`],
  [5, 3, say`Blitz`],
  [10, 0, say`Rapid`],
  [15, 10, say`Rapid`],
]

/** Name of the setting that holds the game server entered by the user. */
export const SERVER = 'game-server'
/** The reason why a friend cannot be invited. */
export const NO_SERVER = say`This copy of the page has no game server, but two of you can play on this board.`

const NAME = 'new-game'
const DEFAULTS: Choice = {
  opponent: 'engine',
  side: 'white',
  step: stepOfStrength(1500),
  blackStep: stepOfStrength(1500),
  pace: 'none',
  minutes: 10,
  increment: 5,
  days: 3,
  limit: 'time',
  seconds: 1,
  depth: 10,
  start: 'standard',
  number: null,
}
const CHOICES: {
  readonly [Name in 'opponent' | 'side' | 'pace' | 'limit' | 'start']: readonly Choice[Name][]
} = {
  opponent: ['engine', 'friend', 'two', 'engines'],
  side: ['white', 'black', 'random'],
  pace: ['none', 'clock', 'days'],
  limit: ['time', 'depth'],
  start: [...VARIANTS, 'position'],
}
const RANGES: { readonly [Name in keyof Choice]?: { min: number; max: number } } = {
  step: { min: 0, max: STRONGEST },
  blackStep: { min: 0, max: STRONGEST },
  minutes: MINUTES,
  increment: INCREMENT,
  days: DAYS,
  seconds: MOVE_SECONDS,
  depth: DEPTH,
  number: { min: 0, max: 959 },
}
/** Fields whose numbers may have a fraction. */
const PARTS = ['seconds', 'minutes']

/** @returns the saved choice; missing or invalid fields have their defaults, and the Chess960 number is drawn again */
export function lastChoice(): Choice {
  try {
    return { ...readChoice(JSON.parse(setting(NAME, ''))), number: null }
  } catch {
    return { ...DEFAULTS }
  }
}

/** Saves the choice for the next time. */
export const saveChoice = (choice: Choice) => saveSetting(NAME, JSON.stringify(choice))

/**
 * @param given fields by name, such as of a form; numbers may be strings
 * @returns missing or invalid fields have their defaults
 */
export function readChoice(given: unknown): Choice {
  const values = fieldsOf(given)
  const choice = { ...DEFAULTS }
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = oneOf<string>(choices, values[name])
    if (value !== undefined) Object.assign(choice, { [name]: value })
  }
  for (const [name, { min, max }] of Object.entries(RANGES)) {
    const text = values[name]
    const value = text === '' || text === null ? Number.NaN : Number(text ?? Number.NaN)
    const isStep = PARTS.includes(name) || Number.isInteger(value)
    if (isStep && value >= min && value <= max) Object.assign(choice, { [name]: value })
  }
  return choice
}

/** @returns the number of a random Chess960 start */
export const drawNumber = (): number => Math.floor(Math.random() * 960)

/** @returns null: both sides by hand */
export function matchOf({
  opponent,
  side,
  step,
  blackStep,
  pace,
  limit,
  seconds,
  depth,
}: Choice): MatchSetup | null {
  if (opponent === 'two' || opponent === 'friend') return null
  const byMove = limit === 'time' ? { movetime: Math.round(seconds * 1000) } : { depth: Math.round(depth) }
  const think = pace === 'clock' ? null : byMove
  const strength = strengthOfStep(step)
  if (opponent === 'engines')
    return { human: null, strengths: { white: strength, black: strengthOfStep(blackStep) }, think }
  const drawn = Math.random() < 0.5 ? 'white' : 'black'
  const human = side === 'random' ? drawn : side
  return { human, strengths: { [otherColor(human)]: strength }, think }
}

/** @returns null: no clock */
export const controlOf = ({ pace, minutes, increment }: Choice): TimeControl | null =>
  pace === 'clock' ? { base: Math.round(minutes * 60_000), increment: increment * 1000 } : null

/**
 * Makes the start position and the headers.
 * @param engine its name
 * @param study its current position may be the start
 */
export function startOf(
  choice: Choice,
  setup: MatchSetup | null,
  engine: string,
  { game }: Study,
): Parameters<Study['newGame']>[0] {
  const { start, number } = choice
  const headers = headersOf(setup, controlOf(choice), engine)
  if (start === 'chess960') return { fen: chess960Fen(number ?? drawNumber()), variant: start, headers }
  if (start === 'position') return { fen: game.fen, variant: game.options.variant, headers }
  return { variant: start, headers }
}

/**
 * Starts a game at once; the choice is kept for the next one.
 * @param choice its opponent is not 'friend': the dialog sends invitations itself
 * @returns closes the notice
 */
export function startGame(page: Page, choice: Choice): () => void {
  const { study, match, room, games } = page
  saveChoice(choice)
  const setup = matchOf(choice)
  const begin = () => match.begin(setup, startOf(choice, setup, engineName(room), study), controlOf(choice))
  const text = say`New game. ${sidesText(setup)}`
  const close = games.open(begin, text, { quiet: true })
  // Others see it.
  announce(text)
  return close
}

function sidesText(setup: MatchSetup | null): string {
  if (!setup) return say`Two players on this board.`
  if (setup.human === null) return say`Engine against engine.`
  return say`You play ${colorName(setup.human)}.`
}

/** @param engine its name */
export function headersOf(
  setup: MatchSetup | null,
  control: TimeControl | null,
  engine: string,
): [string, string][] {
  const today = new Date()
  const parts = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
  const headers: [string, string][] = [['Date', parts.map(part => String(part).padStart(2, '0')).join('.')]]
  for (const color of setup ? COLORS : []) {
    const strength = setup?.strengths[color]
    headers.push([PLAYERS[color], strength === undefined ? say`You` : opponentName(engine, strength)])
  }
  if (control) headers.push(['TimeControl', controlTag(control)])
  return headers
}
