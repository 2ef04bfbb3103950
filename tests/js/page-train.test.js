// SPDX-License-Identifier: Apache-2.0
// Training: what is asked of games with variations, of mistakes and of puzzles, and when it is asked again.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readPuzzles } from 'binbo/epd'
import { parsePgn } from 'binbo/pgn'
import { analyseGame, Engine } from 'binbo/uci'
import { RequestError } from '#web/database/link.js'
import { AgainstGames } from '#web/train/against-games.js'
import { DAYS, dueAt, nextDue, placeAfter, Sitting } from '#web/train/boxes.js'
import { cardOfPuzzle, cardsOf, cardsOfMistakes, isOwn, joined, readProgress } from '#web/train/cards.js'
import { dayOf, lastDays, NO_DAYS, noteAnswer, readDays, runAt, startOfDay } from '#web/train/days.js'
import { dueCounts, isUnnoted } from '#web/train/due.js'
import { readExamples } from '#web/train/examples.js'
import { noteDue } from '#web/train/note-due.js'
import { freshBrowser } from './support/page-storage.js'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 0, 5)
const [GAME] = parsePgn('1. e4 e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 Nc6 3. Bb5 (3. Bc4) *')

/** @param {ReturnType<typeof cardsOf>} cards */
const summary = cards =>
  cards.map(({ line, answers }) => [line.join(' '), answers.map(({ san }) => san).join(' ')])

test('every position of the side is asked once, main lines first, with all moves that the game has there', () => {
  assert.deepEqual(summary(cardsOf([GAME], 'white')), [
    ['', 'e4'],
    ['e2e4 e7e5', 'Nf3'],
    ['e2e4 e7e5 g1f3 b8c6', 'Bb5 Bc4'],
    ['e2e4 c7c5', 'Nf3 c3'],
  ])
  assert.deepEqual(summary(cardsOf([GAME], 'black')), [
    ['e2e4', 'e5 c5'],
    ['e2e4 e7e5 g1f3', 'Nc6'],
    ['e2e4 c7c5 g1f3', 'd6'],
  ])
})

test('the same position by other moves is one question with the answers of both', () => {
  const [game] = parsePgn('1. Nf3 d5 2. d4 Nf6 (2... e6) (2... Nc6 3. g3) 3. c4 (3. e3) *\n')
  const [other] = parsePgn('1. d4 (1. Nf3 d5 2. d4 Nf6 3. e3) d5 2. Nf3 Nf6 3. c4 *')
  assert.equal(cardsOf([game], 'white').length, 4)
  const cards = cardsOf([other], 'white').filter(({ line }) => line.length === 4)
  assert.deepEqual(summary(cards), [['d2d4 d7d5 g1f3 g8f6', 'c4 e3']])
  assert.deepEqual(cardsOf(parsePgn('1. e4 *'), 'black'), [])
})

test('Leitner’s boxes: a right answer leads to the next box and its days, a wrong one to the first', () => {
  /** @type {import('#web/train/boxes.js').Place | undefined} */
  let place
  for (const [box, days] of [...DAYS.entries()].slice(1)) {
    place = placeAfter(place, true, NOW)
    assert.deepEqual(place, { box, due: NOW + days * DAY })
  }
  assert.equal(placeAfter(place, true, NOW).box, DAYS.length - 1)
  assert.deepEqual(placeAfter(place, false, NOW), { box: 0, due: NOW })
  assert.deepEqual(placeAfter(undefined, false, NOW), { box: 0, due: NOW })
  for (let box = 1; box < DAYS.length; box++) assert.ok(DAYS[box] > DAYS[box - 1])
})

test('new cards and those whose days are over are due, in their order', () => {
  const cards = ['a', 'b', 'c'].map(key => ({ key }))
  const progress = { a: { box: 1, due: NOW + 1 }, b: { box: 2, due: NOW } }
  assert.deepEqual(dueAt(cards, progress, NOW), [{ key: 'b' }, { key: 'c' }])
  assert.deepEqual(dueAt(cards, progress, NOW + 1), cards)
  assert.equal(nextDue(cards.slice(0, 2), progress), NOW)
  assert.equal(nextDue([], progress), Number.POSITIVE_INFINITY)
})

