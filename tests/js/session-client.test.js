// SPDX-License-Identifier: Apache-2.0
// connectGames() against real servers over real sockets: servers that die, frames that are lost, doubled and late.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { arena, atPly, begin, CLOCK, is, play, until } from './support/arena.js'
import { reportedFaults } from './support/faults.js'
import { createGameServer, MemoryStore } from './support/host.js'
import { PATIENCE } from './support/patience.js'
import { holdPorts } from './support/ports.js'
import { startRelay } from './support/relay.js'
import { session } from './support/sessions.js'

const { connectGames } = session

/** Forty plies without a repetition that ends the game. */
const LONG =
  'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6b8 d2d4 b8d7 c3c4 c7c6 c4b5 a6b5 b1c3 c8b7 c1g5 b5b4 c3b1 h7h6 g5h4 c6c5 d4e5 f6e4 h4e7 d8e7 e5d6 e7f6 b1d2 e4d6'.split(
    ' ',
  )

test('two clients play a game: views, events, answers, the result, a rematch', async t => {
  const hour = 3_600_000
  class AheadStore extends MemoryStore {
    now() {
      return super.now() + hour
    }
  }
  const { serve, connect } = await arena(t, new AheadStore())
  const { url } = await serve()
  const [white, black] = [connect(url), connect(url)]
  const links = await begin(white, black)
  const seen = []
  const ends = []
  links[1].on('event', event => seen.push(event.type))
  links[1].on('end', result => ends.push(result))
  assert.deepEqual(
    links.map(({ view }) => view.role),
    ['white', 'black'],
  )
  assert.ok(links[0].view.permissions.includes('move'))
  await play(links, ['f2f3', 'e7e5', 'g2g4', 'd8h4'])
  for (const { view } of links) {
    assert.deepEqual(view.result, { winner: 'black', reason: 'checkmate' })
    assert.equal(view.version, 8)
  }
  while (ends.length === 0) await sleep(5)
  assert.deepEqual(seen, ['moved', 'moved', 'moved', 'moved', 'ended'])
  assert.deepEqual(ends, [{ winner: 'black', reason: 'checkmate' }])
  // A client knows it as well as a busy machine lets it.
  assert.ok(Math.abs(links[0].now() - Date.now() - hour) < PATIENCE, 'the server’s clock is known')
  assert.equal((await links[0].move('a2a3')).code, 'over')

  assert.equal((await links[0].rematch()).ok, true)
  assert.equal((await links[1].rematch()).ok, true)
  const next = (await until(links[0], ({ rematch }) => rematch?.includes('-2'))).rematch
  const again = white.open(next)
  assert.equal((await until(again, is('playing'))).role, 'black')
})

test('a move that is not answered yet changes no player', async t => {
  const server = await createGameServer({
    authenticate: (_, { token }) =>
      token === undefined
        ? null
        : { id: token, name: token.startsWith('b') ? undefined : token.toUpperCase() },
  })
  t.after(() => server.close())
  const connect = token => connectGames(server.url, { WebSocket, token })
  const clients = [connect('anna'), connect('bert')]
  t.after(() => {
    for (const client of clients) client.close()
  })
  const links = await begin(...clients)
  const { serve, connect: connectAnonymous } = await arena(t)
  const { url } = await serve()
  const anonymous = await begin(connectAnonymous(url), connectAnonymous(url))
  for (const [[own, other], players] of [
    [links, { white: { id: 'anna', name: 'ANNA', away: null }, black: { id: 'bert', away: null } }],
    [anonymous, { white: { away: null }, black: { away: null } }],
  ]) {
    const seen = []
    own.on('view', view => seen.push([view.ply, view.players]))
    for (const [index, link] of [own, other].entries()) {
      const before = link.view
      assert.deepEqual(before.players, players)
      const answered = link.move(['e2e4', 'e7e5'][index])
      assert.deepEqual([link.view.ply, link.view.players], [index + 1, players], 'at once')
      assert.deepEqual(await answered, { ok: true, version: link.view.version })
      await until(other, atPly(index + 1))
    }
    for (const [, shown] of seen) assert.deepEqual(shown, players)
    assert.ok(seen.length >= 2)
  }
})

