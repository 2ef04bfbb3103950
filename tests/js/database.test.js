// SPDX-License-Identifier: Apache-2.0
// `binbo/database`: every answer against a slow replay of every game through the public API, and the laws of its guide.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GameSet, openDatabase } from '../../dist/database.js'
import { pick, randomFrom } from '../random.js'
import { ChessError, Position, START_FEN } from './support/binbo.js'
import {
  corpus,
  list,
  randomQuery,
  replay,
  SEGMENT_GAMES,
  slowExplore,
  slowSearch,
} from './support/database-oracle.js'
import { parsePgn, validatePgn } from './support/pgn.js'
import { seed } from './support/random-games.js'

const text = corpus(seed)
const games = replay(text)
/** Three segments and a part, all but the last with postings. */
const open = (options = {}) => openDatabase({ [SEGMENT_GAMES]: 64, ...options })
const filled = async options => {
  const db = await open(options)
  await db.add(text)
  return db
}
const db = await filled()
const code = expected => error => error instanceof ChessError && error.code === expected
const hitsOf = async search => {
  const hits = []
  for await (const hit of search) hits.push(hit)
  return hits
}
const explored = ({ games: count, white, draws, black, moves }) => ({
  games: count,
  white,
  draws,
  black,
  moves: new Map(
    moves.map(move => [
      move.san,
      { games: move.games, white: move.white, draws: move.draws, black: move.black },
    ]),
  ),
})
const byName = facts => ({ ...facts, moves: new Map([...facts.moves].sort()) })

test('games, errors and their places are those of validatePgn', async () => {
  const checked = await validatePgn(text)
  const other = await open()
  const progress = []
  const added = await other.add(new Blob([text]), { onProgress: report => progress.push(report) })
  assert.equal(added.games + added.skipped, checked.games)
  assert.equal(added.skipped, 1)
  // A string's places count its units, a Blob's its bytes.
  const inBytes = await validatePgn(new Blob([text]))
  assert.deepEqual(added.errors, inBytes.errors)
  assert.equal(other.games, games.length)
  assert.equal(progress.at(-1).games, added.games)
  assert.equal(progress.at(-1).committed, added.games)
  assert.equal(progress.at(-1).bytes, progress.at(-1).totalBytes)
})

test('a game comes back with its moves, start, variant and result, an erroneous one up to its error', async () => {
  for (let id = 0; id < games.length; id++) {
    const { game, plies } = games[id]
    const kept = await db.game(id)
    assert.deepEqual(
      Array.from(kept.mainline(), ({ san, fen }) => [san, fen]),
      Array.from(game.mainline(), ({ san, fen }) => [san, fen]),
      `game ${id}`,
    )
    assert.deepEqual([kept.startFen, kept.variant, kept.result], [game.startFen, game.variant, game.result])
    const head = await db.head(id)
    const named = name => ((game.headers.get(name) ?? '?') === '?' ? '' : game.headers.get(name))
    assert.deepEqual(
      [head.white, head.black, head.event, head.plies],
      [named('White'), named('Black'), named('Event'), plies.length - 1],
    )
  }
})

test('names in Latin-1 are read as readPgn reads them', async () => {
  const other = await open()
  await other.add(Uint8Array.from('[White "M\xfcller"]\n\n1. e4 *', c => c.charCodeAt(0)))
  await other.add('[White "Müller"]\n\n1. e4 *')
  assert.equal((await other.head(0)).white, 'Müller')
  assert.deepEqual([...(await other.filter({ white: 'muller' })).ids()], [0, 1])
})

