// SPDX-License-Identifier: Apache-2.0
// The ratings of servers.md, with a real PostgreSQL: each game once, whichever hook comes, however often and wherever.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { root } from './support/binbo.js'
import { records } from './support/host.js'
import { PostgresServer } from './support/postgres.js'
import { firstLine, startProgram } from './support/program.js'
import { programs, writeRecipe } from './support/recipes.js'
import { until } from './support/redis-stores.js'
import { client, MATE, play } from './support/served-games.js'

const database = new PostgresServer()
const recipe = writeRecipe([], ['glicko2-lite', 'pg', 'ws'])
after(() => Promise.all([database.remove(), recipe.remove()]))

/** @type {(pool: object, record: object) => Promise<void>} */
let rate
const [{ id: _, ...lost }, { id: __, ...drawn }] = await records(2)
let count = 0
/** A record of a game of two players. */
const record = (white, black, result, more = {}) => ({
  ...(result === '1/2-1/2' ? drawn : lost),
  id: `g${++count}`,
  white: { id: white },
  black: { id: black },
  result,
  tags: { Rated: 'yes' },
  ...more,
})
const ratings = async () =>
  Object.fromEntries(
    (await database.ask('select * from ratings')).map(({ player, ...rating }) => [player, rating]),
  )
const noted = async () => (await database.ask('select id from rated_games')).map(({ id }) => id)
const near = (given, wanted) => assert.ok(Math.abs(given - wanted) < 0.01, `${given} is not ${wanted}`)

before(async () => {
  await database.create()
  const page = readFileSync(`${root}web/docs/servers.md`, 'utf8')
  const [, tables] = /```sql\n(create table ratings[\s\S]*?)```/.exec(page) ?? []
  await database.ask(tables)
  for (const name of ['ratings.ts', 'rated-server.ts']) {
    const { code } = await transform(programs.get(name) ?? '', { loader: 'ts', format: 'esm' })
    writeFileSync(
      join(recipe.folder, name.replace('.ts', '.mjs')),
      code.replace('./ratings.ts', './ratings.mjs'),
    )
  }
  ;({ rate } = await import(pathToFileURL(join(recipe.folder, 'ratings.mjs')).href))
})

test('one game, by many calls of two nodes at once: two ratings change once', async () => {
  const pools = [database.pool(), database.pool()]
  const game = record('ann', 'bob', '1-0')
  await Promise.all(Array.from({ length: 30 }, (_, at) => rate(pools[at % 2], game)))
  await rate(pools[0], game)
  const { ann, bob } = await ratings()
  // Two new players of Glicko-2, with its own figures for them.
  near(ann.rating, 1662.31)
  near(bob.rating, 1337.69)
  near(ann.deviation, 290.32)
  assert.deepEqual(ann.deviation, bob.deviation)
  assert.deepEqual(await noted(), [game.id])
})

test('games of the same players at once, with either color: none is lost, and none waits forever', async () => {
  const pool = database.pool({ max: 8 })
  const players = ['p1', 'p2', 'p3']
  const made = Array.from({ length: 60 }, (_, at) =>
    record(players[at % 3], players[(at + 1 + (at % 2)) % 3], ['1-0', '0-1', '1/2-1/2'][at % 3]),
  )
  const all = [...made, ...made.toReversed()]
  await Promise.all(all.map(game => rate(pool, game)))
  const ids = new Set(await noted())
  assert.ok(made.every(({ id }) => ids.has(id)))
  const { p1, p2, p3 } = await ratings()
  for (const { deviation } of [p1, p2, p3]) assert.ok(deviation < 100)
})

test('what is not rated: other games, games without a result, anonymous and forgotten players', async () => {
  const pool = database.pool()
  for (const game of [
    record('x', 'y', '1-0', { tags: undefined }),
    record('x', 'y', '1-0', { tags: { Rated: 'no' } }),
    record('x', 'y', '*'),
    record('~x', 'y', '1-0'),
    record('x', '~forgotten-black', '1-0'),
    record('x', 'y', '1-0', { black: null }),
  ])
    await rate(pool, game)
  const { x, y } = await ratings()
  assert.deepEqual([x, y], [undefined, undefined])
})

test('a failure within the transaction leaves nothing, and the next call rates the game', async () => {
  const pool = database.pool()
  const game = record('eve', 'fay', '1/2-1/2')
  await database.ask('alter table ratings rename column volatility to lost')
  await assert.rejects(rate(pool, game))
  assert.ok(!(await noted()).includes(game.id))
  await database.ask('alter table ratings rename column lost to volatility')
  await rate(pool, game)
  const { eve, fay } = await ratings()
  near(eve.rating, 1500)
  assert.equal(eve.rating, fay.rating)
  assert.ok(eve.deviation < 350)
})

test('the server: a rated game changes ratings at its end, and the archive changes nothing more', async t => {
  const program = startProgram(process.execPath, ['rated-server.mjs'], {
    cwd: recipe.folder,
    env: { ...process.env, DATABASE_URL: database.url },
  })
  t.after(async () => {
    program.child.kill('SIGKILL')
    await program.ended
  })
  const url = await firstLine(program)
  const [white, black] = [await client(t, url, { token: 'Wim' }), await client(t, url, { token: 'Bea' })]
  const clock = { base: 180_000 }
  const rated = { Rated: 'yes' }
  for (const wrong of [{ variant: 'atomic', clock }, { clock: null }]) {
    const { code, why } = await white.ask('create', { ...wrong, tags: rated })
    assert.deepEqual([code, why], ['refused', 'Rated games are standard chess with a clock.'])
  }
  const { game } = await white.ask('create', { clock, tags: rated })
  await white.ask('open', { game })
  await black.ask('open', { game })
  await black.ask('join', { game })
  await play([white, black], game, MATE)
  await until(async () => (await noted()).includes(game), 'it is rated')
  const { Wim, Bea } = await ratings()
  near(Bea.rating, 1662.31)
  near(Wim.rating, 1337.69)
})
