// SPDX-License-Identifier: Apache-2.0
// Thinking in the other side's time: a search behind the reply that the engine expects.

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./search.js').BestMove} BestMove */
/** @typedef {import('./text/limits.js').Limits} Limits */
/** @typedef {import('../game/game.js').Game} Game */

/** What runs down between two moves of the same game. */
const CLOCKS = ['wtime', 'btime', 'movestogo']

export class Pondering {
  /** Cancels the search. */
  controller = new AbortController()
  /** Is the search over? Before a hit nothing but a fault, or somebody else, ends it. */
  #isOver = false
  #search
  #limits
  #move
  #ply
  #changes

  /**
   * @param {Engine} engine
   * @param {Game} ahead the game after the expected reply; borrowed
   * @param {Limits} limits
   * @param {number} changes of the real game so far
   * @throws {ChessError} as Engine.search
   */
  constructor(engine, ahead, limits, changes) {
    const { signal } = this.controller
    this.#search = engine.search(ahead, limits, { ponder: true, signal })
    const end = () => {
      this.#isOver = true
    }
    this.#search.best.then(end, end)
    this.#limits = limits
    this.#move = ahead.lastMove?.uci
    this.#ply = ahead.ply
    this.#changes = changes
  }

  /**
   * @param {Game} game
   * @param {number} changes of it so far
   * @returns {boolean} whether it went on with the expected reply, and nothing else has happened
   */
  isHit(game, changes) {
    return changes === this.#changes + 1 && game.ply === this.#ply && game.lastMove?.uci === this.#move
  }

  /**
   * @param {Limits} limits
   * @returns {boolean} whether its result is what a search with these would give; clocks may have gone on
   */
  isGood(limits) {
    return !this.#isOver && withoutClocks(limits) === withoutClocks(this.#limits)
  }

  /** @returns {Promise<BestMove>} from now on in the engine's own time */
  hit() {
    this.#search.ponderHit()
    return this.#search.best
  }

  stop() {
    this.controller.abort()
  }
}

/**
 * @param {Limits} limits
 * @returns {string}
 */
function withoutClocks(limits) {
  return JSON.stringify(Object.entries(limits).filter(([name]) => !CLOCKS.includes(name)))
}
