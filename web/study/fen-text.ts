// SPDX-License-Identifier: Apache-2.0
// The squares and piece letters of a FEN, and FENs as users paste them: from a URL, as a PGN tag, with a label in front, as EPD,
// or a placement alone.

import type { PieceType, Square } from 'binbo'
import { Setup } from 'binbo'
import { keysOf } from '../page/unknown.js'

export const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
const RANKS = [8, 7, 6, 5, 4, 3, 2, 1] as const

/** In the order of a FEN: a8, b8 … h1. */
export const SQUARES: readonly Square[] = RANKS.flatMap(rank => FILES.map(file => `${file}${rank}` as const))

/** @param name of a square, in letters of any case */
export const squareOf = (name: string): Square =>
  SQUARES[(8 - Number(name[1])) * 8 + name.toLowerCase().charCodeAt(0) - 97]

/** The letters of Black's pieces. */
export const LETTERS: Readonly<Record<PieceType, string>> = {
  king: 'k',
  queen: 'q',
  rook: 'r',
  bishop: 'b',
  knight: 'n',
  pawn: 'p',
}

/** @param letter of a piece, in any case @returns a pawn for other letters */
export const typeOf = (letter: string): PieceType =>
  keysOf(LETTERS).find(type => LETTERS[type] === letter.toLowerCase()) ?? 'pawn'

/** A URL with the eight ranks of a position in it, and maybe pockets. */
const ADDRESS = /^https?:\/\/\S*?(?<![\w~])((?:[\w~]+\/){7}[\w~]+(?:\[\w*\])?)((?:\s.*)?)$/s
const TAG = /^\[\s*FEN\s+"([^"]*)"\s*\]$/i
/** Four fields, then operations. */
const EPD = /^((?:\S+ ){3}\S+) [a-z]\w* .*;$/i
/** One, two, three or five fields. */
const INCOMPLETE = /^(?:\S+ ){0,2}\S+$|^(?:\S+ ){4}\d+$/
/** Blanks as forms write them. */
const FORM = /\+[wb]\+/
const NAME = /^(?:FEN\s*[:=]\s*|position\s+fen\s+)/i

/** @returns the FEN in it, with single spaces and without missing fields; other text unchanged except for its spaces */
export function tidyFen(text: string): string {
  const plain = decoded(text.trim())
  const inner = (TAG.exec(plain)?.[1] ?? plain).replace(NAME, '').replace(/^(["'])(.*)\1$/s, '$2')
  const spaced = inner.replace(/[\s_]+/g, ' ').trim()
  const [, rows, rest] = ADDRESS.exec(spaced) ?? []
  const fen = rows === undefined ? spaced : lastRows(rows) + rest.replace(/[?#&].*/s, '')
  return EPD.exec(fen)?.[1] ?? completed(fen)
}

/** @returns unchanged where it has all fields, or none that can be read */
function completed(fen: string): string {
  try {
    return INCOMPLETE.test(fen) ? new Setup(fen).fen : fen
  } catch {
    return fen
  }
}

/** @returns whether it is meant as a FEN, right or wrong: one line that starts with ranks */
export const isFenLike = (text: string): boolean =>
  !/[\r\n]/.test(text.trim()) && /^[^\s/[\]{}();.:]*(?:\/[^\s/.]*){5,}(?:\s|$)/.test(tidyFen(text))

/** @param rows of a URL, maybe after folders @returns the last eight */
const lastRows = (rows: string): string => rows.split('/').slice(-8).join('/')

function decoded(text: string): string {
  // Forms write blanks as +, which also counts checks.
  const spaced = FORM.test(text) ? text.replaceAll('+', ' ') : text
  if (!/%[0-9a-f]{2}/i.test(spaced)) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
