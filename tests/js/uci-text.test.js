// SPDX-License-Identifier: Apache-2.0
// What engines say: what they have been seen to say, what they might say, and seeded noise.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endText, readEndText } from '#js/uci/text/bridge-protocol.js'
import { optionLine } from '#js/uci/text/options.js'
import { parseLine } from '#js/uci/text/parse-line.js'
import { pick, randomFrom } from '../random.js'
import { cpuTime } from './support/cpu-time.js'

/** BINBO_SEED repeats a failed run. */
const seed = Number(process.env.BINBO_SEED || 20261121)

/** @param {[line: string, message: object][]} table */
function assertParses(table) {
  for (const [line, message] of table) assert.deepEqual(parseLine(line), message, line)
}

/** @param {[line: string, info: object][]} table */
function assertInfos(table) {
  assertParses(table.map(([line, info]) => [line, { kind: 'info', info }]))
}

const cp = (value, more) => ({ kind: 'cp', value, ...more })
const mate = (value, more) => ({ kind: 'mate', value, ...more })

test('lines of one word, names, and what has no meaning', () => {
  assertParses([
    ['uciok', { kind: 'uciok' }],
    [' \t uciok \t', { kind: 'uciok' }],
    ['uciok and more', { kind: 'uciok' }],
    ['readyok\r', { kind: 'readyok' }],
    ['id name Stockfish 15.1', { kind: 'id', field: 'name', value: 'Stockfish 15.1' }],
    ['id   name\t Old  Engine 2 ', { kind: 'id', field: 'name', value: 'Old  Engine 2' }],
    [
      'id author the Stockfish developers (see AUTHORS file)',
      {
        kind: 'id',
        field: 'author',
        value: 'the Stockfish developers (see AUTHORS file)',
      },
    ],
    ['id name', { kind: 'id', field: 'name', value: '' }],
    ['copyprotection checking', { kind: 'copyprotection', value: 'checking' }],
    ['registration  error ', { kind: 'registration', value: 'error' }],
  ])
  const meaningless = [
    '',
    ' ',
    '\0',
    'id',
    'id version 3',
    'option',
    'uciok2',
    'readyokinfo depth 1',
    'Stockfish 15.1 by the Stockfish developers (see AUTHORS file)',
    'my bestmove e2e4',
    '__proto__',
    'constructor name x',
  ]
  for (const line of meaningless) assert.deepEqual(parseLine(line), { kind: 'unknown' }, line)
  for (const value of [undefined, null, 5, {}, ['uciok']])
    assert.deepEqual(parseLine(/** @type {any} */ (value)), { kind: 'unknown' }, String(value))
})

test('bestmove', () => {
  const rows = [
    ['bestmove e2e4', 'e2e4', null],
    ['bestmove e2e4 ponder e7e5', 'e2e4', 'e7e5'],
    ['\tbestmove \t e2e4\tponder   e7e5  ', 'e2e4', 'e7e5'],
    ['bestmove e7e8Q ponder A2A1N', 'e7e8Q', 'a2a1n'],
    ['bestmove (none)', '(none)', null],
    ['bestmove (none) ponder e7e5', '(none)', 'e7e5'],
    ['bestmove 0000', '0000', null],
    ['bestmove NULL', 'NULL', null],
    ['bestmove', '', null],
    ['bestmove ponder e7e5', '', 'e7e5'],
    ['bestmove e2e4 ponder', 'e2e4', null],
    ['bestmove e2e4 ponder (none)', 'e2e4', null],
    ['bestmove e2e4 ponder e7', 'e2e4', null],
    ['bestmove e2e4 score 12 ponder e7e5 trailing junk', 'e2e4', 'e7e5'],
    ['bestmove e1h1 ponder e8a8', 'e1h1', 'e8a8'],
    ['bestmove n@F3 ponder P@e6', 'n@F3', 'P@e6'],
    ['bestmove a7a8K ponder K@e6', 'a7a8K', null],
    ['bestmove O-O', 'O-O', null],
    ['bestmove e2e9', 'e2e9', null],
  ]
  for (const [line, word, ponder] of rows)
    assert.deepEqual(parseLine(line), { kind: 'bestmove', word, ponder }, line)
})

