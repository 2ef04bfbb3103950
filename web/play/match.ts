// SPDX-License-Identifier: Apache-2.0
// A match: its clock, and the engine that plays one side or both. When the engine is to move at the end of the main line, it
// thinks and plays. Users may change the game in the meantime; a change of the end cancels the search. UciGame does not fit:
// it owns its game and its engine, while a match shares the engine and its game is a tree. A game between people on a server
// has no engine: a Remote has the clock and takes the user's moves.

import type { Game } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import type { Info, Score } from 'binbo/uci'
import type { EngineRoom, RoomState } from '../engine/engine-room.js'
import { withEngine } from '../engine/engine-room.js'
import { BUILT_IN } from '../engine/source.js'
import type { Strength } from '../engine/strength.js'
import type { FriendState } from '../friend/friend-game.js'
import { loadPart } from '../page/load.js'
import { fieldsOf } from '../page/unknown.js'
import { gameAt, turnOf } from '../study/nodes.js'
import type { Change, Study } from '../study/study.js'
import type { TimeControl } from './clock.js'
import type { MatchClock } from './match-clock.js'
import { OpeningBook } from './opening-book.js'
import type { MatchSetup } from './opponent.js'
import { readMatchSetup } from './opponent.js'

/**
 * The engine's thinking about its move. `score`: from White's side. `line`: SAN. `played`: SAN of the move that the engine
 * played, which may differ from its best at low strength; '' before that.
 */
export type Thought = { depth: number; score: Score; line: string[]; played: string }

/** A game on a server; friend/friend-game.js connects it. */
export type Remote = {
  /** the server's */
  clock: ShownClock | null
  /** whether the game has not ended */
  live: boolean
  /** whether both play now, not by correspondence */
  keepsScreenOn: boolean
  /** whether the user is to move in the position on the board */
  mayMove: boolean
  /** for the views of these games */
  shown: FriendState
  /** the current activity, as text for users */
  activity: string
  /** plays the user's move */
  move: (uci: string) => void
}

/** The part of a clock that views read. */
export type ShownClock = Pick<MatchClock, 'remaining' | 'running' | 'base' | 'increment'>

/** Number of moves in a thought's line. */
const AHEAD = 5
/** The engine's time for a move in milliseconds, if the clock could not be loaded. */
const MOVETIME = 1000

export class Match {
  /** Set by the page: called after each change; for thoughts many times a second. */
  changed: (what?: 'thought') => void = () => {}
  #study: Study
  #room: EngineRoom
  #book: OpeningBook
  #setup: MatchSetup | null = null
  /** False until the page has started and loaded a saved or linked game. */
  #awake = false
  /** Whether the engine has received `ucinewgame` for this game. */
  #greeted = false
  /** the node at which the engine is to move */
  #turn: PgnNode | null = null
  #isPaused = false
  /** Whether the engine searches. Its clock does not run while it is loaded or awaited. */
  #isSearching = false
  #clock: MatchClock | null = null
  /** The clock to be loaded, as saved. */
  #savedClock: unknown = null
  #remote: Remote | null = null
  #abort = new AbortController()
  #thinking = false
  #thought: Thought | null = null
  /** the node of the thought */
  #thoughtNode: PgnNode | null = null
  #failure = ''
  #roomState: RoomState

  /** moves from the opening book */
  #bookMoves: WeakSet<PgnNode> = new WeakSet()

  constructor(study: Study, room: EngineRoom, book: OpeningBook = new OpeningBook()) {
    this.#study = study
    this.#room = room
    this.#book = book
    study.history.isPlayed = () => this.isRunning || this.isServed
    this.#roomState = room.state
  }

  /** Call after each change of the study. */
  follow(change: Change) {
    // A loaded game has no match until arrange() is called.
    if (change === 'game') this.playByHand()
    else if (change === 'tree') this.#follow()
  }

