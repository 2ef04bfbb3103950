// SPDX-License-Identifier: Apache-2.0
// What holds for every session, shown on random ones of all variants and kinds of clocks.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { COLORS, otherColor } from '#js/game/squares.js'
import { GameCalls } from '#js/session/calls.js'
import { COMMANDS, isCommand } from '#js/session/commands.js'
import { pick, randomFrom } from '../random.js'
import { binbo, Game, root } from './support/binbo.js'
import { games, seed } from './support/random-games.js'
import { CLOCKS, gameOf, playRandom } from './support/random-sessions.js'
import { checkLog, session } from './support/sessions.js'

const { clocksAt, dueAt, foldSession, permissions, reduceSession, sessionView } = session

const FRESH = value => JSON.parse(JSON.stringify(value))

/** The fields of a decision that make it what it is. */
const outcome = ({ state, ...rest }) => JSON.stringify([rest, state])

/** JSON has no undefined: a field without a value is absent. @param {unknown} value @param {string} at */
function checkPlain(value, at) {
  assert.notEqual(value, undefined, `${at} is undefined`)
  if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) checkPlain(inner, `${at}.${name}`)
}

/** @param {object} step */
function checkStep({ before, command, now, decision, game }) {
  const text = JSON.stringify(before)
  const at = Math.max(now, before.at)
  const { ok, state, events } = decision

  // The same state, and a copy of it that has no live Game, decide the same: also after a move that was not kept.
  assert.equal(outcome(reduceSession(before, command, now)), outcome(decision), 'decided twice')
  assert.equal(
    outcome(reduceSession(FRESH(before), FRESH(command), now)),
    outcome(decision),
    'a copy decides',
  )
  assert.equal(JSON.stringify(before), text, 'the state was not changed')
  assert.equal(JSON.stringify(foldSession(FRESH(before), FRESH(events))), JSON.stringify(state), 'fold')
  for (const event of events) assert.equal(event.at, at)
  if (state !== null) checkPlain(state, 'state')
  for (const event of events) checkPlain(event, event.type)

  if (!ok && decision.code !== 'late') {
    assert.equal(events.length, 0)
    assert.equal(state, before)
  }
  if (decision.duplicate) assert.ok(game.log.some(({ command: id }) => id === command.id))
  // Used-up vacation ends first.
  const isResumed = events.length > 1 && events[0].type === 'resumed'
  const began = isResumed ? foldSession(FRESH(before), [events[0]]) : before
  const rest = isResumed ? { ...decision, events: events.slice(1) } : decision
  checkTime(began, command, at, rest)
  checkMove(began, command, rest)
  checkOffers(began, rest.events, state)
}

/** No event after the time was up but its end; no end by time before it was. */
function checkTime(before, command, at, { state, events }) {
  const due = dueAt(before)
  const isOpen = before.status !== 'over'
  if (isOpen && due !== null && at >= due && events.length > 0 && command.type !== 'compensate') {
    assert.deepEqual(
      events.map(({ type }) => type),
      [before.time.vacation?.paused ? 'resumed' : 'ended'],
    )
  }
  const { white, black } = clocksAt(state, at)
  assert.equal(white === null, state.clock === null)
  if (white !== null) assert.ok(white >= 0 && black >= 0 && Number.isInteger(white + black))
  if (state.time.white !== null && state.time.white !== undefined) assert.ok(state.time.white >= 0)
  const [ended] = events.filter(({ type }) => type === 'ended')
  if (ended?.flagged) {
    assert.equal(before.time.running, ended.flagged)
    assert.equal(ended[ended.flagged], 0)
    assert.equal(clocksAt(before, at)[ended.flagged], 0)
    assert.ok(clocksAt(before, before.time.since)[ended.flagged] > 0 || before.clock.delay > 0)
    const position = gameOf(before)
    const winner = otherColor(ended.flagged)
    const cannot =
      position.canWin(winner, { effort: { positions: 10_000 } }) === 'no' ? 'time_no_win' : 'time'
    assert.equal(ended.reason, position.hasMatingMaterial(winner) ? cannot : 'time_no_material')
    position.stop()
  }
}

