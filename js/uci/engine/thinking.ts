// SPDX-License-Identifier: Apache-2.0
// One search at the engine: the commands before it, `go` to `bestmove`, and its time limits.

import { alarm, inputAlarm } from '../../core/waiting.js'
import type { Color } from '../../game/squares.js'
import { uciError } from '../errors.js'
import type { Limits } from '../text/commands.js'
import { goCommand } from '../text/commands.js'
import { uciMoveText, WordCursor } from '../text/lines.js'
import { optionKey } from '../text/options.js'
import type { BestMoveMessage, InfoFields } from '../text/parse-line.js'
import { parseInfo } from '../text/parse-line.js'
import type { EngineConnection } from './connection.js'
import type { EngineLife } from './engine-life.js'
import type { OptionChange } from './option-table.js'
import type { Answer, SearchHandler, SearchParameters, SearchTask } from './search.js'
import type { RootPosition } from './search-request.js'

/** An option: the engine searches for a person who studies a position, and has no opponent. */
const ANALYSE_MODE = 'UCI_AnalyseMode'
/** An option: the engine may search in its opponent's time. */
const PONDER = 'Ponder'
/** An engine that has searched this many times the nodes that it may ignores the limit, and is stopped. */
const NODES_IGNORED = 2
const NODES = /\bnodes\s+\+?(\d+)/

/** The commands before a search: options for it alone, the rules, a new game, the number of lines. */
export class Preparation {
  #life: EngineLife
  /** the last game that was given; undefined before the first */
  #game: unknown

  constructor(life: EngineLife) {
    this.#life = life
  }

  /** @param connection the next position belongs to another game */
  announceGame(connection: EngineConnection) {
    this.#life.newGameSent = true
    connection.send('ucinewgame')
  }

  /**
   * Sets the rules of the next position, and announces its game if that is another one.
   * @param game undefined: not given
   * @returns whether a game was announced
   * @throws {ChessError} ERR_UCI_VARIANT when the engine, after a restart, is another one
   */
  sendRules(connection: EngineConnection, root: RootPosition, game: unknown): boolean {
    const { table } = this.#life
    const isOtherVariant = table.sendVariant(connection, root)
    const isOtherGame = this.#isOther(game)
    if (isOtherGame) this.#game = game
    if (isOtherGame && !isOtherVariant) this.announceGame(connection)
    table.sendCastling(connection, root)
    return isOtherGame || isOtherVariant
  }

  /**
   * Sends all that a search needs but its position.
   * @returns the number of lines that the engine will send
   * @throws {ChessError} ERR_UCI_OPTION, ERR_UCI_VARIANT when the engine, after a restart, is another one
   */
  send(connection: EngineConnection, parameters: SearchParameters): number {
    const { table, wanted } = this.#life
    const { root, game, multipv, ponder, analysis, changes } = parameters
    const needs = `${root.variant} ${root.takesRook} ${multipv} ${ponder} ${analysis}`
    const isPrepared = table.prepared?.needs === needs && changes.length === 0
    if (isPrepared && !this.#isOther(game)) return table.prepared?.lines ?? 1
    table.lend(connection, this.#optionsFor(parameters))
    this.sendRules(connection, root, game)
    const lines = table.sendMultipv(connection, multipv, wanted.get('multipv')?.value)
    if (changes.length === 0) table.prepared = { needs, lines }
    return lines
  }

  #isOther(game: unknown): boolean {
    return game !== undefined && !Object.is(game, this.#game)
  }

  /** @returns the options for this search: its own, and those that its kind needs where the user has set none */
  #optionsFor({ changes, analysis, ponder }: SearchParameters): OptionChange[] {
    const { table, wanted } = this.#life
    const usual = [
      ...(analysis ? [{ name: ANALYSE_MODE, value: true }] : []),
      { name: PONDER, value: ponder },
    ].filter(({ name, value }) => !wanted.has(optionKey(name)) && table.lacks(name, value))
    return [...usual, ...changes].map(({ name, value }) => table.check(name, value))
  }
}

/** In milliseconds. */
type Patience = {
  /** by which a search may exceed its time */
  stopTimeout: number
  /** without a line, in a search that time does not limit */
  silenceTimeout: number
  /** for such a search in all */
  searchTimeout: number
}

/** @returns milliseconds that the engine may think; Infinity where time does not limit it */
function thinkingTime({ movetime, wtime, btime, winc, binc }: Limits, turn: Color): number {
  const [time, increment] = turn === 'white' ? [wtime, winc] : [btime, binc]
  const clock = time === undefined ? Number.POSITIVE_INFINITY : time + (increment ?? 0)
  return Math.min(movetime ?? Number.POSITIVE_INFINITY, clock)
}

/** Reports when one search takes too long, or the engine is silent for too long. */
class Watchdog {
  #limits: Limits
  #turn: Color
  #patience: Patience
  #overdue: () => void
  #cancel: () => void = () => {}
  /** Has the search ended? It may end before start(). */
  over = false
  /** When the last line arrived. */
  #heard = 0
  /** When a search that time does not limit has to end. */
  #end = Number.POSITIVE_INFINITY

