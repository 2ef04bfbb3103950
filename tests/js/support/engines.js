// SPDX-License-Identifier: Apache-2.0
// Engines for tests: scripted ones, native and WASM Stockfish, transports made of plain objects. Every one ends with
// its test, and the input of a scripted one is checked against the protocol's rules.

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { FAIRY_STOCKFISH, findProgram } from '#js/cli/find-program.js'
import { dist, root } from './binbo.js'
import { PATIENCE } from './patience.js'
import { childrenOf } from './processes.js'
import { findStockfish } from './stockfish.js'

/** @param {string} path in dist/ */
const load = path => import(pathToFileURL(path).href)
export const { Game, ChessError, chess960Fen, Position, Setup, START_FEN } = await load(`${dist}index.js`)
export const { parsePgn } = await load(`${dist}pgn.js`)
export const { Engine, Score } = await load(`${dist}uci.js`)
export const { processTransport } = await load(`${dist}node.js`)

const FAKE = fileURLToPath(new URL('./fake-engine.js', import.meta.url))
/** The WASM engine that runs without threads, as a program for Node. */
export const WASM = `${root}node_modules/stockfish/bin/stockfish-19-lite-single.js`
export const NATIVE = findStockfish()
/** Fairy-Stockfish, which plays variants. */
export const FAIRY = findProgram(FAIRY_STOCKFISH, process.env)

/** Longer than any test needs, also on a busy machine, and shorter than what counts as hanging. */
const PATIENT = {
  handshakeTimeout: 40_000,
  readyTimeout: 40_000,
  stopTimeout: 40_000,
  silenceTimeout: 40_000,
}
/** Milliseconds: what takes longer has waited for one of these deadlines; a busy machine takes less. */
export const SOON = 30_000
/** Short enough to wait for. */
export const SHORT = { ...PATIENT, stopTimeout: 800, silenceTimeout: 800 }

const folder = mkdtempSync(join(tmpdir(), 'binbo-engines-'))
let logs = 0
const unhandled = []
process.on('unhandledRejection', reason => unhandled.push(reason))

after(async () => {
  rmSync(folder, { recursive: true, force: true })
  await noChildLeft()
  assert.deepEqual(unhandled, [], 'promises were rejected without a handler')
})

// --- what promises do ------------------------------------------------------------------------------

/**
 * @param {Promise<T>} promise
 * @returns {Promise<{ value?: T, error?: any, time: number }>} how it was settled, and after how many milliseconds
 * @throws {Error} when it hangs
 */
export async function settled(promise, note = 'the promise', milliseconds = PATIENCE) {
  const begin = performance.now()
  const time = () => performance.now() - begin
  const aborter = new AbortController()
  const hung = wait(milliseconds, 'hung', { signal: aborter.signal }).catch(() => {})
  try {
    const outcome = await Promise.race([
      promise.then(
        value => ({ value, time: time() }),
        error => ({ error, time: time() }),
      ),
      hung,
    ])
    if (outcome === 'hung') throw new Error(`${note} hangs`)
    return outcome
  } finally {
    aborter.abort()
  }
}

/**
 * @param {Promise<unknown>} promise
 * @param {string} code
 * @returns {Promise<any>} the ChessError that it is rejected with
 */
export async function rejects(promise, code, note = code) {
  const { error, value } = await settled(promise, note)
  assert.ok(error !== undefined, `${note}: resolved with ${JSON.stringify(value)} instead of ${code}`)
  assert.ok(error instanceof ChessError, `${note}: ${error?.stack ?? error}`)
  assert.equal(error.code, code, `${note}: ${error.message}`)
  return error
}

/** @param {AsyncIterable<T>} iterable @returns {Promise<T[]>} */
export async function collect(iterable) {
  const all = []
  for await (const item of iterable) all.push(item)
  return all
}

/** Waits until it is true. */
export async function until(condition, note = String(condition), milliseconds = PATIENCE) {
  const end = performance.now() + milliseconds
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`this never came true: ${note}`)
    await wait(5)
  }
}

/** A timer counts from the beginning of its turn of the event loop: on a slow machine it may be early by this share. */
const EARLY = 0.1

/** Does it take about this long, and no other deadline? */
export function assertAbout(time, milliseconds, note) {
  assert.ok(time >= milliseconds * (1 - EARLY) - 5, `${note}: after ${time} ms already, not ${milliseconds}`)
  assert.ok(time < milliseconds + SOON, `${note}: after ${time} ms, not ${milliseconds}`)
}

// --- processes -------------------------------------------------------------------------------------

/** @returns {string[]} 'pid state command' of this process's children whose commands hold the text */
export function children(text = '') {
  return childrenOf()
    .filter(({ args }) => args.includes(text))
    .map(({ pid, state, args }) => `${pid} ${state} ${args}`)
}

