// SPDX-License-Identifier: Apache-2.0
// Laws on random games: taking back, replaying, copying, saving and restoring give the very same game, and
// repetition is counted exactly, however the game came to where it is.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snapshot, throughJson } from './support/assertions.js'
import { Game } from './support/binbo.js'
import { rewind } from './support/games.js'
import { games, randomOf, randomSetup, seed, walkGame } from './support/random-games.js'
import { startFen } from './support/scharnagl.js'

/** A random finished walk: options for Game, the UCI moves played and the snapshot before each. */
function randomPlayed(index, plies = 50) {
  const random = randomOf(index)
  const chess960 = index % 3 === 0
  const fen = chess960
    ? startFen(Math.floor(random() * 960))
    : index % 3 === 1
      ? randomSetup(random)
      : undefined
  const style = ['sharp', 'shuffle', 'uniform'][Math.floor(index / 3) % 3]
  const options = {
    fen,
    variant: chess960 ? 'chess960' : 'standard',
    draws: index % 2 ? 'claim' : index % 4 ? 'none' : 'automatic',
  }
  const game = new Game(options)
  const moves = []
  const snapshots = []
  const counts = []
  const sans = []
  walkGame(
    { random, fen, chess960, style, plies },
    ({ occurrences }) => {
      snapshots.push(snapshot(game))
      counts.push(occurrences)
      return !game.status.over
    },
    (stop, chosen) => {
      game.move(stop.ucis[chosen])
      moves.push(stop.ucis[chosen])
      sans.push(stop.sans[chosen])
    },
  )
  return { random, options, game, moves, sans, snapshots, counts, note: `seed ${seed}, game ${index}` }
}

test('undo restores every earlier position exactly, redo every later one', () => {
  for (let index = 0; index < games(500); index++) {
    const { game, moves, sans, snapshots, note } = randomPlayed(index)
    for (let ply = moves.length - 1; ply >= 0; ply--) {
      const move = game.undo()
      assert.equal(move.uci, moves[ply], note)
      assert.equal(move.san, sans[ply], note)
      assert.deepEqual(snapshot(game), snapshots[ply], `${note}: undo to ply ${ply}`)
    }
    assert.equal(game.undo(), null)
    for (let ply = 0; ply < moves.length; ply++) {
      assert.equal(game.redo().uci, moves[ply], note)
      assert.deepEqual(snapshot(game), snapshots[ply + 1], `${note}: redo to ply ${ply + 1}`)
    }
    assert.equal(game.redo(), null)
  }
})

test('undo in the middle, another move, undo: repetition counts stay exact', () => {
  for (let index = 1000; index < 1000 + games(300); index++) {
    const { game, moves, snapshots, random, note } = randomPlayed(index)
    for (let round = 0; round < 3 && moves.length > 2; round++) {
      const ply = Math.floor(random() * moves.length)
      while (game.ply > ply) game.undo()
      const others = game.legalMoves('uci')
      game.move(others[Math.floor(random() * others.length)])
      assert.equal(game.redo(), null, 'a new move clears redo')
      game.undo()
      assert.deepEqual(snapshot(game), snapshots[ply], `${note}: back at ply ${ply}`)
      game.playMoves(moves.slice(ply))
      assert.deepEqual(snapshot(game), snapshots.at(-1), `${note}: from ply ${ply} to the end`)
    }
  }
})

test('threefold and fivefold are claimed exactly when the oracle has counted them', () => {
  let threefolds = 0
  let fivefolds = 0
  for (let index = 0; index < games(600); index++) {
    const { options, game, snapshots, counts, note } = randomPlayed(2001 + index * 2, 70)
    assert.equal(options.draws, 'claim')
    for (const [ply, count] of counts.entries()) {
      const { claimable, status } = snapshots[ply]
      assert.equal(
        claimable.includes('threefold_repetition'),
        count >= 3 && !status.over,
        `${note}, ply ${ply}`,
      )
      if (count === 3) threefolds++
    }
    if (game.status.reason === 'fivefold_repetition') fivefolds++
  }
  if (games(600) === 600)
    assert.ok(threefolds > 100 && fivefolds > 20, `only ${threefolds} and ${fivefolds} were met`)
})