test('info lines of real engines', () => {
  assertInfos([
    [
      'info depth 24 seldepth 29 multipv 1 score cp 25 wdl 32 965 3 upperbound nodes 2164901 nps 645083 hashfull 757 tbhits 0 time 3356 pv d2d4 d7d5',
      {
        depth: 24,
        seldepth: 29,
        multipv: 1,
        score: cp(25, { bound: 'upper', wdl: [32, 965, 3] }),
        nodes: 2164901,
        nps: 645083,
        hashfull: 757,
        tbhits: 0,
        time: 3356,
        pv: ['d2d4', 'd7d5'],
      },
    ],
    [
      'info depth 30 seldepth 44 multipv 1 score cp 22 lowerbound wdl 43 949 8 nodes 10059628 nps 491408 hashfull 999 time 20471 pv d2d4',
      {
        depth: 30,
        seldepth: 44,
        multipv: 1,
        score: cp(22, { bound: 'lower', wdl: [43, 949, 8] }),
        nodes: 10059628,
        nps: 491408,
        hashfull: 999,
        time: 20471,
        pv: ['d2d4'],
      },
    ],
    ['info depth 24 currmove e2e4 currmovenumber 2', { depth: 24, currmove: 'e2e4', currmovenumber: 2 }],
    ['info depth 0 score mate 0', { depth: 0, score: mate(0) }],
    [
      'info string NNUE evaluation using nn-61e7af4bb97d.nnue (1MiB, (768, 1024, 32, 32, 1))',
      { string: 'NNUE evaluation using nn-61e7af4bb97d.nnue (1MiB, (768, 1024, 32, 32, 1))' },
    ],
    [
      'info string CRITICAL ERROR: Command `` failed. Reason: Invalid FEN. Invalid piece: g',
      { string: 'CRITICAL ERROR: Command `` failed. Reason: Invalid FEN. Invalid piece: g' },
    ],
    // In the manner of Lc0, with a field that the protocol does not know.
    [
      'info depth 9 seldepth 28 time 2211 nodes 27110 score cp 12 wdl 121 790 89 movesleft 152 nps 12406 tbhits 0 pv e2e4 e7e5',
      {
        depth: 9,
        seldepth: 28,
        time: 2211,
        nodes: 27110,
        score: cp(12, { wdl: [121, 790, 89] }),
        nps: 12406,
        tbhits: 0,
        pv: ['e2e4', 'e7e5'],
      },
    ],
  ])
})

test('info fields in any order, with any blanks, in upper case promotions, and twice', () => {
  assertInfos([
    ['info', {}],
    ['info depth 5 score mate -3 time 12', { depth: 5, score: mate(-3), time: 12 }],
    ['info score mate +3 depth 5', { score: mate(3), depth: 5 }],
    ['info pv e2e4 e7e5 score cp -20 depth 3', { pv: ['e2e4', 'e7e5'], score: cp(-20), depth: 3 }],
    ['  info\t\tdepth\t 5  pv \t e7e8Q\ta2a1N ', { depth: 5, pv: ['e7e8q', 'a2a1n'] }],
    ['info depth 4 depth 5 pv e2e4 pv d2d4', { depth: 5, pv: ['d2d4'] }],
    ['info score lowerbound cp 7', { score: cp(7, { bound: 'lower' }) }],
    ['info score wdl 1 2 3 upperbound cp 7', { score: cp(7, { bound: 'upper', wdl: [1, 2, 3] }) }],
    ['info score cp 7 depth 3 wdl 1 2 3', { score: cp(7, { wdl: [1, 2, 3] }), depth: 3 }],
    ['info score cp 31990 mate 5', { score: mate(5) }],
    ['info score mate 5 cp 31990', { score: mate(5) }],
    ['info score cp -0', { score: cp(0) }],
    ['info score mate -0', { score: mate(0) }],
    ['info currline 1 e2e4 e7e5', { currline: ['e2e4', 'e7e5'] }],
    ['info currline e2e4', { currline: ['e2e4'] }],
    ['info refutation d1h5 g6h5 depth 2', { refutation: ['d1h5', 'g6h5'], depth: 2 }],
    ['info cpuload 990 sbhits 3', { cpuload: 990, sbhits: 3 }],
    ['info depth 5 string  two  words ', { depth: 5, string: 'two  words' }],
    ['info string', { string: '' }],
    ['info string info depth 5 score cp 3', { string: 'info depth 5 score cp 3' }],
  ])
})

