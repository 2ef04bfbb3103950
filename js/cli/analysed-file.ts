// SPDX-License-Identifier: Apache-2.0
// The output of `binbo pgn analyse`: a file that grows by whole games, so that a later run can continue after the last one.

import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { PgnFileSource } from '../node/pgn-file-source.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import { readPgn } from '../pgn/reader.js'
import { UsageError } from './usage-error.js'

/** The tags that identify a game, besides its moves. */
const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black']
/** The end of the text of a whole game. */
const END = /(?:1-0|0-1|1\/2-1\/2|\*)\s*$/
const LONGEST_END = 16
/** The errors of a game that ends within a tag, a comment or a variation, even if that looks like a result. */
const TORN = ['ERR_PGN_TAG', 'ERR_PGN_COMMENT', 'ERR_PGN_VARIATION']
/** Line breaks between games, and more that an editor may have added. */
const BLANKS = 64

/**
 * A file of analysed games. Each game is written in one piece, and removed if that fails, so the file always holds whole
 * games; after a power failure the next run removes the part of an unfinished one.
 */
export class AnalysedFile {
  #path: string
  #file: number
  /** The size of the whole games, in bytes. */
  #size = 0
  /** the games of earlier runs that were not yet compared */
  #earlier: AsyncIterator<PgnGame> | undefined
  /** the iterator that keeps the file of #earlier open */
  #games: AsyncIterator<PgnGame> | undefined
  /** the next game of #earlier, if pass() has read it */
  #next: PgnGame | undefined

  /**
   * @param path created if necessary
   * @throws {Error} of the file system
   */
  constructor(path: string) {
    this.#path = path
    this.#file = openSync(path, 'a+', 0o666)
    const stat = fstatSync(this.#file)
    if (!stat.isFile() || stat.size === 0) return
    const games = readPgn(new PgnFileSource(path))
    this.#games = this.#earlier = games[Symbol.asyncIterator]()
  }

  /** Call it in place of has() for a game that may be missing in the file. */
  async pass(game: PgnGame) {
    if (this.#earlier !== undefined) this.#next = await this.#take()
    if (this.#next !== undefined && this.#isThere(game, this.#next)) this.#next = undefined
  }

  /**
   * Call it for each other game of the input, in order.
   * @returns the game as an earlier run wrote it; undefined if it is new
   * @throws {UsageError} if the file has other games
   */
  async has(game: PgnGame): Promise<PgnGame | undefined> {
    if (this.#earlier === undefined) return undefined
    const written = await this.#take()
    if (written !== undefined && this.#isThere(game, written)) return written
    const head = headOf(game)
    const rest = this.#restBegins(head.length)
    const isUnfinished = head.startsWith(rest) || rest.startsWith(head)
    if (!isUnfinished || !(await this.#earlier.next()).done) throw this.#strange()
    this.#endEarlier()
    return undefined
  }

  /**
   * Ends the comparison with the games of earlier runs.
   * @throws {UsageError} if the file has more games than the input
   */
  finish() {
    if (this.#earlier === undefined) return
    if (this.#restBegins(1) !== '') throw this.#strange()
    this.#endEarlier()
  }

  /**
   * Adds a game, in one piece or not at all.
   * @throws {Error} of the file system
   */
  add(pgn: string) {
    const bytes = Buffer.from(this.#size > 0 ? `\n${pgn}` : pgn)
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done)
      this.#size += bytes.length
    } catch (error) {
      this.#cut()
      throw error
    }
  }

  async close(): Promise<void> {
    closeSync(this.#file)
    await this.#games?.return?.()
  }

  /** @returns the next game of #earlier */
  async #take(): Promise<PgnGame | undefined> {
    const next = this.#next ?? (await this.#earlier?.next())?.value
    this.#next = undefined
    return next
  }

  /**
   * Keeps a game of the file if it is the same as one of the input.
   * @param written the next game of the file
   * @returns whether it is the same game, and whole
   */
  #isThere(game: PgnGame, written: PgnGame): boolean {
    const { range } = written
    if (range === undefined || !isSame(game, written) || !this.#isWhole(written)) return false
    this.#size = range.to
    return true
  }

  /** Removes the text after the last whole game. */
  #endEarlier() {
    this.#earlier = undefined
    this.#cut()
    // The range of a game ends before its line break.
    if (this.#size > 0) this.#size += writeSync(this.#file, '\n')
  }

  #cut() {
    if (fstatSync(this.#file).isFile()) ftruncateSync(this.#file, this.#size)
  }

  /**
   * @param game a game of the file
   * @returns whether its text ends with a result
   */
  #isWhole({ range, errors }: PgnGame): boolean {
    if (range === undefined || errors.some(({ code }) => TORN.includes(code))) return false
    const { to } = range
    return END.test(this.#read(Math.max(to - LONGEST_END, 0), to))
  }

  /**
   * @returns so many bytes after the last whole game and its blanks, as one character per byte, because the file may end
   *   within a character
   */
  #restBegins(length: number): string {
    const most = this.#size + BLANKS + length
    return this.#read(this.#size, most).trimStart().slice(0, length)
  }

  /** @returns one character per byte */
  #read(from: number, to: number): string {
    const bytes = Buffer.alloc(to - from)
    return bytes.toString('latin1', 0, readSync(this.#file, bytes, 0, bytes.length, from))
  }

  #strange() {
    const advice = 'name another output, or remove it'
    return new UsageError(`${this.#path} holds other games than the input: ${advice}`)
  }
}

function isSame(game: PgnGame, written: PgnGame): boolean {
  const moves = movesOf(game)
  const writtenMoves = movesOf(written)
  return (
    game.startFen === written.startFen &&
    game.variant === written.variant &&
    ROSTER.every(name => game.headers.get(name) === written.headers.get(name)) &&
    moves.length === writtenMoves.length &&
    moves.every((move, index) => move === writtenMoves[index])
  )
}

const movesOf = (game: PgnGame) => Array.from(game.mainline(), ({ uci }) => uci)

/** @returns the text of its tags, one character per byte */
const headOf = (game: PgnGame): string => Buffer.from(game.toString().split('\n\n', 1)[0]).toString('latin1')
