// SPDX-License-Identifier: Apache-2.0
// Ways through a tree: places, walks, labels, statuses. Each is compared with what a program writes by hand.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pick } from '../random.js'

import { cpuTime } from './support/cpu-time.js'
import { PgnGame, parsePgn, readPgn } from './support/pgn.js'
import { randomOf } from './support/random-games.js'
import { randomTree } from './support/random-trees.js'

const TEXT =
  '1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 (2. f4 exf4) 2... Nc6 (2... d6) 3. Bb5 *'
const tree = () => parsePgn(TEXT)[0]

/** The moves of a game that goes on for ever. */
const SHUFFLE = ['Nf3', 'Nf6', 'Ng1', 'Ng8']

/** A tree with one long line, beside each move of which another one may be. */
function longTree(count, beside) {
  const game = new PgnGame()
  let node = game.root
  for (let ply = 0; ply < count; ply++) {
    const parent = node
    node = parent.add(SHUFFLE[ply % 4])
    if (beside) parent.add(beside[ply % 2])
  }
  return game
}

/** A tree in which each variation lies in another one. */
function deepTree(depth) {
  const game = new PgnGame()
  let node = game.root
  for (let ply = 0; ply < depth; ply++) {
    node.add(['Nc3', 'Nc6'][ply % 2])
    node = node.add(SHUFFLE[ply % 4])
  }
  return game
}

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

test('reading a field of all nodes of a long or deep tree costs a few steps each', () => {
  const shapes = {
    'a long line': count => longTree(count),
    'a null move beside each move': count => longTree(count, ['--', '--']),
    'a move beside each move': count => longTree(count, ['Nc3', 'Nc6']),
    'variations in variations': deepTree,
  }
  const reads = {
    ply: node => node.ply,
    label: node => node.label,
    isMainline: node => node.isMainline,
    status: node => node.status.type,
    add: node => node.add(node.children[0]?.san ?? '--'),
  }
  for (const [shape, treeOf] of Object.entries(shapes))
    for (const [field, read] of Object.entries(reads)) {
      const [small, large] = [2000, 8000].map(count => String(treeOf(count)))
      const timeOf = text => {
        const nodes = [...parsePgn(text)[0].nodes()]
        const before = cpuTime()
        for (const node of nodes) read(node)
        for (const node of nodes.reverse()) if (field !== 'status') read(node)
        return cpuTime() - before
      }
      let [less, more] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      for (let turn = 0; turn < 2 || (turn < 20 && more > 9 * less + 20); turn++) {
        less = Math.min(less, timeOf(small))
        more = Math.min(more, timeOf(large))
      }
      assert.ok(more <= 9 * less + 20, `${field} of ${shape}: ${less} ms, four times as much ${more} ms`)
    }
})

test('statuses are those of toGame() in any order, also after changes of the tree', () => {
  for (let index = 0; index < 30; index++) {
    const random = randomOf(900 + index)
    const game =
      index % 3 === 0
        ? longTree(
            60,
            [
              ['--', 'a6'],
              ['a3', '--'],
            ][index % 2],
          )
        : randomTree(random, 80)
    const nodes = [...game.nodes()]
    const plies = new Map(nodes.map(node => [node, lineOf(node).length]))
    for (let turn = 0; turn < 60; turn++) {
      const node = pick(random, nodes)
      if (node === undefined) break
      if (turn % 9 === 8) pick(random, [() => node.promote(), () => node.demote(), () => node.remove()])()
      const line = lineOf(node)
      assert.equal(node.isMainline, isMain(game.root, node))
      assert.equal(node.ply, plies.get(node))
      if (line[0].parent !== game.root) {
        assert.throws(() => node.status, { code: 'ERR_ARGUMENT' })
        continue
      }
      const last = line.findLastIndex(({ san }) => san === '--')
      const from = last < 0 ? game.root : line[last]
      let end = new PgnGame({ fen: from.fen }).root
      for (const { uci } of line.slice(last + 1)) end = end.add(uci)
      assert.deepEqual(node.status, end.toGame().status)
    }
  }
})

/** The nodes up to one, from the first move or from one that was removed. */
function lineOf(node) {
  const line = []
  for (let at = node; at?.san; at = at.parent) line.unshift(at)
  return line
}

