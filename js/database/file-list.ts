// SPDX-License-Identifier: Apache-2.0
// The list of the files of a database in files: a line of JSON, and its checksum. Folders may come from strangers, so
// everything is checked before it is used, and unknown fields are left out.

import { isObject } from '../core/objects.js'
import { decode } from '../core/utf8.js'
import { databaseError } from './errors.js'
import type { TextFile } from './kept-texts.js'
import { Aliases } from './names.js'
import { MOST_OFFSET, MOST_SOURCES } from './places.js'
import type { FileSource, SourceList } from './sources.js'
import { FIRST_SOURCE } from './sources.js'

export type ListedGames = {
  file: string
  games: number
  bytes: number
  /** the removed games of the file: a bit for each game, in hexadecimal numbers of 32 bits */
  removed: string | undefined
}
/** `next`: the number in the name of the next file */
export type FileList = {
  /** a random text: a new one where games get new numbers, so that readers notice it */
  numbering: string
  segmentGames: number
  next: number
  files: ListedGames[]
  texts: TextFile[]
  sources: SourceList
  aliases: Aliases
}

const FORMAT = 1
/** The most bytes of a list and of a file, and the largest number in a name. */
export const MOST_LIST = 2 ** 28
const MOST_FILE = 2 ** 32 - 1
export const MOST_NUMBER = 2 ** 52
/** A file's name: files with other names are neither read nor removed. */
const NAME = /^(games|text)-(0|[1-9]\d{0,15})$/
const NUMBERING = /^[\da-z]{1,32}$/
const LEAST_SEGMENT = 64
const MOST_SEGMENT = 1 << 16

/** @returns the name of a new numbering */
export const newNumbering = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(2)), part => part.toString(36)).join('')

export function listText({ aliases, ...fields }: FileList): string {
  const list = JSON.stringify({ format: FORMAT, ...fields, aliases: aliases.list })
  return `${list}\n${checkOf(list)}\n`
}

/**
 * @param bytes at most MOST_LIST
 * @throws {ChessError} ERR_DATABASE_DAMAGED
 */
export function readList(bytes: Uint8Array): FileList {
  try {
    const [list, check] = decode(bytes).split('\n', 2)
    if (check !== checkOf(list)) throw new Error('its checksum is wrong')
    return checkedList(JSON.parse(list))
  } catch (error) {
    throw databaseError('ERR_DATABASE_DAMAGED', error instanceof Error ? error.message : String(error))
  }
}

/** @returns FNV-1a of the UTF-16 units, http://www.isthe.com/chongo/tech/comp/fnv/ */
function checkOf(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16)
}

/**
 * @returns a copy
 * @throws {Error}
 */
function checkedList(given: unknown): FileList {
  const { format, numbering, segmentGames, next, files, texts, sources, aliases } = fieldsOf(
    'the list',
    given,
  )
  if (format !== FORMAT)
    throw new Error(`format ${Number.isInteger(format) ? format : '?'} is of another version of binbo`)
  const size = whole('segmentGames', segmentGames, LEAST_SEGMENT, MOST_SEGMENT)
  if ((size & (size - 1)) !== 0) throw new Error('segmentGames is a power of two')
  if (typeof numbering !== 'string' || !NUMBERING.test(numbering))
    throw new Error('numbering is a text of digits and letters')
  const list = {
    numbering,
    segmentGames: size,
    next: whole('next', next, 0, MOST_NUMBER),
    files: listOf('files', files).map(file => checkedGames(file, size)),
    texts: listOf('texts', texts).map(checkedText),
    sources: checkedSources(sources),
    aliases: checkedAliases(aliases),
  }
  const names = [...list.files, ...list.texts].map(({ file }) => file)
  if (new Set(names).size < names.length) throw new Error('a file is listed twice')
  // A new file must not replace an existing one.
  for (const name of names)
    if (Number(NAME.exec(name)?.[2]) >= list.next) throw new Error(`next is not behind ${name}`)
  if (list.texts.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_OFFSET)
    throw new Error('texts are too long')
  return list
}

