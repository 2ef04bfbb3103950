// SPDX-License-Identifier: Apache-2.0
// The positions that engines are sent: an en passant square is among them only where a capture is legal. Stockfish
// crashes on others, or plays the capture.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import '#js/entries/uci.js'
import { Game as SourceGame } from '#js/game/game.js'
import { RootPosition } from '#js/uci/engine/search-request.js'
import { pick, randomFrom } from '../random.js'
import { filterOf, lineOf, variantFilter } from './support/command-filter.js'
import { collect, Game, native, Position, parsePgn, plain, Setup, UCI, wasm } from './support/engines.js'
import { scripted, UciGame } from './support/game-engines.js'
import { engineMaker } from './support/pool-engines.js'

const { EnginePool } = await import('../../dist/uci.js')

/** Why the capture is not legal, and a FEN without clocks. */
const ILLEGAL = [
  ['another piece gives check', 'k7/8/8/3pP3/8/7n/5K2/8 w - d6'],
  ['another piece gives check to Black', '8/5k2/7N/8/3Pp3/8/8/K7 b - d3'],
  ['the pawn is pinned on its file', '4r2k/8/8/3pP3/8/8/8/4K3 w - d6'],
  ['the pawn is pinned on a diagonal', '8/7k/8/8/4pP2/8/8/1B5K b - f3'],
  ['both pawns leave the rank of the king', '7k/8/8/K2pP2r/8/8/8/8 w - d6'],
  ['there is no pawn to capture with', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3'],
  ['a knight stands in the place of the pawn', '7k/8/8/3pN3/8/8/8/4K3 w - d6'],
]
const LEGAL = [
  'k7/8/8/3pP3/8/8/5K2/8 w - d6',
  'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3',
  '7k/8/8/3pP3/4K3/8/8/8 w - d6', // the pawn gives check
]
const CASES = [...ILLEGAL.map(([, fen]) => [fen, fen.replace(/\S+$/, '-')]), ...LEGAL.map(fen => [fen, fen])]

const positions = lines => lines.filter(line => line.startsWith('position'))
const command = fen => `position fen ${fen} 0 1`
const moveOf = line => new Game({ fen: line.slice('position fen '.length) }).legalMoves('uci')[0]

for (const [fen, sent] of CASES) {
  const whole = `${fen} 0 1`

  test(`${fen} goes to engines as ${sent.split(' ').pop()}`, async t => {
    let move = ''
    const answers = { uci: UCI, position: line => void (move = moveOf(line)), go: () => [`bestmove ${move}`] }
    const { engine, sent: lines } = await plain(t, answers)
    const game = new Game({ fen: whole })
    const pgn = parsePgn(`[SetUp "1"]\n[FEN "${whole}"]\n\n*`)[0]
    for (const source of [
      whole,
      { fen },
      { fen, moves: [] },
      game,
      game.position,
      new Setup(whole),
      pgn.root,
    ])
      await engine.bestMove(source, { depth: 1 })
    assert.deepEqual(positions(lines), Array(7).fill(command(sent)))

    const { make, searches } = engineMaker({ isHeld: true })
    const pool = new EnginePool(make, { size: 1 })
    const search = pool.search(whole, { depth: 1 })
    search.best.catch(() => {})
    while (searches.length === 0) await new Promise(setImmediate)
    assert.equal(searches[0].position, command(sent))
    await pool.close()
  })

  test(`${fen} in a UciGame and in the bridge`, async () => {
    const transport = scripted()
    const game = await UciGame.create({ engine: transport, fen: whole })
    assert.equal(game.fen, whole)
    await game.bestMove({ depth: 1 })
    await game.setPosition(whole)
    await game.syncPosition()
    assert.deepEqual(positions(transport.news()), Array(4).fill(command(sent)))
    await game.play({ depth: 1 })
    assert.equal(positions(transport.news())[0], command(sent))
    game.stop()
    assert.equal(lineOf(filterOf(), `position fen ${whole}`), command(sent))
    const move = Position.from(whole).legalMoves('uci')[0]
    assert.equal(lineOf(filterOf(), `position fen ${fen} moves ${move}`), `${command(sent)} moves ${move}`)
  })
}

test('a large clock, and the tail of a long game, come without an impossible square', async t => {
  let move = ''
  const { engine, sent } = await plain(t, { uci: UCI, go: () => [`bestmove ${move}`] })
  const [[, fen]] = ILLEGAL
  move = moveOf(command(fen))
  await engine.bestMove(`${fen} 900 1000`, { depth: 1 })
  assert.equal(positions(sent)[0], `position fen ${fen.replace('d6', '-')} 150 1000`)

  sent.length = 0
  const game = new Game({ draws: 'none' })
  for (let i = 0; i < 101; i++) game.playMoves(['g1f3', 'g8f6', 'f3g1', 'f6g8'])
  game.playMoves(['e2e4', 'b8c6'])
  move = 'a2a3'
  await engine.bestMove(game, { depth: 1 })
  assert.match(positions(sent)[0], / b KQkq - 0 203 moves b8c6$/)
})

test('variants have rules of their own for the capture', () => {
  for (const [variant, fen, square] of [
    ['atomic', 'k7/4K3/8/3pP3/8/8/8/8 w - d6', '-'], // it would blow up the own king
    ['atomic', 'k7/8/8/3pP3/8/8/8/4K3 w - d6', 'd6'],
    ['3check', 'k7/8/8/3pP3/8/7n/5K2/8 w - d6', '-'],
  ]) {
    const filter = variantFilter(`option name UCI_Variant type combo default chess var chess var ${variant}`)
    lineOf(filter, `setoption name UCI_Variant value ${variant}`)
    assert.equal(lineOf(filter, `position fen ${fen} 0 1`).split(' ')[5], square, `${variant} ${fen}`)
  }
})

for (const [name, begin] of Object.entries({ native, wasm }))
  test(`${name} Stockfish answers each of them with a legal move`, async () => {
    const engine = await begin()
    try {
      for (const [fen] of CASES) {
        const search = engine.search(`${fen} 0 1`, { depth: 10 })
        await collect(search)
        const { move } = await search.best
        assert.ok(new Game({ fen }).isLegal(move), `${fen}: ${move}`)
      }
      assert.equal(engine.dead, false)
    } finally {
      await engine.quit()
    }
  })

test('a position that goes on with a game is the one that a new search would send, also in long games', () => {
  const random = randomFrom(45)
  for (const variant of ['standard', 'chess960', 'crazyhouse', 'atomic']) {
    const game = new SourceGame({ variant, draws: 'none' })
    const root = new RootPosition(game)
    for (let ply = 0; ply < 430; ply++) {
      const moves = game.legalMoves('uci')
      if (game.status.over || moves.length === 0) break
      const move = pick(random, moves)
      game.move(move)
      root.advance(move)
      const fresh = new RootPosition(game)
      assert.deepEqual(
        [root.command, root.turn, root.moveCount],
        [fresh.command, fresh.turn, fresh.moveCount],
      )
      fresh.free()
    }
    root.free()
    game.stop()
  }
})
