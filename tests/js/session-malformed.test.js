// SPDX-License-Identifier: Apache-2.0
// Malformed commands: the refusal says what is wrong.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMANDS, isCommand } from '#js/session/commands.js'
import { OWN_FIELDS, Played, START, session } from './support/sessions.js'

const { reduceSession } = session

test('the refusal of a malformed command names what is wrong: type, id, sender and wrong fields; unknown ones are ignored', () => {
  const { state } = new Played({ clock: { base: 60_000 } }).play(['e2e4', 'e7e5'])
  const why = command => {
    const refusal = reduceSession(state, command, START)
    return refusal.code === 'badCommand' ? refusal.why : refusal.code
  }
  const by = 'alice'
  assert.equal(why(null), 'a command is an object')
  assert.equal(why({ by }), 'type is the name of a command')
  assert.equal(why({ type: 'offerdraw', by }), "there is no command 'offerdraw'")
  assert.equal(why({ type: 'x'.repeat(500), by }), `there is no command '${'x'.repeat(64)}'`)
  assert.match(why({ type: 'resign', by, id: '' }), /^id has 1 to 64 characters/)
  assert.match(why({ type: 'resign' }), /^by is /)
  assert.match(why({ type: 'join', by: { id: 'carol', name: '\n' } }), /^by is /)
  assert.equal(why({ type: 'due', by }), "only the server sends 'due'")
  const good = { ply: 2, uci: 'g1f3', ms: 5000, color: 'white', from: 0, to: 5, winner: null }
  for (const [type, rules] of COMMANDS) {
    const sender = rules.by === 'server' ? {} : { by }
    const own = Object.fromEntries((OWN_FIELDS[type] ?? []).map(name => [name, good[name]]))
    if (type !== 'create') {
      for (const field of ['colour', 'listed', 'roles', '__proto__']) {
        const command = { type, ...sender, ...own }
        Object.defineProperty(command, field, { value: 1, enumerable: true })
        assert.equal(isCommand(command), true, `${type}: ${field} is ignored`)
      }
      for (const name of Object.keys(own))
        assert.match(why({ type, ...sender, ...own, [name]: {} }), new RegExp(`^${name} is `), type)
    }
    // Fields of all commands; servers know the game.
    assert.notEqual(
      reduceSession(state, { type, id: 'x1', game: 'g', ...sender, ...own }, START).code,
      'badCommand',
    )
  }
  assert.equal(why({ type: 'compensate', from: 5, to: 0 }), 'to is not before from')
})
