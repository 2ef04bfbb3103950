// SPDX-License-Identifier: Apache-2.0
// One game of two engines that run: their clocks, their moves, and how the game ends.

import { runCallback } from '../core/callbacks.js'
import type { ChessError } from '../core/errors.js'
import { inputAlarm, onAbort } from '../core/waiting.js'
import { Game } from '../game/game.js'
import type { Position } from '../game/position.js'
import type { Color } from '../game/squares.js'
import type { Status } from '../game/status.js'
import { isSilence } from '../uci/engine/connection.js'
import type { Engine } from '../uci/engine/engine.js'
import { startTask } from '../uci/engine/engine.js'
import type { Answer, SearchTask } from '../uci/engine/search.js'
import { plainSearch, RootPosition } from '../uci/engine/search-request.js'
import type { Limits } from '../uci/text/commands.js'
import { checkLimits } from '../uci/text/commands.js'
import { uciMoveText } from '../uci/text/lines.js'
import { Adjudicator } from './adjudication.js'
import { PlayerClock } from './clock.js'
import type { MatchGame, MatchMove, MatchReason } from './match-game.js'
import type { Pairing } from './pairings.js'
import type { CheckedPlayer } from './players.js'
import { pgnOf } from './record.js'
import type { CheckedRules } from './rules.js'

/** A player at the board. */
export type CheckedSeat = { engine: Engine; player: CheckedPlayer }

export type RefereeOptions = {
  rules: CheckedRules
  signal: AbortSignal | undefined
  onMove: ((move: MatchMove, position: Position) => unknown) | undefined
}

/** How a game ends. */
type End = { winner: Color | null; reason: MatchReason; loser?: Color; detail?: string; death?: ChessError }
type Turn = { move: MatchMove; ponder: string | null }

/** A game that has ended. */
export type Played = {
  game: MatchGame
  /** resolves when both engines have left their searches, or died */
  left: Promise<unknown>
  /** the error of an engine that died */
  death: ChessError | undefined
}

const ABORTED: End = { winner: null, reason: 'aborted' }

const opponentOf = (color: Color): Color => (color === 'white' ? 'black' : 'white')
/** @returns the end of a game that a fault loses */
const lostBy = (loser: Color, reason: MatchReason, detail: string): End => ({
  winner: opponentOf(loser),
  reason,
  loser,
  detail,
})

/** A player during the game. */
class Side {
  readonly engine: Engine
  readonly player: CheckedPlayer
  readonly clock: PlayerClock | undefined
  /** the search on the opponent's time, and the move that it expects */
  pondering: { task: SearchTask; move: string } | undefined
  /** resolves when the engine has left its last search */
  left: Promise<void> = Promise.resolve()

  constructor({ engine, player }: CheckedSeat) {
    this.engine = engine
    this.player = player
    this.clock = player.clock && new PlayerClock(player.clock, player.margin)
  }

  /** The longest time of the next move that does not lose. */
  get patience(): number {
    const { limits, margin } = this.player
    return this.clock?.patience ?? (limits.movetime ?? Number.POSITIVE_INFINITY) + margin
  }

  search(given: Parameters<typeof plainSearch>[0]): SearchTask {
    const task = startTask(this.engine, plainSearch(given))
    this.left = task.settled ? Promise.resolve() : new Promise(resolve => (task.onLeave = resolve))
    return task
  }

  /** Ends a search on the opponent's time. */
  stopPondering() {
    this.pondering?.task.cancel('the game has gone another way')
    this.pondering = undefined
  }
}

/** One game, from its opening to its end. */
export class Referee {
  #pairing
  #options
  #sides: Record<Color, Side>
  #game
  /** the game as its engines get it */
  #root
  #startFen
  #moves: MatchMove[] = []
  #adjudicator
  #abort = () => {}

  /** @param seats white's and black's; their engines are left running */
  constructor(pairing: Pairing, seats: readonly [CheckedSeat, CheckedSeat], options: RefereeOptions) {
    this.#pairing = pairing
    this.#options = options
    this.#sides = { white: new Side(seats[0]), black: new Side(seats[1]) }
    this.#adjudicator = new Adjudicator(options.rules)
    const { fen, moves = [], variant } = pairing.opening
    this.#game = new Game({ fen, variant, draws: 'automatic', dead: 'off' })
    this.#startFen = this.#game.fen
    this.#game.playMoves(moves)
    this.#root = new RootPosition(this.#game)
  }

