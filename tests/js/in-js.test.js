// SPDX-License-Identifier: Apache-2.0
// binbo/js: the core in JS, in Node without WebAssembly, beside the core in wasm.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { test } from 'node:test'
import { renderJs } from '../../js/tools/wasm-in-js.js'
import { runChild } from './support/child.js'

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const IN_JS = Object.keys(exports).filter(key => /^\.\/js(\/|$)/.test(key))
const WITHOUT_WASM = [['--no-expose-wasm'], ['--jitless']]

/** Imports and runs `code` with the names of all entries of binbo/js, and with those of their twins. */
const both = (code, flags) =>
  ['js', 'wasm'].map(kind => {
    const file = name => exports[`./${kind === 'js' ? 'js/' : ''}${name}`].default.slice('./dist/'.length)
    const imports = ['pgn', 'openings', 'compact', 'epd', 'svg', 'book']
      .map(name => `const ${name} = await import(dist + '${file(name)}')`)
      .join('\n')
    const game = `const binbo = await import(dist + '${kind === 'js' ? 'index-in-js.js' : 'index.js'}')`
    return runChild(`${game}\n${imports}\n${code}`, { flags: kind === 'js' ? flags : [] })
  })

test('the exports of each entry, and their types, are those of its twin', async () => {
  assert.ok(IN_JS.length >= 9)
  for (const key of IN_JS) {
    const twin = key.replace('./js', '.')
    assert.deepEqual(exports[key].types, exports[twin].types)
    const [names, wanted] = await Promise.all(
      [key, twin].map(async name => Object.keys(await import(`../../${exports[name].default}`)).sort()),
    )
    assert.deepEqual(names, wanted, key)
  }
})

test('the condition react-native of each entry leads to its twin, without syntax that Metro does not lower', async () => {
  for (const key of IN_JS) {
    const twin = exports[key.replace('./js', '.')]
    const path = new URL(`../../${twin['react-native']}`, import.meta.url)
    const [names, wanted] = await Promise.all(
      [path.href, `../../${twin.default}`].map(async name => Object.keys(await import(name)).sort()),
    )
    assert.deepEqual(names, wanted, key)
  }
  const folder = new URL('../../dist/react-native/', import.meta.url)
  for (const name of readdirSync(folder, { recursive: true }).filter(name => name.endsWith('.js')))
    assert.doesNotMatch(readFileSync(new URL(name, folder), 'utf8'), /^\s*static \{/m, name)
})

for (const flags of WITHOUT_WASM)
  test(`games, lists of moves, PGN, openings, packed games and counts are the same with ${flags}`, () => {
    const [js, wasm] = both(
      `
      const game = new binbo.Game({ fen: ${JSON.stringify(KIWIPETE)} })
      const moves = game.legalMoves().map(({ san, uci }) => [san, uci])
      const text = '[Event "?"]\\n\\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {x [%clk 0:01:00]} Nc6 3. Bb5 a6 1/2-1/2'
      const [read] = pgn.parsePgn(text)
      const ruy = read.toGame()
      const variants = binbo.VARIANTS.map(variant => {
        const { fen } = new binbo.Game({ variant })
        return [fen, binbo.perft(fen, 2, { variant })]
      })
      report([
        moves,
        game.hash.toString(),
        String(read),
        ruy.fen,
        openings.openingOf(ruy),
        Array.from(compact.encodeGame(ruy)),
        svg.boardSvg(game),
        binbo.perft(${JSON.stringify(KIWIPETE)}, 2),
        variants,
      ])`,
      flags,
    )
    assert.deepEqual(js, wasm)
  })

test('what threads do elsewhere is done in the thread of the caller', () => {
  const found = runChild(
    `
    const { START_FEN } = await import(dist + 'index-in-js.js')
    const { perftInWorkers } = await import(dist + 'uci-in-js.js')
    const { readPgn, validatePgn } = await import(dist + 'pgn-in-js.js')
    const game = '[Event "x"]\\n\\n1. e4 e5 *\\n\\n'
    const blob = new Blob([game, '[Event "y"]\\n\\n1. d4 {' + 'x'.repeat(1 << 23) + '} d5 *\\n\\n', game])
    const { games, plies, errors } = await validatePgn(blob, { workers: 2 })
    const ranges = []
    for await (const { range } of readPgn(blob, { workers: 2, reaches: { board: { e4: 'P' } } })) ranges.push(range.from)
    report([await perftInWorkers(START_FEN, 3, { workers: 2 }), games, plies, errors, ranges.length])`,
    { flags: ['--no-expose-wasm'] },
  )
  assert.deepEqual(found, [8902, 3, 6, [], 2])
})

test('its memory grows below readers, and is exhausted with ERR_MEMORY', () => {
  const found = runChild(
    `
    const binbo = await import(dist + 'index-in-js.js')
    const { parsePgn } = await import(dist + 'pgn-in-js.js')
    const game = new binbo.Game()
    const long = '[Event "x"]\\n\\n1. e4 {' + 'x'.repeat(9_000_000) + '} e5 *\\n\\n'
    const games = parsePgn(long + long + '1. d4 d5')
    const many = Array.from({ length: 40_000 }, () => new binbo.Game())
    many.forEach(one => one.move('e4'))
    report([games.map(({ root }) => root.children[0].san), game.fen, new Set(many.map(({ fen }) => fen)).size])`,
    { flags: ['--no-expose-wasm'] },
  )
  assert.deepEqual(found, [['e4', 'e4', 'd4'], 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 1])
})

test('require() gives the same', () => {
  const folder = `build/in-js-${process.pid}`
  mkdirSync(`${folder}/node_modules`, { recursive: true })
  try {
    symlinkSync(process.cwd(), `${folder}/node_modules/binbo`)
    const code = `
      const { Game } = require('binbo/js')
      const { parsePgn } = require('binbo/js/pgn')
      console.log(new Game().legalMoves().length, parsePgn('1. e4')[0].toGame() instanceof Game)`
    const flags = ['--no-expose-wasm', '-e', code]
    const output = execFileSync(process.execPath, flags, { cwd: folder, encoding: 'utf8' })
    assert.equal(output, '20 true\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('wasm2js must write what js/tools/wasm-in-js.js knows', () => {
  assert.throws(() => renderJs('', []), /wasm2js wrote no "function initActiveSegments/)
})
