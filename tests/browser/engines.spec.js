// SPDX-License-Identifier: Apache-2.0
// Engines in Chromium: WASM Stockfish in a Worker under the strict policy, failures that its worker does not report,
// workers that misbehave, and an engine behind the browser's WebSocket.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { mock } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker as NodeWorker } from 'node:worker_threads'
import { WebSocketServer } from 'ws'
import { ChessError, Game } from '../../dist/index.js'
import { serveEngine } from '../../dist/node.js'
import { workerTransport } from '../../dist/uci.js'
import { STRICT_CSP } from '../../js/tools/static-server.js'
import { findStockfish } from '../js/support/stockfish.js'
import { test as base, CSP_WITHOUT_WASM, expect, root, scriptPage } from './support/fixtures.js'
import { living } from './support/page.js'

const SINGLE = 'stockfish-19-lite-single'
const THREADS = 'stockfish-19-lite'
/** Milliseconds within which a silent failure must be explained: before one that is uncertain, which takes ten seconds. */
const SOON = 9500
/** Milliseconds of silence: more than the second after which the transport checks a worker's files. */
const LATE = 1400
const TOKEN = 'gehéim'

/** Scripts of workers that misbehave, by path. */
const WORKERS = {
  '/odd/throws.js': `onmessage = () => { throw new Error('boom') }`,
  '/odd/throws-at-once.js': `postMessage('hello'); throw new RangeError('too early')`,
  '/odd/syntax.js': `this is not JavaScript`,
  '/odd/rejects.js': `onmessage = async ({ data }) => { if (data === 'quit') return; postMessage('one'); postMessage('end'); throw new Error('not seen') }`,
  '/odd/messages.js': `onmessage = ({ data }) => {
    for (const message of [5, null, { data: 'not a line' }, ['x'], new ArrayBuffer(3), undefined]) postMessage(message)
    if (data === 'quit') return
    postMessage(data); postMessage('a\\nb\\r\\nc'); postMessage(''); postMessage('x'.repeat(3e6)); postMessage('end')
  }`,
  // Starts late and has no wasm file.
  '/odd/slow.js': `onmessage = ({ data }) => setTimeout(() => {
    if (data === 'uci') postMessage('id name Slow\\nuciok')
    if (data === 'isready') postMessage('readyok')
    if (data.startsWith('go')) postMessage('bestmove e2e4')
  }, data === 'uci' ? ${LATE} : 0)`,
  // Mentions WebAssembly, but its file has another name, as bundlers give it.
  '/odd/bundled.js': `const name = 'engine-1a2b3c.bin'; const kind = typeof WebAssembly
    onmessage = ({ data }) => setTimeout(() => {
    if (data === 'uci') postMessage('id name Bundled\\nuciok')
    if (data === 'isready') postMessage('readyok')
    if (data.startsWith('go')) postMessage('bestmove d2d4')
  }, data === 'uci' ? ${LATE} : 0)`,
}

/** @typedef {{ request: import('node:http').IncomingMessage, path: string, headers: Record<string, string> }} Answer */

/**
 * Servers with wrong settings, by the first part of the path. Each changes the answer of the good server: it changes the
 * headers, or returns another status.
 * @type {Record<string, (answer: Answer) => number | void | Promise<number | void>>}
 */
const MODES = {
  plain() {},
  missing: ({ path }) => (path.endsWith('.wasm') ? 404 : undefined),
  octets({ path, headers }) {
    if (path.endsWith('.wasm')) headers['content-type'] = 'application/octet-stream'
  },
  untyped({ path, headers }) {
    if (path.endsWith('.wasm')) delete headers['content-type']
  },
  noscript: ({ path }) => (path.startsWith('/stockfish/') ? 503 : undefined),
  nowasm({ headers }) {
    headers['content-security-policy'] = CSP_WITHOUT_WASM
  },
  noworker({ headers }) {
    headers['content-security-policy'] = STRICT_CSP.replace("worker-src 'self'", "worker-src 'none'")
  },
  // A worker has the policy of its script, not that of the page.
  pagestrict({ path, headers }) {
    headers['content-security-policy'] = path.endsWith('.html') ? CSP_WITHOUT_WASM : STRICT_CSP
  },
  notisolated({ headers }) {
    delete headers['cross-origin-opener-policy']
    delete headers['cross-origin-embedder-policy']
  },
  async slow({ path }) {
    if (path.endsWith('.wasm')) await wait(LATE)
  },
  nohead({ request, path }) {
    if (request.method === 'HEAD') return 405
    if (path.endsWith('.wasm')) return wait(LATE)
  },
  sockets({ headers }) {
    headers['content-security-policy'] = STRICT_CSP.replace("connect-src 'self'", 'connect-src ws:')
  },
}

