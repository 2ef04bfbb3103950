// SPDX-License-Identifier: Apache-2.0
// tcpTransport: engines behind a port, connections that fail, and how they end.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { dist } from './support/binbo.js'
import { assertAbout, NATIVE, noChildLeft } from './support/engines.js'
import { PATIENCE } from './support/patience.js'
import { listen, refuses, shortLife } from './support/transports.js'

const { tcpTransport } = await import(pathToFileURL(`${dist}node.js`).href)

/**
 * A server on a port of its own, ended after the test.
 * @param {import('node:test').TestContext} t
 * @param {(socket: import('node:net').Socket) => void} serve
 * @param {import('node:net').ServerOpts} [options]
 * @returns {Promise<number>} its port
 */
async function serve(t, serve, options = {}) {
  const sockets = new Set()
  const server = createServer(options, socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return server.address().port
}

/** A port that nothing listens to. One that was free a moment ago may be another process's by now. */
const DEAD_PORT = 1

/** Everything that a socket is sent until it is ended. */
async function everything(socket) {
  let text = ''
  socket.setEncoding('utf8').on('data', part => (text += part))
  await once(socket, 'end')
  return text
}

// --- engines ---------------------------------------------------------------------------------------

test('native Stockfish behind a port: handshake, isready and stop during a search, a move, quit', async t => {
  const port = await serve(t, socket => {
    const engine = spawn(NATIVE, { stdio: ['pipe', 'pipe', 'ignore'] })
    socket.pipe(engine.stdin)
    engine.stdout.pipe(socket)
    engine.stdin.on('error', () => {})
  })
  const engine = listen(t, tcpTransport({ port }))
  const reason = await shortLife(engine)
  assert.deepEqual(reason, { message: `127.0.0.1:${port} closed the connection`, cause: undefined })
  const other = listen(t, engine.transport.again())
  await other.ask('uci', /^uciok$/)
  other.transport.send('go infinite')
  other.transport.kill()
  assert.deepEqual(await other.end(), { message: 'it was killed' })
  await noChildLeft()
})

/** Each takes 40 ms where both wait for each other. */
const MOST_TURNS = 500

test('a position and isready in two writes do not wait for each other', async t => {
  const port = await serve(t, socket => {
    socket.setNoDelay(true)
    let rest = ''
    socket.setEncoding('utf8').on('data', text => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()
      for (const line of lines) if (line === 'isready') socket.write('readyok\n')
    })
  })
  const engine = listen(t, tcpTransport({ host: 'localhost', port }))
  const delayed = connect({ port, host: 'localhost', noDelay: false })
  t.after(() => delayed.destroy())
  /** @param {() => Promise<unknown>} exchange @returns {Promise<number>} milliseconds */
  const time = async exchange => {
    const begin = performance.now()
    await exchange()
    return performance.now() - begin
  }
  /** @type {[number, number][]} */
  const times = []
  // A single exchange may be quick with Nagle's algorithm, too: a busy machine reads both writes at once.
  const median = (/** @type {number} */ which) => {
    const sorted = times.slice(20).map(pair => pair[which])
    return sorted.sort((a, b) => a - b)[sorted.length >> 1]
  }
  // In turns, so that both meet the same machine. At first Linux acknowledges at once.
  for (let i = 0; i < 40 || (i < MOST_TURNS && median(0) >= median(1) / 2); i++)
    times.push([
      await time(() => {
        engine.transport.send('position startpos')
        return engine.ask('isready', /^readyok$/)
      }),
      await time(() => {
        delayed.write('position startpos\n')
        delayed.write('isready\n')
        return once(delayed, 'data')
      }),
    ])
  assert.ok(median(0) < median(1) / 2, `${median(0)} ms; with Nagle's algorithm ${median(1)}`)
})

