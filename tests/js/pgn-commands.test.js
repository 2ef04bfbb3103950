// SPDX-License-Identifier: Apache-2.0
// [%clk] [%emt] [%eval] [%cal] [%csl] in comments: text to values and back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pick } from '../random.js'
import { assertThrows } from './support/assertions.js'
import { gameOf, nodeFacts, PgnGame } from './support/pgn.js'
import { games, randomOf, seed } from './support/random-games.js'

const EMPTY = { san: 'e4', uci: 'e2e4' }

/** What the node of 1. e4 has when this comment follows it. */
const read = comment => {
  const { san, uci, ...facts } = nodeFacts(gameOf(`1. e4 {${comment}} *`).root.children[0])
  return facts
}

/** The move text of 1. e4 with that set. */
const written = facts => {
  const game = new PgnGame()
  Object.assign(game.root.add('e4'), facts)
  return game.toString({ headers: false }).trimEnd()
}

/** Both ways, and a comment that holds more comes out with those values as well. */
function assertBothWays(command, facts, spelled = command) {
  assert.deepEqual(read(command), facts, command)
  assert.deepEqual(read(` a ${command} b `), { comments: ['a b'], ...facts }, command)
  assert.equal(written(facts), `1. e4 {${spelled}} *`)
}

/** It says nothing, and stays where it is. */
function assertText(comment) {
  assert.deepEqual(read(comment), { comments: [comment] }, comment)
}

test('clocks and elapsed times are seconds, with their fractions', () => {
  assertBothWays('[%clk 0:05:00]', { clock: 300 })
  assertBothWays('[%clk 0:00:00]', { clock: 0 })
  assertBothWays('[%clk 0:05]', { clock: 5 }, '[%clk 0:00:05]')
  assertBothWays('[%clk 120:00]', { clock: 7200 }, '[%clk 2:00:00]')
  assertBothWays('[%clk 10:59:59]', { clock: 39_599 })
  assertBothWays('[%clk 123456:00:00]', { clock: 444_441_600 })
  assertBothWays('[%clk 0:00:00.1]', { clock: 0.1 })
  assertBothWays('[%clk 1:00:00.125]', { clock: 3600.125 })
  assertBothWays('[%emt 0:00:07.3]', { emt: 7.3 })
  assertBothWays('[%clk 00:05:00]', { clock: 300 }, '[%clk 0:05:00]')
  assertBothWays('[%clk 0:90:00]', { clock: 5400 }, '[%clk 1:30:00]')
  assertBothWays('[%clk 0:5:7]', { clock: 307 }, '[%clk 0:05:07]')
  assertBothWays('[%emt 0.123]', { emt: 0.123 }, '[%emt 0:00:00.123]')
  assertBothWays('[%clk 300]', { clock: 300 }, '[%clk 0:05:00]')
  assertBothWays('[%clk\t 0:05:00.50 ]', { clock: 300.5 }, '[%clk 0:05:00.5]')
})

test('evaluations are centipawns or moves to mate, with a depth', () => {
  const cp = (value, depth) => ({
    eval: depth === undefined ? { kind: 'cp', value } : { kind: 'cp', value, depth },
  })
  const mate = value => ({ eval: { kind: 'mate', value } })
  assertBothWays('[%eval 0.25]', cp(25))
  assertBothWays('[%eval -1.17]', cp(-117))
  assertBothWays('[%eval 0.00]', cp(0))
  assertBothWays('[%eval 112.30]', cp(11_230))
  assertBothWays('[%eval 0.07,18]', cp(7, 18))
  assertBothWays('[%eval 0.255]', cp(25.5))
  assertBothWays('[%eval #3]', mate(3))
  assertBothWays('[%eval #-12]', mate(-12))
  assertBothWays('[%eval #-2,30]', { eval: { kind: 'mate', value: -2, depth: 30 } })
  assertBothWays('[%eval 1.5]', cp(150), '[%eval 1.50]')
  assertBothWays('[%eval +#3]', mate(3), '[%eval #3]')
  assertBothWays('[%eval -#20]', mate(-20), '[%eval #-20]')
  assertBothWays('[%eval -#2,30]', { eval: { kind: 'mate', value: -2, depth: 30 } }, '[%eval #-2,30]')
  assertBothWays('[%eval -#0]', mate(0), '[%eval #0]')
  assertBothWays('[%eval +.5]', cp(50), '[%eval 0.50]')
  assertBothWays('[%eval -0.0]', cp(0), '[%eval 0.00]')
  assertBothWays('[%eval 0.1, 5]', cp(10, 5), '[%eval 0.10,5]')
  assertBothWays('[%eval 0.29]', cp(29))
})

