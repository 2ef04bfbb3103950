// SPDX-License-Identifier: Apache-2.0
// binbo pgn analyse: its output, how it goes on after an interruption, and what it refuses.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { command } from '#js/cli/pgn-analyse.js'
import { textWidth } from '#js/cli/text.js'
import { dist } from './support/binbo.js'
import { PATIENCE } from './support/patience.js'
import { childrenOf } from './support/processes.js'
import { runCommand, startProgram } from './support/program.js'
import { findStockfish } from './support/stockfish.js'

const { parsePgn } = await import(`${dist}pgn.js`)
const skip = findStockfish() === null
const program = join(dist, 'cli/main.js')
const [FAKE, MORTAL] = ['fake', 'mortal'].map(name =>
  fileURLToPath(new URL(`./support/${name}-engine.js`, import.meta.url)),
)
const folder = mkdtempSync(join(tmpdir(), 'binbo-analyse-'))
before(() => process.chdir(folder))
after(() => rmSync(folder, { recursive: true, force: true }))

const GAMES = `[Event "One"]
[White "Müller, Anna"]
[Result "1-0"]

{Before it} 1. e4 {[%clk 0:01:00] king} e5 2. Qh5 $1 (2. Nf3 Nc6) Ke7?? 3. Qxe5# 1-0

[Event "Two"]
[Result "*"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Nbd7 5. cxd5 exd5 6. Nxd5 Nxd5 7. Bxd8 Bb4+ *

[Event "Three"]
[Result "*"]

*

[Event "Four"]
[Result "1/2-1/2"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Kd7 1/2-1/2
`
const POSITIONS = 6 + 15 + 1 + 3
/** With one engine and a limit of nodes, the output is always the same. */
const EXACT = ['--size', '1', '--nodes', '500', '--engine', 'stockfish']

const path = name => join(folder, name)
const read = name => readFileSync(path(name), 'utf8')
const put = (name, text) => {
  writeFileSync(path(name), text)
  return name
}

/** Runs it in the folder. */
function analyse(args, options = {}) {
  const end = spawnSync(process.execPath, [program, 'pgn', 'analyse', ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 5 * PATIENCE,
    ...options,
  })
  assert.equal(end.signal, null, `${end.error ?? ''}\n${end.stdout}${end.stderr}`)
  return end
}

/** The output of a run that was not interrupted. */
let whole = ''
const wholeOutput = () => {
  if (whole === '') {
    put('games.pgn', GAMES)
    analyse(['games.pgn', '-o', 'whole.pgn', ...EXACT])
    whole = read('whole.pgn')
  }
  return whole
}

test('every game is written with evaluations, glyphs and lines, and keeps what it has', { skip }, () => {
  put('games.pgn', GAMES)
  const { status, stdout, stderr } = analyse(['games.pgn', '-o', 'out.pgn', ...EXACT])
  assert.equal(stdout, '')
  assert.match(stderr, new RegExp(`^out\\.pgn: 4 games, ${POSITIONS} positions in [\\d.]+ s\\n$`))
  assert.equal(status, 0)
  const games = parsePgn(read('out.pgn'))
  const before = parsePgn(GAMES)
  assert.deepEqual(
    games.map(({ headers, result }) => [...headers, result]),
    parsePgn(before.map(String).join('\n')).map(({ headers, result }) => [...headers, result]),
  )
  for (const [index, game] of games.entries()) {
    const nodes = [...game.mainline()]
    assert.deepEqual(
      nodes.map(({ san }) => san),
      Array.from(before[index].mainline(), ({ san }) => san),
    )
    assert.ok(nodes.every(node => node.eval !== undefined || node.san.endsWith('#')))
  }
  const [first, , third] = games[0].mainline()
  assert.deepEqual([first.clock, first.comments, games[0].root.comments], [60, ['king'], ['Before it']])
  assert.ok(third.nags.includes(1))
  const blunder = [...games[0].mainline()][3]
  assert.ok(blunder.nags.includes(4))
  assert.ok(blunder.parent.children.length > 1, 'the better line')
  const again = analyse(['games.pgn', '-o', 'out.pgn', ...EXACT])
  assert.match(again.stderr, /^out\.pgn: 4 games, 4 of them by an earlier run, 0 positions/)
  assert.deepEqual([again.status, read('out.pgn')], [0, wholeOutput()])
})

