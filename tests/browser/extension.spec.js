// SPDX-License-Identifier: Apache-2.0
// The package in an extension of Chromium (Manifest V3), as runs-in.md says: in its service worker and its popup.

import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { chromium } from 'playwright-core'
import { root } from '../js/support/binbo.js'
import { chromiumOptions } from './support/chromium.js'

const ENGINE = 'stockfish-19-lite-single'
/** The fields of the manifest that the documents show. */
const [, shown] =
  /## Browser extensions[\s\S]*?```json\n(\{[\s\S]*?\n\})\n```/.exec(
    readFileSync(join(root, 'web/docs/runs-in.md'), 'utf8'),
  ) ?? []
const FILES = {
  'manifest.json': JSON.stringify({
    manifest_version: 3,
    name: 'Chess',
    version: '1',
    action: { default_popup: 'popup.html' },
    background: { service_worker: 'service.js', type: 'module' },
    ...JSON.parse(shown ?? ''),
  }),
  'popup.html': '<!doctype html><title>Chess</title><script type="module" src="acts.js"></script>',
  'acts.js': `import { Game } from './binbo/index.js'
import { openDatabase } from './binbo/database.js'
import { Engine, workerTransport } from './binbo/uci.js'
globalThis.acts = {
  mate() {
    const game = new Game()
    for (const move of ['f3', 'e5', 'g4', 'Qh4#']) game.move(move)
    return game.status.type
  },
  async best() {
    const engine = await Engine.start(workerTransport('/engine/${ENGINE}.js'))
    const { move } = await engine.bestMove({ fen: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' }, { depth: 5 })
    await engine.quit()
    return move
  },
  async found() {
    const db = await openDatabase({ workers: 2 })
    await db.add('1. e4 e5 *\\n\\n1. d4 d5 *\\n')
    const { moves } = await db.explore(new Game())
    await db.close()
    return moves.map(({ san }) => san).sort()
  },
}`,
  'service.js': `import { Game } from './binbo/index.js'
globalThis.played = () => {
  const game = new Game()
  game.move('e4')
  return game.fen
}`,
}

test('games in the service worker; games, an engine and a database with workers in the popup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-extension-'))
  const extension = join(folder, 'extension')
  mkdirSync(extension)
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(extension, name), text)
  cpSync(join(root, 'dist'), join(extension, 'binbo'), {
    recursive: true,
    filter: path => !/\/(cjs|cli)$/.test(path),
  })
  for (const end of ['js', 'wasm'])
    cpSync(
      join(root, `node_modules/stockfish/bin/${ENGINE}.${end}`),
      join(extension, `engine/${ENGINE}.${end}`),
    )
  const { executablePath, args = [] } = chromiumOptions()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...args,
      '--headless=new',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  })
  try {
    const service = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    assert.match(await service.evaluate('played()'), /^rnbqkbnr\/pppppppp\/8\/8\/4P3\//)
    const popup = await context.newPage()
    await popup.goto(new URL('popup.html', service.url()).href)
    await popup.waitForFunction('globalThis.acts')
    assert.equal(await popup.evaluate('acts.mate()'), 'checkmate')
    assert.equal(await popup.evaluate('acts.best()'), 'a1a8')
    assert.deepEqual(await popup.evaluate('acts.found()'), ['d4', 'e4'])
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
