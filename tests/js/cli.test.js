// SPDX-License-Identifier: Apache-2.0
// The program `binbo`, as people and scripts start it: output, exit codes, pipes, signals, terminals.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as zlib from 'node:zlib'
import { command as checkCommand } from '#js/cli/pgn-check.js'
import { progressText } from '#js/cli/progress-line.js'
import { byteSize, counted, fitEnd, printable, textWidth } from '#js/cli/text.js'
import { runCommand, startProgram } from './support/program.js'
import { COLOR_SETTINGS, ESC } from './support/terminal.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const program = join(root, manifest.bin.binbo)
const { validatePgn } = await import(new URL('../../dist/pgn.js', import.meta.url))

const GAMES = readFileSync(`${root}tests/data/games.pgn`)
const BAD = `[Event "first"]

1. e4 e5 2. Nf3 Nc6
3. Ke3 a6 *

[Event "second"]

1. d4 d5 *

[Event "third"]

1. e4 xyzzy {unclosed
`
const BAD_LINES = [
  '4:4: game 1, ply 5: This is not a legal move here (ERR_PGN_MOVE) near "Ke3"',
  '12:7: game 3, ply 2: This has no meaning in PGN move text (ERR_PGN_TOKEN) near "xyzzy"',
]

/** @type {string} */
let folder
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'binbo-cli-'))
  process.chdir(folder)
})
after(() => rmSync(folder, { recursive: true, force: true }))

function file(name, ...parts) {
  writeFileSync(join(folder, name), Buffer.concat(parts.map(part => Buffer.from(part))))
  return name
}

/** Starts the program in the test's folder; `ended` gives what it printed and its exit code. */
function start(args, env = {}) {
  return startProgram(process.execPath, [program, ...args], { cwd: folder, env: { ...process.env, ...env } })
}

function run(args, input = '', env = {}) {
  const { child, ended } = start(args, env)
  child.stdin.end(input)
  return ended
}

const check = (args, input = '') => runCommand(checkCommand.run, args, { input })
const linesOf = text => text.split('\n').filter(Boolean)

test('help goes to standard output with code 0, wrong usage to standard error with code 2', async () => {
  for (const args of [['--help'], ['-h'], ['help']]) {
    const { stdout, stderr, code } = await run(args)
    assert.equal(code, 0)
    assert.equal(stderr, '')
    assert.match(stdout, /usage: binbo COMMAND.*pgn check/s)
  }
  for (const args of [
    ['pgn', '--help'],
    ['pgn', '-h'],
    ['pgn', 'help'],
  ]) {
    const { stdout, stderr, code } = await run(args)
    assert.deepEqual([stderr, code], ['', 0])
    assert.match(stdout, /^usage: binbo pgn COMMAND …\n\ncommands:\n {2}pgn check +replay every game/)
    assert.doesNotMatch(stdout, /play a game/)
  }
  const help = await check(['--help', 'missing.pgn'])
  assert.equal(help.code, 0)
  for (const word of ['--json', '--locale', '--quiet', '--max-errors', '--help', 'exit code'])
    assert.ok(help.stdout.includes(word), word)
  for (const { stdout } of [help, await run(['--help'])])
    for (const line of stdout.split('\n')) assert.ok(line.length <= 110, line)
  assert.equal((await run(['--version'])).stdout, `${manifest.version}\n`)

  for (const [args, said] of [
    [[], /no command is given/],
    [
      ['plya'],
      /there is no command 'plya'; the commands are: pgn check, pgn analyse, pgn find, pgn tag, play.*\nSee binbo --help\./,
    ],
    [
      ['pgn'],
      /no command of 'pgn' is given; the commands are: pgn check, pgn analyse, pgn find, pgn tag\nSee binbo pgn --help\./,
    ],
    [
      ['pgn', 'chekc'],
      /there is no command 'pgn chekc'; the commands are: pgn check, pgn analyse, pgn find, pgn tag\n/,
    ],
    [['pgn', '\x1b[31m'], /there is no command 'pgn \\u\{1b\}\[31m'/],
    [['\x1b[31m'], /there is no command '\\u\{1b\}\[31m'/],
    [['pgn', 'check', '--jsn'], /Unknown option '--jsn'\nSee binbo pgn check --help\./],
    [['pgn', 'check', '--json=1'], /--json/],
    [['pgn', 'check', '--locale'], /--locale/],
    [['pgn', 'check', '--locale', 'xx', 'a.pgn'], /\bde\b.*'xx'/],
    [['pgn', 'check', '--max-errors', 'many', 'a.pgn'], /--max-errors is a whole number from 0, not 'many'/],
    [['pgn', 'check', '--max-errors=-1', 'a.pgn'], /--max-errors is a whole number from 0/],
    [['pgn', 'check', '-', '-'], /only once/],
  ]) {
    const { stdout, stderr, code } = await (args[1] === 'check' ? check(args.slice(2)) : run(args))
    assert.equal(code, 2, args.join(' '))
    assert.equal(stdout, '')
    assert.match(stderr, said)
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack')
  }
})

