// SPDX-License-Identifier: Apache-2.0
// chessops by its fastest idiomatic route: positions without history, legality asked before each play,
// the context computed once a position and handed to every call that takes it.
import { Chess } from 'chessops/chess'
import { perft } from 'chessops/debug'
import { makeFen, parseFen } from 'chessops/fen'
import { emptyHeaders, PgnParser, parsePgn, startingPosition } from 'chessops/pgn'
import { makeSan, parseSan } from 'chessops/san'
import { kingCastlesTo, makeUci, parseUci } from 'chessops/util'
import { eventLoopTurn, parseAndWalk, placementSideCastling, readTexts } from './common.js'

/** @import { NormalMove, Position, Role } from 'chessops' */
/** @import { Game, PgnNodeData } from 'chessops/pgn' */
/** @import { BulkAnswer, Sums, Trees } from './common.js' */
/** @import { Case } from '../worker.js' */
/** @import { Question, Walk } from '../positions.js' */

/** @param {string} fen */
const position = fen => Chess.fromSetup(parseFen(fen).unwrap()).unwrap()

/** @param {Question[]} items */
const positions = items => items.map(({ fen }) => position(fen))

/** @param {Walk[]} items @param {'uci' | 'san'} form */
const lines = (items, form) => items.map(item => ({ pos: position(item.fen), moves: item[form] }))

/** @param {Position} pos */
const summary = pos => `${placementSideCastling(makeFen(pos.toSetup()))} ${pos.outcome() !== undefined}`

/** @type {Role[]} */
const PROMOTIONS = ['queen', 'rook', 'bishop', 'knight']

/**
 * @template T
 * @param {Position} pos
 * @param {(pos: Position, move: NormalMove) => T} make
 * @returns {T[]} one for each legal move
 */
const legalMoves = (pos, make) => {
  const list = []
  const lastButOne = pos.turn === 'white' ? 6 : 1
  for (const [from, squares] of pos.allDests()) {
    if (from >> 3 === lastButOne && pos.board.pawn.has(from)) {
      for (const to of squares)
        for (const promotion of PROMOTIONS) list.push(make(pos, { from, to, promotion }))
    } else {
      for (const to of squares) list.push(make(pos, { from, to }))
    }
  }
  return list
}

/** @param {Position} _pos @param {NormalMove} move */
const uciOf = (_pos, move) => makeUci(move)

/** Castling as the other libraries write it. @param {Position} pos @param {NormalMove} move */
const standardUci = (pos, move) =>
  pos.board.king.has(move.from) && pos.board[pos.turn].has(move.to)
    ? makeUci({ from: move.from, to: kingCastlesTo(pos.turn, move.to < move.from ? 'a' : 'h') })
    : makeUci(move)

/** @param {Position} pos @param {string[]} moves @returns {number} how often the game was over */
const playUci = (pos, moves) => {
  let over = 0
  let ctx = pos.ctx()
  for (const text of moves) {
    const move = parseUci(text)
    if (!move || !pos.isLegal(move, ctx)) throw new Error(`illegal: ${text}`)
    pos.play(move)
    ctx = pos.ctx()
    if (pos.outcome(ctx)) over++
  }
  return over
}

/** @param {Position} pos @param {string[]} moves @returns {number} how often the game was over */
const playSan = (pos, moves) => {
  let over = 0
  for (const text of moves) {
    const move = parseSan(pos, text)
    if (!move) throw new Error(`illegal: ${text}`)
    pos.play(move)
    if (pos.outcome()) over++
  }
  return over
}

/** @param {string} text @returns {{ pos: Position, plies: number } | undefined} undefined when a move is illegal */
const playPgn = text => {
  const game = parsePgn(text)[0]
  const pos = startingPosition(game.headers).unwrap()
  let plies = 0
  for (const node of game.moves.mainline()) {
    const move = parseSan(pos, node.san)
    if (!move) return undefined
    pos.play(move)
    plies++
  }
  return { pos, plies }
}

/**
 * As its documentation replays a game: every main-line move resolved and played.
 * @param {Game<PgnNodeData>} game
 * @param {BulkAnswer} sums
 */
const replay = (game, sums) => {
  sums.games++
  startingPosition(game.headers).unwrap(
    pos => {
      for (const node of game.moves.mainline()) {
        const move = parseSan(pos, node.san)
        if (!move) return void sums.errors++
        pos.play(move)
        sums.plies++
      }
    },
    () => sums.errors++,
  )
}

/**
 * Its fastest way through a large text, which it need not get in pieces for that.
 * @param {string} text
 * @returns {BulkAnswer}
 */
const replayOneByOne = text => {
  const sums = { games: 0, plies: 0, errors: 0 }
  new PgnParser(game => replay(game, sums), emptyHeaders).parse(text)
  return sums
}

