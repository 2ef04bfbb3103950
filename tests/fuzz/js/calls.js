// SPDX-License-Identifier: Apache-2.0
// Calls of Game in any order, compared with a slow model: a list of positions of tests/js/support/reference.js, one for
// each move, and the moves taken back. Standard chess and Chess960.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { ChessError } from '#js/core/errors.js'
import { Game } from '#js/entries/index.js'
import { randomSetup } from '../../js/support/random-games.js'
import {
  formatFen,
  inCheck,
  legalMoves,
  nameOf,
  parseFen,
  play,
  START,
  toUci,
} from '../../js/support/reference.js'
import { repetitionKey, statusOf, toSan } from '../../js/support/reference-rules.js'
import { startFen } from '../../js/support/scharnagl.js'
import { pick, randomFrom } from '../../random.js'

/** The number of calls in a sequence, and of games that are live at once. */
const MOST = 150
const MOST_GAMES = 3
/** Time limit for shortening a failing sequence, in milliseconds. */
const SHORTENING = 300_000
const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result']
const UNKNOWN = new Map(
  ROSTER.map(name => [name, name === 'Date' ? '????.??.??' : name === 'Result' ? '*' : '?']),
)
const START_TAGS = ['SetUp', 'FEN', 'Variant']

/** @typedef {() => number} Random */
/** @typedef {{ move: any, uci: string, san: string }} Played */

/** A game as a list of its moves and changes. */
class Model {
  /** @type {any[]} of each ply */
  positions
  /** @type {Played[]} */
  played = []
  /** @type {Played[]} the next one last */
  undone = []
  /** @type {any} a result by hand or by claim */
  result
  headers = new Map(UNKNOWN)

  /** @param {{ fen: string, chess960: boolean, draws: 'automatic' | 'claim' | 'none' }} setup */
  constructor({ fen, chess960, draws }) {
    this.chess960 = chess960
    this.draws = draws
    this.positions = [parseFen(fen, chess960)]
  }

  get position() {
    return this.positions[this.positions.length - 1]
  }

  /** @returns {Model} without moves for redo */
  copy() {
    const copy = new Model({ fen: START, chess960: this.chess960, draws: this.draws })
    copy.positions = [...this.positions]
    copy.played = [...this.played]
    copy.result = this.result
    copy.headers = new Map(this.headers)
    return copy
  }

  /** @param {Model} other whose redo does not count */
  become(other) {
    Object.assign(this, other.copy(), { undone: [] })
  }

  /** @param {string} fen */
  restart(fen) {
    this.become(new Model({ fen, chess960: this.chess960, draws: this.draws }))
  }

  /** Legal moves, even if the game is over. @returns {Played[]} */
  get moves() {
    const { position } = this
    const moves = legalMoves(position)
    return moves.map(move => ({ move, uci: toUci(position, move), san: toSan(position, move, moves) }))
  }

  get occurrences() {
    const key = repetitionKey(this.position)
    return this.positions.filter(position => repetitionKey(position) === key).length
  }

  get ruled() {
    return statusOf(this.position, this.occurrences, this.draws)
  }

  get status() {
    return this.result ?? this.ruled
  }

  /** @param {Played} one */
  push(one) {
    this.positions.push(play(this.position, one.move))
    this.played.push(one)
  }

  /** @param {Played} one */
  move(one) {
    this.push(one)
    this.undone = []
  }

  undo() {
    const one = this.played.pop()
    if (!one) return null
    this.positions.pop()
    this.undone.push(one)
    this.result = undefined
    return one.uci
  }

  redo() {
    const one = this.result ? undefined : this.undone.pop()
    if (!one) return null
    this.push(one)
    return one.uci
  }

  get claimable() {
    if (this.draws !== 'claim' || this.status.over) return []
    const draws = this.occurrences >= 3 ? ['threefold_repetition'] : []
    return this.position.half >= 100 ? [...draws, 'rule50'] : draws
  }

  get pgnResult() {
    const { over, type, winner } = this.status
    if (!over) return this.headers.get('Result')
    if (type === 'draw') return '1/2-1/2'
    return winner === 'white' ? '1-0' : winner === 'black' ? '0-1' : undefined
  }
}

