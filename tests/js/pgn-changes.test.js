// SPDX-License-Identifier: Apache-2.0
// Trees as state of a program: a version and listeners, changed copies, and JSON that keeps everything.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pick } from '../random.js'
import { nodesOf, PgnGame, parsePgn, treeFacts } from './support/pgn.js'
import { randomOf } from './support/random-games.js'
import { randomTree } from './support/random-trees.js'

const TEXT = '1. e4 {good [%cal Ge2e4]} $1 (1. d4 d5) 1... e5 2. Nf3 *'
const tree = () => parsePgn(TEXT)[0]
const microtask = () => new Promise(resolve => queueMicrotask(resolve))

/** By name: a change, and whether a listener hears it. */
const CHANGES = {
  add: [game => game.end.add(game.end.position.legalMoves('uci')[0])],
  promote: [game => game.at([1]).promote()],
  'promote to main': [game => game.at([1, 0]).promote({ to: 'main' })],
  demote: [game => game.at([0]).demote()],
  remove: [game => game.end.remove()],
  nags: [game => (game.end.nags = [2])],
  comments: [game => (game.end.comments = ['x'])],
  startingComments: [game => (game.end.startingComments = ['x'])],
  clock: [game => (game.end.clock = 5)],
  eval: [game => (game.end.eval = { kind: 'cp', value: 3 })],
  arrows: [game => (game.end.arrows = [{ from: 'a1', to: 'a2', color: 'green' }])],
  result: [game => (game.result = '1-0')],
  header: [game => game.headers.set('White', 'A')],
  'header removed': [game => game.headers.delete('White')],
  'headers cleared': [game => game.headers.clear()],
  'a glyph more': [game => game.at([0]).nags.push(3)],
  'a comment replaced': [game => game.at([0]).comments.splice(0, 1, 'bad')],
  'an arrow less': [game => game.at([0]).arrows.pop()],
  'a glyph by its index': [game => (game.at([0]).nags[0] = 2), false],
  'an arrow of another colour': [game => (game.at([0]).arrows[0].color = 'red'), false],
}

for (const [name, [change, isHeard = true]] of Object.entries(CHANGES))
  test(`a change is seen: ${name}`, async () => {
    const game = tree()
    // Some lists are in the program's hands before it listens.
    void game.at([0]).comments
    const before = game.version
    void [String(game), [...game.nodes()].map(node => node.toJSON()), game.headers, game.at([0]).nags]
    assert.equal(game.version, before, 'reading changes nothing')
    let calls = 0
    const end = game.onChange(() => calls++)
    change(game)
    const after = game.version
    assert.ok(after > before)
    assert.equal(game.version, after)
    assert.equal(calls, 0, 'in a microtask')
    await microtask()
    assert.equal(calls, isHeard ? 1 : 0)
    change(game)
    game.headers.set('Black', `${calls}`)
    await microtask()
    assert.equal(calls, isHeard ? 2 : 1, 'once a task')
    end()
    game.headers.set('Black', 'nobody')
    await microtask()
    assert.equal(calls, isHeard ? 2 : 1)
  })

test('lists that are watched are the lists of before', async () => {
  const game = tree()
  game.onChange(() => {})
  const { nags, arrows } = game.at([0])
  assert.equal(game.at([0]).nags, nags)
  assert.deepEqual(nags, [1])
  assert.deepEqual(Object.keys(nags), ['0'])
  assert.deepEqual(structuredClone(nags), [1])
  assert.deepEqual(structuredClone(game.headers), new Map(game.headers))
  assert.equal(nags.push(4, 5), 3)
  assert.deepEqual(arrows.slice(), arrows)
  assert.equal(game.headers.set('X', '1'), game.headers)
})

test('a listener that throws stops neither the others nor the program', async t => {
  const report = t.mock.method(console, 'error', () => {})
  const game = tree()
  let calls = 0
  game.onChange(() => {
    throw new Error('no')
  })
  game.onChange(() => calls++)
  game.end.add('d6')
  await microtask()
  assert.equal(calls, 1)
  assert.ok(report.mock.callCount() <= 1)
  for (const wrong of [undefined, null, 'x'])
    assert.throws(() => game.onChange(wrong), { code: 'ERR_ARGUMENT' })
})

test('with() changes a copy, and says where the program goes on', () => {
  const random = randomOf(11)
  for (let index = 0; index < 40; index++) {
    const game = randomTree(randomOf(index), 60)
    const nodes = nodesOf(game.root)
    const node = pick(random, nodes)
    const facts = treeFacts(game)
    const { path } = node
    const same = game.with(path, () => {})
    assert.notEqual(same.game, game)
    assert.deepEqual(treeFacts(same.game), facts)
    assert.deepEqual(same.path, path)
    assert.equal(String(same.game), String(game))

    const marked = game.with(path, (copy, whole) => {
      copy.comments.push('marked')
      copy.nags = [9]
      copy.arrows = [{ from: 'a1', to: 'h8', color: 'red' }]
      whole.headers.set('White', 'Marked')
      whole.result = '0-1'
    })
    assert.deepEqual(treeFacts(game), facts, 'the old one is unchanged')
    assert.equal(marked.game.at(path).comments.at(-1), 'marked')
    assert.deepEqual([marked.game.header('White'), marked.game.result], ['Marked', '0-1'])

    const [move] = node.position.legalMoves('uci')
    if (move) {
      const next = game.with(path, copy => copy.add(move))
      assert.equal(next.game.at(next.path).uci, move)
      assert.deepEqual(next.path.slice(0, -1), path)
    }
    if (path.length > 0) {
      const shorter = game.with(path, copy => copy.remove())
      assert.deepEqual(shorter.path, path.slice(0, -1))
      assert.equal(nodesOf(shorter.game.root).length, nodes.length - 1 - [...below(node)].length)
      const first = game.with(path, copy => copy.promote({ to: 'main' }))
      assert.deepEqual(
        first.path,
        path.map(() => 0),
      )
    }
    assert.deepEqual(treeFacts(game), facts)
  }
  const game = tree()
  assert.throws(() => game.with([7], () => {}), { code: 'ERR_ARGUMENT' })
  assert.throws(() => game.with([0], () => game.root), { code: 'ERR_ARGUMENT' })
  assert.throws(() => game.with([0], () => 1), { code: 'ERR_ARGUMENT' })
  assert.throws(() => game.with([0]), { code: 'ERR_ARGUMENT' })
  assert.throws(
    () =>
      game.with([0, 0], copy => {
        copy.parent.remove()
        return copy
      }),
    { code: 'ERR_ARGUMENT' },
  )
  const error = new Error('mine')
  assert.throws(
    () =>
      game.with([0], () => {
        throw error
      }),
    error,
  )
})

