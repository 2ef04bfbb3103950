// SPDX-License-Identifier: Apache-2.0
// Checks the games of a Blob in several threads, or searches them for `reaches`, with the same results as in one.
//
//     |  part 0  |  part 1  |  part 2  |      cuts: the places at which parts begin
//
// A cut is where a line begins with [Event after an empty line. Such a line may also be in a comment, so that a thread reads
// its part until one of its games begins exactly at a later cut. From there on, reading depends only on the text after the
// cut: another thread has read it, or will. Parts that a thread has passed are dropped. Numbers, lines and offsets count from
// the beginning of a part, and are added up in the order of the parts. Of found games, threads send the places; this thread
// reads them again, as games that a reader meets there.

import type { ErrorCode, ErrorPlace } from '../core/errors.js'
import { ChessError } from '../core/errors.js'
import { PGN_MAIN_LINE, PGN_NO_TAGS } from '../core/generated/bindings.js'
import { Pause } from '../core/pause.js'
import type { StartedThread } from '../core/thread.js'
import { NotStarted, startInTime, startThread } from '../core/thread.js'
import { onAbort, orAbort } from '../core/waiting.js'
import { wasmModule } from '../core/wasm.js'
import type { GameReader } from './game-reader.js'
import { workerText } from './generated/worker-text.js'
import { takeGame, throwFirst } from './parse-pgn.js'
import type { PgnGame } from './pgn-game.js'
import type { CheckedOptions } from './pgn-options.js'
import { placeWords } from './read-errors.js'
import { refuseCompressed, utf16Decoder } from './source.js'
import type { TextPlace } from './text-places.js'

/** The size of a part, in bytes, at least. */
const PART = 1 << 23
/** The bytes of a message to a thread. */
const CHUNK = 1 << 20
/** How many such messages are on their way to a thread. */
const AHEAD = 2
/** How many bytes are searched for a cut. */
const SEARCHED = 1 << 16
/** How many bytes of a Blob are read for found games, at least. */
const PIECE = 1 << 16
/** How many bytes after a game usually show that it has ended. */
const NEXT_GAME = 1 << 9

/** What a thread needs to know of the options. */
type PlainOptions = Pick<
  CheckedOptions,
  'throws' | 'headersOnly' | 'goal' | 'letters' | 'hasLocale' | 'maxGameBytes'
>

/** A part to check: from a cut on. */
export type PartQuestion = {
  cuts: readonly number[]
  part: number
  /** of gamesBefore() */
  before: number
  /** PGN_* flags */
  mode: number
  options: PlainOptions
}

/**
 * A message to a thread: the module, a part, or the part's next bytes, null at the end. This thread reads the Blob: those of
 * files cannot be sent in Node.
 */
export type Question =
  | { module: WebAssembly.Module }
  | PartQuestion
  | { part: number; bytes: Uint8Array<ArrayBuffer> | null }

export type PlainError = {
  code: ErrorCode
  message: string
  facts: ErrorPlace
  cause: PlainError | undefined
}

/** Where a game that meets `reaches` begins, its size in bytes, and how many games are before it. */
export type FoundGame = TextPlace & { size: number; before: number }

/** The results of a part. Lines and offsets count from its beginning, numbers of games from gamesBefore(). */
export type CheckedPart = {
  part: number
  /** the part at which a game begins; the number of parts at the end of the Blob */
  until: number
  games: number
  lines: number
  /** games that meet `reaches` */
  hits: number
  plies: number
  errors: PlainError[]
  /** with `reaches` */
  found: FoundGame[]
}

/**
 * What the reader of a part counts as its first games: the first game of a source is read with flags of its own, which those of
 * later parts do not get.
 */
const gamesBefore = (part: number): number => (part === 0 ? 0 : 1)

/** A message of a thread: how many bytes it has read; the results of a part, undefined after the module; or an error. */
export type Answer = { bytes: number } | { checked: CheckedPart | undefined } | { error: PlainError }