/** A move is for one position, by one player, and legal there. */
function checkMove(before, command, { ok, duplicate, events, state }) {
  const [moved] = events.filter(({ type }) => type === 'moved')
  assert.equal(moved !== undefined, Boolean(ok && !duplicate && command.type === 'move'))
  if (moved === undefined) return
  assert.equal(command.ply, before.ply)
  assert.equal(moved.by, COLORS[(before.startPly + before.ply) % 2])
  const position = gameOf(before)
  assert.ok(position.legalMoves('uci').includes(moved.uci), 'the log has the spelling of Game')
  const status = position.move(moved.uci)
  assert.equal(state.moves.split(' ').length, state.ply)
  assert.equal(sessionView(state, 'spectator').fen, position.fen)
  const isDead = !status.over && state.result?.reason === 'dead_position'
  if (isDead) assert.equal(position.isDead(), true)
  assert.equal(status.over || isDead, state.status === 'over')
  if (status.over) assert.equal(state.result.reason, status.reason ?? status.type)
  assert.equal(state.result?.winner ?? null, status.winner ?? null)
  position.stop()
  if (before.clock === null) return assert.equal(moved.left, null)
  assert.equal(moved.left + (moved.periods ?? 0), reference(before, moved, status.over || isDead), 'left')
}

/** What a move leaves, by the words of the rules instead of the formulas of the code. */
function reference(before, { by, at, credit }, ends) {
  const { clock, time } = before
  if (time.running === null) return time[by] + (time.periods?.[by] ?? 0)
  if (clock.perMove !== undefined) return ends ? time[by] - (at - time.since) : clock.perMove
  let rest = at - time.since - credit
  let left = time[by]
  let periods = time.periods?.[by] ?? 0
  if (clock.show === 'bronstein') {
    // The clock shows the delay from the start; after the move it gives back what was used of it.
    left += clock.delay - rest
    assert.ok(left > 0, 'in time')
    left += Math.min(clock.delay, rest) - clock.delay
  } else {
    rest -= Math.min(rest, clock.delay ?? 0)
    const main = Math.min(left, rest)
    left -= main
    rest -= main
    while (clock.period && rest >= clock.period) {
      rest -= clock.period
      periods -= 1
    }
    assert.ok(left > 0 || periods > 0, 'in time')
  }
  if (ends) return left + periods
  const entered = time.stage?.[by] ?? 0
  left += (entered > 0 ? clock.stages[entered - 1].increment : undefined) ?? clock.increment ?? 0
  const own = Math.floor(before.ply / 2) + 1
  if (clock.stages?.[entered]?.moves <= own) left += clock.stages[entered].base
  return left + periods
}

/** The offerer's move keeps offers of a draw and of a takeback, the opponent's and a takeback end them. */
function checkOffers(before, events, state) {
  for (const { type, by } of events) {
    if (type === 'moved' && state.status === 'playing') {
      assert.equal(state.draw, before.draw === by ? by : null)
      assert.deepEqual(state.takeback, before.takeback?.by === by ? { by, plies: 1 } : null)
    }
    if (type === 'tookBack') {
      assert.deepEqual([state.draw, state.takeback], [null, null])
      assert.ok(before.moves.startsWith(state.moves))
    }
  }
}

const FENS = {
  chess960: 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1',
  standard: '4k3/P6p/8/8/8/8/p6P/4K2R b K - 0 40',
}

