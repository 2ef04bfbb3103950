// SPDX-License-Identifier: Apache-2.0
// Laws of positions on random games of every variant: a position is what its game shows, comes again from its FEN, and
// plays as the game does.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pick } from '../random.js'
import { Game, Position, SQUARES, VARIANTS } from './support/binbo.js'
import { parsePgn } from './support/pgn.js'
import { games } from './support/random-games.js'
import { playVariant } from './support/variant-games.js'

const COLORS = ['white', 'black']
const EFFORT = { effort: { positions: 50 } }
const FEN_FORMS = ['always', 'pseudo', 'legal'].flatMap(enPassant =>
  ['xfen', 'shredder'].map(castling => ({ enPassant, castling })),
)

/** What Game and Position both answer. */
/** @param {Game | Position} from @param {string} square */
function facts(from, square) {
  return {
    variant: from.variant,
    fen: from.fen,
    fens: FEN_FORMS.map(form => from.toFen(form)),
    hash: from.hash,
    side: from.sideToMove,
    check: from.isCheck,
    clocks: [from.halfmoveClock, from.fullmoveNumber],
    pockets: from.pockets,
    checks: from.remainingChecks,
    pieces: from.pieces(),
    indexes: from.pieces('index'),
    piece: from.pieceAt(square),
    material: from.material(),
    sides: COLORS.map(color => ({
      king: from.king(color),
      attackers: from.attackers(square, color),
      attacked: from.isAttacked(square, color),
      pinned: from.pinned(color),
      mating: from.hasMatingMaterial(color),
      win: from.canWin(color, EFFORT),
      helpmate: from.helpmate(color, EFFORT),
    })),
    dead: from.isDead(EFFORT),
    board: from.board({ unicode: true }).split('\n').slice(0, 18),
  }
}

/** @param {Game | Position} from @param {string} square */
const lists = (from, square) => ({
  moves: from.legalMoves(),
  uci: from.legalMoves('uci'),
  san: from.legalMoves('san'),
  index: from.legalMoves('index'),
  packed: from.legalMoves('packed'),
  count: from.legalMoves('count'),
  of: from.legalMoves('uci', { from: square }),
  drops: from.legalMoves('san', { drop: 'knight' }),
  dests: from.dests(),
})

/** @param {Game | Position} from */
function destsAreTheMoves(from) {
  /** @type {Map<string, Set<string>>} */
  const expected = new Map()
  for (const { from: origin, to, drop, flags, piece, color } of from.legalMoves()) {
    if (drop) continue
    const targets = expected.get(origin) ?? new Set()
    expected.set(origin, targets)
    targets.add(to)
    const wing = flags.find(flag => flag.endsWith('side'))
    if (wing === undefined) continue
    assert.equal(piece, 'king')
    const rank = color === 'white' ? '1' : '8'
    targets.add((wing === 'kingside' ? 'g' : 'c') + rank)
  }
  for (const [origin, targets] of expected) targets.delete(origin)
  const dests = from.dests()
  assert.deepEqual([...dests.keys()].sort(), [...expected.keys()].sort())
  for (const [origin, targets] of dests) {
    assert.equal(new Set(targets).size, targets.length)
    // Castling also goes to the rook's square, which is one of the own rooks.
    const others = targets.filter(target => !expected.get(origin)?.has(target))
    assert.deepEqual(
      [...(expected.get(origin) ?? [])].filter(target => !targets.includes(target)),
      [],
    )
    for (const target of others) {
      assert.deepEqual(from.pieceAt(target), { color: from.sideToMove, type: 'rook' })
      assert.ok(from.isLegal({ from: origin, to: target }))
    }
  }
}

/** @param {Game} game @param {Position} position @param {() => number} random */
function playsAsTheGame(game, position, random) {
  const moves = game.legalMoves()
  if (moves.length === 0) return
  const move = pick(random, moves)
  const copy = game.clone()
  copy.move(move)
  for (const form of [move.uci, move.san, move]) {
    const after = position.play(form)
    assert.ok(after.equals(copy.position))
    assert.equal(after.fen, copy.fen)
    assert.equal(after.hash, copy.hash)
    assert.ok(position.isLegal(form))
  }
  assert.equal(position.fen, game.fen, 'this one stays')
  assert.deepEqual(position.line([move.san]), [move])
  if (!move.drop) assert.equal(position.promotes(move.from, move.to), move.promotion !== undefined)
  copy.stop()
}

for (const variant of VARIANTS) {
  test(`${variant}: a position is what its game shows, and comes again from its FEN`, () => {
    playVariant(variant, games(12), 70, (game, random) => {
      const { position } = game
      const square = pick(random, SQUARES)
      assert.equal(game.position, position)
      assert.deepEqual(facts(position, square), facts(game, square))
      if (!game.status.over) {
        assert.deepEqual(lists(position, square), lists(game, square))
        destsAreTheMoves(position)
        playsAsTheGame(game, position, random)
      }
      const read = Position.from(position.fen, { variant })
      assert.ok(read.equals(position) && position.equals(read))
      assert.equal(read.hash, position.hash)
      const fresh = new Game({ fen: position.fen, variant })
      assert.deepEqual(position.status, fresh.status)
      assert.deepEqual(JSON.parse(JSON.stringify(position)), { fen: game.fen, variant })
      fresh.stop()
    })
  })
}

test('equals() is what repetition counts', () => {
  playVariant('standard', games(20), 120, game => {
    const copy = new Game({ fen: game.position.fen, draws: 'none' })
    assert.ok(copy.position.equals(game.position))
    const [first] = copy.legalMoves('uci')
    if (first !== undefined) assert.ok(!copy.position.play(first).equals(game.position))
    copy.stop()
  })
})

test('a node of a tree has the position of the game that was played to it', () => {
  playVariant(
    'standard',
    games(6),
    60,
    () => {},
    game => {
      const [tree] = parsePgn(game.pgn())
      const replay = new Game()
      for (const node of tree.mainline()) {
        replay.move(node.san)
        assert.equal(node.hash, replay.hash)
        assert.ok(node.position.equals(replay.position))
        assert.equal(node.position, node.position)
        assert.equal(node.fen, replay.fen)
      }
      replay.stop()
    },
  )
})
