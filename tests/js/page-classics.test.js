// SPDX-License-Identifier: Apache-2.0
// The example database of the page: what its file has, and nothing more.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parsePgn } from 'binbo/pgn'
import { readClassics } from '#web/database/classics.js'

const bytes = readFileSync(new URL('../../web/classics.bin', import.meta.url))

test('thousands of games with names, places, years, results and moves, and no comments, in 400 kB', async () => {
  assert.ok(bytes.length <= 400_000)
  const { blob } = await readClassics(async () => new Response(bytes))
  const games = [...parsePgn(await blob.text())]
  assert.equal(games.length, 4886)
  const names = new Set()
  for (const game of games) {
    assert.deepEqual(game.errors, [])
    assert.deepEqual([...game.headers.keys()].sort(), [
      ...['Black', 'Date', 'Event', 'Result', 'Round', 'Site', 'White'],
    ])
    assert.match(game.headers.get('Date') ?? '', /^(18|19)\d\d\.\?\?\.\?\?$/)
    assert.match(game.headers.get('Result') ?? '', /^(1-0|0-1|1\/2-1\/2)$/)
    assert.equal(game.headers.get('Event'), '?')
    for (const node of game.nodes()) assert.deepEqual([node.comments, node.children.length < 2], [[], true])
    for (const side of ['White', 'Black']) names.add(game.headers.get(side))
  }
  assert.equal(names.size, 46)
  const opera = games.filter(({ headers }) => /Morphy/.test(headers.get('White') ?? ''))
  assert.ok(opera.length > 20)
})
