// SPDX-License-Identifier: Apache-2.0
// A match against the engine: when the main line ends with the engine to move, the engine thinks and plays. Users may
// change the game meanwhile; a change that makes the search pointless cancels it. UciGame does not fit: it owns its game
// and its engine, while a match shares the engine and lives in a tree of moves.

import { withEngine } from '../engine/engine-room.js'
import { BUILT_IN } from '../engine/source.js'
import { slips, strengthOptions } from '../engine/strength.js'
import { gameAt, turnOf } from '../game/nodes.js'
import { takeBack } from '../game/removal.js'
import { Listeners } from '../page/listeners.js'
import { readMatchSetup } from './opponent.js'

/** @typedef {import('binbo').Game} Game */
/** @typedef {import('binbo/pgn').PgnNode} PgnNode */
/** @typedef {import('binbo/uci').Info} Info */
/** @typedef {import('binbo/uci').Score} Score */
/** @typedef {import('../engine/engine-room.js').EngineRoom} EngineRoom */
/** @typedef {import('../game/study.js').Study} Study */
/** @typedef {import('./opponent.js').MatchSetup} MatchSetup */

/**
 * The engine's thinking about its move. `score`: from White's side. `line`: SAN. `played`: SAN of the move that the engine
 * played, which may differ from its best at low strength; '' before that.
 * @typedef {{ depth: number, score: Score, line: string[], played: string }} Thought
 */

/** Number of moves in a thought's line. */
const AHEAD = 5

export class Match {
  #study
  #room
  /** @type {MatchSetup | null} */
  #setup = null
  /** False until the page is built and a saved or linked game loaded. */
  #awake = false
  /** Whether the engine has received `ucinewgame` for this game. */
  #greeted = false
  /** @type {PgnNode | null} where the engine is to move */
  #turn = null
  #abort = new AbortController()
  #thinking = false
  /** @type {Thought | null} */
  #thought = null
  /** @type {PgnNode | null} the node of the thought */
  #thoughtNode = null
  #failure = ''
  #listeners = new Listeners()
  #thoughtListeners = new Listeners()