test('state restores everything', () => {
  for (let index = 5000; index < 5000 + games(400); index++) {
    const { game, options, moves, snapshots, random, note } = randomPlayed(index)
    game.headers.set('White', 'Ångström "the" \\ player')
    if (!game.status.over && random() < 0.5) game.draw({ why: ['agreed', index] })
    const saved = game.state()
    const restored = Game.fromState(saved)
    assert.deepEqual(snapshot(restored), snapshot(game), note)
    assert.deepEqual(snapshot(throughJson(game)), snapshot(game), note)
    assert.equal(restored.options.variant, options.variant)
    assert.equal(restored.options.draws, options.draws)
    const taken = new Game({ fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' })
    assert.deepEqual(taken.setState(saved), game.status)
    assert.deepEqual(snapshot(taken), snapshot(game), note)
    for (let ply = moves.length - 1; ply >= 0; ply--) assert.equal(restored.undo().uci, moves[ply])
    assert.equal(restored.fen, snapshots[0].fen)
    assert.equal(restored.hash, snapshots[0].hash)
  }
})

test('a clone is the same game and then goes its own way', () => {
  for (let index = 6000; index < 6000 + games(300); index++) {
    const { game, moves, snapshots, note } = randomPlayed(index)
    const before = snapshot(game)
    const clone = game.clone()
    assert.deepEqual(snapshot(clone), before, note)
    rewind(clone)
    assert.deepEqual(snapshot(game), before, `${note}: undo in the clone`)
    assert.deepEqual(snapshot(clone), snapshots[0], note)
    clone.headers.set('Event', 'elsewhere')
    clone.stop()
    assert.deepEqual(snapshot(game), before, `${note}: the clone stopped`)
    if (moves.length) assert.equal(game.undo().uci, moves.at(-1))
  }
})

test('playMoves fails in the same way for a list of UCI as for one with SAN in it', () => {
  for (let index = 7500; index < 7500 + games(300); index++) {
    const { game, options, moves, random, note } = randomPlayed(index)
    const broken = Math.floor(random() * moves.length)
    if (moves.length === 0) continue
    const lists = [moves.with(broken, 'e4e4'), [...moves, 'a1a1']]
    if (game.status.over) lists.push([...moves, moves[0]])
    for (const list of lists) {
      const errors = [list, list.map((uci, ply) => (ply % 2 ? uci : `${uci}+`))].map(texts => {
        const many = new Game(options)
        const before = snapshot(many)
        const error = thrown(() => many.playMoves(texts))
        assert.deepEqual(snapshot(many), before, note)
        return [error.code, error.ply, error.offset, error.input.replace('+', '')]
      })
      assert.deepEqual(errors[0], errors[1], note)
      if (list.length > moves.length) {
        assert.equal(errors[0][1], list.length, note)
        assert.equal(errors[0][0] === 'ERR_GAME_OVER', game.status.over, note)
      }
    }
  }
})

/** What a call throws. */
function thrown(call) {
  try {
    call()
  } catch (error) {
    return error
  }
  return assert.fail('nothing was thrown')
}

test('playMoves in UCI, in SAN and mixed is the loop of moves', () => {
  for (let index = 7000; index < 7000 + games(400); index++) {
    const { game, options, moves, sans, note } = randomPlayed(index)
    const mixed = moves.map((uci, ply) => (ply % 2 ? uci : sans[ply]))
    for (const list of [moves, sans, mixed]) {
      const many = new Game(options)
      assert.deepEqual(many.playMoves(list), game.status, note)
      assert.deepEqual(snapshot(many), snapshot(game), note)
      assert.deepEqual(
        new Game(options).line(list).map(({ uci, san }) => [uci, san]),
        moves.map((uci, ply) => [uci, sans[ply]]),
        note,
      )
    }
  }
})
