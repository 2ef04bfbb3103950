// SPDX-License-Identifier: Apache-2.0
// A throw-away project below build/everywhere/: installed like a user's, with commands and servers that end with the row.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect, isDeepStrictEqual, stripVTControlCharacters } from 'node:util'
import { packTo } from '../../js/tools/pack.js'
import { EXPECTED } from './expected.js'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const FOLDER = join(ROOT, 'build/everywhere')
const PROGRAM = readFileSync(new URL('program.js', import.meta.url), 'utf8')
/** Milliseconds. */
const COMMAND_LIMIT = 180_000
const SERVER_LIMIT = 120_000

/** @returns {string} the tarball of dist/; its name has a hash of its contents, so that npm never takes an older one */
export function packBinbo() {
  mkdirSync(FOLDER, { recursive: true })
  for (const name of readdirSync(FOLDER)) if (name.endsWith('.tgz')) rmSync(join(FOLDER, name))
  const packed = join(FOLDER, packTo(FOLDER).filename)
  const hash = createHash('sha256').update(readFileSync(packed)).digest('hex').slice(0, 12)
  const named = join(FOLDER, `binbo-${hash}.tgz`)
  renameSync(packed, named)
  return named
}

export class Project {
  /** @type {{ what: string, error?: string }[]} what ran, and what did not */
  results = []
  /** @type {string | undefined} the version in the table; default: that of the row's first package */
  shown
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #running = new Set()

  /** @param {string} name of the folder */
  constructor(name) {
    this.folder = join(FOLDER, name)
  }

  /** @param {string} path @returns {string} a path of the project */
  path(path) {
    return join(this.folder, path)
  }

  /** @param {string} name of a program that a package brings */
  bin(name) {
    return this.path(`node_modules/.bin/${name}`)
  }

  /** Writes files by their names. @param {Record<string, string>} files */
  write(files) {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(this.path(name)), { recursive: true })
      writeFileSync(this.path(name), text)
    }
  }

  /**
   * Installs packages at their versions, unless they are there already, and then the tarball.
   * @param {Record<string, string>} packages exact versions by name
   * @param {string} tarball
   * @param {'module' | 'commonjs'} type
   */
  async install(packages, tarball, type) {
    const manifest = JSON.stringify({ private: true, type, dependencies: packages }, null, 2)
    const stamp = this.path('installed.json')
    const npm = (/** @type {string[]} */ ...args) =>
      this.run('npm', [
        'install',
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        ...args,
      ])
    if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== manifest) {
      rmSync(this.folder, { recursive: true, force: true })
      this.write({ 'package.json': manifest })
      await npm()
      this.write({ 'installed.json': manifest })
    }
    rmSync(this.path('node_modules/binbo'), { recursive: true, force: true })
    await npm('--no-save', '--prefer-offline', tarball)
    this.write({ 'package.json': manifest, 'program.js': type === 'module' ? PROGRAM : asCommonJs(PROGRAM) })
  }

  /** @param {Record<string, string>} packages @returns {string} the versions that are installed, the first without its name */
  versions(packages) {
    const found = Object.keys(packages).map(name => {
      const path = this.path(`node_modules/${name}/package.json`)
      return `${name} ${JSON.parse(readFileSync(path, 'utf8')).version}`
    })
    return found.join(', ').replace(/^\S+ /, '')
  }

  /**
   * Runs one check of the row. What it returns is compared with the expected report.
   * @param {string} what
   * @param {() => Promise<unknown>} action
   * @param {unknown} [expected] default: that of program.js
   */
  async check(what, action, expected = EXPECTED) {
    try {
      const found = await action()
      if (!isDeepStrictEqual(found, expected)) throw new Error(`it gave ${inspect(found)}`)
      this.results.push({ what })
    } catch (error) {
      this.results.push({ what, error: error instanceof Error ? error.message : String(error) })
    }
  }

  /**
   * Runs a command to its end.
   * @param {string} command
   * @param {string[]} args
   * @param {{ env?: Record<string, string | undefined>, limit?: number }} [options]
   * @returns {Promise<string>} its stdout
   * @throws {Error} with the end of its output where it fails or exceeds the limit
   */
  async run(command, args, { env, limit = COMMAND_LIMIT } = {}) {
    const { child, output } = this.#spawn(command, args, env)
    const alarm = setTimeout(() => this.#end(child), limit)
    const code = await new Promise(resolve => {
      child.on('error', resolve)
      child.on('close', (code, signal) => resolve(signal ?? code))
    })
    clearTimeout(alarm)
    this.#end(child)
    if (code === 0) return output.stdout
    const why = code === 'SIGKILL' ? `ended after ${limit / 1000} s` : `exit ${code}`
    throw new Error(`${why}: ${lastLines(output.all)}`)
  }

  /**
   * Starts a server.
   * @param {string} command
   * @param {string[]} args
   * @param {RegExp} ready matches its address in its output
   * @returns {Promise<{ url: string, lastLines: () => string, stop: () => void }>}
   */
  async serve(command, args, ready) {
    const { child, output } = this.#spawn(command, args)
    let ended = false
    child.on('close', () => {
      ended = true
    })
    const address = () => stripVTControlCharacters(output.all).match(ready)?.[0]
    for (const end = Date.now() + SERVER_LIMIT; address() === undefined; ) {
      if (ended || Date.now() > end) {
        this.#end(child)
        throw new Error(`the server did not start: ${lastLines(output.all)}`)
      }
      await new Promise(resolve => setTimeout(resolve, 200))
    }
    return {
      url: /** @type {string} */ (address()),
      lastLines: () => lastLines(output.all),
      stop: () => this.#end(child),
    }
  }

  /** Ends all that still runs. */
  stop() {
    for (const child of this.#running) this.#end(child)
  }

  /**
   * Each command leads a process group, so that nothing that it starts outlives it.
   * @param {string} command @param {string[]} args @param {Record<string, string | undefined>} [env]
   */
  #spawn(command, args, env) {
    // Programs of packages run in the project's Node, if it has one.
    const PATH = `${this.path('node_modules/.bin')}:${process.env.PATH}`
    const surroundings = {
      ...process.env,
      PATH,
      CI: '1',
      NO_COLOR: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      ...env,
    }
    const child = spawn(command, args, {
      cwd: this.folder,
      env: surroundings,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#running.add(child)
    const output = { stdout: '', all: '' }
    child.stdout.setEncoding('utf8').on('data', text => {
      output.stdout += text
      output.all += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      output.all += text
    })
    return { child, output }
  }

  /** @param {import('node:child_process').ChildProcess} child */
  #end(child) {
    if (!this.#running.delete(child) || child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The whole group has ended.
    }
  }
}

/** @param {string} code of program.js @returns {string} the same as CommonJS */
export const asCommonJs = code =>
  code
    .replace(/import (\{.*\}) from ('.*')/g, 'const $1 = require($2)')
    .replace(/export ((?:async )?function (\w+))/g, 'exports.$2 = $2\n$1')

/** @param {string} text output @returns {string} the first error in it, and the last lines */
function lastLines(text) {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const error = lines.find(line => /(error|exception)\b.*[:.]|requires/i.test(line))
  return [error, ...lines.slice(-12)].filter(line => line !== undefined).join('\n')
}
