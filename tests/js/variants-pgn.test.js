// SPDX-License-Identifier: Apache-2.0
// PGN of variants: tags, drops, promotions to king, ends, trees, streams, languages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows, draw } from './support/assertions.js'
import { binbo, Game, START_FEN } from './support/binbo.js'
import { PgnGame, parsePgn, readPgn, validatePgn } from './support/pgn.js'
import { games } from './support/random-games.js'
import { OWN_RULES, PLACED_STARTS, playVariant } from './support/variant-games.js'

const { variantName } = binbo

/** The only game of a PGN, without errors. */
function only(pgn, options) {
  const [game, ...others] = parsePgn(pgn, options)
  assert.deepEqual(others, [])
  assert.deepEqual(game.errors, [])
  return game
}

const ucisOf = game => [...game.mainline()].map(({ uci }) => uci)
const sansOf = game => [...game.mainline()].map(({ san }) => san)

/** A game's tags below the roster. */
const startTags = pgn => pgn.split('\n').slice(7, pgn.split('\n').indexOf(''))

// --- tags ------------------------------------------------------------------------------------------

test('a variant is tagged by its name, and its own start has no FEN', () => {
  for (const variant of OWN_RULES) {
    const pgn = new Game({ variant }).pgn()
    assert.deepEqual(startTags(pgn), [`[Variant "${variantName(variant, 'pgn')}"]`])
    const game = only(pgn)
    assert.equal(game.variant, variant)
    assert.equal(game.startFen, new Game({ variant }).fen)
    assert.equal(game.root.fen, game.startFen)
    assert.equal(new PgnGame({ variant }).toString(), pgn)
    assert.equal(new PgnGame({ variant: variantName(variant, 'lichess').toUpperCase() }).variant, variant)
  }
})

test('another start has SetUp and FEN', () => {
  for (const [variant, fen] of Object.entries(PLACED_STARTS)) {
    const game = new Game({ variant, fen })
    const pgn = game.pgn()
    const own = game.fen
    assert.deepEqual(startTags(pgn), [
      `[Variant "${variantName(variant, 'pgn')}"]`,
      '[SetUp "1"]',
      `[FEN "${own}"]`,
    ])
    assert.equal(only(pgn).startFen, own)
    assert.equal(only(pgn).toString(), pgn)
    assert.equal(new PgnGame({ variant, fen }).toString(), pgn)
  }
})

test('the tag Variant is read in the names of Lichess, Winboard and others', () => {
  for (const variant of OWN_RULES) {
    for (const form of ['pgn', 'uci', 'lichess']) {
      for (const name of [variantName(variant, form), variantName(variant, form).toUpperCase()])
        assert.equal(only(`[Variant "${name}"]\n\n*`).variant, variant)
    }
  }
  assert.equal(only('[Variant "Giveaway"]\n\n*').variant, 'antichess')
})

test('headers do not change the variant, and keep other tags', () => {
  const game = new PgnGame({
    variant: 'atomic',
    headers: [
      ['Variant', 'Horde'],
      ['White', 'Ann'],
    ],
  })
  game.headers.set('Variant', 'Crazyhouse')
  const read = only(game.toString())
  assert.equal(read.variant, 'atomic')
  assert.equal(read.headers.get('White'), 'Ann')
})

test('loadPgn brings its variant, newGame the own one back; an error keeps the old game', () => {
  const game = new Game()
  game.loadPgn('[Variant "Three-check"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *')
  assert.equal(game.variant, '3check')
  assert.deepEqual(game.remainingChecks, { white: 2, black: 3 })
  assert.equal(game.headers.get('Variant'), 'Three-check')
  assertThrows(() => game.loadPgn('[Variant "Antichess"]\n\n1. e3 b5 2. e4 *'), 'ERR_PGN_MOVE', { ply: 3 })
  assert.equal(game.variant, '3check')
  game.newGame()
  assert.deepEqual([game.variant, game.fen, game.remainingChecks], ['standard', START_FEN, null])
})

// --- moves -----------------------------------------------------------------------------------------

test('move numbers are those of the position, in every variant', () => {
  for (const variant of OWN_RULES) {
    const game = new Game({ variant })
    game.move(game.legalMoves('uci')[0])
    for (const text of [game.pgn({ headers: false }), PgnGame.fromGame(game).toString({ headers: false })])
      assert.match(text, /^1\. /, variant)
  }
  const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3+2 5 7'
  const game = new Game({ variant: '3check', fen })
  game.playMoves(['e5', 'e4'])
  for (const text of [game.pgn({ headers: false }), PgnGame.fromGame(game).toString({ headers: false })])
    assert.equal(text, '7... e5 8. e4 *\n')
})

