// SPDX-License-Identifier: Apache-2.0
// leaves(): where games leave a repertoire, against a walk of every position of every game.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { PgnGame } from '../../dist/pgn.js'
import { pick, randomFrom } from '../random.js'
import { ChessError, START_FEN } from './support/binbo.js'
import { corpus, keyOf, replay, SEGMENT_GAMES } from './support/database-oracle.js'
import { parsePgn } from './support/pgn.js'
import { seed } from './support/random-games.js'

const text = corpus(seed)
const games = replay(text)
const db = await openDatabase({ [SEGMENT_GAMES]: 64 })
await db.add(text)

/** Leaves by the words of the guide: all nodes by key, all plies of all games. */
function slowLeaves(trees, side, ids) {
  const known = new Map()
  const nodes = []
  trees.forEach((tree, game) => {
    const walk = node => {
      const key = keyOf(node.position)
      if (!known.has(key)) known.set(key, { game, path: node.path, position: node.position, expected: [] })
      if (node.parent) {
        const { expected } = known.get(keyOf(node.parent.position))
        if (!expected.includes(node.san ?? '--')) expected.push(node.san ?? '--')
        nodes.push({ game, path: node.path, key, before: keyOf(node.parent.position) })
      }
      node.children.forEach(walk)
    }
    walk(tree.root)
  })
  const reached = new Set()
  const left = new Map()
  let [count, covered] = [0, 0]
  for (const id of ids) {
    const { game, plies } = games[id]
    const last = plies.findLastIndex(({ key }) => known.has(key))
    if (last < 0) continue
    for (const { key } of plies) if (known.has(key)) reached.add(key)
    count++
    const { key } = plies[last]
    if (last === plies.length - 1 || known.get(key).expected.length === 0) {
      covered++
      continue
    }
    const played = plies[last + 1].san ?? '--'
    const row = left.get(`${key} ${played}`) ?? { ...known.get(key), played, games: 0, points: [] }
    left.set(`${key} ${played}`, row)
    row.games++
    const points = { '1-0': [1, 0], '0-1': [0, 1], '1/2-1/2': [0.5, 0.5] }[game.result]
    if (points) row.points.push(points[side === 'white' ? 0 : 1])
  }
  const rows = [...left.values()].map(({ points, ...row }) => ({
    ...row,
    by: row.position.sideToMove === side ? 'me' : 'them',
    score: points.length > 0 ? points.reduce((a, b) => a + b) / points.length : null,
  }))
  const unused = nodes.filter(({ key, before }) => !reached.has(key) && reached.has(before))
  return { games: count, covered, left: rows, unused: unused.map(({ game, path }) => ({ game, path })) }
}

/** Rows without an order among equals, and positions as FENs. */
const plain = ({ left, ...rest }) => ({
  ...rest,
  left: left
    .map(({ by, game, path, position: { fen }, expected, played, games: some, score }) => ({
      ...{ by, game, path, fen, expected, played, games: some, score },
    }))
    .sort((a, b) => b.games - a.games || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
})

test('repertoires of real and random games are left as a slow walk says, for all sets and both sides', async () => {
  const random = randomFrom(seed)
  const all = await db.filter()
  const sets = [all, await db.filter({ result: '1-0' }), (await db.filter({ result: '1-0' })).not()]
  const standard = games
    .map(({ game }) => game)
    .filter(game => game.variant === 'standard' && game.startFen === START_FEN)
  let [left, unused] = [0, 0]
  for (let n = 0; n < 40; n++) {
    const some = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(random, games).game)
    const merged = PgnGame.merge(
      Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick(random, standard)),
    )
    // Shorter than the games, so that games go on.
    for (const node of [...merged.nodes()]) if (random() < 0.04) node.remove()
    const trees = n % 3 === 0 ? some : n % 3 === 1 ? [merged] : [...some, merged]
    const [set, side] = [pick(random, sets), pick(random, ['white', 'black'])]
    const found = await db.leaves(trees.length > 1 || random() < 0.5 ? trees : trees[0], side, { in: set })
    const expected = slowLeaves(trees, side, set.ids())
    assert.deepEqual(plain(found), plain(expected), `seed ${seed}, repertoire ${n}`)
    const counts = found.left.map(row => row.games)
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    )
    assert.equal(found.covered + counts.reduce((sum, count) => sum + count, 0), found.games)
    left += found.left.length
    unused += found.unused.length
  }
  assert.ok(left > 100 && unused > 20, `${left} left, ${unused} unused`)
})

