// SPDX-License-Identifier: Apache-2.0
// webSocketTransport against a real server with odd manners, under npm `ws` and under Node's own WebSocket.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { WebSocketServer, WebSocket as WsWebSocket } from 'ws'
import { Engine, webSocketTransport } from '../../dist/uci.js'
import { assertThrows } from './support/assertions.js'
import { PATIENCE } from './support/patience.js'
import { holdPorts } from './support/ports.js'

/** The longest line that is passed on. */
const LONGEST_LINE = 65536
const TOKEN = 'gehéim ♞ _-+/?'
const OFFERED_TOKEN = `token.${Buffer.from(TOKEN).toString('base64url')}`

const unhandled = []
process.on('unhandledRejection', reason => unhandled.push(reason))
process.on('uncaughtException', error => unhandled.push(error))

/** @type {[string, any][]} */
const implementations = [['ws', WsWebSocket]]
const own = globalThis.WebSocket
if (own) implementations.push(["Node's own", own])

/** The promise's value; it throws when that does not come. */
async function soon(promise, what) {
  const aborter = new AbortController()
  const late = wait(PATIENCE, undefined, { signal: aborter.signal }).then(() => {
    throw new Error(`${what} does not come`)
  })
  late.catch(() => {})
  return Promise.race([promise, late]).finally(() => aborter.abort())
}

/**
 * A WebSocket server that ends with its test.
 * @param {import('node:test').TestContext} t
 * @param {(socket: any, request: import('node:http').IncomingMessage) => void} [onConnection]
 * @param {object} [options] of WebSocketServer
 */
async function serve(t, onConnection = () => {}, options = {}) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', ...options })
  await once(server, 'listening')
  server.on('connection', (socket, request) => {
    socket.on('error', () => {})
    onConnection(socket, request)
  })
  t.after(async () => {
    for (const client of server.clients) client.terminate()
    await new Promise(resolve => server.close(resolve))
  })
  return { server, url: `ws://127.0.0.1:${server.address().port}/engine` }
}

/** A transport, what it says, and the reason of its end. */
function open(t, url, options) {
  const transport = webSocketTransport(url, options)
  const lines = []
  /** @type {any[]} */
  const reasons = []
  transport.onLine = line => lines.push(line)
  const ended = new Promise(resolve => {
    transport.onClose = reason => {
      reasons.push(reason)
      resolve(reason)
    }
  })
  t.after(() => transport.kill())
  return {
    transport,
    lines,
    reasons,
    end: () => soon(ended, 'the end'),
    /** Waits until there are so many lines. */
    lineCount: async count => {
      for (const last = Date.now() + PATIENCE; lines.length < count; await wait(2))
        assert.ok(
          Date.now() < last,
          `${lines.length} lines instead of ${count}: ${lines.join('|').slice(0, 200)}`,
        )
      return lines
    },
  }
}

/** Sends each of the messages when it is connected. */
const says =
  (...messages) =>
  socket => {
    for (const message of messages) socket.send(message)
  }

