// SPDX-License-Identifier: Apache-2.0
// WebKitGTK, which shares its engine with Safari, driven by Debian's WebKitWebDriver on a display of its own (Xvfb). Only
// the few commands of WebDriver that the tests need. Source: W3C, "WebDriver" (2018).

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import process from 'node:process'

const DRIVER = 'WebKitWebDriver'
const DISPLAY = 'Xvfb'
/** The size of the display in pixels. */
const SCREEN = '1600x1000x24'
/** Milliseconds until the driver answers, and until a page has what a test waits for. */
const PATIENCE = 30_000
const PAUSE = 50
/** Of a mouse. */
const BUTTON = { left: 0, right: 2 }

/** @returns {string} what is not installed, as text for users; '' if nothing is missing */
export function missingForWebKit() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const missing = [DRIVER, DISPLAY].filter(name => !folders.some(folder => existsSync(join(folder, name))))
  return missing.length > 0 ? `${missing.join(' and ')}: apt-get install webkit2gtk-driver xvfb` : ''
}

/**
 * Starts WebKitGTK with one empty page and a profile of its own.
 * @returns {Promise<WebKit>} owned by the caller: close() it
 * @throws {Error} it cannot be started
 */
export async function launchWebKit() {
  const display = guard(DISPLAY, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'])
  try {
    const [number] = await within(once(/** @type {any} */ (display.stdio[3]), 'data'), DISPLAY)
    const port = await freePort()
    const env = {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
    }
    const driver = guard(DRIVER, [`--port=${port}`], env)
    const session = await startSession(`http://127.0.0.1:${port}`)
    return new WebKit(session, [driver, display])
  } catch (error) {
    display.stdin?.end()
    throw error
  }
}

/** @typedef {{ x: number, y: number }} Point */

/** A page in WebKitGTK. */
export class WebKit {
  #session
  #programs

  /** @param {string} session its address @param {import('node:child_process').ChildProcess[]} programs that serve it */
  constructor(session, programs) {
    this.#session = session
    this.#programs = programs
  }

  /** Ends all programs. */
  async close() {
    await command('DELETE', this.#session).catch(() => {})
    for (const program of this.#programs) {
      const ended = once(program, 'exit')
      program.stdin?.end()
      await within(ended, 'the end of a program')
    }
  }

  /** @param {string} url waits until it is loaded */
  async open(url) {
    await command('POST', `${this.#session}/url`, { url })
  }

  async reload() {
    await command('POST', `${this.#session}/refresh`, {})
  }

  /** @param {number} width of the window, in pixels @param {number} height */
  async resize(width, height) {
    await command('POST', `${this.#session}/window/rect`, { x: 0, y: 0, width, height })
  }

  /**
   * Runs a function in the page.
   * @template {unknown[]} A
   * @template T
   * @param {(...values: A) => T} script sees nothing of this program
   * @param {A} values as JSON
   * @returns {Promise<T>} as JSON
   */
  run(script, ...values) {
    return command('POST', `${this.#session}/execute/sync`, {
      script: `return (${script})(...arguments)`,
      args: values,
    })
  }

  /**
   * Runs a function in the page until it returns something that is not falsy.
   * @template {unknown[]} A
   * @template T
   * @param {(...values: A) => T} script
   * @param {A} values
   * @returns {Promise<T>}
   * @throws {Error} it does not within PATIENCE
   */
  async until(script, ...values) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause()) {
      const found = await this.run(script, ...values)
      if (found) return found
    }
    throw new Error(`not within ${PATIENCE} ms: ${script} of ${JSON.stringify(values)}`)
  }

  /** @param {Point} point in pixels of the page */
  click(point) {
    return this.drag(point)
  }

  /** Presses the left button, moves to the other points, and releases it. @param {Point[]} points */
  async drag(...points) {
    const [first, ...others] = points.map(({ x, y }) => ({
      type: 'pointerMove',
      duration: 0,
      x: Math.round(x),
      y: Math.round(y),
    }))
    const press = { type: 'pointerDown', button: BUTTON.left }
    const release = { type: 'pointerUp', button: BUTTON.left }
    await this.#act('pointer', [first, press, ...others, release], { parameters: { pointerType: 'mouse' } })
  }

  /** @param {string} key a character, or one that WebDriver names, such as '\ue012' for ArrowLeft */
  async press(key) {
    await this.#act('key', [
      { type: 'keyDown', value: key },
      { type: 'keyUp', value: key },
    ])
  }

  /** @param {string} selector of an input for files @param {string} path of a file */
  async chooseFile(selector, path) {
    const found = await command('POST', `${this.#session}/element`, {
      using: 'css selector',
      value: selector,
    })
    await command('POST', `${this.#session}/element/${Object.values(found)[0]}/value`, { text: path })
  }

  /** @param {string} type @param {object[]} actions @param {object} [more] */
  async #act(type, actions, more = {}) {
    await command('POST', `${this.#session}/actions`, { actions: [{ type, id: type, actions, ...more }] })
  }
}

/**
 * Starts a program that ends when its stdin does: also when this program was killed.
 * @param {string} name
 * @param {string[]} values
 * @param {NodeJS.ProcessEnv} [env]
 */
const guard = (name, values, env = process.env) =>
  spawn('sh', ['-c', '"$@" & read -r _; kill $! 2>/dev/null; wait', 'sh', name, ...values], {
    env,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })

/** @param {string} driver its address @returns {Promise<string>} the session's */
async function startSession(driver) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause()) {
    const status = await command('GET', `${driver}/status`).catch(() => null)
    if (!status?.ready) continue
    const { sessionId } = await command('POST', `${driver}/session`, { capabilities: {} })
    return `${driver}/session/${sessionId}`
  }
  throw new Error(`${DRIVER} does not answer.`)
}

/**
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {string} url
 * @param {unknown} [body]
 * @returns {Promise<any>}
 * @throws {Error} the driver reports an error, or does not answer
 */
async function command(method, url, body) {
  const response = await fetch(url, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${DRIVER}: ${value.error}: ${value.message}`)
  return value
}

/** @returns {Promise<number>} a port that nobody listens on now */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}

const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE))

/** @template T @param {Promise<T>} promise @param {string} what @returns {Promise<T>} rejects after PATIENCE */
function within(promise, what) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${PATIENCE} ms`)), PATIENCE)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
