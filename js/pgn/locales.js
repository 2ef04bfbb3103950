// SPDX-License-Identifier: Apache-2.0
// Piece letters by language. PGN standard 8.2.3.2 (its table), https://en.wikipedia.org/wiki/Algebraic_notation_(chess)#Naming_the_pieces

import { writeText } from '../core/buffer.js'
import { argumentError } from '../core/errors.js'
import { PGN_LOCAL, PGN_WORD_COUNT, PGN_WORDS } from '../core/generated/bindings.js'
import { pgnFacts } from '../core/pgn-text.js'
import { wasm } from '../core/wasm.js'
import { countMoveErrors } from './read-errors.js'

/**
 * A language by its ISO 639-1 code.
 * @typedef {'en' | 'ca' | 'cs' | 'da' | 'de' | 'es' | 'et' | 'fi' | 'fr' | 'hu' | 'is' | 'it' | 'nb' | 'nl' | 'no' | 'pl' | 'pt' | 'ro' | 'sv'} Locale
 */

/**
 * King, queen, rook, bishop, knight, and the pawn where its letter is not one of those. Dutch and Estonian pawns
 * have letters that nobody writes.
 * @type {Readonly<Record<Locale, string>>}
 */
const LETTERS = {
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

/** Every other set of letters once. */
const OTHER_LETTERS = [...new Set(Object.values(LETTERS))].filter(letters => letters !== LETTERS.en)

export const ENGLISH = LETTERS.en

/** What 'auto' stands for among letters. */
export const AUTO = 'auto'

/**
 * @param {unknown} locale a Locale or 'auto'
 * @returns {string} its letters, or AUTO
 * @throws {ChessError} ERR_ARGUMENT
 */
export function lettersOf(locale) {
  if (locale === undefined) return LETTERS.en
  if (locale === AUTO) return AUTO
  if (typeof locale === 'string' && Object.hasOwn(LETTERS, locale))
    return LETTERS[/** @type {Locale} */ (locale)]
  throw argumentError(`locale is 'auto' or one of ${Object.keys(LETTERS).join(', ')}`, locale)
}

let current = ''

/**
 * @param {string} letters that C is to read moves with
 * @returns {number} the flag for it
 */
export function useLetters(letters) {
  if (letters === ENGLISH) return 0
  if (letters !== current) wasm.binbo_pgn_letters(writeText(letters))
  current = letters
  return PGN_LOCAL
}

/**
 * Reads the game again in the one language that all of its moves fit. Where there is none, or where two
 * languages make different moves of them, it stays as English has it.
 * @param {(flag: number) => void} read the game into C, with the letters that useLetters() has told it
 */
export function readInOtherLanguage(read) {
  let fitting = ENGLISH
  let words = ''
  for (const letters of OTHER_LETTERS) {
    read(useLetters(letters))
    if (countMoveErrors() > 0) continue
    const found = treeWords().join()
    if (fitting === ENGLISH) words = found
    else if (words !== found) {
      fitting = ENGLISH
      break
    }
    fitting = letters
  }
  read(useLetters(fitting))
}

function treeWords() {
  const facts = pgnFacts()
  return new Uint32Array(wasm.memory.buffer, facts[PGN_WORDS], facts[PGN_WORD_COUNT])
}
