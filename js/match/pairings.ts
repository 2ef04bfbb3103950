// SPDX-License-Identifier: Apache-2.0
// The games of a match, in their order: who plays whom, with which colour, from which opening.

import { contentError } from '../core/content-error.js'
import { argumentError } from '../core/errors.js'
import type { Variant } from '../core/generated/bindings.js'
import { isObject } from '../core/objects.js'
import { checkOptions, choice, isIterable } from '../core/options.js'
import { ready } from '../core/wasm.js'
import type { Epd } from '../epd/epd.js'
import { startFenOf } from '../game/fen.js'
import { Game } from '../game/game.js'
import type { PositionSource } from '../game/position.js'
import { Position } from '../game/position.js'
import type { VariantName } from '../game/variants.js'
import { isVariant, readVariant, VARIANTS } from '../game/variants.js'
import { PgnGame } from '../pgn/pgn-game.js'
import { RoundSchedule } from './schedule.js'

/** How games of a match begin. Without a `fen` at the start of the variant, without `moves` there. */
export type Opening = {
  /** Its place in the list of openings, from 0. */
  index: number
  fen?: string
  /** In UCI. */
  moves?: string[]
  /** Without it standard chess. */
  variant?: Variant
}

/** One game of a match, as plain JSON. All numbers count from 1. */
export type Pairing = {
  /** In the match. */
  number: number
  round: number
  /** In the match: two games of one number have one opening and swapped colours. */
  pair: number
  /** In the pair. */
  game: 1 | 2
  white: string
  black: string
  opening: Opening
}

/** An opening in any form; a Game and a PgnGame give their moves, those of the main line. */
export type OpeningSource = Game | PgnGame | Epd | Position | string

/** Who plays whom, how often, and from where. */
export type PairingOptions = {
  /** Each against each, or only couples with one of the first n players. Default 'roundRobin'. */
  schedule?: 'roundRobin' | { gauntlet: number } | undefined
  /** Each couple plays in each round. Default 1. */
  rounds?: number | undefined
  /** 2 (default): a pair with swapped colours; 1: the colours change from round to round. */
  games?: 1 | 2 | undefined
  /** Each round has the next one; after the last the first. Default: the start of the variant. */
  openings?: Iterable<OpeningSource> | undefined
  /** The most half-moves of an opening. Default: all. */
  plies?: number | undefined
  /** 'random' shuffles the openings once. Default 'sequential'. */
  order?: 'sequential' | 'random' | undefined
  /** Of the shuffle, an integer. Default 0. */
  seed?: number | undefined
  /** Of openings that are a FEN, and of the start. Default 'standard'. */
  variant?: VariantName | undefined
}

export const PAIRING_NAMES = [
  ...['schedule', 'rounds', 'games', 'openings', 'plies', 'order', 'seed', 'variant'],
] as const

/** @throws {ChessError} ERR_ARGUMENT */
function count(name: string, value: unknown, byDefault: number, least = 1): number {
  if (value === undefined) return byDefault
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
    throw argumentError(`${name} is an integer from ${least}`, value)
  return value
}

/**
 * Returns all games of a match, in their order: the rounds, in each the couples in the order of the players, and the games of
 * each couple. In game 1 the earlier player has White. The same arguments give the same games everywhere.
 * @param players two or more different names
 * @returns at most 1,000,000 games: playMatch() takes the options, too, and makes no list
 * @throws {ChessError} ERR_ARGUMENT, also for more games; ERR_FEN_* for an opening
 */
export function pairings(players: readonly string[], options?: PairingOptions): Pairing[] {
  return scheduleOf(players, options).list()
}

/** @throws {ChessError} as pairings(), for any number of games below 2 ** 53 */
export function scheduleOf(players: readonly string[], options?: PairingOptions): RoundSchedule {
  const given = checkOptions(options, PAIRING_NAMES)
  const couples = couplesOf(checkPlayers(players), given.schedule)
  const rounds = count('rounds', given.rounds, 1)
  const games = choice('games', given.games, [2, 1]) === 0 ? 2 : 1
  return new RoundSchedule(couples, rounds, games, openingsOf(given))
}

