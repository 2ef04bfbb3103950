// SPDX-License-Identifier: Apache-2.0
// The end of clients of connectGames() and of what they have asked: closed, given up, sent once; against real servers.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { WebSocket } from 'ws'
import { arena, begin, play } from './support/arena.js'
import { distUrl } from './support/child.js'
import { PATIENCE } from './support/patience.js'
import { startRelay } from './support/relay.js'
import { session } from './support/sessions.js'

const { connectGames } = session

test('close() and the signal settle all that waits', async t => {
  const { serve, connect } = await arena(t)
  const server = await serve()
  const { url } = server
  const aborter = new AbortController()
  const white = connect(url, { signal: aborter.signal })
  const links = await begin(white, connect(url))
  await server.kill()
  const waiting = [links[0].move('e2e4'), links[0].offerDraw(), links[0].resign()]
  const created = white.create({})
  created.catch(() => {})
  aborter.abort()
  for (const answer of await Promise.all(waiting)) assert.deepEqual(answer, { ok: false, code: 'closed' })
  await assert.rejects(created, { code: 'ERR_SESSION_CLOSED' })
  assert.equal(white.status.state, 'closed')
  assert.deepEqual(await links[0].move('e2e4'), { ok: false, code: 'closed' })
  assert.deepEqual(await white.open('abc').resign(), { ok: false, code: 'closed' })
  await assert.rejects(white.create({}), { code: 'ERR_SESSION_CLOSED' })

  const black = connect(url)
  const link = black.open(links[0].id)
  const answer = link.resign()
  link.close()
  assert.deepEqual(await answer, { ok: false, code: 'closed' })

  // What a listener asks for while all is settled is settled, too; a move that nobody has answered is not taken back in a view.
  const again = connect(url)
  const last = again.open(links[0].id)
  again.on('status', ({ state }) => {
    if (state === 'closed')
      asked.push(
        again.create({}).catch(({ code }) => code),
        last.resign(),
      )
  })
  const asked = []
  again.close()
  assert.deepEqual(await Promise.all(asked), ['ERR_SESSION_CLOSED', { ok: false, code: 'closed' }])

  const aborted = connect(url, { signal: AbortSignal.abort() })
  assert.equal(aborted.status.state, 'closed')
})

test('a command without an answer is given up after 30 s', async t => {
  const silent = createServer(socket => socket.resume())
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const client = connectGames(`ws://127.0.0.1:${silent.address().port}`, { WebSocket })
  const answer = client.open('abc').resign()
  for (let i = 0; i < 31; i++) t.mock.timers.tick(1000)
  assert.deepEqual(await answer, { ok: false, code: 'unavailable' })
  client.close()
  t.mock.timers.tick(5000)
})

test('a call that is given up after 30 s names the server, and why it has not answered', async t => {
  const closed = createServer()
  closed.listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const url = `ws://127.0.0.1:${closed.address().port}/games`
  closed.close()
  await once(closed, 'close')
  const { serve } = await arena(t)
  const server = await serve()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const [address, state, message] of [
    [url, 'waiting', `No connection to the game server ${url} for 30 s: The server cannot be reached`],
    [server.url, 'open', new RegExp(`^The game server ${server.url}/? has not answered for 30 s$`)],
  ]) {
    // It answers nothing but hello.
    class Deaf extends WebSocket {
      send(text) {
        if (JSON.parse(text).type === 'hello') super.send(text)
      }
    }
    const client = connectGames(address, { WebSocket: Deaf })
    const created = client.create({})
    await new Promise(resolve => client.on('status', status => status.state === state && resolve()))
    created.catch(() => {})
    if (state === 'open') t.mock.timers.tick(30_000)
    else for (let i = 0; i < 31 && client.status.state === state; i++) t.mock.timers.tick(30_000)
    await assert.rejects(created, { code: 'ERR_STORE_AWAY', message })
    client.close()
    t.mock.timers.tick(5000)
  }
})

test('a command that a listener sends while a move is taken back is sent once', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const relay = await startRelay(() => url)
  t.after(() => relay.close())
  const sent = []
  class Counting extends WebSocket {
    send(text) {
      sent.push(JSON.parse(text).type)
      super.send(text)
    }
  }
  const links = await begin(connect(relay.url, { WebSocket: Counting }), connect(url))
  await play(links, ['e2e4', 'e7e5'])
  relay.treat = (text, toServer) => (toServer || JSON.parse(text).re ? [0] : []) // white does not hear of the resignation
  assert.equal((await links[1].resign()).ok, true)
  const before = sent.length
  let offer
  let count
  links[0].on('view', ({ ply }) => {
    if (ply !== 2 || offer) return
    offer = links[0].offerDraw()
    queueMicrotask(() => {
      count = sent.slice(before).filter(type => type === 'offerDraw').length
    })
  })
  assert.equal((await links[0].move('g1f3')).code, 'over')
  assert.equal((await offer).code, 'over')
  assert.equal(count, 1)
})

test('a program ends by itself once its client is closed, also with a server that is frozen', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const game = await connect(url).create({})
  const frozen = createServer(socket => socket.pause())
  frozen.listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  t.after(() => frozen.close())
  const code = `
    import { WebSocket } from 'ws'
    const { connectGames } = await import(${JSON.stringify(distUrl)} + 'session.js')
    const silent = connectGames('ws://127.0.0.1:${frozen.address().port}', { WebSocket })
    const client = connectGames('${url}', { WebSocket })
    const link = client.open('${game.id}')
    await new Promise(resolve => link.on('view', resolve))
    console.log((await link.join()).ok)
    client.close()
    silent.close()`
  const env = { ...process.env }
  delete env.NODE_TEST_CONTEXT
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    env,
    timeout: PATIENCE,
  })
  assert.equal(stdout, 'true\n')
})