function checkedGames(given: unknown, segmentGames: number): ListedGames {
  const fields = fieldsOf('a file', given)
  const games = whole('games', fields.games, 1, segmentGames)
  return {
    file: checkedName('games', fields.file),
    games,
    bytes: whole('bytes', fields.bytes, 1, MOST_FILE),
    removed: fields.removed === undefined ? undefined : checkedBits(fields.removed, games),
  }
}

function checkedText(given: unknown): TextFile {
  const { file, bytes } = fieldsOf('a text', given)
  return { file: checkedName('text', file), bytes: whole('bytes', bytes, 1, MOST_FILE) }
}

function checkedSources(given: unknown): SourceList {
  const fields = fieldsOf('sources', given)
  const next = whole('next of the sources', fields.next, FIRST_SOURCE, MOST_SOURCES)
  const files = listOf('sources', fields.files).map(source => checkedSource(source, next))
  if (new Set(files.map(({ number }) => number)).size < files.length)
    throw new Error('a source is listed twice')
  return { next, files }
}

function checkedSource(given: unknown, next: number): FileSource {
  const { number, path, size, changed } = fieldsOf('a source', given)
  if (typeof path !== 'string' || path === '') throw new Error('the path of a source is a text')
  if (typeof changed !== 'number') throw new Error('the time of a source is a number')
  return {
    number: whole('the number of a source', number, FIRST_SOURCE, next - 1),
    path,
    size: whole('the size of a source', size, 0, Number.MAX_SAFE_INTEGER),
    changed,
  }
}

function checkedAliases(given: unknown): Aliases {
  const pairs = listOf('aliases', given).map((alias): [unknown, unknown] => {
    const [name, sameAs] = listOf('an alias', alias)
    return [name, sameAs]
  })
  return new Aliases(pairs)
}

function checkedName(kind: string, name: unknown): string {
  if (typeof name !== 'string' || NAME.exec(name)?.[1] !== kind)
    throw new Error(`a file is not called ${kind}-N`)
  return name
}

function fieldsOf(name: string, given: unknown): Record<string, unknown> {
  if (!isObject(given) || Array.isArray(given)) throw new Error(`${name} is an object`)
  return given
}

function listOf(name: string, given: unknown): unknown[] {
  if (!Array.isArray(given)) throw new Error(`${name} is a list`)
  return given
}

function whole(name: string, given: unknown, least: number, most: number): number {
  if (typeof given !== 'number' || !Number.isInteger(given) || given < least || given > most)
    throw new Error(`${name} is a whole number from ${least} to ${most}`)
  return given
}

// --- removed games ---------------------------------------------------------------------------------

/**
 * @param games the number of games of the file
 * @returns the text, which has a bit for each game and no others
 */
function checkedBits(text: unknown, games: number): string {
  const words = Math.ceil(games / 32)
  if (typeof text !== 'string' || text.length !== 8 * words || !/^[\da-f]*$/.test(text))
    throw new Error(`removed is ${8 * words} hexadecimal digits`)
  const last = Number.parseInt(text.slice(-8), 16)
  if (games % 32 !== 0 && last >= 2 ** (games % 32)) throw new Error('a removed game does not exist')
  return text
}

/**
 * @param games the number of games of a file
 * @param first the number of its first game
 * @param removed a bit for each removed game
 * @returns its removed games; undefined for none
 */
export function textOfBits(games: number, first: number, removed: Uint32Array): string | undefined {
  const words = new Uint32Array(Math.ceil(games / 32))
  for (let game = 0; game < games; game++) {
    const id = first + game
    if (((removed[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0) words[game >>> 5] |= 1 << (game & 31)
  }
  return words.some(word => word !== 0)
    ? Array.from(words, word => word.toString(16).padStart(8, '0')).join('')
    : undefined
}

/** @returns the games of a file that were removed */
export function bitsOfText(text: string | undefined = ''): number[] {
  const games: number[] = []
  for (let i = 0; 8 * i < text.length; i++) {
    const word = Number.parseInt(text.slice(8 * i, 8 * i + 8), 16)
    for (let bit = 0; bit < 32; bit++) if ((word & (1 << bit)) !== 0) games.push(32 * i + bit)
  }
  return games
}