test('a sitting: a missed card comes again after three others, sooner at the end, until it is right at once', () => {
  const sitting = new Sitting([...'abcdef'].map(key => ({ key })))
  const asked = []
  const wrong = new Set(['b', 'f'])
  while (sitting.card) {
    const { key } = sitting.card
    asked.push(key)
    if (wrong.delete(key)) {
      assert.equal(sitting.miss(), true)
      assert.equal(sitting.miss(), false)
      assert.equal(sitting.isMissed, true)
    }
    sitting.next()
    assert.equal(sitting.isMissed, false)
  }
  assert.equal(asked.join(''), 'abcdebff')
  assert.deepEqual([sitting.right, sitting.missed, sitting.left], [6, 2, 0])
})

test('a capture en passant makes a question of its own', () => {
  const [game] = parsePgn('1. e4 f5 (1... d5 2. e5 f5 3. exf6) 2. e5 d5 3. exd6 *')
  const last = cardsOf([game], 'white').filter(({ line }) => line.length === 4)
  assert.deepEqual(summary(last), [
    ['e2e4 f7f5 e4e5 d7d5', 'exd6'],
    ['e2e4 d7d5 e4e5 f7f5', 'exf6'],
  ])
})

test('two pawn moves without a capture en passant lead to the same question as one', () => {
  // After 1. e4 the FEN has a square en passant that nobody can use; after 1. e3 … 2. e4 it has none.
  const games = parsePgn(
    '1. e4 e5 2. Nf3 Nc6 3. Bc4 *\n\n1. e3 e5 2. e4 Nc6 3. Nf3 *\n\n1. e4 Nc6 2. Nf3 e5 3. Bb5 *',
  )
  const cards = cardsOf(games, 'white').filter(({ answers }) => answers.some(({ san }) => san === 'Bb5'))
  assert.deepEqual(summary(cards), [['e2e4 e7e5 g1f3 b8c6', 'Bc4 Bb5']])
  const [first] = cardsOf(games, 'white')
  assert.deepEqual(
    first.answers.map(({ san }) => san),
    ['e4', 'e3'],
  )
})

test('nothing is asked behind a null move, nor the null move itself', () => {
  const [game] = parsePgn('1. e4 (1. -- e5 2. Nf3) e5 (1... -- 2. d4 d5) 2. Nf3 (2. -- Nc6 3. d4) *')
  assert.deepEqual(summary(cardsOf([game], 'white')), [
    ['', 'e4'],
    ['e2e4 e7e5', 'Nf3'],
  ])
  assert.deepEqual(summary(cardsOf([game], 'black')), [['e2e4', 'e5']])
})

test('a repertoire has several games, also from a position', () => {
  const games = parsePgn('1. d4 d5 2. c4 *\n\n[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]\n\n1. Kd2 Kd4 2. e3+ *')
  const cards = cardsOf(games, 'white')
  assert.deepEqual(summary(cards), [
    ['', 'd4'],
    ['d2d4 d7d5', 'c4'],
    ['', 'Kd2'],
    ['e1d2 e5d4', 'e3+'],
  ])
  assert.equal(cards[3].start, '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1')
})

test('the progress of earlier versions, by the fields of a FEN, is taken over for every card', () => {
  const [game] = parsePgn('1. e4 e5 2. Nf3 Nc6 3. Bb5 *')
  /** @type {import('#web/train/boxes.js').Progress} */
  const old = {}
  for (const [index, node] of [game.root, ...game.mainline()].entries())
    old[node.position.fen.split(' ').slice(0, 4).join(' ')] = { box: index, due: NOW + index }
  const progress = readProgress(old, 'standard')
  assert.equal(Object.keys(progress).length, Object.keys(old).length)
  const cards = cardsOf([game], 'white')
  assert.deepEqual(
    cards.map(({ key }) => progress[key].box),
    [0, 2, 4],
  )
  assert.deepEqual(readProgress(progress, 'standard'), progress, 'once')
  // With and without a square en passant, it was asked twice: the place that is due first stays.
  const twice = readProgress(
    {
      'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6': { box: 3, due: NOW + 3 },
      'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -': { box: 1, due: NOW + 1 },
      'damaged text': { box: 2, due: NOW },
    },
    'standard',
  )
  assert.deepEqual(
    Object.values(twice).map(({ box }) => box),
    [1, 2],
  )
})

