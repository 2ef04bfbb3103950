// SPDX-License-Identifier: Apache-2.0
// What the bridge lets through to an engine: each command is printed anew, and the rest is refused.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import '#js/entries/uci.js'
import { RateLimit } from '#js/net/rate-limit.js'
import { refusalLine } from '#js/node/bridge/client-message.js'
import { CommandFilter } from '#js/node/bridge/command-filter.js'
import { mayBeAllowed } from '#js/node/bridge/option-gate.js'
import { StartQueue } from '#js/node/bridge/start-queue.js'
import {
  CHOICES,
  filterOf,
  lineOf,
  OPEN,
  OPTIONS,
  reasonOf,
  START,
  variantFilter,
} from './support/command-filter.js'
import { cpuTime } from './support/cpu-time.js'

test('commands are written anew, with any blanks and letter case in the message', () => {
  const filter = filterOf()
  for (const [message, line] of [
    ['uci', 'uci'],
    ['  UCI\t', 'uci'],
    ['isReady', 'isready'],
    ['\u00a0ucinewgame\u3000', 'ucinewgame'],
    ['\ufeffquit', 'quit'],
    ['stop', 'stop'],
    ['ponderhit', 'ponderhit'],
    ['position startpos', 'position startpos'],
    ['position\tstartpos  moves   e2e4\u2003E7E5', 'position startpos moves e2e4 e7e5'],
    [`position fen ${START}`, 'position startpos'],
    [
      'position FEN 8/8/8/4k3/8/8/4K2P/8  w  -  -  3  40 moves h2h4',
      'position fen 8/8/8/4k3/8/8/4K2P/8 w - - 3 40 moves h2h4',
    ],
    ['position startpos moves', 'position startpos'],
    ['setoption name Hash value 64', 'setoption name Hash value 64'],
    ['SetOption  NAME  hash\tVALUE\u00a064', 'setoption name Hash value 64'],
    ['setoption name hASH value +064', 'setoption name Hash value 64'],
    ['setoption name clear   hash', 'setoption name Clear Hash'],
    ['setoption name ponder value TRUE', 'setoption name Ponder value true'],
    ['setoption name analysis contempt value off', 'setoption name Analysis Contempt value Off'],
  ])
    assert.equal(lineOf(filter, message), line, JSON.stringify(message))
})

