// SPDX-License-Identifier: Apache-2.0
// Laws on random games: what is legal, what the position becomes and what it is called are those of the
// slow oracle in support/reference.js, position by position.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Game, validateFen } from './support/binbo.js'
import { games, randomOf, randomSetup, seed, walkGame } from './support/random-games.js'
import {
  attackersOf,
  formatFen,
  inCheck,
  legalMoves,
  nameOf,
  other,
  parseFen,
  play,
} from './support/reference.js'
import { pinnedOf, statusOf } from './support/reference-rules.js'
import { startFen } from './support/scharnagl.js'

const NAMES = { w: 'white', b: 'black' }

/** Everything that one position shows, against the oracle. */
function comparePosition(game, { position, ucis, sans, moves, occurrences, ply }, draws) {
  assert.equal(game.fen, formatFen(position))
  const status = statusOf(position, occurrences, draws, moves)
  assert.deepEqual(game.status, status)
  assert.equal(game.isCheck, inCheck(position))
  assert.equal(game.sideToMove, NAMES[position.side])
  assert.equal(game.ply, ply)
  assert.equal(game.halfmoveClock, position.half)
  assert.equal(game.fullmoveNumber, position.full)
  assert.deepEqual(game.legalMoves('uci').sort(), status.over ? [] : ucis.toSorted())
  assert.deepEqual(game.legalMoves('san').sort(), status.over ? [] : sans.toSorted())
  return !status.over
}

/** Walks random games; `begin(index, random)` says how each starts. */
function lawOfGames(count, first, begin) {
  for (let index = first; index < first + games(count); index++) {
    const random = randomOf(index)
    const options = { random, ...begin(index, random) }
    const variant = options.chess960 ? 'chess960' : 'standard'
    const draws = index % 2 ? 'claim' : 'automatic'
    const game = new Game({ fen: options.fen, variant, draws })
    const note = () =>
      `seed ${seed}, game ${index}, ${variant}, ${draws}: ${options.fen ?? 'start'} ${game.moves.map(move => move.uci).join(' ')}`
    try {
      walkGame(
        options,
        stop => comparePosition(game, stop, draws),
        (stop, chosen) => game.move(stop.ucis[chosen]),
      )
    } catch (error) {
      error.message = `${note()}\n${error.message}`
      throw error
    }
    game.stop()
  }
}

test('standard games agree with the oracle', () => {
  lawOfGames(300, 0, index => ({ style: index % 2 ? 'uniform' : 'sharp', plies: 90 }))
})

test('Chess960 games agree with the oracle', () => {
  lawOfGames(300, 10_000, (index, random) => ({
    fen: startFen(Math.floor(random() * 960)),
    chess960: true,
    style: index % 3 ? 'sharp' : 'uniform',
    plies: 60,
  }))
})

test('games from positions with few men agree with the oracle', () => {
  lawOfGames(1200, 20_000, (_, random) => ({ fen: randomSetup(random), style: 'sharp', plies: 40 }))
})

test('games that go back and forth agree with the oracle', () => {
  lawOfGames(300, 30_000, (index, random) => ({
    fen: index % 4 ? randomSetup(random) : undefined,
    style: 'shuffle',
    plies: 60,
  }))
})

test('the hash kept move by move is that of the position set up anew', () => {
  for (let index = 40_000; index < 40_000 + games(150); index++) {
    const random = randomOf(index)
    const chess960 = index % 3 === 0
    const fen = chess960
      ? startFen(Math.floor(random() * 960))
      : index % 3 === 1
        ? randomSetup(random)
        : undefined
    const variant = chess960 ? 'chess960' : 'standard'
    const game = new Game({ fen, variant, draws: 'claim' })
    walkGame(
      { random, fen, chess960, style: 'sharp', plies: 50 },
      ({ position }) => {
        const anew = new Game({ fen: formatFen(position), variant, draws: 'claim' })
        assert.equal(game.hash, anew.hash, `seed ${seed}, game ${index}: ${formatFen(position)}`)
        anew.stop()
        return !game.status.over
      },
      (stop, chosen) => game.move(stop.ucis[chosen]),
    )
  }
})

