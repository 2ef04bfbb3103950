// SPDX-License-Identifier: Apache-2.0
// Finds chapters by words: BM25 over their headings, the names around them and their text. A word matches as typed, in another
// form, as the beginning or a part of a name, as a synonym, or with a typing error.

import type { SearchIndex } from '../site/write-search-index.js'
import { distance, stemOf, wordsOf } from './terms.js'
import { ERROR_WORDS, PHRASES, STOP_WORDS, SYNONYMS_OF } from './words.js'

export type Found = {
  /** URL of the chapter, relative to the documents' folder */
  address: string
  /** title of the document */
  title: string
  heading: string
  /** text of the chapter */
  text: string
  /** words of the chapter that matched */
  words: string[]
  /** whether a word of the query matched only with a typing error, although other chapters have it as typed */
  isSimilar: boolean
}

const MAX_RESULTS = 12
/** The number of results that are only similar. */
const MAX_SIMILAR = 4

/** Weights of a word in the heading, in the names around it (of the document and the chapters above), and in the text. */
const FIELDS = [6, 2.5, 1]
/** Parameters of BM25: the saturation of repetitions, and the penalty of long texts. */
const SATURATION = 1.2
const LENGTH = 0.5
/** Texts longer than this many mean lengths count as equally long: they are lists of many things. */
const MAX_LENGTH = 5
const NONE: number[] = []

/** A word in the names around a heading counts as this part of a word of the heading. */
const AROUND = 0.5
/** Weight of a chapter whose heading, or whose document's name, equals the query. */
const SAME = 4
/** Weight of a chapter for new users whose heading equals the query, and of a member of `binbo` with that name. */
const SAME_PART = 1.6

/** Weights of documents. Types and errors, whose names repeat many words, weigh less than the chapters that use them. */
const KINDS = { start: 1.08, guide: 1, core: 0.95, reference: 0.85, project: 0.5, 'drop-in': 0.3 }
/** Documents whose chapters are about the document's subject: "FEN" of Variants is not all about FEN. */
const GUIDES = ['start', 'guide']
const TYPE = 0.4
/** Members with the name of a member of an earlier class: users mean those of Game before those of Position and Setup. */
const AGAIN = 0.9
const ERROR = 0.7
/** Codes of errors and refusals if the query is not about errors. */
const UNASKED_ERROR = 0.4

/** Weights of a word by the way it matches. */
const AS = { typed: 1, stem: 0.9, joined: 0.6, meaning: 0.75, beginning: 0.7, part: 0.75, mistyped: 0.5 }

/** Weight of a word that matches only as mistyped, beside words that are known: it may occur in no document. */
const GUESSED = 0.3

/** How a word of the texts matches a word of the query. */
type Likeness = { weight: number; isSimilar: boolean }
/** The chapters of a word, in groups of four numbers: the chapter, and the word's count in each of the three fields. */
type Postings = number[]
const FOUR = 1 + FIELDS.length

