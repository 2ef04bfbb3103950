// SPDX-License-Identifier: Apache-2.0
// The system's Chromium, driven by playwright-core, which has no browser of its own.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
 * Features that stay off. Without a user nobody types addresses, but for each context Chromium would load the page that
 * shows what was typed before: more work than the page under test. The other names are Playwright's: Chromium heeds only
 * the last list.
 */
const DISABLED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome']

/** @returns {import('playwright-core').LaunchOptions} of the system's Chromium */
export const chromiumOptions = () => optionsOf(findBrowser('chromium', CHROMIUM))

/**
 * Of Chromium without the parts that show a window: the same engine, a quarter less work. It keeps no screen awake and does
 * not copy after a tap.
 * @returns {import('playwright-core').LaunchOptions} those of Chromium where it is not installed
 */
export const shellOptions = () =>
  optionsOf(findBrowser('chromium-headless-shell', ['chromium-headless-shell', ...CHROMIUM]))

/** @param {string} executablePath @returns {import('playwright-core').LaunchOptions} */
const optionsOf = executablePath => ({
  executablePath,
  args: ['--disable-dev-shm-usage', `--disable-features=${DISABLED}`],
})

const NICED = fileURLToPath(new URL('niced.sh', import.meta.url))

/**
 * For tests that do not measure: other programs, such as tests in Node, come before a browser.
 * @param {import('playwright-core').LaunchOptions} options
 * @returns {import('playwright-core').LaunchOptions}
 */
export const niced = ({ executablePath, ...options }) => ({
  ...options,
  executablePath: NICED,
  env: { ...process.env, NICED: executablePath },
})

/**
 * Starts Chromium without a window.
 * @param {string[]} [more] arguments
 * @param {string} [executable] default: that of the system
 * @returns {Promise<import('playwright-core').Browser>} owned by the caller: close() it
 */
export function launchChromium(more = [], executable = findBrowser('chromium', CHROMIUM)) {
  const { args = [], ...options } = optionsOf(executable)
  // On these signals playwright-core would only end Chromium, not this program; without it both end.
  return chromium.launch({ ...options, args: [...args, ...more], handleSIGTERM: false, handleSIGHUP: false })
}
