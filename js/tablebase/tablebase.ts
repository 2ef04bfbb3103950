// SPDX-License-Identifier: Apache-2.0
// Syzygy tables: the result of positions with at most seven men, and the best moves.

import { argumentError, ChessError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import { legalPacked } from '../game/move-lists.js'
import type { PositionSource } from '../game/position.js'
import { Position } from '../game/position.js'
import type { PieceCounts } from '../game/position-reader.js'
import { hasStandardRules } from '../game/traits.js'
import { tablebaseError } from './errors.js'
import { MOST_MEN, MOVE_MATE, MOVE_NUMBERS, MOVE_ZEROING, PROBE_NONE } from './generated/bindings.js'
import { materialName, menIn } from './materials.js'
import type { Probe } from './prober.js'
import { Prober, rightsOf } from './prober.js'
import type { TableFiles, TableSources } from './table-files.js'
import { tableFiles } from './table-files.js'
import { TableLoader } from './table-loader.js'

/** How tables are read and kept in memory. */
export type TablebaseOptions = {
  /** How many bytes are read at once: a power of two, 64 to 1,048,576; default 16,384. */
  pageSize?: number | undefined
  /** How many pages are kept in memory; default 1,024, which is 16 MB. One answer may need more for a moment. */
  maxPages?: number | undefined
}

/** How a position is probed. */
export type ProbeOptions = {
  /** True: ERR_TABLEBASE_MISSING, with the file as `table`, instead of null. */
  throws?: boolean | undefined
}

/**
 * The result for the side to move: 2 a win, 1 a win that the fifty-move rule makes a draw, 0 a draw, -1 a loss that the rule
 * makes a draw, -2 a loss.
 */
export type Wdl = -2 | -1 | 0 | 1 | 2

/**
 * Plies to the next capture or pawn move on the way to the result: the least for the winner, the most for the loser.
 */
export type Dtz = {
  wdl: Wdl
  /** The plies, with the sign of wdl: 1 to 100 for a win, above 100 if the fifty-move rule makes it a draw; 0 for a draw. */
  dtz: number
  /** False if the table has moves, not plies: the true number may then be one more. */
  exact: boolean
}

/** A legal move and its result. */
export type TablebaseMove = {
  uci: string
  san: string
  /** The result of the move for its side; null if a table is missing. */
  wdl: Wdl | null
  /** Plies as in Dtz, of the position after the move, with the sign of wdl; 1 for mate. */
  dtz: number | null
  /** Whether it is a capture or a pawn move. */
  zeroing: boolean
  /** `wdl` as a word. */
  category: 'win' | 'cursed_win' | 'draw' | 'blessed_loss' | 'loss' | 'unknown'
}

const CATEGORIES = ['loss', 'blessed_loss', 'draw', 'cursed_win', 'win'] as const
/** The place of unknown moves among the values of WDL: after the draws. */
const UNKNOWN_RANK = -0.5
const LETTERS = [
  ['K', 'king'],
  ['Q', 'queen'],
  ['R', 'rook'],
  ['B', 'bishop'],
  ['N', 'knight'],
  ['P', 'pawn'],
] as const
/** Only this file makes tablebases. */
const KEY = Symbol('tablebase')
const PLIES = 400

const askWdl: Probe = wasm => wasm.binbo_tablebase_wdl()
const askDtz: Probe = wasm => wasm.binbo_tablebase_dtz()
const askMoves: Probe = wasm => wasm.binbo_tablebase_moves(1)
const askMovesWdl: Probe = wasm => wasm.binbo_tablebase_moves(0)

/** From a loss to a win. */
const WDLS: readonly Wdl[] = [-2, -1, 0, 1, 2]
const wdlOf = (value: number): Wdl => WDLS[value + 2]

const readWdl = (answer: Int32Array) => wdlOf(answer[0])
const readDtz = (answer: Int32Array): Dtz => ({
  wdl: readWdl(answer),
  dtz: answer[1],
  exact: answer[2] === 1,
})

/** Syzygy tables, of which only the needed pages are read. All answers take the halfmove clock as 0. */
export class Tablebase {
  #files: TableFiles
  #loader: TableLoader

  /**
   * Tablebase.open() makes tablebases.
   * @hideconstructor
   */
  constructor(key: symbol, files: TableFiles, prober: Prober) {
    if (key !== KEY) throw argumentError('Tablebase.open() makes a Tablebase')
    this.#files = files
    this.#loader = new TableLoader(files, prober)
  }

  /**
   * Opens tables. No file is read before it is needed.
   * @param sources the URL of a folder with the files, a Map from file names to their bytes, or a source such as
   *   tablebaseFolder() of binbo/node
   * @throws {ChessError} ERR_ARGUMENT; ERR_WASM
   */
  static async open(sources: TableSources, options?: TablebaseOptions): Promise<Tablebase> {
    const prober = proberFor(options)
    return new Tablebase(KEY, await tableFiles(sources), prober)
  }

  /**
   * The synchronous form of open().
   * @param sources list() of a source must not return a promise
   * @throws {ChessError} ERR_ARGUMENT; ERR_WASM
   */
  static openSync(sources: TableSources, options?: TablebaseOptions): Tablebase {
    const prober = proberFor(options)
    const files = tableFiles(sources)
    if (files instanceof Promise) {
      files.catch(() => {})
      throw argumentError('openSync() needs a list() that returns no promise: await open()')
    }
    return new Tablebase(KEY, files, prober)
  }

  /** The most men of a table; 7 at a URL, where the tables are not known; 2 without tables. */
  get maxMen() {
    const { names } = this.#files
    return names === undefined ? MOST_MEN : Math.max(2, ...Array.from(names, menIn))
  }

  /**
   * Does the table (WDL) of a material exist?
   * @param material such as 'KRPvKR', in any order
   * @returns whether it exists; at a URL, true until the file was not found
   * @throws {ChessError} ERR_ARGUMENT
   */
  has(material: string): boolean {
    return this.#files.has(`${materialName(material)}.rtbw`)
  }

  /**
   * May tables know this position? Yes if it is of standard chess or Chess960, has no castling rights, and its material has a
   * table.
   * @returns false: wdl() has no answer, or throws. True: wdl() answers, unless a table that captures or promotions lead to is
   *   missing
   * @throws {ChessError} ERR_ARGUMENT if it is not a position; ERR_FEN_*, ERR_GAME_STOPPED
   */
  covers(position: PositionSource): boolean {
    const at = Position.from(position, typeof position === 'string' ? FREE : undefined)
    if (!hasStandardRules(at.variant) || rightsOf(at) & 15) return false
    const [white, black] = Object.values(at.material()).map(menOf)
    const men = white.length + black.length
    return men === 2 || (men <= MOST_MEN && this.has(`${white}v${black}`))
  }

  /**
   * Reads tables and keeps them in memory, for the methods whose names end in Sync.
   * @param materials such as ['KQvK', 'KRvKP']
   * @throws {ChessError} ERR_TABLEBASE_MISSING for a material without a table; ERR_ARGUMENT, ERR_BYTES_*
   */
  async preload(materials: Iterable<string>): Promise<void> {
    if (typeof materials === 'string' || typeof materials?.[Symbol.iterator] !== 'function')
      throw argumentError("preload() takes a list of materials, such as ['KQvK']", materials)
    const names = Array.from(materials, materialName)
    await Promise.all(
      names.map(async name => {
        const loaded = await Promise.all([`${name}.rtbw`, `${name}.rtbz`].map(file => this.#files.load(file)))
        if (!loaded.includes(true)) throw tablebaseError('ERR_TABLEBASE_MISSING', name, `${name}.rtbw`)
      }),
    )
  }

  /**
   * Who wins?
   * @param position a position of standard chess or Chess960, without castling rights
   * @returns the result for the side to move; null if a table is missing
   * @throws {ChessError} ERR_TABLEBASE_CASTLING, ERR_TABLEBASE_MEN above 7 men, ERR_TABLEBASE_DAMAGED with `table`,
   *   ERR_BYTES_AWAY, ERR_BYTES_RANGE; ERR_ARGUMENT, also for variants; ERR_FEN_*, ERR_GAME_STOPPED
   */
  async wdl(position: PositionSource, options?: ProbeOptions): Promise<Wdl | null> {
    return this.#answer(position, options, askWdl, readWdl)
  }

  /**
   * How far is the next capture or pawn move on the way to the result?
   * @param position as for wdl()
   * @returns the distance for the side to move; null if a table is missing
   * @throws {ChessError} as wdl()
   */
  async dtz(position: PositionSource, options?: ProbeOptions): Promise<Dtz | null> {
    return this.#answer(position, options, askDtz, readDtz)
  }

  /**
   * All legal moves, the best first: wins (mates, then captures and pawn moves, then the shortest), draws, and losses, the
   * longest first.
   * @param position as for wdl()
   * @param options `dtz` false leaves dtz null, and reads less
   * @throws {ChessError} as wdl()
   */
  async moves(position: PositionSource, options?: { dtz?: boolean }): Promise<TablebaseMove[]> {
    const { probe, read, from } = this.#moves(position, options)
    return this.#loader.probe(from, probe, read)
  }

  /**
   * The synchronous form of wdl(), for bytes in memory, preloaded or read synchronously.
   * @throws {ChessError} as wdl(); ERR_TABLEBASE_AWAY, with `table`
   */
  wdlSync(position: PositionSource, options?: ProbeOptions): Wdl | null {
    return this.#answerNow(position, options, askWdl, readWdl)
  }

  /**
   * The synchronous form of dtz(), for bytes in memory, preloaded or read synchronously.
   * @throws {ChessError} as wdl(); ERR_TABLEBASE_AWAY, with `table`
   */
  dtzSync(position: PositionSource, options?: ProbeOptions): Dtz | null {
    return this.#answerNow(position, options, askDtz, readDtz)
  }

  /**
   * The synchronous form of moves(), for bytes in memory, preloaded or read synchronously.
   * @throws {ChessError} as wdl(); ERR_TABLEBASE_AWAY, with `table`
   */
  movesSync(position: PositionSource, options?: { dtz?: boolean }): TablebaseMove[] {
    const { probe, read, from } = this.#moves(position, options)
    return this.#loader.probeNow(from, probe, read)
  }

  /**
   * The best moves of both sides, to mate or to the end of the tables; no moves from a draw.
   * @param position as for wdl()
   * @param options the most plies; default 400
   * @returns moves in UCI
   * @throws {ChessError} as wdl()
   */
  async line(position: PositionSource, options?: { plies?: number }): Promise<string[]> {
    const { plies = PLIES } = checkOptions(options, ['plies'])
    if (typeof plies !== 'number' || !(plies >= 0)) throw argumentError('plies is a number from 0 on', plies)
    let at = positionOf(position)
    const line: string[] = []
    while (line.length < plies) {
      const [best] = await this.moves(at)
      if (!best?.wdl || best.dtz === null) break
      line.push(best.uci)
      at = at.play(best.uci)
    }
    return line
  }

  async #answer<T>(
    position: PositionSource,
    options: ProbeOptions | undefined,
    probe: Probe,
    read: (answer: Int32Array) => T,
  ): Promise<T | null> {
    const throws = readThrows(options)
    const from = positionOf(position)
    return this.#loader.probe(from, probe, read).catch(error => unlessMissing(error, throws))
  }

  #answerNow<T>(
    position: PositionSource,
    options: ProbeOptions | undefined,
    probe: Probe,
    read: (answer: Int32Array) => T,
  ): T | null {
    const throws = readThrows(options)
    const from = positionOf(position)
    try {
      return this.#loader.probeNow(from, probe, read)
    } catch (error) {
      return unlessMissing(error, throws)
    }
  }

  #moves(position: PositionSource, options: { dtz?: boolean } | undefined) {
    const withDtz = flag('dtz', checkOptions(options, ['dtz']).dtz, true)
    const from = positionOf(position)
    const read = (answer: Int32Array, count: number) => movesOf(from, answer, count)
    return { from, probe: withDtz ? askMoves : askMovesWdl, read }
  }
}

