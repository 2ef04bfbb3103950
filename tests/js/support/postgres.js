// SPDX-License-Identifier: Apache-2.0
// A real PostgreSQL for tests: a cluster in a folder of its own, reached through a socket in it, killed at the end. It
// refuses to run as root; then it runs as the user postgres.

import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { PATIENCE } from './patience.js'

const run = promisify(execFile)
/** Where Debian keeps the programs, by version. */
const DEBIAN = '/usr/lib/postgresql'

/** @type {Set<PostgresServer>} */
const running = new Set()
process.on('exit', () => {
  for (const server of running) server.signal('SIGKILL')
})

/** @param {string} name of one of its programs */
function programOf(name) {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : []
  const newest = versions
    .filter(version => existsSync(`${DEBIAN}/${version}/bin/${name}`))
    .sort((a, b) => b - a)[0]
  return newest === undefined ? name : `${DEBIAN}/${newest}/bin/${name}`
}

/** @returns {{ uid: number, gid: number } | {}} as whom it runs */
function owner() {
  if (process.getuid?.() !== 0) return {}
  const id = flag => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export class PostgresServer {
  #child
  #owner = owner()
  #folder = mkdtempSync(join(tmpdir(), 'binbo-pg-'))
  #data = join(this.#folder, 'data')
  /** @type {pg.Pool[]} */
  #pools = []
  /** For new pg.Pool(): the only user needs no password. */
  settings = { host: this.#folder, user: 'postgres', database: 'postgres' }
  url = `postgresql://postgres@${encodeURIComponent(this.#folder)}/postgres`

  /** Makes the cluster and starts it. */
  async create() {
    const { uid, gid } = this.#owner
    if (uid !== undefined) chownSync(this.#folder, uid, gid)
    const args = [
      '-D',
      this.#data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ]
    await run(programOf('initdb'), args, { ...this.#owner, cwd: this.#folder, timeout: PATIENCE })
    return this.start()
  }

  /** Starts it, also where its last life has ended badly, and waits until it answers. */
  async start() {
    running.add(this)
    // fsync is for the death of the machine; that of its processes loses nothing without it.
    const args = ['-D', this.#data, '-k', this.#folder, '-c', 'listen_addresses=', '-c', 'fsync=off']
    for (const end = Date.now() + PATIENCE; ; await wait(20)) {
      if (this.#child === undefined || !this.#isRunning)
        // Children of a server that was killed may still have its memory: it ends, and is started once more.
        this.#child = spawn(programOf('postgres'), args, {
          ...this.#owner,
          cwd: this.#folder,
          stdio: 'ignore',
        })
      const client = new pg.Client({ ...this.settings, connectionTimeoutMillis: 1000 })
      client.on('error', () => {})
      try {
        await client.connect()
        return this
      } catch (error) {
        if (Date.now() > end) throw new Error('PostgreSQL does not start', { cause: error })
      } finally {
        await client.end().catch(() => {})
      }
    }
  }

  get #isRunning() {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  /** A pool that ends with the server. */
  pool(settings = {}) {
    const pool = new pg.Pool({ ...this.settings, ...settings })
    this.#pools.push(pool)
    return pool
  }

  /** @param {string} text @returns {Promise<any[]>} rows */
  async ask(text, values = []) {
    const client = new pg.Client(this.settings)
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    this.#child?.kill(signal)
  }

  /**
   * The server and all its processes.
   * @param {NodeJS.Signals} signal
   */
  #signalAll(signal) {
    const { pid } = this.#child
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const each of [String(pid), ...children].filter(Boolean))
      try {
        process.kill(Number(each), signal)
      } catch (error) {
        if (error.code !== 'ESRCH') throw error // one of a connection has ended meanwhile
      }
  }

  freeze() {
    this.#signalAll('SIGSTOP')
  }

  thaw() {
    this.#signalAll('SIGCONT')
  }

  /**
   * Ends it without warning.
   * @param {NodeJS.Signals} [signal] SIGQUIT is what `pg_ctl stop -m immediate` sends
   */
  async killed(signal = 'SIGKILL') {
    if (!this.#isRunning) return
    const exit = once(this.#child, 'exit')
    this.signal(signal)
    await exit
  }

  /** Ends it, and deletes what it keeps. */
  async remove() {
    await Promise.race([Promise.all(this.#pools.map(pool => pool.ended || pool.end())), wait(500)])
    await this.killed('SIGQUIT')
    running.delete(this)
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** @param {{ after: (fn: () => Promise<void>) => void }} t at whose end it is removed */
export async function withPostgres(t) {
  const server = new PostgresServer()
  t.after(() => server.remove())
  return server.create()
}
