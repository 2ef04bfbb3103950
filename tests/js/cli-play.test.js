// SPDX-License-Identifier: Apache-2.0
// `binbo play`, as people and scripts use it: by hand, against real engines near and far, and engines that fail.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { chess960Fen, dist, Game, root } from './support/binbo.js'
import { findStockfish } from './support/stockfish.js'

const program = join(dist, 'cli/main.js')
const { validatePgn } = await import(new URL('../../dist/pgn.js', import.meta.url))
const stockfish = findStockfish()
assert.ok(stockfish, 'these tests need the native stockfish: make setup installs it')

/** @type {string} */
let folder
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'binbo-play-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const pathOf = name => join(folder, name)
const read = name => readFileSync(pathOf(name), 'utf8')

/** An engine that answers the handshake; `go` is what it does then, a piece of JS. */
function fakeEngine(name, go, greeting = 'id name Fake 1') {
  writeFileSync(
    pathOf(name),
    `const say = line => process.stdout.write(line + '\\n')
     require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
       if (line === 'uci') say(${JSON.stringify(greeting)} + '\\nuciok')
       if (line === 'isready') say('readyok')
       if (line === 'quit') process.exit()
       if (line.startsWith('go')) { ${go} }
       if (line === 'stop') say('info depth 3 score cp 12 pv e7e5\\nbestmove e7e5')
     })`,
  )
  return `./${name}`
}

/** What Node may not take from the surroundings: colors, and what the program itself reads. */
const SURROUNDINGS = {
  BINBO_TOKEN: undefined,
  CI: undefined,
  COLORTERM: undefined,
  FORCE_COLOR: undefined,
  NODE_TEST_CONTEXT: undefined,
  NO_COLOR: undefined,
  TMUX: undefined,
  USER: 'ann',
}

function start(args, { env = {}, cwd = folder, command = [process.execPath, program, 'play'] } = {}) {
  const [file, ...first] = command
  const child = spawn(file, [...first, ...args], { cwd, env: { ...process.env, ...SURROUNDINGS, ...env } })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', text => {
      output[name] += text
    })
  child.stdin.on('error', () => {}) // it may not want all of it
  const ended = new Promise(resolve =>
    child.on('close', (code, signal) => resolve({ ...output, code, signal })),
  )
  return { child, output, ended }
}

/** Plays lines through a pipe. */
function play(args, lines = [], options = {}) {
  const { child, ended } = start(args, options)
  child.stdin.end(lines.map(line => `${line}\n`).join(''))
  return ended
}

/** Plays lines that must go well: nothing on standard error, code 0. What it printed. */
async function played(args, lines, options) {
  const { stdout, stderr, code } = await play(args, lines, options)
  assert.deepEqual([stderr, code], ['', 0], stdout)
  assert.equal(stdout.includes('\x1b'), false, 'no escape sequences in a pipe')
  return stdout
}

/** The FENs below the printed boards. */
const fensOf = text => Array.from(text.matchAll(/^ {2}FEN: "(.*)"$/gm), match => match[1])

test('both sides by hand: a board in the frame after every move, the result in words', async () => {
  const moves = ['f3', 'e7e5', 'g4', 'Qh4#']
  const game = new Game()
  const boards = [game.board({ unicode: true })]
  for (const move of moves) {
    game.tryMove(move)
    boards.push(game.board({ unicode: true }))
  }
  const heads = ['Both sides are played by hand.', '1. f3', '1... e5', '2. g4', '2... Qh4#']
  const expected = boards.map((board, index) => `${heads[index]}\n\n${board}\n\n`).join('')
  assert.equal(await played(['--both'], moves), `${expected}Checkmate: Black wins, 0-1.\n`)

  const ascii = await played(['--both', '--ascii', '--flip'], ['e4'])
  assert.ok(ascii.includes(`\n${new Game().board({ flip: true })}\n`))
  assert.match(ascii, /The game is not over: \*\n$/)
  assert.match(await played(['--both'], ['e4', 'quit', 'e5']), /1\. e4[\s\S]*The game is not over: \*\n$/)
  assert.equal(fensOf(await played(['--both'], ['e4', 'quit', 'e5'])).length, 2)
})

