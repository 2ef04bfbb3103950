// SPDX-License-Identifier: Apache-2.0
// `binbo/epd`: records, files, test suites.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Epd, parseEpd, readEpd, runEpd, toEpd } from '../../dist/epd.js'
import { ChessError, Game, Position } from './support/binbo.js'

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
const KINGS = '4k3/8/8/8/8/8/8/4K3 w - -'
const MATE = 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -'

const opsOf = operations => Object.fromEntries(parseEpd(`${START} ${operations}`).ops)
const sans = moves => moves.map(({ san }) => san)
const all = async records => {
  const list = []
  for await (const record of records) list.push(record)
  return list
}

test('a record has a position, operations, and moves', () => {
  const epd = parseEpd(`${MATE} bm Qxf7#; am h5e5 Qh3; id "BK.01"; pv Qxf7#; acd 12;`)
  assert.ok(epd instanceof Epd && epd.position instanceof Position)
  assert.equal(epd.fen, `${MATE} 0 1`)
  assert.equal(epd.id, 'BK.01')
  assert.deepEqual(sans(epd.bestMoves), ['Qxf7#'])
  assert.deepEqual(sans(epd.avoidMoves), ['Qxe5+', 'Qh3'])
  assert.deepEqual(sans(epd.line), ['Qxf7#'])
  assert.deepEqual(epd.ops.get('acd'), [12])
  assert.deepEqual(epd.errors, [])
  const bare = parseEpd(KINGS)
  assert.deepEqual([bare.id, bare.bestMoves, bare.ops.size, String(bare)], [null, [], 0, KINGS])
})

test('operands are numbers, strings in quotation marks, and words', () => {
  for (const [operations, wanted] of [
    ['id "a;b"; c0 "c";', { id: ['a;b'], c0: ['c'] }],
    ['c0 hello; eco B12; v 1-0; w 3rd;', { c0: ['hello'], eco: ['B12'], v: ['1-0'], w: ['3rd'] }],
    ['ce +M5;', { ce: ['+M5'] }],
    ['ce -12; acs .5; acn 5.; d +3', { ce: [-12], acs: [0.5], acn: [5], d: [3] }],
    [';D1 20 ;D2 400 ;D3 8902', { D1: [20], D2: [400], D3: [8902] }],
    [`acn ${'9'.repeat(30)}; d 0.00000001`, { acn: ['9'.repeat(30)], d: ['0.00000001'] }],
    ['id "x"; id "y"', { id: ['y'] }],
    ['noop; noop2 ;', { noop: [], noop2: [] }],
    ['c0 "say \\"hi\\" \\\\ C:\\dir"', { c0: ['say "hi" \\ C:\\dir'] }],
    ['id "no end', { id: ['no end'] }],
    ['- bm e4;', { bm: ['e4'] }],
    ['c7 "e4 d4" 10 x;', { c7: ['e4 d4', 10, 'x'] }],
    ['a23456789012345 1', { a23456789012345: [1] }],
  ])
    assert.deepEqual(opsOf(operations), wanted, operations)
})

test('spellings of moves that old suites have', () => {
  const castling = '4k3/4P3/8/8/8/8/8/4K2R w K -'
  for (const [position, operations, wanted] of [
    [castling, 'bm 0-0;', ['O-O']],
    [castling, 'bm O-O+ Rh1-g1 h1h2;', ['O-O', 'Rg1', 'Rh2']],
    ['3rk3/2P5/8/8/8/8/8/4K2R w K -', 'bm cd8Q c8=N!?', ['cxd8=Q+', 'c8=N']],
    [START, 'bm e4, d4, Nf3', ['e4', 'd4', 'Nf3']],
    [START, 'bm 1.e4', ['e4']],
  ]) {
    const { bestMoves, errors } = parseEpd(`${position} ${operations}`)
    assert.deepEqual([sans(bestMoves), errors], [wanted, []], operations)
  }
  assert.equal(toEpd(START, { bm: ['1.', 'e4,'] }), `${START} bm e4;`, 'a number is no move')
  assert.deepEqual(sans(parseEpd(`${START} pv e2e4 e5 2. Nf3 ... Nc6;`).line), ['e4', 'e5', 'Nf3', 'Nc6'])
})

