// SPDX-License-Identifier: Apache-2.0
// Exports of modules that import binbo/session, binbo/server, binbo/node and binbo/chess.js.
import { Chess, Move, validateFen } from 'binbo/chess.js'
import { loadPgnFile, processTransport, readPgnFile, serveEngine } from 'binbo/node'
import { createGameServer, GameHost, MemoryStore, pgnArchive, postgresArchive, RedisStore } from 'binbo/server'
import { clocksAt, connectGames, foldSession, permissions, reduceSession, sessionView } from 'binbo/session'

export const store = new MemoryStore()
export const redis = new RedisStore({ url: 'redis://localhost' })
export const host = new GameHost({ store, archive: pgnArchive('games.pgn') })
export const state = host.stateOf('id')
export const server = createGameServer({ store: redis })
export const listening = async () => (await server).url
export const archive = postgresArchive
export const client = connectGames('ws://localhost')
export const link = client.open('id')
export const { view, events, presence } = link
export const clocks = link.clocks()
export const resigned = link.resign()
export const session = foldSession(null, [])
export const decide = reduceSession
export const seen = sessionView
export const allowed = permissions
export const remaining = clocksAt
export const local = processTransport('stockfish')
export const engines = serveEngine({ command: 'stockfish' })
export const file = readPgnFile('games.pgn')
export const first = loadPgnFile('games.pgn')
export const firstStatus = async () => (await first).status
export const chess = new Chess()
export const chessMoves = chess.moves({ verbose: true })
export const chessMove = chess.move('e4')
export const isMove = (value: unknown) => value instanceof Move
export const board = chess.board()
export const bridged = chess.toGame()
export const nags = chess.getComments()
export const check = validateFen('')
export class Club extends Chess {
  readonly history3 = this.history({ verbose: true })
}
