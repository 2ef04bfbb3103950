// SPDX-License-Identifier: Apache-2.0
// Matches on many machines: binbo match --redis and binbo match-worker, with a real Redis, real Stockfish, and programs that are
// killed in the middle. Nothing is lost or counted twice, and the games are those of one machine.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Queue } from 'bullmq'
import { createClient } from 'redis'
import { command as match } from '#js/cli/match.js'
import { gamesOf as gamesOfJob, jobsOf, LOCK_DURATION, QUEUE, STALLED_INTERVAL } from '#js/cli/match-jobs.js'
import { carriedWasm } from '#js/core/carried-wasm.js'
import { provideWasm } from '#js/core/wasm.js'
import { Game } from '#js/game/game.js'
import { pairings } from '#js/match/pairings.js'
import { readPlayer } from '#js/match/players.js'
import { pgnOf } from '#js/match/record.js'
import { Score } from '#js/uci/engine/score.js'
import { dist } from './support/binbo.js'
import { lives, NATIVE, noChildLeft, parsePgn, until } from './support/engines.js'
import { PATIENCE } from './support/patience.js'
import { childrenOf } from './support/processes.js'
import { runCommand, startProgram } from './support/program.js'
import { RedisServer, withRedis } from './support/redis.js'

provideWasm(carriedWasm)
const FAKE = fileURLToPath(new URL('./support/fake-engine.js', import.meta.url))
const program = join(dist, 'cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'binbo-match-queue-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = name => join(folder, name)
writeFileSync(
  file('openings.epd'),
  `rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id "Sicilian";
rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - id "Queen's pawn";
4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - id "pawns";
`,
)
const skip = NATIVE === null && 'Stockfish is not installed'
/** Longer than a worker that died keeps its pair. */
const LONG = 4 * PATIENCE

/** @param {{ nodes?: number, other?: number, engine?: string }} [o] */
const players = ({ nodes = 4000, other = 400, engine = NATIVE } = {}) => [
  ...['--engine', `${engine},name=new,option.Hash=4,nodes=${nodes}`],
  ...['--engine', `${NATIVE},name=old,option.Hash=4,nodes=${other}`],
  ...['--openings', file('openings.epd'), '--max-moves', '12'],
]

/** @param {import('node:test').TestContext} t */
function start(t, args, env = {}) {
  const started = startProgram(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    cwd: folder,
  })
  t.after(() => started.child.kill('SIGKILL'))
  return started
}
const collect = (t, redis, args) => start(t, ['match', ...args, '--redis', redis.url])
const work = (t, redis, ...args) => start(t, ['match-worker', '--redis', redis.url, ...args])
const textOf = (...programs) =>
  programs.map(({ output }) => `${output.stdout}${output.stderr}`).join('\n--\n')
/** @param {string} text whose last line may be torn */
const jsonOf = text =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))

/** What must not depend on where a game was played. */
const gameOf = ({ pairing, result, reason, moves }) => [
  pairing,
  result,
  reason,
  moves.map(({ uci, score, depth, nodes }) => [uci, score, depth, nodes]),
]
const byNumber = games => games.toSorted((a, b) => a.pairing.number - b.pairing.number).map(gameOf)
const gamesOf = name => (existsSync(file(name)) ? jsonOf(readFileSync(file(name), 'utf8')) : [])

/** A client of BullMQ at the same Redis. */
async function queueAt(t, redis) {
  const connection = createClient({ url: redis.url })
  connection.on('error', () => {})
  await connection.connect()
  const queue = new Queue(QUEUE, { connection })
  queue.on('error', () => {})
  t.after(async () => {
    await queue.close()
    connection.destroy()
  })
  return Object.assign(queue, { raw: connection })
}
/** As a worker that has played a job. */
async function give(queue, { id }, returnvalue) {
  await queue.raw.hSet(queue.toKey(id), { returnvalue, finishedOn: '1' })
  await queue.raw.zRem(queue.toKey('prioritized'), id)
  await queue.raw.zAdd(queue.toKey('completed'), { score: 1, value: id })
}
const left = queue => queue.getJobCountByTypes()
const ended = async ({ ended }, note) => {
  const { code, signal, stdout, stderr } = await ended
  return { code, signal, stdout, stderr, note }
}

