// SPDX-License-Identifier: Apache-2.0
// binbo match and binbo match score: with real engines; what they write, logs that go on, exit codes.

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { command as match } from '#js/cli/match.js'
import { command as score } from '#js/cli/match-score.js'
import { Book } from '../../dist/book.js'
import { dist } from './support/binbo.js'
import { FAIRY, NATIVE, noChildLeft, parsePgn } from './support/engines.js'
import { runCommand, startProgram } from './support/program.js'

const program = join(dist, 'cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'binbo-match-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = name => join(folder, name)
const TABLES = fileURLToPath(new URL('../data/syzygy', import.meta.url))
const FAKE = fileURLToPath(new URL('./support/fake-engine.js', import.meta.url))

const OPENINGS = `rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id "Sicilian";
4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1
`
writeFileSync(file('openings.epd'), OPENINGS)
const PLAYERS = ['--engine', `${NATIVE},name=new,option.Hash=4,nodes=200`, '-e', `${FAIRY},name=old,depth=2`]
const SHORT = ['--max-moves', '8', '--openings', file('openings.epd')]
const run = (...args) => runCommand(match.run, [...PLAYERS, ...SHORT, ...args])
const scored = (pgn, ...args) => runCommand(score.run, args, { input: pgn })
const jsonOf = text =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

test('a table, lines of games, the PGN in the order of the schedule', async () => {
  const { stdout, stderr, code } = await run('--rounds', '2', '-c', '2', '--pgn', file('games.pgn'))
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^ +player +points +games +won +drawn +lost +Elo +faults\n1 +\w+ +[\d.]+ +4 /)
  assert.match(stdout, /^Elo .*, normalised .*, likelihood of superiority/m)
  assert.match(stdout, /^2 pairs of 0, ½, 1, 1½, 2 points: /m)
  assert.equal(
    stderr.match(/^\d\/4 {2}game \d {2}\w+ - \w+ {2}\S+ {2}\w+, \d+ half-moves$/gm)?.length,
    4,
    stderr,
  )
  const games = parsePgn(readFileSync(file('games.pgn')))
  assert.deepEqual(
    games.map(game => `${game.headers.get('Round')} ${game.headers.get('White')}`),
    ['1 new', '1 old', '2 new', '2 old'],
  )
  assert.ok(games.every(({ errors }) => errors.length === 0))
  const counted = await scored(readFileSync(file('games.pgn'), 'utf8'))
  assert.equal(counted.stdout, stdout, 'match score counts the same')
})

test('a Polyglot book: a random line a round, by weight and seed', async () => {
  const book = await Book.fromGames(
    parsePgn('1. e4 e5 2. Nf3 1/2-1/2\n\n1. d4 d5 2. c4 1/2-1/2\n\n1. c4 c5 1/2-1/2\n'),
  )
  writeFileSync(file('book.bin'), await book.bytes())
  const openings = async (...args) => {
    const { stdout } = await run('--openings', file('book.bin'), '--max-moves', '1', '--json', ...args)
    return jsonOf(stdout).flatMap(({ pairing }) => (pairing ? [pairing.opening.moves?.join(' ')] : []))
  }
  const four = await openings('--rounds', '4', '--seed', '5')
  assert.ok(
    four.every(line => /^(e2e4 e7e5 g1f3|d2d4 d7d5 c2c4|c2c4 c7c5)$/.test(line)),
    `${four}`,
  )
  assert.ok(new Set(four).size > 1)
  assert.deepEqual(await openings('--rounds', '2', '--seed', '5'), four.slice(0, 4))
  assert.ok((await openings('--plies', '1')).every(line => /^\w{4}$/.test(line)))
})

test('--json: each game, last the result', async () => {
  const { stdout, code } = await run('--json', '--quiet')
  const lines = jsonOf(stdout)
  assert.equal(code, 0)
  assert.deepEqual(
    lines.slice(0, -1).map(({ pairing, pgn }) => [pairing.number, typeof pgn]),
    [
      [1, 'string'],
      [2, 'string'],
    ],
  )
  const result = lines.at(-1)
  assert.deepEqual([result.games, result.complete, result.score.games], [2, true, 2])
})

/** Enough that a program is stopped before it ends. */
const ROUNDS = '15'

