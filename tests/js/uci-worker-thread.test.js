// SPDX-License-Identifier: Apache-2.0
// workerThreadTransport: npm stockfish, unchanged, and scripts of one's own in threads of this process, which must
// not notice them.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { dist } from './support/binbo.js'
import { runChild } from './support/child.js'
import { assertAbout, settled, until, WASM } from './support/engines.js'
import { folder, listen, program, refuses, shortLife } from './support/transports.js'

const { workerThreadTransport } = await import(pathToFileURL(`${dist}node.js`).href)
const { Engine } = await import(pathToFileURL(`${dist}uci.js`).href)

const WELL = { message: 'the worker thread exited with code 0', exitCode: 0 }

/** Threads of this process, Node's own ones included; 0 where the system does not report them. */
const threads = () => (existsSync('/proc/self/task') ? readdirSync('/proc/self/task').length : 0)

// --- npm stockfish ---------------------------------------------------------------------------------

/** What an engine must leave alone here. */
const surroundings = () => ({
  globals: Object.getOwnPropertyNames(globalThis),
  fetch: globalThis.fetch,
  stdin: Object.getOwnPropertyDescriptor(process, 'stdin')?.get,
  argv: [...process.argv],
  exitCode: process.exitCode,
  listeners: Object.fromEntries(process.eventNames().map(name => [name, process.listenerCount(name)])),
})

test('npm stockfish: handshake, isready and stop during a search, a move, quit', async t => {
  await turn() // Node listens to 'exit' itself while it loads this file
  const before = surroundings()
  const engine = listen(t, workerThreadTransport(WASM))
  assert.deepEqual(await shortLife(engine), WELL)
  assert.match(
    engine.lines.find(line => line.startsWith('id name')),
    /^id name Stockfish/,
  )
  assert.deepEqual(surroundings(), before)
})

test('npm stockfish with threads of its own', async t => {
  const engine = listen(t, workerThreadTransport(WASM.replace('-single', '')))
  await engine.ask('uci', /^uciok$/)
  engine.transport.send('setoption name Threads value 2')
  await engine.ask('isready', /^readyok$/)
  engine.transport.send('position startpos')
  await engine.ask('go depth 8', /^bestmove [a-h][1-8][a-h][1-8]/)
  engine.transport.send('quit')
  assert.deepEqual(await engine.end(), WELL)
})

test('several at once, and again() for another life of the same', async t => {
  const engines = [1, 2].map(() => listen(t, workerThreadTransport(pathToFileURL(WASM))))
  engines.push(listen(t, engines[0].transport.again()))
  const moves = await Promise.all(
    engines.map(async engine => {
      await engine.ask('uci', /^uciok$/)
      engine.transport.send('position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1')
      return await engine.ask('go depth 5', /^bestmove/)
    }),
  )
  assert.deepEqual(moves, ['bestmove a1a8', 'bestmove a1a8', 'bestmove a1a8'])
  await Promise.all(engines.map(({ transport }) => transport.close()))
})

test('an Engine in a thread plays a game with itself, and quits', async () => {
  const { value: engine } = await settled(Engine.start(workerThreadTransport(WASM)))
  const moves = []
  for (let ply = 0; ply < 12; ply++) {
    const { value } = await settled(engine.bestMove({ moves }, { depth: 3 }))
    moves.push(value.move)
  }
  assert.equal(moves.length, 12)
  await settled(engine.quit())
})

test('npm stockfish is killed during a search', async t => {
  const engine = listen(t, workerThreadTransport(WASM))
  await engine.ask('uci', /^uciok$/)
  engine.transport.send('position startpos')
  await engine.ask('go infinite', /^info depth 8 /)
  engine.transport.kill()
  engine.transport.kill()
  engine.transport.send('stop')
  await engine.transport.close()
  assert.deepEqual(engine.reasons, [{ message: 'it was killed' }])
})

// --- scripts of one's own --------------------------------------------------------------------------

