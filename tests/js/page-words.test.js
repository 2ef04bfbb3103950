// SPDX-License-Identifier: Apache-2.0
// The page's words about engines: addresses as users type them, failures of engines, and the mutex around the engine.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plays, programFor } from '#web/engine/engine-variants.js'
import { failureText } from '#web/engine/failure-text.js'
import { Mutex } from '#web/engine/mutex.js'
import { checkAddress, isOfThisComputer } from '#web/engine/source.js'
import { ChessError } from './support/engines.js'

const BUILT_IN = { kind: 'builtin' }
const REMOTE = { kind: 'remote', url: 'wss://engine.example/', token: '' }
const ORIGIN = 'https://chess.example'

const dead = (details, place) =>
  new ChessError('ERR_UCI_ENGINE_DEAD', `The engine is not running (${details})`, place)
const words = (error, source = BUILT_IN, online = true) =>
  failureText(error, { source, online, origin: ORIGIN })

test('addresses that may be opened', () => {
  for (const [typed, protocol, url] of [
    ['ws://127.0.0.1:8080', 'http:', 'ws://127.0.0.1:8080/'],
    ['  WSS://Engine.example/a?b#c ', 'https:', 'wss://engine.example/a?b'],
    ['ws://engine.example', 'http:', 'ws://engine.example/'],
    ['ws://localhost:8080', 'https:', 'ws://localhost:8080/'],
    ['ws://127.0.0.9', 'https:', 'ws://127.0.0.9/'],
    ['ws://[::1]:8080', 'https:', 'ws://[::1]:8080/'],
  ])
    assert.deepEqual(checkAddress(typed, protocol), { url }, typed)
})

test('addresses that may not, and what to write instead', () => {
  for (const [typed, protocol, problem] of [
    [' ', 'http:', /^Enter the address/],
    ['ws://a b', 'http:', /blank/],
    ['engine.example', 'https:', /such as wss:\/\/engine\.example$/],
    ['127.0.0.1:8080/x', 'http:', /such as ws:\/\/127\.0\.0\.1:8080\/x$/],
    ['HTTP://engine.example', 'http:', /try ws:\/\/engine\.example$/],
    ['https://engine.example', 'http:', /try wss:\/\/engine\.example$/],
    ['ftp://engine.example', 'http:', /not at ftp:/],
    ['ws://', 'http:', /cannot open this address/],
    ['ws://host:99999', 'http:', /cannot open this address/],
    ['ws://me:secret@host', 'http:', /password/],
    ['ws://engine.example', 'https:', /wss:\/\/ addresses only/],
    ['ws://localhost.example', 'https:', /wss:\/\/ addresses only/],
    ['ws://192.168.1.2', 'https:', /wss:\/\/ addresses only/],
  ])
    assert.match(checkAddress(typed, protocol).problem ?? 'none', problem, typed)
})

test('which addresses are of this computer', () => {
  for (const url of ['ws://localhost', 'ws://x.localhost', 'ws://127.1.2.3', 'http://[::1]:1'])
    assert.ok(isOfThisComputer(url), url)
  for (const url of ['ws://localhost.example', 'ws://128.0.0.1', 'nonsense', ''])
    assert.ok(!isOfThisComputer(url), url)
})