test('every command of a client has a method', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const [own, other] = await begin(connect(url), connect(url), { clock: CLOCK, draws: 'claim' })
  const codes = async answer => (await answer).code ?? 'ok'
  assert.equal(await codes(own.offerDraw()), 'tooEarly')
  assert.equal(await codes(own.resign()), 'useAbort')
  await play([own, other], ['e2e4', 'e7e5'])
  assert.equal(await codes(own.offerDraw()), 'ok')
  assert.equal(await codes(own.declineDraw()), 'noOffer')
  assert.equal(await codes(other.declineDraw()), 'ok')
  assert.equal(await codes(other.acceptDraw()), 'noOffer')
  assert.equal(await codes(own.claimDraw()), 'noClaim')
  assert.equal(await codes(own.claimDraw('g1f3')), 'noClaim')
  assert.equal(await codes(own.claimDraw('g1g3')), 'illegal')
  assert.equal(await codes(own.flag()), 'early')
  assert.equal(await codes(own.abort()), 'tooLate')
  assert.equal(await codes(own.giveTime(15_000)), 'ok')
  assert.equal(await codes(own.giveTime(1)), 'badCommand')
  assert.equal(await codes(own.claimWin()), 'notAway')
  assert.equal(await codes(own.claimAbsenceDraw()), 'notAway')
  assert.equal(await codes(own.offerTakeback()), 'ok')
  assert.equal(await codes(other.declineTakeback()), 'ok')
  assert.equal(await codes(other.offerTakeback()), 'ok')
  assert.equal(await codes(own.acceptTakeback()), 'ok')
  await until(own, atPly(1))
  assert.equal(await codes(own.join('black')), 'seated')
  assert.equal(await codes(own.rematch()), 'noOffer')
  assert.equal(await codes(own.declineRematch()), 'noOffer')
  assert.equal(await codes(own.claimDraw('x'.repeat(5000))), 'badCommand')
  await play([own, other], ['c7c5'])
  assert.equal(await codes(other.resign()), 'ok')
  assert.deepEqual((await until(own, is('over'))).result, { winner: 'white', reason: 'resignation' })
})

