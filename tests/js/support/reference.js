// SPDX-License-Identifier: Apache-2.0
// A slow, obvious chess position: the oracle that the library is compared with. Sixty-four letters in
// an array, every move tried on a copy and refused when the own king could then be taken. It shares
// nothing with the library: no bitboards, no pins, no increments.
//
// Squares are 0 (a1) to 63 (h8); pieces are FEN letters, '' is an empty square. A position is plain
// data and never changed once made:
//   { board, side: 'w' | 'b', rights: { K, Q, k, q }, ep, half, full, chess960 }
// where a right is the square of its rook or -1, and ep is a square or -1.
// A move is { from, to, promotion, castling, enPassant }: castling ('K' or 'Q', else '') goes to the rook.

const KNIGHT = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
]
const DIAGONALS = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
]
const LINES = [
  [1, 0],
  [0, -1],
  [-1, 0],
  [0, 1],
]
const KING = [...DIAGONALS, ...LINES]
const RAYS = { b: DIAGONALS, r: LINES, q: KING }

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

export const square = (file, rank) => rank * 8 + file
export const fileOf = at => at & 7
export const rankOf = at => at >> 3
export const nameOf = at => 'abcdefgh'[fileOf(at)] + (rankOf(at) + 1)
export const squareOf = name => square(name.charCodeAt(0) - 97, name.charCodeAt(1) - 49)
export const isWhite = piece => piece !== '' && piece < 'a'
export const sideOf = piece => (piece === '' ? '' : isWhite(piece) ? 'w' : 'b')
export const other = side => (side === 'w' ? 'b' : 'w')
const pieceOf = (side, letter) => (side === 'w' ? letter.toUpperCase() : letter.toLowerCase())

/** The square a step away, or -1 beyond the edge. */
function step(from, [files, ranks]) {
  const file = fileOf(from) + files
  const rank = rankOf(from) + ranks
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : square(file, rank)
}

// --- FEN ----------------------------------------------------------------------------------------

/** Reads a valid FEN of six fields with any spelling of castling rights. */
export function parseFen(fen, chess960 = false) {
  const [placement, side, castling, ep, half, full] = fen.split(' ')
  const board = new Array(64).fill('')
  placement.split('/').forEach((row, index) => {
    let file = 0
    for (const letter of row) {
      if (letter >= '1' && letter <= '8') file += Number(letter)
      else board[square(file++, 7 - index)] = letter
    }
  })
  const rights = { K: -1, Q: -1, k: -1, q: -1 }
  if (castling !== '-') for (const letter of castling) addRight(board, rights, letter)
  return {
    board,
    side,
    rights,
    ep: ep === '-' ? -1 : squareOf(ep),
    half: Number(half),
    full: Number(full),
    chess960,
  }
}

function addRight(board, rights, letter) {
  const side = sideOf(letter)
  const home = side === 'w' ? 0 : 7
  const king = kingSquare(board, side)
  const kind = letter.toLowerCase()
  let rook
  if (kind === 'k' || kind === 'q') rook = outermostRook(board, side, kind)
  else rook = square(kind.charCodeAt(0) - 97, home)
  rights[pieceOf(side, rook > king ? 'k' : 'q')] = rook
}

/** The rook farthest from the king on its home rank, towards the h-file ('k') or the a-file ('q'); or -1. */
function outermostRook(board, side, kind) {
  const home = side === 'w' ? 0 : 7
  const king = kingSquare(board, side)
  const files = kind === 'k' ? [7, 6, 5, 4, 3, 2, 1, 0] : [0, 1, 2, 3, 4, 5, 6, 7]
  for (const file of files) {
    const at = square(file, home)
    if (at === king) return -1
    if (board[at] === pieceOf(side, 'r')) return at
  }
  return -1
}

