// SPDX-License-Identifier: Apache-2.0
// binbo match: engines against engines.

import { closeSync, openSync } from 'node:fs'
import { codeOf, reasonOf } from '../core/caught.js'
import type { LoggedGame, MatchGame } from '../match/match-game.js'
import type { MatchLog } from '../match/match-log.js'
import { memoryLog } from '../match/match-log.js'
import type { PairingOptions } from '../match/pairings.js'
import type { MatchOptions, MatchProgress, MatchResult } from '../match/play-match.js'
import { playMatch } from '../match/play-match.js'
import { loggedGame } from '../match/record.js'
import type { Rules } from '../match/rules.js'
import { matchFile } from '../node/match-file.js'
import {
  defineCommand,
  flag,
  list,
  NEGATIVE,
  option,
  SUCCESS,
  summarize,
  unlessInterrupted,
  wholeNumber,
} from './command.js'
import { cannotWrite, fileFailure } from './files.js'
import { GameOutput } from './game-output.js'
import type { Io } from './main.js'
import type { CollectOptions } from './match-collector.js'
import { collectMatch } from './match-collector.js'
import { ENGINE_KEYS, playersHere, readPlayers } from './match-engines.js'
import { readOpenings } from './match-openings.js'
import { readBounds, resultText, sprtLine } from './match-text.js'
import { openTables } from './open-tables.js'
import { barLine, ProgressLine } from './progress-line.js'
import { redisUrl } from './redis-url.js'
import { printable, visibleJson } from './text.js'
import { detailsOf, Failure, UsageError } from './usage-error.js'

const count = wholeNumber(1)

export const command = defineCommand({
  name: 'match',
  help: `--engine ENGINE[,KEY=VALUE…] --engine … [options]

Plays engines against each other. An ENGINE is as for binbo play: a path or name of a program, ws://…, wss://…,
tcp://… or wasm. Keys: ${ENGINE_KEYS}.
A clock tc is in seconds: 10+0.1, 40/60+0.6 with 40 moves a stage, 2:30+1.

With --log, the same command goes on after Ctrl-C, a crash or a power cut; more rounds are the same match.

options:

A score is in centipawns, and that of the mover. Progress goes to standard error, the table to standard output.

exit code: 0 done; 1 a player made an illegal move, died, stalled or lost on time, or the match ended for that;
2 wrong usage, or it could not begin, as with another match's log; 130 interrupted
`,
  column: 30,
  options: {
    engine: list('-e, --engine ENGINE', 'an engine with its keys; twice or more'),
    each: list('--each KEYS', 'keys of all engines; their own keys take precedence'),
    openings: option(
      '--openings FILE',
      'a file of EPD or FEN (.epd, .fen, .txt), a Polyglot book (.bin), or else PGN;\n      a round has the next one; of a book a random line, by weight, of --plies, default 8',
    ),
    plies: option('--plies N', 'the most half-moves of an opening', wholeNumber(0)),
    order: option('--order ORDER', 'of the openings: sequential or random; default: sequential'),
    seed: option('--seed N', 'of a random order, and of a book; default: 0', wholeNumber(0)),
    variant: option('--variant NAME', 'such as chess960 or atomic; default: standard'),
    rounds: option('--rounds N', 'in each of which all couples play; default: 1', count, 1),
    games: option('--games N', 'of a couple in a round, 1 or 2; default: 2', count),
    schedule: option('--schedule NAME', 'roundRobin or gauntlet; default: roundRobin'),
    gauntlet: option('--gauntlet N', 'only couples with one of the first N engines', count),
    concurrency: option('-c, --concurrency N', 'games at once; default: 1', count),
    redis: option(
      '--redis URL',
      'plays nothing: queues pairs in Redis for binbo match-worker, and collects their games;\n      BINBO_REDIS_PASSWORD has its password. Needs npm bullmq and redis',
      redisUrl,
    ),
    sprt: option(
      '--sprt ELO0,ELO1',
      'stop when the test has decided, for two engines: normalised Elo, alpha and beta 0.05',
      readBounds,
    ),
    draw: option(
      '--draw FROM,MOVES,SCORE',
      'drawn from move FROM on, after MOVES moves of both within SCORE',
      draw,
    ),
    resign: option(
      '--resign MOVES,SCORE[,both]',
      'lost after MOVES moves of a player at SCORE or worse; both: if the opponent agrees',
      resign,
    ),
    maxMoves: option('--max-moves N', 'drawn after N moves of both', count),
    tables: list('--tables DIR|URL', 'Syzygy tables, which decide games; folders may be repeated'),
    log: option('--log FILE', 'keeps each game as it ends'),
    pgn: option('--pgn FILE', 'the games in the order of the schedule, written at the end'),
    json: flag('--json', 'a JSON value a line: each game as it ends, last the result'),
    quiet: flag('-q, --quiet', 'no progress'),
  },
  async run(settings, _words, io) {
    const { engine, each, sprt, draw, resign, maxMoves, tables, concurrency, redis: url } = settings
    if (engine === undefined || engine.length < 2)
      throw new UsageError('--engine is needed twice, or more often')
    if (url !== undefined && concurrency !== undefined)
      throw new UsageError('--concurrency is for binbo match-worker, where --redis is given')
    const specs = readPlayers(engine, each ?? [])
    const players = url === undefined ? await playersHere(specs, io.env.BINBO_TOKEN, io.env) : []
    if (settings.pgn !== undefined) checkWritable(settings.pgn)
    const log = settings.log === undefined ? memoryLog() : matchFile(settings.log)
    const { signal } = io
    const rules = { draw, resign, maxMoves }
    const shared = { ...rules, pairings: await pairingsOf(settings, io), sprt, log, signal }
    if (url === undefined) {
      const options = { ...shared, players, concurrency, tablebase: await tablesOf(tables) }
      return new MatchCommand(settings, log, io).run(hands => playHere({ ...options, ...hands }))
    }
    const spec = { players: specs, rules, tables }
    const options = { ...shared, spec, url, env: io.env, hasFile: settings.log !== undefined }
    return new MatchCommand(settings, log, io).run(hands => collectMatch({ ...options, ...hands }))
  },
})