/** Called for one game or several that meet `reaches`, in the order of the text. Threads wait for its promise. */
export type OnGames = (
  games: number,
  plies: number,
  errors: ChessError[],
  found: FoundGame[],
) => Promise<void> | void

/**
 * @param size of a part, at least
 * @returns where parts begin, the first one at 0; undefined if the text must be read as a whole: it is UTF-16, or has no cuts
 * @throws {ChessError} ERR_ARGUMENT for compressed bytes; errors of the Blob
 */
export async function findCuts(blob: Blob, size = PART): Promise<number[] | undefined> {
  const head = new Uint8Array(await blob.slice(0, 4).arrayBuffer())
  refuseCompressed(head)
  if (utf16Decoder(head)) return undefined
  const cuts = [0]
  for (let at = size; at < blob.size; at += size) {
    const text = new TextDecoder('latin1').decode(await blob.slice(at, at + SEARCHED).arrayBuffer())
    const line = /\n\r?\n(?=\[Event )/.exec(text)
    if (line !== null) cuts.push((at += line.index + line[0].length))
  }
  return cuts.length > 1 ? cuts : undefined
}

/**
 * Checks all games.
 * @param cuts as of findCuts(): any places at which lines begin
 * @param threads at most
 * @param mode PGN_* flags
 * @returns false if no thread can be started: nothing has happened then
 * @throws {ChessError} with onError: 'throw', the first error; errors of the Blob; the signal's reason
 */
export async function checkParts(
  blob: Blob,
  cuts: readonly number[],
  threads: number,
  mode: number,
  options: CheckedOptions,
  onGames: OnGames,
): Promise<boolean> {
  const module = wasmModule()
  if (module === undefined) return false
  const parts = new Parts(blob, cuts, mode, options, onGames)
  try {
    await orAbort(parts.check(module, Math.min(threads, cuts.length)), options.signal)
    return true
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error
    return false
  } finally {
    parts.close()
  }
}

/**
 * Reads the games that meet `reaches`.
 * @param cuts as of findCuts(): any places at which lines begin
 * @returns games; false if no thread can be started: nothing has happened then
 * @throws {ChessError} as readPgn()
 */
export async function* readFound(
  blob: Blob,
  cuts: readonly number[],
  options: CheckedOptions,
  reader: GameReader,
): AsyncGenerator<PgnGame, boolean, undefined> {
  const { signal, workers } = options
  signal?.throwIfAborted()
  const pieces = new Pieces(blob)
  const pause = new Pause()
  /** Parts to read, and what is called when a part was read. */
  const parts: { found: FoundGame[]; done: () => void }[] = []
  const leaving = new AbortController()
  let isOver = false
  let wake = () => {}
  const searching = checkParts(
    ...([blob, cuts, workers, PGN_NO_TAGS | PGN_MAIN_LINE] as const),
    { ...options, throws: false, signal: leaving.signal },
    (_, __, ___, found) =>
      new Promise(done => {
        parts.push({ found, done })
        wake()
      }),
  )
  const end = () => {
    isOver = true
    wake()
  }
  searching.then(end, end)
  const forget = signal && onAbort(signal, end)
  try {
    for (;;) {
      const part = parts.shift()
      for (const game of part?.found ?? []) {
        yield await pieces.read(game, reader, options)
        if (pause.isDue()) await pause.take()
        signal?.throwIfAborted()
      }
      part?.done()
      if (part === undefined && isOver) break
      if (part === undefined)
        await new Promise<void>(resolve => {
          wake = resolve
        })
      signal?.throwIfAborted()
    }
    return await searching
  } finally {
    forget?.()
    leaving.abort()
    reader.release()
  }
}

/** Pieces of a Blob. The last one is kept: the next game may be in it. */
class Pieces {
  #blob: Blob
  #bytes = new Uint8Array(0)
  /** The place of the bytes. */
  #start = 0

  constructor(blob: Blob) {
    this.#blob = blob
  }

  /** @returns the game that is there */
  async read({ before, size, ...place }: FoundGame, reader: GameReader, options: CheckedOptions) {
    reader.restart(place, before)
    let at = place.offset
    let end = at + size + NEXT_GAME
    while (at < this.#blob.size) {
      const bytes = await this.#from(at, end)
      reader.push({ bytes, wide: false })
      if (reader.next()) return takeGame(reader, options)
      at += bytes.length
      end = at + CHUNK
    }
    reader.end()
    if (!reader.next()) throw new DOMException('The Blob has changed', 'NotReadableError')
    return takeGame(reader, options)
  }

  /** @returns at least a byte */
  async #from(at: number, end: number): Promise<Uint8Array> {
    if (at < this.#start || at >= this.#start + this.#bytes.length) {
      this.#bytes = new Uint8Array(await this.#blob.slice(at, Math.max(end, at + PIECE)).arrayBuffer())
      this.#start = at
    }
    return this.#bytes.subarray(at - this.#start, end - this.#start)
  }
}

