// SPDX-License-Identifier: Apache-2.0
// The tree that parsePgn gives: nodes, what they say, and where everything of the text is found.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertThrows } from './support/assertions.js'
import { Game, START_FEN } from './support/binbo.js'
import { gameOf, nodeFacts, nodesOf, PgnGame, PgnNode, parsePgn } from './support/pgn.js'

/** The tree as text: a move's choices in brackets where there are several. */
function shape(node) {
  const [first, ...others] = node.children
  if (first === undefined) return ''
  const line = child => `${child.san}${child.nags.map(nag => `$${nag}`).join('')} ${shape(child)}`.trim()
  return others.length === 0 ? line(first) : `[${node.children.map(line).join(' | ')}]`
}

const movesOf = game => Array.from(game.mainline(), node => node.san)

test('a game without moves is a root', () => {
  const { root, ...rest } = gameOf('[White "A"]\n\n*')
  assert.deepEqual(rest, {})
  assert.ok(root instanceof PgnNode)
  const { san, uci, move, fen, parent, children, nags, comments, startingComments } = root
  assert.deepEqual({ san, uci, move, parent }, { san: null, uci: null, move: null, parent: null })
  assert.equal(fen, START_FEN)
  for (const list of [children, nags, comments, startingComments]) assert.deepEqual(list, [])
  for (const field of ['clock', 'emt', 'eval', 'arrows', 'squares']) assert.equal(root[field], undefined)
})

test('variations are choices beside the move before them, in the order of the text', () => {
  const tree = pgn => shape(gameOf(pgn).root)
  assert.equal(tree('1. e4 e5 2. Nf3 *'), 'e4 e5 Nf3')
  assert.equal(tree('1. e4 (1. d4 d5) 1... e5 *'), '[e4 e5 | d4 d5]')
  assert.equal(tree('1. e4 (1. d4) (1. c4) e5 *'), '[e4 e5 | d4 | c4]')
  assert.equal(tree('1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nc3 *'), 'e4 [e5 Nc3 | c5 [Nf3 | c3]]')
  assert.equal(tree('1. e4 (1. d4 (1. c4 (1. b3)) (1. g3)) (1. a3) e5 *'), '[e4 e5 | d4 | c4 | b3 | g3 | a3]')
  assert.equal(
    tree('1. e4 (1. d4 (1. c4 c5 2. g3 (2. b3)) 1... d5 (1... f5)) *'),
    '[e4 | d4 [d5 | f5] | c4 c5 [g3 | b3]]',
  )
  assert.equal(tree('1. e4 e5 (1... c5) *'), 'e4 [e5 | c5]')
  assert.equal(tree('1. e4 {a} (1. d4 {b} (1. c4)) $1 {c} e5 *'), '[e4$1 e5 | d4 | c4]')
})

test('comments and glyphs belong to the move before them on their own level', () => {
  const { root } = gameOf(
    '{r} $7 1. e4 {a} $1 (1. d4 {b} d5 {c} (1... f5 {d}) {e}) {f} $2 {g} 1... e5 {h} (1... c5 {i}) {j} *',
  )
  const found = nodesOf(root).map(({ san, nags, comments }) => [san, nags.join(), comments.join()])
  assert.deepEqual(found, [
    [null, '7', 'r'],
    ['e4', '1,2', 'a,f,g'],
    ['e5', '', 'h,j'],
    ['c5', '', 'i'],
    ['d4', '', 'b'],
    ['d5', '', 'c,e'],
    ['f5', '', 'd'],
  ])
})

test('comments before a move, at the start of a variation or behind the number, are startingComments', () => {
  const { root } = gameOf('{r} 1. {s} {t} e4 {a} 1... {u} e5 ({v} 1... {w} c5) ({x} {y} 1... d5 {z}) *')
  const found = nodesOf(root).map(node => [node.san, node.startingComments.join(), node.comments.join()])
  assert.deepEqual(found, [
    [null, '', 'r'],
    ['e4', 's,t', 'a'],
    ['e5', 'u', ''],
    ['c5', 'v,w', ''],
    ['d5', 'x,y', 'z'],
  ])
})

