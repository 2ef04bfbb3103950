// SPDX-License-Identifier: Apache-2.0
// Names as they are compared: folded, and those of one player together.

import { argumentError } from '../core/errors.js'
import { FIELD_BLACK, FIELD_WHITE } from './generated/bindings.js'
import type { Store } from './store.js'

/** Letters that Unicode does not decompose, and the sigma at the end of a word. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe' },
  ...{ ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n', ς: 'σ' },
}
const ASCII = /^[ -~]*$/

/** @returns the text without case, accents and blanks at its ends: texts with an equal result are one */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.trim().toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđðþßæœħıŧŋς]/g, letter => LETTERS[letter])
    .trim()
}

/** By code points. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  let at = 0
  while (a[at] === b[at] && at < a.length) at++
  const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
  if (Number.isNaN(left)) return -1
  if (Number.isNaN(right)) return 1
  // Surrogates stand for the highest code points.
  const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xe000
  return isHigh(left) === isHigh(right) ? left - right : isHigh(left) ? 1 : -1
}

/** A name, and the name of the same player. */
export type Alias = readonly [name: string, sameAs: string]

/** Names that are one player's. It does not change. */
export class Aliases {
  /** By folded name. */
  #rows: Map<string, Alias> = new Map()
  /** By folded name: a folded name of the same player, which is nearer to the root; without circles. */
  #parents: Map<string, string> = new Map()
  #groups: string[][] | undefined

  /**
   * @param list of a name's aliases the last one counts; what would close a circle is left out
   * @throws {ChessError} ERR_ARGUMENT
   */
  constructor(list: Iterable<readonly [unknown, unknown]> = []) {
    for (const [name, sameAs] of list) {
      const row: Alias = [nameOf(name), nameOf(sameAs)]
      this.#rows.set(fold(row[0]), row)
    }
    for (const [key, [, sameAs]] of this.#rows) {
      const parent = fold(sameAs)
      if (this.rootOf(parent) === key) this.#rows.delete(key)
      else this.#parents.set(key, parent)
    }
  }

  get list(): Alias[] {
    return [...this.#rows.values()]
  }

  /**
   * @param sameAs null: the name is a player of its own again
   * @throws {ChessError} ERR_ARGUMENT
   */
  with(name: unknown, sameAs: unknown): Aliases {
    const key = fold(nameOf(name))
    const rows = new Map(this.#rows)
    rows.delete(key)
    if (sameAs === null) return new Aliases(rows.values())
    const aliases = new Aliases([...rows.values(), [name, sameAs]])
    // Otherwise they are one already, the other way round.
    return aliases.#rows.has(key) ? aliases : this
  }

  /**
   * @param name folded
   * @returns equal for all names of a player
   */
  rootOf(name: string): string {
    const path: string[] = []
    let root = name
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) {
      path.push(root)
      root = next
    }
    for (const passed of path) this.#parents.set(passed, root)
    return root
  }

  /** @returns the folded names of each player who has several */
  get groups(): string[][] {
    if (this.#groups === undefined) {
      const groups: Map<string, Set<string>> = new Map()
      for (const name of this.#rows.keys()) {
        const root = this.rootOf(name)
        groups.set(root, (groups.get(root) ?? new Set([root])).add(name))
      }
      this.#groups = Array.from(groups.values(), names => [...names])
    }
    return this.#groups
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
function nameOf(name: unknown): string {
  if (typeof name === 'string' && fold(name) !== '') return name
  throw argumentError('A name is a text that is not blank', name)
}

/** The names of a store in groups of equal names. */
export type NameGroups = {
  /** by number of a name: the number of its group, from 1; 0 for a name that is missing, or has no such field */
  of: Uint32Array
  /** by number of a group: its folded name */
  texts: string[]
}

type Known = { aliases: Aliases | undefined; games: number; groups: NameGroups }

/** The last groups, by fields. */
const known: WeakMap<Store, Map<number, Known>> = new WeakMap()

/**
 * @param fields FIELD_*: where the names occur
 * @param aliases names that are one, too
 * @returns borrowed
 */
export function nameGroups(store: Store, fields: number, aliases?: Aliases): NameGroups {
  const byFields: Map<number, Known> = known.get(store) ?? new Map()
  known.set(store, byFields)
  const last = byFields.get(fields)
  const { games } = store
  if (last?.games === games && last.aliases === aliases) return last.groups
  const groups = groupNames(store, fields, aliases)
  byFields.set(fields, { aliases, games, groups })
  return groups
}

/**
 * The players of all games, which are one where their names are: for everything that compares players.
 * @returns borrowed
 */
export const playerGroups = (store: Store, aliases: Aliases): NameGroups =>
  nameGroups(store, FIELD_WHITE | FIELD_BLACK, aliases)

function groupNames(store: Store, fields: number, aliases: Aliases | undefined): NameGroups {
  const of = new Uint32Array(Math.max(1, store.names))
  const texts = ['']
  const numbers: Map<string, number> = new Map([['', 0]])
  const roles = store.roles()
  for (let name = 1; name < of.length; name++) {
    if ((roles[name] & fields) === 0) continue
    const folded = fold(store.name(name))
    const text = aliases?.rootOf(folded) ?? folded
    let number = numbers.get(text)
    if (number === undefined) {
      number = texts.push(text) - 1
      numbers.set(text, number)
    }
    of[name] = number
  }
  return { of, texts }
}

/**
 * The spellings of groups, the most frequent first, then by code points.
 * @param counts by number of a name: how often it occurs
 * @returns by number of a group
 */
export function spellingsOf(store: Store, groups: NameGroups, counts: Uint32Array): string[][] {
  const spellings: { text: string; count: number }[][] = groups.texts.map(() => [])
  for (const [name, count] of counts.entries())
    if (count > 0 && groups.of[name] > 0) spellings[groups.of[name]].push({ text: store.name(name), count })
  return spellings.map(some =>
    some.sort((a, b) => b.count - a.count || compareTexts(a.text, b.text)).map(({ text }) => text),
  )
}
