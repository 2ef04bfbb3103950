// SPDX-License-Identifier: Apache-2.0
// loadPgn and pgn(): one game in, one game out.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertKept, CONTINUE, draw, mate, snapshot } from './support/assertions.js'
import { Game, START_FEN } from './support/binbo.js'
import { played, rewind, SHUFFLE } from './support/games.js'

const loaded = pgn => {
  const game = new Game()
  game.loadPgn(pgn)
  return game
}
const sans = game => game.moves.map(move => move.san).join(' ')

test('tags, moves and result of a plain game', () => {
  const game = loaded(
    '[Event "Club \\"A\\" \\\\ B"]\n[White "Ödön"]\n[Result "1-0"]\n[Annotator "me"]\n\n1. e4 e5 2. Nf3 1-0\n',
  )
  assert.equal(sans(game), 'e4 e5 Nf3')
  assert.equal(game.headers.get('Event'), 'Club "A" \\ B')
  assert.equal(game.headers.get('White'), 'Ödön')
  assert.equal(game.headers.get('Annotator'), 'me')
  assert.equal(game.headers.get('Result'), '1-0')
  assert.equal(game.headers.get('Black'), '?')
  assert.deepEqual(game.status, CONTINUE, 'a result in PGN sets the header only')
  assert.deepEqual(
    [...new Game().headers.keys()],
    ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'],
  )
  assert.equal(new Game().headers.get('Date'), '????.??.??')
  assert.equal(new Game().headers.get('Result'), '*')
})

// All of them are 1. e4 e5 2. Nf3.
const SAME = {
  'no numbers': 'e4 e5 Nf3',
  'glued numbers': '1.e4 e5 2.Nf3 *',
  'number for each move': '1. e4 1... e5 2. Nf3',
  'number and dots apart': '1 . e4 1 ... e5 2 . Nf3',
  'two dots': '1.e4 1..e5 2..Nf3',
  'numbers that are wrong': '7. e4 e5 1. Nf3',
  'numbers alone': '1 e4 e5 2 Nf3',
  'comment in braces': '1. e4 {best by test} e5 2. Nf3',
  'comment glued': '1.e4{x}e5{y}2.Nf3{z}*',
  'comment over lines': '1. e4 {over\ntwo ( [ ; % lines\n} e5 2. Nf3',
  'comment to the end of line': '1. e4 ; e4 c5 { (\n1... e5 2. Nf3',
  'clock comments': '1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:02:59] [%eval 0.3] } 2. Nf3',
  'comment before the first move': '{before} 1. e4 e5 2. Nf3',
  'escape line': '% e4 c5\n1. e4 e5\n%1. junk ( {\n2. Nf3',
  variation: '1. e4 (1. d4 d5) e5 2. Nf3',
  'nested variations':
    '1. e4 (1. d4 d5 (1... Nf6 (1... f5) 2. c4)) 1... e5 (1... c5) (1... e6) 2. Nf3 (2. f4 (2. Nc3))',
  'variation with comments and NAGs':
    '1. e4 $1 (1. d4 {with ) inside} $5 ; and ) here\n) e5 $14 2. Nf3 $0 $255',
  'illegal moves in a variation': '1. e4 (1. Qh8# Kxa1 zz9) e5 2. Nf3',
  'null moves in a variation': '1. e4 (1. -- e5 Z0) e5 2. Nf3',
  suffixes: '1. e4! e5?! 2. Nf3!!',
  'suffixes apart': '1. e4 ! e5 ?! 2. Nf3 !!',
  CRLF: '[Event "?"]\r\n\r\n1. e4 e5\r\n2. Nf3\r\n\r\n',
  'CR alone': '[Event "?"]\r\r1. e4 e5\r2. Nf3',
  BOM: '\ufeff[Event "?"]\n\n1. e4 e5 2. Nf3',
  'BOM before moves': '\ufeff1. e4 e5 2. Nf3',
  'blanks before tags': '\n\n  \t[Event "?"]   [Site "here"]\n1. e4 e5 2. Nf3',
  'blanks inside of a tag': '[ Event  "?" ]\n1. e4 e5 2. Nf3',
  'no blank line after the tags': '[Event "?"]\n1. e4 e5 2. Nf3',
  'blank lines between the tags and moves': '[Event "?"]\n\n\n\n1. e4\n\ne5 2. Nf3',
  'no-break blanks': '1.\u00a0e4\u00a0e5 2.\u00a0Nf3',
  tabs: '1.\te4\te5\v2.\fNf3',
  'UCI-like moves': '1. e2e4 e7-e5 2. Ng1-f3',
  'first game of two': '1. e4 e5 2. Nf3 *\n\n[Event "second"]\n\n1. d4 d5 1-0',
  'first game of two by tags alone': '[Event "a"]\n\n1. e4 e5 2. Nf3\n\n[Event "second"]\n\n1. d4 d5',
  'first game before junk': '1. e4 e5 2. Nf3 1/2-1/2\n\n@@@ } ) junk',
}