// They wait more than they compute.
describe('side by side', { concurrency: true }, () => {
  for (const [name, treat] of [
    ['lost', random => () => (random() < 0.08 ? [] : [0])],
    ['doubled', random => () => (random() < 0.5 ? [0, 40 * random()] : [0])],
    ['late and doubled', random => () => [30 * random(), ...(random() < 0.3 ? [200 * random()] : [])]],
  ]) {
    test(`messages that are ${name}: each move is made once, and each event is seen once, in order`, async t => {
      const { serve, connect, store } = await arena(t)
      const { url } = await serve()
      let seed = 7
      const random = () => {
        seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
        return seed / 0x7fffffff
      }
      const relay = await startRelay(() => url)
      t.after(() => relay.close())
      const links = await begin(connect(relay.url), connect(relay.url))
      const seen = links.map(link => {
        const versions = []
        link.on('event', event => versions.push(event))
        return versions
      })
      const first = links[0].view.version
      // Greetings are let through: a connection that does not come about is another test's.
      const treated = treat(random)
      relay.treat = (text, toServer) =>
        /"(hello|welcome|ping|pong)"/.test(text) ? [0] : treated(text, toServer)
      const moves = LONG.slice(0, 20)
      await play(links, moves)
      relay.treat = () => [0]
      const log = await store.read(links[0].id)
      assert.deepEqual(
        log.filter(({ type }) => type === 'moved').map(({ uci }) => uci),
        moves,
      )
      // A view may already show a move whose event is still to come.
      await Promise.all(links.map(link => until(link, () => link.events.length === log.length)))
      const kept = log.slice(first).map(({ type, at }) => `${type} ${at}`)
      for (const events of seen)
        assert.deepEqual(
          events.map(({ type, at }) => `${type} ${at}`),
          kept,
        )
    })
  }

  test('the lobby is watched while somebody listens, over reconnections, and own games are found again', async t => {
    const { serve, connect } = await arena(t)
    const first = await serve()
    const relay = await startRelay(() => first.url)
    t.after(() => relay.close())
    const [maker, guest] = [connect(first.url), connect(relay.url)]
    const sent = []
    relay.treat = (text, toServer) => {
      if (toServer) sent.push(JSON.parse(text))
      return [0]
    }
    /** @type {object[][]} */
    const lists = []
    const has = async (count, milliseconds = PATIENCE) => {
      for (const end = Date.now() + milliseconds; lists.at(-1)?.length !== count; await sleep(10))
        if (Date.now() > end) assert.fail(`the lobby does not get ${count}: ${JSON.stringify(lists)}`)
    }
    assert.deepEqual([await guest.lobby(), await guest.games()], [[], []])
    const off = guest.on('lobby', list => lists.push(list))
    await has(0)
    const own = await maker.create({ clock: CLOCK, color: 'black', variant: 'atomic', listed: true })
    await has(1)
    const [{ since, ...challenge }] = lists.at(-1)
    assert.deepEqual(challenge, {
      game: own.id,
      variant: 'atomic',
      fen: null,
      clock: CLOCK,
      color: 'white',
      creator: {},
    })
    assert.ok(Math.abs(guest.now() - since) < PATIENCE)
    assert.deepEqual(await guest.lobby(), lists.at(-1))
    // A second listener gets what is known, and the connection breaks.
    const late = []
    const offLate = guest.on('lobby', list => late.push(list.length))
    await Promise.resolve()
    assert.deepEqual(late, [1])
    offLate()
    const before = [lists.length, sent.length]
    relay.cut()
    const other = await maker.create({ listed: true })
    await has(2)
    assert.ok(lists.length > before[0])
    const again = sent.slice(before[1]).filter(({ type }) => type === 'lobby')
    assert.deepEqual(
      again.map(({ watch }) => watch),
      [true],
      'asked for once',
    )
    other.close()
    const link = guest.open(own.id)
    await until(link, is('waiting'))
    assert.equal((await link.join()).ok, true)
    await has(0)
    const [mine, ...more] = await guest.games()
    assert.deepEqual(more, [])
    assert.deepEqual(
      [mine.game, mine.status, mine.color, mine.turn, mine.opponent, mine.variant],
      [own.id, 'playing', 'white', 'white', {}, 'atomic'],
    )
    assert.deepEqual(
      (await maker.games()).map(({ game, status }) => [game, status]),
      [
        [own.id, 'playing'],
        [other.id, 'waiting'],
      ],
    )
    // A browser that was closed: only the token is left.
    const { token } = guest
    guest.close()
    await assert.rejects(guest.lobby(), { code: 'ERR_SESSION_CLOSED' })
    await assert.rejects(guest.games(), { code: 'ERR_SESSION_CLOSED' })
    const back = connect(relay.url, { token })
    assert.equal((await back.games())[0].game, own.id)
    // Nobody listens any more: nothing comes.
    const begun = sent.length
    const end = back.on('lobby', () => lists.push([]))
    end()
    off()
    await back.lobby()
    const asked = sent.slice(begun).filter(({ type }) => type === 'lobby')
    assert.deepEqual(
      asked.map(({ watch }) => watch),
      [true, false, undefined],
    )
    assert.throws(() => back.on('lobby', 5), { code: 'ERR_ARGUMENT' })
    await assert.rejects(back.create({ listed: 'yes' }), { code: 'ERR_ARGUMENT' })
  })

  test('a client has the log, the clocks of this moment, and the time after which an absence counts', async t => {
    const { serve, connect } = await arena(t)
    const { url } = await serve()
    const away = connect(url)
    const [own, other] = await begin(connect(url), away)
    await play([own, other], ['e2e4', 'e7e5', 'g1f3'])
    const before = performance.now()
    const shown = own.clocks()
    // The server's time is estimated to half a round trip: until then, the clock of a move just made stands still.
    while (own.clocks().black === shown.black) await sleep(5)
    const { white, black, running } = own.clocks()
    const passed = performance.now() - before
    assert.deepEqual([running, white], ['black', shown.white])
    // A clock shows whole milliseconds.
    assert.ok(black < shown.black && black >= shown.black - passed - 1, `${shown.black - black} of ${passed}`)
    // A move that is not answered yet stops the own clock at once.
    const move = other.move('b8c6')
    assert.equal(other.clocks().running, 'white')
    await move
    await until(own, atPly(4))
    assert.match(session.sessionPgn(own.events).toString(), /%clk 0:01:00\]\} 2\. Nf3/)
    const again = connect(url).open(own.id)
    await until(again, atPly(4))
    assert.deepEqual([again.events.length, own.absenceLeft(), again.absenceLeft()], [7, null, null])
    away.close()
    await until(own, view => view.players.black.away !== null)
    assert.ok(own.absenceLeft() > 0 && own.absenceLeft() <= 30_000, `${own.absenceLeft()}`)
  })

  test('a server that dies in mid-game and comes back: the game goes on, a move on its way is made once', async t => {
    const { serve, connect, store } = await arena(t)
    // While it is dead, the system gives its port to nobody else.
    const [port] = await holdPorts(1)
    const server = await serve(port)
    const { url } = server
    const statuses = []
    const white = connect(url)
    white.on('status', ({ state }) => statuses.push(state))
    const links = await begin(white, connect(url))
    await play(links, LONG.slice(0, 10))
    const answer = links[0].move(LONG[10])
    assert.equal(links[0].view.ply, 11, 'it is shown at once')
    await server.kill()
    const tries = () => statuses.filter(state => state === 'waiting').length
    while (tries() < 3) await sleep(5)
    assert.equal(links[0].view.ply, 11)
    await serve(port)
    assert.equal((await answer).ok, true)
    await play(links, LONG.slice(11))
    const moves = (await store.read(links[0].id)).filter(({ type }) => type === 'moved').map(({ uci }) => uci)
    assert.deepEqual(moves, LONG)
    assert.ok(statuses.includes('waiting') && statuses.at(-1) === 'open', String(statuses))
  })
})

