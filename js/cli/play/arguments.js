// SPDX-License-Identifier: Apache-2.0
// The command line of `binbo play`.

import { chess960Fen } from '../../game/fen.js'
import { readVariant, VARIANTS } from '../../game/variants.js'
import { LARGEST_INT } from '../../uci/text/lines.js'
import { flag, option } from '../command.js'
import { TOKEN } from '../search-settings.js'
import { UsageError } from '../usage-error.js'

/** @import { Values } from '../command.js' */
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
 */

const MOST_CHESS960 = 959
const DEFAULT_LIMITS = { movetime: 1000 }
/** The largest number that engines take. */
const MOST = LARGEST_INT

export const OPTIONS = {
  engine: option(
    '-e, --engine ENGINE',
    `a UCI engine: the path of a program (a .js file is run with Node),
    ws://… or wss://… (binbo engine-server), tcp://HOST:PORT, or wasm (npm stockfish)`,
    notEmpty,
  ),
  both: flag('--both', 'both sides by hand; an --engine then serves hint and go'),
  color: option('--color COLOR', 'your color: white (default), black or random', readColor, 'white'),
  fen: option('--fen FEN', 'the position to start from'),
  variant: option(
    '--variant NAME',
    `${VARIANTS.filter(name => name !== 'standard' && name !== 'chess960').join(', ')} or chess960`,
    readVariantOption,
  ),
  chess960: option('--chess960 [N]', 'Chess960, from start position N (0 to 959), a random one, or --fen'),
  movetime: option('--movetime MS', "the engine's time for each move, in milliseconds; default 1000"),
  depth: option('--depth N', "the engine's search depth; without --movetime the only limit"),
  book: option(
    '--book FILE',
    'a Polyglot book: the engine plays its moves as long as there are any',
    notEmpty,
  ),
  elo: option('--elo N', "the engine's strength, if it offers UCI_Elo"),
  skill: option('--skill N', "the engine's strength, if it offers Skill Level"),
  token: TOKEN,
  draws: option(
    '--draws MODE',
    `automatic (default): threefold repetition and fifty moves end the game;
    claim: they may be claimed with draw; none: only mate and stalemate end it`,
    readDraws,
    'automatic',
  ),
  pgn: option('--pgn FILE', 'add every game to FILE, from its first move on', notEmpty),
  name: option('--name NAME', "your name in PGN; default: the user's name"),
  ascii: flag('--ascii', 'show the pieces as letters'),
  flip: flag('--flip', 'show the board from the other side'),
}

/**
 * @param {Values<typeof OPTIONS>} values
 * @param {NodeJS.ProcessEnv} env BINBO_TOKEN, and the user's name
 * @returns {PlayOptions}
 * @throws {UsageError}
 */
export function playOptions(values, env) {
  const { chess960, movetime, depth, elo, skill, token = env.BINBO_TOKEN, ...others } = values
  const variant = others.variant ?? (chess960 === undefined ? 'standard' : 'chess960')
  const isChess960 = variant === 'chess960'
  if (chess960 !== undefined && !isChess960)
    throw new UsageError('--chess960 and --variant are two variants: give one')
  if (chess960 && others.fen !== undefined)
    throw new UsageError('--chess960 N and --fen are two start positions: give one')
  return {
    ...others,
    variant,
    fen: others.fen ?? (isChess960 ? chess960Start(chess960 ?? '') : undefined),
    limits: readThinkingLimits(movetime, depth),
    strength: readStrength(elo, skill),
    token: token || undefined,
    name: others.name || env.USER || env.USERNAME || 'Player',
  }
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

/** @param {string} text @param {string} name */
function notEmpty(text, name) {
  if (text !== '') return text
  throw new UsageError(`${name} is empty`)
}

/** @param {string} text @returns {Color} */
function readColor(text) {
  if (text === 'random') return Math.random() < 0.5 ? 'white' : 'black'
  if (text === 'white' || text === 'black') return text
  throw new UsageError(`--color is white, black or random, not '${text}'`)
}

/** @param {string} text @returns {DrawMode} */
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
