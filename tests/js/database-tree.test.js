// SPDX-License-Identifier: Apache-2.0
// tree(): games joined into one, against a walk of every game, and against explore().

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { pick, randomFrom } from '../random.js'
import { ChessError, Position } from './support/binbo.js'
import { corpus, replay, SEGMENT_GAMES } from './support/database-oracle.js'
import { parsePgn } from './support/pgn.js'
import { seed } from './support/random-games.js'

const text = corpus(seed)
const games = replay(text)
const db = await openDatabase({ [SEGMENT_GAMES]: 64 })
await db.add(text)

const countsOf = node => node.comments.map(comment => /^\[%games ([\d,]+)\]$/.exec(comment)?.[1]).join()
const startOf = ({ position }) => `${position.variant} ${position.toFen().split(' ').slice(0, -2).join(' ')}`

/** The tree as nested Maps by SAN, game by game. */
function slowTree(ids, { plies = Infinity, minGames = 1, side } = {}) {
  const starts = new Map()
  for (const id of ids) {
    const key = startOf(games[id].plies[0])
    starts.set(key, [...(starts.get(key) ?? []), id])
  }
  const own = [...starts.values()].reduce((best, some) => (some.length > best.length ? some : best), [])
  const countOf = list => {
    const won = result => list.filter(id => games[id].game.result === result).length
    return [list.length, won('1-0'), won('1/2-1/2'), won('0-1')].join()
  }
  const walk = (list, ply) => {
    const moves = new Map()
    if (ply < plies)
      for (const id of list) {
        const next = games[id].plies[ply + 1]
        if (next) moves.set(next.san ?? '--', [...(moves.get(next.san ?? '--') ?? []), id])
      }
    let children = [...moves].filter(([, some]) => some.length >= minGames)
    children.sort(([, a], [, b]) => b.length - a.length || a[0] - b[0])
    if (games[list[0]]?.plies[ply].position.sideToMove === side) children = children.slice(0, 1)
    return [countOf(list), children.map(([san, some]) => [san, walk(some, ply + 1)])]
  }
  return walk(own, 0)
}
const shape = node => [countsOf(node), node.children.map(child => [child.san, shape(child)])]

test('a tree is a walk of every game, for all sets, depths, least games and sides', async () => {
  const random = randomFrom(seed)
  const all = await db.filter()
  const sets = [
    all,
    await db.filter({ variant: 'standard' }),
    await db.filter({ result: '1-0' }),
    await db.filter({ player: 'nobody' }),
    await db.filter({ variant: 'chess960' }),
    (await db.filter({ variant: 'standard' })).not(),
  ]
  for (const set of sets)
    for (let n = 0; n < 6; n++) {
      const options = {
        ...(random() < 0.7 && { plies: Math.floor(random() * 40) }),
        ...(random() < 0.7 && { minGames: 1 + Math.floor(random() * 4) }),
        ...(random() < 0.5 && { side: pick(random, ['white', 'black']) }),
      }
      const tree = await db.tree(set, options)
      const expected = slowTree([...set.ids()], options)
      assert.deepEqual(shape(tree.root), expected, JSON.stringify(options))
      const [again] = parsePgn(`${tree}`)
      assert.deepEqual(again.errors, [])
      assert.deepEqual(shape(again.root), expected)
    }
})

test('the counts of a tree are those of explore(), where no other line leads to a position', async () => {
  const set = await db.filter({ variant: 'standard' })
  const tree = await db.tree(set, { plies: 12 })
  const ways = new Map()
  const startsHere = games.map(({ plies }) => plies[0].position.equals(tree.root.position))
  games.forEach(({ plies }, id) => {
    const seen = new Set()
    plies.forEach(({ key }, ply) => {
      if (!set.has(id) || seen.has(key)) return
      seen.add(key)
      const way =
        startsHere[id] &&
        plies
          .slice(1, ply + 1)
          .map(({ san }) => san ?? '--')
          .join(' ')
      ways.set(key, (ways.get(key) ?? new Set()).add(way))
    })
  })
  const known = new Map(games.flatMap(({ plies }) => plies.map(({ key, position }) => [position.fen, key])))
  let compared = 0
  for (const node of [tree.root, ...tree.nodes()]) {
    const way = node
      .line()
      .map(({ san }) => san ?? '--')
      .join(' ')
    if ([...(ways.get(known.get(node.fen)) ?? [])].join() !== way) continue
    const { games: count, white, draws, black, moves } = await db.explore(node.position, { in: set })
    assert.equal(countsOf(node), [count, white, draws, black].join(), node.fen)
    if (node.ply < 12) {
      const all = node.children.map(child => [child.san, Number(countsOf(child).split(',')[0])])
      assert.deepEqual(new Map(all), new Map(moves.map(move => [move.san, move.games])))
    }
    compared++
  }
  assert.ok(compared > 100, `${compared} positions`)
})

test('removed games are left out, and games may be added meanwhile', async () => {
  const other = await openDatabase({ [SEGMENT_GAMES]: 64 })
  await other.add('1. e4 e5 1-0\n\n1. e4 c5 *\n\n1. d4 0-1\n\n1. e4 e5 2. Nf3 1/2-1/2')
  const set = await other.filter()
  await other.remove(await other.filter({ result: '0-1' }))
  const [tree] = await Promise.all([other.tree(set), other.add(text)])
  assert.equal(
    `${tree}`.split('\n\n').at(-1).trim().replace(/\s+/g, ' '),
    [
      '{[%games 3,1,1,0]} 1. e4 {[%games 3,1,1,0]} 1... e5 {[%games 2,1,1,0]}',
      '(1... c5 {[%games 1,0,0,0]}) 2. Nf3 {[%games 1,0,1,0]} *',
    ].join(' '),
  )
})

test('wrong options, an aborted signal, another database, too many moves', async () => {
  const set = await db.filter()
  const refused = code => error => error instanceof ChessError && error.code === code
  for (const options of [{ plies: -1 }, { plies: '8' }, { minGames: 0 }, { side: 'w' }, { depth: 8 }])
    await assert.rejects(db.tree(set, options), refused('ERR_ARGUMENT'), JSON.stringify(options))
  await assert.rejects(db.tree(set, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  const other = await openDatabase()
  await assert.rejects(other.tree(set), refused('ERR_ARGUMENT'))
  const shuffle = Array.from({ length: 5000 }, (_, i) => ['Nf6', 'Nf3', 'Ng8', 'Ng1'][i % 4]).join(' ')
  const opening = Position.from('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1').legalMoves('san')
  const lines = opening
    .filter(san => !/N|f3/.test(san))
    .flatMap(first => [`1. ${first} Nc6`, `1. ${first} Na6`, `1. ${first} h6`, `1. ${first} a6`])
  await other.add(
    lines.flatMap(line => [`${line} 2. Nc3 ${shuffle} *`, `${line} 2. Na3 ${shuffle} *`]).join('\n\n'),
  )
  await assert.rejects(other.tree(await other.filter()), refused('ERR_ARGUMENT'))
  const small = await other.tree(await other.filter(), { minGames: 8 })
  assert.ok(small.root.children.length > 0)
  await other.close()
  await assert.rejects(other.tree(set), refused('ERR_DATABASE_CLOSED'))
})
