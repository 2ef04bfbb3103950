// SPDX-License-Identifier: Apache-2.0
// Syzygy tables: who wins, and how, with at most seven men.

import { argumentError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import { legalPacked } from '../game/move-lists.js'
import { Position } from '../game/position.js'
import { tablebaseError } from './errors.js'
import { MOST_MEN, MOVE_MATE, MOVE_NUMBERS, MOVE_ZEROING, PROBE_NONE } from './generated/bindings.js'
import { materialName, menIn } from './materials.js'
import { Prober, rightsOf } from './prober.js'
import { tableFiles } from './table-files.js'
import { TableLoader } from './table-loader.js'

/** @import { ChessError } from '../core/errors.js' */
/** @import { PositionSource } from '../game/position.js' */
/** @import { PieceCounts } from '../game/position-reader.js' */
/** @import { Probe } from './prober.js' */
/** @import { TableFiles, TableSources } from './table-files.js' */

/**
 * How tables are kept.
 * @typedef {object} TablebaseOptions
 * @property {number | undefined} [pageSize] how many bytes are read at once: a power of two, 64 to 1,048,576; default 16,384
 * @property {number | undefined} [maxPages] how many pages are kept in memory; default 1,024, which is 16 MB. One answer
 *   may need more for a moment
 */

/**
 * How a position is asked about.
 * @typedef {object} ProbeOptions
 * @property {boolean | undefined} [throws] true: ERR_TABLEBASE_MISSING, with the file as `table`, instead of null
 */

/**
 * Who wins for the side to move: 2 a win, 1 a win that the fifty-move rule makes a draw, 0 a draw, -1 a loss that the rule
 * makes a draw, -2 a loss.
 * @typedef {-2 | -1 | 0 | 1 | 2} Wdl
 */

/**
 * Plies to the next capture or pawn move on the way to the result: the best for the winner, the longest for the loser.
 * @typedef {object} Dtz
 * @property {Wdl} wdl
 * @property {number} dtz of the sign of wdl: 1 to 100 for a win, above 100 for one that the fifty-move rule makes a draw; 0
 *   for a draw
 * @property {boolean} exact false where the tables keep moves, not plies: the true count may then be one more
 */

/**
 * A legal move, and what it leads to.
 * @typedef {object} TablebaseMove
 * @property {string} uci
 * @property {string} san
 * @property {Wdl | null} wdl for the mover, after the move; null where a table is missing
 * @property {number | null} dtz likewise, of the position after the move, with the sign of wdl; 1 for mate
 * @property {boolean} zeroing is it a capture or a pawn's move?
 * @property {'win' | 'cursed_win' | 'draw' | 'blessed_loss' | 'loss' | 'unknown'} category wdl as a word
 */

const CATEGORIES = /** @type {const} */ (['loss', 'blessed_loss', 'draw', 'cursed_win', 'win'])
/** By WDL; what is unknown stands behind the draws. */
const UNKNOWN_RANK = -0.5
const RULES = ['standard', 'chess960']
const LETTERS = /** @type {const} */ ([
  ['K', 'king'],
  ['Q', 'queen'],
  ['R', 'rook'],
  ['B', 'bishop'],
  ['N', 'knight'],
  ['P', 'pawn'],
])
/** Only this file makes tablebases. */
const KEY = Symbol('tablebase')
const PLIES = 400

/** @type {Probe} */
const askWdl = wasm => wasm.binbo_tablebase_wdl()
/** @type {Probe} */
const askDtz = wasm => wasm.binbo_tablebase_dtz()
/** @type {Probe} */
const askMoves = wasm => wasm.binbo_tablebase_moves(1)
/** @type {Probe} */
const askMovesWdl = wasm => wasm.binbo_tablebase_moves(0)

/** @param {Int32Array} answer */
const readWdl = answer => /** @type {Wdl} */ (answer[0])
/** @param {Int32Array} answer @returns {Dtz} */
const readDtz = answer => ({ wdl: readWdl(answer), dtz: answer[1], exact: answer[2] === 1 })

/**
 * Syzygy tables, probed over pages of their files. All answers count the halfmove clock as 0.
 */
export class Tablebase {
  #files
  #loader

  /**
   * Tablebases come from Tablebase.open().
   * @internal
   * @param {symbol} key
   * @param {TableFiles} files
   * @param {Prober} prober
   */
  constructor(key, files, prober) {
    if (key !== KEY) throw argumentError('Tablebase.open() makes a Tablebase')
    this.#files = files
    this.#loader = new TableLoader(files, prober)
  }

  /**
   * Opens tables. No file is read before it is needed.
   * @param {TableSources} sources the URL of a folder with the files, a Map from file names to their bytes, or a source
   *   such as tablebaseFolder() of binbo/node
   * @param {TablebaseOptions} [options]
   * @returns {Promise<Tablebase>}
   * @throws {ChessError} ERR_ARGUMENT; ERR_WASM
   */
  static async open(sources, options) {
    const prober = proberFor(options)
    return new Tablebase(KEY, await tableFiles(sources), prober)
  }

  /**
   * As open(), at once.
   * @param {TableSources} sources list() of a source must not return a promise
   * @param {TablebaseOptions} [options]
   * @returns {Tablebase}
   * @throws {ChessError} ERR_ARGUMENT; ERR_WASM
   */
  static openSync(sources, options) {
    const prober = proberFor(options)
    const files = tableFiles(sources)
    if (files instanceof Promise) {
      files.catch(() => {})
      throw argumentError('openSync() needs a list() that returns no promise: await open()')
    }
    return new Tablebase(KEY, files, prober)
  }

  /** The most men that a table is about; 7 at a URL, where the tables are not known; 2 without tables. */
  get maxMen() {
    const { names } = this.#files
    return names === undefined ? MOST_MEN : Math.max(2, ...Array.from(names, menIn))
  }

  /**
   * Is there the table (WDL) of a material?
   * @param {string} material such as 'KRPvKR', in any order
   * @returns {boolean} at a URL true until it was not found
   * @throws {ChessError} ERR_ARGUMENT
   */
  has(material) {
    return this.#files.has(`${materialName(material)}.rtbw`)
  }

  /**
   * May tables know this position? It is of standard chess or Chess960, has no castling rights, and there is a table of its men.
   * @param {PositionSource} position
   * @returns {boolean} false: wdl() has no answer, or throws. True: it answers, unless a table is missing that captures or
   *   promotions lead to
   * @throws {ChessError} ERR_ARGUMENT for what is no position; ERR_FEN_*, ERR_GAME_STOPPED
   */
  covers(position) {
    const at = Position.from(position, typeof position === 'string' ? FREE : undefined)
    if (!hasRulesOfTables(at) || rightsOf(at) & 15) return false
    const [white, black] = Object.values(at.material()).map(menOf)
    const men = white.length + black.length
    return men === 2 || (men <= MOST_MEN && this.has(`${white}v${black}`))
  }

  /**
   * Reads tables and keeps them in memory, so that the methods that end in Sync can use them.
   * @param {Iterable<string>} materials such as ['KQvK', 'KRvKP']
   * @returns {Promise<void>}
   * @throws {ChessError} ERR_TABLEBASE_MISSING for a material without a table; ERR_ARGUMENT, ERR_BYTES_*
   */
  async preload(materials) {
    if (
      typeof materials === 'string' ||
      typeof (/** @type {any} */ (materials)?.[Symbol.iterator]) !== 'function'
    )
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
   * @param {PositionSource} position of standard chess or Chess960, without castling rights
   * @param {ProbeOptions} [options]
   * @returns {Promise<Wdl | null>} for the side to move; null where a table is missing
   * @throws {ChessError} ERR_TABLEBASE_CASTLING, ERR_TABLEBASE_MEN above 7 men, ERR_TABLEBASE_DAMAGED with `table`,
   *   ERR_BYTES_AWAY, ERR_BYTES_RANGE; ERR_ARGUMENT, also for variants; ERR_FEN_*, ERR_GAME_STOPPED
   */
  async wdl(position, options) {
    return this.#answer(position, options, askWdl, readWdl)
  }

  /**
   * How far is the next capture or pawn move on the way to the result?
   * @param {PositionSource} position as for wdl()
   * @param {ProbeOptions} [options]
   * @returns {Promise<Dtz | null>} for the side to move; null where a table is missing
   * @throws {ChessError} as wdl()
   */
  async dtz(position, options) {
    return this.#answer(position, options, askDtz, readDtz)
  }

  /**
   * All legal moves, best first: wins, among them mates, then those that capture or move a pawn, then the shortest; draws;
   * losses, the longest first.
   * @param {PositionSource} position as for wdl()
   * @param {{ dtz?: boolean }} [options] dtz false leaves dtz null, and reads less
   * @returns {Promise<TablebaseMove[]>}
   * @throws {ChessError} as wdl()
   */
  async moves(position, options) {
    const { probe, read, from } = this.#moves(position, options)
    return this.#loader.ask(from, probe, read)
  }

  /**
   * As wdl(), at once, where the bytes are in memory, preloaded or read synchronously.
   * @param {PositionSource} position
   * @param {ProbeOptions} [options]
   * @returns {Wdl | null}
   * @throws {ChessError} as wdl(); ERR_TABLEBASE_AWAY, with `table`
   */
  wdlSync(position, options) {
    return this.#answerNow(position, options, askWdl, readWdl)
  }

  /**
   * As dtz(), at once, where the bytes are in memory, preloaded or read synchronously.
   * @param {PositionSource} position
   * @param {ProbeOptions} [options]
   * @returns {Dtz | null}
   * @throws {ChessError} as wdl(); ERR_TABLEBASE_AWAY, with `table`
   */
  dtzSync(position, options) {
    return this.#answerNow(position, options, askDtz, readDtz)
  }

  /**
   * As moves(), at once, where the bytes are in memory, preloaded or read synchronously.
   * @param {PositionSource} position
   * @param {{ dtz?: boolean }} [options]
   * @returns {TablebaseMove[]}
   * @throws {ChessError} as wdl(); ERR_TABLEBASE_AWAY, with `table`
   */
  movesSync(position, options) {
    const { probe, read, from } = this.#moves(position, options)
    return this.#loader.askNow(from, probe, read)
  }

  /**
   * Best moves of both sides, to mate or to the end of the tables; none from a draw.
   * @param {PositionSource} position as for wdl()
   * @param {{ plies?: number }} [options] the most plies, default 400
   * @returns {Promise<string[]>} UCI
   * @throws {ChessError} as wdl()
   */
  async line(position, options) {
    const { plies = PLIES } = checkOptions(options, ['plies'])
    if (typeof plies !== 'number' || !(plies >= 0)) throw argumentError('plies is a number from 0 on', plies)
    let at = positionOf(position)
    /** @type {string[]} */
    const line = []
    while (line.length < plies) {
      const [best] = await this.moves(at)
      if (!best?.wdl || best.dtz === null) break
      line.push(best.uci)
      at = at.play(best.uci)
    }
    return line
  }

  /**
   * @template T
   * @param {PositionSource} position
   * @param {ProbeOptions | undefined} options
   * @param {Probe} probe
   * @param {(answer: Int32Array) => T} read
   * @returns {Promise<T | null>}
   */
  async #answer(position, options, probe, read) {
    const throws = readThrows(options)
    const from = positionOf(position)
    return this.#loader.ask(from, probe, read).catch(error => unlessMissing(error, throws))
  }

  /**
   * @template T
   * @param {PositionSource} position
   * @param {ProbeOptions | undefined} options
   * @param {Probe} probe
   * @param {(answer: Int32Array) => T} read
   * @returns {T | null}
   */
  #answerNow(position, options, probe, read) {
    const throws = readThrows(options)
    const from = positionOf(position)
    try {
      return this.#loader.askNow(from, probe, read)
    } catch (error) {
      return unlessMissing(error, throws)
    }
  }

  /**
   * @param {PositionSource} position
   * @param {{ dtz?: boolean } | undefined} options
   */
  #moves(position, options) {
    const withDtz = flag('dtz', checkOptions(options, ['dtz']).dtz, true)
    const from = positionOf(position)
    const read = (/** @type {Int32Array} */ answer, /** @type {number} */ count) =>
      movesOf(from, answer, count)
    return { from, probe: withDtz ? askMoves : askMovesWdl, read }
  }
}

