// SPDX-License-Identifier: Apache-2.0
// PgnGame.merge(): laws on random trees, and what becomes of headers and annotations.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pick, randomFrom } from '../random.js'
import { assertThrows } from './support/assertions.js'
import { Game, START_FEN } from './support/binbo.js'
import { gameOf, nodesOf, PgnGame, parsePgn, readPgn, treeFacts } from './support/pgn.js'
import { games as count, seed } from './support/random-games.js'
import { randomStart, randomTree } from './support/random-trees.js'

const merged = (...pgns) => PgnGame.merge(pgns.map(gameOf))
const moves = game => game.toString({ headers: false }).trimEnd()

/** By node, the moves from the root to it; without recursion. */
function pathsOf(game) {
  const paths = new Map()
  for (const node of nodesOf(game.root)) {
    const before = paths.get(node.parent)
    paths.set(node, before === undefined ? '' : `${before} ${node.uci}`)
  }
  return paths
}

/** The same, as an oracle merges them: how many games have each path, the first seen first. */
function countsOf(games) {
  const counts = new Map()
  for (const game of games) {
    for (const path of new Set(pathsOf(game).values())) counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  return counts
}

/** Trees that share many of their moves: few moves, and every other tree begins as an earlier one. */
function relatedTrees(random) {
  const start = randomStart(random)
  const trees = []
  for (let left = 1 + Math.floor(random() * 8); left > 0; left--) {
    const tree = randomTree(random, Math.floor(random() * 30), start)
    if (trees.length > 0 && random() < 0.6) graft(tree, pick(random, trees), random)
    trees.push(tree)
  }
  return trees
}

/** Adds lines of another tree, each up to a random place. */
function graft(tree, other, random) {
  const nodes = new Map([[other.root, tree.root]])
  for (const node of nodesOf(other.root).slice(1)) {
    const parent = nodes.get(node.parent)
    if (parent === undefined || random() < 0.1) continue
    nodes.set(node, parent.add(node.move === null ? '--' : node.uci))
  }
}

test('the tree has the lines of all games, each once, in the order of how many games have them', () => {
  const random = randomFrom(seed)
  for (let round = 0; round < count(120); round++) {
    const note = `seed ${seed}, round ${round}`
    const games = relatedTrees(random).map(tree => gameOf(tree.toString()))
    const before = games.map(treeFacts)
    const tree = PgnGame.merge(games)
    const paths = pathsOf(tree)
    const counts = countsOf(games)
    assert.deepEqual([...paths.values()].sort(), [...counts.keys()].sort(), note)

    const order = [...counts.keys()]
    for (const { children } of paths.keys()) {
      const found = children.map(child => paths.get(child))
      const expected = found.toSorted(
        (a, b) => counts.get(b) - counts.get(a) || order.indexOf(a) - order.indexOf(b),
      )
      assert.deepEqual(found, expected, note)
    }

    assert.deepEqual(games.map(treeFacts), before, `${note}: merging changed a game`)
    assert.deepEqual(treeFacts(PgnGame.merge(new Set(games))), treeFacts(tree), note)
    assert.deepEqual(treeFacts(gameOf(tree.toString())), treeFacts(tree), note)
    const { startFen, variant } = games[0]
    assert.deepEqual(
      [tree.startFen, tree.variant, tree.errors, tree.range],
      [startFen, variant, [], undefined],
    )
  }
})

test('one game merged is that game without its clocks, also a second time', () => {
  const random = randomFrom(seed + 1)
  for (let round = 0; round < count(80); round++) {
    const game = randomTree(random, 40)
    for (const node of nodesOf(game.root)) {
      node.clock = node.emt = undefined
      for (const name of ['nags', 'comments', 'startingComments']) node[name] = [...new Set(node[name])]
      node.arrows &&= [...new Map(node.arrows.map(arrow => [JSON.stringify(arrow), arrow])).values()]
    }
    const tree = PgnGame.merge([game])
    assert.deepEqual(treeFacts(tree), treeFacts(game), `seed ${seed + 1}, round ${round}`)
    assert.deepEqual(treeFacts(PgnGame.merge([tree])), treeFacts(tree))
  }
})

test('the moves of most games come first, among equals the first one seen', () => {
  assert.equal(moves(merged('1. e4 e5', '1. d4', '1. d4 d5', '1. c4')), '1. d4 (1. e4 e5) (1. c4) 1... d5 *')
  assert.equal(moves(merged('1. e4', '1. d4')), '1. e4 (1. d4) *')
  assert.equal(moves(merged('1. e4 (1. d4)', '1. c4 (1. d4)')), '1. d4 (1. e4) (1. c4) *')
  assert.equal(
    moves(merged('1. e4 e5 2. Nf3', '1. e4 e5 2. f4', '1. e4 c5 2. f4')),
    '1. e4 e5 (1... c5 2. f4) 2. Nf3 (2. f4) *',
  )
  assert.equal(moves(merged('1. --', '1. e4', '1. -- e5')), '1. -- (1. e4) 1... e5 *')
})

test('a game that has a move several times counts once', () => {
  const twice = '1. e4 (1. d4 d5) (1. d4 Nf6)'
  assert.equal(moves(merged(twice)), '1. e4 (1. d4 d5 (1... Nf6)) *')
  assert.equal(moves(merged(twice, '1. c4', '1. e4')), '1. e4 (1. d4 d5 (1... Nf6)) (1. c4) *')
})

test('lines that meet by transposition stay apart', () => {
  assert.equal(moves(merged('1. d4 d5 2. c4', '1. c4 d5 2. d4')), '1. d4 (1. c4 d5 2. d4) 1... d5 2. c4 *')
})

test('headers are those that all games share, with their result', () => {
  const anna = (black, rest) => `[Event "Cup"]\n[White "Anna"]\n[Black "${black}"]\n${rest}\n\n1. e4 1-0`
  const tree = merged(anna('Ben', '[ECO "B00"]\n[Opening "x"]'), anna('Carl', '[ECO "B00"]\n[Annotator "y"]'))
  assert.deepEqual(
    [...tree.headers],
    [
      ...new Map([
        ...new Game().headers,
        ['Event', 'Cup'],
        ['White', 'Anna'],
        ['Result', '1-0'],
        ['ECO', 'B00'],
      ]),
    ],
  )
  assert.equal(tree.result, '1-0')
  const drawn = PgnGame.merge([tree, gameOf('[White "Anna"]\n\n1. e4 1/2-1/2')])
  assert.deepEqual([drawn.result, drawn.headers.get('White'), drawn.headers.get('Event')], ['*', 'Anna', '?'])
})

test('annotations are those of all games, each once; clocks are left out', () => {
  const tree = merged(
    '{a} 1. e4 $1 {b [%clk 0:01:00] [%eval 0.3] [%cal Ge2e4]} ({s} 1. d4) *',
    '{c} 1. e4 $1 $14 {d} {b} {[%emt 0:00:01] [%eval 0.5,20] [%cal Ge2e4,Rd2d4] [%csl Ye4]} *',
    '{a} 1. e4 *',
  )
  assert.deepEqual(tree.root.comments, ['a', 'c'])
  const [e4, d4] = tree.root.children
  const { nags, comments, clock, emt, arrows, squares } = e4
  assert.deepEqual([nags, comments, clock, emt], [[1, 14], ['b', 'd'], undefined, undefined])
  assert.deepEqual(e4.eval, { kind: 'cp', value: 30 })
  assert.deepEqual(arrows, [
    { from: 'e2', to: 'e4', color: 'green' },
    { from: 'd2', to: 'd4', color: 'red' },
  ])
  assert.deepEqual(squares, [{ square: 'e4', color: 'yellow' }])
  assert.deepEqual(d4.startingComments, ['s'])
})

test('what is changed later in the tree does not change the games, nor the other way', () => {
  const game = gameOf('1. e4 {a [%eval 0.3] [%cal Ge2e4]} *')
  const tree = PgnGame.merge([game])
  const text = String(game)
  const [e4] = tree.root.children
  e4.comments.push('b')
  e4.eval.value = 5
  e4.arrows[0].color = 'red'
  e4.add('e5')
  tree.headers.set('White', 'x')
  assert.equal(String(game), text)
  game.root.children[0].remove()
  assert.equal(moves(tree), '1. e4 {[%eval 0.05] [%cal Re2e4] a} {b} 1... e5 *')
})

test('starts are the same where positions are; clocks and ways of writing do not count', () => {
  const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
  const other = '4k3/8/8/8/8/8/8/4K2R w H - 5 20'
  const game = start => gameOf(`[FEN "${start}"]\n\n1. O-O *`)
  const tree = PgnGame.merge([game(fen), game(other)])
  assert.deepEqual([tree.startFen, moves(tree)], [fen, '1. O-O *'])
  assert.deepEqual([tree.headers.get('FEN'), tree.headers.get('SetUp')], [fen, '1'])
  for (const wrong of ['4k3/8/8/8/8/8/8/4K2R w - - 0 1', '4k3/8/8/8/8/8/8/4K2R b K - 0 1', START_FEN]) {
    assertThrows(() => PgnGame.merge([game(fen), new PgnGame({ fen: wrong })]), 'ERR_ARGUMENT', {}, wrong)
  }
})

test('variants merge each with its own', () => {
  const atomic = pgn => gameOf(`[Variant "Atomic"]\n\n${pgn}`)
  const tree = PgnGame.merge([atomic('1. e4 *'), atomic('1. Nf3 *'), atomic('1. Nf3 e6 *')])
  assert.deepEqual([tree.variant, moves(tree)], ['atomic', '1. Nf3 (1. e4) 1... e6 *'])
  const standard = new PgnGame()
  for (const variant of ['atomic', 'chess960', 'crazyhouse']) {
    assertThrows(() => PgnGame.merge([standard, new PgnGame({ variant })]), 'ERR_ARGUMENT', {}, variant)
  }
})

test('any iterable will do; games are let go one after the other', () => {
  function* made() {
    for (const pgn of ['1. e4 *', '1. d4 *', '1. d4 *']) yield gameOf(pgn)
  }
  assert.equal(moves(PgnGame.merge(made())), '1. d4 (1. e4) *')
  const failing = (function* () {
    yield new PgnGame()
    throw new RangeError('mine')
  })()
  assert.throws(() => PgnGame.merge(failing), RangeError)
})

test('what cannot be merged is refused', () => {
  const game = new PgnGame()
  const wrong = [
    undefined,
    null,
    1,
    'x',
    {},
    game,
    readPgn('*'),
    [],
    [game, 1],
    [null],
    [new Game()],
    [game.root],
    '',
  ]
  for (const games of wrong) assertThrows(() => PgnGame.merge(games), 'ERR_ARGUMENT')
  const [unknown] = parsePgn('[Variant "Bughouse"]\n\n1. e4 *')
  assertThrows(() => PgnGame.merge([unknown]), 'ERR_PGN_VARIANT')
  const [noStart] = parsePgn('[FEN "x"]\n\n1. e4 *')
  assertThrows(() => PgnGame.merge([game, noStart]), 'ERR_PGN_TAG_FEN')
  const changed = gameOf('1. e4 (1. d4) *')
  changed.root.children.push(changed.root.children[0])
  assertThrows(() => PgnGame.merge([changed]), 'ERR_ARGUMENT')
  const marked = gameOf('1. e4 {[%cal Ge2e4]} *')
  marked.root.children[0].arrows.push(null)
  assertThrows(() => PgnGame.merge([marked]), 'ERR_ARGUMENT')
})

test('of a game with errors the moves before them are merged', () => {
  const [broken] = parsePgn('1. e4 e5 2. Ke3 Nc6 *')
  assert.equal(broken.errors.length, 1)
  const tree = PgnGame.merge([broken, gameOf('1. e4 c5 *')])
  assert.deepEqual([moves(tree), tree.errors], ['1. e4 e5 (1... c5) *', []])
})

test('very deep variations and very long games are merged', () => {
  const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
  const long = Array.from({ length: 20_000 }, (_, i) => shuffle[i % 4]).join(' ')
  const depth = 2000
  const deep = Array.from({ length: depth }, (_, i) => `-- (${shuffle[i % 4]} `).join('')
  const tree = merged(`${long} *`, `${long} *`)
  assert.equal([...tree.mainline()].length, 20_000)
  const game = gameOf(`${deep}--${')'.repeat(depth)} *`)
  assert.deepEqual(treeFacts(PgnGame.merge([game])), treeFacts(game))
})