for (const variant of binbo.VARIANTS) {
  test(`${variant}: every log obeys, with every kind of clock`, () => {
    CLOCKS.forEach(([name, clock], kind) => {
      for (let index = 0; index < games(2); index++) {
        const number = (seed % 1_000_000) + 997 * kind + 31 * index + 1
        const fen = index === 1 ? FENS[variant] : undefined
        const draws = index % 2 === 0 ? 'claim' : 'automatic'
        try {
          const states = []
          const allow = clock?.perMove ? { vacation: 1 } : undefined
          const dead = pick(randomFrom(number), ['off', 'low', undefined])
          const setup = { variant, clock, draws, fen, allow, dead, color: COLORS[index % 2] }
          const { log, state } = playRandom({ seed: number, setup, steps: 130 }, step => {
            checkStep(step)
            states[step.game.log.length] = JSON.stringify(step.game.state)
          })
          checkLog(log, state)
          let folded = null
          log.forEach((event, at) => {
            folded = foldSession(folded, [FRESH(event)])
            if (states[at + 1] !== undefined) assert.equal(JSON.stringify(folded), states[at + 1])
          })
        } catch (error) {
          error.message = `BINBO_SEED=${seed}, ${variant}, ${name}, game ${index}: ${error.message}`
          throw error
        }
      }
    })
  })
}

/** A move from dead: the last piece must be taken, with many men, or the proof takes many positions. */
const NEARLY_DEAD = [
  '1k2B3/5b2/1K6/7B/2B5/8/8/R7 w - - 0 1',
  '8/4b3/7B/8/8/2KQ4/3B4/3k4 w - - 0 1',
  '5k2/8/8/b6Q/3K4/b7/8/8 w - - 0 1',
  '8/3B4/8/4k1K1/Q5b1/8/b7/5B2 w - - 0 1',
  '8/1B6/8/8/1k6/8/2BK1Q2/8 w - - 0 1',
  '5bBk/4p1p1/4P1P1/7n/6K1/8/8/8 w - - 0 1',
]

test("with dead: 'normal' a game ends exactly where isDead() with that effort is true, and with 'off' nowhere", () => {
  const fens = readFileSync(`${root}tests/data/dead-positions.txt`, 'utf8')
    .split('\n')
    .filter(line => /^[-WB]/.test(line))
    .map(line => `${line.slice(3)} 0 1`)
  let dead = 0
  let beyondLow = 0
  for (const fen of [...fens, ...NEARLY_DEAD, new Game().fen]) {
    const create = { type: 'create', game: 'g', by: 'alice', opponent: 'bob', fen }
    const [normal, off] = ['normal', 'off'].map(
      effort => reduceSession(null, { ...create, dead: effort }, 1).state,
    )
    if (normal === null) continue // it is over
    const first = gameOf(normal)
    for (const uci of first.legalMoves('uci')) {
      const after = first.clone()
      const { over } = after.move(uci)
      const isDead = !over && after.isDead({ effort: 'normal' }) === true
      if (isDead) dead++
      if (isDead && after.isDead({ effort: 'low' }) !== true) beyondLow++
      after.stop()
      const by = normal.startPly === 0 ? 'alice' : 'bob'
      const ends = [normal, off].map(state => {
        const decision = reduceSession(state, { type: 'move', by, ply: 0, uci }, 2)
        checkPlain(decision.state, 'state')
        return decision.state.result?.reason === 'dead_position'
      })
      assert.deepEqual(ends, [isDead, false], `${fen} ${uci}`)
    }
    first.stop()
  }
  assert.ok(dead > 100 && beyondLow > 0, `${dead}, ${beyondLow} of them beyond 'low'`)
})

