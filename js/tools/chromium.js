// SPDX-License-Identifier: Apache-2.0
// The system's Chromium, driven by playwright-core, which has no browser of its own.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * @returns {string} the executable: CHROMIUM in the environment, or the first one on PATH
 * @throws {Error} if there is none
 */
function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(path =>
    existsSync(path),
  )
  if (!found)
    throw new Error('Chromium is not installed: apt-get install chromium, or set CHROMIUM to its path.')
  return found
}

/**
 * Starts Chromium without a window.
 * @returns {Promise<import('playwright-core').Browser>} owned by the caller: close() it
 */
export async function launchChromium() {
  // On these signals playwright-core would only end Chromium, not this program; without it both end.
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-dev-shm-usage'],
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}