test('with two addresses the game goes on at the other one at once', async t => {
  const { serve, connect } = await arena(t)
  const one = await serve()
  const two = await serve()
  const white = connect([one.url, two.url])
  const links = await begin(white, connect([one.url, two.url]))
  await play(links, LONG.slice(0, 6))
  const pauses = []
  white.on('status', ({ state, milliseconds }) => state === 'waiting' && pauses.push(milliseconds))
  await one.kill()
  await play(links, LONG.slice(6))
  assert.ok(pauses[0] < 100, String(pauses))
  assert.equal(links[1].view.ply, LONG.length)
})

test('a move is shown at once, and taken back if the server refuses it', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const relay = await startRelay(() => url)
  t.after(() => relay.close())
  const links = await begin(connect(relay.url), connect(url))
  await play(links, ['e2e4', 'e7e5'])
  let letThrough = () => {}
  const held = new Promise(resolve => (letThrough = () => resolve(undefined)))
  relay.treat = (_text, toServer) => [toServer ? 0 : held]
  const plies = []
  links[0].on('view', view => plies.push(view.ply))
  assert.equal((await links[1].resign()).ok, true)
  const answer = links[0].move('g1f3')
  assert.equal(links[0].view.ply, 3)
  assert.equal(links[0].view.moves.at(-1), 'g1f3')
  letThrough()
  assert.equal((await answer).code, 'over')
  assert.equal(links[0].view.ply, 2)
  assert.deepEqual(links[0].view.result, { winner: 'white', reason: 'resignation' })
  assert.equal(plies[0], 3)
  assert.equal(plies.at(-1), 2)
})

