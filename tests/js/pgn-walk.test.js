// SPDX-License-Identifier: Apache-2.0
// Ways through a tree: places, walks, labels, statuses. Each is compared with what a program writes by hand.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pick } from '../random.js'

import { PgnGame, parsePgn } from './support/pgn.js'
import { randomOf } from './support/random-games.js'
import { randomTree } from './support/random-trees.js'

const TEXT =
  '1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 (2. f4 exf4) 2... Nc6 (2... d6) 3. Bb5 *'
const tree = () => parsePgn(TEXT)[0]

/** All nodes below one, by recursion. */
const below = (node, order) => {
  const [main, ...others] = node.children
  if (!main) return []
  const beside = others.flatMap(child => [child, ...below(child, order)])
  return order === 'main'
    ? [main, ...below(main, order), ...beside]
    : [main, ...beside, ...below(main, order)]
}

/** A tree of each number up to `count`. */
const trees = function* (count) {
  for (let index = 0; index < count; index++) yield randomTree(randomOf(index), 60)
}

test('nodes() yields every node once, as they are written, or lines whole', () => {
  const words = order => [...tree().nodes({ order })].map(({ san }) => san).join(' ')
  assert.equal(words('written'), 'e4 d4 d5 Nf6 c4 c4 c4 e5 Nf3 f4 exf4 Nc6 d6 Bb5')
  assert.equal(words(undefined), words('written'))
  assert.equal(words('main'), 'e4 e5 Nf3 Nc6 Bb5 d6 f4 exf4 d4 d5 c4 Nf6 c4 c4')
  for (const game of trees(40)) {
    for (const order of ['written', 'main'])
      assert.deepEqual([...game.nodes({ order })], below(game.root, order))
    const text = game.toString({ headers: false, comments: false, commands: false, nags: false })
    const written = text.match(/--|[A-Za-z][\w=+#-]*/g) ?? []
    assert.deepEqual(
      [...game.nodes()].map(({ san }) => san),
      written,
    )
  }
  assert.deepEqual([...new PgnGame().nodes()], [])
  const walk = tree().nodes()
  walk.next()
  assert.deepEqual(walk.return(), { value: undefined, done: true })
  assert.equal(walk.next().done, true)
  assert.throws(() => tree().nodes({ order: 'any' }), { code: 'ERR_ARGUMENT' })
  assert.throws(() => tree().nodes({ orders: 'main' }), { code: 'ERR_ARGUMENT' })
})

test('a path leads to its node, and ply, line and isMainline agree with it', () => {
  for (const game of trees(40)) {
    const main = new Set([game.root, ...game.mainline()])
    for (const node of [game.root, ...game.nodes()]) {
      const { path } = node
      assert.equal(game.at(path), node)
      assert.equal(node.ply, path.length)
      assert.equal(node.isMainline, main.has(node))
      const line = node.line()
      assert.equal(line.length, path.length)
      assert.equal(line.at(-1) ?? game.root, node)
      line.forEach((one, i) => {
        assert.equal(one.parent, line[i - 1] ?? game.root)
      })
      assert.equal(game.at([...path, node.children.length]), null)
      assert.equal(game.at([...path, node.children.length, 0]), null)
      const [first] = node.children
      assert.deepEqual([...node.mainline()], first ? [first, ...first.mainline()] : [])
    }
    assert.equal(game.end, [...main].at(-1))
    // Before any node is made.
    const [again] = parsePgn(String(game))
    for (const { path, san } of game.nodes()) assert.equal(again.at(path).san, san)
  }
  for (const path of [undefined, null, 'e4', [-1], [0.5], ['0'], [Number.NaN]])
    assert.throws(() => tree().at(path), { code: 'ERR_ARGUMENT' })
})

test('labels have the number that is written', () => {
  const label = (text, path) => parsePgn(text)[0].at(path)?.label
  assert.equal(label(TEXT, []), null)
  assert.equal(label(TEXT, [0]), '1. e4')
  assert.equal(label(TEXT, [0, 0, 0, 1]), '2... d6')
  assert.equal(label('1. e4 -- 2. d4 *', [0, 0]), '1... --')
  const setUp = '[FEN "4k3/8/8/8/8/8/8/4K2R b K - 3 41"]\n\n41... Kd8 42. O-O *'
  assert.equal(label(setUp, [0]), '41... Kd8')
  assert.equal(label(setUp, [0, 0]), '42. O-O')
})

test('a status has the history of its line, from the last null move on', () => {
  const shuffle = 'Nf3 Nf6 Ng1 Ng8 '
  const statusOf = text => parsePgn(`${text}*`)[0].end.status
  assert.deepEqual(statusOf(shuffle), { type: 'continue', over: false })
  const twice = parsePgn(`${shuffle.repeat(2)}*`)[0]
  assert.deepEqual(twice.end.status, twice.toGame().status)
  assert.equal(twice.end.status, twice.end.status, 'the same object again')
  assert.notEqual(twice.end.status.type, 'continue')
  assert.equal(twice.end.position.status.type, 'continue')
  assert.equal(parsePgn(`${shuffle}-- -- ${shuffle}*`)[0].end.status.type, 'continue')
  assert.equal(parsePgn(`-- -- ${shuffle.repeat(2)}*`)[0].end.status.type, twice.end.status.type)
  assert.deepEqual(statusOf('1. f3 e5 2. g4 Qh4# '), { over: true, type: 'checkmate', winner: 'black' })
  for (const game of trees(20))
    for (const node of game.nodes()) {
      if (node.line().some(({ uci }) => uci === '0000')) assert.ok(node.status.type)
      else assert.deepEqual(node.status, node.toGame().status)
    }
})

test("promote({ to: 'main' }) makes the line the main one, and keeps the order of the others", () => {
  const random = randomOf(7)
  for (const game of trees(30)) {
    const nodes = [...game.nodes()]
    const node = pick(random, nodes)
    if (!node) continue
    const before = new Map([game.root, ...nodes].map(one => [one, [...one.children]]))
    node.promote({ to: 'main' })
    assert.equal(node.isMainline, true)
    const line = new Set(node.line())
    for (const [one, children] of before) {
      const moved = children.filter(child => line.has(child))
      assert.deepEqual(one.children, [...moved, ...children.filter(child => !line.has(child))])
    }
    assert.equal(parsePgn(String(game))[0].at(node.path).san, node.san)
  }
  assert.throws(() => tree().at([0, 0, 1]).promote({ to: 'first' }), { code: 'ERR_ARGUMENT' })
  assert.doesNotThrow(() => tree().root.promote({ to: 'main' }))
})

test('what was removed is nowhere: no path, no line, no status, no move behind it', () => {
  const game = tree()
  const node = game.at([0, 0, 0])
  const child = game.at([0, 0, 0, 1])
  node.remove()
  for (const one of [node, child]) {
    assert.equal(one.isMainline, false)
    for (const use of [
      () => one.path,
      () => one.line(),
      () => one.status,
      () => one.add('a3'),
      () => one.toJSON(),
    ])
      assert.throws(use, { code: 'ERR_ARGUMENT' })
    assert.throws(() => one.promote({ to: 'main' }), { code: 'ERR_ARGUMENT' })
    assert.equal(typeof one.san, 'string')
  }
  assert.equal(game.at([0, 0, 0])?.san, 'f4')
})

test('JSON of a node says where it is and what it has', () => {
  const [game] = parsePgn('1. e4 {good [%clk 1:00:00] [%cal Ge2e4]} e5 $1 *')
  assert.deepEqual(JSON.parse(JSON.stringify(game.at([0]))), {
    path: [0],
    ply: 1,
    san: 'e4',
    uci: 'e2e4',
    fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1',
    nags: [],
    comments: ['good'],
    startingComments: [],
    clock: 3600,
    arrows: [{ from: 'e2', to: 'e4', color: 'green' }],
  })
  assert.deepEqual(game.at([0, 0]).toJSON().nags, [1])
  assert.equal(JSON.parse(JSON.stringify(game.root)).san, null)
})

test('header() answers as the Map', () => {
  const [game] = parsePgn('[White "Anand"]\n[Opening "Ruy Lopez"]\n\n1. e4 1-0')
  for (const name of ['White', 'Opening', 'Black', 'Result', 'Nothing'])
    assert.equal(game.header(name), game.headers.get(name))
  game.headers.set('White', 'Carlsen')
  assert.equal(game.header('White'), 'Carlsen')
  assert.throws(() => game.header(1), { code: 'ERR_ARGUMENT' })
})