test('info fields that are wrong are left out, and hide nothing behind them', () => {
  assertInfos([
    ['info depth', {}],
    ['info depth seldepth 5', { seldepth: 5 }],
    ['info depth 5.5 nps 1e6 time 0x10 nodes 7', { nodes: 7 }],
    ['info depth -1 nodes -5 nps NaN time Infinity multipv 0 hashfull 3', { hashfull: 3 }],
    ['info nodes 18446744073709551615 depth 3', { depth: 3 }],
    ['info nodes 9007199254740991', { nodes: 9007199254740991 }],
    ['info nodes 9007199254740993 depth 1', { depth: 1 }],
    ['info score cp 99999999999 depth 1', { depth: 1 }],
    ['info score cp', {}],
    ['info score cp x mate y depth 2', { depth: 2 }],
    ['info score lowerbound depth 2', { depth: 2 }],
    ['info score cp 3 wdl 1 2 depth 2', { score: cp(3), depth: 2 }],
    ['info score cp 3 wdl 1 -2 3', { score: cp(3) }],
    ['info pv', {}],
    ['info pv depth 3', { depth: 3 }],
    ['info pv e2e4 0000 e7e5', { pv: ['e2e4'] }],
    ['info pv e2e4 xyz depth 3', { pv: ['e2e4'], depth: 3 }],
    ['info pv e2e4 e7e8p e2e9 e2e4e', { pv: ['e2e4'] }],
    ['info pv e2e4 e7e8k E7E8K e2e9', { pv: ['e2e4', 'e7e8k', 'e7e8k'] }],
    ['info pv P@e6 n@F3 Q@h8 K@e1', { pv: ['P@e6', 'N@f3', 'Q@h8'] }],
    ['info pv @e6 P@e6', {}],
    ['info pv P@e6q P@e6', {}],
    ['info pv P@e9 PP@e6', {}],
    ['info currmove e2 currmovenumber 0 depth 2', { depth: 2 }],
    ['info currline 1 depth 4', { depth: 4 }],
    ['info __proto__ 5 constructor 6 depth 4', { depth: 4 }],
    ['info toString 5', {}],
  ])
})

// Laws.

const VOCABULARY = [
  ...'info depth seldepth multipv score cp mate lowerbound upperbound wdl nodes nps time hashfull tbhits'.split(
    ' ',
  ),
  ...'sbhits cpuload currmove currmovenumber currline refutation string pv bestmove ponder id name author'.split(
    ' ',
  ),
  ...'option type check spin combo button default min max var uciok readyok copyprotection <empty>'.split(
    ' ',
  ),
  ...'e2e4 E7E8Q a7a8n 0000 (none) O-O true false 0 1 -1 27 +3 -0 1.5 9007199254740992 1e5 x é \u0000 \uD800'.split(
    ' ',
  ),
]
const FIRST = [
  ...[
    'info',
    'info',
    'bestmove',
    'id',
    'id name',
    'registration',
    '',
    'option',
    'option name',
    'option name a type',
  ],
  ...['check', 'spin', 'combo', 'button', 'string'].map(type => `option name a type ${type}`),
]
const BLANKS = [' ', ' ', ' ', '  ', '\t', ' \t ', '\r', '']

/** A line of the protocol's words in any order, with letters and blanks from anywhere. */
function noise(random) {
  let line = pick(random, FIRST)
  for (let words = Math.floor(random() * 24); words > 0; words--) {
    const word =
      random() < 0.9 ? pick(random, VOCABULARY) : String.fromCharCode(Math.floor(random() * 0x10000))
    line += pick(random, BLANKS) + word
  }
  return line
}

/** A message written out again, in the protocol's own form. */
function print(message) {
  switch (message.kind) {
    case 'id':
      return `id ${message.field} ${message.value}`
    case 'copyprotection':
    case 'registration':
      return `${message.kind} ${message.value}`
    case 'bestmove':
      return `bestmove ${message.word}${message.ponder === null ? '' : ` ponder ${message.ponder}`}`
    case 'info':
      return printInfo(message.info)
    case 'option':
      return optionLine(message.option)
    default:
      return message.kind
  }
}

function printInfo({ score, string, ...fields }) {
  const words = ['info']
  for (const [name, value] of Object.entries(fields)) words.push(name, ...[value].flat())
  if (score) {
    words.push('score', score.kind, score.value)
    if (score.wdl) words.push('wdl', ...score.wdl)
    if (score.bound) words.push(`${score.bound}bound`)
  }
  return words.join(' ') + (string === undefined ? '' : ` string ${string}`)
}