test('move text in all its forms', () => {
  for (const [what, pgn] of Object.entries(SAME)) {
    for (const source of [pgn, new TextEncoder().encode(pgn)]) {
      const game = new Game()
      assert.doesNotThrow(() => game.loadPgn(source), what)
      assert.equal(sans(game), 'e4 e5 Nf3', what)
      assert.equal(game.headers.has('second'), false)
      assert.notEqual(game.headers.get('Event'), 'second')
    }
  }
})

test('results', () => {
  for (const result of ['1-0', '0-1', '1/2-1/2', '*']) {
    assert.equal(loaded(`1. e4 e5 ${result}`).headers.get('Result'), result)
    assert.equal(loaded(result).headers.get('Result'), result)
    assert.equal(loaded(`[Result "${result}"]\n\n1. e4`).headers.get('Result'), result)
    assert.equal(loaded(`1. e4 e5 ${result}`).ply, 2)
  }
  assert.equal(loaded('1. e4 {a 1-0 inside} (1. d4 0-1) e5 *').headers.get('Result'), '*')
})

test('FEN with or without SetUp, Variant', () => {
  const fen = '4k3/8/8/8/8/8/P7/4K2R w K - 3 20'
  for (const setup of ['[SetUp "1"]\n', '']) {
    const game = loaded(`${setup}[FEN "${fen}"]\n\n20. O-O Kd7 21. a4 *`)
    assert.equal(sans(game), 'O-O+ Kd7 a4'.replace('+', game.moves[0].san.endsWith('+') ? '+' : ''))
    assert.equal(game.fen, '8/3k4/8/8/P7/8/8/5RK1 b - a3 0 21')
    rewind(game)
    assert.equal(game.fen, fen)
  }
  for (const name of ['Chess960', 'chess 960', 'Fischerandom', 'Fischer Random']) {
    const game = loaded(`[Variant "${name}"]\n[FEN "4k3/8/8/8/8/8/8/1R2KR2 w BF - 0 1"]\n\n1. O-O-O *`)
    assert.equal(game.options.variant, 'chess960', name)
    assert.equal(game.lastMove.uci, 'e1b1', name)
  }
  for (const name of ['Standard', 'From Position', 'Chess', '']) {
    assert.equal(loaded(`[Variant "${name}"]\n\n1. e4`).options.variant, 'standard', name)
  }
  const again = new Game({ variant: 'chess960' })
  again.loadPgn('[Variant "Standard"]\n\n1. e4')
  assert.equal(again.options.variant, 'standard')
})

test('recorded games go on after every draw by rule, and status is that of the final position', () => {
  const shuffles = Array(6).fill('Nf3 Nf6 Ng1 Ng8').join(' ')
  const game = loaded(`${shuffles} e4 e5`)
  assert.equal(game.ply, 26)
  assert.deepEqual(game.status, CONTINUE)
  assert.deepEqual(loaded(shuffles).status, draw('threefold_repetition'))
  const claim = new Game({ draws: 'claim' })
  assert.deepEqual(claim.loadPgn(`${shuffles} e4 e5`), CONTINUE)
  assert.deepEqual(claim.loadPgn(shuffles), draw('fivefold_repetition'))
  assert.equal(claim.options.draws, 'claim')
  const late = loaded('[FEN "4k3/8/8/8/8/8/P7/4K2R w - - 99 70"]\n\n70. Kd1 Kd8 71. Kc1 Kc8 72. a3')
  assert.equal(late.ply, 5)
  assert.deepEqual(late.status, CONTINUE)
  assert.deepEqual(loaded('1. f3 e5 2. g4 Qh4#').status, mate('black'))
})

test('no move after mate or stalemate', () => {
  const game = new Game()
  assertKept(game, () => game.loadPgn('1. f3 e5 2. g4 Qh4# 3. a3'), 'ERR_PGN_MOVE', {
    ply: 5,
    line: 1,
    column: 24,
  })
  assertKept(
    game,
    () => game.loadPgn('[FEN "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1"]\n\n1. Kg6 Kh7'),
    'ERR_PGN_MOVE',
    { ply: 2, line: 3, column: 8 },
  )
})