/** @throws {ChessError} ERR_ARGUMENT; ERR_WASM */
function proberFor(options: TablebaseOptions | undefined): Prober {
  const { pageSize = 1 << 14, maxPages = 1024 } = checkOptions(options, ['pageSize', 'maxPages'])
  const log = Math.log2(Number(pageSize))
  if (typeof pageSize !== 'number' || !Number.isInteger(log) || log < 6 || log > 20)
    throw argumentError('pageSize is a power of two, 64 to 1048576', pageSize)
  if (typeof maxPages !== 'number' || !Number.isInteger(maxPages) || maxPages < 1 || maxPages > 1 << 20)
    throw argumentError('maxPages is a number, 1 to 1048576', maxPages)
  return new Prober(pageSize, maxPages)
}

const readThrows = (options: ProbeOptions | undefined) =>
  options !== undefined && flag('throws', checkOptions(options, ['throws']).throws, false)

function unlessMissing(error: unknown, throws: boolean): null {
  if (!throws && error instanceof ChessError && error.code === 'ERR_TABLEBASE_MISSING') return null
  throw error
}

/**
 * @returns a position that tables may have
 * @throws {ChessError}
 */
function positionOf(source: PositionSource): Position {
  const position = Position.from(source, typeof source === 'string' ? FREE : undefined)
  if (!hasStandardRules(position.variant))
    throw argumentError(`Tables are of standard chess, not of ${position.variant}`)
  if (rightsOf(position) & 15) throw tablebaseError('ERR_TABLEBASE_CASTLING', position.fen)
  return position
}