/** @returns the search, whose results are sorted, the best first */
export function searchIn({ pages, sections }: SearchIndex): (query: string) => Found[] {
  const words: Map<string, Postings> = new Map()
  const byStem: Map<string, Set<string>> = new Map()
  const lengths = new Float64Array(sections.length)
  const headingLengths = new Uint8Array(sections.length)
  const add = (word: string, section: number, field: number, count: number) => {
    let postings = words.get(word)
    if (!postings) {
      words.set(word, (postings = []))
      const stem = stemOf(word)
      const family = byStem.get(stem)
      if (family) family.add(word)
      else byStem.set(stem, new Set([word]))
    }
    if (postings.at(-FOUR) !== section) postings.push(section, 0, 0, 0)
    postings[postings.length - FIELDS.length + field] += count
  }
  /** @returns the number of words */
  const addText = (text: string, section: number, field: number): number => {
    const found = wordsOf(text)
    for (const [word, ...parts] of found) {
      add(word, section, field, 1)
      for (const part of new Set(parts)) add(part, section, field, AS.part)
    }
    return found.length
  }
  /** The headings above, by depth. */
  let above: string[] = []
  for (const [at, [page, depth, , heading, text]] of sections.entries()) {
    const [, title, , about] = pages[page]
    above = [...above.slice(0, depth - 1), heading]
    addText(heading, at, 0)
    headingLengths[at] = wordsOf(heading).filter(([word]) => !STOP_WORDS.has(word)).length
    const around = depth === 1 ? about : [title, ...above.slice(1, -1)].join(' ')
    addText(around, at, 1)
    lengths[at] = addText(text, at, 2)
  }
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / sections.length
  const sorted = [...words.keys()].toSorted()
  // Headings of guides begin with a capital letter: one that does not is a code that servers send.
  const isCode = sections.map(
    ([page, depth, id, heading]) =>
      id.startsWith('err_') || (GUIDES.includes(pages[page][2]) && depth === 3 && /^[a-z]\w+$/.test(heading)),
  )
  const members = new Set()
  const weights = sections.map(([page, , id, heading], at) => {
    const member = `${page} ${memberOf(heading)}`
    const isAgain = members.has(member)
    if (memberOf(heading) !== '') members.add(member)
    return (
      KINDS[pages[page][2]] * (id.startsWith('type-') ? TYPE : isCode[at] ? ERROR : 1) * (isAgain ? AGAIN : 1)
    )
  })

  /**
   * @param isWhole false for the last word, which the user may still be typing
   * @param joined the word joined with its neighbours: setup of "set up"
   */
  const likeWords = (word: string, isWhole: boolean, joined: string[] = []): Map<string, Likeness> => {
    const found: Map<string, Likeness> = new Map()
    const take = (other: string, weight: number, isSimilar = false) => {
      if (words.has(other) && !found.has(other)) found.set(other, { weight, isSimilar })
    }
    take(word, AS.typed)
    for (const other of joined) take(other, AS.joined)
    for (const other of byStem.get(stemOf(word)) ?? []) take(other, AS.stem)
    for (const other of SYNONYMS_OF.get(word) ?? SYNONYMS_OF.get(stemOf(word)) ?? []) {
      for (const form of byStem.get(stemOf(other)) ?? []) take(form, AS.meaning)
    }
    if (word.length >= (isWhole ? 4 : 2)) {
      for (let at = firstFrom(sorted, word); sorted[at]?.startsWith(word); at++)
        take(sorted[at], AS.beginning * (0.5 + (0.5 * word.length) / sorted[at].length))
    }
    const isKnown = found.size > 0
    const most = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
    if (most > 0) {
      for (const other of sorted)
        if (!found.has(other) && other[0] === word[0] && distance(word, other, most) <= most)
          take(other, AS.mistyped, isKnown)
    }
    return found
  }

  return query => {
    const typedWords = wordsOf(query.replace(PHRASES, ' '))
    const meaningful = typedWords.filter(([word]) => !STOP_WORDS.has(word))
    const terms = (meaningful.length > 0 ? meaningful : typedWords).flatMap(([word, ...parts], at, used) => {
      const joined = [
        at > 0 ? used[at - 1][0] + word : '',
        at + 1 < used.length ? word + used[at + 1][0] : '',
      ]
      const like = likeWords(word, at < used.length - 1, joined)
      // An unknown name may consist of known words: ERR_EMPTY_FEN.
      return isGuess(like) && parts.length > 1 ? parts.map(part => likeWords(part, true)) : [like]
    })
    if (terms.length === 0) return []
    const scores = scoresOf(terms)
    const typed = query.trim()
    const isAboutErrors = typedWords.some(([word]) => ERROR_WORDS.test(word))
    for (const [at, score] of scores) {
      score.score *= sameness(at, typed)
      if (isCode[at] && !isAboutErrors) score.score *= UNASKED_ERROR
    }
    const ranked = [...scores].toSorted((a, b) => b[1].score - a[1].score || a[0] - b[0])
    const literal = ranked.filter(([, { isSimilar }]) => !isSimilar)
    const similar = ranked.filter(([, { isSimilar }]) => isSimilar).slice(0, MAX_SIMILAR)
    return [...literal.slice(0, MAX_RESULTS - similar.length), ...similar].map(
      ([at, { found, isSimilar }]) => {
        const [page, , id, heading, text] = sections[at]
        const [name, title] = pages[page]
        return {
          address: `${name}.html${id ? `#${id}` : ''}`,
          title,
          heading,
          text,
          words: [...found],
          isSimilar,
        }
      },
    )
  }

  /** @param at a chapter @returns its weight as to whether it has the name that was typed */
  function sameness(at: number, typed: string): number {
    const [page, depth, , heading] = sections[at]
    const [name, , kind] = pages[page]
    const isWhole = depth === 1 || !GUIDES.includes(kind) || isCode[at]
    const lower = typed.toLowerCase()
    if ((isWhole && heading === typed) || (depth === 1 && name === lower)) return SAME
    const part = kind === 'start' ? heading : kind === 'core' ? memberOf(heading) : ''
    return part.toLowerCase() === lower.replace(/\s/g, kind === 'start' ? ' ' : '') ? SAME_PART : 1
  }

  type Score = { score: number; isSimilar: boolean; found: Set<string> }

  /** @returns the scores of chapters that have most of the words */
  function scoresOf(terms: Map<string, Likeness>[]): Map<number, Score> {
    const scores: Map<number, Score & { information: number; inHeading: number }> = new Map()
    let allInformation = 0
    const areKnown = terms.some(like => !isGuess(like))
    for (const like of terms) {
      /** The best match of each chapter. */
      const best: Map<
        number,
        { value: number; word: string; isSimilar: boolean; heading: number; forms: number[] }
      > = new Map()
      for (const [word, { weight, isSimilar }] of like) {
        const postings = words.get(word) ?? []
        for (let i = 0; i < postings.length; i += FOUR) {
          const at = postings[i]
          const counts = postings.slice(i + 1, i + FOUR)
          const known = best.get(at)
          // Forms of one word, which come first, are counted together.
          const forms =
            weight < AS.stem
              ? NONE
              : counts.map((count, field) => count * weight + (known?.forms[field] ?? 0))
          const value = forms === NONE ? weight * saturated(counts, at) : saturated(forms, at)
          const isBetter =
            !known ||
            (known.isSimilar && !isSimilar) ||
            (known.isSimilar === isSimilar && known.value < value)
          const heading = weight * (counts[0] > 0 ? 1 : counts[1] > 0 ? AROUND : 0)
          if (isBetter)
            best.set(at, { value, word, isSimilar, forms, heading: Math.max(heading, known?.heading ?? 0) })
        }
      }
      if (best.size === 0) continue // an unknown word does not exclude chapters
      const trust = areKnown && isGuess(like) ? GUESSED : 1
      const information = trust * Math.log(1 + (sections.length - best.size + 0.5) / (best.size + 0.5))
      allInformation += information
      for (const [at, { value, word, isSimilar, heading }] of best) {
        const score = scores.get(at) ?? {
          score: 0,
          isSimilar: false,
          found: new Set(),
          information: 0,
          inHeading: 0,
        }
        score.score += information * value
        score.information += information
        score.inHeading += heading
        score.isSimilar ||= isSimilar
        score.found.add(word)
        scores.set(at, score)
      }
    }
    for (const [at, score] of scores) {
      const part = score.information / allInformation
      // Prefer chapters with most words of the query, and with few other words in the heading.
      score.score *=
        part ** 3 * weights[at] * (1 + score.inHeading / Math.max(headingLengths[at], terms.length))
      if (part < 0.4) scores.delete(at)
    }
    return scores
  }

  /** @param counts of a word by field @param at the chapter */
  function saturated([heading, around, text]: number[], at: number) {
    const long = 1 - LENGTH + LENGTH * Math.min(lengths[at] / meanLength, MAX_LENGTH)
    const count = FIELDS[0] * heading + FIELDS[1] * around + (FIELDS[2] * text) / long
    return (count * (SATURATION + 1)) / (count + SATURATION * 4)
  }
}

/** @returns whether the word matches only with typing errors */
const isGuess = (like: Map<string, Likeness>): boolean =>
  [...like.values()].every(({ weight }) => weight <= AS.mistyped)

/** @returns the member's name in a heading: `fen` of `Game.fen`; otherwise '' */
const memberOf = (heading: string): string => /^\w+\.(\w+)/.exec(heading)?.[1] ?? ''

/** @returns the index of the first word that is not less than the given one */
function firstFrom(sorted: string[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < word) low = middle + 1
    else high = middle
  }
  return low
}
