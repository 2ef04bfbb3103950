// SPDX-License-Identifier: Apache-2.0
// Variants in the bridge's filter: the choices of UCI_Variant, positions, drops, castling, and searches.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterOf, lineOf, reasonOf, variantFilter } from './support/command-filter.js'

/** The lines for the engine after the variant was set. */
const inVariant = (choice, messages) => {
  const filter = variantFilter()
  lineOf(filter, `setoption name UCI_Variant value ${choice}`)
  return messages.map(message => lineOf(filter, message))
}

test('UCI_Variant has the choices that the engine offers and whose rules are known', () => {
  assert.deepEqual(variantFilter().declared, {
    line: 'option name UCI_Variant type combo default chess var chess var crazyhouse var antichess var 3check var horde',
    lowering: null,
  })
  for (const [option, line, lowering] of [
    ['type combo default shogi var shogi var atomic', 'default atomic var atomic', 'atomic'],
    ['type combo var chess var atomic', 'default chess var chess var atomic', 'chess'],
    ['type combo default crazyhouse var crazyhouse', 'default crazyhouse var crazyhouse', null],
    ['type combo default Three-Check var Three-Check', 'default Three-Check var Three-Check', null],
    ['type combo default shogi var shogi var losers var fischerandom', null, null],
    ['type combo default chess', null, null],
    ['type string default chess', null, null],
    ['type button', null, null],
  ])
    assert.deepEqual(
      variantFilter(`option name UCI_Variant ${option}`).declared,
      {
        line: line && `option name UCI_Variant type combo ${line}`,
        lowering: lowering && `setoption name UCI_Variant value ${lowering}`,
      },
      option,
    )
  const filter = variantFilter()
  assert.equal(
    lineOf(filter, 'setoption name uci_variant value CRAZYHOUSE'),
    'setoption name UCI_Variant value crazyhouse',
  )
  for (const value of ['shogi', 'bughouse', 'atomic', '', 'crazyhouse /etc/passwd'])
    assert.match(reasonOf(filter, `setoption name UCI_Variant value ${value}`), /one of 'chess'/, value)
  assert.match(reasonOf(filterOf(), 'setoption name UCI_Variant value chess'), /no option 'UCI_Variant'/)
  const startpos = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
  assert.equal(lineOf(filter, 'position startpos'), `position fen ${startpos}[] w KQkq - 0 1`)
  const crazyhouse = variantFilter('option name UCI_Variant type combo default crazyhouse var crazyhouse')
  assert.equal(lineOf(crazyhouse, 'position startpos'), `position fen ${startpos}[] w KQkq - 0 1`)
})

