// SPDX-License-Identifier: Apache-2.0
// Seeded random trees with everything that a PGN can hold, and texts that are nearly PGN.

import { pick } from '../../random.js'
import { chess960Fen, Game } from './binbo.js'
import { PgnGame } from './pgn.js'
import { randomSetup } from './random-games.js'

const SCRAPS = [
  ...[
    'a',
    'Black',
    'e4',
    '1.',
    '1-0',
    '$3',
    '(',
    ')',
    '{',
    ';',
    '%',
    '% off',
    '"',
    '\\',
    '\\"',
    "'",
    '--',
    '*',
  ],
  ...['ß', 'é', '½', '♞f3', '漢字', '𝄞', '\u00a0', '\u2028', '\ufeff', '\u0001', '\t', '\f', '  ', '   '],
  ...[
    '[',
    ']',
    '[Event "x"]',
    '[White "y"]',
    '[%',
    '[%]',
    '[%foo bar]',
    '[%clk 5:]',
    '[%eval',
    '[%cal Xa1a2]',
  ],
  ...['[%csl Ga9]', '[%emt -0:00:01]', 'x'.repeat(100), 'word '.repeat(30).trim(), 'long-'.repeat(40)],
]
/** Without control characters, which tags do not hold. */
const HEADER_VALUES = SCRAPS.filter(text => !/\p{Cc}/u.test(text))
const BETWEEN = [' ', ' ', ' ', ' ', '']

/** What may stand in a comment behind a move. */
export function randomComment(random, scraps = SCRAPS) {
  let text = ''
  for (let count = Math.floor(random() * random() * 12); count > 0; count--) {
    text += pick(random, scraps) + pick(random, BETWEEN)
  }
  return text.replace(/^[\t-\r ]+|[\t-\r ]+$/g, '')
}

/** With a brace, which only line comments can hold. */
const withBraces = [...SCRAPS, '}', '} ', '{}']
/** Commands are no more than text before a move. */
const withCommands = [...SCRAPS, '[%clk 0:00:01]', '[%eval 0.3]']

const list = (random, most, make) => Array.from({ length: Math.floor(random() * (most + 1)) }, make)
const seconds = random =>
  pick(random, [0, 1, 59, 60, 3599, 3600, 36_000, 1e9, 0.1, 59.999, 3600.5, Math.floor(random() * 1e5) / 10])
const square = random => pick(random, 'abcdefgh') + pick(random, '12345678')
const color = random => pick(random, ['green', 'red', 'yellow', 'blue'])

function randomEvaluation(random) {
  const kind = pick(random, ['cp', 'mate'])
  const value =
    kind === 'mate'
      ? pick(random, [1, -1, 12, -150])
      : pick(random, [0, 5, -5, 30, -117, 12_345, 0.5, -25.25, Math.floor(random() * 2000) - 1000])
  return random() < 0.3 ? { kind, value, depth: Math.floor(random() * 60) } : { kind, value }
}

/** Gives a node glyphs, comments and commands. */
export function annotate(random, node) {
  const isRoot = node.parent === null
  const scraps = pick(random, [SCRAPS, SCRAPS, withBraces])
  if (random() < 0.3) node.nags.push(...list(random, 3, () => pick(random, [0, 1, 6, 146, 255, 67_108_863])))
  if (random() < 0.4) node.comments.push(...list(random, 3, () => randomComment(random, scraps)))
  if (!isRoot && random() < 0.2) {
    node.startingComments.push(
      ...list(random, 2, () => randomComment(random, [...withCommands, ...withBraces])),
    )
  }
  if (random() < 0.3) node.clock = seconds(random)
  if (random() < 0.1) node.emt = seconds(random)
  if (random() < 0.2) node.eval = randomEvaluation(random)
  const arrow = () => ({ from: square(random), to: square(random), color: color(random) })
  if (random() < 0.1) node.arrows = [arrow(), ...list(random, 20, arrow)]
  if (random() < 0.1) node.squares = [{ square: square(random), color: color(random) }]
}

/** The options of a new PgnGame. */
export function randomStart(random) {
  const n = Math.floor(random() * 960)
  return pick(random, [
    {},
    {},
    { variant: 'chess960' },
    { variant: 'chess960', fen: chess960Fen(n) },
    { fen: randomSetup(random) },
    { fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1' },
    { fen: '8/P6k/8/8/8/8/p6K/8 b - - 12 345' },
  ])
}

/** One of the legal moves, in one of the forms that add() takes; undefined where there is none. */
function randomMove(random, node, variant) {
  const game = new Game({ fen: node.fen, variant, draws: 'claim' })
  const moves = game.legalMoves()
  const mayPass = !game.isCheck
  game.stop()
  if (mayPass && random() < 0.05) return '--'
  if (moves.length === 0) return undefined
  const move = pick(random, moves)
  return pick(random, [move.san, move.uci, { from: move.from, to: move.to, promotion: move.promotion }])
}

/** A game with so many moves at most. */
export function randomTree(random, moves, start = randomStart(random)) {
  const game = new PgnGame(start)
  const nodes = [game.root]
  for (let count = 0; count < moves; count++) {
    const node = random() < 0.75 ? nodes.at(-1) : pick(random, nodes)
    const move = randomMove(random, node, game.variant)
    if (move === undefined) continue
    const child = node.add(move)
    if (!nodes.includes(child)) nodes.push(child)
  }
  for (const node of nodes) annotate(random, node)
  for (const name of ['White', 'Black', 'Annotator', 'X_1']) {
    if (random() < 0.5) game.headers.set(name, pick(random, HEADER_VALUES))
  }
  if (random() < 0.7) game.result = pick(random, ['1-0', '0-1', '1/2-1/2', '*'])
  return game
}