/** @typedef {{ game: Game, model: Model }} Pair */

/** Checks that a game shows the data of its model. @param {Pair} pair */
function compare({ game, model }) {
  const { position, played, status } = model
  assert.equal(game.fen, formatFen(position))
  assert.deepEqual({ ...game.status }, status)
  assert.equal(game.ply, played.length)
  assert.equal(game.lastMove?.uci, played.at(-1)?.uci)
  assert.equal(game.lastMove?.san, played.at(-1)?.san)
  assert.deepEqual(
    game.moves.map(({ uci }) => uci),
    played.map(({ uci }) => uci),
  )
  assert.equal(game.isCheck, inCheck(position))
  assert.equal(game.sideToMove, position.side === 'w' ? 'white' : 'black')
  assert.deepEqual([game.halfmoveClock, game.fullmoveNumber], [position.half, position.full])
  assert.deepEqual(game.claimableDraws, model.claimable)
  const moves = status.over ? [] : legalMoves(position).map(move => toUci(position, move))
  assert.deepEqual(game.legalMoves('uci').sort(), moves.sort())
  assert.deepEqual(
    game.pieces('index').map(([at]) => nameOf(Number(at))),
    position.board
      .flatMap((/** @type {string} */ piece, /** @type {number} */ at) => (piece ? [nameOf(at)] : []))
      .reverse(),
  )
  assert.deepEqual(new Map(game.headers), model.headers)
  assert.equal(game.variant, model.chess960 ? 'chess960' : 'standard')
}

/** @param {() => unknown} call @param {RegExp} codes */
function refused(call, codes) {
  try {
    call()
  } catch (error) {
    assert.ok(
      error instanceof ChessError && codes.test(error.code),
      `${/** @type {Error} */ (error)?.stack ?? error}`,
    )
    return
  }
  assert.fail(`no error ${codes}`)
}

/** A move that the game accepts, in any form; or one that it refuses. @param {Random} random @param {Pair} pair */
function move(random, { game, model }) {
  const moves = model.moves
  const { over } = model.status
  if (over || moves.length === 0 || random() < 0.1) {
    const wrong = pick(random, [
      'e1e8',
      'a1a1',
      'e9e4',
      '',
      'Qa9',
      'O-O-O-O',
      ...(over ? moves.map(({ uci }) => uci) : []),
    ])
    if (!over && moves.some(({ uci, san }) => uci === wrong || san === wrong)) return
    assert.equal(game.tryMove(wrong).ok, false)
    refused(() => game.move(wrong), /^ERR_(GAME_OVER|MOVE_|SAN_)/)
    refused(() => game.sanMove(wrong), /^ERR_(GAME_OVER|MOVE_|SAN_)/)
    refused(() => game.playMoves([wrong]), /^ERR_(GAME_OVER|MOVE_|SAN_)/)
    return
  }
  // Now and then a move back, so that positions repeat.
  const before = model.played.at(-2)?.move
  const back = moves.find(({ move: { from, to } }) => from === before?.to && to === before?.from)
  const one = back && random() < 0.6 ? back : pick(random, moves)
  const { from, to } = one.move
  const form = Math.floor(random() * 5)
  if (form === 0) game.move(one.uci)
  else if (form === 1) game.sanMove(one.san)
  else if (form === 2) game.playMoves([one.san])
  else if (form === 3) assert.ok(game.tryMove(one.san).ok)
  else if (one.move.castling) game.move(one.uci)
  else game.indexMove(from, to, one.move.promotion || undefined)
  model.move(one)
}

/** Several moves at once, the last one possibly illegal: all or none. @param {Random} random @param {Pair} pair */
function moves(random, { game, model }) {
  const goal = model.copy()
  const texts = []
  for (let count = Math.floor(random() * 8); count > 0 && !goal.status.over; count--) {
    const all = goal.moves
    const one = pick(random, all)
    texts.push(random() < 0.5 ? one.uci : one.san)
    goal.move(one)
  }
  assert.equal(game.line(texts).length, texts.length)
  if (random() < 0.2) {
    refused(() => game.playMoves([...texts, 'e4e4']), /^ERR_(GAME_OVER|MOVE_|SAN_)/)
    return
  }
  game.playMoves(texts)
  if (texts.length > 0) {
    const { undone: _, ...rest } = goal
    Object.assign(model, rest, { undone: [] })
  }
}

