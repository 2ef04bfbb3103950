// SPDX-License-Identifier: Apache-2.0
// One game as a client sees it: folds the events that arrive, sends commands one by one, and shows the player's own moves
// before the server has answered.

import { Emitter } from '../core/callbacks.js'
import { argumentError, ChessError } from '../core/errors.js'
import { encode } from '../core/utf8.js'
import { Game } from '../game/game.js'
import { parseUci } from '../game/move.js'
import type { Color } from '../game/squares.js'
import type { Answer, CommandFields } from './calls.js'
import { GameCalls } from './calls.js'
import type { SessionClocks } from './clock.js'
import { clocksAt } from './clock.js'
import { absenceLeft } from './commands/absence.js'
import type { SessionEvent } from './commands.js'
import type { Connection, Request } from './connection.js'
import { liveGame } from './live.js'
import type { CommandMessage, GoneMessage, Role } from './protocol.js'
import { COMMAND_PATIENCE, MESSAGE_BYTES } from './protocol.js'
import { foldSession, permissions, reduceSession } from './reducer.js'
import type { ServerFields } from './server-messages.js'
import { isAnswer } from './server-messages.js'
import type { SessionResult, SessionState } from './state.js'
import type { SessionView } from './view.js'
import { sessionView } from './view.js'

/** Who is connected. */
export type Presence = { white: boolean; black: boolean; spectators: number }
/**
 * Why a game is no longer shown; see GoneMessage in the protocol. 'unknownEvent': a newer server has made an event that
 * this version does not know. 'refused': the server refuses the token of the client, which is closed.
 */
export type GoneReason = Exclude<GoneMessage['gone'], 'unavailable'> | 'unknownEvent' | 'refused'
/** The reason why a game is no longer shown, in place of a result. */
export type GameGone = { gone: GoneReason }
/**
 * What listeners of a GameLink get, by event: the view when the game has changed; each event that arrives after the game
 * was first shown; the result when the game ends, or was over when it was opened, or why it cannot be watched; who is
 * connected.
 */
export type GameLinkEvents = {
  view: SessionView
  event: SessionEvent
  end: SessionResult | GameGone
  presence: Presence
}

/** A command that waits for its turn, or for its answer. */
type PendingCommand = {
  message: CommandMessage
  settle: (answer: Answer) => void
  request?: Request
}

/** A move that is shown before it is in the log. */
type OptimisticMove = {
  /** of its command */
  id: string
  ply: number
  uci: string
  /** of the log that contains it; Infinity until the answer */
  version: number
}

/** If the store is away, a game is opened again after this time, in milliseconds. */
const REOPEN = 1000
/**
 * A game without news is polled for lost events: after this time, then after twice this time and so on, in
 * milliseconds.
 */
const FIRST_POLL = 4000
const LONGEST_POLL = 60_000
const UNAVAILABLE: Answer = { ok: false, code: 'unavailable' }
const CLOSED: Answer = { ok: false, code: 'closed' }
const EVENTS = ['view', 'event', 'end', 'presence'] as const

/** A game that is open; connectGames().open() and create() make it. */
export class GameLink extends GameCalls {
  #id: string
  #connection: Connection
  #page: string | undefined
  #newId: () => string
  #onClose: () => void
  #emitter: Emitter<(typeof EVENTS)[number]> = new Emitter(EVENTS)
  /** as confirmed by the server */
  #state: SessionState | null = null
  /** the log of #state */
  #events: SessionEvent[] = []
  /** #state with the optimistic moves; undefined: to be computed */
  #optimisticState: SessionState | null | undefined = null
  #role: Role = 'spectator'
  /** undefined: to be computed */
  #view: SessionView | null | undefined = null
  /** The first one is being sent. */
  #commands: PendingCommand[] = []
  #optimisticMoves: OptimisticMove[] = []
  /** the request `open`, until it is answered */
  #opening: Request | undefined
  #reopening: ReturnType<typeof setTimeout> | undefined
  #pollDelay = FIRST_POLL
  #hasOpened = false
  #isClosed = false

  /** Who is connected; null before the server has reported it. */
  presence: Presence | null = null
  /** Why the game cannot be watched. */
  gone: GoneReason | null = null

