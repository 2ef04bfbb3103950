// SPDX-License-Identifier: Apache-2.0
// Random games of every variant: each position compared with chessops and ffish. `make variants` plays more of them.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { root } from './support/binbo.js'
import { games } from './support/random-games.js'
import { variantSeed as seed } from './support/random-variants.js'
import { Binbo, Chessops, Ffish, VARIANTS } from './support/variant-boards.js'
import { compareGame, describe, replay } from './support/variant-comparison.js'
import { DIFFERENCES } from './support/variant-differences.js'

const GAMES = games(60)

for (const variant of VARIANTS) {
  test(`${variant}: legal moves, FEN, SAN, check, result and material as chessops and ffish have them`, () => {
    const errors = []
    const results = new Set()
    let positions = 0
    for (let game = 0; game < GAMES; game++) {
      const played = compareGame(
        { variant, seed, game, Subject: Binbo, Witnesses: [Chessops, Ffish] },
        difference => {
          if (!difference.reason) errors.push(`${describe(difference)}\n  ${replay(difference, seed)}`)
        },
      )
      positions += played.plies
      results.add(played.result)
    }
    assert.equal(
      errors.length,
      0,
      `${errors.length} differences, the first:\n${errors.slice(0, 3).join('\n')}`,
    )
    assert.ok(positions > 10 * GAMES, `only ${positions} positions`)
    if (GAMES >= 60) assert.ok(results.has('1-0') && results.has('0-1'), 'a side never won')
  })
}

test('web/docs/variants.md lists every allowed difference', () => {
  const text = readFileSync(`${root}web/docs/variants.md`, 'utf8').replace(/\s+/g, ' ')
  for (const { variant, witness, reason } of DIFFERENCES) {
    assert.ok(text.includes(reason), `${variant}, ${witness}: ${reason}`)
  }
})

// What a wrong library would say: one answer of chessops is changed at a time.
const WRONG = {
  moves: class extends Chessops {
    moves() {
      return super.moves().slice(1)
    }
  },
  fen: class extends Chessops {
    fen() {
      return super.fen().replace(/\d+$/, number => String(Number(number) + 1))
    }
  },
  check: class extends Chessops {
    isCheck() {
      return !super.isCheck()
    }
  },
  result: class extends Chessops {
    result() {
      return super.result().replace('1-0', '*')
    }
  },
  material: class extends Chessops {
    cannotWin(color) {
      return !super.cannotWin(color)
    }
  },
  san: class extends Chessops {
    san(move) {
      return super.san(move).replace(/[+#]?$/, '+')
    }
  },
  readSan: class extends Chessops {
    readSan(san) {
      return super.readSan(san)?.slice(0, 3)
    }
  },
}

for (const [kind, Subject] of Object.entries(WRONG)) {
  test(`the comparison notices a wrong answer: ${kind}`, () => {
    const found = new Set()
    for (let game = 0; game < 40 && !found.has(kind); game++) {
      compareGame({ variant: 'kingofthehill', seed, game, Subject, Witnesses: [Chessops] }, difference => {
        assert.equal(difference.reason, undefined)
        found.add(difference.kind)
      })
    }
    assert.ok(found.has(kind), [...found].join(' '))
  })
}