test('a whole FEN, missing fields, and counters as operations', () => {
  assert.equal(parseEpd(`${KINGS} 12 40 bm Ke2;`).fen, `${KINGS} 12 40`)
  assert.equal(String(parseEpd(`${KINGS} 12 40 bm Ke2;`)), `${KINGS} 12 40 bm Ke2;`)
  assert.equal(parseEpd(`${KINGS} hmvc 12; fmvn 40;`).fen, `${KINGS} 12 40`)
  assert.equal(parseEpd('4k3/8/8/8/8/8/8/4K3 w').fen, `${KINGS} 0 1`)
  assert.equal(parseEpd('4k3/8/8/8/8/8/8/4K3 w bm Ke2').fen, `${KINGS} 0 1`)
  assert.equal(parseEpd(`  ${KINGS}\t bm   Ke2 ;\r\n`).fen, `${KINGS} 0 1`)
  const checks = parseEpd(`${START} 2+3 0 7 bm e4;`, { variant: 'threecheck' })
  assert.deepEqual(checks.position.remainingChecks, { white: 2, black: 3 })
  assert.equal(toEpd(checks.position), `${START} 2+3`)
  const pockets = parseEpd('4k3/8/8/8/8/8/8/4K3[Qn] w - - bm Q@e2;', { variant: 'crazyhouse' })
  assert.deepEqual(sans(pockets.bestMoves), ['Q@e2+'])
})

test('lines that cannot be read throw, with the place', () => {
  for (const [line, code, offset] of [
    ['', 'ERR_EPD_FIELDS', 0],
    ['hello world', 'ERR_EPD_FIELDS', 0],
    ['4k3/8/8/8/8/8/8/4K3', 'ERR_EPD_FIELDS', 19],
    [`${KINGS} bm Ke2;\n${KINGS}`, 'ERR_EPD_FIELDS', KINGS.length + 8],
    [`${KINGS} 1x`, 'ERR_EPD_OPCODE', 26],
    [`${KINGS} a234567890123456 1`, 'ERR_EPD_OPCODE', 26],
    [`${KINGS} id"x"`, 'ERR_EPD_OPCODE', 26],
    [`${KINGS} bm Ke2 id "x";`, 'ERR_EPD_OPERAND', 36],
    [`${KINGS} hmvc 3.5;`, 'ERR_EPD_OPERAND', 31],
    [`${KINGS} fmvn "3";`, 'ERR_EPD_OPERAND', 31],
    ['4k3/8/8/8/8/8/8/4Kx2 w - - bm', 'ERR_FEN_PIECE', 18],
    ['  4k3/8/8/8/8/8/8/4Kx2  w - -', 'ERR_FEN_PIECE', 20],
    ['4k3/8/8/8/8/8/8/4K3 w K -', 'ERR_FEN_CASTLING_ROOK', 22],
    ['8/8/8/8/8/8/8/8 w - -', 'ERR_FEN_NO_KING', 0],
  ])
    assert.throws(
      () => parseEpd(line),
      error => {
        assert.ok(error instanceof ChessError)
        assert.deepEqual([error.code, error.offset], [code, offset], line)
        return true
      },
    )
  for (const wrong of [null, 5, {}])
    assert.throws(() => parseEpd(/** @type {any} */ (wrong)), { code: 'ERR_ARGUMENT' })
  assert.throws(() => parseEpd(START, /** @type {any} */ ({ rules: 'chess' })), { code: 'ERR_ARGUMENT' })
})

test('a word in the place of castling rights is no operation', () => {
  const board = '4k3/8/8/8/8/8/8/4K3 w'
  for (const [rest, code, offset] of [
    ['KX - bm Ke2;', 'ERR_FEN_CASTLING', 23],
    ['Kx - 0 1', 'ERR_FEN_CASTLING', 23],
    ['X', 'ERR_FEN_CASTLING', 22],
    ['KQkqK - id "x";', 'ERR_FEN_CASTLING', 26],
  ])
    assert.throws(
      () => parseEpd(`${board} ${rest}`),
      error => {
        assert.ok(error instanceof ChessError)
        assert.deepEqual([error.code, error.offset], [code, offset], rest)
        return true
      },
    )
  assert.deepEqual([...parseEpd(`${board} ;D1 5; D2 20`).ops.keys()], ['D1', 'D2'])
  assert.deepEqual([...parseEpd(`${board} D1 5; D2 20`).ops.keys()], ['D1', 'D2'])
})

