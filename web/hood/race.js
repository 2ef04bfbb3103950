// SPDX-License-Identifier: Apache-2.0
// Perft of the current position, counted by the page's own rules and by Stockfish, one after the other, so that each
// has the machine to itself.

import { ChessError, perft } from 'binbo'
import { Engine, workerTransport } from 'binbo/uci'
import { SINGLE, WITH_THREADS } from '../engine/engine-files.js'
import { failureWords } from '../engine/failure-words.js'
import { BUILT_IN } from '../engine/source.js'
import { h } from '../page/dom.js'
import { asRatio, asSpeed, asTime, exactly } from '../page/figures.js'
import { startWorker } from '../page/load.js'
import { announce } from '../page/notices.js'

/** @typedef {import('../app.js').App} App */

const DEPTHS = [1, 2, 3, 4, 5, 6, 7]
const STANDARD = 5
/** Shorter times say little about speed. */
const FAIR_MS = 20

/** @param {App} app @returns {HTMLElement} */
export function raceView(app) {
  const depth = h(
    'select',
    { id: 'perft-depth' },
    ...DEPTHS.map(value => h('option', { value, selected: value === STANDARD }, value)),
  )
  const button = h('button', { type: 'button', id: 'perft-start', class: 'primary' }, 'Count')
  const here = new Lane('This page')
  const engine = new Lane('Stockfish')
  const verdict = h('p', { id: 'perft-verdict', class: 'verdict' })
  /** @type {AbortController | null} */
  let running = null

  const race = async (/** @type {AbortController} */ ending) => {
    const { signal } = ending
    const { fen, options } = app.study.game
    const variant = options.variant ?? 'standard'
    // Unlike the game, it also counts on where a draw has ended it.
    const moves = Number(perft(fen, 1, { variant }))
    const task = { fen, variant, depth: Number(depth.value) }
    const own = await countHere(task, { signal, onCount: count => here.show(count) })
    here.show(own)
    engine.say('Loading…')
    const other = await countByEngine(task, { moves, signal, onCount: count => engine.show(count) })
    engine.show(other)
    return describe(own, other, other.name)
  }

  const start = async () => {
    const ending = new AbortController()
    running = ending
    button.textContent = 'Stop'
    for (const lane of [here, engine]) lane.say('')
    verdict.textContent = ''
    here.say('Counting…')
    // What the engine thinks meanwhile would take its share of the machine.
    let release = () => {}
    try {
      release = await app.room.claim(ending.signal)
      verdict.textContent = await race(ending)
    } catch (error) {
      verdict.textContent = ending.signal.aborted ? 'Stopped.' : `It could not be counted. ${whyNot(error)}`
      for (const lane of [here, engine]) lane.stop()
    } finally {
      release()
      running = null
      button.textContent = 'Count'
    }
    announce(verdict.textContent ?? '')
  }

  button.addEventListener('click', () => (running ? running.abort() : start()))
  return h(
    'div',
    { class: 'race' },
    h(
      'p',
      { class: 'soft' },
      'How many positions can come from the one on the board? Every rule must be right for the counts to agree.',
    ),
    h('div', { class: 'row' }, h('label', { for: 'perft-depth' }, 'Moves deep'), depth, button),
    h('div', { class: 'lanes' }, here.root, engine.root),
    verdict,
  )
}

/** @param {unknown} error @returns {string} */
function whyNot(error) {
  if (!(error instanceof ChessError)) return /** @type {Error} */ (error).message
  return failureWords(error, { source: BUILT_IN, online: navigator.onLine, origin: location.origin }).text
}

/** @param {Count} own @param {Count} other @param {string} name */
function describe(own, other, name) {
  if (own.nodes !== other.nodes) return `The counts differ: one of the two has the rules wrong.`
  const agreed = `Both count ${exactly(own.nodes)}.`
  if (Math.min(own.ms, other.ms) < FAIR_MS) return `${agreed} Go deeper to compare the speed.`
  const ratio = other.ms / own.ms
  if (Math.abs(ratio - 1) < 0.05) return `${agreed} This page is as fast as ${name} in this browser.`
  return ratio >= 1
    ? `${agreed} This page is ${asRatio(ratio)} times as fast as ${name} in this browser.`
    : `${agreed} ${name} in this browser is ${asRatio(1 / ratio)} times as fast as this page.`
}