/** Each answers `uci` with `uciok` and ends well at `quit`. */
const MESSAGES = {
  'on.cjs': `const { parentPort } = require('worker_threads')
    parentPort.on('message', line => line === 'quit' ? process.exit(0) : line === 'uci' && parentPort.postMessage('uciok'))`,
  'event.mjs': `import { isMainThread, parentPort } from 'node:worker_threads'
    if (isMainThread) throw new Error('this is no main thread')
    parentPort.addEventListener('message', ({ data }) => {
      if (data === 'uci') parentPort.postMessage('id name Two\\nuciok\\n')
      if (data === 'quit') parentPort.close()
    })`,
  'handler.js': `const port = require('node:worker_threads').parentPort
    setTimeout(() => {
      port.onmessage = ({ data }) => {
        if (data === 'uci') { port.postMessage({ no: 'line' }); port.postMessage(7); port.postMessage('uciok') }
        if (data === 'quit') port.onmessage = null
      }
    }, 100)`,
}
const STREAMS = {
  'readline.cjs': `require('readline').createInterface({ input: process.stdin })
    .on('line', line => line === 'uci' && console.log('uciok')).on('close', () => console.log('closed'))`,
  'await.mjs': `import { createInterface } from 'node:readline'
    for await (const line of createInterface({ input: process.stdin })) {
      if (line === 'uci') process.stdout.write('uciok\\n')
      if (line === 'quit') break
    }`,
  'late.mjs': `import { stdin, stdout } from 'node:process'
    import { createInterface } from 'node:readline'
    await new Promise(resolve => setTimeout(resolve, 100))
    const lines = createInterface({ input: stdin, output: stdout })
    lines.on('line', line => { if (line === 'uci') console.log('uciok'); if (line === 'quit') lines.close() })`,
  'data.js': `process.stdin.setEncoding('utf8').on('data', text => text.split('\\n').includes('uci') && console.log('uciok'))`,
  'chunks.mjs': `for await (const chunk of process.stdin) if (String(chunk).includes('uci')) console.log('uciok')`,
  'readable.cjs': `process.stdin.on('readable', () => {
      for (let chunk; (chunk = process.stdin.read()) !== null; ) if (String(chunk).includes('uci')) console.log('uciok')
    })`,
  'pause.cjs': `const lines = require('readline').createInterface({ input: process.stdin })
    lines.on('line', line => {
      if (line === 'uci') { lines.pause(); setTimeout(() => { lines.resume(); console.log('uciok') }, 50) }
      if (line === 'quit') lines.close()
    })`,
  'main-only.cjs': `const { isMainThread, parentPort } = require('worker_threads')
    if (isMainThread && parentPort === null && require.main === module)
      require('readline').createInterface({ input: process.stdin }).on('line', line => line === 'uci' && console.log('uciok'))`,
  'main-only.mjs': `import { isMainThread } from 'node:worker_threads'
    import { createInterface } from 'node:readline'
    if (isMainThread) createInterface({ input: process.stdin }).on('line', line => line === 'uci' && console.log('uciok'))`,
}

for (const [kind, scripts] of [
  ['messages', MESSAGES],
  ['process.stdin', STREAMS],
]) {
  for (const [name, text] of Object.entries(scripts)) {
    test(`a script of one's own with ${kind}: ${name}`, async t => {
      const options = name === 'main-only.mjs' ? { asMain: true } : {}
      const engine = listen(t, workerThreadTransport(program(name, text), options))
      await engine.ask('uci', /^uciok$/)
      await engine.ask('uci', /^uciok$/)
      engine.transport.send('quit')
      assert.deepEqual(await engine.end(), WELL)
      const expected = { 'event.mjs': ['id name Two', 'uciok'], 'handler.js': ['uciok'] }[name] ?? ['uciok']
      const last = name === 'readline.cjs' ? ['closed'] : []
      assert.deepEqual(engine.lines, [...expected, ...expected, ...last])
    })
  }
}

test('a script that stops reading ends, and one that gets `quit` twice ends once', async t => {
  const reader = `const lines = require('readline').createInterface({ input: process.stdin })
  console.log('here')`
  const path = program('bye.cjs', `${reader}; lines.on('line', line => line === 'bye' && lines.close())`)
  const engine = listen(t, workerThreadTransport(path))
  await engine.next(/^here$/)
  engine.transport.send('bye')
  assert.deepEqual(await engine.end(), WELL)
  const pause = 'lines.pause(); setTimeout(() => lines.on("line", console.log).resume(), 100)'
  const slow = listen(t, workerThreadTransport(program('slow.cjs', `${reader}; ${pause}`)))
  await slow.next(/^here$/)
  for (const line of ['stop', 'quit', 'quit']) slow.transport.send(line)
  assert.deepEqual(await slow.end(), WELL)
  assert.deepEqual(slow.lines, ['here', 'stop', 'quit'])
})

