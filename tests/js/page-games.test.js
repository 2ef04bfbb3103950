// SPDX-License-Identifier: Apache-2.0
// The page's index of a file of games: rows, errors and warnings, the filter.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from 'binbo/database'
import { parsePgn, readPgn } from 'binbo/pgn'
import { conditionsOf, EVERYTHING } from '#web/database/criteria.js'
import { GameIndex, hasContents, hasHeaders } from '#web/pgn/game-index.js'
import { sortGames } from '#web/pgn/game-order.js'
import { faultWords } from '#web/pgn/open-file.js'
import { moveName } from '#web/study/nodes.js'
import { randomFrom } from '../random.js'

/** @param {string} pgn */
async function indexOf(pgn) {
  const index = new GameIndex()
  for await (const game of readPgn(pgn)) index.add(game, { name: '', from: 0, to: pgn.length })
  return index
}

const FINE = '[White "Ada"]\n[Black "Ben"]\n\n1. e4 *\n\n'
const MENDED =
  '[White "Cem"]\n[SetUp "1"]\n[FEN "rnbq1rk1/pppn1ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQq - 0 1"]\n\n1. O-O *\n\n'
const BROKEN = '[White "Dan"]\n\n1. e4 e5 2. Ke3 *\n\n'

test('a warning is reported with its game, and is no error', async () => {
  const index = await indexOf(FINE + MENDED + BROKEN)
  assert.deepEqual([index.games, index.faulty, index.readable, index.firstReadable], [3, 1, 3, 0])
  const [fine, mended, broken] = index.rows(0, 3)
  assert.deepEqual([fine.errors, mended.errors, broken.errors], [0, 0, 1])
  assert.deepEqual(
    [fine, mended, broken].map(({ warningTexts }) => warningTexts.length),
    [0, 1, 0],
  )
  assert.match(index.firstError?.text ?? '', /Ke3/)
  assert.equal(faultWords(fine).text, '')
  assert.equal(faultWords(mended).code, 'ERR_PGN_FEN_MENDED')
  assert.match(faultWords(broken).text, /^It stops at .*Ke3.*\.$/)
})

test('the filter for errors leaves warnings out, and words must all be in the row', async () => {
  const index = await indexOf(FINE + MENDED + BROKEN)
  const found = (/** @type {string} */ text, /** @type {boolean} */ errorsOnly) => {
    index.filter({ text, errorsOnly })
    assert.equal(index.search(1000), false)
    return index.rows(0, index.found).map(({ number }) => number)
  }
  assert.deepEqual(found('', true), [3])
  assert.deepEqual(found('ada BEN', false), [1])
  assert.deepEqual(found('ada dan', false), [])
  assert.deepEqual(found('', false), [1, 2, 3])
})