/** The FEN with its en passant square 'always', 'pseudo' or 'legal', and castling 'xfen' or 'shredder'. */
export function formatFen(position, { enPassant = 'always', castling = 'xfen' } = {}) {
  const { board, side, half, full } = position
  const ep = shownEnPassant(position, enPassant)
  return [
    formatPlacement(board),
    side,
    formatRights(position, castling),
    ep < 0 ? '-' : nameOf(ep),
    half,
    full,
  ].join(' ')
}

function shownEnPassant(position, enPassant) {
  if (position.ep < 0 || enPassant === 'always') return position.ep
  const captures = enPassant === 'pseudo' ? pseudoMoves(position) : legalMoves(position)
  return captures.some(move => move.enPassant) ? position.ep : -1
}

export function formatPlacement(board) {
  const rows = []
  for (let rank = 7; rank >= 0; rank--) {
    const row = board.slice(rank * 8, rank * 8 + 8).map(piece => piece || '.')
    rows.push(row.join('').replace(/\.+/g, dots => String(dots.length)))
  }
  return rows.join('/')
}

function formatRights({ board, rights }, castling) {
  let text = ''
  for (const letter of 'KQkq') {
    const rook = rights[letter]
    if (rook < 0) continue
    const side = sideOf(letter)
    const plain = castling === 'xfen' && outermostRook(board, side, letter.toLowerCase()) === rook
    text += plain ? letter : pieceOf(side, 'abcdefgh'[fileOf(rook)])
  }
  return text || '-'
}

// --- attacks ------------------------------------------------------------------------------------

export const kingSquare = (board, side) => board.indexOf(pieceOf(side, 'k'))

/** The squares of the men of `by` that attack a square, ascending. */
export function attackersOf(board, target, by) {
  const found = []
  const look = (steps, letters, far) => {
    for (const direction of steps) {
      let at = step(target, direction)
      while (far && at >= 0 && board[at] === '') at = step(at, direction)
      if (at >= 0 && sideOf(board[at]) === by && letters.includes(board[at].toLowerCase())) found.push(at)
    }
  }
  look(KNIGHT, 'n', false)
  look(KING, 'k', false)
  look(DIAGONALS, 'bq', true)
  look(LINES, 'rq', true)
  const behind = by === 'w' ? -1 : 1
  look(
    [
      [-1, behind],
      [1, behind],
    ],
    'p',
    false,
  )
  return found.sort((a, b) => a - b)
}

export const isAttacked = (board, target, by) => attackersOf(board, target, by).length > 0
export const inCheck = ({ board, side }) => isAttacked(board, kingSquare(board, side), other(side))

// --- moves --------------------------------------------------------------------------------------

const plainMove = (from, to) => ({ from, to, promotion: '', castling: '', enPassant: false })

/** Moves as the pieces go, own king's safety aside; castling is complete, through-check too. */
function pseudoMoves(position) {
  const { board, side } = position
  const moves = []
  for (let from = 0; from < 64; from++) {
    if (sideOf(board[from]) !== side) continue
    const letter = board[from].toLowerCase()
    if (letter === 'p') pawnMoves(position, from, moves)
    else if (letter === 'n') stepMoves(position, from, KNIGHT, moves)
    else if (letter === 'k') stepMoves(position, from, KING, moves)
    else rayMoves(position, from, RAYS[letter], moves)
  }
  castlingMoves(position, moves)
  return moves
}

function stepMoves({ board, side }, from, steps, moves) {
  for (const direction of steps) {
    const to = step(from, direction)
    if (to >= 0 && sideOf(board[to]) !== side) moves.push(plainMove(from, to))
  }
}

function rayMoves({ board, side }, from, directions, moves) {
  for (const direction of directions) {
    for (let to = step(from, direction); to >= 0; to = step(to, direction)) {
      if (sideOf(board[to]) === side) break
      moves.push(plainMove(from, to))
      if (board[to] !== '') break
    }
  }
}