  /** @param {Study} study @param {EngineRoom} room */
  constructor(study, room) {
    this.#study = study
    this.#room = room
    study.onChange(change => {
      // A loaded game belongs to no match until arrange() is called.
      if (change === 'game') this.playByHand()
      else if (change !== 'node') this.#follow()
    })
    let state = room.state
    room.onChange(() => {
      const isMended = hasNone(state) && !hasNone(room.state)
      state = room.state
      if (isMended && this.#failure) this.#goOn()
    })
  }

  /** @returns {Readonly<MatchSetup> | null} null: both sides are played by hand */
  get setup() {
    return this.#setup
  }

  /** @returns {boolean} whether the engine is thinking about its move */
  get thinking() {
    return this.#thinking
  }

  /** @returns {Thought | null} the last one, until the engine's move is answered or taken back */
  get thought() {
    const { end } = this.#study
    return end === this.#thoughtNode || end.parent === this.#thoughtNode ? this.#thought : null
  }

  /** @returns {string} the reason why the engine does not move, for users; '' if there is none */
  get failure() {
    return this.#failure
  }

  /** @returns {PgnNode | null} the human's last move on the main line */
  get humanMove() {
    if (!this.#setup) return null
    for (let node = this.#study.end; node.parent; node = node.parent)
      if (turnOf(node.parent) === this.#setup.human) return node
    return null
  }

  /**
   * @param {() => void} listener called for all changes but thoughts
   * @returns {() => void} removes the listener
   */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  /**
   * @param {() => void} listener called for each thought, many times a second
   * @returns {() => void} removes the listener
   */
  onThought(listener) {
    return this.#thoughtListeners.add(listener)
  }

  /**
   * Starts a new game.
   * @param {MatchSetup | null} setup null: both sides by hand
   * @param {Parameters<Study['newGame']>[0]} [game] its start and headers
   * @throws {ChessError} ERR_FEN_*
   */
  begin(setup, game) {
    this.#study.newGame(game)
    this.arrange(setup)
  }

  /** Ends the match; both sides are played by hand. */
  playByHand() {
    if (this.#setup) this.arrange(null)
  }

  /** Call once the page is built: the engine may think from now on. */
  resume() {
    this.#awake = true
    this.#follow()
    this.#listeners.emit()
  }

  /**
   * Makes the current game part of a match.
   * @param {MatchSetup | null} setup null: both sides by hand
   */
  arrange(setup) {
    this.#setup = setup
    this.#greeted = false
    this.#thought = null
    this.#follow()
    this.#listeners.emit()
  }

  /**
   * Continues the match of a restored game.
   * @param {unknown} saved its former `setup`; any other value means by hand
   */
  arrangeAgain(saved) {
    this.arrange(readMatchSetup(saved))
  }

  /** Takes the human's last move back, and the engine's answer to it. */
  takeBack() {
    const move = this.humanMove
    if (move) takeBack(this.#study, move)
  }

  /** Searches again after a failure. */
  tryAgain() {
    this.#failure = ''
    this.#room.mend()
    this.#goOn()
  }

  /** Goes on with the built-in engine after a failure of a remote one. */
  useBuiltIn() {
    this.#failure = ''
    this.#room.use(BUILT_IN)
    this.#goOn()
  }

  /** Thinks again if the engine is to move. */
  #goOn() {
    this.#failure = ''
    if (this.#turn) this.#think(this.#turn)
  }

  /** Starts a search if the engine is to move at a new node, and cancels the old one. */
  #follow() {
    if (!this.#awake) return
    const { end, outcome } = this.#study
    const isEngines = this.#setup !== null && outcome === null && turnOf(end) !== this.#setup.human
    const turn = isEngines ? end : null
    if (turn === this.#turn) return
    this.#abort.abort()
    this.#turn = turn
    this.#thinking = false
    this.#failure = ''
    if (turn) this.#think(turn)
    else this.#listeners.emit()
  }

  /** @param {PgnNode} node @returns {Promise<void>} */
  async #think(node) {
    const { setup } = this
    this.#abort.abort()
    const { signal } = (this.#abort = new AbortController())
    const game = gameAt(this.#study.tree, node)
    this.#thought = null
    this.#thoughtNode = node
    this.#thinking = setup !== null && !game.status.over
    this.#listeners.emit()
    let move = null
    try {
      if (setup && this.#thinking) move = await this.#findMove(game, setup, signal)
    } catch (error) {
      if (signal.aborted) return
      this.#fail(error)
    } finally {
      game.stop()
    }
    if (signal.aborted || move === null) return
    this.#thinking = false
    this.#study.append(move)
    this.#completeThought(this.#study.end)
  }

  /**
   * @param {Game} game
   * @param {MatchSetup} setup
   * @param {AbortSignal} signal
   * @returns {Promise<string | null>} null if it was aborted before the search began
   * @throws {ChessError} ERR_UCI_*
   */
  #findMove(game, { strength, think }, signal) {
    return withEngine(this.#room, signal, async engine => {
      await engine.setOptions(strengthOptions(strength, engine.options))
      if (!this.#greeted) await engine.newGame()
      if (signal.aborted) return null
      this.#greeted = true
      const search = engine.search(game, think, { signal })
      for await (const info of search) this.#takeInfo(info, game, signal)
      const { move } = await search.best
      return slips(strength) ? randomMove(game) : move
    })
  }

  /** @param {Info} info @param {Game} game @param {AbortSignal} signal */
  #takeInfo({ depth, score, pv, multipv = 1 }, game, signal) {
    if (multipv !== 1 || !depth || !score || score.bound || !pv || signal.aborted) return
    const line = game.line(pv.slice(0, AHEAD)).map(({ san }) => san)
    this.#setThought({ depth, score: score.white(), line, played: '' })
  }

  /** @param {PgnNode} node of the engine's move */
  #completeThought({ san }) {
    if (this.#thought && san) this.#setThought({ ...this.#thought, played: san })
  }

  /** @param {Thought} thought */
  #setThought(thought) {
    this.#thought = thought
    this.#thoughtListeners.emit()
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#failure = this.#room.explain(error)
    this.#thinking = false
    this.#listeners.emit()
  }
}

/** @param {EngineRoom['state']} state @returns {boolean} whether there is no engine until the user acts */
const hasNone = state => state === 'failed' || state === 'off'

/** @param {Game} game @returns {string} */
function randomMove(game) {
  const moves = game.legalMoves('uci')
  return moves[Math.floor(Math.random() * moves.length)]
}
