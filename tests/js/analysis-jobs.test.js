// SPDX-License-Identifier: Apache-2.0
// The programs of web/docs/engines.md that analyse games as jobs of a queue: with real workers, one of which is killed in
// the middle of a job, a real Redis and Stockfish. Only paths, addresses, limits and the times of locks are replaced.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Queue, QueueEvents } from 'bullmq'
import { createClient } from 'redis'
import { parsePgn } from '../../dist/pgn.js'
import { root } from './support/binbo.js'
import { childrenOf, processes } from './support/processes.js'
import { startProgram } from './support/program.js'
import { RedisServer } from './support/redis.js'
import { client, createGameServer, MATE, newGame, play } from './support/served-games.js'
import { findStockfish } from './support/stockfish.js'

const GAMES = 5
const LINES = [
  'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7',
  'd4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O',
  'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6',
]
const document = readFileSync(`${root}web/docs/engines.md`, 'utf8')

/** @param {string} name of a program of the document @param {Record<string, string>} replacements */
function programOf(name, replacements) {
  const [, code] = new RegExp(`\`\`\`javascript\\n(// ${name}[\\s\\S]*?)\`\`\``).exec(document) ?? []
  assert.ok(code, name)
  return Object.entries(replacements).reduce((text, [from, to]) => {
    assert.ok(text.includes(from), from)
    return text.replaceAll(from, to)
  }, code)
}

async function until(check, what) {
  for (const end = Date.now() + 60_000; !(await check()); await wait(20))
    if (Date.now() > end) assert.fail(`never: ${what()}`)
}

const AsyncFunction = (async () => {}).constructor
const stockfish = findStockfish()
const skip = stockfish === null && 'Stockfish is not installed'

