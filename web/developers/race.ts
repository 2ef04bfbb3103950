// SPDX-License-Identifier: Apache-2.0
// A race: the page and Stockfish each count the perft of the current position, one after the other, so that they do not
// compete for processor time.

/// <reference path="../page/built.d.ts" />

import type { Variant } from 'binbo'
import { ChessError, perft, variantName } from 'binbo'
import { Engine, workerTransport } from 'binbo/uci'
import { html } from 'lit-html'
import { hasStandardRules } from '../../js/game/traits.js'
import { SINGLE, WITH_THREADS } from '../engine/engine-files.js'
import type { EngineRoom } from '../engine/engine-room.js'
import { failureText } from '../engine/failure-text.js'
import { BUILT_IN } from '../engine/source.js'
import { fieldValue } from '../page/dom.js'
import { asRatio, asSpeed, asTime, exactly } from '../page/figures.js'
import { announce } from '../page/notices.js'
import type { Study } from '../study/study.js'

const DEPTHS = [1, 2, 3, 4, 5, 6, 7]
const DEFAULT_DEPTH = 5
/** Milliseconds. Shorter times do not allow a comparison of speed. */
const MIN_COMPARED_MS = 20

/** The count of one side, or a text instead. */
type Lane = Count | string

export class Race {
  #study: Study
  #room: EngineRoom
  #redraw: () => void
  #depth = DEFAULT_DEPTH
  #page: Lane = ''
  #engine: Lane = ''
  #verdict = ''
  #running: AbortController | null = null
  /** The requested frame that draws a count; 0 for none. */
  #frame = 0

  /** @param redraw draws the view */
  constructor({ study, room }: { study: Study; room: EngineRoom }, redraw: () => void) {
    this.#study = study
    this.#room = room
    this.#redraw = redraw
  }

  view() {
    const choose = (event: Event) => {
      this.#depth = Number(fieldValue(event))
    }
    const press = () => (this.#running ? this.stop() : this.#start())
    return html`<div class="race"><p class="soft">How many positions can come from the one on the board? Every rule must be right
      for the counts to agree.</p><div class="row"><label for="perft-depth">Moves deep</label><select id="perft-depth"
      @change=${choose}>${DEPTHS.map(
        depth => html`<option value=${depth} .selected=${depth === this.#depth}>${depth}</option>`,
      )}</select><button type="button" id="perft-start" class="primary" @click=${press}>${
        this.#running ? 'Stop' : 'Count'
      }</button></div><div class="lanes">${laneView('This page', this.#page)}${laneView('Stockfish', this.#engine)}</div><p
      id="perft-verdict" class="verdict">${this.#verdict}</p></div>`
  }

  stop() {
    this.#running?.abort()
  }

  async #start() {
    const running = new AbortController()
    const { signal } = running
    this.#running = running
    this.#verdict = ''
    this.#engine = ''
    this.#page = 'Counting…'
    this.#redraw()
    // Any other search would take processor time from the race.
    let release = () => {}
    try {
      release = await this.#room.claim(signal)
      this.#verdict = await this.#run(signal)
    } catch (error) {
      this.#verdict = signal.aborted ? 'Stopped.' : `It could not be counted. ${reasonFor(error)}`
      // Counts stay, texts do not.
      if (typeof this.#page === 'string') this.#page = ''
      if (typeof this.#engine === 'string') this.#engine = ''
    } finally {
      release()
      this.#running = null
      this.#redraw()
    }
    announce(this.#verdict)
  }

  #drawSoon() {
    if (this.#frame > 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#redraw()
    })
  }

  /** @returns the verdict */
  async #run(signal: AbortSignal): Promise<string> {
    const { position } = this.#study
    const { variant } = position
    // Engines crash on an en passant square without a legal capture.
    const fen = position.toFen({ enPassant: 'legal' })
    // Unlike legalMoves(), perft() also counts in positions that are drawn by rule.
    const moves = Number(perft(fen, 1, { variant }))
    const task = { fen, variant, depth: this.#depth }
    const showOwn = (count: Count) => {
      this.#page = count
      this.#drawSoon()
    }
    const own = await countHere(task, { signal, onCount: showOwn })
    this.#page = own
    if (!hasStandardRules(variant)) {
      this.#engine = `Stockfish does not play ${variantName(variant, 'pgn')}.`
      return `This page counts ${exactly(own.nodes)}.`
    }
    this.#engine = 'Loading…'
    this.#redraw()
    const showOther = (count: Count) => {
      this.#engine = count
      this.#drawSoon()
    }
    const other = await countByEngine(task, { moves, signal, onCount: showOther })
    this.#engine = other
    return compare(own, other, other.name)
  }
}

function laneView(name: string, lane: Lane) {
  const count = typeof lane === 'string' ? null : lane
  return html`<div class="lane"><h4>${name}</h4><span class="nodes">${count ? exactly(count.nodes) : ''}</span><progress max="1"
    .value=${count?.share ?? 0} aria-label=${`${name}: progress`}></progress><span class="soft">${
      typeof lane === 'string' ? lane : timeText(lane)
    }</span></div>`
}

const timeText = ({ nodes, ms }: Count): string =>
  ms < 1 ? asTime(ms) : `${asSpeed(nodes, ms)}, ${asTime(ms)}`

function reasonFor(error: unknown): string {
  if (!(error instanceof ChessError)) return error instanceof Error ? error.message : String(error)
  return failureText(error, { source: BUILT_IN, online: navigator.onLine, origin: location.origin }).text
}

function compare(own: Count, other: Count, name: string) {
  if (own.nodes !== other.nodes) return `The counts differ: one of the two has the rules wrong.`
  const agreed = `Both count ${exactly(own.nodes)}.`
  if (Math.min(own.ms, other.ms) < MIN_COMPARED_MS) return `${agreed} Go deeper to compare the speed.`
  const ratio = other.ms / own.ms
  if (Math.abs(ratio - 1) < 0.05) return `${agreed} This page is as fast as ${name} in this browser.`
  return ratio >= 1
    ? `${agreed} This page is ${asRatio(ratio)} times as fast as ${name} in this browser.`
    : `${agreed} ${name} in this browser is ${asRatio(1 / ratio)} times as fast as this page.`
}

export type Task = { fen: string; variant: Variant; depth: number }

/** A result, or the progress so far. */
export type Count = {
  nodes: number
  ms: number
  /** the part of the moves that is counted, 0 to 1 */
  share: number
}

type CountOptions = {
  /** cancels the count */
  signal: AbortSignal
  /** called several times a second */
  onCount: (count: Count) => void
}

/** Milliseconds without a line after which the engine counts as dead. */
const SILENCE = 120_000

/** Counts in a Worker of this page. */
function countHere(task: Task, { signal, onCount }: CountOptions): Promise<Count> {
  const worker = new Worker(new URL(DEVELOPERS_WORKERS['perft-worker'], location.href), { type: 'module' })
  const counted: Promise<Count> = new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => (data.ended ? resolve(data) : onCount(data)))
    worker.addEventListener('error', event =>
      reject(new Error(event.message || 'A part of the page could not be loaded.')),
    )
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(task)
  })
  return counted.finally(() => worker.terminate())
}