/** @param {Random} _random @param {Pair} pair */
function undo(_random, { game, model }) {
  assert.equal(game.undo()?.uci ?? null, model.undo())
}

/** @param {Random} _random @param {Pair} pair */
function redo(_random, { game, model }) {
  assert.equal(game.redo()?.uci ?? null, model.redo())
}

const DETAILS = [undefined, 'agreed', null, 0, { why: ['x', 1] }, []]

/** A result by hand, by claim, by the flag. @param {Random} random @param {Pair} pair */
function end(random, { game, model }) {
  const { over } = model.status
  const detail = pick(random, DETAILS)
  const winner = pick(random, ['white', 'black', 'nobody', null, { a: 1 }])
  const kind = Math.floor(random() * 3)
  if (kind === 0) {
    const [draw] = model.claimable
    if (draw === undefined)
      return refused(() => game.claimDraw(), over ? /^ERR_GAME_OVER$/ : /^ERR_DRAW_CLAIM$/)
    game.claimDraw()
    model.result = { over: true, type: 'draw', reason: draw }
    return
  }
  const call = () => (kind === 1 ? game.draw(detail) : game.setWinner(winner, detail))
  if (over) return refused(call, /^ERR_GAME_OVER$/)
  call()
  const what = kind === 1 ? { type: 'draw' } : { type: 'winner', winner }
  model.result = { over: true, ...what, reason: 'manual', ...(detail === undefined ? {} : { detail }) }
}

/** @param {Random} random @param {Pair} pair */
function header(random, { game, model }) {
  const name = pick(random, ['White', 'Event', 'Annotator', 'Result'])
  const value =
    name === 'Result'
      ? pick(random, ['*', '1-0', '0-1', '1/2-1/2'])
      : pick(random, ['', 'Å "b" \\', '♞', 'x'])
  game.headers.set(name, value)
  model.headers.set(name, value)
}

/** @param {Random} random @param {Pair} pair */
function newGame(random, { game, model }) {
  if (random() < 0.3)
    return refused(() => game.newGame(pick(random, ['', 'x', '8/8/8/8/8/8/8/8 w - - 0 1'])), /^ERR_FEN_/)
  const fen = randomStart(random, model.chess960)
  game.newGame(fen)
  model.restart(fen)
}

/** @param {Random} random @param {boolean} chess960 */
function randomStart(random, chess960) {
  if (chess960) return startFen(Math.floor(random() * 960))
  return random() < 0.5 ? START : randomSetup(random)
}

/** Another game, or this one, from the state; or invalid bytes. @param {Random} random @param {Pair} pair @param {Pair[]} pairs */
function state(random, { game, model }, pairs) {
  const bytes = game.state()
  if (random() < 0.2) {
    const broken = Uint8Array.from(bytes)
    broken[Math.floor(random() * broken.length)] ^= 1 + Math.floor(random() * 255)
    refused(() => game.setState(broken), /^ERR_STATE_/)
    refused(() => Game.fromState(broken.subarray(0, bytes.length - 1)), /^ERR_STATE_/)
  } else if (random() < 0.5) {
    const other = pick(random, pairs)
    other.game.setState(bytes)
    other.model.become(model)
  } else add(pairs, { game: Game.fromState(bytes), model: model.copy() })
}

/** @param {Random} _random @param {Pair} pair @param {Pair[]} pairs */
function clone(_random, { game, model }, pairs) {
  add(pairs, { game: game.clone(), model: model.copy() })
}