test('clocks have one number', () => {
  for (const operations of ['hmvc;', 'fmvn', 'hmvc ; id "x";', 'hmvc 1 2;'])
    assert.throws(() => parseEpd(`${KINGS} ${operations}`), { code: 'ERR_EPD_OPERAND' }, operations)
  for (const ops of [{ hmvc: [] }, { fmvn: [1, 2] }])
    assert.throws(() => toEpd(KINGS, ops), { code: 'ERR_EPD_OPERAND' })
})

test('NUL is not written', () => {
  for (const ops of [{ id: 'a\0b' }, { c0: ['x', '\0'] }])
    assert.throws(() => toEpd(START, ops), { code: 'ERR_EPD_OPERAND' })
  const epd = parseEpd(`${START} id "x";`)
  epd.ops.set('id', ['\0'])
  assert.throws(() => String(epd), { code: 'ERR_EPD_OPERAND' })
})

test('Chess960 is read as such, or the error names the variant', async () => {
  for (const line of [
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - bm e4;',
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - bm e4;',
    'rkbnrqnb/pppppppp/8/8/8/8/PPPPPPPP/RKBNRQNB w EAea - bm e4;',
  ]) {
    assert.throws(() => parseEpd(line), /variant: 'chess960'/, line)
    const epd = parseEpd(line, { variant: 'chess960' })
    assert.deepEqual([epd.position.variant, sans(epd.bestMoves)], ['chess960', ['e4']])
    for await (const { position } of readEpd(line, { variant: 'chess960' }))
      assert.equal(position?.fen, epd.fen)
    for await (const { errors } of readEpd(line)) assert.match(errors[0].message, /variant: 'chess960'/)
  }
  assert.throws(
    () => parseEpd('4k3/8/8/8/8/8/8/4K3 w KQ -'),
    error => !/chess960/.test(error.message),
  )
})

test('illegal moves belong to the record, and the others stay', () => {
  const line = `${START} bm e4 e5 Nf3; am xyzzy; pv e4 e4 Nf3;`
  const { bestMoves, avoidMoves, line: moves, errors } = parseEpd(line)
  assert.deepEqual([sans(bestMoves), avoidMoves, sans(moves)], [['e4', 'Nf3'], [], ['e4']])
  assert.deepEqual(
    errors.map(({ code, input, offset }) => [code, input, offset]),
    [
      ['ERR_SAN_ILLEGAL', 'e5', line.indexOf('e5')],
      ['ERR_SAN_SYNTAX', 'xyzzy', line.indexOf('xyzzy')],
      ['ERR_SAN_ILLEGAL', 'e4', line.lastIndexOf('e4')],
    ],
  )
})

test('toString() keeps the spelling of what was not changed', () => {
  const line = `${START} bm e2e4  Nf3; id "a;\\"b\\""; ce +007; eco B12`
  const epd = parseEpd(line)
  assert.equal(String(epd), `${line};`)
  epd.ops.set('bm', ['Nf3', 'd2d4', 'e4'])
  epd.ops.set('acd', [12])
  epd.ops.delete('ce')
  assert.equal(String(epd), `${START} bm Nf3 d4 e4; id "a;\\"b\\""; eco B12; acd 12;`)
  assert.deepEqual(sans(epd.bestMoves), ['Nf3', 'd4', 'e4'])
  epd.ops.set('bm', ['e5'])
  assert.throws(() => String(epd), { code: 'ERR_SAN_ILLEGAL' })
  assert.equal(epd.errors[0].code, 'ERR_SAN_ILLEGAL')
  assert.equal(String(parseEpd(`${KINGS} id "no end \r\n`)), `${KINGS} id "no end";`)
})

test('operations that users fill wrong are typed errors; toEpd() takes the Map of an Epd', () => {
  const start = `${START} bm e4; id "x";`
  assert.equal(toEpd(new Game().position, parseEpd(start).ops), start)
  for (const [opcode, wrong] of [
    ['bm', 'e3'],
    ['c9', 5],
    ['id', null],
    ['pv', undefined],
    ['id', 'text'],
  ]) {
    const epd = parseEpd(start)
    epd.ops.set(opcode, wrong)
    const expected = { code: 'ERR_EPD_OPERAND' }
    assert.throws(() => String(epd), expected, `${opcode} ${wrong}`)
    if (opcode === 'bm') assert.throws(() => epd.bestMoves, expected)
  }
  for (const wrong of [null, undefined, {}]) {
    const epd = parseEpd(start)
    epd.ops.set('id', [wrong])
    assert.throws(() => String(epd), { code: 'ERR_EPD_OPERAND' })
  }
})

