// SPDX-License-Identifier: Apache-2.0
// What goes to an engine: its options, limits and commands as text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLimits, goCommand, positionCommand } from '#js/uci/text/commands.js'
import {
  optionKey,
  optionLine,
  optionValue,
  parseOption,
  setOptionCommand,
  valueFromText,
} from '#js/uci/text/options.js'
import { parseLine } from '#js/uci/text/parse-line.js'
import { pick, randomFrom } from '../random.js'

/** BINBO_SEED repeats a failed run. */
const seed = Number(process.env.BINBO_SEED || 20261121)

/** @param {[line: string, option: object | undefined][]} table */
function assertOptions(table) {
  for (const [line, option] of table)
    assert.deepEqual(parseLine(line), option ? { kind: 'option', option } : { kind: 'unknown' }, line)
}

test('options of real engines', () => {
  assertOptions([
    [
      'option name Debug Log File type string default ',
      { name: 'Debug Log File', type: 'string', default: '' },
    ],
    [
      'option name Hash type spin default 16 min 1 max 33554432',
      {
        name: 'Hash',
        type: 'spin',
        default: 16,
        min: 1,
        max: 33554432,
      },
    ],
    ['option name Clear Hash type button', { name: 'Clear Hash', type: 'button' }],
    ['option name Ponder type check default false', { name: 'Ponder', type: 'check', default: false }],
    [
      'option name SyzygyPath type string default <empty>',
      { name: 'SyzygyPath', type: 'string', default: '' },
    ],
    [
      'option name EvalFile type string default nn-61e7af4bb97d.nnue',
      {
        name: 'EvalFile',
        type: 'string',
        default: 'nn-61e7af4bb97d.nnue',
      },
    ],
    [
      'option name Style type combo default Normal var Solid var Normal var Risky',
      {
        name: 'Style',
        type: 'combo',
        default: 'Normal',
        vars: ['Solid', 'Normal', 'Risky'],
      },
    ],
  ])
})

test('odd options', () => {
  assertOptions([
    [
      'option name Foo Bar type combo default A var A var B C',
      {
        name: 'Foo Bar',
        type: 'combo',
        default: 'A',
        vars: ['A', 'B C'],
      },
    ],
    [
      'option\tname  Skill \t Level type  spin max 20\tmin 0 default 20',
      {
        name: 'Skill Level',
        type: 'spin',
        default: 20,
        min: 0,
        max: 20,
      },
    ],
    ['option name Threads type spin', { name: 'Threads', type: 'spin' }],
    [
      'option name Eval type spin default -5 min -100 max +100',
      {
        name: 'Eval',
        type: 'spin',
        default: -5,
        min: -100,
        max: 100,
      },
    ],
    [
      'option name X type spin default 0.5 min 0 max 18446744073709551615',
      { name: 'X', type: 'spin', min: 0 },
    ],
    ['option name X type spin default 5 min 9 max 1', { name: 'X', type: 'spin', default: 5 }],
    ['option name X type spin default min 1 max 5', { name: 'X', type: 'spin', min: 1, max: 5 }],
    ['option name Own Book type CHECK default True', { name: 'Own Book', type: 'check', default: true }],
    ['option name Own Book type check default 1', { name: 'Own Book', type: 'check' }],
    ['option name Path type string', { name: 'Path', type: 'string' }],
    ['option name Path type string default', { name: 'Path', type: 'string', default: '' }],
    [
      'option name Path type string default C:\\My  Files\\min 3 max ',
      {
        name: 'Path',
        type: 'string',
        default: 'C:\\My  Files\\min 3 max',
      },
    ],
    // Words of the protocol as parts of names and of choices.
    [
      'option name Search type type combo default A var A',
      {
        name: 'Search type',
        type: 'combo',
        default: 'A',
        vars: ['A'],
      },
    ],
    [
      'option name Use type check type check default true',
      { name: 'Use type check', type: 'check', default: true },
    ],
    ['option name type type string default x', { name: 'type', type: 'string', default: 'x' }],
    ['option name A type string default type string', { name: 'A', type: 'string', default: 'type string' }],
    ['option name Reset default settings type button', { name: 'Reset default settings', type: 'button' }],
    ['option name name type check default false', { name: 'name', type: 'check', default: false }],
    ['option name Level type spin trailing junk', { name: 'Level', type: 'spin' }],
    ['option name Clear type button now', { name: 'Clear', type: 'button' }],
    [
      'option name S type combo var A var B default B',
      { name: 'S', type: 'combo', default: 'B', vars: ['A', 'B'] },
    ],
    [
      'option name S type combo default default var default var risky',
      {
        name: 'S',
        type: 'combo',
        default: 'default',
        vars: ['default', 'risky'],
      },
    ],
    [
      'option name S type combo var default var risky default default',
      {
        name: 'S',
        type: 'combo',
        default: 'default',
        vars: ['default', 'risky'],
      },
    ],
    [
      'option name S type combo default var A var <empty>',
      {
        name: 'S',
        type: 'combo',
        default: '',
        vars: ['A', ''],
      },
    ],
    ['option name S type combo var', { name: 'S', type: 'combo', vars: [] }],
    ['option name __proto__ type check default true', { name: '__proto__', type: 'check', default: true }],
  ])
  for (const rest of [
    '',
    'name',
    'name Foo',
    'name type spin',
    'name Foo type slider default 3',
    'name Foo type',
    'type spin name Foo',
    'Name Foo type spin',
  ])
    assertOptions([[`option ${rest}`, undefined]])
})

