// SPDX-License-Identifier: Apache-2.0
// What is written is read back as the same game: of random trees, and of texts with random faults.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pick } from '../random.js'
import { gameOf, parsePgn, treeFacts } from './support/pgn.js'
import { games, randomOf, seed } from './support/random-games.js'
import { randomTree } from './support/random-trees.js'

const WIDTHS = [undefined, undefined, Number.POSITIVE_INFINITY, 1, 20, 255]

test('parse(write(tree)) is the tree, and writing it again gives the same text', () => {
  for (let index = 0; index < games(400); index++) {
    const random = randomOf(index)
    const game = randomTree(random, Math.floor(random() * 60))
    const note = `tree ${index} of seed ${seed}`
    const text = game.toString({ width: pick(random, WIDTHS) })
    const again = gameOf(text)
    assert.deepEqual(treeFacts(again), treeFacts(game), `${note}\n${text}`)
    assert.equal(again.toString(), game.toString(), note)
    for (const [at, node] of [...again.mainline()].entries()) {
      assert.equal(node.fen, [...game.mainline()][at].fen, note)
    }
  }
})

const SOUP = [
  ...['e4', 'e5', 'Nf3', 'Nc6', 'd4', 'd5', 'c4', 'exd5', 'O-O', 'Bb5', 'a6', '--', 'Ke2', 'h4', 'g5', 'Qh5'],
  ...[
    '1.',
    '1...',
    '2.',
    '7...',
    '.',
    '(',
    ')',
    '(',
    ')',
    '$1',
    '$',
    '!',
    '?!',
    '+-',
    '=',
    '±',
    '{a}',
    '{}',
    '{ b\n c }',
  ],
  ...[
    '{[%clk 0:00:01]}',
    '{x [%eval #3] y}',
    '{[%csl Ra1][%csl Gb2]}',
    '{[%clk [%clk 0:00:01] 0:00:02]}',
    '; line }\n',
  ],
  ...[
    '\n% escaped\n',
    '\n',
    '\n\n',
    '*',
    '1-0',
    '½-½',
    '0:1',
    '{not closed',
    '}',
    '"',
    '<',
    'x',
    'P-K4',
    '♘f3',
    'é',
  ],
  ...[
    '[Event "e"]',
    '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 5 9"]',
    '[FEN "bad"]',
    '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - -"]',
  ],
  ...[
    '[SetUp "0"]',
    '[Variant "Fischerandom"]',
    '[Variant "Bughouse"]',
    '[Result "1-0"]',
    '[Result "?"]',
    '[Bad]',
    '[A-b "c"]',
  ],
  ...['[White "a \\"b\\" \\\\"]', '[White "Jos\u00e9"]', '{Jos\u00e9}'],
]

/** Nearly PGN. */
function soup(random) {
  let text = random() < 0.5 ? '[Event "e"]\n\n1. ' : ''
  for (let count = Math.floor(random() * 40); count > 0; count--)
    text += pick(random, SOUP) + pick(random, ' \n ')
  return random() < 0.2 ? Buffer.from(text, 'latin1') : text
}

test('whatever has been read is written such that it is read again as the same', () => {
  for (let index = 0; index < games(4000); index++) {
    const text = soup(randomOf(index))
    for (const game of parsePgn(text)) {
      const note = `soup ${index} of seed ${seed}\n${text}\n--- written\n${game}`
      const [again, ...others] = parsePgn(game.toString())
      assert.equal(others.length, 0, note)
      assert.deepEqual(treeFacts(again), treeFacts(game), note)
    }
  }
})
