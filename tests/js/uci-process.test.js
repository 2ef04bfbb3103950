// SPDX-License-Identifier: Apache-2.0
// processTransport: engines as child processes, how they fail, and what is left of them.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { distUrl, runChild } from './support/child.js'
import {
  assertAbout,
  children,
  lives,
  NATIVE,
  noChildLeft,
  processTransport,
  until,
  WASM,
} from './support/engines.js'
import { PATIENCE } from './support/patience.js'
import { folder, listen, program, refuses, shortLife } from './support/transports.js'

const shell = (t, text, ...args) => listen(t, processTransport('/bin/sh', ['-c', text, ...args]))
const node = (t, text, ...args) => listen(t, processTransport(process.execPath, ['-e', text, ...args]))

// --- real engines ----------------------------------------------------------------------------------

test('native Stockfish: handshake, isready and stop during a search, a move, quit', async t => {
  const reason = await shortLife(listen(t, processTransport(NATIVE)))
  assert.deepEqual(reason, { message: 'the process exited with code 0', exitCode: 0, signal: null })
  await noChildLeft()
})

test('npm stockfish by the path of its script, which this Node runs', async t => {
  const reason = await shortLife(listen(t, processTransport(WASM)))
  assert.deepEqual(reason, { message: 'the process exited with code 0', exitCode: 0, signal: null })
})

test('a file: URL as the path, and again() for another life of the same engine', async t => {
  const first = listen(t, processTransport(pathToFileURL(NATIVE)))
  await first.ask('uci', /^uciok$/)
  first.transport.kill()
  const second = listen(t, first.transport.again())
  await second.ask('uci', /^uciok$/)
  assert.equal(first.reasons.length, 1)
  const third = listen(t, second.transport.again())
  await Promise.all([second.transport.close(), third.transport.close()])
})

test('in a program that is not Node, a script is run with the node in the PATH, or refused', async t => {
  const { execPath } = process
  const { PATH } = process.env
  t.after(() => {
    process.execPath = execPath
    process.env.PATH = PATH
  })
  const mark = join(folder, 'started-itself')
  process.execPath = program('packed', `#!/bin/sh\ntouch '${mark}'\n`)
  assert.equal((await shortLife(listen(t, processTransport(WASM)))).exitCode, 0)
  process.env.PATH = folder
  const { message } = await listen(t, processTransport(WASM)).end()
  assert.match(message, /it needs Node, and there is no 'node' in the PATH/)
  assert.equal(existsSync(mark), false)
})

// --- what it is started with -----------------------------------------------------------------------