test('names of options fold case and blanks, in ASCII only', () => {
  for (const name of ['Skill Level', 'skill level', '  SKILL \t  LEVEL ', 'Skill\0Level'])
    assert.equal(optionKey(name), 'skill level', JSON.stringify(name))
  assert.equal(optionKey(''), '')
  assert.notEqual(optionKey('\u212A'), optionKey('k'), 'the sign for kelvin is no K')
})

/** The text for `setoption`, or the code and the message of the error. */
function valueText(definition, value) {
  try {
    return optionValue(/** @type {any} */ (parseOption(`name X ${definition}`)), value)
  } catch (error) {
    assert.equal(error.name, 'ChessError', String(error?.stack))
    return `${error.code} ${error.message}`
  }
}

test('values of options', () => {
  const spin = 'type spin default 16 min 1 max 1024'
  const combo = 'type combo default Normal var Very Solid var Normal var <empty>'
  const rows = [
    ['type check', true, 'true'],
    ['type check', false, 'false'],
    [spin, 1, '1'],
    [spin, 1024, '1024'],
    ['type spin', -0, '0'],
    ['type spin', 9007199254740991, '9007199254740991'],
    ['type spin', -9007199254740991, '-9007199254740991'],
    ['type spin min 0', 12, '12'],
    [combo, 'Normal', 'Normal'],
    [combo, 'very  SOLID', 'Very Solid'],
    [combo, '', '<empty>'],
    ['type combo default x', 'anything', 'anything'],
    ['type string', 'C:\\My  Files', 'C:\\My  Files'],
    ['type string', '', '<empty>'],
    ['type string', '  ', '<empty>'],
    ['type button', undefined, undefined],
    ['type button', null, undefined],
    ['type button', true, undefined],
  ]
  for (const [definition, value, text] of rows)
    assert.equal(valueText(definition, value), text, `${definition} ← ${String(value)}`)
})

test('values that an option does not take: the message names the option and what it takes', () => {
  const spin = 'type spin default 16 min 1 max 1024'
  const range = /^ERR_UCI_OPTION .*X takes an integer from 1 to 1024/
  for (const value of [
    0,
    1025,
    1.5,
    NaN,
    Infinity,
    1e300,
    '16',
    16n,
    null,
    undefined,
    true,
    {},
    [5],
    Symbol('s'),
  ])
    assert.match(String(valueText(spin, value)), range, String(value))
  assert.match(String(valueText('type spin min 3', 1)), /X takes an integer from 3/)
  assert.match(String(valueText('type spin max 3', 4)), /X takes an integer to 3/)
  for (const value of ['true', 1, 0, null, undefined, Object(true)])
    assert.match(String(valueText('type check', value)), /^ERR_UCI_OPTION .*X takes true or false/)
  for (const value of ['Wild', 5, undefined, 'Very', 'A B'])
    assert.match(
      String(valueText('type combo var A var B', value)),
      /^ERR_UCI_OPTION .*X takes one of 'A', 'B'/,
    )
  for (const value of [5, null, undefined, ['a']])
    assert.match(String(valueText('type string', value)), /^ERR_UCI_OPTION .*X takes a string/)
  for (const value of [false, 'now', 0])
    assert.match(String(valueText('type button', value)), /^ERR_UCI_OPTION .*X takes no value/)
  for (const value of ['a\nquit', 'a\rquit', 'a\0b'])
    for (const type of ['type string', 'type combo'])
      assert.match(String(valueText(type, value)), /^ERR_UCI_LINE/, JSON.stringify(value))
  const many = Array.from({ length: 20000 }, (_, i) => `var v${i}`).join(' ')
  assert.ok(String(valueText(`type combo ${many}`, 'w')).length < 600, 'a long list is cut')
})