class Parts {
  #blob: Blob
  #cuts: readonly number[]
  #mode: number
  #options: CheckedOptions
  #onGames: OnGames
  #threads: PartThread[] = []
  /** Results that wait for those of earlier parts. */
  #checked: Map<number, CheckedPart> = new Map()
  /** The first part without results. */
  #at = 0
  /** The first part that no thread has got. */
  #next = 0
  /** The games and lines before the part `#at`. */
  #games = 0
  #lines = 0
  #hits = 0
  #bytes = 0
  #passing: Promise<void> = Promise.resolve()

  constructor(blob: Blob, cuts: readonly number[], mode: number, options: CheckedOptions, onGames: OnGames) {
    this.#blob = blob
    this.#cuts = cuts
    this.#mode = mode
    this.#options = options
    this.#onGames = onGames
  }

  /** @throws {NotStarted}; errors of the Blob and of onGames */
  async check(module: WebAssembly.Module, threads: number): Promise<void> {
    for (let i = 0; i < threads; i++)
      this.#threads.push(new PartThread(this.#blob, bytes => this.#report(bytes)))
    await Promise.all(this.#threads.map(thread => thread.start(module)))
    await Promise.all(this.#threads.map(thread => this.#work(thread)))
    this.#report(this.#blob.size - this.#bytes)
  }

  close() {
    for (const thread of this.#threads) thread.close()
  }

  async #work(thread: PartThread) {
    const { throws, headersOnly, goal, letters, hasLocale, maxGameBytes } = this.#options
    const options = { throws, headersOnly, goal, letters, hasLocale, maxGameBytes }
    for (;;) {
      this.#next = Math.max(this.#next, this.#at)
      if (this.#next === this.#cuts.length) return
      const part = this.#next++
      const question = { cuts: this.#cuts, part, before: gamesBefore(part), mode: this.#mode, options }
      await this.#take(await thread.check(question))
    }
  }

  async #take(checked: CheckedPart) {
    if (checked.part < this.#at) return // dropped
    this.#checked.set(checked.part, checked)
    this.#passing = this.#passing.then(() => this.#pass())
    await this.#passing
  }

  /** Passes on what does not wait for an earlier part. */
  async #pass() {
    for (let next = this.#checked.get(this.#at); next !== undefined; next = this.#checked.get(this.#at)) {
      const errors = next.errors.map(error => this.#errorOf(error))
      if (this.#options.throws) throwFirst(errors)
      const found = next.found.map(game => ({
        ...game,
        ...this.#placeOf(game),
        before: this.#before(game.before),
      }))
      this.#hits += next.hits
      this.#games += next.games
      this.#lines += next.lines
      this.#at = next.until
      for (const part of this.#checked.keys()) if (part < this.#at) this.#checked.delete(part)
      for (const thread of this.#threads) if (thread.part < this.#at) thread.drop()
      await this.#onGames(next.hits, next.plies, errors, found)
    }
  }

  /** @returns how many games are before one of the part `#at`, or its number */
  #before(game: number) {
    return game + this.#games - gamesBefore(this.#at)
  }

  #placeOf({ line, offset }: { line: number; offset: number }) {
    return { line: line + this.#lines, offset: offset + this.#cuts[this.#at] }
  }

  #errorOf({ code, message, facts, cause }: PlainError): ChessError {
    const [game, line, offset] = [facts.game, facts.line, facts.offset].map(Number)
    const place = { game: this.#before(game), ...this.#placeOf({ line, offset }) }
    // The details are at the end, behind a quote that may contain such words.
    const at = message.lastIndexOf(placeWords({ game, line }))
    const words = message.slice(at).replace(placeWords({ game, line }), placeWords(place))
    return new ChessError(code, message.slice(0, at) + words, {
      ...facts,
      ...place,
      ...(cause && { cause: new ChessError(cause.code, cause.message, cause.facts) }),
    })
  }

  #report(bytes: number) {
    const { size } = this.#blob
    this.#bytes = Math.min(this.#bytes + bytes, size)
    this.#options.onProgress?.({ bytes: this.#bytes, totalBytes: size, games: this.#hits })
  }
}

/** A thread that checks one part at a time. */
class PartThread {
  /** The part that it has. */
  part = Number.POSITIVE_INFINITY
  #blob: Blob
  #onBytes: (bytes: number) => void
  /** The place of the next bytes to send. */
  #at = 0
  #sending: Promise<void> = Promise.resolve()
  #waiting:
    | { resolve: (answer: CheckedPart | undefined) => void; reject: (reason: unknown) => void }
    | undefined
  #thread: StartedThread<Question> | undefined

  constructor(blob: Blob, onBytes: (bytes: number) => void) {
    this.#blob = blob
    this.#onBytes = onBytes
  }

  /** @throws {NotStarted} */
  start(module: WebAssembly.Module): Promise<void> {
    const fail = (reason: unknown) => this.#waiting?.reject(reason)
    return startInTime(() => {
      this.#thread = startThread(
        workerText,
        (answer: Answer) => this.#answer(answer),
        error => fail(error instanceof Error ? error : new Error(String(error))),
      )
      return this.#ask({ module })
    }, fail)
  }

  async check(question: PartQuestion): Promise<CheckedPart> {
    this.part = question.part
    this.#at = question.cuts[question.part]
    const checked = this.#ask(question)
    for (let i = 0; i < AHEAD; i++) this.#send()
    const answer = await checked
    this.part = Number.POSITIVE_INFINITY
    return answer as CheckedPart
  }

  /** Lets it answer at once. */
  drop() {
    this.#thread?.post({ part: this.part, bytes: null })
    this.#at = Number.POSITIVE_INFINITY
  }

  close() {
    this.#thread?.end()
  }

  /** Between questions the program does not wait for the thread: nobody may ask for the next game. */
  async #ask(question: Question): Promise<CheckedPart | undefined> {
    const thread = this.#thread
    thread?.keep(true)
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject }
        thread?.post(question)
      })
    } finally {
      thread?.keep(false)
    }
  }

  /** Sends the next bytes, behind those that are being read. */
  #send() {
    const { part } = this
    const at = this.#at
    if (at > this.#blob.size) return
    this.#at = at + CHUNK
    if (at + CHUNK >= this.#blob.size) this.#at = Number.POSITIVE_INFINITY
    const isLast = this.#at === Number.POSITIVE_INFINITY
    const reading = this.#blob.slice(at, at + CHUNK).arrayBuffer()
    this.#sending = Promise.all([reading, this.#sending]).then(
      ([buffer]) => {
        if (part !== this.part) return
        this.#thread?.post({ part, bytes: new Uint8Array(buffer) }, [buffer])
        if (isLast) this.#thread?.post({ part, bytes: null })
      },
      error => this.#waiting?.reject(error),
    )
  }

  #answer(answer: Answer) {
    if ('bytes' in answer) {
      try {
        this.#onBytes(answer.bytes)
      } catch (error) {
        this.#waiting?.reject(error)
      }
      this.#send()
    } else if ('error' in answer)
      this.#waiting?.reject(new ChessError(answer.error.code, answer.error.message))
    else this.#waiting?.resolve(answer.checked)
  }
}
