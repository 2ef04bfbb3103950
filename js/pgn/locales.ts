// SPDX-License-Identifier: Apache-2.0
// Piece letters by language. PGN standard 8.2.3.2 (its table), https://en.wikipedia.org/wiki/Algebraic_notation_(chess)#Naming_the_pieces

import { writeText } from '../core/buffer.js'
import { argumentError } from '../core/errors.js'
import { PGN_CAPITALS, PGN_LOCAL, PGN_WORD_COUNT, PGN_WORDS } from '../core/generated/bindings.js'
import { hasKey } from '../core/options.js'
import { pgnFacts } from '../core/pgn-text.js'
import { wasm } from '../core/wasm.js'
import { countMoveErrors } from './read-errors.js'

/** A language by its ISO 639-1 code. */
export type Locale =
  | 'en'
  | 'ca'
  | 'cs'
  | 'da'
  | 'de'
  | 'es'
  | 'et'
  | 'fi'
  | 'fr'
  | 'hu'
  | 'is'
  | 'it'
  | 'nb'
  | 'nl'
  | 'no'
  | 'pl'
  | 'pt'
  | 'ro'
  | 'sv'

/**
 * King, queen, rook, bishop, knight, and the pawn if its letter is a different one. The letters of Dutch and Estonian pawns
 * are not used.
 */
const LETTERS: Readonly<Record<Locale, string>> = {
  en: 'KQRBNP',
  ca: 'RDTAC',
  cs: 'KDVSJP',
  da: 'KDTLSB',
  de: 'KDTLSB',
  es: 'RDTACP',
  et: 'KLVOR',
  fi: 'KDTLR',
  fr: 'RDTFCP',
  hu: 'KVBFHG',
  is: 'KDHBRP',
  it: 'RDTACP',
  nb: 'KDTLSB',
  nl: 'KDTLPO',
  no: 'KDTLSB',
  pl: 'KHWGSP',
  pt: 'RDTBCP',
  ro: 'RDTNCP',
  sv: 'KDTLSB',
}

/** Every other set of letters, once. */
const OTHER_LETTERS = [...new Set(Object.values(LETTERS))].filter(letters => letters !== LETTERS.en)

const ENGLISH = LETTERS.en

/** The letters of the locale 'auto'. */
export const AUTO = 'auto'

/**
 * @param locale a Locale or 'auto'
 * @returns its letters, or AUTO
 * @throws {ChessError} ERR_ARGUMENT
 */
export function lettersOf(locale: unknown): string {
  if (locale === undefined) return LETTERS.en
  if (locale === AUTO) return AUTO
  if (typeof locale === 'string' && hasKey(LETTERS, locale)) return LETTERS[locale]
  throw argumentError(`locale is 'auto' or one of ${Object.keys(LETTERS).join(', ')}`, locale)
}

let current = ''

/**
 * Sets the letters with which C reads moves.
 * @returns the flag for these letters
 */
export function useLetters(letters: string): number {
  if (letters === ENGLISH) return 0
  if (letters !== current) wasm.binbo_pgn_letters(writeText(letters))
  current = letters
  return PGN_LOCAL
}

/** Letters that no language uses: with them, no letter of a move has a meaning. */
const NONE = 'ZZZZZ'

/**
 * Reads a game that was read in English again, in the languages that its letters fit. If several fit, their common
 * reading is used; if their readings differ, the letters have no meaning. If none fits, the English reading stays.
 * @param read the game into C, with the letters of useLetters()
 */
export function readInAnyLanguage(read: (flag: number) => void) {
  const fitsEnglish = countMoveErrors() === 0
  const used = fitsEnglish ? pgnFacts()[PGN_CAPITALS] : 0
  const others = OTHER_LETTERS.filter(letters => (used & ~maskOf(letters)) === 0)
  if (others.length === 0) return
  let words = fitsEnglish ? treeWords() : ''
  let fitting = ENGLISH
  for (const letters of others) {
    read(useLetters(letters))
    if (countMoveErrors() > 0) continue
    if (words === '') {
      words = treeWords()
      fitting = letters
    } else if (words !== treeWords()) {
      fitting = fitsEnglish ? NONE : ENGLISH
      break
    }
  }
  read(useLetters(fitting))
}

/** @returns a bit for each letter, from 'A' on */
function maskOf(letters: string): number {
  let mask = 0
  for (const letter of letters) mask |= 1 << (letter.charCodeAt(0) - 65)
  return mask
}

/** @returns the moves and all other parts of the tree, as text that can be compared */
function treeWords(): string {
  const facts = pgnFacts()
  return `[${new Uint32Array(wasm.memory.buffer, facts[PGN_WORDS], facts[PGN_WORD_COUNT])}]`
}