const PUZZLES = `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1798,77,95,8000,crushing hangingPiece long middlegame,https://lichess.org/787zsVup/black#48,
000aY,r4rk1/pp3ppp/2n1b3/q1pp2B1/8/P1Q2NP1/1PP1PP2/2KR3R w - - 0 15,g5e7 a5c3 b2c3 c6e7,1500,74,92,4417,advantage master middlegame short,https://lichess.org/iihZGl6t#29,
`

test('puzzles of Lichess: the opponent has moved, the solver is asked, replies are kept', async () => {
  const cards = []
  for await (const puzzle of readPuzzles(PUZZLES)) cards.push(cardOfPuzzle(puzzle))
  assert.deepEqual(summary(cards), [
    ['', 'Rxe7'],
    ['', 'Qxc3'],
  ])
  assert.deepEqual(cards[0].rest, ['b2b1', 'b3c1', 'b1c1', 'h6c1'])
  assert.match(cards[0].origin, /00008, rated 1798: https:/)
  assert.equal(cards[0].task, 'Find the best move for White.')
  assert.ok(!isOwn(cards[0]))
  // Saved and read again it is the same.
  assert.deepEqual(structuredClone(cards), cards)
})

/** @param {string[][]} answers the engine's lines by position */
async function findingsFor(answers, pgn) {
  const [tree] = parsePgn(pgn)
  let search = 0
  const said = line => {
    if (line === 'uci')
      return ['id name Told', 'option name MultiPV type spin default 1 min 1 max 9', 'uciok']
    if (line === 'isready') return ['readyok']
    if (!line.startsWith('go')) return []
    const infos = answers[search++]
    return [...infos, `bestmove ${infos[0].split(' pv ')[1]}`]
  }
  /** @type {any} */
  const transport = {
    onLine: null,
    onClose: null,
    send: line =>
      queueMicrotask(() => {
        for (const one of said(line)) transport.onLine?.(one)
      }),
    close: async () => transport.onClose?.({ message: 'ended' }),
    kill() {},
  }
  const engine = await Engine.start(transport)
  const analysis = await analyseGame(tree, { engine, limits: { depth: 1 }, variations: 2 })
  await engine.quit()
  return { tree, findings: { analysis, nodes: [tree.root, ...tree.mainline()] } }
}

test('mistakes become cards; a blunder where only one move was good becomes a puzzle, and is asked once', async () => {
  const line = (rank, cp, pv) => `info depth 1 multipv ${rank} score cp ${cp} pv ${pv}`
  const even = [line(1, 20, 'd2d4'), line(2, 10, 'e2e4')]
  const { tree, findings } = await findingsFor(
    [
      even,
      [line(1, -20, 'e7e5'), line(2, -25, 'c7c5')],
      // White plays 2. Qh5: two other moves are good.
      [line(1, 30, 'g1f3'), line(2, 25, 'b1c3')],
      // Black plays 2… Ke7, though one move was good.
      [line(1, 120, 'b8c6'), line(2, -900, 'g7g6')],
      [line(1, 900, 'h5e5'), line(2, 0, 'd2d4')],
      [line(1, -900, 'e7d6')],
    ],
    '[White "Anna"]\n[Black "Ben"]\n[Date "2024.03.01"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5+ *',
  )
  const both = cardsOfMistakes(findings, tree, 'both')
  assert.deepEqual(summary(both.mistakes), [['e2e4 e7e5', 'Nf3 Nc3']])
  assert.deepEqual(summary(both.puzzles), [['e2e4 e7e5 d1h5', 'Nc6']])
  assert.match(both.mistakes[0].task, /^2\. Qh5 was a (mistake|blunder)\. Find a better move for White\.$/)
  assert.equal(both.puzzles[0].origin, 'Anna – Ben, 2024')
  assert.ok(isOwn(both.puzzles[0]))
  assert.deepEqual(cardsOfMistakes(findings, tree, 'white').puzzles, [])
  const again = joined(both.mistakes, both.mistakes, 10)
  assert.deepEqual(again, both.mistakes, 'the same position is one card')
  assert.equal(joined(both.mistakes, both.puzzles, 1)[0].key, both.puzzles[0].key, 'the newest stay')
  // A second line without moves, as some engines send it, is no answer.
  const { positions } = findings.analysis
  const empty = positions.map(position => ({
    ...position,
    lines: position.lines.map((line, rank) => (rank === 1 ? { ...line, pv: [], san: [] } : line)),
  }))
  const without = cardsOfMistakes(
    { ...findings, analysis: { ...findings.analysis, positions: empty } },
    tree,
    'white',
  )
  assert.deepEqual(summary(without.mistakes), [['e2e4 e7e5', 'Nf3']])
})

