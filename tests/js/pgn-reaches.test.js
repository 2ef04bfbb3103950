// SPDX-License-Identifier: Apache-2.0
// `reaches` of readPgn() and validatePgn(), against a slow search in the trees of all games.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pick, randomFrom } from '../random.js'
import { Game, root, Setup } from './support/binbo.js'
import { asyncIterable, collect, cut } from './support/chunks.js'
import { parsePgn, readPgn, validatePgn } from './support/pgn.js'
import { readDocuments } from './support/pgn-documents.js'
import { seed } from './support/random-games.js'

const file = readFileSync(`${root}tests/data/games.pgn`).subarray(0, 60_000)
const documents = Buffer.concat(
  readDocuments().flatMap(({ input }) => [Buffer.from(input), Buffer.from('\n\n')]),
)

const hidesStart = ({ code, input }) =>
  code === 'ERR_PGN_VARIANT' ||
  code === 'ERR_PGN_TAG_FEN' ||
  (code === 'ERR_PGN_TAG' && /^\[ *(FEN|SET|VAR)/i.test(input))

/** The FENs of a main line, the start's first; none where the start is not known. */
function fensOf(game) {
  if (game.errors.some(hidesStart)) return []
  return [game.root, ...game.mainline()].map(({ fen }) => fen)
}

/** What of a FEN counts: no clocks, and en passant only where it is legal. */
function factsOf(fen, variant) {
  const game = new Game({ fen, variant })
  const [placement, side, castling, square, checks] = game.toFen({ enPassant: 'legal' }).split(' ')
  game.stop()
  return [
    variant === 'chess960' ? 'standard' : variant,
    placement,
    side,
    castling,
    square,
    /\+/.test(checks) && checks,
  ].join()
}

const lettersOf = fen =>
  fen
    .split(' ')[0]
    .replace(/\[.*|[^a-zA-Z]/g, '')
    .split('')
    .sort()
const sidesOf = fen => {
  const letters = lettersOf(fen)
  return [/[A-Z]/, /[a-z]/].map(color =>
    letters
      .filter(letter => color.test(letter))
      .join('')
      .toUpperCase(),
  )
}
const boardOf = fen =>
  Object.fromEntries(new Setup(fen).pieces().map(([square, color, type]) => [square, letterOf(color, type)]))
const letterOf = (color, type) => {
  const letter = type === 'knight' ? 'n' : type[0]
  return color === 'white' ? letter.toUpperCase() : letter
}

/** The first ply of each game at which it holds, of games that have one. */
const search = (games, holds) =>
  games.flatMap(game => {
    const reached = fensOf(game).findIndex(fen => holds(fen, game.variant))
    return reached < 0 ? [] : [{ from: game.range.from, reached }]
  })

async function assertFound(source, reaches, expected) {
  const found = await collect(readPgn(source, { reaches }))
  assert.deepEqual(
    found.map(({ range, reached }) => ({ from: range.from, reached })),
    expected,
    JSON.stringify(reaches),
  )
  const whole = parsePgn(source, { reaches })
  assert.deepEqual(found.map(String), whole.map(String))
  const { games, plies } = await validatePgn(asyncIterable(cut(source, 5000)), { reaches })
  assert.deepEqual(
    [games, plies],
    [found.length, whole.reduce((sum, game) => sum + [...game.mainline()].length, 0)],
  )
}

for (const [name, source] of Object.entries({ 'games.pgn': file, documents })) {
  test(`games are found as in their trees: ${name}`, { timeout: 300_000 }, async () => {
    const random = randomFrom(seed)
    const games = parsePgn(source)
    const positions = games.flatMap(game => fensOf(game).map(fen => ({ fen, variant: game.variant })))
    for (let i = 0; i < 4; i++) {
      const { fen, variant } = pick(random, positions)
      const sides = sidesOf(fen)
      if (sides.every(side => side !== '')) {
        const material = (random() < 0.5 ? sides : sides.slice().reverse()).join(pick(random, ['v', '-']))
        const wanted = sides.slice().sort().join()
        await assertFound(
          source,
          { material },
          search(games, other => sidesOf(other).sort().join() === wanted),
        )
      }
      const board = Object.fromEntries(Object.entries(boardOf(fen)).filter(() => random() < 0.2))
      if (Object.keys(board).length > 0) {
        const has = other =>
          Object.entries(board).every(([square, letter]) => boardOf(other)[square] === letter)
        await assertFound(source, { board }, search(games, has))
      }
      if (variant === 'standard') {
        const facts = factsOf(fen, variant)
        const [placement] = fen.split(' ')
        const holds = (other, variant) =>
          other.startsWith(`${placement} `) && factsOf(other, variant) === facts
        await assertFound(source, fen, search(games, holds))
      }
    }
  })
}

test('questions are checked at once', () => {
  for (const reaches of [
    {},
    { material: 'K' },
    { material: 'KRPv' },
    { material: 'KxvK' },
    { material: 5 },
    { board: {} },
    { board: { e4: 'x' } },
    { board: 'e4' },
    { material: 'KvK', board: { e4: 'P' } },
    5,
    null,
  ]) {
    assert.throws(() => readPgn('', { reaches }), { code: 'ERR_ARGUMENT' }, JSON.stringify(reaches))
  }
  assert.throws(() => readPgn('', { reaches: { board: { e9: 'P' } } }), { code: 'ERR_MOVE_SQUARE' })
  assert.throws(() => readPgn('', { reaches: 'x' }), { code: /^ERR_FEN_/ })
})

test('a position is a FEN, a Game or a Setup; clocks do not count', async () => {
  const game = new Game()
  game.playMoves(['e4', 'e5'])
  const pgn = '1. e4 e5 2. Nf3 *\n\n1. e3 e6 2. e4 e5 *\n\n1. d4 (1. e4 e5) *'
  for (const reaches of [game, game.fen, new Setup(game.fen)]) {
    const found = await collect(readPgn(pgn, { reaches }))
    assert.deepEqual(
      found.map(({ reached }) => reached),
      [2, 4],
    )
  }
  const start = await collect(readPgn(pgn, { reaches: new Game() }))
  assert.deepEqual(
    start.map(({ reached }) => reached),
    [0, 0, 0],
  )
  assert.equal(parsePgn(pgn)[0].reached, undefined)
})

test('a game in another language is found by its main line', async () => {
  const pgn = '1. d4 (1. Sf3 {c} d5) d5 2. Sc3 Sf6 *\n\n1. d4 (1. Sf3) 1... Sf6 *'
  const options = { locale: 'auto', reaches: { board: { d4: 'P', c3: 'N', f6: 'n' } } }
  const [game, ...others] = await collect(readPgn(pgn, options))
  assert.deepEqual([game.reached, game.root.children.length, others], [4, 2, []])
  assert.deepEqual(await validatePgn(pgn, options), { games: 1, plies: 4, bytes: pgn.length, errors: [] })
})

test('reaches goes with the other options', async () => {
  const pgn =
    '[White "A"]\n\n1. e4 e5 2. Ke3 *\n\n[White "B"]\n\n1. e4 *\n\n[White "A"]\n\n1. d4 Kd6 *\n\n[White "A"]\n\n1. a4 (1. e4)'
  const reaches = { board: { e4: 'P' } }
  const filter = headers => headers.get('White') === 'A'
  const { games, plies, errors } = await validatePgn(pgn, { reaches, filter })
  assert.deepEqual(
    [games, plies, errors.map(({ code, game }) => [code, game])],
    [1, 2, [['ERR_PGN_MOVE', 1]]],
  )
  await assert.rejects(validatePgn(pgn, { reaches, onError: 'throw' }), { code: 'ERR_PGN_MOVE', game: 1 })
  const [first, second] = await collect(readPgn(pgn, { reaches, headersOnly: true }))
  assert.deepEqual(
    [first.reached, second.reached, second.headers.get('White'), second.root.children],
    [1, 1, 'B', []],
  )
})

test('two searches at a time do not mix', async () => {
  const pgn = '1. e4 e5 *\n\n1. d4 d5 *\n\n1. e4 d5 *\n\n1. d4 *'
  const kings = readPgn(cut(pgn, 3), { reaches: { board: { e4: 'P' } } })
  const queens = readPgn(cut(pgn, 5), { reaches: { board: { d4: 'P' } } })
  const numbers = []
  for (let i = 0; i < 2; i++) {
    for (const games of [kings, queens]) numbers.push((await games.next()).value.root.children[0].san)
  }
  assert.deepEqual(numbers, ['e4', 'd4', 'e4', 'd4'])
  assert.deepEqual([(await kings.next()).done, (await queens.next()).done], [true, true])
})
