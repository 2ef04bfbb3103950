// SPDX-License-Identifier: Apache-2.0
// `binbo play` against engines: native, WebAssembly, behind TCP and WebSocket, and some that fail; none is left behind.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { WebSocketServer } from 'ws'
import { dist, Game, root } from './support/binbo.js'
import {
  fakeEngine,
  fensOf,
  pathOf,
  play,
  played,
  program,
  read,
  start,
  stockfish,
  validatePgn,
} from './support/cli-play.js'
import { lives, until } from './support/engines.js'

test('native Stockfish: answers, hints, levels, sides', async () => {
  const text = await played(
    ['-e', stockfish, '--depth', '4', '--elo', '1500'],
    [
      'e4',
      'hint',
      'level',
      'level depth 2 skill 3',
      'level full',
      'level elo 99',
      'level x 1',
      'd4',
      'undo',
      'pgn',
    ],
  )
  assert.match(text, /^Stockfish \S+ \(1500 Elo, depth 4\)\. You play White\.\n/)
  assert.match(text, /^1\.\.\. \S+ {2}\(Stockfish \S+, [-+0-9.]+, depth \d\)$/m)
  assert.match(text, /^Hint: 2\. \S+ {2}\([-+0-9.]+, depth \d\)$/m)
  assert.match(text, /^The engine's level: 1500 Elo, depth 4\.$/m)
  assert.match(text, /^The engine's level: skill 3, depth 2\.$/m)
  assert.match(text, /^The engine's level: full strength, depth 2\.$/m)
  assert.match(text, /^Stockfish \S+ offers Elo \d+ to \d+, not 99\.$/m)
  assert.match(text, /^Level takes depth N, movetime MS, elo N, skill N or full, not 'x'\.$/m)
  assert.match(text, /\[White "ann"\]\n\[Black "Stockfish \S+"\]/)
  const fens = fensOf(text)
  assert.equal(fens.length, 6, 'start, e4, answer, d4, answer, and the board after undo')
  assert.equal(fens[5], fens[2], 'undo takes back both')

  const black = await played(
    ['-e', stockfish, '--depth', '1', '--color', 'black'],
    ['undo', 'e5', 'side both', 'd3'],
  )
  assert.match(black, /^Stockfish \S+ \(full strength, depth 1\)\. You play Black\.\n/)
  assert.match(black.match(/^ {5}[A-H ]+$/m)[0], /H.*A/, "Black's view")
  assert.match(black, /\n1\. \S+ {2}\(Stock/)
  assert.match(black, /There is no move of yours to take back\./)
  assert.match(black, /You play both sides\./)
})

test('native Stockfish: whole games with go, in standard chess and Chess960', async () => {
  for (const [args, file] of [
    [['--both'], 'standard.pgn'],
    [['--chess960', '100', '--color', 'black'], 'chess960.pgn'],
  ]) {
    const text = await played(
      ['-e', stockfish, '--depth', '1', '--pgn', file, ...args],
      Array(700).fill('go'),
    )
    const pgn = read(file)
    const { games, errors } = await validatePgn(pgn)
    assert.deepEqual([games, errors], [1, []])
    assert.match(pgn, /\[Result "(1-0|0-1|1\/2-1\/2)"\]/, 'the game was played to its end')
    const game = new Game({ variant: args[0] === '--both' ? 'standard' : 'chess960' })
    game.loadPgn(pgn)
    assert.equal(game.status.over, true)
    assert.equal(fensOf(text).length, game.ply + 1, 'a board for the start and every move')
    assert.match(text, /^The game is over\.$/m)
  }
})

test('the WebAssembly engine: by name, and by itself where npm stockfish is installed', async () => {
  const moves = ['e4', 'd4', 'quit']
  for (const [args, options] of [
    [['--engine', 'wasm']],
    [['--engine', join(root, 'node_modules/stockfish/bin/stockfish-19-lite-single.js')]],
    [[], { env: { PATH: '' } }],
  ]) {
    const text = await played([...args, '--depth', '4'], moves, options)
    assert.match(text, /^Stockfish 19.* \(full strength, depth 4\)\. You play White\.\n/)
    assert.match(text, /^1\.\.\. \S+ {2}\(Stockfish 19/m)
    assert.match(text, /^2\.\.\. \S+ {2}\(Stockfish 19/m)
  }
})

test('which engine without --engine: npm stockfish here, a program on the PATH, or how to get one', async () => {
  const copy = pathOf('installed')
  cpSync(dist, join(copy, 'dist'), { recursive: true, filter: path => !path.endsWith('types') })
  cpSync(join(root, 'package.json'), join(copy, 'package.json'))
  // A machine without engines: what is in /usr/games is not seen.
  const hide = `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { accessSync } = fs
    fs.accessSync = (path, mode) => {
      if (String(path).startsWith('/usr/games/')) throw new Error('hidden')
      accessSync(path, mode)
    }
    syncBuiltinESMExports()`
  const preload = `data:text/javascript,${encodeURIComponent(hide)}`
  const command = [process.execPath, '--import', preload, join(copy, 'dist/cli/main.js'), 'play']
  const place = name => {
    mkdirSync(pathOf(name))
    return pathOf(name)
  }
  const empty = place('empty')

  const { stdout, stderr, code } = await play([], ['e4'], { command, cwd: empty, env: { PATH: empty } })
  assert.deepEqual([stdout, code], ['', 2])
  assert.match(stderr, /^binbo: No engine was found\./)
  for (const way of ['npm install stockfish', 'apt-get install stockfish', '--engine', '--both'])
    assert.ok(stderr.includes(way), way)
  const named = await play(['-e', 'wasm'], [], { command, cwd: empty })
  assert.equal(named.code, 2)
  assert.match(named.stderr, /npm stockfish is not installed here: npm install stockfish/)

  const native = place('native')
  symlinkSync(stockfish, join(native, 'stockfish'))
  const options = { command, cwd: empty, env: { PATH: `${empty}:${native}` } }
  assert.match(await played(['--depth', '1'], ['e4'], options), /^Stockfish 1\d\.?\d* \(.*\n1\.\.\. /s)
  const here = place('here')
  mkdirSync(join(here, 'node_modules'))
  symlinkSync(join(root, 'node_modules/stockfish'), join(here, 'node_modules/stockfish'))
  mkdirSync(join(here, 'deeper'))
  const wasm = await played(['--depth', '1'], ['e4'], { ...options, cwd: join(here, 'deeper') })
  assert.match(wasm, /^Stockfish 19.*\n1\.\.\. /s)
})

/** Resolves with the port. */
const listening = server =>
  new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server.address().port)))

test('an engine behind a TCP port', async t => {
  const server = createServer(socket => {
    const engine = spawn(stockfish)
    engine.stdin.on('error', () => {}) // it has quit
    socket.on('error', () => {}).on('data', text => engine.stdin.write(text))
    socket.on('close', () => engine.kill())
    engine.stdout.on('data', text => socket.write(text))
    engine.on('exit', () => socket.destroy())
  })
  t.after(() => server.close())
  const port = await listening(server)
  const text = await played(['-e', `tcp://127.0.0.1:${port}`, '--depth', '3'], ['e4', 'hint'])
  assert.match(text, /^Stockfish.*\n1\.\.\. \S+ {2}\(Stockfish.*\nHint: 2\. /s)
  await new Promise(resolve => server.close(resolve))
})

test('an engine behind a WebSocket, with a token; its end is reported with the reason', async t => {
  const token = 'geheim ✓'
  const server = createHttpServer()
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'uci' })
  t.after(() => {
    for (const client of sockets.clients) client.terminate()
    server.close()
  })
  const offered = []
  sockets.on('connection', (socket, request) => {
    offered.push(request.headers['sec-websocket-protocol'])
    const engine = spawn(stockfish)
    let rest = ''
    engine.stdout.setEncoding('utf8').on('data', text => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()
      for (const line of lines) socket.send(line)
    })
    socket.on('message', data => {
      const line = String(data)
      if (line.includes('e7e5 d2d4')) socket.close(1011, 'the engine exited with code 139')
      else engine.stdin.write(`${line}\n`)
    })
    engine.stdin.on('error', () => {}) // it has quit
    socket.on('close', () => engine.kill())
  })
  const port = await listening(server)
  const address = `ws://127.0.0.1:${port}/`
  const fen = 'rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
  for (const [args, env] of [
    [['--token', token], {}],
    [[], { BINBO_TOKEN: token }],
  ]) {
    const text = await played(['-e', address, '--depth', '3', '--fen', fen, ...args], ['d4'], { env })
    assert.match(text, /^Stockfish.*\n1\.\.\. \S+ {2}\(Stockfish/s)
  }
  assert.deepEqual(offered, Array(2).fill(`uci,token.${Buffer.from(token).toString('base64url')}`))

  const text = await played(['-e', address, '--both', '--depth', '3'], ['e4', 'e5', 'd4', 'go', 'exd4'])
  assert.match(text, /^The engine is not running \(.*code 1011: the engine exited with code 139\)\.$/m)
  assert.match(text, /\n2\.\.\. exd4\n/)
  for (const client of sockets.clients) client.terminate()
  await new Promise(resolve => server.close(resolve))
})

test('an engine behind binbo engine-server', async t => {
  const command = [process.execPath, program, 'engine-server']
  const server = start(['--port', '0', '--quiet', stockfish], { command, env: { BINBO_TOKEN: 'secret' } })
  t.after(() => server.child.kill('SIGKILL'))
  const address = await new Promise((resolve, reject) => {
    server.child.stdout.on('data', () => {
      const [found] = /ws:\/\/\S+/.exec(server.output.stdout) ?? []
      if (found) resolve(found)
    })
    server.ended.then(({ stderr }) => reject(new Error(stderr)))
  })
  const text = await played(['-e', address, '--token', 'secret', '--depth', '3'], ['e4', 'hint'])
  assert.match(text, /^Stockfish.*\n1\.\.\. \S+ {2}\(Stockfish.*\nHint: 2\. /s)
  const refused = await play(['-e', address, '--token', 'another'])
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /could not connect to ws:.*401/)
  assert.doesNotMatch(refused.stderr, /another/)
  server.child.kill('SIGTERM')
  await server.ended
})

test('an engine that dies: a clear sentence, the game stands, another one takes over', async () => {
  const dying = fakeEngine('dying.cjs', "process.stderr.write('out of luck\\n'); process.exit(3)")
  const text = await played(
    ['-e', dying, '--movetime', '100', '--pgn', 'dead.pgn'],
    ['e4', 'e5', 'Nf3', 'hint', 'go', 'undo', 'Nc3', 'engine', 'engine ./missing', `engine ${stockfish}`],
  )
  assert.match(
    text,
    /^The engine is not running \(the process exited with code 3: out of luck\)\.\nThe game is unchanged: /m,
  )
  assert.match(text, /\n1\.\.\. e5\n[\s\S]*\n2\. Nf3\n/)
  assert.match(text, /^No engine is attached;.*\n/m)
  assert.match(text, /^Fake 1 is attached\.$/m)
  assert.match(text, /could not start '\.\/missing'/)
  assert.match(text, /^Stockfish \S+ is attached\.$/m)
  assert.match(text, /^2\.\.\. \S+ {2}\(Stockfish/m)
  assert.match(read('dead.pgn'), /\[Black "Stockfish \S+"\][\s\S]*1\. e4 e5 2\. Nc3 \S+ .*\*\n$/)
})

test('an engine that cannot be started: only what is possible is proposed', async () => {
  const none = await played(['--both'], ['engine ./missing', 'engine', 'e4'])
  assert.match(
    none,
    /no such program\)\.\nThe game is unchanged: engine PATH attaches an engine, or play on by hand\.\n/,
  )
  assert.match(none, /^Name an engine: /m)
  const attached = await played(['-e', stockfish, '--both', '--depth', '1'], ['engine ./missing', 'hint'])
  assert.match(attached, /no such program\)\.\nHint: /, 'the attached engine is still there')
})

test('an engine that answers nonsense, and one that writes to the terminal', async () => {
  const wrong = fakeEngine('wrong.cjs', "say('bestmove e2e5')", 'id name Evil\x1b[2J\u202e 1')
  const text = await played(['-e', wrong], ['e4', 'e5', 'pgn'])
  assert.match(text, /^Evil\\u\{1b\}\[2J\\u\{202e\} 1 \(/)
  assert.match(text, /The engine answered with an illegal move: 'e2e5'\./)
  assert.match(text, /\n1\.\.\. e5\n/, 'the move is played by hand instead')
})

test('signals: the game is kept, the engine ends, the exit code names the signal', async () => {
  const thinking = fakeEngine('thinking.cjs', "say('info depth 1 score cp 5 pv e7e5')")
  for (const [signal, expected] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    for (const lines of ['e4\n', 'e4\nside both\n']) {
      const file = `${signal}${lines.length}.pgn`
      const args = lines.length > 4 ? ['--both'] : ['-e', thinking]
      const { child, output, ended } = start([...args, '--pgn', file, '--depth', '30'])
      child.stdin.write(lines)
      await until(() => /Lastmove: e2-e4[\s\S]*Status/.test(output.stdout), 'the move')
      child.kill(signal)
      const { code, stdout, stderr } = await ended
      assert.deepEqual([code, stderr], [expected, ''], stdout)
      assert.match(read(file), /1\. e4 .*\*\n$/)
    }
  }
})

test('no engine is left behind', async () => {
  const pidFile = pathOf('pid')
  const engine = fakeEngine(
    'pid.cjs',
    `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))`,
  )
  const { child, ended } = start(['-e', engine])
  child.stdin.write('e4\n')
  await until(() => existsSync(pidFile) && read('pid'))
  child.kill('SIGTERM')
  await ended
  await until(() => !lives(Number(read('pid'))), 'the engine is gone')
})