test('FEN in, FEN out: every spelling of castling rights and en passant', () => {
  for (let index = 50_000; index < 50_000 + games(250); index++) {
    const random = randomOf(index)
    const chess960 = index % 2 === 0
    const variant = chess960 ? 'chess960' : 'standard'
    const fen = chess960
      ? startFen(Math.floor(random() * 960))
      : index % 4 === 1
        ? randomSetup(random)
        : undefined
    walkGame({ random, fen, chess960, style: 'sharp', plies: 40 }, ({ position, ply }) => {
      if (ply % 4) return true
      for (const castling of ['xfen', 'shredder']) {
        for (const enPassant of ['always', 'pseudo', 'legal']) {
          const written = formatFen(position, { enPassant, castling })
          const game = new Game({ fen: written, variant })
          const note = `seed ${seed}, game ${index}: ${written}`
          assert.equal(game.toFen({ enPassant, castling }), written, note)
          assert.equal(game.fen, formatFen(position, { enPassant }), note)
          assert.equal(game.toFen({ enPassant: 'legal' }), formatFen(position, { enPassant: 'legal' }), note)
          game.stop()
        }
      }
      return true
    })
  }
})

test('strict accepts every position of a game', () => {
  for (let index = 90_000; index < 90_000 + games(200); index++) {
    const random = randomOf(index)
    const chess960 = index % 2 === 0
    const variant = chess960 ? 'chess960' : 'standard'
    const fen = chess960 ? startFen(Math.floor(random() * 960)) : undefined
    walkGame({ random, fen, chess960, style: 'sharp', plies: 120 }, ({ position }) => {
      for (const enPassant of ['always', 'legal']) {
        const reached = formatFen(position, { enPassant })
        assert.deepEqual(
          validateFen(reached, { variant, strict: true }),
          { ok: true },
          `seed ${seed}, game ${index}: ${reached}`,
        )
      }
      return true
    })
  }
})

test('attackers and pinned men are the oracle’s', () => {
  for (let index = 60_000; index < 60_000 + games(400); index++) {
    const fen = randomSetup(randomOf(index))
    const position = parseFen(fen)
    const game = new Game({ fen })
    for (const side of ['w', 'b']) {
      const note = `seed ${seed}, game ${index}: ${side} in ${fen}`
      assert.deepEqual(game.pinned(NAMES[side]).sort(), pinnedOf(position, side).map(nameOf).sort(), note)
      for (let at = 0; at < 64; at++) {
        const expected = attackersOf(position.board, at, side).map(nameOf).sort()
        assert.deepEqual(game.attackers(nameOf(at), NAMES[side]).sort(), expected, `${note} on ${nameOf(at)}`)
      }
    }
    game.stop()
  }
})

test('all illegal moves are refused and all others played', () => {
  for (let index = 70_000; index < 70_000 + games(12); index++) {
    const random = randomOf(index)
    const fen = index % 2 ? randomSetup(random) : undefined
    const game = new Game({ fen, draws: 'claim' })
    walkGame(
      { random, fen, style: 'sharp', plies: 20 },
      ({ position, moves, ucis, ply }) => {
        if (game.status.over) return false
        if (ply % 10) return true
        const legal = new Set(ucis)
        const castlings = moves.filter(move => move.castling).map(move => nameOf(move.from) + nameOf(move.to))
        for (const uci of [
          ...castlings,
          ...ucis.filter(uci => uci.endsWith('q')).map(uci => uci.slice(0, 4)),
        ])
          legal.add(uci)
        for (let from = 0; from < 64; from++) {
          for (let to = 0; to < 64; to++) {
            for (const promotion of ['', 'q', 'n']) {
              const uci = nameOf(from) + nameOf(to) + promotion
              assert.equal(game.isLegal(uci), legal.has(uci), `${uci} in ${formatFen(position)}`)
            }
          }
        }
        return true
      },
      (stop, chosen) => game.move(stop.ucis[chosen]),
    )
  }
})

test('a move out of check, a pin or the way of a check: the oracle takes kings where they may be taken', () => {
  const position = parseFen('8/8/8/K2pP2r/8/8/8/7k w - d6 0 2')
  const captures = legalMoves(position).filter(move => move.enPassant)
  assert.deepEqual(captures, [])
  assert.equal(other(play(position, legalMoves(position)[0]).side), 'w')
})