  /** @throws {ChessError} ERR_UCI_VARIANT, ERR_UCI_OPTION; ERR_UCI_ENGINE_DEAD without `recover` */
  async play(): Promise<Played> {
    const { signal } = this.#options
    const unlisten = signal === undefined || signal.aborted ? () => {} : onAbort(signal, () => this.#abort())
    try {
      const end = await this.#end()
      const { death } = end
      return { game: this.#gameOf(end), left: this.#leave(), death }
    } catch (error) {
      this.#leave()
      throw error
    } finally {
      unlisten()
      this.#game.stop()
      this.#root.free()
    }
  }

  #leave(): Promise<unknown> {
    const sides = Object.values(this.#sides)
    for (const side of sides) side.stopPondering()
    return Promise.all(sides.map(({ left }) => left))
  }

  async #end(): Promise<End> {
    const { status } = this.#game
    if (status.over) return endOf(status)
    const end = (await this.#prepare()) ?? (await this.#tableEnd())
    if (end !== undefined) return end
    for (;;) {
      const color = this.#game.sideToMove
      const turn = await this.#turn(color)
      if ('reason' in turn) return turn
      const verdict = await this.#afterMove(color, turn)
      if (verdict !== undefined) return verdict
    }
  }

  /** Announces the game to both engines. @returns an end if one of them fails */
  async #prepare(): Promise<End | undefined> {
    const colors: Color[] = ['white', 'black']
    const prepared = Promise.all(
      colors.map(color =>
        this.#sides[color].engine.newGame().then(
          () => undefined,
          (error: ChessError) => this.#fault(color, error, false),
        ),
      ),
    )
    const ends = await this.#unlessAborted(prepared)
    return ends === undefined ? ABORTED : ends.find(end => end !== undefined)
  }