/** @throws {ChessError} ERR_ARGUMENT */
export function checkPairing(pairing: unknown): asserts pairing is Pairing {
  if (!isObject(pairing)) throw argumentError('A pairing is an object of pairings()', pairing)
  const { number, round, pair, game, white, black, opening } = pairing
  const isNumbered = [number, round, pair].every(value => Number.isSafeInteger(value) && Number(value) >= 1)
  const isNamed = [white, black].every(name => typeof name === 'string' && name !== '') && white !== black
  if (!isNumbered || !isNamed || (game !== 1 && game !== 2) || !isObject(opening))
    throw argumentError('A pairing has { number, round, pair, game, white, black, opening }')
}

/** @throws {ChessError} ERR_ARGUMENT */
function checkPlayers(players: unknown): readonly string[] {
  const isNames = Array.isArray(players) && players.every(name => typeof name === 'string' && name !== '')
  if (!isNames || players.length < 2)
    throw contentError('A match has two or more players, by their names', players)
  const twice = players.find((name, i) => players.indexOf(name) < i)
  if (twice !== undefined) throw argumentError(`Players have different names: '${twice}' is there twice`)
  return players
}

/** @throws {ChessError} ERR_ARGUMENT */
function couplesOf(players: readonly string[], schedule: unknown): (readonly [string, string])[] {
  let firsts = players.length
  if (isObject(schedule)) {
    const { gauntlet } = checkOptions(schedule, ['gauntlet'])
    firsts = count('gauntlet', gauntlet, 1)
    if (firsts >= players.length) throw argumentError('gauntlet is below the number of players', gauntlet)
  } else if (schedule !== undefined && schedule !== 'roundRobin')
    throw argumentError("schedule is 'roundRobin' or { gauntlet: 1 }", schedule)
  return players
    .slice(0, firsts)
    .flatMap((first, i) => players.slice(i + 1).map(second => [first, second] as const))
}

// --- openings --------------------------------------------------------------------------------------

/** @throws {ChessError} ERR_ARGUMENT, ERR_FEN_* */
function openingsOf({ openings, plies, order, seed, variant }: Record<string, unknown>): Opening[] {
  ready()
  const rules = VARIANTS[readVariant(variant)]
  const most = count('plies', plies, Number.POSITIVE_INFINITY, 0)
  const isRandom = choice('order', order, ['sequential', 'random']) === 1
  if (openings !== undefined && !isIterable(openings))
    throw argumentError('openings are an iterable', openings)
  const list = Array.from(openings ?? [startFenOf(rules)], (source, index) =>
    openingOf(source, index, most, rules),
  )
  if (list.length === 0) throw argumentError('There is no opening')
  const number = seed === undefined ? 0 : seed
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw argumentError('seed is an integer', seed)
  if (isRandom) shuffle(list, number)
  return list
}

/** @throws {ChessError} ERR_ARGUMENT, ERR_FEN_* */
function openingOf(source: unknown, index: number, plies: number, rules: Variant): Opening {
  const { fen, variant, moves } = lineOf(source, rules)
  const game = new Game({ fen, variant, draws: 'automatic', dead: 'off' })
  const played: string[] = []
  for (const move of moves) {
    if (played.length >= plies || !game.tryMove(move).ok || game.status.over) break
    played.push(move)
  }
  game.stop()
  return {
    index,
    ...(fen === startFenOf(variant) ? {} : { fen }),
    ...(played.length > 0 ? { moves: played } : {}),
    ...(variant === 'standard' ? {} : { variant }),
  }
}

function lineOf(source: unknown, rules: Variant): { fen: string; variant: Variant; moves: string[] } {
  if (source instanceof Game) {
    const { start, variant, moves } = source.toJSON()
    return { fen: start, variant, moves }
  }
  if (source instanceof PgnGame) {
    const { startFen, variant } = source
    if (!isVariant(variant)) throw argumentError('An opening has a known variant', variant)
    return { fen: startFen, variant, moves: Array.from(source.mainline(), ({ uci }) => uci) }
  }
  const { fen, variant } = Position.from(source as PositionSource, { variant: rules })
  return { fen, variant, moves: [] }
}

/**
 * A sequence of random numbers from 0 to below 1, the same everywhere: G. Steele's SplitMix, in 32 bits.
 * @param seed an integer
 */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** Fisher and Yates' shuffle. */
function shuffle(list: Opening[], seed: number): void {
  const random = randomFrom(seed)
  for (let i = list.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    const kept = list[i]
    list[i] = list[other]
    list[other] = kept
  }
}