test('workers, the collector and Redis are killed: each game is there once, as on one machine', {
  skip,
  timeout: 2 * LONG,
}, async t => {
  const rounds = ['--rounds', '6']
  const alone = await runCommand(match.run, [...players(), ...rounds, '--json', '-q'])
  const expected = jsonOf(alone.stdout)
  const redis = await withRedis(t, { appendfsync: 'always' })
  const args = [...players(), ...rounds, '--log', file('many.jsonl'), '--pgn', file('many.pgn'), '--json']
  const first = collect(t, redis, args)
  const killed = work(t, redis)
  const queue = await queueAt(t, redis)
  const isPlaying = () => killed.child.exitCode === null && enginesOf(killed).length === 2
  await until(isPlaying, textOf(first, killed), LONG)
  const [pair] = await queue.getActive()
  killed.child.kill('SIGKILL')
  const others = [work(t, redis), work(t, redis, '-c', '2')]
  await until(() => gamesOf('many.jsonl').length >= 2, 'two games', LONG)
  first.child.kill('SIGKILL')
  await first.ended
  await redis.killed()
  await until(() => others.every(({ output }) => /Redis is away/.test(output.stderr)), 'a word', LONG)
  const second = collect(t, redis, args)
  await until(() => /Redis is away/.test(second.output.stderr), 'a word of the collector', LONG)
  await redis.start()
  const { code, stdout, stderr } = await ended(second)
  assert.equal(code, 0, `${stderr}\n${textOf(...others)}`)
  for (const { output } of [second, ...others]) assert.match(output.stderr, /Redis is there again/)

  const games = gamesOf('many.jsonl')
  assert.deepEqual(byNumber(games), byNumber(expected.slice(0, -1)))
  assert.ok(games.some(({ pairing }) => pairing.pair === pair.data.pairings[0].pair))
  const { standings, ...result } = jsonOf(stdout).at(-1)
  const { standings: table, ...facts } = expected.at(-1)
  assert.deepEqual(result, facts)
  assert.deepEqual(new Set(standings.map(String)), new Set(table.map(String)))
  const rows = parsePgn(readFileSync(file('many.pgn'))).map(({ headers }) => headers.get('Round'))
  assert.deepEqual(rows, ['1', '1', '2', '2', '3', '3', '4', '4', '5', '5', '6', '6'])
  assert.equal(await left(queue), 0)
  assert.ok(!existsSync(file('many.jsonl.lock')))
  for (const other of others) {
    const engines = enginesOf(other)
    other.child.kill('SIGINT')
    assert.equal((await other.ended).code, 130)
    await until(() => !engines.some(lives), `engines ${engines}`)
  }
  assert.ok(LOCK_DURATION + STALLED_INTERVAL < 30_000)
  await noChildLeft(NATIVE)
})

/** @returns {number[]} the engines of a worker */
const enginesOf = ({ child }) => childrenOf(child.pid).map(({ pid }) => pid)

test('a test decides as on one machine; then nothing of the match is left, and workers leave their pairs', {
  skip,
  timeout: LONG,
}, async t => {
  const args = [...players({ nodes: 3000, other: 1 }), '--sprt', '0,200', '--max-moves', '60', '--json', '-q']
  const alone = jsonOf((await runCommand(match.run, [...args, '--rounds', '200'])).stdout).at(-1)
  assert.notEqual(alone.sprt.decision, null)
  const redis = await withRedis(t)
  const workers = [work(t, redis, '-c', '2'), work(t, redis)]
  const { code, stdout, stderr } = await ended(collect(t, redis, [...args, '--rounds', '200']))
  assert.equal(code, 0, stderr)
  const result = jsonOf(stdout).at(-1)
  assert.deepEqual([result.sprt, result.score, result.complete], [alone.sprt, alone.score, true])
  assert.equal(await left(await queueAt(t, redis)), 0)
  await until(() => workers.every(worker => enginesOf(worker).length === 0), textOf(...workers))
  await until(() => /not needed from here/.test(textOf(...workers)), textOf(...workers))
})

