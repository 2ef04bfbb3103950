// SPDX-License-Identifier: Apache-2.0
// The package in an extension of Chromium (Manifest V3), as runs-in.md says: in its service worker and its popup.

import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { root } from '../js/support/binbo.js'
import { launchExtension, MANIFEST } from './support/extension.js'

const ENGINE = 'stockfish-19-lite-single'
const FILES = {
  'manifest.json': MANIFEST,
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
  const { context, service, openPopup } = await launchExtension(extension, join(folder, 'profile'))
  try {
    assert.match(await service.evaluate('played()'), /^rnbqkbnr\/pppppppp\/8\/8\/4P3\//)
    const popup = await openPopup()
    await popup.waitForFunction('globalThis.acts')
    assert.equal(await popup.evaluate('acts.mate()'), 'checkmate')
    assert.equal(await popup.evaluate('acts.best()'), 'a1a8')
    assert.deepEqual(await popup.evaluate('acts.found()'), ['d4', 'e4'])
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
