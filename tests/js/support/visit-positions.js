// SPDX-License-Identifier: Apache-2.0
// Random games that are played in the library and on the oracle at once.

import { Game } from './binbo.js'
import { games, randomOf, randomSetup, seed, walkGame } from './random-games.js'
import { nameOf, shownTo } from './reference.js'
import { startFen } from './scharnagl.js'

const TYPES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' }

/** Visits positions of random games with a game that stands there. */
export function visitPositions(count, first, plies, visit) {
  for (let index = first; index < first + games(count); index++) {
    const random = randomOf(index)
    const chess960 = index % 3 === 0
    const fen = chess960
      ? startFen(Math.floor(random() * 960))
      : index % 3 === 1
        ? randomSetup(random)
        : undefined
    const game = new Game({ fen, variant: chess960 ? 'chess960' : 'standard', draws: 'claim' })
    walkGame(
      { random, fen, chess960, style: 'sharp', plies },
      stop => {
        if (game.status.over) return false
        visit(game, stop, `seed ${seed}, game ${index}: ${game.fen}`)
        return true
      },
      (stop, chosen) => game.move(stop.ucis[chosen]),
    )
    game.stop()
  }
}

/** The Move that the library must give for a legal move of the oracle. */
export function expectedMove(position, move, uci, san) {
  const { board, side } = position
  const piece = TYPES[board[move.from].toLowerCase()]
  const taken = move.castling ? '' : move.enPassant ? 'p' : board[move.to].toLowerCase()
  const flags = []
  if (taken) flags.push('capture')
  if (move.enPassant) flags.push('enpassant')
  if (piece === 'pawn' && Math.abs(move.to - move.from) === 16) flags.push('double')
  if (move.castling) flags.push(move.castling === 'K' ? 'kingside' : 'queenside')
  if (move.promotion) flags.push('promotion')
  return {
    from: nameOf(move.from),
    to: nameOf(shownTo(position, move)),
    uci,
    san,
    color: side === 'w' ? 'white' : 'black',
    piece,
    ...(taken ? { captured: TYPES[taken] } : {}),
    ...(move.promotion ? { promotion: move.promotion } : {}),
    flags: flags.sort(),
  }
}
