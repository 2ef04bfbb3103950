// SPDX-License-Identifier: Apache-2.0
// Attacks on the bridge: what the engine received is read from a program between the two, what files there are from
// the folder, and after each attack the server still serves.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  bridge,
  client,
  fakeEngine,
  folder,
  frame,
  handshake,
  loggedEngine,
  raw,
  refusal,
  stillServes,
  tokenProtocols,
  WebSocket,
  write,
} from './support/bridge.js'
import { NATIVE, noChildLeft, until } from './support/engines.js'

const TOKEN = 'correct horse battery staple'

// --- what a client says ----------------------------------------------------------------------------

const TARGET = join(folder, 'target')
const FILE = join(TARGET, 'file')

/** Everything that could make Stockfish 15.1 open a file, crash or take the machine, as one might write it. */
const DANGEROUS = [
  ...[
    'Debug Log File',
    'debug log file',
    'DEBUG  LOG   FILE',
    'Debug\tLog\tFile',
    'Debug\u00a0Log\u3000File',
  ].map(name => `setoption name ${name} value ${FILE}`),
  ...['EvalFile', 'evalfile', 'EVALFILE', 'EvalFile ', ' EvalFile'].map(
    name => `setoption name ${name} value ${FILE}`,
  ),
  `setoption name SyzygyPath value ${TARGET}`,
  `setoption name syzygypath value ${TARGET}`,
  `setoption  name  Hash  value  64  name  EvalFile  value  ${FILE}`,
  `setoption name Hash value 64 Debug Log File value ${FILE}`,
  `setoption name Hash name Debug Log File value ${FILE}`,
  `setoption Debug Log File value ${FILE}`,
  `setoption foo Debug Log File value ${FILE}`,
  `setoption  NAME Debug Log File VALUE ${FILE}`,
  `SETOPTION name Debug Log File value ${FILE}`,
  `foo setoption name Debug Log File value ${FILE}`,
  `joho setoption name EvalFile value ${FILE}`,
  `isready setoption name Debug Log File value ${FILE}`,
  `quit setoption name Debug Log File value ${FILE}`,
  `export_net ${FILE}`,
  `EXPORT_NET ${FILE}`,
  ` \texport_net\t${FILE}`,
  `export_net`,
  `bench 16 1 1 ${FILE} depth`,
  'bench',
  'Bench 4096 256 99',
  'eval',
  'd',
  'flip',
  'compiler',
  'debug on',
  'register name x code y',
  'position fen garbage',
  'position fen 8/8/8/8/8/8/8/8 w - - 0 1',
  'position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
  'position startpos moves e2e5',
  `position fen ${FILE}`,
  `position startpos moves ${FILE}`,
  'setoption name Hash value abc',
  'setoption name Hash value 33554432',
  'setoption name Threads value 1024',
  'setoption name Threads value -1',
  'setoption name MultiPV value 501',
  'go perft 9',
  'go depth 1 perft 9',
  'go depth -1',
  `go searchmoves ${FILE}`,
  `go depth 1 ${FILE}`,
]
const BREAKS = ['\n', '\r', '\r\n', '\n\r', '\0', '\u2028', '\u2029', '\u0085', '\v', '\f']
/** Commands with one place for a line break each. */
const FIELDS = [
  '|isready',
  'isready|',
  'is|ready',
  'isready|quit',
  'uci|x',
  'ucinewgame|x',
  'stop|x',
  'ponderhit|x',
  'quit|x',
  'position|startpos',
  'position |startpos',
  'position startpos|',
  'position startpos |moves e2e4',
  'position startpos moves e2|e4',
  'position startpos moves e2e4|e7e5',
  'position fen 4k3/8/8/8/8/8/8/4K2R|w K - 0 1',
  'position fen 4k3/8/8/8/8/8/8/4K2R w|K - 0 1',
  'position fen 4k3/8/8/8/8/8/8/4K2R w K|- 0 1',
  'position fen 4k3/8/8/8/8/8/8/4K2R w K -|0 1',
  'position fen 4k3/8/8/8/8/8/8/4K2R w K - 0|1',
  'position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1|',
  'go|depth 1',
  'go depth|1',
  'go depth 1|',
  'go depth 1|movetime 1',
  'go searchmoves e2e4|d2d4',
  'setoption|name Hash value 4',
  'setoption name|Hash value 4',
  'setoption name Ha|sh value 4',
  'setoption name Hash|value 4',
  'setoption name Hash value|4',
  'setoption name Hash value 4|',
  'setoption name Clear|Hash',
]