/** One of the two that count. */
class Lane {
  #nodes = h('span', { class: 'nodes' })
  #words = h('span', { class: 'soft' })
  #progress
  /** @type {Count | null} */
  #count = null
  #frame = 0

  /** @param {string} name */
  constructor(name) {
    this.#progress = h('progress', { max: 1, value: 0, 'aria-label': `${name}: progress` })
    this.root = h('div', { class: 'lane' }, h('h4', {}, name), this.#nodes, this.#progress, this.#words)
  }

  /** @param {string} words instead of figures */
  say(words) {
    this.#count = null
    this.#nodes.textContent = ''
    this.#words.textContent = words
    this.#progress.value = 0
  }

  /** What is there stays; words of waiting go. */
  stop() {
    if (this.#count === null) this.say('')
  }

  /** @param {Count} count drawn once a frame at most */
  show(count) {
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

/** @typedef {{ fen: string, variant: import('binbo').Variant, depth: number }} Task */

/**
 * How far it is.
 * @typedef {object} Count
 * @property {number} nodes
 * @property {number} ms
 * @property {number} share of the moves, 0 to 1
 */

/**
 * @typedef {object} CountOptions
 * @property {AbortSignal} signal ends the Worker
 * @property {(count: Count) => void} onCount several times a second
 */

/** Without a word for this long, the engine will not say one. */
const SILENCE = 120_000

/**
 * @param {Task} task
 * @param {CountOptions} options
 * @returns {Promise<Count>}
 */
function countHere(task, { signal, onCount }) {
  const worker = startWorker('perft-worker')
  /** @type {Promise<Count>} */
  const counted = new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => (data.ended ? resolve(data) : onCount(data)))
    worker.addEventListener('error', event =>
      reject(new Error(event.message || 'Its Worker could not be loaded.')),
    )
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(task)
  })
  return counted.finally(() => worker.terminate())
}

/**
 * @param {Task} task
 * @param {CountOptions & { moves: number }} options moves: how many the position has
 * @returns {Promise<Count & { name: string }>} name: what the engine calls itself
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED
 */
async function countByEngine({ fen, variant, depth }, { moves, signal, onCount }) {
  const engine = await startEngine(signal)
  try {
    await engine.setOptions({ UCI_Chess960: variant === 'chess960' })
    signal.throwIfAborted()
    const words = new PerftWords(moves, onCount)
    engine.on('line', line => words.read(line))
    engine.on('exit', error => words.fail(error))
    signal.addEventListener('abort', () => words.fail(signal.reason), { once: true })
    engine.command(`position fen ${fen}`)
    await engine.isReady()
    words.begin()
    engine.command(`go perft ${depth}`)
    return { ...(await words.counted), name: engine.id.name }
  } finally {
    await engine.quit()
  }
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<Engine>} without threads; where only the one with threads was kept for offline use, that one
 */
async function startEngine(signal) {
  const start = (/** @type {string} */ script) =>
    Engine.start(workerTransport(new URL(script, document.baseURI)), { signal })
  try {
    return await start(SINGLE)
  } catch (error) {
    if (signal.aborted || !(await globalThis.caches?.match(new URL(WITH_THREADS, document.baseURI))))
      throw error
    return start(WITH_THREADS)
  }
}

/** Reads what Stockfish says while it counts: a line for each move, the sum at the end. */
class PerftWords {
  #moves
  #onCount
  #begun = 0
  #nodes = 0
  #lines = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  /** @type {(count: Count) => void} */
  #resolve = () => {}
  /** @type {(error: unknown) => void} */
  fail = () => {}

  /** @param {number} moves @param {(count: Count) => void} onCount */
  constructor(moves, onCount) {
    this.#moves = moves
    this.#onCount = onCount
    /** @type {Promise<Count>} */
    this.counted = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.fail = reject
    }).finally(() => clearTimeout(this.#timer))
    this.counted.catch(() => {})
  }

  begin() {
    this.#begun = performance.now()
    this.#wait()
  }

  /** @param {string} line */
  read(line) {
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
    const error = new ChessError('ERR_UCI_ENGINE_DEAD', 'it counts without an end')
    this.#timer = setTimeout(() => this.fail(error), SILENCE)
  }
}
