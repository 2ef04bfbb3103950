// SPDX-License-Identifier: Apache-2.0
// Leaves of the tree of legal moves in every variant: counts that others published and confirm, and on random positions
// native Fairy-Stockfish and ffish under every root move.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { perft, root } from './support/binbo.js'
import { fairyDivide, findFairyStockfish } from './support/fairy-stockfish.js'
import { games } from './support/random-games.js'
import {
  chooseMove,
  randomOf,
  randomStart,
  randomStyle,
  variantSeed as seed,
} from './support/random-variants.js'
import { Binbo, Ffish, VARIANTS } from './support/variant-boards.js'
import { fieldsOf } from './support/variant-fen.js'

const TABLE = JSON.parse(readFileSync(`${root}tests/data/variant-perft.json`, 'utf8'))
const MOST_LEAVES = 1_700_000

const sum = divided => [...divided.values()].reduce((total, count) => total + count, 0)

for (const variant of VARIANTS) {
  test(`${variant}: published counts`, () => {
    const rows = TABLE.filter(row => row.variant === variant)
    assert.ok(rows.length >= 3)
    for (const { fen, counts, source } of rows) {
      for (const [index, count] of counts.entries()) {
        if (count > MOST_LEAVES) continue
        const depth = index + 1
        assert.equal(perft(fen, depth, { variant }), count, `${fen} to depth ${depth} (${source})`)
        if (count > 100_000) continue
        assert.equal(perft(fen, depth, { variant, bulk: false }), count, `${fen}, each leaf listed`)
        assert.equal(sum(perft(fen, depth, { variant, divide: true })), count, `${fen}, divided`)
      }
    }
  })
}

// What fairy-stockfish 11.1 plays otherwise.
const UNKNOWN_TO_FAIRY = new Set(['atomic']) // it does not know the variant
/** In racing kings it does not give Black a last move, so no king may come home within the tree. */
const isKnownToFairy = (variant, fen, depth) =>
  !UNKNOWN_TO_FAIRY.has(variant) &&
  (variant !== 'racingkings' || !/[kK]/.test(fieldsOf(fen).board.split('/').slice(0, depth).join('')))

/** Positions of random games. Each comes with a depth that costs about the same everywhere. */
function randomPositions(variant, count) {
  const positions = []
  for (let game = 0; positions.length < count; game++) {
    const random = randomOf(seed, variant, game)
    const { fen: start, chess960 } = randomStart(random, variant)
    let board
    try {
      board = new Binbo(variant, start)
    } catch {
      continue // impossible
    }
    const style = randomStyle(random)
    const stop = Math.floor(random() * 40)
    for (let ply = 0; ; ply++) {
      const [fen, moves] = [board.fen(), board.moves()]
      if (moves.length === 0) break
      if (ply === stop) {
        // In these games castling is king takes rook as long as there are rights that say so.
        positions.push({ variant, fen, chess960, depth: moves.length > 60 ? 2 : 3 })
        break
      }
      board.play(chooseMove(random, { variant, ...fieldsOf(fen), moves, style }))
    }
    board.close()
  }
  return positions
}

const divided = new Map()
/** @returns {[string, number][]} sorted */
function divide({ variant, fen, depth }) {
  const key = `${variant} ${fen} ${depth}`
  if (!divided.has(key)) divided.set(key, [...perft(fen, depth, { variant, divide: true })].sort())
  return divided.get(key)
}

/** Castling as king takes rook becomes king to g or c, as a game writes it that starts from this FEN. */
function sameCastling(counts, { fen, variant }) {
  const ours = new Set(divide({ fen, variant, depth: 1 }).map(([move]) => move))
  return counts
    .map(([move, count]) => {
      if (ours.has(move)) return [move, count]
      const wing = move[2] > move[0] ? 'g' : 'c'
      return [`${move.slice(0, 2)}${wing}${move[1]}`, count]
    })
    .sort()
}

test('random positions have the counts of native Fairy-Stockfish under every root move', t => {
  const path = findFairyStockfish()
  if (!path) {
    t.diagnostic('Fairy-Stockfish is not installed (package fairy-stockfish): its counts were not compared.')
    return
  }
  const jobs = VARIANTS.flatMap(variant => randomPositions(variant, games(25))).filter(
    ({ variant, fen, depth }) => isKnownToFairy(variant, fen, depth),
  )
  assert.ok(jobs.length > games(25) * 4)
  for (const [index, counts] of fairyDivide(path, jobs).entries()) {
    const job = jobs[index]
    const note = `seed ${seed}: ${job.variant} ${job.fen}`
    assert.deepEqual(divide(job), sameCastling([...counts], job), note)
  }
})

/** ffish lists moves only. */
function count(variant, fen, chess960, depth) {
  const board = new Ffish(variant, fen, chess960)
  const moves = board.moves()
  board.close()
  if (depth === 1) return moves.length
  let leaves = 0
  for (const move of moves) {
    const child = new Ffish(variant, fen, chess960)
    child.play(move)
    leaves += count(variant, child.fen(), chess960, depth - 1)
    child.close()
  }
  return leaves
}

test('random positions of atomic chess and racing kings have the counts of ffish', () => {
  for (const variant of ['atomic', 'racingkings']) {
    for (const { fen, chess960 } of randomPositions(variant, games(15))) {
      assert.equal(
        perft(fen, 2, { variant }),
        count(variant, fen, chess960, 2),
        `seed ${seed}: ${variant} ${fen}`,
      )
    }
  }
})