test('nothing dangerous reaches the engine, however it is spelled, and no file is made', async t => {
  mkdirSync(TARGET)
  const { engine, received, text } = loggedEngine()
  const { url, times } = await bridge(t, { ...engine, limits: { messagesPerSecond: 10_000 } })
  const { ask, send, next } = await client(t, url)
  await ask('isready', /^readyok$/)
  for (const message of DANGEROUS) {
    assert.match(
      await ask(message, /^(info string refused|readyok)/),
      /^info string refused: [\x20-\x7e]+$/,
      message,
    )
    send('position startpos')
  }
  send('position startpos moves e2e4', 'go depth 1')
  await next(/^bestmove [a-h]/)
  assert.deepEqual(
    [...new Set(received())].sort(),
    ['go depth 1', 'isready', 'position startpos', 'position startpos moves e2e4', 'uci'].sort(),
    'and nothing else',
  )
  assert.doesNotMatch(text(), /[^\x20-\x7e\n]/)
  assert.deepEqual(readdirSync(TARGET), [])
  await until(() => times('refused') === DANGEROUS.length)
})

test('a line break or the like anywhere: the message is refused as a whole', async t => {
  const { engine, received } = loggedEngine()
  const { url } = await bridge(t, { ...engine, limits: { messagesPerSecond: 10_000 } })
  const { ask } = await client(t, url)
  await ask('isready', /^readyok$/)
  for (const field of FIELDS) {
    for (const character of BREAKS) {
      const message = field.replace(
        '|',
        `${character}setoption name Debug Log File value ${FILE}${character}`,
      )
      for (const attack of [message, field.replace('|', character)])
        assert.match(
          await ask(attack, /^/),
          /^info string refused: a message is one line/,
          JSON.stringify(attack),
        )
    }
  }
  await ask('isready', /^readyok$/)
  assert.deepEqual(received(), ['uci', 'isready', 'isready'])
  assert.ok(!existsSync(FILE))
})

test('what kills or deadlocks the engine during a search does not reach it', async t => {
  const { engine, received } = loggedEngine()
  const { url } = await bridge(t, engine)
  const { ask } = await client(t, url)
  await ask('go infinite', /^info depth/)
  for (const message of [
    'go depth 1',
    'ucinewgame',
    'setoption name Hash value 8',
    'position fen garbage',
    'bench',
    'd',
  ])
    assert.match(await ask(message, /refused/), /refused/, message)
  await ask('isready', /^readyok$/)
  assert.match(await ask('stop', /^bestmove/), /^bestmove [a-h]/)
  assert.deepEqual(received(), ['uci', 'go infinite', 'isready', 'stop'])
})

test('an impossible go is answered, so that no client waits for ever', async t => {
  const { url } = await bridge(t)
  const { ask, next } = await client(t, url)
  await ask('position startpos moves e2e5', /refused/)
  assert.match(await ask('go depth 1', /^/), /refused: the last position was refused/)
  assert.equal(await next(), 'bestmove (none)')
  assert.match(await ask('go perft 5', /^/), /refused/)
  assert.equal(await next(), 'bestmove (none)')
})

// --- who may come in -------------------------------------------------------------------------------