test('arrows and squares have colours', () => {
  const green = { from: 'e2', to: 'e4', color: 'green' }
  const blue = { from: 'a1', to: 'h8', color: 'blue' }
  assertBothWays('[%cal Ge2e4]', { arrows: [green] })
  assertBothWays('[%cal Ge2e4,Ba1h8]', { arrows: [green, blue] })
  assertBothWays('[%cal Ge2e4, Ba1h8]', { arrows: [green, blue] }, '[%cal Ge2e4,Ba1h8]')
  assertBothWays('[%csl Ra1,Yh8]', {
    squares: [
      { square: 'a1', color: 'red' },
      { square: 'h8', color: 'yellow' },
    ],
  })
})

test('the last one of a kind counts, but arrows and squares add up', () => {
  const { root } = gameOf(
    '1. e4 {[%clk 0:00:01][%cal Ge2e4][%clk 0:00:02]} {x} {[%cal Re2e4] [%clk 0:00:03]} *',
  )
  const [node] = root.children
  assert.equal(node.clock, 3)
  assert.deepEqual(
    node.arrows.map(arrow => arrow.color),
    ['green', 'red'],
  )
  assert.deepEqual(node.comments, ['x'])
})

test('what is not known, or not well formed, stays in the text where it is', () => {
  for (const value of [
    '',
    '.5',
    ':05',
    '1234567:00',
    '0:05:00:00',
    '-0:05:00',
    '0:05:0x',
    '0:05:',
    '1234567:00:00',
    '0:00:00.',
  ]) {
    assertText(`[%clk ${value}]`)
    assertText(`a [%emt ${value}] b`)
  }
  for (const value of [
    '',
    '#',
    '#x',
    '1.2.3',
    '0.5,',
    '0.5,x',
    '--1',
    'a',
    '1e5',
    '9999999999',
    '0.000000001',
  ]) {
    assertText(`[%eval ${value}]`)
  }
  for (const value of ['', 'e2e4', 'Ge2', 'Ge2e9', 'Xe2e4', 'Ge2e4;Re2e4', 'ge2e4', 'Oe2e4,Ca1a2']) {
    assertText(`[%cal ${value}]`)
  }
  for (const value of ['a1', 'Ga1a2', 'Xa1', 'Gi1', ',,']) assertText(`[%csl ${value}]`)
  for (const text of [
    '[%clk]',
    '[%CLK 0:05:00]',
    '[% clk 0:05:00]',
    '[clk 0:05:00]',
    '[%clk 0:05:00',
    '[%egt 1]',
  ]) {
    assertText(text)
  }
  assert.deepEqual(read('[%foo 1] [%clk 0:00:09] [%bar]'), { comments: ['[%foo 1] [%bar]'], clock: 9 })
})

test('a command ends with the next bracket, so that taking one out never makes another', () => {
  assertText('[%clk [%emt 0:00:01] 0:00:02]')
  assertText('[%cl[%clk 0:00:01]k 0:00:02]')
  assert.deepEqual(read('[%clk 0:00:01]k 0:00:02]'), { comments: ['k 0:00:02]'], clock: 1 })
})

test('a command ends with its comment, whatever the next one begins with', () => {
  for (const [first, second] of [
    ['[%clk 0:00:01', ']'],
    ['[%clk 0:00:', '01]'],
    ['[%eval 0.5', ']'],
    ['[%eval 0.', '5]'],
    ['', '[%clk'],
  ]) {
    const { root } = gameOf(`1. e4 {${first}} {${second}} e5 {]} *`)
    assert.deepEqual(nodeFacts(root.children[0]), { ...EMPTY, comments: [first, second] })
  }
})

test('blanks around commands go, those between words stay; line breaks are blanks', () => {
  assert.deepEqual(read('  [%clk 0:00:01]  '), { clock: 1 })
  assert.deepEqual(read('a  b [%clk 0:00:01]\t\n c   d'), { comments: ['a  b c   d'], clock: 1 })
  assert.deepEqual(read('[%clk\r\n0:00:01]'), { clock: 1 })
  assert.deepEqual(read('[%eval 0.5]\n[%clk 0:00:01]'), { clock: 1, eval: { kind: 'cp', value: 50 } })
})

test('comments before a move are text alone', () => {
  const { root } = gameOf('1. {[%clk 0:00:01]} e4 ({[%eval 0.1] x} 1. d4) *')
  assert.deepEqual(root.children.map(nodeFacts), [
    { ...EMPTY, startingComments: ['[%clk 0:00:01]'] },
    { san: 'd4', uci: 'd2d4', startingComments: ['[%eval 0.1] x'] },
  ])
})

