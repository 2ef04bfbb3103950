// SPDX-License-Identifier: Apache-2.0
// The export format of trees: PgnGame's toString().

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { gameOf, PgnGame, parsePgn, treeFacts } from './support/pgn.js'

const ROSTER =
  '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n'

/** The move text that comes out of another. */
const moves = (pgn, options) => gameOf(pgn).toString({ headers: false, ...options })

/** The game after 1. e4 with this behind the move. */
function annotated(facts) {
  const game = new PgnGame()
  Object.assign(game.root.add('e4'), facts)
  return game
}

test('tags, a blank line, moves and result', () => {
  assert.equal(gameOf('e4 e5 Nf3').toString(), `${ROSTER}\n1. e4 e5 2. Nf3 *\n`)
  assert.equal(new PgnGame().toString(), `${ROSTER}\n*\n`)
  assert.equal(String(new PgnGame()), new PgnGame().toString({}))
})

test('numbers stand before white moves, and before black ones where something has come between', () => {
  assert.equal(moves('1. e4 $1 e5 2. Nf3 {a} Nc6 *'), '1. e4 $1 e5 2. Nf3 {a} 2... Nc6 *\n')
  assert.equal(
    moves('1. e4 (1. d4 d5) e5 (1... c5 2. Nf3) 2. Nf3 *'),
    '1. e4 (1. d4 d5) 1... e5 (1... c5 2. Nf3) 2. Nf3 *\n',
  )
  assert.equal(moves('1. e4 {} e5 *'), '1. e4 {} 1... e5 *\n')
  assert.equal(moves('1. e4 {[%clk 0:00:01]} e5 *'), '1. e4 {[%clk 0:00:01]} 1... e5 *\n')
  assert.equal(moves('1. e4 {a} (1. d4) e5 *', { comments: false, variations: false }), '1. e4 e5 *\n')
  assert.equal(moves('[FEN "4k3/8/8/8/8/8/8/4K2R b K - 3 20"]\n\n20... Kd7 O-O *'), '20... Kd7 21. O-O *\n')
})

test('glyphs, commands and comments follow their move, variations follow them', () => {
  assert.equal(
    moves('1. e4 (1. d4) {b} $2 $1 {[%clk 0:00:01] c} ; d }\n *'),
    '1. e4 $2 $1 {[%clk 0:00:01] b} {c}\n;d }\n(1. d4) *\n',
  )
  assert.equal(moves('{r} $9 {s} *'), '$9 {r} {s} *\n')
})

test('comments before a move stand behind its number, at the start of a variation before it', () => {
  assert.equal(
    moves('{r} 1. {a} e4 1... {b} e5 ({c} {d} 1... c5 2. {e} Nf3) *'),
    '{r} 1. {a} e4 1... {b} e5 ({c} {d} 1... c5 2. {e} Nf3) *\n',
  )
  const game = gameOf('1. e4 (1. d4) *')
  game.root.startingComments.push('x')
  assertThrows(() => game.toString(), 'ERR_ARGUMENT')
})

test('a comment with a closing brace is a line of its own, with commands apart', () => {
  assert.equal(
    annotated({ clock: 1, comments: ['a } b\nc', 'd'], startingComments: ['}'] }).toString({
      headers: false,
    }),
    '1.\n;}\ne4 {[%clk 0:00:01]}\n;a } b c\n{d} *\n',
  )
  assert.equal(moves('1. e4 ( ; }\n 1. d4 ; }\n ) *'), '1. e4 (\n;}\n1. d4\n;}\n) *\n')
})

test('an empty comment stays one beside commands', () => {
  assert.equal(moves('1. e4 {[%clk 0:00:01]} {} *'), '1. e4 {[%clk 0:00:01]} {} *\n')
})

test('lines have 79 characters at most, or as many as width says', () => {
  const text = 'Nf3 Nf6 Ng1 Ng8 {some words (with brackets) to read} $1 (Nd5 $2) '.repeat(30)
  const game = gameOf(text.replaceAll('(Nd5 $2)', ''))
  for (const [width, longest] of [
    [undefined, 79],
    [79, 79],
    [30, 30],
    [255, 255],
  ]) {
    const lines = game.toString({ width }).split('\n')
    assert.ok(
      lines.every(line => line.length <= longest),
      `width ${width}`,
    )
    assert.ok(lines.some(line => line.length > longest * 0.8))
    assert.deepEqual(treeFacts(gameOf(lines.join('\n'))), treeFacts(game))
  }
  assert.equal(game.toString({ width: Number.POSITIVE_INFINITY, headers: false }).split('\n').length, 2)
  assert.deepEqual(treeFacts(gameOf(game.toString({ width: 1 }))), treeFacts(game))
})

