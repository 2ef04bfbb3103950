// SPDX-License-Identifier: Apache-2.0
// Random games of the variants: where they start, and which moves they prefer.

import { pick, randomFrom } from '../../random.js'
import { piecesOf } from './variant-fen.js'

const CHESS = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const STARTS = {
  crazyhouse: CHESS.replace(' w', '[] w'),
  '3check': CHESS.replace('- 0', '- 3+3 0'),
  horde: 'rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1',
  racingkings: '8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1',
}
const HAS_CASTLING = new Set(['crazyhouse', 'atomic', 'horde', '3check', 'kingofthehill'])

/** The start position of a variant. @param {string} variant */
export const startOf = variant =>
  STARTS[variant] ?? CHESS.replace('KQkq', variant === 'antichess' ? '-' : 'KQkq')

/** BINBO_SEED repeats a failed run; every failure message carries it. */
export const variantSeed = Number(process.env.BINBO_SEED || 20261122)

/** A random number generator of its own for game `index` of a variant. */
export const randomOf = (seed, variant, index) =>
  randomFrom(Math.imul(seed + index * 7 + variant.length * 1009 + variant.charCodeAt(0), 0x9e3779b1) || 1)

const shuffled = (random, list) => {
  const rest = [...list]
  return list.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0])
}

/** A back rank: the king between two rooks, the others anywhere, some of them missing. */
function backRank(random, keep) {
  const letters = shuffled(random, [...'nnbbqrrr'])
  const rooks = [...letters.keys()].filter(index => letters[index] === 'r')
  letters[rooks[1]] = 'k'
  return letters.map(letter => (letter === 'k' || letter === 'r' || random() < keep ? letter : ' '))
}

const writeRank = squares => squares.join('').replace(/ +/g, run => String(run.length))

/** Letters of 64 squares from a8 on, ' ' for an empty one. */
const writeBoard = squares =>
  [0, 1, 2, 3, 4, 5, 6, 7].map(row => writeRank(squares.slice(row * 8, row * 8 + 8))).join('/')

/** Pocket and remaining checks, where the variant has them. */
function extras(random, variant, full) {
  const pocket = full ? '' : [...'QRBNPqrbnp'].filter(() => random() < 0.25).join('')
  const left = () => (full ? 3 : 1 + Math.floor(random() * 3))
  return {
    pocket: variant === 'crazyhouse' ? `[${pocket}]` : '',
    checks: variant === '3check' ? `${left()}+${left()} ` : '',
  }
}

/**
 * Kings and rooks at home on any files, with castling rights; `chess960` if a king or rook stands elsewhere than in
 * standard chess.
 */
function placement(random, variant) {
  const keep = pick(random, [1, 1, 0.6, 0.3])
  const pawns = keep === 1 ? 1 : random()
  const line = letter => Array.from({ length: 8 }, () => (random() < pawns ? letter : ' '))
  const black = backRank(random, keep)
  const white = random() < 0.5 ? black : backRank(random, keep)
  const empty = new Array(32).fill(' ')
  const top = [...black, ...line('p')]
  const horde = startOf('horde').split(' ')[0].split('/').slice(2).join('/')
  const board =
    variant === 'horde'
      ? `${writeRank(top.slice(0, 8))}/${writeRank(top.slice(8))}/${horde}`
      : writeBoard([...top, ...empty, ...line('P'), ...white.map(letter => letter.toUpperCase())])
  const { pocket, checks } = extras(random, variant, random() < 0.5)
  const isClassic = rank => rank[0] === 'r' && rank[4] === 'k' && rank[7] === 'r'
  return {
    fen: `${board}${pocket} w ${variant === 'horde' ? 'kq' : 'KQkq'} - ${checks}0 1`,
    chess960: !isClassic(black) || (variant !== 'horde' && !isClassic(white)),
  }
}

/** What may stand on the board in a position with few pieces: kings, others, with how many of each. */
function menOf(random, variant) {
  const some = (letters, most) =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(random, [...letters]))
  switch (variant) {
    case 'antichess':
      return [...some('PNBRQKPBN', 4), ...some('pnbrqkpbn', 4)]
    case 'horde':
      return [...some('PPPPNBRQ', 7), 'k', ...some('pppnbrq', 5)]
    case 'racingkings':
      return ['K', 'k', ...some('NBRQNBR', 5), ...some('nbrqnbr', 5)]
    default:
      return ['K', 'k', ...some('PPPNBRQ', 5), ...some('pppnbrq', 5)]
  }
}

