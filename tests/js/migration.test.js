// SPDX-License-Identifier: Apache-2.0
// The tables of web/docs/migration.md, old → new: each row is run, both sides where the old one is a
// package of npm, and compared by its result and by the position after it.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as binbo from 'binbo'
import { Book } from 'binbo/book'
import { parseEpd, toEpd } from 'binbo/epd'
import { fileBytes, loadPgnFile, processTransport, tablebaseFolder } from 'binbo/node'
import { parsePgn } from 'binbo/pgn'
import { boardSvg } from 'binbo/svg'
import { Tablebase } from 'binbo/tablebase'
import { Engine, UciGame } from 'binbo/uci'
import { Chess, validateFen } from 'chess.js'
import * as chessops from 'chessops'
import { perft } from 'chessops/debug'
import { makeFen, parseFen } from 'chessops/fen'
import * as chessopsPgn from 'chessops/pgn'
import { makeSan, makeSanVariation, parseSan } from 'chessops/san'
import { setupPosition } from 'chessops/variant'
import { compressedSizes } from '../../js/tools/size.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const text = readFileSync(`${root}web/docs/migration.md`, 'utf8')

const FEN = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4'
const PGN = '[White "Anna"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'
/** Where the questions are asked: an opening, mate, stalemate. */
const LINES = [
  { moves: ['e4', 'e5'] },
  { moves: ['f3', 'e5', 'g4', 'Qh4#'] },
  { fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', moves: [] },
]
/** And how a game ends: also bare kings; of libraries with history, a repetition and the end of 50 moves. */
const BARE_KINGS = { fen: '7k/8/6K1/8/8/8/8/8 w - - 0 1', moves: [] }
const DRAWS_OF_HISTORY = [
  { moves: ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8'] },
  { fen: '7k/8/6K1/8/8/8/8/R7 w - - 99 80', moves: ['Rb1'] },
]

/**
 * The rows of all tables with this heading.
 * @param {string} heading of the first column
 * @returns {[old: string, now: string][]}
 */
function rowsOf(heading) {
  const tables = [
    ...text.matchAll(new RegExp(`^\\| ${heading} \\| binbo \\|\n\\|---\\|---\\|\n((?:\\|.*\\|\n)+)`, 'gm')),
  ]
  assert.ok(tables.length > 0, heading)
  const cells = (/** @type {string} */ row) =>
    row
      .slice(1, -1)
      .split(' | ')
      .map(cell => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code).join('\n'))
  const rows = tables.flatMap(([, body]) => body.trim().split('\n').map(cells))
  for (const row of rows) assert.equal(row.length, 2, row.join(' | '))
  return /** @type {[string, string][]} */ (rows)
}

/**
 * @param {string} code an expression
 * @param {Record<string, unknown>} names in its scope
 */
const run = (code, names) =>
  new Function(...Object.keys(names), `return (async () => (${code}))()`)(...Object.values(names))

const COLOR_WORDS = { w: 'white', b: 'black' }
const PIECES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' }

/**
 * Results in one form: words for colors and pieces, SAN for moves, lists in order, null for nothing.
 * @param {unknown} value
 * @returns {unknown}
 */
function plain(value) {
  if (value === undefined || value === null || value === false) return null
  if (typeof value === 'string') return Object.hasOwn(COLOR_WORDS, value) ? COLOR_WORDS[value] : value
  if (Array.isArray(value)) {
    const list = value.map(plain)
    return list.every(item => typeof item === 'string') ? list.toSorted() : list
  }
  if (typeof value !== 'object') return value
  const { san, from, color, type, role, square } = /** @type {any} */ (value)
  if (san && from) return san
  const name = role ?? (type && (PIECES[type] ?? type))
  if (name && color && !square) return { color: plain(color), type: name }
  return value
}

/** What the two libraries give in forms of their own; `how` makes both comparable. */
const HOW = new Map([
  // The moves and changes of a game: the position after them says that they did the same.
  ...[
    'new Chess()',
    'new Chess(fen)',
    'Chess.default()',
    'Chess.fromSetup(parseFen(fen).unwrap()).unwrap()',
    "setupPosition('atomic', parseFen(fen).unwrap()).unwrap()",
    'pos.clone()',
  ].map(code => [code, fenOf]),
  ...[
    'chess.load(fen)',
    'chess.reset()',
    "chess.move('Nf3')",
    "chess.move('g1f3')",
    "chess.move({ from: 'g1', to: 'f3' })",
    'chess.loadPgn(pgn)',
    "pos.play(parseUci('g1f3'))",
    "pos.play(parseSan(pos, 'Nf3'))",
  ].map(code => [code, () => 'by the position after it']),
  ["chess.put({ type: 'q', color: 'w' }, 'd4')", (/** @type {any} */ board) => fenOf(board).split(' ')[0]],
  ['chess.clear()', (/** @type {any} */ board) => fenOf(board).split(' ')[0]],
  [
    "chess.getCastlingRights('w')",
    (/** @type {string | { k: boolean, q: boolean }} */ rights) =>
      typeof rights === 'string' ? { k: rights.includes('K'), q: rights.includes('Q') } : rights,
  ],
  ['chess.board()', boardOf],
  [
    'chess.ascii()',
    (/** @type {string} */ text) =>
      text
        .match(/(?<=\| ?)[\w. |]+(?=\|)/g)
        ?.join('')
        .replace(/[^\w]/g, ''),
  ],
  ['chess.pgn()', withoutLineBreaks],
  ["chess.setHeader('White', 'Anna')", (/** @type {any} */ headers) => headers.White ?? headers.get('White')],
  ["makeSanVariation(pos, [parseUci('g1f3'), parseUci('b8c6')])", sansOf],
  [
    'parsePgn(pgn)',
    (/** @type {any[]} */ games) =>
      games.map(game => [...(game.moves ?? game).mainline()].map(({ san }) => san)),
  ],
  [
    'makePgn(parsePgn(pgn)[0])',
    (/** @type {string} */ text) => withoutLineBreaks(text).replace(/\[.*\] /, ''),
  ],
])

/** @param {any} value a Chess, a Setup, a position of chessops, or a Game */
function fenOf(value) {
  if (value.toSetup) return makeFen(value.toSetup())
  if (value.toFen) return value.toFen({ enPassant: 'legal' })
  return typeof value.fen === 'function' ? value.fen() : value.fen
}

/** @param {any[]} board by rank, or a list of pieces */
function boardOf(board) {
  if (board.length === 8 && Array.isArray(board[0]))
    return board
      .flat()
      .filter(Boolean)
      .map(({ square, type, color }) => [square, COLOR_WORDS[color], PIECES[type]].join())
      .toSorted()
  return board.map(piece => piece.join()).toSorted()
}

/** @param {string} text */
function withoutLineBreaks(text) {
  return text.trim().replace(/\s+/g, ' ')
}

/** @param {string | string[]} line */
function sansOf(line) {
  return typeof line === 'string' ? line.replace(/\d+\.+ /g, '').split(' ') : line
}

/**
 * @param {string} heading
 * @param {(line: { fen?: string, moves: string[] }) => Record<string, any>} old its names
 * @param {(names: Record<string, any>) => string} oldFen
 * @param {typeof LINES} ends that both sides know
 */
async function compare(heading, old, oldFen, ends) {
  for (const [before, now] of rowsOf(heading)) {
    const how = HOW.get(before) ?? plain
    const isChange = how !== plain || /'[a-h]|undo/.test(before)
    const isEnd = /\.(is[A-Z]|outcome)/.test(before) && !isChange
    const lines = isChange ? LINES.slice(0, 1) : isEnd ? [...LINES, ...ends] : LINES
    for (const line of lines) {
      const game = new binbo.Game({ ...(line.fen && { fen: line.fen }) })
      game.playMoves(line.moves)
      const theirs = old(line)
      const ours = { ...binbo, parsePgn, game, fen: FEN, pgn: PGN }
      if (/Header/.test(before)) {
        theirs.chess.setHeader('White', 'Ben')
        game.headers.set('White', 'Ben')
      }
      const answer = await run(before, theirs)
      const left = /\.put|clear/.test(before) ? theirs.chess : answer // they change the board
      const right = await run(now, ours)
      const text = `${before} → ${now} after ${line.moves.join(' ')}`
      assert.deepEqual(how(right), how(left), text)
      if (/put|remove|clear/.test(before)) continue // a Setup is a board of its own
      assert.equal(game.toFen({ enPassant: 'legal' }), oldFen(theirs), text)
    }
  }
}

test('each row of the tables from chess.js does the same on both sides', async () => {
  await compare(
    'chess.js',
    ({ fen, moves }) => {
      const chess = new Chess(fen)
      for (const move of moves) chess.move(move)
      return { Chess, validateFen, chess, fen: FEN, pgn: PGN }
    },
    ({ chess }) => chess.fen(),
    [BARE_KINGS, ...DRAWS_OF_HISTORY],
  )
})

test('each row of the tables from chessops does the same on both sides', async () => {
  const names = {
    ...chessops,
    ...chessopsPgn,
    makeFen,
    parseFen,
    makeSan,
    makeSanVariation,
    parseSan,
    setupPosition,
    perft,
  }
  await compare(
    'chessops',
    ({ fen, moves }) => {
      const pos = fen ? chessops.Chess.fromSetup(parseFen(fen).unwrap()).unwrap() : chessops.Chess.default()
      for (const move of moves) pos.play(parseSan(pos, move))
      return { ...names, pos, fen: FEN, pgn: PGN }
    },
    ({ pos }) => makeFen(pos.toSetup()),
    [BARE_KINGS],
  )
})

/** What the right side of each row gives, as the Erlang function does; `game` is at its start. */
const START = binbo.START_FEN
const CONTINUE = { over: false, type: 'continue' }
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
const ERLANG = {
  'binbo:new_server()\nbinbo:new_game(Pid)': ({ value }) => assert.equal(value.fen, START),
  'binbo:new_server(#{idle_timeout => 60000, onterminate => {Fun, Arg}})': ({ value, told }) => {
    assert.equal(value.options.idleTimeout, 60_000)
    value.stop()
    assert.deepEqual(told, ['stopped'])
  },
  'binbo:set_server_options(Pid, #{idle_timeout => 1000})': ({ game }) =>
    assert.equal(game.options.idleTimeout, 1000),
  'binbo:get_server_options(Pid)': ({ value }) => assert.equal(value.idleTimeout, Number.POSITIVE_INFINITY),
  'binbo:new_game(Pid, Fen)': ({ value, game }) => {
    assert.deepEqual(value, CONTINUE)
    assert.equal(game.fen, FEN)
  },
  'binbo:move(Pid, <<"e2e4">>)': movedPawn,
  'binbo:san_move(Pid, <<"e4">>)': movedPawn,
  'binbo:index_move(Pid, 12, 28)': movedPawn,
  'binbo:all_legal_moves(Pid)': ({ value }) => {
    assert.equal(value.length, 20)
    assert.ok(value.some(([from, to]) => from === 12 && to === 28))
  },
  'binbo:all_legal_moves(Pid, bin)': ({ value }) => assert.ok(value.length === 20 && value.includes('e2e4')),
  'binbo:all_legal_moves(Pid, count)': ({ value }) => assert.equal(value, 20),
  'binbo:game_status(Pid)': ({ value }) => assert.deepEqual(value, CONTINUE),
  'binbo:get_fen(Pid)': ({ value }) => assert.equal(value, START),
  'binbo:side_to_move(Pid)': ({ value }) => assert.equal(value, 'white'),
  'binbo:get_pieces_list(Pid, notation)': ({ value }) => {
    assert.deepEqual(
      [value[0], value.at(-1)],
      [
        ['h8', 'black', 'rook'],
        ['a1', 'white', 'rook'],
      ],
    )
  },
  'binbo:get_pieces_list(Pid, index)': ({ value }) => {
    assert.deepEqual(
      [value[0], value.at(-1)],
      [
        [63, 'black', 'rook'],
        [0, 'white', 'rook'],
      ],
    )
  },
  'binbo:print_board(Pid, [unicode, flip])': ({ printed }) => {
    assert.ok(printed.indexOf('♖') < printed.indexOf('♜'), 'White above')
    assert.match(printed, /Side to move: White/)
  },
  'binbo:game_draw(Pid, agreed)': ({ game }) =>
    assert.deepEqual(game.status, { over: true, type: 'draw', reason: 'manual', detail: 'agreed' }),
  'binbo:set_game_winner(Pid, white, timeout)': ({ game }) =>
    assert.deepEqual(game.status, {
      over: true,
      type: 'winner',
      winner: 'white',
      reason: 'manual',
      detail: 'timeout',
    }),
  'binbo:game_state(Pid)': ({ value, game }) => assert.equal(binbo.Game.fromState(value).fen, game.fen),
  'binbo:set_game_state(Pid, State)': ({ game }) => assert.equal(game.fen, AFTER_E4),
  'binbo:load_pgn(Pid, Pgn)': ({ game }) => assert.equal(game.status.type, 'checkmate'),
  'binbo:load_pgn_file(Pid, File)': ({ value }) => assert.equal(value.status.type, 'checkmate'),
  'binbo:stop_server(Pid)': ({ game }) => assert.equal(game.stopped, true),
}

/** @param {any} result */
function movedPawn({ value, game }) {
  assert.deepEqual(value, CONTINUE)
  assert.equal(game.fen, AFTER_E4)
}

/** The same for a game with an engine, one after the other on one game. */
const ERLANG_UCI = {
  'binbo:new_uci_game(Pid, #{engine_path => Path})': ({ value }) => {
    assert.equal(value.fen, START)
    assert.match(value.engine.id.name, /Stockfish/)
  },
  'binbo:uci_bestmove(Pid, #{movetime => 100})': ({ value, uci }) => {
    assert.ok(uci.legalMoves('uci').includes(value))
    assert.equal(uci.ply, 0, 'a hint')
  },
  'binbo:uci_play(Pid, #{movetime => 100}, <<"e2e4">>)': ({ value, uci }) => {
    assert.equal(uci.moves[0].uci, 'e2e4')
    assert.equal(uci.moves[1].uci, value.engineMove)
  },
  'binbo:uci_play(Pid, #{movetime => 100})': ({ value, uci }) => {
    assert.equal(uci.ply, 3, 'the engine moves for the other side')
    assert.equal(uci.lastMove.uci, value.engineMove)
  },
  'binbo:uci_set_position(Pid, Fen)': ({ uci }) => assert.equal(uci.fen, FEN),
  'binbo:uci_sync_position(Pid)': ({ lines }) => assert.ok(lines.length === 0, 'no answer to a position'),
  'binbo:uci_command_cast(Pid, "ucinewgame")': ({ value }) => assert.equal(value, undefined),
  'binbo:set_uci_handler(Pid, Handler)': async ({ uci, lines }) => {
    await uci.bestMove({ depth: 1 })
    assert.ok(lines.some(line => line.startsWith('bestmove')))
  },
  'binbo:uci_mode(Pid)': ({ value }) => assert.equal(value, undefined),
}

test('each row of the tables from Erlang does what its function does', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-migration-'))
  const file = join(folder, 'game.pgn')
  writeFileSync(file, PGN)
  const rows = rowsOf('Erlang')
  const checks = { ...ERLANG, ...ERLANG_UCI }
  assert.deepEqual(
    new Set(rows.map(([before]) => before)),
    new Set(Object.keys(checks)),
    'a check for each row',
  )
  const engine = processTransport('/usr/games/stockfish')
  const lines = []
  const uci = { game: /** @type {any} */ (null) }
  t.after(() => {
    uci.game?.stop()
    rmSync(folder, { recursive: true })
  })
  const other = new binbo.Game()
  other.move('e2e4')
  for (const [before, now] of rows) {
    const game = new binbo.Game()
    const told = []
    const printed = []
    t.mock.method(console, 'log', text => printed.push(text))
    const names = {
      ...binbo,
      UciGame,
      loadPgnFile,
      game,
      uci: uci.game,
      engine,
      file,
      fen: FEN,
      pgn: PGN,
      state: other.state(),
      onTerminate: (_, reason) => told.push(reason),
      handler: line => lines.push(line),
    }
    const value = await run(now, names)
    t.mock.restoreAll()
    if (before.startsWith('binbo:new_uci_game')) uci.game = value
    await checks[before]({ value, game, told, lines, uci: uci.game, printed: printed.join('\n') })
  }
})