/**
 * @param {TablebaseOptions | undefined} options
 * @returns {Prober}
 * @throws {ChessError} ERR_ARGUMENT; ERR_WASM
 */
function proberFor(options) {
  const { pageSize = 1 << 14, maxPages = 1024 } = checkOptions(options, ['pageSize', 'maxPages'])
  const log = Math.log2(Number(pageSize))
  if (typeof pageSize !== 'number' || !Number.isInteger(log) || log < 6 || log > 20)
    throw argumentError('pageSize is a power of two, 64 to 1048576', pageSize)
  if (typeof maxPages !== 'number' || !Number.isInteger(maxPages) || maxPages < 1 || maxPages > 1 << 20)
    throw argumentError('maxPages is a number, 1 to 1048576', maxPages)
  return new Prober(pageSize, maxPages)
}

/** @param {ProbeOptions | undefined} options */
const readThrows = options =>
  options !== undefined && flag('throws', checkOptions(options, ['throws']).throws, false)

/**
 * @param {unknown} error
 * @param {boolean} throws
 * @returns {null}
 */
function unlessMissing(error, throws) {
  if (throws || /** @type {ChessError} */ (error).code !== 'ERR_TABLEBASE_MISSING') throw error
  return null
}

/**
 * @param {PositionSource} source
 * @returns {Position} that tables may have
 * @throws {ChessError}
 */