function pawnMoves({ board, side, ep }, from, moves) {
  const forward = side === 'w' ? 1 : -1
  const add = to => {
    const last = rankOf(to) === 0 || rankOf(to) === 7
    for (const promotion of last ? ['q', 'r', 'b', 'n'] : [''])
      moves.push({ ...plainMove(from, to), promotion })
  }
  const one = step(from, [0, forward])
  if (board[one] === '') {
    add(one)
    const two = step(one, [0, forward])
    if (rankOf(from) === (side === 'w' ? 1 : 6) && board[two] === '') add(two)
  }
  for (const files of [-1, 1]) {
    const to = step(from, [files, forward])
    if (to < 0) continue
    if (sideOf(board[to]) === other(side)) add(to)
    else if (to === ep) moves.push({ ...plainMove(from, to), enPassant: true })
  }
}

function castlingMoves(position, moves) {
  const { board, side, rights } = position
  for (const castling of ['K', 'Q']) {
    const rook = rights[side === 'w' ? castling : castling.toLowerCase()]
    if (rook < 0) continue
    const king = kingSquare(board, side)
    if (canCastle(board, side, king, rook, castling)) moves.push({ ...plainMove(king, rook), castling })
  }
}

const castledKing = (side, castling) => square(castling === 'K' ? 6 : 2, side === 'w' ? 0 : 7)
const castledRook = (side, castling) => square(castling === 'K' ? 5 : 3, side === 'w' ? 0 : 7)

function canCastle(board, side, king, rook, castling) {
  const kingPath = between(king, castledKing(side, castling))
  const rookPath = between(rook, castledRook(side, castling))
  const free = at => board[at] === '' || at === king || at === rook
  return [...kingPath, ...rookPath].every(free) && kingPath.every(at => !isAttacked(board, at, other(side)))
}

/** All squares from one to another of the same rank, both included. */
function between(a, b) {
  const squares = []
  for (let at = Math.min(a, b); at <= Math.max(a, b); at++) squares.push(at)
  return squares
}

/** The position after a move. */
export function play(position, move) {
  const { side, rights, half, full, chess960 } = position
  const board = position.board.slice()
  const piece = board[move.from]
  const captured = move.castling ? '' : board[move.to]
  board[move.from] = ''
  if (move.castling) {
    board[move.to] = ''
    board[castledKing(side, move.castling)] = pieceOf(side, 'k')
    board[castledRook(side, move.castling)] = pieceOf(side, 'r')
  } else {
    board[move.to] = move.promotion ? pieceOf(side, move.promotion) : piece
  }
  if (move.enPassant) board[square(fileOf(move.to), rankOf(move.from))] = ''
  const pawn = piece.toLowerCase() === 'p'
  const double = pawn && Math.abs(move.to - move.from) === 16
  return {
    board,
    side: other(side),
    rights: rightsAfter(rights, piece, move),
    ep: double ? (move.from + move.to) / 2 : -1,
    half: pawn || captured ? 0 : half + 1,
    full: full + (side === 'b' ? 1 : 0),
    chess960,
  }
}

function rightsAfter(rights, piece, { from, to }) {
  const after = {}
  for (const letter of 'KQkq') {
    const lost = rights[letter] === from || rights[letter] === to || piece === pieceOf(sideOf(letter), 'k')
    after[letter] = lost ? -1 : rights[letter]
  }
  return after
}

/** Every legal move. */
export function legalMoves(position) {
  const { side } = position
  return pseudoMoves(position).filter(move => {
    const { board } = play(position, move)
    return !isAttacked(board, kingSquare(board, side), other(side))
  })
}

/** Leaves of the tree of legal moves. */
export function perft(position, depth) {
  if (depth === 0) return 1
  return legalMoves(position).reduce((sum, move) => sum + perft(play(position, move), depth - 1), 0)
}

/** The square that a move names in UCI and lists: in standard chess a castling king's own goal. */
export function shownTo(position, move) {
  return move.castling && !position.chess960 ? castledKing(position.side, move.castling) : move.to
}

export const toUci = (position, move) => nameOf(move.from) + nameOf(shownTo(position, move)) + move.promotion
