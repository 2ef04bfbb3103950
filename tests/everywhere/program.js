// SPDX-License-Identifier: Apache-2.0
// What every row runs: a short game, and a PGN with a variation and text beyond ASCII.

import { ChessError, Game } from 'binbo'
import { Book } from 'binbo/book'
import { Chess } from 'binbo/chess.js'
import { decodeText, encodeText } from 'binbo/compact'
import { openDatabase } from 'binbo/database'
import { parseEpd } from 'binbo/epd'
import { openingOf } from 'binbo/openings'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { clocksAt } from 'binbo/session'
import { init } from 'binbo/slim'
import { boardSvg } from 'binbo/svg'
import { Tablebase } from 'binbo/tablebase'
import { Score } from 'binbo/uci'

const PGN = `[White "Zoë"]
[Black "Łukasz"]

1. e4 {наивно – ♞} e5 (1... c5 2. Nf3) 2. Nf3 $1 *
`

/** In a wasm module of its own: an answer without a table, a missing one, and one that is damaged. */
function askTables() {
  const tables = Tablebase.openSync(new Map([['KQvK.rtbw', new Uint8Array(80)]]))
  const codeOf = (fen, name) => {
    try {
      return tables.wdlSync(fen, { throws: true })
    } catch (error) {
      return error[name]
    }
  }
  return [
    codeOf('8/8/8/8/8/3k4/8/K7 w - - 0 1'),
    codeOf('8/8/8/8/8/3k4/8/K3R3 w - - 0 1', 'table'),
    codeOf('8/8/8/8/8/3k4/8/K3Q3 w - - 0 1', 'code'),
  ]
}

export function play() {
  const game = new Game()
  game.playMoves(['e4', 'e5', 'Bc4', 'Nc6', 'Qh5', 'Nf6'])
  const before = game.legalMoves('count')
  const status = game.move('h5f7')
  const { san } = game.lastMove
  const refused = new Game().tryMove('Nf6').error
  const [read] = parsePgn(PGN)
  const [first] = read.mainline()
  const [bad] = parsePgn('1. e5 *')
  return {
    before,
    status,
    san,
    fen: game.fen,
    picture: boardSvg(game, { title: '♞ & <Zoë>' }).match(/<title>.*?<\/title>|"check"/g),
    tables: askTables(),
    packed: decodeText(encodeText(game)).fen === game.fen,
    best: parseEpd(`${new Game().fen} bm Nf3; id "♞";`).bestMoves.map(move => move.san),
    opening: openingOf(game).name,
    likeChessJs: new Chess().moves().length,
    // Their answers are promises, or they need a server or an engine.
    others: [Book.open, openDatabase, init, clocksAt, Score].map(value => typeof value),
    pgn: game.pgn().split('\n').at(-2),
    refused: refused.code,
    isChessError: refused instanceof ChessError && bad.errors[0] instanceof ChessError,
    isOneLibrary: read instanceof PgnGame && read.toGame() instanceof Game,
    players: [read.headers.get('White'), read.headers.get('Black')],
    comments: first.comments,
    variation: read.root.children[0].children[1].san,
    written: String(read).split('\n').at(-2),
  }
}
