// SPDX-License-Identifier: Apache-2.0
// Adds games of PGN to a database. Its module reads and adds the games of a piece of the source at once. Games with an error,
// or with tags that are not UTF-8, are read by the core, from which their tags and main line are copied.

import { decodeTexts, memoryView, readText } from '../core/buffer.js'
import type { ChessError } from '../core/errors.js'
import { argumentError } from '../core/errors.js'
import {
  PGN_FIRST,
  PGN_HAS_START,
  PGN_MAIN_LINE,
  PGN_NOTED,
  PGN_PLIES,
  PGN_RESULT,
  PGN_TAGS_SIZE,
  PGN_TEXT,
  PGN_VARIANT,
  PGN_WORD_COUNT,
} from '../core/generated/bindings.js'
import { Pause } from '../core/pause.js'
import { pgnFacts } from '../core/pgn-text.js'
import { encode } from '../core/utf8.js'
import { wasm } from '../core/wasm.js'
import { isAnyGame } from '../game/any-line.js'
import { mainWords } from '../pgn/game-facts.js'
import type { GamePlace } from '../pgn/game-reader.js'
import { GameReader } from '../pgn/game-reader.js'
import type { KeptText } from '../pgn/kept-text.js'
import { parsePgn, throwFirst } from '../pgn/parse-pgn.js'
import { checkPgnOptions } from '../pgn/pgn-options.js'
import { eachGame } from '../pgn/reader.js'
import type { Waiting } from '../pgn/source.js'
import { checkSource } from '../pgn/source.js'
import { compareGames, foldPlayers, withPlayers } from './doubles.js'
import { databaseError } from './errors.js'
import { readOptions } from './game-set.js'
import {
  DATABASE_DOUBLE,
  DATABASE_NOTED,
  DEDUPE_BETTER,
  DEDUPE_EQUAL,
  DEDUPE_NONE,
} from './generated/bindings.js'
import type { Kept } from './keeper.js'
import { Keeper, KINDS } from './keeper.js'
import type { AddSource } from './many-sources.js'
import { sizeOf, sourcesOf } from './many-sources.js'
import { Aliases } from './names.js'
import type { Sources } from './sources.js'
import { KEPT } from './sources.js'
import type { Store } from './store.js'

/** The progress of add(). */
export type AddProgress = {
  /** Bytes that were read so far. */
  bytes: number
  /** The size of the sources, if it is known. */
  totalBytes: number | undefined
  /** Games that were added so far. */
  games: number
  /** Games that are committed: they stay even if add() fails. */
  committed: number
  /** The mean since the beginning. */
  gamesPerSecond: number
}

/** How games are added. */
export type AddOptions = {
  /**
   * What is kept besides the moves of the main line and the headers: a copy of the text, or its place in a
   * Blob or a file; default 'reference' for these, otherwise 'moves'.
   */
  keep?: 'text' | 'reference' | 'moves' | undefined
  /**
   * Leaves out doubles of games in the database or earlier in the source; default false. Doubles have the same players and start,
   * and the same date and result as far as both have them; a year has both or neither. true: doubles with equal moves. 'better':
   * also games that are the beginning of a double, from 20 plies on; games in the database that are so are removed. Of equal
   * moves a game with comments, variations or glyphs that are kept stays, otherwise the first; a beginning with these stays
   * beside a longer game without.
   */
  dedupe?: boolean | 'better' | undefined
  /** Aborts the reading with its reason; games that were added stay. */
  signal?: AbortSignal | undefined
  /** Called after each piece of the source. */
  onProgress?: ((progress: AddProgress) => void) | undefined
  /** Called with each of `errors` as soon as its game is read, also if add() fails later. */
  onError?: ((error: AddError) => void) | undefined
}

/** The result of add(). */
export type AddedGames = {
  /** Added games, including games with errors. */
  games: number
  /** Doubles, and games without a known position, because their FEN or variant cannot be read. */
  skipped: number
  /** Games that were removed because a better double was added. */
  replaced: number
  /** Errors and warnings of the main lines, in the order of the text, with their places. */
  errors: AddError[]
  /**
   * What was kept, as the option `keep`; 'moves' instead of 'reference' for a file that is compressed or in UTF-16; of several
   * sources the least.
   */
  kept: Kept
}

/** An error in a game. `source`: of many sources, the number of the game's, from 0. */
export type AddError = ChessError & { source?: number }

/** The database's part in adding games. */
export type Keep = {
  /** throws if the database is closed, or takes too much memory */
  check: () => void
  /** the sources of texts */
  sources: Sources
  /** called from time to time, between two games */
  commit: () => Promise<void> | undefined
  /** commits while a source is slow */
  waiting: Waiting
  /** a bit for each game that was removed */
  removed: Uint32Array
  /** removes games, by the next commit */
  remove: (ids: Uint32Array) => void
  aliases: Aliases
  /** counts as AddedGames does, for all calls */
  tally: { skipped: number; replaced: number }
  /** how many games of the database are committed */
  committed: () => number
}