test('explore() is a slow replay, in all games and in any set and the others', async () => {
  const random = randomFrom(seed + 1)
  const set = await db.filter({ result: '1-0' })
  const inSet = games.filter((_, id) => set.has(id))
  const places = Array.from({ length: 150 }, () => pick(random, pick(random, games).plies).position)
  const early = games.flatMap(({ plies }) => plies.slice(0, 3)).filter((_, i) => i % 11 === 0)
  for (const position of [...places, ...early.map(ply => ply.position)]) {
    const found = explored(await db.explore(position))
    assert.deepEqual(byName(found), byName(slowExplore(games, position)), position.fen)
    const mine = explored(await db.explore(position, { in: set }))
    assert.deepEqual(byName(mine), byName(slowExplore(inSet, position)), position.fen)
    const others = explored(await db.explore(position, { in: set.not() }))
    assert.equal(mine.games + others.games, found.games)
    const goOn = [...found.moves.values()].reduce((sum, move) => sum + move.games, 0)
    assert.ok(goOn <= found.games)
    for (const [san, move] of found.moves)
      assert.equal((mine.moves.get(san)?.games ?? 0) + (others.moves.get(san)?.games ?? 0), move.games)
  }
})

test('search() is a slow replay: hits, first plies, count and set; no miss, no extra', async () => {
  const random = randomFrom(seed + 2)
  let found = 0
  for (let n = 0; n < 140; n++) {
    const query = randomQuery(random, games)
    const search = db.search(query)
    const expected = slowSearch(games, query)
    const shown = `seed ${seed}, query ${n}: ${JSON.stringify(query)}`
    assert.deepEqual(await hitsOf(search), expected, shown)
    assert.equal(await search.count, expected.length)
    assert.deepEqual(
      [...(await search.set).ids()],
      expected.map(({ game }) => game),
    )
    if (expected.length > 0) found++
  }
  assert.ok(found > 55, `${found} queries had hits`)
})

test('insertion order, segment size and index level change no answer', async () => {
  const random = randomFrom(seed + 3)
  const backwards = await open()
  for (const { game } of games.toReversed()) await backwards.add(`${game}`)
  const others = [
    await filled({ index: 'lite' }),
    await filled({ index: 'full' }),
    await filled({ [SEGMENT_GAMES]: 128 }),
    await openDatabase(),
  ]
  await others.at(-1).add(text)
  for (let n = 0; n < 60; n++) {
    const { position } = pick(random, pick(random, games).plies)
    const expected = byName(explored(await db.explore(position)))
    for (const other of [...others, backwards])
      assert.deepEqual(byName(explored(await other.explore(position))), expected, position.fen)
    const query = randomQuery(random, games)
    const ids = [...(await db.search(query).set).ids()]
    for (const other of others) assert.deepEqual([...(await other.search(query).set).ids()], ids)
    const turned = ids.map(id => games.length - 1 - id).reverse()
    assert.deepEqual([...(await backwards.search(query).set).ids()], turned, JSON.stringify(query))
  }
})

test('the same pieces with more around them are not the position', async () => {
  const { position } = replay('1. d4 d5 2. c4 e6 3. cxd5 exd5 4. Nc3 Be7 *')[0].plies.at(-1)
  const board = Object.fromEntries(
    Object.entries({ d4: 'P', d5: 'p', c3: 'N', e7: 'b', b8: 'n', g8: 'n', a1: 'R', e1: 'K', e8: 'k' }),
  )
  const exact = await db.search({ position }).count
  assert.equal(exact, slowSearch(games, { position }).length)
  assert.ok((await db.search({ board }).count) > exact)
})

test('legal en passant and castling rights tell positions apart, unless they are ignored', async () => {
  const passing = replay('1. e4 a6 2. e5 d5 *')[0].plies.at(-1).position
  const twin = replay('1. e4 d5 2. e5 a6 *')[0].plies.at(-1).position
  const withoutRights = replay('1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 *')[0].plies.at(-1).position
  const start = replay('1. e4 e5 *')[0].plies.at(-1).position
  for (const [position, other, ignore] of [
    [passing, twin, 'enPassant'],
    [withoutRights, start, 'castling'],
  ]) {
    const own = await db.search({ position }).set
    const theirs = await db.search({ position: other }).set
    assert.ok(own.count > 0)
    const loose = await db.search({ position, ignore: [ignore] }).set
    assert.ok(loose.count > own.count)
    assert.equal(loose.count, own.or(theirs).count)
  }
})

