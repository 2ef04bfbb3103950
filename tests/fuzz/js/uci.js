// SPDX-License-Identifier: Apache-2.0
// Fuzzes text written by engines and their users.

import assert from 'node:assert/strict'
import '#js/entries/uci.js'
import { ChessError } from '#js/core/errors.js'
import { Refusal } from '#js/node/bridge/client-message.js'
import { readEndText } from '#js/uci/text/bridge-protocol.js'
import { checkLimits, goCommand, readCommand } from '#js/uci/text/commands.js'
import { LineSplitter } from '#js/uci/text/lines.js'
import { optionKey, optionLine, optionValue, setOptionCommand, valueFromText } from '#js/uci/text/options.js'
import { parseLine } from '#js/uci/text/parse-line.js'
import { filterOf, variantFilter } from '../../js/support/command-filter.js'

const SEARCH = [
  ...[
    'info',
    'depth',
    'seldepth',
    'multipv',
    'score',
    'cp',
    'mate',
    'lowerbound',
    'upperbound',
    'wdl',
    'nodes',
  ],
  ...[
    'nps',
    'time',
    'hashfull',
    'tbhits',
    'sbhits',
    'cpuload',
    'currmove',
    'currmovenumber',
    'currline',
    'pv',
  ],
  ...[
    'refutation',
    'string',
    'bestmove',
    'ponder',
    '(none)',
    '0000',
    'e2e4',
    'e7e8q',
    'P@e6',
    'readyok',
    'uciok',
  ],
]
const OPTION = [
  ...['option', 'name', 'type', 'default', 'min', 'max', 'var', 'check', 'spin', 'combo', 'button', 'string'],
  ...['true', 'false', '<empty>', 'Hash', 'UCI_Variant', 'MultiPV', 'value', 'setoption'],
]
const COMMAND = [
  ...[
    'uci',
    'isready',
    'ucinewgame',
    'position',
    'startpos',
    'fen',
    'moves',
    'go',
    'stop',
    'ponderhit',
    'quit',
  ],
  ...[
    'infinite',
    'searchmoves',
    'wtime',
    'btime',
    'winc',
    'binc',
    'movestogo',
    'movetime',
    'debug',
    'register',
    'on',
  ],
  ...[
    'e2e4',
    'e7e5',
    'e1g1',
    'e1h1',
    'e7e8q',
    'P@e6',
    '8/8/8/8/8/8/8/K1k5 w - - 0 1',
    'depth',
    'nodes',
    'mate',
  ],
]

const NUMBERS = /^(depth|seldepth|multipv|nodes|nps|time|hashfull|tbhits|sbhits|cpuload|currmovenumber)$/
const MOVE = /^([a-h][1-8][a-h][1-8][qrbnk]?|[PNBRQ]@[a-h][1-8])$/

/** @param {Record<string, any>} info */
function checkInfo(info) {
  for (const [name, value] of Object.entries(info)) {
    if (NUMBERS.test(name))
      assert.ok(Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0), name)
    else if (name === 'currmove') assert.match(value, MOVE)
    else if (name === 'string') assert.doesNotMatch(value, /[\0- ]$/)
    else if (name === 'score') checkScore(value)
    else {
      assert.ok(['pv', 'refutation', 'currline'].includes(name) && value.length > 0, name)
      for (const move of value) assert.match(move, MOVE)
    }
  }
}

/** @param {any} score */
function checkScore({ kind, value, bound, wdl }) {
  assert.ok(kind === 'cp' || kind === 'mate')
  assert.ok(Number.isInteger(value) && Math.abs(value) < 2 ** 31)
  assert.ok(bound === undefined || bound === 'lower' || bound === 'upper')
  assert.ok(wdl === undefined || (wdl.length === 3 && wdl.every((/** @type {number} */ part) => part >= 0)))
}

/** A line of an engine never throws, and gives values of the documented types. @param {string} text */
function checkLine(text) {
  const message = parseLine(text)
  assert.deepEqual(parseLine(text), message)
  // Several blanks are equivalent to one, except in quoted texts.
  const plain = text.replace(/[\0- ]+/g, ' ').replace(/^ | $/g, '')
  if (message.kind === 'info') {
    checkInfo(message.info)
    const { string: _, ...rest } = message.info
    const again = parseLine(plain)
    assert.ok(again.kind === 'info')
    const { string: __, ...restAgain } = again.info
    assert.deepEqual(restAgain, rest)
  } else if (message.kind === 'bestmove') {
    assert.deepEqual(parseLine(plain), message)
    assert.ok(message.ponder === null || (message.move !== null && MOVE.test(message.ponder)))
  } else if (message.kind === 'option') {
    const line = optionLine(message.option)
    assert.deepEqual(parseLine(line), message, line)
  }
}

/** The first line offers an option, the second one is a value for it. @param {string} text */
function checkOption(text) {
  const [first, ...rest] = text.split('\n')
  const message = parseLine(first)
  if (message.kind !== 'option') return
  const { option } = message
  assert.equal(optionKey(optionKey(option.name)), optionKey(option.name))
  const value = valueFromText(option, rest.join('\n'))
  let written
  try {
    written = optionValue(option, value)
  } catch (error) {
    assert.ok(error instanceof ChessError && /^ERR_UCI_(OPTION|LINE)$/.test(error.code), String(error))
    assert.ok(error.message.length < 4000)
    return
  }
  assert.equal(optionValue(option, valueFromText(option, written)), written)
  assert.doesNotMatch(setOptionCommand(option.name, written), /[\r\n\0]/)
}