test('lines that are sent before the connection stands arrive, in order', async t => {
  let received
  const port = await serve(t, socket => {
    received = everything(socket)
    socket.write('uciok\r\n')
  })
  const engine = listen(t, tcpTransport({ port }))
  for (const line of ['uci', 'isready', 'position startpos']) engine.transport.send(line)
  for (const line of ['a\nb', 'a\r', '\0']) refuses(() => engine.transport.send(line), 'ERR_UCI_LINE')
  await engine.next(/^uciok$/)
  await engine.transport.close()
  assert.equal(await received, 'uci\nisready\nposition startpos\nquit\n')
  engine.transport.send('uci')
  assert.equal(engine.reasons.length, 1)
})

test('characters that are cut at the borders of chunks, and 100,000 lines at once', async t => {
  const name = Buffer.from('id name Ärger ♞ 𝄞\r\n')
  let flood = ''
  for (let i = 0; i < 100_000; i++) flood += `info string ${i}\n`
  const port = await serve(t, async socket => {
    socket.setNoDelay(true)
    for (const byte of name) {
      socket.write(Buffer.of(byte))
      await wait(1)
    }
    socket.end(`${flood}bestmove e2e4\n`)
  })
  const engine = listen(t, tcpTransport({ port }))
  await engine.end()
  assert.equal(engine.lines.length, 100_002)
  assert.equal(engine.lines[0], 'id name Ärger ♞ 𝄞')
  assert.ok(engine.lines.slice(1, -1).every((line, index) => line === `info string ${index}`))
  assert.equal(engine.lines.at(-1), 'bestmove e2e4')
})

// --- connections that fail -------------------------------------------------------------------------

test('what is no address is refused at once', () => {
  refuses(() => tcpTransport(), 'ERR_ARGUMENT', /port is a number from 1 to 65535/)
  for (const port of [0, 65536, 1.5, Number.NaN, -1, '8080', null])
    refuses(() => tcpTransport({ port }), 'ERR_ARGUMENT', /port is a number from 1 to 65535/)
  for (const host of ['', 7, null, {}])
    refuses(() => tcpTransport({ host, port: 1 }), 'ERR_ARGUMENT', /host is a name or an address/)
  for (const timeout of [0, -1, Number.NaN, '10', null])
    refuses(() => tcpTransport({ port: 1, timeout }), 'ERR_ARGUMENT', /timeout is a number of milliseconds/)
  refuses(
    () => tcpTransport({ port: 1, path: '/x' }),
    'ERR_ARGUMENT',
    /options are host, port, timeout, not .path.$/,
  )
  refuses(() => tcpTransport('127.0.0.1:1'), 'ERR_ARGUMENT', /Options are an object/)
})

test('a port that nothing listens to', async t => {
  const port = DEAD_PORT
  for (const [host, shown] of [
    [undefined, '127.0.0.1'],
    ['localhost', 'localhost'],
  ]) {
    const engine = listen(t, tcpTransport({ host, port }))
    engine.transport.send('uci')
    const { message, cause } = await engine.end()
    assert.equal(message, `could not connect to ${shown}:${port}: nothing listens there`)
    assert.equal(cause.code, 'ECONNREFUSED')
    engine.transport.kill()
    await engine.transport.close()
    assert.equal(engine.reasons.length, 1)
  }
})

test('a connection that is not made in time', async t => {
  // Linux drops what would overfill the queue of connections that a sleeping server has not accepted.
  const source = `const server = require('node:net').createServer().listen(0, '127.0.0.1', 1, () => {
    require('node:fs').writeSync(1, server.address().port + '\\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`
  const sleeper = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [text] = await once(sleeper.stdout, 'data')
  const port = Number(text)
  const fillers = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  t.after(async () => {
    for (const filler of fillers) filler.destroy()
    sleeper.kill('SIGKILL')
    await once(sleeper, 'exit')
  })
  while (fillers.every(filler => filler.connecting)) await wait(5)
  await wait(50)
  assert.ok(fillers.at(-1).connecting, 'the queue is full')

  const begin = performance.now()
  const engine = listen(t, tcpTransport({ port, timeout: 300 }))
  engine.transport.send('uci')
  const { message } = await engine.end()
  assertAbout(performance.now() - begin, 300, 'the end')
  assert.equal(message, `could not connect to 127.0.0.1:${port} within 300 ms`)

  // Without quit, and without waiting: there is no connection.
  const other = listen(t, tcpTransport({ port }))
  const closing = other.transport.close().then(() => 'closed')
  assert.equal(await Promise.race([closing, wait(900, 'late')]), 'closed')
  assert.equal((await other.end()).message, `the connection to 127.0.0.1:${port} was closed`)
})