const below = function* (node) {
  for (const child of node.children) {
    yield child
    yield* below(child)
  }
}

test('a game goes through JSON whole', () => {
  for (let index = 0; index < 60; index++) {
    const game = randomTree(randomOf(100 + index), 40)
    const node = pick(randomOf(index + 1), nodesOf(game.root))
    node.comments.push(' two\nlines ', '[%clk 1:00]', '', '  ', 'a } b')
    const again = PgnGame.fromJSON(JSON.parse(JSON.stringify(game)))
    assert.deepEqual(exactFacts(again), exactFacts(game))
    assert.equal(String(again), String(game))
    assert.deepEqual(exactFacts(PgnGame.fromJSON(game.toJSON())), exactFacts(game))
  }
  const [unknown] = parsePgn('[Variant "bughouse"]\n\n1. e4 *')
  assert.equal(PgnGame.fromJSON(unknown.toJSON()).variant, 'bughouse')
  for (const wrong of [undefined, null, '', {}, { pgn: '*' }, { headers: {}, result: '2-0', pgn: '*' }, []])
    assert.throws(() => PgnGame.fromJSON(wrong), { code: 'ERR_ARGUMENT' })
  const json = tree().toJSON()
  assert.throws(() => PgnGame.fromJSON({ ...json, exact: [[99, {}]] }), { code: 'ERR_ARGUMENT' })
  assert.throws(() => PgnGame.fromJSON({ ...json, exact: [[1, { nags: 1 }]] }), { code: 'ERR_ARGUMENT' })
})

test('headers without a value are refused, not written as null', () => {
  const expected = { code: 'ERR_ARGUMENT' }
  for (const wrong of [null, undefined]) {
    const game = tree()
    game.headers.set('White', wrong)
    assert.throws(() => String(game), expected)
    assert.throws(() => new PgnGame({ headers: [['White', wrong]] }), expected)
  }
  assert.throws(() => new PgnGame({ headers: [['White']] }), expected)
})

test('JSON that is no game: the message names the wrong field', () => {
  const json = tree().toJSON()
  const wrongs = [
    [{ headers: null }, /^The field headers of a PgnGame's JSON is an object, not null$/],
    [{ headers: [] }, /^The field headers of .* not an array$/],
    [{ headers: { Round: 5 } }, /^The field headers\.Round of .* a string, not 5$/],
    [{ result: '2-0' }, /^The field result of .* is '1-0', '0-1', '1\/2-1\/2' or '\*', not '2-0'$/],
    [{ result: undefined }, /^The field result of /],
    [{ pgn: 5 }, /^The field pgn of .* a string, not 5$/],
    [{ pgn: '1. e5 *' }, /^The field pgn of .*This is not a legal move here: 'e5'/],
    [{ pgn: 'hello' }, /^The field pgn of /],
    [{ pgn: '' }, /^The field pgn of .* one game, not ''$/],
    [{ pgn: ' \n' }, /^The field pgn of .* one game/],
    [{ pgn: '1. e4 *\n\n1. d4 *' }, /^The field pgn of .* one game/],
    [{ exact: {} }, /^The field exact of .* an array, not an object$/],
    [{ exact: [[0, {}], [1]] }, /^The field exact\[1\] of .* annotations, not an array$/],
    [{ exact: [['0', {}]] }, /^The field exact\[0\] of /],
  ]
  for (const [patch, message] of wrongs)
    assert.throws(() => PgnGame.fromJSON({ ...json, ...patch }), { code: 'ERR_ARGUMENT', message })
})

test('a path without a node, and a value that is no path', () => {
  const game = tree()
  for (const call of [path => game.with(path, () => {}), path => game.at(path)])
    for (const path of ['0', undefined, [-1], [0.5], ['0'], 0])
      assert.throws(() => call(path), {
        code: 'ERR_ARGUMENT',
        message: /^A path is an array of whole numbers/,
      })
  for (const [path, item] of [
    [[-1], '0 is not one: -1'],
    [[0, 0.5], '1 is not one: 0.5'],
    [[0, '0'], "1 is not one: '0'"],
    [[0, undefined, 0], '1 is not one: undefined'],
  ])
    assert.throws(
      () => game.at(path),
      ({ message }) => message.endsWith(`; item ${item}`),
    )
  const message = 'The game has no node at the path [9, 1]'
  assert.throws(() => game.with([9, 1], () => {}), { code: 'ERR_ARGUMENT', message })
  assert.equal(game.at([9, 1]), null)
})

/** Every node as JSON, and the headers. */
const exactFacts = game =>
  JSON.parse(
    JSON.stringify([
      [...game.headers],
      game.result,
      game.startFen,
      game.variant,
      nodesOf(game.root).map(node => node.toJSON()),
    ]),
  )
