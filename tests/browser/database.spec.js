// SPDX-License-Identifier: Apache-2.0
// Databases in the origin private file system, in pages and in Workers.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { STRICT_CSP } from '../../js/tools/static-server.js'
import { expect, root, test } from './support/fixtures.js'

/** @import { Page } from '@playwright/test' */

const WORKER = `onmessage = async ({ data: [name, args] }) => {
  const { [name]: act } = await import('/database-acts.js')
  postMessage(await act(...args))
}`
const site = {
  roots: { '/binbo/': join(root, 'dist'), '/': join(root, 'tests/browser/pages') },
  texts: { '/index.html': '<!doctype html><title>Database</title>', '/worker.js': WORKER },
}
test.use({ site: async ({}, use) => use(site) })

/**
 * Runs a function of pages/database-acts.js in the page.
 * @param {Page} page
 * @param {string} name
 * @param {unknown[]} args
 */
const act = (page, name, ...args) =>
  page.evaluate(
    async ([name, args]) => (await import('/database-acts.js'))[name](...args),
    /** @type {const} */ ([name, args]),
  )

/** The same in a Worker. @param {Page} page @param {string} name @param {unknown[]} args */
const actInWorker = (page, name, ...args) =>
  page.evaluate(
    message =>
      new Promise((resolve, reject) => {
        const worker = new Worker('/worker.js', { type: 'module' })
        worker.onmessage = ({ data }) => resolve(data)
        worker.onerror = event => reject(new Error(event.message))
        worker.postMessage(message)
      }),
    [name, args],
  )

test('games are there after a reload, in pages and Workers, under their name', async ({ visit }) => {
  const page = await visit('index.html')
  assert.deepEqual(await act(page, 'openAndAdd', 'a', 0, 700), { games: 700, damaged: 0 })
  assert.equal(await act(page, 'close'), 'closed')
  await page.reload()
  assert.deepEqual(await act(page, 'openAndAdd', 'a', 700, 705), { games: 705, damaged: 0 })
  // The page goes without close().
  await page.reload()
  assert.deepEqual(await actInWorker(page, 'openAndAdd', 'a', 705, 710), { games: 710, damaged: 0 })
  await page.reload()
  assert.deepEqual(
    await act(page, 'whites', 'a'),
    Array.from({ length: 710 }, (_, i) => String(i)),
  )
  assert.deepEqual(await act(page, 'whites', 'A/../*?'), [])
})

test('one page has it, and the next one when it has gone', async ({ visit }) => {
  const page = await visit('index.html')
  await act(page, 'openAndAdd', 'games', 0, 10)
  const other = await page.context().newPage()
  await other.goto(page.url())
  assert.equal(await act(other, 'openAndAdd', 'games', 0, 1), 'ERR_DATABASE_BUSY')
  assert.deepEqual(await act(other, 'openAndAdd', 'others', 0, 1), { games: 1, damaged: 0 })
  await page.close()
  const isHeld = () =>
    other.evaluate(async () => {
      const { held = [] } = await navigator.locks.query()
      return held.some(({ name }) => name === 'binbo-databases/games')
    })
  await expect.poll(isHeld).toBe(false)
  assert.deepEqual(await act(other, 'openAndAdd', 'games', 10, 11), { games: 11, damaged: 0 })
})

test('other pages and Workers read it beside the page that changes it, commit by commit', async ({
  visit,
}) => {
  const page = await visit('index.html')
  const other = await page.context().newPage()
  await other.goto(page.url())
  const [reading, alsoReading, added] = await Promise.all([
    act(other, 'readBeside', 'beside', 600),
    actInWorker(other, 'readBeside', 'beside', 600),
    act(page, 'addInCommits', 'beside', 60),
  ])
  assert.equal(added, 600)
  for (const seen of [reading, alsoReading])
    assert.deepEqual(seen, { wrong: [], refused: 'ERR_DATABASE_READONLY', hasRead: true })
})

test('it waits for a Worker that calculates when its page is reloaded', async ({ visit }) => {
  const page = await visit('index.html')
  assert.deepEqual(await actInWorker(page, 'openAndCalculate', 'a', 0, 10, 1500), { games: 10, damaged: 0 })
  await page.reload()
  assert.deepEqual(await act(page, 'openAndAdd', 'a', 10, 20), { games: 20, damaged: 0 })
})

test('threads that the policy of a page forbids are an error that names the directive', async ({
  visit,
  tolerated,
}) => {
  tolerated.push(/worker-src/)
  const page = await visit('index.html')
  for (const counted of [await act(page, 'countBy', 2), await actInWorker(page, 'countBy', 2)])
    assert.match(
      String(counted),
      /^ERR_DATABASE_WORKER: .*CSP needs worker-src blob:.*content_security_policy\.extension_pages/,
    )
})

test.describe('where the policy allows blobs', () => {
  const csp = STRICT_CSP.replace("worker-src 'self'", "worker-src 'self' blob:")
  test.use({ site: async ({}, use) => use({ ...site, csp }) })

  test('threads search in pages and in Workers, without a file of their own', async ({ visit }) => {
    const page = await visit('index.html')
    /** @type {string[]} */
    const started = []
    page.on('worker', worker => started.push(worker.url().slice(0, 5)))
    for (const workers of [1, 3]) assert.equal(await act(page, 'countBy', workers), 300)
    assert.deepEqual(started, ['blob:', 'blob:', 'blob:'])
    assert.equal(await actInWorker(page, 'countBy', 2), 300)
  })
})

test('a quota that is refused is an error, and what was committed stays', async ({ visit }) => {
  const page = await visit('index.html')
  await act(page, 'openAndAdd', 'a', 0, 100)
  const session = await page.context().newCDPSession(page)
  const quota = (/** @type {object} */ limit) =>
    session.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, ...limit })
  await quota({ quotaSize: 1000 })
  assert.equal(await act(page, 'add', 100, 200), 'ERR_DATABASE_FULL')
  assert.equal(await act(page, 'count'), 200)
  await page.reload()
  assert.equal((await act(page, 'whites', 'a')).length, 100)
  await act(page, 'close')
  await quota({})
  assert.deepEqual(await act(page, 'openAndAdd', 'a', 100, 200), { games: 200, damaged: 0 })
})