// The PGN, the code and the text that the offset must point at, and the failing move.
const BAD = [
  ['', 'ERR_PGN_EMPTY'],
  [' \n\t\r\n', 'ERR_PGN_EMPTY'],
  ['\ufeff', 'ERR_PGN_EMPTY'],
  ['1. e4 e4', 'ERR_PGN_MOVE', 'e4', 2, 6],
  ['1. e4 e5\n2. Ke3', 'ERR_PGN_MOVE', 'Ke3', 3],
  ['[Event "é😀"]\n\n1. e4 {😀} e5 2. Qd4', 'ERR_PGN_MOVE', 'Qd4', 3],
  ['1. Sf3', 'ERR_PGN_TOKEN', 'Sf3', undefined],
  ['1. e4 @', 'ERR_PGN_TOKEN', '@', undefined],
  ['1. e4 junk', 'ERR_PGN_TOKEN', 'junk', undefined],
  ['1. e4 $', 'ERR_PGN_TOKEN', '$', undefined],
  ['}', 'ERR_PGN_TOKEN', '}', undefined],
  ['1. N f3', 'ERR_PGN_TOKEN', 'N', 1],
  ['1. e4 e5 2. Nf3 N c6', 'ERR_PGN_AMBIGUOUS', 'N c6', 4],
  ['[FEN "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"]\n\n1. Nd2', 'ERR_PGN_AMBIGUOUS', 'Nd2', 1],
  ['1. e4 --', 'ERR_PGN_NULL_MOVE', '--', 2],
  ['1. e4 e5 2. Z0', 'ERR_PGN_NULL_MOVE', 'Z0', 3],
  ['1. e4 {never closed', 'ERR_PGN_COMMENT', '{never', undefined],
  ['1. e4 (1. d4 {never closed)', 'ERR_PGN_COMMENT', '{never', undefined],
  ['1. e4 (1. d4', 'ERR_PGN_VARIATION', '(1. d4', undefined],
  ['1. e4 e5)', 'ERR_PGN_VARIATION', ')', undefined],
  ['1. e4 (1. d4 (1. c4) e5', 'ERR_PGN_VARIATION'],
  ['[Event "x]\n1. e4', 'ERR_PGN_TAG', '[Event'],
  ['[Event]\n1. e4', 'ERR_PGN_TAG', '[Event'],
  ['[Event x]\n1. e4', 'ERR_PGN_TAG', '[Event'],
  ['[Event "x"\n1. e4', 'ERR_PGN_TAG', '[Event'],
  ['[Event "x', 'ERR_PGN_TAG', '[Event'],
  ['[', 'ERR_PGN_TAG', '['],
  ['[FEN "not a fen"]\n\n1. e4', 'ERR_PGN_TAG_FEN', '[FEN'],
  ['[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', 'ERR_PGN_TAG_FEN', '[FEN'],
  ['[Variant "Bughouse"]\n\n1. e4', 'ERR_PGN_VARIANT', '[Variant'],
]

test('errors tell the move, the line, the column and the offset, and the old game stays', () => {
  const game = played(['d2d4', 'd7d5'])
  game.headers.set('White', 'kept')
  for (const [pgn, code, at, ply, offset] of BAD) {
    const note = JSON.stringify(pgn)
    const error = assertKept(game, () => game.loadPgn(pgn), code, {}, note)
    if (ply !== undefined) assert.equal(error.ply, ply, `${note} ply`)
    if (at === undefined) continue
    const expected = offset ?? pgn.indexOf(at)
    if (!at.startsWith('[')) {
      assert.equal(error.offset, expected, `${note} offset`)
      const before = pgn.slice(0, expected).split('\n')
      assert.equal(error.line, before.length, `${note} line`)
      assert.equal(error.column, before.at(-1).length + 1, `${note} column`)
    } else {
      const line = pgn.slice(0, expected).split('\n').length
      assert.ok(error.line >= line && error.line <= line + 1, `${note} line ${error.line}`)
      assert.ok(error.offset >= expected && error.offset <= pgn.length, `${note} offset ${error.offset}`)
    }
  }
})

test('in bytes the offset counts bytes', () => {
  const text = '[Event "é😀"]\n\n1. e4 {ü} e5 2. Qd4'
  const bytes = new TextEncoder().encode(text)
  const game = new Game()
  assertKept(game, () => game.loadPgn(text), 'ERR_PGN_MOVE', { offset: text.indexOf('Qd4'), line: 3, ply: 3 })
  assertKept(game, () => game.loadPgn(bytes), 'ERR_PGN_MOVE', {
    offset: Buffer.from(bytes).indexOf('Qd4'),
    line: 3,
    ply: 3,
  })
  const latin = Uint8Array.from('[White "Müller"]\n\n1. e4', letter => letter.charCodeAt(0))
  assert.equal(loaded(latin).headers.get('White'), 'Müller')
  assert.equal(loaded(Buffer.from('1. e4 e5')).ply, 2)
})

