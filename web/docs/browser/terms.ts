// SPDX-License-Identifier: Apache-2.0
// Splits texts into words for the search.

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_]*/gu
/** The parts of a name in a program: legal|Moves, ERR|_FEN, UCI|Game. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu

/** @returns the word in lower case, without accents */
const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function partsOf(word: string): string[] {
  const parts = word.match(PART) ?? []
  return (parts.length > 1 ? [word, ...parts] : [word]).map(plain)
}

/** By word: most words occur many times. */
const knownParts: Map<string, string[]> = new Map()

/** @returns each word of the text, followed by its parts if it is a name: legalmoves, legal, moves */
export const wordsOf = (text: string): string[][] =>
  (text.match(WORD) ?? []).map(word => {
    const known = knownParts.get(word)
    if (known) return known
    const parts = partsOf(word)
    knownParts.set(word, parts)
    return parts
  })

const ENDING = /(?:ies|es|s|ing|ed|ions?|e|y)$/

/** @returns the beginning that forms of the word share, such as moves, move, moved and moving; not always a word */
export function stemOf(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const stem = word.replace(ENDING, '')
  return stem.length < 3 ? word : stem.replace(/([^aeiouls])\1$/, '$1')
}

/**
 * The edit distance (optimal string alignment): the number of letters to insert, delete, change or swap with their neighbour.
 * @param most the result is exact up to this distance
 */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], before[j - 2] + 1)
      }
      least = Math.min(least, row[j])
    }
    if (least > most) return most + 1
    before = above
    above = row
  }
  return above[b.length]
}
