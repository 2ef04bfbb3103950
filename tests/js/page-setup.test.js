// SPDX-License-Identifier: Apache-2.0
// The position editor without a browser: drafts are FENs, and every reason that a FEN can be refused for has a
// sentence for players.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Game, START_FEN, VARIANTS, validateFen } from 'binbo'
import { ERRORS } from '#js/core/generated/errors.js'
import {
  enPassantSquares,
  promotedByTurns,
  RIGHTS,
  readDraft,
  startDraft,
  swapped,
  withPieces,
  withRight,
  withVariant,
  writeDraft,
} from '#web/study/draft.js'
import { judge, syntaxFault } from '#web/study/judgement.js'

const data = name => JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'))
/** Without the marks of the places. A draft takes pockets and counted checks as signs of their variant. */
const cases = data('fen-errors.json')
  .cases.filter(({ code }) => !/(POCKET|CHECKS)_VARIANT/.test(code))
  .map(item => ({ ...item, fen: item.fen.replace(/[<>]/g, '') }))
const isMalformed = ({ fen, variant = 'standard' }) => syntaxFault(fen, variant) !== null

test('every well-formed FEN is a draft with the error of the core and a sentence of its own', () => {
  const seen = new Set()
  for (const item of cases) {
    const { code, fen, variant = 'standard', strict = false } = item
    seen.add(code)
    if (isMalformed(item)) continue
    const verdict = judge(readDraft(fen, variant))
    assert.equal(verdict.code, code, fen)
    assert.equal(verdict.kind, strict ? 'unreachable' : 'illegal', fen)
    assert.doesNotMatch(verdict.text, /'|FEN|undefined/, fen)
  }
  const codes = [...ERRORS.values()]
    .map(([code]) => code)
    .filter(code => code.startsWith('ERR_FEN') && !/(POCKET|CHECKS)_VARIANT/.test(code))
  assert.deepEqual([...seen].sort(), codes.sort())
})

test('errors of syntax are distinguished from illegal positions, with their place', () => {
  for (const item of cases) {
    const isIllegal = /KING|MANY|EDGE|IN_CHECK|CASTLING_|NO_CASTLING|PASSANT_|STRICT|RACE/.test(item.code)
    assert.equal(isMalformed(item), !isIllegal, item.fen)
  }
  assert.deepEqual(syntaxFault('4k3/8/8/3x4/8/8/8/4K3 w - - 0 1', 'standard'), {
    text: "A board has only pnbrqkPNBRQK, 1 to 8 and '/', and '~' after a promoted piece of crazyhouse.",
    code: 'ERR_FEN_PIECE',
    offset: 9,
  })
})

test('pockets, promoted pieces and checks tell the variant, and are kept', () => {
  const placed = 'rnb1k3/8/8/3Q4/8/8/8/4K3'
  for (const [fen, variant, written = fen] of [
    ['rnb1k3/8/8/3Q~4/8/8/8/4K3[QNp] b - - 3 9', 'crazyhouse'],
    ['rnb1k3/8/8/3Q~4/8/8/8/4K3 b - - 3 9', 'crazyhouse', 'rnb1k3/8/8/3Q~4/8/8/8/4K3[] b - - 3 9'],
    [`${placed} b - - 2+1 3 9`, '3check'],
    [`${placed} b - - 3 9 +1+2`, '3check', `${placed} b - - 2+1 3 9`],
  ]) {
    const draft = readDraft(fen, 'standard')
    assert.deepEqual([draft.variant, writeDraft(draft)], [variant, written])
    assert.equal(writeDraft(swapped(swapped(draft))), written)
    assert.equal(writeDraft(withVariant(draft, 'atomic')), `${placed} b - - 3 9`)
  }
  assert.match(writeDraft(withVariant(readDraft(`${placed} b - - 3 9`, 'atomic'), '3check')), / 3\+3 3 9$/)
  const draft = readDraft(`${placed} b - - 3 9`, 'crazyhouse')
  const promoted = withPieces(draft, [['d5', promotedByTurns(draft.pieces, 'd5')]])
  assert.match(writeDraft(promoted), /3Q~4.*\[\] b/)
  assert.equal(promotedByTurns(promoted.pieces, 'd5'), 'Q')
  assert.equal(promotedByTurns(draft.pieces, 'e8'), 'k')
  assert.equal(promotedByTurns(draft.pieces, 'a1'), '')
})

test('every variant begins with its own start position, which is legal', () => {
  for (const variant of VARIANTS) {
    const draft = startDraft(variant)
    assert.equal(judge(draft).kind, 'legal', variant)
    assert.equal(writeDraft(draft), new Game({ variant }).fen)
  }
})

test('a fix makes a position legal, or leaves another reason', () => {
  for (const item of cases.filter(each => !isMalformed(each))) {
    const draft = readDraft(item.fen, item.variant ?? 'standard')
    const { fix, text } = judge(draft)
    if (fix) assert.notEqual(judge({ ...draft, ...fix.changes }).text, text, item.fen)
  }
})

test('both kings in check have a sentence, too', () => {
  const { code, text } = judge(
    readDraft('4k3/8/8/8/8/8/4q3/R3K2r w - - 0 1'.replace('4k3', 'R3k3'), 'standard'),
  )
  assert.equal(code, 'ERR_FEN_OPPONENT_IN_CHECK')
  assert.match(text, /^Black is in check from .*, but it is White’s move\.$/)
})

test('drafts of games are written as they were read, and colours swapped twice are the same', () => {
  for (const { fen, variant } of data('positions.json').positions) {
    const draft = readDraft(fen, variant)
    assert.equal(writeDraft(draft), fen)
    assert.equal(judge(draft).kind === 'illegal', false, fen)
    assert.equal(validateFen(writeDraft(swapped(draft)), { variant }).ok, true, fen)
    assert.deepEqual(new Map(swapped(swapped(draft)).pieces), new Map(draft.pieces), fen)
  }
})

test('the en passant square of a game is one of those to choose from', () => {
  for (const { fen, variant } of data('positions.json').positions) {
    const draft = readDraft(fen, variant)
    if (draft.enPassant !== '-') assert.ok(enPassantSquares(draft).includes(draft.enPassant), fen)
    for (const enPassant of enPassantSquares(draft)) {
      const { code } = judge({ ...draft, enPassant })
      assert.doesNotMatch(code, /^ERR_FEN_EN_PASSANT/, `${fen} ${enPassant}`)
    }
  }
})

test('a removed piece drops its castling rights, in both variants', () => {
  const start = startDraft('standard')
  assert.equal(withPieces(start, [['h1', '']]).castling, 'Qkq')
  assert.equal(withPieces(start, [['e8', '']]).castling, 'KQ')
  const passed = readDraft('4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1', 'standard')
  assert.equal(withPieces(passed, [['a1', 'R']]).enPassant, 'd3')
  assert.equal(withPieces(passed, [['d4', '']]).enPassant, '-')
  const inner = readDraft('4k3/8/8/8/8/8/8/1RR1K1R1 w GB - 0 1', 'chess960')
  assert.equal(withPieces(inner, [['b1', '']]).castling, 'G')
  assert.equal(withPieces(inner, [['c1', '']]).castling, 'GB')
})

test('rights are added and removed one by one', () => {
  let draft = readDraft(START_FEN.replace('KQkq', '-'), 'standard')
  for (const [right] of [...RIGHTS].reverse()) draft = { ...draft, castling: withRight(draft, right, true) }
  assert.equal(writeDraft(draft), START_FEN)
  assert.equal(withRight(draft, 'Q', false), 'Kkq')
  const inner = readDraft('4k3/8/8/8/8/8/8/1RR1K1R1 w GB - 0 1', 'chess960')
  assert.equal(withRight(inner, 'Q', false), 'G')
})
