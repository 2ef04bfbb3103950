// SPDX-License-Identifier: Apache-2.0
// import and require() of every entry share one instance: in Node with and without require() of ES modules, in bundles,
// and in tools that do not read `exports`. And what stack traces of the installed package show.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildSync } from 'esbuild'
import { installPackage } from './support/package.js'

let pack
let entries
before(() => {
  pack = installPackage()
  entries = Object.entries(pack.manifest.exports)
    .filter(([, target]) => target.require)
    .map(([key]) => key.replace('.', 'binbo'))
})
after(() => pack?.remove())

/** Runs a file in the user's folder. */
function run(name, code, flags = []) {
  writeFileSync(join(pack.folder, name), code)
  const env = { ...process.env, NODE_NO_WARNINGS: '1' } // Node 20 calls require() of a module experimental
  delete env.NODE_TEST_CONTEXT
  return spawnSync(process.execPath, [...flags, name], { cwd: pack.folder, env, encoding: 'utf8' })
}

function outputOf(...args) {
  const { status, stdout, stderr } = run(...args)
  assert.equal(status, 0, stderr)
  return stdout.trim()
}

/** Node 20.18 and older, and Jest, have no module-sync. */
const OLD = '--no-experimental-require-module'

for (const [what, flags, folder] of [
  ['require() gives ES modules', [], 'dist/'],
  ['require() gives CommonJS', [OLD], 'dist/cjs/'],
]) {
  test(`Node, where ${what}: import and require() of each entry give the same`, () => {
    assert.ok(entries.length >= 9)
    const code = `
      import { createRequire } from 'node:module'
      const require = createRequire(import.meta.url)
      const isOwn = name => name !== 'default' && name !== 'module.exports'
      const results = []
      for (const name of ${JSON.stringify(entries)}) {
        const required = require(name)
        const imported = await import(name)
        const names = Object.keys(imported).filter(isOwn).sort()
        const same = names.every(key => imported[key] === required[key])
        const path = require.resolve(name).replaceAll('\\\\', '/').split('/binbo/').pop()
        results.push([same, names.join() === Object.keys(required).filter(isOwn).sort().join(), path])
      }
      const { Game } = await import('binbo')
      const { parsePgn } = require('binbo/pgn')
      const { loadPgnFile } = require('binbo/node')
      const { init, Game: SlimGame } = require('binbo/slim')
      results.push([parsePgn('1. e4')[0].toGame() instanceof Game, init.length === 1 && SlimGame === Game, ''])
      console.log(JSON.stringify(results))`
    const results = JSON.parse(outputOf('all.mjs', code, flags))
    assert.equal(results.length, entries.length + 1)
    for (const [index, [same, complete, path]] of results.entries()) {
      assert.deepEqual([same, complete], [true, true], entries[index])
      assert.ok(path === '' || path.replace(/[\w-]+\.js$/, '') === folder, path)
    }
  })
}

test('CommonJS alone: a game, a file of games, an engine server without ws, a chess.js', () => {
  writeFileSync(join(pack.folder, 'games.pgn'), '1. e4 e5 {\u00e9} *\n\n1. d4 *\n')
  const code = `
    const { Game } = require('binbo')
    const { Chess } = require('binbo/chess.js')
    const { readPgnFile, serveEngine } = require('binbo/node')
    const { MemoryStore } = require('binbo/server')
    const chess = new Chess()
    chess.move('e4')
    const game = new Game()
    game.move('e2e4')
    ;(async () => {
      const comments = []
      for await (const { root } of readPgnFile('games.pgn')) comments.push(root.toString().length)
      const { message } = await serveEngine({ command: process.execPath, token: 'x'.repeat(32), port: 0 }).catch(error => error)
      console.log(game.fen === chess.fen() || game.fen.replace(' e3 ', ' - ') === chess.fen(), comments.length, message, typeof MemoryStore)
    })()`
  assert.match(outputOf('alone.cjs', code, [OLD]), /^true 2 .*npm install ws.* function$/)
})

for (const platform of ['browser', 'node']) {
  test(`a bundle of esbuild for ${platform} that imports and requires has one instance`, () => {
    const contents = `
      import { Game } from 'binbo'
      import { parsePgn } from 'binbo/pgn'
      const required = require('binbo')
      console.log(required.Game === Game, parsePgn('1. e4')[0].toGame() instanceof required.Game)`
    const { outputFiles } = buildSync({
      stdin: { contents, resolveDir: pack.folder },
      bundle: true,
      platform,
      format: 'cjs',
      write: false,
    })
    assert.equal(outputOf(`${platform}.cjs`, outputFiles[0].text), 'true true')
  })
}

test('tools that do not read `exports` find the same files in folders', () => {
  const read = path => JSON.parse(readFileSync(join(pack.installed, path), 'utf8'))
  for (const entry of entries) {
    const folder = entry.slice('binbo/'.length)
    const { main, module, types } = read(join(folder, 'package.json'))
    const target = pack.manifest.exports[folder === '' ? '.' : `./${folder}`]
    const from = folder === '' ? './' : '../'
    assert.deepEqual(
      [main, module, types].map(path => path.replace(from, './')),
      [target.require, target.default, target.types.default],
      entry,
    )
  }
})

for (const [name, load, flags] of [
  ['uncaught.mjs', "import { Game } from 'binbo'", []],
  ['uncaught.cjs', "const { Game } = require('binbo')", [OLD]],
]) {
  test(`${name}: an uncaught error shows readable code and the names of functions`, () => {
    const { status, stderr } = run(
      name,
      `${load}\nfunction play() {\n  new Game().move('e2e5')\n}\nplay()\n`,
      flags,
    )
    assert.equal(status, 1)
    assert.match(stderr, /^ChessError: .*e2e5/m)
    assert.match(stderr, /^ {4}at Game\.move \(.*[\\/]parts[\\/]game-\w+\.js:\d+:\d+\)$/m)
    assert.match(stderr, /^ {4}at play \(.*uncaught/m)
    for (const line of stderr.split('\n')) assert.ok(line.length < 300, line)
    // The line that Node quotes, where it quotes one of the package.
    const quoted = /parts[\\/][\w-]+\.js:\d+\n(.*)\n/.exec(stderr)?.[1]
    assert.match(quoted, /^\s+.*\b(throw|return) .*;$/)
  })
}

test('no line of the package would fill a terminal, but for lists of imports', () => {
  for (const file of pack.files.filter(name => /^dist\/.*\.m?js$/.test(name)))
    for (const line of readFileSync(join(pack.installed, file), 'utf8').split('\n'))
      if (!/^(import|export) /.test(line)) assert.ok(line.length < 1000, `${file}: ${line.slice(0, 100)}`)
})
