// SPDX-License-Identifier: Apache-2.0
// Evaluates the main line of the game, move by move, and writes the evaluations into it.

import { gameAt } from '../game/nodes.js'
import { Listeners } from '../page/listeners.js'
import { askEngine } from './engine-room.js'

/** @typedef {import('binbo').Game} Game */
/** @typedef {import('binbo/pgn').Evaluation} Evaluation */
/** @typedef {import('binbo/pgn').PgnNode} PgnNode */
/** @typedef {import('../game/study.js').Study} Study */
/** @typedef {import('./engine-room.js').EngineRoom} EngineRoom */

/** Milliseconds between two changes of the study, since each redraws all views of the game. */
const WRITE_INTERVAL = 700

export class GameAnalysis {
  #study
  #room
  /** @type {AbortController | undefined} */
  #running
  #done = 0
  #total = 0
  /** @type {Map<PgnNode, Evaluation>} */
  #found = new Map()
  #listeners = new Listeners()

  /** @param {Study} study @param {EngineRoom} room */
  constructor(study, room) {
    this.#study = study
    this.#room = room
    study.onChange(change => {
      if (change === 'game') this.cancel()
    })
  }

  get running() {
    return this.#running !== undefined
  }

  /** @returns {{ done: number, total: number }} numbers of positions */
  get progress() {
    return { done: this.#done, total: this.#total }
  }

  /**
   * @param {() => void} listener called at the start, with progress, and at the end
   * @returns {() => void} removes it
   */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  /** Evaluations that were found stay. */
  cancel() {
    this.#running?.abort()
  }

  /**
   * @param {number} movetime milliseconds for each position
   * @returns {Promise<'finished' | 'cancelled'>}
   * @throws {ChessError} of the engine; evaluations that were found stay
   */
  async run(movetime) {
    if (this.#running) return 'cancelled'
    const running = (this.#running = new AbortController())
    const { signal } = running
    const { tree } = this.#study
    const nodes = [tree.root, ...tree.mainline()]
    this.#done = 0
    this.#total = nodes.length
    this.#listeners.emit()
    let written = performance.now()
    try {
      for (const node of nodes) {
        const evaluation = await this.#evaluate(gameAt(tree, node), { movetime, signal })
        if (evaluation) this.#found.set(node, evaluation)
        this.#done++
        this.#listeners.emit()
        if (performance.now() - written < WRITE_INTERVAL) continue
        this.#write()
        written = performance.now()
      }
      return 'finished'
    } catch (error) {
      if (signal.aborted) return 'cancelled'
      throw error
    } finally {
      this.#running = undefined
      if (tree === this.#study.tree) this.#write()
      this.#found.clear()
      this.#listeners.emit()
    }
  }

  /**
   * The engine is released after each position, so that other users do not wait for the whole game.
   * @param {Game} game owned
   * @param {{ movetime: number, signal: AbortSignal }} how
   * @returns {Promise<Evaluation | undefined>} from White's side; undefined at mate, which needs none
   * @throws {ChessError}
   */
  async #evaluate(game, { movetime, signal }) {
    try {
      const { status } = game
      if (status.over) return status.type === 'draw' ? { kind: 'cp', value: 0 } : undefined
      const { info } = await askEngine(this.#room, game, { movetime }, signal)
      if (!info?.score) return undefined
      const { kind, value } = info.score.white()
      return { kind, value, depth: info.depth }
    } finally {
      game.stop()
    }
  }

  #write() {
    if (this.#found.size === 0) return
    this.#study.annotate(() => {
      for (const [node, evaluation] of this.#found) node.eval = evaluation
    })
    this.#found.clear()
  }
}