test('tokens: only the right one, in either place; the wrong ones are all alike', async t => {
  const { url, entries, times } = await bridge(t, { token: TOKEN })
  const bearer = (token, scheme = 'Bearer') => ({ headers: { Authorization: `${scheme} ${token}` } })
  for (const options of [
    {},
    { protocols: [] },
    { protocols: tokenProtocols('') },
    { protocols: tokenProtocols(`${TOKEN} `) },
    { protocols: tokenProtocols(TOKEN.slice(0, -1)) },
    { protocols: tokenProtocols(TOKEN.toUpperCase()) },
    { protocols: tokenProtocols('x'.repeat(8000)) },
    { protocols: ['uci', `token.${Buffer.from(TOKEN).toString('hex')}`] },
    { protocols: ['uci', 'token.'] },
    // Base64 that says the same otherwise.
    { protocols: ['uci', `${tokenProtocols(TOKEN)[1]}!`] },
    { protocols: ['uci', tokenProtocols(TOKEN)[1].replace('token.', 'token.*')] },
    { protocols: ['uci', 'correct'] },
    bearer(''),
    bearer('wrong'),
    bearer(TOKEN, 'Basic'),
    bearer(Buffer.from(TOKEN).toString('base64')),
    bearer(`${TOKEN}, ${TOKEN}`),
    { headers: { Cookie: `token=${TOKEN}` } },
  ]) {
    const error = await refusal(t, url, options)
    assert.equal(error.status, 401, JSON.stringify(options).slice(0, 100))
    assert.equal(error.response.headers['www-authenticate'], 'Bearer')
  }
  assert.equal((await refusal(t, `${url}/?token=${encodeURIComponent(TOKEN)}`)).status, 401)
  const huge = await refusal(t, url, { protocols: tokenProtocols('x'.repeat(20_000)) })
  assert.ok(huge.status === 431 || huge.status === 400 || huge.code, 'more than a header may hold')
  assert.ok(times('rejected') > 0)
  assert.ok(entries.every(entry => !JSON.stringify(entry).includes('correct')))
  for (const options of [{ protocols: tokenProtocols(TOKEN) }, bearer(TOKEN), bearer(TOKEN, 'bearer')]) {
    const { socket } = await client(t, url, options)
    assert.equal(socket.protocol, 'uci')
    socket.terminate()
  }
  const unicode = 'schlüssel♔'
  const other = await bridge(t, { token: unicode })
  await stillServes(t, other.url, { protocols: tokenProtocols(unicode) })
  await stillServes(t, other.url, bearer(Buffer.from(unicode).toString('latin1')))
})

test('pages: only of the origins that are listed; programs have none', async t => {
  const origins = ['https://example.org', 'http://LOCALHOST:80/', 'http://127.0.0.1:8000']
  const { url } = await bridge(t, { origins })
  for (const origin of [
    'https://evil.example',
    'http://example.org',
    'https://example.org:444',
    'https://example.org.evil.example',
    'https://sub.example.org',
    'https://example.org/',
    'https://example.org/path',
    'null',
    'file://',
    '*',
    'garbage',
    'http://127.0.0.1',
  ].filter(origin => origin !== 'https://example.org/')) {
    assert.equal((await refusal(t, url, { headers: { Origin: origin } })).status, 403, origin)
    assert.equal((await refusal(t, url, { headers: { 'Sec-WebSocket-Origin': origin } })).status, 403, origin)
  }
  for (const origin of [
    'https://example.org',
    'https://EXAMPLE.org:443',
    'http://localhost',
    'http://127.0.0.1:8000',
  ]) {
    const { socket } = await client(t, url, { headers: { Origin: origin } })
    socket.terminate()
  }
  // Two of them, one of which is listed.
  const { socket, closed } = await raw(t, url)
  socket.write(handshake('/', 'Origin: https://example.org\r\nOrigin: https://evil.example\r\n'))
  assert.match(await closed(), /^HTTP\/1\.1 403 /)

  const none = await bridge(t)
  assert.equal((await refusal(t, none.url, { headers: { Origin: none.http } })).status, 403)
  const all = await bridge(t, { origins: ['*'], token: TOKEN })
  assert.equal((await refusal(t, all.url, { headers: { Origin: 'https://evil.example' } })).status, 401)
  await stillServes(t, all.url, {
    headers: { Origin: 'https://any.example' },
    protocols: tokenProtocols(TOKEN),
  })
})

// --- the text of refusals --------------------------------------------------------------------------------