function positionOf(source) {
  const position = Position.from(source, typeof source === 'string' ? FREE : undefined)
  if (!hasRulesOfTables(position))
    throw argumentError(`Tables are of standard chess, not of ${position.variant}`)
  if (rightsOf(position) & 15) throw tablebaseError('ERR_TABLEBASE_CASTLING', position.fen)
  return position
}
/** @param {Position} position */
const hasRulesOfTables = position => RULES.includes(position.variant)

/** @param {PieceCounts} count of a side @returns {string} such as 'KRP' */
const menOf = count => LETTERS.map(([letter, piece]) => letter.repeat(count[piece])).join('')

/** A FEN with castling rights of Chess960 has them. */
const FREE = /** @type {const} */ ({ variant: 'chess960' })

/**
 * @param {Position} position
 * @param {Int32Array} answer
 * @param {number} count
 * @returns {TablebaseMove[]}
 */
function movesOf(position, answer, count) {
  const packed = legalPacked(position)
  const places = new Map(Array.from(packed, (move, i) => [move, i]))
  const ucis = position.legalMoves('uci')
  const sans = position.legalMoves('san')
  const known = (/** @type {number} */ value) => (value === PROBE_NONE ? null : value)
  const moves = Array.from({ length: count / MOVE_NUMBERS }, (_, i) => {
    const [move, wdl, dtz, bits] = answer.subarray(i * MOVE_NUMBERS, (i + 1) * MOVE_NUMBERS)
    const place = /** @type {number} */ (places.get(move))
    /** @type {TablebaseMove} */
    const entry = {
      uci: ucis[place],
      san: sans[place],
      wdl: /** @type {Wdl | null} */ (known(wdl)),
      dtz: known(dtz),
      zeroing: (bits & MOVE_ZEROING) !== 0,
      category: wdl === PROBE_NONE ? 'unknown' : CATEGORIES[wdl + 2],
    }
    return { entry, rank: rankOf(entry, (bits & MOVE_MATE) !== 0), place }
  })
  moves.sort((a, b) => compare([...a.rank, a.place], [...b.rank, b.place]))
  return moves.map(({ entry }) => entry)
}

/**
 * @param {Omit<TablebaseMove, 'category'>} move
 * @param {boolean} mates
 * @returns {number[]} the first number that differs decides, the lowest is best
 */
function rankOf({ wdl, dtz, zeroing }, mates) {
  const wins = wdl !== null && wdl > 0
  return [-(wdl ?? UNKNOWN_RANK), wins && !mates ? 1 : 0, wins && !zeroing ? 1 : 0, dtz ?? Infinity]
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : a[at] < b[at] ? -1 : 1
}