test('a file without errors: one line, code 0', async () => {
  const { stdout, stderr, code } = await run(['pgn', 'check', file('good.pgn', GAMES)])
  const { games, plies } = await validatePgn(GAMES)
  assert.equal(code, 0)
  assert.equal(stderr, '')
  assert.match(
    stdout,
    new RegExp(
      `^good\\.pgn: ${games} games, ${plies.toLocaleString('en-US')} plies, ${byteSize(GAMES.length)} in \\d+\\.\\d\\d s \\([\\d.]+ [kM]B/s\\): no errors\\n$`,
    ),
  )
})

test('errors: a line each with its place, code 1', async () => {
  const { stdout, stderr, code } = await run(['pgn', 'check', file('bad.pgn', BAD)])
  const lines = linesOf(stdout)
  const { errors } = await validatePgn(BAD)
  assert.equal(code, 1)
  assert.equal(stderr, '')
  assert.equal(lines.length, errors.length + 1)
  for (const line of BAD_LINES) assert.ok(lines.includes(`bad.pgn:${line}`), `${line} in\n${stdout}`)
  assert.match(lines.at(-1), new RegExp(`^bad\\.pgn: 3 games, .*: ${errors.length} errors$`))
  for (const line of lines.slice(0, -1)) {
    const [, row, column, token] = /^bad\.pgn:(\d+):(\d+): .* near "(.*)"$/.exec(line)
    assert.ok(
      BAD.split('\n')
        [row - 1].slice(column - 1)
        .startsWith(token),
      line,
    )
  }
})

test('standard input, without a name or as -, packed or not', async () => {
  for (const args of [[], ['-']]) {
    const { stdout, code } = await check(args, BAD)
    assert.equal(code, 1)
    assert.ok(stdout.startsWith(`-:${BAD_LINES[0]}\n`), stdout)
  }
  const packed = await check([], zlib.gzipSync(GAMES))
  assert.equal(packed.code, 0)
  assert.match(packed.stdout, /^-: 64 games/)
  const empty = await check([], '')
  assert.equal(empty.code, 0)
  assert.match(empty.stdout, /^-: 0 games, 0 plies/)
  const mixed = await check([file('good.pgn', GAMES), '-'], BAD)
  assert.equal(mixed.code, 1)
  assert.match(mixed.stdout, /^good\.pgn: 64 games[\s\S]*^-: 3 games[\s\S]*^2 files: 67 games/m)
})

const WARNED = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1"]\n\n1. e4 Kd7 *\n\n1. d4 Pf6 2. c4 e6 3. Pf3 *\n'