test('Ctrl-C of a worker gives its pair back at once; Ctrl-C of the collector leaves all, and the command goes on', {
  skip,
  timeout: LONG,
}, async t => {
  const redis = await withRedis(t)
  const queue = await queueAt(t, redis)
  const args = [...players({ nodes: 40_000, other: 40_000 }), '--rounds', '3', '--json']
  const first = collect(t, redis, args)
  const slow = work(t, redis)
  await until(() => enginesOf(slow).length === 2, textOf(first, slow))
  const [active] = await queue.getActive()
  slow.child.kill('SIGINT')
  const stopped = await slow.ended
  assert.equal(stopped.code, 130)
  assert.match(stopped.stderr, /pair 1 is given back/)
  assert.deepEqual([await queue.getActiveCount(), await active.getState()], [0, 'prioritized'])
  first.child.kill('SIGINT')
  const { code, stdout } = await first.ended
  assert.deepEqual([code, jsonOf(stdout).at(-1).complete], [130, false])
  assert.equal(await left(queue), 3)
  const second = collect(t, redis, args)
  await until(() => /3 pairs to play/.test(second.output.stderr), textOf(second))
  const ids = (await queue.getPrioritized()).map(({ id }) => id)
  assert.equal(ids.length, 3, 'the same pairs')
  work(t, redis, '-c', '3')
  const { code: end, stdout: lines } = await second.ended
  assert.equal(end, 0)
  assert.equal(jsonOf(lines).at(-1).games, 6)
  assert.equal(await left(queue), 0)
})

test('without a log, the same command collects all pairs that were played meanwhile', {
  skip,
  timeout: LONG,
}, async t => {
  const redis = await withRedis(t)
  const queue = await queueAt(t, redis)
  const args = [...players({ nodes: 10, other: 10 }), '--rounds', '4', '--json']
  const first = collect(t, redis, args)
  await until(async () => (await queue.getPrioritizedCount()) === 4, textOf(first))
  first.child.kill('SIGINT')
  assert.equal((await first.ended).code, 130)
  const worker = work(t, redis)
  await until(async () => (await queue.getCompletedCount()) === 4, textOf(worker), LONG)
  const { code, stdout, stderr } = await collect(t, redis, args).ended
  assert.equal(code, 0, stderr)
  assert.deepEqual(
    byNumber(jsonOf(stdout).slice(0, -1)).map(([{ pair }]) => pair),
    [1, 1, 2, 2, 3, 3, 4, 4],
  )
  assert.equal(await left(queue), 0)
})

test('a worker without the engine says so, gives the pair back and rests; --engine names one', {
  skip,
  timeout: LONG,
}, async t => {
  const redis = await withRedis(t)
  const queue = await queueAt(t, redis)
  const collector = collect(t, redis, players({ engine: '/no/such/engine', nodes: 10 }))
  const poor = work(t, redis)
  await until(() => /no such program.*the next one in 10 s/.test(poor.output.stderr), textOf(poor))
  await until(() => /pair 1: worker \S+: .*no such program/.test(collector.output.stderr), textOf(collector))
  assert.deepEqual([await queue.getActiveCount(), await left(queue)], [0, 1])
  const other = work(t, redis, '--engine', `none=${NATIVE}`)
  await until(() => /no --engine new=… is given/.test(other.output.stderr), textOf(other))
  const rich = work(t, redis, '--engine', `new=${NATIVE}`, '--engine', `old=${NATIVE}`)
  const { code, stderr } = await collector.ended
  assert.equal(code, 0, `${stderr}\n${textOf(poor, other, rich)}`)
  assert.match(rich.output.stderr, /pair 1: new - old /)
  const tries = poor.output.stderr.match(/given back/g).length
  assert.ok(tries < 20, `${tries} tries`)
})

test('Redis loses all that it knows: the pairs are queued again', { skip, timeout: LONG }, async t => {
  const redis = new RedisServer()
  t.after(() => redis.remove())
  const args = [...players({ nodes: 300 }), '--rounds', '2', '--log', file('lost.jsonl'), '-q']
  const collector = collect(t, redis, args)
  const worker = work(t, redis)
  for (const waiting of [collector, worker])
    await until(() => /Redis is away.*waiting/.test(waiting.output.stderr), textOf(waiting))
  await redis.start()
  await until(() => gamesOf('lost.jsonl').length > 0, textOf(collector, worker), LONG)
  await redis.killed()
  await redis.start()
  const { code, stderr } = await collector.ended
  assert.equal(code, 0, `${stderr}\n${textOf(worker)}`)
  assert.deepEqual(
    gamesOf('lost.jsonl')
      .map(({ pairing }) => pairing.number)
      .sort(),
    [1, 2, 3, 4],
  )
})