test('the log goes on after Ctrl-C, a kill and a torn line; --pgn has each game once', async () => {
  const args = [
    'match',
    ...PLAYERS,
    ...SHORT,
    '--rounds',
    ROUNDS,
    '--log',
    file('match.jsonl'),
    '--pgn',
    file('log.pgn'),
  ]
  for (const signal of ['SIGINT', 'SIGKILL']) {
    const { child, output, ended } = startProgram(process.execPath, [program, ...args], { env: process.env })
    const before = output.stderr.length
    while (!/game \d/.test(output.stderr.slice(before)) && child.exitCode === null)
      await new Promise(resolve => setImmediate(resolve))
    child.kill(signal)
    const { code } = await ended
    if (signal === 'SIGINT') assert.equal(code, 130)
  }
  const lines = readFileSync(file('match.jsonl'), 'utf8')
  assert.ok(lines.split('\n').length > 2)
  truncateSync(file('match.jsonl'), lines.length - 20)
  const { code, stderr } = await run(
    '--rounds',
    ROUNDS,
    '--log',
    file('match.jsonl'),
    '--pgn',
    file('log.pgn'),
  )
  assert.equal(code, 0, stderr)
  const games = parsePgn(readFileSync(file('log.pgn')))
  assert.deepEqual(
    games.map(game => game.headers.get('Round')),
    Array.from({ length: 2 * Number(ROUNDS) }, (_, i) => String(1 + Math.floor(i / 2))),
  )
  const once = await run('--rounds', ROUNDS, '--pgn', file('once.pgn'))
  assert.equal(once.code, 0)
  const movesOf = name =>
    parsePgn(readFileSync(file(name))).map(game =>
      Array.from(game.mainline(), ({ uci, comments }) => `${uci} ${comments[0].replace(/[\d.]+s$/, '')}`),
    )
  assert.deepEqual(movesOf('log.pgn'), movesOf('once.pgn'))
  const other = await run('--max-moves', '9', '--log', file('match.jsonl'))
  assert.deepEqual([other.code, other.stdout], [2, ''])
  assert.match(other.stderr, /not of this match/)
  await noChildLeft()
})

test('a log with which another program plays is refused', async () => {
  const log = ['--log', file('shared.jsonl')]
  const args = ['match', ...PLAYERS, ...SHORT, '--rounds', '1000', ...log]
  const { child, output, ended } = startProgram(process.execPath, [program, ...args], { env: process.env })
  while (!/game \d/.test(output.stderr) && child.exitCode === null)
    await new Promise(resolve => setImmediate(resolve))
  const second = await run('--rounds', '1000', ...log)
  assert.deepEqual([second.code, second.stdout], [2, ''])
  assert.ok(second.stderr.includes(`process ${child.pid} plays with ${file('shared.jsonl')}`), second.stderr)
  child.kill('SIGINT')
  assert.equal((await ended).code, 130)
  assert.ok(!existsSync(file('shared.jsonl.lock')))
  await noChildLeft()
})

test('--tables: Syzygy tables decide games', async () => {
  writeFileSync(file('pawn.epd'), '7k/8/8/8/8/8/P7/Kr6 w - -\n')
  const args = ['--openings', file('pawn.epd'), '--tables', TABLES, '--json']
  const { stdout, stderr, code } = await runCommand(match.run, [...PLAYERS, ...args])
  assert.equal(code, 0, stderr)
  const games = jsonOf(stdout).slice(0, -1)
  assert.deepEqual(
    games.map(({ result, reason, moves }) => [result, reason, moves.length]),
    Array.from({ length: 2 }, () => ['1-0', 'tablebase', 1]),
  )
})

test('a faulty player has exit code 1; an engine that does not start 2', async () => {
  writeFileSync(
    file('wrong.mjs'),
    `process.argv[2] = '{"go":["bestmove e2e5"]}'; await import(${JSON.stringify(FAKE)})`,
  )
  const wrong = await runCommand(match.run, [
    '-e',
    `${file('wrong.mjs')},name=wrong`,
    '-e',
    PLAYERS[1],
    '--each',
    'nodes=100',
  ])
  assert.equal(wrong.code, 1, wrong.stderr)
  assert.match(wrong.stdout, /wrong .* 2 illegal$/m)
  assert.match(wrong.stderr, /illegal_move: bestmove e2e5/)
  const missing = await runCommand(match.run, ['-e', '/no/such/engine', '-e', PLAYERS[1]])
  assert.deepEqual([missing.code, missing.stdout], [2, ''])
  assert.match(missing.stderr, /^binbo: The engine is not running.*no such program/)
})

