// SPDX-License-Identifier: Apache-2.0
// The command line of `binbo play`.

import type { Variant } from '../../core/generated/bindings.js'
import { chess960Fen } from '../../game/fen.js'
import type { DrawMode } from '../../game/options.js'
import type { Color } from '../../game/squares.js'
import { hasStandardRules } from '../../game/traits.js'
import { readVariant, VARIANTS } from '../../game/variants.js'
import { LARGEST_INT } from '../../uci/text/lines.js'
import type { Values } from '../command.js'
import { flag, notEmpty, option } from '../command.js'
import { TOKEN } from '../search-settings.js'
import { UsageError } from '../usage-error.js'

/** Limits of the engine for each move; the first one reached ends the search. */
export type ThinkingLimits = { movetime?: number; depth?: number }

/** The strength of an engine; without fields, its full strength. */
export type Strength = { elo?: number; skill?: number }

export type PlayOptions = {
  /** as on the command line */
  engine: string | undefined
  /** whether both sides are played by hand */
  both: boolean
  /** the color of the user */
  color: Color
  /** the start position; undefined: that of the variant */
  fen: string | undefined
  variant: Variant
  draws: DrawMode
  limits: ThinkingLimits
  strength: Strength
  /** the token for an engine behind a WebSocket */
  token: string | undefined
  /** the file of an opening book */
  book: string | undefined
  /** the file to which the games are added */
  pgn: string | undefined
  /** the name of the user */
  name: string
  ascii: boolean
  flip: boolean
}

const MOST_CHESS960 = 959
const DEFAULT_LIMITS = { movetime: 1000 }
/** The largest number that engines accept. */
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
    `${VARIANTS.filter(name => !hasStandardRules(name)).join(', ')} or chess960`,
    readVariantOption,
  ),
  chess960: option(
    '--chess960 [N]',
    'Chess960, from start position N (0 to 959), a random one, or --fen',
    (text, name) => (text === '' ? '' : String(readCount(name, text, 0, MOST_CHESS960))),
  ),
  movetime: option(
    '--movetime MS',
    "the engine's time for each move, in milliseconds; default 1000",
    count(1),
  ),
  depth: option('--depth N', "the engine's search depth; without --movetime the only limit", count(1)),
  book: option(
    '--book FILE',
    'a Polyglot book: the engine plays its moves as long as there are any',
    notEmpty,
  ),
  elo: option('--elo N', "the engine's strength, if it offers UCI_Elo", count(0)),
  skill: option('--skill N', "the engine's strength, if it offers Skill Level", count(0)),
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
 * @param env the environment: BINBO_TOKEN, and the user's name
 * @throws {UsageError}
 */
export function playOptions(values: Values<typeof OPTIONS>, env: NodeJS.ProcessEnv): PlayOptions {
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
 * @param text a number, or nothing for a random one
 * @returns a FEN
 * @throws {UsageError}
 */
export function chess960Start(text: string): string {
  if (text === '') return chess960Fen(Math.floor(Math.random() * (MOST_CHESS960 + 1)))
  return chess960Fen(readCount('the number of a start position of Chess960', text, 0, MOST_CHESS960))
}

/** @returns the variant with this name, in any spelling */
export function variantOf(text: string): Variant | undefined {
  try {
    return VARIANTS[readVariant(text)]
  } catch {
    return undefined
  }
}

function readVariantOption(text: string) {
  const variant = variantOf(text)
  if (variant !== undefined) return variant
  throw new UsageError(`--variant is one of ${VARIANTS.join(', ')}, not '${text}'`)
}

function readColor(text: string): Color {
  if (text === 'random') return Math.random() < 0.5 ? 'white' : 'black'
  if (text === 'white' || text === 'black') return text
  throw new UsageError(`--color is white, black or random, not '${text}'`)
}

function readDraws(text: string): DrawMode {
  if (text === 'automatic' || text === 'claim' || text === 'none') return text
  throw new UsageError(`--draws is automatic, claim or none, not '${text}'`)
}

/** @throws {UsageError} */
export function readThinkingLimits(movetime: string | undefined, depth: string | undefined): ThinkingLimits {
  const limits: ThinkingLimits = {}
  if (movetime !== undefined) limits.movetime = readCount('movetime (milliseconds)', movetime, 1, MOST)
  if (depth !== undefined) limits.depth = readCount('depth (plies)', depth, 1, MOST)
  return Object.keys(limits).length === 0 ? DEFAULT_LIMITS : limits
}

/** @throws {UsageError} */
export function readStrength(elo: string | undefined, skill: string | undefined): Strength {
  const strength: Strength = {}
  if (elo !== undefined) strength.elo = readCount('elo', elo, 0, MOST)
  if (skill !== undefined) strength.skill = readCount('skill', skill, 0, MOST)
  return strength
}

/** @returns a reader of numbers for engines, which keeps the text */
function count(least: number): (text: string, name: string) => string {
  return (text, name) => String(readCount(name, text, least, MOST))
}

/** @throws {UsageError} */
export function readCount(name: string, text: string, least: number, most: number): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (count >= least && count <= most) return count
  throw new UsageError(`${name} is a whole number from ${least} to ${most}, not '${text}'`)
}
