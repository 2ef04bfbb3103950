// SPDX-License-Identifier: Apache-2.0
// Standard output that is closed or full: one rule for all commands.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { dist } from './support/binbo.js'
import { NATIVE } from './support/engines.js'
import { startProgram } from './support/program.js'

const program = join(dist, 'cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'binbo-cli-output-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const GAME = '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n'
const GAMES = 3000
const FULL = 'binbo: standard output: no space left on device (ENOSPC)\n'

const run = (args, stdout = 'pipe') =>
  spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', stdout, 'pipe'],
  })

before(() => {
  writeFileSync(join(folder, 'games.pgn'), GAME.repeat(GAMES))
  writeFileSync(join(folder, 'few.pgn'), GAME.repeat(2))
  writeFileSync(join(folder, 'suite.epd'), '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "mate";\n'.repeat(3))
  for (const args of [
    ['db', 'add', 'games.pgn', '--db', 'games', '--keep', 'text'],
    ['book', 'make', 'games.pgn', '-o', 'book.bin'],
  ]) {
    const { status, stderr } = run(args)
    assert.equal(status, 0, stderr)
  }
})

const COMMANDS = [
  ['pgn', 'check', 'games.pgn'],
  ['pgn', 'tag', '--openings', 'games.pgn'],
  ['pgn', 'find', START, 'games.pgn'],
  ['pgn', 'analyse', 'few.pgn', '--engine', NATIVE, '--nodes', '50', '--size', '1'],
  ['db', 'export', '--as', 'pgn', '--db', 'games'],
  ['db', 'export', '--as', 'csv', '--db', 'games'],
  ['db', 'export', '--as', 'parquet', '--db', 'games'],
  ['db', 'search', '--db', 'games'],
  ['db', 'search', '--move', 'Bb5', '--json', '--db', 'games'],
  ['db', 'tree', '--db', 'games'],
  ['db', 'explore', '--db', 'games'],
  ['db', 'doubles', '--db', 'games', '--limit', '1'],
  ['db', 'stat', '--db', 'games'],
  ['db', 'players', '--db', 'games'],
  ['svg'],
  ['book', 'show', 'book.bin'],
  ['match', 'score', 'games.pgn'],
  ['epd', 'run', 'suite.epd', '--engine', NATIVE, '--depth', '3', '--size', '1'],
  [
    'match',
    '-e',
    `${NATIVE},name=a`,
    '-e',
    `${NATIVE},name=b`,
    '--each',
    'nodes=20',
    '--max-moves',
    '2',
    '--json',
    '-q',
  ],
]

test('a reader that closes the pipe is no error: nothing is said, code 0', async () => {
  for (const args of COMMANDS) {
    const { child, ended } = startProgram(process.execPath, [program, ...args], { cwd: folder })
    child.stdout.destroy()
    child.stdin.end()
    const { code, stderr, signal } = await ended
    assert.deepEqual([code, signal, stderr], [0, null, ''], args.join(' '))
  }
})

test('a full disk: its reason, no summary of what was not written, code 2', () => {
  for (const args of COMMANDS) {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = run(args, full)
    closeSync(full)
    assert.deepEqual([status, stderr], [2, FULL], args.join(' '))
  }
})

test('a full disk as -o FILE: its reason; a summary counts what was written', () => {
  const reason = 'no space left on device (ENOSPC)'
  for (const [args, summary] of [
    [['pgn', 'tag', '--openings', 'games.pgn'], '0 games, 0 games with an opening\n'],
    [['pgn', 'find', START, 'games.pgn'], /^0 games found, /],
    [
      ['pgn', 'analyse', 'few.pgn', '--engine', NATIVE, '--nodes', '50', '--size', '1'],
      /^\/dev\/full: 0 games, /,
    ],
    [['db', 'export', '--as', 'pgn', '--db', 'games'], /^See /],
    [['db', 'tree', '--db', 'games'], /^See /],
    [['book', 'make', 'games.pgn'], /^See /],
  ]) {
    const { status, stderr } = run([...args, '-o', '/dev/full'])
    const [first, ...rest] = stderr.split('\n')
    assert.match(first, /^binbo: (cannot write )?\/dev\/full: no space left on device \(ENOSPC\)$/, reason)
    if (typeof summary === 'string') assert.equal(rest.join('\n'), summary)
    else assert.match(rest.join('\n'), summary, args.join(' '))
    assert.equal(status, 2, args.join(' '))
  }
})

