// SPDX-License-Identifier: Apache-2.0
// WebKitGTK, which shares its engine with Safari, on a display of its own. Both programs end with this one, also when it is
// killed (setpriv).

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'

const DRIVER = 'WebKitWebDriver'
const DISPLAY = 'Xvfb'
const END_WITH_PARENT = ['--pdeathsig', 'KILL']
/** The size of the display in pixels. */
const SCREEN = '1600x1000x24'
/** Milliseconds until the programs answer. */
const PATIENCE = 30_000

/** @returns {string} what is not installed, as text for users; '' if nothing is missing */
export function missingForWebKit() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const missing = [DRIVER, DISPLAY].filter(name => !folders.some(folder => existsSync(join(folder, name))))
  return missing.length > 0 ? `${missing.join(' and ')}: apt-get install webkit2gtk-driver xvfb` : ''
}

/**
 * Starts WebKitGTK with one empty page and a profile of its own.
 * @returns {Promise<import('selenium-webdriver').WebDriver>} owned by the caller: quit() ends all programs
 * @throws {Error} it cannot be started
 */
export async function launchWebKit() {
  // Loaded here, as the list of all tests does not need it.
  const { WebDriver } = await import('selenium-webdriver')
  const { Executor, HttpClient } = await import('selenium-webdriver/http/index.js')
  const { DriverService } = await import('selenium-webdriver/remote/index.js')
  const values = [DISPLAY, '-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp']
  const display = spawn('setpriv', [...END_WITH_PARENT, ...values], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = /** @type {import('node:stream').Readable} */ (display.stdio[3])
  const [bytes] = await once(number, 'data', { signal: AbortSignal.timeout(PATIENCE) })
  const service = new DriverService.Builder('setpriv')
    .addArguments(...END_WITH_PARENT, DRIVER)
    .setLoopback(true)
    .setEnvironment({
      ...process.env,
      DISPLAY: `:${String(bytes).trim()}`,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
    })
    .build()
  const client = service.start(PATIENCE).then(address => new HttpClient(address))
  const driver = WebDriver.createSession(new Executor(client), {}, () => {
    service.kill()
    display.kill()
  })
  await driver.getSession()
  return driver
}
