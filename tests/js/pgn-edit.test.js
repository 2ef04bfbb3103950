// SPDX-License-Identifier: Apache-2.0
// Trees that are made and changed, and their way from and to Game.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pick } from '../random.js'
import { assertThrows, CONTINUE, snapshot } from './support/assertions.js'
import { chess960Fen, Game, START_FEN } from './support/binbo.js'
import { played, SHUFFLE } from './support/games.js'
import { gameOf, nodesOf, PgnGame, parsePgn, treeFacts } from './support/pgn.js'
import { games, randomOf, seed } from './support/random-games.js'
import { randomTree } from './support/random-trees.js'

const moves = game => game.toString({ headers: false }).trimEnd()

/** Adds moves one after the other, and returns the last node. */
function addLine(node, ...line) {
  return line.reduce((last, move) => last.add(move), node)
}

test('a new game starts where it is told to', () => {
  const fen = '4k3/8/8/8/8/8/8/4K2R b K - 3 20'
  const cases = [
    [undefined, START_FEN, 'standard'],
    [{}, START_FEN, 'standard'],
    [{ fen }, fen, 'standard'],
    [{ fen: '4k3/8/8/8/8/8/8/4K2R b K -' }, '4k3/8/8/8/8/8/8/4K2R b K - 0 1', 'standard'],
    [{ variant: 'chess960' }, START_FEN, 'chess960'],
    [{ variant: 'chess960', fen: chess960Fen(3) }, chess960Fen(3), 'chess960'],
  ]
  for (const [options, startFen, variant] of cases) {
    const game = new PgnGame(options)
    assert.deepEqual([game.startFen, game.variant, game.root.fen], [startFen, variant, startFen])
    assert.deepEqual([game.result, game.errors, [...game.mainline()]], ['*', [], []])
    assert.deepEqual(treeFacts(gameOf(game.toString())), treeFacts(game))
  }
})

test('a new game takes headers, beside the roster', () => {
  const given = new Map([
    ['White', 'A'],
    ['ECO', 'C46'],
    ['FEN', 'not this one'],
  ])
  const game = new PgnGame({ headers: given })
  assert.deepEqual([...game.headers], [...new Map([...new Game().headers, ['White', 'A'], ['ECO', 'C46']])])
  assert.notEqual(game.headers, given)
  assert.deepEqual([...new PgnGame({ headers: [...given] }).headers], [...game.headers])
})

test('wrong options are refused', () => {
  for (const options of [
    1,
    null,
    'x',
    { pgn: '' },
    { variant: 'bughouse' },
    { headers: 1 },
    { headers: { White: 'A' } },
    { headers: 'ab' },
    { headers: [1] },
  ]) {
    assertThrows(() => new PgnGame(options), 'ERR_ARGUMENT', {}, JSON.stringify(options))
  }
  assertThrows(() => new PgnGame({ fen: 'x' }), 'ERR_FEN_FIELDS')
  assertThrows(() => new PgnGame({ fen: '' }), 'ERR_FEN_EMPTY')
  assertThrows(() => new PgnGame({ fen: '1r2k3/8/8/8/8/8/8/4K3 b b - 0 1' }), 'ERR_FEN_CASTLING_VARIANT')
})

