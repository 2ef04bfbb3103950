// SPDX-License-Identifier: Apache-2.0
// What `make growth` measures: functions of the package, each with an input of any size.

import { PassThrough } from 'node:stream'
import { positionCommand } from '#js/uci/text/commands.js'
import { LineSplitter } from '#js/uci/text/lines.js'
import { parseLine } from '#js/uci/text/parse-line.js'
import { Book } from '../../dist/book.js'
import { Chess } from '../../dist/chess-js.js'
import { decodeGame, encodeGame } from '../../dist/compact.js'
import { openDatabase } from '../../dist/database.js'
import { parseEpd, readEpd, readPuzzles } from '../../dist/epd.js'
import { Game } from '../../dist/index.js'
import { openingOf } from '../../dist/openings.js'
import { PgnGame, parsePgn, readPgn, validatePgn } from '../../dist/pgn.js'
import { foldSession, reduceSession, sessionPgn, sessionView } from '../../dist/session.js'
import { boardSvg } from '../../dist/svg.js'
import { pick, randomFrom } from '../random.js'

/**
 * `size` is the smallest input; twice and four times as much is measured, too. `make` prepares an input, and returns the
 * work. `most` is the exponent that must not be exceeded.
 * @typedef {{ name: string, size: number, most: number, make: Make }} Case
 * @typedef {(size: number, write: Write) => (() => unknown) | Promise<() => unknown>} Make
 * @typedef {(name: string, text: string) => string} Write makes a file, and returns its path
 */

/** The most exponents: of work that grows as its input, and of work that should not grow. */
export const LINEAR = 1.25
const CONSTANT = 0.25

const SHUFFLE = ['g1f3', 'g8f6', 'f3g1', 'f6g8']
const CALLS = 1000
const PLIES = 60
const MOVE = '1. Nf3 Nf6 2. Ng1 Ng8'
const encoder = new TextEncoder()

/** @template T @param {number} count @param {(at: number) => T} make @returns {T[]} */
const list = (count, make) => Array.from({ length: count }, (_, at) => make(at))

/** @param {number} plies @returns {string[]} */
const shuffle = plies => list(plies, ply => SHUFFLE[ply % 4])

/** @param {number} plies */
function longGame(plies) {
  const game = new Game({ draws: 'none' })
  game.playMoves(shuffle(plies))
  return game
}

/** @param {number} plies */
const longPgn = plies => `[Event "long"]\n\n${list(plies / 4, () => 'Nf3 Nf6 Ng1 Ng8').join(' ')} *\n`

/** @param {string} pgn */
const gameOf = pgn => parsePgn(pgn)[0]

/**
 * @param {number} seed
 * @param {number} plies at most
 * @returns {string[]} the moves of a random game, in UCI
 */
function randomLine(seed, plies) {
  const random = randomFrom(seed)
  const game = new Game({ draws: 'claim' })
  while (game.ply < plies && !game.status.over) game.move(pick(random, game.legalMoves('uci')))
  const moves = game.moves.map(({ uci }) => uci)
  game.stop()
  return moves
}

/** @type {string[]} */
const randomGames = []

/** @param {number} count @returns {string} different games of count / 4 players */
function manyGames(count) {
  for (let seed = randomGames.length + 1; seed <= count; seed++) {
    const game = new Game({ draws: 'none' })
    game.playMoves(randomLine(seed, PLIES))
    game.headers.set('White', `Player ${seed >> 2}, of White`)
    game.headers.set('Black', `Player ${(seed * 7) >> 2}, of Black`)
    game.headers.set('Date', `${1900 + (seed % 120)}.01.01`)
    game.headers.set('Round', String(seed))
    randomGames.push(`${game.pgn()}\n`)
    game.stop()
  }
  return randomGames.slice(0, count).join('')
}

/** @param {AsyncIterable<unknown>} items @param {(item: any) => unknown} [use] */
async function each(items, use = () => 0) {
  for await (const item of items) use(item)
}

/** @param {string} text @param {number} size @returns {Uint8Array[]} */
function pieces(text, size) {
  const bytes = encoder.encode(text)
  return list(Math.ceil(bytes.length / size), at => bytes.subarray(at * size, (at + 1) * size))
}

