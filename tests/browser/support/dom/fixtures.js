// SPDX-License-Identifier: Apache-2.0
// Runs those tests of a spec file that ask only for what is in the document (tagged @dom) as tests of Node, over happy-dom: the
// same text as in a browser, at a tenth of the work. The names are those of Playwright Test.

import assert from 'node:assert/strict'
import { after, before, describe, test as nodeTest } from 'node:test'
import { expect as playwrightExpect } from '@playwright/test'
import { openBuiltPage } from './built.js'
import { DomPage } from './page.js'
import { PATIENCE, STEP } from './patience.js'
import { ADDRESS } from './window.js'

const patient = playwrightExpect.configure({ timeout: PATIENCE })
/** Playwright looks after 100, 250, 500 and 1,000 ms: a browser is far away, this page is not. */
const INTERVALS = [STEP, 2 * STEP, 5 * STEP]
/** @type {typeof patient} */
export const expect = Object.assign((/** @type {[any, any?]} */ ...given) => patient(...given), patient, {
  poll: (/** @type {() => unknown} */ look, /** @type {any} */ options = {}) =>
    patient.poll(look, {
      intervals: INTERVALS,
      ...(typeof options === 'string' ? { message: options } : options),
    }),
})

/** In the title of a test that runs here. */
const TAG = / @dom\b/

/** @typedef {Record<string, any>} Given */
/** @typedef {(given: Given) => unknown} Body */

/** @type {(RegExp)[]} problems that fail no test */
const TOLERATED = [/^failed: .*\/engine\/.*\.wasm$/]

/** Playwright finds by the text of a function which fixtures it takes. @param {Function} body @returns {string[]} */
function fixturesOf(body) {
  const [, names = ''] = /^[^(]*\(\s*\{([^}]*)\}/.exec(String(body)) ?? []
  return names
    .split(',')
    .map(name => name.split(':')[0].trim())
    .filter(Boolean)
}

/** @param {Function[]} bodies of one test and its hooks @param {Given} used by test.use() */
async function makeFixtures(bodies, used) {
  /** @type {string[]} */
  const problems = []
  /** @type {(() => unknown)[]} */
  const cleanups = []
  /** @type {DomPage[]} */
  const pages = []
  const visit = async (path = '', options = {}) => {
    const page = new DomPage(await openBuiltPage(), problem => problems.push(problem), options)
    pages.push(page)
    await page.goto(new URL(path, ADDRESS).href)
    return page
  }
  const open = async (hash = '#analyse', options = used.context) => {
    const page = await visit(hash || '#analyse', options)
    await page.locator('#board[data-fen]').waitFor()
    return page
  }
  /** @type {Given} */
  const given = {
    ...{ problems, visit, open, url: ADDRESS, tolerated: used.tolerated ?? [] },
    after: (/** @type {() => unknown} */ cleanup) => cleanups.unshift(cleanup),
  }
  const needs = new Set(bodies.flatMap(fixturesOf))
  const unknown = [...needs].filter(name => name !== 'page' && !(name in given))
  if (unknown.length > 0) throw new Error(`the fixtures ${unknown} are for a test in a browser`)
  if (needs.has('page')) given.page = await open()
  const end = async () => {
    for (const page of pages) await page.close()
    for (const cleanup of cleanups) await cleanup()
    const bad = problems.filter(
      problem => ![...TOLERATED, ...given.tolerated].some((/** @type {RegExp} */ one) => one.test(problem)),
    )
    assert.deepEqual(bad, [])
  }
  return { given, end }
}

/** What holds in one describe(), and all within it. @typedef {{ hooks: Function[], ends: Function[], used: Given }} Scope */

/** @type {Scope[]} */
const scopes = [{ hooks: [], ends: [], used: {} }]

/** @param {string} title @param {...any} rest details, and the body */
function test(title, ...rest) {
  const body = rest.pop()
  if (process.env.BINBO_DOM !== 'all' && !TAG.test(title)) return
  const here = [...scopes]
  nodeTest(title.replace(TAG, ''), { timeout: 180_000 }, async () => {
    const hooks = here.flatMap(scope => scope.hooks)
    const ends = here.flatMap(scope => scope.ends)
    const used = Object.assign({}, ...here.map(scope => scope.used))
    const { given, end } = await makeFixtures([...hooks, body, ...ends], used)
    try {
      for (const hook of hooks) await hook(given)
      await body(given)
      for (const hook of ends) await hook(given)
    } catch (error) {
      await end().catch(problem => console.error(problem))
      throw error
    }
    await end()
  })
}

/** @param {string} title @param {...any} rest */
function group(title, ...rest) {
  const body = rest.pop()
  describe(title, () => {
    scopes.push({ hooks: [], ends: [], used: {} })
    body()
    scopes.pop()
  })
}

const scope = () => scopes[scopes.length - 1]

export { playwrightTest as test }

const playwrightTest = Object.assign(test, {
  extend: () => playwrightTest,
  describe: Object.assign(group, { configure() {}, serial: group, parallel: group }),
  beforeEach: (/** @type {Function} */ hook) => scope().hooks.push(hook),
  afterEach: (/** @type {Function} */ hook) => scope().ends.push(hook),
  beforeAll: (/** @type {any} */ hook) => before(hook),
  afterAll: (/** @type {any} */ hook) => after(hook),
  use: (/** @type {Given} */ options) => Object.assign(scope().used, options),
  step: (/** @type {string} */ _, /** @type {() => unknown} */ body) => body(),
  setTimeout() {},
  slow() {},
})