  /** Call after each change of the engine room. */
  followRoom() {
    const { state } = this.#room
    const isMended = hasNone(this.#roomState) && !hasNone(state)
    this.#roomState = state
    if (isMended && this.#failure) this.#retry()
  }

  /** @returns null: both sides are played by hand */
  get setup(): Readonly<MatchSetup> | null {
    return this.#setup
  }

  /** @returns null: no clock */
  get clock(): ShownClock | null {
    return this.#remote ? this.#remote.clock : this.#clock
  }

  /** @returns the server's game; null for other games and before it is connected */
  get remote(): Remote | null {
    return this.#remote
  }

  /** @returns whether the game is on a server and, as far as is known, has not ended */
  get isServed(): boolean {
    return this.#setup?.friend !== undefined && (this.#remote?.live ?? this.#study.outcome === null)
  }

  /** @returns whether a game without a server is in play */
  get isRunning(): boolean {
    const { outcome, mode } = this.#study
    if (this.#setup?.friend || outcome !== null) return false
    return this.#setup !== null || mode === 'play'
  }

  /** @returns whether the board takes no moves now */
  get isClosed(): boolean {
    return this.isServed ? !this.#remote?.mayMove : this.#thinking
  }

  /** @returns whether engine against engine is paused */
  get paused(): boolean {
    return this.#isPaused
  }

  /** @returns plain data for arrangeAgain(); null: by hand without a clock */
  get saved(): unknown {
    const clock = this.#clock?.saved ?? this.#savedClock
    return clock ? { ...this.#setup, clock } : this.#setup
  }

  /** @returns whether the engine is thinking about its move */
  get thinking(): boolean {
    return this.#thinking
  }

  /** @returns the last thought, until the engine's move is answered or taken back */
  get thought(): Thought | null {
    const { end } = this.#study
    return end === this.#thoughtNode || end.parent === this.#thoughtNode ? this.#thought : null
  }

  /** @returns whether the last move is the computer's, from the opening book */
  get isOfBook(): boolean {
    return this.#bookMoves.has(this.#study.end)
  }

  /** @returns the reason why the engine does not move, for users; '' if it can */
  get failure(): string {
    return this.#failure
  }

  /** @returns the human's last move on the main line */
  get humanMove(): PgnNode | null {
    if (!this.#setup) return null
    for (let node = this.#study.end; node.parent; node = node.parent)
      if (turnOf(node.parent) === this.#setup.human) return node
    return null
  }

  /** The state for views; they read the clock's times when they are drawn. */
  get shown() {
    const { setup, clock, remote, isServed, isRunning, isClosed, paused, thinking, thought, isOfBook } = this
    const { failure, humanMove } = this
    return Object.freeze({
      ...{ setup, clock, remote, isServed, isRunning, isClosed, paused, thinking, thought, isOfBook },
      ...{ failure, humanMove },
    })
  }

  /**
   * Starts a new game.
   * @param setup null: both sides by hand
   * @param game the start position and the headers
   * @param control null: no clock
   * @throws {ChessError} ERR_FEN_*
   */
  begin(
    setup: MatchSetup | null,
    game?: Parameters<Study['newGame']>[0],
    control: TimeControl | null = null,
  ) {
    this.#study.newGame(game)
    this.arrange(setup)
    if (control) void this.#loadClock(control)
  }

  /** Ends the match; both sides are played by hand, without a clock. */
  playByHand() {
    if (this.#setup || this.#clock || this.#savedClock) this.arrange(null)
  }

  /** Call when the game on a server is connected, and after its changes. */
  connect(remote: Remote) {
    this.#remote = remote
    this.changed()
  }

  /**
   * Plays the user's move: here, or on the server.
   * @throws {ChessError} ERR_MOVE_*, ERR_GAME_OVER
   */
  play(uci: string) {
    if (this.#remote && this.isServed) this.#remote.move(uci)
    else this.#study.play(uci)
  }

  /** Call once, when the page has started: the engine may think from now on. */
  resume() {
    this.#awake = true
    this.#follow()
    this.changed()
  }

  /**
   * Makes the current game part of a match.
   * @param setup null: both sides by hand
   */
  arrange(setup: MatchSetup | null) {
    this.#setup = setup
    this.#remote = null
    this.#isPaused = false
    this.#clock?.run(null)
    this.#clock = null
    this.#savedClock = null
    this.#greeted = false
    this.#thought = null
    this.#follow()
    this.changed()
  }

  /**
   * Continues the match of a restored game. Engine against engine is paused.
   * @param saved its former `saved`; any other value means by hand without a clock
   */
  arrangeAgain(saved: unknown) {
    this.arrange(readMatchSetup(saved))
    if (this.#setup?.human === null && !this.#setup.friend) this.pause()
    const { clock } = fieldsOf(saved)
    if (clock) void this.#loadClock(clock)
  }

  /** Stops the engine, and the clock, of a game of engine against engine until goOn(). */
  pause() {
    this.#isPaused = true
    this.#follow()
    this.changed()
  }

  /** Goes on after pause(). */
  goOn() {
    this.#isPaused = false
    this.#follow()
    this.changed()
  }

  /** Searches again after a failure. */
  tryAgain() {
    this.#failure = ''
    this.#room.retryIfStuck()
    this.#retry()
  }

  /** Goes on with the built-in engine after a failure of a remote one. */
  useBuiltIn() {
    this.#failure = ''
    this.#room.use(BUILT_IN)
    this.#retry()
  }

  /** @param saved a time control, or a clock's `saved` */
  async #loadClock(saved: unknown) {
    this.#savedClock = saved
    const load = () => Promise.all([import('./clock.js'), import('./match-clock.js')])
    await loadPart(load, ([{ readClock }, { MatchClock, endByTime }]) => {
      const clock = readClock(saved)
      // Another game may have begun in the meantime.
      if (this.#savedClock !== saved || !clock) return
      this.#clock = new MatchClock(this.#study, clock, color => endByTime(this.#study, color))
      this.#runClock()
      this.changed()
    })
  }

  /**
   * Starts the clock of the side to move, from the first move on until the end; the engine's only while it searches, so that
   * loading costs it no time.
   */
  #runClock() {
    if (!this.#clock) return
    const { end, outcome } = this.#study
    const isOn = this.#awake && end.parent !== null && outcome === null && !this.#isPaused
    const mayRun = this.#turn === null || this.#isSearching
    this.#clock.run(isOn && mayRun ? turnOf(end) : null)
  }

  /** Thinks again if the engine is to move. */
  #retry() {
    this.#failure = ''
    if (this.#turn) this.#think(this.#turn)
  }

  /** Starts a search if the engine is to move at a new node, and cancels the old one. */
  #follow() {
    this.#clock?.follow()
    if (!this.#awake) return
    const { end, outcome } = this.#study
    const isEngines = this.#strengthAt(end) !== undefined && outcome === null && !this.#isPaused
    const turn = isEngines ? end : null
    const isOther = turn !== this.#turn
    if (isOther) {
      this.#abort.abort()
      this.#turn = turn
      this.#thinking = false
      this.#isSearching = false
      this.#failure = ''
    }
    this.#runClock()
    if (isOther && turn) this.#think(turn)
    else if (isOther || this.#clock) this.changed()
  }

  /** @returns the strength of the engine to move at a node; undefined: a human is to move */
  #strengthAt(node: PgnNode): Strength | undefined {
    return this.#setup?.strengths[turnOf(node)]
  }

  async #think(node: PgnNode): Promise<void> {
    this.#abort.abort()
    const { signal } = (this.#abort = new AbortController())
    const game = gameAt(this.#study.tree, node)
    this.#thought = null
    this.#thoughtNode = node
    this.#thinking = this.#setup !== null && !game.status.over
    this.#isSearching = false
    this.#runClock()
    this.changed()
    let move = null
    let isOfBook = false
    try {
      if (this.#thinking) {
        const isWatched = this.#setup?.human === null
        move = await this.#book.pick(game, signal, isWatched)
        // The only answer to this position: a search begins after it, or not at all.
        if (!move && !isWatched && !signal.aborted) move = await this.#moveMeanwhile(node, signal)
        isOfBook = move !== null
        if (!isOfBook && !signal.aborted) move = await this.#findMove(game, node, signal)
      }
    } catch (error) {
      if (signal.aborted) return
      this.#fail(error)
    } finally {
      game.stop()
    }
    if (signal.aborted || move === null) return
    this.#thinking = false
    this.#study.append(move)
    if (isOfBook) this.#bookMoves.add(this.#study.end)
    this.#completeThought(this.#study.end)
  }

  /** @returns a move of the list of openings while the engine is still coming; null: the engine must find one */
  async #moveMeanwhile(node: PgnNode, signal: AbortSignal): Promise<string | null> {
    const strength = this.#strengthAt(node)
    if (this.#room.state === 'ready' || strength === undefined) return null
    // It comes in parallel with the module. The search reports its failure.
    this.#room.engine(signal).catch(() => {})
    const part = await import('./meanwhile.js').catch(() => null)
    return part ? part.moveMeanwhile(this.#room, node, strength, signal) : null
  }

  /**
   * @param node the game's place in the tree
   * @returns null if it was aborted before the search began
   * @throws {ChessError} ERR_UCI_*
   */
  #findMove(game: Game, node: PgnNode, signal: AbortSignal): Promise<string | null> {
    const strength = this.#strengthAt(node)
    if (strength === undefined) return Promise.resolve(null)
    return withEngine(this.#room, signal, async engine => {
      const { findMove, inDueTime } = await import('../engine/engine-move.js')
      if (!this.#greeted) await engine.newGame()
      if (signal.aborted) return null
      this.#greeted = true
      this.#isSearching = true
      this.#runClock()
      if (this.#clock) this.changed()
      const limits = this.#setup?.think ?? this.#clock?.limits ?? { movetime: MOVETIME }
      const onInfo = (info: Info) => this.#takeInfo(info, signal)
      const isWatched = this.#setup?.human === null
      return inDueTime(findMove(engine, game, strength, limits, { signal, onInfo }), {
        signal,
        strength,
        limits,
        isWatched,
      })
    })
  }

  #takeInfo({ depth, score, pv, san, multipv = 1 }: Info, signal: AbortSignal) {
    if (multipv !== 1 || !depth || !score || score.bound || !pv || signal.aborted) return
    this.#setThought({ depth, score: score.white(), line: san.slice(0, AHEAD), played: '' })
  }

  /** @param node of the engine's move */
  #completeThought({ san }: PgnNode) {
    if (this.#thought && san) this.#setThought({ ...this.#thought, played: san })
  }

  #setThought(thought: Thought) {
    this.#thought = thought
    this.changed('thought')
  }

  #fail(error: unknown) {
    this.#failure = this.#room.explain(error)
    this.#thinking = false
    this.#isSearching = false
    this.#runClock()
    this.changed()
  }
}

/** @returns whether the engine has failed until the user acts */
const hasNone = (state: EngineRoom['state']): boolean => state === 'failed' || state === 'off'