/** Each line is a message of a client to an engine server. @param {string} text */
function checkMessages(text) {
  const filter = text.length % 2 ? filterOf({ movetime: 5000, nodes: 1e6 }) : variantFilter()
  try {
    for (const message of text.split('\n')) {
      const answer = filter.read(message)
      if ('refused' in answer) {
        assert.ok(
          answer.code === 'NOT_ALLOWED' || /^ERR_(FEN|MOVE|SAN|UCI)_|^ERR_GAME_OVER$/.test(answer.code),
          answer.code,
        )
        continue
      }
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not occur
      assert.doesNotMatch(answer.line, /[\0-\x1f\x7f-\x9f\u2028\u2029]/)
      assert.equal(answer.name, filter.nameOf(message))
      const again = filter.read(answer.line)
      assert.ok(
        !('refused' in again) && again.line === answer.line,
        `${answer.line}: ${JSON.stringify(again)}`,
      )
    }
  } catch (error) {
    assert.ok(!(error instanceof Refusal))
    throw error
  } finally {
    filter.free()
  }
}

/** A command of a user, limits as JSON, the text when a bridge closes. @param {string} text */
function checkCommand(text) {
  const { word, text: line } = readCommand(text)
  assert.equal(word, word.toLowerCase())
  assert.equal(readCommand(line).text, line)
  const end = readEndText(text)
  assert.ok(end.exitCode === undefined || end.exitCode === null || Number.isInteger(end.exitCode))
  let limits
  try {
    limits = JSON.parse(text)
  } catch {
    return
  }
  try {
    const checked = checkLimits(limits)
    assert.deepEqual(checkLimits(checked), checked)
    assert.match(goCommand(checked), /^go( [a-z]+( \d+)?)+$/)
  } catch (error) {
    assert.ok(error instanceof ChessError && error.code === 'ERR_ARGUMENT', String(error))
  }
}

/** Lines do not depend on how the text is split. @param {string} text */
function checkSplitting(text) {
  /** @param {string[]} pieces */
  const split = pieces => {
    const splitter = new LineSplitter()
    return [...pieces.flatMap(piece => splitter.push(piece)), ...splitter.end()]
  }
  const whole = split([text])
  assert.deepEqual(split([...text].flatMap(character => character.split(''))), whole)
  const middle = text.length >> 1
  assert.deepEqual(split([text.slice(0, middle), '', text.slice(middle)]), whole)
  for (const line of whole) assert.ok(!line.includes('\n'))
}

/** @type {import('./fuzz.js').Target[]} */
export const targets = [
  {
    name: 'uci-line',
    words: [...SEARCH, ...OPTION, 'id', 'author', 'copyprotection', 'registration', 'ok', 'error'],
    seeds: [
      'info depth 12 seldepth 18 multipv 1 score cp 31 lowerbound wdl 120 800 80 nodes 4123 nps 90000 time 45 pv e2e4 e7e5',
      'info score mate -3 currmove e2e4 currmovenumber 1 hashfull 12 tbhits 0 string NNUE evaluation',
      'info refutation d1h5 g6h5 currline 1 d1h5 g6h5 cpuload 1000 sbhits 3',
      'bestmove e2e4 ponder e7e5',
      'bestmove (none)',
      'id name Stockfish 16',
      'option name Skill Level type spin default 20 min 0 max 20',
      'option name Style type combo default Normal var Solid var Normal var Risky play',
      'option name Clear Hash type button',
      'option name Path type string default <empty>',
      'option name type of play type check default true',
    ],
    check: checkLine,
  },
  {
    name: 'uci-option',
    words: OPTION,
    seeds: [
      'option name Threads type spin default 1 min 1 max 512\n4',
      'option name Ponder type check default false\ntrue',
      'option name Style type combo default a b var a b var c\nA  B',
      'option name Book type string default x\n<empty>',
      'option name Clear type button\n',
    ],
    check: checkOption,
  },
  {
    name: 'uci-command',
    words: [...COMMAND, '"depth":', 'null', '{', '}', '1e9', 'was ended by SIGKILL', 'exited with code 3'],
    seeds: [
      '  GO depth 3',
      '{"depth":3,"nodes":5,"movetime":0.4,"wtime":-3,"btime":1e12,"winc":0,"binc":1,"movestogo":3,"mate":1}',
      '{"infinite":true}',
      'the engine exited with code 1',
    ],
    check: checkCommand,
  },
  {
    name: 'bridge-messages',
    words: [...COMMAND, ...OPTION, '\n'],
    seeds: [
      'uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo wtime 1000 btime 1000 movestogo 3\nstop',
      'setoption name Hash value 32\nsetoption name Clear Hash\ngo infinite',
      'setoption name UCI_Chess960 value true\nposition fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1\ngo depth 3',
      'setoption name UCI_Variant value crazyhouse\nposition startpos moves e2e4 d7d5 e4d5\ngo searchmoves e8d7 nodes 5',
      'position fen 8/P7/8/8/8/8/8/K1k5 w - - 0 1 moves a7a8q\ngo ponder movetime 5',
    ],
    check: checkMessages,
  },
  {
    name: 'uci-splitting',
    words: ['\n', '\r', '\r\n', '\n\n', 'readyok'],
    seeds: ['uciok\nreadyok\r\nbestmove e2e4\n\n', 'a'.repeat(300)],
    check: checkSplitting,
  },
]