test('what is not on the list is refused', () => {
  const filter = filterOf()
  for (const [message, reason] of [
    ['', /the message is empty/],
    [' \t\u3000 ', /the message is empty/],
    ['bench', /'bench' is not allowed/],
    ['BENCH 16 1 13 /etc/passwd depth', /'BENCH' is not allowed/],
    ['export_net /tmp/x', /'export_net' is not allowed/],
    ['eval', /not allowed/],
    ['d', /not allowed/],
    ['flip', /not allowed/],
    ['compiler', /not allowed/],
    ['debug on', /not allowed/],
    ['register later', /not allowed/],
    ['speedtest', /not allowed/],
    ['license', /not allowed/],
    ['help', /not allowed/],
    ['perft 7', /not allowed/],
    ['joho debug on', /not allowed/],
    ['foo isready', /not allowed/],
    ['isready now', /'isready' takes no arguments/],
    ['quit quit', /takes no arguments/],
    ['stop\u200b', /not allowed/],
    ['ｕｃｉ', /not allowed/],
    ['constructor', /not allowed/],
    ['__proto__', /not allowed/],
    ['go\nquit', /one line/],
    ['isready\r', /one line/],
    ['isready\n', /one line/],
    ['position startpos\0', /one line/],
    ['isready\u2028uci', /one line/],
    ['isready\u0085uci', /one line/],
    ['isready\vuci', /one line/],
    ['is\bready', /one line/],
    ['\x1b[2Jisready', /one line/],
    ['position', /'startpos' or 'fen' must follow/],
    ['position current moves e2e4', /'startpos' or 'fen' must follow/],
    ['position startpos e2e4', /only 'moves' may follow/],
    ['position fen', /./],
    ['position fen garbage', /./],
    ['position fen 8/8/8/8/8/8/8/8 w - - 0 1', /./],
    ['position startpos moves e2e5', /e2e5|legal/],
    ['position startpos moves e4', /'e4' is not a move/],
    ['position startpos moves e2e4 e7e5 go', /'go' is not a move/],
    ['position startpos moves 0000', /'0000' is not a move/],
    ['setoption', /'name' must follow/],
    ['setoption Hash value 64', /'name' must follow/],
    ['setoption x name Hash value 64', /'name' must follow/],
    ['setoption name', /'' is not allowed/],
    ['setoption name value 64', /'' is not allowed/],
    ['setoption name Hash', /takes an integer/],
    ['setoption name Hash value', /takes an integer/],
    ['setoption name Hash value abc', /takes an integer/],
    ['setoption name Hash value 1e3', /takes an integer/],
    ['setoption name Hash value 0x10', /takes an integer/],
    ['setoption name Hash value 6 4', /takes an integer/],
    ['setoption name Hash value 0', /from 1 to 256/],
    ['setoption name Hash value 257', /from 1 to 256/],
    ['setoption name Hash value 99999999999999999999', /from 1 to 256/],
    ['setoption name Threads value 5', /from 1 to 4/],
    ['setoption name MultiPV value 11', /from 1 to 10/],
    ['setoption name Ponder value maybe', /true or false/],
    ['setoption name Clear Hash value x', /button/],
    ['setoption name Analysis Contempt value Sideways', /one of/],
    ['setoption name Hash value 64 name EvalFile value /etc/passwd', /takes an integer/],
    ['setoption name EvalFile value /etc/passwd', /'EvalFile' is not allowed/],
    ['setoption name evalfile value /etc/passwd', /not allowed/],
    ['setoption name Debug Log File value /tmp/x', /not allowed/],
    ['setoption name  debug   LOG file value x', /not allowed/],
    ['setoption name debug\u00a0log\u3000file value x', /not allowed/],
    ['setoption name Debug_Log_File value x', /not allowed/],
    ['setoption name SyzygyPath value /', /not allowed/],
    ['setoption name Hash\u200b value 64', /not allowed/],
    ['setoption name H\u0430sh value 64', /not allowed/],
    ['setoption name Slow Mover value 50', /no option 'Slow Mover'/],
    ['setoption name Contempt value 1', /no option 'Contempt'/],
    ['setoption name Style value Solid', /not allowed/],
    ['setoption name OwnBook value true', /not allowed/],
  ])
    assert.match(reasonOf(filter, message), reason, JSON.stringify(message))
})

test('go: words, numbers and ceilings', () => {
  const open = filterOf()
  for (const [message, line] of [
    ['go', 'go infinite'],
    ['go infinite', 'go infinite'],
    ['go ponder', 'go ponder infinite'],
    ['GO Depth 8', 'go depth 8'],
    ['go movetime 0', 'go movetime 1'],
    ['go movetime -5', 'go movetime 1'],
    [
      'go wtime -30 btime 60000 winc -1 binc 100 movestogo 40',
      'go wtime 1 btime 60000 winc 0 binc 100 movestogo 40',
    ],
    ['go btime 5 wtime 4', 'go wtime 4 btime 5'],
    ['go wtime 99999999999999999999', 'go wtime 2147483647'],
    ['go nodes 99999999999999999999', 'go nodes 9007199254740991'],
    ['go mate 3', 'go mate 3'],
    ['go searchmoves e2e4 D2D4 depth 5', 'go depth 5 searchmoves e2e4 d2d4'],
    ['go searchmoves e2e4 e2e4', 'go infinite searchmoves e2e4'],
    ['go wtime 1000 btime 1000 ponder', 'go ponder wtime 1000 btime 1000'],
  ])
    assert.equal(lineOf(open, message), line, message)

  for (const message of [
    'go perft 5',
    'go Perft 5',
    'go depth',
    'go depth five',
    'go depth -1',
    'go depth 0',
    'go depth 1.5',
    'go nodes 0',
    'go mate 0',
    'go depth 5 depth 6',
    'go infinite infinite',
    'go depth 5 6',
    'go searchmoves',
    'go searchmoves depth 5',
    'go searchmoves e2e5',
    'go searchmoves 0000',
    'go searchmoves e2e4 quit',
    'go bench',
    'go movetime 10 /etc/passwd',
  ])
    assert.ok(reasonOf(open, message), message)

  const low = filterOf({ movetime: 2000, nodes: 1000, depth: 6 })
  for (const [message, line] of [
    ['go', 'go depth 6 nodes 1000'],
    ['go infinite', 'go depth 6 nodes 1000 infinite'],
    ['go depth 60', 'go depth 6 nodes 1000'],
    ['go depth 3 nodes 10', 'go depth 3 nodes 10'],
    ['go movetime 60000', 'go depth 6 nodes 1000 movetime 2000'],
    ['go wtime 60000 btime 60000', 'go wtime 60000 btime 60000 depth 6 nodes 1000'],
  ])
    assert.equal(lineOf(low, message), line, message)
})

