// SPDX-License-Identifier: Apache-2.0
// FENs of variants in one spelling, so that those of different programs can be compared as text.

const FILES = 'abcdefgh'
const POCKET_ORDER = 'QRBNPqrbnp'

/** The letters of a back rank, '' for an empty square. */
const squaresOf = rank => rank.replaceAll('~', '').replace(/\d/g, count => ' '.repeat(Number(count)))

/**
 * Castling rights by the files of their rooks, as Shredder-FEN writes them.
 * @param {string} board
 * @param {string} rights in any spelling
 */
function shredderRights(board, rights) {
  const ranks = board.split('/')
  const files = [...rights].map(letter => {
    const white = letter === letter.toUpperCase()
    const row = squaresOf(ranks[white ? 7 : 0])
    const rook = white ? 'R' : 'r'
    const wing = letter.toUpperCase()
    if (letter === '-' || (wing !== 'K' && wing !== 'Q')) return letter
    const file = FILES[wing === 'K' ? row.lastIndexOf(rook) : row.indexOf(rook)] ?? '?'
    return white ? file.toUpperCase() : file
  })
  return files.sort().join('')
}

/**
 * The fields of a FEN.
 * @param {string} fen with six fields, and the checks of three-check as a fifth
 */
export function fieldsOf(fen) {
  const fields = fen.split(' ')
  const [, board, pocket] = /^([^[]*)(?:\[(.*)\])?$/.exec(fields[0])
  const checks = fields.length === 7 ? fields.splice(4, 1)[0] : undefined
  const [, side, rights, enPassant, halfmove, fullmove] = fields
  return { board, pocket, side, rights, enPassant, checks, halfmove, fullmove }
}

/** Where each piece is, by the square's name. @param {string} board */
export function piecesOf(board) {
  const pieces = new Map()
  for (const [index, rank] of board.split('/').entries()) {
    for (const [file, letter] of [...squaresOf(rank)].entries()) {
      if (letter !== ' ') pieces.set(`${FILES[file]}${8 - index}`, letter)
    }
  }
  return pieces
}

/** Whether one of the moves takes a pawn in passing. */
function isTakenInPassing(board, enPassant, moves) {
  const pieces = piecesOf(board)
  return moves.some(
    move =>
      move.endsWith(enPassant) &&
      move[0] !== enPassant[0] &&
      pieces.get(move.slice(0, 2))?.toUpperCase() === 'P',
  )
}

/**
 * @param {string} fen
 * @param {string[]} moves that are legal there, in UCI
 * @returns {string} board, pocket in the order QRBNPqrbnp, side, rights in Shredder-FEN, en passant only if legal,
 *   remaining checks as '3+3', clocks
 */
export function canonicalFen(fen, moves) {
  const { board, pocket, side, rights, enPassant, checks, halfmove, fullmove } = fieldsOf(fen)
  const sorted = [...(pocket ?? '')].sort((a, b) => POCKET_ORDER.indexOf(a) - POCKET_ORDER.indexOf(b))
  return [
    pocket === undefined ? board : `${board}[${sorted.join('')}]`,
    side,
    shredderRights(board, rights),
    enPassant !== '-' && isTakenInPassing(board, enPassant, moves) ? enPassant : '-',
    ...(checks ? [checks] : []),
    halfmove,
    fullmove,
  ].join(' ')
}
