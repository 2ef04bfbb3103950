// SPDX-License-Identifier: Apache-2.0
// Perft of the position that is looked at: how many positions there are after some moves, counted here and by
// Stockfish, one after the other, so that each has the machine for itself.

import { ChessError, perft } from 'binbo'
import { failureWords } from '../engine/failure-words.js'
import { BUILT_IN } from '../engine/source.js'
import { h } from '../page/dom.js'
import { asRatio, asSpeed, asTime, exactly } from '../page/figures.js'
import { announce } from '../page/notices.js'
import { countByEngine, countHere } from './count.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./count.js').Count} Count */

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