test('what is due is known without the cards, also after a reload', () => {
  freshBrowser()
  assert.deepEqual(dueCounts(NOW), { openings: 0, mistakes: 0, puzzles: 0 })
  assert.ok(!isUnnoted(), 'nothing is saved')
  localStorage.setItem('binbo/some/where/shelved repertoires', '["Mine"]')
  assert.ok(isUnnoted())
  const progress = { b: { box: 1, due: NOW }, c: { box: 1, due: NOW + DAY } }
  noteDue({
    openings: [
      { keys: ['a', 'b'], progress },
      { keys: ['c', 'd'], progress },
    ],
    mistakes: [{ keys: ['c'], progress }],
    puzzles: [],
  })
  assert.deepEqual(dueCounts(NOW), { openings: 3, mistakes: 0, puzzles: 0 })
  assert.deepEqual(dueCounts(NOW + DAY), { openings: 4, mistakes: 1, puzzles: 0 })
  assert.ok(!isUnnoted())
  localStorage.setItem('binbo/some/where/due', '{"openings": [["x", 1], 5], "mistakes": 7')
  assert.deepEqual(dueCounts(NOW), { openings: 0, mistakes: 0, puzzles: 0 }, 'damaged')
  localStorage.setItem('binbo/some/where/due', '{"openings": [["x", 1], 5], "mistakes": 7, "puzzles": []}')
  assert.deepEqual(dueCounts(NOW), { openings: 0, mistakes: 0, puzzles: 0 }, 'of another version')
})

test('a comparison without the database says so, and does not go on comparing', async () => {
  const repertoire = { pgn: '1. e4 *', color: 'white', progress: {} }
  /** @type {any} */
  const room = {
    shown: { player: '', entries: [{ name: 'Mine', repertoire, cards: [] }] },
    link: () => Promise.reject(new RequestError({ text: 'The database could not be loaded.', code: '' })),
  }
  /** @type {any} */
  const page = { store: {} }
  const drawn = new Promise(resolve => (page.store.change = resolve))
  const against = new AgainstGames(page, room, 'Mine')
  /** @param {any} template @returns {string} */
  const textOf = template =>
    template?.strings
      ? template.strings
          .map((/** @type {string} */ text, /** @type {number} */ at) => text + textOf(template.values[at]))
          .join('')
      : typeof template === 'string'
        ? template
        : ''
  assert.match(textOf(against.view()), /Comparing …/)
  await drawn
  assert.match(textOf(against.view()), /The database could not be loaded\./)
  assert.doesNotMatch(textOf(against.view()), /Comparing …/)
})

/** @param {number} day of January 2026, or after it @param {number} [hour] @param {number} [minute] of the user's clock */
const at = (day, hour = 12, minute = 0) => new Date(2026, 0, day, hour, minute).getTime()

