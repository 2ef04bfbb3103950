// SPDX-License-Identifier: Apache-2.0
// `binbo engine-server` as a program: its address, its log, tokens, signals, and how it is called wrongly.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { command } from '#js/cli/engine-server.js'
import { root } from './support/binbo.js'
import { client, engineAt, FAKE, folder, refusal, tokenProtocols } from './support/bridge.js'
import { NATIVE, settled, until } from './support/engines.js'
import { childrenOf, processes } from './support/processes.js'
import { runCommand, startProgram } from './support/program.js'

const program = `${root}dist/cli/main.js`

/** Starts `binbo engine-server` and waits for its address. */
async function startServer(t, args, env = {}) {
  const { child, output, ended } = startProgram(
    process.execPath,
    [program, 'engine-server', '--port', '0', ...args],
    { env: { ...process.env, BINBO_TOKEN: undefined, ...env } },
  )
  t.after(() => child.kill('SIGKILL'))
  await until(
    () => output.stdout.endsWith('\n') || child.exitCode !== null || child.signalCode !== null,
    'an address, or an end',
  )
  return {
    child,
    url: output.stdout.trim(),
    output,
    ended: async () => (await settled(ended, 'the program')).value,
  }
}

test('binbo engine-server: prints its address, logs JSON, and SIGTERM and Ctrl-C leave no engine', async t => {
  const stop = async ([signal, code]) => {
    const mark = join(folder, `sent-by-program-${signal}`)
    const { child, url, ended } = await startServer(
      t,
      ['--hash', '8', FAKE, '--', JSON.stringify({ log: mark, go: ['info depth 1'] })],
      { BINBO_TOKEN: 'from the environment' },
    )
    assert.match(url, /^ws:\/\/127\.0\.0\.1:\d+$/)
    assert.equal((await refusal(t, url)).status, 401)
    const { ask } = await client(t, url, { protocols: tokenProtocols('from the environment') })
    assert.equal(await ask('uci', /^option name Hash /), 'option name Hash type spin default 8 min 1 max 8')
    await ask('go infinite', /^info depth 1/)
    assert.ok(existsSync(mark))
    child.kill(signal)
    const end = await ended()
    assert.deepEqual([end.code, end.signal], [code, null])
    const entries = end.stderr
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    assert.deepEqual(
      entries.map(({ event }) => event),
      ['listening', 'rejected', 'connected', 'ready', 'disconnected', 'closed'],
    )
    assert.doesNotMatch(end.stderr + end.stdout, /from the environment/)
    await until(async () => (await processesWith(mark)) === '', 'no engine is left')
  }
  await Promise.all(
    [
      ['SIGTERM', 0],
      ['SIGHUP', 0],
      ['SIGINT', 130],
    ].map(stop),
  )
})

/** @returns {Promise<string>} of the whole machine */
async function processesWith(text) {
  return processes()
    .filter(({ args }) => args.includes(text))
    .map(({ pid, args }) => `${pid} ${args}`)
    .join('\n')
}

test('binbo engine-server: limits of the command line', async t => {
  const limits = ['hash=8', 'messageBytes=20'].flatMap(limit => ['--limit', limit])
  const { url } = await startServer(t, [...limits, FAKE])
  const { ask, send, closing } = await client(t, url)
  assert.equal(await ask('uci', /^option name Hash /), 'option name Hash type spin default 8 min 1 max 8')
  assert.equal(await ask(`isready${' '.repeat(13)}`, /^readyok$/), 'readyok')
  send(`isready${' '.repeat(14)}`)
  assert.equal((await closing()).code, 1009)
})

test('binbo engine-server: a native engine, a token from a file, SIGKILL leaves no engine', async t => {
  const file = join(folder, 'token')
  writeFileSync(file, 'from-a-file\n')
  const { child, url, output, ended } = await startServer(t, [
    '--token-file',
    file,
    '-q',
    '--command',
    NATIVE,
  ])
  const engine = await engineAt(t, url, { token: 'from-a-file' })
  const search = engine.search({}, { infinite: true })
  for await (const _ of search) break
  assert.equal(output.stderr, '')
  const { pid } = child
  const [{ pid: engineId }] = childrenOf(pid)
  child.kill('SIGKILL')
  await ended()
  await until(() => !existsSync(`/proc/${engineId}`), 'the engine ends when its input is closed')
})

