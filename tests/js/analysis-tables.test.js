// SPDX-License-Identifier: Apache-2.0
// analyseGame with a tablebase, by Stockfish and the real tables of three men: their value judges moves, and the engine searches
// the rest.

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { tablebaseFolder } from 'binbo/node'
import { Tablebase } from 'binbo/tablebase'
import { dist } from './support/binbo.js'
import { Engine, Game, NATIVE, processTransport, rejects } from './support/engines.js'
import { runCommand } from './support/program.js'
import { serveFiles } from './support/ranges.js'

const { analyseGame } = await import(pathToFileURL(`${dist}uci.js`).href)
const { parsePgn } = await import(pathToFileURL(`${dist}pgn.js`).href)
const { command } = await import('#js/cli/pgn-analyse.js')

const folder = fileURLToPath(new URL('../data/syzygy/', import.meta.url))
const tablebase = await Tablebase.open(tablebaseFolder(folder))
const skip = !NATIVE
const limits = { depth: 1 }
/** White gives the win away by c3, which Stockfish at depth 1 does not see. */
const PAWN = { fen: 'k7/8/8/8/8/8/2P5/5K2 w - - 0 1', moves: ['c3', 'Kb7', 'Ke2', 'Kb6'] }

/** @param {{ fen: string, moves: string[] }} line */
function gameOf({ fen, moves }) {
  const game = new Game({ fen })
  for (const move of moves) game.move(move)
  return game
}

/** Stockfish, and the positions that it was asked about. */
async function stockfish(t) {
  const transport = processTransport(NATIVE)
  const searched = []
  const send = transport.send.bind(transport)
  transport.send = line => {
    if (line.startsWith('position')) searched.push(line.split(' moves ')[1]?.split(' ').length ?? 0)
    send(line)
  }
  const engine = await Engine.start(transport)
  t.after(() => engine.quit())
  return { engine, searched }
}

const judged = ({ positions }) => positions.map(({ wdl, judgement }) => [wdl, judgement])

test('a move that gives a won ending away is a blunder, which the engine alone does not see', {
  skip,
}, async t => {
  const { engine, searched } = await stockfish(t)
  const game = gameOf(PAWN)
  const known = await analyseGame(game, { engine, limits, tablebase })
  assert.deepEqual(searched, [])
  const values = [2, 0, 0, 0, 0]
  assert.deepEqual(
    judged(known),
    values.map((wdl, ply) => [wdl, ply === 1 ? 'blunder' : null]),
  )
  assert.deepEqual(
    known.positions.map(({ score, loss }) => [String(score), loss]),
    [
      ['+200.00', null],
      ['0.00', 1000],
      ['0.00', 0],
      ['0.00', 0],
      ['0.00', 0],
    ],
  )
  const best = await tablebase.moves(PAWN.fen)
  assert.deepEqual(
    known.positions[0].lines.map(({ pv, san }) => [pv, san]),
    [[[best[0].uci], [best[0].san]]],
  )
  const two = await analyseGame(game, { engine, limits, tablebase, variations: 2 })
  assert.deepEqual(
    two.positions[0].lines.map(({ pv }) => pv[0]),
    [best[0].uci, best[1].uci],
  )
  const blind = await analyseGame(game, { engine, limits })
  assert.deepEqual(judged(blind)[1], [null, null])
  assert.equal(searched.length, 5)
})