test('a file finds the same games as a database: by players, results of one, event, ECO, dates and ratings', async () => {
  const game = (/** @type {Record<string, string>} */ tags) =>
    `${Object.entries(tags)
      .map(([name, value]) => `[${name} "${value}"]\n`)
      .join('')}\n1. e4 *\n\n`
  const of = (/** @type {string} */ white, /** @type {string} */ black, /** @type {string} */ result) => ({
    ...{ White: white, Black: black, Result: result },
  })
  const pgn = [
    { ...of('Díaz, Dora', 'Ebner, Emil', '1-0'), Date: '1999.05.24', ECO: 'B90', Event: 'City Open' },
    {
      ...of('Ebner, Emil', 'Díaz, Dora', '1-0'),
      Date: '1999.??.??',
      ECO: 'C15',
      WhiteElo: '2510',
      BlackElo: '2400',
    },
    { ...of('Diaz, Dora', 'Adams, Ann', '1/2-1/2'), Date: '????.05.01', WhiteElo: '2300' },
    { ...of('Adams, Ann', 'Díaz, Dora', '0-1'), Date: '2004.01.??', ECO: 'C99', Event: 'City Cup' },
    { ...of('Adams, Ann', 'Ebner, Emil', '*'), Date: '2004.12.31', WhiteElo: '1900', BlackElo: '1800' },
    of('Diazo, D.', 'Gray, Gus', '1-0'),
  ]
    .map(game)
    .join('')
  const index = await indexOf(pgn)
  const database = await openDatabase()
  await database.add(pgn)
  for (const [change, count] of /** @type {const} */ ([
    [{ player: 'diaz' }, 5],
    [{ player: '"Díaz, Dora"' }, 4],
    [{ player: 'diaz', outcome: 'won' }, 3],
    [{ player: 'diaz', outcome: 'lost' }, 1],
    [{ player: 'diaz', outcome: 'drawn' }, 1],
    [{ player: 'diaz', colour: 'black' }, 2],
    [{ player: 'diaz', colour: 'black', outcome: 'won', opponent: 'Adams' }, 1],
    [{ player: 'ebner', opponent: 'adams' }, 1],
    [{ event: 'city' }, 2],
    [{ eco: 'c' }, 2],
    [{ eco: 'B20-C15' }, 2],
    [{ dates: ['1999.05', '1999.06'] }, 2],
    [{ dates: ['', '2004.11'] }, 3],
    [{ dates: ['2004', ''] }, 2],
    [{ dates: ['?', ''] }, 2],
    [{ elo: ['', '2500'] }, 1],
    [{ elo: ['2400', ''] }, 1],
  ])) {
    const conditions = conditionsOf({ ...EVERYTHING, ...change }, [])
    index.filter({ conditions })
    assert.equal(index.search(1000), false)
    let set = await database.filter()
    for (const { any, isNot } of conditions) {
      let either = set.and(set.not())
      for (const filter of any) either = either.or(await database.filter(filter))
      set = set.and(isNot ? either.not() : either)
    }
    const listed = index.rows(0, index.found).map(({ number }) => number - 1)
    const known = (await database.heads(set)).map(({ id }) => id)
    assert.deepEqual([listed, listed.length], [known, count], JSON.stringify(change))
  }
  await database.close()
})

test('results and the colour of a player narrow the list', async () => {
  const game = (/** @type {string} */ white, /** @type {string} */ black, /** @type {string} */ result) =>
    `[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n1. e4 ${result}\n\n`
  const index = await indexOf(
    game('Ada', 'Ben', '1-0') + game('Ben', 'Ada', '0-1') + game('Ada', 'Cleo', '1/2-1/2'),
  )
  const found = (/** @type {Partial<import('#web/pgn/game-index.js').Filter>} */ filter) => {
    index.filter(filter)
    assert.equal(index.search(1000), false)
    return index.rows(0, index.found).map(({ number }) => number)
  }
  assert.deepEqual(found({ text: 'ada', side: 'white' }), [1, 3])
  assert.deepEqual(found({ text: 'ada', side: 'black' }), [2])
  assert.deepEqual(found({ results: ['1-0'] }), [1])
  assert.deepEqual(found({ text: 'ada', side: 'white', results: ['1/2-1/2', '0-1'] }), [3])
})

test('moves are numbered in every variant', () => {
  for (const tag of ['Standard', 'Three-check', 'Crazyhouse']) {
    const [game] = parsePgn(`[Variant "${tag}"]\n\n1. e4 e5 2. Nf3 *`)
    assert.deepEqual([...game.mainline()].map(moveName), ['1. e4', '1… e5', '2. Nf3'], tag)
  }
})

/** @param {string[]} games headers and moves, such as 'White "Ada"' */
const pgnOf = games => games.map(text => `${text}\n\n`).join('')

