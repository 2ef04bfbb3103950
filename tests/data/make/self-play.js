// SPDX-License-Identifier: Apache-2.0
// One game that the engine plays against itself, with evaluations and a clock.

import { Chess } from 'chessops/chess'
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen'
import { makeSanAndPlay } from 'chessops/san'
import { makeUci, parseUci } from 'chessops/util'
import { pick, randomFrom } from '../../random.js'
import { otherColor } from '#js/game/squares.js'

/** @import { GamePlan } from './game-plan.js' */
/** @import { Engine } from 'binbo/uci' */

/**
 * The result of a search, from the view of the side to move.
 * @typedef {object} SearchResult
 * @property {string | null} move in UCI; null if there is no legal move
 * @property {{ kind: 'cp' | 'mate', value: number }} score centipawns, or moves to mate (negative: being mated)
 * @property {string[]} pv the principal variation
 * @property {{ move: string, cp: number }[]} choices the best moves, with multipv more than one
 */

/**
 * @typedef {object} PlayedPly
 * @property {string} fen the position before the move
 * @property {string} san
 * @property {{ kind: 'cp' | 'mate', value: number }} score after the move, from White's view
 * @property {number} clock seconds left on the mover's clock
 * @property {number} loss centipawns by which the mover's prospects fell
 * @property {string[]} better SANs of the line that the engine would have played instead
 */

/**
 * @typedef {object} PlayedGame
 * @property {GamePlan} plan
 * @property {PlayedPly[]} plies
 * @property {string} result
 * @property {string} ending the reason for the end of the game
 */

export const CLOCK_START = 180
export const CLOCK_INCREMENT = 2
const MAX_PLIES = 500
const RESIGN_AT = 800
const RESIGN_PLIES = 8

/**
 * @param {string} fen
 * @returns {Chess}
 */
function chessFrom(fen) {
  return Chess.fromSetup(parseFen(fen).unwrap()).unwrap()
}

/**
 * Searches a position up to a number of nodes, so that every answer is reproducible.
 * @param {Engine} engine
 * @param {{ fen: string, moves: string[] }} position castling as king takes rook
 * @param {object} game starts with a new one what the engine knows
 * @param {number} nodes
 * @param {number} [multipv]
 * @returns {Promise<SearchResult>}
 */
async function search(engine, { fen, moves }, game, nodes, multipv = 1) {
  const search = engine.search({ fen, moves, variant: 'chess960' }, { nodes }, { multipv, game })
  /** @type {SearchResult} */
  const result = { move: null, score: { kind: 'cp', value: 0 }, pv: [], choices: [] }
  for await (const { multipv: line = 1, score, pv } of search) {
    if (!score || !pv) continue
    const { kind, value } = score
    result.choices[line - 1] = { move: pv[0], cp: kind === 'cp' ? value : Math.sign(value) * 10000 }
    if (line === 1) Object.assign(result, { score: { kind, value }, pv })
  }
  result.move = (await search.best).move
  return result
}

/** The FEN without its clocks, for counting repetitions. @param {Chess} chess */
const repetitionKey = chess => makeFen(chess.toSetup()).split(' ').slice(0, 4).join(' ')

/**
 * How the game ends by rule, if it does.
 * @param {Chess} chess
 * @param {number} occurrences of this position in the game
 * @param {boolean} playsOn
 * @returns {{ result: string, ending: string } | null}
 */
function endByRule(chess, occurrences, playsOn) {
  if (chess.isCheckmate()) return { result: chess.turn === 'black' ? '1-0' : '0-1', ending: 'checkmate' }
  const draw = (/** @type {string} */ ending) => ({ result: '1/2-1/2', ending })
  if (chess.isStalemate()) return draw('stalemate')
  if (chess.isInsufficientMaterial()) return draw('insufficient material')
  if (chess.halfmoves >= (playsOn ? 150 : 100)) return draw(playsOn ? '75 moves' : '50 moves')
  if (occurrences >= (playsOn ? 5 : 3)) return draw(playsOn ? 'fivefold repetition' : 'threefold repetition')
  return null
}

/** @param {Chess} chess @returns {string[]} UCI, castling as king takes rook */
function legalUci(chess) {
  const list = []
  for (const [from, targets] of chess.allDests()) {
    const pawn = chess.board.pawn.has(from)
    for (const to of targets) {
      const promotes = pawn && (to < 8 || to >= 56)
      for (const promotion of promotes
        ? /** @type {const} */ (['queen', 'rook', 'bishop', 'knight'])
        : [undefined]) {
        list.push(makeUci({ from, to, promotion }))
      }
    }
  }
  return list
}