/** @param count the pieces of a side @returns such as 'KRP' */
const menOf = (count: PieceCounts): string =>
  LETTERS.map(([letter, piece]) => letter.repeat(count[piece])).join('')

/** The variant of FENs: it allows all castling rights. */
const FREE = { variant: 'chess960' } as const

function movesOf(position: Position, answer: Int32Array, count: number): TablebaseMove[] {
  const packed = legalPacked(position)

  const ucis = position.legalMoves('uci')
  const sans = position.legalMoves('san')

  const moves = Array.from({ length: count / MOVE_NUMBERS }, (_, i) => {
    const [move, wdl, dtz, bits] = answer.subarray(i * MOVE_NUMBERS, (i + 1) * MOVE_NUMBERS)
    const place = packed.indexOf(move)
    const entry: TablebaseMove = {
      uci: ucis[place],
      san: sans[place],
      wdl: wdl === PROBE_NONE ? null : wdlOf(wdl),
      dtz: dtz === PROBE_NONE ? null : dtz,
      zeroing: (bits & MOVE_ZEROING) !== 0,
      category: wdl === PROBE_NONE ? 'unknown' : CATEGORIES[wdl + 2],
    }
    return { entry, rank: rankOf(entry, (bits & MOVE_MATE) !== 0), place }
  })
  moves.sort((a, b) => compare([...a.rank, a.place], [...b.rank, b.place]))
  return moves.map(({ entry }) => entry)
}

/** @returns the rank of a move: the first different number decides, and lower ones are better */
function rankOf({ wdl, dtz, zeroing }: Omit<TablebaseMove, 'category'>, mates: boolean): number[] {
  const wins = wdl !== null && wdl > 0
  return [-(wdl ?? UNKNOWN_RANK), wins && !mates ? 1 : 0, wins && !zeroing ? 1 : 0, dtz ?? Infinity]
}

function compare(a: number[], b: number[]) {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : a[at] < b[at] ? -1 : 1
}
