// SPDX-License-Identifier: Apache-2.0
// Finds chapters by words: BM25 over their headings, the names around them and their text, for words that stand there as
// typed, in another form, as the beginning or a part of a name, or but for a typing error.

import type { SearchIndex } from '../site/write-search-index.js'
import { distance, stemOf, wordsOf } from './terms.js'
import { ASKING, FAULTS, UNASKED, WORDS } from './words.js'

export type Found = {
  /** of the chapter, from the documents' folder */
  address: string
  /** of its document */
  title: string
  heading: string
  /** of the chapter */
  text: string
  /** of the chapter that were found */
  words: string[]
  /** a word stands there but for some letters, and elsewhere as typed */
  isSimilar: boolean
}

const MOST = 12
/** Results that are only similar. */
const MOST_SIMILAR = 4

/** How much a word weighs in a heading, in the names around it (of the document, of chapters above), in the text. */
const FIELDS = [6, 2.5, 1]
/** Of BM25: how soon repetitions no longer count, and how much long texts count less. */
const SATURATION = 1.2
const LENGTH = 0.5
/** From so many mean lengths on a text counts as equally long: it is a list of many things. */
const LONGEST = 5
const NONE: number[] = []

/** How much of a heading a word is that stands around it. */
const AROUND = 0.5
/** How much more a chapter weighs whose heading, or the name of whose document, is what was typed, to the letter. */
const SAME = 4
/** The same, in any case, of a chapter of what new users read, and of the name of a member of the classes of `binbo`. */
const SAME_PART = 1.6

/** How much a chapter weighs by its document. Types and errors, whose names repeat many words, weigh less than what has them. */
const KINDS = { start: 1.08, guide: 1, core: 0.95, reference: 0.85, project: 0.5, 'drop-in': 0.3 }
/** Documents whose chapters have names within them: "FEN" of Variants is not all about FEN. */
const GUIDES = ['start', 'guide']
const TYPE = 0.4
/** Members whose names an earlier class of the entry has: those of Game are asked for before those of Position and Setup. */
const AGAIN = 0.9
const ERROR = 0.7
/** Codes of errors and refusals where nobody asked for an error. */
const UNASKED_ERROR = 0.4

/** How much a word counts that is not written as typed. */
const AS = { typed: 1, stem: 0.9, joined: 0.6, meaning: 0.75, beginning: 0.7, part: 0.75, mistyped: 0.5 }

/** How much a word tells that is perhaps a mistyped one, beside words that are known: as likely it is one that no document has. */
const GUESSED = 0.3

/** of a word of the texts to one of the query */
type Likeness = { weight: number; isSimilar: boolean }
/** the chapters of a word, in fours: the chapter, how often it stands in each of the three fields */
type Postings = number[]
const FOUR = 1 + FIELDS.length