/** @param {any} result */
function isFalse({ value }) {
  assert.equal(value, false)
}

/** What the right side of each row gives, as python-chess does; `game` is at its start. */
const PYTHON = {
  'chess.Board()': ({ value }) => assert.equal(value.fen, START),
  'chess.Board(fen)': ({ value }) => assert.equal(value.fen, FEN),
  'board.push_uci("e2e4")': movedPawn,
  'board.push_san("e4")': movedPawn,
  'board.pop()': ({ value }) => assert.equal(value, null, 'nothing to take back'),
  '[move.uci() for move in board.legal_moves]': ({ value }) => assert.equal(value.length, 20),
  'board.san(chess.Move.from_uci("g1f3"))': ({ value }) => assert.equal(value, 'Nf3'),
  'chess.Move.from_uci("g1f3") in board.legal_moves': ({ value }) => assert.equal(value, true),
  'board.fen()': ({ value }) => assert.equal(value, START),
  'board.turn == chess.WHITE': ({ value }) => assert.equal(value, true),
  'board.piece_at(chess.E1)': ({ value }) => assert.deepEqual(value, { color: 'white', type: 'king' }),
  'board.is_check()': ({ value }) => assert.equal(value, false),
  'board.outcome()': ({ value }) => assert.deepEqual(value, CONTINUE),
  'board.is_checkmate()': isFalse,
  'board.is_stalemate()': isFalse,
  'board.is_insufficient_material()': isFalse,
  'board.is_game_over()': isFalse,
  'board.can_claim_threefold_repetition()': isFalse,
  'board.can_claim_fifty_moves()': isFalse,
  'board.has_insufficient_material(chess.WHITE)': isFalse,
  'board.legal_moves.count()': ({ value }) => assert.equal(value, 20),
  'board.fullmove_number': ({ value }) => assert.equal(value, 1),
  'board.halfmove_clock': ({ value }) => assert.equal(value, 0),
  'board.king(chess.WHITE)': ({ value }) => assert.equal(value, 'e1'),
  'board.piece_map()': ({ value }) => assert.equal(value.length, 32),
  'board.attackers(chess.WHITE, chess.F3)': ({ value }) =>
    assert.deepEqual(value.toSorted(), ['e2', 'g1', 'g2']),
  'board.is_attacked_by(chess.WHITE, chess.F3)': ({ value }) => assert.equal(value, true),
  'board.is_pinned(chess.WHITE, chess.E2)': isFalse,
  'board.move_stack': ({ value }) => assert.deepEqual(value, []),
  'board.copy()': ({ value, game }) => assert.ok(value !== game && value.fen === START),
  'board.set_fen(fen)': ({ game }) => assert.equal(game.fen, FEN),
  'board.reset()': ({ game }) => assert.equal(game.fen, START),
  'str(board)': ({ value }) => assert.match(value, /r \| n \| b/),
  'chess.Board(fen).is_valid()': ({ value }) => assert.equal(value, true),
  'chess.Board(fen, chess960=True)': ({ value }) => assert.equal(value.options.variant, 'chess960'),
  'chess.variant.AtomicBoard()': ({ value }) => assert.equal(value.options.variant, 'atomic'),
  'board.can_claim_draw()': ({ value }) => assert.equal(value, false),
  // The key of the start position in the description of Polyglot's format.
  'chess.polyglot.zobrist_hash(board)': ({ value }) => assert.equal(value, 0x463b96181691fc9cn),
  'chess.syzygy.open_tablebase(folder).probe_wdl(ending)': ({ value }) => assert.equal(value, 2),
  'chess.polyglot.open_reader(book).find_all(board)': ({ value }) =>
    assert.deepEqual(value, [{ uci: 'e2e4', san: 'e4', weight: 2, learn: 0 }]),
  'chess.Board.from_epd(line)': ({ value }) => assert.deepEqual([value.fen, value.id], [START, 'start']),
  'board.epd(bm=[move], id="first")': ({ value }) =>
    assert.equal(value, `${START.slice(0, -4)} bm e4; id "first";`),
  'chess.svg.board(board, lastmove=move, size=350)': ({ value }) =>
    assert.match(value, /^<svg [^>]*width="350".*<\/svg>$/),
  'chess.pgn.read_game(open(path))': ({ value }) => assert.equal(value.ply, 7),
  'chess.engine.SimpleEngine.popen_uci(path)': async ({ value }) => {
    assert.match(value.id.name, /Stockfish/)
    await value.quit()
  },
}