test('arguments, environment and data of a script', async t => {
  const text = `const { workerData } = require('worker_threads')
  const { argv, env } = process
  console.log(JSON.stringify({ argv, env, workerData, main: require.main === module, dir: __dirname }))`
  const path = program('settings.cjs', text)
  const args = ['a b', '--flag']
  const options = { args, env: { BINBO_TEST: 'yes' }, workerData: { net: 'small' } }
  const engine = listen(t, workerThreadTransport(path, options))
  const expected = {
    argv: [process.execPath, path, ...args],
    env: { BINBO_TEST: 'yes' },
    workerData: { net: 'small' },
    main: true,
    dir: folder,
  }
  assert.deepEqual(JSON.parse(await engine.next(/^\{/)), expected)
  assert.deepEqual(await engine.end(), WELL)
  const plain = JSON.parse(await listen(t, workerThreadTransport(path)).next(/^\{/))
  assert.deepEqual(plain.argv, [process.execPath, path])
  assert.equal(plain.env.PATH, process.env.PATH)
  assert.equal(plain.workerData, undefined)
})

test('asMain decides where a script believes to be', async t => {
  const ask = `{ isMainThread, parentPort } = require('worker_threads')
    console.log(isMainThread, parentPort === null)`
  const plain = program('where.cjs', `const ${ask}`)
  const both = program('where-main.cjs', `const ${ask}, require.main === module)`.replace('null)', 'null'))
  for (const [path, asMain, expected] of [
    [plain, undefined, 'false false'],
    [plain, false, 'false false'],
    [plain, true, 'true true'],
    [both, undefined, 'true true true'],
    [both, false, 'false false true'],
    [both, true, 'true true true'],
  ]) {
    const engine = listen(t, workerThreadTransport(path, { asMain }))
    await engine.end()
    assert.deepEqual(engine.lines, [expected])
    const again = listen(t, engine.transport.again())
    await again.end()
    assert.deepEqual(again.lines, [expected])
  }
  refuses(() => workerThreadTransport(plain, { asMain: 1 }), 'ERR_ARGUMENT', /asMain is true or false/)
})

// --- failures --------------------------------------------------------------------------------------

test('what cannot be a script is refused at once', () => {
  for (const path of [undefined, null, '', 7, {}, 'a\0b', new URL('http://127.0.0.1/x.js')])
    refuses(() => workerThreadTransport(path), 'ERR_ARGUMENT', /A script is a path or a file: URL/)
  refuses(
    () => workerThreadTransport('x', { argv: [] }),
    'ERR_ARGUMENT',
    /options are args, env, workerData, asMain, not .argv.$/,
  )
  refuses(() => workerThreadTransport('x', { args: 'x' }), 'ERR_ARGUMENT', /array of strings/)
  refuses(() => workerThreadTransport('x', { env: { A: 1 } }), 'ERR_ARGUMENT', /env is an object of strings/)
})

test('a thread that fails reports its error', async t => {
  const missing = join(folder, 'missing.js')
  mkdirSync(join(folder, 'empty'), { recursive: true })
  for (const [path, message] of [
    [missing, `Cannot find module '${missing}'`],
    [join(folder, 'empty'), `Cannot find module '${join(folder, 'empty')}'`],
    [program('syntax.cjs', 'const = 1'), "Unexpected token '='"],
    [program('throws.mjs', 'throw new RangeError("no such net\\nmore")'), 'no such net'],
    [
      program('later.cjs', 'setTimeout(() => { throw new Error("later") }, 20); console.log("here")'),
      'later',
    ],
    [program('rejects.mjs', 'await Promise.reject(new Error("rejected"))'), 'rejected'],
    [program('string.cjs', 'throw "a string"'), 'a string'],
  ]) {
    const engine = listen(t, workerThreadTransport(path))
    engine.transport.send('uci')
    const reason = await engine.end()
    assert.equal(reason.message, `the worker thread failed: ${message}`)
    assert.equal(reason.exitCode, 1)
    assert.ok(reason.cause)
    assert.equal(engine.reasons.length, 1)
    await engine.transport.close()
    engine.transport.send('uci')
  }
})

test('a thread that exits reports its code and its stderr', async t => {
  const path = program('exits.cjs', 'console.error("cannot find libfoo"); process.exit(3)')
  const reason = await listen(t, workerThreadTransport(path)).end()
  assert.deepEqual(reason, {
    message: 'the worker thread exited with code 3: cannot find libfoo',
    exitCode: 3,
  })
})

test('data that cannot be given to a thread', async t => {
  const engine = listen(t, workerThreadTransport(WASM, { workerData: () => {} }))
  const { message, cause } = await engine.end()
  assert.match(message, /^could not start '.*stockfish-19-lite-single\.js': .* could not be cloned\.$/)
  assert.equal(cause.name, 'DataCloneError')
})

test('100,000 lines at once, and an exit behind them', async t => {
  const text = `const say = {{say}}
  for (let i = 0; i < 100000; i++) say('info string ' + i)
  {{last}}
  process.exit(0)`
  for (const [name, say, last] of [
    ['flood.cjs', 'console.log', 'process.stdout.write("bestmove e2e4 ponder ♞")'],
    [
      'posts.cjs',
      'line => require("worker_threads").parentPort.postMessage(line)',
      'say("bestmove e2e4 ponder ♞")',
    ],
  ]) {
    const engine = listen(
      t,
      workerThreadTransport(program(name, text.replace('{{say}}', say).replace('{{last}}', last))),
    )
    await engine.end()
    assert.equal(engine.lines.length, 100_001, name)
    assert.ok(engine.lines.slice(0, -1).every((line, index) => line === `info string ${index}`))
    assert.equal(engine.lines.at(-1), 'bestmove e2e4 ponder ♞')
  }
})

test('a line with a line break does not leave', async t => {
  const path = program(
    'echo.cjs',
    `const { parentPort } = require('worker_threads')
  parentPort.on('message', line => parentPort.postMessage('got ' + line))`,
  )
  const engine = listen(t, workerThreadTransport(path))
  for (const line of ['uci\nquit', 'uci\r', '\0']) refuses(() => engine.transport.send(line), 'ERR_UCI_LINE')
  refuses(() => engine.transport.send(undefined), 'ERR_ARGUMENT')
  await engine.ask('isready', /^got isready$/)
  assert.deepEqual(engine.lines, ['got isready'])
})

test('close() ends a thread that ignores quit, also one that never comes to rest', async t => {
  for (const [name, text] of [
    ['deaf.cjs', 'require("worker_threads").parentPort.on("message", () => {}); console.log("here")'],
    [
      'busy.cjs',
      'process.on("exit", () => { for (;;); }); console.log("here"); setTimeout(() => { for (;;); }, 50)',
    ],
  ]) {
    const engine = listen(t, workerThreadTransport(program(name, text)))
    await engine.next(/^here$/)
    const begin = performance.now()
    await Promise.all([engine.transport.close(), engine.transport.close()])
    assertAbout(performance.now() - begin, 1000, name)
    assert.deepEqual(engine.reasons, [{ message: 'it was killed' }])
  }
})

test('20 threads leave no thread, no listener and no warning behind', async t => {
  const path = program('small.cjs', MESSAGES['on.cjs'])
  const warnings = []
  const onWarning = warning => warnings.push(String(warning))
  process.on('warning', onWarning)
  t.after(() => process.off('warning', onWarning))
  const before = surroundings()
  const threadsBefore = threads()
  for (let round = 0; round < 4; round++) {
    const engines = Array.from({ length: 5 }, () => listen(t, workerThreadTransport(path)))
    await Promise.all(engines.map(engine => engine.ask('uci', /^uciok$/)))
    for (const [index, { transport }] of engines.entries()) index % 2 ? transport.kill() : transport.close()
    await Promise.all(engines.map(engine => engine.end()))
  }
  await until(() => threads() <= threadsBefore, 'the threads are gone')
  assert.deepEqual(surroundings(), before)
  assert.deepEqual(warnings, [])
})

test('a running thread keeps this process running, a closed or killed one does not', () => {
  const path = program('small.cjs', MESSAGES['on.cjs'])
  const order = runChild(
    `
    const { workerThreadTransport } = await import(dist + 'node.js')
    const order = []
    process.on('exit', () => report(order))
    const start = () => workerThreadTransport(${JSON.stringify(path)})
    const closed = start()
    closed.onLine = () => closed.close().then(() => {
      order.push('closed')
      const killed = start()
      killed.onLine = () => { killed.kill(); order.push('killed') }
      killed.send('uci')
      start().kill()
    })
    setTimeout(() => closed.send('uci'), 300).unref()`,
  )
  assert.deepEqual(order, ['closed', 'killed'])
})