test('standard input and output; several lines; quiet', { skip }, () => {
  wholeOutput()
  const piped = analyse(['-q', ...EXACT], { input: GAMES })
  assert.deepEqual([piped.stdout, piped.stderr, piped.status], [whole, '', 0])
  const more = analyse(['games.pgn', '-o', '-', '--multipv', '3', ...EXACT])
  const [game] = parsePgn(more.stdout)
  assert.ok([...game.mainline()][3].parent.children.length >= 3)
  assert.match(more.stderr, /^standard output: 4 games/)
})

test('an output that ends anywhere is completed, and is the same as if nothing had happened', {
  skip,
}, () => {
  const bytes = Buffer.from(wholeOutput())
  const games = parsePgn(bytes)
  const ends = games.map(({ range }) => range.to)
  const places = [1, 40, ends[0] - 5, ends[0], ends[0] + 2, ends[1] - 60, ends[3] - 2]
  for (const place of places) {
    writeFileSync(path('cut.pgn'), bytes.subarray(0, place))
    const { status, stderr } = analyse(['games.pgn', '-o', 'cut.pgn', ...EXACT])
    assert.equal(read('cut.pgn'), whole, `after ${place} bytes: ${stderr}`)
    assert.equal(status, 0)
  }
})

/** More than are finished while a busy machine is late with a signal. */
const COPIES = 8

test('Ctrl-C: 130, whole games in the output, no engine left; the same command goes on', {
  skip,
}, async () => {
  put(
    'many.pgn',
    wholeOutput()
      .replaceAll(/\{.*?\}|\(.*?\)/gs, '')
      .repeat(COPIES),
  )
  const files = ['many.pgn', '-o', 'long.pgn', '--size', '2', '--engine', 'stockfish']
  const args = ['pgn', 'analyse', ...files, '--movetime', '120']
  rmSync(path('long.pgn'), { force: true })
  for (const signal of ['SIGINT', 'SIGKILL']) {
    const before = existsSync(path('long.pgn')) ? parsePgn(read('long.pgn')).length : 0
    const { child, ended } = startProgram(process.execPath, [program, ...args], { cwd: folder })
    const end = performance.now() + PATIENCE
    while (!existsSync(path('long.pgn')) || parsePgn(read('long.pgn')).length <= before + 1) {
      assert.ok(performance.now() < end, 'no game is finished')
      await wait(10)
    }
    const engines = childrenOf(child.pid)
    child.kill(signal)
    const outcome = await ended
    if (signal === 'SIGINT') {
      assert.ok(outcome.code === 130 || outcome.signal === 'SIGINT', JSON.stringify(outcome))
      assert.match(outcome.stderr, /; the same command goes on from there\n$/)
    }
    for (const { pid } of engines) while (isEngine(pid)) await wait(10)
    const games = parsePgn(read('long.pgn'))
    assert.ok(games.length < 4 * COPIES)
    assert.match(read('long.pgn'), /(1-0|\*|1\/2-1\/2)\n$/, 'the last game is whole')
    assert.ok(games.every(({ errors }) => errors.length === 0))
  }
  const { status, stderr } = analyse([...files, '--depth', '1'])
  assert.match(stderr, new RegExp(`: ${4 * COPIES} games, \\d+ of them by an earlier run`))
  assert.equal(status, 0)
  assert.deepEqual(
    parsePgn(read('long.pgn')).map(({ headers }) => headers.get('Event')),
    Array(COPIES).fill(['One', 'Two', 'Three', 'Four']).flat(),
  )
})

