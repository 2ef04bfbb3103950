// SPDX-License-Identifier: Apache-2.0
// All that takes a stranger's text takes linear time, whatever the text is: a row for each function, method and wire.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { programFault } from '#js/node/bridge/try-program.js'
import { ErrorTail } from '#js/node/transports/program.js'
import { decodeEvent } from '#js/session/codec.js'
import { LineSplitter } from '#js/uci/text/lines.js'
import { dist } from './support/binbo.js'
import { filterOf } from './support/command-filter.js'
import { namesOf, WITHOUT_TEXT } from './support/entry-names.js'
import { lawOf } from './support/hostile-text.js'
import { SERVED, scriptedEngine, scriptedServer } from './support/scripted-wires.js'
import { Played } from './support/sessions.js'

const ENTRIES =
  'index pgn openings compact database book epd svg tablebase uci match session chess-js node server'.split(
    ' ',
  )
/** @type {Record<string, any>} */
const entries = {}
for (const name of ENTRIES) entries[name] = await import(pathToFileURL(`${dist}${name}.js`).href)
const {
  ChessError,
  Game,
  Position,
  Setup,
  START_FEN,
  chess960Fen,
  isSquare,
  perft,
  validateFen,
  variantName,
} = entries.index
const { parsePgn, readPgn, validatePgn, PgnGame } = entries.pgn
const { openDatabase } = entries.database
const { Engine, EnginePool, UciGame, Score } = entries.uci
const { Chess } = entries['chess-js']
const { GameHost, MemoryStore } = entries.server
const { connectGames, endText, eventFor, foldSession, reduceSession } = entries.session