test('comments are broken only where a line break is read as what stood there', () => {
  const pieces = comment => {
    const lines = annotated({ comments: [comment] })
      .toString({ headers: false, width: 1 })
      .split('\n')
    return lines.slice(2, -2)
  }
  assert.deepEqual(pieces('a b c'), ['{a', 'b', 'c}'])
  assert.deepEqual(pieces('a  b c   d'), ['{a  b', 'c   d}'])
  assert.deepEqual(pieces('a \tb c\t d e'), ['{a \tb', 'c\t d', 'e}'])
  assert.deepEqual(pieces('a\u00a0 b'), ['{a\u00a0', 'b}'])
  assert.deepEqual(
    pieces('a % b %c'),
    ['{a %', 'b %c}'],
    'a % at the beginning of a line has a meaning of its own',
  )
  assert.deepEqual(pieces('a [Event "x"] [x'), ['{a [Event', '"x"] [x}'], 'and so has a tag')
  assert.deepEqual(pieces('a [%foo b]'), ['{a', '[%foo', 'b]}'])
})

test('commands are not broken, and what follows them neither where it must not begin a line', () => {
  const game = annotated({ clock: 1, eval: { kind: 'cp', value: 1 }, comments: ['%x'] })
  assert.equal(game.toString({ headers: false, width: 1 }), '1.\ne4\n{[%eval 0.01]\n[%clk 0:00:01] %x}\n*\n')
})

test('comments are written as they are read: on one line, without blanks around', () => {
  const game = annotated({ comments: [' a\r\n\n b ', '\t', 'c\u00a0'] })
  assert.equal(game.toString({ headers: false }), '1. e4 {a b} {} {c\u00a0} *\n')
})

test('parts are left out when asked', () => {
  const pgn = '{r} 1. {s} e4 $1 {[%clk 0:00:01] a} (1. d4 {b}) 1... e5 *'
  assert.equal(moves(pgn), '{r} 1. {s} e4 $1 {[%clk 0:00:01] a} (1. d4 {b}) 1... e5 *\n')
  assert.equal(moves(pgn, { comments: false }), '1. e4 $1 {[%clk 0:00:01]} (1. d4) 1... e5 *\n')
  assert.equal(moves(pgn, { commands: false }), '{r} 1. {s} e4 $1 {a} (1. d4 {b}) 1... e5 *\n')
  assert.equal(moves(pgn, { nags: false }), '{r} 1. {s} e4 {[%clk 0:00:01] a} (1. d4 {b}) 1... e5 *\n')
  assert.equal(moves(pgn, { variations: false }), '{r} 1. {s} e4 $1 {[%clk 0:00:01] a} 1... e5 *\n')
  const none = { variations: false, comments: false, nags: false, commands: false }
  assert.equal(moves(pgn, none), '1. e4 e5 *\n')
  assert.equal(moves(pgn, { comments: undefined, headers: false, width: undefined }), moves(pgn))
})

test('tags: the roster first, then the others in their order, with escapes', () => {
  const game = gameOf('[Zeta "z"]\n[White "a \\"b\\" \\\\"]\n[Alpha "1"]\n[Event "E"]\n\n*')
  const [first, ...lines] = game.toString().split('\n')
  assert.equal(first, '[Event "E"]')
  assert.deepEqual(lines.slice(3, 8), [
    '[White "a \\"b\\" \\\\"]',
    ...['[Black "?"]', '[Result "*"]', '[Zeta "z"]', '[Alpha "1"]'],
  ])
  game.headers.set('Alpha', '2')
  game.headers.set('White-Elo', '2000')
  game.headers.set('bad name"]', 'x\ny')
  game.headers.delete('Event')
  assert.match(
    game.toString(),
    /^\[Event "\?"\]\n.*\[Alpha "2"\]\n\[White-Elo "2000"\]\n\[bad_name__ "x y"\]\n\n\*\n$/s,
  )
  game.headers.set('White', Symbol('x'))
  assert.match(game.toString(), /\[White "Symbol\(x\)"\]/)
})

