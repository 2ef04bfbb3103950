// SPDX-License-Identifier: Apache-2.0
// Splits texts into words for the search.

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_]*/gu
/** Where a name of a program is divided: legal|Moves, ERR|_FEN, UCI|Game. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu

/** @returns without case and accents */
const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function partsOf(word: string): string[] {
  const parts = word.match(PART) ?? []
  return (parts.length > 1 ? [word, ...parts] : [word]).map(plain)
}

/** Most words are met many times. */
const met: Map<string, string[]> = new Map()

/** @returns each of its words, followed by the parts of a name: legalmoves, legal, moves */
export const wordsOf = (text: string): string[][] =>
  (text.match(WORD) ?? []).map(word => {
    const known = met.get(word)
    if (known) return known
    const parts = partsOf(word)
    met.set(word, parts)
    return parts
  })

const ENDING = /(?:ies|es|s|ing|ed|ions?|e|y)$/

/** @returns its beginning that moves, move, moved and moving share; not always a word */
export function stemOf(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const stem = word.replace(ENDING, '')
  return stem.length < 3 ? word : stem.replace(/([^aeiouls])\1$/, '$1')
}

/**
 * @returns how many letters must be typed, left out, changed or swapped with their neighbour to make one of the other
 *   (optimal string alignment); more than `most` is not counted exactly
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