test('the root has commands too', () => {
  const game = gameOf('{[%eval 0.3] [%csl Ge4]} *')
  assert.deepEqual(game.root.eval, { kind: 'cp', value: 30 })
  assert.equal(game.toString({ headers: false }), '{[%eval 0.30] [%csl Ge4]} *\n')
})

test('what is read fast from bytes is what the text says', () => {
  const scraps = [
    '[%clk ',
    '[%eval ',
    '0:05:00',
    '10:05:00',
    '1:2:3',
    '-0.25',
    '1.5',
    '0.255',
    '#3',
    '#-',
    '0',
  ]
  const more = [']', ']', ']', ' ', '\n', ':', '.', '5', '12345678901', 'x', '']
  for (let index = 0; index < games(3000); index++) {
    const random = randomOf(index)
    let comment = pick(random, ['', ' '])
    for (let count = Math.floor(random() * 9); count > 0; count--)
      comment += pick(random, [...scraps, ...more])
    // One character more makes any comment one for the slow way.
    const plain = read(comment)
    const { comments, ...values } = read(`${comment} é`)
    const note = `${JSON.stringify(comment)} of seed ${seed}`
    assert.deepEqual(
      Object.keys(plain)
        .filter(key => key !== 'comments')
        .sort(),
      Object.keys(values).sort(),
      note,
    )
    for (const key of Object.keys(values)) assert.deepEqual(plain[key], values[key], note)
    const rest = comments
      .map(text => text.replace(/\s*é$/, ''))
      .filter(text => text !== '' || comment.trim() === '')
    assert.deepEqual(plain.comments ?? [], rest, note)
  }
})

test('values are set, changed and taken away', () => {
  const game = gameOf('1. e4 {[%clk 0:05:00] [%cal Ge2e4] text} *')
  const [node] = game.root.children
  node.clock = 299.5
  node.arrows.push({ from: 'd2', to: 'd4', color: 'red' })
  node.eval = { kind: 'cp', value: -30, depth: undefined }
  node.comments[0] = 'other'
  assert.equal(
    game.toString({ headers: false }),
    '1. e4 {[%eval -0.30] [%clk 0:04:59.5] [%cal Ge2e4,Rd2d4] other} *\n',
  )
  node.clock = undefined
  node.arrows = []
  node.eval = undefined
  assert.equal(game.toString({ headers: false }), '1. e4 {other} *\n')
})

test('a command in a comment that a program sets is the value of its field: the last assignment counts', () => {
  const commands = {
    clock: ['[%clk 0:01:00]', 60, 5],
    emt: ['[%emt 0:00:07]', 7, 5],
    eval: ['[%eval 0.25]', { kind: 'cp', value: 25 }, { kind: 'mate', value: 3 }],
    arrows: [
      '[%cal Ge2e4]',
      [{ from: 'e2', to: 'e4', color: 'green' }],
      [{ from: 'a1', to: 'a2', color: 'red' }],
    ],
    squares: ['[%csl Ge4]', [{ square: 'e4', color: 'green' }], [{ square: 'a1', color: 'red' }]],
  }
  const sets = [
    (node, text) => {
      node.comments = [text]
    },
    (node, text) => {
      node.comments = Object.freeze([text])
    },
    (node, text) => node.comments.push(text),
    (node, text) => {
      node.comments[0] = text
    },
  ]
  for (const [field, [command, value, other]] of Object.entries(commands))
    for (const set of sets)
      for (const text of [`${command} hi`, `hi\n ${command}`])
        for (const isWatched of [false, true]) {
          const game = new PgnGame()
          if (isWatched) game.onChange(() => {})
          const node = game.root.add('e4')
          const { version } = game
          node[field] = other
          set(node, text)
          assert.ok(game.version > version)
          const again = gameOf(String(game)).root.children[0]
          assert.deepEqual(node[field], value)
          assert.deepEqual([...node.comments], ['hi'])
          assert.deepEqual(nodeFacts(again), nodeFacts(node))
          assert.deepEqual(PgnGame.fromJSON(game.toJSON()).root.children[0].toJSON(), node.toJSON())
          assert.deepEqual(game.with([0], () => {}).game.root.children[0].toJSON(), node.toJSON())
          const { version: before } = game
          assert.deepEqual([game.version, String(game), game.version], [before, String(game), before])
          node[field] = other
          assert.deepEqual(node[field], other)
          node[field] = undefined
          assert.equal(node[field], undefined)
          assert.equal(gameOf(String(game)).root.children[0][field], undefined)
        }
  const node = new PgnGame().root.add('e4')
  node.comments = ['[%foo 1] x', '[%clk soon]']
  assert.deepEqual(node.comments, ['[%foo 1] x', '[%clk soon]'], 'unknown ones stay')
})