const OPTION_NAMES = ['keep', 'dedupe', 'signal', 'onProgress', 'onError']
/** Errors of games without a first position. */
const NO_START = new Set(['ERR_PGN_TAG_FEN', 'ERR_PGN_VARIANT'])
/** Enough for the text of most chunks, in bytes. */
const KEPT_TEXT = 1 << 19
const NO_BYTES = new Uint8Array(0)
const NO_GAMES = new Uint32Array(0)
const NO_ALIASES = new Aliases()

/**
 * @param options AddOptions
 * @returns a function to call after the last commit: it reports the progress once more, and returns what was added
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY, ERR_MEMORY; the signal's reason, what the source throws
 */
export async function addGames(
  store: Store,
  given: AddSource,
  options: unknown,
  { aliases, check, commit, waiting, committed, remove, removed, sources, tally }: Keep,
): Promise<() => AddedGames> {
  const { keep, dedupe, signal, onProgress, onError }: AddOptions = readOptions(options, OPTION_NAMES)
  const begin = performance.now()
  const before = store.games
  const added: Omit<AddedGames, 'kept'> = { games: 0, skipped: 0, replaced: 0, errors: [] }
  const checked = checkPgnOptions({ signal, onProgress })
  const size = onProgress && sizeOf(given)
  /** The bytes of the sources before. */
  let read = 0
  let reported = 0
  if (onProgress !== undefined)
    checked.onProgress = ({ bytes, totalBytes = size }) => {
      const games = added.games
      const gamesPerSecond = Math.round((1000 * games) / Math.max(1, performance.now() - begin))
      const all = { bytes: read + bytes, totalBytes: size ?? totalBytes }
      reported = committed()
      onProgress({ ...all, games, committed: Math.max(0, reported - before), gamesPerSecond })
    }
  const count = (games: number, skipped: number) => {
    added.games += games
    added.skipped += skipped
    tally.skipped += skipped
    const replaced = beatenGames(store)
    added.replaced += replaced.length
    tally.replaced += replaced.length
    if (replaced.length > 0) remove(replaced)
  }
  if (onError !== undefined && typeof onError !== 'function')
    throw argumentError('onError is a function', onError)
  const kind = dedupeOf(dedupe)
  if (kind !== DEDUPE_NONE) await compareGames(store, aliases, sources)
  check()
  leaveOut(store, kind, removed)
  const kept: Kept[] = []
  const pause = new Pause()
  const ahead = new Import(store, aliases, check, count)
  try {
    for await (const { source, isListed } of sourcesOf(given, checked.signal, waiting)) {
      const keeper = Keeper.of(sources, source, keep)
      ahead.begin(keeper)
      const number = kept.length
      read += await eachGame(
        source,
        checked,
        PGN_MAIN_LINE,
        (errors, reader) => {
          for (const error of errors) {
            added.errors.push(isListed ? Object.assign(error, { source: number }) : error)
            onError?.(error)
          }
          const isAdded =
            !errors.some(error => NO_START.has(error.code)) &&
            addGame(store, aliases, keeper, copyGame(), reader.place())
          count(Number(isAdded), Number(!isAdded))
        },
        { between: commit, waiting, ahead },
      )
      kept.push(keeper.kept)
      if (pause.isDue()) await pause.take()
      checked.signal?.throwIfAborted()
      check()
    }
  } finally {
    ahead.release()
  }
  return () => {
    if (reported !== committed()) checked.onProgress?.({ bytes: 0, totalBytes: read, games: added.games })
    return { ...added, kept: KINDS.find(kind => kept.includes(kind)) ?? 'moves' }
  }
}

/**
 * @param game of the user
 * @returns its PGN
 * @throws {ChessError} ERR_ARGUMENT for another value
 */
export function pgnOfGame(game: unknown): string {
  if (typeof game !== 'string' && !isAnyGame(game))
    throw argumentError('A game is a Game, a PgnGame or a PGN with one game', game)
  return typeof game === 'string' ? game : 'pgn' in game ? game.pgn() : game.toString()
}

/**
 * Adds a game, with its text.
 * @throws {ChessError} ERR_ARGUMENT for a text without a game or with several; the first error of the game; ERR_DATABASE_MEMORY,
 *   ERR_MEMORY
 */
export function addOneGame(store: Store, sources: Sources, pgn: string) {
  checkSource(pgn)
  leaveOut(store, DEDUPE_NONE, NO_GAMES)
  const reader = new GameReader(checkPgnOptions(undefined), 0)
  const bytes = encode(pgn)
  try {
    reader.push({ bytes, wide: bytes.length !== pgn.length })
    reader.end()
    if (reader.next()) {
      const [game, place, { errors }] = [copyGame(), reader.place(), reader]
      const isAlone = place.text.firstToken(place.to) === bytes.length
      if (isAlone || parsePgn(pgn).length === 1) {
        throwFirst(errors)
        addGame(store, NO_ALIASES, new Keeper(sources, pgn, 'text', KEPT), game, place)
        return
      }
    }
    throw argumentError(`The PGN has ${parsePgn(pgn).length} games, not one:`, pgn)
  } finally {
    reader.release()
  }
}