test('values of options out of text', () => {
  const rows = [
    ['spin', '12', 12],
    ['spin', ' -3 ', -3],
    ['spin', '+3', 3],
    ['check', 'TRUE', true],
    ['check', 'false', false],
    ['combo', '<empty>', ''],
    ['string', 'a  b', 'a  b'],
    ['button', undefined, undefined],
    // Not of the type: as they are, for optionValue() to refuse.
    ['spin', '1e3', '1e3'],
    ['spin', '', ''],
    ['check', 'yes', 'yes'],
    ['button', 'x', 'x'],
    ['spin', undefined, undefined],
  ]
  for (const [type, text, value] of rows)
    assert.deepEqual(valueFromText({ name: 'X', type }, text), value, `${type} ${text}`)
})

test('limits in their normal form', () => {
  const huge = 2 ** 31 - 1
  const rows = [
    [undefined, { movetime: 1000 }],
    [{}, { movetime: 1000 }],
    [{ infinite: false }, { movetime: 1000 }],
    [{ depth: undefined, infinite: undefined }, { movetime: 1000 }],
    [{ infinite: true }, { infinite: true }],
    [{ infinite: true, depth: undefined }, { infinite: true }],
    [{ depth: 12, infinite: false }, { depth: 12 }],
    [
      { depth: huge, mate: 1 },
      { depth: huge, mate: 1 },
    ],
    [{ nodes: 2 ** 53 - 1 }, { nodes: 2 ** 53 - 1 }],
    [{ movetime: 0 }, { movetime: 1 }],
    [{ movetime: 0.2 }, { movetime: 1 }],
    [{ movetime: 99.5 }, { movetime: 100 }],
    [
      { wtime: 0, btime: -1500 },
      { wtime: 1, btime: 1 },
    ],
    [
      { wtime: -0.4, btime: 60000.4 },
      { wtime: 1, btime: 60000 },
    ],
    [
      { wtime: 1e12, btime: 1e300 },
      { wtime: huge, btime: huge },
    ],
    [
      { wtime: 1000, btime: 2000, winc: 0, binc: 10.6, movestogo: 40 },
      { wtime: 1000, btime: 2000, winc: 0, binc: 11, movestogo: 40 },
    ],
    [
      { movestogo: 40, depth: 3 },
      { movestogo: 40, depth: 3 },
    ],
    [Object.create({ depth: 7 }), { depth: 7 }],
  ]
  for (const [limits, expected] of rows)
    assert.deepEqual(checkLimits(limits), expected, JSON.stringify(limits))
  const own = { depth: 3 }
  assert.notEqual(checkLimits(own), own, 'a new object')
})

test('limits that are none', () => {
  const counts = ['depth', 'nodes', 'mate', 'movestogo']
  const wrong = [
    ...[null, 5, 'depth 5', true, [], [5], () => {}, Symbol('s')],
    ...[{ dept: 5 }, { Depth: 5 }, { ponder: true }, { searchmoves: ['e2e4'] }, { __proto__: { foo: 1 } }],
    ...counts.flatMap(name => [0, -1, 1.5, 2 ** 53].map(value => ({ [name]: value }))),
    ...[{ depth: 2 ** 31 }, { mate: 2 ** 31 }, { wtime: 1, movestogo: 2 ** 31 }],
    ...[...counts, 'movetime', 'wtime', 'btime', 'winc', 'binc'].flatMap(name =>
      [NaN, Infinity, -Infinity, '5', 5n, null, true, {}, [5]].map(value => ({ wtime: 1, [name]: value })),
    ),
    ...[
      { movetime: -1 },
      { movetime: -0.1 },
      { movetime: 2 ** 31 },
      { wtime: 5, winc: -1 },
      { wtime: 5, binc: 2 ** 31 },
    ],
    ...[
      { infinite: true, depth: 3 },
      { infinite: true, wtime: 5 },
      { infinite: 1 },
      { infinite: 'true' },
      { infinite: null },
    ],
    // An engine searches without end on these.
    ...[{ winc: 100, binc: 100 }, { movestogo: 40 }],
  ]
  for (const limits of wrong)
    assert.throws(() => checkLimits(limits), { name: 'ChessError', code: 'ERR_ARGUMENT' }, describe(limits))
})

test('what is wrong with limits, in words', () => {
  for (const [limits, words] of [
    [{ depth: '3' }, "depth is a finite number, not '3'"],
    [{ nodes: null }, 'nodes is a finite number, not null'],
    [{ movetime: {} }, 'movetime is a finite number, not an object'],
    [{ movetime: NaN }, 'movetime is a finite number, not NaN'],
    [{ wtime: Infinity }, 'wtime is a finite number, not Infinity'],
    [{ winc: 5 }, 'winc alone limits nothing: wtime and btime are missing'],
    [{ winc: 5, movestogo: 4 }, 'winc and movestogo alone limit nothing: wtime and btime are missing'],
  ])
    assert.throws(
      () => checkLimits(limits),
      ({ message }) => message === words,
      words,
    )
})