test('the engine searches what the tables do not know; both judge a game', { skip }, async t => {
  const { engine, searched } = await stockfish(t)
  // The rook's capture leads to three men, and Black is stalemated at the end.
  const game = gameOf({
    fen: '7k/8/5K2/8/8/8/6Qr/8 w - - 0 1',
    moves: ['Qxh2+', 'Kg8', 'Qg3+', 'Kh8', 'Qg6'],
  })
  const { positions } = await analyseGame(game, { engine, limits, tablebase })
  assert.deepEqual(searched, [0])
  assert.deepEqual(
    positions.map(({ wdl }) => wdl),
    [null, -2, 2, -2, 2, null],
  )
  assert.deepEqual(
    positions.map(({ judgement }) => judgement),
    [null, null, null, null, null, 'blunder'],
  )
  const [pgn] = parsePgn('[FEN "7k/8/5K2/8/8/8/6Qr/8 w - - 0 1"]\n\n1. Qxh2+ Kg8 2. Qg3+ Kh8 3. Qg6 *')
  const annotated = (await analyseGame(pgn, { engine, limits, tablebase })).annotate(pgn).toString()
  assert.match(annotated, /1\. Qxh2\+ \{\[%eval 200\.00\]\}/)
  assert.match(annotated, /3\. Qg6 \$4 \{\[%eval 0\.00\]\} \(3\. Qg7#\)/)
})

test('wins that the fifty-move rule makes a draw are draws; tables may be any object with wdl()', {
  skip,
}, async t => {
  const { engine, searched } = await stockfish(t)
  const game = gameOf(PAWN)
  const values = [1, -1, null, undefined, 0]
  const { positions } = await analyseGame(game, { engine, limits, tablebase: { wdl: () => values.shift() } })
  assert.deepEqual(
    positions.map(({ wdl }) => wdl),
    [1, -1, null, null, 0],
  )
  assert.deepEqual(
    positions.slice(0, 2).map(({ score, lines }) => [String(score), lines]),
    [
      ['0.00', []],
      ['0.00', []],
    ],
  )
  assert.deepEqual(searched, [2, 3])
  for (const wrong of [{}, null, { wdl: 1 }, { wdl: () => 0, covers: true }, 'tables'])
    await rejects(analyseGame(game, { engine, tablebase: wrong }), 'ERR_ARGUMENT')
})

test('tables that are away leave the game to the engine; damaged ones are an error', { skip }, async t => {
  const { engine, searched } = await stockfish(t)
  const { url, close } = await serveFiles(undefined, new Map())
  await close()
  const away = await Tablebase.open(url)
  const { positions } = await analyseGame(gameOf(PAWN), { engine, limits, tablebase: away })
  assert.deepEqual(searched, [0, 1, 2, 3, 4])
  assert.ok(positions.every(({ wdl, lines }) => wdl === null && lines.length === 1))
  const files = new Map([['KPvK.rtbw', readFileSync(join(folder, 'KPvK.rtbw')).fill(255, 8, 60)]])
  const damaged = await Tablebase.open(files)
  await rejects(
    analyseGame(gameOf(PAWN), { engine, limits, tablebase: damaged }),
    'ERR_TABLEBASE_DAMAGED',
    /KPvK/,
  )
})

test('binbo pgn analyse --tables', { skip }, async t => {
  const place = mkdtempSync(join(tmpdir(), 'binbo-tables-'))
  t.after(() => rmSync(place, { recursive: true, force: true }))
  const file = join(place, 'game.pgn')
  writeFileSync(file, `[FEN "${PAWN.fen}"]\n\n1. c3 Kb7 *\n`)
  const analyse = (...more) =>
    runCommand(command.run, [file, '--engine', NATIVE, '--depth', '1', '-q', ...more])
  const { code, stdout } = await analyse('--tables', folder)
  assert.equal(code, 0)
  assert.match(stdout, /1\. c3 \$4 \{\[%eval 0\.00\]\}/)
  const none = await analyse('--tables', join(place, 'none'))
  assert.equal(none.code, 2)
  assert.match(none.stderr, /no tables in .*none/)
  cpSync(folder, join(place, 'damaged'), { recursive: true })
  writeFileSync(join(place, 'damaged/KPvK.rtbw'), readFileSync(join(folder, 'KPvK.rtbw')).fill(255, 8, 60))
  const damaged = await analyse('--tables', join(place, 'damaged'))
  assert.equal(damaged.code, 2)
  assert.match(damaged.stderr, /KPvK\.rtbw/)
})
