// SPDX-License-Identifier: Apache-2.0
// Real files against an independent pass: headers, moves, clocks and evaluations are those that regular
// expressions find. The repository's own file always; another one of Lichess's kind where BINBO_LICHESS names it:
//
//   BINBO_LICHESS=lichess.pgn node --test tests/js/pgn-lichess.test.js

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { root } from './support/binbo.js'
import { collect } from './support/chunks.js'
import { parsePgn, readPgn, treeFacts, validatePgn } from './support/pgn.js'
import { textOfGames } from './support/pgn-trees.js'

const FILES = [
  { path: `${root}tests/data/games.pgn`, games: 64 },
  { path: process.env.BINBO_LICHESS, games: undefined },
]

/** What regular expressions find in one game of such a file, whose variations are flat text of the main line's kind. */
function pass(pgn) {
  const [tags, ...moves] = pgn.split('\n\n')
  const movetext = moves.join('\n\n')
  const headers = Array.from(tags.matchAll(/^\[(\w+) "(.*)"\]$/gm), ([, name, value]) => [name, value])
  const bare = withoutVariations(movetext.replace(/;.*$/gm, '').replace(/\{[^}]*\}/g, ''))
  return {
    headers: new Map(headers),
    clocks: Array.from(
      movetext.matchAll(/\[%clk (\d+):(\d+):(\d+)\]/g),
      ([, h, m, s]) => 3600 * h + 60 * m + 1 * s,
    ),
    evals: Array.from(movetext.matchAll(/\[%eval (#?)(-?[\d.]+)\]/g), ([, mate, value]) =>
      mate ? { kind: 'mate', value: Number(value) } : { kind: 'cp', value: Math.round(100 * Number(value)) },
    ),
    sans: bare.match(/(?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?)[+#]?/g) ?? [],
    result: /(1-0|0-1|1\/2-1\/2|\*)\s*$/.exec(movetext)[1],
    comments: movetext.match(/\{[^}]*\}/g)?.length ?? 0,
  }
}

/** Parentheses and all inside go, from the inside out. */
function withoutVariations(text) {
  let before
  let after = text
  do {
    before = after
    after = before.replace(/\([^()]*\)/g, '')
  } while (after !== before)
  return after
}

/** All nodes in the order of the text: a move, its variations, what follows it. */
function inTextOrder(root) {
  const nodes = []
  const open = [root.children]
  while (open.length > 0) {
    const [main, ...others] = open.pop()
    if (main === undefined) continue
    nodes.push(main)
    open.push(main.children)
    for (const other of others.reverse()) open.push([other])
  }
  return nodes
}

for (const { path, games: count } of FILES) {
  if (path === undefined) continue
  const text = readFileSync(path, 'utf8')
  const expected = text
    .trim()
    .split(/\n\n+(?=\[Event )/)
    .map(pass)
  const games = parsePgn(text)
  const name = path.split('/').at(-1)

  test(`${name}: every game is there, without errors`, () => {
    assert.equal(games.length, count ?? expected.length)
    assert.equal(games.length, expected.length)
    for (const game of games) assert.deepEqual(game.errors, [])
  })

  test(`${name}: headers, moves and results`, () => {
    for (const [index, game] of games.entries()) {
      for (const [tag, value] of expected[index].headers) assert.equal(game.headers.get(tag), value)
      const missing = [...game.headers.keys()].filter(tag => !expected[index].headers.has(tag))
      for (const tag of missing)
        assert.match(game.headers.get(tag), /^[?*.]+$/, 'only the roster is filled up')
      assert.deepEqual(
        Array.from(game.mainline(), node => node.san),
        expected[index].sans,
        `game ${index + 1}`,
      )
      assert.equal(game.result, expected[index].result)
    }
  })

  test(`${name}: clocks and evaluations`, () => {
    let values = 0
    for (const [index, game] of games.entries()) {
      const nodes = inTextOrder(game.root)
      const clocks = nodes.map(node => node.clock).filter(clock => clock !== undefined)
      const evals = nodes.map(node => node.eval).filter(evaluation => evaluation !== undefined)
      assert.deepEqual(clocks, expected[index].clocks, `game ${index + 1}`)
      assert.deepEqual(evals, expected[index].evals, `game ${index + 1}`)
      values += clocks.length
    }
    assert.ok(values > 100, `${values} clocks`)
  })

  test(`${name}: read as a stream, validated, written and read again`, async () => {
    const whole = textOfGames(games, ['fen', 'uci'])
    assert.equal(textOfGames(await collect(readPgn(new Blob([text]))), ['fen', 'uci']), whole)
    const report = await validatePgn(text)
    const plies = expected.reduce((sum, { sans }) => sum + sans.length, 0)
    assert.deepEqual([report.games, report.plies, report.errors], [games.length, plies, []])
    const again = parsePgn(games.map(game => `${game}\n`).join('\n'))
    assert.equal(textOfGames(again, ['fen', 'uci']), whole)
    assert.deepEqual(again.map(treeFacts), games.map(treeFacts))
  })

  test(`${name}: every game becomes a Game and comes back`, () => {
    for (const [index, game] of games.entries()) {
      const played = game.toGame()
      assert.deepEqual(
        played.moves.map(move => move.san),
        expected[index].sans,
      )
      assert.equal(played.fen, [...game.mainline()].at(-1)?.fen ?? game.startFen)
      played.stop()
    }
  })
}