/** @param {number} plies @returns {{ commands: object[], events: object[], state: any }} of a game between two players */
function session(plies) {
  let seed = 1
  while (randomLine(seed, plies + 1).length <= plies) seed++
  const moves = randomLine(seed, plies).map((uci, ply) => {
    const by = ply % 2 === 0 ? 'alice' : 'bob'
    return { type: 'move', id: `m${ply}`, by: { id: by }, ply, uci }
  })
  const create = {
    type: 'create',
    id: 'c',
    by: { id: 'alice' },
    game: 'g',
    clock: { base: 1e7, increment: 0 },
  }
  const commands = [create, { type: 'join', id: 'j', by: { id: 'bob' } }, ...moves]
  return { commands, ...reduced(commands) }
}

/** @param {object[]} commands */
function reduced(commands) {
  let state = null
  const events = []
  for (const [at, command] of commands.entries()) {
    const decision = reduceSession(state, command, 1_700_000_000_000 + at)
    if (!decision.ok) throw new Error(decision.code)
    state = decision.state
    events.push(...decision.events)
  }
  return { state, events }
}

/** @param {number} games */
async function database(games) {
  const db = await openDatabase()
  await db.add(manyGames(games))
  return db
}

/**
 * @param {'pgn-check' | 'pgn-find'} name
 * @param {string[]} words
 * @param {string} file
 * @returns {Promise<() => Promise<number>>} runs a command of `binbo`
 */
async function program(name, words, file) {
  const { command } = await import(`#js/cli/${name}.js`)
  return () => {
    const output = new PassThrough().resume()
    const { signal } = new AbortController()
    return command.run([...words, file], { stdin: output, stdout: output, stderr: output, env: {}, signal })
  }
}

/** @type {Case[]} */
export const CASES = []

/** @param {string} name @param {number} size @param {Make} make */
const linear = (name, size, make) => CASES.push({ name, size, most: LINEAR, make })

/** @param {string} name @param {number} size @param {Make} make */
const constant = (name, size, make) => CASES.push({ name, size, most: CONSTANT, make })

/** @param {string} name @param {(game: Game) => unknown} call what is called again and again after a number of plies */
const afterPlies = (name, call) =>
  constant(name, 1000, plies => {
    const game = longGame(plies)
    return () => {
      for (let i = 0; i < CALLS; i++) call(game)
    }
  })

/** @param {string} name @param {number} plies @param {(game: Game) => unknown} call */
const ofLongGame = (name, plies, call) =>
  linear(name, plies, size => {
    const game = longGame(size)
    return () => call(game)
  })

// --- Game, by plies

linear('game.playMoves()', 2000, plies => {
  const moves = shuffle(plies)
  return () => new Game({ draws: 'none' }).playMoves(moves)
})
linear('game.move(), lastMove, status and fen after each', 1000, plies => () => {
  const game = new Game({ draws: 'none' })
  for (const move of shuffle(plies)) {
    game.move(move)
    if (game.lastMove === null || game.status.over || game.fen === '') throw new Error(move)
  }
})
ofLongGame('game.undo() to the start, redo() to the end', 2000, game => {
  while (game.undo() !== null);
  while (game.redo() !== null);
})
afterPlies('game.lastMove', game => game.lastMove)
afterPlies('game.status', game => game.status)
afterPlies('game.fen', game => game.fen)
afterPlies('game.position', game => game.position)
afterPlies("game.legalMoves('san')", game => game.legalMoves('san'))
afterPlies('game.claimableDraws', game => game.claimableDraws)
ofLongGame('game.moves', 2000, game => game.moves)
ofLongGame('game.pgn()', 2000, game => game.pgn())
ofLongGame('game.clone()', 20_000, game => game.clone().stop())
ofLongGame('game.state(), Game.fromState()', 2000, game => Game.fromState(game.state()))
ofLongGame('game.toJSON(), Game.fromJSON()', 2000, game => Game.fromJSON(game.toJSON()))
linear('game.loadPgn()', 2000, plies => {
  const [game, pgn] = [new Game({ draws: 'none' }), longPgn(plies)]
  return () => game.loadPgn(pgn)
})
linear('game.headers, pgn()', 1000, headers => () => {
  const game = new Game()
  for (let i = 0; i < headers; i++) game.headers.set(`Tag${i}`, 'value')
  game.pgn()
})

// --- PGN, by games

