// SPDX-License-Identifier: Apache-2.0
// What was played from a position, counted game by game: any set of games can be asked.

import { argumentError } from '../core/errors.js'
import { MOVE_MASK } from '../core/move-word.js'
import { checkOptions } from '../core/options.js'
import { sanOf } from '../core/san-writer.js'
import { uciOf } from '../game/move.js'
import { legalWords, takesRook } from '../game/move-lists.js'
import { Position } from '../game/position.js'
import { QUERY_END, ROW_BLACK_ELO, ROW_DATE, ROW_RESULT, ROW_WHITE_ELO } from './generated/bindings.js'
import { headOf, ratingOf } from './heads.js'
import { compileQuery } from './query.js'
import { scanGames } from './search.js'

/** @import { PositionSource } from '../game/position.js' */
/** @import { GameHead } from './heads.js' */
/** @import { GameSet } from './game-set.js' */
/** @import { Scan } from './search.js' */
/** @import { Store } from './store.js' */

/**
 * Which games are counted, and how many are named.
 * @typedef {object} ExploreOptions
 * @property {GameSet | undefined} [in] only these games
 * @property {number | undefined} [topGames] how many of the games with the highest ratings are named; default 8
 * @property {AbortSignal | undefined} [signal] ends the work with its reason
 */

/**
 * A move that was played from the position.
 * @typedef {object} ExploredMove
 * @property {string} san
 * @property {string} uci
 * @property {number} games
 * @property {number} white games that White won
 * @property {number} draws
 * @property {number} black
 * @property {number | undefined} averageElo of those who played it; undefined where no rating is known
 * @property {number | undefined} performance their opponents' mean rating + 400 · (wins − losses) / games, of the games with
 *   a result whose opponent has a rating
 * @property {number | undefined} lastYear in which it was played
 */

/**
 * What was played from a position. A game counts once, at its first visit.
 * @typedef {object} Exploration
 * @property {number} games that reach the position
 * @property {number} white games that White won
 * @property {number} draws
 * @property {number} black
 * @property {ExploredMove[]} moves most played first
 * @property {GameHead[]} topGames highest mean rating first
 */

const OPTION_NAMES = ['in', 'topGames', 'signal']
const TOP_GAMES = 8
/** C's PgnResult. */
const WHITE_WINS = 1
const BLACK_WINS = 2
const DRAW = 3

class Tally {
  games = 0
  white = 0
  draws = 0
  black = 0
  #elo = { sum: 0, games: 0 }
  #opponents = { sum: 0, games: 0, score: 0 }
  #lastYear = 0

  /**
   * @param {number} result
   * @param {number} elo of who moves, 0 for none
   * @param {number} opponent likewise
   * @param {number} year
   * @param {boolean} isWhite who moves
   */
  add(result, elo, opponent, year, isWhite) {
    this.games++
    if (result === WHITE_WINS) this.white++
    else if (result === BLACK_WINS) this.black++
    else if (result === DRAW) this.draws++
    if (elo > 0) {
      this.#elo.sum += elo
      this.#elo.games++
    }
    if (opponent > 0 && result >= WHITE_WINS && result <= DRAW) {
      this.#opponents.sum += opponent
      this.#opponents.games++
      if (result !== DRAW) this.#opponents.score += (result === WHITE_WINS) === isWhite ? 1 : -1
    }
    if (year > this.#lastYear) this.#lastYear = year
  }

  /** What a list shows of a move. */
  facts() {
    const { games, white, draws, black } = this
    const [elo, opponents] = [this.#elo, this.#opponents]
    const mean = opponents.sum / opponents.games
    return {
      games,
      white,
      draws,
      black,
      averageElo: elo.games > 0 ? Math.round(elo.sum / elo.games) : undefined,
      performance:
        opponents.games > 0 ? Math.round(mean + (400 * opponents.score) / opponents.games) : undefined,
      lastYear: this.#lastYear || undefined,
    }
  }
}

/**
 * @param {unknown} options ExploreOptions
 * @returns {{ in?: unknown, topGames: number, signal: AbortSignal | undefined }}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkExploreOptions(options) {
  const given = checkOptions(options, OPTION_NAMES)
  const { topGames = TOP_GAMES, signal } = given
  if (typeof topGames !== 'number' || !(topGames >= 0))
    throw argumentError('topGames is a number of games', topGames)
  if (signal !== undefined && typeof (/** @type {any} */ (signal)?.throwIfAborted) !== 'function')
    throw argumentError('signal is an AbortSignal', signal)
  return {
    in: given.in,
    topGames: Math.floor(topGames),
    signal: /** @type {AbortSignal | undefined} */ (signal),
  }
}