test('why the built-in engine failed', () => {
  for (const [details, text] of [
    ['the script https://x/engine/a.js: HTTP 404', /missing on this website/],
    ['the worker says nothing: https://x/a.wasm: HTTP 503', /refuses to send/],
    [
      'the worker says nothing: https://x/a.wasm is served as text/plain, not as application/wasm',
      /wrong type/,
    ],
    [
      "the worker says nothing: the CSP that https://x/a.js is served with lacks script-src 'wasm-unsafe-eval'",
      /security policy/,
    ],
    ['the worker failed: RangeError: WebAssembly.Memory(): could not allocate memory', /out of memory/],
    ['https://x/a.js could not be started (check its imports)', /connection/],
    ["no 'uciok' within 90000 ms", /too long to start/],
    ["no 'bestmove' within 5000 ms after 'stop'", /did not stop thinking/],
    ['CRITICAL ERROR: Illegal move', /did not understand the position/],
    ['the worker failed: unreachable', /^The engine stopped working\. Your game is safe: try again\.$/],
  ]) {
    const said = words(dead(details))
    assert.match(said.text, text)
    assert.ok(said.details.includes(details), 'nothing is kept from developers')
  }
  assert.match(words(dead('https://x/a.js could not be started'), BUILT_IN, false).text, /^You are offline/)
  assert.match(words(dead('the worker failed: unreachable'), BUILT_IN, false).text, /^The engine stopped/)
  assert.equal(words('a thrown string').details, 'a thrown string')
  const cause = new Error('what it was')
  assert.match(words(dead('the transport could not send', { cause })).details, /Cause: what it was$/)
})

test('which engine plays which variant', () => {
  const offering = (...vars) => new Map([['UCI_Variant', { name: 'UCI_Variant', type: 'combo', vars }]])
  assert.ok(plays(new Map(), 'standard') && plays(new Map(), 'chess960'))
  assert.ok(!plays(new Map(), 'atomic') && !plays(offering('chess', 'bughouse'), 'atomic'))
  assert.ok(plays(offering('chess', 'atomic', 'giveaway'), 'antichess'))
  assert.equal(programFor(BUILT_IN, 'chess960').kind, 'builtin')
  assert.equal(programFor(BUILT_IN, '3check').kind, 'variants')
  assert.equal(programFor(REMOTE, '3check').kind, 'remote')
  const { text } = words(new ChessError('ERR_UCI_VARIANT', 'Fairy-Stockfish needs shared memory'))
  assert.match(text, /^No engine at hand plays this variant.*both sides by hand/)
})

test('why a remote engine failed', () => {
  const at = 'wss://engine.example/'
  for (const [details, text, place] of [
    [`could not connect to ${at}: nothing listens there`, /^No connection to the engine at wss:/],
    ["no 'uciok' within 30000 ms", /it is not a chess engine/],
    ["no 'readyok' within 30000 ms", /no longer answers/],
    [`the connection to ${at} was closed with code 1001: the server stops`, /was stopped/],
    [`the connection to ${at} was closed with code 1000: idle for 1800 s`, /it was idle/],
    [
      `the connection to ${at} was closed with code 1011: the engine was ended by SIGSEGV`,
      /has crashed/,
      { exitCode: null, signal: 'SIGSEGV' },
    ],
    [`the connection to ${at} failed`, /was lost/],
  ])
    assert.match(words(dead(details, place), REMOTE).text, text)
  assert.match(words(dead('could not connect'), REMOTE, false).text, /^You are offline/)
  const here = { ...REMOTE, url: 'ws://127.0.0.1:8080/', token: 'x' }
  const { text, hints } = words(dead('could not connect'), here, false)
  assert.match(text, /^No connection/, 'this computer needs no network')
  assert.match(
    hints.join(),
    /token of the server.*--origin https:\/\/chess\.example\..*reach programs on this computer/,
  )
})

test('a mutex is held in the order in which it was asked for, and released once', async () => {
  let changes = 0
  const mutex = new Mutex(() => changes++)
  const order = []
  const first = await mutex.acquire()
  const leaving = new AbortController()
  const second = mutex.acquire().then(release => order.push(2) && release)
  const gone = mutex.acquire(leaving.signal)
  const third = mutex.acquire().then(release => order.push(3) && release)
  leaving.abort()
  await assert.rejects(gone, { code: 'ERR_UCI_CANCELLED' })
  await assert.rejects(mutex.acquire(leaving.signal), { code: 'ERR_UCI_CANCELLED' })
  assert.deepEqual([order, changes, mutex.isLocked], [[], 1, true])
  first()
  first()
  const release = await second
  assert.deepEqual([order, mutex.isLocked], [[2], true])
  first()
  release()
  ;(await third)()
  assert.deepEqual([order, changes, mutex.isLocked], [[2, 3], 2, false])
})
