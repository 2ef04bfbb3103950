// SPDX-License-Identifier: Apache-2.0
// Games in groups, with the results of each.

import { contentError } from '../core/content-error.js'
import { argumentError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import { Pause } from '../core/pause.js'
import type { Place } from './columns.js'
import {
  blackEloOf,
  blackOf,
  dateOf,
  eachPlace,
  ecoOf,
  eventOf,
  openingNumber,
  resultNumber,
  speedOf,
  whiteEloOf,
  whiteOf,
} from './columns.js'
import { FIELD_EVENT, TAG_MISSING, TAG_TEXT } from './generated/bindings.js'
import { ecoText, resultOf, SPEEDS } from './heads.js'
import type { Aliases, NameGroups } from './names.js'
import { compareTexts, fold, nameGroups, playerGroups, spellingsOf } from './names.js'
import { openingOfNumber } from './openings.js'
import type { Store } from './store.js'

/**
 * What games are grouped by: the name or the code of the opening by the moves, the ECO header, the year, the result, the name
 * of a player, either player, the event, the speed, the mean rating in steps, or any header.
 */
export type GroupBy =
  | 'opening'
  | 'openingEco'
  | 'eco'
  | 'year'
  | 'result'
  | 'white'
  | 'black'
  | 'player'
  | 'event'
  | 'speed'
  | { readonly elo: number }
  | { readonly tag: string }

/** Games with the same key. */
export type GameGroup = {
  /**
   * A value for each part of `by`; null: the games have none. A name or header is as it is spelt most often, a rating the lower
   * end of its step.
   */
  key: (string | number | null)[]
  games: number
  white: number
  draws: number
  black: number
  /** With 'player': how many games the player won. */
  won?: number
  /** With 'player': how many games the player lost. */
  lost?: number
  /** The mean of all known ratings, of both players, rounded to a whole number. */
  averageElo: number | undefined
}

/** One part of `by`. Numbers of its groups begin at 1; 0: missing. */
type Part = {
  /** called once for each segment, before its games */
  begin?: (segment: number) => void
  numberOf: (place: Place, id: number) => number
  keyOf: (number: number) => string | number
}

type Made = { store: Store; aliases: Aliases }

/** The parts without parameters. */
const PARTS: Record<Exclude<GroupBy, object | 'player'>, (made: Made) => Part> = {
  opening: () => openingPart(({ name }) => name),
  openingEco: () => openingPart(({ eco }) => eco),
  eco: () => ({ numberOf: ecoOf, keyOf: ecoText }),
  year: () => ({ numberOf: place => dateOf(place) >>> 9, keyOf: year => year }),
  result: () => ({ numberOf: place => 1 + resultNumber(place), keyOf: number => resultOf(number - 1) }),
  white: ({ store, aliases }) => namePart(store, playerGroups(store, aliases), whiteOf),
  black: ({ store, aliases }) => namePart(store, playerGroups(store, aliases), blackOf),
  event: ({ store }) => namePart(store, nameGroups(store, FIELD_EVENT), eventOf),
  speed: () => ({ numberOf: speedOf, keyOf: speed => SPEEDS[speed] }),
}
/** The parts without parameters. */
export const PART_NAMES: readonly unknown[] = ['player', ...Object.keys(PARTS)]

function openingPart(textOf: (opening: { eco: string; name: string }) => string): Part {
  const keys = ['']
  const numbers: Map<string, number> = new Map()
  /** By number of an opening. */
  const known = [0]
  return {
    numberOf: place => {
      const number = openingNumber(place)
      const opening = known[number] === undefined ? openingOfNumber(number) : null
      if (opening !== null) {
        const key = textOf(opening)
        known[number] = numbers.get(fold(key)) ?? keys.push(key) - 1
        numbers.set(fold(key), known[number])
      }
      return known[number]
    },
    keyOf: number => keys[number],
  }
}

/** The groups of names, which know how often each spelling occurs. */
function namePart(store: Store, groups: NameGroups, nameOf: (place: Place) => number): Part {
  const counts = new Uint32Array(groups.of.length)
  let spellings: string[][] | undefined
  return {
    numberOf: place => {
      const name = nameOf(place)
      counts[name]++
      return groups.of[name]
    },
    keyOf: number => {
      spellings ??= spellingsOf(store, groups, counts)
      return spellings[number][0]
    },
  }
}

function eloPart(step: number): Part {
  return {
    numberOf: place => {
      const [white, black] = [whiteEloOf(place), blackEloOf(place)]
      return white && black ? 1 + Math.floor((white + black) / 2 / step) : 0
    },
    keyOf: number => (number - 1) * step,
  }
}

function tagPart(store: Store, tag: string): Part {
  /** By folded value. */
  const numbers: Map<string, number> = new Map([['', 0]])
  /** By number, how often each spelling occurs. */
  const spellings: Map<string, number>[] = [new Map()]
  /** By name. */
  const texts: Map<number, string> = new Map()
  let values: Uint32Array = new Uint32Array(0)
  let first = 0
  const textOf = (id: number) => {
    const name = values[id - first]
    if (name === TAG_MISSING || name === 0) return ''
    if (name === TAG_TEXT) return store.tag(id, tag) ?? ''
    const text = texts.get(name) ?? store.name(name)
    texts.set(name, text)
    return text
  }
  return {
    begin: segment => {
      values = store.tagValues(segment, tag)
      first = segment * store.segmentGames
    },
    numberOf: (_, id) => {
      const text = textOf(id)
      const folded = fold(text)
      const number = numbers.get(folded) ?? spellings.push(new Map()) - 1
      numbers.set(folded, number)
      spellings[number].set(text, (spellings[number].get(text) ?? 0) + 1)
      return number
    },
    keyOf: number =>
      Array.from(spellings[number]).sort(([a, n], [b, m]) => m - n || compareTexts(a, b))[0][0],
  }
}

/**
 * @param by GroupBy[]
 * @returns what makes the parts of a store; the place of 'player', or -1
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkGroups(by: unknown): { makers: ((made: Made) => Part)[]; player: number } {
  if (!Array.isArray(by)) throw argumentError("groups are by a list, such as ['opening', { elo: 200 }]", by)
  const player = by.indexOf('player')
  if (player !== by.lastIndexOf('player')) throw contentError("'player' is in the list once", by)
  return { makers: by.map(part => makerOf(readGroupBy(part))), player }
}

/** @throws {ChessError} ERR_ARGUMENT */
function readGroupBy(part: unknown): GroupBy {
  if (isPartName(part)) return part
  if (isObject(part) && Object.keys(part).length === 1) {
    const { elo, tag } = part
    if (typeof elo === 'number' && Number.isInteger(elo) && elo > 0) return { elo }
    if (elo !== undefined) throw argumentError('elo is a step of ratings, a whole number above 0', elo)
    if (typeof tag === 'string' && tag !== '') return { tag }
    if (tag !== undefined) throw argumentError('tag is the name of a header', tag)
  }
  throw argumentError(`Groups are by '${PART_NAMES.join("', '")}', { elo: step } or { tag: name }`, part)
}

export const isPartName = (name: unknown): name is Exclude<GroupBy, object> => PART_NAMES.includes(name)

function makerOf(part: GroupBy): (made: Made) => Part {
  // playersPart() takes its place.
  if (part === 'player') return () => ({ numberOf: () => 0, keyOf: String })
  if (typeof part === 'string') return PARTS[part]
  return 'elo' in part ? () => eloPart(part.elo) : ({ store }) => tagPart(store, part.tag)
}

/** The numbers of a level: of a group of the level above, and of the part's group. */
class Level {
  above: number[] = []
  numbers: number[] = []
  #known: Map<number, number> = new Map()

  /** @returns the number of the pair, from 0 */
  at(above: number, number: number): number {
    const key = above * NUMBERS + number
    let index = this.#known.get(key)
    if (index === undefined) {
      index = this.above.push(above) - 1
      this.numbers.push(number)
      this.#known.set(key, index)
    }
    return index
  }
}

/** Counts of a group's games; the sum and the number of their known ratings. */
type Total = Record<'games' | 'white' | 'draws' | 'black' | 'won' | 'lost' | 'elo' | 'rated', number>

// A literal: objects made by a spread are ten times as slow here.
const nothing = (): Total => ({ games: 0, white: 0, draws: 0, black: 0, won: 0, lost: 0, elo: 0, rated: 0 })

/** More than the numbers of a part. */
const NUMBERS = 2 ** 27

/** By C's PgnResult: White won, Black won, draw. */
const [WHITE_WINS, BLACK_WINS, DRAW] = [1, 2, 3]

/**
 * @param bits of the games
 * @param check throws if the database is closed
 * @returns most games first, then by key
 * @throws {ChessError} ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY
 */
export async function groupGames(
  store: Store,
  aliases: Aliases,
  bits: Uint32Array,
  { makers, player }: ReturnType<typeof checkGroups>,
  check: () => void,
): Promise<GameGroup[]> {
  const parts = makers.map(make => make({ store, aliases }))
  const players = playersPart(store, aliases)
  if (player >= 0) parts[player] = players
  const levels = parts.map(() => new Level())
  const totals: Total[] = []
  const add = (place: Place, numbers: readonly number[], isWhite: boolean, isBlack: boolean) => {
    const group = levels.reduce((above, level, i) => level.at(above, numbers[i]), 0)
    const total = totals[group] ?? nothing()
    totals[group] = total
    const result = resultNumber(place)
    total.games++
    total.white += Number(result === WHITE_WINS)
    total.black += Number(result === BLACK_WINS)
    total.draws += Number(result === DRAW)
    for (const elo of [whiteEloOf(place), blackEloOf(place)]) {
      total.elo += elo
      total.rated += Number(elo > 0)
    }
    total.won += Number((isWhite && result === WHITE_WINS) || (isBlack && result === BLACK_WINS))
    total.lost += Number((isWhite && result === BLACK_WINS) || (isBlack && result === WHITE_WINS))
  }
  const pause = new Pause()
  for (let segment = 0; 32 * bits.length > segment * store.segmentGames; segment++) {
    for (const { begin } of parts) begin?.(segment)
    eachPlace(store, segment, (id, place) => {
      if (((bits[id >>> 5] >>> (id & 31)) & 1) === 0) return
      const numbers = parts.map(part => part.numberOf(place, id))
      if (player < 0) return add(place, numbers, false, false)
      const [white, black] = players.both(place)
      numbers[player] = white
      add(place, numbers, true, white === black)
      if (white === black) return
      numbers[player] = black
      add(place, numbers, false, true)
    })
    if (pause.isDue()) await pause.take()
    check()
  }
  const keys = parts.map((part, i) => keysInOrder(part, levels[i].numbers))
  const groups = totals.map(({ games, white, draws, black, won, lost, elo, rated }, group) => {
    const key: GameGroup['key'] = Array(parts.length).fill(null)
    const ranks: number[] = Array(parts.length).fill(0)
    for (let i = parts.length - 1, at = group; i >= 0; i--) {
      const found = keys[i].get(levels[i].numbers[at])
      if (found) [key[i], ranks[i]] = [found.key, found.rank]
      at = levels[i].above[at]
    }
    const averageElo = rated > 0 ? Math.round(elo / rated) : undefined
    const counts =
      player < 0
        ? { key, games, white, draws, black, averageElo }
        : { key, games, white, draws, black, won, lost, averageElo }
    return { ranks, group: counts }
  })
  groups.sort((a, b) => b.group.games - a.group.games || compareRanks(a.ranks, b.ranks))
  return groups.map(({ group }): GameGroup => group)
}

/**
 * @param numbers of the part's groups
 * @returns the key of each number, and its rank in the order of keys; null comes last
 */
function keysInOrder(
  part: Part,
  numbers: number[],
): Map<number, { key: string | number | null; rank: number }> {
  const keys = Array.from(new Set(numbers), number => {
    const key = number > 0 ? part.keyOf(number) : null
    return { number, key, order: typeof key === 'string' ? fold(key) : key }
  })
  keys.sort((a, b) => compareKeys(a.order, b.order))
  let rank = 0
  return new Map(
    keys.map(({ number, key, order }, at) => {
      if (at > 0 && compareKeys(keys[at - 1].order, order) !== 0) rank = at
      return [number, { key, rank }]
    }),
  )
}

function compareRanks(a: number[], b: number[]): number {
  const at = a.findIndex((rank, i) => rank !== b[i])
  return at < 0 ? 0 : a[at] - b[at]
}

/** Either player; `both` counts their spellings. */
function playersPart(store: Store, aliases: Aliases): Part & { both: (place: Place) => [number, number] } {
  const groups = playerGroups(store, aliases)
  const counts = new Uint32Array(groups.of.length)
  let spellings: string[][] | undefined
  return {
    numberOf: () => 0,
    both: place => {
      const [white, black] = [whiteOf(place), blackOf(place)]
      counts[white]++
      counts[black]++
      return [groups.of[white], groups.of[black]]
    },
    keyOf: number => {
      spellings ??= spellingsOf(store, groups, counts)
      return spellings[number][0]
    },
  }
}

/** Null comes last. */
function compareKeys(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b))
}
