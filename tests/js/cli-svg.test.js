// SPDX-License-Identifier: Apache-2.0
// binbo svg: its options, and what it says to wrong ones.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { boardSvg } from '../../dist/svg.js'
import { dist, Game } from './support/binbo.js'
import { startProgram } from './support/program.js'

const program = join(dist, 'cli/main.js')
const draw = args => startProgram(process.execPath, [program, 'svg', ...args], { env: process.env }).ended

const FEN = 'r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4'

test('it writes what boardSvg() returns', async () => {
  assert.equal((await draw([])).stdout, `${boardSvg(new Game())}\n`)
  const options = [
    '--orientation',
    'black',
    '--last-move',
    'h5f7',
    '--coordinates',
    'inside',
    '--theme',
    'plum',
  ]
  const marks = [
    '--arrow',
    'c4f7:red',
    '--arrow=g1f3',
    '--circle',
    'e8:#abc',
    '--size',
    '300',
    '--title',
    '<b>',
  ]
  const { stdout, stderr, code } = await draw([...options, ...marks, FEN])
  assert.deepEqual([stderr, code], ['', 0])
  const wanted = boardSvg(FEN, {
    orientation: 'black',
    lastMove: 'h5f7',
    coordinates: 'inside',
    theme: 'plum',
    arrows: [
      { from: 'c4', to: 'f7', color: 'red' },
      { from: 'g1', to: 'f3' },
    ],
    circles: [{ square: 'e8', color: '#abc' }],
    size: 300,
    title: '<b>',
  })
  assert.equal(stdout, `${wanted}\n`)
  assert.equal((await draw(FEN.split(' '))).stdout, `${boardSvg(FEN)}\n`, 'a FEN without quotation marks')
  const pockets = 'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2'
  assert.equal((await draw(['--variant', 'crazyhouse', pockets])).code, 0)
})

test('wrong usage has exit code 2 and says what is wrong', async () => {
  for (const [args, message] of [
    [['nonsense'], /FEN/],
    [['--theme', 'brown'], /--theme is one of maple, slate/],
    [['--size', 'big'], /--size is a number of pixels, not 'big'/],
    [['--coordinates', 'up'], /outside, inside or none/],
    [['--arrow', 'e2'], /^$/],
    [['--arrow', 'x9e4'], /--arrow names squares/],
    [['--last-move', 'Nf3'], /--last-move is a move such as e2e4, not 'Nf3'/],
    [['--variant', 'chess2'], /--variant is one of/],
    [['--colour', 'red'], /--colour/],
  ]) {
    const { stdout, stderr, code } = await draw(args)
    const isWrong = message.source !== '^$'
    assert.equal(code, isWrong ? 2 : 0, args.join(' '))
    assert.match(stderr, message)
    assert.equal(stdout === '', isWrong)
  }
})