/** Is it still one, and not another process with that number? */
const isEngine = pid => {
  try {
    return /stockfish/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

test('games with errors: what can be read is analysed, exit code 1', { skip }, () => {
  put(
    'bad.pgn',
    '1. e4 e5 2. Ke3 Nf6 *\n\n[Variant "Crazyhouse"]\n\n1. e4 d5 *\n\n[Variant "Shogi"]\n\n1. e4 *\n\n1. d4 *\n',
  )
  const { status, stderr } = analyse(['bad.pgn', '-o', 'bad-out.pgn', ...EXACT])
  const lines = stderr.split('\n')
  assert.match(lines[0], /^bad\.pgn:1:13: game 1, ply 3: .*\(ERR_PGN_MOVE\) near "Ke3"$/)
  assert.match(lines[1], /^bad\.pgn: game 2: .*\(ERR_UCI_VARIANT\) near "crazyhouse"$/)
  assert.match(lines[2], /^bad\.pgn:\d+:\d+: game 3: .*\(ERR_PGN_VARIANT\)/)
  assert.match(lines[3], /^bad-out\.pgn: 4 games, 5 positions/)
  assert.equal(status, 1)
  const games = parsePgn(read('bad-out.pgn'))
  assert.deepEqual(
    games.map(game => [...game.mainline()].filter(node => node.eval !== undefined).length),
    [2, 0, 0, 1],
  )
  assert.equal(analyse(['bad.pgn', '-o', 'bad-out.pgn', ...EXACT]).status, 1)
})

/**
 * An engine that dies at a text of a command.
 * @returns its name, and how often it was started
 */
function mortal(name, text, [engine, ...args]) {
  const log = path(`${name}.starts`)
  const words = [process.execPath, MORTAL, log, text, engine, ...args]
  writeFileSync(path(name), `#!/bin/sh\nexec ${words.map(word => `'${word}'`).join(' ')}\n`, { mode: 0o755 })
  return { engine: `./${name}`, starts: () => readFileSync(log, 'utf8').split('\n').length - 1 }
}

for (const [name, command] of [
  ['a fake engine', [process.execPath, FAKE]],
  ['Stockfish', [findStockfish()]],
])
  test(`games at which ${name} dies are written as they are, and the others are analysed`, async () => {
    put('games.pgn', GAMES)
    const base = command.length === 1 ? 'mortal-stockfish' : 'mortal-fake'
    const { engine, starts } = mortal(base, 'd2d4 d7d5 c2c4', command)
    const exact = ['--size', '1', '--nodes', '500', '--engine', engine]
    for (const output of ['-', `${base}.pgn`]) {
      const { status, stdout, stderr } = analyse(['games.pgn', '-o', output, ...exact])
      const text = output === '-' ? stdout : read(output)
      assert.match(stderr, /^games\.pgn: game 2: not analysed: the engine failed: .*SIGSEGV\n/)
      assert.match(stderr, /: 4 games, 1 not analysed, \d+ positions in [\d.]+ s\n$/)
      assert.equal(status, 1)
      const games = parsePgn(text)
      assert.deepEqual(
        games.map(game => [...game.mainline()].filter(node => node.eval !== undefined).length),
        [4, 0, 0, 2],
      )
      const before = parsePgn(GAMES)[1]
      before.root.comments.push('Not analysed: the engine failed at this game')
      assert.equal(String(games[1]), String(before))
    }
    const tries = starts()
    assert.ok(tries >= 2 * 3, `${tries} starts`)
    const again = analyse(['games.pgn', '-o', `${base}.pgn`, ...exact])
    assert.match(again.stderr, /: 4 games, 4 of them by an earlier run, 0 positions/)
    assert.deepEqual([again.status, starts()], [1, tries])
  })

test('an engine that dies once is started again, and the game is analysed', () => {
  put('games.pgn', GAMES)
  const log = path('once.log')
  const script = { log, lives: [{ go: { each: [[{ default: true }], [{ kill: 'SIGSEGV' }]] } }, {}] }
  writeFileSync(
    path('once'),
    `#!/bin/sh\nexec '${process.execPath}' '${FAKE}' '${JSON.stringify(script)}'\n`,
    {
      mode: 0o755,
    },
  )
  const { status, stderr } = analyse([
    'games.pgn',
    '-o',
    'once.pgn',
    '-e',
    './once',
    '--depth',
    '1',
    '--size',
    '1',
  ])
  assert.match(stderr, /^once\.pgn: 4 games, \d+ positions/)
  assert.equal(status, 0)
})

test('an engine that dies at every position ends the run, and nothing is written', () => {
  put('games.pgn', GAMES)
  for (const [name, text] of [
    ['start', 'uci'],
    ['go', 'go '],
  ]) {
    const { engine } = mortal(`dead-at-${name}`, text, [process.execPath, FAKE])
    const args = ['games.pgn', '-o', `dead-${name}.pgn`, '-e', engine, '--depth', '1', '--size', '1']
    const { status, stderr } = analyse(args)
    assert.match(stderr, /^binbo: the engine failed: /)
    assert.deepEqual([status, read(`dead-${name}.pgn`)], [2, ''])
  }
})

test('--skip leaves out the first games, also where the output has them', () => {
  put('games.pgn', GAMES)
  const exact = [
    '--size',
    '1',
    '--depth',
    '1',
    '--engine',
    mortal('whole-fake', '\n', [process.execPath, FAKE]).engine,
  ]
  const events = text => parsePgn(text).map(({ headers }) => headers.get('Event'))
  const piped = analyse(['games.pgn', '--skip', '2', ...exact])
  assert.deepEqual([events(piped.stdout), piped.status], [['Three', 'Four'], 0])
  assert.ok(piped.stdout.startsWith('[Event "Three"]'))
  assert.match(piped.stderr, /^standard output: 4 games, 2 skipped, 4 positions/)
  assert.deepEqual(events(analyse(['games.pgn', '--skip', '0', ...exact]).stdout).length, 4)
  assert.equal(analyse(['games.pgn', '--skip', '9', ...exact]).stdout, '')
  // The output of a run that has ended at the second game.
  put('one.pgn', GAMES.slice(0, GAMES.indexOf('[Event "Two"]')))
  analyse(['one.pgn', '-o', 'skipping.pgn', ...exact])
  for (const earlier of [', ', ', 2 of them by an earlier run, ']) {
    const { status, stderr } = analyse(['games.pgn', '-o', 'skipping.pgn', '--skip', '2', ...exact])
    assert.ok(stderr.startsWith(`skipping.pgn: 4 games${earlier}2 skipped`), stderr)
    assert.deepEqual([events(read('skipping.pgn')), status], [['One', 'Three', 'Four'], 0])
  }
  const { status, stderr } = analyse(['games.pgn', '-o', 'skipping.pgn', ...exact])
  assert.match(stderr, /holds other games than the input/)
  assert.equal(status, 2)
  for (const wrong of ['-1', 'x', '1.5'])
    assert.match(analyse(['games.pgn', `--skip=${wrong}`]).stderr, /--skip is a whole number from 0, not '/)
})

test('what it refuses, without touching the output', { skip }, async () => {
  put('games.pgn', GAMES)
  put('note.txt', 'My diary: nothing happened today.\n')
  put('other.pgn', '[Event "Another"]\n\n1. c4 *\n')
  put('more.pgn', `${wholeOutput()}\n1. e4 *\n`)
  symlinkSync(path('games.pgn'), path('link.pgn'))
  for (const [args, message] of [
    [['games.pgn', '-o', 'note.txt'], /note\.txt holds other games than the input/],
    [['games.pgn', '-o', 'other.pgn'], /other\.pgn holds other games/],
    [['games.pgn', '-o', 'more.pgn'], /more\.pgn holds other games/],
    [['games.pgn', '-o', 'link.pgn'], /the output link\.pgn is also an input/],
    [
      ['games.pgn', '-o', 'no/such/folder.pgn'],
      /cannot write no\/such\/folder\.pgn: no such file or directory/,
    ],
    [['games.pgn', '--movetime', '0'], /--movetime is a whole number above 0, not '0'/],
    [['games.pgn', '--speed', '3'], /Unknown option '--speed'/],
    [['games.pgn', '--multipv', '9999'], /9999/],
    [['games.pgn', '--hash', '999999999'], /999999999/],
    [['-', '-'], /standard input can be read only once/],
    [['missing.pgn'], /missing\.pgn: no such file or directory \(ENOENT\)/],
    [['games.pgn', '-e', '/no/such/engine'], /the engine failed: .*no such program/],
    [['games.pgn', '-e', 'ftp://example.org'], /begins with ws:\/\/, wss:\/\/ or tcp:\/\//],
    [['games.pgn', '-o', '/dev/full'], /no space left on device/],
  ]) {
    const before = ['note.txt', 'other.pgn', 'more.pgn', 'games.pgn'].map(read)
    const { code, stderr } = await runCommand(command.run, [...EXACT, ...args])
    assert.match(stderr, message, args.join(' '))
    assert.ok(stderr.startsWith('binbo: '), stderr)
    assert.equal(code, 2, args.join(' '))
    assert.deepEqual(['note.txt', 'other.pgn', 'more.pgn', 'games.pgn'].map(read), before)
  }
})

test('on a terminal: a bar with what is left; help', { skip }, () => {
  put('games.pgn', GAMES)
  copyFileSync(path('games.pgn'), path('shown.pgn'))
  const command = `stty cols 90 && '${process.execPath}' '${program}' pgn analyse shown.pgn -o bar.pgn -e stockfish --movetime 30 --size 1`
  const shown = execFileSync('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TERM: 'xterm-256color' },
  })
  const draws = shown.split('\r\x1b[K').filter(part => part.startsWith('shown.pgn'))
  assert.ok(draws.length > 1, JSON.stringify(shown))
  assert.match(draws[0], /^shown\.pgn +\d+% {2}\[#*-*\] {2}\d+:\d\d left {2}\d games?$/)
  assert.ok(draws.every(draw => textWidth(draw.trimEnd()) < 90))
  assert.match(shown, /bar\.pgn: 4 games, 25 positions in [\d.]+ s\r\n$/)
  assert.match(analyse(['--help']).stdout, /^usage: binbo pgn analyse/)
})