  /** @returns undefined if the signal comes first */
  #unlessAborted<T>(promise: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#options.signal?.aborted) return resolve(undefined)
      this.#abort = () => resolve(undefined)
      promise.then(resolve, reject)
    })
  }

  /**
   * The engine died, or said nothing for too long.
   * @param isOverdue whether a search was stopped because it was silent
   * @throws {ChessError} the error if the game cannot be lost by it
   */
  #fault(color: Color, error: ChessError, isOverdue: boolean): End {
    if (error.code !== 'ERR_UCI_ENGINE_DEAD') throw error
    if (isOverdue || isSilence(error)) return lostBy(color, 'stalled', error.message)
    if (!this.#options.rules.recover) throw error
    return { ...lostBy(color, 'died', error.message), death: error }
  }

  /** One move of an engine, or the end of the game. */
  async #turn(color: Color): Promise<Turn | End> {
    const side = this.#sides[color]
    const { task, hasPondered } = this.#take(side)
    const { patience } = side
    let cancelAlarm = () => {}
    const outcome = await this.#unlessAborted(
      new Promise<{ answer: Answer } | { error: ChessError } | 'late'>(resolve => {
        const begin = () => {
          cancelAlarm = inputAlarm(patience, () => resolve('late'))
        }
        if (task.began > 0) begin()
        else task.onBegin = begin
        task.best.then(
          answer => resolve({ answer }),
          (error: ChessError) => resolve({ error }),
        )
        if (hasPondered) task.ponderHit()
      }),
    )
    cancelAlarm()
    if (outcome === undefined || outcome === 'late') {
      task.cancel('the game is over')
      return outcome === undefined ? ABORTED : this.#lateEnd(color, performance.now() - task.began)
    }
    const time = task.began === 0 ? 0 : Math.max(0, task.ended - task.began)
    const hasMove = 'answer' in outcome || outcome.error.code === 'ERR_UCI_MOVE'
    if (!hasMove) return this.#fault(color, outcome.error, task.overdue)
    if (time > patience) return this.#lateEnd(color, time)
    if (task.overdue && patience === Number.POSITIVE_INFINITY)
      return lostBy(color, 'stalled', `no line of the engine for too long, then 'bestmove ${task.word}'`)
    const move = 'answer' in outcome ? outcome.answer.move : null
    if (move === null || uciMoveText(task.word) !== move)
      return lostBy(color, 'illegal_move', illegalText(task))
    side.clock?.take(time)
    return {
      move: moveOf(task, move, time, side.clock),
      ponder: 'answer' in outcome ? outcome.answer.ponder : null,
    }
  }

  /** @returns the search for a side's move: that on its opponent's time if it expected the move */
  #take(side: Side): { task: SearchTask; hasPondered: boolean } {
    const { pondering } = side
    if (pondering !== undefined && pondering.move === this.#game.lastMove?.uci) {
      side.pondering = undefined
      return { task: pondering.task, hasPondered: true }
    }
    side.stopPondering()
    return {
      task: side.search({ root: this.#root, isLent: true, limits: this.#limitsOf(side), ponder: false }),
      hasPondered: false,
    }
  }

  #limitsOf({ clock, player }: Side): Limits {
    if (clock === undefined) return player.limits
    const { white, black } = this.#sides
    const { movesToGo } = clock
    return checkLimits({
      ...(white.clock && { wtime: white.clock.left, winc: white.clock.increment }),
      ...(black.clock && { btime: black.clock.left, binc: black.clock.increment }),
      ...(movesToGo !== undefined && { movestogo: movesToGo }),
    })
  }

  #lateEnd(loser: Color, time: number): End {
    const canWin = this.#game.canWin(opponentOf(loser)) !== 'no'
    return {
      winner: canWin ? opponentOf(loser) : null,
      reason: 'time',
      loser,
      detail: `${Math.round(time)} ms, with ${Math.round(this.#sides[loser].patience)} ms left`,
    }
  }

  async #afterMove(color: Color, { move, ponder }: Turn): Promise<End | undefined> {
    const game = this.#game
    const status = game.move(move.uci)
    this.#moves.push(move)
    if (this.#options.onMove !== undefined) runCallback(this.#options.onMove, [move, game.position])
    if (status.over) return endOf(status)
    this.#root.advance(move.uci)
    const isFresh = game.halfmoveClock === 0
    const table = isFresh ? await this.#tableEnd() : undefined
    if (table !== undefined) return table
    const { fullmoveNumber } = game
    const verdict = this.#adjudicator.after({ color, score: move.score, isFresh, fullmoveNumber })
    if (verdict === undefined) this.#ponder(this.#sides[color], ponder)
    return verdict
  }

  /** Lets the engine think on its opponent's time, about the reply that it expects. */
  #ponder(side: Side, move: string | null) {
    if (!side.player.ponder || move === null) return
    const ahead = this.#game.clone()
    try {
      if (ahead.move(move).over) return
      const root = new RootPosition(ahead)
      const limits = this.#limitsOf(side)
      side.pondering = { task: side.search({ root, isLent: false, limits, ponder: true }), move }
    } finally {
      ahead.stop()
    }
  }

  /** @returns the end that the tables know for the position; WDL says nothing about a running clock */
  async #tableEnd(): Promise<End | undefined> {
    const { tablebase, tablebaseMen } = this.#options.rules
    const { position } = this.#game
    if (tablebase === undefined || position.halfmoveClock > 0) return undefined
    if (menOf(position) > tablebaseMen || position.setup().castling !== '-') return undefined
    if (tablebase.covers?.(position) === false) return undefined
    const wdl = await tablebase.wdl(position)
    if (wdl === null || wdl === undefined) return undefined
    const { sideToMove } = position
    const winner = wdl === 2 ? sideToMove : wdl === -2 ? opponentOf(sideToMove) : null
    return { winner, reason: 'tablebase' }
  }

  #gameOf({ winner, reason, loser, detail }: End): MatchGame {
    const pairing = this.#pairing
    const moves = this.#moves
    const players = [this.#sides.white.player, this.#sides.black.player] as const
    const decided = winner === 'white' ? '1-0' : winner === 'black' ? '0-1' : '1/2-1/2'
    const result = reason === 'aborted' ? '*' : decided
    return {
      pairing,
      white: players[0].name,
      black: players[1].name,
      result,
      reason,
      ...(loser !== undefined && { loser }),
      ...(detail !== undefined && { detail }),
      game: pgnOf({ pairing, result, reason, moves, fen: this.#startFen, players }),
      moves,
    }
  }
}

function endOf(status: Status & { over: true }): End {
  if (status.type === 'checkmate') return { winner: status.winner, reason: 'checkmate' }
  if (status.type === 'variant_win') return { winner: status.winner, reason: status.reason }
  if (status.type === 'draw') return { winner: null, reason: status.reason }
  throw new Error(`a game by rules ended as '${status.type}'`)
}

const menOf = (position: Position): number =>
  Object.values(position.material())
    .flatMap(counts => Object.values(counts))
    .reduce((sum, count) => sum + count, 0)

function moveOf(task: SearchTask, uci: string, time: number, clock: PlayerClock | undefined): MatchMove {
  const { last, scored } = task.report
  return {
    uci,
    score: scored?.score ?? null,
    depth: scored?.depth ?? 0,
    seldepth: scored?.seldepth ?? 0,
    nodes: last?.nodes ?? 0,
    time,
    ...(clock !== undefined && { left: clock.left }),
  }
}

function illegalText({ word, remark }: SearchTask): string {
  return `bestmove ${word}${remark === '' ? '' : ` (${remark})`}`
}