  /** @param overdue called once */
  constructor(limits: Limits, turn: Color, patience: Patience, overdue: () => void) {
    this.#limits = limits
    this.#turn = turn
    this.#patience = patience
    this.#overdue = overdue
  }

  /** From now on the engine thinks on its own time. */
  start() {
    if (this.over) return
    const time = thinkingTime(this.#limits, this.#turn)
    if (time < Number.POSITIVE_INFINITY) {
      this.#cancel = alarm(time + this.#patience.stopTimeout, this.#overdue)
    } else if (!this.#limits.infinite) {
      this.heard()
      this.#end = this.#heard + this.#patience.searchTimeout
      this.#watch()
    }
  }

  /** The engine wrote a line. */
  heard() {
    this.#heard = performance.now()
  }

  end() {
    this.over = true
    this.#cancel()
  }

  /** Waits until the engine was silent for too long, or the search took too long. */
  #watch() {
    const left = Math.min(this.#heard + this.#patience.silenceTimeout, this.#end) - performance.now()
    if (left <= 0) this.#overdue()
    else this.#cancel = alarm(left, () => this.#watch())
  }
}

/** One search at the engine, from `go` to `bestmove`. */
export class Thinking implements SearchHandler {
  #task: SearchTask
  #connection: EngineConnection
  #stopTimeout: number
  #watchdog: Watchdog
  #cancelAlarm = () => {}

  constructor(task: SearchTask, connection: EngineConnection, patience: Patience) {
    this.#task = task
    this.#connection = connection
    this.#stopTimeout = patience.stopTimeout
    const { limits, root } = task.parameters
    this.#watchdog = new Watchdog(limits, root.turn, patience, () => {
      task.overdue = true
      this.stop()
    })
  }

  /** The engine wrote a line. */
  heard() {
    this.#watchdog.heard()
  }

  /** @param words of an info */
  offer(words: WordCursor) {
    const task = this.#task
    const { nodes } = task.parameters.limits
    const most = nodes === undefined || task.pondering ? Number.POSITIVE_INFINITY : NODES_IGNORED * nodes
    const searched = task.isPlain ? this.#keep(words.takeRest(), most) : this.#pass(parseInfo(words))
    if (searched >= most) this.stop()
  }

  /** @returns the nodes of the info */
  #pass(info: InfoFields): number {
    if (!this.#task.settled) this.#task.offer(info)
    return info.nodes ?? 0
  }

  /** @returns the nodes of the info, if they may be as many as `most` */
  #keep(text: string, most: number): number {
    if (!this.#task.settled) this.#task.keep(text)
    return most <= Number(NODES.exec(text)?.[1]) ? (parseInfo(new WordCursor(text)).nodes ?? 0) : 0
  }

  /** `bestmove` has arrived: the result is settled soon, and a newer search no longer replaces this one. */
  answered() {
    this.#task.answered = true
    this.#task.ended = this.#connection.heard
    this.end()
  }

  /** To be called when `bestmove` has arrived or never will: ends all timers. */
  end() {
    this.#watchdog.end()
    this.#cancelAlarm()
  }

  /**
   * @param isHurried whether another job waits for its end
   * @throws {ChessError} ERR_UCI_MOVE, ERR_UCI_ENGINE_DEAD
   */
  async go(isHurried: boolean): Promise<Answer> {
    const { root, limits, searchMoves } = this.#task.parameters
    const ponder = this.#task.pondering
    const answer = this.#connection.next('bestmove')
    this.#connection.send(root.command)
    this.#connection.go(goCommand(limits, { searchMoves, ponder }), ponder || limits.infinite === true)
    if (!ponder) this.#begin()
    if (isHurried || this.#task.stopRequested) this.stop()
    return this.#read(await answer)
  }

  stop() {
    if (this.#watchdog.over) return
    this.#watchdog.end()
    const milliseconds = this.#stopTimeout
    this.#cancelAlarm = inputAlarm(milliseconds, () =>
      this.#connection.die({ message: `no 'bestmove' within ${milliseconds} ms after 'stop'` }, true),
    )
    this.#connection.send('stop')
  }

  ponderHit() {
    if (this.#watchdog.over) return
    this.#connection.send('ponderhit')
    this.#begin()
  }

  #begin() {
    this.#watchdog.start()
    this.#task.began = performance.now()
    this.#task.onBegin?.()
  }

  #read({ word, ponder: reply }: BestMoveMessage): Answer {
    const { root, searchMoves } = this.#task.parameters
    this.#task.word = word
    const line = [uciMoveText(word) ?? '', ...(reply === null ? [] : [reply])]
    const [move, ponder = null] = root.uciLine(line)
    if (move === undefined) throw uciError('ERR_UCI_MOVE', this.#task.remark, { input: word })
    if (searchMoves.length === 0 || searchMoves.includes(move)) return { move, ponder }
    throw uciError('ERR_UCI_MOVE', 'it is not one of searchMoves, which the engine ignores', {
      input: move,
    })
  }
}
