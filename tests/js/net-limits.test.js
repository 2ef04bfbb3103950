// SPDX-License-Identifier: Apache-2.0
// What servers on Node share: who has the token, what an address has used up, who waits for a place, and the log.

import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { tokenProtocol } from '#js/core/token-protocol.js'
import { Access } from '#js/net/access.js'
import { AddressMeters } from '#js/net/address-meters.js'
import { SummedLog } from '#js/net/summed-log.js'
import { WaitingLine } from '#js/net/waiting-line.js'

const TOKEN = 'a token of the tests'

/** @param {string[]} tokens of which the first is offered in a header of its own */
const request = ([first, ...others]) =>
  /** @type {any} */ ({
    headers: {
      authorization: first && `Bearer ${first}`,
      'sec-websocket-protocol': others.map(tokenProtocol).join(', '),
    },
  })

test('one token is asked for: two would be two guesses, also where one of them is right', () => {
  const access = new Access(TOKEN)
  const answer = (/** @type {string[]} */ ...tokens) => access.checkToken(request(tokens))
  assert.equal(answer(), 'missing')
  assert.equal(answer(TOKEN), 'allowed')
  assert.equal(answer('another'), 'wrong')
  for (const two of [
    [TOKEN, TOKEN],
    [TOKEN, 'another'],
    ['another', TOKEN],
  ])
    assert.equal(answer(...two), 'wrong', two.join())
})

test('a connection that was of no use is given back', () => {
  const limits = { connectionsPerAddressMinute: 2, requestsPerAddressSecond: 9, workPerAddress: 1 }
  const meter = new AddressMeters(limits).of('192.0.2.1') ?? assert.fail()
  assert.equal(meter.connect(), undefined)
  assert.equal(meter.connect(), undefined)
  assert.equal(meter.connect()?.excess, 'many new connections')
  meter.excuse()
  assert.equal(meter.connect(), undefined)
  assert.equal(meter.connect()?.excess, 'many new connections')
})

test('who waits for a place is admitted in order, or refused in time, and never both', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const line = new WaitingLine()
  /** @type {string[]} */
  const done = []
  const join = (/** @type {string} */ name) => {
    const socket = new EventEmitter()
    const waits = line.join(
      /** @type {any} */ (socket),
      () => done.push(`${name} admitted`),
      () => done.push(`${name} refused`),
    )
    return { socket, waits }
  }
  assert.equal(join('early').waits, false, 'nobody has left')
  line.advance()
  const [, gone] = ['a', 'gone', 'b', 'c'].map(name => join(name))
  gone.socket.emit('close')
  line.advance()
  line.advance()
  assert.deepEqual(done, ['a admitted', 'b admitted'])
  t.mock.timers.tick(60_000)
  assert.deepEqual(done, ['a admitted', 'b admitted', 'c refused'])
})

test('the log has what clients wrote in one line that can be seen, and sums up what repeats', t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  /** @type {any[]} */
  const entries = []
  const log = new SummedLog(entry => entries.push(entry))
  const written = () => entries.splice(0).map(({ time, ...facts }) => facts)
  log.write({ event: 'left', reason: 'one\r\n two\x1b[2J\u202e three', code: 1000, name: undefined })
  assert.deepEqual(written(), [{ event: 'left', reason: 'one / two?[2J? three', code: 1000 }])
  for (let times = 0; times < 3; times++) log.sum({ event: 'refused', reason: 'full' })
  log.sum({ event: 'refused', reason: 'banned' })
  assert.deepEqual(written(), [
    { event: 'refused', reason: 'full' },
    { event: 'refused', reason: 'banned' },
  ])
  t.mock.timers.tick(1000)
  assert.deepEqual(written(), [{ event: 'refused', reason: 'full', count: 2 }])
  log.sum({ event: 'refused', reason: 'full' })
  log.close()
  assert.deepEqual(written(), [{ event: 'refused', reason: 'full', count: 1 }])
  log.sum({ event: 'refused', reason: 'full' })
  assert.deepEqual(written(), [{ event: 'refused', reason: 'full' }], 'at once')
})