/** After a second the transport checks the engine's files; the engine's first line aborts these requests. */
const ABORTED_CHECK = /^failed: \S+\/stockfish-\S+\.(js|wasm)$/

/** @typedef {(run: string, parameters?: Record<string, string>, mode?: string) => Promise<any>} Play */

const test = base.extend({
  site: async ({}, use) =>
    use({
      roots: {
        '/binbo/': join(root, 'dist'),
        '/stockfish/': join(root, 'node_modules/stockfish/bin'),
        '/': join(root, 'tests/browser/pages'),
      },
      texts: { '/index.html': scriptPage('/engine-page.js'), ...WORKERS },
    }),
  /** Where the servers of MODES are; ends without a slash. */
  odd: async ({ url }, use) => {
    const server = createServer(async (request, response) => {
      const [, mode, path] = /^\/(\w+)(\/.*)$/.exec(request.url ?? '') ?? ['', '', '/']
      // Modules import each other by absolute paths.
      const isOdd = Object.hasOwn(MODES, mode)
      const good = await fetch(new URL(isOdd ? path.slice(1) : `.${request.url}`, url), {
        method: request.method,
        // fetch() would unpack the body and keep the header that says it is packed.
        headers: { 'accept-encoding': 'identity' },
      })
      const headers = Object.fromEntries(good.headers)
      const changed = isOdd ? await MODES[mode]({ request, path: path.split('?')[0], headers }) : undefined
      const body = Buffer.from(await good.arrayBuffer())
      response.writeHead(changed ?? good.status, { ...headers, connection: 'close' })
      response.end(request.method === 'HEAD' ? undefined : body)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    await use(`http://127.0.0.1:${server.address().port}`)
    server.closeAllConnections()
    server.close()
  },
  /** Runs a scenario of pages/engine-scenarios.js. It must leave no worker and no unhandled rejection. */
  play: async ({ visit, odd, tolerated }, use) => {
    tolerated.push(ABORTED_CHECK)
    await use(
      /** @type {Play} */ async (run, parameters = {}, mode = '') => {
        const query = new URLSearchParams({ run, ...parameters })
        const page = await visit(`${mode && `${odd}/${mode}`}/index.html?${query}`)
        // Playwright counts errors of a worker as errors of the page; scenarios report their own errors.
        const result = page.locator('#result[data-done]')
        await result.waitFor({ state: 'attached', timeout: 0 })
        const { unhandled, thrown, ...report } = JSON.parse((await result.textContent()) ?? '')
        assert.deepEqual({ unhandled, thrown }, { unhandled: [], thrown: undefined })
        const running = async () => (await living(page.workers())).length
        await expect.poll(running, { message: 'workers that are still running', timeout: 60_000 }).toBe(0)
        return report
      },
    )
  },
})

const engine = (name = SINGLE, mode = '') => ({ engine: `${mode && `/${mode}`}/stockfish/${name}.js` })

// --- Stockfish at work -----------------------------------------------------------------------------

test.describe('Stockfish at work', () => {
  test(`${SINGLE}: handshake, options, infos, stop, abort, mate and quit`, async ({ play }) => {
    const report = await play('everything', engine())
    assert.match(report.id.name, /^Stockfish 19/)
    const hash = report.options.find(({ name }) => name === 'Hash')
    assert.deepEqual([hash.type, typeof hash.min, typeof hash.max], ['spin', 'number', 'number'])
    assert.ok(report.options.length >= 10, `${report.options.length} options`)

    const last = [1, 2, 3].map(line => report.infos.findLast(({ multipv }) => multipv === line))
    for (const info of last) {
      assert.equal(info.depth, 10)
      assert.ok(info.nodes > 0 && info.score.text.length > 0, JSON.stringify(info))
      const game = new Game()
      game.playMoves(['e4', 'e5'])
      game.playMoves(info.pv)
    }
    assert.equal(new Set(last.map(({ pv }) => pv[0])).size, 3)
    assert.equal(report.best.move, last[0].pv[0])

    assert.equal(report.count, 5)
    assert.ok(['a2a3', 'h2h3'].includes(report.stopped.move), report.stopped.move)
    assert.deepEqual(report.mate, { move: 'f3f7', score: '#1' })
    assert.equal(report.aborted.code, 'ERR_UCI_CANCELLED')
    assert.equal(report.after.move, null)
    assert.equal(report.late.code, 'ERR_UCI_ENGINE_DEAD')
  })

  test(`${THREADS}: two threads search, stop and quit`, async ({ play }) => {
    const report = await play('threaded', engine(THREADS))
    assert.match(report.id.name, /^Stockfish 19.* Multithreaded$/)
    assert.equal(report.threads, 2)
    assert.ok(new Game().isLegal(report.stopped.move), report.stopped.move)
    assert.equal(report.late.code, 'ERR_UCI_ENGINE_DEAD')
  })

  test('the engine plays both sides of a game to its end, and every move is legal', async ({ play }) => {
    const report = await play('fullGame', { ...engine(), nodes: '1500' })
    const game = new Game()
    const status = game.playMoves(report.moves)
    assert.equal(status.over, true)
    assert.deepEqual({ fen: game.fen, status }, { fen: report.fen, status: report.status })
    assert.ok(report.moves.length > 20, `${report.moves.length} moves`)
    assert.ok(report.lines > report.moves.length)
  })

  test('a pool of two workers: results in order, an analysis, the end', async ({ play }) => {
    const report = await play('pool', engine())
    for (const [ply, first] of report.firsts.entries()) {
      const game = new Game()
      game.playMoves(['e2e4', 'e7e5', 'd1h5', 'e8e7', 'h5e5'].slice(0, ply))
      assert.ok(game.isLegal(first), `${first} at ply ${ply}`)
    }
    assert.equal(report.firsts[4], 'h5e5')
    assert.equal(report.judgements[4], 'blunder')
    assert.equal(report.late.code, 'ERR_UCI_ENGINE_DEAD')
    assert.equal(report.size, Math.min(Math.max(report.cores - 1, 1), 8))
  })

  test('an endgame is won', async ({ play, tolerated }) => {
    tolerated.push(/./)
    const fen = '8/8/8/4k3/8/8/1R6/R3K3 w - - 0 1'
    const report = await play('fullGame', { ...engine(), nodes: '10000', fen })
    assert.deepEqual(report.status, { over: true, type: 'checkmate', winner: 'white' })
    const game = new Game({ fen })
    game.playMoves(report.moves)
    assert.equal(game.fen, report.fen)
  })
})

// --- failures that the worker does not report ------------------------------------------------------

/**
 * Starts several engines in one page, side by side.
 * @param {Play} play
 * @param {[string, { engine: string, wasm?: string | false }, RegExp][]} cases
 * @param {string} [mode] of the page
 */
async function starts(play, cases, mode = 'plain') {
  const { reports } = await play('starts', { cases: JSON.stringify(cases.map(([, engine]) => engine)) }, mode)
  return cases.map(([what, , pattern], i) => ({ what, pattern, ...reports[i] }))
}

/** Checks that each start fails soon, with an explanation. */
function assertExplained(outcomes) {
  for (const { what, pattern, code, message, time } of outcomes) {
    assert.match(message, pattern, what)
    assert.equal(code, 'ERR_UCI_ENGINE_DEAD', what)
    assert.ok(time < SOON, `${what}: ${time} ms`)
  }
}

test.describe('failures that the worker does not report', () => {
  test('silent failures are explained soon', async ({ play, tolerated }) => {
    tolerated.push(/./)
    const named = (/** @type {string} */ url) => ({
      engine: `/stockfish/${SINGLE}.js#${encodeURIComponent(url)}`,
    })
    const outcomes = await starts(play, [
      ['missing', engine(SINGLE, 'missing'), /lite-single\.wasm: HTTP 404/],
      [
        'of a type',
        engine(SINGLE, 'octets'),
        /\.wasm is served as application\/octet-stream, not as application\/wasm/,
      ],
      ['of no type', engine(SINGLE, 'untyped'), /\.wasm is served without a type, not as/],
      [
        'forbidden',
        engine(SINGLE, 'nowasm'),
        /the CSP that \S+\.js is served with lacks script-src 'wasm-unsafe-eval'/,
      ],
      [
        'named, a page',
        named('/index.html'),
        /\/index\.html is served as text\/html, not as application\/wasm/,
      ],
      ['named, missing', named('x/y.wasm'), /\/stockfish\/x\/y\.wasm: HTTP 404/],
      ['an option', { ...engine(SINGLE, 'missing'), wasm: '/x/y.wasm' }, /\/x\/y\.wasm: HTTP 404/],
    ])
    assertExplained(outcomes)
    for (const { message } of outcomes) assert.match(message, /the worker says nothing: /)
  })

  test('scripts that do not start are explained, and cause no error in the page', async ({
    play,
    tolerated,
  }) => {
    tolerated.push(/^(?!uncaught)/)
    const outcomes = await starts(play, [
      ['missing', { engine: '/stockfish/nowhere.js' }, /the script \S+\/nowhere\.js: HTTP 404/],
      ['down', engine(SINGLE, 'noscript'), /the script \S+: HTTP 503/],
      ['a page', { engine: '/index.html' }, /\/index\.html is served as text\/html, not as JavaScript/],
      ['elsewhere', { engine: 'http://localhost:9/x.js' }, /could not be started: .*origin/],
      ['no URL', { engine: 'http://[' }, /could not be started: /],
      ['throws', { engine: '/odd/throws-at-once.js' }, /the worker failed: .*RangeError: too early/],
      ['nonsense', { engine: '/odd/syntax.js' }, /the worker failed: .*SyntaxError/],
    ])
    assertExplained(outcomes)
  })

  test('a page whose policy allows no workers', async ({ play, tolerated }) => {
    tolerated.push(/./)
    const outcomes = await starts(
      play,
      [['forbidden', engine(), /could not be started \(check .* worker-src/]],
      'noworker',
    )
    assertExplained(outcomes)
  })

  test('threads in a page that is not isolated', async ({ play, tolerated }) => {
    tolerated.push(/./)
    const name = engine(THREADS, 'notisolated')
    const outcomes = await starts(
      play,
      [['threads', name, /crossOriginIsolated: serve it with/]],
      'notisolated',
    )
    assertExplained(outcomes)
  })

  test('a working engine starts although it is late or one of its files looks wrong', async ({
    play,
    tolerated,
  }) => {
    tolerated.push(/./)
    const outcomes = await starts(play, [
      ['a wasm that comes late', engine(SINGLE, 'slow'), /^Stockfish 19.*: \w{4}$/],
      ['the same without HEAD', engine(SINGLE, 'nohead'), /^Stockfish 19.*: \w{4}$/],
      ['plain JavaScript', engine('stockfish-19-asm'), /^Stockfish 19.*: \w{4}$/],
      ['plain JavaScript that is late', { engine: '/odd/slow.js' }, /^Slow: e2e4$/],
      ['a wasm of another name', { engine: '/odd/bundled.js' }, /^Bundled: d2d4$/],
      ['no check', { ...engine(SINGLE, 'slow'), wasm: false }, /^Stockfish 19.*: \w{4}$/],
    ])
    for (const { what, pattern, message } of outcomes) assert.match(message, pattern, what)
  })

  test("the page's own policy does not bind the worker", async ({ play, tolerated }) => {
    tolerated.push(/./)
    const report = await play(
      'raw',
      { ...engine(SINGLE, 'pagestrict'), send: 'uci', last: 'uciok' },
      'pagestrict',
    )
    assert.equal(report.lines.at(-1), 'uciok')
  })
})

// --- the end of a worker ---------------------------------------------------------------------------

test.describe('the end of a worker', () => {
  test('a worker that is ended while it searches, by its transport and by the page', async ({
    play,
    tolerated,
  }) => {
    tolerated.push(/./)
    const report = await play('killed', engine())
    assert.equal(report.seen, false)
    assert.equal(report.dead, true)
    assert.equal(report.byTransport.code, 'ERR_UCI_ENGINE_DEAD')
    assert.match(report.byTransport.message, /it was killed/)
    assert.ok(report.byTransport.time < SOON, `${report.byTransport.time} ms`)
    assert.equal(report.byOthers.code, 'ERR_UCI_ENGINE_DEAD')
    assert.ok(report.byOthers.time < SOON, `${report.byOthers.time} ms`)
  })

  test("after Stockfish's critical error a new worker takes over, options included", async ({
    play,
    tolerated,
  }) => {
    tolerated.push(/./)
    const report = await play('restarted', engine())
    assert.equal(report.error.code, 'ERR_UCI_ENGINE_DEAD')
    assert.match(report.error.message, /\(CRITICAL ERROR: .*\)$/)
    assert.match(report.move, /^[a-h][1-8][a-h][1-8]$/)
    assert.deepEqual([report.hash, report.critical], [64, 1])
  })

  test('a worker that throws is reported once, and causes no error in the page', async ({ play }) => {
    const report = await play('thrown', { engine: '/odd/throws.js' })
    for (const { reasons } of [report.ours, report.own]) {
      assert.equal(reasons.length, 1)
      assert.match(reasons[0], /^the worker failed: .*Error: boom$/)
    }
    assert.deepEqual([report.ours.again, report.own.again], ['function', 'undefined'])
  })

  test('a rejected promise in the worker does not end it', async ({ play, tolerated }) => {
    tolerated.push(/./)
    const report = await play('raw', { engine: '/odd/rejects.js' })
    assert.deepEqual([report.lines, report.reasons], [['one', 'end'], ['it was closed']])
  })

  test('only strings are lines, one or several a message, and a long one is cut', async ({ play }) => {
    const report = await play('raw', { engine: '/odd/messages.js', send: 'go ♞' })
    const lines = report.lines.map(line => (line.length > 100 ? line.length : line))
    assert.deepEqual(lines, ['go ♞', 'a', 'b', 'c', '', 65536, 'end'])
    assert.ok(report.closing < SOON, `${report.closing} ms`)
    assert.deepEqual(report.reasons, ['it was closed'])
  })
})

// --- arguments -------------------------------------------------------------------------------------

test.describe('arguments', () => {
  test('bad arguments throw ERR_ARGUMENT in a page', async ({ play, tolerated }) => {
    tolerated.push(/./)
    const report = await play('misuse')
    assert.deepEqual(new Set([...report.workers, ...report.options]), new Set(['ERR_ARGUMENT']))
  })
})

// --- the browser's WebSocket -----------------------------------------------------------------------

const ANSWERS = {
  uci: 'id name Remote\nid author Test\r\nuciok',
  isready: 'readyok',
  go: 'info depth 1 score cp 20 pv e2e4\nbestmove e2e4 ponder e7e5',
}

test.describe("the browser's WebSocket", () => {
  test("an engine behind the browser's WebSocket, its death, and an engine that cannot be reached", async ({
    play,
    tolerated,
    after,
  }) => {
    tolerated.push(/./)
    /** @type {string[]} */
    const offers = []
    const server = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      handleProtocols: () => 'uci',
      verifyClient: ({ req }) => req.url === '/engine',
    })
    await once(server, 'listening')
    after(() => server.close())
    server.on('connection', (socket, request) => {
      offers.push(request.headers['sec-websocket-protocol'] ?? '')
      socket.on('message', data => {
        const text = String(data)
        if (text === 'go depth 99') return socket.close(1011, 'the engine exited with code 139')
        const answer = ANSWERS[text.split(' ')[0]]
        // Some answers are text, others are bytes.
        if (answer) socket.send(text === 'isready' ? Buffer.from(answer) : answer)
      })
    })
    const url = `ws://127.0.0.1:${server.address().port}/engine`
    const report = await play('remote', { engine: url, token: TOKEN }, 'sockets')
    assert.deepEqual(report.id, { name: 'Remote', author: 'Test' })
    assert.deepEqual([report.move, report.ponder], ['e2e4', 'e7e5'])
    assert.equal(report.died.code, 'ERR_UCI_ENGINE_DEAD')
    assert.match(report.died.message, /was closed with code 1011: the engine exited with code 139/)
    assert.deepEqual(offers, [`uci, token.${Buffer.from(TOKEN).toString('base64url')}`])

    const forbidden = await play('unreachable', { engine: url, token: TOKEN }, 'pagestrict')
    for (const [address, error] of [
      [`${url}/refused`, report.refused],
      [url, forbidden.error],
    ]) {
      assert.equal(error.code, 'ERR_UCI_ENGINE_DEAD')
      assert.ok(error.message.includes(`could not connect to ${address}`), error.message)
      assert.ok(error.time < SOON, `${error.time} ms`)
    }
  })

  test('native Stockfish behind the bridge plays a game for a page of an allowed origin, and for no other', async ({
    play,
    odd,
    tolerated,
    after,
  }) => {
    tolerated.push(/./)
    const { origin } = new URL(odd)
    const bridge = await serveEngine({ command: findStockfish(), token: TOKEN, origins: [origin] })
    after(() => bridge.close())
    const report = await play('fullGame', { engine: bridge.url, token: TOKEN, nodes: '2000' }, 'sockets')
    const game = new Game()
    const status = game.playMoves(report.moves)
    assert.equal(status.over, true)
    assert.deepEqual({ fen: game.fen, status }, { fen: report.fen, status: report.status })

    const elsewhere = await serveEngine({
      command: findStockfish(),
      token: TOKEN,
      origins: ['https://chess.example'],
    })
    after(() => elsewhere.close())
    const { error } = await play('unreachable', { engine: elsewhere.url, token: TOKEN }, 'sockets')
    assert.equal(error.code, 'ERR_UCI_ENGINE_DEAD')
    assert.ok(error.message.includes(`the server does not allow this page's origin ${origin}`), error.message)
    assert.equal(elsewhere.clients, 0)
  })
})

// --- without a browser ----------------------------------------------------------------------------

test('in Node a worker is refused, and the error names the transports for Node', async () => {
  const errorOf = worker => {
    try {
      workerTransport(worker)
    } catch (error) {
      return error
    }
  }
  const worker = new NodeWorker('', { eval: true })
  const refusals = [errorOf('stockfish.js'), errorOf(new URL('file:///stockfish.js')), errorOf(worker)]
  await worker.terminate()
  for (const error of refusals) {
    assert.ok(error instanceof ChessError)
    assert.equal(error.code, 'ERR_ARGUMENT')
    assert.match(error.message, /workerThreadTransport/)
  }
  assert.match(refusals[0].message, /processTransport/)
})

/** A worker controlled by a test, for events that take too long or do not happen in Chromium. */
class QuietWorker extends EventTarget {
  /** @type {string[]} */
  sent = []
  ended = 0
  postMessage(line) {
    this.sent.push(line)
  }
  terminate() {
    this.ended++
  }
}

test('an uncertain fault ends a worker after 10 s of silence, but not one that answers', async ({
  after,
}) => {
  let requests = 0
  /** @type {Promise<unknown>[]} */
  const answers = []
  const { fetch } = globalThis
  globalThis.fetch = (...given) => {
    const answer = fetch(...given)
    answers.push(answer.catch(() => {}))
    return answer
  }
  after(() => {
    globalThis.fetch = fetch
  })
  // Closes the connection: fetch() fails as with CORS or a connect-src that need not apply to the worker.
  const server = createServer(request => {
    requests++
    request.socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  const wasm = `http://127.0.0.1:${server.address().port}/engine.wasm`
  mock.timers.enable({ apis: ['setTimeout'] })
  after(() => mock.timers.reset())
  for (const speaks of [false, true]) {
    requests = 0
    answers.length = 0
    const worker = new QuietWorker()
    const transport = workerTransport(worker, { wasm })
    /** @type {string[]} */
    const reasons = []
    transport.onClose = ({ message }) => reasons.push(message)
    transport.send('uci')
    mock.timers.tick(999)
    assert.equal(requests, 0)
    mock.timers.tick(1)
    // HEAD and GET, and what follows from their errors.
    while (answers.length < 2) await new Promise(setImmediate)
    await Promise.all(answers)
    await new Promise(setImmediate)
    assert.deepEqual([requests, answers.length], [2, 2])
    mock.timers.tick(8999)
    assert.deepEqual(reasons, [])
    if (speaks) worker.dispatchEvent(Object.assign(new Event('message'), { data: 'uciok' }))
    mock.timers.tick(60_000)
    if (speaks) assert.deepEqual(reasons, [])
    else
      assert.match(
        reasons[0],
        /^the worker says nothing: \S+\/engine\.wasm cannot be fetched: .* \(check connect-src/,
      )
    assert.equal(worker.ended, speaks ? 0 : 1)
    transport.kill()
  }
})

test('a worker that sends an unreadable message is ended; so is one that gets `quit`', async () => {
  const broken = new QuietWorker()
  const transport = workerTransport(broken)
  const reported = new Promise(resolve => {
    transport.onClose = resolve
  })
  broken.dispatchEvent(new Event('messageerror'))
  assert.deepEqual(await reported, { message: 'a message of the worker could not be read', cause: undefined })
  assert.equal(broken.ended, 1)

  const good = new QuietWorker()
  const closing = workerTransport(good)
  await closing.close()
  assert.deepEqual([good.sent, good.ended], [['quit'], 1])
})
