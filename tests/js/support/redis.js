// SPDX-License-Identifier: Apache-2.0
// Real redis-servers for tests: each with a folder of its own, reached through a socket in it, and killed at the end.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PATIENCE } from './patience.js'
import { holdPorts } from './ports.js'
import { processes } from './processes.js'

const run = promisify(execFile)

/** @type {Set<RedisServer>} */
const running = new Set()
process.on('exit', () => {
  for (const server of running) server.kill()
})

/**
 * @typedef {object} RedisServerOptions
 * @property {'no' | 'everysec' | 'always'} [appendfsync] 'no' is without a file
 * @property {string[]} [args] further ones
 * @property {number} [port] listens there, too
 * @property {string} [password] that `args` set
 */

export class RedisServer {
  #options
  #child
  #folder = mkdtempSync(join(tmpdir(), 'binbo-redis-'))
  #log = join(this.#folder, 'log')

  /** @param {RedisServerOptions} [options] */
  constructor(options = {}) {
    this.#options = options
    this.socket = join(this.#folder, 's')
    this.url = `unix://${this.socket}`
  }

  get pid() {
    return this.#child.pid
  }

  /** @param {...string} args for the next start */
  addArgs(...args) {
    this.#options = { ...this.#options, args: [...(this.#options.args ?? []), ...args] }
  }

  /** Starts it, and waits until it answers, or only until it listens. */
  async start({ loaded = true } = {}) {
    const { appendfsync = 'no', args = [], port = 0 } = this.#options
    const keep =
      appendfsync === 'no' ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--appendfsync', appendfsync]
    const listen = ['--port', String(port), '--bind', '127.0.0.1', '--unixsocket', this.socket]
    const places = ['--dir', this.#folder, '--logfile', this.#log]
    this.#child = spawn('redis-server', [...listen, ...places, '--save', '', ...keep, ...args], {
      stdio: 'ignore',
    })
    running.add(this)
    for (const end = Date.now() + PATIENCE; ; await wait(10)) {
      const answer = await this.ask('PING').catch(error => `${error.stderr}`)
      if (answer === 'PONG' || (!loaded && answer.startsWith('LOADING'))) return this
      if (this.#hasEnded || Date.now() > end)
        throw new Error(`redis-server does not start: ${answer}\n${this.#state()}`)
    }
  }

  get #hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** How it ended, and what it said last. */
  #state() {
    const { exitCode, signalCode } = this.#child
    const log = existsSync(this.#log) ? readFileSync(this.#log, 'utf8').slice(-2000) : ''
    return `exit code ${exitCode}, signal ${signalCode}\n${log}`
  }

  /** @param {...string} args of redis-cli */
  async ask(...args) {
    return RedisServer.askAt(this.socket, this.#options.password, ...args)
  }

  /**
   * @param {string} socket
   * @param {string | undefined} password
   * @param {...string} args of redis-cli
   */
  static async askAt(socket, password, ...args) {
    const env = { ...process.env, ...(password !== undefined && { REDISCLI_AUTH: password }) }
    const ask = () => run('redis-cli', ['-s', socket, ...args], { timeout: PATIENCE, env })
    // A primary that becomes a replica leaves its clients. redis-cli asks again then, except where it writes to a
    // connection that is closed already: this ends it before the command is sent.
    const { stdout } = await ask().catch(error =>
      error.signal === 'SIGPIPE' ? ask() : Promise.reject(error),
    )
    const answer = stdout.trim()
    if (/^(LOADING|ERR|Error|Could not)/.test(answer))
      throw Object.assign(new Error(answer), { stderr: answer })
    return answer
  }

  freeze() {
    this.#child.kill('SIGSTOP')
  }

  /** Freezes it, and waits until it does nothing any more. */
  async frozen() {
    this.freeze()
    while (!processes().some(({ pid, state }) => pid === this.pid && state === 'T')) await wait(1)
  }

  thaw() {
    this.#child.kill('SIGCONT')
  }

  /** Ends it without warning; what it keeps stays. */
  kill() {
    this.#child?.kill('SIGKILL')
  }

  async killed() {
    if (this.#hasEnded) return
    const exit = once(this.#child, 'exit')
    this.kill()
    await exit
  }

  /** Ends it, and deletes what it keeps. */
  async remove() {
    if (this.#child) await this.killed()
    running.delete(this)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/**
 * @param {import('node:test').TestContext | { after: (fn: () => Promise<void>) => void }} t at whose end it is removed
 * @param {RedisServerOptions} [options]
 */
export async function withRedis(t, options) {
  const server = new RedisServer(options)
  t.after(() => server.remove())
  return await server.start()
}

/**
 * Three masters that share the slots.
 * @param {{ after: (fn: () => Promise<void>) => void }} t
 * @param {{ replicas?: number }} [options] of each master; they come after the masters in `servers`
 */
export async function withCluster(t, { replicas = 0 } = {}) {
  const count = 3 * (1 + replicas)
  const ports = await holdPorts(2 * count)
  const servers = Array.from(
    { length: count },
    (_, index) =>
      new RedisServer({
        port: ports[index],
        args: [
          '--cluster-enabled',
          'yes',
          '--cluster-port',
          String(ports[index + count]),
          '--cluster-node-timeout',
          '2000',
          '--repl-diskless-sync-delay',
          '0',
        ],
      }),
  )
  t.after(async () => {
    await Promise.all(servers.map(server => server.remove()))
  })
  await Promise.all(servers.map(server => server.start()))
  const slots = [0, 5461, 10923, 16384]
  for (const [index, server] of servers.entries()) {
    if (index < 3)
      await server.ask('CLUSTER', 'ADDSLOTSRANGE', String(slots[index]), String(slots[index + 1] - 1))
    if (index > 0) await server.ask('CLUSTER', 'MEET', '127.0.0.1', String(ports[0]), String(ports[count]))
  }
  const allAsk = (/** @type {string[]} */ ...args) => Promise.all(servers.map(server => server.ask(...args)))
  const ids = await allAsk('CLUSTER', 'MYID')
  await untilAll(
    'cluster',
    () => allAsk('CLUSTER', 'NODES'),
    nodes => ids.every(id => nodes.includes(id)),
  )
  for (const [index, server] of servers.entries())
    if (index >= 3) await server.ask('CLUSTER', 'REPLICATE', ids[index % 3])
  await untilAll(
    'cluster',
    () => allAsk('CLUSTER', 'INFO'),
    info => info.includes('cluster_state:ok'),
  )
  await untilAll(
    'replication',
    () => allAsk('INFO', 'replication'),
    info =>
      info.includes('role:master')
        ? info.includes(`connected_slaves:${replicas}`)
        : info.includes('master_link_status:up'),
  )
  return { servers, urls: ports.slice(0, 3).map(port => `redis://127.0.0.1:${port}`) }
}

/**
 * @param {string} what
 * @param {() => Promise<string[]>} ask
 * @param {(answer: string) => boolean} isGood
 */
async function untilAll(what, ask, isGood) {
  for (const end = Date.now() + PATIENCE; ; await wait(50)) {
    const answers = await ask()
    if (answers.every(isGood)) return
    if (Date.now() > end) throw new Error(`no ${what}:\n${answers.join('\n')}`)
  }
}
