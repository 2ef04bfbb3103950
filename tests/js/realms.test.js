// SPDX-License-Identifier: Apache-2.0
// The library in other realms: where TextEncoder and the rest of the platform are missing, as in Jest with jsdom, and
// with objects of another realm than its own, as in Next.js' edge runtime. node:vm makes the realms.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import vm from 'node:vm'
import { buildSync } from 'esbuild'
import { installPackage } from './support/package.js'

let pack
before(() => {
  pack = installPackage()
})
after(() => pack?.remove())

const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'

/** What every platform has, jsdom too. */
const TIMERS = { queueMicrotask, performance, setTimeout, clearTimeout }

/** Runs a bundle in a new realm with nothing of the platform but timers and what is given, and returns its exports. */
function inRealm(contents, globals = {}) {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: pack.folder },
    bundle: true,
    format: 'iife',
    globalName: 'result',
    external: ['node:*', 'ws', 'redis', 'pg'],
    write: false,
  })
  const context = vm.createContext({ ...TIMERS, ...globals })
  return vm.runInContext(`${outputFiles[0].text}; result`, context)
}

test('a realm without globals of the platform: games, PGN, states, errors', () => {
  const { results } = inRealm(`
    import { ChessError, Game } from 'binbo'
    import { parsePgn, readPgn } from 'binbo/pgn'
    import { Chess } from 'binbo/chess.js'
    const pgn = '[Event "Z\\u00fcrich \\u{1f600}"]\\n\\n1. e4 {\\u00e9 \\u6f22\\u5b57 \\u{1f600} \\ud800} e5 *\\n'
    const [tree] = parsePgn(pgn)
    const game = new Game()
    game.loadPgn(pgn)
    const copy = Game.fromState(game.state())
    const refused = game.tryMove('e4e6')
    const latin = Uint8Array.from('[Event "Z\\xfcrich \\x80"]\\n\\n1. e4 *\\n', letter => letter.charCodeAt(0))
    const chess = new Chess()
    chess.move('e4')
    const wide = Uint8Array.from(['\\ufeff', ...pgn].join('').split('').flatMap(unit => [unit.charCodeAt(0) & 255, unit.charCodeAt(0) >> 8]))
    export const results = {
      missing: [typeof TextEncoder, typeof TextDecoder, typeof atob, typeof URL].join(),
      event: tree.headers.get('Event'),
      text: tree.toString(),
      same: tree.toGame() instanceof Game && copy.fen === game.fen && copy.pgn() === game.pgn(),
      status: JSON.stringify(game.status),
      refused: [refused.ok, refused.error instanceof ChessError, refused.error instanceof Error, refused.error.code].join(),
      latin: parsePgn(latin)[0].headers.get('Event'),
      wide: parsePgn(wide)[0].toString() === tree.toString(),
      chess: chess.fen(),
    }
  `)
  assert.equal(results.missing, Array(4).fill('undefined').join())
  assert.equal(results.event, 'Z\u00fcrich \u{1f600}')
  assert.match(results.text, /\{\u00e9 \u6f22\u5b57 \u{1f600} \ufffd\}/u)
  assert.equal(results.same, true)
  assert.equal(results.status, '{"over":false,"type":"continue"}')
  assert.equal(results.refused, 'false,true,true,ERR_MOVE_ILLEGAL')
  assert.equal(results.latin, 'Z\u00fcrich \u20ac')
  assert.equal(results.wide, true)
  assert.equal(results.chess, FEN.replace('e3', '-'))
})

test('every entry but those of Node loads in a realm without globals of the platform', () => {
  for (const entry of Object.keys(pack.manifest.exports)) {
    if (!pack.manifest.exports[entry].require || /node|server/.test(entry)) continue
    const names = Object.keys(inRealm(`export * from '${entry.replace('.', 'binbo')}'`))
    assert.ok(names.length > 0, entry)
  }
})

const code = `
  import { Game, init } from 'binbo/slim'
  export const start = source => init(source).then(() => {
    const game = new Game()
    game.move('e2e4')
    return game.fen
  })`

test('init takes what another realm has made: a module, bytes, a buffer, a Response, a URL, a promise of one', async () => {
  const bytes = readFileSync(new URL('../../dist/core.wasm', import.meta.url))
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
  const answer = type => new Response(bytes, { headers: { 'Content-Type': type } })
  const url = new URL(`data:application/wasm;base64,${bytes.toString('base64')}`)
  for (const [name, source] of Object.entries({
    module: new WebAssembly.Module(bytes),
    bytes,
    view: new DataView(buffer),
    buffer,
    streamed: answer('application/wasm'),
    read: answer('application/octet-stream'),
    url,
    promise: Promise.resolve(answer('application/wasm')),
  })) {
    // A realm with a Response of its own, as the class of the other one is strange to it.
    const { start } = inRealm(code, { Response: class Response {}, fetch })
    assert.equal(await start(source), FEN, name)
  }
})

test('a carried module of another realm, as edge runtimes give it', () => {
  const module = new WebAssembly.Module(readFileSync(new URL('../../dist/core.wasm', import.meta.url)))
  const { outputFiles } = buildSync({
    stdin: {
      contents: "import { Game } from 'binbo'\nexport const { fen } = new Game()",
      resolveDir: pack.folder,
    },
    bundle: true,
    format: 'cjs',
    conditions: ['edge-light'],
    external: ['*.wasm?module'],
    write: false,
  })
  const exports = {}
  const context = vm.createContext({ ...TIMERS, module: { exports }, require: () => module, exports })
  vm.runInContext(outputFiles[0].text, context)
  assert.match(context.module.exports.fen, /^rnbqkbnr\//)
})

test('sources of PGN, signals and options of another realm are known', async () => {
  const { read } = inRealm(`
    import { readPgn } from 'binbo/pgn'
    export async function read(source, options) {
      const games = []
      for await (const game of readPgn(source, options)) games.push(game.headers.get('Event'))
      return games.join()
    }`)
  const pgn = '[Event "one"]\n\n1. e4 *\n\n[Event "two"]\n\n*\n'
  const bytes = new TextEncoder().encode(pgn)
  const { signal } = new AbortController()
  for (const source of [
    pgn,
    bytes,
    bytes.buffer,
    new Blob([pgn]),
    new File([pgn], 'x.pgn'),
    new Response(pgn),
    [bytes.buffer],
  ])
    assert.equal(await read(source, { signal }), 'one,two', Object.prototype.toString.call(source))
  // Long enough for pauses, for which jsdom has setTimeout() alone.
  assert.equal((await read(pgn.repeat(5000))).split(',').length, 10_000)
})
