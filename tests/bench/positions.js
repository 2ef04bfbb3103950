// SPDX-License-Identifier: Apache-2.0
// The questions that are asked: positions near those of real games, none of them twice, and walks of
// random legal moves. Made with chessops in the parent process, so that no measured process has seen them.
import { Chess } from 'chessops/chess'
import { makeFen } from 'chessops/fen'
import { parsePgn, startingPosition } from 'chessops/pgn'
import { makeSan, parseSan } from 'chessops/san'
import { kingCastlesTo, makeUci, squareRank } from 'chessops/util'
import { seededRandom } from './random.js'

/** @typedef {{ fen: string, uci: string }} Question a position and one legal move in it */
/** @typedef {{ fen: string, uci: string[], san: string[] }} Walk a position and a line that leads on from it */
/** @import { NormalMove, Position } from 'chessops' */

/**
 * @param {Position} position
 * @param {(limit: number) => number} random
 * @returns {NormalMove | undefined} undefined when there is no legal move
 */
const randomMove = (position, random) => {
  /** @type {NormalMove[]} */
  const moves = []
  for (const [from, squares] of position.allDests()) {
    const promotes = position.board.pawn.has(from) && squareRank(from) === (position.turn === 'white' ? 6 : 1)
    for (const to of squares) {
      if (promotes) for (const promotion of PROMOTIONS) moves.push({ from, to, promotion })
      else moves.push({ from, to })
    }
  }
  return moves[random(moves.length)]
}

/** @type {import('chessops').Role[]} */
const PROMOTIONS = ['queen', 'rook', 'bishop', 'knight']

/**
 * UCI with castling as the king's two steps, which all libraries take.
 * @param {Position} position
 * @param {NormalMove} move
 */
const standardUci = (position, move) => {
  const castles = position.board.king.has(move.from) && position.board[position.turn].has(move.to)
  if (!castles) return makeUci(move)
  return makeUci({ from: move.from, to: kingCastlesTo(position.turn, move.to < move.from ? 'a' : 'h') })
}

/** @param {Position} position */
const fenOf = position => makeFen(position.toSetup())

/** @param {string} fen */
const withoutClocks = fen => fen.slice(0, fen.lastIndexOf(' ', fen.lastIndexOf(' ') - 1))

/**
 * The main line of a game as positions and moves, as far as it is legal.
 * @param {string} pgn
 * @returns {{ positions: Position[], uci: string[], fromStart: boolean }}
 */
export const replay = pgn => {
  const [game] = parsePgn(pgn)
  if (!game) throw new Error('not a PGN game')
  const position = startingPosition(game.headers).unwrap()
  const positions = [position.clone()]
  /** @type {string[]} */
  const uci = []
  for (const node of game.moves.mainline()) {
    const move = parseSan(position, node.san)
    if (!move || !('from' in move)) break
    uci.push(standardUci(position, move))
    position.play(move)
    positions.push(position.clone())
  }
  return { positions, uci, fromStart: !game.headers.has('FEN') }
}

/** Asks for distinct positions: each is handed out once, over all lists made with one maker. */
export class QuestionMaker {
  #random
  #seeds
  /** @type {Set<string>} */
  #asked = new Set()

  /**
   * @param {string[]} games PGN texts
   * @param {{ seeds?: number, seed?: number }} [options]
   */
  constructor(games, { seeds = 100, seed = 20_260_101 } = {}) {
    this.#random = seededRandom(seed)
    this.#seeds = this.#pickSeeds(games, seeds)
  }

  /** How many different real positions everything starts from. */
  get seedCount() {
    return this.#seeds.length
  }

  /** @param {string[]} games @param {number} count */
  #pickSeeds(games, count) {
    /** @type {Map<string, Position>} */
    const seeds = new Map()
    for (let attempt = 0; seeds.size < count && attempt < count * 20; attempt++) {
      const { positions } = replay(games[Math.floor((attempt * games.length) / count) % games.length])
      const position = positions[8 + this.#random(72)]
      if (position && !position.isEnd()) seeds.set(withoutClocks(fenOf(position)), position)
    }
    if (seeds.size < count) throw new Error(`only ${seeds.size} of ${count} different positions in the games`)
    return [...seeds.values()]
  }

  /** One or two random moves away from a real position: near enough to be like it, and never the same twice. */
  #freshPosition() {
    for (;;) {
      const position = this.#seeds[this.#random(this.#seeds.length)].clone()
      for (let plies = 2 + this.#random(2); plies > 0; plies--) {
        const move = randomMove(position, this.#random)
        if (move) position.play(move)
      }
      if (!position.isEnd() && this.#claim(position)) return position
    }
  }

  /** @param {Position} position @returns {boolean} false when it was handed out before */
  #claim(position) {
    const key = withoutClocks(fenOf(position))
    if (this.#asked.has(key)) return false
    this.#asked.add(key)
    return true
  }

  /** @param {number} count @returns {Question[]} */
  questions(count) {
    return Array.from({ length: count }, () => {
      const position = this.#freshPosition()
      const move = /** @type {NormalMove} */ (randomMove(position, this.#random))
      return { fen: fenOf(position), uci: standardUci(position, move) }
    })
  }

  /** @param {number} count @param {number} plies @returns {Walk[]} */
  walks(count, plies) {
    /** @type {Walk[]} */
    const walks = []
    while (walks.length < count) {
      const walk = this.#walk(this.#freshPosition(), plies)
      if (walk.uci.length === plies) walks.push(walk)
    }
    return walks
  }

  /** @param {Position} position @param {number} plies @returns {Walk} shorter than plies where the game ends */
  #walk(position, plies) {
    /** @type {Walk} */
    const walk = { fen: fenOf(position), uci: [], san: [] }
    while (walk.uci.length < plies && !position.isEnd() && position.halfmoves < 99) {
      const move = /** @type {NormalMove} */ (randomMove(position, this.#random))
      const next = position.clone()
      next.play(move)
      if (!this.#claim(next)) break
      walk.uci.push(standardUci(position, move))
      walk.san.push(makeSan(position, move))
      position = next
    }
    return walk
  }

  /**
   * Whole games of random moves with clock comments, to warm a PGN reader up with.
   * @param {number} count
   * @param {number} plies
   * @returns {string[]}
   */
  pgnGames(count, plies) {
    return Array.from({ length: count }, () => {
      const { san } = this.#walk(Chess.default(), plies)
      const text = san.map(
        (move, ply) => `${(ply >> 1) + 1}${ply & 1 ? '...' : '.'} ${move} { [%clk 0:05:00] }`,
      )
      return `[Event "Random walk"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n${text.join(' ')} *\n`
    })
  }
}

/**
 * The first moves of real games, for games that are kept alive.
 * @param {string[]} games PGN texts
 * @param {number} plies games that are shorter are left out
 * @returns {string[][]}
 */
export const openings = (games, plies) =>
  games
    .map(replay)
    .filter(({ uci, fromStart }) => fromStart && uci.length >= plies)
    .map(({ uci }) => uci.slice(0, plies))