for (const [name, WebSocket] of implementations) {
  test(`${name}: lines go both ways, those from before the connection first and in order`, async t => {
    const heard = []
    const { url } = await serve(t, socket => {
      socket.on('message', (data, isBinary) => {
        heard.push([String(data), isBinary])
        if (String(data) === 'isready') socket.send('readyok')
      })
    })
    const { transport, lineCount } = open(t, url, { WebSocket })
    for (let i = 0; i < 200; i++) transport.send(`line ${i}`)
    transport.send('isready')
    await lineCount(1)
    transport.send('setoption name Ä value ♞')
    transport.send('isready')
    assert.deepEqual(await lineCount(2), ['readyok', 'readyok'])
    const expected = [...Array.from({ length: 200 }, (_, i) => `line ${i}`), 'isready']
    const sent = [...expected, 'setoption name Ä value ♞', 'isready']
    assert.deepEqual(
      heard,
      sent.map(line => [line, false]),
    )
  })

  test(`${name}: one line or several a message, with any line breaks, as text or as bytes`, async t => {
    const messages = ['uciok', 'a\nb', 'c\r\nd', Buffer.from('e'), Buffer.from('f ♞\ng'), '  h ', 'i\n']
    const { url } = await serve(t, says(...messages))
    const { lineCount } = open(t, url, { WebSocket })
    assert.deepEqual(await lineCount(10), ['uciok', 'a', 'b', 'c', 'd', 'e', 'f ♞', 'g', '  h ', 'i'])
  })

  test(`${name}: a server that passes on an engine's output in arbitrary chunks`, async t => {
    const pieces = ['id name Engine\n', 'uci', 'ok\nread', 'yok', '\nbestmove e7', 'e8n\r\n', 'info depth 1']
    const { url } = await serve(t, says(...pieces))
    const { lineCount } = open(t, url, { WebSocket })
    const whole = ['id name Engine', 'uciok', 'readyok', 'bestmove e7e8n', 'info depth 1']
    assert.deepEqual(await lineCount(5), whole, 'the last one after a pause')
  })

  test(`${name}: bytes that are no UTF-8 do no harm`, async t => {
    const { url } = await serve(t, says(Buffer.from([0x61, 0xff, 0xfe, 0x62]), Buffer.alloc(0), 'readyok'))
    const { lineCount } = open(t, url, { WebSocket })
    assert.deepEqual(await lineCount(3), ['a\ufffd\ufffdb', '', 'readyok'])
  })

  test(`${name}: of a line of 3 MB the beginning is kept, and the next line is whole`, async t => {
    const long = 'x'.repeat(3_000_000)
    const { url } = await serve(t, says(long, `${long}\nreadyok`, 'bestmove e2e4'))
    const { lineCount } = open(t, url, { WebSocket })
    const [first, second, ...rest] = await lineCount(4)
    assert.deepEqual([first.length, second.length], [LONGEST_LINE, LONGEST_LINE])
    assert.deepEqual(rest, ['readyok', 'bestmove e2e4'])
  })

  test(`${name}: the server's code and reason are reported once, with the end of its engine`, async t => {
    const cases = [
      [1000, '', { message: /was closed with code 1000$/ }],
      [1008, 'not so fast', { message: /was closed with code 1008: not so fast$/ }],
      [
        1011,
        'the engine exited with code 139',
        { message: /code 1011: the engine/, exitCode: 139, signal: null },
      ],
      [1011, 'the engine was ended by SIGSEGV', { message: /code 1011/, exitCode: null, signal: 'SIGSEGV' }],
    ]
    for (const [code, reason, expected] of cases) {
      const { url } = await serve(t, socket => {
        socket.send('info string last words')
        socket.close(code, reason)
      })
      const { transport, end, lines, reasons } = open(t, url, { WebSocket })
      const { message, exitCode, signal } = await end()
      assert.match(message, expected.message)
      assert.ok(message.includes(url), message)
      assert.deepEqual([exitCode, signal], [expected.exitCode, expected.signal])
      assert.deepEqual(lines, ['info string last words'])
      transport.send('stop')
      await transport.close()
      transport.kill()
      assert.equal(reasons.length, 1)
      assert.equal(transport.closeReason, reasons[0])
    }
  })

  test(`${name}: a connection that breaks off`, async t => {
    const { url } = await serve(t, socket => setTimeout(() => socket.terminate(), 20))
    const { end } = open(t, url, { WebSocket })
    assert.match((await end()).message, /^the connection to ws:\S+ failed/)
  })

  test(`${name}: no server`, async t => {
    const url = `ws://127.0.0.1:${await holdPorts(1)}/engine`
    const { transport, end } = open(t, url, { WebSocket })
    transport.send('uci')
    const { message, cause } = await end()
    assert.ok(message.startsWith(`could not connect to ${url}`), message)
    assert.ok(cause === undefined || cause instanceof Error)
    if (name === 'ws') assert.match(message, /ECONNREFUSED/)
  })

  test(`${name}: a refusal before the upgrade, whose message contains no token`, async t => {
    const http = createHttpServer((_, response) => response.writeHead(401).end('no'))
    await once(http.listen(0, '127.0.0.1'), 'listening')
    t.after(() => http.close())
    const url = `ws://anna:secret1@127.0.0.1:${http.address().port}/engine?key=secret2#secret3`
    const { end } = open(t, url, { WebSocket, token: TOKEN })
    const reason = await end()
    assert.match(reason.message, /^could not connect to ws:\/\/127\.0\.0\.1:\d+\/engine(: .*)?$/)
    if (name === 'ws') {
      assert.match(reason.message, /: the token is missing or wrong \(HTTP 401\)$/)
      assert.equal(reason.cause.message, 'Unexpected server response: 401')
    }
    const all = inspect(reason, { depth: 8, showHidden: true })
    for (const secret of [TOKEN, OFFERED_TOKEN, 'secret1', 'secret2', 'secret3'])
      assert.ok(!all.includes(secret), all)
  })

  if (name === 'ws')
    test('ws: what the statuses of the engine server mean, and others as they are', async t => {
      for (const [status, why] of [
        [401, 'the token is missing or wrong (HTTP 401)'],
        [403, 'the server does not allow this origin (HTTP 403)'],
        [429, 'too many wrong tokens came from this address (HTTP 429)'],
        [503, 'the server has no room for another client (HTTP 503)'],
        [404, 'Unexpected server response: 404'],
      ]) {
        const http = createHttpServer((_, response) => response.writeHead(status).end('no'))
        await once(http.listen(0, '127.0.0.1'), 'listening')
        t.after(() => http.close())
        const url = `ws://127.0.0.1:${http.address().port}/`
        const { message, cause } = await open(t, url, { WebSocket }).end()
        assert.equal(message, `could not connect to ${url}: ${why}`)
        assert.equal(cause.message, `Unexpected server response: ${status}`)
      }
    })

  test(`${name}: a server that hangs up, and one that talks nonsense, in place of the upgrade`, async t => {
    for (const [answer, what] of [
      ['', 'hangs up'],
      ['SSH-2.0-OpenSSH_9.2\r\n', 'another protocol'],
      ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n', 'a bad handshake'],
    ]) {
      const tcp = createTcpServer(socket => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end(answer))
      })
      await once(tcp.listen(0, '127.0.0.1'), 'listening')
      t.after(() => tcp.close())
      const { end } = open(t, `ws://127.0.0.1:${tcp.address().port}`, { WebSocket })
      assert.match((await end()).message, /^could not connect to ws:/, what)
    }
  })

  test(`${name}: a server that never answers can be left, gently and by force`, async t => {
    const sockets = []
    const tcp = createTcpServer(socket => {
      socket.on('error', () => {})
      sockets.push(socket)
    })
    await once(tcp.listen(0, '127.0.0.1'), 'listening')
    t.after(() => {
      for (const socket of sockets) socket.destroy()
      tcp.close()
    })
    const url = `ws://127.0.0.1:${tcp.address().port}`
    const gently = open(t, url, { WebSocket })
    await wait(30)
    await soon(gently.transport.close(), 'the close')
    assert.equal(gently.reasons.length, 1)
    const byForce = open(t, url, { WebSocket })
    byForce.transport.kill()
    assert.deepEqual(byForce.reasons, [{ message: 'it was killed' }])
    const dead = await Engine.start(webSocketTransport(url, { WebSocket }), { handshakeTimeout: 300 }).catch(
      e => e,
    )
    assert.equal(dead.code, 'ERR_UCI_ENGINE_DEAD')
    await wait(50)
  })

  test(`${name}: close() says 1000 and waits for the answer; kill() does not`, async t => {
    const codes = []
    const { server, url } = await serve(t, socket => {
      socket.send('here')
      socket.on('close', code => codes.push(code))
    })
    for (const way of ['close', 'kill']) {
      const { transport, reasons, lineCount } = open(t, url, { WebSocket })
      await lineCount(1)
      const done = transport[way]()
      assert.equal(reasons.length, way === 'kill' ? 1 : 0)
      await soon(done, way)
      assert.equal(reasons.length, 1)
      for (const last = Date.now() + PATIENCE; server.clients.size > 0; await wait(2))
        assert.ok(Date.now() < last)
    }
    assert.equal(codes[0], 1000)
    assert.equal(codes.length, 2)
    if (name === 'ws') assert.equal(codes[1], 1006, 'by force')
  })

  test(`${name}: close() says quit before it closes`, async t => {
    const heard = []
    const { url } = await serve(t, socket => {
      socket.send('here')
      socket.on('message', data => heard.push(String(data)))
    })
    const { transport, lineCount } = open(t, url, { WebSocket })
    await lineCount(1)
    await soon(transport.close(), 'the close')
    assert.deepEqual(heard, ['quit'])
  })

  test(`${name}: a server that ignores the close is left before the WebSocket gives up`, async t => {
    const { server, url } = await serve(t)
    server.on('connection', socket => {
      socket.send('here')
      socket._socket.pause()
    })
    const { transport, reasons, lineCount } = open(t, url, { WebSocket })
    await lineCount(1)
    await soon(transport.close(), 'the close')
    // The WebSocket itself would wait longer, and close.
    assert.deepEqual(reasons, [{ message: 'it was killed' }])
  })

  test(`${name}: a token travels as a subprotocol beside 'uci'; without one nothing is offered`, async t => {
    const offers = []
    const handleProtocols = protocols => (protocols.has('uci') ? 'uci' : false)
    const onConnection = (socket, request) => {
      offers.push(request.headers['sec-websocket-protocol'])
      socket.send(socket.protocol)
    }
    const { url } = await serve(t, onConnection, { handleProtocols })
    for (const [options, chosen] of [
      [{ token: TOKEN }, 'uci'],
      [{ token: 'a', protocols: ['chess.v1', 'uci'] }, 'uci'],
      [{ protocols: 'uci' }, 'uci'],
      [{}, ''],
    ]) {
      const { lineCount } = open(t, url, { WebSocket, ...options })
      assert.deepEqual(await lineCount(1), [chosen])
    }
    const words = offers.map(offer => offer?.split(/,\s*/))
    assert.deepEqual(words, [['uci', OFFERED_TOKEN], ['uci', 'token.YQ', 'chess.v1'], ['uci'], undefined])
  })

  test(`${name}: again() connects anew, to a URL object and to http: as well`, async t => {
    let count = 0
    const { url } = await serve(t, socket => socket.send(`hello ${++count}`))
    const first = open(t, new URL(url.replace('ws:', 'http:')), { WebSocket })
    assert.deepEqual(await first.lineCount(1), ['hello 1'])
    await first.transport.close()
    const second = first.transport.again()
    t.after(() => second.kill())
    const hello = new Promise(resolve => {
      second.onLine = resolve
    })
    assert.equal(await soon(hello, 'a line'), 'hello 2')
    assert.equal(typeof second.again, 'function')
  })

  test(`${name}: more lines than can wait for a connection end it`, async t => {
    const tcp = createTcpServer(() => {})
    await once(tcp.listen(0, '127.0.0.1'), 'listening')
    t.after(() => tcp.close())
    const { transport, reasons } = open(t, `ws://127.0.0.1:${tcp.address().port}`, { WebSocket })
    const line = 'y'.repeat(2 ** 16 - 1)
    for (let i = 0; i < 16; i++) transport.send(line)
    assert.equal(reasons.length, 0)
    transport.send('')
    assert.match(reasons[0].message, /^too many lines were sent to ws:\S+ before the connection was open/)
    transport.send(line)
  })

  test(`${name}: an Engine over it, and its death with the server's words`, async t => {
    const answers = {
      uci: ['id name Remote', 'id author Test', 'uciok'],
      isready: ['readyok'],
      go: ['info depth 1 score cp 20 pv e2e4 e7e5', 'bestmove e2e4 ponder e7e5'],
    }
    const { url } = await serve(t, socket => {
      socket.on('message', data => {
        const [word] = String(data).split(' ')
        if (word === 'quit') socket.close(1000)
        if (String(data) === 'go depth 99') socket.close(1011, 'the engine was ended by SIGSEGV')
        else socket.send((answers[word] ?? []).join('\n'))
      })
    })
    const engine = await soon(Engine.start(webSocketTransport(url, { WebSocket })), 'the start')
    assert.deepEqual(engine.id, { name: 'Remote', author: 'Test' })
    const { move, ponder } = await soon(engine.bestMove({}, { depth: 1 }), 'a move')
    assert.deepEqual([move, ponder], ['e2e4', 'e7e5'])
    const error = await soon(
      engine.bestMove({}, { depth: 99 }).catch(e => e),
      'the death',
    )
    assert.equal(error.code, 'ERR_UCI_ENGINE_DEAD')
    assert.equal(error.signal, 'SIGSEGV')
    assert.match(error.message, /closed with code 1011: the engine was ended by SIGSEGV/)
    await soon(engine.quit(), 'quit')
  })
}