test('a position that was refused is not searched, nor is the one before it', () => {
  const filter = filterOf()
  lineOf(filter, 'position startpos moves e2e4')
  lineOf(filter, 'go depth 1')
  reasonOf(filter, 'position startpos moves e2e4 e2e4')
  assert.match(reasonOf(filter, 'go depth 1'), /the last position was refused/)
  lineOf(filter, 'ucinewgame')
  assert.match(reasonOf(filter, 'go depth 1'), /the last position was refused/)
  lineOf(filter, 'position startpos moves e2e4')
  assert.equal(lineOf(filter, 'go depth 1 searchmoves e7e5'), 'go depth 1 searchmoves e7e5')
  assert.ok(reasonOf(filter, 'go depth 1 searchmoves e2e4'))
})

test('positions with more moves than engines have room for are refused', () => {
  const filter = filterOf()
  const most = 'R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1'
  assert.equal(lineOf(filter, `position fen ${most}`), `position fen ${most}`)
  for (const fen of [
    'R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNQ1KB1 w - - 0 1',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKQNR w KQkq - 0 1',
    'qqqqqqqq/qqqqqqqk/8/8/8/8/8/K7 b - - 0 1',
  ])
    assert.match(reasonOf(filter, `position fen ${fen}`), /more promoted pieces than missing pawns/, fen)
})

test('Chess960: castling is read and written as the option says', () => {
  const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  const filter = filterOf()
  assert.equal(lineOf(filter, `position fen ${fen} moves e1g1`), `position fen ${fen} moves e1g1`)
  assert.equal(lineOf(filter, `position fen ${fen} moves e1h1`), `position fen ${fen} moves e1g1`)
  assert.equal(
    lineOf(filter, 'setoption name uci_chess960 value True'),
    'setoption name UCI_Chess960 value true',
  )
  assert.equal(lineOf(filter, `position fen ${fen} moves e1h1`), `position fen ${fen} moves e1h1`)
  const other = 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9'
  assert.match(lineOf(filter, `position fen ${other}`), /^position fen bqnb1rkr\/pp3ppp/)
  lineOf(filter, 'setoption name UCI_Chess960 value false')
  assert.ok(reasonOf(filter, `position fen ${other}`))
})

test('options: the client sees the harmless ones, lowered to the ceilings', () => {
  const filter = new CommandFilter({ ...OPEN, threads: 2, hash: 8, multipv: 3 }, ['ownbook', 'Style'])
  assert.deepEqual(OPTIONS.map(line => filter.declare(line).line).filter(Boolean), [
    'option name Threads type spin default 1 min 1 max 2',
    'option name Hash type spin default 8 min 1 max 8',
    'option name Clear Hash type button',
    'option name Ponder type check default false',
    'option name MultiPV type spin default 1 min 1 max 3',
    'option name Skill Level type spin default 20 min 0 max 20',
    'option name Analysis Contempt type combo default Both var Off var White var Black var Both',
    'option name UCI_Chess960 type check default false',
    'option name UCI_Elo type spin default 1350 min 1350 max 2850',
    'option name OwnBook type check default false',
    'option name Style type combo default Normal var Solid var Normal',
  ])
  assert.deepEqual(OPTIONS.map(line => filter.declare(line).lowering).filter(Boolean), [
    'setoption name Hash value 8',
  ])
  assert.equal(lineOf(filter, 'setoption name style value solid'), 'setoption name Style value Solid')
  for (const line of [
    'option',
    'option name',
    'option name Hash',
    'option name Hash type',
    'option type spin',
  ])
    assert.deepEqual(filter.declare(line), { line: null, lowering: null }, line)
  assert.equal(
    filter.declare('option name Hash type spin').line,
    'option name Hash type spin max 8',
    'an engine without a range gets one',
  )
})