/** What was counted of a position. @typedef {{ all: Tally, moves: Map<number, Tally>, best: Best }} Counts */

/** So many answers are kept, the last ones. */
const MOST_KEPT = 64

/**
 * Answers from all games, while they are the same: by position, the one asked last at the end.
 * @type {WeakMap<Store, { games: number, removed: Uint32Array, answers: Map<string, Counts> }>}
 */
const kept = new WeakMap()

/**
 * @param {PositionSource} source
 * @param {Omit<Scan, 'program'>} scan
 * @param {number} top how many games are named
 * @param {Uint32Array | undefined} removed where all games are asked but these; a new array whenever games are removed
 * @returns {Promise<Exploration>}
 * @throws {ChessError} as scanGames(), Position.from()
 */
export async function explorePosition(source, scan, top, removed) {
  const position = Position.from(source)
  const { store, signal } = scan
  signal?.throwIfAborted()
  const answers = removed && answersOf(store, removed)
  const key = `${top} ${position.variant} ${position.fen}`
  const counts = answers?.get(key) ?? (await countMoves(position, scan, top))
  if (answers !== undefined) {
    answers.delete(key)
    answers.set(key, counts)
    for (const oldest of answers.keys()) if (answers.size > MOST_KEPT) answers.delete(oldest)
  }
  const { games, white, draws, black } = counts.all
  const topGames = counts.best.ids.map(id => headOf(store, id))
  return { games, white, draws, black, moves: movesOf(position, counts.moves), topGames }
}

/**
 * @param {Store} store
 * @param {Uint32Array} removed
 * @returns {Map<string, Counts>}
 */
function answersOf(store, removed) {
  const { games } = store
  let known = kept.get(store)
  if (known?.games !== games || known.removed !== removed)
    kept.set(store, (known = { games, removed, answers: new Map() }))
  return known.answers
}

/**
 * @param {Position} position
 * @param {Omit<Scan, 'program'>} scan
 * @param {number} top
 * @returns {Promise<Counts>}
 */
async function countMoves(position, scan, top) {
  const isWhite = position.sideToMove === 'white'
  const program = compileQuery({ position })
  const { store } = scan
  const all = new Tally()
  /** @type {Map<number, Tally>} */
  const moves = new Map()
  const best = new Best(top)
  for await (const { hits } of scanGames({ ...scan, program })) {
    const { words, halves, bytes } = store.views()
    for (let i = 0; i < hits.length; i += 3) {
      const row = store.row(hits[i])
      const white = halves[row / 2 + ROW_WHITE_ELO]
      const black = halves[row / 2 + ROW_BLACK_ELO]
      const result = bytes[row + ROW_RESULT]
      const [elo, opponent] = isWhite ? [white, black] : [black, white]
      const year = words[row / 4 + ROW_DATE] >> 9
      all.add(result, elo, opponent, year, isWhite)
      best.add(hits[i], ratingOf(white, black))
      if (hits[i + 2] === QUERY_END) continue
      const tally = moves.get(hits[i + 2]) ?? new Tally()
      moves.set(hits[i + 2], tally)
      tally.add(result, elo, opponent, year, isWhite)
    }
  }
  return { all, moves, best }
}

/**
 * @param {Position} position
 * @param {Map<number, Tally>} tallies by move
 * @returns {ExploredMove[]}
 */
function movesOf(position, tallies) {
  const words = new Map(Array.from(legalWords(position), word => [word & MOVE_MASK, word]))
  const kingTakesRook = takesRook(position)
  const moves = Array.from(tallies, ([move, tally]) => {
    const word = words.get(move) ?? 0 // a null move
    return { san: sanOf(word), uci: uciOf(word, kingTakesRook), ...tally.facts() }
  })
  return moves.sort((a, b) => b.games - a.games || (a.uci < b.uci ? -1 : 1))
}

/** The games with the highest ratings; of equal ones those with the lowest numbers. */
class Best {
  /** @type {number[]} */
  ids = []
  /** @type {number[]} */
  #ratings = []
  #most

  /** @param {number} most */
  constructor(most) {
    this.#most = most
  }

  /**
   * @param {number} id higher than all before
   * @param {number} rating
   */
  add(id, rating) {
    const { length } = this.ids
    if (length === this.#most && (length === 0 || rating <= this.#ratings[length - 1])) return
    let place = length
    while (place > 0 && rating > this.#ratings[place - 1]) place--
    this.ids.splice(place, 0, id)
    this.#ratings.splice(place, 0, rating)
    this.ids.length = this.#ratings.length = Math.min(length + 1, this.#most)
  }
}