test('add() takes SAN, UCI and squares, and gives the child that is there already', () => {
  const { root } = new PgnGame()
  const e4 = root.add('e4')
  for (const same of ['e4', 'e2e4', { from: 'e2', to: 'e4' }, { from: 12, to: 28 }, 'Pe4', 'e4!?']) {
    assert.equal(root.add(same), e4)
  }
  const d4 = root.add('d2d4')
  assert.deepEqual(root.children, [e4, d4])
  assert.equal(e4.parent, root)
  assert.deepEqual([e4.san, d4.san, e4.add('--').san], ['e4', 'd4', '--'])
  assert.equal(e4.add('0000'), e4.children[0])
  assert.deepEqual([e4.nags, e4.comments, e4.startingComments, e4.children.length], [[], [], [], 1])
  assert.equal(e4.clock, undefined)
  const { root: pawns } = new PgnGame({ fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' })
  assert.equal(pawns.add('a7a8').san, 'a8=Q')
  assert.equal(pawns.add({ from: 'a7', to: 'a8', promotion: 'n' }).san, 'a8=N')
  assert.equal(pawns.add({ from: 'a7', to: 'a8', promotion: null }).san, 'a8=Q')
  assert.equal(pawns.add({ from: 'a1', to: 'a2', promotion: 'n' }).san, 'Ka2')
  assert.equal(pawns.add('a8'), pawns.children[0])
})

test('add() works in trees that were read, and finds their moves', () => {
  const game = gameOf('1. e4 {a} (1. d4 d5) 1... e5 *')
  const [e4, d4] = game.root.children
  assert.equal(game.root.add('d4'), d4)
  addLine(d4, 'Nf6', 'c4')
  addLine(e4, 'e5', 'Nf3').comments.push('x')
  assert.equal(moves(game), '1. e4 {a} (1. d4 d5 (1... Nf6 2. c4)) 1... e5 2. Nf3 {x} *')
})

test('castling has one child for all its names', () => {
  const { root } = new PgnGame({ fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' })
  const castling = root.add('O-O')
  assert.equal(root.add('e1g1'), castling)
  assert.equal(root.add('e1h1'), castling)
  assert.deepEqual([castling.uci, castling.move.to], ['e1g1', 'g1'])
  const { root: other } = new PgnGame({ variant: 'chess960', fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' })
  assert.deepEqual(
    [other.add('O-O').uci, other.add('e1h1').move.to, other.children.length],
    ['e1h1', 'h1', 1],
  )
})

test('add() refuses what is not legal, and changes nothing then', () => {
  const { root } = gameOf('1. e4 e5 *')
  for (const [move, code, place] of [
    ['e5', 'ERR_SAN_ILLEGAL'],
    ['Qh5', 'ERR_SAN_ILLEGAL', { input: 'Qh5' }],
    ['xyz', 'ERR_SAN_SYNTAX', { offset: 1, input: 'xyz' }],
    ['', 'ERR_SAN_SYNTAX'],
    ['e4 e5', 'ERR_SAN_SYNTAX'],
    ['e'.repeat(1e6), 'ERR_SAN_SYNTAX'],
    ['e2e5', 'ERR_MOVE_ILLEGAL'],
    [{ from: 'e2', to: 'e9' }, 'ERR_MOVE_SQUARE'],
    [{ from: 'e3', to: 'e4' }, 'ERR_MOVE_NO_PIECE'],
    [undefined, 'ERR_ARGUMENT'],
    [5, 'ERR_ARGUMENT'],
  ]) {
    assertThrows(() => root.add(move), code, place, String(move).slice(0, 20))
  }
  assert.equal(root.children.length, 1)
  const check = addLine(new PgnGame().root, 'e4', 'f5', 'Qh5+')
  assertThrows(() => check.add('--'), 'ERR_PGN_NULL_MOVE')
  const mate = addLine(new PgnGame().root, 'f3', 'e5', 'g4', 'Qh4#')
  assertThrows(() => mate.add('a3'), 'ERR_SAN_ILLEGAL')
})

test('draws by rule end no tree', () => {
  const node = addLine(new PgnGame().root, ...SHUFFLE, ...SHUFFLE, ...SHUFFLE, ...SHUFFLE, ...SHUFFLE)
  assert.equal(node.add('e4').san, 'e4')
  assert.equal(new PgnGame({ fen: '4k3/8/8/8/8/8/8/4K3 w - - 150 90' }).root.add('Kd1').san, 'Kd1')
})

test('promote() and demote() go one place, and stop at the ends', () => {
  const game = gameOf('1. e4 ({s} 1. d4 d5) (1. c4) 1... e5 *')
  const { root } = game
  const [e4, d4, c4] = root.children
  c4.promote()
  assert.deepEqual(root.children, [e4, c4, d4])
  c4.promote()
  c4.promote()
  assert.deepEqual(root.children, [c4, e4, d4])
  assert.equal(moves(game), '1. c4 (1. e4 e5) ({s} 1. d4 d5) *')
  c4.demote()
  c4.demote()
  c4.demote()
  assert.deepEqual(root.children, [e4, d4, c4])
  d4.promote()
  assert.equal(moves(game), '1. {s} d4 (1. e4 e5) (1. c4) 1... d5 *')
  root.promote()
  root.demote()
  e4.children[0].promote()
  e4.children[0].demote()
  assert.equal(moves(game), '1. {s} d4 (1. e4 e5) (1. c4) 1... d5 *')
  assert.deepEqual([...game.mainline()], [d4, d4.children[0]])
})

test('remove() takes a move out, with what follows; it can still be read', () => {
  const game = gameOf('1. e4 {a} e5 2. Nf3 {b [%clk 0:00:01]} (2. f4 exf4) Nc6 (2... d6) *')
  const [e4] = game.root.children
  const [e5] = e4.children
  const nf3 = e5.children[0]
  const nc6 = nf3.children[0]
  const line = nf3.fen
  e5.children[0].remove()
  assert.equal(moves(game), '1. e4 {a} 1... e5 2. f4 exf4 *')
  assert.equal(nf3.parent, null)
  assert.deepEqual([nf3.san, nf3.uci, nf3.fen, nf3.clock, nf3.comments[0]], ['Nf3', 'g1f3', line, 1, 'b'])
  assert.equal(nf3.move.color, 'white')
  assert.equal(nc6.parent, nf3)
  assert.equal(nc6.fen, 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3')
  assertThrows(() => nf3.add('Nf6'), 'ERR_ARGUMENT')
  nf3.remove()
  nf3.promote()
  nf3.demote()
  assert.equal(moves(game), '1. e4 {a} 1... e5 2. f4 exf4 *')
  e5.remove()
  assert.equal(moves(game), '1. e4 {a} *')
  assertThrows(() => game.root.remove(), 'ERR_ARGUMENT')
  const [, unasked] = gameOf('1. e4 e5 *').mainline()
  unasked.remove()
  assert.equal(unasked.fen, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2')
  const loop = gameOf('1. e4 e5 (1... c5) (1... d5) *')
  for (const node of loop.mainline()) node.remove()
  assert.equal(moves(loop), '*')
})

test('random editing keeps parents, FENs and the written text in step', () => {
  for (let index = 0; index < games(60); index++) {
    const random = randomOf(index)
    const game = gameOf(randomTree(random, 40).toString())
    for (let step = 0; step < 20; step++) {
      const node = pick(random, nodesOf(game.root))
      const change = pick(random, ['promote', 'demote', 'remove', 'promote', 'demote'])
      if (node !== game.root) node[change]()
    }
    const note = `tree ${index} of seed ${seed}`
    for (const node of nodesOf(game.root)) {
      for (const child of node.children) assert.equal(child.parent, node, note)
    }
    const again = gameOf(game.toString())
    assert.deepEqual(treeFacts(again), treeFacts(game), note)
    assert.deepEqual(
      nodesOf(again.root).map(node => node.fen),
      nodesOf(game.root).map(node => node.fen),
      note,
    )
  }
})

test('toGame() plays the main line, with headers, start and variant', () => {
  const game = gameOf('[White "A"]\n[Custom "x"]\n\n1. e4 {a} (1. d4) e5 2. Nf3 1-0').toGame()
  assert.ok(game instanceof Game)
  assert.deepEqual(
    game.moves.map(move => move.san),
    ['e4', 'e5', 'Nf3'],
  )
  assert.deepEqual(
    [game.headers.get('White'), game.headers.get('Custom'), game.headers.get('Result')],
    ['A', 'x', '1-0'],
  )
  assert.deepEqual(game.status, CONTINUE)
  const tree = new PgnGame({ variant: 'chess960', fen: chess960Fen(7) })
  const chess960 = tree.toGame({ draws: 'claim', variant: 'standard', fen: 'x' })
  assert.deepEqual(
    [chess960.fen, chess960.options.variant, chess960.options.draws],
    [chess960Fen(7), 'chess960', 'claim'],
  )
  assert.equal(gameOf('e4').toGame({ variant: 'chess960' }).options.variant, 'standard')
  assertThrows(() => gameOf('e4').toGame({ drawz: 'claim' }), 'ERR_ARGUMENT')
  assertThrows(() => gameOf('e4').toGame(1), 'ERR_ARGUMENT')
})

test('toGame() plays on through draws by rule', () => {
  const shuffled = gameOf(Array(6).fill('Nf3 Nf6 Ng1 Ng8').join(' '))
  const game = shuffled.toGame()
  assert.equal(game.ply, 24)
  assert.equal(game.status.reason, 'threefold_repetition')
  assert.equal(shuffled.toGame({ draws: 'none' }).status.over, false)
})

test('toGame() of a game with errors goes as far as the moves do', () => {
  const upTo = pgn => parsePgn(pgn)[0].toGame()
  assert.equal(upTo('1. e4 e5 2. Ke3 Nc6 *').ply, 2)
  assertThrows(() => upTo('[Variant "Bughouse"]\n\n1. e4 *'), 'ERR_PGN_VARIANT', { game: 1 })
  assertThrows(() => upTo('[FEN "x"]\n\n1. e4 *'), 'ERR_PGN_TAG_FEN', { game: 1 })
  assertThrows(() => upTo('1. e4 -- 2. d4 *'), 'ERR_PGN_NULL_MOVE', { ply: 2, input: '--' })
  assert.equal(upTo('1. e4 (1. -- e5) e5 *').ply, 2)
})

test('toGame() of a node plays the moves that lead there', () => {
  const tree = gameOf('[White "A"]\n\n1. e4 (1. d4 d5 2. c4 (2. Nf3 Nf6) e6) e5 2. Nf3 *')
  for (const node of nodesOf(tree.root)) {
    const game = node.toGame()
    /** @type {string[]} */
    const sans = []
    for (let at = node; at.parent !== null; at = at.parent) sans.unshift(String(at.san))
    assert.deepEqual(
      game.moves.map(move => move.san),
      sans,
    )
    assert.deepEqual([game.fen, game.headers.get('White')], [node.fen, 'A'])
    game.stop()
  }
  tree.headers.set('White', 'B')
  const added = tree.root.add('b3')
  const game = added.toGame({ draws: 'claim', fen: 'x', variant: 'chess960' })
  assert.deepEqual(
    [game.options.draws, game.options.variant, game.headers.get('White'), game.lastMove?.san],
    ['claim', 'standard', 'B', 'b3'],
  )
  assert.ok(game.undo())
  assertThrows(() => added.toGame({ drawz: 'claim' }), 'ERR_ARGUMENT')
  assertThrows(() => added.toGame(1), 'ERR_ARGUMENT')
  assertThrows(() => added.toGame(null), 'ERR_ARGUMENT')
  const behind = added.add('e5')
  added.remove()
  for (const node of [added, behind]) assertThrows(() => node.toGame(), 'ERR_ARGUMENT')
})

test('toGame() of a node knows the positions before it', () => {
  const shuffled = gameOf(Array(6).fill('Nf3 Nf6 Ng1 Ng8').join(' '))
  const nodes = [...shuffled.mainline()]
  assert.equal(nodes[6].toGame().status.over, false)
  assert.equal(nodes[7].toGame().status.reason, 'threefold_repetition')
  assert.deepEqual(nodes[7].toGame({ draws: 'claim' }).claimableDraws, ['threefold_repetition'])
  assert.equal(nodes[15].toGame({ draws: 'claim' }).status.reason, 'fivefold_repetition')
  assert.equal(nodes[20].toGame({ draws: 'claim' }).ply, 21)
})

test('toGame() of a node: null moves on the way, and games that could not be read', () => {
  const tree = gameOf('1. e4 (1. d4 -- 2. c4) e5 2. -- *')
  const [e4, d4] = tree.root.children
  assert.equal(e4.children[0].toGame().ply, 2)
  assert.equal(d4.toGame().ply, 1)
  const null2 = d4.children[0]
  for (const node of [null2, null2.children[0]])
    assertThrows(() => node.toGame(), 'ERR_PGN_NULL_MOVE', { ply: 2, input: '--' })
  assertThrows(() => tree.toGame(), 'ERR_PGN_NULL_MOVE', { ply: 3 })
  assertThrows(() => parsePgn('[Variant "Bughouse"]\n\n1. e4 *')[0].root.toGame(), 'ERR_PGN_VARIANT')
  assertThrows(() => parsePgn('[FEN "x"]\n\n1. e4 *')[0].root.toGame(), 'ERR_PGN_TAG_FEN')
  const three = gameOf('[FEN "4k3/8/8/8/8/8/PPPPPPPP/QQQQK3 w - - 0 1"]\n\n1. a3 *').root
  assert.equal(three.toGame().ply, 0)
  const { cause } = assertThrows(() => three.toGame({ strict: true }), 'ERR_PGN_TAG_FEN')
  assert.equal(cause.code, 'ERR_FEN_STRICT_PROMOTED')
})

test('fromGame() takes over headers, moves and result', () => {
  const plain = played(['e2e4', 'e7e5', 'g1f3'])
  plain.headers.set('White', 'A "b" \\')
  plain.draw()
  const tree = PgnGame.fromGame(plain)
  assert.deepEqual(
    Array.from(tree.mainline(), node => node.san),
    ['e4', 'e5', 'Nf3'],
  )
  assert.deepEqual([tree.result, tree.headers.get('White')], ['1/2-1/2', 'A "b" \\'])
  assert.equal(tree.toString(), plain.pgn())
  for (const wrong of [undefined, null, {}, 'e4', tree])
    assertThrows(() => PgnGame.fromGame(wrong), 'ERR_ARGUMENT')
  plain.stop()
  assertThrows(() => PgnGame.fromGame(plain), 'ERR_GAME_STOPPED')
})

test('fromGame() reads English letters, whatever was read before', () => {
  parsePgn('1. Sf3 Sf6', { locale: 'de' })
  assert.equal(PgnGame.fromGame(played(['g1f3', 'g8f6'])).errors.length, 0)
})

test('games go to trees and back', () => {
  const text = readFileSync(new URL('../data/games.pgn', import.meta.url), 'utf8')
  for (const game of parsePgn(text)) {
    const live = game.toGame()
    const again = PgnGame.fromGame(live)
    assert.equal(again.toString(), live.pgn())
    assert.deepEqual(snapshot(again.toGame()), snapshot(live))
    for (const node of game.mainline()) assert.ok(node.fen)
    assert.equal([...game.mainline()].at(-1)?.fen, live.fen)
  }
})

test('add() ignores a promotion where no pawn promotes, and refuses a wrong one where one does', () => {
  for (const promotion of ['', 'k', 'x', null, 5]) {
    assert.equal(new PgnGame().root.add({ from: 'e2', to: 'e4', promotion }).uci, 'e2e4')
    const last = { from: 'a7', to: 'a8', promotion: promotion ?? '' }
    const game = new PgnGame({ fen: '4k3/P7/8/8/8/8/8/4K3 w - - 0 1' })
    assertThrows(() => game.root.add(last), 'ERR_MOVE_PROMOTION')
  }
})
