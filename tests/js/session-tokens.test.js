// SPDX-License-Identifier: Apache-2.0
// Clients whose server checks tokens: tokens that expire, tokens of a function, and what all calls of a client that is refused
// or closed answer; against real servers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GameCalls } from '#js/session/calls.js'
import { arena, begin, CLOCK, is, play, until } from './support/arena.js'
import { holdPorts } from './support/ports.js'

/** How long a token is valid, in ms of a clock that the test sets. */
const LIFE = 12_000

/** A site that issues tokens which expire: 'NAME EXPIRY', by a clock that stands still until it is set. */
class Site {
  now = 0
  /** @type {Set<string>} users who were logged out */
  out = new Set()
  /** Tokens that were issued, by user. @type {Map<string, number>} */
  issued = new Map()

  /** @param {string} name */
  token(name) {
    this.issued.set(name, (this.issued.get(name) ?? 0) + 1)
    return `${name} ${this.now + LIFE}`
  }

  /** The option of createGameServer(). */
  authenticate = (/** @type {unknown} */ _request, /** @type {{ token?: string }} */ { token = '' }) => {
    const [name, expiry] = token.split(' ')
    return Number(expiry) > this.now && !this.out.has(name) ? { id: name, name } : null
  }
}

test('tokens that expire in mid-game: nodes come and go, and the game goes on', async t => {
  const { serve, connect } = await arena(t)
  const site = new Site()
  const { authenticate } = site
  const [port] = await holdPorts(1)
  let server = await serve(port, { authenticate })
  const [white, black] = ['anna', 'bert'].map(name =>
    connect(server.url, { token: async () => site.token(name) }),
  )
  const links = await begin(white, black)
  /** @type {unknown[]} */
  const ends = []
  for (const link of links) link.on('end', end => ends.push(end))
  await play(links, ['e2e4', 'e7e5'])
  for (const [own, reply] of [
    ['g1f3', 'b8c6'],
    ['f1b5', 'a7a6'],
  ]) {
    const before = site.issued.get('anna') ?? 0
    site.now += LIFE // all tokens that were issued so far have expired
    await server.kill()
    const answer = links[0].move(own)
    server = await serve(port, { authenticate })
    assert.equal((await answer).ok, true)
    await play(links, [reply])
    assert.ok(Number(site.issued.get('anna')) > before)
  }
  assert.deepEqual(
    [white, black].map(({ user, status }) => [user.id, status.state]),
    [
      ['anna', 'open'],
      ['bert', 'open'],
    ],
  )
  assert.deepEqual(ends, [])
  assert.equal(links[1].view.moves.length, 6)
})

test('a function is asked once more when its token is refused, and the client closes after the second one', async t => {
  const { serve, connect } = await arena(t)
  const site = new Site()
  const { authenticate } = site
  const [port] = await holdPorts(1)
  let server = await serve(port, { authenticate })
  const restart = async () => {
    await server.kill()
    server = await serve(port, { authenticate })
  }
  // It keeps its token until it is refused.
  let asked = 0
  let kept = site.token('anna')
  const token = () => {
    asked++
    const given = kept
    if (Number(given.split(' ')[1]) <= site.now) kept = site.token('anna')
    return given
  }
  const client = connect(server.url, { token })
  const link = await client.create({ clock: CLOCK })
  await until(link, is('waiting'))
  const end = new Promise(resolve => link.on('end', resolve))
  const before = asked
  site.now += LIFE
  await restart()
  assert.equal((await client.games()).length, 1)
  assert.equal(client.user.id, 'anna')
  assert.ok(asked >= before + 2, `${asked} instead of ${before + 2}`)
  // Logged out: no token helps.
  site.out.add('anna')
  const known = asked
  /** @type {(string | undefined)[]} */
  const reasons = []
  client.on('status', ({ reason }) => reasons.push(reason))
  await restart()
  assert.deepEqual(await end, { gone: 'refused' })
  assert.deepEqual([client.status.state, link.gone], ['closed', 'refused'])
  assert.ok(asked >= known + 2)
  assert.equal(reasons.filter(reason => reason === 'The login is not valid, or has expired').length, 2)
})

test('a function that throws, or returns no text, is a failed try', async t => {
  const { serve, connect } = await arena(t)
  const site = new Site()
  const { url } = await serve(0, { authenticate: site.authenticate })
  const answers = [
    () => Promise.reject(new Error('the token server answers 503')),
    () => {
      throw 'offline'
    },
    () => null,
    () => site.token('anna'),
  ]
  const client = connect(url, { token: () => (answers.shift() ?? assert.fail())() })
  /** @type {(string | undefined)[]} */
  const reasons = []
  client.on('status', ({ state, reason }) => state === 'waiting' && reasons.push(reason))
  assert.deepEqual(await client.games(), [])
  assert.deepEqual(reasons, [
    'The login failed: the token server answers 503',
    'The login failed: offline',
    'The login failed: token() returns a string, or undefined',
  ])
})

