// SPDX-License-Identifier: Apache-2.0
// The logs of all games in a Redis, and what must hold for each of them after whatever has happened.

import assert from 'node:assert/strict'
import { createClient } from 'redis'
import { decodeEvent } from '#js/session/codec.js'
import { clocksAt, eventFor, foldSession } from '../../../dist/session.js'

/** Between the end of a game and its removal it can be played again; nothing else comes after the end. */
const AFTER_END = new Set(['rematchOffered', 'rematchDeclined', 'rematched'])

/** @import { Player } from './game-players.js' */

/**
 * @param {string} url of Redis
 * @returns {Promise<Map<string, any[]>>} events by game
 */
export async function readLogs(url) {
  const client = await createClient({ url }).connect()
  try {
    const logs = new Map()
    for await (const keys of client.scanIterator({ MATCH: '*:g:*', COUNT: 1000 })) {
      for (const key of keys) {
        const lines = await client.lRange(key, 0, -1)
        logs.set(key.slice(key.indexOf(':g:') + 3), lines.map(decodeEvent))
      }
    }
    return logs
  } finally {
    client.destroy()
  }
}

/**
 * What must hold for any log.
 * @param {string} game
 * @param {any[]} log
 * @returns {any} the state after it
 */
export function checkLog(game, log) {
  const where = index => `event ${index} of ${game}: ${JSON.stringify(log[index])}`
  let state = null
  let ends = 0
  const commands = new Set()
  const outages = new Set()
  for (const [index, event] of log.entries()) {
    if (index > 0) assert.ok(event.at >= log[index - 1].at, `time falls at ${where(index)}`)
    if (ends > 0) assert.ok(AFTER_END.has(event.type), `play after the end: ${where(index)}`)
    state = foldSession(state, [event])
    if (event.type === 'ended') ends++
    if (event.type === 'compensated') {
      assert.ok(!outages.has(event.outage), `an outage is given back twice: ${where(index)}`)
      outages.add(event.outage)
    }
    if (event.command !== undefined) {
      const key = `${event.by} ${event.command}`
      // A move that ends the game is two events of one command.
      const isSame = event.type === 'ended' && log[index - 1].command === event.command
      assert.ok(isSame || !commands.has(key), `a command is kept twice: ${where(index)}`)
      commands.add(key)
    }
    for (const name of ['left', 'white', 'black'])
      if (typeof event[name] === 'number') assert.ok(event[name] >= 0, `a clock below 0: ${where(index)}`)
  }
  assert.ok(ends <= 1, `${game} has ended ${ends} times`)
  assert.equal(state.version, log.length)
  const clocks = clocksAt(state, state.at)
  if (clocks.white !== null) assert.ok(clocks.white >= 0 && clocks.black >= 0, `${game}: a clock below 0`)
  return state
}

/**
 * What a player was told must be in the log: everything that was acknowledged, once, and nothing that was refused.
 * @param {any[]} log
 * @param {Player} player
 * @returns {{ lost: string[], twice: string[] }} ids of acknowledged commands
 */
export function compareWithPlayer(log, player) {
  const counts = new Map()
  for (const [index, event] of log.entries()) {
    if (event.command === undefined || event.command === log[index - 1]?.command) continue
    counts.set(event.command, (counts.get(event.command) ?? 0) + 1)
  }
  const ids = player.accepted.map(({ id }) => id)
  for (const { id, code } of player.refused)
    assert.ok(!counts.has(id), `${id} was refused as ${code} and is in the log of ${player.game}`)
  return { lost: ids.filter(id => !counts.has(id)), twice: ids.filter(id => counts.get(id) > 1) }
}

/**
 * The events that a player has got are the first ones of the log.
 * @param {any[]} log
 * @param {Player} player
 */
export function checkSeen(log, player) {
  const shown = log.slice(0, player.events.length).map(event => eventFor(event, player.color ?? 'spectator'))
  assert.deepEqual(player.events, shown, `${player.game} as ${player.color} has seen it`)
}