const isMain = (root, node) => {
  for (let at = root; at; at = at.children[0]) if (at === node) return true
  return false
}

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

test('what was removed keeps its ply and label, also below, at a distance, and when it is removed in parts', () => {
  const long = 'Nf3 Nf6 Ng1 Ng8 '.repeat(60)
  for (const text of [
    '1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 *',
    '[FEN "4k3/8/8/8/8/8/8/4K2R b K - 3 41"]\n\n41... Kd8 42. O-O *',
    `${long} *`,
  ])
    for (const parts of [1, 2]) {
      const [game] = parsePgn(text)
      const nodes = [...game.nodes()]
      const expected = nodes.map(({ ply, label }) => [ply, label])
      if (parts === 2) nodes[1].remove()
      nodes[0].remove()
      assert.deepEqual(
        nodes.map(({ ply, label }) => [ply, label]),
        expected,
      )
      assert.ok(nodes.every(({ isMainline }) => !isMainline))
    }
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

test('header() answers as the Map, and makes none', async () => {
  const texts = [
    '[White "Event"]\n[Event "White"]\n[White "B"]\n[Result "1-0"]\n\n1. e4 0-1\n\n',
    '[Result "1-0"]\n\n1. e4\n\n[Whit "a"]\n[Whites "b"]\n\n1. d4 *\n\n1. c4 1/2-1/2\n\n[White ""]\n\n*',
  ]
  const pgn = texts.join('').repeat(3)
  const names = ['White', 'Event', 'Result', 'Whit', 'Whites', 'Black', 'Date', '', '1-0', 'B', 'toString']
  const answersOf = async ask => {
    const answers = parsePgn(pgn).map(ask)
    for await (const game of readPgn(pgn)) answers.push(ask(game))
    return answers
  }
  const expected = await answersOf(({ headers }) => names.map(name => headers.get(name)))
  const RealMap = globalThis.Map
  let maps = 0
  globalThis.Map = class extends RealMap {
    constructor(...given) {
      super(...given)
      maps++
    }
  }
  try {
    assert.deepEqual(await answersOf(game => names.map(name => game.header(name))), expected)
  } finally {
    globalThis.Map = RealMap
  }
  assert.equal(maps, 0)
})

test('header() of one name, of any letters, answers as the Map in games of which nothing else is asked', async () => {
  const short = ['a', 'é', '棋', '♞', '\u{1f600}', 'Z', '7', '_', '\x7f', "'"]
  const names = [...short, ...short.flatMap(first => short.map(last => `${first}Name${last}`))]
  names.push(
    'fen',
    'FEN',
    'SETUP',
    'Variants',
    'Event',
    'event',
    'Result',
    'result',
    'x'.repeat(250),
    'é'.repeat(120),
  )
  const tags = names.filter(name => !/^(fen|setup|result)$/i.test(name)).map(name => `[${name} "${name}!"]\n`)
  const pgn =
    `${tags.join('')}[Result "1-0"]\n[FEN "8/8/8/8/8/4k3/8/4K2R w - - 0 1"]\n\n1. Rh3+ 1-0\n\n`.repeat(3)
  for (const name of names) {
    const answers = []
    for await (const game of readPgn(pgn)) answers.push([game.header(name), game.headers.get(name)])
    assert.equal(answers.length, 3)
    const alone = []
    for await (const game of readPgn(pgn)) alone.push(game.header(name))
    assert.deepEqual(
      alone,
      answers.map(([, value]) => value),
      name,
    )
    assert.deepEqual(
      answers.map(([value]) => value),
      alone,
      name,
    )
  }
})

test('header() sees changes of the Map', () => {
  const [game] = parsePgn('[White "Anand"]\n[Opening "Ruy Lopez"]\n\n1. e4 1-0')
  for (const name of ['White', 'Opening', 'Black', 'Result', 'Nothing'])
    assert.equal(game.header(name), game.headers.get(name))
  game.headers.set('White', 'Carlsen')
  assert.equal(game.header('White'), 'Carlsen')
  assert.throws(() => game.header(1), { code: 'ERR_ARGUMENT' })
})
