// SPDX-License-Identifier: Apache-2.0
// The library in Chromium under the strict policy: the tests of tests/js, and tests of loading.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { bundleSuite } from './support/bundle-suite.js'
import { CSP_WITHOUT_WASM, MEASURED, readReport, root, scriptPage, test } from './support/fixtures.js'

const SHARE = 0.04
const texts = {
  '/index.html': scriptPage('/suite-page.js'),
  '/worker.html': scriptPage('/suite-worker-page.js'),
  '/slim.html': scriptPage('/slim-page.js'),
  '/probe.html': scriptPage('/probe-page.js'),
  '/in-js.html': scriptPage('/in-js-page.js'),
}
const roots = { '/binbo/': join(root, 'dist'), '/': join(root, 'tests/browser/pages') }
test.use({ site: async ({}, use) => use({ roots, texts }) })

test.describe('tests/js', MEASURED, () => {
  /** @type {Awaited<ReturnType<typeof bundleSuite>>} */
  let suite
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    suite = await bundleSuite(SHARE)
  })
  test.use({ site: async ({}, use) => use({ roots, texts: { ...texts, '/suite.js': suite.text } }) })

  test('the tests of the rules run here', () => {
    const wanted = [
      'board',
      'chess960',
      'errors',
      'faults',
      'fen',
      'game',
      'laws-history',
      'laws-moves',
      'laws-notation',
    ]
    for (const name of [...wanted, 'moves', 'perft', 'pgn', 'san', 'state', 'status']) {
      assert.ok(suite.names.includes(`${name}.test.js`), `${name} needs Node and is left out`)
    }
  })

  // One run for each entry: they share all code except for loading, which is tested below.
  for (const [where, path, entry] of [
    ['on the main thread', 'index.html', 'inline'],
    ['in a module Worker', 'worker.html', 'slim'],
  ]) {
    test(`the tests of tests/js pass ${where}, ${entry} entry`, async ({ visit }) => {
      const page = await visit(`${path}?entry=${entry}`)
      const outcomes = await readReport(page)
      const failed = outcomes.filter((/** @type {any} */ { error }) => error !== null)
      assert.deepEqual(failed, [])
      assert.ok(outcomes.length >= suite.names.length, `${outcomes.length} tests ran`)
    })
  }
})

const FOOLS_MATE = {
  status: { over: true, type: 'checkmate', winner: 'black' },
  fen: 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',
}

for (const source of ['url', 'string', 'path', 'response', 'buffer', 'view', 'module']) {
  test(`slim starts from a ${source}, and only then`, async ({ visit }) => {
    const page = await visit(`slim.html?source=${source}`)
    const { before, started, twice, game } = await readReport(page)
    assert.equal(before, 'ERR_INIT')
    assert.deepEqual([started, twice], [null, null])
    assert.deepEqual({ status: game.status, fen: game.fen }, FOOLS_MATE)
    assert.ok(game.perft > 0)
  })
}

for (const [source, what, code] of [
  ['missing', 'a download that failed', 'ERR_INIT'],
  ['html', 'a page in place of wasm', 'ERR_WASM'],
]) {
  test(`slim refuses ${what} with ${code}, and stays unusable`, async ({ visit, tolerated }) => {
    tolerated.push(/./)
    const page = await visit(`slim.html?source=${source}`)
    const { started, twice, game } = await readReport(page)
    assert.deepEqual([started, twice], [code, code])
    assert.equal(game, 'ERR_INIT')
  })
}

test.describe(() => {
  test.use({ site: async ({}, use) => use({ roots, texts, csp: CSP_WITHOUT_WASM }) })

  test("a policy without 'wasm-unsafe-eval': importing works, a game throws ERR_WASM that names the directive", async ({
    visit,
    tolerated,
  }) => {
    tolerated.push(/./)
    const page = await visit('probe.html')
    const report = await readReport(page)
    for (const place of ['page', 'worker']) {
      assert.equal(report[place].importing, true)
      for (const way of ['inline', 'again', 'slim']) {
        const { isChessError, code, message } = report[place][way]
        assert.ok(isChessError, `${place}, ${way}: ${JSON.stringify(report[place][way])}`)
        assert.equal(code, 'ERR_WASM')
        assert.match(message, /script-src 'wasm-unsafe-eval'/)
      }
    }
  })
  test('below such a policy binbo/js plays a game, lists moves and reads PGN, on the page and in a module Worker', async ({
    visit,
  }) => {
    const page = await visit('in-js.html')
    await assert.rejects(page.evaluate(() => WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))))
    const report = await readReport(page)
    const { moves, pgn, written, ...rest } = report.page
    assert.equal(moves.length, 20)
    assert.match(pgn, /\n\n1\. f3 e5 2\. g4 Qh4# 0-1\n$/)
    assert.match(written, /\[White "Zoë"\].*\n\n1\. e4 e5 \(1\.\.\. c5 2\. Nf3 \{открыто\}\) 2\. Nf3 \*\n$/s)
    assert.deepEqual(rest, {
      ...FOOLS_MATE,
      read: ['rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'],
    })
    assert.deepEqual(report.worker, report.page)
  })
})

test('under the strict policy each way to start works', async ({ visit }) => {
  const page = await visit('probe.html')
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
  const working = { importing: true, inline: start, again: start, slim: start }
  assert.deepEqual(await readReport(page), { page: working, worker: working })
})