test('a day is one of the user’s calendar: each has 24 hours of the clock, also when the clock is put forward or back', () => {
  const first = dayOf(at(1))
  for (let day = 1; day <= 365; day++) {
    for (const [hour, minute] of [[0], [12], [23, 59]])
      assert.equal(dayOf(at(day, hour, minute)), first + day - 1, `day ${day}, ${hour}:${minute}`)
    assert.equal(dayOf(startOfDay(at(day, 23, 59), 1)), first + day)
    assert.equal(dayOf(startOfDay(at(day, 23, 59), 1) - 1), first + day - 1)
  }
})

test('answers are counted by day: two weeks are kept, the run and the longest run last', () => {
  freshBrowser()
  assert.deepEqual(readDays(), NO_DAYS)
  noteAnswer(true, at(1, 23, 59))
  noteAnswer(false, at(2, 0, 0))
  const { days, run } = noteAnswer(true, at(2, 0, 1))
  assert.deepEqual(
    [days.map(({ answered, right }) => [answered, right]), run],
    [
      [
        [2, 1],
        [1, 1],
      ],
      2,
    ],
  )
  for (let day = 3; day <= 20; day++) noteAnswer(true, at(day))
  assert.deepEqual(readDays().days.length, 14)
  assert.deepEqual(
    [at(20), at(21, 23, 59), at(22, 0)].map(now => runAt(readDays(), now)),
    [20, 20, 0],
  )
  const after = noteAnswer(true, at(25))
  assert.deepEqual([after.run, after.best], [1, 20])
  assert.deepEqual(
    lastDays(after, at(26)).map(({ answered }) => answered),
    [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0],
  )
})

test('a clock that goes back by a day keeps the run; days of a clock that was wrong are dropped', () => {
  freshBrowser()
  for (const day of [1, 2, 3]) noteAnswer(true, at(day))
  const west = noteAnswer(false, at(2))
  assert.deepEqual([west.run, west.days.map(({ answered }) => answered)], [3, [1, 2, 1]])
  assert.equal(runAt(west, at(2)), 3)
  assert.equal(noteAnswer(true, at(4)).run, 4)
  noteAnswer(true, at(400))
  const mended = noteAnswer(true, at(5))
  assert.deepEqual([mended.run, mended.best, mended.days[0].day], [1, 4, dayOf(at(5))])
})

test('days that are damaged count as none; what is too much for the storage is shown all the same', () => {
  freshBrowser()
  noteAnswer(true, at(1))
  for (const text of ['', '[]', 'null', '{"days":1,"run":1,"best":1}', '{"days":[],"run":-1,"best":"1"}']) {
    localStorage.setItem('binbo/some/where/days', text)
    assert.deepEqual(readDays(), NO_DAYS, text)
  }
  localStorage.setItem(
    'binbo/some/where/days',
    '{"days":[null,{"day":1,"answered":0.5,"right":0}],"run":0,"best":0}',
  )
  assert.deepEqual(readDays(), NO_DAYS)
  localStorage.room = 0
  assert.equal(noteAnswer(true, at(1)).run, 1)
})

test('the examples are small, and each puzzle has one legal answer of a position of its own', async () => {
  const bytes = readFileSync(new URL('../../web/examples.txt', import.meta.url))
  assert.ok(bytes.length <= 20_000)
  const { repertoire, puzzles } = await readExamples(async () => new Response(bytes))
  assert.equal(puzzles.length, 200)
  assert.equal(new Set(puzzles.map(({ key }) => key)).size, 200)
  for (const card of puzzles) {
    assert.equal(card.answers.length, 1, card.start)
    assert.match(card.origin, /^[^?\d]+ – [^?\d]+, (18|19)\d\d$/)
    assert.ok(!isOwn(card), 'a file of puzzles replaces those that were not answered')
  }
  const games = parsePgn(repertoire)
  assert.deepEqual([games.length, games[0].errors], [1, []])
  assert.ok(cardsOf(games, 'white').length >= 20)
  for (const card of cardsOf(games, 'white')) assert.equal(card.answers.length, 1, 'one move of White')
  await assert.rejects(
    readExamples(async () => new Response('', { status: 404 })),
    TypeError,
  )
})
