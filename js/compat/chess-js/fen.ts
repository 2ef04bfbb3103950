// SPDX-License-Identifier: Apache-2.0
// FENs in chess.js: checks them, and converts them to a form that C can read.

/** The defaults of fields that may be left out. */
const DEFAULTS = ['', '', '-', '-', '0', '1']
const RANKS = 8
/** C's largest number. */
const MOST = 65535
const EMPTY_RANK = '8'

/**
 * @param fen a FEN of 2 to 6 fields
 * @returns the FEN with six fields and one blank between them; fewer if a missing field has no default
 */
export function completeFen(fen: string): string {
  const fields = fieldsOf(fen)
  if (fields.length < 2 || fields.length >= DEFAULTS.length) return fen
  return [...fields, ...DEFAULTS.slice(fields.length)].join(' ')
}

/** Checks a FEN: its form, one king for each side, and no pawns on the first and last ranks. */
export function validateFen(fen: string): { ok: boolean; error?: string } {
  const error = faultOf(fen)
  return error === undefined ? { ok: true } : { ok: false, error: `Invalid FEN: ${error}` }
}

function fieldsOf(fen: string) {
  // Splitting at a string is several times as fast.
  return /[^ \S]| {2}/.test(fen) ? fen.split(/\s+/) : fen.split(' ')
}

function faultOf(fen: string): string | undefined {
  const fields = fieldsOf(fen)
  if (fields.length !== DEFAULTS.length) return 'must contain six space-delimited fields'
  const [placement, side, castling, enPassant, clock, number] = fields
  if (!(Number.parseInt(number, 10) > 0)) return 'move number must be a positive integer'
  if (!(Number.parseInt(clock, 10) >= 0)) return 'half move counter number must be a non-negative integer'
  if (!/^(-|[a-h][36])$/.test(enPassant)) return 'en-passant square is invalid'
  if (/[^kqKQ-]/.test(castling)) return 'castling availability is invalid'
  if (side !== 'w' && side !== 'b') return 'side-to-move is invalid'
  const fault = placementFault(placement)
  if (fault === undefined && enPassant[1] === (side === 'w' ? '3' : '6')) return 'illegal en-passant square'
  return fault ?? countFault(placement)
}

const ZERO = 48
const SLASH = -1 // from ZERO
const LETTERS = 'pnbrqkPNBRQK'

function placementFault(placement: string): string | undefined {
  let ranks = 1
  for (let at = placement.indexOf('/'); at >= 0; at = placement.indexOf('/', at + 1)) ranks++
  if (ranks !== RANKS) return "piece data does not contain 8 '/'-delimited rows"
  let width = 0
  let afterDigit = false
  for (let i = 0; i <= placement.length; i++) {
    const digit = placement.charCodeAt(i) - ZERO
    const isDigit = digit >= 0 && digit <= 9
    if (isDigit) {
      if (afterDigit) return 'piece data is invalid (consecutive number)'
      width += digit
    } else if (digit === SLASH || i === placement.length) {
      if (width !== RANKS) return 'piece data is invalid (too many squares in rank)'
      width = 0
    } else {
      if (!LETTERS.includes(placement[i])) return 'piece data is invalid (invalid piece)'
      width++
    }
    afterDigit = isDigit
  }
  return undefined
}

function countFault(placement: string): string | undefined {
  return (
    kingFault(placement, 'white', 'K') ??
    kingFault(placement, 'black', 'k') ??
    (/p/i.test(placement.slice(0, placement.indexOf('/')) + placement.slice(placement.lastIndexOf('/')))
      ? 'some pawns are on the edge rows'
      : undefined)
  )
}

function kingFault(placement: string, color: string, king: string) {
  const first = placement.indexOf(king)
  if (first < 0) return `missing ${color} king`
  return placement.indexOf(king, first + 1) < 0 ? undefined : `too many ${color} kings`
}

/** A start position. */
export type Start = {
  /** a FEN that C can read */
  fen: string
  /** C's number of the side to move */
  side: number
  /** the number of the move */
  move: number
}

/**
 * @param fen a completed FEN
 * @returns a form that C can read: only the first king of each side, rights in the usual order, numbers within C's range. C
 *   drops impossible rights and en passant squares
 */
export function readableFen(fen: string, isValid: boolean): Start {
  const [placement, side, castling = '-', enPassant, clock, number] = fieldsOf(fen)
  let rights = ''
  for (const right of 'KQkq') if (castling.includes(right)) rights += right
  const target = isValid || /^[a-h][36]$/.test(enPassant) ? enPassant : '-'
  // A valid FEN may have zeros, which mean no squares.
  const men = isValid ? placement.replaceAll('0', '') : readablePlacement(placement)
  const isBlack = side === 'b'
  const move = count(number, 1)
  return {
    fen: `${men} ${isBlack ? 'b' : 'w'} ${rights || '-'} ${target} ${count(clock, 0)} ${move}`,
    side: isBlack ? 1 : 0,
    move,
  }
}

const count = (text: string, least: number) => Math.min(Math.max(Number.parseInt(text, 10) || 0, least), MOST)

function readablePlacement(placement: string) {
  let kings = ''
  const ranks = placement.split('/').map(rank => {
    const cells = rank.replace(/\d/g, digit => '1'.repeat(Number(digit))).replace(/[^1pnbrqk]/gi, '1')
    const single = cells.replace(/k/gi, king => {
      const isFirst = !kings.includes(king)
      if (isFirst) kings += king
      return isFirst ? king : '1'
    })
    return joined(single.padEnd(RANKS, '1').slice(0, RANKS))
  })
  return [...ranks, ...new Array(RANKS).fill(EMPTY_RANK)].slice(0, RANKS).join('/')
}

/** @param cells a rank with a '1' for each empty square */
export const joined = (cells: string) => cells.replace(/1+/g, ones => `${ones.length}`)