test('each row of the table from python-chess does what its left side does', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-migration-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'game.pgn')
  writeFileSync(file, PGN)
  const book = join(folder, 'book.bin')
  writeFileSync(book, await (await Book.fromGames(parsePgn(PGN), { maxPly: 1 })).bytes())
  const rows = rowsOf('python-chess')
  assert.deepEqual(rows.map(([before]) => before).toSorted(), Object.keys(PYTHON).toSorted())
  for (const [before, now] of rows) {
    const game = new binbo.Game({ draws: 'claim' })
    const names = {
      ...binbo,
      Engine,
      boardSvg,
      Book,
      book,
      fileBytes,
      Tablebase,
      tablebaseFolder,
      parseEpd,
      toEpd,
      line: `${START.slice(0, -4)} id "start";`,
      processTransport,
      loadPgnFile,
      game,
      fen: FEN,
      ending: '8/8/8/8/8/3k4/8/K3R3 w - - 0 1',
      folder: join(root, 'tests/data/syzygy'),
      file,
      path: '/usr/games/stockfish',
    }
    await PYTHON[before]({ value: await run(now, names), game })
  }
})

test('the whole program prints the same with chess.js, chessops and binbo', t => {
  const folder = mkdtempSync(join(root, 'build', 'migration-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/binbo'))
  const programs = [...text.matchAll(/^```javascript\n\/\/ (replay-[\w-]+\.js)\n([\s\S]*?)^```$/gm)]
  assert.equal(programs.length, 3)
  for (const [, name, code] of programs) writeFileSync(join(folder, name), code)
  const runs = [
    { moves: 'e4 e5 Qh5 Ke7 Qxe5 Nf6', printed: /^refused: Nf6\n.* b .*\nWhite wins by checkmate\.\n$/ },
    { moves: 'e4 Ke7 d5', printed: /^refused: Ke7\n.* w KQkq - 0 2\n31 legal moves\n$/ },
  ]
  for (const { moves, printed } of runs)
    for (const [, name] of programs)
      assert.match(
        execFileSync(process.execPath, ['--preserve-symlinks', name, ...moves.split(' ')], {
          cwd: folder,
          encoding: 'utf8',
        }),
        printed,
        name,
      )
})

test('the sizes beside each other are those of the packages', async t => {
  const folder = mkdtempSync(join(root, 'build', 'migration-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const sizeOf = async (/** @type {string} */ code) => {
    writeFileSync(join(folder, 'entry.js'), code)
    return (await compressedSizes(join(folder, 'entry.js'))).gzip
  }
  const parts = ['', '/fen', '/san', '/pgn', '/variant'].map(part => `export * from 'chessops${part}'\n`)
  const sizes = {
    'chess.js': await sizeOf("export * from 'chess.js'"),
    chessops: await sizeOf(parts.join('')),
    '`binbo/chess.js`': (await compressedSizes(`${root}dist/chess-js.js`)).gzip,
    '`binbo`': (await compressedSizes(`${root}dist/index.js`)).gzip,
  }
  for (const [name, bytes] of Object.entries(sizes)) {
    const kilobytes = new RegExp(`^\\| ${name}[^|]*\\|[^|]*\\| (\\d+) kB \\|`, 'm').exec(text)?.[1]
    assert.ok(
      Math.abs(Number(kilobytes) * 1000 - bytes) <= 1000,
      `${name}: ${kilobytes} kB, in fact ${bytes} B`,
    )
  }
})
