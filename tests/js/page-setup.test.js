// SPDX-License-Identifier: Apache-2.0
// The position editor without a browser: drafts are FENs, and every reason that a FEN can be refused for has a
// sentence for players.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { START_FEN, validateFen } from 'binbo'
import { ERRORS } from '../../js/core/generated/errors.js'
import {
  passedSquares,
  RIGHTS,
  readDraft,
  startDraft,
  swapped,
  withMen,
  withRight,
  writeDraft,
} from '../../web/setup/draft.js'
import { formError } from '../../web/setup/fen-field.js'
import { judge } from '../../web/setup/judgement.js'

const data = name => JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'))
/** Without the marks of the places. */
const cases = data('fen-errors.json').cases.map(item => ({ ...item, fen: item.fen.replace(/[<>]/g, '') }))
const isForm = ({ fen, variant = 'standard' }) => formError(fen, variant) !== null

test('every FEN that has a form is a draft, which says what the core says, with words of its own', () => {
  const seen = new Set()
  for (const item of cases) {
    const { code, fen, variant = 'standard', strict = false } = item
    seen.add(code)
    if (isForm(item)) continue
    const verdict = judge(readDraft(fen, variant))
    assert.equal(verdict.code, code, fen)
    assert.equal(verdict.kind, strict ? 'unreachable' : 'illegal', fen)
    assert.doesNotMatch(verdict.text, /'|FEN|undefined/, fen)
  }
  const codes = [...ERRORS.values()].map(([code]) => code).filter(code => code.startsWith('ERR_FEN'))
  assert.deepEqual([...seen].sort(), codes.sort())
})

test('errors of form are told apart from illegal positions, with their place', () => {
  for (const item of cases) {
    const isIllegal = /KING|MANY|EDGE|CHECK|CASTLING_|PASSANT_|STRICT/.test(item.code)
    assert.equal(isForm(item), !isIllegal, item.fen)
  }
  assert.deepEqual(formError('4k3/8/8/3x4/8/8/8/4K3 w - - 0 1', 'standard'), {
    text: 'A board has only the letters KQRBNP and kqrbnp, 1 to 8 and /.',
    offset: 9,
  })
})

test('what mends a position makes it legal, or leaves another reason', () => {
  for (const item of cases.filter(each => !isForm(each))) {
    const draft = readDraft(item.fen, item.variant ?? 'standard')
    const { mend, code } = judge(draft)
    if (mend) assert.notEqual(judge({ ...draft, ...mend.changes }).code, code, item.fen)
  }
})

test('both kings in check have words, too', () => {
  const { code, text } = judge(
    readDraft('4k3/8/8/8/8/8/4q3/R3K2r w - - 0 1'.replace('4k3', 'R3k3'), 'standard'),
  )
  assert.equal(code, 'ERR_FEN_OPPONENT_IN_CHECK')
  assert.match(text, /^Black is in check, but it is White’s move\.$/)
})

test('drafts of games are written as they were read, and colours change over twice to the same', () => {
  for (const { fen, variant } of data('positions.json').positions) {
    const draft = readDraft(fen, variant)
    assert.equal(writeDraft(draft), fen)
    assert.equal(judge(draft).kind === 'illegal', false, fen)
    assert.equal(validateFen(writeDraft(swapped(draft)), { variant }).ok, true, fen)
    assert.deepEqual(new Map(swapped(swapped(draft)).men), new Map(draft.men), fen)
  }
})

test('the en passant square of a game is one of those to choose from', () => {
  for (const { fen, variant } of data('positions.json').positions) {
    const draft = readDraft(fen, variant)
    if (draft.enPassant !== '-') assert.ok(passedSquares(draft).includes(draft.enPassant), fen)
    for (const enPassant of passedSquares(draft)) {
      const { code } = judge({ ...draft, enPassant })
      assert.doesNotMatch(code, /^ERR_FEN_EN_PASSANT/, `${fen} ${enPassant}`)
    }
  }
})

test('a man that leaves takes rights with it, in both variants', () => {
  const start = startDraft('standard')
  assert.equal(withMen(start, [['h1', '']]).castling, 'Qkq')
  assert.equal(withMen(start, [['e8', '']]).castling, 'KQ')
  const passed = readDraft('4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1', 'standard')
  assert.equal(withMen(passed, [['a1', 'R']]).enPassant, 'd3')
  assert.equal(withMen(passed, [['d4', '']]).enPassant, '-')
  const inner = readDraft('4k3/8/8/8/8/8/8/1RR1K1R1 w GB - 0 1', 'chess960')
  assert.equal(withMen(inner, [['b1', '']]).castling, 'G')
  assert.equal(withMen(inner, [['c1', '']]).castling, 'GB')
})

test('rights are given and taken one by one', () => {
  let draft = readDraft(START_FEN.replace('KQkq', '-'), 'standard')
  for (const [right] of [...RIGHTS].reverse()) draft = { ...draft, castling: withRight(draft, right, true) }
  assert.equal(writeDraft(draft), START_FEN)
  assert.equal(withRight(draft, 'Q', false), 'Kkq')
  const inner = readDraft('4k3/8/8/8/8/8/8/1RR1K1R1 w GB - 0 1', 'chess960')
  assert.equal(withRight(inner, 'Q', false), 'G')
})
