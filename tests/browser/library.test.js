// SPDX-License-Identifier: Apache-2.0
// The library in Chromium under the strict policy: the tests of tests/js, and tests of loading.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { CSP_WITHOUT_WASM, readReport, root, scriptPage, useBrowser } from './support/browser.js'
import { bundleSuite } from './support/bundle-suite.js'

const SHARE = 0.04
const suite = await bundleSuite(SHARE)

const texts = {
  '/index.html': scriptPage('/suite-page.js'),
  '/worker.html': scriptPage('/suite-worker-page.js'),
  '/slim.html': scriptPage('/slim-page.js'),
  '/probe.html': scriptPage('/probe-page.js'),
  '/suite.js': suite.text,
}
const roots = { '/binbo/': join(root, 'dist'), '/': join(root, 'tests/browser/pages') }
const strict = useBrowser({ roots, texts })
const withoutWasm = useBrowser({ roots, texts, csp: CSP_WITHOUT_WASM })

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
  test(`the tests of tests/js pass ${where}, ${entry} entry`, async t => {
    const opened = await strict.open(t, `${path}?entry=${entry}`)
    const outcomes = await readReport(opened)
    const failed = outcomes.filter((/** @type {any} */ { error }) => error !== null)
    assert.deepEqual(failed, [])
    assert.ok(outcomes.length >= suite.names.length, `${outcomes.length} tests ran`)
    assert.deepEqual(opened.problems, [])
    t.diagnostic(`${outcomes.length} tests of ${suite.names.length} files`)
  })
}

const FOOLS_MATE = {
  status: { over: true, type: 'checkmate', winner: 'black' },
  fen: 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',
}

for (const source of ['url', 'string', 'path', 'response', 'buffer', 'view', 'module']) {
  test(`slim starts from a ${source}, and only then`, async t => {
    const opened = await strict.open(t, `slim.html?source=${source}`)
    const { before, started, twice, game } = await readReport(opened)
    assert.equal(before, 'ERR_INIT')
    assert.deepEqual([started, twice], [null, null])
    assert.deepEqual({ status: game.status, fen: game.fen }, FOOLS_MATE)
    assert.ok(game.perft > 0)
    assert.deepEqual(opened.problems, [])
  })
}

for (const [source, what, code] of [
  ['missing', 'a download that failed', 'ERR_INIT'],
  ['html', 'a page in place of wasm', 'ERR_WASM'],
]) {
  test(`slim refuses ${what} with ${code}, and stays unusable`, async t => {
    const opened = await strict.open(t, `slim.html?source=${source}`)
    const { started, twice, game } = await readReport(opened)
    assert.deepEqual([started, twice], [code, code])
    assert.equal(game, 'ERR_INIT')
  })
}

test("a policy without 'wasm-unsafe-eval': importing works, a game throws ERR_WASM that names the directive", async t => {
  const opened = await withoutWasm.open(t, 'probe.html')
  const report = await readReport(opened)
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

test('under the strict policy each way to start works', async t => {
  const opened = await strict.open(t, 'probe.html')
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
  const working = { importing: true, inline: start, again: start, slim: start }
  assert.deepEqual(await readReport(opened), { page: working, worker: working })
  assert.deepEqual(opened.problems, [])
})