test('arguments, the folder and the environment reach the engine, and no shell reads them', async t => {
  const args = ['a b', '$HOME', '; exit 3', '"', 'ü']
  const path = program(
    'arguments.cjs',
    'console.log(JSON.stringify([process.argv.slice(2), process.cwd(), process.env]))',
  )
  const env = { BINBO_TEST: 'one\ntwo', NOTHING: undefined }
  const engine = listen(t, processTransport(basename(path), args, { cwd: pathToFileURL(folder), env }))
  const [seen, cwd, seenEnv] = JSON.parse(await engine.next(/^\[/))
  assert.deepEqual(seen, args)
  assert.equal(cwd, folder)
  assert.equal(seenEnv.BINBO_TEST, 'one\ntwo')
  assert.ok(!('NOTHING' in seenEnv) && !('HOME' in seenEnv))
  args[0] = 'changed'
  env.BINBO_TEST = 'changed'
  const again = JSON.parse(await listen(t, engine.transport.again()).next(/^\[/))
  assert.deepEqual([again[0][0], again[2].BINBO_TEST], ['a b', 'one\ntwo'])
})

test('what cannot be an engine is refused at once', async () => {
  await noChildLeft()
  for (const path of [undefined, null, '', 7, {}, 'a\0b', new URL('http://127.0.0.1/'), ['x']])
    refuses(() => processTransport(path), 'ERR_ARGUMENT', /An engine is a path or a file: URL/)
  for (const args of ['x', {}, [1], ['a\0b'], [undefined], null])
    refuses(() => processTransport('x', args), 'ERR_ARGUMENT', /arguments are an array of strings/)
  refuses(
    () => processTransport('x', [], { shell: true }),
    'ERR_ARGUMENT',
    /options are cwd, env, not .shell.$/,
  )
  refuses(() => processTransport('x', [], 7), 'ERR_ARGUMENT', /Options are an object/)
  refuses(() => processTransport('x', [], { cwd: 7 }), 'ERR_ARGUMENT', /cwd is a path/)
  for (const env of ['A=1', ['A'], null, { A: 1 }, { A: 'a\0b' }, { 'A\0': 'b' }])
    refuses(() => processTransport('x', [], { env }), 'ERR_ARGUMENT', /env is an object of strings/)
  assert.deepEqual(children(), [])
})

// --- starts that fail ------------------------------------------------------------------------------

test('a start that fails names the path and the reason, once', async t => {
  const plain = program('plain.txt', 'no program\n', 0o644)
  const orphan = program('orphan', '#!/no/such/interpreter\n')
  const missing = join(folder, 'missing')
  for (const [path, message, code, options] of [
    [missing, 'there is no such program', 'ENOENT'],
    ['no-such-engine-in-the-path', 'there is no such program', 'ENOENT'],
    [folder, 'it is not an executable file', 'EACCES'],
    [plain, 'it is not an executable file', 'EACCES'],
    [orphan, 'the interpreter or loader that it requires is missing', 'ENOENT'],
    [NATIVE, `there is no folder '${missing}'`, 'ENOENT', { cwd: missing }],
  ]) {
    const engine = listen(t, processTransport(path, [], options))
    for (let i = 0; i < 100; i++) engine.transport.send('uci')
    const { cause, ...reason } = await engine.end()
    assert.deepEqual(reason, { message: `could not start '${path}': ${message}` })
    assert.equal(cause.code, code)
    await engine.transport.close()
    engine.transport.kill()
    assert.equal(engine.reasons.length, 1)
  }
  await noChildLeft()
})

test('arguments that are too long for the system are a start that fails', async t => {
  const engine = listen(t, processTransport(NATIVE, ['x'.repeat(1 << 22)]))
  const { message, cause } = await engine.end()
  assert.match(message, /^could not start '.*stockfish': spawn E2BIG$/)
  assert.equal(cause.code, 'E2BIG')
})

test('a script that is missing, or throws, is reported with the error that Node prints', async t => {
  const missing = join(folder, 'missing.js')
  const { message, exitCode } = await listen(t, processTransport(missing)).end()
  assert.equal(message, `the process exited with code 1: Error: Cannot find module '${missing}'`)
  assert.equal(exitCode, 1)
  const path = program('throws.mjs', 'throw new RangeError("no such net")')
  const reason = await listen(t, processTransport(path)).end()
  assert.equal(reason.message, 'the process exited with code 1: RangeError: no such net')
  mkdirSync(join(folder, 'folder.js'), { recursive: true })
  const directory = await listen(t, processTransport(join(folder, 'folder.js'))).end()
  assert.match(directory.message, /^the process exited with code 1: Error: Cannot find module/)
})

// --- ends ------------------------------------------------------------------------------------------

test('the reason includes stderr when a process failed', async t => {
  const { message, ...reason } = await shell(t, 'echo cannot find libfoo >&2; exit 127').end()
  assert.equal(message, 'the process exited with code 127: cannot find libfoo')
  assert.deepEqual(reason, { exitCode: 127, signal: null })
  const painted = await shell(t, 'printf "\\033[31mred\\033[0m\\r\\n\\n  \\nmore\\n" >&2; exit 1').end()
  assert.equal(painted.message, 'the process exited with code 1: red\nmore')
  const fine = await shell(t, 'echo just a greeting >&2').end()
  assert.equal(fine.message, 'the process exited with code 0')
})

test('a flood on stderr neither blocks the engine nor grows the reason', async t => {
  const flood =
    'process.stderr.write("0123456789abcdef".repeat(1 << 20), () => { console.log("done"); process.exitCode = 2 })'
  const engine = node(t, flood)
  await engine.next(/^done$/)
  const { message } = await engine.end()
  assert.match(message, /^the process exited with code 2: [0-9a-f]{500}$/)
})

test('a process that is killed inside a line: what it began to say does not count', async t => {
  const engine = shell(t, 'echo info depth 1; printf "info score cp 12"; kill -SEGV $$')
  const reason = await engine.end()
  assert.deepEqual(reason, {
    message: 'the process was ended by SIGSEGV',
    exitCode: null,
    signal: 'SIGSEGV',
  })
  assert.deepEqual(engine.lines, ['info depth 1'])
  assert.equal(engine.reasons.length, 1)
})

test('a last bestmove comes before the end, and without a line break when that is a good one', async t => {
  for (const [end, exitCode, expected] of [
    ['\\n', 3, ['info depth 1', 'bestmove e2e4']],
    ['', 3, ['info depth 1']],
    ['', 0, ['info depth 1', 'bestmove e2e4']],
  ]) {
    const engine = shell(t, `read line; printf "info depth 1\\nbestmove e2e4${end}"; exit ${exitCode}`)
    engine.transport.send('go')
    assert.equal((await engine.end()).exitCode, exitCode)
    assert.deepEqual(engine.lines, expected)
  }
})

test('100,000 lines at once, and an exit behind them', async t => {
  const engine = node(
    t,
    'let text = ""; for (let i = 0; i < 100000; i++) text += "info string " + i + "\\n"; process.stdout.write(text + "bestmove e2e4", () => process.exit(0))',
  )
  await engine.end()
  assert.equal(engine.lines.length, 100_001)
  assert.ok(engine.lines.slice(0, -1).every((line, index) => line === `info string ${index}`))
  assert.equal(engine.lines.at(-1), 'bestmove e2e4')
})

test('lines that come while this process is busy, and the end with them', async t => {
  const engine = shell(t, 'echo uciok; echo bestmove e2e4')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1300)
  await engine.end()
  assert.deepEqual(engine.lines, ['uciok', 'bestmove e2e4'])
})

test('characters that are cut at the borders of chunks', async t => {
  const text = 'id name Ärger ♞ 𝄞 é\r\nid author Ω\n'
  const engine = node(
    t,
    `const bytes = Buffer.from('\\ufeff' + ${JSON.stringify(text)}); let i = 0
    const next = () => i < bytes.length ? process.stdout.write(bytes.subarray(i, ++i), () => setTimeout(next, 1)) : process.stdout.write(Buffer.from([0xe2, 0x99]))
    next()`,
  )
  await engine.end()
  assert.deepEqual(engine.lines, ['id name Ärger ♞ 𝄞 é', 'id author Ω', '\ufffd'])
})

test('another process that holds the pipe does not hide the end', async t => {
  const begin = performance.now()
  const engine = shell(t, 'sleep 30 & echo pid $!; echo bestmove e2e4; exit 3')
  const reason = await engine.end()
  assertAbout(performance.now() - begin, 1000, 'the end')
  assert.equal(reason.exitCode, 3)
  assert.equal(engine.lines[1], 'bestmove e2e4')
  process.kill(Number(engine.lines[0].slice(4)), 'SIGKILL')
})

test('an engine that closes its output can say no more: it is killed', async t => {
  const engine = shell(t, 'echo $$; exec 1>&-; exec sleep 30')
  const pid = Number(await engine.next(/^\d+$/))
  assert.deepEqual(await engine.end(), { message: 'the process closed its output' })
  await until(() => !lives(pid), 'the engine is gone')
})

// --- sending ---------------------------------------------------------------------------------------

test('a line with a line break does not leave', async t => {
  const engine = shell(t, 'while read line; do echo "got $line"; done')
  for (const line of ['uci\nquit', 'uci\r', '\0', 'a\r\nb'])
    refuses(() => engine.transport.send(line), 'ERR_UCI_LINE')
  for (const line of [undefined, 7, null, {}]) refuses(() => engine.transport.send(line), 'ERR_ARGUMENT')
  await engine.ask('isready', /^got isready$/)
  assert.deepEqual(engine.lines, ['got isready'])
})

test('an engine that has closed its input does no harm', async t => {
  const engine = shell(t, 'exec 0<&-; echo deaf; exec sleep 30')
  await engine.next(/^deaf$/)
  for (let i = 0; i < 20; i++) {
    engine.transport.send('x'.repeat(10_000))
    await new Promise(setImmediate)
  }
  assert.equal(engine.reasons.length, 0)
  engine.transport.kill()
  assert.deepEqual(await engine.end(), { message: 'it was killed' })
})

test('an engine that reads nothing, with much waiting for it, can be closed', async t => {
  const engine = shell(t, 'echo here; exec sleep 30')
  await engine.next(/^here$/)
  for (let i = 0; i < 1000; i++) engine.transport.send('x'.repeat(1000))
  const begin = performance.now()
  await engine.transport.close()
  assertAbout(performance.now() - begin, 1000, 'close()')
  await noChildLeft()
})

// --- closing and killing ---------------------------------------------------------------------------

test('close() kills an engine that ignores quit and the end of its input', async t => {
  const engine = shell(t, 'trap "" TERM INT HUP; echo here; while :; do sleep 0.05; done')
  await engine.next(/^here$/)
  const begin = performance.now()
  await Promise.all([engine.transport.close(), engine.transport.close()])
  assertAbout(performance.now() - begin, 1000, 'close()')
  assert.deepEqual(engine.reasons, [{ message: 'it was killed' }])
  assert.deepEqual(children(), [], 'it is gone when close() has ended')
})

test('close() ends the input behind quit, for an engine that only knows that', async t => {
  const engine = shell(t, 'echo here; while read line; do echo "got $line"; done; echo end of input')
  await engine.next(/^here$/)
  await engine.transport.close()
  assert.deepEqual(engine.lines, ['here', 'got quit', 'end of input'])
  assert.equal(engine.reasons[0].exitCode, 0)
  engine.transport.send('uci')
  await engine.transport.close()
})

test('kill() twice, and everything after it, is quiet', async t => {
  const engine = listen(t, processTransport(NATIVE))
  await engine.ask('uci', /^uciok$/)
  engine.transport.send('go infinite')
  engine.transport.kill()
  engine.transport.kill()
  engine.transport.send('stop')
  await engine.transport.close()
  assert.deepEqual(engine.reasons, [{ message: 'it was killed' }])
  await noChildLeft()
})

test('50 engines leave no process, no listener and no warning behind', async t => {
  // Those of the tests before it may still be ending.
  await noChildLeft()
  const warnings = []
  const onWarning = warning => warnings.push(String(warning))
  process.on('warning', onWarning)
  t.after(() => process.off('warning', onWarning))
  const events = ['exit', 'beforeExit', 'SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException']
  const count = () => events.map(name => process.listenerCount(name))
  const before = count()
  const engines = Array.from({ length: 50 }, () => processTransport('/bin/cat'))
  assert.deepEqual(count(), [before[0] + 1, ...before.slice(1)], 'one listener for all')
  assert.equal(children().length, 50)
  const reasons = engines.map(engine => new Promise(resolve => (engine.onClose = resolve)))
  for (const [index, engine] of engines.entries()) index % 2 ? engine.kill() : engine.close()
  await Promise.all(reasons)
  await noChildLeft()
  assert.deepEqual(count(), before)
  assert.deepEqual(warnings, [])
})

// --- the end of this process -----------------------------------------------------------------------

const PRELUDE = `
const { processTransport } = await import('${distUrl}node.js')
const pidOf = transport => new Promise(resolve => { transport.onLine = line => resolve(Number(line)) })
`

test('a running engine keeps this process running, a closed or killed one does not', () => {
  // What kept it running would do so for longer than it may live.
  const order = runChild(
    `${PRELUDE}
    const order = []
    process.on('exit', () => report(order))
    const slow = processTransport('/bin/sh', ['-c', 'sleep 0.5'])
    slow.onClose = () => {
      order.push('slow')
      const closed = processTransport(${JSON.stringify(NATIVE)})
      closed.onLine = line => line === 'uciok' && closed.close().then(() => order.push('closed'))
      closed.send('uci')
      processTransport('/bin/sleep', ['3600']).kill()
      processTransport('/no/such/engine')
    }`,
  )
  assert.deepEqual(order, ['slow', 'closed'])
})

/** An engine that the end of its input does not end. */
const IMMORTAL = `['-c', 'trap "" TERM INT HUP PIPE; echo $$; while :; do sleep 0.1; done']`

test('engines are killed when this process exits, or throws', async () => {
  const source = `${PRELUDE}
  const pids = await Promise.all([1, 2].map(() => pidOf(processTransport('/bin/sh', ${IMMORTAL}))))
  console.log(JSON.stringify(pids))
  `
  for (const ending of ['process.exit(0)', 'throw new Error("mine")', 'Promise.reject(new Error("mine"))']) {
    const { stdout } = await ended(source + ending)
    const pids = JSON.parse(stdout)
    assert.equal(pids.length, 2)
    await until(() => !pids.some(lives), `${ending} ends its engines`)
  }
})

test('engines end with their input when this process is killed', async () => {
  const source = `${PRELUDE}
  const transport = processTransport('/bin/sh', ['-c', 'echo $$; exec ${NATIVE}'])
  const pid = await pidOf(transport)
  transport.onLine = line => {
    if (line === 'uciok') transport.send('go infinite')
    if (!line.startsWith('info depth 5 ')) return
    console.log(pid)
    process.kill(process.pid, 'SIGKILL')
  }
  transport.send('uci')`
  const { stdout, signal } = await ended(source)
  assert.equal(signal, 'SIGKILL')
  await until(() => !lives(Number(stdout)), 'the engine ends')
})

/** Runs ESM in a process of its own to its end. */
async function ended(source) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: PATIENCE,
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', text => (stdout += text))
  const [code, signal] = await once(child, 'close')
  return { stdout: stdout.trim(), code, signal }
}