test('a combo without choices would take any text: it is not there', () => {
  const filter = new CommandFilter(OPEN, ['Style'])
  const line = 'option name Style type combo default Normal'
  assert.deepEqual(filter.declare(line), { line: null, lowering: null })
  assert.match(reasonOf(filter, 'setoption name Style value /etc/passwd'), /no option 'Style'/)
})

test('no configuration lets options through that open files', () => {
  for (const name of [
    'Debug Log File',
    'debug  log\tfile',
    'EvalFile',
    'EvalFileSmall',
    'SyzygyPath',
    'Book File',
    'BookPath',
    'NalimovPath',
    'GaviotaTbPath',
    'WeightsFile',
    'Write Search Log',
    'Save Hash to File',
    'VariantPath',
    'UCI_Variants',
    'Experience Directory',
  ])
    assert.equal(mayBeAllowed(name), false, name)
  for (const name of [
    'Threads',
    'OwnBook2'.slice(0, 3),
    'Syzygy50MoveRule',
    'SyzygyProbeDepth',
    'Style',
    'Aggressiveness',
  ])
    assert.equal(mayBeAllowed(name), true, name)
  const filter = new CommandFilter(OPEN, ['Notes'])
  assert.equal(filter.declare('option name Notes type string default x').line, null)
  assert.ok(reasonOf(filter, 'setoption name Notes value /etc/passwd'))
})

// What a line for the engine may look like, said once more and in another way.
const NUMBER = '(0|[1-9]\\d{0,15})'
const MOVE = '([a-h][1-8][a-h][1-8][qrbnk]?|[PNBRQ]@[a-h][1-8])'
const PASSED = new RegExp(
  `^(uci|isready|ucinewgame|stop|ponderhit|quit|` +
    `position (startpos|fen [pnbrqkPNBRQK1-8/~]{15,100}(\\[[QRBNPqrbnp]*\\])? [wb] (-|[A-Ha-hKQkq]{1,4}) (-|[a-h][36]) ([0-3]\\+[0-3] )?\\d{1,5} \\d{1,5})( moves( ${MOVE})+)?|` +
    `go( ponder)?( (wtime|btime|winc|binc|movestogo|depth|nodes|mate|movetime) ${NUMBER})*( infinite)?( searchmoves( ${MOVE})+)?|` +
    `setoption name (Clear Hash|(Threads|Hash|MultiPV|Skill Level|UCI_Elo) value ${NUMBER}|(Ponder|UCI_Chess960) value (true|false)|Analysis Contempt value (Off|White|Black|Both)|UCI_Variant value (chess|crazyhouse|antichess|3check|horde)))$`,
)

