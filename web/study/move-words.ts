// SPDX-License-Identifier: Apache-2.0
// The reason why a move cannot be played, as a sentence for players about this position.

import type { Color, Move, PieceType, Square } from 'binbo'
import { Position } from 'binbo'
import {
  TRAIT_ANY_START,
  TRAIT_COMMON_KING,
  TRAIT_EXPLODES,
  TRAIT_RACE,
} from '../../js/core/generated/bindings.js'
import { hasTrait } from '../../js/game/traits.js'
import { quoted } from '../page/error-words.js'
import { say } from '../page/texts.js'
import { otherColor, pieceName, pieceOn, sideName, variantName } from './descriptions.js'
import { LETTERS, squareOf, typeOf } from './fen-text.js'

/** A move as it was typed. */
type Wish = {
  piece?: PieceType
  from?: Square
  /** of the square that the piece leaves */
  file?: string
  /** of the square that the piece leaves */
  rank?: string
  to: Square
  takes?: boolean
  /** a letter */
  promotion?: string
  isDrop?: boolean
}

const SAN = /^([KQRBN])?([a-h])?([1-8])?[-:]?(x)?([a-h][1-8])(?:=?([QRBNK]))?$/
const SQUARES = /^([a-h][1-8])-?([a-h][1-8])=?([qrbnk])?$/i
const DROP = /^([PNBRQ])?@([a-h][1-8])$/i
const CASTLING = /^[O0]-?[O0](-?[O0])?$/i
/** A move whose last square is missing, in part or wholly. */
const CUT = /^(?:[KQRBN][a-h]?[1-8]?x?[a-h]?|[a-h]x?[a-h]?)$/
/** A move to a square that no board has. */
const OFF_BOARD = /^[KQRBN]?[a-h]?[1-8]?x?([a-z]\d+)$/
/** A move number before the move, and marks after it. */
const AROUND = /^\d+\.+\s*|(?<![+#!?])[+#!?]+$/g

/** Traits of variants in which kings may stay in check, or moves are forbidden for other reasons. */
const UNUSUAL_KINGS = TRAIT_COMMON_KING | TRAIT_EXPLODES | TRAIT_RACE
const NUMBERS = [
  '',
  '',
  say`Two`,
  say`Three`,
  say`Four`,
  say`Five`,
  say`Six`,
  say`Seven`,
  say`Eight`,
  say`Nine`,
]
const PLURALS: Record<PieceType, string> = {
  king: say`kings`,
  queen: say`queens`,
  rook: say`rooks`,
  bishop: say`bishops`,
  knight: say`knights`,
  pawn: say`pawns`,
}

/** @returns whether it is the beginning of a move, without its square */
export function isCut(text: string): boolean {
  const move = text.replace(AROUND, '')
  return CUT.test(move) && !SAN.test(move)
}

/**
 * @param text a move in SAN or by its squares, that cannot be played
 * @returns the reason: one or two sentences
 */
export function moveWords(text: string, position: Position): string {
  if (position.legalMoves('uci').length === 0) return say`The game is over here: no move can be made.`
  const move = text.trim().replace(AROUND, '')
  const [isCastling, isLong] = CASTLING.exec(move) ?? []
  if (isCastling) return castlingWords(position, isLong !== undefined)
  const wish = readWish(move)
  if (!wish) return unreadWords(move)
  return wish.isDrop ? dropWords(wish, position) : wishWords(wish, position)
}

function readWish(move: string): Wish | null {
  const [isDrop, dropped, on] = DROP.exec(move) ?? []
  if (isDrop) return { piece: typeOf(dropped ?? 'p'), to: squareOf(on), isDrop: true }
  const [isSquares, from, to, promotes] = SQUARES.exec(move) ?? []
  if (isSquares) return { from: squareOf(from), to: squareOf(to), promotion: promotes?.toLowerCase() }
  // A piece's letter may be small if the text cannot be a pawn move.
  const match = SAN.exec(move) ?? SAN.exec(move.charAt(0).toUpperCase() + move.slice(1))
  if (!match) return null
  const [, letter = 'P', file, rank, takes, target, promotion] = match
  return {
    piece: typeOf(letter),
    // Without a capture a pawn stays on its file.
    ...{ file: file ?? (letter === 'P' && !takes ? target[0] : undefined), rank },
    to: squareOf(target),
    takes: takes !== undefined,
    promotion: promotion?.toLowerCase(),
  }
}

function unreadWords(move: string): string {
  if (CUT.test(move)) return say`${quoted(move)} is cut off: the square it goes to is missing.`
  const [, square] = OFF_BOARD.exec(move) ?? []
  if (square) return say`There is no square ${square}: the board goes from a1 to h8.`
  return say`${quoted(move)} is not a move. Moves look like Nf3, exd5, O-O or a8=Q.`
}

function wishWords(wish: Wish, position: Position): string {
  const { from, to, takes, promotion } = wish
  const color = position.sideToMove
  const other = otherColor(color)
  const standing = from && position.pieceAt(from)
  if (from && !standing) return say`There is no piece on ${from}.`
  if (standing && standing.color !== color)
    return say`It is ${sideName(color)}’s move, and ${pieceOn(LETTERS[standing.type], from)} is ${sideName(other)}’s.`
  const piece = standing ? standing.type : (wish.piece ?? 'pawn')
  const legal = position.legalMoves('move').filter(move => fits(move, { ...wish, piece }))
  const fitting = promotion ? legal.filter(move => move.promotion === promotion) : legal
  if (new Set(fitting.map(move => move.from)).size > 1) return ambiguousWords(fitting, piece, to)
  if (legal.length > 0) return promotionWords(legal[0], promotion)
  const own = position
    .pieces()
    .filter(([square, owner, type]) => owner === color && type === piece && isFrom(square, wish))
    .map(([square]) => square)
  if (own.length === 0) return missingWords(wish, piece, color)
  const target = position.pieceAt(to)
  if (target?.color === color && !own.includes(to))
    return say`Your own ${typeName(target.type)} stands on ${to}.`
  const able = own.filter(square => reaches(position, square, piece, to))
  if (able.length > 0) return forbiddenWords(able[0], piece, to, position)
  if (takes && !target && piece === 'pawn') return say`There is nothing to take on ${to}.`
  return unreachedWords(own, piece, to, position)
}

/** @param moves of pieces of one kind to one square */
function ambiguousWords(moves: Move[], piece: PieceType, to: Square) {
  const sans = [...new Map(moves.map(({ from, san }) => [from, san.replace(/[+#]$/, '')])).values()]
  return say`${NUMBERS[sans.length] ?? sans.length} ${PLURALS[piece]} can go to ${to}. Type ${list(sans, 'or')}.`
}

/** @param legal the legal moves, without the typed promotion */
function promotionWords(legal: Move, promotion?: string) {
  if (!promotion) return say`This move cannot be played here.`
  if (legal.piece !== 'pawn') return say`Only pawns are promoted.`
  if (!legal.promotion) return say`A pawn is promoted on the last rank only.`
  return say`A pawn becomes a queen, rook, bishop or knight, not a ${pieceName(promotion)}.`
}

function missingWords({ file = '', rank = '' }: Wish, piece: PieceType, color: Color) {
  const [side, name] = [sideName(color), typeName(piece)]
  if (file && rank) return say`${side} has no ${name} on ${file + rank}.`
  if (file) return say`${side} has no ${name} on the ${file}-file.`
  return rank ? say`${side} has no ${name} on rank ${rank}.` : say`${side} has no ${name}.`
}

/** A piece that reaches the square, but must not go there. */
function forbiddenWords(from: Square, piece: PieceType, to: Square, position: Position) {
  const { variant, sideToMove: color } = position
  if (hasTrait(variant, UNUSUAL_KINGS)) return variantWords(position)
  const dangers = attackersAfter(position, from, to)
  if (piece === 'king' && dangers.length === 0) return say`The king cannot go to ${to}.`
  if (piece === 'king')
    return dangers.length > 1
      ? say`The king cannot go to ${to}: ${named(dangers)} attack it.`
      : say`The king cannot go to ${to}: ${named(dangers)} attacks it.`
  if (position.isCheck) return checkWords(position)
  if (position.pinned(color).includes(from)) {
    const [name, by] = [typeName(piece), named(dangers)]
    return by
      ? say`The ${name} on ${from} is pinned: moving it to ${to} would leave your king in check from ${by}.`
      : say`The ${name} on ${from} is pinned: moving it to ${to} would leave your king in check.`
  }
  return dangers.length > 0
    ? say`That would leave your king in check from ${named(dangers)}.`
    : say`That would leave your king in check.`
}

/** @param position in check @returns the sentence, with all ways out of check */
function checkWords(position: Position): string {
  const color = position.sideToMove
  const king = position.king(color)
  const checkers = king ? piecesOn(position, position.attackers(king, otherColor(color))) : []
  const moves = position.legalMoves('move')
  const takes = checkers.filter(({ square }) => moves.some(move => takenBy(move) === square))
  const takesAny = (move: Move) => checkers.some(({ square }) => takenBy(move) === square)
  const ways = [
    moves.some(move => move.piece === 'king' && !takesAny(move)) && say`move it`,
    moves.some(move => move.piece !== 'king' && !takesAny(move)) && say`block`,
    takes.length > 0 && say`take ${named(takes)}`,
  ].filter(way => way !== false)
  return takes.length > 0
    ? say`Your king is in check: ${list(ways, 'or')}.`
    : say`Your king is in check from ${named(checkers)}: ${list(ways, 'or')}.`
}

/** @param position of a variant with other rules for kings or moves */
function variantWords(position: Position) {
  const { variant } = position
  const [capture] = position.legalMoves('move').filter(({ captured }) => captured)
  if (variant === 'antichess' && capture) return say`You must take when you can: for example ${capture.san}.`
  if (variant === 'racingkings')
    return say`In Racing Kings no move may give check, and no king may stand in one.`
  return say`The rules of ${variantName(variant)} do not allow this move here.`
}

/** @param own pieces of this type, none of which reaches the square */
function unreachedWords(own: Square[], piece: PieceType, to: Square, position: Position) {
  const name = typeName(piece)
  if (own.length > 1) return say`No ${name} of yours can reach ${to} in one move.`
  const [from] = own
  const [blocker] = piecesOn(position, between(from, to, piece))
  const isAhead = from[0] === to[0]
  if (piece === 'pawn' && isAhead && position.pieceAt(to))
    return say`The pawn on ${from} cannot go to ${to}: pawns take diagonally.`
  if (blocker) return say`The ${name} on ${from} cannot jump over ${named([blocker])}.`
  if (piece === 'pawn' && isDiagonalStep(from, to, position.sideToMove))
    return say`There is nothing to take on ${to}.`
  return piece === 'king'
    ? say`The king cannot reach ${to} in one move.`
    : say`The ${name} on ${from} cannot reach ${to} in one move.`
}

function castlingWords(position: Position, isLong: boolean) {
  const { variant, sideToMove: color } = position
  const name = isLong ? say`long|castling` : say`short|castling`
  const rank = color === 'white' ? '1' : '8'
  const rights = position.setup().castling
  const right = color === 'white' ? (isLong ? 'Q' : 'K') : isLong ? 'q' : 'k'
  const isUsual = !hasTrait(variant, UNUSUAL_KINGS | TRAIT_ANY_START)
  if (isUsual && !rights.includes(right)) return say`${sideName(color)} has no right to castle ${name}.`
  if (position.isCheck) return say`You cannot castle while your king is in check.`
  if (!isUsual) return say`Castling ${name} is not possible here.`
  const squares = (isLong ? ['d', 'c', 'b'] : ['f', 'g']).map(file => squareOf(file + rank))
  const blockers = piecesOn(position, squares)
  if (blockers.length > 0)
    return blockers.length > 1
      ? say`You cannot castle ${name} yet: ${named(blockers)} stand between king and rook.`
      : say`You cannot castle ${name} yet: ${named(blockers)} stands between king and rook.`
  for (const [at, square] of squares.slice(0, 2).entries()) {
    const attackers = piecesOn(position, position.attackers(square, otherColor(color)))
    const by = named(attackers)
    if (attackers.length > 1)
      return at === 0
        ? say`You cannot castle ${name}: the king would pass ${square}, which ${by} attack.`
        : say`You cannot castle ${name}: the king would stand on ${square}, which ${by} attack.`
    if (attackers.length > 0)
      return at === 0
        ? say`You cannot castle ${name}: the king would pass ${square}, which ${by} attacks.`
        : say`You cannot castle ${name}: the king would stand on ${square}, which ${by} attacks.`
  }
  return say`Castling ${name} is not possible here.`
}

function dropWords({ piece = 'pawn', to }: Wish, position: Position) {
  const { pockets, sideToMove: color } = position
  if (!pockets) return say`Pieces are dropped in Crazyhouse only.`
  if (piece === 'king' || !pockets[color][piece]) return say`There is no ${typeName(piece)} in your pocket.`
  if (position.pieceAt(to)) return say`${to} is not empty: pieces are dropped on empty squares.`
  if (piece === 'pawn' && '18'.includes(to[1]))
    return say`No pawn can be dropped on the first or the last rank.`
  return position.isCheck ? checkWords(position) : say`This piece cannot be dropped there.`
}

/** @param wish has a piece */
const fits = (move: Move, wish: Wish) =>
  move.from !== undefined && move.to === wish.to && move.piece === wish.piece && isFrom(move.from, wish)

/** @returns whether the wish allows a piece on this square */
const isFrom = (square: Square, { from, file, rank }: Wish): boolean =>
  (!from || from === square) && (!file || file === square[0]) && (!rank || rank === square[1])

/**
 * @param to has no own piece
 * @returns whether the piece moves like that, even if its king would be in check
 */
function reaches(position: Position, from: Square, piece: PieceType, to: Square): boolean {
  const color = position.sideToMove
  if (piece !== 'pawn') return position.attackers(to, color).includes(from)
  const isTaking = position.pieceAt(to) !== null || position.setup().enPassant === to
  if (from[0] !== to[0]) return isTaking && position.attackers(to, color).includes(from)
  const steps = (Number(to[1]) - Number(from[1])) * (color === 'white' ? 1 : -1)
  const isFree = position.pieceAt(to) === null && piecesOn(position, between(from, to, piece)).length === 0
  return isFree && (steps === 1 || (steps === 2 && from[1] === (color === 'white' ? '2' : '7')))
}

/** @returns the attackers of the own king after the move */
function attackersAfter(position: Position, from: Square, to: Square): Standing[] {
  const color = position.sideToMove
  const isKing = position.pieceAt(from)?.type === 'king'
  const square = isKing ? to : position.king(color)
  if (!square) return []
  const setup = position.setup()
  const piece = setup.remove(from)
  const isPassing = piece?.type === 'pawn' && setup.enPassant === to
  if (isPassing) setup.remove(squareOf(to[0] + from[1]))
  if (piece) setup.put(to, piece)
  Object.assign(setup, { castling: '-', enPassant: null })
  try {
    const after = Position.from(setup, { variant: position.variant })
    return piecesOn(after, after.attackers(square, otherColor(color)))
  } catch {
    // Not a possible position, such as two adjacent kings.
    return piecesOn(position, position.attackers(square, otherColor(color)))
  }
}

/** a piece on its square */
type Standing = { square: Square; type: PieceType }

/** @returns the pieces there */
const piecesOn = (position: Position, squares: Square[]): Standing[] =>
  squares.flatMap(square => {
    const piece = position.pieceAt(square)
    return piece ? [{ square, type: piece.type }] : []
  })

/** @returns the squares that the piece passes, in order */
function between(from: Square, to: Square, piece: PieceType): Square[] {
  const [files, ranks] = [0, 1].map(at => to.charCodeAt(at) - from.charCodeAt(at))
  const isStraight = files === 0 || ranks === 0
  const isDiagonal = Math.abs(files) === Math.abs(ranks)
  const goes: Partial<Record<PieceType, boolean>> = {
    ...{ queen: isStraight || isDiagonal, rook: isStraight, bishop: isDiagonal, pawn: files === 0 },
  }
  if (!goes[piece]) return []
  if (piece === 'pawn' && Math.abs(ranks) > 2) return []
  return Array.from({ length: Math.max(Math.abs(files), Math.abs(ranks)) - 1 }, (_, at) =>
    squareOf(
      String.fromCharCode(
        ...[files, ranks].map((way, axis) => from.charCodeAt(axis) + Math.sign(way) * (at + 1)),
      ),
    ),
  )
}

const isDiagonalStep = (from: Square, to: Square, color: Color) =>
  Math.abs(to.charCodeAt(0) - from.charCodeAt(0)) === 1 &&
  Number(to[1]) - Number(from[1]) === (color === 'white' ? 1 : -1)

/** @returns the square of the captured piece */
function takenBy({ captured, flags, from, to }: Move): Square | '' {
  if (!captured) return ''
  return flags.some(flag => flag === 'enpassant') && from ? squareOf(to[0] + from[1]) : to
}

/** @returns such as 'the rook on e8 and the bishop on b5' */
const named = (pieces: Standing[]): string =>
  list(
    pieces.map(({ square, type }) => pieceOn(LETTERS[type], square)),
    'and',
  )

const list = (words: string[], last: 'and' | 'or') =>
  words.reduce((before, word, at) => {
    if (at === 0) return word
    if (at < words.length - 1) return `${before}, ${word}`
    if (at < 2) return last === 'and' ? say`${before} and ${word}` : say`${before} or ${word}`
    return last === 'and' ? say`${before}, and ${word}` : say`${before}, or ${word}`
  }, '')

const typeName = (type: PieceType): string => pieceName(LETTERS[type])