  /**
   * @internal
   * @param page for link()
   * @param newId for commands
   */
  constructor(
    id: string,
    connection: Connection,
    page: string | undefined,
    newId: () => string,
    onClose: () => void,
  ) {
    super()
    this.#page = page
    this.#id = id
    this.#connection = connection
    this.#newId = newId
    this.#onClose = onClose
  }

  /** The game's id. */
  get id() {
    return this.#id
  }

  /** The game now, including own moves that the server has not answered yet; null until the first events arrive. */
  get view(): SessionView | null {
    if (this.#view === undefined) {
      const state = this.#stateWithOptimisticMoves()
      this.#view = state === null ? null : sessionView(state, this.#role)
    }
    return this.#view
  }

  /** The game's log, as far as this role may see it, for sessionPgn(). @returns borrowed */
  get events(): readonly SessionEvent[] {
    return this.#events
  }

  /**
   * The clocks now, as clocksAt() in the server's time, including own moves that it has not answered yet.
   * @returns null until the first events arrive
   */
  clocks(): SessionClocks | null {
    const state = this.#stateWithOptimisticMoves()
    return state === null ? null : clocksAt(state, this.now())
  }

  /**
   * Returns how long the opponent must still be away before claimWin() and claimAbsenceDraw() are accepted.
   * @returns ms, 0 or less if they are accepted now; null if the opponent is here, or this client has no seat
   */
  absenceLeft(): number | null {
    const role = this.#role
    if (this.#state?.status !== 'playing' || role === 'spectator') return null
    // The server's time is estimated to half a round trip; it is never before the last event.
    return absenceLeft(this.#state, role, Math.max(this.now(), this.#state.at))
  }

  /** Returns the server's time in ms: the running clock shows its time left − (now() − clocks.since) */
  now(): number {
    return this.#connection.now()
  }

  /**
   * Adds a listener. 'view': gets the view when the game has changed. 'event': gets each event that arrives after the game
   * was first shown. 'end': gets the result when the game ends, or was over when it was opened, or { gone } if it cannot be
   * watched. 'presence': gets who is connected. Errors of listeners go to reportError(), or to the console.
   * @returns removes the listener
   * @throws {ChessError} ERR_ARGUMENT
   */
  on<Name extends keyof GameLinkEvents>(
    name: Name,
    listener: (value: GameLinkEvents[Name]) => void,
  ): () => void {
    this.#emitter.on(name, listener)
    return () => this.#emitter.off(name, listener)
  }

  /**
   * Returns a link to the game for other people; it contains no secret. The page reads it with
   * `new URLSearchParams(location.hash.slice(1))`: `game` is for open(), `color` names the free seat, which join() takes.
   * @param color the seat to take; without it the link is for watching, or for any free seat
   * @returns the `page` of connectGames() with `#game=…` or `#game=…&color=…`
   */
  link(color?: Color): string {
    const url = new URL(this.#page ?? this.#connection.address)
    if (this.#page === undefined) {
      url.protocol = url.protocol === 'wss:' ? 'https:' : 'http:'
      url.search = ''
    }
    url.username = url.password = ''
    url.hash = new URLSearchParams(
      color === undefined ? { game: this.#id } : { game: this.#id, color },
    ).toString()
    return url.href
  }

  /** Stops watching the game. Commands without an answer get 'closed'. */
  close() {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#reopening)
    this.#opening?.cancel()
    this.#connection.send({ type: 'close', game: this.#id })
    const commands = this.#commands.splice(0)
    for (const { request } of commands) request?.cancel()
    for (const { settle } of commands) settle(CLOSED)
    this.#onClose()
  }

  /**
   * The client calls it when it is closed, or was when it opened the game.
   * @internal
   */
  endWithClient(isRefused: boolean) {
    if (this.#isClosed) return
    this.close()
    if (!isRefused || this.gone !== null) return
    this.gone = 'refused'
    // Later, so that listeners that are added at once are notified.
    queueMicrotask(() => this.#emitter.emit('end', { gone: 'refused' }))
  }

  /** The client calls it when the connection has opened. @internal */
  reopen() {
    clearTimeout(this.#reopening)
    this.#reopening = undefined
    if (this.#isClosed || this.gone !== null) return
    this.#opening?.cancel()
    const id = this.#newId()
    const { version: since = 0, at } = this.#state ?? {}
    this.#opening = this.#connection.request(
      { type: 'open', id, game: this.#id, since, at },
      Number.POSITIVE_INFINITY,
      () => {
        this.#opening = undefined
        if (this.#reopening === undefined) this.#pollLater(this.#pollDelay)
      },
    )
  }

  /**
   * The client calls it with each message about this game.
   * @internal
   */
  receive({ presence, gone, role = this.#role, version, events, rewound = false }: ServerFields) {
    if (this.#isClosed) return
    if (presence !== undefined) {
      this.presence = presence
      this.#emit('presence', presence)
    }
    if (gone !== undefined) return this.#onGone(gone)
    const roleChanges = role !== this.#role
    this.#role = role
    if (version === undefined) return
    if (events !== undefined) this.#take(version, events, rewound, roleChanges)
    else if (version > (this.#state?.version ?? 0)) this.#resync()
  }

  #take(version: number, events: SessionEvent[], rewound: boolean, roleChanges: boolean) {
    const before = rewound ? null : this.#state
    const own = before?.version ?? 0
    const since = version - events.length
    if (since > own) return this.#resync()
    const fresh = events.slice(own - since)
    if (fresh.length === 0 && !roleChanges) return
    let state: SessionState | null
    try {
      state = foldSession(before, fresh)
      // Fails here, and not in a user's listener, if the fields of an event are wrong.
      if (state !== null) sessionView(state, this.#role)
    } catch {
      return this.#onGone('unknownEvent')
    }
    if (state === null) return
    if (fresh.length > 0) this.#pollLater(FIRST_POLL)
    this.#state = state
    if (before === null) this.#events = fresh
    else this.#events.push(...fresh)
    this.#forgetView()
    this.#optimisticMoves = this.#optimisticMoves.filter(move => move.version > version)
    this.gone = null
    // An older message may overtake a rewound log: ask the server which version is current.
    if (rewound) this.#resync()
    const isFirst = !this.#hasOpened
    this.#hasOpened = true
    if (!isFirst && !rewound) for (const event of fresh) this.#emit('event', event)
    this.#changed()
    const { result } = state
    if (result !== null && !before?.result) this.#emit('end', result)
  }

  #emit(name: (typeof EVENTS)[number], value: unknown) {
    if (!this.#isClosed) this.#emitter.emit(name, value)
  }

  /** Opens the game again, because events are missing, or may be. */
  #resync() {
    if (this.#opening === undefined && this.#connection.isOpen) this.reopen()
  }

  /** @param milliseconds after which it polls the server if nothing arrives before */
  #pollLater(milliseconds: number) {
    if (this.#isClosed || this.gone !== null) return
    this.#pollDelay = Math.min(LONGEST_POLL, 2 * milliseconds)
    this.#resyncIn(milliseconds)
  }

  #resyncIn(milliseconds: number) {
    clearTimeout(this.#reopening)
    this.#reopening = setTimeout(() => this.#resync(), milliseconds)
  }

  #onGone(gone: GoneReason | 'unavailable') {
    if (gone === 'unavailable') return this.#resyncIn(REOPEN)
    clearTimeout(this.#reopening)
    this.gone = gone
    this.#emit('end', { gone })
  }

  /** @internal */
  override fieldsOf(move: string, isChecked: boolean): { ply: number; uci: string } {
    if (typeof move !== 'string') throw argumentError('A move is a string in UCI or SAN', move)
    const state = this.#stateWithOptimisticMoves()
    const asGiven = { ply: state?.ply ?? 0, uci: move }
    if (this.#isClosed) return asGiven
    if (state === null) {
      if (parseUci(move) >= 0 || !isChecked) return asGiven
      requireSan(move)
      throw argumentError('A move in SAN needs the position: wait for the first view, or send UCI', move)
    }
    const game = liveGame(state).clone()
    try {
      game.move(move)
      return { ...asGiven, uci: game.lastMove?.uci ?? move }
    } catch (error) {
      // In all other cases the server's refusal has the better reason, such as 'notYourTurn'.
      if (isChecked && (isNoMove(error) || permissions(state, this.#role).includes('move'))) throw error
      return asGiven
    } finally {
      game.stop()
    }
  }

  /**
   * @internal
   * @returns never rejects
   */
  override send(type: string, fields: CommandFields = {}): Promise<Answer> {
    return new Promise(resolve => {
      if (this.#isClosed) return resolve(CLOSED)
      const message = { type, id: this.#newId(), game: this.#id, ...fields }
      if (isTooLong(message)) return resolve({ ok: false, code: 'badCommand' })
      this.#commands.push({ message, settle: resolve })
      const { ply, uci } = fields
      if (type === 'move' && ply !== undefined && uci !== undefined)
        this.#showOptimisticMove(message.id, ply, uci)
      if (this.#commands.length === 1) this.#next()
    })
  }

  /** Sends the next command, unless a command of a listener was sent just now. */
  #next() {
    const command = this.#commands[0]
    if (command === undefined || command.request !== undefined) return
    const { message } = command
    command.request = this.#connection.request(message, COMMAND_PATIENCE, answer =>
      this.#settle(command, answer),
    )
  }

  #settle(command: PendingCommand, received: ServerFields | null) {
    const { message, settle } = command
    const index = this.#commands.indexOf(command)
    if (index < 0) return
    this.#commands.splice(index, 1)
    const answer = received !== null && isAnswer(received) ? withoutGame(received) : UNAVAILABLE
    if (message.type === 'move') this.#settleOptimisticMove(message.id, answer)
    settle(answer)
    this.#next()
  }

  // Optimistic moves.

  #showOptimisticMove(id: string, ply: number, uci: string) {
    const before = this.view
    this.#optimisticMoves.push({ id, ply, uci, version: Number.POSITIVE_INFINITY })
    this.#forgetView()
    if (this.view?.ply === before?.ply)
      this.#optimisticMoves.pop() // not a legal move here: the server's answer has the reason
    else this.#changed()
  }

  /** @param id of a move's command */
  #settleOptimisticMove(id: string, answer: Answer) {
    const move = this.#optimisticMoves.find(shown => shown.id === id)
    if (move === undefined) return
    const version = this.#state?.version ?? 0
    if (answer.ok && answer.version > version) {
      move.version = answer.version // its events have not arrived yet
      return
    }
    this.#optimisticMoves = this.#optimisticMoves.filter(shown => shown !== move)
    this.#changed()
  }

  #forgetView() {
    this.#view = undefined
    this.#optimisticState = undefined
  }

  #changed() {
    this.#forgetView()
    this.#emit('view', this.view)
  }

  #stateWithOptimisticMoves(): SessionState | null {
    if (this.#optimisticState !== undefined) return this.#optimisticState
    let state = this.#state
    for (const { ply, uci } of this.#optimisticMoves) {
      if (ply === state?.ply) state = this.#playedOn(state, ply, uci)
    }
    this.#optimisticState = state
    return state
  }

  /** @returns the state after the move; the same if the move is refused */
  #playedOn(state: SessionState, ply: number, uci: string): SessionState {
    const role = this.#role
    if (role === 'spectator') return state
    // Ids of anonymous players are hidden, even the player's own: use another anonymous id.
    const by = { id: '~me', ...state.players[role] }
    const seated = { ...state, players: { ...state.players, [role]: by } }
    const decision = reduceSession(seated, { type: 'move', ply, uci, by }, this.now())
    return decision.ok && decision.state !== null ? decision.state : state
  }
}

/** @returns whether the text was neither UCI nor SAN */
const isNoMove = (error: unknown): boolean =>
  !(error instanceof ChessError) ||
  ['ERR_MOVE_SYNTAX', 'ERR_MOVE_SQUARE', 'ERR_SAN_SYNTAX'].includes(error.code)

/** @throws {ChessError} ERR_SAN_SYNTAX unless the text may be SAN in some position */
function requireSan(text: string) {
  const game = new Game()
  try {
    game.move(text)
  } catch (error) {
    if (isNoMove(error)) throw error
  } finally {
    game.stop()
  }
}

/** @returns the answer without the fields about the game */
const withoutGame = ({
  re,
  game,
  events,
  view,
  ...answer
}: ServerFields & Answer & { view?: unknown }): Answer => answer

/** @returns whether the server would close the connection because of its length */
export const isTooLong = (message: unknown): boolean => encode(JSON.stringify(message)).length > MESSAGE_BYTES
