// SPDX-License-Identifier: Apache-2.0
// binbo book make, show and merge; binbo play --book.

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Book } from 'binbo/book'
import { parsePgn } from 'binbo/pgn'
import { dist, root } from './support/binbo.js'
import { startProgram } from './support/program.js'

const program = join(dist, 'cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'binbo-cli-book-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const read = name => new Uint8Array(readFileSync(join(folder, name)))

function run(args, input = '') {
  const { child, ended } = startProgram(process.execPath, [program, ...args], {
    cwd: folder,
    env: process.env,
  })
  child.stdin.end(input)
  return ended
}

const GAMES = `[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[Variant "Atomic"]
[Result "1-0"]

1. a4 1-0
`

test('make writes the book of the games', async () => {
  const games = `${root}tests/data/games.pgn`
  const { stderr, code } = await run(['book', 'make', '-o', 'all.bin', '--max-ply', '20', games])
  assert.equal(code, 0)
  const wanted = await Book.fromGames(
    parsePgn(readFileSync(games)).filter(({ variant }) => ['standard', 'chess960'].includes(variant)),
    { maxPly: 20 },
  )
  assert.deepEqual(read('all.bin'), await wanted.bytes())
  assert.match(stderr, /^all\.bin: [\d,]+ moves of \d+ games$/m)
  const piped = await run(['book', 'make', '--output', 'few.bin', '--quiet', '--side', 'white'], GAMES)
  assert.deepEqual([piped.stdout, piped.stderr, piped.code, read('few.bin').length], ['', '', 0, 3 * 16])
})

test('--quiet lists errors, but no warnings', async () => {
  const warned = `${GAMES}\n[Result "0-1"]\n\n1. c4, *\n`
  const loud = await run(['book', 'make', '-o', 'loud.bin'], warned)
  assert.match(loud.stderr, /ERR_PGN_RESULT/)
  assert.match(loud.stderr, /ERR_PGN_SKIPPED/)
  assert.equal((await run(['book', 'make', '-q', '-o', 'quiet.bin'], warned)).stderr, '')
  assert.deepEqual(read('quiet.bin'), read('loud.bin'))
  const { stderr } = await run(['book', 'make', '-q', '-o', 'quiet.bin'], `${warned}\n1. e5 *\n`)
  assert.match(stderr, /^[^\n]+\(ERR_PGN_MOVE\) near "e5"\n$/)
})

test('show, merge and play', async () => {
  await run(['book', 'make', '-q', '-o', 'one.bin'], GAMES)
  const shown = await run(['book', 'show', 'one.bin'])
  assert.deepEqual([shown.stdout, shown.code], ['e4        66.7 %  2\nd4        33.3 %  1\n', 0])
  const after = await run([
    'book',
    'show',
    'one.bin',
    'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR',
    'b',
    'KQkq',
    '-',
  ])
  assert.equal(after.stdout, 'd5       100.0 %  1\n')
  const none = await run(['book', 'show', 'one.bin', '8/8/8/4k3/8/8/8/4K3 w - -'])
  assert.deepEqual([none.stdout, none.stderr, none.code], ['', 'no move\n', 1])
  const merged = await run(['book', 'merge', 'one.bin', 'one.bin', '-o', 'two.bin'])
  assert.deepEqual([merged.stderr, merged.code], ['two.bin: 4 moves\n', 0])
  assert.match((await run(['book', 'show', 'two.bin'])).stdout, /^e4 +66\.7 % {2}4\n/)
  const played = await run(
    ['play', '--book', 'one.bin', '--engine', 'stockfish', '--depth', '1', '--name', 'A'],
    'd4\nquit\n',
  )
  assert.match(played.stdout, /1\.\.\. d5 {2}\(Stockfish [^)]*, book\)/)
  // Of a variant the book knows nothing.
  const variant = await run(
    ['play', '--book', 'one.bin', '--variant', 'kingofthehill', '--depth', '1', '--name', 'A'],
    'd4\nquit\n',
  )
  assert.match(variant.stdout, /1\.\.\. \S+ {2}\(Fairy-Stockfish [^)]*\)/)
  assert.doesNotMatch(variant.stdout, /, book\)/)
})

test('wrong usage and files have exit code 2, and nothing is written', async () => {
  writeFileSync(join(folder, 'text.bin'), 'no book')
  for (const [args, message] of [
    [['book', 'make', 'games.pgn'], /-o BOOK names the file/],
    [['book', 'make', '-o', 'new.bin', 'missing.pgn'], /missing\.pgn: no such file/],
    [['book', 'make', '-o', 'new.bin', '--side', 'w', 'games.pgn'], /--side is white or black/],
    [['book', 'make', '-o', 'new.bin', '--max-ply', '0', 'games.pgn'], /--max-ply is a whole number above 0/],
    [['book', 'make', '-o', 'missing/new.bin', '-'], /cannot write missing\/new\.bin/],
    [['book', 'show'], /the file of a book comes first/],
    [['book', 'show', 'text.bin'], /text\.bin: .*is not a multiple of 16 bytes/],
    [['book', 'show', 'missing.bin'], /missing\.bin/],
    [['book', 'merge', '-o', 'new.bin', 'text.bin'], /two books are joined/],
    [['book', 'merge', '-o', 'new.bin', 'text.bin', 'text.bin'], /not a multiple of 16/],
    [['play', '--book', 'missing.bin', '--both'], /missing\.bin/],
    [['play', '--book', '', '--both'], /--book is empty/],
  ]) {
    const { stderr, code } = await run(args, GAMES)
    assert.equal(code, 2, args.join(' '))
    assert.match(stderr, message)
  }
  assert.equal(existsSync(join(folder, 'new.bin')), false)
})
