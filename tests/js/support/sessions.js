// SPDX-License-Identifier: Apache-2.0
// binbo/session of the build, and tables of games: readable text of commands, times and what must come of them.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { COLORS, otherColor } from '#js/game/squares.js'
import { pick, randomFrom } from '../../random.js'
import { dist, Game } from './binbo.js'

export const session = await import(pathToFileURL(`${dist}session.js`).href)
const { clocksAt, dueAt, foldSession, permissions, reduceSession } = session

/** The folder of tables and fixtures. */
export const data = fileURLToPath(new URL('../../data/sessions/', import.meta.url))

export const START = 1_700_000_000_000
const USERS = { white: 'alice', black: 'bob' }

/** A game as a node keeps it: its log and its state, which must be the log's. */
export class Played {
  log = []
  state = null
  now = START

  /** @param {object} [setup] fields of create; both seats are taken at START */
  constructor(setup = {}) {
    const own = setup.color ?? 'white'
    const opponent = otherColor(own)
    this.do({ type: 'create', game: 'g', by: { id: USERS[own] }, ...setup })
    if (this.state.status === 'waiting') this.do({ type: 'join', by: { id: USERS[opponent] } })
  }

  get turn() {
    return COLORS[(this.state.startPly + this.state.ply) % 2]
  }

  /** @param {object} command @param {number} [now] @returns the decision, whose events are in the log now */
  send(command, now = this.now) {
    this.now = now
    const decision = reduceSession(this.state, command, now)
    this.log.push(...decision.events)
    this.state = decision.state
    return decision
  }

  /** The same for what must not be refused. */
  do(command, now = this.now) {
    const decision = this.send(command, now)
    assert.equal(decision.ok, true, `${JSON.stringify(command)}: ${decision.code}`)
    return decision
  }

  /** @param {'white' | 'black'} color @param {string} type */
  by(color, type, fields = {}) {
    return { type, by: this.state.players[color].id, ...fields }
  }

  /** A move of the side to move. */
  move(uci, fields = {}) {
    return this.by(this.turn, 'move', { ply: this.state.ply, uci, ...fields })
  }

  /** @param {string[]} ucis played at once */
  play(ucis) {
    for (const uci of ucis) this.do(this.move(uci))
    return this
  }
}

/** Moves of a game that goes on for long, for tables in which it does not matter what is played. */
export const ANY_MOVES = longGame()

/** Without captures, and with a pawn move every now and then, so that no rule ends it. */
function longGame() {
  const random = randomFrom(8)
  const game = new Game({ draws: 'claim' })
  const moves = []
  while (moves.length < 600) {
    const quiet = game.legalMoves('move').filter(({ flags }) => !flags.includes('capture'))
    const pawns = quiet.filter(({ piece }) => piece === 'pawn')
    const list =
      game.halfmoveClock > 60 && pawns.length > 0 ? pawns : quiet.filter(move => !pawns.includes(move))
    const { uci } = pick(random, list.length > 0 ? list : quiet)
    const next = game.clone()
    if (!next.move(uci).over && next.legalMoves('uci').length > 12) {
      moves.push(uci)
      game.move(uci)
    }
    next.stop()
  }
  return moves
}

/**
 * Runs a table. Blocks begin with '== name'; `clock`, `fen`, `setup` (JSON) come before the steps. A step is
 *   +MS WHO COMMAND [ARGUMENT] [lag MS]: EXPECTATION, …      or      +MS: EXPECTATION, …
 * with the time since the step before, WHO white, black or server, and expectations that are explained below.
 * @param {string} file
 * @param {(name: string, run: () => void) => void} test
 */
export function runTables(file, test) {
  const text = readFileSync(data + file, 'utf8')
  for (const block of text.split(/^== /m).slice(1)) {
    const [name, ...lines] = block.split('\n')
    test(name, () => runTable(lines))
  }
}