test('binary, oversize and broken frames close the socket with the right code', async t => {
  const { url, server } = await bridge(t, { limits: { messageBytes: 1000 } })
  for (const [attack, code] of [
    [socket => socket.send(Buffer.from('isready')), 1003],
    [socket => socket.send('x'.repeat(1001)), 1009],
    [socket => socket.send('\u2654'.repeat(400)), 1009],
    [socket => fragments(socket, 'x'.repeat(500), 3), 1009],
    [socket => fragments(socket, '', 5000), 1008],
    [socket => write(socket, frame(1, Buffer.from([0xc3, 0x28]))), 1007],
    [socket => write(socket, frame(3, 'isready')), 1002],
    [socket => write(socket, frame(1, 'isready', { masked: false })), 1002],
    [socket => write(socket, frame(0, 'isready')), 1002],
    [socket => write(socket, Buffer.concat([frame(1, 'is', { fin: false }), frame(1, 'ready')])), 1002],
    [socket => write(socket, frame(9, 'x'.repeat(126))), 1002],
    [socket => write(socket, Buffer.from([0x81, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255])), 1009],
  ]) {
    const { socket, closing } = await client(t, url)
    attack(socket)
    assert.equal((await closing()).code, code, String(attack))
  }
  const { socket, next } = await client(t, url)
  for (const [i, letter] of [...'isready'].entries())
    write(socket, frame(i === 0 ? 1 : 0, letter, { fin: i === 6 }))
  assert.equal(await next(), 'readyok', 'a message may come in pieces')
  socket.terminate()
  await until(() => server.clients === 0)
  await stillServes(t, url)
})

function fragments(socket, text, count) {
  const pieces = Array.from({ length: count }, (_, i) => frame(i === 0 ? 1 : 0, text, { fin: false }))
  write(socket, Buffer.concat(pieces))
}

test('garbage, half requests and connections that say nothing do not keep the server busy', async t => {
  const { url, http } = await bridge(t, { maxClients: 2 })
  for (const text of [
    'garbage\r\n\r\n',
    '\0\0\0\0\0\0\0\0\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nzzz',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ]) {
    const { socket, closed } = await raw(t, url)
    socket.write(text)
    assert.match(await closed(), /^HTTP\/1\.1 4\d\d |^$/, JSON.stringify(text.slice(0, 40)))
  }
  for (const [more, status] of [
    ['GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n', 426],
    [handshake().replace('Version: 13', 'Version: 7'), 426],
    [handshake().replace(/Key: .*/, 'Key: short'), 400],
    [handshake('/other'), 404],
    [handshake().replace('GET', 'POST'), 405],
    ['CONNECT example.org:80 HTTP/1.1\r\nHost: x\r\n\r\n', undefined],
    ['POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n', 405],
  ]) {
    const { socket, closed } = await raw(t, url)
    socket.write(more)
    const answer = await closed()
    if (status) assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status === 426 ? '4(26|00)' : status} `), more)
  }
  const silent = await Promise.all(Array.from({ length: 50 }, () => raw(t, url)))
  for (const [i, { socket }] of silent.entries()) if (i % 2) socket.write('GET / HTTP/1.1\r\nHo')
  assert.equal((await fetch(`${http}/health`)).status, 200)
  await stillServes(t, url)
  for (const { socket } of silent) socket.destroy()
})

test('an engine that babbles, in bytes of all kinds, harms only its own client', async t => {
  for (const go of [
    [{ noise: 100_000 }, 'bestmove e2e4'],
    [{ long: 3_000_000, head: 'info string ' }, 'bestmove e2e4'],
    ['bestmove e2e4', 'bestmove e2e4', 'readyok', 'uciok', 'option name EvalFile type string default x'],
  ]) {
    const { url } = await bridge(t, fakeEngine({ go }))
    const { ask, lines } = await client(t, url)
    await ask('go depth 1', /^bestmove/)
    await ask('isready', /^readyok$/)
    await ask('go depth 1', /^bestmove/)
    assert.ok(!lines.some(line => /EvalFile/.test(line)))
    assert.ok(lines.every(line => line.length <= 65_536))
  }
})

test('a peer that is gone without a word is noticed', async t => {
  const { url, server } = await bridge(t, { command: NATIVE })
  const { socket, ask } = await client(t, url)
  await ask('isready', /^readyok$/)
  // The other half stays open: no closing handshake, only the end of what one side sends.
  socket._socket.end()
  await until(() => server.clients === 0)
  await noChildLeft('stockfish')
  const { socket: rude, send } = await client(t, url)
  send('go infinite')
  rude._socket.resetAndDestroy()
  await until(() => server.clients === 0)
  assert.equal(rude.readyState >= WebSocket.CLOSING, true)
})