test('games before a query was used, after more were added, and while another one runs', async () => {
  const other = await open()
  await other.add(text)
  const first = other.search({ board: { e4: 'P' } })
  const second = other.search({ material: 'KvK' })
  const [a, b, explore] = await Promise.all([first.count, second.count, other.explore(START_FEN)])
  assert.equal(a, slowSearch(games, { board: { e4: 'P' } }).length)
  assert.equal(b, slowSearch(games, { material: 'KvK' }).length)
  assert.equal(explore.games, slowExplore(games, Position.from(START_FEN)).games)
  await other.add('1. e4 a5 *')
  assert.equal((await other.explore(START_FEN)).games, explore.games + 1)
})

test('filter() compares names, ratings, dates, results, codes and plies', async () => {
  const heads = await db.heads(await db.filter())
  const fold = name => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const within = (value, from, to) => value !== undefined && value >= from && value <= to
  const date = ({ date: text }, from, to) => {
    if (text === '') return false
    const known = text.replace(/\.\?\?/g, '')
    const cut = bound => [known, bound].map(one => one.slice(0, Math.min(known.length, bound.length)))
    return cut(from)[0] >= cut(from)[1] && cut(to)[0] <= cut(to)[1]
  }
  /** @type {[object, (head: any) => boolean][]} */
  const cases = [
    [{}, () => true],
    [{ white: 'CARLSEN, MAGNUS' }, head => fold(head.white) === 'carlsen, magnus'],
    [{ player: 'carlsen*' }, head => [head.white, head.black].some(name => fold(name).startsWith('carlsen'))],
    [{ white: 'Muller, A' }, head => head.white === 'Müller, Ä'],
    [
      { player: 'carlsen*', opponent: 'mueller' },
      head => fold(head.white).startsWith('carlsen') && head.black === 'Mueller',
    ],
    [{ elo: [1700, 2450] }, head => within(head.whiteElo, 1700, 2450) && within(head.blackElo, 1700, 2450)],
    [{ result: '*' }, head => head.result === '*'],
    [{ eco: ['B90', 'E97'] }, head => head.eco >= 'B90' && head.eco <= 'E97'],
    [{ date: ['2010', '2010'] }, head => date(head, '2010', '2010')],
    [{ date: ['2010.05', '2010.05.08'] }, head => date(head, '2010.05', '2010.05.08')],
    [{ date: ['2010.06', '2011.12.31'] }, head => date(head, '2010.06', '2011.12.31')],
    [{ plies: [20, 40] }, head => within(head.plies, 20, 40)],
    [{ variant: 'atomic' }, head => head.variant === 'atomic'],
    [{ event: 'liga*', result: '1-0' }, head => head.event === 'Liga 2' && head.result === '1-0'],
    [{ text: 'AGNU' }, head => `${head.white}|${head.black}|${head.event}|${head.site}`.includes('agnu')],
  ]
  for (const [filter, fits] of cases) {
    const expected = heads.filter(fits).map(({ id }) => id)
    assert.ok(expected.length > 0, JSON.stringify(filter))
    assert.deepEqual([...(await db.filter(filter)).ids()], expected, JSON.stringify(filter))
  }
})

