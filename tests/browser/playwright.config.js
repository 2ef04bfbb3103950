// SPDX-License-Identifier: Apache-2.0
/**
 * Tests in browsers. Chromium is the system's; nothing is downloaded.
 *
 * usage: node_modules/.bin/playwright test -c tests/browser/playwright.config.js [--project=PROJECT] [FILE…]
 *   page           the page on one host, and the library in Chromium's headless shell; what needs a window says so
 *   measured       those of them that measure: one at a time, nothing beside them
 *   wide           recipes, guides and the packed library, in frameworks and bundled
 *   more           the page on the second host, other browsers, a random walk
 *   more-measured  those of them that measure
 *   dom            those of the page that `make test` runs in Node
 * tests/runner runs one project at a time.
 */
import { defineConfig } from '@playwright/test'
import { ONLY_MORE, ONLY_WIDE } from '../runner/jobs.js'
import { chromiumOptions, niced, shellOptions } from './support/chromium.js'
import { HOSTS } from './support/fixtures.js'
import { RUN_FOLDER } from './support/pages.js'

/** Files of tests that run on the second host, too. */
const ON_BOTH_HOSTS =
  /page-(analysis|board|editor|developers|engine|moves|offline|pgn|play|speed|storage)\.spec\.js$/
const MEASURED = /@measured/
const AS_FOR_USERS = /** @type {const} */ ({ build: 'release', engine: 'real' })
const ONE_HOST = /@one-host/
/** `make test` has them in Node. */
const DOM = /@dom/

/**
 * @param {string} name
 * @param {import('playwright-core').LaunchOptions} launchOptions
 * @param {import('@playwright/test').Project} options
 */
function projects(name, launchOptions, options) {
  const measured = name === 'page' ? 'measured' : `${name}-measured`
  const { grepInvert = [] } = options
  return [
    // In a run of all tests, those that measure come after the others, whether these pass or fail.
    {
      ...options,
      name,
      use: { ...options.use, launchOptions: niced(launchOptions) },
      grepInvert: [MEASURED, grepInvert].flat(),
      teardown: measured,
    },
    {
      ...options,
      name: measured,
      use: { ...options.use, launchOptions, ...AS_FOR_USERS },
      grep: MEASURED,
      workers: 1,
    },
  ]
}

const page = projects('page', shellOptions(), { testIgnore: [ONLY_MORE, ONLY_WIDE], grepInvert: DOM })
const shell = { launchOptions: niced(shellOptions()) }
const dom = { name: 'dom', testIgnore: [ONLY_MORE, ONLY_WIDE], grep: DOM, use: shell }
const wide = { name: 'wide', testMatch: ONLY_WIDE, use: shell }
const more = projects('more', chromiumOptions(), {
  testMatch: [ON_BOTH_HOSTS, ONLY_MORE],
  grepInvert: [ONE_HOST],
  use: { host: HOSTS.static, ...AS_FOR_USERS },
})

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.js',
  outputDir: `${RUN_FOLDER}/results`,
  globalSetup: './support/pages.js',
  reporter: 'list',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Milliseconds, on a busy machine.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    // A service worker would answer requests before page.route(), so tests must ask for it.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Pictures of all steps would double the time of the tests.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [...page, dom, wide, ...more],
})