test('an engine that always dies ends the match, and its pairs leave the queue', {
  skip,
  timeout: LONG,
}, async t => {
  const redis = await withRedis(t)
  const script = file('dying.mjs')
  writeFileSync(script, `process.argv[2] = '{"go":[{"exit":3}]}'; await import(${JSON.stringify(FAKE)})`)
  const args = [...players({ engine: script, nodes: 10, other: 10 }), '--rounds', '9', '--json']
  const collector = collect(t, redis, args)
  const worker = work(t, redis)
  const { code, stdout, stderr } = await collector.ended
  assert.equal(code, 1, `${stderr}\n${textOf(worker)}`)
  assert.match(stderr, /^binbo: the process exited with code 3$/m)
  const reasons = jsonOf(stdout).map(({ reason, loser, ...game }) => [reason, game[loser]])
  assert.deepEqual(reasons, [
    ['died', 'new'],
    ['died', 'new'],
    ['died', 'new'],
  ])
  assert.equal(await left(await queueAt(t, redis)), 0)
})

test('what is wrong in the queue is neither believed nor lost', { skip, timeout: LONG }, async t => {
  const redis = await withRedis(t)
  const queue = await queueAt(t, redis)
  await queue.add('pair', { pairings: [{ pair: 7 }], players: 'all' }, { jobId: 'foreign' })
  const worker = work(t, redis)
  await until(() => /something that is not a pair/.test(worker.output.stderr), textOf(worker))
  await queue.remove('foreign')
  const collector = collect(t, redis, players({ nodes: 10, other: 10 }))
  await until(async () => (await queue.getPrioritizedCount()) === 1, textOf(collector))
  const [job] = await queue.getPrioritized()
  const wrong = job.data.pairings.map(pairing => ({ pairing, white: 'x', result: '1-0' }))
  await give(queue, job, JSON.stringify(wrong))
  await until(() => /pair 1 is played again/.test(collector.output.stderr), textOf(collector))
  const { code, stdout } = await collector.ended
  assert.equal(code, 0, textOf(collector, worker))
  assert.match(stdout, /^1 +\w+ +[\d.]+ +2 /m)
})

test('workers that never give the games of a pair end the match', { skip, timeout: LONG }, async t => {
  const redis = await withRedis(t)
  const queue = await queueAt(t, redis)
  const collector = collect(t, redis, players({ nodes: 10, other: 10 }))
  for (let given = 0; given < 5; given++) {
    await until(async () => (await queue.getPrioritizedCount()) === 1, textOf(collector))
    await give(queue, (await queue.getPrioritized())[0], '[]')
  }
  const { code, stderr } = await collector.ended
  assert.equal(code, 2, stderr)
  assert.match(
    stderr,
    /^binbo: pair 1 was played 5 times: what a worker gave is not its games: .*not 2 games/m,
  )
  assert.equal(stderr.match(/is played again/g).length, 4)
  assert.equal(await left(queue), 0)
})

const START = { number: 1, round: 1, pair: 1, game: 1, white: 'a', black: 'b', opening: { index: 0 } }
const SCORE = { kind: 'cp', value: 5, color: 'white' }
const MOVE = { uci: 'e2e4', score: SCORE, depth: 1, seldepth: 1, nodes: 20, time: 3 }
const readOf = (game, pairing = START) =>
  gamesOfJob(JSON.parse(JSON.stringify([game])), { pairings: [pairing] })