/** @returns the best first */
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
  /** @returns its words */
  const addText = (text: string, section: number, field: number): number => {
    const found = wordsOf(text)
    for (const [word, ...parts] of found) {
      add(word, section, field, 1)
      for (const part of new Set(parts)) add(part, section, field, AS.part)
    }
    return found.length
  }
  /** the headings above, by depth */
  let above: string[] = []
  for (const [at, [page, depth, , heading, text]] of sections.entries()) {
    const [, title, , about] = pages[page]
    above = [...above.slice(0, depth - 1), heading]
    addText(heading, at, 0)
    headingLengths[at] = wordsOf(heading).filter(([word]) => !UNASKED.has(word)).length
    const around = depth === 1 ? about : [title, ...above.slice(1, -1)].join(' ')
    addText(around, at, 1)
    lengths[at] = addText(text, at, 2)
  }
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / sections.length
  const sorted = [...words.keys()].toSorted()
  // Of guides, headings are written in large letters: what begins with a small one is a code that servers send.
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
   * @param isWhole it is not being typed
   * @param joined the word and its neighbour as one: setup of "set up"
   */
  const likeWords = (word: string, isWhole: boolean, joined: string[] = []): Map<string, Likeness> => {
    const found: Map<string, Likeness> = new Map()
    const take = (other: string, weight: number, isSimilar = false) => {
      if (words.has(other) && !found.has(other)) found.set(other, { weight, isSimilar })
    }
    take(word, AS.typed)
    for (const other of joined) take(other, AS.joined)
    for (const other of byStem.get(stemOf(word)) ?? []) take(other, AS.stem)
    for (const other of WORDS.get(word) ?? WORDS.get(stemOf(word)) ?? []) {
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
    const asked = wordsOf(query.replace(ASKING, ' '))
    const telling = asked.filter(([word]) => !UNASKED.has(word))
    const terms = (telling.length > 0 ? telling : asked).flatMap(([word, ...parts], at, used) => {
      const joined = [
        at > 0 ? used[at - 1][0] + word : '',
        at + 1 < used.length ? word + used[at + 1][0] : '',
      ]
      const like = likeWords(word, at < used.length - 1, joined)
      // A name that is not known may be made of known words: ERR_EMPTY_FEN.
      return isGuess(like) && parts.length > 1 ? parts.map(part => likeWords(part, true)) : [like]
    })
    if (terms.length === 0) return []
    const scores = scoresOf(terms)
    const typed = query.trim()
    const asksErrors = asked.some(([word]) => FAULTS.test(word))
    for (const [at, score] of scores) {
      score.score *= sameness(at, typed)
      if (isCode[at] && !asksErrors) score.score *= UNASKED_ERROR
    }
    const ranked = [...scores].toSorted((a, b) => b[1].score - a[1].score || a[0] - b[0])
    const literal = ranked.filter(([, { isSimilar }]) => !isSimilar)
    const similar = ranked.filter(([, { isSimilar }]) => isSimilar).slice(0, MOST_SIMILAR)
    return [...literal.slice(0, MOST - similar.length), ...similar].map(([at, { found, isSimilar }]) => {
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
    })
  }

  /** @param at a chapter */
  function sameness(at: number, typed: string): number {
    const [page, depth, , heading] = sections[at]
    const [name, , kind] = pages[page]
    const isWhole = depth === 1 || !GUIDES.includes(kind) || isCode[at]
    const lower = typed.toLowerCase()
    if ((isWhole && heading === typed) || (depth === 1 && name === lower)) return SAME
    const part = kind === 'start' ? heading : kind === 'core' ? memberOf(heading) : ''
    return part.toLowerCase() === lower.replace(/\s/g, kind === 'start' ? ' ' : '') ? SAME_PART : 1
  }

  /** of a chapter */
  type Score = { score: number; isSimilar: boolean; found: Set<string> }

  /** @returns by chapter, those that have most of the words */
  function scoresOf(terms: Map<string, Likeness>[]): Map<number, Score> {
    const scores: Map<number, Score & { told: number; inHeading: number }> = new Map()
    let all = 0
    const areKnown = terms.some(like => !isGuess(like))
    for (const like of terms) {
      /** The best of each chapter. */
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
          // Forms of one word, which come first, count together.
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
      if (best.size === 0) continue // unknown here, and no reason to find nothing
      const trust = areKnown && isGuess(like) ? GUESSED : 1
      const telling = trust * Math.log(1 + (sections.length - best.size + 0.5) / (best.size + 0.5))
      all += telling
      for (const [at, { value, word, isSimilar, heading }] of best) {
        const score = scores.get(at) ?? {
          score: 0,
          isSimilar: false,
          found: new Set(),
          told: 0,
          inHeading: 0,
        }
        score.score += telling * value
        score.told += telling
        score.inHeading += heading
        score.isSimilar ||= isSimilar
        score.found.add(word)
        scores.set(at, score)
      }
    }
    for (const [at, score] of scores) {
      const told = score.told / all
      // Most of what was asked, and little in the heading that was not.
      score.score *=
        told ** 3 * weights[at] * (1 + score.inHeading / Math.max(headingLengths[at], terms.length))
      if (told < 0.4) scores.delete(at)
    }
    return scores
  }

  /** @param counts of a word by field @param at its chapter */
  function saturated([heading, around, text]: number[], at: number) {
    const long = 1 - LENGTH + LENGTH * Math.min(lengths[at] / meanLength, LONGEST)
    const count = FIELDS[0] * heading + FIELDS[1] * around + (FIELDS[2] * text) / long
    return (count * (SATURATION + 1)) / (count + SATURATION * 4)
  }
}

/** @returns whether no word of the texts is like it but for a typing error */
const isGuess = (like: Map<string, Likeness>): boolean =>
  [...like.values()].every(({ weight }) => weight <= AS.mistyped)

/** @returns the name behind that of its class: `fen` of `Game.fen`; '' if there is none */
const memberOf = (heading: string): string => /^\w+\.(\w+)/.exec(heading)?.[1] ?? ''

/** @returns the index of the first that does not come before it */
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