test('an illegal move is neither shown nor sent; a second move of the same turn is for no other position', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const links = await begin(connect(url), connect(url))
  assert.throws(() => links[0].move('e2e5'), { code: 'ERR_MOVE_ILLEGAL' })
  assert.equal(links[0].view.ply, 0)
  const [first, second] = await Promise.all([links[0].move('e2e4'), links[0].move('d2d4')])
  assert.equal(first.ok, true)
  assert.equal(second.code, 'notYourTurn')
  assert.deepEqual((await until(links[1], atPly(1))).moves, ['e2e4'])
})

test('the token brings back the seat; a wrong one ends the client', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const white = connect(url)
  const [own] = await begin(white, connect(url))
  const { token, user } = white
  white.close()
  const again = connect(url, { token })
  const link = again.open(own.id)
  assert.equal((await until(link, is('playing'))).role, 'white')
  assert.deepEqual(again.user, user)
  assert.equal((await link.move('e2e4')).ok, true)

  const refused = connect(url, { token: `${token}x` })
  const answer = refused.open(own.id).move('e7e5')
  assert.deepEqual(await answer, { ok: false, code: 'closed' })
  assert.equal(refused.status.state, 'closed')
})

test('games that are not there, setups that are refused, links for others', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const client = connect(url)
  const missing = client.open('doesNotExist')
  const end = await new Promise(resolve => missing.on('end', resolve))
  assert.deepEqual(end, { gone: 'noGame' })
  assert.equal(missing.view, null)
  await assert.rejects(client.create({ fen: 'nonsense' }), error => {
    assert.equal(error.code, 'ERR_ARGUMENT')
    assert.equal(error.cause.code, 'badFen')
    return true
  })
  await assert.rejects(client.create({ clock: { base: 180, increment: 2 } }), error => {
    assert.match(error.message, /badClock, base is in milliseconds: 180 is 0\.18 s/)
    assert.deepEqual([error.code, error.cause.code], ['ERR_ARGUMENT', 'badClock'])
    return true
  })
  const timed = await client.create({ clock: '3+2' })
  assert.deepEqual((await until(timed, is('waiting'))).clock, { base: 180_000, increment: 2000 })
  const link = await client.create({ color: 'black' })
  const expected = new URL(url)
  expected.protocol = 'http:'
  assert.equal(link.link(), `${expected.href}#game=${link.id}`)
  assert.equal(link.link('white'), `${expected.href}#game=${link.id}&color=white`)
  assert.equal(client.open(link.id), link)

  for (const page of [
    'https://a:b@chess.example/play?lang=de#old',
    new URL('https://chess.example/play?lang=de'),
  ]) {
    const other = await connect(url, { page }).create()
    assert.equal(other.link('black'), `https://chess.example/play?lang=de#game=${other.id}&color=black`)
    assert.equal(other.link(), `https://chess.example/play?lang=de#game=${other.id}`)
  }
  for (const page of ['/play', '', 5, null])
    assert.throws(() => connect(url, { page }), { code: 'ERR_ARGUMENT' }, String(page))
})

