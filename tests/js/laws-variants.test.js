// SPDX-License-Identifier: Apache-2.0
// Laws on random games of every variant: all forms of a move are one move, what is taken back comes again, and copies
// of any kind are the game. That the moves are the right ones is shown elsewhere (tests/c/rules_*_test.c).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLORS } from '#js/game/squares.js'
import { snapshot, throughJson } from './support/assertions.js'
import { Game } from './support/binbo.js'
import { games } from './support/random-games.js'
import { OWN_RULES, playVariant } from './support/variant-games.js'

const TYPES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king']
const SQUARES = Array.from({ length: 64 }, (_, i) => 'abcdefgh'[i & 7] + ((i >> 3) + 1))

const seen = ({ fen, hash, status, pockets, remainingChecks, isCheck }) => ({
  fen,
  hash,
  status,
  pockets,
  remainingChecks,
  isCheck,
})

/** Every form of every legal move plays the same. */
function everyFormPlays(game) {
  const [moves, ucis, sans] = [game.legalMoves(), game.legalMoves('uci'), game.legalMoves('san')]
  const [indexes, packed] = [game.legalMoves('index'), game.legalMoves('packed')]
  assert.equal(new Set(ucis).size, ucis.length, 'each UCI is one move')
  assert.equal(new Set(sans).size, sans.length, 'each SAN is one move')
  moves.forEach((move, at) => {
    const { uci, san, from, to, piece, drop, promotion } = move
    assert.deepEqual([uci, san], [ucis[at], sans[at]])
    const played = game.clone()
    const status = played.move(uci)
    const expected = seen(played)
    assert.deepEqual(played.lastMove, move)
    const forms = [
      copy => copy.move(move),
      copy => copy.sanMove(san),
      copy => copy.sanMove(uci),
      copy => copy.indexMove(...indexes[at]),
      copy => copy.tryMove(uci).status,
      copy => copy.tryMove(san).status,
      copy => copy.playMoves([san]),
      copy => copy.playMoves([uci]),
      copy => copy.move({ from: SQUARES.indexOf(from), to, promotion, drop, piece }),
    ]
    if (drop)
      forms.push(
        copy => copy.move({ drop: piece, to }),
        copy => copy.sanMove(san.replace(/^P/, '')),
      )
    for (const [number, form] of forms.entries()) {
      const copy = game.clone()
      assert.deepEqual(form(copy), status, `${san}, form ${number}`)
      assert.deepEqual(seen(copy), expected, `${san}, form ${number}`)
      copy.stop()
    }
    for (const given of [move, uci, san, ...(drop ? [{ drop: piece, to }] : [])])
      assert.ok(game.isLegal(given))
    assert.deepEqual(game.line([san]), [move])
    checkForms(move, indexes[at], packed[at])
    played.stop()
  })
}

const CODES = { n: 1, b: 2, r: 3, q: 4, k: 5, P: 9, N: 10, B: 11, R: 12, Q: 13 }

