// SPDX-License-Identifier: Apache-2.0
// binbo db tree and leaves.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openDatabase } from 'binbo/database'
import { parsePgn } from 'binbo/pgn'
import { dist, root } from './support/binbo.js'
import { startProgram } from './support/program.js'

const program = join(dist, 'cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'binbo-cli-db-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const games = `${root}tests/data/games.pgn`
const OWN = `[White "Anna"]
[Black "Ben"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 1-0

[White "Ben"]
[Black "Anna"]

1. e4 e5 2. f4 0-1

[White "Anna"]
[Black "Zoë"]

1. e4 e5 2. Nf3 d6 1/2-1/2
`
const REPERTOIRE = '1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 *'
const db = await openDatabase()
await db.add(readFileSync(games))
await db.add(OWN)

async function run(args, input = '') {
  const env = { ...process.env, NO_COLOR: '1' }
  const { child, ended } = startProgram(process.execPath, [program, 'db', ...args], { cwd: folder, env })
  child.stdin.end(input)
  return ended
}
const plain = value => JSON.parse(JSON.stringify(value))

before(async () => {
  assert.equal((await run(['add', games, '-', '--db', 'one'], OWN)).code, 0)
})

test('tree writes what tree() gives, as PGN or JSON, to standard output or a file', async () => {
  const tree = await db.tree(await db.filter({ result: '1-0' }), { plies: 8, minGames: 2, side: 'white' })
  const args = [
    'tree',
    '--depth',
    '8',
    '--min-games',
    '2',
    '--side',
    'white',
    '--result',
    '1-0',
    '--db',
    'one',
  ]
  const shown = await run(args)
  assert.deepEqual([shown.code, shown.stdout], [0, `${tree}`])
  assert.match(shown.stderr, /^\d+ games, \d+ moves$/m)
  const json = await run([...args, '--json', '--quiet'])
  assert.deepEqual([JSON.parse(json.stdout), json.stderr], [plain(tree), ''])
  assert.equal((await run([...args, '-o', 'tree.pgn'])).stdout, '')
  assert.equal(readFileSync(join(folder, 'tree.pgn'), 'utf8'), `${tree}`)
  const none = await run(['tree', '--player', 'nobody', '--db', 'one'])
  assert.equal(none.code, 1)
})

test('leaves compares games with a repertoire', async () => {
  writeFileSync(join(folder, 'repertoire.pgn'), REPERTOIRE)
  const own = await db.filter({ white: 'anna' })
  const args = ['leaves', 'repertoire.pgn', '--as', 'white', '--db', 'one']
  const json = JSON.parse((await run([...args, '--player', 'anna', '--json'])).stdout)
  assert.deepEqual(json, plain(await db.leaves(parsePgn(REPERTOIRE), 'white', { in: own })))
  const { stdout, code } = await run([...args, '--player', 'anna'])
  assert.equal(code, 0)
  assert.equal(
    stdout,
    `2 games of the repertoire: 1 game to its end or theirs, 1 game left by me, 0 games by them

  games  score        instead of
      1  100 %  me    1. e4 e5 2. Nf3 Nc6 3. Bc4 (Bb5)

no game reaches
  1. e4 e5 2. Nf3 Nc6 3. Bb5
  1. e4 e5 2. Nf3 d6 3. d4
`,
  )
  const everybody = JSON.parse((await run([...args, '--json'], REPERTOIRE)).stdout)
  assert.deepEqual(everybody, plain(await db.leaves(parsePgn(REPERTOIRE), 'white')))
  const piped = await run(['leaves', '-', '--as', 'white', '--db', 'one', '--json'], REPERTOIRE)
  assert.deepEqual(JSON.parse(piped.stdout), everybody)
  const rival = await run([...args, '--player', 'anna', '--opponent', 'Zoë', '--json'])
  assert.equal(JSON.parse(rival.stdout).games, 1)
  assert.equal((await run([...args, '--player', 'nobody'])).code, 1)
})

test('leaves numbers the move played as a PGN does', async () => {
  const rowsOf = async (repertoire, as, game) => {
    const db = mkdtempSync(join(folder, 'own-'))
    writeFileSync(join(db, 'game.pgn'), game)
    await run(['add', join(db, 'game.pgn'), '--db', join(db, 'db')])
    const { stdout } = await run(['leaves', '-', '--as', as, '--db', join(db, 'db')], repertoire)
    return stdout.split('\n')[3].replace(/^.* (?:me|them) +/, '')
  }
  const indian = '1. d4 d5 (1... Nf6 2. c4) *'
  assert.equal(await rowsOf(indian, 'white', '1. d4 Nf6 2. Nf3 *'), '1. d4 Nf6 2. Nf3 (c4)')
  assert.equal(await rowsOf(indian, 'white', '1. d4 g6 *'), '1. d4 g6 (d5, Nf6)')
  assert.equal(await rowsOf(indian, 'black', '1. e4 *'), '1. e4 (d4)')
  const start = '[FEN "4k3/8/8/8/8/8/4p3/4K2R b K - 3 41"]\n\n'
  assert.equal(await rowsOf(`${start}41... Kd8 *`, 'black', `${start}41... Kd7 *`), '41... Kd7 (Kd8)')
})

test('mistakes are one sentence and exit code 2', async () => {
  writeFileSync(join(folder, 'repertoire.pgn'), REPERTOIRE)
  for (const [args, message] of [
    [['tree', '--depth', 'x', '--db', 'one'], /--depth is a whole number/],
    [['tree', '--min-games', '0', '--db', 'one'], /--min-games is a whole number above 0/],
    [['tree', '--side', 'w', '--db', 'one'], /--side is white or black, not 'w'/],
    [['tree', '-o', 'missing/x', '--db', 'one'], /cannot write missing\/x/],
    [['leaves', '--as', 'white', '--db', 'one'], /name a PGN file/],
    [['leaves', 'repertoire.pgn', '--db', 'one'], /--as white or --as black/],
    [['leaves', 'missing.pgn', '--as', 'white', '--db', 'one'], /missing\.pgn: no such file/],
    [['leaves', 'repertoire.pgn', '--as', 'white', '--opponent', 'x', '--db', 'one'], /--opponent goes with/],
  ]) {
    const { stderr, code } = await run(args)
    assert.equal(code, 2, args.join(' '))
    assert.match(stderr, message, args.join(' '))
  }
})