test('an event that cannot be played ends the link; one with a field of the wrong kind is no message', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const own = await connect(url).create({ clock: CLOCK })
  await until(own, is('waiting'))
  const spoiling = (right, wrong) =>
    /** A socket that spoils a field of the event that made the game. */
    class extends WebSocket {
      addEventListener(name, listener, options) {
        const heard = ({ data }) => listener({ data: String(data).replace(right, wrong) })
        super.addEventListener(name, name === 'message' ? heard : listener, options)
      }
    }
  const link = connect(url, { WebSocket: spoiling('"fen":null', '"fen":"nonsense"') }).open(own.id)
  assert.deepEqual(await new Promise(resolve => link.on('end', resolve)), { gone: 'unknownEvent' })
  assert.equal(link.view, null)
  const client = connect(url, { WebSocket: spoiling('"draws":"claim"', '"draws":7') })
  const other = client.open(own.id)
  other.on('end', () => assert.fail('another server may have the game'))
  const reason = await new Promise(resolve =>
    client.on('status', ({ state, reason }) => state === 'waiting' && resolve(reason)),
  )
  assert.equal(reason, 'The server sent a message that cannot be read')
  assert.equal(other.view, null)
})

test('what listeners throw is reported once, and reaches no other one', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const white = connect(url)
  const faults = reportedFaults(t)
  const thrown = []
  const broken = () => {
    thrown.push(new Error('of a listener'))
    throw thrown.at(-1)
  }
  white.on('status', broken)
  white.on('lobby', broken)
  white.on('lobby', async () => broken())
  const links = await begin(white, connect(url))
  for (const name of ['view', 'event', 'end', 'presence']) links[0].on(name, broken)
  const plies = []
  const off = links[0].on('view', view => plies.push(view.ply))
  await play(links, ['e2e4'])
  off()
  await play(links, ['e7e5'])
  assert.ok(plies.includes(1) && !plies.includes(2))
  await links[0].resign()
  await until(links[0], is('over'))
  await sleep(0) // what async listeners throw comes later
  assert.ok(thrown.length >= 8, String(thrown.length))
  assert.deepEqual(new Set(faults), new Set(thrown))
  assert.equal(faults.length, thrown.length)
  assert.throws(() => links[0].on('other', () => {}), { code: 'ERR_ARGUMENT' })
  assert.throws(() => links[0].on('view', 5), { code: 'ERR_ARGUMENT' })
})

test('presence says who is connected', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const links = await begin(connect(url), connect(url))
  const watcher = connect(url)
  const link = watcher.open(links[0].id)
  assert.equal((await until(link, is('playing'))).role, 'spectator')
  const all = ({ white, black, spectators }) => white && black && spectators === 1
  const end = Date.now() + PATIENCE
  while (!(link.presence && all(link.presence)) && Date.now() < end) await sleep(10)
  assert.deepEqual(link.presence, { white: true, black: true, spectators: 1 })
  watcher.close()
})

test('after a reconnection each game is opened once, and what waits is sent again after it', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const relay = await startRelay(() => url)
  t.after(() => relay.close())
  const client = connect(relay.url)
  const links = [await client.create({}), await client.create({})]
  for (const link of links) await until(link, is('waiting'))
  const sent = []
  relay.treat = (text, toServer) => {
    if (toServer) sent.push(JSON.parse(text).type)
    return toServer && sent.length < 2 ? [] : [0] // the command is lost
  }
  const abort = links[0].abort()
  while (sent.length === 0) await sleep(5)
  relay.cut()
  assert.equal((await abort).ok, true)
  assert.deepEqual(sent, ['abort', 'hello', 'open', 'open', 'abort'])
})

test('arguments are checked', () => {
  for (const args of [
    [],
    ['not a url'],
    ['ftp://example.org'],
    [[]],
    ['ws://x', { WebSocket: 5 }],
    ['ws://x', { token: 5 }],
    ['ws://x', { signal: {} }],
    ['ws://x', { other: 1 }],
  ]) {
    assert.throws(() => connectGames(...args), { code: 'ERR_ARGUMENT' }, JSON.stringify(args))
  }
  const client = connectGames('ws://127.0.0.1:1', { WebSocket })
  for (const game of [undefined, '', 'x'.repeat(65), 5]) {
    assert.throws(() => client.open(game), { code: 'ERR_ARGUMENT' })
  }
  client.close()
})