test('time is kept to the ms: what went by is what was taken, given and credited', () => {
  const clocks = CLOCKS.map(([, clock]) => clock).filter(
    clock => clock?.start === 'now' && !clock.periods && !clock.delay,
  )
  for (let index = 0; index < games(60); index++) {
    const clock = clocks[index % clocks.length]
    const { log, state } = playRandom({ seed: 5000 + index, setup: { clock }, steps: 120 }, () => {})
    if (state.status !== 'over') continue
    const started = log.find(({ type }) => type === 'started')
    const ended = log.find(({ type }) => type === 'ended')
    const sum = (type, of) =>
      log.filter(event => event.type === type).reduce((all, event) => all + of(event), 0)
    const isByRule =
      ended.by === undefined &&
      !['time', 'time_no_material', 'time_no_win', 'adjudication'].includes(ended.reason)
    const earning = log.filter(({ type }) => type === 'moved').length - (isByRule ? 1 : 0)
    const earned = earning * (clock.increment ?? 0)
    const given = sum('timeGiven', ({ ms }) => ms)
    const before = foldSession(null, log.slice(0, log.indexOf(ended)))
    const { running, since } = before.time
    const beyond = Math.max(0, ended.at - since - before.time[running])
    const takebacks = log.filter(({ type }) => type === 'tookBack')
    if (takebacks.length > 0) continue // may lie within the grace, where a clock stays at 0
    const wall = ended.at - started.at - beyond - sum('compensated', ({ ms }) => ms)
    const taken = started.white + started.black + earned + given - ended.white - ended.black
    assert.equal(taken, wall - sum('moved', ({ credit }) => credit), `game ${index}`)
  }
})

const PLAYERS_COMMANDS = [...COMMANDS].flatMap(([type, { by }]) => (by === 'server' ? [] : type))

test('clients have a call for each command of players, with its name and well-formed fields', () => {
  class Calls extends GameCalls {
    fieldsOf(uci) {
      return { ply: 2, uci }
    }
    send(type, fields) {
      return { type, ...fields, by: 'alice' }
    }
  }
  const calls = new Calls()
  const given = { move: 'e2e4', claimDraw: 'e2e4', giveTime: 5000, join: 'white' }
  for (const type of PLAYERS_COMMANDS.filter(name => name !== 'create')) {
    const command = calls[type](given[type])
    assert.equal(command.type, type)
    assert.ok(isCommand(command), type)
  }
})

test('permissions are what the reducer accepts', () => {
  let checked = 0
  let listed = 0
  const check = state => {
    const due = dueAt(state) ?? state.at + 1e9
    for (const color of [...COLORS, 'spectator']) {
      const by = color === 'spectator' ? 'somebody else' : (state.players[color]?.id ?? 'nobody')
      const allowed = permissions(state, color)
      assert.equal(new Set(allowed).size, allowed.length)
      for (const type of PLAYERS_COMMANDS) {
        const isListed = allowed.includes(type)
        const waits = []
        const isAccepted = [state.at, due - 1, due].some(now =>
          commands(state, type).some(fields => {
            const { ok, duplicate, code, ms } = reduceSession(state, { type, by, ...fields }, now)
            if (code === 'early' || code === 'notAway' || (code === 'tooOften' && ms !== undefined))
              waits.push(ms)
            return ok && !duplicate
          }),
        )
        // What only waiting allows may be listed although time will be up before.
        const mayWait = waits.some(ms => ms !== null && ms > 0)
        checked++
        if (isListed) listed++
        assert.ok(
          isListed ? isAccepted || mayWait : !isAccepted,
          `${type} of ${color}: ${isListed} in ${JSON.stringify(state)}`,
        )
      }
    }
  }
  for (let index = 0; index < games(24); index++) {
    const variant = binbo.VARIANTS[index % binbo.VARIANTS.length]
    const clock = CLOCKS[index % CLOCKS.length][1]
    const steps = 60
    let count = 0
    const allow = { takeback: index % 5 > 0, vacation: clock?.perMove ? 1 : 0 }
    playRandom({ seed: 900 + index, setup: { variant, clock, allow }, steps }, ({ game }) => {
      if (count++ % 4 === 0 || game.state.status === 'over') check(game.state)
    })
  }
  // Repetition, where a claim needs the move.
  let state = playRandom({ seed: 1, setup: {}, steps: 0 }, () => {}).state
  for (const [ply, uci] of 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'.split(' ').entries()) {
    check(state)
    const by = ply % 2 === 0 ? 'alice' : 'bob'
    ;({ state } = reduceSession(state, { type: 'move', by, ply, uci }, state.at))
  }
  check(state)
  const waiting = reduceSession(null, { type: 'create', game: 'g', by: 'alice' }, 5).state
  check(waiting)
  assert.deepEqual(permissions(waiting, 'white'), ['abort'])
  assert.deepEqual(permissions(waiting, 'spectator'), ['join'])
  assert.ok(checked > 300 * games(16) && listed > 30 * games(16), `${checked} ${listed}`)
})