test('positions and moves are checked by the rules of the variant that is set', () => {
  const pocket = 'position fen 4k3/P7/8/8/8/8/8/4K3[Qp] w - - 0 1'
  const promoted = pocket.replace('P7', 'Q~7')
  assert.deepEqual(
    inVariant('crazyhouse', [
      `${pocket} moves q@D5 P@e7`,
      promoted,
      `${pocket.replace('[Qp]', '/Qp')} moves A7A8Q`,
      `${pocket} moves e1d1`,
      'go searchmoves p@e6 depth 1',
    ]),
    [
      `${pocket} moves Q@d5 P@e7`,
      promoted,
      `${pocket} moves a7a8q`,
      `${pocket} moves e1d1`,
      'go depth 1 searchmoves P@e6',
    ],
  )
  const filter = variantFilter()
  assert.match(reasonOf(filter, pocket), /./, 'no pockets in standard chess')
  assert.match(reasonOf(filter, 'position startpos moves P@e4'), /P@e4/)
  lineOf(filter, 'setoption name UCI_Variant value crazyhouse')
  for (const wrong of [
    `${pocket} moves N@d5`,
    `${pocket} moves Q@a7`,
    `${pocket} moves K@a2`,
    `${pocket} moves @a2`,
    `${pocket} moves a7a8k`,
    pocket.replace('[Qp]', '[K]'),
    pocket.replace('[Qp]', `[${'Q'.repeat(19)}]`),
    pocket.replace('P7', 'PPPPPPPP').replace('8/8', 'PPPPPPPP/8'),
  ])
    assert.ok(reasonOf(filter, wrong), wrong)
  lineOf(filter, 'setoption name UCI_Variant value 3check')
  assert.equal(
    lineOf(filter, 'position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +1+0 moves a1a8'),
    'position fen 4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1 moves a1a8',
  )
  lineOf(filter, 'setoption name UCI_Variant value antichess')
  assert.equal(
    lineOf(filter, 'position fen 8/P7/8/8/8/8/8/k7 w - - 0 1 moves A7A8K'),
    'position fen 8/P7/8/8/8/8/8/k7 w - - 0 1 moves a7a8k',
  )
  lineOf(filter, 'position fen kkkkk3/8/8/8/8/8/8/KKKKKKKK w - - 0 1')
  assert.ok(reasonOf(filter, 'position fen kkkkk3/8/8/8/8/8/8/KKKKKKKK w - - 0 1 moves a1a3'))
  assert.ok(reasonOf(filter, 'position fen 8/8/kkkkkkkk/kkkkkkkk/8/8/8/K7 w - - 0 1'))
  lineOf(filter, 'setoption name UCI_Variant value horde')
  assert.match(lineOf(filter, 'position startpos moves a4a5'), /^position fen rnbqkbnr\/.* moves a4a5$/)
  assert.ok(reasonOf(filter, `position fen 4k3/8${'/PPPPPPPP'.repeat(5)}/8 w - - 0 1`))
})

test('a search waits for a position of the variant that was set, and for one that is not over', () => {
  const filter = variantFilter()
  lineOf(filter, 'position startpos')
  lineOf(filter, 'setoption name UCI_Variant value chess')
  assert.equal(lineOf(filter, 'go depth 1'), 'go depth 1', 'it is the same variant')
  lineOf(filter, 'setoption name UCI_Variant value 3check')
  assert.match(reasonOf(filter, 'go depth 1'), /of another variant: send another one before go/)
  lineOf(filter, 'position startpos')
  assert.equal(lineOf(filter, 'go depth 1'), 'go depth 1')
  lineOf(filter, 'position fen 4k3/8/8/8/8/8/8/R3K3 b - - 0+3 0 1')
  assert.match(reasonOf(filter, 'go depth 1'), /the game is over/, 'Fairy-Stockfish crashes there')
  lineOf(filter, 'position fen 4k3/8/8/8/8/8/8/R3K3 b - - 1+3 0 1')
  lineOf(filter, 'go depth 1')
})

test('castling in variants is read and written as the option UCI_Chess960 says', () => {
  const usual = 'position fen r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1'
  const other = 'position fen 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1[] w GBgb - 0 1'
  const filter = variantFilter()
  lineOf(filter, 'setoption name UCI_Variant value crazyhouse')
  for (const [given, written] of [
    ['e1g1', 'e1g1'],
    ['e1h1', 'e1g1'],
    ['e1a1', 'e1c1'],
  ])
    assert.equal(lineOf(filter, `${usual} moves ${given}`), `${usual} moves ${written}`)
  assert.match(reasonOf(filter, other), /needs the option UCI_Chess960/)
  lineOf(filter, 'setoption name UCI_Chess960 value true')
  for (const [given, written] of [
    ['e1h1 e8a8', 'e1h1 e8a8'],
    ['e1g1 e8c8', 'e1h1 e8a8'],
    ['e1d1', 'e1d1'],
  ])
    assert.equal(lineOf(filter, `${usual} moves ${given}`), `${usual} moves ${written}`)
  assert.equal(lineOf(filter, usual), usual)
  assert.equal(lineOf(filter, 'go depth 1 searchmoves e1g1'), 'go depth 1 searchmoves e1h1')
  assert.match(lineOf(filter, `${other} moves e1b1`), /^position fen 1r2k1r1\/.*\[\] w \w+ - 0 1 moves e1b1$/)
})