test('warnings are listed and counted apart, and leave the code 0', async () => {
  const { stdout, code } = await check([file('warned.pgn', WARNED)])
  assert.equal(code, 0)
  const [mended, letter, summary] = linesOf(stdout)
  assert.match(mended, /^warned\.pgn:1:7: game 1: warning: .* \(ERR_PGN_FEN_MENDED\) near "4k3/)
  assert.match(letter, /^warned\.pgn:5:7: game 2, ply 2: warning: .*locale \(ERR_PGN_LETTER\) near "Pf6"$/)
  assert.match(summary, /: no errors, 2 warnings$/)

  const json = await check(['--json', 'warned.pgn', file('bad.pgn', BAD)])
  assert.equal(json.code, 1)
  const { warningCount, errorCount, files } = JSON.parse(json.stdout)
  assert.deepEqual([warningCount, errorCount], [2, (await validatePgn(BAD)).errors.length])
  assert.deepEqual(
    [files[0].errorCount, files[0].errors, files[0].warnings.map(({ code, game }) => [code, game])],
    [
      0,
      [],
      [
        ['ERR_PGN_FEN_MENDED', 1],
        ['ERR_PGN_LETTER', 2],
      ],
    ],
  )

  const few = await check(['--max-errors', '1', 'warned.pgn'])
  assert.equal(linesOf(few.stdout)[1], 'warned.pgn: 1 more warning not listed')
  assert.equal(few.code, 0)
  const silent = await check(['--locale', 'nl', 'warned.pgn'])
  assert.doesNotMatch(silent.stdout, /ERR_PGN_LETTER/)
})

test('--json: control and format characters of a file are escapes, for programs the same text', async () => {
  const token = 'a\u009b2J\u202ea'
  const name = file('visible.pgn', `1. e4 ${token} *\n`)
  const { stdout } = await check(['--json', name])
  assert.doesNotMatch(stdout, /[^\P{C}\n]/u)
  assert.ok(stdout.includes('\\u009b') && stdout.includes('\\u202e'), stdout)
  assert.ok(JSON.parse(stdout).files[0].errors[0].token.includes('\u009b'))
})

test('several files: each is checked, and what cannot be read gives code 2', async () => {
  const good = file('good.pgn.gz', zlib.gzipSync(GAMES))
  const bad = file('bad.pgn', BAD)
  const torn = file('torn.pgn.gz', zlib.gzipSync(GAMES).subarray(0, 60_000))
  const { stdout, stderr, code } = await check(['missing.pgn', bad, '.', torn, good])
  assert.equal(code, 2)
  assert.match(stderr, /^binbo: missing\.pgn: no such file or directory \(ENOENT\)$/m)
  assert.match(stderr, /^binbo: \.: illegal operation on a directory \(EISDIR\)$/m)
  assert.match(stderr, /^binbo: torn\.pgn\.gz: unexpected end of file \(Z_BUF_ERROR\)$/m)
  assert.equal(linesOf(stderr).length, 3)
  assert.match(stdout, /^bad\.pgn:4:4: /m)
  assert.match(stdout, /^torn\.pgn\.gz: \d+ games.*\(not read to the end\)$/m)
  assert.match(stdout, /^good\.pgn\.gz: 64 games.*: no errors$/m)
  assert.match(stdout, /^5 files: \d+ games/m)
  assert.doesNotMatch(stdout, /^missing/m)

  const packed = await check([file('games.zip', 'PK\x03\x04…')])
  assert.equal(packed.code, 2)
  assert.equal(packed.stderr, 'binbo: games.zip is a ZIP archive: unpack it first\n')
})

test('.zst: unpacked, or one clear sentence and code 2', async () => {
  if (zlib.zstdCompressSync) {
    const { stdout, code } = await check([file('good.pgn.zst', zlib.zstdCompressSync(GAMES))])
    assert.equal(code, 0)
    assert.match(stdout, /^good\.pgn\.zst: 64 games/)
  } else {
    const { stdout, stderr, code } = await check([file('good.pgn.zst', Buffer.from('28b52ffd2000', 'hex'))])
    assert.deepEqual([stdout, code], ['', 2])
    assert.match(stderr, /^binbo: good\.pgn\.zst is compressed with Zstandard.*\n$/)
  }
})

test('--json: one document that says the same as validatePgn', async () => {
  const { stdout, stderr, code } = await check([
    '--json',
    file('bad.pgn', BAD),
    file('good.pgn', GAMES),
    'missing.pgn',
  ])
  const report = JSON.parse(stdout)
  const [bad, good] = await Promise.all([validatePgn(Buffer.from(BAD)), validatePgn(GAMES)])
  assert.equal(code, 2)
  assert.match(stderr, /missing\.pgn/)
  assert.deepEqual(
    report.files.map(each => each.file),
    ['bad.pgn', 'good.pgn', 'missing.pgn'],
  )
  for (const [i, { games, plies, bytes, errors }] of [bad, good].entries()) {
    const { seconds, ...found } = report.files[i]
    assert.ok(seconds >= 0)
    assert.deepEqual(found, {
      file: found.file,
      games,
      plies,
      bytes,
      errorCount: errors.length,
      errors: errors.map(({ game, ply, line, column, offset, code, message, input }) =>
        JSON.parse(JSON.stringify({ game, ply, line, column, offset, code, message, token: input })),
      ),
    })
  }
  assert.equal(report.files[2].failure.code, 'ENOENT')
  assert.equal(report.games, bad.games + good.games)
  assert.equal(report.plies, bad.plies + good.plies)
  assert.equal(report.bytes, bad.bytes + good.bytes)
  assert.equal(report.errorCount, bad.errors.length)
  assert.equal('failure' in report || 'interrupted' in report, false)
})

test('--quiet, --max-errors, --locale', async () => {
  file('good.pgn', GAMES)
  file('bad.pgn', BAD)
  const quiet = await check(['-q', 'good.pgn', 'bad.pgn'])
  assert.equal(quiet.code, 1)
  assert.ok(linesOf(quiet.stdout).every(line => /^bad\.pgn:\d+:\d+: /.test(line)))
  assert.deepEqual(await check(['--quiet', 'good.pgn']), { stdout: '', stderr: '', code: 0, signal: null })

  const { errors } = await validatePgn(BAD)
  const few = await check(['--max-errors', '1', 'bad.pgn'])
  assert.equal(few.code, 1)
  const more = errors.length - 1
  assert.deepEqual(linesOf(few.stdout).slice(0, 2), [
    `bad.pgn:${BAD_LINES[0]}`,
    `bad.pgn: ${more} more ${more === 1 ? 'error' : 'errors'} not listed`,
  ])
  const none = await check(['--json', '--max-errors', '0', 'bad.pgn'])
  assert.equal(none.code, 1)
  assert.deepEqual(JSON.parse(none.stdout).files[0].errors, [])
  assert.equal(JSON.parse(none.stdout).errorCount, errors.length)

  const german = '1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *'
  assert.equal((await check([], german)).code, 1)
  assert.equal((await check(['--locale', 'de'], german)).code, 0)
  assert.equal((await check(['--locale', 'auto'], german)).code, 0)
})

test('what files hold cannot steer a terminal; other scripts stay readable', async () => {
  const name = 'Паrtie 棋.pgn'
  const { stdout } = await check([
    file(name, '1. e4 \x1b[2J\u202e* 2. d4 *'),
    file('русский.pgn', '1. e4 конь *'),
  ])
  assert.ok(stdout.startsWith(`${name}:1:7: game 1, ply 2: `))
  assert.match(stdout, /near "\\u\{1b\}/)
  assert.match(stdout, /^русский\.pgn:1:7: .* near "конь"$/m)
  assert.equal(stdout.includes('\x1b'), false)
  assert.equal(stdout.includes('\u202e'), false)
})

/** Resolves when the program has taken most of the text. */
const taken = (stdin, text) => new Promise(resolve => void stdin.write(text, resolve))

test('Ctrl-C: what was found so far, code 130', async () => {
  for (const args of [[], ['--json']]) {
    const { child, ended } = start(['pgn', 'check', file('bad.pgn', BAD), '-', ...args])
    await taken(child.stdin, `${BAD}\n\n${'[Event "next"]\n\n1. e4 *\n\n'.repeat(100_000)}`)
    child.kill('SIGINT')
    const { stdout, stderr, code } = await ended
    assert.equal(code, 130)
    assert.equal(stderr, '')
    if (args.length === 0) {
      assert.match(stdout, /^bad\.pgn: 3 games.*errors$/m)
      assert.match(stdout, /^-:4:4: game 1/m)
      assert.match(stdout, /^-: [\d,]+ games.* \(interrupted\)$/m)
      assert.match(stdout, /^2 files: [\d,]+ games.* \(interrupted\)$/m)
    } else {
      const report = JSON.parse(stdout)
      assert.equal(report.interrupted, true)
      assert.equal(report.files[0].games, 3)
      assert.equal(report.files[1].interrupted, true)
    }
  }
})

test('Ctrl-C: a silent pipe does not hold it', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe.pgn')])
  const { child, ended } = start(['pgn', 'check', file('bad.pgn', BAD), 'pipe.pgn'])
  child.stdout.on('data', text => {
    if (text.includes('bad.pgn: 3 games')) child.kill('SIGINT')
  })
  const { stdout, stderr, code, signal } = await ended
  assert.match(stdout, /^pipe\.pgn: 0 games.* \(interrupted\)$/m)
  assert.equal(stderr, '')
  assert.ok(code === 130 || signal === 'SIGINT', 'a shell calls both 130')
})

test('an output that is closed early is no error', async () => {
  const { child, ended } = start(['pgn', 'check', '-'])
  child.stdout.destroy()
  child.stdin.end(BAD.repeat(2000))
  const { stderr, code } = await ended
  assert.equal(stderr, '')
  assert.equal(code, 1)
})

test('an output that takes nothing: one clear line, code 2', () => {
  for (const args of [
    ['pgn', 'check', file('bad.pgn', BAD)],
    ['--help'],
    ['pgn', 'check', '--json', 'bad.pgn'],
  ]) {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    assert.equal(stderr, 'binbo: standard output: no space left on device (ENOSPC)\n')
    assert.equal(status, 2)
  }
})

/** Runs a shell command on a terminal of that width (script is of util-linux); what it writes. */
function onTerminal(command, columns, env = {}) {
  const shown = spawnSync('script', ['-qec', `stty cols ${columns} && ${command}`, '/dev/null'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...COLOR_SETTINGS, TERM: 'xterm-256color', ...env },
  })
  assert.equal(shown.error, undefined)
  return shown.stdout.replaceAll('\r\n', '\n').replaceAll('\x1b', ESC)
}

