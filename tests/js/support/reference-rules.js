// SPDX-License-Identifier: Apache-2.0
// The rest of the oracle: notation, repetition and results, on top of reference.js.

import {
  fileOf,
  formatPlacement,
  inCheck,
  isWhite,
  legalMoves,
  nameOf,
  play,
  rankOf,
  square,
} from './reference.js'

/** The SAN of a legal move: shortest spelling that no other legal move of that kind of piece shares. */
export function toSan(position, move, moves = legalMoves(position)) {
  const after = play(position, move)
  return bareSan(position, move, moves) + (inCheck(after) ? (legalMoves(after).length ? '+' : '#') : '')
}

function bareSan({ board }, move, moves) {
  if (move.castling) return move.castling === 'K' ? 'O-O' : 'O-O-O'
  const piece = board[move.from].toUpperCase()
  const goal = (board[move.to] || move.enPassant ? 'x' : '') + nameOf(move.to)
  if (piece === 'P') {
    const from = goal.startsWith('x') ? nameOf(move.from)[0] : ''
    return from + goal + (move.promotion ? `=${move.promotion.toUpperCase()}` : '')
  }
  return piece + originOf(board, move, moves) + goal
}

function originOf(board, move, moves) {
  const rivals = moves.filter(
    rival =>
      rival.to === move.to &&
      rival.from !== move.from &&
      !rival.castling &&
      board[rival.from] === board[move.from],
  )
  if (rivals.length === 0) return ''
  const name = nameOf(move.from)
  if (!rivals.some(rival => fileOf(rival.from) === fileOf(move.from))) return name[0]
  if (!rivals.some(rival => rankOf(rival.from) === rankOf(move.from))) return name[1]
  return name
}

/** What repetition compares: placement, side, rights, and en passant only where it is legal. */
export function repetitionKey(position, moves = legalMoves(position)) {
  const { board, side, rights, ep } = position
  const legalEp = ep >= 0 && moves.some(move => move.enPassant) ? ep : -1
  return [formatPlacement(board), side, rights.K, rights.Q, rights.k, rights.q, legalEp].join(' ')
}

/** Neither side can mate: kings with one knight, or with bishops that all stand on one colour. */
export function isInsufficient({ board }) {
  const men = []
  board.forEach((piece, at) => {
    if (piece && piece.toLowerCase() !== 'k')
      men.push({ letter: piece.toLowerCase(), colour: (fileOf(at) + rankOf(at)) % 2 })
  })
  if (men.length === 1 && men[0].letter === 'n') return true
  return men.every(man => man.letter === 'b' && man.colour === men[0].colour)
}

/**
 * The status as the library reports it.
 * @param {object} position
 * @param {number} occurrences how often this position has stood on the board, this time included
 * @param {'automatic' | 'claim' | 'none'} draws
 */
export function statusOf(position, occurrences, draws, moves = legalMoves(position)) {
  const draw = reason => ({ over: true, type: 'draw', reason })
  if (moves.length === 0) {
    if (!inCheck(position)) return draw('stalemate')
    return { over: true, type: 'checkmate', winner: position.side === 'w' ? 'black' : 'white' }
  }
  if (draws === 'none') return { over: false, type: 'continue' }
  const automatic = draws === 'automatic'
  if (position.half >= (automatic ? 100 : 150)) return draw(automatic ? 'rule50' : 'rule75')
  if (isInsufficient(position)) return draw('insufficient_material')
  if (occurrences >= (automatic ? 3 : 5))
    return draw(automatic ? 'threefold_repetition' : 'fivefold_repetition')
  return { over: false, type: 'continue' }
}

/** The men of one side that may not leave the line to their own king, by trying: take one off and look. */
export function pinnedOf({ board }, side) {
  const king = board.indexOf(side === 'w' ? 'K' : 'k')
  const pinned = []
  for (let at = 0; at < 64; at++) {
    const piece = board[at]
    if (!piece || at === king || isWhite(piece) !== (side === 'w')) continue
    const without = board.slice()
    without[at] = ''
    const sliders = list => sliderAttackers(list, king, side)
    if (sliders(without).some(attacker => !sliders(board).includes(attacker))) pinned.push(at)
  }
  return pinned
}

function sliderAttackers(board, king, side) {
  const found = []
  for (const files of [-1, 0, 1]) {
    for (const ranks of [-1, 0, 1]) {
      if (!files && !ranks) continue
      const at = firstMan(board, king, files, ranks)
      const letters = files && ranks ? 'bq' : 'rq'
      if (at >= 0 && isWhite(board[at]) !== (side === 'w') && letters.includes(board[at].toLowerCase()))
        found.push(at)
    }
  }
  return found
}

function firstMan(board, from, files, ranks) {
  let file = fileOf(from) + files
  let rank = rankOf(from) + ranks
  while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
    const at = square(file, rank)
    if (board[at]) return at
    file += files
    rank += ranks
  }
  return -1
}
