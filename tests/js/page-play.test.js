// SPDX-License-Identifier: Apache-2.0
// What the page's play decides by itself: draws, strengths and results.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Score } from 'binbo/uci'
import {
  isStrength,
  STRONGEST,
  stepOfStrength,
  strengthOfStep,
  strengthOptions,
} from '../../web/engine/strength.js'
import { Study } from '../../web/game/study.js'
import { readChoice } from '../../web/play/new-game-choice.js'
import { agreesToDraw } from '../../web/play/questions.js'

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
    assert.ok(rating > last && rating >= 1320 && (rating <= 3190 || strength === 'full'), `step ${step}`)
    last = rating
    const level = Number(strengthOptions(strength, older)['Skill Level'])
    assert.ok(level >= 0 && level <= 20)
  }
  assert.deepEqual(strengthOptions('full', stockfish), { UCI_LimitStrength: false, 'Skill Level': 20 })
  assert.deepEqual(strengthOptions(1500, new Map()), {})
})

test('a new game is chosen in whole numbers, but for seconds', () => {
  const typed = readChoice({ number: '5.5', depth: '2.5', step: '1.5', seconds: '0.5' })
  const standard = readChoice({})
  assert.deepEqual(typed, { ...standard, seconds: 0.5 })
  const whole = { number: 5, depth: 2, step: 1 }
  assert.deepEqual(readChoice({ ...standard, ...whole }), { ...standard, ...whole })
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