/** A game as a worker gives it. */
function givenGame(pairing = START, moves = [MOVE, { ...MOVE, uci: 'e7e5', score: null, left: 7 }]) {
  const players = [{ name: pairing.white }, { name: pairing.black }].map(player =>
    readPlayer({ ...player, transport() {} }),
  )
  const facts = { pairing, result: '0-1', reason: 'time', moves: moves.map(move => ({ ...move })) }
  for (const move of facts.moves) move.score = move.score && new Score(move.score, move.score.color)
  const { fen, variant } = pairing.opening
  const pgn = pgnOf({ ...facts, fen: new Game({ fen, variant }).fen, players }).toString()
  const { white, black } = pairing
  return { pairing, white, black, result: '0-1', reason: 'time', loser: 'white', detail: 'late', moves, pgn }
}

test('a game of a worker is read field by field', () => {
  const game = givenGame()
  const { pairing, moves } = game
  assert.deepEqual(readOf(game), [game])
  const more = {
    ...{ ...game, match: 'x', more: 1, pairing: { ...pairing, more: 1 } },
    moves: moves.map(move => ({ ...move, more: 1, score: move.score && { ...move.score, more: 1 } })),
  }
  assert.deepEqual(readOf(more), [game])
  for (const wrong of [
    ...[{ result: ['1-0'] }, { result: '*' }, { loser: 'a' }, { loser: ['white'] }, { detail: {} }],
    ...[{ white: 'b' }, { black: undefined }, { reason: 1 }, { pgn: null }, { pairing: {} }, { moves: {} }],
    ...[{ uci: 1 }, { depth: '1' }, { seldepth: {} }, { nodes: null }, { time: undefined }, { left: '' }].map(
      field => ({ moves: [{ ...MOVE, ...field }, moves[1]] }),
    ),
    ...[{ moves: [null] }, { moves: ['e2e4'] }],
  ])
    assert.throws(() => readOf({ ...game, ...wrong }), { code: 'ERR_MATCH_GAME' })
  for (const score of [5, {}, [], { ...SCORE, kind: 'x' }, { ...SCORE, value: 0.5 }, { ...SCORE, color: 1 }])
    assert.throws(() => readOf({ ...game, moves: [{ ...MOVE, score }, moves[1]] }), JSON.stringify(score))
  assert.throws(() => readOf({ ...game, moves: [{ ...MOVE, score: undefined }, moves[1]] }), {
    code: 'ERR_MATCH_GAME',
  })
  for (const value of [undefined, null, '', [], [game, game]])
    assert.throws(() => gamesOfJob(value, { pairings: [pairing] }), { code: 'ERR_MATCH_GAME' })
})

test('the PGN of a worker is one game, that of the pairing, and written anew', () => {
  const game = givenGame()
  const { pgn } = game
  for (const [what, text, code = 'ERR_MATCH_GAME'] of [
    ['nothing', ''],
    ['two games', `${pgn}\n${pgn}`],
    ['a second game in the move text', pgn.replace('e5', 'e5 0-1 1. d4')],
    ['a second game in a tag', pgn.replace('[Result', '[Event "x"]\n\n1-0\n\n[Result')],
    ['another player', pgn.replace('"a"', '"c"')],
    ['colours swapped', pgn.replace('"a"', '"x"').replace('"b"', '"a"').replace('"x"', '"b"')],
    ['another round', pgn.replace('Round "1"', 'Round "2"')],
    ['another result', pgn.replaceAll('0-1', '1-0')],
    ['fewer moves', pgn.replace(/1\.\.\. e5 .*?}|e5 \{.*?\}/s, '')],
    ['more moves', pgn.replace(/0-1\s*$/, '2. Nf3 0-1\n')],
    ['another move', pgn.replace('e4', 'd4')],
    ['a variation', pgn.replace(/0-1\s*$/, '(1... c5) 0-1\n')],
    [
      'another start',
      pgn.replace('[Result', '[SetUp "1"]\n[FEN "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"]\n[Result'),
    ],
    ['another variant', pgn.replace('[Result', '[Variant "atomic"]\n[Result')],
    ['an illegal move', pgn.replace('e5', 'e6 2. e6'), 'ERR_PGN_MOVE'],
    ['an open comment', `${pgn}{`, 'ERR_PGN_COMMENT'],
    ['no moves', 'hello'],
  ]) {
    assert.notEqual(text, pgn, what)
    let error
    try {
      readOf({ ...game, pgn: text })
    } catch (caught) {
      error = caught
    }
    assert.match(`${error?.code}`, /^ERR_(MATCH_GAME|PGN_)/, what)
    if (code !== 'ERR_MATCH_GAME') assert.equal(error.code, code, what)
  }
  const [mended] = readOf({ ...game, pgn: pgn.replace('"0-1"', '"1-0"') })
  assert.equal(mended.pgn, pgn)
  const [odd] = readOf({ ...game, pgn: `%escaped\n; a comment\n\n${pgn.replaceAll('\n', '\r\n')}\n\n\n` })
  assert.ok(!/[%;\r]/.test(odd.pgn), odd.pgn)
  assert.equal(odd.pgn, readOf({ ...game, pgn: odd.pgn })[0].pgn)
})