test('toEpd() writes SAN, sorted sets of moves, lines, strings and numbers', () => {
  const game = new Game()
  game.move('e4')
  const black = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -'
  assert.equal(toEpd(game), black, 'no en passant without a capture')
  const ops = {
    bm: ['g8f6', 'e5'],
    am: 'a5',
    pv: ['e7e5', 'g1f3', 'Nc6'],
    id: 'a "b" \\',
    acd: 3,
    c1: ['x', 2.5],
    noop: [],
  }
  const text = toEpd(game.position, ops)
  assert.equal(
    text,
    `${black} bm Nf6 e5; am a5; pv e5 Nf3 Nc6; id "a \\"b\\" \\\\"; acd 3; c1 "x" 2.5; noop;`,
  )
  const read = parseEpd(text)
  assert.equal(read.id, 'a "b" \\')
  assert.deepEqual(sans(read.line), ['e5', 'Nf3', 'Nc6'])
  const capture = 'rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6'
  assert.equal(toEpd(`${capture} 0 3`, { hmvc: 0, fmvn: 3 }), `${capture} hmvc 0; fmvn 3;`)
  for (const [wrong, code] of [
    [{ '1a': 1 }, 'ERR_EPD_OPCODE'],
    [{ a234567890123456: 1 }, 'ERR_EPD_OPCODE'],
    [{ id: 'two\nlines' }, 'ERR_EPD_OPERAND'],
    [{ acd: Number.NaN }, 'ERR_EPD_OPERAND'],
    [{ acn: 1e21 }, 'ERR_EPD_OPERAND'],
    [{ hmvc: -1 }, 'ERR_EPD_OPERAND'],
    [{ fmvn: '3' }, 'ERR_EPD_OPERAND'],
    [{ c0: null }, 'ERR_EPD_OPERAND'],
    [{ bm: 'e4' }, 'ERR_SAN_ILLEGAL'],
    [{ bm: 5 }, 'ERR_ARGUMENT'],
    [['e4'], 'ERR_ARGUMENT'],
  ])
    assert.throws(() => toEpd(game, /** @type {any} */ (wrong)), { code }, JSON.stringify(wrong))
})

const FILE = `\ufeff# a suite
${MATE} bm Qxf7#; id "one";

% a comment
nonsense
   # indented
${START} bm e4; id "caf\u00e9";\r
${START} bm e5;`

test('readEpd() reads files in any pieces; an unreadable line is a record of its own', async () => {
  const bytes = new TextEncoder().encode(FILE)
  const latin = Uint8Array.from(FILE.replace('\ufeff', ''), sign => sign.charCodeAt(0))
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
  }
  const sources = [
    FILE,
    bytes,
    latin,
    new Blob([bytes]),
    new Blob([bytes]).stream(),
    pieces(),
    new Response(FILE),
  ]
  for (const source of sources) {
    const records = await all(readEpd(/** @type {any} */ (source)))
    assert.deepEqual(
      records.map(({ id }) => id),
      ['one', null, 'caf\u00e9', null],
    )
    const [, unread, , illegal] = records
    assert.deepEqual([unread.position, unread.fen, String(unread)], [null, null, 'nonsense'])
    assert.deepEqual(
      [unread.errors[0].code, unread.errors[0].line, unread.errors[0].column],
      ['ERR_EPD_FIELDS', 5, 1],
    )
    const [{ code, line, column }] = illegal.errors
    assert.deepEqual([code, line, column], ['ERR_SAN_ILLEGAL', 8, START.length + 5])
  }
})

