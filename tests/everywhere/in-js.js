// SPDX-License-Identifier: Apache-2.0
// What the rows without WebAssembly run. There binbo is binbo/js, or Metro makes it that.

import { ChessError, Game, perft } from 'binbo'
import { Book } from 'binbo/book'
import { Chess } from 'binbo/chess.js'
import { decodeText, encodeText } from 'binbo/compact'
import { parseEpd } from 'binbo/epd'
import { playMatch } from 'binbo/match'
import { openingOf } from 'binbo/openings'
import { parsePgn, readPgn } from 'binbo/pgn'
import { connectGames } from 'binbo/session'
import { boardSvg } from 'binbo/svg'
import { Engine } from 'binbo/uci'

const PGN = '[White "Zoë"]\n\n1. e4 {наивно – ♞} e5 (1... c5 2. Nf3) 2. Nf3 $1 *\n\n'

export async function play() {
  const game = new Game()
  game.playMoves(['e4', 'e5', 'Bc4', 'Nc6', 'Qh5', 'Nf6'])
  const moves = game.legalMoves().map(({ san }) => san)
  const status = game.move('h5f7')
  const refused = new Game().tryMove('Nf6').error
  const [read] = parsePgn(PGN)
  const players = []
  for await (const { headers } of readPgn(PGN + PGN)) players.push(headers.get('White'))
  const likeChessJs = new Chess()
  likeChessJs.loadPgn('1. e4 e5 ½-½\u200b')
  return {
    wasm: typeof WebAssembly,
    moves: moves.length,
    mates: moves.filter(san => san.endsWith('#')),
    status,
    fen: game.fen,
    nodes: perft(new Game().fen, 2),
    refused: [refused.code, refused instanceof ChessError],
    opening: openingOf(game).name,
    packed: decodeText(encodeText(game)).fen === game.fen,
    best: parseEpd(`${new Game().fen} bm Nf3; id "♞";`).bestMoves.map(move => move.san),
    picture: boardSvg(game, { title: '♞ & <Zoë>' }).match(/<title>.*?<\/title>|"check"/g),
    written: String(read).split('\n').slice(-2),
    players,
    likeChessJs: likeChessJs.history(),
    // Their answers are promises of a server, a file or an engine.
    others: [Book.open, playMatch, connectGames, Engine.start].map(value => typeof value),
  }
}