test('the time for connecting does not end a silent engine', async t => {
  const port = await serve(t, () => {})
  const engine = listen(t, tcpTransport({ port, timeout: 500 }))
  await wait(1000)
  assert.deepEqual(engine.reasons, [])
})

// --- connections that end --------------------------------------------------------------------------

test('a connection that is reset', async t => {
  const port = await serve(t, socket => socket.once('data', () => socket.resetAndDestroy()))
  const engine = listen(t, tcpTransport({ port }))
  engine.transport.send('uci')
  const { message, cause } = await engine.end()
  assert.equal(message, `the connection to 127.0.0.1:${port} failed: the other side reset it`)
  assert.equal(cause.code, 'ECONNRESET')
  engine.transport.send('uci')
})

test('a connection that the other side closes for one way is closed for both', async t => {
  let left
  const port = await serve(
    t,
    socket => {
      left = Promise.race([once(socket, 'end'), once(socket, 'close')])
      socket.resume().end('info depth 1\nbestmove e2e4\ninfo score cp 12')
    },
    { allowHalfOpen: true },
  )
  const engine = listen(t, tcpTransport({ port }))
  const { message } = await engine.end()
  assert.equal(message, `127.0.0.1:${port} closed the connection`)
  assert.deepEqual(engine.lines, ['info depth 1', 'bestmove e2e4'])
  await left
})

test('close() of one that ignores quit and the end of its input, and kill() twice', async t => {
  const closed = []
  const port = await serve(
    t,
    socket => {
      closed.push(once(socket, 'close'))
      socket.resume().write('here\n')
    },
    { allowHalfOpen: true },
  )
  const deaf = listen(t, tcpTransport({ port }))
  await deaf.next(/^here$/)
  const begin = performance.now()
  await Promise.all([deaf.transport.close(), deaf.transport.close()])
  assertAbout(performance.now() - begin, 1000, 'close()')
  assert.deepEqual(deaf.reasons, [{ message: 'it was killed' }])

  const other = listen(t, tcpTransport({ port }))
  await other.next(/^here$/)
  other.transport.kill()
  other.transport.kill()
  await wait(50)
  assert.deepEqual(other.reasons, [{ message: 'it was killed' }])
})

test('nothing keeps this process running behind the end', async t => {
  const port = await serve(t, socket => {
    socket.write('uciok\n')
    socket.on('data', text => String(text).includes('quit') && socket.end())
  })
  const source = `
  const { tcpTransport } = await import(dist + 'node.js')
  const order = []
  process.on('exit', () => report(order))
  const port = Number(process.env.PORT)
  const refused = tcpTransport({ port: ${DEAD_PORT} })
  refused.onClose = () => order.push('refused')
  const closed = tcpTransport({ port, timeout: 3_600_000 })
  closed.onLine = () => closed.close().then(() => order.push('closed'))
  const killed = tcpTransport({ port, timeout: 3_600_000 })
  killed.onLine = () => killed.kill()
  tcpTransport({ port, timeout: 3_600_000 }).kill()
  `
  // What kept it running would do so for longer than it may live.
  // The server lives in this process, which must not wait for the child with its hands tied.
  const child = spawn(process.execPath, ['--input-type=module', '-e', prefix(source)], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: PATIENCE,
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  const [code, signal] = await once(child, 'close')
  assert.deepEqual([code, signal], [0, null], output)
  assert.deepEqual(JSON.parse(output).sort(), ['closed', 'refused'])
})

/** As runChild() does it. */
function prefix(source) {
  const url = JSON.stringify(pathToFileURL(dist).href)
  return `const dist = ${url}; const report = value => console.log(JSON.stringify(value));${source}`
}