test('comments are on one line, without blanks around, and otherwise as they were', () => {
  const pgn = '1. e4 {  a\n \tb  c\r\n\r\n d\u00a0\n} {} {\n} ; rest of ) the } line \n 1... e5 {x\ty \v z} *'
  const [e4] = gameOf(pgn).root.children
  assert.deepEqual(e4.comments, ['a b  c d\u00a0', '', '', 'rest of ) the } line'])
  assert.deepEqual(e4.children[0].comments, ['x\ty \v z'])
})

test('text is UTF-8 or, if its bytes are not, Latin-1', () => {
  const pgn = '[White "José"]\n\n1. e4 {plain} e5 {schön} (1... c5 {für}) {Ende} *\n\n'
  const comments = game => nodesOf(game.root).flatMap(node => node.comments)
  for (const source of [pgn, Buffer.from(pgn, 'utf8'), Buffer.from(pgn, 'latin1')]) {
    const game = gameOf(source)
    assert.deepEqual(comments(game), ['plain', 'schön', 'Ende', 'für'])
    assert.equal(game.headers.get('White'), 'José')
  }
  const [first, second] = parsePgn(Buffer.concat([Buffer.from(pgn, 'latin1'), Buffer.from(pgn, 'utf8')]))
  assert.deepEqual(comments(first), comments(second))
  const tagsOnly = Buffer.concat([
    Buffer.from('[White "José"]\n\n1. e4 {'),
    Buffer.from([0xfc]),
    Buffer.from('} *'),
  ])
  assert.equal(gameOf(tagsOnly).headers.get('White'), 'José', 'each text for itself')
  assert.deepEqual(comments(gameOf('1. e4 {漢字 𝄞} (1. d4 {x}) {♞f3} *')), ['漢字 𝄞', '♞f3', 'x'])
})

test('nodes, and their arrays, are the same ones whenever they are asked for', () => {
  const game = gameOf('1. e4 {a} $1 (1. d4) ({s} 1. c4) 1... e5 *')
  const { root } = game
  assert.equal(game.root, root)
  assert.equal(game.headers, game.headers)
  for (const node of nodesOf(root)) {
    for (const list of ['children', 'nags', 'comments', 'startingComments'])
      assert.equal(node[list], node[list])
    for (const [index, child] of node.children.entries()) {
      assert.equal(child, node.children[index])
      assert.equal(child.parent, node)
    }
  }
  assert.equal(root.children[0].children[0].parent.parent, root)
})

test('nags and comments are live', () => {
  const game = gameOf('{r} 1. e4 {a} $1 *')
  const [node] = game.root.children
  node.nags.push(18)
  node.nags.shift()
  node.comments.unshift('b')
  node.startingComments.push('s')
  game.root.comments.length = 0
  assert.deepEqual(nodeFacts(node), {
    ...{ san: 'e4', uci: 'e2e4', nags: [18] },
    ...{ comments: ['b', 'a'], startingComments: ['s'] },
  })
  assert.equal(game.toString({ headers: false }), '1. {s} e4 $18 {b} {a} *\n')
  const own = ['x']
  node.comments = own
  node.nags = []
  node.startingComments = []
  own.push('y')
  assert.equal(game.toString({ headers: false }), '1. e4 {x} {y} *\n')
  for (const field of ['nags', 'comments', 'startingComments']) {
    for (const wrong of [undefined, null, 'x', 1, { length: 0 }]) {
      assertThrows(() => (node[field] = wrong), 'ERR_ARGUMENT', {}, field)
    }
  }
})

