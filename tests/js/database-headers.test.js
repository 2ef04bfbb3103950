// SPDX-License-Identifier: Apache-2.0
// Headers of databases: filters, lists, groups, players and tags against a slow walk over the same games, also after
// reopening, compact() and alias().

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { listText, readList } from '#js/database/file-list.js'
import { Aliases } from '#js/database/names.js'
import { openDatabase } from '../../dist/database.js'
import { continuations, openingOf } from '../../dist/openings.js'
import { pick, randomFrom } from '../random.js'
import { ChessError, Game } from './support/binbo.js'
import { FILTERS, fold, games, heads, slowFilter, tagOf, tagsOf, text } from './support/database-headers.js'
import { SEGMENT_GAMES } from './support/database-oracle.js'
import { games as many, seed } from './support/random-games.js'

const code = expected => error => error instanceof ChessError && error.code === expected
const folder = mkdtempSync(join(tmpdir(), 'binbo-headers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Three segments and a part. */
const filled = async (options = {}, keep = undefined) => {
  const db = await openDatabase({ [SEGMENT_GAMES]: 64, ...options })
  await db.add(text, { keep })
  return db
}

async function checkFilters(db, players = [], idOf = id => id) {
  let found = 0
  for (const filter of FILTERS) {
    const expected = slowFilter(filter, players)
      .map(idOf)
      .filter(id => id !== undefined)
    assert.deepEqual([...(await db.filter(filter)).ids()], expected, JSON.stringify(filter))
    if (expected.length > 0) found++
  }
  assert.ok(found > FILTERS.length / 2, `${found} filters found games`)
}

// --- the laws ----------------------------------------------------------------------------------------

test('heads and tags are those of the games, whatever is kept, also after reopening and compact()', async () => {
  const storage = { folder: join(folder, 'heads') }
  const check = async (db, idOf = id => id) => {
    for (const [id, game] of games.entries()) {
      const at = idOf(id)
      if (at === undefined) continue
      assert.deepEqual(await db.head(at), { ...heads[id], id: at })
      const tags = await db.tags(at)
      assert.deepEqual(Object.entries(tags), Object.entries(tagsOf[id]), `game ${id}`)
      const { headers } = await db.game(at)
      for (const [name, value] of game.headers)
        if (!['Result', 'SetUp', 'FEN', 'Variant'].includes(name)) assert.equal(headers.get(name), value)
    }
  }
  for (const keep of /** @type {const} */ (['moves', 'text'])) {
    const db = await filled({}, keep)
    await check(db)
    await db.close()
  }
  const db = await filled({ storage })
  await check(db)
  await db.close()
  const again = await openDatabase({ storage })
  await check(again)
  await again.remove(await again.filter({ result: '0-1' }))
  await again.compact()
  const kept = heads.filter(({ result }) => result !== '0-1').map(({ id }) => id)
  const idOf = id => (kept.includes(id) ? kept.indexOf(id) : undefined)
  await check(again, idOf)
  await checkFilters(again, [], idOf)
  await again.close()
})

test('filters are a slow walk, in one segment and in several, with threads and with a full last segment', async () => {
  for (const options of [
    {},
    { [SEGMENT_GAMES]: 1 << 16 },
    { workers: 2 },
    { [SEGMENT_GAMES]: 128, index: 'lite' },
  ]) {
    const db = await filled(/** @type {any} */ (options))
    await checkFilters(db)
    await db.close()
  }
})

test('names that are one player are found by each of them, until it is undone; it is kept', async () => {
  const storage = { folder: join(folder, 'alias') }
  const db = await filled({ storage })
  await db.alias('Kramnik,V', 'Kramnik, Vladimir')
  await db.alias('Łuczak', 'Weiß')
  await db.alias('Weiss', 'luczak')
  const players = [
    ['Kramnik,V', 'Kramnik, Vladimir'],
    ['Łuczak', 'Weiß'],
  ]
  await checkFilters(db, players)
  await checkPlayers(db, players)
  await db.close()
  const again = await openDatabase({ storage })
  await checkFilters(again, players)
  await checkPlayers(again, players)
  await again.alias('kramnik,v', null)
  await again.compact()
  await checkFilters(again, players.slice(1))
  await again.close()
  const last = await openDatabase({ storage })
  await checkFilters(last, players.slice(1))
  await checkPlayers(last, players.slice(1))
  for (const [name, sameAs] of [
    ['', 'A'],
    ['A', ' '],
    ['A', undefined],
    [1, 'A'],
  ])
    await assert.rejects(
      last.alias(/** @type {any} */ (name), /** @type {any} */ (sameAs)),
      code('ERR_ARGUMENT'),
    )
  await last.close()
})

test('a database with many aliases is opened and asked, also if they are a chain or a circle', async () => {
  const storage = { folder: join(folder, 'chain') }
  const list = join(folder, 'chain/database.json')
  const names = Array.from({ length: 100_000 }, (_, i) => `P${i}`)
  const made = await openDatabase({ storage })
  await made.add(
    names
      .slice(0, 5000)
      .map(name => `[White "${name}"]\n\n*\n`)
      .join('\n'),
  )
  await made.close()
  const chain = names.slice(1).map((name, i) => [name, names[i]])
  for (const aliases of [chain, [...chain].reverse(), [...chain, [names[0], names.at(-1)]]]) {
    const empty = readList(readFileSync(list))
    const circle = { list: aliases }
    writeFileSync(list, listText({ ...empty, aliases: /** @type {Aliases} */ (circle) }))
    const db = await openDatabase({ storage })
    for (const player of ['P0', 'p77777', 'P99999']) assert.equal((await db.filter({ player })).count, 5000)
    assert.equal((await db.filter({ player: 'Q0' })).count, 0)
    await db.close()
  }
  assert.equal(new Aliases(chain).groups.length, 1)
})

test('codes in any case and dates without zeros are found, and stay as they are written', async () => {
  const db = await openDatabase()
  await db.add('[Date "2019.5.3"]\n[ECO "b12"]\n\n1. e4 *\n\n[Date "2019.05.04"]\n[ECO "f12"]\n\n1. d4 *\n')
  assert.deepEqual(
    [(await db.head(0)).eco, (await db.tags(0)).ECO, (await db.tags(1)).ECO],
    ['B12', 'b12', 'f12'],
  )
  for (const eco of ['b12', 'B12', 'B', ['b10', 'B19']])
    assert.deepEqual([...(await db.filter({ eco })).ids()], [0], `${eco}`)
  for (const [from, to, count] of [
    ['2019.5.3', '2019.05.03', 1],
    ['2019.5.4', '2019.5', 1],
    ['2019.5', '2019.5', 2],
    ['2019.1.1', '2019.5.2', 0],
  ])
    assert.equal((await db.filter({ date: [from, to] })).count, count, `${from}-${to}`)
  for (const date of ['2019.0', '2019.13', '2019.5.0', '2019.5.32', '2019.005'])
    await assert.rejects(db.filter({ date: [date, date] }), code('ERR_ARGUMENT'), date)
})

/** The group of a name: the first of its player's names, folded. */
const rootOf = (name, players) => {
  const names = players.find(some => some.some(one => fold(one) === fold(name))) ?? [name]
  return names.map(fold).sort()[0]
}

const mostFrequent = spellings => {
  const counts = Map.groupBy
    ? [...Map.groupBy(spellings, one => one)].map(([one, all]) => [one, all.length])
    : [...new Set(spellings)].map(one => [one, spellings.filter(other => other === one).length])
  return counts.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([one]) => one)
}

async function checkPlayers(db, players = []) {
  for (const [in_, chosen] of [
    [undefined, heads],
    [await db.filter({ result: '1-0' }), heads.filter(({ result }) => result === '1-0')],
  ]) {
    const expected = new Map()
    for (const { white, black } of chosen) {
      const roots = new Set([white, black].map(name => rootOf(name, players)))
      for (const key of roots) {
        if (key === '') continue
        const known = expected.get(key) ?? { games: 0, spellings: [] }
        expected.set(key, known)
        known.games++
        known.spellings.push(...[white, black].filter(name => rootOf(name, players) === key))
      }
    }
    const listed = []
    for await (const player of db.players({ in: in_ })) listed.push(player)
    assert.equal(listed.length, expected.size)
    assert.deepEqual(
      listed.map(({ games: count }) => count),
      listed.map(({ games: count }) => count).sort((a, b) => b - a),
    )
    for (const { name, games: count, aliases } of listed) {
      const known = expected.get(rootOf(name, players))
      assert.equal(count, known.games, name)
      assert.deepEqual([name, ...aliases], mostFrequent(known.spellings))
    }
    for (const { name, games: count } of in_ ? [] : listed)
      assert.equal((await db.filter({ player: name })).count, count, name)
  }
}

test('players() has each player once, under all spellings; a beginning is of any of them', async () => {
  const db = await filled()
  await checkPlayers(db)
  const names = []
  for await (const { name } of db.players({ beginning: ' SOREN' })) names.push(fold(name))
  assert.deepEqual(names, ['sorensen, a'])
  assert.throws(() => db.players(/** @type {any} */ ({ beginning: 1 })), code('ERR_ARGUMENT'))
  await db.close()
})

// --- lists -------------------------------------------------------------------------------------------

const byCodePoint = (a, b) => {
  const [left, right] = [a, b].map(one => Array.from(one, c => c.codePointAt(0)))
  for (let i = 0; i < Math.max(left.length, right.length); i++)
    if (left[i] !== right[i]) return (left[i] ?? -1) - (right[i] ?? -1)
  return 0
}

const NUMBERS = ['id', 'whiteElo', 'blackElo', 'plies', 'elo', 'date']
/** What a column is compared by; undefined: missing. */
function sortValue(head, column) {
  if (column === 'elo') {
    const { whiteElo = head.blackElo, blackElo = whiteElo } = head
    return whiteElo === undefined ? undefined : whiteElo + blackElo
  }
  if (column === 'opening') return head.opening && fold(`${head.opening.eco} ${head.opening.name}`)
  if (column === 'date')
    return head.date === '' ? undefined : Number(head.date.replace(/\?/g, '0').replaceAll('.', ''))
  const value = head[column]
  return typeof value === 'string' ? fold(value) || undefined : value
}

test('lists are in the order of any column, in either direction: missing values last, equal ones by id', async () => {
  const db = await filled()
  const set = await db.filter({ plies: [1, 9999] })
  const chosen = heads.filter(({ plies }) => plies > 0)
  for (const column of [...Object.keys(heads[0]), 'elo']) {
    const isNumber = NUMBERS.includes(column)
    for (const direction of [undefined, 'asc', 'desc']) {
      const isAscending = direction === undefined ? !isNumber || column === 'id' : direction === 'asc'
      const expected = chosen.toSorted((a, b) => {
        const [left, right] = [sortValue(a, column), sortValue(b, column)]
        if (left == null || right == null) return Number(left == null) - Number(right == null) || a.id - b.id
        const order = isNumber ? left - right : byCodePoint(left, right)
        return (isAscending ? order : -order) || a.id - b.id
      })
      const sort = /** @type {any} */ (direction === undefined ? column : [column, direction])
      const ids = (await db.heads(set, { sort })).map(({ id }) => id)
      assert.deepEqual(
        ids,
        expected.map(({ id }) => id),
        String(sort),
      )
    }
  }
  for (const sort of ['rating', ['white'], ['white', 'up'], 1])
    await assert.rejects(db.heads(set, { sort: /** @type {any} */ (sort) }), code('ERR_ARGUMENT'))
  await db.close()
})

// --- groups ------------------------------------------------------------------------------------------

/** By part: the value of a game's group, and how texts are compared. */
const PARTS = {
  opening: head => head.opening?.name ?? null,
  openingEco: head => head.opening?.eco ?? null,
  eco: head => head.eco || null,
  year: head => (head.date === '' ? null : Number(head.date.slice(0, 4))),
  result: head => head.result,
  white: head => head.white || null,
  black: head => head.black || null,
  event: head => head.event || null,
  speed: head => head.speed || null,
}
const partValue = (head, part) => {
  if (typeof part === 'string') return PARTS[part](head)
  if (part.tag) return tagOf(games[head.id], part.tag) || null
  const { whiteElo, blackElo } = head
  if (whiteElo === undefined || blackElo === undefined) return null
  return Math.floor((whiteElo + blackElo) / 2 / part.elo) * part.elo
}

test('groups are a slow walk: keys, results, ratings; names as they are spelt most often', async () => {
  const db = await filled()
  await db.alias('Kramnik,V', 'Kramnik, Vladimir')
  const players = [['Kramnik,V', 'Kramnik, Vladimir']]
  const rootedValue = (value, part) =>
    typeof value !== 'string'
      ? value
      : part === 'white' || part === 'black'
        ? rootOf(value, players)
        : fold(value)
  const set = await db.filter({ plies: [1, 9999] })
  const chosen = heads.filter(({ plies }) => plies > 0)
  for (const by of /** @type {any[]} */ ([
    ...Object.keys(PARTS).map(part => [part]),
    [{ elo: 200 }],
    [{ elo: 7 }],
    [{ tag: 'Annotator' }],
    [{ tag: 'WhiteElo' }],
    [{ tag: 'White' }],
    [{ tag: 'UTCDate' }],
    ['opening', { elo: 200 }, { tag: 'Annotator' }],
    ['white', 'result', 'year'],
    [],
  ])) {
    const expected = new Map()
    for (const head of chosen) {
      const values = by.map(part => partValue(head, part))
      const key = JSON.stringify(
        values.map((value, i) => rootedValue(value, by[i]) || (value === 0 ? 0 : null)),
      )
      const group = expected.get(key) ?? { games: [], values: by.map(() => []) }
      expected.set(key, group)
      group.games.push(head)
      values.forEach((value, i) => void group.values[i].push(value))
    }
    const groups = await db.groups(set, by)
    const shown = JSON.stringify(by)
    assert.equal(groups.length, expected.size, shown)
    for (const [i, { key, games: count, white, draws, black, averageElo }] of groups.entries()) {
      if (i > 0) assert.ok(groups[i - 1].games >= count, shown)
      const group = expected.get(
        JSON.stringify(key.map((value, at) => (value === null ? null : rootedValue(value, by[at])))),
      )
      assert.ok(group, `${shown} ${JSON.stringify(key)}`)
      const of = result => group.games.filter(head => head.result === result).length
      const ratings = group.games
        .flatMap(head => [head.whiteElo, head.blackElo])
        .filter(elo => elo !== undefined)
      assert.deepEqual(
        [count, white, draws, black, averageElo],
        [
          group.games.length,
          of('1-0'),
          of('1/2-1/2'),
          of('0-1'),
          ratings.length > 0 ? Math.round(ratings.reduce((a, b) => a + b, 0) / ratings.length) : undefined,
        ],
        `${shown} ${JSON.stringify(key)}`,
      )
    }
  }
  await db.close()
})

test('a group is what filter() finds by its key', async () => {
  const db = await filled()
  await db.alias('Kramnik,V', 'Kramnik, Vladimir')
  const all = await db.filter()
  for (const [part, filterOf] of /** @type {[any, (key: any) => any][]} */ ([
    ['opening', opening => ({ opening })],
    ['openingEco', opening => ({ opening })],
    ['eco', eco => ({ eco })],
    ['result', result => ({ result })],
    ['white', white => ({ white })],
    ['black', black => ({ black })],
    ['player', player => ({ player })],
    ['event', event => ({ event })],
    ['speed', speed => ({ speed })],
    ['year', year => ({ date: [String(year), String(year)] })],
    [{ tag: 'Annotator' }, Annotator => ({ tags: { Annotator } })],
    [{ tag: 'UTCDate' }, UTCDate => ({ tags: { UTCDate } })],
  ])) {
    for (const { key, games: count, won, lost } of await db.groups(all, [part])) {
      if (key[0] === null) continue
      const filter = filterOf(key[0])
      assert.equal((await db.filter(filter)).count, count, JSON.stringify([part, key]))
      if (part !== 'player') continue
      assert.equal((await db.filter({ ...filter, playerResult: 'won' })).count, won)
      assert.equal((await db.filter({ ...filter, playerResult: 'lost' })).count, lost)
    }
  }
  for (const by of [
    'opening',
    ['rating'],
    [{ elo: 0 }],
    [{ elo: 1.5 }],
    [{ tag: '' }],
    [{}],
    ['player', 'player'],
  ])
    await assert.rejects(db.groups(all, /** @type {any} */ (by)), code('ERR_ARGUMENT'), JSON.stringify(by))
  await db.close()
})

// --- time controls -----------------------------------------------------------------------------------

/** On a named line, except that the rook of h1 is on g1 and may castle. */
const ROOK_ON_G1 = 'r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK1R1 w GAha - 4 4'

/** A game that follows named lines, leaves them and may come back; from any position on the way. */
function openingGame(random) {
  let game = random() < 0.05 ? new Game({ fen: ROOK_ON_G1, variant: 'chess960' }) : new Game()
  const plies = 5 + Math.floor(random() * 35)
  for (let ply = 0; ply < plies && !game.status.over; ply++) {
    if (random() < 0.03) game = new Game({ fen: game.fen, variant: game.variant })
    const named = random() < 0.85 ? continuations(game) : []
    const sharp = game.legalMoves('san').filter(san => /[x=]|O-O/.test(san))
    const others = sharp.length > 0 && random() < 0.5 ? sharp : game.legalMoves('san')
    game.move(named.length > 0 ? pick(random, named).san : pick(random, others))
  }
  return game
}

test('openings are those of openingOf(), through castling, en passant, promotions and from other starts', async () => {
  const random = randomFrom(seed)
  const played = Array.from({ length: many(400) }, () => openingGame(random))
  const db = await openDatabase()
  await db.add(played.map(game => game.pgn()).join('\n'))
  const found = await db.heads(await db.filter())
  for (const [id, game] of played.entries()) {
    const opening = openingOf(game)
    assert.deepEqual(found[id].opening, opening && { eco: opening.eco, name: opening.name }, game.pgn())
  }
  assert.ok(found.filter(({ opening }) => opening !== null).length > played.length / 2)
  await db.close()
})

test('the speed is that of 40 moves, by all periods of the time control', async () => {
  const db = await openDatabase()
  const controls = {
    ...{ 179: 'bullet', 180: 'blitz', '60+2.9': 'bullet', '60+3': 'blitz', '0+1': 'bullet', 479.9: 'blitz' },
    ...{ 480: 'rapid', '300+4.5': 'rapid', 1499: 'rapid', 1500: 'classical', '900+15': 'classical' },
    ...{ '40/7200:3600': 'classical', '20/600:900': 'classical', '20/60': 'bullet', '10/60:300+5': 'rapid' },
    ...{ '30/200': 'blitz', '40/100:40/9999': 'bullet', '*180': 'blitz', '*179': 'bullet' },
    ...{ '-': 'correspondence', '1/86400': 'correspondence', '1/86399': 'classical', ' 300+3 ': 'blitz' },
    ...{
      '?': '',
      '': '',
      'G/90': '',
      '300+': '',
      '+3': '',
      '40/': '',
      '0/60': '',
      '300:': '',
      '5 min': '',
      '--': '',
      0: '',
    },
  }
  await db.add(
    Object.keys(controls)
      .map(control => `[TimeControl "${control}"]\n\n1. e4 *\n\n`)
      .join(''),
  )
  for (const [id, [control, speed]] of Object.entries(controls).entries())
    assert.equal((await db.head(id)).speed, speed, control)
  await db.close()
})

test('what filters take is checked', async () => {
  const db = await openDatabase()
  await db.add('1. e4 *')
  for (const filter of [
    ...['', 'F', 'B901', ' B90', ['B'], ['B', 'x'], 1, ['B', 'C', 'D']].map(eco => ({ eco })),
    ...['', ' ', 1, ['Sicilian*', 'x'], ['B90'], {}].map(opening => ({ opening })),
    ...['', 'fast', 0].map(speed => ({ speed })),
    ...[5, 'x', ['1', '2']].map(whiteElo => ({ whiteElo })),
    { playerResult: 'won' },
    ...['', 'win', 1].map(playerResult => ({ player: 'A', playerResult })),
    ...['x', ['A'], { A: 1 }, { A: '' }, null].map(tags => ({ tags })),
  ])
    await assert.rejects(db.filter(/** @type {any} */ (filter)), code('ERR_ARGUMENT'), JSON.stringify(filter))
  await db.close()
})