test('wrong usage', async () => {
  for (const args of [
    [],
    ['-e', 'stockfish'],
    [...PLAYERS, '-e', `${NATIVE},name=new`],
    [...PLAYERS, '--sprt', '5,0'],
    [...PLAYERS, '--sprt', '0'],
    [...PLAYERS, '--draw', '1,2'],
    [...PLAYERS, '--resign', '1,2,all'],
    [...PLAYERS, '--order', 'sorted'],
    [...PLAYERS, '--schedule', 'swiss'],
    [...PLAYERS, '--gauntlet', '2'],
    [...PLAYERS, '--games', '3'],
    [...PLAYERS, '--variant', 'bughouse'],
    [...PLAYERS, '--each', 'tc=3 + 2'],
    [...PLAYERS, '--each', 'hash=5'],
    [...PLAYERS, '--pgn', '/no/such/folder/games.pgn'],
    ['-e', `${NATIVE},tc=1,nodes=5`, '-e', PLAYERS[3]],
    ['-e', `${NATIVE},name`, '-e', PLAYERS[3]],
  ]) {
    const { code, stdout, stderr } = await runCommand(match.run, args)
    assert.deepEqual([code, stdout], [2, ''], `${args.join(' ')}\n${stderr}`)
    assert.match(stderr, /See binbo match --help/)
  }
  writeFileSync(file('bad.epd'), 'nonsense\n')
  writeFileSync(file('empty.bin'), '')
  for (const openings of ['bad.epd', 'none.epd', 'empty.bin']) {
    const { code } = await runCommand(match.run, [...PLAYERS, '--openings', file(openings)])
    assert.equal(code, 2, openings)
  }
  assert.ok(!existsSync(file('none.epd')))
})

const game = (round, white, black, result, more = '') =>
  `[Round "${round}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n${more}\n${result}\n\n`

test('match score: tables, pairs, a test, JSON, exit codes', async () => {
  const pgn = [
    game(1, 'a', 'b', '1-0'),
    game(1, 'b', 'a', '1/2-1/2'),
    game(2, 'a', 'b', '1-0', '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n'),
    game(2, 'b', 'a', '0-1'),
    game(3, 'a', 'b', '*'),
  ].join('')
  const { stdout, code } = await scored(pgn, '--json', '--sprt', '0,5')
  const result = JSON.parse(stdout)
  assert.equal(code, 0)
  assert.deepEqual([result.games, result.score.pairs, result.score.points], [4, [0, 0, 0, 1, 0], 3.5])
  assert.deepEqual([result.sprt.pairs, result.sprt.decision], [1, null])
  const text = await scored(pgn, '--sprt', '0,5')
  assert.match(text.stdout, /^SPRT \[0, 5\]: LLR -?[\d.]+ of -2\.94 to 2\.94, undecided$/m)
  const three = pgn + game(1, 'a', 'c', '1-0')
  assert.match((await scored(three)).stdout, /^3 +c +0\.0 +1 /m)
  assert.equal((await scored(three, '--sprt', '0,5')).code, 2)
  assert.equal((await scored('')).code, 1)
  assert.equal((await scored(game(1, 'a', 'b', '*'))).code, 1)
  assert.equal((await scored('', '/no/such/file.pgn')).code, 2)
})

test('without a spread nothing is said of superiority', async () => {
  const pair = game(1, 'a', 'b', '1-0') + game(1, 'b', 'a', '1/2-1/2')
  for (const pgn of [game(1, 'a', 'b', '1-0'), pair, game(1, 'a', 'b', '1/2-1/2')]) {
    const { stdout } = await scored(pgn)
    assert.match(stdout, /^Elo .*, normalised -, likelihood of superiority -$/m)
    const { los } = JSON.parse((await scored(pgn, '--json')).stdout).score
    assert.ok(los >= 0 && los <= 1, 'a number in the library')
  }
  const spread = await scored(game(1, 'a', 'b', '1-0') + game(2, 'a', 'b', '1/2-1/2'))
  assert.match(spread.stdout, /likelihood of superiority [\d.]+ %$/m)
})

test('an option that the engine does not have: the message names the player', async () => {
  const args = ['-e', `${NATIVE},name=good`, '-e', `${NATIVE},name=odd,option.Foo=3`, '--each', 'nodes=10']
  const { code, stderr } = await runCommand(match.run, args)
  assert.equal(code, 2)
  assert.match(stderr, /'Foo'.*, player 'odd'$/m)
})

test('binbo match --help is that of the match', async () => {
  const { ended } = startProgram(process.execPath, [program, 'match', '--help'], { env: process.env })
  assert.match((await ended).stdout, /^usage: binbo match --engine/)
})