/**
 * @param {SearchResult} found
 * @param {'white' | 'black'} mover
 */
const whiteScore = ({ score }, mover) => ({ ...score, value: mover === 'white' ? score.value : -score.value })

/** @param {{ kind: 'cp' | 'mate', value: number }} score @returns {number} centipawns, mates as ±1000 */
const inCentipawns = ({ kind, value }) =>
  kind === 'mate' ? Math.sign(value) * 1000 : Math.max(-1000, Math.min(1000, value))

/** @param {string} fen @param {string[]} line UCI @returns {string[]} SAN, at most six plies */
function lineInSan(fen, line) {
  const chess = chessFrom(fen)
  return line.slice(0, 6).map(uci => makeSanAndPlay(chess, /** @type {any} */ (parseUci(uci))))
}

/**
 * @param {Engine} engine
 * @param {GamePlan} plan
 * @returns {Promise<PlayedGame>}
 */
export async function playGame(engine, plan) {
  const random = randomFrom(plan.seed)
  const start = plan.fen ?? INITIAL_FEN
  const chess = chessFrom(start)
  const clocks = { white: CLOCK_START, black: CLOCK_START }
  const seen = new Map([[repetitionKey(chess), 1]])
  /** @type {PlayedPly[]} */
  const plies = []
  /** @type {string[]} */
  const moves = []
  let lostFor = 0
  const game = {}

  for (;;) {
    const byRule = endByRule(chess, seen.get(repetitionKey(chess)) ?? 0, plan.playsOn)
    if (byRule) return { plan, plies, ...byRule }
    if (plies.length >= MAX_PLIES) return { plan, plies, result: '*', ending: 'unfinished' }

    const mover = chess.turn
    const fen = makeFen(chess.toSetup())
    const opening = plies.length < plan.openingPlies
    const nodes = opening ? 2000 : plan.nodes[mover === 'white' ? 0 : 1]
    const found = await search(engine, { fen: start, moves }, game, nodes, opening ? 6 : 1)
    const uci = chooseMove(found, chess, plan, opening, random)

    const before = plies.at(-1)?.score ?? { kind: 'cp', value: 0 }
    const strayed = uci !== found.move
    const score =
      strayed && !opening ? await scoreAfter(engine, { fen: start, moves: [...moves, uci] }, game, mover) : whiteScore(found, mover)
    const fell = inCentipawns(before) - inCentipawns(score)

    clocks[mover] += CLOCK_INCREMENT - Math.floor(random() * random() * (plan.timesOut ? 40 : 12))
    if (clocks[mover] <= 0 && plan.timesOut) {
      return { plan, plies, result: mover === 'white' ? '0-1' : '1-0', ending: 'time forfeit' }
    }
    clocks[mover] = Math.max(1, clocks[mover])

    moves.push(uci)
    plies.push({
      fen,
      san: makeSanAndPlay(chess, /** @type {any} */ (parseUci(uci))),
      score,
      clock: clocks[mover],
      loss: mover === 'white' ? fell : -fell,
      better: strayed ? lineInSan(fen, found.pv) : [],
    })
    const key = repetitionKey(chess)
    seen.set(key, (seen.get(key) ?? 0) + 1)

    lostFor = Math.abs(inCentipawns(score)) >= RESIGN_AT ? lostFor + 1 : 0
    if (plan.resigns && lostFor >= RESIGN_PLIES && !chess.isEnd()) {
      return { plan, plies, result: score.value > 0 ? '1-0' : '0-1', ending: 'resignation' }
    }
  }
}

/**
 * @param {SearchResult} found
 * @param {Chess} chess
 * @param {GamePlan} plan
 * @param {boolean} opening
 * @param {() => number} random
 * @returns {string} UCI
 */
function chooseMove(found, chess, plan, opening, random) {
  if (opening) {
    const good = found.choices.filter(({ cp }) => cp >= found.choices[0].cp - 60)
    return pick(random, good).move
  }
  if (random() < plan.wildness) return pick(random, legalUci(chess))
  return /** @type {string} */ (found.move)
}

/**
 * The score after a move that the engine did not pick, from White's view.
 * @param {Engine} engine
 * @param {{ fen: string, moves: string[] }} position
 * @param {object} game
 * @param {'white' | 'black'} mover
 */
async function scoreAfter(engine, position, game, mover) {
  const found = await search(engine, position, game, 200)
  return whiteScore(found, otherColor(mover))
}
