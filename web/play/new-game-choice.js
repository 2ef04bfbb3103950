// SPDX-License-Identifier: Apache-2.0
// The choice in the dialog for a new game, and the match and the start position that follow from it.

import { chess960Fen } from 'binbo'
import { STRONGEST, stepOfStrength, strengthOfStep } from '../engine/strength.js'
import { saveSetting, setting } from '../page/settings.js'
import { DEPTH, MOVE_SECONDS, opponentName } from './opponent.js'

/** @typedef {import('../game/study.js').Study} Study */
/** @typedef {import('./opponent.js').MatchSetup} MatchSetup */

/**
 * @typedef {object} Choice
 * @property {'engine' | 'hand'} opponent
 * @property {'white' | 'black' | 'random'} side
 * @property {number} step on the scale of strengths
 * @property {'time' | 'depth'} limit
 * @property {number} seconds
 * @property {number} depth
 * @property {'classic' | 'chess960' | 'position'} start
 * @property {number} number of the Chess960 start, 0 … 959
 */

const NAME = 'new-game'
/** @type {Choice} */
const DEFAULTS = {
  opponent: 'engine',
  side: 'white',
  step: stepOfStrength(1500),
  limit: 'time',
  seconds: 1,
  depth: 10,
  start: 'classic',
  number: 518,
}
const CHOICES = {
  opponent: ['engine', 'hand'],
  side: ['white', 'black', 'random'],
  limit: ['time', 'depth'],
  start: ['classic', 'chess960', 'position'],
}
const RANGES = /** @type {Record<string, [number, number]>} */ ({
  step: [0, STRONGEST],
  seconds: [MOVE_SECONDS.min, MOVE_SECONDS.max],
  depth: [DEPTH.min, DEPTH.max],
  number: [0, 959],
})

/** @returns {Choice} the last one; missing or invalid fields have their defaults */
export function lastChoice() {
  try {
    return readChoice(JSON.parse(setting(NAME, '')))
  } catch {
    return { ...DEFAULTS }
  }
}

/** Saves the choice for the next time. @param {Choice} choice */
export const saveChoice = choice => saveSetting(NAME, JSON.stringify(choice))

/**
 * @param {Record<string, unknown>} values by name, such as of a form; numbers may be strings
 * @returns {Choice} missing or invalid fields have their defaults
 */
export function readChoice(values) {
  /** @type {Record<string, string | number>} */
  const choice = { ...DEFAULTS }
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = values[name]
    if (typeof value === 'string' && choices.includes(value)) choice[name] = value
  }
  for (const [name, [least, most]] of Object.entries(RANGES)) {
    const value = Number(values[name] ?? Number.NaN)
    const isStep = name === 'seconds' || Number.isInteger(value)
    if (isStep && value >= least && value <= most) choice[name] = value
  }
  return /** @type {Choice} */ (/** @type {unknown} */ (choice))
}

/** @param {Choice} choice @returns {MatchSetup | null} null: both sides by hand */
export function matchOf({ opponent, side, step, limit, seconds, depth }) {
  if (opponent === 'hand') return null
  const drawn = Math.random() < 0.5 ? 'white' : 'black'
  return {
    human: side === 'random' ? drawn : side,
    strength: strengthOfStep(step),
    think: limit === 'time' ? { movetime: Math.round(seconds * 1000) } : { depth: Math.round(depth) },
  }
}

/**
 * Makes the start position and the headers.
 * @param {Choice} choice
 * @param {MatchSetup | null} setup
 * @param {string} engine its name
 * @param {Study} study its current position may be the start
 * @returns {Parameters<Study['newGame']>[0]}
 */
export function startOf({ start, number }, setup, engine, { game }) {
  const headers = headersOf(setup, engine)
  if (start === 'chess960') return { fen: chess960Fen(number), variant: 'chess960', headers }
  if (start === 'position') return { fen: game.fen, variant: game.options.variant, headers }
  return { headers }
}

/** @param {MatchSetup | null} setup @param {string} engine @returns {[string, string][]} */
function headersOf(setup, engine) {
  const today = new Date()
  const parts = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
  const date = parts.map(part => String(part).padStart(2, '0')).join('.')
  if (!setup) return [['Date', date]]
  const names = ['You', opponentName(engine, setup.strength)]
  const [white, black] = setup.human === 'white' ? names : names.reverse()
  return [
    ['Date', date],
    ['White', white],
    ['Black', black],
  ]
}