test('a function without a token keeps the identity that the server has issued', async t => {
  const { serve, connect } = await arena(t)
  const [port] = await holdPorts(1)
  const server = await serve(port)
  const client = connect(server.url, { token: () => undefined })
  const link = await client.create({ clock: CLOCK })
  const { user } = client
  await server.kill()
  await serve(port)
  await client.games()
  assert.deepEqual(client.user, user)
  assert.equal((await until(link, is('waiting'))).role, 'white')
})

test('close() while a function is asked: no connection is made', async t => {
  const { serve, connect } = await arena(t)
  const site = new Site()
  const { url } = await serve(0, {
    authenticate: () => assert.fail('it has connected'),
  })
  let give = (/** @type {string} */ _token) => {}
  const asked = new Promise(resolve => {
    const client = connect(url, {
      token: () =>
        new Promise(settle => {
          give = settle
          resolve(client)
        }),
    })
  })
  const client = await asked
  client.close()
  give(site.token('anna'))
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(client.status.state, 'closed')
  // And in a listener of 'connecting'.
  const other = connect(url, { token: site.token('anna') })
  other.on('status', ({ state }) => state === 'connecting' && other.close())
  await assert.rejects(other.games(), { code: 'ERR_SESSION_CLOSED' })
})

/** Calls of a client that reject, and of a link that never do; by kind, so that new ones are among them. */
const CLIENT_CALLS = ['create', 'lobby', 'games']
const LINK_CALLS = Object.getOwnPropertyNames(GameCalls.prototype).filter(
  name => !['constructor', 'send', 'fieldsOf'].includes(name),
)
const GIVEN = { move: ['e7e5'], claimDraw: ['e7e5'], giveTime: [15_000], join: ['white'] }

/** @param {any} client @param {any} link @returns {Promise<unknown>[]} the codes of all calls */
const codesOf = (client, link) => [
  ...CLIENT_CALLS.map(name =>
    client[name]().then(
      () => 'ok',
      error => `${error.code} ${error.message}`,
    ),
  ),
  ...LINK_CALLS.map(name => link[name](...(GIVEN[name] ?? [])).then(({ ok, code }) => [ok, code])),
]

/** @param {unknown[]} codes @param {string} error @param {string} reason */
function checkCodes(codes, error, reason) {
  for (const code of codes.slice(0, CLIENT_CALLS.length)) {
    assert.ok(String(code).startsWith(`${error} `), String(code))
    assert.ok(String(code).includes(reason), String(code))
  }
  for (const code of codes.slice(CLIENT_CALLS.length)) assert.deepEqual(code, [false, 'closed'])
}

test('all calls of a client that is refused, pending ones too, say so, and links end', async t => {
  const { serve, connect } = await arena(t)
  const site = new Site()
  const { authenticate } = site
  const [port] = await holdPorts(1)
  const server = await serve(port, { authenticate })
  const names = ['anna', 'bert']
  const clients = names.map(name => connect(server.url, { token: site.token(name) }))
  const links = await begin(clients[0], clients[1])
  await play(links, ['e2e4'])
  /** @type {unknown[]} */
  const ends = []
  links[1].on('end', end => ends.push(end))
  await server.kill()
  const pending = codesOf(clients[1], links[1])
  site.out.add('bert')
  await serve(port, { authenticate })
  const reason = 'The login is not valid, or has expired'
  checkCodes(await Promise.all(pending), 'ERR_SESSION_REFUSED', reason)
  assert.deepEqual([clients[1].status.state, clients[1].status.reason], ['closed', reason])
  checkCodes(await Promise.all(codesOf(clients[1], links[1])), 'ERR_SESSION_REFUSED', reason)
  assert.deepEqual(ends, [{ gone: 'refused' }])
  // Links that are opened afterwards.
  const late = clients[1].open(links[0].id)
  const end = new Promise(resolve => late.on('end', resolve))
  const answers = codesOf(clients[1], late)
  assert.deepEqual([await end, late.gone], [{ gone: 'refused' }, 'refused'])
  checkCodes(await Promise.all(answers), 'ERR_SESSION_REFUSED', reason)
  // After close() it is still the server that has refused it.
  clients[1].close()
  checkCodes(await Promise.all(codesOf(clients[1], late)), 'ERR_SESSION_REFUSED', reason)
})

test('all calls of a client that was closed, pending ones too, say so; its links report no end', async t => {
  const { serve, connect } = await arena(t)
  const server = await serve()
  const client = connect(server.url)
  const other = connect(server.url)
  const links = await begin(other, client)
  await play(links, ['e2e4'])
  /** @type {unknown[]} */
  const ends = []
  links[1].on('end', end => ends.push(end))
  await server.kill()
  const pending = codesOf(client, links[1])
  client.close()
  const reason = 'The connection was closed on this side'
  for (const answers of [pending, codesOf(client, links[1]), codesOf(client, client.open(links[0].id))])
    checkCodes(await Promise.all(answers), 'ERR_SESSION_CLOSED', reason)
  assert.deepEqual([ends, links[1].gone, links[1].view.ply], [[], null, 2])
})
