// SPDX-License-Identifier: Apache-2.0
// binbo pgn find: what it writes, exit codes, Ctrl-C.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { dist, root } from './support/binbo.js'
import { startProgram } from './support/program.js'

const { parsePgn } = await import(`${dist}pgn.js`)
const program = join(dist, 'cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'binbo-find-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const games = `${root}tests/data/games.pgn`
const path = name => join(folder, name)
const put = (name, text) => {
  writeFileSync(path(name), text)
  return name
}

const start = args =>
  startProgram(process.execPath, [program, 'pgn', 'find', ...args], { cwd: folder, env: process.env })

function find(args, input = '') {
  const { child, ended } = start(args)
  child.stdin.end(input)
  return ended
}

const OPEN = '[Event "open"]\n\n1. e4 e5 2. Nf3 *\n'
const OTHER = '[Event "other"]\n\n1. e3 e5 2. e4 Ke7 3. Ke3 *\n'
const FEN = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'

test('games go to standard output or into a file, a summary to standard error', async () => {
  const expected = parsePgn(readFileSync(games), { reaches: { material: 'KRPvKR' } }).join('\n')
  assert.notEqual(expected, '')
  const shown = await find(['KRPvKR', games])
  assert.deepEqual([shown.stdout, shown.code], [expected, 0])
  assert.match(shown.stderr, /^\d+ games found, [\d.]+ [kM]B in \d+\.\d\d s \([\d.]+ [kM]B\/s\)\n$/)
  put('found.pgn', 'what was there before'.repeat(10_000))
  const written = await find(['krp-kr', games, '--quiet', '-o', 'found.pgn'])
  assert.deepEqual([written.stdout, written.stderr, written.code], ['', '', 0])
  assert.equal(readFileSync(path('found.pgn'), 'utf8'), expected)
  const piped = await find(['KRPvKR'], readFileSync(games))
  assert.equal(piped.stdout, expected)
})

test('a position: its games with their errors, from several files', async () => {
  const { stdout, stderr, code } = await find([FEN, put('open.pgn', OPEN), put('other.pgn', OTHER)])
  assert.deepEqual([stdout, code], [parsePgn(OTHER).join('\n'), 0])
  assert.match(stderr, /^other\.pgn:3:23: game 1, ply 5: .*\(ERR_PGN_MOVE\) near "Ke3"\n1 game found, /)
})

test('nothing found: code 1; unreadable: code 2, after the other files', async () => {
  const nothing = await find(['KQQQvK', put('open.pgn', OPEN)])
  assert.deepEqual([nothing.stdout, nothing.code], ['', 1])
  assert.match(nothing.stderr, /^0 games found, /)
  const start = FEN.replace('pppp1ppp/8/4p3/4P3/8/PPPP1PPP', 'pppppppp/8/8/8/8/PPPPPPPP').replace(
    ' b ',
    ' w ',
  )
  const missing = await find([start, 'missing.pgn', 'open.pgn', '-q'])
  assert.deepEqual(missing, {
    stdout: parsePgn(OPEN).join(''),
    stderr: 'binbo: missing.pgn: no such file or directory (ENOENT)\n',
    code: 2,
    signal: null,
  })
  const full = await find([start, 'open.pgn', '-q', '-o', '/dev/full'])
  assert.deepEqual([full.stderr, full.code], ['binbo: /dev/full: no space left on device (ENOSPC)\n', 2])
})

test('wrong usage: one clear sentence and code 2', async () => {
  put('open.pgn', OPEN)
  for (const [args, said] of [
    [[], /^binbo: a FEN or material such as 'KRPvKR' comes first\nSee binbo pgn find --help\.\n$/],
    [['KRPvKX', 'open.pgn'], /^binbo: material is such as 'KRPvKR'.*\n/],
    [['8/8 w - -', 'open.pgn'], /^binbo: A board has 8 ranks.*\n/],
    [['KvK', 'open.pgn', '-o', 'open.pgn'], /the output open\.pgn is also an input/],
    [['KvK', 'open.pgn', '-o', 'missing/found.pgn'], /cannot write missing\/found\.pgn: no such file/],
    [['KvK', '-', '-'], /only once/],
    [['KvK', '--jsn'], /Unknown option '--jsn'/],
  ]) {
    const { stdout, stderr, code } = await find(args)
    assert.deepEqual([stdout, code], ['', 2], args.join(' '))
    assert.match(stderr, said)
  }
  assert.equal(readFileSync(path('open.pgn'), 'utf8'), OPEN)
  const { stdout, code } = await find(['--help'])
  assert.equal(code, 0)
  assert.match(stdout, /^usage: binbo pgn find .*--output.*--quiet.*exit code/s)
})

test('Ctrl-C: what was found is written, code 130', async () => {
  const game = OTHER.replace(' 3. Ke3', '')
  const { child, ended } = start([FEN, '-', '-o', 'found.pgn'])
  await new Promise(resolve => void child.stdin.write(`${game}\n`.repeat(8000), resolve))
  child.kill('SIGINT')
  const { stderr, code } = await ended
  assert.equal(code, 130)
  assert.match(stderr, /games found, .* \(interrupted\)\n$/)
  const written = readFileSync(path('found.pgn'), 'utf8')
  assert.ok(written.startsWith(parsePgn(game).join('')))
  assert.ok(written.endsWith(' *\n'), 'whole games')
})