const quoted = path => `'${path}'`
const node = quoted(process.execPath)

test('on a terminal: a bar that fits, gone when the summary comes; colors but for NO_COLOR', () => {
  const large = file('large games 棋.pgn', ...Array.from({ length: 160 }, () => GAMES))
  const command = `${node} ${quoted(program)} pgn check ${quoted(large)} bad.pgn`
  file('bad.pgn', BAD)
  for (const columns of [100, 60, 30, 12]) {
    const shown = onTerminal(command, columns)
    const parts = shown.split(`\r${ESC}[K`)
    const draws = parts
      .filter(part => part.startsWith('large games') || /^ *\d+%/.test(part))
      .filter(part => !part.includes('\n'))
    assert.ok(draws.length > 0, `it draws: ${JSON.stringify(shown)}`)
    let last = -1
    for (const draw of draws) {
      assert.ok(textWidth(draw) < columns, `${JSON.stringify(draw)} in ${columns} columns`)
      const percent = Number(/(\d+)%/.exec(draw)[1])
      assert.ok(percent >= last && percent <= 100)
      last = percent
    }
    if (columns === 100)
      assert.match(draws[0], /^large games 棋\.pgn +\d+% {2}\[#*-*\] +[\d.]+ [kM]B\/s {2}[\d,]+ games$/)
    assert.ok(
      parts.some(part => /^large games 棋\.pgn: 10,240 games/.test(part)),
      'the summary takes its place',
    )
    assert.ok(shown.includes('␛[31mThis is not a legal move here␛[0m'))
  }
  const plain = onTerminal(command, 80, { NO_COLOR: '1' })
  assert.doesNotMatch(plain, /␛\[\d*m/)
  assert.match(plain, /\r␛\[K/)
  assert.doesNotMatch(onTerminal(command, 80, { TERM: 'dumb' }), /␛/)
  assert.doesNotMatch(onTerminal(`${command} -q`, 80), /\r/)
  assert.match(onTerminal(`${command} --json 2>/dev/null`, 80), /^\{\n/)
})

test('on a terminal: a pipe of unknown length shows what was read; a terminal as input says so', () => {
  file('large.pgn', ...Array.from({ length: 160 }, () => GAMES))
  const shown = onTerminal(`cat large.pgn | ${node} ${quoted(program)} pgn check`, 80)
  assert.match(shown, /\r␛\[K- {2}[\d.]+ [kM]B {2}[^[]*[kM]B\/s {2}[\d,]+ games/)
  const typed = execFileSync('script', ['-qec', `${node} ${quoted(program)} pgn check`, '/dev/null'], {
    encoding: 'utf8',
    input: '1. e4 e5 *\n\x04',
  })
  assert.match(typed, /reading standard input; Ctrl-D ends it/)
  assert.match(typed, /-: 1 game, 2 plies/)
})

test('the progress line is never wider than asked', () => {
  const progress = { name: 'games of 2024 棋譜.pgn', read: 421, total: 1000, speed: 213e6, games: 1234567 }
  assert.equal(
    progressText(progress, 80),
    'games of 2024 棋譜.pgn   42%  [########------------]   213 MB/s  1,234,567 games',
  )
  for (let columns = 0; columns < 200; columns++) {
    for (const total of [1000, undefined]) {
      const text = progressText({ ...progress, total }, columns)
      assert.ok(textWidth(text) <= columns, `${text} in ${columns}`)
      if (columns >= 6) assert.ok(text.includes(total ? '42%' : '421 B'), `${text} in ${columns}`)
    }
  }
  assert.match(progressText({ ...progress, read: 2000 }, 80), /100%/)
})

test('text: escapes, widths, counts, sizes', () => {
  assert.equal(
    printable('a\x1b[31m\n\u009b\u202e\u2028é棋'),
    'a\\u{1b}[31m\\u{a}\\u{9b}\\u{202e}\\u{2028}é棋',
  )
  for (const [text, width] of [
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['棋譜', 4],
    ['ﾃﾞ', 2],
    ['Ｆ', 2],
    ['한국', 4],
    ['♞', 1],
    ['👍🏽', 2],
  ])
    assert.equal(textWidth(text), width, text)
  assert.equal(fitEnd('games.pgn', 9), 'games.pgn')
  assert.equal(fitEnd('games.pgn', 6), '…s.pgn')
  assert.equal(fitEnd('棋譜棋譜', 4), '…譜')
  assert.equal(fitEnd('e\u0301e\u0301e\u0301', 2), '…e\u0301')
  assert.deepEqual(
    [1, 2, 1234567].map(count => counted(count, 'game')),
    ['1 game', '2 games', '1,234,567 games'],
  )
  assert.equal(counted(0, 'ply'), '0 plies')
  assert.deepEqual([0, 999, 1000, 1234, 99949, 99951, 999499, 999500, 60e6, 5e15].map(byteSize), [
    '0 B',
    '999 B',
    '1.00 kB',
    '1.23 kB',
    '99.9 kB',
    '100 kB',
    '999 kB',
    '1.00 MB',
    '60.0 MB',
    '5000 TB',
  ])
})

test('the width of a long text takes linear time', () => {
  for (const unit of ['a', '日', 'e\u0301', 'undo 2 ']) {
    const cost = length => {
      const text = unit.repeat(length / unit.length)
      const start = process.cpuUsage()
      assert.ok(textWidth(fitEnd(text, 80)) <= 80)
      return process.cpuUsage(start).user / 1000
    }
    const least = length => Math.min(cost(length), cost(length), cost(length))
    least(5000)
    // Sixteen times as long a text; quadratic time makes it 256 times as much.
    assert.ok(least(80_000) < 64 * least(5000) + 20, unit)
  }
  assert.equal(textWidth('日'.repeat(5000)), 10_000)
})
