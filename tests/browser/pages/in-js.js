// SPDX-License-Identifier: Apache-2.0

const TEXT = '[White "Zoë"]\n\n1. e4 e5 (1... c5 2. Nf3 {открыто}) 2. Nf3 *'

/** Plays, lists moves, and reads and writes PGN by binbo/js. @returns {Promise<object>} what came of it */
export async function playInJs() {
  const [gamesUrl, pgnUrl] = ['/binbo/index-in-js.js', '/binbo/pgn-in-js.js']
  const { Game } = await import(gamesUrl)
  const { parsePgn, readPgn } = await import(pgnUrl)
  const game = new Game()
  for (const san of ['f3', 'e5', 'g4', 'Qh4#']) game.move(san)
  const read = []
  for await (const one of readPgn(new Blob([TEXT]))) read.push(one.toGame().fen)
  return {
    fen: game.fen,
    status: game.status,
    pgn: game.pgn(),
    moves: new Game().legalMoves().map((/** @type {{ san: string }} */ { san }) => san),
    written: String(parsePgn(TEXT)[0]),
    read,
  }
}
