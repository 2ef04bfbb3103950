// SPDX-License-Identifier: Apache-2.0
// Real groups of Redis for tests: a primary and its replicas, watched by three Sentinels, all of them processes.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { PATIENCE } from './patience.js'
import { holdPorts } from './ports.js'
import { RedisServer } from './redis.js'

export const GROUP = 'games'
const SENTINELS = 3
const QUORUM = 2
/** A server without an answer for so long is down, in milliseconds. */
const DOWN_AFTER = 1000
/** Replication begins at once, instead of after five seconds. */
const AT_ONCE = ['--repl-diskless-sync-delay', '0']

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A primary, replicas and Sentinels. */
export class RedisGroup {
  #folder = mkdtempSync(join(tmpdir(), 'binbo-sentinels-'))
  /** @type {import('node:child_process').ChildProcess[]} */
  #sentinels = []
  /** @type {RedisServer[]} */
  servers = []
  /** @type {number[]} of the servers */
  ports = []
  /** @type {import('#js/server/stores/redis/sentinels.js').SentinelOptions} for a RedisStore */
  sentinel = { name: GROUP, nodes: [] }

  /**
   * Starts it, and waits until all of them know each other.
   * @param {{ replicas?: number, appendfsync?: 'no' | 'everysec' | 'always', args?: string[], password?: string }} [options]
   *   `password` of Redis and of the Sentinels
   */
  async start({ replicas = 1, appendfsync = 'no', args = [], password } = {}) {
    const ports = await holdPorts(1 + replicas + SENTINELS)
    this.ports = ports.slice(0, 1 + replicas)
    const secret = password === undefined ? [] : ['--requirepass', password, '--masterauth', password]
    this.servers = this.ports.map(
      (port, index) =>
        new RedisServer({
          port,
          appendfsync,
          password,
          args: [
            ...AT_ONCE,
            ...secret,
            ...args,
            ...(index > 0 ? ['--replicaof', '127.0.0.1', String(ports[0])] : []),
          ],
        }),
    )
    await Promise.all(this.servers.map(server => server.start()))
    const sentinelPorts = ports.slice(1 + replicas)
    this.sentinel = {
      name: GROUP,
      nodes: sentinelPorts.map(port => ({ host: '127.0.0.1', port })),
      ...(password !== undefined && { password }),
    }
    await until(
      'replicas in step',
      async () =>
        (await this.servers[0].ask('INFO', 'replication')).includes(`connected_slaves:${replicas}`) &&
        (await Promise.all(this.servers.slice(1).map(server => server.ask('INFO', 'replication')))).every(
          info => info.includes('master_link_status:up'),
        ),
    )
    for (const port of sentinelPorts) {
      const file = join(this.#folder, `${port}.conf`)
      const lines = [
        `port ${port}`,
        'bind 127.0.0.1',
        `unixsocket ${this.#socket(port)}`,
        `dir ${this.#folder}`,
        `sentinel monitor ${GROUP} 127.0.0.1 ${ports[0]} ${QUORUM}`,
        `sentinel down-after-milliseconds ${GROUP} ${DOWN_AFTER}`,
        `sentinel failover-timeout ${GROUP} 6000`,
        ...(password === undefined
          ? []
          : [
              `requirepass ${password}`,
              `sentinel sentinel-pass ${password}`,
              `sentinel auth-pass ${GROUP} ${password}`,
            ]),
      ]
      writeFileSync(file, `${lines.join('\n')}\n`)
      const child = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' })
      running.add(child)
      this.#sentinels.push(child)
    }
    await until('Sentinels know each other', async () => {
      const facts = await Promise.all(sentinelPorts.map(port => this.#facts(port, password)))
      return facts.every(
        text =>
          text.includes(`\nnum-slaves\n${replicas}\n`) &&
          text.includes(`\nnum-other-sentinels\n${SENTINELS - 1}\n`),
      )
    })
    return this
  }

  /** @returns {Promise<RedisServer>} that the Sentinels name now */
  async primary() {
    const port = Number(
      (await this.#ask(this.sentinel.nodes[0].port ?? 0, 'GET-MASTER-ADDR-BY-NAME')).split('\n')[1],
    )
    return this.servers[this.ports.indexOf(port)]
  }

  /** Waits until all Sentinels name another primary. @param {RedisServer} before */
  async failedOver(before) {
    await until('a failover', async () => (await this.primary()) !== before)
  }

  /** Waits until there is one primary, and all others follow it. */
  async settled() {
    await until('group of one primary', async () => {
      const roles = await Promise.all(this.servers.map(server => server.ask('ROLE').catch(() => '')))
      const primary = this.servers.indexOf(await this.primary())
      return roles.every((role, index) =>
        index === primary
          ? role.startsWith('master')
          : role.startsWith('slave') &&
            role.split('\n')[3] === 'connected' &&
            role.split('\n')[2] === String(this.ports[primary]),
      )
    })
  }

  async remove() {
    await Promise.all(
      this.#sentinels.map(async child => {
        running.delete(child)
        if (child.exitCode !== null || child.signalCode !== null) return
        const exit = once(child, 'exit')
        child.kill('SIGKILL')
        await exit
      }),
    )
    await Promise.all(this.servers.map(server => server.remove()))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** @param {number} port */
  #socket(port) {
    return join(this.#folder, `${port}.socket`)
  }

  /**
   * @param {number} port
   * @param {string} question
   */
  async #ask(port, question) {
    return RedisServer.askAt(this.#socket(port), this.sentinel.password, 'SENTINEL', question, GROUP)
  }

  /**
   * @param {number} port
   * @param {string | undefined} password
   */
  async #facts(port, password) {
    return `\n${await RedisServer.askAt(this.#socket(port), password, 'SENTINEL', 'MASTER', GROUP).catch(() => '')}\n`
  }
}

/**
 * @param {{ after: (fn: () => Promise<void>) => void }} t at whose end it is removed
 * @param {Parameters<RedisGroup['start']>[0]} [options]
 */
export async function withSentinels(t, options) {
  const group = new RedisGroup()
  t.after(() => group.remove())
  return await group.start(options)
}

/**
 * @param {string} what
 * @param {() => Promise<boolean>} fn
 */
async function until(what, fn) {
  for (const end = Date.now() + PATIENCE; !(await fn()); await wait(20))
    if (Date.now() > end) throw new Error(`no ${what}`)
}
