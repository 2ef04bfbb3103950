// SPDX-License-Identifier: Apache-2.0
// `make replay` on the games of tests/data, and the differences that it must detect.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest, findFaults } from '../replay/compare.js'
import { replayEverywhere } from '../replay/replay-everywhere.js'
import { splitGames } from '../replay/split-games.js'
import { root, test } from './support/fixtures.js'

/** @import { ReplayedGame } from '../replay/replay-games.js' */

const pgn = readFileSync(join(root, 'tests/data/games.pgn'), 'utf8')

test('the packed package replays every game alike in Node and Chromium, with the ending that each game names', async () => {
  const texts = splitGames(pgn)
  const { node, chromium } = await replayEverywhere(texts)
  assert.deepEqual(findFaults(node, chromium), [])
  assert.equal(digest(node), digest(chromium))
  assert.equal(node.games.length, texts.length)
  for (const [index, text] of texts.entries()) {
    checkEnding(text, /** @type {ReplayedGame} */ (node.games[index]))
  }
})

/** The `status.reason` of a draw by its Ending tag. */
const REASONS = /** @type {Record<string, string>} */ ({
  stalemate: 'stalemate',
  'insufficient material': 'insufficient_material',
  '50 moves': 'rule50',
  '75 moves': 'rule50',
  'threefold repetition': 'threefold_repetition',
  'fivefold repetition': 'threefold_repetition',
})

/**
 * Checks the status against the Ending tag, which another chess program wrote.
 * @param {string} text
 * @param {ReplayedGame} game
 */
function checkEnding(text, game) {
  const tag = (/** @type {string} */ name) => new RegExp(`\\[${name} "([^"]*)"`).exec(text)?.[1] ?? ''
  const ending = tag('Ending')
  const status = JSON.parse(game.status)
  if (ending === 'checkmate') {
    const winner = tag('Result') === '1-0' ? 'white' : 'black'
    assert.deepEqual(status, { over: true, type: 'checkmate', winner })
  } else if (ending === 'resignation' || ending === 'time forfeit') {
    assert.notEqual(status.type, 'checkmate')
  } else {
    assert.ok(Object.hasOwn(REASONS, ending), `an unknown ending: ${ending}`)
    // A game that reaches the fifth repetition may also have passed fifty moves, which take precedence.
    const halfmoves = Number(game.fen.split(' ')[4])
    const reason = ending !== 'stalemate' && halfmoves >= 100 ? 'rule50' : REASONS[ending]
    assert.equal(status.reason, reason, `${ending}, ${game.fen}`)
  }
}

test('a move that differs, an error on one side and a missing game are each a fault', () => {
  const game = { fen: 'f', status: 's', hash: '1', plies: 2, path: 'p' }
  const result = (/** @type {any[]} */ ...games) => ({ games, loadMs: 0, totalMs: 0 })
  assert.deepEqual(findFaults(result(game), result({ ...game })), [])
  assert.equal(findFaults(result(game), result({ ...game, hash: '2' })).length, 1)
  assert.equal(findFaults(result(game), result({ error: 'x' })).length, 1)
  assert.equal(findFaults(result({ error: 'x' }), result({ error: 'x' })).length, 1)
  assert.notEqual(findFaults(result(game, game), result(game)).length, 0)
  assert.notEqual(digest(result(game)), digest(result({ ...game, path: 'q' })))
})

test('games are split at the tags of the next one, and at nothing else', () => {
  const games = [
    '[Event "a"]\n\n1. e4 { a comment\n[Event "inside"]\n} e5 1-0\n',
    '[Event "b"]\n[Site "?"]\n\n1. d4 ; a brace { to the end of the line\n*\n',
    '1. c4 *',
  ]
  assert.deepEqual(
    splitGames(`${games[0]}\n${games[1]}`).map(game => game.trim()),
    [games[0].trim(), games[1].trim()],
  )
  assert.equal(splitGames(games[2]).length, 1)
  assert.deepEqual(splitGames('\n \n'), [])
  assert.equal(splitGames(pgn).length, pgn.match(/^\[Event /gm)?.length)
})