/** What a match reports to this command. */
type Hands = Pick<CollectOptions, 'onProgress' | 'say' | 'note'> & {
  onGame: (game: MatchGame | LoggedGame) => void
}

/** @throws as playMatch() */
async function playHere({ onGame, say, note, ...options }: MatchOptions & Hands): Promise<MatchResult> {
  const match = playMatch(options)
  for await (const game of match) onGame(game)
  return match.result
}

/** Reads --draw. @throws {UsageError} */
function draw(text: string) {
  const [from, moves, score, ...more] = text.split(',').map(Number)
  if (more.length > 0 || ![from, moves, score].every(Number.isSafeInteger) || moves < 1)
    throw new UsageError(`--draw is such as 34,8,20, not '${text}'`)
  return { from, moves, score }
}

/** Reads --resign. @throws {UsageError} */
function resign(text: string) {
  const [moves, score, word, ...more] = text.split(',')
  const numbers = [moves, score].map(Number)
  const isWrong = !numbers.every(Number.isSafeInteger) || numbers[0] < 1 || (word ?? 'both') !== 'both'
  if (more.length > 0 || isWrong)
    throw new UsageError(`--resign is such as 3,600 or 3,600,both, not '${text}'`)
  return { moves: numbers[0], score: numbers[1], both: word === 'both' }
}

/** @throws {UsageError} */
function checkWritable(file: string) {
  try {
    closeSync(openSync(file, 'a'))
  } catch (error) {
    throw cannotWrite(file, error)
  }
}

/** @throws {Failure} */
async function tablesOf(tables: string[] | undefined): Promise<Rules['tablebase']> {
  if (tables === undefined) return undefined
  try {
    return await openTables(tables)
  } catch (error) {
    throw new Failure(fileFailure(tables[0], error))
  }
}

type Settings = {
  openings: string | undefined
  plies: number | undefined
  order: string | undefined
  seed: number | undefined
  variant: string | undefined
  rounds: number
  games: number | undefined
  schedule: string | undefined
  gauntlet: number | undefined
  sprt: MatchOptions['sprt']
  pgn: string | undefined
  json: boolean
  quiet: boolean
}