/** The text of pgn() gives the same game without results by hand. @param {Random} random @param {Pair} pair @param {Pair[]} pairs */
function pgn(random, { game, model }, pairs) {
  if (model.positions.some(position => position.half > 150 && position !== model.position)) return
  const text = game.pgn()
  const { game: other, model: target } = pick(
    random,
    pairs.filter(pair => pair.model.chess960 === model.chess960),
  )
  if (random() < 0.2) {
    const at = text.length - 1 - model.played.length
    refused(() => other.loadPgn(`${text.slice(0, at)} Qz9 {`), /^ERR_(PGN|SAN|MOVE)_/)
    return
  }
  const result = model.pgnResult
  const headers = new Map(model.headers)
  other.loadPgn(text)
  const { draws } = target
  target.become(model)
  target.draws = draws
  target.result = undefined
  for (const name of START_TAGS) {
    const value = other.headers.get(name)
    if (value !== undefined) headers.set(name, value)
  }
  // The winner may be anything.
  headers.set('Result', result ?? other.headers.get('Result') ?? '')
  target.headers = headers
}

/** @param {Random} random @param {Pair} pair @param {Pair[]} pairs */
function stop(random, pair, pairs) {
  if (pairs.length === 1) return
  pairs.splice(pairs.indexOf(pair), 1)
  pair.game.stop()
  const calls = [
    () => pair.game.fen,
    () => pair.game.move('e2e4'),
    () => pair.game.undo(),
    () => pair.game.state(),
    () => pair.game.setState(pairs[0].game.state()),
    () => pair.game.clone(),
    () => pair.game.loadPgn('1. e4 *'),
  ]
  refused(pick(random, calls), /^ERR_GAME_STOPPED$/)
}

/** @param {Pair[]} pairs @param {Pair} pair */
function add(pairs, pair) {
  pairs.push(pair)
  if (pairs.length > MOST_GAMES) pairs.shift()?.game.stop()
}

const CALLS = [
  ...[move, move, move, move, move, moves, moves, undo, undo, undo, redo, redo, end, header],
  ...[newGame, state, state, clone, pgn, stop],
]

/**
 * One call; the seed chooses its arguments, even if earlier calls are removed.
 * @typedef {{ call: number, game: number, seed: number }} Call call: index in CALLS; game: index of a live game
 */

const seeds = fc.noShrink(fc.integer({ min: 1, max: 2 ** 31 - 1 }))
const call = fc.noShrink(
  fc.record({ call: fc.nat(CALLS.length - 1), game: fc.nat(MOST_GAMES - 1), seed: seeds }),
)
const calls = fc.array(call, { minLength: 1, maxLength: MOST, size: 'max' })

/** @param {number} seed of the start @param {Call[]} sequence */
function playCalls(seed, sequence) {
  const random = randomFrom(seed)
  const chess960 = random() < 0.4
  const draws = pick(random, /** @type {const} */ (['automatic', 'claim', 'claim', 'none']))
  const fen = randomStart(random, chess960)
  /** @type {Pair[]} */
  const pairs = [
    {
      game: new Game({ fen, draws, variant: chess960 ? 'chess960' : 'standard' }),
      model: new Model({ fen, chess960, draws }),
    },
  ]
  for (const { call, game, seed } of sequence) {
    const pair = pairs[game % pairs.length]
    CALLS[call](randomFrom(seed), pair, pairs)
    compare(pairs.includes(pair) ? pair : pairs[0])
  }
  for (const pair of pairs) compare(pair)
  for (const { game } of pairs) game.stop()
}

/** @param {string} number of the sequence @throws {Error} with the shortest sequence that fails in the same way */
function checkCalls(number) {
  const limits = { numRuns: 1, interruptAfterTimeLimit: SHORTENING }
  const run = fc.check(fc.property(seeds, calls, playCalls), {
    seed: Number(number),
    unbiased: true,
    ...limits,
  })
  if (!run.failed) return
  const [seed, sequence] = /** @type {[number, Call[]]} */ (run.counterexample)
  const error = /** @type {Error} */ (run.errorInstance)
  const lines = sequence.map(one => `${CALLS[one.call].name} ${JSON.stringify(one)}`)
  error.stack = [`start ${seed}, ${lines.length} calls:`, ...lines, error.stack].join('\n')
  throw error
}

/** @type {import('./fuzz.js').Target[]} */
export const targets = [{ name: 'game-calls', runs: 15, calls: true, check: checkCalls }]
