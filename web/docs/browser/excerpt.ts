// SPDX-License-Identifier: Apache-2.0
// The part of a chapter that answers a search, with the words that were found.

/** Letters of the text that results show. */
const LENGTH = 160
/** Letters before the first word. */
const BEFORE = 40

/**
 * @param words in small letters
 * @returns where they stand: where a word or a part of a name begins
 */
function placesOf(text: string, words: string[]): { index: number; length: number }[] {
  if (words.length === 0) return []
  const longest = words.toSorted((a, b) => b.length - a.length)
  const found = text.matchAll(new RegExp(longest.join('|'), 'giu'))
  return Array.from(found, ({ 0: { length }, index }) => ({ index, length })).filter(
    ({ index }) => !/\p{L}/u.test(text[index - 1] ?? ' ') || /\p{Lu}/u.test(text[index]),
  )
}

/**
 * @param text of a chapter
 * @param words in small letters
 * @returns that part of it in which most of them stand, cut between words
 */
export function excerptOf(text: string, words: string[]): string {
  if (text.length <= LENGTH) return text
  const places = placesOf(text, words).map(({ index }) => index)
  let start = 0
  let most = 0
  for (const place of places) {
    const count = places.filter(other => other >= place && other < place + LENGTH - BEFORE).length
    if (count > most) {
      most = count
      start = Math.max(0, place - BEFORE)
    }
  }
  if (start > 0) start = text.indexOf(' ', start) + 1
  const part = text.slice(start, start + LENGTH)
  const end = start + LENGTH < text.length ? `${part.replace(/\s\S*$/, '')} …` : part
  return start > 0 ? `… ${end}` : end
}

/**
 * @param words in small letters
 * @returns the text in parts
 */
export function markedIn(text: string, words: string[]): { part: string; isMarked: boolean }[] {
  const parts = []
  let end = 0
  for (const { index, length } of placesOf(text, words)) {
    if (index > end) parts.push({ part: text.slice(end, index), isMarked: false })
    end = index + length
    parts.push({ part: text.slice(index, end), isMarked: true })
  }
  if (end < text.length) parts.push({ part: text.slice(end), isMarked: false })
  return parts
}