/**
 * Counts with Stockfish in a Worker.
 * @param options.moves the number of legal moves
 * @returns the count and the engine's name
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
 */
async function countByEngine(
  { fen, variant, depth }: Task,
  { moves, signal, onCount }: CountOptions & { moves: number },
): Promise<Count & { name: string }> {
  const engine = await startEngine(signal)
  try {
    await engine.setOptions({ UCI_Chess960: variant === 'chess960' })
    signal.throwIfAborted()
    const output = new PerftOutput(moves, onCount)
    engine.on('line', line => output.read(line))
    engine.on('exit', error => output.fail(error))
    signal.addEventListener('abort', () => output.fail(signal.reason), { once: true })
    engine.command(`position fen ${fen}`)
    await engine.isReady()
    output.begin()
    engine.command(`go perft ${depth}`)
    return { ...(await output.counted), name: engine.id.name }
  } finally {
    await engine.quit()
  }
}

/** @returns Stockfish without threads; with threads if only that one is cached for offline use */
async function startEngine(signal: AbortSignal): Promise<Engine> {
  const start = (script: string) =>
    Engine.start(workerTransport(new URL(script, document.baseURI)), { signal })
  try {
    return await start(SINGLE)
  } catch (error) {
    if (signal.aborted || !(await globalThis.caches?.match(new URL(WITH_THREADS, document.baseURI))))
      throw error
    return start(WITH_THREADS)
  }
}

/** Reads the output of Stockfish's perft: a line for each move, and the sum at the end. */
class PerftOutput {
  #moves: number
  #onCount: (count: Count) => void
  #begun = 0
  #nodes = 0
  #lines = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #resolve: (count: Count) => void = () => {}
  fail: (error: unknown) => void = () => {}

  declare counted: Promise<Count>

  constructor(moves: number, onCount: (count: Count) => void) {
    this.#moves = moves
    this.#onCount = onCount
    this.counted = new Promise<Count>((resolve, reject) => {
      this.#resolve = resolve
      this.fail = reject
    }).finally(() => clearTimeout(this.#timer))
    this.counted.catch(() => {})
  }

  begin() {
    this.#begun = performance.now()
    this.#wait()
  }

  read(line: string) {
    const [, move, nodes] = /^(?:([a-h][1-8]\S+)|Nodes searched): (\d+)$/.exec(line) ?? []
    if (nodes === undefined) return
    const ms = performance.now() - this.#begun
    if (move === undefined) return this.#resolve({ nodes: Number(nodes), ms, share: 1 })
    this.#nodes += Number(nodes)
    this.#lines++
    this.#onCount({ nodes: this.#nodes, ms, share: this.#lines / this.#moves })
    this.#wait()
  }

  #wait() {
    clearTimeout(this.#timer)
    const error = new ChessError('ERR_UCI_ENGINE_DEAD', 'it stopped counting without a result')
    this.#timer = setTimeout(() => this.fail(error), SILENCE)
  }
}
