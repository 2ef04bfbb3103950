// SPDX-License-Identifier: Apache-2.0
// The analysis of the whole game: its run, and what it found. The game itself is changed only by write().

import { checksum, shelved } from '../page/keep.js'
import { mainLineText } from '../study/nodes.js'

/** @import { Evaluation, PgnGame, PgnNode } from 'binbo/pgn' */
/** @import { AnalysisTables } from 'binbo/uci' */
/** @import { Findings, WriteOptions } from './review-run.js' */
/** @import { EngineRoom } from '../engine/engine-room.js' */
/** @import { Edit } from '../study/history.js' */
/** @import { Change, Study } from '../study/study.js' */

/** Why the analysis ended: 'changed': the moves of the game did. @typedef {'finished' | 'cancelled' | 'changed'} End */

export class Review {
  /** The page sets it: called after each change: at the start, with progress, at the end, and when another game's findings are there. */
  changed = () => {}
  #study
  #room
  /** @type {AbortController | undefined} */
  #running
  #done = 0
  #total = 0
  /** The main line that is analysed, its start first. @type {PgnNode[]} */
  #nodes = []
  /** @type {Findings | null} */
  #findings = null
  /** Of all games that were analysed. @type {WeakMap<PgnGame, Findings>} */
  #byGame = new WeakMap()

  /** @param {Study} study @param {EngineRoom} room */
  constructor(study, room) {
    this.#study = study
    this.#room = room
  }

  /** Call after each change of the study. @param {Change} change */
  follow(change) {
    if (change === 'game') this.#follow()
    else if (change === 'tree' && !this.#isMainLine(this.#nodes)) this.#running?.abort('changed')
    else if (change === 'mode' && this.#study.mode === 'play') this.cancel()
  }

  get running() {
    return this.#running !== undefined
  }

  /** @returns {{ done: number, total: number }} numbers of positions */
  get progress() {
    return { done: this.#done, total: this.#total }
  }

  /** @returns {Findings | null} of the last analysis that finished; null for none of this game */
  get findings() {
    return this.#findings
  }

  /** @returns {boolean} whether the findings are of all moves of the main line, and of no others */
  get isCurrent() {
    return this.#findings !== null && this.#isMainLine(this.#findings.nodes)
  }

  /** What views show. */
  get shown() {
    const { running, progress, findings, isCurrent } = this
    return Object.freeze({ running, progress, findings, isCurrent })
  }

  /** @param {PgnNode} node @returns {Evaluation | undefined} from White's side */
  evaluationOf(node) {
    return this.#findings?.evaluations.get(node)
  }

  cancel() {
    this.#running?.abort('cancelled')
  }

  /**
   * Analyses the main line; earlier findings stay until it is finished.
   * @param {number} movetime milliseconds for each position
   * @param {AnalysisTables} [tablebase] judges the positions that it knows
   * @returns {Promise<End>}
   * @throws {ChessError} of the engine
   */
  async run(movetime, tablebase) {
    if (this.#running) return 'cancelled'
    const { tree } = this.#study
    const running = (this.#running = new AbortController())
    const { signal } = running
    this.#nodes = [tree.root, ...tree.mainline()]
    this.#done = 0
    this.#total = this.#nodes.length
    this.changed()
    try {
      const { findAll } = await import('./review-run.js')
      const findings = await findAll(this.#room, tree, {
        nodes: this.#nodes,
        movetime,
        tablebase,
        signal,
        onProgress: done => {
          this.#done = done
          this.changed()
        },
      })
      this.#take(tree, findings)
      // Without storage they last as long as the page.
      import('./kept-findings.js').then(part => part.keepFindings(tree, findings)).catch(() => {})
      return 'finished'
    } catch (error) {
      if (signal.aborted) return signal.reason
      throw error
    } finally {
      this.#running = undefined
      this.changed()
    }
  }

  /**
   * Writes the findings into the game.
   * @param {WriteOptions} options
   * @returns {Promise<Edit | null>} null: there was nothing to write, no findings of the current main line
   */
  async write(options) {
    const { writeAsEdit } = await import('./review-run.js')
    const findings = this.#findings
    if (!findings || !this.isCurrent) return null
    const edit = writeAsEdit(findings, this.#study, options)
    this.changed()
    return edit
  }

  /** @param {PgnGame} tree the shown one @param {Findings} findings */
  #take(tree, findings) {
    this.#byGame.set(tree, findings)
    this.#findings = findings
  }

  /** Another game is shown: with what was found in it, also before a reload. */
  #follow() {
    this.#running?.abort('changed')
    const { tree } = this.#study
    const findings = this.#byGame.get(tree) ?? null
    if (findings !== this.#findings) {
      this.#findings = findings
      this.changed()
    }
    const kept = findings ? [] : shelved('analyses')
    if (kept.length > 0 && kept.includes(String(checksum(mainLineText(tree)))))
      this.#recall(tree).catch(() => {})
  }

  /** @param {PgnGame} tree @returns {Promise<void>} rejects if what was kept cannot be read */
  async #recall(tree) {
    const { recallFindings } = await import('./kept-findings.js')
    const findings = await recallFindings(tree)
    if (!findings || tree !== this.#study.tree || this.#findings || this.#running) return
    this.#take(tree, findings)
    this.changed()
  }

  /** @param {PgnNode[]} nodes */
  #isMainLine(nodes) {
    let place = 0
    for (let node = this.#study.tree.root; node; node = node.children[0])
      if (node !== nodes[place++]) return false
    return place === nodes.length
  }
}