const HOUSE = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d5 $1 {in the middle} (4. P@b4 Qxb4) 4...
P@e4 5. Nxe4 *
`

test('drops are read in every spelling and written in one', () => {
  const game = only(HOUSE.replace('P@b4', '@b4'))
  assert.deepEqual(ucisOf(game).slice(6), ['P@d5', 'P@e4', 'c3e4'])
  const [drop, variation] = [...game.mainline()][5].children
  assert.equal(variation.san, 'P@b4')
  assert.deepEqual(drop.move, {
    from: 'd5',
    to: 'd5',
    uci: 'P@d5',
    san: 'P@d5',
    color: 'white',
    piece: 'pawn',
    flags: ['drop'],
    drop: true,
  })
  assert.deepEqual([drop.comments, drop.nags], [['in the middle'], [1]])
  assert.equal(game.toString(), HOUSE)
  assert.equal(game.toGame().fen, [...game.mainline()].at(-1).fen)
  assert.deepEqual(game.toGame().pockets.white, { pawn: 1, knight: 0, bishop: 0, rook: 0, queen: 0 })
  for (const text of ['P@d5', '@d5', 'P@d5!', '@d5?!', 'P@d5+', 'P@d5 $1', 'P@d5!±', '\u2659@d5']) {
    const read = only(`[Variant "zh"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. ${text} *`)
    assert.equal(ucisOf(read).at(-1), 'P@d5', text)
  }
  for (const text of [
    'K@d5',
    'P@d8',
    'N@d5',
    'P@d2',
    'p@d5',
    'P@',
    '@',
    'PP@d5',
    'P@d5=Q',
    'P@d4d5',
    'P@xd5',
    'P@d5e.p.',
  ]) {
    const [{ errors }] = parsePgn(`[Variant "zh"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. ${text} *`)
    assert.match(errors[0]?.code ?? `none for ${text}`, /^ERR_PGN_(MOVE|TOKEN)$/)
    assert.equal(errors[0].ply, 7)
  }
})

test('nodes take drops in every form', () => {
  const { root } = only('[Variant "Crazyhouse"]\n[FEN "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1"]\n\n*')
  const child = root.add('N@f6')
  for (const form of [
    'N@f6+',
    { drop: 'knight', to: 'f6' },
    child.move,
    { from: 45, to: 45, promotion: 'N' },
  ])
    assert.equal(root.add(form), child)
  assert.equal(child.san, 'N@f6+')
  assert.equal(child.fen, '4k3/8/5N2/8/8/8/8/4K3[q] b - - 1 1')
  assertThrows(() => root.add('B@f6'), 'ERR_SAN_ILLEGAL')
  assertThrows(() => root.add({ drop: 'pawn', to: 'f6' }), 'ERR_MOVE_DROP')
})

test('promotion to king, and several kings', () => {
  const pgn = '[Variant "Antichess"]\n[FEN "8/P7/K7/8/8/8/7r/8 w - - 0 1"]\n\n1. a8=K Rh1 2. K6b7 *'
  const game = only(pgn)
  assert.deepEqual(ucisOf(game), ['a7a8k', 'h2h1', 'a6b7'])
  const [first] = game.mainline()
  assert.deepEqual([first.san, first.move.promotion], ['a8=K', 'k'])
  assert.equal(only(game.toString()).toString(), game.toString())
  assert.match(parsePgn('[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=K *')[0].errors[0].code, /^ERR_PGN_/)
})

test('an end by the variant is marked #, sets the result, and nothing follows it', () => {
  const game = new Game({ variant: 'koth' })
  for (const san of ['e4', 'e5', 'Ke2', 'a6', 'Kd3', 'a5', 'Kc4', 'a4']) game.sanMove(san)
  assert.deepEqual(game.sanMove('Kd5'), { over: true, type: 'variant_win', winner: 'white', reason: 'hill' })
  assert.equal(game.lastMove.san, 'Kd5#')
  assert.match(game.pgn(), /\[Result "1-0"\]/)
  assert.match(game.pgn(), /5\. Kd5# 1-0\n$/)
  assert.deepEqual(PgnGame.fromGame(game).toGame().status, game.status)
  const [{ errors }] = parsePgn(game.pgn().replace('1-0\n', 'a3 1-0\n'))
  assert.deepEqual([errors.length, errors[0].code, errors[0].ply], [1, 'ERR_PGN_MOVE', 10])
})

test('null moves are read where no check and no end forbids them', () => {
  const game = only('[Variant "Horde"]\n\n1. -- e6 2. Z0 -- *')
  assert.deepEqual(sansOf(game), ['--', 'e6', '--', '--'])
  const over = only('[Variant "koth"]\n[FEN "4k3/8/8/8/3K4/8/8/8 b - - 0 1"]\n\n*').root
  assertThrows(() => over.add('--'), 'ERR_PGN_NULL_MOVE')
  const [{ errors }] = parsePgn('[Variant "koth"]\n[FEN "4k3/8/8/8/8/3K4/8/8 w - - 0 1"]\n\n1. Kd4# -- *')
  assert.deepEqual([errors[0].code, errors[0].ply], ['ERR_PGN_NULL_MOVE', 2])
})

test('draws by rule do not end a recorded game, also in variants', () => {
  const shuffle = 'Nf3 Nf6 Ng1 Ng8 '.repeat(5)
  const game = only(`[Variant "Crazyhouse"]\n\n${shuffle} e4 1/2-1/2`)
  assert.equal(sansOf(game).length, 21)
  assert.equal(game.toGame().status.over, false)
  assert.deepEqual(
    only(`[Variant "Crazyhouse"]\n\n${shuffle} *`).toGame().status,
    draw('threefold_repetition'),
  )
})

test('castling is written as the start position has it, throughout the tree', () => {
  const fen = 'r3k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1'
  const game = only(`[Variant "Atomic"]\n[FEN "${fen}"]\n\n1. O-O O-O-O *`)
  assert.deepEqual(ucisOf(game), ['e1h1', 'e8a8'])
  assert.equal(game.root.children[0].move.to, 'h1')
  const usual = only(`[Variant "Atomic"]\n[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n1. O-O O-O-O *`)
  assert.deepEqual(ucisOf(usual), ['e1g1', 'e8c8'])
  for (const node of [game.root, usual.root]) for (const form of ['e1g1', 'e1h1', 'O-O']) node.add(form)
  assert.deepEqual([game.root.children.length, usual.root.children.length], [1, 1])
})

// --- languages -------------------------------------------------------------------------------------

test('drops have the letters of the language; P is a pawn wherever it is no other piece', () => {
  const moves = '1. e4 d5 2. exd5 Dxd5 3. Sc3 Da5 4.'
  for (const text of ['B@b4', '@b4', 'P@b4']) {
    const pgn = `[Variant "Crazyhouse"]\n\n${moves} ${text} Dxb4 5. Sb1 *`
    assert.equal(ucisOf(only(pgn, { locale: 'de' }))[6], 'P@b4', text)
    assert.equal(ucisOf(only(pgn, { locale: 'auto' }))[6], 'P@b4', text)
  }
  const knight = '[Variant "Crazyhouse"]\n\n1. Nf3 d5 2. Ne5 d4 3. Nxf7 Kxf7 4. e4 N@e5 *'
  assert.deepEqual(ucisOf(only(knight, { locale: 'auto' })).at(-1), 'N@e5')
  const german = knight.replaceAll('N', 'S')
  assert.deepEqual(ucisOf(only(german, { locale: 'de' })), ucisOf(only(knight)))
  assert.match(parsePgn(german)[0].errors[0].code, /^ERR_PGN_/)
})

test('the pawns of drops are no sign of another language', () => {
  const { errors } = only('[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 a6 3. P@e6 *')
  assert.deepEqual(errors, [])
})

// --- round trips -----------------------------------------------------------------------------------

for (const variant of OWN_RULES) {
  test(`${variant}: random games survive PGN, its trees and streams`, async () => {
    /** @type {string[]} */
    const texts = []
    let plies = 0
    playVariant(
      variant,
      games(8),
      160,
      () => {},
      game => {
        const pgn = game.pgn()
        const moves = game.moves
        texts.push(pgn)
        plies += game.ply
        const read = only(pgn)
        assert.equal(read.toString(), pgn)
        assert.deepEqual(
          [...read.mainline()].map(({ move }) => move),
          moves,
        )
        assert.equal([...read.mainline()].at(-1).fen, game.fen)
        const { draws } = game.options
        const loaded = new Game({ draws })
        for (const copy of [read.toGame({ draws }), PgnGame.fromGame(game).toGame({ draws }), loaded]) {
          if (copy === loaded) loaded.loadPgn(pgn)
          assert.equal(copy.fen, game.fen)
          assert.equal(copy.hash, game.hash)
          assert.deepEqual(copy.status, game.status)
          assert.deepEqual(copy.moves, moves)
          assert.equal(copy.pgn(), pgn)
        }
        const ucis = moves.map(({ uci }) => uci).join(' ')
        const tags = pgn.slice(0, pgn.indexOf('\n\n'))
        assert.deepEqual(sansOf(only(`${tags}\n\n${ucis}`)), sansOf(read))
      },
    )
    const all = texts.join('\n')
    assert.deepEqual(await validatePgn(all), { games: texts.length, plies, bytes: all.length, errors: [] })
    const chunks = all.match(/.{1,37}/gs)
    const streamed = []
    for await (const game of readPgn(chunks)) streamed.push(game.toString())
    assert.deepEqual(streamed, texts)
  })
}