/** Does a process live? */
export function lives(pid) {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** No child process, or none whose command holds the text, lives or waits to be reaped. */
export async function noChildLeft(text = '') {
  const end = performance.now() + PATIENCE
  for (;;) {
    const left = children(text)
    if (left.length === 0) return
    if (performance.now() > end) assert.fail(`children are left:\n${left.join('\n')}`)
    await wait(20)
  }
}

// --- scripted engines ------------------------------------------------------------------------------

/**
 * A scripted engine as a process, with its input.
 * @param {import('node:test').TestContext} t
 * @param {object} [script] see fake-engine.js
 * @param {{ lawful?: boolean }} [o] lawful: false where the test sends raw lines that no law covers
 */
export function fakeTransport(t, script = {}, { lawful = true } = {}) {
  const path = join(folder, `${++logs}.log`)
  const transport = processTransport(process.execPath, [FAKE, JSON.stringify({ ...script, log: path })])
  /** Everything, as '> line' for its input and '< line' for its output. */
  const log = () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [])
  /** Its input, line by line. */
  const received = () =>
    log()
      .filter(line => line.startsWith('> '))
      .map(line => line.slice(2))
  t.after(() => {
    transport.kill()
    if (lawful) assert.deepEqual(brokenLaws(log()), [], log().join('\n'))
  })
  /** Waits until its process is no more. */
  const gone = () => noChildLeft(path)
  return { transport, log, received, gone }
}

/**
 * Starts one.
 * @param {import('node:test').TestContext} t
 * @param {object} [script] see fake-engine.js
 * @param {object} [options] of Engine.start
 */
export async function fake(t, script = {}, options = {}, o = {}) {
  const handle = fakeTransport(t, script, o)
  const engine = await start(t, handle.transport, options)
  return { ...handle, engine }
}

/** Engine.start, ended after the test. */
export async function start(t, transport, options = {}) {
  const { value, error } = await settled(Engine.start(transport, { ...PATIENT, ...options }), 'Engine.start')
  if (error !== undefined) throw error
  t.after(async () => {
    await settled(value.quit(), 'quit')
  })
  return value
}

/** Commands that a search must not hear. */
const BETWEEN_SEARCHES = /^(go|position|setoption|ucinewgame)\b/

/**
 * Commands that no engine may get, whichever one it is.
 * @param {string[]} log
 * @returns {string[]}
 */
export function brokenLaws(log) {
  const broken = []
  let searching = false
  let ready = false
  let asked = 0
  let last = ''
  for (const [index, entry] of log.entries()) {
    const line = entry.slice(2)
    const fail = why => broken.push(`line ${index + 1}: ${line.slice(0, 60)}: ${why}`)
    if (entry.startsWith('< ')) {
      if (line.startsWith('bestmove')) searching = false
      if (line === 'readyok' && asked > 0) ready = --asked === 0 || ready
      continue
    }
    if (entry === '. start') {
      searching = ready = false
      asked = 0
    }
    if (!entry.startsWith('> ')) continue
    if (searching && BETWEEN_SEARCHES.test(line)) fail('during a search')
    if (line === 'isready') asked++
    if (/^(setoption|ucinewgame)\b/.test(line)) ready = false
    if (/^go\b/.test(line)) {
      if (!ready) fail('without isready and readyok before it')
      if (!last.startsWith('position ')) fail('without a position before it')
      searching = true
      ready = false
    }
    last = line
  }
  return broken
}

// --- real engines ----------------------------------------------------------------------------------

const SLOW = { handshakeTimeout: 20_000, readyTimeout: 20_000, stopTimeout: 5000 }

/** Native Stockfish; the caller quits it. */
export const native = () => Engine.start(processTransport(NATIVE), SLOW)

/** WASM Stockfish as a child of Node; the caller quits it. */
export const wasm = () => Engine.start(processTransport(process.execPath, [WASM]), SLOW)

// --- plain objects ---------------------------------------------------------------------------------

/** What plain engines say by themselves. */
const ANSWERS = {
  uci: ['id name Plain', 'option name MultiPV type spin default 1 min 1 max 8', 'uciok'],
  isready: ['readyok'],
  go: ['info depth 1 score cp 1 pv e2e4', 'bestmove e2e4'],
  stop: [],
}

/**
 * A transport of no class of ours, which answers inside send().
 * @param {Record<string, string[] | ((line: string) => string[] | undefined)>} [answers] for a command's first word
 * @param {object} [more] further or other members
 */
export function plainTransport(answers = {}, more = {}) {
  const said = { ...ANSWERS, ...answers }
  const transport = {
    /** @type {string[]} */
    sent: [],
    closed: 0,
    killed: 0,
    /** @type {((line: string) => void) | undefined} */
    onLine: undefined,
    /** @type {((reason: object) => void) | undefined} */
    onClose: undefined,
    send(line) {
      transport.sent.push(line)
      const answer = said[line.split(' ')[0]]
      for (const text of (typeof answer === 'function' ? answer(line) : answer) ?? [])
        transport.onLine?.(text)
    },
    async close() {
      transport.closed++
    },
    kill() {
      transport.killed++
    },
    ...more,
  }
  return transport
}

/**
 * Starts an engine behind a plain object, and clears its input of the handshake.
 * @param {import('node:test').TestContext} t
 * @param {Parameters<typeof plainTransport>[0]} [answers]
 * @param {object} [options] of Engine.start
 */
export async function plain(t, answers, options = {}) {
  const transport = plainTransport(answers)
  const engine = await start(t, transport, options)
  transport.sent.length = 0
  return { engine, transport, sent: transport.sent }
}

/** Options as a good engine offers them, for plainTransport's `uci`. */
export const OPTIONS = [
  'option name Threads type spin default 1 min 1 max 512',
  'option name Hash type spin default 16 min 1 max 1024',
  'option name Clear Hash type button',
  'option name Ponder type check default false',
  'option name MultiPV type spin default 1 min 1 max 500',
  'option name Style type combo default Normal var Solid var Normal var Very Risky',
  'option name Book File type string default <empty>',
  'option name UCI_Chess960 type check default false',
]
export const UCI = ['id name Plain', 'id author The tests', ...OPTIONS, 'uciok']