test('several conditions are the games of each of them; ranges may be endless, broken or empty', async () => {
  const random = randomFrom(seed + 4)
  const conditions = {
    player: ['carlsen*', 'Bao', 'łu*', 'nobody', 'MULLER, a'],
    white: ['łukasz', '*'],
    event: ['open', 'b*'],
    text: ['ar', 'ä', 'liga 2'],
    elo: [
      [1800, 2500],
      [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    ],
    result: ['1-0', '*'],
    eco: [['A00', 'B95']],
    date: [
      ['2010.05.09', '2011'],
      ['0000', '9999'],
      ['2010.06', '2010.06'],
    ],
    plies: [
      [9.5, 40.5],
      [0, Number.POSITIVE_INFINITY],
      [40, 20],
      [-5, -1],
    ],
    variant: ['standard', 'atomic'],
  }
  for (let n = 0; n < 80; n++) {
    const names = Object.keys(conditions).filter(() => random() < 0.3)
    const filter = Object.fromEntries(names.map(name => [name, pick(random, conditions[name])]))
    const sets = await Promise.all(names.map(name => db.filter({ [name]: filter[name] })))
    const expected = sets.reduce((all, set) => all.and(set), await db.filter())
    assert.deepEqual((await db.filter(filter)).ids(), expected.ids(), JSON.stringify(filter))
  }
  const other = await filled()
  assert.equal((await other.filter({ player: 'elan' })).count, 0)
  await other.add('[White "Élan"]\n[Black "elan"]\n\n1. e4 *\n\n[White "New"]\n\n1. d4 *')
  assert.equal((await other.filter({ player: 'Elan' })).count, 1)
  assert.deepEqual([...(await other.filter({ player: 'new' })).ids()], [games.length + 1])
  assert.equal((await other.filter({ player: 'elan', opponent: 'ÉLAN' })).count, 1)
})

test('sets: and, or, not, has, ids', async () => {
  const white = await db.filter({ result: '1-0' })
  const long = await db.filter({ plies: [40, 1000] })
  const all = await db.filter()
  const ids = set => [...set.ids()]
  assert.deepEqual(
    ids(white.and(long)),
    ids(white).filter(id => long.has(id)),
  )
  assert.deepEqual(
    ids(white.or(long)),
    ids(all).filter(id => white.has(id) || long.has(id)),
  )
  assert.deepEqual(
    ids(white.not()),
    ids(all).filter(id => !white.has(id)),
  )
  assert.equal(white.count + white.not().count, all.count)
  assert.deepEqual([...long.ids({ from: 3, to: 9 })], ids(long).slice(3, 9))
  assert.equal(all.has(games.length), false)
  const other = await open()
  assert.throws(() => white.and(GameSet.prototype), code('ERR_ARGUMENT'))
  await assert.rejects(other.heads(white), code('ERR_ARGUMENT'))
})

test('heads() sorts and pages', async () => {
  const all = await db.filter()
  const heads = await db.heads(all)
  const elo = ({ whiteElo = 0, blackElo = 0 }) =>
    whiteElo && blackElo ? whiteElo + blackElo : 2 * (whiteElo || blackElo)
  const day = head => Number(head.date.replace(/\?/g, '0').replace(/\D/g, ''))
  for (const [sort, key] of /** @type {[string, (head: any) => number][]} */ ([
    ['elo', elo],
    ['date', day],
  ])) {
    const expected = heads.toSorted((a, b) => key(b) - key(a) || a.id - b.id)
    assert.deepEqual(await db.heads(all, { sort }), expected)
    assert.deepEqual(await db.heads(all, { sort, from: 5, to: 12 }), expected.slice(5, 12))
  }
  const top = (await db.explore(START_FEN, { topGames: 3 })).topGames
  const reached = await db.search({ position: START_FEN }).set
  assert.deepEqual(top, (await db.heads(reached, { sort: 'elo' })).slice(0, 3))
})

test('answers and orders that are kept are given up when games come or go', async () => {
  const other = await filled()
  const start = Position.from(START_FEN)
  const first = await other.explore(start)
  first.moves.length = 0
  const again = await other.explore(start)
  assert.deepEqual(byName(explored(again)), byName(slowExplore(games, start)))
  assert.equal((await other.explore(start, { topGames: 2 })).topGames.length, 2)
  const top = await other.heads(await other.filter(), { sort: 'elo', to: 1 })
  await other.add('[White "Best"]\n[WhiteElo "3999"]\n[Date "2999.01.01"]\n\n1. h4 *')
  const newest = await other.heads(await other.filter(), { sort: 'date', to: 1 })
  const best = await other.heads(await other.filter(), { sort: 'elo', to: 2 })
  assert.deepEqual([newest[0].white, best[0].white, best[1].id], ['Best', 'Best', top[0].id])
  assert.equal((await other.explore(start)).games, again.games + 1)
  await other.remove(await other.filter({ white: 'Best' }))
  assert.deepEqual(byName(explored(await other.explore(start))), byName(explored(again)))
  assert.deepEqual(await other.heads(await other.filter(), { sort: 'elo', to: 1 }), top)
})

test('tables of more games than one has add up, and the best games are those of all tables', async () => {
  const other = await openDatabase()
  const results = ['1-0', '0-1', '1/2-1/2', '*']
  const lines = ['1. e4 e5', '1. e4 c5 2. Nf3', '1. Nf3 c5 2. e4', '1. d4', '1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e6']
  const texts = Array.from({ length: 9000 }, (_, i) => {
    const result = results[i % 4]
    const elo = i % 10 === 9 ? '?' : 2000 + ((i * 7919) % 800)
    return `[WhiteElo "${elo}"]\n[BlackElo "2400"]\n[Date "${1990 + (i % 37)}"]\n[Result "${result}"]\n\n${lines[i % 5]} ${result}\n\n`
  })
  await other.add(texts.join(''))
  const [start, sicilian, passed] = await Promise.all([
    other.explore(START_FEN, { topGames: 20 }),
    other.explore(replay('1. e4 c5 2. Nf3 *')[0].plies.at(-1).position),
    other.explore(replay('1. e4 *')[0].plies.at(-1).position, { in: await other.filter({ result: '1-0' }) }),
  ])
  assert.deepEqual(
    start.moves.map(({ san, games: count, lastYear }) => [san, count, lastYear]),
    [
      ['e4', 3600, 2026],
      ['Nf3', 3600, 2026],
      ['d4', 1800, 2026],
    ],
  )
  assert.deepEqual([start.white, start.draws, start.black], [2250, 2250, 2250])
  assert.deepEqual(start.topGames, await other.heads(await other.filter(), { sort: 'elo', to: 20 }))
  assert.deepEqual([sicilian.games, sicilian.moves], [3600, []])
  assert.deepEqual([passed.games, passed.white], [1350, 1350])
  const elos = (await other.heads(await other.filter())).map(head => head.whiteElo).filter(Boolean)
  const mean = Math.round(elos.reduce((sum, elo) => sum + elo, 0) / elos.length)
  const e4AndOthers = start.moves.reduce((sum, { averageElo, games: count }) => sum + averageElo * count, 0)
  assert.ok(Math.abs(e4AndOthers / 9000 - mean) < 1)
})

test('averageElo, performance and lastYear are those of the mover', async () => {
  const other = await open()
  const game = (white, black, result, year) =>
    `[White "a"]\n[WhiteElo "${white}"]\n[BlackElo "${black}"]\n[Date "${year}"]\n[Result "${result}"]\n\n1. e4 e5 ${result}\n\n`
  await other.add(
    game(2000, 2200, '1-0', '1999.01.01') + game(2100, 2300, '1/2-1/2', '2003') + game('?', 2700, '*', '?'),
  )
  const [e4] = (await other.explore(START_FEN)).moves
  assert.deepEqual([e4.averageElo, e4.performance, e4.lastYear], [2050, 2250 + 200, 2003])
  const [e5] = (await other.explore(replay('1. e4 *')[0].plies[1].position)).moves
  assert.deepEqual([e5.averageElo, e5.performance], [2400, 2050 - 200])
})

test('removed games are gone, and the others keep their numbers', async () => {
  const other = await filled()
  const set = await other.filter({ result: '1-0' })
  const before = other.games
  assert.equal(await other.remove(set), set.count)
  assert.equal(await other.remove(set), 0)
  assert.equal(other.games, before - set.count)
  const rest = games.filter((_, id) => !set.has(id))
  const start = Position.from(START_FEN)
  assert.deepEqual(byName(explored(await other.explore(start))), byName(slowExplore(rest, start)))
  assert.deepEqual([...(await other.filter()).ids()], [...set.not().ids()])
  assert.equal(await other.search({ not: { board: { e2: null } } }, { in: set }).count, 0)
  await assert.rejects(other.game(set.ids()[0]), code('ERR_DATABASE_GAME'))
})

test('export() writes what parsePgn reads back', async () => {
  const set = await db.filter({ plies: [1, 1000] })
  const written = await new Response(db.export(set, 'pgn')).text()
  const read = parsePgn(written)
  assert.equal(read.length, set.count)
  for (const [i, id] of set.ids().entries()) {
    assert.deepEqual(read[i].errors, [])
    assert.deepEqual(
      Array.from(read[i].mainline(), ({ fen }) => fen),
      games[id].plies.slice(1).map(({ position }) => position.fen),
    )
  }
})

test('a source that ends anywhere, and blocks of any size, give the same games', async () => {
  const part = text.slice(0, 20_000)
  const whole = await open()
  const added = await whole.add(part)
  const export_ = async one => new Response(one.export(await one.filter(), 'pgn')).text()
  const expected = await export_(whole)
  for (const size of [1, 7, 64, 4096]) {
    const other = await open()
    const bytes = new TextEncoder().encode(part)
    const blocks = function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    assert.equal((await other.add(blocks())).games, added.games)
    assert.equal(await export_(other), expected)
  }
})

test('an abort ends adding and searching; what was added stays', async () => {
  const other = await open()
  const controller = new AbortController()
  const source = function* () {
    yield '1. e4 *\n\n1. d4 *\n\n'
    controller.abort()
    yield '1. c4 *\n\n'
  }
  await assert.rejects(other.add(source(), { signal: controller.signal }), { name: 'AbortError' })
  assert.ok(other.games >= 1)
  const { signal } = controller
  await assert.rejects(other.explore(START_FEN, { signal }), { name: 'AbortError' })
  await assert.rejects(other.search({ board: { e4: 'P' } }, { signal }).count, { name: 'AbortError' })
})

test('limits: hits, memory, and what this version does not have', async () => {
  const all = await hitsOf(db.search({ board: { e1: 'K' } }))
  assert.deepEqual(await hitsOf(db.search({ board: { e1: 'K' } }, { limit: 3 })), all.slice(0, 3))
  assert.equal(await db.search({ board: { e1: 'K' } }, { limit: 3 }).count, all.length)
  await assert.rejects((await open({ maxMemory: 1 })).add('1. e4 *'), code('ERR_DATABASE_MEMORY'))
  for (const options of [
    { storage: 'disk' },
    { storage: { folder: 5 } },
    { storage: { folder: 'x', name: 'y' } },
    { workers: 0 },
    { index: 'all' },
    { maxMemory: 0 },
    { other: 1 },
  ])
    await assert.rejects(openDatabase(options), code('ERR_ARGUMENT'), JSON.stringify(options))
  for (const keep of ['all', 'reference'])
    await assert.rejects(db.add('1. e4 *', { keep }), code('ERR_ARGUMENT'))
  await assert.rejects(db.filter({ opponent: 'x' }), code('ERR_ARGUMENT'))
  await assert.rejects(db.filter({ date: ['soon', '2010'] }), code('ERR_ARGUMENT'))
  await assert.rejects(db.head(games.length), code('ERR_DATABASE_GAME'))
  assert.throws(() => db.export(GameSet.prototype, 'csv'), code('ERR_ARGUMENT'))
  let deep = { board: { e4: 'P' } }
  for (let i = 0; i < 20; i++) deep = { all: [deep] }
  for (const query of [
    {},
    { board: {} },
    { board: { e4: 'x' } },
    { material: 'KR' },
    { move: { san: 'Zz9' } },
    { all: [] },
    { position: START_FEN, board: { e4: 'P' } },
    { position: START_FEN, ignore: ['clocks'] },
    list('streak', Array(32).fill({ board: { e4: 'P' } })),
    deep,
  ])
    assert.throws(() => db.search(query), code('ERR_ARGUMENT'), JSON.stringify(query))
  const wide = { any: Array(2000).fill({ board: { e4: 'P' } }) }
  await assert.rejects(db.search(wide).count, code('ERR_ARGUMENT'))
})

test('a closed database refuses all', async () => {
  const other = await filled()
  const set = await other.filter()
  const search = other.search({ board: { e4: 'P' } })
  await other.close()
  await other.close()
  for (const call of [
    () => other.add(''),
    () => other.filter(),
    () => other.explore(START_FEN),
    () => other.head(0),
    () => other.heads(set),
    () => other.game(0),
    () => other.remove(set),
    () => search.count,
  ])
    await assert.rejects(call, code('ERR_DATABASE_CLOSED'), `${call}`)
  assert.throws(() => other.games, code('ERR_DATABASE_CLOSED'))
  assert.throws(() => other.search({ board: { e4: 'P' } }), code('ERR_DATABASE_CLOSED'))
})