/** @throws {UsageError} @throws {Failure} */
async function pairingsOf(settings: Settings, io: Io): Promise<PairingOptions> {
  const { schedule, gauntlet, order, games, openings, variant, plies, seed, rounds } = settings
  if (schedule !== undefined && !['roundRobin', 'gauntlet'].includes(schedule))
    throw new UsageError(`--schedule is roundRobin or gauntlet, not '${schedule}'`)
  if (schedule === 'roundRobin' && gauntlet !== undefined)
    throw new UsageError('--gauntlet is not for --schedule roundRobin')
  if (order !== undefined && order !== 'sequential' && order !== 'random')
    throw new UsageError(`--order is sequential or random, not '${order}'`)
  if (games !== undefined && games !== 1 && games !== 2) throw new UsageError('--games is 1 or 2')
  const isGauntlet = schedule === 'gauntlet' || gauntlet !== undefined
  return {
    schedule: isGauntlet ? { gauntlet: gauntlet ?? 1 } : 'roundRobin',
    openings: openings === undefined ? undefined : await readOpenings(openings, settings, io),
    ...{ rounds, games, plies, order, seed, variant },
  }
}

/** A match, and what it writes. */
class MatchCommand {
  #settings
  #log
  #io
  #progress
  #state: MatchProgress | undefined

  constructor(settings: Settings, log: MatchLog, io: Io) {
    this.#settings = settings
    this.#log = log
    this.#io = io
    this.#progress = new ProgressLine(io, settings.quiet)
  }

  /** @returns the exit code @throws {UsageError} @throws {Failure} */
  async run(play: (hands: Hands) => Promise<MatchResult>): Promise<number> {
    const say = (text: string) => this.#progress.clear(`binbo: ${printable(text)}\n`)
    let games = 0
    try {
      const result = await play({
        onGame: game => {
          games++
          this.#write(game)
        },
        onProgress: state => this.#draw(state),
        say,
        note: text => (this.#settings.quiet ? undefined : say(text)),
      })
      await this.#writePgn()
      return await this.#end(result)
    } catch (error) {
      this.#progress.clear()
      if (this.#io.signal.aborted) return unlessInterrupted(this.#io, SUCCESS)
      if (error instanceof Failure || error instanceof UsageError) throw error
      if (codeOf(error) === 'ERR_ARGUMENT') throw error
      if (games === 0) throw new Failure(reasonOf(error))
      this.#io.stderr.write(`binbo: ${printable(detailsOf(error))}\n`)
      await this.#writePgn()
      return NEGATIVE
    }
  }

  #draw(state: MatchProgress) {
    this.#state = state
    const { played, total, sprt } = state
    const facts = [`${played} of ${total}`, ...(sprt ? [`LLR ${sprt.llr.toFixed(2)}`] : [])]
    this.#progress.update(columns => barLine('', played / total, '', facts, columns))
  }

  #write(game: MatchGame | LoggedGame) {
    const { stdout, stderr } = this.#io
    const { json, quiet } = this.#settings
    this.#progress.clear()
    if (json) stdout.write(`${visibleJson('pgn' in game ? game : loggedGame(game))}\n`)
    if (quiet) return
    const { pairing, white, black, result, reason, detail, moves } = game
    const why = detail === undefined ? reason : `${reason}: ${detail}`
    const place = `${this.#state?.played ?? 0}/${this.#state?.total ?? 0}`
    stderr.write(
      `${printable(`${place}  game ${pairing.number}  ${white} - ${black}  ${result}  ${why}`)}, ${moves.length} half-moves\n`,
    )
  }

  async #end(result: MatchResult): Promise<number> {
    const { stdout } = this.#io
    const { json, sprt, quiet } = this.#settings
    this.#progress.clear()
    stdout.write(json ? `${visibleJson(result)}\n` : resultText(result, sprt))
    if (json && !quiet && result.sprt !== undefined && sprt !== undefined)
      await summarize(this.#io, sprtLine(result.sprt, sprt))
    const isFaulty = result.standings.some(
      ({ illegal, died, stalled, timeouts }) => illegal + died + stalled + timeouts > 0,
    )
    return unlessInterrupted(this.#io, isFaulty ? NEGATIVE : SUCCESS)
  }

  /** Writes the games of the log, each once, by number. @throws {Failure} */
  async #writePgn() {
    const { pgn } = this.#settings
    if (pgn === undefined) return
    const texts = new Map<number, string>()
    for await (const game of this.#log.games()) texts.set(game.pairing.number, game.pgn)
    try {
      const output = new GameOutput(pgn, this.#io)
      const numbers = [...texts.keys()].sort((a, b) => a - b)
      for (const number of numbers) await output.write(texts.get(number) ?? '', this.#progress)
      output.close(true)
    } catch (error) {
      throw new Failure(fileFailure(pgn, error))
    }
  }
}