test('games are sorted by any column; equal ones stay as they were, unknown ones are last', async () => {
  const index = await indexOf(
    pgnOf([
      '[White "Żofia"]\n[Date "2024.05.01"]\n[ECO "C20"]\n[WhiteElo "2000"]\n[Result "1-0"]\n\n1. e4 e5 2. d4 1-0',
      '[White "ada"]\n[Date "2023.01.01"]\n[ECO "B00"]\n[Result "0-1"]\n\n1. e4 0-1',
      '[Black "?"]\n[Result "1-0"]\n\n1. d4 d5 2. c4 e6 3. Nc3 1-0',
      '[White "Zofia"]\n[Date "2024.??.??"]\n[WhiteElo "1700"]\n[BlackElo "2100"]\n[Event "https://www.example.org/x/1"]\n\n1. c4 *',
      '[White "Ada"]\n[Date "2024.05.01"]\n[BlackElo "950"]\n\n*',
    ]),
  )
  /** @param {import('#web/pgn/game-index.js').Column} column @param {boolean} down @param {string} [text] */
  const sorted = (column, down, text = '') => {
    index.filter({ text }, { column, down })
    while (index.search(0));
    return index.rows(0, index.found).map(({ number }) => number)
  }
  assert.deepEqual(sorted('white', false), [2, 5, 1, 4, 3])
  assert.deepEqual(sorted('white', true), [1, 4, 2, 5, 3])
  assert.deepEqual(sorted('date', false), [2, 1, 5, 4, 3])
  assert.deepEqual(sorted('opening', true), [1, 2, 3, 4, 5])
  assert.deepEqual(sorted('plies', true), [3, 1, 2, 4, 5])
  assert.deepEqual(sorted('elo', true), [1, 4, 5, 2, 3], 'by the mean of the known ratings')
  assert.deepEqual(sorted('id', true), [5, 4, 3, 2, 1])
  assert.deepEqual(sorted('id', false), [1, 2, 3, 4, 5])
  assert.deepEqual(sorted('white', false, '2024'), [5, 1, 4])
  const { place, previous, next } = index.near(1)
  assert.deepEqual([place, previous?.number, next?.number], [1, 5, 4])
  assert.deepEqual(index.near(4).next, null)
  sorted('id', false)
  const [first, , third, fourth] = index.rows(0, 4)
  assert.deepEqual([first.eco, first.plies, third.plies], ['C20', 3, 5])
  assert.equal(fourth.event, 'example.org', 'of an address the host is shown')
})

test('a sort goes on when games are added: these are last until it is done anew', async () => {
  const index = await indexOf(pgnOf(['[White "B"]\n\n*', '[White "A"]\n\n*']))
  index.filter({}, { column: 'white', down: false })
  while (index.search(0));
  for await (const game of readPgn('[White "0"]\n\n*\n')) index.add(game, { name: '', from: 0, to: 9 })
  const numbers = () => index.rows(0, 9).map(({ number }) => number)
  assert.deepEqual(numbers(), [2, 1, 3])
  assert.equal(index.isOutOfOrder, true)
  index.refresh()
  while (index.search(0));
  assert.deepEqual(numbers(), [3, 2, 1])
  assert.equal(index.isOutOfOrder, false)
})

test('300,000 games are sorted in short steps', () => {
  const count = 300_000
  const random = randomFrom(3)
  const values = Array.from({ length: count }, () => `Player ${Math.floor(random() * 50_000)}`)
  const sort = sortGames(count, index => values[index], { isNumber: false, down: false })
  let steps = 0
  let step = sort.next()
  for (; !step.done; step = sort.next()) steps++
  assert.ok(steps > (3 * count) / 2500, `${steps} steps`)
  const order = /** @type {Uint32Array} */ (step.value)
  assert.equal(new Set(order).size, count)
  const folded = Array.from(order, index => values[index].toLowerCase())
  for (let place = 1; place < count; place++) {
    const isStable = folded[place - 1] !== folded[place] || order[place - 1] < order[place]
    assert.ok(folded[place - 1] <= folded[place] && isStable, `place ${place}`)
  }
})

test('braces, comments and results alone are no game; a header makes one', () => {
  for (const text of [
    '{"pgn":"1. e4"}',
    '{"tags":["a"],"pgn":"1. e4"}',
    '; [hello]\n',
    '{hello',
    '*',
    '1-0',
    '1.',
  ]) {
    const [game] = parsePgn(text)
    assert.ok(!hasContents(game) && !hasHeaders(text), text)
  }
  assert.ok(hasHeaders('{a}\n[Event "?"]\n\n{mine} *'))
  for (const text of ['1. e4', '[White "Ada"]\n\n*', '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n\n*'])
    assert.ok(hasContents(parsePgn(text)[0]), text)
})