test('parseLine never throws, and a message that is written out is read as the same one', () => {
  const random = randomFrom(seed)
  const seen = new Map()
  for (let i = 0; i < 30000; i++) {
    const line = noise(random)
    const where = `seed ${seed}, line ${i}: ${JSON.stringify(line)}`
    let message
    assert.doesNotThrow(() => (message = parseLine(line)), where)
    assert.deepEqual(parseLine(line), message, where)
    seen.set(message.kind, (seen.get(message.kind) ?? 0) + 1)
    assertSound(message, where)
    if (message.kind === 'option' && isAmbiguous(message.option)) continue
    assert.deepEqual(parseLine(print(message)), message, where)
  }
  for (const kind of ['info', 'option', 'bestmove', 'id', 'registration', 'unknown'])
    assert.ok(seen.get(kind) > 100, `${kind}: ${seen.get(kind)} of them`)
})

/** Whether the protocol's own words in its texts keep an option from being written in one way only. */
function isAmbiguous({ name, default: byDefault = '', vars = [] }) {
  return [name, byDefault, ...vars].some(text => /(^|\s)(type|default|var)(\s|$)/.test(String(text)))
}

/** What every reader of a message may rely on. */
function assertSound(message, where) {
  if (message.kind === 'info') {
    const { score, string, currmove, pv, refutation, currline, ...counts } = message.info
    for (const [name, value] of Object.entries(counts))
      assert.ok(Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0), `${name} ${where}`)
    for (const move of [pv, refutation, currline, currmove].flat())
      if (move !== undefined) assert.match(move, /^[a-h][1-8][a-h][1-8][qrbn]?$/, where)
    if (score) assert.ok(Number.isInteger(score.value) && ['cp', 'mate'].includes(score.kind), where)
  }
  if (message.kind === 'option') {
    assert.doesNotMatch(message.option.name, /^$|^ | $| {2}|\p{Cc}(?<![\x7F-\x9F])/u, where)
    for (const value of [message.option.default, message.option.min, message.option.max])
      if (typeof value === 'number') assert.ok(Number.isSafeInteger(value), where)
  }
}

test('lines of 64 KiB take some milliseconds, never their square, with any content', () => {
  const most = 65536
  const fill = (start, unit) => (start + unit.repeat(Math.ceil(most / unit.length))).slice(0, most)
  const lines = [
    fill('', 'x'),
    fill('', ' '),
    fill('info ', ' '),
    fill('info ', 'x '),
    fill('info ', '7'),
    fill('info depth ', '9'),
    fill('info ', 'depth '),
    fill('info pv', ' e2e4'),
    fill('info pv ', 'e'),
    fill('info ', 'pv e2e4 '),
    fill('info ', 'wdl 1 1 '),
    fill('info string', ' '),
    fill('bestmove e2e4', ' ponder'),
    fill('bestmove ', 'E'),
    fill('id name ', 'a '),
    fill('option name', ' type'),
    fill('option name a', ' type spin'),
    fill('option name a', ' type spin x'),
    fill('option name a type combo', ' var a'),
    fill('option name a type combo', ' default'),
    fill('option name a type spin', ' min'),
    fill('option name a type check', ' default'),
    fill('option name a type string', ' y'),
    fill('option name ', '\t'),
  ]
  for (const line of lines) {
    let best = Infinity
    for (let run = 0; run < 20 && best >= 50; run++) {
      const start = cpuTime()
      parseLine(line)
      best = Math.min(best, cpuTime() - start)
    }
    assert.ok(best < 50, `${line.slice(0, 40)}… took ${best.toFixed(1)} ms`)
  }
})

test('the end of a process in words, and back', () => {
  for (const [end, words] of [
    [{ exitCode: 0, signal: null }, 'exited with code 0'],
    [{ exitCode: 139, signal: null }, 'exited with code 139'],
    [{ exitCode: 3221225477, signal: null }, 'exited with code 3221225477'],
    [{ exitCode: null, signal: 'SIGSEGV' }, 'was ended by SIGSEGV'],
    [{ exitCode: null, signal: 'SIGUSR2' }, 'was ended by SIGUSR2'],
  ]) {
    assert.equal(endText(end), words)
    assert.deepEqual(readEndText(`the engine ${words}`), end)
  }
  for (const text of ['', 'the engine closed its output', 'exited with code', 'ended by a signal'])
    assert.deepEqual(readEndText(text), {}, text)
})