// --- arguments -------------------------------------------------------------------------------------

test('bad arguments throw at once', () => {
  const WebSocket = WsWebSocket
  for (const url of [
    '',
    'nowhere',
    'ws://',
    'ftp://host',
    'file:///engine',
    'stockfish',
    5,
    null,
    undefined,
    {},
  ])
    assertThrows(() => webSocketTransport(url, { WebSocket }), 'ERR_ARGUMENT')
  for (const options of [
    5,
    { WebSocket: 'ws' },
    { WebSocket, tokens: 'x' },
    { WebSocket, token: 5 },
    { WebSocket, token: '' },
    { WebSocket, protocols: 5 },
    { WebSocket, protocols: ['a b'] },
    { WebSocket, protocols: [''] },
    { WebSocket, protocols: [5] },
  ]) {
    assertThrows(() => webSocketTransport('ws://127.0.0.1:9', options), 'ERR_ARGUMENT')
  }
})

test('lines are checked before they leave', async t => {
  const { url } = await serve(t)
  const { transport } = open(t, url, { WebSocket: WsWebSocket })
  for (const line of ['uci\nquit', 'uci\r', 'a\0b']) assertThrows(() => transport.send(line), 'ERR_UCI_LINE')
  assertThrows(() => transport.send(5), 'ERR_ARGUMENT')
})

