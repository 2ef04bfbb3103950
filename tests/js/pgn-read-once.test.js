// SPDX-License-Identifier: Apache-2.0
// How often C reads the text of a game: once, whatever is asked of it and of the games before it.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { carriedWasm } from '#js/core/carried-wasm.js'
import { compiled, exportsOf, startWasm } from '#js/core/wasm.js'
import { openDatabase } from '#js/entries/database.js'
import { loadPgnFile } from '#js/entries/node.js'
import { openingOf } from '#js/entries/openings.js'
import { parsePgn, readPgn } from '#js/entries/pgn.js'
import { treeFacts } from './support/pgn.js'

const PLAIN = '[White "Zoë"]\n[Black "B"]\n\n1. e4 {[%clk 0:01:00]} e5 $1 2. Nf3 Nc6 {a} 1-0\n\n'
const VARIED = '[White "V"]\n\n1. d4 (1. c4 c5) d5 2. Nf3 *\n\n'
const GAMES = 200

let reads = 0
startWasm(() => {
  const exports = exportsOf(compiled(carriedWasm()))
  const { binbo_pgn_read: read } = exports
  const counted = (...args) => {
    reads++
    return read(...args)
  }
  return { exports: { ...exports, binbo_pgn_read: counted } }
})

/** @returns how often texts were read during the action */
async function readsOf(action) {
  const before = reads
  await action()
  return reads - before
}

const QUESTIONS = {
  'a header': ({ header }, game) => header.call(game, 'White'),
  'two headers': (_, game) => game.header('White') + game.header('Black'),
  headers: ({ headers }) => headers.size,
  'the main line': (_, game) => Array.from(game.mainline(), ({ san }) => san).join(),
  'all moves, and then a header': (_, game) => [...game.nodes()].length + game.header('White').length,
  'moves and comments': (_, game) => Array.from(game.mainline(), ({ comments }) => comments).length,
  'the opening': (_, game) => openingOf(game),
  'the text': (_, game) => game.toString(),
}

for (const [name, ask] of Object.entries(QUESTIONS)) {
  test(`readPgn, asked for ${name}: each text is read once`, async () => {
    const count = await readsOf(async () => {
      for await (const game of readPgn(PLAIN.repeat(GAMES))) ask(game, game)
    })
    assert.ok(count <= GAMES + 4, `${count} of ${GAMES}`)
  })
}

test('main lines among games with variations: few texts are read twice', async () => {
  const text = `${VARIED}${PLAIN.repeat(9)}`.repeat(GAMES / 10)
  const count = await readsOf(async () => {
    for await (const game of readPgn(text)) for (const { san } of game.mainline()) assert.ok(san)
  })
  assert.ok(count <= 1.15 * GAMES, `${count} of ${GAMES}`)
})

test('a game of a database, and one that is added, is read once', async () => {
  const db = await openDatabase()
  for (const pgn of [PLAIN, VARIED]) {
    let id = -1
    assert.equal(
      await readsOf(async () => {
        id = await db.addGame(pgn)
      }),
      1,
    )
    let game
    assert.equal(
      await readsOf(async () => {
        game = await db.game(id)
      }),
      1,
    )
    assert.deepEqual(treeFacts(game), treeFacts(parsePgn(pgn)[0]))
  }
  await db.close()
})

test('the first game of a file is read once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-read-once-'))
  try {
    const path = join(folder, 'games.pgn')
    writeFileSync(path, PLAIN + VARIED.repeat(10))
    let game
    assert.equal(
      await readsOf(async () => {
        game = await loadPgnFile(path)
      }),
      1,
    )
    assert.equal(game.headers.get('White'), 'Zoë')
    assert.equal(game.pgn().split('\n').at(-2), '1. e4 e5 2. Nf3 Nc6 1-0')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
