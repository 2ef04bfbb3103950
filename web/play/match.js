// SPDX-License-Identifier: Apache-2.0
// A match against the engine: it watches the game, and where the main line ends with the engine to move it thinks
// and plays. What people do meanwhile is theirs to do: what makes the search moot cancels it. It takes turns with
// others at one engine and lives in a tree of moves: UciGame, which has game and engine for itself, is for less.

import { withEngine } from '../engine/ask-engine.js'
import { BUILT_IN } from '../engine/source.js'
import { slips, strengthOptions } from '../engine/strength.js'
import { gameAt } from '../game/game-at.js'
import { turnOf } from '../game/nodes.js'
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
 * What the engine sees while it thinks about its move. `score` is White's; `line` is SAN, as is `played`, the move that
 * it made of this in the end: a weak engine plays others than its best. '' before that.
 * @typedef {{ depth: number, score: Score, line: string[], played: string }} Thought
 */

/** Moves of a thought's line. */
const AHEAD = 5

export class Match {
  #study
  #room
  /** @type {MatchSetup | null} */
  #setup = null
  /** Before that the page is made, and a saved game or one of a link brought. */
  #awake = false
  /** Has the engine been told that this is another game? */
  #greeted = false
  /** @type {PgnNode | null} where the engine is to move */
  #turn = null
  #abort = new AbortController()
  #thinking = false
  /** @type {Thought | null} */
  #thought = null
  /** @type {PgnNode | null} that the thought is about */
  #about = null
  #failure = ''
  #listeners = new Listeners()
  #thoughtListeners = new Listeners()

  /** @param {Study} study @param {EngineRoom} room */
  constructor(study, room) {
    this.#study = study
    this.#room = room
    study.onChange(change => {
      // A game that others have put here is nobody's match; arrange() says afterwards whose it is.
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

  /** @returns {boolean} whether the engine is at its move */
  get thinking() {
    return this.#thinking
  }

  /** @returns {Thought | null} its last one, until its move is answered or taken back */
  get thought() {
    const { end } = this.#study
    return end === this.#about || end.parent === this.#about ? this.#thought : null
  }

  /** @returns {string} in words, why the engine does not move; '' where it does, or need not */
  get failure() {
    return this.#failure
  }

  /** @returns {PgnNode | null} the last move of the human, on the main line */
  get humanMove() {
    if (!this.#setup) return null
    for (let node = this.#study.end; node.parent; node = node.parent)
      if (turnOf(node.parent) === this.#setup.human) return node
    return null
  }

  /**
   * @param {() => void} listener for all but thoughts
   * @returns {() => void} listens no more
   */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  /**
   * @param {() => void} listener of new thoughts: often
   * @returns {() => void} listens no more
   */
  onThought(listener) {
    return this.#thoughtListeners.add(listener)
  }

  /**
   * A new game.
   * @param {MatchSetup | null} setup null: by hand
   * @param {Parameters<Study['newGame']>[0]} [game] where it starts, and its headers
   * @throws {ChessError} ERR_FEN_*
   */
  begin(setup, game) {
    this.#study.newGame(game)
    this.arrange(setup)
  }

  /** Both sides by hand from now on. */
  playByHand() {
    if (this.#setup) this.arrange(null)
  }

  /** The page is there: the engine may think. */
  resume() {
    this.#awake = true
    this.#follow()
    this.#listeners.emit()
  }

  /**
   * The game that is there is of this match from now on.
   * @param {MatchSetup | null} setup null: by hand
   */
  arrange(setup) {
    this.#setup = setup
    this.#greeted = false
    this.#thought = null
    this.#follow()
    this.#listeners.emit()
  }

  /**
   * The game that is there is of the match that it was of before.
   * @param {unknown} saved what `setup` was then; anything else means by hand
   */
  arrangeAgain(saved) {
    this.arrange(readMatchSetup(saved))
  }

  /** Takes the human's last move back, and the engine's answer to it. */
  takeBack() {
    const move = this.humanMove
    if (move) takeBack(this.#study, move)
  }

  /** After a failure. */
  tryAgain() {
    this.#failure = ''
    this.#room.mend()
    this.#goOn()
  }

  /** After a failure of an engine elsewhere. */
  useBuiltIn() {
    this.#failure = ''
    this.#room.use(BUILT_IN)
    this.#goOn()
  }

  /** Thinks anew where it is to move. */
  #goOn() {
    this.#failure = ''
    if (this.#turn) this.#think(this.#turn)
  }

  /** Lets the engine think where it is to move, and no longer where it was. */
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
    this.#about = node
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
    this.#sum(this.#study.end)
  }

  /**
   * @param {Game} game
   * @param {MatchSetup} setup
   * @param {AbortSignal} signal
   * @returns {Promise<string | null>} null when it was aborted before it began
   * @throws {ChessError} ERR_UCI_*
   */
  #findMove(game, { strength, think }, signal) {
    return withEngine(this.#room, signal, async engine => {
      await engine.setOptions(strengthOptions(strength, engine.options))
      if (!this.#greeted) await engine.newGame()
      if (signal.aborted) return null
      this.#greeted = true
      const search = engine.search(game, think, { signal })
      for await (const info of search) this.#hear(info, game, signal)
      const { move } = await search.best
      return slips(strength) ? randomMove(game) : move
    })
  }

  /** @param {Info} info @param {Game} game @param {AbortSignal} signal */
  #hear({ depth, score, pv, multipv = 1 }, game, signal) {
    if (multipv !== 1 || !depth || !score || score.bound || !pv || signal.aborted) return
    const line = game.line(pv.slice(0, AHEAD)).map(({ san }) => san)
    this.#tellThought({ depth, score: score.white(), line, played: '' })
  }

  /** @param {PgnNode} node with the move that came of the thoughts */
  #sum({ san }) {
    if (this.#thought && san) this.#tellThought({ ...this.#thought, played: san })
  }

  /** @param {Thought} thought */
  #tellThought(thought) {
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

/** @param {EngineRoom['state']} state @returns {boolean} whether somebody has to do something before there is an engine */
const hasNone = state => state === 'failed' || state === 'off'

/** @param {Game} game @returns {string} */
function randomMove(game) {
  const moves = game.legalMoves('uci')
  return moves[Math.floor(Math.random() * moves.length)]
}
