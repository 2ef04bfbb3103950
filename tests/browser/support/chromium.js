// SPDX-License-Identifier: Apache-2.0
// The system's Chromium, driven by playwright-core, which has no browser of its own.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

/**
 * @param {string} name of the Debian package; in capitals, the variable of the environment that names the executable
 * @param {string[]} names of the executable
 * @returns {string} the executable: from the environment, or the first one on PATH
 * @throws {Error} if there is none
 */
export function findBrowser(name, names) {
  const variable = name.replace(/-.*/, '').toUpperCase()
  const chosen = process.env[variable]
  if (chosen) return chosen
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = names
    .flatMap(file => folders.map(folder => join(folder, file)))
    .find(path => existsSync(path))
  if (!found)
    throw new Error(`${name} is not installed: apt-get install ${name}, or set ${variable} to its path.`)
  return found
}

/**
 * Starts Chromium without a window.
 * @returns {Promise<import('playwright-core').Browser>} owned by the caller: close() it
 */
export async function launchChromium() {
  // On these signals playwright-core would only end Chromium, not this program; without it both end.
  return chromium.launch({
    executablePath: findBrowser('chromium', ['chromium', 'chromium-browser', 'google-chrome']),
    args: ['--disable-dev-shm-usage'],
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}