test('readEpd() bounds lines, can be aborted, and refuses what is no source', async () => {
  const long = `${KINGS} c0 "${'x'.repeat(70_000)}";\n${KINGS} id "next";`
  const [first, second] = await all(readEpd(long))
  assert.deepEqual([first.position, first.errors[0].line, second.id], [null, 1, 'next'])
  const controller = new AbortController()
  const endless = (async function* () {
    for (;;) {
      yield `${KINGS}\n`
      await new Promise(resolve => setImmediate(resolve))
    }
  })()
  const reading = (async () => {
    let count = 0
    for await (const _ of readEpd(endless, { signal: controller.signal }))
      if (++count === 5) controller.abort()
  })()
  await assert.rejects(reading, { name: 'AbortError' })
  await assert.rejects(all(readEpd(/** @type {any} */ (5))), { code: 'ERR_ARGUMENT' })
  assert.throws(() => readEpd('', /** @type {any} */ ({ variant: 'chess2' })), { code: 'ERR_ARGUMENT' })
  assert.equal((await all(readEpd(''))).length, 0)
})

test('readEpd() lets the event loop turn, so that it can be aborted, whatever gives the records', async () => {
  const record = `${KINGS} id "p";\n`
  const most = 300_000
  function* pieces(/** @type {string} */ piece) {
    for (let i = 0; i < 10 * most; i++) yield piece
  }
  const stream = new ReadableStream({
    pull: controller => controller.enqueue(new TextEncoder().encode(record)),
  })
  for (const source of [
    record.repeat(most),
    new Blob([record.repeat(most)]),
    pieces(record),
    pieces(''),
    stream,
  ]) {
    const controller = new AbortController()
    setImmediate(() => controller.abort())
    await assert.rejects(all(readEpd(source, { signal: controller.signal })), { name: 'AbortError' })
  }
})

/** Answers as an engine: the first legal move, after a turn of the event loop. */
const firstMove = () => {
  const asked = []
  return {
    asked,
    async bestMove(position, limits, { signal }) {
      asked.push([position.fen, limits])
      await new Promise(resolve => setImmediate(resolve))
      signal?.throwIfAborted()
      const move = position.legalMoves('uci')[0] ?? null
      return { move, ponder: null, lines: [], info: null }
    },
  }
}

test('runEpd() says which positions are solved', async () => {
  const [first] = new Game().legalMoves('uci')
  const records = [
    parseEpd(`${START} bm ${first} e4;`),
    parseEpd(`${START} bm e4;`),
    parseEpd(`${START} am e4;`),
    parseEpd(`${START} am ${first};`),
    parseEpd(`${START} bm ${first}; am ${first};`),
    parseEpd(`${START} id "no question";`),
    parseEpd(`${START} bm e5;`),
    parseEpd('7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8;'),
    ...(await all(readEpd('unreadable'))),
  ]
  const engine = firstMove()
  const progress = []
  const limits = { depth: 3 }
  const options = {
    engine: /** @type {any} */ (engine),
    limits,
    onProgress: given => progress.push({ ...given }),
  }
  const results = await all(runEpd(records, options))
  assert.deepEqual(
    results.map(({ solved }) => solved),
    [true, false, true, false, false, false, false, false],
  )
  assert.deepEqual(
    results.map(({ epd }) => epd),
    records.slice(0, -1),
  )
  assert.equal(results[7].move, null)
  assert.deepEqual(engine.asked[0], [`${START} 0 1`, limits])
  assert.deepEqual(progress.at(-1), { done: 8, total: 8 })
  const streamed = await all(runEpd(readEpd(FILE), { engine: /** @type {any} */ (firstMove()) }))
  assert.equal(streamed.length, 3)
})

test('runEpd() can be aborted, and names wrong arguments', async () => {
  const controller = new AbortController()
  const engine = /** @type {any} */ (firstMove())
  const records = Array.from({ length: 5 }, () => parseEpd(START))
  const seen = []
  const run = (async () => {
    for await (const result of runEpd(records, { engine, signal: controller.signal })) {
      seen.push(result)
      controller.abort()
    }
  })()
  await assert.rejects(run, { code: 'ERR_UCI_CANCELLED' })
  assert.equal(seen.length, 1)
  assert.throws(() => runEpd(records, /** @type {any} */ ({})), { code: 'ERR_ARGUMENT' })
  assert.throws(() => runEpd(/** @type {any} */ (['x']), { engine }), { code: 'ERR_ARGUMENT' })
  assert.throws(() => runEpd(records, { engine, limits: { infinite: true } }), { code: 'ERR_ARGUMENT' })
})