test('a draw that can be claimed by a move is found, also where equal pieces have changed places', () => {
  let found = 0
  for (const [fen, variant] of [
    ['4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1'],
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'],
    ['4k2n/8/8/8/3R4/8/8/R3K3 w Q - 90 50'],
    ['4k2n/8/8/8/3R4/8/8/R3K3[] w Q - 90 50', 'crazyhouse'],
    ['1k6/8/8/8/8/8/8/4K2Q~[Nb] w - - 0 1', 'crazyhouse'],
  ]) {
    const random = randomFrom(fen.length)
    for (let index = 0; index < games(6); index++) {
      let state = playRandom({ seed: 1, setup: { fen, variant }, steps: 0 }, () => {}).state
      while (state.status === 'playing' && state.ply < 60) {
        const game = gameOf(state)
        const legal = game.legalMoves('uci')
        const [from, to] = [state.moves.slice(-10, -8), state.moves.slice(-8, -6)]
        game.stop()
        const color = COLORS[state.ply % 2]
        const by = state.players[color].id
        const isClaim = fields => reduceSession(state, { type: 'claimDraw', by, ...fields }, state.at).ok
        const claims = isClaim({}) || legal.some(uci => isClaim({ uci }))
        const stored = JSON.parse(JSON.stringify(state))
        for (const known of [state, stored])
          assert.equal(permissions(known, color).includes('claimDraw'), claims, `${fen} ${state.moves}`)
        if (claims) found++
        const back = to + from
        const uci = legal.includes(back) && random() < 0.8 ? back : pick(random, legal)
        ;({ state } = reduceSession(state, { type: 'move', by, ply: state.ply, uci }, state.at))
      }
    }
  }
  assert.ok(found > 3 * games(6), `${found}`)
})

test('a draw that can be claimed by a drop, where captured pieces have come back, also after a takeback', () => {
  const cycle = 'f3e5 d6e5 N@f3 e5e6 e1e2 e6d6 e2e1 N@e5'.split(' ')
  const fen = '8/8/3k4/4n3/8/5N2/8/4K3[] w - - 0 1'
  let { state } = playRandom({ seed: 1, setup: { fen, variant: 'crazyhouse' }, steps: 0 }, () => {})
  const send = fields => {
    const decision = reduceSession(state, fields, state.at)
    assert.equal(decision.ok, true, decision.code)
    state = decision.state
  }
  const userOf = ply => state.players[COLORS[ply % 2]].id
  const move = uci => send({ type: 'move', by: userOf(state.ply), ply: state.ply, uci })
  const mayClaim = () => permissions(state, COLORS[state.ply % 2]).includes('claimDraw')
  for (const uci of [...cycle, ...cycle.slice(0, -1)]) {
    assert.equal(mayClaim(), false, state.moves)
    move(uci)
  }
  assert.equal(mayClaim(), true)
  move('N@e4') // another drop
  assert.equal(mayClaim(), false)
  send({ type: 'offerTakeback', by: userOf(1) })
  send({ type: 'acceptTakeback', by: userOf(0) })
  assert.equal(mayClaim(), true)
  send({ type: 'claimDraw', by: userOf(1), uci: 'N@e5', ply: state.ply })
  assert.equal(state.result.reason, 'threefold_repetition')
})

/** All well-formed commands of a type, as far as they differ. */
function commands(state, type) {
  if (type === 'create') return [{ game: 'other' }]
  if (type === 'giveTime') return [{ ms: 5_000 }]
  if (type !== 'move' && type !== 'claimDraw') return [{}]
  const game = gameOf(state)
  const moves = game.legalMoves('uci')
  game.stop()
  if (type === 'move') return moves.slice(0, 3).map(uci => ({ uci, ply: state.ply }))
  return [{}, ...moves.map(uci => ({ uci }))]
}
