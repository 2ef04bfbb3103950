// SPDX-License-Identifier: Apache-2.0
// What the page's play decides by itself: draws, strengths and results.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { START_FEN } from 'binbo'
import { Score } from 'binbo/uci'
import {
  isStrength,
  isWeak,
  STRONGEST,
  stepOfStrength,
  strengthOfStep,
  strengthOptions,
} from '#web/engine/strength.js'
import { controlOf, matchOf, readChoice, startOf } from '#web/play/new-game-choice.js'
import { readMatchSetup } from '#web/play/opponent.js'
import { agreesToDraw } from '#web/play/questions.js'
import { Study } from '#web/study/study.js'

test('an engine agrees to a draw when it is lost, or late in a game where it is not better', () => {
  /** @param {number} value from the engine's side, which is to move */
  const info = value => ({ score: new Score({ kind: 'cp', value }, 'black') })
  assert.equal(agreesToDraw(info(0), 'white', 19), false)
  assert.equal(agreesToDraw(info(20), 'white', 20), true)
  assert.equal(agreesToDraw(info(21), 'white', 40), false)
  assert.equal(agreesToDraw(info(-150), 'white', 3), true)
  assert.equal(agreesToDraw(info(150), 'black', 3), true)
  assert.equal(agreesToDraw({ score: new Score({ kind: 'mate', value: -2 }, 'black') }, 'white', 3), true)
  assert.equal(agreesToDraw({ score: new Score({ kind: 'mate', value: 2 }, 'black') }, 'white', 50), false)
  assert.equal(agreesToDraw(null, 'white', 50), false)
})

test('every step of strength is one of the engine, within what it offers', () => {
  const elo = { name: 'UCI_Elo', type: /** @type {const} */ ('spin'), min: 1320, max: 3190 }
  const limit = { name: 'UCI_LimitStrength', type: /** @type {const} */ ('check') }
  const skill = { name: 'Skill Level', type: /** @type {const} */ ('spin'), min: 0, max: 20 }
  const stockfish = new Map([elo, limit, skill].map(option => [option.name, option]))
  const older = new Map([[skill.name, skill]])
  let last = -1
  for (let step = 0; step <= STRONGEST; step++) {
    const strength = strengthOfStep(step)
    assert.ok(isStrength(strength))
    assert.equal(stepOfStrength(strength), step)
    const rating = Number(strengthOptions(strength, stockfish).UCI_Elo ?? 9999)
    // Weak levels choose among the lines of the engine at its full strength.
    if (isWeak(strength)) assert.equal(strengthOptions(strength, stockfish).UCI_LimitStrength, false)
    else {
      assert.ok(rating > last && rating >= 1320 && (rating <= 3190 || strength === 'full'), `step ${step}`)
      last = rating
    }
    const level = Number(strengthOptions(strength, older)['Skill Level'])
    assert.ok(level >= 0 && level <= 20)
  }
  assert.deepEqual(strengthOptions('full', stockfish), { UCI_LimitStrength: false, 'Skill Level': 20 })
  assert.deepEqual(strengthOptions(1500, new Map()), {})
})

test('a new game is chosen in whole numbers, but for seconds and minutes', () => {
  const typed = readChoice({ number: '5.5', depth: '2.5', step: '1.5', seconds: '0.5', minutes: '0.5' })
  const standard = readChoice({})
  assert.deepEqual(typed, { ...standard, seconds: 0.5, minutes: 0.5 })
  const whole = { number: 5, depth: 2, step: 1, increment: 3 }
  assert.deepEqual(readChoice({ ...standard, ...whole }), { ...standard, ...whole })
})

