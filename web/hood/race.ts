// SPDX-License-Identifier: Apache-2.0
// Perft of the current position, counted by the page's own rules and by Stockfish, one after the other, so that each
// has the machine to itself.

import type { Variant } from 'binbo'
import { ChessError, perft, variantName } from 'binbo'
import { Engine, workerTransport } from 'binbo/uci'
import { SINGLE, WITH_THREADS } from '../engine/engine-files.js'
import type { EngineRoom } from '../engine/engine-room.js'
import { isOrdinary } from '../engine/engine-variants.js'
import { failureText } from '../engine/failure-text.js'
import { BUILT_IN } from '../engine/source.js'
import { h } from '../page/dom.js'
import { asRatio, asSpeed, asTime, exactly } from '../page/figures.js'
import { startWorker } from '../page/load.js'
import { announce } from '../page/notices.js'
import type { Study } from '../study/study.js'

const DEPTHS = [1, 2, 3, 4, 5, 6, 7]
const DEFAULT_DEPTH = 5
/** Milliseconds. Shorter times do not allow a comparison of speed. */
const FAIR_MS = 20

export class Race {
  #study: Study
  #room: EngineRoom
  #depth = h(
    'select',
    { id: 'perft-depth' },
    ...DEPTHS.map(value => h('option', { value, selected: value === DEFAULT_DEPTH }, value)),
  )
  #button = h('button', { type: 'button', id: 'perft-start', class: 'primary' }, 'Count')
  #page = new Lane('This page')
  #engine = new Lane('Stockfish')
  #verdict = h('p', { id: 'perft-verdict', class: 'verdict' })
  #running: AbortController | null = null

  root = h(
    'div',
    { class: 'race' },
    h(
      'p',
      { class: 'soft' },
      'How many positions can come from the one on the board? Every rule must be right for the counts to agree.',
    ),
    h('div', { class: 'row' }, h('label', { for: 'perft-depth' }, 'Moves deep'), this.#depth, this.#button),
    h('div', { class: 'lanes' }, this.#page.root, this.#engine.root),
    this.#verdict,
  )

  constructor({ study, room }: { study: Study; room: EngineRoom }) {
    this.#study = study
    this.#room = room
    this.#button.addEventListener('click', () => (this.#running ? this.#running.abort() : this.#start()))
  }

  stop() {
    this.#running?.abort()
  }

  async #start() {
    const running = new AbortController()
    const { signal } = running
    this.#running = running
    this.#button.textContent = 'Stop'
    this.#verdict.textContent = ''
    this.#engine.say('')
    this.#page.say('Counting…')
    // Any other search would take processor time from the race.
    let release = () => {}
    try {
      release = await this.#room.claim(signal)
      this.#verdict.textContent = await this.#run(signal)
    } catch (error) {
      this.#verdict.textContent = signal.aborted ? 'Stopped.' : `It could not be counted. ${reasonFor(error)}`
      this.#page.stop()
      this.#engine.stop()
    } finally {
      release()
      this.#running = null
      this.#button.textContent = 'Count'
    }
    announce(this.#verdict.textContent ?? '')
  }

  /** @returns the verdict */
  async #run(signal: AbortSignal): Promise<string> {
    const { position } = this.#study
    const { variant } = position
    // Engines crash on an en passant square without a legal capture.
    const fen = position.toFen({ enPassant: 'legal' })
    // Unlike legalMoves(), perft() also counts in positions that are drawn by rule.
    const moves = Number(perft(fen, 1, { variant }))
    const task = { fen, variant, depth: Number(this.#depth.value) }
    const own = await countHere(task, { signal, onCount: count => this.#page.show(count) })
    this.#page.show(own)
    if (!isOrdinary(variant)) {
      this.#engine.say(`Stockfish does not play ${variantName(variant, 'pgn')}.`)
      return `This page counts ${exactly(own.nodes)}.`
    }
    this.#engine.say('Loading…')
    const onCount = (count: Count) => this.#engine.show(count)
    const other = await countByEngine(task, { moves, signal, onCount })
    this.#engine.show(other)
    return compare(own, other, other.name)
  }
}

function reasonFor(error: unknown): string {
  if (!(error instanceof ChessError)) return (error as Error).message
  return failureText(error, { source: BUILT_IN, online: navigator.onLine, origin: location.origin }).text
}

function compare(own: Count, other: Count, name: string) {
  if (own.nodes !== other.nodes) return `The counts differ: one of the two has the rules wrong.`
  const agreed = `Both count ${exactly(own.nodes)}.`
  if (Math.min(own.ms, other.ms) < FAIR_MS) return `${agreed} Go deeper to compare the speed.`
  const ratio = other.ms / own.ms
  if (Math.abs(ratio - 1) < 0.05) return `${agreed} This page is as fast as ${name} in this browser.`
  return ratio >= 1
    ? `${agreed} This page is ${asRatio(ratio)} times as fast as ${name} in this browser.`
    : `${agreed} ${name} in this browser is ${asRatio(1 / ratio)} times as fast as this page.`
}

/** The progress and the result of one of the two. */
class Lane {
  #nodes = h('span', { class: 'nodes' })
  #words = h('span', { class: 'soft' })
  #progress: HTMLProgressElement
  #count: Count | null = null
  #frame = 0

  declare root: HTMLDivElement

  constructor(name: string) {
    this.#progress = h('progress', { max: 1, value: 0, 'aria-label': `${name}: progress` })
    this.root = h('div', { class: 'lane' }, h('h4', {}, name), this.#nodes, this.#progress, this.#words)
  }

  /** @param text instead of figures */
  say(text: string) {
    this.#count = null
    this.#nodes.textContent = ''
    this.#words.textContent = text
    this.#progress.value = 0
  }

  /** Removes a text, keeps figures. */
  stop() {
    if (this.#count === null) this.say('')
  }

  /** @param count drawn at most once a frame */
  show(count: Count) {
    this.#count = count
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw())
  }

  #draw() {
    this.#frame = 0
    if (this.#count === null) return
    const { nodes, ms, share } = this.#count
    this.#nodes.textContent = exactly(nodes)
    this.#words.textContent = ms < 1 ? asTime(ms) : `${asSpeed(nodes, ms)}, ${asTime(ms)}`
    this.#progress.value = share
  }
}

export type Task = { fen: string; variant: Variant; depth: number }

/** A result, or the progress so far. */
export type Count = {
  nodes: number
  ms: number
  /** of the moves, 0 to 1 */
  share: number
}

type CountOptions = {
  /** ends the count */
  signal: AbortSignal
  /** several times a second */
  onCount: (count: Count) => void
}

/** Milliseconds without a line, after which the engine counts as dead. */
const SILENCE = 120_000

/** Counts in a Worker of this page. */
function countHere(task: Task, { signal, onCount }: CountOptions): Promise<Count> {
  const worker = startWorker('perft-worker')
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
 * @param options moves: the number of legal moves
 * @returns with the engine's name
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

/** @returns without threads, unless only the one with threads is kept for offline use */
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

/** Reads the output of Stockfish's perft: a line for each move, the sum at the end. */
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