test('squares by index are written by name', () => {
  assert.equal(written({ squares: [{ square: 63, color: 'blue' }] }), '1. e4 {[%csl Bh8]} *')
})

test('values that cannot be written are refused where they are set, and where they are written', () => {
  const [node] = gameOf('1. e4 {[%clk 0:05:00] [%eval 0.1] [%cal Ga1a2] [%csl Ga1]} *').root.children
  const before = nodeFacts(node)
  const wrong = {
    clock: [-1, Number.NaN, Number.POSITIVE_INFINITY, '5', null, 1e-7, 3.6e9, 1e300, {}, 5n],
    emt: [-0.5, '0:00:01', true],
    eval: [
      0.3,
      null,
      {},
      { kind: 'cp' },
      { kind: 'cp', value: '1' },
      { kind: 'mate', value: 1.5 },
      { kind: 'pawn', value: 1 },
    ],
    arrows: [
      'Ga1a2',
      [null],
      [{}],
      [{ from: 'a1', to: 'a9', color: 'red' }],
      [{ from: 'a1', to: 'a2', color: 'G' }],
    ],
    squares: [{}, [{ square: 'a1' }], [{ square: 64, color: 'red' }]],
  }
  wrong.eval.push(
    { kind: 'cp', value: 1e12 },
    { kind: 'cp', value: 1, depth: -1 },
    { kind: 'cp', value: Number.NaN },
  )
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      assertThrows(() => (node[field] = value), 'ERR_ARGUMENT', {}, `${field} = ${String(value)}`)
    }
  }
  assert.deepEqual(nodeFacts(node), before)
  const game = gameOf('1. e4 {[%eval 0.1] [%cal Ga1a2]} *')
  game.root.children[0].eval.value = 'x'
  assertThrows(() => game.toString(), 'ERR_ARGUMENT')
  game.root.children[0].eval.value = 1
  game.root.children[0].arrows.push('Ga1a2')
  assertThrows(() => game.toString(), 'ERR_ARGUMENT')
  assert.equal(game.toString({ headers: false, commands: false }), '1. e4 *\n')
})

test('an evaluation without a point is pawns, and its text stays', () => {
  for (const [text, value, depth] of [
    ['3', 300],
    ['-111,19', -11_100, 19],
    ['25, 7', 2500, 7],
    ['+12', 1200],
    ['0', 0],
    ['-0,1', 0, 1],
  ]) {
    const game = gameOf(`1. e4 {a [%eval ${text}]} e5 {[%eval ${text}] [%clk 0:01:00]} *`)
    for (const node of game.mainline())
      assert.deepEqual(node.eval, depth === undefined ? { kind: 'cp', value } : { kind: 'cp', value, depth })
    const written = `1. e4 {[%eval ${text}] a} 1... e5 {[%eval ${text}] [%clk 0:01:00]} *\n`
    assert.equal(game.toString({ headers: false, width: 500 }), written)
    assert.equal(gameOf(written).toString({ headers: false, width: 500 }), written)
  }
})

test('an evaluation without a point that was changed is written with one', () => {
  const game = gameOf('1. e4 {[%eval -111,19]} *')
  const [node] = game.root.children
  node.eval.depth = 20
  assert.equal(game.toString({ headers: false }), '1. e4 {[%eval -111.00,20]} *\n')
  node.eval.depth = 19
  assert.equal(game.toString({ headers: false }), '1. e4 {[%eval -111,19]} *\n')
  node.eval = { ...node.eval, value: 50 }
  assert.equal(game.toString({ headers: false }), '1. e4 {[%eval 0.50,19]} *\n')
})

test('of a list what is known is read, and the rest stays', () => {
  const arrow = { from: 'e2', to: 'e4', color: 'green' }
  assert.deepEqual(read('[%cal Ge2e4,]'), { arrows: [arrow] })
  assert.deepEqual(read('a [%cal Oa1b2, Ge2e4,Ca1a2] b'), {
    comments: ['a [%cal Oa1b2,Ca1a2] b'],
    arrows: [arrow],
  })
  assert.deepEqual(read('[%csl Oa1,Gb2]'), {
    comments: ['[%csl Oa1]'],
    squares: [{ square: 'b2', color: 'green' }],
  })
  const game = gameOf('1. e4 {[%cal Ge2e4,Oa1b2]} *')
  assert.equal(String(gameOf(String(game))), String(game))
})