test('from any message only well-formed harmless lines come out', () => {
  const words =
    'uci isready ucinewgame position startpos fen moves go stop ponderhit setoption name value quit e2e4 e7e5 g1f3 a7a8q depth nodes movetime wtime infinite ponder searchmoves perft mate 1 8 64 -1 99999 true false Hash Threads MultiPV Debug Log File EvalFile SyzygyPath Clear Ponder UCI_Chess960 Analysis Contempt Off UCI_Variant crazyhouse atomic shogi P@e4 n@F3 K@e4 a7a8k 3+3 +1+0 [QNp] bench export_net eval d flip /etc/passwd ../../x'
      .split(' ')
      .concat(START.split(' '))
  const glue = [
    ...Array(60).fill(' '),
    ' ',
    ' ',
    ' ',
    ' ',
    '\t',
    '  ',
    '\u00a0',
    '\u3000',
    '\n',
    '\r',
    '\0',
    '\v',
    '\u2028',
    '\u200b',
    '',
    ';',
    '|',
    '\x1b',
  ]
  let seed = 20
  const random = most => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return (seed >>> 8) % most
  }
  const mangle = word =>
    [
      ...Array(14).fill(word),
      word.toUpperCase(),
      `${word}\u0301`,
      word.slice(1),
      [...word].reverse().join(''),
    ][random(18)]
  const starts = [
    '',
    '',
    'position startpos moves ',
    'position startpos ',
    'go ',
    'go depth ',
    'go infinite searchmoves ',
    'setoption name ',
    'setoption name Hash value ',
    'setoption name Ponder value ',
    'setoption name UCI_Variant value ',
  ]
  let passed = 0
  const filter = variantFilter()
  for (let i = 0; i < 10_000; i++) {
    if (i % 1000 === 0) lineOf(filter, `setoption name UCI_Variant value ${CHOICES[(i / 1000) % 5]}`)
    lineOf(filter, 'position startpos')
    let message = starts[random(starts.length)]
    for (let n = random(3); n >= 0; n--)
      message += mangle(words[random(words.length)]) + (n > 0 ? glue[random(glue.length)] : '')
    const answer = filter.read(message)
    if ('refused' in answer) {
      assert.match(refusalLine(answer.refused), /^info string refused: [\x20-\x7e]{1,160}$/)
      continue
    }
    passed++
    assert.match(answer.line, PASSED, JSON.stringify(message))
  }
  assert.ok(passed > 100, `only ${passed} were passed on: this says nothing`)
})

test('long messages take no long time', () => {
  const filter = filterOf()
  const begin = cpuTime()
  const long = (text, length = 65_536) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
  for (const message of [
    long(' '),
    long('x'),
    long('a '),
    `go ${long('searchmoves ')}`,
    `go searchmoves ${long('e2e4 ')}`,
    `position fen ${long('8/')}`,
    `position startpos moves ${long('e2e4 ')}`,
    `setoption name ${long('value ')}`,
    `setoption name ${long('Hash ')}`,
    `position startpos moves ${long('g1f3 g8f6 f3g1 f6g8 ')}`,
    `setoption name Hash value ${long('9')}`,
  ])
    filter.read(message)
  const time = cpuTime() - begin
  assert.ok(time < 2000, `${time} ms`)
})

test('refusals quote no control characters, and are short', () => {
  assert.equal(refusalLine('a\x1b[31mb\n\u202ec'), 'info string refused: a?[31mb??c')
  assert.equal(refusalLine('x'.repeat(500)).length, 'info string refused: '.length + 160)
})

test('a rate limit lets a burst through, and then so many a second', () => {
  const limit = new RateLimit(10, 20, 0)
  const taken = now => Array.from({ length: 50 }, () => limit.take(now, 1)).filter(wait => wait === 0).length
  assert.equal(taken(0), 20)
  assert.equal(taken(50), 0)
  assert.equal(taken(1000), 10)
  assert.equal(taken(100_000), 20)
  assert.equal(limit.take(100_000, 5), 500, 'so many milliseconds to wait')
  assert.equal(limit.take(100_500, 5), 0)
  assert.equal(limit.take(100_500, 1000), 2000, 'a full bucket is enough for everything')
})

test('a start queue lets so many in at a time, in order', async () => {
  const queue = new StartQueue(2)
  const begun = []
  const leave = [1, 2, 3, 4, 5].map(n => queue.enter(() => begun.push(n)))
  await Promise.resolve()
  assert.deepEqual(begun, [1, 2])
  assert.equal(queue.length, 3)
  leave[2]()
  leave[0]()
  leave[0]()
  await Promise.resolve()
  assert.deepEqual(begun, [1, 2, 4])
  leave[1]()
  leave[4]()
  leave[3]()
  await Promise.resolve()
  assert.deepEqual(begun, [1, 2, 4], 'the fifth left before it began')
  queue.enter(() => begun.push(6))
  queue.enter(() => begun.push(7))
  await Promise.resolve()
  assert.deepEqual(begun, [1, 2, 4, 6, 7])
})