/** A position with few pieces. It may be impossible: the caller then tries another one. */
function sparse(random, variant) {
  const squares = new Array(64).fill(' ')
  for (const man of menOf(random, variant)) {
    const pawn = man.toLowerCase() === 'p'
    const rows = pawn ? [1, man === 'P' && variant === 'horde' ? 7 : 6] : [0, 7]
    let index
    do {
      const row = rows[0] + Math.floor(random() * (rows[1] - rows[0] + 1))
      index = row * 8 + Math.floor(random() * 8)
    } while (squares[index] !== ' ')
    const promoted = variant === 'crazyhouse' && !pawn && man.toLowerCase() !== 'k' && random() < 0.2
    squares[index] = promoted ? `${man}~` : man
  }
  const { pocket, checks } = extras(random, variant, false)
  return `${writeBoard(squares)}${pocket} ${pick(random, ['w', 'b'])} - - ${checks}0 1`
}

/**
 * Where a game starts.
 * @param {() => number} random
 * @param {string} variant
 * @returns {{ fen: string, chess960: boolean }} a FEN that is well formed; the position may be impossible
 */
export function randomStart(random, variant) {
  const kind = random()
  if (kind < 0.4) return { fen: startOf(variant), chess960: false }
  if (kind < 0.65 && HAS_CASTLING.has(variant)) return placement(random, variant)
  return { fen: sparse(random, variant), chess960: false }
}

const CENTRE = new Set(['d4', 'e4', 'd5', 'e5'])

/** How much likelier than a plain move each kind is. A game keeps one style. */
const STYLES = [
  { capture: 1, promotion: 1, king: 1, drop: 1, attack: 1 },
  { capture: 4, promotion: 6, king: 1, drop: 0.3, attack: 3 },
  { capture: 0.3, promotion: 6, king: 1, drop: 0.05, attack: 1 },
  { capture: 2, promotion: 2, king: 4, drop: 0.1, attack: 1 },
  { capture: 2, promotion: 4, king: 0.5, drop: 2, attack: 20 },
]
const CASTLING = 20
const EN_PASSANT = 40
const GOAL = 6

/** Of two squares, by the steps of a king. */
const distance = (a, b) =>
  Math.max(Math.abs(a.charCodeAt(0) - b.charCodeAt(0)), Math.abs(a.charCodeAt(1) - b.charCodeAt(1)))

/** @param {() => number} random */
export const randomStyle = random => pick(random, STYLES)

/**
 * A move, by preferences that make endings, promotions, castling and en passant occur.
 * @param {() => number} random
 * @param {{ variant: string, board: string, side: string, moves: string[], style: typeof STYLES[number] }} position
 */
export function chooseMove(random, { variant, board, side, moves, style }) {
  const pieces = piecesOf(board)
  const target = [...pieces].find(([, letter]) => letter === (side === 'w' ? 'k' : 'K'))?.[0]
  const attack = square => (target && distance(square, target) <= 1 ? style.attack : 1)
  const weights = moves.map(move => {
    if (move[1] === '@') return style.drop * attack(move.slice(2, 4))
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)]
    const [piece, taken] = [pieces.get(from), pieces.get(to)]
    const letter = piece.toUpperCase()
    let weight = attack(to) * (move.length > 4 ? style.promotion : 1)
    if (letter === 'K') {
      const ownRook = taken && taken < 'a' === piece < 'a'
      if (ownRook || Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) === 2) return CASTLING
      weight *= style.king
      if (variant === 'racingkings' && to[1] > from[1]) weight *= GOAL
      if (variant === 'kingofthehill' && CENTRE.has(to)) weight *= GOAL / 3
    }
    if (taken) return weight * style.capture
    if (letter === 'P' && from[0] !== to[0]) return EN_PASSANT
    return weight
  })
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  const index = weights.findIndex(weight => (left -= weight) < 0)
  return moves[index < 0 ? moves.length - 1 : index]
}
