// SPDX-License-Identifier: Apache-2.0
// The pairs of a match as jobs of a queue, in plain JSON: what a collector queues, and what a worker reads.

import { isObject } from '../core/objects.js'
import { matchError } from '../match/errors.js'
import { isLoggedGame, isSame } from '../match/ledger.js'
import type { LoggedGame } from '../match/match-game.js'
import type { Pairing } from '../match/pairings.js'
import type { Rules } from '../match/rules.js'
import { hashOf } from '../node/match-file.js'
import { parsePgn } from '../pgn/parse-pgn.js'
import { PgnGame } from '../pgn/pgn-game.js'
import { Score } from '../uci/engine/score.js'
import type { PlayerSpec } from './match-engines.js'

export const QUEUE = 'binbo-match'

/**
 * Milliseconds after which a worker that does not renew the lock of its pair counts as dead, and between two looks for such
 * pairs: another worker has the pair after the sum of both at the latest.
 */
export const LOCK_DURATION = 15_000
export const STALLED_INTERVAL = 7500

/** What decides the games of a match, without its schedule. */
export type MatchSpec = {
  players: PlayerSpec[]
  rules: Pick<Rules, 'draw' | 'resign' | 'maxMoves'>
  /** folders or a URL of Syzygy tables */
  tables?: string[] | undefined
}

/** One pair. */
export type MatchJob = MatchSpec & { pairings: Pairing[] }

/** @returns the jobs of all pairs by their ids; the same match has the same ids, with any number of rounds */
export function jobsOf(spec: MatchSpec, pairings: readonly Pairing[]): Map<string, MatchJob> {
  const match = hashOf(JSON.stringify(spec))
  const pairs = new Map<number, Pairing[]>()
  for (const pairing of pairings) pairs.set(pairing.pair, [...(pairs.get(pairing.pair) ?? []), pairing])
  return new Map(
    Array.from(pairs, ([pair, games]) => {
      const players = spec.players.filter(({ name }) => name === games[0].white || name === games[0].black)
      return [`${match}-${pair}-${hashOf(JSON.stringify(games))}`, { ...spec, players, pairings: games }]
    }),
  )
}

/** @param data of any origin @throws {Error} */
export function readJob(data: unknown): MatchJob {
  if (isObject(data)) {
    const { players, rules, tables, pairings } = data
    const isTexts = (value: unknown) => Array.isArray(value) && value.every(text => typeof text === 'string')
    const isPlayer = (player: unknown) =>
      isObject(player) &&
      [player.name, player.engine, player.dir ?? ''].every(text => typeof text === 'string') &&
      isTexts(player.args)
    const isJob =
      isObject(rules) &&
      (tables === undefined || isTexts(tables)) &&
      [players, pairings].every(Array.isArray) &&
      (players as unknown[]).every(isPlayer)
    if (isJob) return data as MatchJob
  }
  throw new Error('the queue has something that is not a pair of a match')
}

/**
 * @param value of any origin
 * @returns the games of a job, with no other fields
 * @throws {ChessError} ERR_MATCH_GAME, ERR_PGN_* if they are not; ERR_ARGUMENT for the score of a move
 */
export function gamesOf(value: unknown, { pairings }: MatchJob): LoggedGame[] {
  if (!Array.isArray(value) || value.length !== pairings.length)
    throw matchError('ERR_MATCH_GAME', `not ${pairings.length} games`)
  return value.map((game, i) => gameOf(game, pairings[i]))
}

/** @throws {ChessError} as gamesOf() */
function gameOf(value: unknown, pairing: Pairing): LoggedGame {
  if (!isLoggedGame(value)) throw matchError('ERR_MATCH_GAME', 'fields are missing or wrong')
  const { white, black, result, reason, loser, detail, moves, pgn } = value
  if (!isSame(pairing, value.pairing) || white !== pairing.white || black !== pairing.black)
    throw matchError('ERR_MATCH_GAME', 'another pairing')
  const game: LoggedGame = {
    ...{ pairing, white, black, result, reason },
    ...(loser !== undefined && { loser }),
    ...(detail !== undefined && { detail }),
    moves: moves.map(({ uci, score, depth, seldepth, nodes, time, left }) => ({
      ...{ uci, depth, seldepth, nodes, time },
      ...(left !== undefined && { left }),
      score: score && new Score(score, score.color).toJSON(),
    })),
    pgn,
  }
  return { ...game, pgn: readText(game).toString() }
}

/**
 * Reads the PGN of a game, which goes into a file with those of other games.
 * @throws {ChessError} ERR_MATCH_GAME, ERR_PGN_*
 */
function readText({ pgn, pairing, result, moves }: LoggedGame): PgnGame {
  const [game, ...others] = parsePgn(pgn, { onError: 'throw' })
  if (game === undefined || others.length > 0)
    throw matchError('ERR_MATCH_GAME', 'its PGN is not of one game')
  const { white, black, round, opening } = pairing
  const { fen, variant = 'standard' } = opening
  const names: [string, string][] = [
    ['Round', `${round}`],
    ['White', white],
    ['Black', black],
    ['Result', result],
  ]
  // Written and read, as the game was: tags have no line breaks, and FENs may have lost rights that are none.
  const [expected] = parsePgn(new PgnGame({ fen, variant, headers: names }).toString())
  const factsOf = ({ headers, result, variant, startFen }: PgnGame) =>
    JSON.stringify([...names.map(([name]) => headers.get(name)), result, variant, startFen])
  const line = [...(opening.moves ?? []), ...moves.map(({ uci }) => uci)]
  const isIt =
    factsOf(game) === factsOf(expected) &&
    Array.from(game.nodes(), ({ uci }) => uci).join() === line.join() &&
    game.end.ply - game.root.ply === line.length
  if (!isIt) throw matchError('ERR_MATCH_GAME', 'its PGN is of another game')
  return game
}