/** @param {string[]} lines */
function runTable(lines) {
  const setup = { clock: { base: 3000, start: 'now' } }
  let game
  for (const line of lines) {
    const text = line.replace(/(^|\s)#.*/, '').trim()
    const [, field, value] = /^(clock|fen|variant|draws|dead|color|allow) (.*)$/.exec(text) ?? []
    if (text === '') continue
    if (field !== undefined) {
      setup[field] = /^[[{]|^null$/.test(value) ? JSON.parse(value) : value
      continue
    }
    game ??= new Played(setup)
    const step = /^\+(\d+)([^:]*)(?::(.*))?$/.exec(text)
    assert.ok(step, `not a step: ${line}`)
    try {
      runStep(game, Number(step[1]), step[2].trim(), step[3] ?? '')
    } catch (error) {
      error.message = `${line}\n${error.message}`
      throw error
    }
  }
}

function runStep(game, ms, words, expectations) {
  game.now += ms
  const decision = words === '' ? undefined : game.send(commandOf(game, words))
  const expected = expectations.split(',').map(part => part.trim())
  if (decision !== undefined && !expected.some(part => part.startsWith('refused'))) {
    assert.equal(decision.ok, true, decision.code)
  }
  for (const part of expected) if (part !== '') check(game, decision, ...part.split(' '))
}

/** @param {string} words such as 'white move e2e4 lag 200', 'server compensate 1000 2000' */
function commandOf(game, words) {
  const [, who, type, rest = '', lag] = /^(\w+) (\w+)(?: (.*?))?(?: ?lag (\d+))?$/.exec(words)
  const args = rest === '' ? [] : rest.split(' ')
  const fields = {}
  if (type === 'move') {
    const [uci = ANY_MOVES[game.state.ply]] = args
    Object.assign(fields, { ply: game.state.ply, uci })
    if (lag !== undefined) fields.lag = Number(lag)
  }
  if (type === 'giveTime') fields.ms = Number(args[0])
  if (type === 'claimDraw' && args.length > 0) fields.uci = args[0]
  if (type === 'away' || type === 'back') fields.color = args[0]
  if (type === 'adjudicate') fields.winner = args[0] === 'draw' ? null : args[0]
  // From and to are counted back from now.
  if (type === 'compensate') {
    Object.assign(fields, { from: game.now - Number(args[0]), to: game.now - Number(args[1] ?? 0) })
  }
  return who === 'server' ? { type, ...fields } : game.by(who, type, fields)
}

const CHECKS = {
  /** Clocks as shown: 'white 2001'. */
  white: (game, _, ms) => assert.equal(clocksAt(game.state, game.now).white, Number(ms), 'white shown'),
  black: (game, _, ms) => assert.equal(clocksAt(game.state, game.now).black, Number(ms), 'black shown'),
  running: ({ state }, _, color) => assert.equal(String(state.time.running), color, 'running'),
  /** Of the last event: 'credit 200', 'left 2000', 'ms 5000'. */
  credit: (game, _, ms) => assert.equal(game.log.at(-1).credit, Number(ms), 'credit'),
  left: (game, _, ms) => assert.equal(game.log.at(-1).left, Number(ms), 'left'),
  compensated: (_game, decision, ms) => assert.equal(decision.events[0]?.ms ?? 0, Number(ms), 'compensated'),
  /** Of both sides: 'periods 2 1', 'stage 0 1', 'quota 1170 1170'. */
  periods: (game, _, ...both) => assert.deepEqual(valuesOf(clocksAt(game.state, game.now).periods), both),
  stage: ({ state }, _, ...both) => assert.deepEqual(valuesOf(state.time.stage), both),
  quota: ({ state }, _, ...both) => assert.deepEqual(valuesOf(state.lag), both),
  /** In how many ms the timer is due: 'due 3000', 'due never'. */
  due: (game, _, ms) => {
    const due = dueAt(game.state)
    assert.equal(due === null ? 'never' : String(due - game.now), ms, 'due')
  },
  /** 'refused early 500' with ms. */
  refused: (_game, decision, code, ms) => {
    assert.deepEqual([decision.ok, decision.code], [false, code])
    if (ms !== undefined) assert.equal(String(decision.ms), ms)
    if (code !== 'late') assert.deepEqual(decision.events, [])
  },
  /** 'ends time white', 'ends time_no_material draw', with 'flagged black'. */
  ends: ({ state }, _, reason, winner) =>
    assert.deepEqual([state.result?.reason, state.result?.winner ?? 'draw'], [reason, winner]),
  flagged: ({ state }, _, color) => assert.equal(state.result.flagged, color),
  detail: ({ state }, _, text) => assert.equal(state.result.detail, text),
  goes: ({ state }) => assert.equal(state.status, 'playing'),
  draw: ({ state }, _, color) => assert.equal(String(state.draw), color, 'draw offered'),
  takeback: ({ state }, _, by, plies) =>
    assert.deepEqual(state.takeback, by === 'null' ? null : { by, plies: Number(plies) }),
  /** What the side to move is told that it may send: 'may claimDraw', 'mayNot claimDraw'. */
  may: ({ state, turn }, _, type) => assert.ok(permissions(state, turn).includes(type), type),
  mayNot: ({ state, turn }, _, type) => assert.ok(!permissions(state, turn).includes(type), type),
  ply: ({ state }, _, ply) => assert.equal(state.ply, Number(ply), 'ply'),
  events: (_game, decision, ...types) =>
    assert.deepEqual(
      decision.events.map(({ type }) => type),
      types,
    ),
}

const valuesOf = both => [String(both?.white), String(both?.black)]

function check(game, decision, name, ...values) {
  assert.ok(Object.hasOwn(CHECKS, name), `no such expectation: ${name}`)
  CHECKS[name](game, decision, ...values)
}

/** What every log must be, however it came about. */
export function checkLog(log, state) {
  assert.equal(JSON.stringify(foldSession(null, log)), JSON.stringify(state), 'the state is its log')
  assert.equal(state?.version ?? 0, log.length)
  const ids = log.flatMap(({ command }) => command ?? [])
  assert.equal(new Set(ids).size, ids.length, 'a command id is in the log once')
  const end = log.findIndex(({ type }) => type === 'ended')
  const after = end < 0 ? [] : log.slice(end + 1)
  assert.ok(
    after.every(({ type }) => type.startsWith('rematch')),
    'nothing of play after the end',
  )
  for (let at = 1; at < log.length; at++) assert.ok(log[at].at >= log[at - 1].at, 'time never falls')
}

/** The fields of commands, besides those that all have. */
export const OWN_FIELDS = {
  create: ['game', 'color'],
  join: ['color'],
  move: ['ply', 'uci', 'lag'],
  claimDraw: ['ply', 'uci'],
  giveTime: ['ms'],
  away: ['color'],
  back: ['color'],
  forget: ['color'],
  compensate: ['from', 'to'],
  adjudicate: ['winner', 'ply', 'detail'],
}