/** Commands that write a file, without -o. */
const WRITERS = [
  ['pgn', 'tag', '--openings', 'games.pgn'],
  ['pgn', 'find', START, 'games.pgn'],
  ['db', 'export', '--as', 'pgn', '--db', 'games'],
  ['db', 'tree', '--db', 'games'],
  ['book', 'make', 'games.pgn'],
  ['book', 'merge', 'book.bin', 'book.bin'],
]
const path = name => join(folder, name)
const unfinished = () => readdirSync(folder).filter(name => name.endsWith('.new'))

test('-o FILE replaces the target of a link with its permissions, and a missing one is made', () => {
  for (const args of WRITERS) {
    writeFileSync(path('target'), 'old')
    chmodSync(path('target'), 0o640)
    rmSync(path('link'), { force: true })
    symlinkSync('target', path('link'))
    assert.equal(run([...args, '-o', 'link']).status, 0, args.join(' '))
    assert.ok(lstatSync(path('link')).isSymbolicLink())
    assert.equal(statSync(path('target')).mode & 0o777, 0o640, args.join(' '))
    const written = readFileSync(path('target'))
    rmSync(path('target'))
    assert.equal(run([...args, '-o', 'link']).status, 0, args.join(' '))
    assert.deepEqual(readFileSync(path('target')), written, args.join(' '))
    assert.ok(written.length > 3)
  }
  assert.deepEqual(unfinished(), [])
})

test('a file that cannot grow: -o FILE leaves the old one, code 2', () => {
  const line = 'ulimit -f 0; exec "$0" "$@"'
  for (const args of WRITERS) {
    writeFileSync(path('kept'), 'old')
    const all = ['-c', line, process.execPath, program, ...args, '-o', 'kept']
    const { status, stderr } = spawnSync('sh', all, { cwd: folder, encoding: 'utf8' })
    assert.match(stderr, /kept: .*\(EFBIG\)/, args.join(' '))
    assert.deepEqual([status, readFileSync(path('kept'), 'utf8')], [2, 'old'], args.join(' '))
  }
  // No input could be read.
  const { status } = run(['pgn', 'tag', '--openings', 'missing.pgn', '-o', 'kept'])
  assert.deepEqual([status, readFileSync(path('kept'), 'utf8')], [2, 'old'])
  assert.deepEqual(unfinished(), [])
})

test('a killed command leaves a new file, which the next output in its folder removes; that of a living one stays', async () => {
  const newFiles = () => readdirSync(folder).filter(name => name.startsWith('.binbo-'))
  const begin = async () => {
    const before = newFiles()
    const started = startProgram(
      process.execPath,
      [program, 'pgn', 'tag', '--openings', '-', '-o', 'tagged'],
      {
        cwd: folder,
      },
    )
    started.child.stdin.write(GAME)
    while (newFiles().every(name => before.includes(name))) await wait(10)
    return started
  }
  const killed = await begin()
  killed.child.kill('SIGKILL')
  await killed.ended
  assert.equal(newFiles().length, 1)
  const living = await begin()
  assert.equal(newFiles().length, 1, 'that of the killed one is gone')
  assert.equal(run(['pgn', 'tag', '--openings', 'few.pgn', '-o', 'other']).status, 0)
  assert.equal(newFiles().length, 1, 'that of the living one is there')
  living.child.stdin.end()
  assert.equal((await living.ended).code, 0)
  assert.deepEqual(newFiles(), [])
  assert.match(readFileSync(path('tagged'), 'utf8'), /Opening/)
})

test('-o FILE is not a file of the database, nor one with texts of its games', () => {
  const noted = '[White "Anna"]\n\n1. e4 {best} 1-0\n'
  writeFileSync(path('noted.pgn'), noted)
  symlinkSync('noted.pgn', path('noted-link.pgn'))
  assert.equal(run(['db', 'add', 'noted.pgn', '--db', 'noted', '-q']).status, 0)
  symlinkSync('noted', path('noted-folder'))
  const list = readFileSync(path('noted/database.json'), 'utf8')
  for (const args of [
    ['db', 'export', '--as', 'pgn', '--db', 'noted'],
    ['db', 'tree', '--db', 'noted'],
  ])
    for (const [output, said] of [
      ['noted.pgn', /the output noted\.pgn has texts of games of the database/],
      ['noted-link.pgn', /has texts of games/],
      ['noted/database.json', /the output noted\/database\.json is in the folder of the database/],
      ['noted-folder/more.pgn', /is in the folder/],
    ]) {
      const { status, stderr } = run([...args, '-o', output])
      assert.equal(status, 2, `${args} ${output}`)
      assert.match(stderr, said)
    }
  assert.equal(readFileSync(path('noted.pgn'), 'utf8'), noted)
  assert.equal(readFileSync(path('noted/database.json'), 'utf8'), list)
  assert.match(run(['db', 'export', '--as', 'pgn', '--db', 'noted', '-q']).stdout, /\{best\}/)
})
