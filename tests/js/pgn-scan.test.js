// SPDX-License-Identifier: Apache-2.0
// Comments, tags and line ends are looked for many bytes at a time: each byte of a block is tried as the one that ends
// a search. Tests in C run the same searches without SIMD.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePgn } from '../../dist/pgn.js'

const LONGEST = 100
const BEYOND = '\u00ff\u00fe~|\u007f'

test('comments of every length end at their brace', () => {
  for (let length = 0; length <= LONGEST; length++) {
    const plain = 'x'.repeat(length)
    const broken = `${BEYOND}${'y'.repeat(length)}`
    const [game, next] = parsePgn(
      `1. e4 {${plain}} e5 {a\r\n${broken}} 2. Nf3 {z} *\n\n[Event "b"]\n\n1. d4 *`,
    )
    const [e4, e5, knight] = [...game.mainline()]
    assert.deepEqual([e4.comments, e5.comments, knight.comments], [[plain], [`a ${broken}`], ['z']])
    assert.equal(next.mainline().next().value?.san, 'd4')
    assert.deepEqual(game.errors, [])
  }
})

test('values of tags of every length end at their quote', () => {
  for (let length = 0; length <= LONGEST; length++) {
    const value = `${'v'.repeat(length)}\\"${BEYOND}`
    const [game] = parsePgn(`[Event "${value}"]\n[Site "${'s'.repeat(length)}"]\n\n1. e4 *`)
    assert.equal(game.headers.get('Event'), `${'v'.repeat(length)}"${BEYOND}`)
    assert.equal(game.headers.get('Site'), 's'.repeat(length))
  }
})

test('lines of every length are counted', () => {
  for (let length = 0; length <= LONGEST; length++) {
    const line = `${'x'.repeat(length)} {y}`
    const [game] = parsePgn(`1. e4 {${line.slice(0, length)}\n${line.slice(0, length)}\r\n\r} Ke8 *`)
    assert.deepEqual(
      game.errors.map(({ code, line: at }) => [code, at]),
      [['ERR_PGN_MOVE', 4]],
    )
  }
})