test('what cannot be played or understood: a line that says why, and on it goes', async () => {
  const text = await played(
    ['--both'],
    ['e5', 'Ke2', 'e2e9', '\x1b[2J', 'hlep me', '', '  E4  ', ' e4 ', 'e2'],
  )
  const complaints = text.split('\n').filter(line => /^[A-Z'].*\.$/.test(line) && !/^Both/.test(line))
  assert.match(complaints[0], /^No legal move fits this notation: 'e5'\.$/)
  assert.match(complaints[1], /'Ke2'/)
  assert.match(complaints[2], /'e2e9' is no move and no command \(hint, go, undo,/)
  assert.match(complaints[3], /'\\u\{1b\}\[2J' is no move/)
  assert.match(complaints[4], /'hlep me' is no move/)
  assert.deepEqual(fensOf(text).length, 2, 'only e4 was played')
  assert.match(text, /\n1\. e4\n/)
})

test('undo, takeback, redo, flip, board, moves, fen, pgn', async () => {
  const game = new Game()
  const fens = [game.fen]
  for (const move of ['e4', 'e5', 'Nf3']) {
    game.sanMove(move)
    fens.push(game.fen)
  }
  const text = await played(
    ['--both'],
    [
      ...['e4', 'e5', 'Nf3'],
      ...[
        'undo',
        'takeback 2',
        'undo',
        'redo 9',
        'redo',
        'undo 0',
        'fen',
        'moves',
        'moves g1',
        'moves x',
        'pgn',
      ],
    ],
  )
  assert.deepEqual(
    fensOf(text),
    [0, 1, 2, 3, 2, 0, 3].map(ply => fens[ply]),
  )
  assert.match(text, /There is no move of yours to take back\./)
  assert.match(text, /There is no move to play again\./)
  assert.match(text, /The number of moves is a whole number from 1 to 65535, not '0'\./)
  assert.ok(text.includes(`\n${fens[3]}\n`))
  assert.match(text, /^29 legal moves$/m)
  assert.match(text, /^0 legal moves$/m)
  assert.match(text, /'x'/)
  assert.match(text, /^\[White "ann"\]\n\[Black "ann"\]\n\[Result "\*"\]\n\n1\. e4 e5 2\. Nf3 \*$/m)

  const flipped = await played(['--both'], ['flip', 'board'])
  const [first, ...others] = flipped.match(/^ {5}[A-H ]+$/gm)
  assert.match(first, /A.*H/)
  assert.equal(others.length, 2)
  for (const names of others) assert.match(names, /H.*A/)
  const listed = Array.from(
    (await played(['--both', '--ascii'], ['moves'])).matchAll(/\b([a-hN][a-h]?[34])\b/g),
  )
  assert.equal(listed.filter(([move]) => new Game().isLegal(move)).length, 20)
})

test('results by hand: resign, draw, claims; undo goes behind them', async () => {
  const resigned = await played(['--both'], ['e4', 'resign', 'e5', 'undo', 'd4', 'draw', 'draw'])
  assert.match(resigned, /Status: winner, white, manual\n\nBlack resigns: White wins, 1-0\.\n/)
  assert.match(resigned, /\n1\. d4\n/)
  assert.match(resigned, /The players agree: a draw, 1\/2-1\/2\.\n$/)
  assert.equal(resigned.match(/^.*game.*(over|result).*$/gim)?.length, 2, 'a move and a draw after the end')

  const knights = ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8']
  assert.match(await played(['--both'], knights), /three times: a draw, 1\/2-1\/2\.\n$/)
  const claimed = await played(['--both', '--draws', 'claim'], [...knights, 'draw', 'pgn'])
  assert.match(claimed, /may claim a draw[\s\S]*three times: a draw, 1\/2-1\/2\.[\s\S]*Ng8 1\/2-1\/2$/m)
})

test('start positions: --fen, --chess960, new', async () => {
  const fen = '7k/P7/8/8/8/8/8/K7 w - - 0 1'
  assert.deepEqual(
    fensOf(await played(['--both', '--fen', fen], ['a8'])).at(-1),
    'Q6k/8/8/8/8/8/8/K7 b - - 0 1',
  )
  const numbered = await played(['--both', '--chess960', '17'], ['pgn'])
  assert.equal(fensOf(numbered)[0], chess960Fen(17))
  assert.match(numbered, /\[Variant "Chess960"\]\n\[SetUp "1"\]\n\[FEN "/)
  const all = new Set(Array.from({ length: 960 }, (_, n) => chess960Fen(n)))
  for (const args of [['--chess960'], ['--chess960', '--ascii'], ['--chess960=']]) {
    const [first] = fensOf(await played(['--both', ...args], []))
    assert.ok(all.has(first), first)
  }
  const given = await played(
    ['--both', '--chess960', '--fen', chess960Fen(3)],
    ['new standard', 'new chess960 4'],
  )
  assert.deepEqual(fensOf(given), [chess960Fen(3), new Game().fen, chess960Fen(4)])
  const others = await played(['--both'], ['e4', `new ${fen}`, 'new nonsense', 'new chess960 960', 'new'])
  assert.deepEqual(fensOf(others).slice(2), [fen, new Game().fen])
  assert.match(others, /FEN.*'nonsense'/)
  assert.match(others, /from 0 to 959, not '960'/)
})

test('save: with names and date, never over another file; --pgn collects games', async () => {
  writeFileSync(pathOf('there.pgn'), 'kept')
  const today = new Date()
  const text = await played(
    ['--both', '--name', 'Ann "A" Lee'],
    ['save', 'e4', 'save new.pgn', 'e5', 'save', 'save there.pgn', 'save nowhere/a.pgn', 'save .'],
  )
  assert.match(text, /Save needs the name of a file\./)
  assert.equal(text.match(/^The game is in new\.pgn\.$/gm).length, 2)
  assert.match(text, /There is a file there\.pgn already; save! there\.pgn replaces it\./)
  assert.match(text, /Cannot write nowhere\/a\.pgn: no such file or directory \(ENOENT\)\./)
  assert.equal(read('there.pgn'), 'kept')
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
  const saved = read('new.pgn')
  assert.ok(saved.includes(`[Date "${date.map(part => String(part).padStart(2, '0')).join('.')}"]`), saved)
  assert.ok(saved.includes('[White "Ann \\"A\\" Lee"]'))
  assert.ok(saved.endsWith('\n\n1. e4 e5 *\n'))
  await played(['--both'], ['d4', 'save! there.pgn'])
  assert.ok(read('there.pgn').endsWith('1. d4 *\n'))

  await played(['--both', '--pgn', 'all.pgn'], ['e4', 'resign', 'new', 'new', 'd4', 'save one.pgn', 'd5'])
  await played(['--both', '--pgn', 'all.pgn'], ['c4'])
  await played(['--both', '--pgn', 'all.pgn'], [])
  const all = read('all.pgn')
  assert.deepEqual(all.match(/^1\..*$/gm), ['1. e4 1-0', '1. d4 d5 *', '1. c4 *'])
  const { games, errors } = await validatePgn(all)
  assert.deepEqual([games, errors], [3, []])
})

test('help and wrong usage', async () => {
  const help = await played(['--help'], [])
  for (const name of [
    'engine',
    'both',
    'color',
    'fen',
    'chess960',
    'movetime',
    'depth',
    'elo',
    'skill',
    'token',
  ])
    assert.ok(help.includes(`--${name}`), name)
  for (const word of ['--draws', '--pgn', '--name', '--ascii', '--flip', 'exit code'])
    assert.ok(help.includes(word))
  for (const line of help.split('\n')) assert.ok(line.length <= 110, line)
  const words = await played(['--both'], ['help', '?'])
  for (const word of ['hint', 'go', 'undo', 'redo', 'save FILE', 'new', 'side', 'level', 'engine', 'quit'])
    assert.ok(words.includes(`\n  ${word}`), word)

  const wrong = [
    [['--bth'], /Unknown option '--bth'/],
    [['--both', 'e4'], /Unexpected argument 'e4'/],
    [['--both', '--color', 'red'], /--color is white, black or random, not 'red'/],
    [['--both', '--draws', 'never'], /--draws is automatic or claim, not 'never'/],
    [['--both', '--fen', 'x y'], /'x y'/],
    [['--both', '--chess960', '960'], /from 0 to 959, not '960'/],
    [['--both', '--chess960', '5', '--fen', 'x'], /two start positions/],
    [['--both', '--depth', '0'], /depth \(plies\) is a whole number from 1 on, not '0'/],
    [['--both', '--movetime', '1e3'], /movetime.*not '1e3'/],
    [['--both', '--elo', 'many'], /elo is a whole number.*'many'/],
    [['--both', '--skill=-1'], /skill is a whole number/],
    [['--engine', ''], /--engine is empty/],
    [['--both', '--pgn', 'nowhere/a.pgn'], /nowhere\/a\.pgn: no such file or directory \(ENOENT\)/],
    [['--engine', './missing'], /could not start '\.\/missing': there is no such program/],
    [['--engine', '\x1b[2J'], /'\\u\{1b\}\[2J'/],
    [['--engine', 'tcp://127.0.0.1'], /is not tcp:\/\/HOST:PORT/],
    [['--engine', 'http://127.0.0.1'], /begins with ws:\/\/, wss:\/\/ or tcp:\/\//],
    [['--engine', 'tcp://127.0.0.1:1'], /could not connect to 127\.0\.0\.1:1/],
    [['--engine', 'ws://127.0.0.1:1'], /could not connect to ws:\/\/127\.0\.0\.1:1/],
    [['--engine', stockfish, '--elo', '99'], /Stockfish.* plays with Elo \d+ to \d+, not 99/],
    [['--engine', fakeEngine('plain.cjs', ''), '--elo', '1500'], /Fake 1 offers no limit of its Elo/],
    [['--engine', './plain.cjs', '--skill', '3'], /Fake 1 offers no limit of its skill/],
    [['--engine', './plain.cjs', '--chess960'], /UCI_Chess960/],
  ]
  const answers = await Promise.all(wrong.map(([args]) => play(args)))
  for (const [index, [args, said]] of wrong.entries()) {
    const { stdout, stderr, code } = answers[index]
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`)
    assert.equal(stdout, '', args.join(' '))
    assert.match(stderr, said)
    assert.match(stderr, /\nbinbo play --help tells more\.\n$/)
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack')
  }
})

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
  assert.match(text, /^Stockfish \S+ plays with Elo \d+ to \d+, not 99\.$/m)
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
  assert.match(stderr, /^binbo: There is no engine to play with\./)
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

test('an engine behind a TCP port', async () => {
  const server = createServer(socket => {
    const engine = spawn(stockfish)
    engine.stdin.on('error', () => {}) // it has quit
    socket.on('error', () => {}).on('data', text => engine.stdin.write(text))
    socket.on('close', () => engine.kill())
    engine.stdout.on('data', text => socket.write(text))
    engine.on('exit', () => socket.destroy())
  })
  const port = await listening(server)
  const text = await played(['-e', `tcp://127.0.0.1:${port}`, '--depth', '3'], ['e4', 'hint'])
  assert.match(text, /^Stockfish.*\n1\.\.\. \S+ {2}\(Stockfish.*\nHint: 2\. /s)
  await new Promise(resolve => server.close(resolve))
})

test('an engine behind a WebSocket, with a token; its end is told with the reason', async () => {
  const token = 'geheim ✓'
  const server = createHttpServer()
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'uci' })
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
  assert.match(text, /^The engine has ended \(.*code 1011: the engine exited with code 139\)\.$/m)
  assert.match(text, /\n2\.\.\. exd4\n/)
  for (const client of sockets.clients) client.terminate()
  await new Promise(resolve => server.close(resolve))
})

test('an engine behind binbo engine-server', async () => {
  const command = [process.execPath, program, 'engine-server']
  const server = start(['--port', '0', '--quiet', stockfish], { command, env: { BINBO_TOKEN: 'secret' } })
  const address = await new Promise((resolve, reject) => {
    server.child.stdout.on('data', () => {
      const [found] = /ws:\/\/\S+/.exec(server.output.stdout) ?? []
      if (found) resolve(found)
    })
    server.ended.then(({ stderr }) => reject(new Error(stderr)))
  })
  const text = await played(['-e', address, '--token', 'secret', '--depth', '3'], ['e4', 'hint'])
  assert.match(text, /^Stockfish.*\n1\.\.\. \S+ {2}\(Stockfish.*\nHint: 2\. /s)
  const refused = await play(['-e', address, '--token', 'wrong'])
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /could not connect to ws:.*401/)
  assert.doesNotMatch(refused.stderr, /wrong/)
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
    /^The engine has ended \(the process exited with code 3: out of luck\)\.\nThe game stands: /m,
  )
  assert.match(text, /\n1\.\.\. e5\n[\s\S]*\n2\. Nf3\n/)
  assert.match(text, /^No engine is attached;.*\n/m)
  assert.match(text, /^Fake 1 is attached\.$/m)
  assert.match(text, /could not start '\.\/missing'/)
  assert.match(text, /^Stockfish \S+ is attached\.$/m)
  assert.match(text, /^2\.\.\. \S+ {2}\(Stockfish/m)
  assert.match(read('dead.pgn'), /\[Black "Stockfish \S+"\][\s\S]*1\. e4 e5 2\. Nc3 \S+ .*\*\n$/)
})

test('an engine that answers nonsense, and one that writes to the terminal', async () => {
  const wrong = fakeEngine('wrong.cjs', "say('bestmove e2e5')", 'id name Evil\x1b[2J\u202e 1')
  const text = await played(['-e', wrong], ['e4', 'e5', 'pgn'])
  assert.match(text, /^Evil\\u\{1b\}\[2J\\u\{202e\} 1 \(/)
  assert.match(text, /The engine answered with a move that is not legal: 'e2e5'\./)
  assert.match(text, /\n1\.\.\. e5\n/, 'the move is played by hand instead')
})

test('signals: the game is kept, the engine ends, the exit code tells', async () => {
  const thinking = fakeEngine('thinking.cjs', "say('info depth 1 score cp 5 pv e7e5')")
  for (const [signal, expected] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    for (const lines of ['e4\n', 'e4\nside both\n']) {
      const file = `${signal}${lines.length}.pgn`
      const args = lines.length > 4 ? ['--both'] : ['-e', thinking]
      const { child, ended } = start([...args, '--pgn', file, '--depth', '30'])
      child.stdout.on('data', text => {
        if (/Lastmove: e2-e4[\s\S]*Status/.test(text)) setTimeout(() => child.kill(signal), 100)
      })
      child.stdin.write(lines)
      const { code, stdout, stderr } = await ended
      assert.deepEqual([code, stderr], [expected, ''], stdout)
      assert.match(read(file), /1\. e4 .*\*\n$/)
    }
  }
})

test('an output that is closed early, and one that takes nothing', async () => {
  const { child, ended } = start(['--both', '--pgn', 'closed.pgn'])
  child.stdout.destroy()
  child.stdin.end('e4\ne5\n'.repeat(500))
  const { code, stderr } = await ended
  assert.deepEqual([code, stderr], [0, ''])
  const full = await new Promise(resolve => {
    const command = `'${process.execPath}' '${program}' play --both >/dev/full`
    const shell = start(['-c', command], { command: ['sh'] })
    shell.child.stdin.end('e4\ne5\n')
    resolve(shell.ended)
  })
  assert.deepEqual(
    [full.code, full.stderr],
    [2, 'binbo: standard output: no space left on device (ENOSPC)\n'],
  )
})

test('a --pgn file that cannot be written at the end: the game is printed, code 2', async () => {
  mkdirSync(pathOf('gone'))
  const { child, ended } = start(['--both', '--pgn', 'gone/a.pgn'])
  child.stdout.on('data', text => {
    if (!text.includes('Lastmove: e2-e4')) return
    rmSync(pathOf('gone'), { recursive: true })
    child.stdin.end()
  })
  child.stdin.write('e4\n')
  const { code, stdout } = await ended
  assert.equal(code, 2)
  assert.match(stdout, /gone\/a\.pgn: no such file or directory \(ENOENT\)\.\n\[Event [\s\S]*1\. e4 \*\n$/)
})

/** Stands for the escape character in what a terminal gets. */
const ESC = '␛'

/** Plays on a terminal (script is of util-linux): type() and until() drive it. */
function onTerminal(args, { env = {}, rows = 50, columns = 80 } = {}) {
  const words = [process.execPath, program, 'play', ...args].map(word => `'${word}'`).join(' ')
  const command = `stty rows ${rows} cols ${columns} && ${words}`
  const { child, output, ended } = start(['-qec', command, '/dev/null'], {
    command: ['script'],
    env: { TERM: 'xterm-256color', ...env },
  })
  const shown = () => output.stdout.replaceAll('\r\n', '\n').replaceAll('\x1b', ESC)
  let from = 0
  const until = async pattern => {
    const start = Date.now()
    for (;;) {
      const match = pattern.exec(shown().slice(from))
      if (match) {
        from += match.index + match[0].length
        return match
      }
      if (Date.now() - start > 15_000 || child.exitCode !== null)
        throw new Error(`${pattern} did not come: ${JSON.stringify(shown().slice(from))}`)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
  return { type: text => child.stdin.write(text), until, shown, ended }
}

const CTRL_C = '\x03'
const CTRL_D = '\x04'
const QUESTION = /1\. White: (␛\[\d+G)?$/

test('on a terminal: a question, a line that tells what the engine thinks, Ctrl-C makes it move', async () => {
  const { type, until, ended } = onTerminal(['-e', stockfish, '--movetime', '60000'])
  await until(/You play White\./)
  await until(/help lists the other words/)
  await until(QUESTION)
  type('e4\r')
  await until(/␛\[1m1\. e4␛\[0m\n/)
  await until(/\r␛\[K␛\[2m\d\.\d s {2}depth \d+ {2}[+-]\d+\.\d\d {2}1\.\.\. \S+ 2\. \S+/)
  type(CTRL_C)
  await until(/\r␛\[K␛\[1m1\.\.\. \S+␛\[0m {2}␛\[2m\(Stockfish \S+, .*depth \d+\)␛\[0m\n/)
  await until(/2\. White: /)
  type(`resign\r`)
  await until(/White resigns: Black wins, 0-1\.\n/)
  await until(/The game is over: /)
  type(CTRL_D)
  await until(/1\. e4 \S+ 0-1/)
  assert.equal((await ended).code, 0)
})

test('on a terminal: Ctrl-C takes a line away, then asks, then ends; Ctrl-D ends, while it thinks as well', async () => {
  const first = onTerminal(['--both'])
  await first.until(QUESTION)
  first.type('e')
  await first.until(/e$/)
  first.type(CTRL_C)
  await first.until(QUESTION)
  first.type(CTRL_C)
  await first.until(/Ctrl-C once more ends the session/)
  await first.until(QUESTION)
  first.type('d4\r')
  await first.until(/1\. d4/)
  await first.until(/1\.\.\. Black: /)
  first.type(CTRL_C)
  await first.until(/Ctrl-C once more ends the session/)
  first.type(CTRL_C)
  await first.until(/The game is not over: \*\n/)
  assert.equal((await first.ended).code, 130)

  const thinking = fakeEngine('slow.cjs', '')
  const second = onTerminal(['-e', thinking])
  await second.until(QUESTION)
  second.type('e4\r')
  await second.until(/\d\.\d s {2}thinking/)
  second.type(CTRL_D)
  await second.until(/1\.\.\. e5/)
  await second.until(/The game is not over: \*\n/)
  assert.equal((await second.ended).code, 0)
})

test('on a terminal: completion, history, what is typed too early, replacing a file', async () => {
  writeFileSync(pathOf('old.pgn'), 'kept')
  const { type, until, ended } = onTerminal([
    '-e',
    fakeEngine('later.cjs', "setTimeout(() => say('bestmove e7e5'), 500)"),
  ])
  await until(QUESTION)
  type('Nf\t')
  await until(/Nf3/)
  type('\r')
  await until(/1\. Nf3/)
  type('Ng1\r')
  await until(/1\.\.\. e5/)
  await until(/2\. White: Ng1\n/)
  await until(/2\. Ng1/)
  await until(/engine answered with a move that is not legal/)
  await until(/2\.\.\. Black: /)
  type('save old.pgn\r')
  await until(/There is a file old\.pgn already\. Replace it\? \[y\/N\] /)
  type('\r')
  await until(/Nothing was written\./)
  await until(/2\.\.\. Black: /)
  assert.equal(read('old.pgn'), 'kept')
  type('\x1b[A')
  await until(/save old\.pgn/)
  type('\r')
  await until(/Replace it\? \[y\/N\] /)
  type('y\r')
  await until(/The game is in old\.pgn\./)
  type('quit\r')
  await until(/The game is not over: \*\n/)
  assert.equal((await ended).code, 0)
  assert.match(read('old.pgn'), /1\. Nf3 e5 2\. Ng1 \*\n$/)
})

test('on a terminal: no colors with NO_COLOR, no escape sequences where it is dumb, less where it is low', async () => {
  const plain = onTerminal(['-e', './slow.cjs'], { env: { NO_COLOR: '1' } })
  await plain.until(QUESTION)
  plain.type('e4\r')
  await plain.until(/\r␛\[K\d\.\d s {2}thinking/)
  plain.type(CTRL_C)
  await plain.until(/1\.\.\. e5 {2}\(Fake 1, \+0\.12|1\.\.\. e5 {2}\(Fake 1, -0\.12/)
  plain.type(`${CTRL_D}`)
  assert.equal((await plain.ended).code, 0)
  assert.doesNotMatch(plain.shown(), /␛\[\d*m/)

  const dumb = onTerminal(['-e', './slow.cjs'], { env: { TERM: 'dumb' } })
  await dumb.until(/1\. White: $/)
  dumb.type('e4\r')
  await dumb.until(/Lastmove: e2-e4/)
  await new Promise(resolve => setTimeout(resolve, 300))
  dumb.type(CTRL_C)
  await dumb.until(/1\.\.\. e5/)
  dumb.type('quit\r')
  assert.equal((await dumb.ended).code, 0)
  assert.doesNotMatch(dumb.shown(), /␛/)

  const low = onTerminal(['--both'], { rows: 24 })
  await low.until(QUESTION)
  low.type(CTRL_D)
  await low.ended
  assert.match(low.shown(), /A {3}B {3}C.*H\n\n/)
  assert.doesNotMatch(low.shown(), /Side to move/)
})

test('no engine is left behind', async () => {
  const pidFile = pathOf('pid')
  const engine = fakeEngine(
    'pid.cjs',
    `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))`,
  )
  const { child, ended } = start(['-e', engine])
  child.stdin.write('e4\n')
  for (let i = 0; i < 500 && !(existsSync(pidFile) && read('pid')); i++)
    await new Promise(resolve => setTimeout(resolve, 10))
  child.kill('SIGTERM')
  await ended
  await new Promise(resolve => setTimeout(resolve, 100))
  assert.throws(() => process.kill(Number(read('pid')), 0), { code: 'ESRCH' })
})