/** @param {string} text @returns {BulkAnswer} */
const replayList = text => {
  const sums = { games: 0, plies: 0, errors: 0 }
  for (const game of parsePgn(text)) replay(game, sums)
  return sums
}

/** @param {Game<PgnNodeData>} game @returns {Sums} */
const walk = game => {
  const sums = { nodes: 0, letters: 0, comments: game.comments?.length ?? 0, nags: 0 }
  const stack = [game.moves]
  for (let node = stack.pop(); node; node = stack.pop()) {
    for (const child of node.children) {
      const { san, comments, nags } = child.data
      sums.nodes++
      sums.letters += san.length
      if (comments) sums.comments += comments.length
      if (nags) sums.nags += nags.length
      stack.push(child)
    }
  }
  return sums
}

/** @type {Trees} */
export const trees = { parse: parsePgn, walk }

/** @type {Record<string, Case>} */
export const cases = {
  newGame: {
    prepare: (/** @type {Question[]} */ items) => items.map(({ fen }) => fen),
    async run(/** @type {string[]} */ fens) {
      let last
      for (let index = 0; index < fens.length; index++) {
        last = position(fens[index])
        if (index % 1000 === 999) await eventLoopTurn()
      }
      return last?.fullmoves
    },
    check: items => positions(items).map(pos => placementSideCastling(makeFen(pos.toSetup()))),
  },
  startGame: {
    prepare: items => items.length,
    async run(/** @type {number} */ count) {
      let last
      for (let index = 0; index < count; index++) {
        last = Chess.default()
        if (index % 1000 === 999) await eventLoopTurn()
      }
      return last?.fullmoves
    },
    check: () => [makeFen(Chess.default().toSetup())],
  },
  uciMoves: {
    prepare: positions,
    run(/** @type {Position[]} */ list) {
      let sum = 0
      for (const pos of list) sum += legalMoves(pos, uciOf).length
      return sum
    },
    check: items => positions(items).map(pos => legalMoves(pos, standardUci).sort().join(' ')),
  },
  sanMoves: {
    prepare: positions,
    run(/** @type {Position[]} */ list) {
      let sum = 0
      for (const pos of list) sum += legalMoves(pos, makeSan).length
      return sum
    },
    check: items => positions(items).map(pos => legalMoves(pos, makeSan).sort().join(' ')),
  },
  move: {
    prepare: items => lines(items, 'uci'),
    run(/** @type {ReturnType<typeof lines>} */ list) {
      let over = 0
      for (const { pos, moves } of list) over += playUci(pos, moves)
      return over
    },
    check: items =>
      lines(items, 'uci').map(({ pos, moves }) => {
        playUci(pos, moves)
        return summary(pos)
      }),
  },
  sanMove: {
    prepare: items => lines(items, 'san'),
    run(/** @type {ReturnType<typeof lines>} */ list) {
      let over = 0
      for (const { pos, moves } of list) over += playSan(pos, moves)
      return over
    },
    check: items =>
      lines(items, 'san').map(({ pos, moves }) => {
        playSan(pos, moves)
        return summary(pos)
      }),
  },
  fen: {
    prepare: (/** @type {Question[]} */ items) =>
      items.map(({ fen, uci }) => {
        const pos = position(fen)
        playUci(pos, [uci])
        return pos
      }),
    run(/** @type {Position[]} */ list) {
      let sum = 0
      for (const pos of list) sum += makeFen(pos.toSetup()).length
      return sum
    },
    check(items) {
      return this.prepare(items).map((/** @type {Position} */ pos) =>
        placementSideCastling(makeFen(pos.toSetup())),
      )
    },
  },
  loadPgn: {
    prepare: items => items,
    run(/** @type {string[]} */ texts) {
      let plies = 0
      for (const text of texts) plies += playPgn(text)?.plies ?? 0
      return plies
    },
    check: items =>
      items.map(text => {
        const end = playPgn(text)
        return end ? placementSideCastling(makeFen(end.pos.toSetup())) : 'rejected: a move is not legal'
      }),
  },
  pgnBulk: {
    prepare: readTexts,
    run: ([text]) => replayOneByOne(text),
    check: items => replayOneByOne(readTexts(items)[0]),
  },
  pgnBulkList: {
    prepare: readTexts,
    run: ([text]) => replayList(text),
    check: items => replayList(readTexts(items)[0]),
  },
  pgnTree: {
    prepare: readTexts,
    run: ([text]) => parseAndWalk(trees, text),
    check: items => parseAndWalk(trees, readTexts(items)[0]),
  },
  perft: {
    prepare: (/** @type {{ fen: string, depth: number }[]} */ items) =>
      items.map(({ fen, depth }) => ({ pos: position(fen), depth })),
    run: (/** @type {{ pos: Position, depth: number }[]} */ list) =>
      list.map(({ pos, depth }) => perft(pos, depth)),
    check: items => items.map(({ fen, depth }) => perft(position(fen), depth)),
  },
}