function checkForms({ from, to, uci, san, piece, drop, promotion, captured, flags }, index, packed) {
  const letter = drop ? uci[0] : promotion
  const squares = [SQUARES.indexOf(from), SQUARES.indexOf(to)]
  assert.deepEqual(index, letter ? [...squares, letter] : squares)
  assert.equal(packed, squares[0] | (squares[1] << 6) | ((CODES[letter] ?? 0) << 12))
  assert.equal(flags.includes('capture'), captured !== undefined)
  assert.equal(flags.includes('promotion'), promotion !== undefined)
  if (drop) {
    assert.deepEqual([from, flags, drop], [to, ['drop'], true])
    assert.match(san, /^[PNBRQ]@[a-h][1-8][+#]?$/)
    assert.equal(uci, san.slice(0, 4))
    assert.equal('PNBRQ'.indexOf(uci[0]), TYPES.indexOf(piece))
  } else {
    assert.ok(uci.startsWith(from + to), `${uci} of ${from}${to}`)
    assert.equal(uci.slice(4), promotion ?? '')
  }
}

/** The moves of single squares and drops are all moves. */
function partsMakeTheWhole(game) {
  const parts = [...SQUARES.map(from => ({ from })), ...TYPES.map(drop => ({ drop }))]
  const all = parts.flatMap(part => {
    const list = game.legalMoves('move', part)
    assert.equal(game.legalMoves('count', part), list.length)
    if (part.from) assert.ok(list.every(move => move.from === part.from && !move.drop))
    else assert.ok(list.every(move => move.piece === part.drop && move.drop))
    return list.map(move => move.uci)
  })
  assert.deepEqual(all.sort(), game.legalMoves('uci').sort())
  assert.equal(game.legalMoves('count'), all.length)
}

/** What can be asked of any board answers, also without a king or with several. */
function boardAnswers(game, random) {
  const men = game.pieces()
  for (const color of COLORS) {
    const square = SQUARES[Math.floor(random() * 64)]
    const owned = square => game.pieceAt(square)?.color
    assert.ok(game.attackers(square, color).every(from => owned(from) === color))
    const pinned = game.pinned(color)
    assert.ok(pinned.every(at => owned(at) === color && game.pieceAt(at).type !== 'king'))
    const kings = men.filter(([, of, type]) => of === color && type === 'king').length
    if (kings !== 1) assert.deepEqual(pinned, [])
    assert.equal(typeof game.hasMatingMaterial(color), 'boolean')
  }
  assert.equal(typeof game.isCheck, 'boolean')
  assert.ok(game.board().includes(game.fen))
}

function copiesAreTheGame(game) {
  const expected = snapshot(game)
  assert.deepEqual(snapshot(Game.fromState(game.state())), expected)
  assert.deepEqual(snapshot(throughJson(game)), expected)
  assert.deepEqual(snapshot(game.clone()), expected)
  const { fen, options } = game
  const again = new Game({ fen, variant: game.variant, draws: 'none' })
  assert.equal(again.fen, fen)
  assert.equal(again.hash, game.hash)
  const same = options.draws === 'none' || !game.status.over
  if (same) assert.deepEqual(again.legalMoves('san'), game.legalMoves('san'))
}

function undoIsExact(game) {
  const after = [seen(game)]
  const last = game.lastMove
  const moves = game.moves
  assert.deepEqual(moves.at(-1) ?? null, last)
  let plies = Math.min(game.ply, 3)
  const back = []
  while (plies-- > 0) {
    back.push(game.undo())
    after.push(seen(game))
  }
  while (back.length > 0) {
    after.pop()
    assert.deepEqual(game.redo(), back.pop())
    assert.deepEqual(seen(game), after.at(-1))
  }
  assert.equal(game.redo(), null)
}

function replays(game) {
  const { variant, options, moves, ply } = game
  const expected = seen(game)
  for (const form of ['uci', 'san']) {
    const again = new Game({ variant, fen: options.fen, draws: options.draws })
    again.playMoves(moves.map(move => move[form]))
    assert.deepEqual(seen(again), expected)
    assert.deepEqual(again.moves, moves)
    while (again.undo());
    assert.deepEqual(seen(again), seen(new Game({ variant, fen: options.fen, draws: options.draws })))
    assert.equal(again.ply, 0)
    assert.equal(again.line(moves.map(move => move[form])).length, ply)
    again.stop()
  }
}

for (const variant of OWN_RULES) {
  test(`${variant}: forms of moves, copies, undo and replay`, () => {
    playVariant(
      variant,
      games(9),
      120,
      (game, random) => {
        assert.equal(game.variant, variant)
        if (random() < 0.08) everyFormPlays(game)
        if (random() < 0.15) partsMakeTheWhole(game)
        if (random() < 0.3) boardAnswers(game, random)
        if (random() < 0.3) copiesAreTheGame(game)
        if (random() < 0.3) undoIsExact(game)
      },
      game => {
        copiesAreTheGame(game)
        undoIsExact(game)
        if (game.status.over) assert.deepEqual(game.legalMoves(), [])
        if (['checkmate', 'variant_win'].includes(game.status.type)) assert.match(game.lastMove.san, /#$/)
        else assert.doesNotMatch(game.lastMove.san, /#$/)
        replays(game)
      },
    )
  })
}