test('a choice becomes a match, a clock and a start; Chess960 is drawn unless a number is given', () => {
  const study = new Study()
  const choice = readChoice({
    side: 'black',
    step: 1,
    pace: 'clock',
    minutes: 3,
    increment: 2,
    start: 'chess960',
  })
  const setup = matchOf(choice)
  assert.deepEqual(setup, { human: 'black', strengths: { white: strengthOfStep(1) }, think: null })
  assert.deepEqual(controlOf(choice), { base: 180_000, increment: 2000 })
  const start = () => startOf(choice, setup, 'Stockfish', study)
  const headers = new Map(start()?.headers)
  assert.equal(headers.get('White'), 'Stockfish, about 700 Elo')
  assert.equal(headers.get('Black'), 'You')
  assert.equal(headers.get('TimeControl'), '180+2')
  assert.ok(new Set(Array.from({ length: 20 }, () => start()?.fen)).size > 10)
  assert.equal(
    startOf({ ...choice, number: 518 }, setup, '', study)?.fen?.split(' ')[0],
    START_FEN.split(' ')[0],
  )
  const two = readChoice({ opponent: 'engines', step: 0, blackStep: STRONGEST, depth: 3, limit: 'depth' })
  assert.deepEqual(matchOf(two), {
    human: null,
    strengths: { white: strengthOfStep(0), black: 'full' },
    think: { depth: 3 },
  })
  assert.equal(controlOf(two), null)
  assert.equal(matchOf(readChoice({ opponent: 'two' })), null)
  assert.equal(startOf(readChoice({ start: 'atomic' }), null, '', study)?.variant, 'atomic')
  study.newGame({ variant: 'crazyhouse' })
  study.play('e4')
  const { fen, variant } = startOf(readChoice({ start: 'position' }), null, '', study) ?? {}
  assert.deepEqual({ fen, variant }, { fen: study.position.fen, variant: 'crazyhouse' }, 'with its rules')
})

test('saved matches are read again; other data means by hand', () => {
  for (const setup of [
    { human: 'white', strengths: { black: 1500 }, think: { movetime: 1000 } },
    { human: 'black', strengths: { white: 'full' }, think: null },
    { human: null, strengths: { white: 450, black: 'full' }, think: { depth: 4 } },
  ])
    assert.deepEqual(readMatchSetup({ ...setup, clock: null }), setup)
  for (const bad of [
    null,
    7,
    {},
    { clock: {} },
    { human: 'white', strengths: { white: 'full' }, think: null },
    { human: null, strengths: { white: 'full' }, think: null },
    { human: 'green', strengths: { white: 'full', black: 'full' }, think: null },
    { human: 'white', strengths: { black: 'full' }, think: { depth: 0 } },
  ])
    assert.equal(readMatchSetup(bad), null, JSON.stringify(bad))
})

test('what the rules decide is the result of the game, wherever somebody looks meanwhile', () => {
  const study = new Study()
  for (const move of ['f3', 'e5', 'g4']) study.play(move)
  study.toStart()
  const start = study.node
  study.append('Qh4')
  assert.equal(study.node, start)
  assert.deepEqual(study.outcome, { result: '0-1', how: '' })
  study.remove(study.end)
  assert.equal(study.outcome, null)
  study.toEnd()
  study.play('Qh4#')
  assert.equal(study.tree.result, '0-1')
  assert.equal(study.game.status.over, true)
})

test('a result stands at the end of the main line, and goes when that becomes another one', () => {
  const mate = { result: '0-1', how: '' }
  const study = new Study()
  study.playLine(['f3', 'e5', 'g4', 'Qh4'])
  assert.deepEqual(study.outcome, mate)
  study.back()
  study.back()
  study.play('Nc3')
  const variation = study.node
  assert.deepEqual(study.outcome, mate)
  study.promote(variation)
  assert.equal(study.end, variation)
  assert.equal(study.outcome, null)
  const [, other] = variation.parent?.children ?? []
  study.makeMain(other.children[0])
  assert.deepEqual(study.outcome, mate)
  study.makeMain(variation)
  study.remove(variation)
  assert.deepEqual(study.outcome, mate)
})

test('a game that goes on after its result has none', () => {
  const ways = /** @type {((study: Study) => void)[]} */ ([
    study => study.play('e5'),
    study => study.playLine(['e5', 'Nf3']),
    study => study.append('e5'),
  ])
  for (const goOn of ways) {
    const study = new Study()
    study.play('e4')
    study.finish('0-1', 'White resigned')
    goOn(study)
    assert.equal(study.outcome, null)
  }
  const study = new Study()
  study.play('e4')
  study.finish('0-1', 'White resigned')
  study.back()
  study.play('d4')
  study.promote(study.end)
  study.annotate(() => {})
  assert.deepEqual(study.outcome, { result: '0-1', how: 'White resigned' })
})