test('wrong types', () => {
  const game = new Game()
  for (const bad of [
    undefined,
    null,
    1,
    {},
    ['1. e4'],
    new ArrayBuffer(8),
    new Uint16Array(4),
    Symbol('pgn'),
  ]) {
    assertKept(game, () => game.loadPgn(bad), 'ERR_ARGUMENT', {}, String(bad))
  }
})

test('pgn() writes what loadPgn reads', () => {
  const game = played(['e2e4', 'e7e5', 'g1f3'])
  game.headers.set('White', 'A "quoted" \\ name')
  game.headers.set('Opening', 'King’s pawn')
  const text = game.pgn()
  assert.match(
    text,
    /^\[Event "\?"\]\n\[Site "\?"\]\n\[Date "\?\?\?\?\.\?\?\.\?\?"\]\n\[Round "\?"\]\n\[White "A \\"quoted\\" \\\\ name"\]\n\[Black "\?"\]\n\[Result "\*"\]\n/,
  )
  assert.match(text, /\n\n1\. e4 e5 2\. Nf3 \*\s*$/)
  const again = loaded(text)
  assert.deepEqual(again.moves, game.moves)
  assert.deepEqual([...again.headers], [...game.headers])
  assert.equal(again.pgn(), text)
})

test('pgn(): result from the status, else the header, else *', () => {
  const ending = pgn => /(\S+)\s*$/.exec(pgn)[1]
  const tag = pgn => /\[Result "(.*)"\]/.exec(pgn)[1]
  const cases = [
    [played(['f2f3', 'e7e5', 'g2g4', 'd8h4']), '0-1'],
    [played([...SHUFFLE, ...SHUFFLE]), '1/2-1/2'],
    [new Game(), '*'],
    [loaded('1. e4 1-0'), '1-0'],
  ]
  const agreed = played(['e2e4'])
  agreed.draw()
  cases.push([agreed, '1/2-1/2'])
  const won = played(['e2e4'])
  won.setWinner('black')
  cases.push([won, '0-1'])
  const overruled = loaded('[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0')
  cases.push([overruled, '0-1'])
  for (const [game, result] of cases) {
    assert.equal(ending(game.pgn()), result)
    assert.equal(tag(game.pgn()), result)
  }
})

test('pgn() of other starts carries FEN and Variant and comes back', () => {
  const black = new Game({ fen: '4k3/8/8/8/8/8/P7/4K2R b K - 3 20' })
  black.playMoves(['Kd7', 'O-O', 'Kc7'])
  assert.match(black.pgn(), /20\.\.\. Kd7 21\. O-O Kc7 \*/)
  const chess960 = new Game({ variant: 'chess960', fen: '4k3/8/8/8/8/8/8/1R2KR2 w KQ - 0 1' })
  chess960.playMoves(['O-O-O', 'Ke7'])
  for (const game of [black, chess960]) {
    const again = loaded(game.pgn())
    assert.equal(again.fen, game.fen)
    assert.equal(again.options.variant, game.options.variant)
    assert.deepEqual(again.moves, game.moves)
  }
  assert.match(chess960.pgn(), /\[Variant "Chess960"\]/)
  assert.match(chess960.pgn(), /\[SetUp "1"\]\n\[FEN "4k3/)
})

test('lines of pgn() are at most 79 long, and headers cannot break the text', () => {
  const game = new Game()
  game.loadPgn(Array(40).fill('Nf3 Nf6 Ng1 Ng8').join(' '))
  for (const line of game.pgn().split('\n')) assert.ok(line.length <= 79, line)
  const sly = new Game()
  sly.headers.set('White', 'x"]\n\n1. d4 {')
  sly.headers.set('Bad name"]', 'y')
  sly.headers.set('Black', 'z\\')
  sly.move('e2e4')
  const again = loaded(sly.pgn())
  assert.equal(sans(again), 'e4')
  assert.equal(again.headers.get('Black'), 'z\\')
})

test('games that engines played, with clocks and evaluations, are read and written again', () => {
  const text = readFileSync(new URL('../data/games.pgn', import.meta.url), 'utf8')
  const games = text.split(/\n\n(?=\[Event )/)
  assert.ok(games.length > 20, `only ${games.length} games`)
  for (const pgn of games) {
    const game = loaded(pgn)
    assert.ok(game.ply > 0)
    const again = loaded(game.pgn())
    assert.deepEqual(snapshot(again), snapshot(game))
    const start = /\[FEN "(.*)"\]/.exec(pgn)?.[1] ?? START_FEN
    const replayed = new Game({ fen: start, variant: game.options.variant, draws: 'claim' })
    for (const move of game.moves) {
      if (replayed.status.over) break
      replayed.sanMove(move.san)
    }
    if (replayed.ply === game.ply) assert.equal(replayed.hash, game.hash)
  }
})