const FEN = ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', '4k3/8/8/8/8/8/8/4K3[', 'a/a/a/a/a/a/a/b w ']
const PGN = ['1. e4 ', '1. e4 {', '1. e4 (', '[Event "', '[FEN "', 'a/a/a/a/a/a/a/b w ']
const MOVE = ['Nf3', 'e', 'e2e4', 'O-O']
const EPD = ['4k3/8/8/8/8/8/8/4K3 w - - id "']

const { match } = entries
const game = new Game()
const { position } = game
const drain = async source => {
  for await (const _ of source);
}
const ANY = { id: 'a', name: 'A' }
const database = await openDatabase()
await database.add('[White "Bó"]\n[Site "x"]\n\n1. e4 e5 2. Nf3 *\n\n1. d4 *')
const scratch = await openDatabase()
const book = await entries.book.Book.fromGames(parsePgn('1. e4 *'), { minGames: 1 })
const tables = await entries.tablebase.Tablebase.open(new Map())
const store = new MemoryStore()
const host = new GameHost({ store })
const node = () => new PgnGame().root
const withEngine = async (says, use = engine => engine.bestMove(START_FEN, { depth: 1 })) => {
  const engine = await Engine.start(scriptedEngine(says), { restart: false })
  try {
    await use(engine)
  } finally {
    await engine.quit()
  }
}
const engine = await Engine.start(scriptedEngine({}))
const pool = new EnginePool(() => scriptedEngine({}), { size: 1 })
const uciGame = await UciGame.create({ engine })
const listening = scriptedServer(say =>
  say(JSON.stringify({ type: 'welcome', user: ANY, token: 't', now: 1, limits: {} })),
)
const client = connectGames('ws://127.0.0.1:1', { WebSocket: listening })
const link = client.open('g')
after(async () => {
  client.close()
  await Promise.all([engine.quit(), pool.close(), database.close(), scratch.close()])
  await host.drain()
  await store.close()
})

/** @param {(text: string) => object} message of a server, besides those of a good one */
const served = message => text => {
  const talk = say => {
    say(JSON.stringify({ type: 'welcome', user: ANY, token: 't', now: 1, limits: {} }))
    const sent = message(text)
    for (const one of Array.isArray(sent) ? sent : [sent])
      say(typeof one === 'string' ? one : JSON.stringify(one))
  }
  const client = connectGames('ws://127.0.0.1:1', { WebSocket: scriptedServer(talk) })
  client.open('g')
  return new Promise(resolve => setImmediate(resolve)).then(() => client.close())
}
const [created, started] = SERVED.events
/** @param {(text: string) => object} fields of a command that creates a game */
const create = fields => text =>
  reduceSession(null, { type: 'create', game: 'g', by: ANY, ...fields(text) }, 1)
const played = new Played()
const command = fields => text =>
  reduceSession(played.state, { by: { id: 'alice' }, type: 'move', ...fields(text) }, played.now)

const PUZZLE = ['1,6k1/1p3ppp/8/8/8/8/5PPP/R2R2K1 b - - 0 1,b7b6 a1a8,650,,,,', '"', '1,']
const { value: puzzle } = await entries.epd.readPuzzles(PUZZLE[0]).next()

/** By what they belong to: [name, what its valid texts begin with, call]. @type {[string, string[], (text: string) => unknown][]} */
const ROWS = [
  // binbo
  ['index.ChessError', [], text => new ChessError('ERR_ARGUMENT', text, { input: text }).message],
  ['index.Game', FEN, fen => new Game({ fen })],
  ['index.Game', ['chess'], variant => new Game({ variant })],
  ['index.Game.newGame', FEN, text => game.newGame(text)],
  ['index.Game.move', MOVE, text => game.move(text)],
  ['index.Game.sanMove', MOVE, text => game.sanMove(text)],
  ['index.Game.indexMove', ['q'], text => game.indexMove(12, 28, text)],
  ['index.Game.tryMove', MOVE, text => game.tryMove(text)],
  ['index.Game.playMoves', MOVE, text => game.playMoves([text])],
  ['index.Game.playMoves', ['e4 '], text => game.clone().playMoves(text.split(' '))],
  ['index.Game.draw', [], text => new Game().draw(text)],
  ['index.Game.setWinner', ['white'], text => new Game().setWinner(text)],
  ['index.Game.setWinner', [], text => new Game().setWinner('white', text)],
  ['index.Game.flag', ['white'], text => new Game().flag(text)],
  ['index.Game.loadPgn', PGN, text => new Game().loadPgn(text)],
  ['index.Game.headers', ['White'], text => withHeader(new Game(), text, 'x')],
  ['index.Game.headers', [], text => withHeader(new Game(), 'White', text)],
  ['index.Game.toFen', [], text => game.toFen({ enPassant: text })],
  ['index.Game.legalMoves', ['a1'], text => game.legalMoves('san', { from: text })],
  ['index.Game.legalMoves', ['s'], text => game.legalMoves(text)],
  ['index.Game.isLegal', MOVE, text => game.isLegal(text)],
  ['index.Game.line', MOVE, text => game.line([text])],
  ['index.Game.promotes', ['e7'], text => game.promotes(text, text)],
  ['index.Game.pieceAt', ['e7'], text => game.pieceAt(text)],
  ['index.Game.king', ['white'], text => game.king(text)],
  ['index.Game.attackers', ['e7'], text => game.attackers(text, 'white')],
  ['index.Game.isAttacked', ['e7'], text => game.isAttacked(text, 'white')],
  ['index.Game.pinned', ['white'], text => game.pinned(text)],
  ['index.Game.hasMatingMaterial', ['white'], text => game.hasMatingMaterial(text)],
  ['index.Game.canWin', ['white'], text => game.canWin(text)],
  ['index.Game.isDead', ['low'], text => game.isDead({ effort: text })],
  ['index.Game.helpmate', ['white'], text => game.helpmate(text)],
  ['index.Game.board', [], text => game.board({ empty: text })],
  ['index.Position.from', FEN, text => Position.from(text)],
  ['index.Position.play', MOVE, text => position.play(text)],
  ['index.Position.equals', FEN, text => position.equals(text)],
  ['index.Setup', FEN, text => new Setup(text)],
  ['index.Setup', ['k'], text => new Setup({ a1: text })],
  ['index.Setup.put', ['k'], text => new Setup().put('a1', text)],
  ['index.Setup.put', ['e1'], text => new Setup().put(text, 'K')],
  ['index.Setup.remove', ['e1'], text => new Setup().remove(text)],
  ['index.Setup.pieceAt', ['e1'], text => new Setup().pieceAt(text)],
  ['index.Setup.sideToMove', ['w'], text => Object.assign(new Setup(START_FEN), { sideToMove: text }).fen],
  ['index.Setup.castling', ['KQ'], text => Object.assign(new Setup(START_FEN), { castling: text }).fen],
  ['index.Setup.enPassant', ['e'], text => Object.assign(new Setup(START_FEN), { enPassant: text }).fen],
  ['index.Setup.problems', ['chess'], text => new Setup(START_FEN).problems({ variant: text })],
  ['index.Setup.toGame', ['chess'], text => new Setup(START_FEN).toGame({ variant: text })],
  ['index.chess960Fen', ['1'], text => chess960Fen(text)],
  ['index.isSquare', ['e'], isSquare],
  ['index.perft', FEN, text => perft(text, 1)],
  ['index.validateFen', FEN, text => validateFen(text)],
  ['index.variantName', ['chess', 'three'], text => variantName(text)],
  // binbo/pgn
  ['pgn.parsePgn', PGN, text => parsePgn(text)],
  ['pgn.parsePgn', PGN, text => parsePgn(text)[0]?.toString()],
  ['pgn.parsePgn', PGN, text => parsePgn(text)[0]?.toJSON()],
  ['pgn.parsePgn', PGN, text => parsePgn(text, { locale: 'auto' })],
  ['pgn.parsePgn', ['K'], text => parsePgn('1. e4', { reaches: { material: text } })],
  ['pgn.readPgn', PGN, text => drain(readPgn(text))],
  ['pgn.readPgn', PGN, text => drain(readPgn([text.slice(0, 9), text.slice(9)]))],
  ['pgn.validatePgn', PGN, text => validatePgn(text)],
  ['pgn.PgnGame', FEN, fen => new PgnGame({ fen })],
  ['pgn.PgnGame', [], text => new PgnGame({ headers: [['White', text]] }).toString()],
  ['pgn.PgnGame', ['White'], text => new PgnGame({ headers: [[text, 'x']] }).toString()],
  ['pgn.PgnGame.result', ['1-0'], text => Object.assign(new PgnGame(), { result: text })],
  [
    'pgn.PgnNode.comments',
    [],
    text => String(Object.assign(new PgnGame().root, { comments: [text] }).toGame()),
  ],
  ['pgn.PgnNode.comments', ['[%csl Ra1] '], text => commented(text).toString()],
  ['pgn.PgnNode.startingComments', ['[%csl Ra1] '], text => commented(text, 'startingComments').toString()],
  [
    'pgn.PgnNode.arrows',
    ['a1'],
    text => Object.assign(node(), { arrows: [{ from: text, to: 'a1', color: text }] }),
  ],
  [
    'pgn.PgnNode.squares',
    ['a1'],
    text => Object.assign(node(), { squares: [{ square: text, color: 'red' }] }),
  ],
  ['pgn.PgnNode.eval', ['cp'], text => Object.assign(node(), { eval: { kind: text, value: 1 } })],
  ['pgn.PgnGame.header', ['White'], text => new PgnGame().header(text)],
  [
    'pgn.PgnGame.fromJSON',
    ['1. e4 {', '(', '[A "'],
    pgn => PgnGame.fromJSON({ headers: { White: pgn }, result: '*', pgn }).toJSON(),
  ],
  [
    'pgn.PgnGame.fromJSON',
    ['[%clk 1:', '\n '],
    text => PgnGame.fromJSON({ ...new PgnGame().toJSON(), exact: [[0, { comments: [text] }]] }).toJSON(),
  ],
  ['pgn.PgnNode.toJSON', ['[%csl Ra1] ', '\n'], text => commented(text).end.toJSON()],
  ['pgn.PgnNode.add', MOVE, text => node().add(text)],
  // others of positions and games
  ['openings.openingsWith', [], text => entries.openings.openingsWith(text)],
  ['openings.openingAt', FEN, text => entries.openings.openingAt(text)],
  ['openings.continuations', FEN, text => entries.openings.continuations(text)],
  ['compact.decodeText', ['AA'], text => entries.compact.decodeText(text)],
  ['epd.parseEpd', EPD, text => entries.epd.parseEpd(text)],
  ['epd.readEpd', EPD, text => drain(entries.epd.readEpd(text))],
  ['epd.readPuzzles', PUZZLE, text => drain(entries.epd.readPuzzles(text))],
  ['epd.Puzzle.answer', MOVE, text => puzzle.answer(text)],
  ['epd.toEpd', [], text => entries.epd.toEpd(position, { id: text })],
  ['epd.toEpd', ['bm'], text => entries.epd.toEpd(position, { [text]: 'e4' })],
  ['epd.toEpd', MOVE, text => entries.epd.toEpd(position, { bm: text })],
  ['svg.boardSvg', FEN, text => entries.svg.boardSvg(text)],
  ['svg.boardSvg', [], title => entries.svg.boardSvg(position, { title })],
  ['svg.boardSvg', ['a'], style => entries.svg.boardSvg(position, { style })],
  ['svg.boardSvg', ['a'], idPrefix => entries.svg.boardSvg(position, { idPrefix })],
  ['svg.boardSvg', ['rgb(1'], light => entries.svg.boardSvg(position, { theme: { light, dark: '#000' } })],
  ['svg.boardSvg', ['e2e4'], lastMove => entries.svg.boardSvg(position, { lastMove })],
  ['svg.boardSvg', ['<path d="'], text => entries.svg.boardSvg(position, { pieces: { wK: text } })],
  [
    'tablebase.Tablebase.openSync',
    [],
    text => entries.tablebase.Tablebase.openSync(new Map([[`${text}.rtbw`, new Uint8Array(9)]])),
  ],
  ['tablebase.Tablebase.has', ['KQ'], text => tables.has(text)],
  ['tablebase.Tablebase.covers', FEN, text => tables.covers(text)],
  ['tablebase.Tablebase.preload', ['KQvK'], text => tables.preload([text])],
  ...['wdl', 'dtz', 'moves', 'wdlSync', 'dtzSync', 'movesSync', 'line'].map(name =>
    row(`tablebase.Tablebase.${name}`, FEN, text => tables[name](text)),
  ),
  ['book.Book.find', FEN, text => book.find(text)],
  ['book.Book.find', MOVE, text => book.find(position, { exclude: [text] })],
  ['book.Book.pick', FEN, text => book.pick(text)],
  // binbo/database
  ['database.openDatabase', [], name => openDatabase({ name }).then(one => one.close())],
  ['database.Database.add', ['[Event "', '1. e4 '], text => scratch.add(text)],
  ['database.Database.addGame', ['[Event "', '1. e4 '], text => scratch.addGame(text)],
  ['database.Database.replace', ['[Event "', '1. e4 '], text => scratch.replace(0, text)],
  ['database.Database.alias', ['a'], text => scratch.alias(text, text)],
  [
    'database.Database.players',
    ['a'],
    beginning => database.players({ beginning })[Symbol.asyncIterator]().next(),
  ],
  [
    'database.Database.groups',
    ['eco'],
    text => database.filterOf().then(set => database.groups(set, [text, { tag: text }])),
  ],
  ['database.Database.filter', ['Event'], text => database.filter({ tags: { [text]: text } })],
  ['database.Database.filter', ['B2', 'Sic'], text => database.filter({ opening: text, speed: text })],
  ...['player', 'opponent', 'white', 'event', 'site', 'text', 'variant'].map(name =>
    row('database.Database.filter', ['a'], text => database.filter({ [name]: text })),
  ),
  [
    'database.Database.filter',
    ['B2', '2020.'],
    text => database.filter({ eco: [text, text], date: [text, text] }),
  ],
  ['database.Database.filter', ['2020.'], text => database.filter({ date: [text, text] })],
  ['database.Database.explore', FEN, text => database.explore(text)],
  ['database.Database.search', FEN, text => database.search({ position: text }).count],
  ['database.Database.search', MOVE, text => database.search({ move: { san: text } }).count],
  ['database.Database.search', ['KQ'], text => database.search({ material: text }).count],
  ['database.Database.search', ['k'], text => database.search({ board: { a1: text } }).count],
  ['database.Database.search', ['a1'], text => database.search({ move: { from: text } }).count],
  [
    'database.Database.heads',
    ['elo'],
    sort => database.filterOf().then(set => database.heads(set, { sort })),
  ],
  ['database.Database.export', ['csv'], text => database.filterOf().then(set => database.export(set, text))],
  // binbo/uci: what users say, and what engines say
  ['uci.perftInWorkers', FEN, text => entries.uci.perftInWorkers(text, 1)],
  ['uci.Engine.start', ['id name ', 'option name ', 'error: '], text => withEngine({ first: text })],
  ['uci.Engine.start', [], text => withEngine({ first: `id author ${text}` })],
  ...[
    '',
    'option name ',
    'option name A type spin default ',
    'option name A type combo var ',
    'option name A type string default ',
  ].map(start => row('uci.Engine.start', [], text => withEngine({ options: start + text }))),
  ...[
    '',
    'info ',
    'info string ',
    'info depth 1 score cp 1 pv ',
    'info depth 1 score cp ',
    'info depth 1 pv e2e4 ',
  ].map(start => row('uci.Engine.search', [], text => withEngine({ info: start + text }))),
  ['uci.Engine.bestMove', ['bestmove ', 'bestmove e2e4 ponder '], text => withEngine({ best: text })],
  ['uci.Engine.bestMove', FEN, text => engine.bestMove(text, { depth: 1 })],
  ['uci.Engine.bestMove', MOVE, text => engine.bestMove({ fen: START_FEN, moves: [text] }, { depth: 1 })],
  ['uci.Engine.bestMove', MOVE, text => engine.bestMove(START_FEN, { depth: 1 }, { searchMoves: [text] })],
  ['uci.Engine.setOption', ['Hash'], text => withEngine({}, one => one.setOption(text, 1))],
  [
    'uci.Engine.setOption',
    ['1'],
    text => withEngine({ options: 'option name A type string' }, one => one.setOption('A', text)),
  ],
  ['uci.Engine.setOptions', ['Hash'], text => withEngine({}, one => one.setOptions({ [text]: 1 }))],
  [
    'uci.Engine.command',
    ['setoption name ', 'position fen ', 'go '],
    text => withEngine({}, one => one.command(text)),
  ],
  ['uci.Engine.on', ['line'], text => engine.on(text, () => {})],
  ['uci.Engine.off', ['line'], text => engine.off(text, () => {})],
  ['uci.EnginePool.bestMove', FEN, text => pool.bestMove(text, { depth: 1 })],
  ['uci.EnginePool.search', FEN, text => pool.search(text, { depth: 1 }).best],
  ['uci.EnginePool.map', FEN, text => drain(pool.map([text], { depth: 1 }))],
  ['uci.Score', ['c'], kind => String(new Score({ kind, value: 1 }, 'white'))],
  ['uci.Score.pov', ['white'], text => new Score({ kind: 'cp', value: 1 }, 'white').pov(text)],
  ['uci.UciGame.play', MOVE, text => uciGame.play({ depth: 1 }, text)],
  ['uci.UciGame.setPosition', FEN, text => uciGame.setPosition(text)],
  ['uci.UciGame.command', ['setoption name '], text => uciGame.command(text)],
  ['uci.UciGame.setHandler', [], text => uciGame.setHandler(text)],
  ['uci.emscriptenTransport', ['info '], text => emscripten(text)],
  [
    'uci.webSocketTransport',
    ['ws://127.0.0.1/'],
    text => entries.uci.webSocketTransport(text, { WebSocket: listening }).kill(),
  ],
  [
    'uci.webSocketTransport',
    ['uci'],
    text =>
      entries.uci
        .webSocketTransport('ws://x', { WebSocket: listening, protocols: [text], token: text })
        .kill(),
  ],
  ['uci.workerTransport', ['x:'], text => entries.uci.workerTransport(text)],
  [
    'LineSplitter',
    ['info '],
    text => [...new LineSplitter().push(text), ...new LineSplitter().push(text.replaceAll(' ', '\n'))],
  ],
  // binbo/match
  ['match.pairings', FEN, text => match.pairings([text, 'b'], { openings: [text], variant: text })],
  ['match.scoreOf', [], text => match.scoreOf([{ white: text, black: 'b', result: '1-0' }], text, 'b')],
  ['match.standings', [], text => match.standings([{ white: text, black: 'b', result: '1-0' }])],
  // binbo/session: commands, events, and what a server says
  ...['game', 'clock', 'variant', 'fen', 'draws', 'dead', 'color', 'opponent', 'id'].map(name =>
    row(
      'session.reduceSession',
      ['3+2', '½+', ...FEN],
      create(text => ({ [name]: text })),
    ),
  ),
  ['session.reduceSession', [], create(text => ({ by: { id: text, name: text } }))],
  ['session.reduceSession', MOVE, command(uci => ({ ply: 0, uci }))],
  ['session.reduceSession', ['move'], command(type => ({ type }))],
  ['session.reduceSession', [], command(id => ({ id, type: 'resign' }))],
  [
    'session.reduceSession',
    [],
    command(detail => ({ type: 'adjudicate', by: undefined, winner: null, detail })),
  ],
  [
    'session.foldSession',
    [],
    text => foldSession(null, [{ ...created, game: text, white: { id: text, name: text } }, started]),
  ],
  ['session.foldSession', FEN, text => foldSession(null, [{ ...created, fen: text }, started])],
  [
    'session.foldSession',
    MOVE,
    uci => foldSession(null, [created, started, { type: 'moved', at: 2, by: 'white', uci, ply: 0 }]),
  ],
  [
    'session.sessionPgn',
    [],
    text =>
      entries.session.sessionPgn([{ ...created, game: text, white: { id: text, name: text } }, started]),
  ],
  [
    'session.sessionPgn',
    [],
    detail =>
      String(
        entries.session.sessionPgn([
          created,
          started,
          { type: 'ended', at: 2, winner: 'white', reason: 'adjudication', detail },
        ]),
      ),
  ],
  ['session.endText', ['check'], reason => endText({ winner: 'white', reason })],
  ['session.endText', [], detail => endText({ winner: 'white', reason: 'adjudication', detail })],
  ['session.eventFor', [], text => eventFor({ ...created, white: { id: text } }, text)],
  ['session.permissions', ['white'], text => entries.session.permissions(played.state, text)],
  ['session.sessionView', ['white'], text => entries.session.sessionView(played.state, text)],
  ['decodeEvent', ['["m",1,"', '["'], decodeEvent],
  ['session.connectGames', ['ws://127.0.0.1/'], text => connectGames(text, { WebSocket: listening }).close()],
  [
    'session.connectGames',
    ['http://x/'],
    page => connectGames('ws://x', { page, token: page, WebSocket: listening }).close(),
  ],
  ['session.connectGames', ['{"type":"', '['], served(text => text)],
  ...[
    'type',
    're',
    'game',
    'gone',
    'presence',
    'role',
    'version',
    'events',
    'lobby',
    'playing',
    'view',
    'reason',
    'retry',
    'user',
  ].map(name =>
    row(
      'session.connectGames',
      [],
      served(text => ({ ...SERVED, [name]: text })),
    ),
  ),
  ['session.connectGames', [], served(reason => ({ type: 'bye', reason, retry: reason }))],
  ['session.connectGames', [], served(id => ({ type: 'welcome', user: { id, name: id }, token: id }))],
  [
    'session.connectGames',
    FEN,
    served(fen => ({ ...SERVED, events: [{ ...created, fen, white: { id: fen } }, started] })),
  ],
  [
    'session.connectGames',
    MOVE,
    served(uci => [SERVED, { game: 'g', version: 3, events: [{ type: 'moved', at: 2, by: 'white', uci }] }]),
  ],
  ['session.GameClient.open', ['g'], text => client.open(text).close()],
  ['session.GameClient.create', ['3+2'], text => void client.create({ clock: text }).catch(() => {})],
  ['session.GameClient.on', ['status'], text => client.on(text, () => {})],
  ['session.GameClient.playing', ['a'], text => void client.playing({ tag: [text, text] }).catch(() => {})],
  ['session.GameLink.link', ['white'], text => link.link(text)],
  ['session.GameLink.on', ['view'], text => link.on(text, () => {})],
  ['session.GameLink.move', MOVE, text => link.move(text)],
  ['session.GameLink.claimDraw', MOVE, text => link.claimDraw(text)],
  ['session.GameLink.join', ['white'], text => link.join(text)],
  ['session.GameLink.giveTime', ['1'], text => link.giveTime(text)],
  // binbo/chess.js
  ['chess-js.Chess', FEN, text => new Chess(text)],
  ['chess-js.Chess', FEN, text => new Chess(text, { skipValidation: true })],
  ['chess-js.Chess.load', FEN, text => new Chess().load(text)],
  ['chess-js.Chess.loadPgn', PGN, text => new Chess().loadPgn(text)],
  ['chess-js.Chess.loadPgn', PGN, text => new Chess().loadPgn(text, { strict: true, newlineChar: '\n' })],
  ['chess-js.Chess.pgn', [], text => new Chess().pgn({ newline: text })],
  ['chess-js.Chess.pgn', [], text => commentedChess(text).pgn({ maxWidth: 20 })],
  ['chess-js.Chess.move', MOVE, text => new Chess().move(text)],
  ['chess-js.Chess.move', MOVE, text => new Chess().move(text, { strict: true })],
  ['chess-js.Chess.move', ['e2'], text => new Chess().move({ from: text, to: text, promotion: text })],
  ['chess-js.Chess.isPromotion', ['e2'], text => new Chess().isPromotion({ from: text, to: text })],
  ['chess-js.Chess.moves', ['e2'], square => new Chess().moves({ square })],
  ['chess-js.Chess.moves', ['p'], piece => new Chess().moves({ piece })],
  ['chess-js.Chess.header', ['White'], text => new Chess().header(text, text)],
  ['chess-js.Chess.setHeader', ['White'], text => headedChess(text, 'x')],
  ['chess-js.Chess.setHeader', [], text => headedChess('White', text)],
  ['chess-js.Chess.removeHeader', ['White'], text => new Chess().removeHeader(text)],
  ['chess-js.Chess.setComment', [], text => commentedChess(text).pgn()],
  ['chess-js.Chess.setSuffixAnnotation', ['!'], text => new Chess().setSuffixAnnotation(text)],
  ...['getSuffixAnnotation', 'removeSuffixAnnotation', 'getNags', 'removeNags'].map(name =>
    row(`chess-js.Chess.${name}`, FEN, text => new Chess()[name](text)),
  ),
  ...['addNag', 'setNags', 'removeNag'].map(name =>
    row(`chess-js.Chess.${name}`, FEN, text => new Chess()[name]([1], text)),
  ),
  ...['get', 'remove', 'squareColor', 'attackers', 'isAttacked', 'setTurn', 'getCastlingRights'].map(name =>
    row(`chess-js.Chess.${name}`, ['e2', 'w'], text => new Chess()[name](text, 'w')),
  ),
  ['chess-js.Chess.findPiece', ['p'], type => new Chess().findPiece({ type, color: type })],
  ['chess-js.Chess.put', ['p'], text => new Chess().put({ type: text, color: text }, text)],
  ['chess-js.Chess.setCastlingRights', ['w'], text => new Chess().setCastlingRights(text, { [text]: true })],
  ['chess-js.nagToGlyph', ['1'], text => entries['chess-js'].nagToGlyph(text)],
  ['chess-js.validateFen', FEN, text => entries['chess-js'].validateFen(text)],
  // binbo/node and binbo/server
  ['node.fileBytes', ['/nowhere/'], text => entries.node.fileBytes(text).read?.(0, 1)],
  ['node.loadPgnFile', ['/nowhere/'], text => entries.node.loadPgnFile(text)],
  ['node.loadPgnFile', PGN, text => entries.node.loadPgnFile(Buffer.from(text))],
  ['node.readPgnFile', PGN, text => drain(entries.node.readPgnFile(Buffer.from(text)))],
  ['node.tablebaseFolder', ['/nowhere/'], text => entries.node.tablebaseFolder(text).list()],
  ['node.tcpTransport', ['h'], host => entries.node.tcpTransport({ host: `:${host}`, port: -1 })],
  [
    'node.serveEngine',
    ['h'],
    text => entries.node.serveEngine({ engine: { path: 1 }, host: text, token: text, origins: [text] }),
  ],
  ['programFault', [' uci', 'error '], first => programFault(() => scriptedEngine({ first }), 10_000)],
  ['ErrorTail', ['Error.'], text => errorTail(text)],
  [
    'CommandFilter.read',
    ['setoption name Hash value ', 'position fen ', 'position startpos moves ', 'go '],
    text => filterOf().read(text),
  ],
  [
    'CommandFilter.declare',
    ['option name A type ', 'option name A type combo var '],
    text => filterOf().declare(text),
  ],
  [
    'server.GameHost.command',
    ['3+2', '½+'],
    clock => host.command('g', ANY, { type: 'create', id: 'i', clock }),
  ],
  ['server.GameHost.command', ['move'], type => host.command('g', ANY, { type, id: type, game: type })],
  [
    'server.GameHost.command',
    ['g'],
    text => host.command(text, { id: text, name: text }, { type: 'join', id: 'i' }),
  ],
  ['server.GameHost.watch', ['g'], text => host.watch(text, 0, () => {}, text)()],
  ['server.GameHost.gamesOf', ['g'], text => host.gamesOf(text)],
  ['server.GameHost.playing', ['a'], text => host.playing({ tag: [text, text] })],
  ['server.GameHost.forget', ['g'], text => host.forget(text)],
  ['server.GameHost.stateOf', ['g'], text => host.stateOf(text)],
  ['server.GameHost.isPresent', ['g'], text => host.isPresent(text, 'white')],
  [
    'server.createGameServer',
    ['/'],
    path =>
      entries.server.createGameServer({
        path,
        secret: path,
        origins: [path],
        proxies: [path],
        host: 'nowhere',
      }),
  ],
  ['server.pgnArchive', ['/nowhere/'], text => entries.server.pgnArchive(text)],
]

/** @param {string} name @param {string[]} starts @param {(text: string) => unknown} call */
function row(name, starts, call) {
  return /** @type {[string, string[], (text: string) => unknown]} */ ([name, starts, call])
}

function withHeader(game, name, value) {
  game.headers.set(name, value)
  return game.pgn()
}

function commented(text, field = 'comments') {
  const tree = new PgnGame()
  tree.root.add('e4')[field] = [text]
  return tree
}

function commentedChess(text) {
  const chess = new Chess()
  chess.setComment(text)
  chess.move('e4')
  chess.setComment(text)
  return chess
}

function headedChess(name, value) {
  const chess = new Chess()
  chess.setHeader(name, value)
  return chess.pgn()
}

async function emscripten(text) {
  const module = { uci() {}, listen(_line) {} }
  const transport = entries.uci.emscriptenTransport(() => module)
  await new Promise(resolve => setImmediate(resolve))
  module.listen(text)
  transport.kill()
}

async function errorTail(text) {
  const tail = new ErrorTail(Readable.from([Buffer.from(text)]))
  await new Promise(resolve => setImmediate(resolve))
  return String(tail)
}

lawOf(ROWS)

/** Of binbo/session, which exports no classes. */
const ofClient = { GameClient: client.constructor, GameLink: link.constructor }

test('every function and method of every entry is in the table, or takes no text', () => {
  const exported = { ...entries, session: { ...entries.session, ...ofClient } }
  const names = ENTRIES.flatMap(entry => namesOf(entry, exported[entry]))
  const known = new Set([...ROWS.map(([name]) => name), ...WITHOUT_TEXT])
  assert.equal(names.filter(name => !known.has(name)).join(' '), '')
  assert.equal(WITHOUT_TEXT.filter(name => !names.includes(name)).join(' '), '')
})
