// SPDX-License-Identifier: Apache-2.0
// Cuts the part of a chapter that a search result shows, and marks the words that were found.

/** Characters of an excerpt. */
const LENGTH = 160
/** Characters before the first word. */
const BEFORE = 40

/**
 * @param words in lower case
 * @returns where they occur at the beginning of a word, or of a part of a name
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
 * @param words in lower case
 * @returns the part of the text with most of the words, cut between words
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
 * @param words in lower case
 * @returns the text, divided into marked and other parts
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