const leavesOf = async (repertoire, side, pgn) => {
  const other = await openDatabase()
  await other.add(pgn)
  return other.leaves(parsePgn(repertoire), side)
}
const rows = ({ left }) =>
  left.map(({ by, game, path, expected, played, games: some, score }) =>
    [by, game, path.join(''), expected, played, some, score].join(' '),
  )

test('another order of moves is the same repertoire, and all its nodes have one list of answers', async () => {
  // The tabiya of the Queen's Gambit, with and without a double step before it.
  const tabiya = '1. d4 d5 (1... Nf6 2. c4 e6 3. Nc3 d5 4. Nf3) 2. c4 e6 3. Nc3 Nf6 4. Bg5 *'
  const found = await leavesOf(
    tabiya,
    'white',
    '1. c4 e6 2. Nc3 d5 3. d4 Nf6 4. Nf3 1-0\n\n1. d4 Nf6 2. c4 e6 3. Nc3 d5 4. Bg5 Be7 0-1\n\n' +
      '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 1/2-1/2\n\n1. c4 Nf6 2. d4 e6 3. Nc3 d5 4. cxd5 1-0\n\n' +
      '1. d4 g6 *\n\n1. d4 *',
  )
  assert.deepEqual([found.games, found.covered], [6, 3])
  assert.deepEqual(rows(found), ['me 0 000000 Bg5,Nf3 cxd5 2 0.75', 'them 0 0 d5,Nf6 g6 1 '])
  assert.deepEqual(found.unused, [])
})

test('lines that no game reaches, transpositions out and back, a game that never comes', async () => {
  const back = await leavesOf(
    '1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 a6 *\n\n1. d4 d5 *',
    'white',
    '1. Nf3 Nc6 2. e4 e5 3. Bc4 0-1\n\n[FEN "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"]\n\n1. Kd4 *',
  )
  assert.deepEqual([back.games, back.covered], [1, 0])
  assert.deepEqual(rows(back), ['me 0 0000 Bb5 Bc4 1 0'])
  // 1. e4 and 1. d4 follow the start; 3. Bb5 follows the tabiya.
  assert.deepEqual(back.unused, [
    { game: 0, path: [0] },
    { game: 0, path: [0, 0, 0, 0, 0] },
    { game: 1, path: [0] },
  ])
  assert.deepEqual(await db.leaves([], 'black'), { games: 0, covered: 0, left: [], unused: [] })
})

test('two at a time, an abort, wrong arguments', async () => {
  const trees = [parsePgn('1. e4 e5 2. Nf3 *'), parsePgn('1. d4 d5 2. c4 *')]
  const one = await Promise.all(trees.map(tree => db.leaves(tree, 'white')))
  const expected = trees.map(tree => slowLeaves(tree, 'white', games.keys()))
  assert.deepEqual(one.map(plain), expected.map(plain))
  const refused = error => error instanceof ChessError && error.code === 'ERR_ARGUMENT'
  for (const [repertoire, side, options] of [
    ['1. e4 *', 'white'],
    [[null], 'white'],
    [trees[0], 'w'],
    [trees[0], undefined],
    [trees[0], 'white', { set: 1 }],
    [trees[0], 'white', { in: {} }],
  ])
    await assert.rejects(db.leaves(repertoire, side, options), refused, String(side))
  const unread = parsePgn('[Variant "Shogi"]\n\n1. e4 *')
  await assert.rejects(db.leaves(unread, 'white'), { code: 'ERR_PGN_VARIANT' })
  const aborted = db.leaves(trees[0], 'white', { signal: AbortSignal.abort() })
  await assert.rejects(aborted, { name: 'AbortError' })
  assert.deepEqual(plain(await db.leaves(trees[0], 'white')), plain(expected[0]))
})