function describe(value) {
  return typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, it]) => `${name}: ${typeof it} ${String(it)}`)
        .join(', ')
    : String(value)
}

test('commands', () => {
  const fen = '8/P6k/8/8/8/8/8/K7 w - - 0 1'
  const clocks = { binc: 4, winc: 3, btime: 2, wtime: 1 }
  const rows = [
    [positionCommand({ fen: null, moves: [] }), 'position startpos'],
    [positionCommand({ fen: null, moves: ['e2e4', 'e7e5'] }), 'position startpos moves e2e4 e7e5'],
    [positionCommand({ fen, moves: [] }), `position fen ${fen}`],
    [positionCommand({ fen, moves: ['a7a8n'] }), `position fen ${fen} moves a7a8n`],
    [goCommand({ movetime: 1000 }), 'go movetime 1000'],
    [goCommand({ infinite: true }), 'go infinite'],
    [goCommand(clocks, { ponder: true }), 'go ponder wtime 1 btime 2 winc 3 binc 4'],
    [goCommand({ depth: 3 }, { searchMoves: ['e2e4', 'd2d4'] }), 'go depth 3 searchmoves e2e4 d2d4'],
    [goCommand({ depth: 3 }, { searchMoves: [], ponder: false }), 'go depth 3'],
    [goCommand({ nodes: 2 ** 53 - 1 }), 'go nodes 9007199254740991'],
    [setOptionCommand('Skill Level', '5'), 'setoption name Skill Level value 5'],
    [setOptionCommand('Clear Hash', undefined), 'setoption name Clear Hash'],
  ]
  for (const [command, text] of rows) assert.equal(command, text)
})

// Laws.

test('an option that is printed is parsed as the same option, and takes its own default and choices', () => {
  const random = randomFrom(seed + 1)
  const words = ['Hash', 'Skill', 'level', 'UCI_Elo', 'file', 'Größe', '<x>', '3', '-1']
  const phrase = () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, words)).join(' ')
  const makers = {
    check: () => ({ default: random() < 0.5 }),
    spin: () => {
      const [min, max] = [random(), random()].map(x => Math.floor(x * 2000 - 1000)).sort((a, b) => a - b)
      return { default: min + Math.floor(random() * (max - min + 1)), min, max }
    },
    combo: () => {
      const vars = Array.from({ length: 1 + Math.floor(random() * 5) }, phrase)
      return { default: pick(random, vars), vars }
    },
    button: () => ({}),
    string: () => ({ default: random() < 0.3 ? '' : phrase() }),
  }
  for (let i = 0; i < 3000; i++) {
    const type = /** @type {keyof makers} */ (pick(random, Object.keys(makers)))
    const option = { name: phrase(), type, .../** @type {any} */ (makers[type]()) }
    const line = optionLine(option)
    assert.deepEqual(parseLine(line), { kind: 'option', option }, `seed ${seed + 1}: ${line}`)
    for (const value of [option.default, ...(option.vars ?? []), option.min, option.max]) {
      if (value === undefined) continue
      const text = optionValue(option, value)
      assert.equal(text, value === '' ? '<empty>' : String(value), line)
      assert.equal(valueFromText(option, text), value, line)
    }
    if (type === 'spin') {
      for (const value of [option.min - 1, option.max + 1])
        assert.throws(() => optionValue(option, value), { code: 'ERR_UCI_OPTION' }, line)
    }
  }
})

test('limits that are printed say what they were, and checking them again changes nothing', () => {
  const random = randomFrom(seed + 2)
  const names = ['wtime', 'btime', 'winc', 'binc', 'movestogo', 'depth', 'nodes', 'mate', 'movetime']
  for (let i = 0; i < 3000; i++) {
    const given = {}
    for (const name of names) {
      if (random() < 0.3) given[name] = Math.floor(random() ** 6 * 1e9) + 1
    }
    if (Object.keys(given).every(name => ['winc', 'binc', 'movestogo'].includes(name))) given.depth = 5
    const limits = checkLimits(given)
    assert.deepEqual(checkLimits(limits), limits)
    const words = goCommand(limits, { searchMoves: ['e2e4'] }).split(' ')
    assert.equal(words[0], 'go')
    assert.deepEqual(words.slice(-2), ['searchmoves', 'e2e4'])
    const printed = {}
    for (let at = 1; at < words.length - 2; at += 2) printed[words[at]] = Number(words[at + 1])
    assert.deepEqual(printed, given, `seed ${seed + 2}`)
  }
})
