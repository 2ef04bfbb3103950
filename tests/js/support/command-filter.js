// SPDX-License-Identifier: Apache-2.0
// The bridge's filter with the options of an engine, for tests: what is passed on and what is refused.

import assert from 'node:assert/strict'
import '#js/entries/uci.js'
import { CommandFilter } from '#js/node/bridge/command-filter.js'

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
export const OPEN = {
  threads: 4,
  hash: 256,
  multipv: 10,
  movetime: Infinity,
  nodes: Infinity,
  depth: Infinity,
}
/** As Stockfish 15.1 and others offer them. */
export const OPTIONS = [
  'option name Debug Log File type string default',
  'option name Threads type spin default 1 min 1 max 1024',
  'option name Hash type spin default 16 min 1 max 33554432',
  'option name Clear Hash type button',
  'option name Ponder type check default false',
  'option name MultiPV type spin default 1 min 1 max 500',
  'option name Skill Level type spin default 20 min 0 max 20',
  'option name Analysis Contempt type combo default Both var Off var White var Black var Both',
  'option name UCI_Chess960 type check default false',
  'option name UCI_Elo type spin default 1350 min 1350 max 2850',
  'option name SyzygyPath type string default <empty>',
  'option name EvalFile type string default nn-ad9b42354671.nnue',
  'option name Contempt type string default tricky',
  'option name OwnBook type check default false',
  'option name Style type combo default Normal var Solid var Normal',
]

/** @param {object} [ceilings] */
export function filterOf(ceilings = {}, allowOptions = []) {
  const filter = new CommandFilter({ ...OPEN, ...ceilings }, allowOptions)
  for (const line of OPTIONS) filter.declare(line)
  return filter
}

export const lineOf = (filter, message) => {
  const answer = filter.read(message)
  assert.ok(!('refused' in answer), `${JSON.stringify(message)} was refused: ${answer.refused}`)
  return answer.line
}
export const reasonOf = (filter, message) => {
  const answer = filter.read(message)
  assert.ok('refused' in answer, `${JSON.stringify(message)} was passed on as '${answer.line}'`)
  return answer.refused
}

export const CHOICES = ['chess', 'crazyhouse', 'antichess', '3check', 'horde']
const VARIANT_OPTION =
  'option name UCI_Variant type combo default chess var shogi var chess var crazyhouse var bughouse var antichess var 3check var suicide var horde'

/** Of an engine that plays variants. */
export function variantFilter(option = VARIANT_OPTION) {
  const filter = filterOf()
  return Object.assign(filter, { declared: filter.declare(option) })
}
