// SPDX-License-Identifier: Apache-2.0
// The command line of `binbo play`.

import { parseArgs } from 'node:util'
import { chess960Fen } from '../../game/fen.js'
import { readVariant, VARIANTS } from '../../game/variants.js'
import { LARGEST_INT } from '../../uci/text/lines.js'
import { UsageError, usageError } from '../usage-error.js'

/** @import { Variant } from '../../core/generated/bindings.js' */
/** @import { DrawMode } from '../../game/options.js' */
/** @import { Color } from '../../game/squares.js' */

/**
 * Limits of the engine for each move; the first one reached ends the search.
 * @typedef {{ movetime?: number, depth?: number }} ThinkingLimits
 */

/**
 * The strength of an engine; without a field, its full strength.
 * @typedef {{ elo?: number, skill?: number }} Strength
 */

/**
 * @typedef {object} PlayOptions
 * @property {string | undefined} engine as on the command line
 * @property {boolean} both whether both sides are played by hand
 * @property {Color} color of the user
 * @property {string | undefined} fen where the game starts; undefined: the variant's start position
 * @property {Variant} variant
 * @property {DrawMode} draws
 * @property {ThinkingLimits} limits
 * @property {Strength} strength
 * @property {string | undefined} token for an engine behind a WebSocket
 * @property {string | undefined} book the file of an opening book
 * @property {string | undefined} pgn the file that the games are added to
 * @property {string} name of the user
 * @property {boolean} ascii
 * @property {boolean} flip
 * @property {boolean} help
 */

const OPTIONS = /** @type {const} */ ({
  engine: { type: 'string', short: 'e' },
  both: { type: 'boolean', default: false },
  color: { type: 'string', default: 'white' },
  fen: { type: 'string' },
  variant: { type: 'string' },
  chess960: { type: 'string' },
  draws: { type: 'string', default: 'automatic' },
  movetime: { type: 'string' },
  depth: { type: 'string' },
  elo: { type: 'string' },
  skill: { type: 'string' },
  token: { type: 'string' },
  book: { type: 'string' },
  pgn: { type: 'string' },
  name: { type: 'string' },
  ascii: { type: 'boolean', default: false },
  flip: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
})

const MOST_CHESS960 = 959
const DEFAULT_LIMITS = { movetime: 1000 }
/** The largest number that engines take. */
const MOST = LARGEST_INT

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env BINBO_TOKEN, and the user's name
 * @returns {PlayOptions}
 * @throws {UsageError}
 */
export function readOptions(args, env) {
  try {
    const { values } = parseArgs({ args: withChess960(args), options: OPTIONS })
    const { engine, both, chess960, token = env.BINBO_TOKEN, book, pgn, ascii, flip, help } = values
    const variant = readVariantOption(values.variant ?? (chess960 === undefined ? 'standard' : 'chess960'))
    const isChess960 = variant === 'chess960'
    if (chess960 !== undefined && !isChess960)
      throw new UsageError('--chess960 and --variant are two variants: give one')
    if (chess960 && values.fen !== undefined)
      throw new UsageError('--chess960 N and --fen are two start positions: give one')
    for (const [option, value] of Object.entries({ engine, book, pgn })) {
      if (value === '') throw new UsageError(`--${option} is empty`)
    }
    return {
      engine,
      both,
      color: readColor(values.color),
      fen: values.fen ?? (isChess960 ? chess960Start(chess960 ?? '') : undefined),
      variant,
      draws: readDraws(values.draws),
      limits: readThinkingLimits(values.movetime, values.depth),
      strength: readStrength(values.elo, values.skill),
      token: token || undefined,
      book,
      pgn,
      name: values.name || env.USER || env.USERNAME || 'Player',
      ascii,
      flip,
      help,
    }
  } catch (error) {
    throw usageError(error, 'play')
  }
}

/**
 * The number after --chess960 is optional, which parseArgs() does not support.
 * @param {string[]} args
 * @returns {string[]} with '--chess960=' and the number or nothing
 */
function withChess960(args) {
  const at = args.indexOf('--chess960')
  if (at < 0) return args
  const hasNumber = /^\d/.test(args[at + 1] ?? '')
  return [
    ...args.slice(0, at),
    `--chess960=${hasNumber ? args[at + 1] : ''}`,
    ...args.slice(at + (hasNumber ? 2 : 1)),
  ]
}

/**
 * @param {string} text a number, or nothing for a random one
 * @returns {string} a FEN
 * @throws {UsageError}
 */
export function chess960Start(text) {
  if (text === '') return chess960Fen(Math.floor(Math.random() * (MOST_CHESS960 + 1)))
  return chess960Fen(readCount('the number of a start position of Chess960', text, 0, MOST_CHESS960))
}

/**
 * @param {string} text
 * @returns {Variant | undefined} that it names, in any spelling
 */
export function variantOf(text) {
  try {
    return VARIANTS[readVariant(text)]
  } catch {
    return undefined
  }
}

/** @param {string} text */
function readVariantOption(text) {
  const variant = variantOf(text)
  if (variant !== undefined) return variant
  throw new UsageError(`--variant is one of ${VARIANTS.join(', ')}, not '${text}'`)
}

/** @param {string} text */
function readColor(text) {
  if (text === 'random') return Math.random() < 0.5 ? 'white' : 'black'
  if (text === 'white' || text === 'black') return text
  throw new UsageError(`--color is white, black or random, not '${text}'`)
}

/** @param {string} text */
function readDraws(text) {
  if (text === 'automatic' || text === 'claim' || text === 'none') return text
  throw new UsageError(`--draws is automatic, claim or none, not '${text}'`)
}

/**
 * @param {string | undefined} movetime
 * @param {string | undefined} depth
 * @returns {ThinkingLimits}
 * @throws {UsageError}
 */
export function readThinkingLimits(movetime, depth) {
  /** @type {ThinkingLimits} */
  const limits = {}
  if (movetime !== undefined) limits.movetime = readCount('movetime (milliseconds)', movetime, 1, MOST)
  if (depth !== undefined) limits.depth = readCount('depth (plies)', depth, 1, MOST)
  return Object.keys(limits).length === 0 ? DEFAULT_LIMITS : limits
}

/**
 * @param {string | undefined} elo
 * @param {string | undefined} skill
 * @returns {Strength}
 * @throws {UsageError}
 */
export function readStrength(elo, skill) {
  /** @type {Strength} */
  const strength = {}
  if (elo !== undefined) strength.elo = readCount('elo', elo, 0, MOST)
  if (skill !== undefined) strength.skill = readCount('skill', skill, 0, MOST)
  return strength
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} least
 * @param {number} most
 * @returns {number}
 * @throws {UsageError}
 */
export function readCount(name, text, least, most) {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (count >= least && count <= most) return count
  throw new UsageError(`${name} is a whole number from ${least} to ${most}, not '${text}'`)
}