/** Reads PGN in the memory of a database, which adds the games at once, except games that JS must read. */
class Import {
  #store: Store
  #aliases: Aliases
  #keeper: Keeper | undefined
  #check: () => void
  #count: (games: number, skipped: number) => void
  /** The text that C has. */
  #given: Uint8Array | undefined

  /**
   * @param check throws if no more games may be added
   * @param count gets the numbers of added and skipped games
   */
  constructor(
    store: Store,
    aliases: Aliases,
    check: () => void,
    count: (games: number, skipped: number) => void,
  ) {
    this.#store = store
    this.#aliases = aliases
    this.#check = check
    this.#count = count
  }

  /** @param keeper of the next source */
  begin(keeper: Keeper) {
    this.#keeper = keeper
    this.#given = undefined
  }

  /**
   * @param flags PGN_*
   * @returns the number of games that were read, and the place after them
   * @throws {ChessError} ERR_DATABASE_MEMORY; errors of check()
   */
  read(text: KeptText, at: number, flags: number): { games: number; at: number } {
    const { wasm } = this.#store
    const { bytes } = text
    this.#check()
    if (bytes !== this.#given) {
      const address = wasm.binbo_database_text(Math.max(bytes.length, KEPT_TEXT)) >>> 0
      if (address === 0) throw databaseError('ERR_DATABASE_MEMORY')
      this.#store.views().bytes.set(at === 0 ? bytes : bytes.subarray(at), address + at)
      this.#given = bytes
    }
    let [games, end] = [0, at]
    do {
      const before = this.#store.games
      this.#keeper?.begin(this.#store, text, 0)
      end = wasm.binbo_database_read(end, bytes.length, games === 0 ? flags : flags & ~PGN_FIRST) >>> 0
      const read = wasm.binbo_database_read_games() >>> 0
      games += read
      const added = this.#store.games - before
      this.#count(added, read - added)
      this.#keeper?.end(this.#store, text, before)
      this.#check()
    } while (wasm.binbo_database_wants_names() !== 0 && foldPlayers(this.#store, this.#aliases))
    return { games, at: end }
  }

  release() {
    this.#store.wasm.binbo_database_text(0)
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
function dedupeOf(dedupe: unknown): number {
  if (dedupe === 'better') return DEDUPE_BETTER
  if (dedupe === undefined || typeof dedupe === 'boolean') return dedupe ? DEDUPE_EQUAL : DEDUPE_NONE
  throw argumentError("dedupe is true, false or 'better'", dedupe)
}

/**
 * @param kind DEDUPE_*
 * @param removed games that do not count
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
function leaveOut(store: Store, kind: number, removed: Uint32Array) {
  store.views().words.set(removed, store.input(removed.byteLength) / 4)
  if (store.wasm.binbo_database_dedupe(kind, removed.length) === 0) throw databaseError('ERR_DATABASE_MEMORY')
}

/** @returns the games that the games added last have replaced; owned by the caller */
function beatenGames(store: Store): Uint32Array {
  const count = store.wasm.binbo_database_beaten_games() >>> 0
  const at = (store.wasm.binbo_database_beaten() >>> 0) / 4
  return store.views().words.slice(at, at + count)
}

/** A game that the core has read, copied. */
type CopiedGame = { moves: Uint32Array; tags: Uint8Array; fen: Uint8Array; variant: number; facts: number }

/** @returns the game read last */
function copyGame(): CopiedGame {
  const pgn = pgnFacts()
  const { [PGN_TEXT]: text, [PGN_TAGS_SIZE]: size, [PGN_PLIES]: plies, [PGN_WORD_COUNT]: words } = pgn
  const isNoted = pgn[PGN_NOTED] !== 0 || words !== plies
  return {
    moves: Uint32Array.from(mainWords()),
    tags: encode(decodeTexts(memoryView().subarray(text, text + size))),
    fen: pgn[PGN_HAS_START] ? encode(readText(wasm.binbo_pgn_start_fen())) : NO_BYTES,
    variant: pgn[PGN_VARIANT],
    facts: pgn[PGN_RESULT] + (isNoted ? DATABASE_NOTED : 0),
  }
}

/**
 * @param place of the game's text
 * @returns false if it is left out
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
function addGame(
  store: Store,
  aliases: Aliases,
  keeper: Keeper,
  { moves, tags, fen, variant, facts }: CopiedGame,
  { text, from, to }: GamePlace,
): boolean {
  const { games, wasm: database } = store
  const result = withPlayers(store, aliases, () => {
    const at = store.input(moves.byteLength + tags.length + fen.length)
    const { bytes, words } = store.views()
    words.set(moves, at / 4)
    bytes.set(tags, at + moves.byteLength)
    bytes.set(fen, at + moves.byteLength + tags.length)
    keeper.begin(store, text, from)
    return database.binbo_database_add(moves.length, tags.length, fen.length, variant, facts, to - from)
  })
  keeper.end(store, text, games)
  return result !== DATABASE_DOUBLE
}