linear('parsePgn()', 50, games => {
  const pgn = manyGames(games)
  return () => parsePgn(pgn)
})
linear('validatePgn()', 50, games => {
  const pgn = encoder.encode(manyGames(games))
  return () => validatePgn(pgn)
})
linear('readPgn(), nothing read', 50, games => {
  const pgn = encoder.encode(manyGames(games))
  return () => each(readPgn(pgn))
})
linear('readPgn(), header() and headers', 50, games => {
  const pgn = encoder.encode(manyGames(games))
  return () => each(readPgn(pgn), game => [game.header('White'), game.headers])
})
linear('readPgn(), san of mainline()', 50, games => {
  const pgn = encoder.encode(manyGames(games))
  return () => each(readPgn(pgn), game => Array.from(game.mainline(), ({ san }) => san))
})
linear('readPgn(), pieces of 64 bytes', 50, games => {
  const pgn = pieces(manyGames(games), 64)
  return () => each(readPgn(pgn))
})
linear('readPgn(), reaches', 50, games => {
  const pgn = encoder.encode(manyGames(games))
  return () => each(readPgn(pgn, { reaches: { material: 'KRPvKR' } }))
})
linear('openingOf() of each game', 50, games => {
  const read = parsePgn(manyGames(games))
  return () => {
    for (const game of read) openingOf(game)
  }
})

// --- PGN, by the size of a game

/** @param {string} name @param {number} size @param {(size: number) => string} text */
const parsing = (name, size, text) =>
  linear(`parsePgn(), ${name}`, size, count => {
    const pgn = text(count)
    return () => {
      for (const game of parsePgn(pgn)) [game.headers, game.errors, game.root.children]
    }
  })
parsing('a long game', 2000, longPgn)
parsing('variations of one move', 500, count => `1. e4 e5 ${'(1... c5 2. Nf3) '.repeat(count)}*`)
parsing('nested variations', 500, count => `1. e4 ${'(1. d4 '.repeat(count)}${')'.repeat(count)} *`)
parsing('a comment', 100_000, count => `1. e4 {${'word '.repeat(count)}} *`)
parsing('comments with commands', 500, count => `${MOVE.replace(/ /g, ' {[%clk 0:01:00]} ')} `.repeat(count))
parsing('glyphs', 2000, count => `1. e4 ${'$1 '.repeat(count)}*`)
parsing('errors', 2000, count => `1. e4 ${'Qh9 '.repeat(count)}*`)
parsing('headers', 500, count => `${list(count, at => `[Tag${at} "value"]\n`).join('')}\n1. e4 *`)
linear('validatePgn(), a long game', 2000, plies => {
  const pgn = longPgn(plies)
  return () => validatePgn(pgn)
})
linear('validatePgn(), a comment without an end in pieces of 64 bytes', 30_000, words => {
  const pgn = pieces(`1. e4 {${'word '.repeat(words)}`, 64)
  return () => validatePgn(pgn)
})
linear('validatePgn(), lines with errors', 2000, count => {
  const pgn = '[Event "x"]\n\n1. e5 *\n\n'.repeat(count)
  return () => validatePgn(pgn)
})

/** @param {string} name @param {number} plies @param {(game: PgnGame) => unknown} work a long game that was read anew */
const ofLongTree = (name, plies, work) =>
  linear(name, plies, size => {
    const pgn = longPgn(size)
    return () => work(gameOf(pgn))
  })
ofLongTree('san, uci and fen of mainline()', 500, game => {
  for (const { san, uci, fen } of game.mainline()) [san, uci, fen]
})
ofLongTree('fen of each node, backwards', 500, game => {
  for (let node = game.end; node.parent !== null; node = node.parent) node.fen
})
ofLongTree('ply, label, isMainline, status of nodes()', 500, game => {
  for (const { ply, label, isMainline, status } of game.nodes()) [ply, label, isMainline, status]
})
ofLongTree('game.end.toGame()', 1000, game => game.end.toGame().stop())
ofLongTree('comments and clock set at each node, toString()', 500, game => {
  for (const node of game.nodes()) {
    node.comments.push('good')
    node.clock = 60
  }
  game.toString()
})
ofLongTree('game.toString()', 1000, game => game.toString())
ofLongTree('game.toJSON(), PgnGame.fromJSON()', 1000, game => PgnGame.fromJSON(game.toJSON()))
linear('node.add() at the end', 500, plies => () => {
  let node = new PgnGame().root
  for (const move of shuffle(plies)) node = node.add(move)
})
linear('PgnGame.merge()', 50, games => {
  const pgn = manyGames(games)
  return () => PgnGame.merge(parsePgn(pgn))
})

// --- compact, EPD, books, SVG, openings, chess.js

