// SPDX-License-Identifier: Apache-2.0
// A game of a variant as binbo, chessops and ffish play it, behind one shape:
//   moves()                legal moves in UCI: drops as P@e4, castling as king takes rook if `chess960`, else to g or c
//   play(uci)              plays a legal move
//   fen()                  as the library writes it; canonicalFen() compares
//   isCheck()              whether the king of the side to move is attacked
//   san(uci)               of a legal move
//   readSan(san)           the legal move in UCI, undefined if it reads none; ffish compares text, and is not asked
//   result()               '1-0', '0-1', '1/2-1/2' or '*', without draws by repetition or a number of moves
//   cannotWin(color)       whether its material cannot win
//   close()                frees it
// The constructor throws if the library rejects the FEN.

import { isDrop, makeUci, parseUci } from 'chessops'
import { makeFen, parseFen } from 'chessops/fen'
import { makeSan, parseSan } from 'chessops/san'
import { makeSquare } from 'chessops/util'
import { setupPosition } from 'chessops/variant'
import { Game } from './binbo.js'
import { loadFfish } from './ffish.js'

/** The variants that binbo has beside standard chess and Chess960, by its names, which are those of UCI. */
export const VARIANTS = [
  'crazyhouse',
  'antichess',
  'atomic',
  'horde',
  'racingkings',
  '3check',
  'kingofthehill',
]

const FfishBoard = await loadFfish()

const RESULTS = { white: '1-0', black: '0-1' }

export class Binbo {
  static title = 'binbo'
  #game
  #variant

  constructor(variant, fen, _chess960) {
    this.#variant = variant
    this.#game = new Game({ variant, fen, draws: 'none' })
  }

  moves() {
    return this.#game.legalMoves('uci')
  }

  play(uci) {
    this.#game.move(uci)
  }

  fen() {
    return this.#game.fen
  }

  isCheck() {
    return this.#game.isCheck
  }

  san(uci) {
    const { san } = this.#game.line([uci])[0]
    return san
  }

  readSan(san) {
    return this.#game.line([san])[0]?.uci
  }

  result() {
    // A new game, as only material is to end it, not what came before.
    const fields = this.#game.fen.split(' ')
    fields[fields.length - 2] = '0'
    const game = new Game({ variant: this.#variant, fen: fields.join(' ') })
    const { over, winner } = game.status
    game.stop()
    return over ? (RESULTS[winner] ?? '1/2-1/2') : '*'
  }

  cannotWin(color) {
    return !this.#game.hasMatingMaterial(color)
  }

  close() {
    this.#game.stop()
  }
}

export class Chessops {
  static title = 'chessops'
  #position
  #chess960

  constructor(variant, fen, chess960) {
    this.#position = setupPosition(variant, parseFen(fen).unwrap()).unwrap()
    this.#chess960 = chess960
  }

  /** chessops lists castling as king takes rook. */
  #write(move) {
    if (!isDrop(move) && !this.#chess960) {
      const { board, turn } = this.#position
      if (board.king.has(move.from) && board[turn].has(move.to)) {
        return makeUci({ from: move.from, to: move.from + (move.to > move.from ? 2 : -2) })
      }
    }
    return makeUci(move)
  }

  moves() {
    const position = this.#position
    const context = position.ctx()
    const moves = []
    for (const [from, targets] of position.allDests(context)) {
      for (const to of targets) {
        const promotes = position.board.pawn.has(from) && (to < 8 || to > 55)
        if (!promotes) moves.push(this.#write({ from, to }))
        else for (const letter of 'qrbn') moves.push(`${makeSquare(from)}${makeSquare(to)}${letter}`)
        if (promotes && position.rules === 'antichess') moves.push(`${makeSquare(from)}${makeSquare(to)}k`)
      }
    }
    if (position.pockets && !context.variantEnd) {
      for (const to of position.dropDests(context)) {
        for (const [role, letter] of Object.entries({
          pawn: 'P',
          knight: 'N',
          bishop: 'B',
          rook: 'R',
          queen: 'Q',
        })) {
          if (position.isLegal({ role, to }, context)) moves.push(`${letter}@${makeSquare(to)}`)
        }
      }
    }
    return moves
  }

  play(uci) {
    this.#position.play(parseUci(uci))
  }

  fen() {
    return makeFen(this.#position.toSetup())
  }

  isCheck() {
    return this.#position.isCheck()
  }

  san(uci) {
    return makeSan(this.#position, parseUci(uci))
  }

  readSan(san) {
    const move = parseSan(this.#position, san)
    return move && this.#write(move)
  }

  result() {
    const outcome = this.#position.outcome()
    return outcome ? (RESULTS[outcome.winner] ?? '1/2-1/2') : '*'
  }

  cannotWin(color) {
    return this.#position.hasInsufficientMaterial(color)
  }

  close() {}
}

export class Ffish {
  static title = 'ffish'
  /** Boards by variant that are not in use: making one takes 5 ms, as it builds the tables of its variant again. */
  static #free = new Map()
  #board
  #kind

  constructor(variant, fen, chess960) {
    this.#kind = `${variant} ${chess960}`
    this.#board = Ffish.#free.get(this.#kind)?.pop() ?? new FfishBoard(variant, fen, chess960)
    this.#board.setFen(fen)
  }

  moves() {
    return this.#board.legalMoves().split(' ').filter(Boolean)
  }

  play(uci) {
    if (!this.#board.push(uci)) throw new Error(`ffish does not play ${uci}`)
  }

  fen() {
    return this.#board.fen()
  }

  isCheck() {
    return this.#board.isCheck()
  }

  san(uci) {
    return this.#board.sanMove(uci)
  }

  result() {
    return this.#board.result()
  }

  cannotWin(color) {
    return this.#board.hasInsufficientMaterial(color === 'white')
  }

  close() {
    const free = Ffish.#free.get(this.#kind)
    if (free) free.push(this.#board)
    else Ffish.#free.set(this.#kind, [this.#board])
  }
}