test('analyses by several workers: progress arrives, and a worker that is killed loses no job', {
  skip,
  timeout: 150_000,
}, async t => {
  const redis = await new RedisServer().start()
  const folder = mkdtempSync(join(tmpdir(), 'binbo-jobs-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const url = { 'redis://localhost:6379': redis.url }
  const binbo = names =>
    Object.fromEntries(names.map(name => [`'binbo/${name}'`, `'${root}dist/${name}.js'`]))
  writeFileSync(
    join(folder, 'worker.js'),
    programOf('worker.js', {
      "{ url: 'redis://localhost:6379' }": "{ url: 'redis://localhost:6379', name: 'worker' }",
      '  return { pgn:': `
  if (job.data.isHeld) {
    console.error('analysed')
    await new Promise(resolve => process.once('SIGUSR2', resolve))
    console.error('released')
  }
  return { pgn:`,
      ...url,
      ...binbo(['node', 'pgn', 'uci']),
      '/usr/games/stockfish': stockfish,
      'nodes: 500_000': 'nodes: 30_000',
      'lockDuration: 10_000, stalledInterval: 5000': 'lockDuration: 3000, stalledInterval: 500',
    }),
  )
  writeFileSync(join(folder, 'analyse.js'), programOf('analyse.js', { ...url, ...binbo(['node']) }))
  const games = Array.from({ length: GAMES }, (_, i) => `[Event "game ${i}"]\n\n${LINES[i % 3]} *\n`)
  writeFileSync(join(folder, 'games.pgn'), games.join('\n'))

  const connection = createClient({ url: redis.url })
  await connection.connect()
  const queue = new Queue('analysis', { connection })
  const events = new QueueEvents('analysis', { connection })
  t.after(async () => {
    await events.close()
    await queue.close()
    await connection.close()
    await redis.remove()
  })
  const stalled = []
  events.on('stalled', ({ jobId }) => stalled.push(jobId))
  await events.waitUntilReady()

  const startWorker = () => {
    const program = startProgram(process.execPath, [join(folder, 'worker.js')], { cwd: folder })
    t.after(() => program.child.kill('SIGKILL'))
    return program
  }
  // Alone, so that the job in progress is its own.
  const first = startWorker()
  const analyse = startProgram(process.execPath, [join(folder, 'analyse.js'), 'games.pgn'], { cwd: folder })
  t.after(() => analyse.child.kill('SIGKILL'))
  const all = () => `${first.output.stderr}\n${analyse.output.stderr}\n${JSON.stringify(stalled)}`
  const inTheMiddle = () => /^job (\d+): ([3-7]) of 11$/m.exec(analyse.output.stderr)
  await until(inTheMiddle, all)
  const engines = enginesOf(first)
  assert.ok(engines.length > 0)
  first.child.kill('SIGKILL')
  await first.ended
  const [job, ...more] = await queue.getActive()
  assert.deepEqual(more, [])
  const others = [startWorker(), startWorker()]
  await until(
    () => analyse.child.exitCode !== null,
    () => `${all()}\n${others.map(({ output }) => output.stderr)}`,
  )
  const { code, stdout, stderr } = await analyse.ended
  assert.equal(code, 0, stderr)
  // A worker of a busy machine can lose its lock, too: then a job is done twice.
  await until(() => stalled.includes(job.id), all)

  const analysed = parsePgn(stdout)
  assert.deepEqual(
    analysed.map(game => game.headers.get('Event')),
    games.map((_, i) => `game ${i}`),
  )
  for (const game of analysed) {
    assert.deepEqual(game.errors, [])
    assert.equal(game.toString().match(/\[%eval /g)?.length, 10, 'each position')
  }
  for (const { id, returnvalue, stalledCounter } of await queue.getCompleted()) {
    assert.ok(returnvalue.accuracy.white > 50)
    if (id === job.id) assert.ok(stalledCounter > 0)
    for (let done = 1; done <= 11; done++) assert.match(stderr, new RegExp(`^job ${id}: ${done} of 11$`, 'm'))
  }
  assert.deepEqual(await queue.getJobCounts('completed', 'failed', 'active', 'waiting'), {
    completed: GAMES,
    failed: 0,
    active: 0,
    waiting: 0,
  })
  // A socket that closes under a result costs no attempt of the job.
  for (const other of others.slice(1)) {
    engines.push(...enginesOf(other))
    other.child.kill('SIGTERM')
    await other.ended
  }
  const said = others[0].output.stderr.length
  const { id } = await queue.add('game', { pgn: games[0], isHeld: true }, { attempts: 3 })
  const hasSaid = word => others[0].output.stderr.slice(said).includes(word)
  await until(
    () => hasSaid('analysed'),
    () => others[0].output.stderr,
  )
  await connection.sendCommand(['CLIENT', 'PAUSE', '100000', 'WRITE'])
  others[0].child.kill('SIGUSR2')
  const sockets = async () =>
    (await connection.sendCommand(['CLIENT', 'LIST'])).split('\n').filter(line => / name=worker /.test(line))
  await until(
    async () =>
      hasSaid('released') && (await sockets()).some(line => / flags=\w*b.* cmd=evalsha /.test(line)),
    () => others[0].output.stderr,
  )
  for (const line of await sockets())
    await connection.sendCommand(['CLIENT', 'KILL', 'ID', /id=(\d+)/.exec(line)[1]])
  await connection.sendCommand(['CLIENT', 'UNPAUSE'])
  const isOver = async () => (await queue.getJob(id)).finishedOn !== undefined
  await until(isOver, () => others[0].output.stderr)
  const { attemptsStarted, stalledCounter, failedReason } = await queue.getJob(id)
  assert.deepEqual([attemptsStarted - stalledCounter, failedReason], [1, undefined])
  await queue.remove(id)
  // A game of a server, which comes to its archive twice, is one more job.
  const [, lines] = /```javascript\n(const server = await createGameServer[\s\S]*?)```/.exec(document) ?? []
  const kept = []
  let add = async () => assert.fail('it has an archive')
  const names = ['createGameServer', 'store', 'archive', 'queue', 'attempts']
  const serve = new AsyncFunction(...names, `${lines}\nreturn server`)
  const server = await serve(
    options => {
      add = options.archive
      return createGameServer(options)
    },
    undefined,
    async record => void kept.push(record),
    queue,
    {},
  )
  t.after(() => server.close())
  const players = [await client(t, server.url), await client(t, server.url)]
  const game = await newGame(...players)
  await play(players, game, MATE)
  await server.close()
  await add(kept[0])
  const added = await queue.getJob(game)
  assert.match((await added.waitUntilFinished(events, 60_000)).pgn, /Qh4#\s\{/)
  assert.equal(await queue.getJobCountByTypes('completed', 'waiting', 'active'), GAMES + 1)
  // Workers that are stopped end by themselves, and so do their engines.
  for (const other of others) {
    engines.push(...enginesOf(other))
    other.child.kill('SIGTERM')
    const { code, stderr } = await other.ended
    assert.equal(code, 0, stderr)
  }
  await until(
    () => engines.every(pid => !isRunning(pid)),
    () => `engines ${engines}`,
  )
})

/** @returns {number[]} the engines of a worker */
const enginesOf = ({ child }) => childrenOf(child.pid).map(({ pid }) => pid)
const isRunning = id => processes().some(({ pid, state }) => pid === id && state !== 'Z')