test('SetUp, FEN and Variant tell how the game starts, whatever the headers say', () => {
  const tags = game =>
    Array.from(game.toString().matchAll(/\[(SetUp|FEN|Variant) "(.*)"\]/g), match => match.slice(1))
  const fen = '4k3/8/8/8/8/8/8/4K2R b K - 3 20'
  assert.deepEqual(tags(new PgnGame()), [])
  assert.deepEqual(tags(new PgnGame({ fen })), [
    ['SetUp', '1'],
    ['FEN', fen],
  ])
  const chess960 = new PgnGame({ variant: 'chess960' })
  assert.deepEqual(
    tags(chess960).map(([name]) => name),
    ['Variant', 'SetUp', 'FEN'],
  )
  for (const game of [new PgnGame(), new PgnGame({ fen }), chess960]) {
    const before = tags(game)
    for (const name of ['SetUp', 'FEN', 'Variant']) game.headers.set(name, 'x')
    assert.deepEqual(tags(game).sort(), [...before].sort())
    for (const name of ['SetUp', 'FEN', 'Variant']) game.headers.delete(name)
    assert.deepEqual(tags(game), before)
  }
})

test('tags that were read stay as they were, also those of games that cannot be played', () => {
  for (const tags of [
    '[FEN "4k3/8/8/8/8/8/8/4K2R w K -"]',
    '[SetUp "0"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]',
    '[Variant "Fischerandom"]',
    '[Variant "From Position"]',
    '[Variant "Bughouse"]\n[FEN "x"]',
    '[FEN "no position"]',
  ]) {
    const text = parsePgn(`${tags}\n\n*`)[0].toString()
    assert.equal(text, `${ROSTER}${tags}\n\n*\n`)
  }
})

test('the result is written at the end, and as a tag where there is none', () => {
  const [game] = parsePgn('[Result "1-0"]\n\n1. e4 0-1')
  assert.match(game.toString(), /\[Result "0-1"\].*0-1\n$/s, 'what stands behind the moves takes precedence')
  game.result = '1/2-1/2'
  assert.equal(game.headers.get('Result'), '1/2-1/2')
  assert.match(game.toString(), /\[Result "1\/2-1\/2"\].*1\/2-1\/2\n$/s)
  game.headers.delete('Result')
  assert.match(game.toString(), /\[Result "1\/2-1\/2"\]/)
  const open = gameOf('[Result "*"]\n\n1. e4 *')
  open.headers.set('Result', '0-1')
  assert.equal(open.result, '0-1', 'somebody has decided it')
  assert.match(open.toString(), /\[Result "0-1"\].*0-1\n$/s)
  const unknown = new PgnGame()
  unknown.headers.set('Result', '0-1')
  assert.match(unknown.toString(), /\[Result "0-1"\]\n\n0-1\n$/, 'a new game has no other word for it')
  for (const wrong of ['1:0', '', undefined, null, 1]) {
    assertThrows(() => (game.result = wrong), 'ERR_ARGUMENT')
  }
})

test('what cannot be written is refused, and wrong options are', () => {
  for (const nag of [-1, 1.5, 2 ** 26, '1', null, Number.NaN]) {
    const game = annotated({ nags: [nag] })
    assertThrows(() => game.toString(), 'ERR_ARGUMENT')
    assert.equal(game.toString({ nags: false, headers: false }), '1. e4 *\n')
  }
  assert.equal(annotated({ nags: [2 ** 26 - 1] }).toString({ headers: false }), '1. e4 $67108863 *\n')
  for (const comment of [1, null, undefined, {}, ['a']]) {
    assertThrows(() => annotated({ comments: [comment] }).toString(), 'ERR_ARGUMENT')
    assertThrows(() => annotated({ startingComments: [comment] }).toString(), 'ERR_ARGUMENT')
  }
  // A list with holes, as `length` and `delete` leave them.
  for (const field of ['nags', 'comments', 'startingComments']) {
    const game = annotated({ [field]: new Array(2) })
    for (const write of [() => game.toString(), () => JSON.stringify(game)])
      assertThrows(write, 'ERR_ARGUMENT')
  }
  const game = new PgnGame()
  for (const options of [
    1,
    'x',
    null,
    { widht: 80 },
    { width: 0 },
    { width: '80' },
    { comments: 1 },
    { headers: 'no' },
  ]) {
    assertThrows(() => game.toString(options), 'ERR_ARGUMENT', {}, JSON.stringify(options))
  }
})

test('children that were tampered with are refused', () => {
  const changes = [
    children => children.push({}),
    children => children.push(null),
    children => children.push(new PgnGame().root),
    children => children.push(children[0].parent),
    children => children.push(new PgnGame().root.add('e4')),
    children => children.push(children[0].children[0]),
  ]
  for (const change of changes) {
    const game = gameOf('1. e4 e5 *')
    change(game.root.children)
    assertThrows(() => game.toString(), 'ERR_ARGUMENT', {}, String(change))
  }
})