test('a move has the fields of Game’s moves, and the FEN after it is that of the game', () => {
  const text = readFileSync(new URL('../data/games.pgn', import.meta.url), 'utf8')
  for (const pgn of text.split(/\n\n(?=\[Event )/)) {
    const game = new Game()
    game.loadPgn(pgn)
    const nodes = [...gameOf(pgn).mainline()]
    assert.deepEqual(
      nodes.map(node => node.move),
      game.moves,
    )
    assert.deepEqual(
      nodes.map(node => node.uci),
      game.moves.map(move => move.uci),
    )
    // From the end, so that all of them are made at once, and then from the start.
    assert.equal(nodes.at(-1)?.fen ?? game.fen, game.fen)
    for (const node of nodes.reverse()) {
      assert.equal(node.fen, game.fen)
      game.undo()
    }
  }
})

test('every kind of move', () => {
  const moves = pgn => Array.from(gameOf(pgn).mainline(), node => node.move)
  const [short] = moves('[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *')
  assert.deepEqual(short, {
    ...{ from: 'e1', to: 'g1', uci: 'e1g1', san: 'O-O', color: 'white', piece: 'king', flags: ['kingside'] },
  })
  const [long] = moves('[Variant "Chess960"]\n[FEN "1r2k3/8/8/8/8/8/8/4K3 b b - 0 1"]\n\n1... O-O-O+ *')
  assert.deepEqual(long, {
    ...{
      from: 'e8',
      to: 'b8',
      uci: 'e8b8',
      san: 'O-O-O',
      color: 'black',
      piece: 'king',
      flags: ['queenside'],
    },
  })
  const [double, passing] = moves('[FEN "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1"]\n\n1. e4 fxe3 *')
  assert.deepEqual(double.flags, ['double'])
  assert.deepEqual(passing, {
    ...{ from: 'f4', to: 'e3', uci: 'f4e3', san: 'fxe3', color: 'black', piece: 'pawn', captured: 'pawn' },
    flags: ['capture', 'enpassant'],
  })
  const [promotion] = moves('[FEN "3qk3/4P3/8/8/8/8/8/3RK3 w - - 0 1"]\n\n1. exd8=N *')
  assert.deepEqual(promotion, {
    ...{
      from: 'e7',
      to: 'd8',
      uci: 'e7d8n',
      san: 'exd8=N',
      color: 'white',
      piece: 'pawn',
      captured: 'queen',
    },
    ...{ promotion: 'knight'[1], flags: ['capture', 'promotion'] },
  })
})

test('SANs show of the origin what is needed', () => {
  const position = fen => move => {
    const game = new PgnGame({ fen })
    return game.root.add(move).san
  }
  const knights = position('4k3/8/8/8/1N6/8/1N3N2/4K3 w - - 0 1')
  assert.deepEqual(['b4d3', 'b2d3', 'f2d3', 'f2h3'].map(knights), ['N4d3', 'Nb2d3', 'Nfd3', 'Nh3'])
  const queens = position('8/8/3k4/8/Q6Q/8/8/K6Q w - - 0 1')
  assert.deepEqual(['h4e4', 'a4e4', 'h1e4'].map(queens), ['Qh4e4', 'Qae4', 'Q1e4'])
  const mate = position('6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1')
  assert.deepEqual(['a1a8', 'e1c1', 'a1a7'].map(mate), ['Ra8#', 'O-O-O', 'Ra7'])
})

test('null moves have no move, and the other side is to play', () => {
  const game = gameOf('1. e4 -- 2. d4 Z0 *')
  const [, pass, d4, again] = game.mainline()
  assert.deepEqual([pass.san, pass.uci, pass.move], ['--', '0000', null])
  assert.equal(pass.fen, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2')
  assert.equal(d4.move.color, 'white')
  assert.equal(again.san, '--')
})

test('startFen, variant, headers and result', () => {
  const plain = gameOf('1. e4 *')
  assert.deepEqual([plain.startFen, plain.variant, plain.result], [START_FEN, 'standard', '*'])
  assert.deepEqual([...plain.headers], [...new Game().headers])
  const fen = '4k3/8/8/8/8/8/8/4K2R b K - 3 20'
  const game = gameOf(
    `[Round "7"]\n[Zeta "z"]\n[FEN "${fen}"]\n[Event "E"]\n[White "a \\"b\\" \\\\"]\n\n20... Kd7 1-0`,
  )
  assert.deepEqual([game.startFen, game.root.fen, game.result], [fen, fen, '1-0'])
  assert.deepEqual([...game.headers.keys()].slice(7), ['Zeta', 'FEN'])
  assert.equal(game.headers.get('White'), 'a "b" \\')
  assert.equal(game.headers.get('Result'), '1-0', 'of the move text, where there is no tag')
  assert.equal(gameOf(`[Variant "Fischerandom"]\n[FEN "${START_FEN}"]\n\n*`).variant, 'chess960')
  const results = ['1-0', '0-1', '1/2-1/2', '*', '1/2', '½-½', '1:0', '0:1', '1–0']
  assert.deepEqual(
    results.map(result => gameOf(`1. e4 ${result}`).result),
    ['1-0', '0-1', '1/2-1/2', '*', '1/2-1/2', '1/2-1/2', '1-0', '0-1', '1-0'],
  )
  assert.equal(gameOf('[Result "0-1"]\n\n1. e4').result, '0-1')
  assert.equal(parsePgn('[Result "0-1"]\n\n1. e4 1-0')[0].result, '1-0', 'the move text says it')
  assert.equal(gameOf('[Result "nobody knows"]\n\n1. e4').result, '*')
})

test('a variant that is not supported is named, and has no moves', () => {
  const [game] = parsePgn('[Variant "Bughouse"]\n\n1. e4 {a} e5 0-1')
  assert.equal(game.variant, 'Bughouse')
  assert.equal(game.result, '0-1')
  assert.equal(game.errors[0].code, 'ERR_PGN_VARIANT')
  assert.deepEqual(movesOf(game), [])
  assertThrows(() => game.root.add('e4'), 'ERR_PGN_VARIANT')
})

test('a line of 100,000 plies is walked and written, and its last FEN found, without recursion', () => {
  const plies = 100_000
  const game = gameOf(
    Array(plies / 4)
      .fill('Nf3 Nf6 Ng1 Ng8 {x}')
      .join(' '),
  )
  const line = [...game.mainline()]
  assert.equal(line.length, plies)
  assert.equal(line.at(-1).fen, `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 65535 ${plies / 2 + 1}`)
  assert.equal(gameOf(game.toString()).toString(), game.toString())
})

test('100,000 variations one in another, and one behind another, are walked and written', () => {
  const count = 100_000
  const round = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
  // Each variation begins with the last move of the line around it, and goes on with one more.
  const lines = Array.from({ length: count }, (_, i) => `(${round[(i + 1) % 4]} ${round[(i + 2) % 4]} `)
  const deep = gameOf(`Nf3 Nf6 ${lines.join('')}${')'.repeat(count)}`)
  assert.equal(nodesOf(deep.root).length, 2 * count + 3)
  const beside = gameOf(`e4 ${'(d4)'.repeat(count)} e5`)
  assert.equal(beside.root.children.length, count + 1)
  const within = gameOf(`e4 ${'(d4 '.repeat(count)}${')'.repeat(count)} e5`)
  assert.equal(within.root.children.length, count + 1)
  for (const game of [deep, beside, within]) {
    const text = game.toString()
    assert.equal(nodesOf(gameOf(text).root).length, nodesOf(game.root).length)
    assert.equal(gameOf(text).toString(), text)
  }
})

test('a node is made by its game', () => {
  assertThrows(() => new PgnNode(), 'ERR_ARGUMENT')
  assert.equal(PgnNode.name, 'PgnNode')
  assert.equal(PgnGame.name, 'PgnGame')
})
