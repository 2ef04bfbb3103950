// SPDX-License-Identifier: Apache-2.0
// readPuzzles(): puzzles in the format of Lichess, and answers to them. The puzzles are our own.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { ChessError, Game, Position } from './support/binbo.js'
import { rejects } from './support/engines.js'

const { Puzzle, readPuzzles } = await import('../../dist/epd.js')

const HEADER = 'PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags'
const ONE =
  '0own1,6k1/1p3ppp/8/8/8/8/5PPP/R2R2K1 b - - 0 1,b7b6 a1a8,650,80,90,12,backRankMate mate mateIn1,https://lichess.org/x#2,'
const TWO = '0own2,r5k1/5ppp/8/8/8/8/4QPPP/4R1K1 b - - 0 1,a8b8 e2e8 b8e8 e1e8,900,80,90,12,mateIn2,,'
const PROMOTES =
  '0own3,8/1P5k/8/8/8/8/6K1/8 b - - 0 1,h7g6 b7b8q,1000,80,90,12,promotion,https://lichess.org/y,'

/** @returns {Promise<{ puzzles: InstanceType<typeof Puzzle>[], errors: ChessError[] }>} */
async function read(source) {
  const puzzles = []
  const errors = []
  for await (const puzzle of readPuzzles(source, { onError: error => errors.push(error) }))
    puzzles.push(puzzle)
  return { puzzles, errors }
}

const factsOf = ({ id, first, position, solution, rating, themes, url }) => ({
  id,
  first: first.uci,
  fen: position.fen,
  solution: solution.map(({ san }) => san),
  rating,
  themes,
  url,
})

const EXPECTED = [
  {
    id: '0own1',
    first: 'b7b6',
    fen: '6k1/5ppp/1p6/8/8/8/5PPP/R2R2K1 w - - 0 2',
    solution: ['Ra8#'],
    rating: 650,
    themes: ['backRankMate', 'mate', 'mateIn1'],
    url: 'https://lichess.org/x#2',
  },
  {
    id: '0own2',
    first: 'a8b8',
    fen: '1r4k1/5ppp/8/8/8/8/4QPPP/4R1K1 w - - 1 2',
    solution: ['Qe8+', 'Rxe8', 'Rxe8#'],
    rating: 900,
    themes: ['mateIn2'],
    url: '',
  },
]

test('a file of Lichess, with and without its header, in any line ends and pieces', async () => {
  const lines = [HEADER, ONE, '', TWO]
  const texts = [
    lines.join('\n'),
    `\ufeff${lines.join('\r\n')}\r\n`,
    lines.slice(1).join('\n'),
    `${lines.join('\r')}\r`,
    [HEADER, ONE, TWO]
      .map(line =>
        line
          .split(',')
          .map(field => `"${field}"`)
          .join(','),
      )
      .join('\n'),
  ]
  for (const text of texts) {
    const bytes = new TextEncoder().encode(text)
    const sources = [text, bytes, new Blob([text]), [text], new Response(text).body]
    for (const size of [1, 7, 64])
      sources.push(
        Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, i * size + size),
        ),
      )
    for (const source of sources) {
      const { puzzles, errors } = await read(source)
      assert.deepEqual(errors, [])
      assert.deepEqual(puzzles.map(factsOf), EXPECTED)
    }
  }
})

test('a header may name the columns in another order', async () => {
  const { puzzles } = await read(
    `Rating,Moves,Themes,FEN,PuzzleId\n650,b7b6 a1a8,"mate, ""back rank""",${ONE.split(',')[1]},x\n`,
  )
  assert.deepEqual(factsOf(puzzles[0]), {
    ...EXPECTED[0],
    id: 'x',
    themes: ['mate,', '"back', 'rank"'],
    url: '',
  })
})

test('answers: the solution, its end, another mate, a wrong move', async () => {
  const { puzzles } = await read([ONE, TWO, PROMOTES].join('\n'))
  const [mates, longer, promotes] = puzzles
  for (const move of ['Ra8#', 'Ra8', 'a1a8', { from: 'a1', to: 'a8' }, mates.solution[0]])
    assert.equal(mates.answer(move), 'done')
  assert.equal(mates.answer('Rd8'), 'mate', 'another mate counts')
  assert.equal(mates.answer('Kf1'), 'wrong')
  assert.equal(longer.answer('Qe8+'), 'right')
  assert.equal(longer.answer('Qe7'), 'wrong')
  assert.equal(longer.answer('Rxe8#', 2), 'done')
  assert.equal(promotes.answer('b8=Q'), 'done')
  assert.equal(promotes.answer('b7b8'), 'done')
  assert.equal(promotes.answer('b8=R'), 'wrong')
  assertThrows(() => mates.answer('Ra9'), 'ERR_SAN_SYNTAX')
  assertThrows(() => mates.answer('a1b2'), 'ERR_MOVE_ILLEGAL')
  assertThrows(() => mates.answer({ from: 'd1', to: 'c2' }), 'ERR_MOVE_ILLEGAL')
  for (const ply of [1, 3, 4, -2, 0.5, '0', null])
    assertThrows(() => longer.answer('Qe8+', ply), 'ERR_ARGUMENT')
})

test('a solution that ends with the opponent is done at the last move of the solver', async () => {
  const { puzzles } = await read(TWO.replace(' e1e8,', ','))
  const [{ solution }] = puzzles
  assert.deepEqual(
    solution.map(({ san }) => san),
    ['Qe8+', 'Rxe8'],
  )
  assert.equal(puzzles[0].answer('Qe8+'), 'done')
  assertThrows(() => puzzles[0].answer('Rxe8', 1), 'ERR_ARGUMENT')
})