test('binbo engine-server: a log that nobody reads takes no memory, and SIGTERM ends the server', async t => {
  // One starts for each client.
  const engine = join(folder, 'quick.sh')
  const answers = 'case "$line" in uci) echo uciok;; isready) echo readyok;; quit) exit;; esac'
  writeFileSync(engine, `#!/bin/sh\nwhile read -r line; do ${answers}; done\n`, { mode: 0o755 })
  const child = spawn(process.execPath, [program, 'engine-server', '--port', '0', engine], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  const ended = new Promise(resolve => child.once('exit', (code, signal) => resolve([code, signal])))
  const url = String(await new Promise(resolve => child.stdout.once('data', resolve))).trim()
  const http = url.replace('ws', 'http')
  // Of many kinds, so that they are not summed; the pipe takes 64 kB.
  const { socket, ask } = await client(t, url)
  for (let i = 0; i < 600; i++) {
    const { socket } = await client(t, url)
    socket.close(4000, `${i}${'x'.repeat(100)}`)
    if (i % 4 === 0) await until(async () => (await (await fetch(`${http}/health`)).json()).clients < 10)
  }
  await ask('isready', /^readyok$/)
  socket.terminate()
  child.kill('SIGTERM')
  assert.deepEqual((await settled(ended, 'the program')).value, [0, null])
})

test('binbo engine-server: an engine behind a start script dies with its client and with the server', async t => {
  const script = join(folder, 'start.sh')
  const mark = join(folder, 'behind-a-script')
  const engine = JSON.stringify({
    log: mark,
    go: ['info depth 1'],
    deaf: ['SIGTERM'],
    immortal: true,
    quit: [],
  })
  writeFileSync(script, `#!/bin/sh\n'${process.execPath}' '${FAKE}' '${engine}'\n`, { mode: 0o755 })
  const { child, url, ended } = await startServer(t, [script])
  const running = async () => (await processesWith(mark)).split('\n').filter(line => !/sh .*start/.test(line))
  const { ask, socket } = await client(t, url)
  await ask('go infinite', /^info depth 1/)
  assert.ok((await running()).some(line => line.includes(FAKE)))
  socket.terminate()
  await until(async () => (await processesWith(mark)) === '', 'it dies with its client')
  const other = await client(t, url)
  await other.ask('go infinite', /^info depth 1/)
  child.kill('SIGTERM')
  assert.equal((await ended()).code, 0)
  await until(async () => (await processesWith(mark)) === '', 'it dies with the server')
})

test('binbo engine-server: wrong usage', async t => {
  const cases = [
    [['--host', '0.0.0.0'], /0\.0\.0\.0 is reachable from other machines, so a token is required: openssl/],
    [['--host', '::', '--token', ''], /the token is empty/],
    [['--token', 'a', '--token-file', 'b'], /two tokens/],
    [['--token-file', join(folder, 'missing')], /the token cannot be read/],
    [['--port', 'x'], /--port is a whole number, not 'x'/],
    [['--port', '70000'], /^binbo: --port is an integer from 0 to 65535, not 70000\n/],
    [['--hash', '-1'], /--hash/],
    [['--hash', '0'], /--hash is an integer from 1/],
    [['--limit', 'idle'], /--limit is NAME=VALUE, not 'idle'/],
    [['--limit', 'speed=1'], /there is no limit 'speed'; the limits are /],
    [['--limit', 'idle=1', '--idle', '2'], /--idle and --limit idle are two limits: give one/],
    [['--origin', '*'], /a token is required/],
    [['--proxy', 'x'], /--proxy: a proxy is an IP address/],
    [[folder], /it is not an executable file/],
    [['/bin/cat'], /does not start as a UCI engine: .*it said 'uci'/],
    [['--origin', 'x'], /^binbo: --origin: an origin has the form .*, not 'x'\n/],
    [['--allow-option', 'SyzygyPath'], /never allowed/],
    [['--command', 'there-is-no-such-engine'], /no program 'there-is-no-such-engine' on the PATH/],
    [['/there/is/none'], /the program does not exist/],
    [['--unknown'], /Unknown option '--unknown'/],
    [[''], /empty name/],
  ]
  for (const [args, said] of cases) {
    const { code, stdout, stderr } = await runCommand(command.run, ['--port', '0', ...args], { env: {} })
    assert.equal(code, 2, args.join(' '))
    assert.equal(stdout, '')
    assert.match(stderr, said, args.join(' '))
    assert.match(stderr, /See binbo engine-server --help\./)
  }
  const wrong = await (await startServer(t, ['--port', 'x'])).ended()
  assert.equal(wrong.code, 2)
  assert.equal(wrong.stderr, "binbo: --port is a whole number, not 'x'\nSee binbo engine-server --help.\n")
  const help = await (await startServer(t, ['--help'])).ended()
  assert.equal(help.code, 0)
  assert.match(help.stdout, /usage: binbo engine-server/)
  for (const line of help.stdout.split('\n')) assert.ok(line.length <= 110, line)

  const busy = createServer()
  await new Promise(resolve => busy.listen(0, '127.0.0.1', resolve))
  t.after(() => busy.close())
  const { code, stderr } = await (await startServer(t, ['--port', String(busy.address().port)])).ended()
  assert.equal(code, 2)
  assert.match(stderr, /cannot listen: .*EADDRINUSE/)
})