test('without a global WebSocket it says to pass the one of ws', t => {
  t.after(() => {
    globalThis.WebSocket = own
  })
  globalThis.WebSocket = undefined
  const error = assertThrows(() => webSocketTransport('ws://127.0.0.1:9'), 'ERR_ARGUMENT')
  assert.match(error.message, /npm install ws/)
})

// --- implementations with ways of their own --------------------------------------------------------

/** An implementation that does what a test says. */
function strange(behave) {
  return class extends EventTarget {
    readyState = 0
    closes = 0
    constructor(url) {
      super()
      behave(this, url)
    }
    report(type, more = {}) {
      this.dispatchEvent(Object.assign(new Event(type), more))
    }
    send() {}
    close() {
      this.closes++
    }
  }
}

test('an error without a close is an end as well', async t => {
  let socket
  const WebSocket = strange(self => {
    socket = self
    queueMicrotask(() => self.report('error'))
  })
  const { end } = open(t, 'wss://host.example/x', { WebSocket })
  assert.equal((await end()).message, 'could not connect to wss://host.example/x')
  assert.equal(socket.closes, 1)
})

test("in a page, which gets no reason, it says what to check, with the page's origin", async t => {
  Object.defineProperty(globalThis, 'location', {
    value: new URL('http://127.0.0.1:8092/game'),
    configurable: true,
  })
  t.after(() => Reflect.deleteProperty(globalThis, 'location'))
  const WebSocket = strange(self =>
    queueMicrotask(() => {
      self.report('error')
      self.report('close', { code: 1006, reason: '' })
    }),
  )
  const { message } = await open(t, 'wss://host.example/x', { WebSocket }).end()
  assert.match(message, /^could not connect to wss:\/\/host\.example\/x: nothing listens there, /)
  assert.match(message, /the token is wrong, .* this page's origin http:\/\/127\.0\.0\.1:8092, .*connect-src/)
})

test('an error after the connection was open, as browsers report it', async t => {
  const WebSocket = strange(self =>
    queueMicrotask(() => {
      self.report('open')
      self.report('error')
      self.report('close', { code: 1006, reason: '' })
    }),
  )
  const { end } = open(t, 'wss://host.example/x', { WebSocket })
  assert.equal((await end()).message, 'the connection to wss://host.example/x failed')
})

test('onClose reports a constructor that throws', async t => {
  const thrown = new DOMException('An insecure connection may not be initiated', 'SecurityError')
  const WebSocket = strange(() => {
    throw thrown
  })
  const { transport, end } = open(t, 'ws://host.example/x', { WebSocket })
  transport.send('uci')
  const { message, cause } = await end()
  assert.equal(
    message,
    'could not connect to ws://host.example/x: An insecure connection may not be initiated',
  )
  assert.equal(cause, thrown)
  await transport.close()
})

// --- Node's own, where a flag brings it ------------------------------------------------------------

if (!own) {
  test("the same under Node's own WebSocket, which is behind a flag here", () => {
    // Without it a test file that is started by another reports to that one.
    const { NODE_TEST_CONTEXT, ...env } = process.env
    const args = ['--experimental-websocket', '--test-reporter=tap', fileURLToPath(import.meta.url)]
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env,
      timeout: 10 * PATIENCE,
    })
    const story = stdout.match(/^\s*not ok [\s\S]{0,2000}/m)?.[0] ?? stdout.slice(-2000)
    assert.equal(status, 0, `exit code ${status}, signal ${signal}\n${story}${stderr.slice(-2000)}`)
    assert.match(stdout, /Node's own: lines go both ways/)
  })
}

test('nothing was thrown or rejected without a handler', async () => {
  await wait(300)
  assert.deepEqual(unhandled, [])
})