test('each move of each solution is right, and each other legal move is wrong or a mate', async () => {
  const { puzzles } = await read([ONE, TWO, PROMOTES].join('\n'))
  for (const { position, solution, answer } of puzzles.map(puzzle => ({
    ...puzzle,
    answer: puzzle.answer.bind(puzzle),
  }))) {
    let here = position
    for (const [ply, { uci }] of solution.entries()) {
      if (ply % 2 === 0)
        for (const move of here.legalMoves('uci')) {
          const mate = here.play(move).status.type === 'checkmate' ? 'mate' : 'wrong'
          const expected = move !== uci ? mate : ply === solution.length - 1 ? 'done' : 'right'
          assert.equal(answer(move, ply), expected)
        }
      here = here.play(uci)
    }
  }
})

test('lines that are no puzzle: their error has the line, and the reading goes on', async () => {
  const wrong = [
    ['hello', 'ERR_EPD_PUZZLE'],
    [ONE.replace('0own1', ''), 'ERR_EPD_PUZZLE'],
    [ONE.replace('b7b6 a1a8', 'b7b6'), 'ERR_EPD_PUZZLE'],
    [ONE.replace('650', 'high'), 'ERR_EPD_PUZZLE'],
    [`"${ONE}`, 'ERR_EPD_PUZZLE'],
    [`${'x'.repeat(70_000)}${ONE}`, 'ERR_EPD_PUZZLE'],
    [ONE.replace(' b - -', ' x - -'), 'ERR_FEN_SIDE'],
    [ONE.replace('a1a8', 'a1b8'), 'ERR_MOVE_ILLEGAL'],
    [ONE.replace('a1a8', 'a1'), 'ERR_SAN_ILLEGAL'],
    [ONE.replace('R2R2K1', 'R2R4'), 'ERR_FEN_NO_KING'],
  ]
  const text = [HEADER, ...wrong.flatMap(([line]) => [line, TWO])].join('\n')
  const { puzzles, errors } = await read(text)
  assert.deepEqual(
    errors.map(({ code, line }) => [code, line]),
    wrong.map(([, code], index) => [code, 2 * index + 2]),
  )
  assert.ok(errors.every(error => error instanceof ChessError && error.message.length < 300))
  assert.equal(puzzles.length, wrong.length)
  const ids = []
  for await (const { id } of readPuzzles(text)) ids.push(id)
  assert.deepEqual(
    ids,
    puzzles.map(({ id }) => id),
    'without onError they are left out',
  )
})

test('what onError throws ends the reading; so does an abort, and so does the caller', async () => {
  const stop = new Error('stop')
  const all = async (source, options) => {
    for await (const puzzle of readPuzzles(source, options)) assert.ok(puzzle)
  }
  const onError = () => {
    throw stop
  }
  await assert.rejects(all(`${ONE}\nx`, { onError }), error => error === stop)
  const controller = new AbortController()
  let closed = 0
  async function* endless() {
    try {
      for (;;) yield `${ONE}\n`
    } finally {
      closed++
    }
  }
  setImmediate(() => controller.abort(stop))
  await assert.rejects(all(endless(), { signal: controller.signal }), error => error === stop)
  for await (const puzzle of readPuzzles(endless())) {
    assert.equal(puzzle.id, '0own1')
    break
  }
  assert.equal(closed, 2)
})

test('wrong arguments', async () => {
  for (const words of [[], ['a', 'b'], [{ id: 'a' }]])
    assertThrows(() => new Puzzle(...words), 'ERR_ARGUMENT')
  assertThrows(() => readPuzzles('lichess_db_puzzle.csv'), 'ERR_ARGUMENT')
  assertThrows(() => readPuzzles(ONE, { onError: 1 }), 'ERR_ARGUMENT')
  assertThrows(() => readPuzzles(ONE, { limit: 1 }), 'ERR_ARGUMENT')
  assertThrows(() => readPuzzles(ONE, { signal: 5 }), 'ERR_ARGUMENT')
  for (const source of [5, null, undefined, {}, true, [5], [null]]) {
    const fault = await rejects(readPuzzles(source).next(), 'ERR_ARGUMENT')
    assert.doesNotMatch(fault.message, /PGN/, 'puzzles are no PGN')
  }
})

test('any text gives puzzles and errors, never another exception', async () => {
  const parts = [
    ONE,
    TWO,
    '"',
    '""',
    ',',
    '\n',
    '\r\n',
    ' ',
    '\0',
    '😀',
    'PuzzleId',
    HEADER,
    '8/8',
    'e2e4',
    '#',
    '-',
  ]
  let state = 7
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647
  for (let index = 0; index < 300; index++) {
    let text = ''
    for (let count = 0; count < 12; count++) {
      const part = parts[Math.floor(random() * parts.length)]
      text += part.slice(0, Math.floor(random() * (part.length + 1)) || part.length)
    }
    const { puzzles, errors } = await read(text)
    for (const { position, solution } of puzzles)
      assert.ok(position instanceof Position && solution.length > 0)
    assert.ok(errors.every(({ line }) => line > 0))
  }
})

test('100,000 lines are read one by one', async () => {
  let live = 0
  let given = 0
  async function* source() {
    const chunk = `${ONE}\n${TWO}\n`.repeat(500)
    for (; given < 100; given++) yield chunk
  }
  let count = 0
  for await (const { solution } of readPuzzles(source())) {
    count++
    live = Math.max(live, given * 1000 - count)
    assert.ok(solution.length > 0)
  }
  assert.equal(count, 100_000)
  assert.ok(live <= 2000, `${live} lines were read ahead`)
  assert.ok(new Game())
})