ofLongGame('encodeGame(), decodeGame()', 1000, game => decodeGame(encodeGame(game)))
const EPD = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
linear('parseEpd()', 500, count => {
  const line = `${EPD} ${list(count, at => `x${at} "value";`).join(' ')}`
  return () => parseEpd(line)
})
linear('readEpd()', 200, count => {
  const text = list(count, at => `${EPD} bm e4; id "${at}";\n`).join('')
  return () => each(readEpd(text))
})
linear('readPuzzles()', 200, count => {
  const text = list(count, at => `${at},${EPD} 0 1,e2e4 e7e5 g1f3 b8c6,1500,80,90,100,opening,,\n`).join('')
  return () => each(readPuzzles(text))
})
linear('Book.fromGames()', 50, games => {
  const read = parsePgn(manyGames(games))
  return () => Book.fromGames(read)
})
linear('Book.merge()', 400, async games => {
  const read = parsePgn(manyGames(games))
  const [one, other] = [await Book.fromGames(read.slice(games / 2)), await Book.fromGames(read)]
  return () => Book.merge(one, other)
})
constant('book.find()', 100, async games => {
  const book = await Book.fromGames(parsePgn(manyGames(games)))
  const game = new Game()
  return async () => {
    for (let i = 0; i < CALLS; i++) await book.find(game)
  }
})
linear('boardSvg()', 200, count => {
  const game = new Game()
  const arrows = list(count, () => ({ from: 'a1', to: 'h8', color: 'red' }))
  return () => boardSvg(game, { arrows })
})
linear('history() of chess.js', 200, plies => {
  const chess = new Chess()
  for (const move of shuffle(plies)) chess.move(move)
  return () => chess.history({ verbose: true })
})

// --- UCI, sessions

linear('a line of UCI with a long pv', 500, plies => {
  const line = `info depth 9 score cp 1 pv ${shuffle(plies).join(' ')}`
  return () => parseLine(line)
})
linear('lines of UCI in pieces of 8 characters', 500, count => {
  const text = 'info depth 9 score cp 1 pv e2e4\n'.repeat(count)
  return () => {
    const splitter = new LineSplitter()
    for (let at = 0; at < text.length; at += 8) splitter.push(text.slice(at, at + 8))
  }
})
linear('a line of UCI without an end', 20_000, count => () => {
  const splitter = new LineSplitter()
  for (let i = 0; i < count; i++) splitter.push('word ')
  splitter.end()
})
linear('the position command of UCI', 2000, plies => {
  const moves = shuffle(plies)
  return () => positionCommand({ fen: null, moves })
})
linear('reduceSession() after each move', 50, plies => {
  const { commands } = session(plies)
  return () => reduced(commands)
})
linear('foldSession()', 50, plies => {
  const { events } = session(plies)
  return () => foldSession(null, events)
})
linear('sessionPgn()', 50, plies => {
  const { events } = session(plies)
  return () => sessionPgn(events)
})
linear('sessionView()', 60, plies => {
  const { state } = session(plies)
  return () => sessionView(state, 'white')
})

// --- databases, commands

linear('db.add()', 500, games => {
  const pgn = manyGames(games)
  return async () => {
    const db = await openDatabase()
    await db.add(pgn)
    await db.close()
  }
})

/** @param {string} name @param {(db: Awaited<ReturnType<typeof database>>) => Promise<unknown>} ask */
const asking = (name, ask) =>
  linear(name, 1000, async games => {
    const db = await database(games)
    return () => ask(db)
  })
asking('db.filter()', db => db.filter({ player: 'Player 7*', date: ['1950', '1990'] }))
asking('db.explore()', db => db.explore(new Game()))
asking('db.search()', db => db.search({ material: 'KRPvKR' }).count)
asking('db.heads()', async db => db.heads(await db.filter(), { sort: 'white' }))
asking('db.groups()', async db => db.groups(await db.filter(), ['player', 'year']))
asking('db.players()', db => each(db.players()))
asking('db.doubles()', db => each(db.doubles()))
asking('db.tree()', async db => db.tree(await db.filter(), { plies: 20 }))
asking("db.export(…, 'pgn')", async db => each(db.export(await db.filter(), 'pgn')))
linear('binbo pgn check', 500, (games, write) =>
  program('pgn-check', [], write(`${games}`, manyGames(games))),
)
linear('binbo pgn find', 500, (games, write) =>
  program('pgn-find', ['KRPvKR'], write(`${games}`, manyGames(games))),
)
