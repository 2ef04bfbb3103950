// SPDX-License-Identifier: Apache-2.0
// The analysis of the whole game: starts and cancels it, and keeps its findings. Only write() changes the game.

import type { Evaluation, PgnGame, PgnNode } from 'binbo/pgn'
import type { AnalysisTables } from 'binbo/uci'
import type { EngineRoom } from '../engine/engine-room.js'
import { checksum, storedKeys } from '../page/local-storage.js'
import type { Edit } from '../study/history.js'
import { mainLineText } from '../study/nodes.js'
import type { Change, Study } from '../study/study.js'
import type { Findings, WriteOptions } from './review-run.js'

/** Why the analysis ended; 'changed': the moves of the game changed. */
export type End = 'finished' | 'cancelled' | 'changed'

export class Review {
  /** Set by the page; called at the start, with progress, at the end, and when another game's findings are shown. */
  changed = () => {}
  #study: Study
  #room: EngineRoom
  #running: AbortController | undefined
  #done = 0
  #total = 0
  /** The main line that is analysed, the start first. */
  #nodes: PgnNode[] = []
  #findings: Findings | null = null
  /** The findings of all games that were analysed. */
  #byGame: WeakMap<PgnGame, Findings> = new WeakMap()

  constructor(study: Study, room: EngineRoom) {
    this.#study = study
    this.#room = room
  }

  /** Call after each change of the study. */
  follow(change: Change) {
    if (change === 'game') this.#switchGame()
    else if (change === 'tree' && !this.#isMainLine(this.#nodes)) this.#running?.abort('changed')
    else if (change === 'mode' && this.#study.mode === 'play') this.cancel()
  }

  get running() {
    return this.#running !== undefined
  }

  /** @returns numbers of positions */
  get progress(): { done: number; total: number } {
    return { done: this.#done, total: this.#total }
  }

  /** @returns the findings of the last finished analysis; null if the game was not analysed */
  get findings(): Findings | null {
    return this.#findings
  }

  /** @returns whether the findings cover exactly the main line */
  get isCurrent(): boolean {
    return this.#findings !== null && this.#isMainLine(this.#findings.nodes)
  }

  /** @returns its part of the snapshot */
  get shown() {
    const { running, progress, findings, isCurrent } = this
    return Object.freeze({ running, progress, findings, isCurrent })
  }

  /** @returns the evaluation from White's side */
  evaluationOf(node: PgnNode): Evaluation | undefined {
    return this.#findings?.evaluations.get(node)
  }

  cancel() {
    this.#running?.abort('cancelled')
  }

  /**
   * Analyses the main line; earlier findings stay until it is finished.
   * @param movetime milliseconds for each position
   * @param tablebase judges positions of the endgame tables
   * @throws {ChessError} of the engine
   */
  async run(movetime: number, tablebase?: AnalysisTables): Promise<End> {
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
      // If they cannot be saved, they last until the page is closed.
      import('./saved-findings.js').then(part => part.saveFindings(tree, findings)).catch(() => {})
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
   * @returns null if there are no findings of the current main line
   */
  async write(options: WriteOptions): Promise<Edit | null> {
    const { writeAsEdit } = await import('./review-run.js')
    const findings = this.#findings
    if (!findings || !this.isCurrent) return null
    const edit = writeAsEdit(findings, this.#study, options)
    this.changed()
    return edit
  }

  /** @param tree the current game */
  #take(tree: PgnGame, findings: Findings) {
    this.#byGame.set(tree, findings)
    this.#findings = findings
  }

  /** Shows the findings of the new current game, which may be saved from before a reload. */
  #switchGame() {
    this.#running?.abort('changed')
    const { tree } = this.#study
    const findings = this.#byGame.get(tree) ?? null
    if (findings !== this.#findings) {
      this.#findings = findings
      this.changed()
    }
    const saved = findings ? [] : storedKeys('analyses')
    if (saved.length > 0 && saved.includes(String(checksum(mainLineText(tree)))))
      this.#restore(tree).catch(() => {})
  }

  /** @returns rejects if the saved findings cannot be read */
  async #restore(tree: PgnGame): Promise<void> {
    const { readFindings } = await import('./saved-findings.js')
    const findings = await readFindings(tree)
    if (!findings || tree !== this.#study.tree || this.#findings || this.#running) return
    this.#take(tree, findings)
    this.changed()
  }

  #isMainLine(nodes: PgnNode[]) {
    let place = 0
    for (let node = this.#study.tree.root; node; node = node.children[0])
      if (node !== nodes[place++]) return false
    return place === nodes.length
  }
}
