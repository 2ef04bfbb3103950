// SPDX-License-Identifier: Apache-2.0
// Game servers as processes: started, killed, frozen, drained. All of them end with this process.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { PATIENCE } from './patience.js'
import { holdPorts } from './ports.js'

const PROGRAM = fileURLToPath(new URL('./game-node.js', import.meta.url))
/** Nodes of one test share it: a token of one is good for all. */
const SECRET = 'a secret that all nodes of a test share'
/** As many files as this machine allows: each connection is one. */
const WITH_ALL_FILES = ['-c', 'ulimit -n "$(ulimit -Hn)" 2>/dev/null; exec "$0" "$@"', process.execPath]

/** @type {Set<GameNode>} */
const running = new Set()
process.on('exit', () => {
  for (const node of running) node.signal('SIGKILL')
})

/**
 * Starts a program with IPC and as many files as this machine allows.
 * @param {string[]} args of node
 * @returns {import('node:child_process').ChildProcess}
 */
export function spawnWithFiles(args) {
  const env = { ...process.env }
  delete env.NODE_TEST_CONTEXT
  return spawn('sh', [...WITH_ALL_FILES, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env })
}

/**
 * @typedef {object} NodeOptions
 * @property {string} [redis] URL; without it games are in the node's memory
 * @property {object} [store] more options of RedisStore
 * @property {object} [limits]
 * @property {number} [port]
 * @property {string[]} [flags] of node
 */

export class GameNode {
  #options
  #child
  #questions = 0
  /** @type {Map<number, (answer: any) => void>} */
  #waiting = new Map()
  port = 0

  /** @param {NodeOptions} [options] */
  constructor(options = {}) {
    this.#options = options
  }

  get url() {
    return `ws://127.0.0.1:${this.port}`
  }

  get pid() {
    return this.#child?.pid
  }

  get isRunning() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Starts it, again on the same port, and waits until it listens. */
  async start() {
    const { flags = [], ...options } = this.#options
    // While it is dead, the system gives its port to nobody else.
    if (this.port === 0) [this.port] = await holdPorts(1)
    const given = JSON.stringify({ secret: SECRET, port: this.port, ...options })
    const child = spawnWithFiles([...flags, PROGRAM, given])
    this.#child = child
    running.add(this)
    this.port = await new Promise((resolve, reject) => {
      child.on('message', (/** @type {any} */ message) => {
        if (message.port !== undefined) return resolve(message.port)
        this.#waiting.get(message.number)?.(message.answer)
        this.#waiting.delete(message.number)
      })
      child.once('exit', (code, signal) => reject(new Error(`a node ended with ${code ?? signal}`)))
    })
    return this
  }

  /**
   * @param {'usage' | 'settledUsage' | 'entries'} what
   * @returns {Promise<any>}
   */
  ask(what) {
    const number = ++this.#questions
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, resolve)
      this.#child?.send({ number, ask: what }, error => error && reject(error))
    })
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    this.#child?.kill(signal)
  }

  freeze() {
    this.signal('SIGSTOP')
  }

  thaw() {
    this.signal('SIGCONT')
  }

  /**
   * @param {NodeJS.Signals} [signal]
   * @returns {Promise<number | null>} the exit code
   */
  async end(signal = 'SIGKILL') {
    const child = this.#child
    if (child === undefined || !this.isRunning) return null
    const exit = once(child, 'exit')
    this.signal(signal)
    if (signal === 'SIGKILL') this.thaw()
    const [code] = await exit
    running.delete(this)
    return code
  }

  /**
   * @param {string} path
   * @returns {Promise<{ status: number, text: string }>} 0 if nobody answers
   */
  async get(path) {
    try {
      const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
        signal: AbortSignal.timeout(PATIENCE),
      })
      return { status: response.status, text: await response.text() }
    } catch {
      return { status: 0, text: '' }
    }
  }
}
