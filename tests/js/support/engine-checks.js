// SPDX-License-Identifier: Apache-2.0
// What tests read in an engine's log, and what must hold of an engine that goes on, and of one that is dead.

import assert from 'node:assert/strict'
import { collect, Game, rejects, settled, UCI } from './engines.js'

/** Searches until it is stopped: answers for plain(). */
export const ENDLESS = {
  uci: UCI,
  go: ['info depth 1 score cp 5 pv e2e4'],
  stop: ['bestmove e2e4 ponder e7e5'],
}

/** In scripts of fake-engine.js: what a good engine does. */
export const GOOD = [{ default: true }]
/** The first time this, then that. */
export const once = (first, then) => ({ each: [first, then] })

export const boom = () => {
  throw new Error('boom')
}

// --- its input ------------------------------------------------------------------------------

export const GO = /^go\b/
/** The last of its kind. */
export const position = sent => sent.findLast(line => line.startsWith('position'))
export const go = sent => sent.findLast(line => GO.test(line))
/** 'go depth 5 nodes 7' and 'go nodes 7 depth 5' are the same. */
export const pairs = line =>
  (line ?? '')
    .replace(/^go ?/, '')
    .match(/\S+( -?\d+(\.\d+)?)?/g)
    ?.sort() ?? []

/** How often a log() or received() has this entry. */
export const count = (log, entry) => log().filter(line => line === entry).length
/** How many searches it received(). */
export const searches = received => received().filter(line => GO.test(line)).length

// --- how it is -------------------------------------------------------------------------------------

/** A search's best without its lines. */
export const answerOf = ({ move, ponder }) => ({ move, ponder })

/** Is it a legal move after these? */
export const isLegal = (move, moves = []) => {
  const game = new Game()
  game.playMoves(moves)
  return typeof move === 'string' && game.isLegal(move)
}

/** The engine searches and answers as if nothing had been. */
export async function stillWorks(engine) {
  assert.equal(engine.dead, false)
  const { value, error } = await settled(
    engine.bestMove({ moves: ['e2e4'] }, { depth: 1 }),
    'the next search',
  )
  assert.equal(error, undefined, error?.stack)
  assert.ok(isLegal(value.move, ['e2e4']), value.move)
  await settled(engine.isReady(), 'isReady')
}

/** It is dead: everything that it is asked for says so, with the same error. */
export async function staysDead({ engine, gone }, error) {
  assert.equal(engine.dead, true)
  const search = engine.search({}, { depth: 1 })
  assert.equal(await rejects(search.best, 'ERR_UCI_ENGINE_DEAD'), error)
  assert.equal((await settled(collect(search))).error, error)
  assert.equal(await rejects(engine.isReady(), 'ERR_UCI_ENGINE_DEAD'), error)
  assert.equal(await rejects(engine.newGame(), 'ERR_UCI_ENGINE_DEAD'), error)
  assert.equal(await rejects(engine.bestMove({}), 'ERR_UCI_ENGINE_DEAD'), error)
  assert.throws(() => engine.command('isready'), error)
  await settled(engine.quit(), 'quit of a dead engine')
  await gone()
}