test('games of all variants and openings are read as they were given', () => {
  const openings = [
    { index: 1, moves: ['e2e4', 'e7e5'] },
    { index: 2, fen: 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1', variant: 'chess960' },
    { index: 3, variant: 'chess960' },
    { index: 4, variant: 'threecheck' },
    { index: 5, fen: 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 20 90' },
    { index: 6, fen: 'rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 2' },
  ]
  const names = ['Stockfish "17"', 'a\\b', 'two\nlines', ' blanks ', '[Event "x"]', 'Müller', '?']
  for (const opening of openings)
    for (const white of names) {
      const pairing = { ...START, white, opening }
      const start = new Game({ fen: opening.fen, variant: opening.variant })
      start.playMoves(opening.moves ?? [])
      const uci = start.legalMoves()[0].uci
      for (const moves of [[], [{ ...MOVE, uci }]]) {
        const game = givenGame(pairing, moves)
        assert.deepEqual(readOf(game, pairing), [game])
      }
    }
})

test('a worker does not send its token to an address of the queue, but to that of its --engine', {
  skip,
  timeout: LONG,
}, async t => {
  const redis = await withRedis(t)
  const protocols = []
  const server = createServer().on('upgrade', ({ headers }, socket) => {
    protocols.push(headers['sec-websocket-protocol'])
    socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const address = `ws://127.0.0.1:${server.address().port}`
  const env = { BINBO_TOKEN: 'secret' }
  const collector = collect(t, redis, players({ engine: address, nodes: 10 }))
  const first = start(t, ['match-worker', '--redis', redis.url], env)
  await until(() => /the next one in/.test(first.output.stderr), textOf(collector, first))
  first.child.kill('SIGINT')
  await first.ended
  assert.deepEqual(new Set(protocols.splice(0)), new Set([undefined]))
  const own = ['--engine', `new=${address}`, '--engine', `old=${NATIVE}`]
  const second = start(t, ['match-worker', '--redis', redis.url, ...own], env)
  await until(() => protocols.length > 0, textOf(collector, second))
  assert.match(protocols[0], /token\./)
})

test('a worker says once that Redis refuses, and goes on when it no longer does', {
  skip,
  timeout: LONG,
}, async t => {
  const redis = await withRedis(t)
  const queue = await queueAt(t, redis)
  const collector = collect(t, redis, [...players({ nodes: 40_000, other: 40_000 }), '--rounds', '2'])
  const worker = work(t, redis)
  await until(() => enginesOf(worker).length === 2, textOf(collector, worker))
  await queue.raw.configSet('maxmemory', '1')
  const refusals = async () => Number(/OOM:count=(\d+)/.exec(await queue.raw.info('errorstats'))?.[1] ?? 0)
  await until(async () => (await refusals()) >= 6, textOf(worker), LONG)
  const words = () => worker.output.stderr.match(/^binbo: Redis: .*OOM.*$/gm)
  assert.equal(words()?.length, 1, textOf(worker))
  await queue.raw.configSet('maxmemory', '0')
  const { code, stderr } = await collector.ended
  assert.equal(code, 0, `${stderr}\n${textOf(worker)}`)
  assert.equal(words().length, 1, textOf(worker))
})

test('wrong usage, and a Redis that refuses', async t => {
  const { code, stderr } = await runCommand(match.run, [...players(), '--redis', 'redis://x', '-c', '2'])
  assert.equal(code, 2)
  assert.match(stderr, /--concurrency is for binbo match-worker/)
  const redis = await withRedis(t, { args: ['--requirepass', 'secret'], password: 'secret' })
  for (const refused of [collect(t, redis, [...players(), '--log', file('refused.jsonl')]), work(t, redis)]) {
    const { code, stderr } = await refused.ended
    assert.equal(code, 2)
    assert.match(stderr, /^binbo: --redis: NOAUTH/)
  }
  assert.ok(!existsSync(file('refused.jsonl.lock')))
  const missing = await start(t, ['match-worker']).ended
  assert.equal(missing.code, 2)
  assert.match(missing.stderr, /--redis is missing/)
  const env = { BINBO_REDIS_PASSWORD: 'secret' }
  start(t, ['match-worker', '--redis', redis.url], env)
  const args = ['match', ...players({ nodes: 10, other: 10 }), '--redis', redis.url]
  const allowed = await start(t, args, env).ended
  assert.equal(allowed.code, 0, allowed.stderr)
})

test('the ids of pairs come from the match and the pair, not from the number of rounds', () => {
  const player = { name: 'a', engine: './a', args: [], limits: { nodes: 5 } }
  const spec = { players: [player, { ...player, name: 'b' }], rules: {} }
  const idsOf = (spec, o) => [...jobsOf(spec, pairings(['a', 'b'], o)).keys()]
  const ids = idsOf(spec, { rounds: 3 })
  assert.equal(new Set(ids).size, 3)
  assert.deepEqual(idsOf(spec, { rounds: 5 }).slice(0, 3), ids)
  const others = [
    idsOf({ ...spec, rules: { maxMoves: 9 } }, { rounds: 3 }),
    idsOf({ ...spec, tables: ['.'] }, { rounds: 3 }),
    idsOf({ ...spec, players: [player, { ...player, name: 'b', engine: './c' }] }, { rounds: 3 }),
    idsOf(spec, { rounds: 3, games: 1 }),
    idsOf(spec, { rounds: 3, openings: ['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'] }),
  ].flat()
  assert.equal(new Set([...ids, ...others]).size, 18)
})

test('a look at the queue does not read results of other matches, and finds all of its own in turn', {
  skip,
  timeout: LONG,
}, async t => {
  const redis = await withRedis(t)
  const queue = await queueAt(t, redis)
  const others = Array.from({ length: 30_000 }, (_, i) => ({ score: i, value: `${'0'.repeat(32)}-${i}` }))
  await queue.raw.zAdd(queue.toKey('completed'), others)
  const rounds = 1000
  const collector = collect(t, redis, [...players({ nodes: 10, other: 10 }), '--rounds', `${rounds}`])
  await until(async () => (await queue.getPrioritizedCount()) === rounds, textOf(collector), LONG)
  await queue.raw.configResetStat()
  const statOf = async (section, pattern) => Number(pattern.exec(await queue.raw.info(section))?.[1] ?? 0)
  // Each look without a result reads one job.
  await until(async () => (await statOf('commandstats', /cmdstat_hgetall:calls=(\d+)/)) >= 4, 'looks', LONG)
  const bytes = await statOf('stats', /total_net_output_bytes:(\d+)/)
  assert.ok(bytes < 400_000, `${bytes} bytes`)
  const last = (await queue.getPrioritized()).at(-1)
  await give(queue, last, '[]')
  const word = new RegExp(`pair ${rounds} is played again: .*not 2 games`)
  await until(() => word.test(collector.output.stderr), textOf(collector), LONG)
})

test('matches share a queue: the first pairs of each come first', { skip, timeout: LONG }, async t => {
  const redis = await withRedis(t)
  const queue = await queueAt(t, redis)
  const both = [10, 20].map(nodes =>
    collect(t, redis, [...players({ nodes, other: nodes }), '--rounds', '2', '--json']),
  )
  await until(async () => (await queue.getPrioritizedCount()) === 4, textOf(...both))
  const pairs = (await queue.getPrioritized()).map(({ data }) => data.pairings[0].pair)
  assert.deepEqual(pairs, [1, 1, 2, 2])
  work(t, redis)
  for (const { ended } of both) {
    const { code, stdout } = await ended
    assert.deepEqual([code, jsonOf(stdout).at(-1).games], [0, 4])
  }
})
