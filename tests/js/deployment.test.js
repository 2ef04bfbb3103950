// SPDX-License-Identifier: Apache-2.0
// web/docs/deployment.md as it stands: Redis, two nodes, nginx and a restart of both under load. Only ports, paths and
// addresses of databases are replaced.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { dist, Game, root } from './support/binbo.js'
import { PATIENCE } from './support/patience.js'
import { holdPorts } from './support/ports.js'
import { PostgresServer } from './support/postgres.js'
import { RedisServer } from './support/redis.js'
import { client } from './support/served-games.js'
import { session } from './support/sessions.js'

const NGINX = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx'
const PAIRS = 10
/** Between two moves of a game, in milliseconds. */
const THOUGHT = 60
/** Connections of an address to one node; its default. */
const LIMIT = 20

const text = readFileSync(`${root}web/docs/deployment.md`, 'utf8')
/** @param {string} language @param {string} [begin] @returns {string} the only block of that language that begins so */
function block(language, begin = '') {
  const found = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(${begin}[\\s\\S]*?)^\`\`\`$`, 'gm'))]
  assert.equal(found.length, 1, `${language} ${begin}`)
  return found[0][1]
}
/** @param {string} source @param {Record<string, string>} replacements each must be there */
function replaced(source, replacements) {
  for (const [from, to] of Object.entries(replacements)) {
    assert.ok(source.includes(from), from)
    source = source.replaceAll(from, to)
  }
  return source
}
async function until(check, what) {
  for (const end = Date.now() + PATIENCE; !(await check()); await wait(10))
    if (Date.now() > end) assert.fail(`never: ${what}\n${story()}`)
}

const folder = mkdtempSync(join(tmpdir(), 'binbo-deployment-'))
const www = mkdtempSync(join(tmpdir(), 'binbo-www-'))
const postgres = new PostgresServer()
const keep = block('conf', 'appendonly').trim().split(/\s+/)
const redis = new RedisServer({
  args: keep.map((word, i) => (i % 2 === 0 ? `--${word}` : word)),
})
const [first, second, front] = await holdPorts(3)
const PORTS = { 8081: String(first), 8082: String(second) }
const url = `ws://127.0.0.1:${front}/play`

/** Files of the page. */
const PAGES = ['index.html', 'embed.html', 'docs/index.html', 'docs/embed.html', 'app.js']

/** Node → its process, and what has become of its processes before. */
const nodes = new Map()
const ends = []
function startNode(port) {
  const [, line] = /^ExecStart=(.*)$/m.exec(block('ini')) ?? []
  const command = replaced(line, {
    '/srv/chess/node_modules/.bin/binbo': `${dist}cli/main.js`,
    '%i': String(port),
    'redis://localhost:6379': redis.url,
    'postgresql://chess@localhost/chess': postgres.url,
    '/etc/binbo/secret': join(folder, 'secret'),
  })
  const child = spawn(process.execPath, command.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] })
  child.log = ''
  child.stderr.on('data', data => {
    child.log += data
  })
  nodes.set(port, child)
}

/** How the nodes are, and what they said last. */
const story = () =>
  [...nodes]
    .map(
      ([port, { exitCode, signalCode, log }]) =>
        `${port}: exit code ${exitCode}, signal ${signalCode}\n${log.slice(-1000)}`,
    )
    .join('\n')

/** Moves that the nodes have accepted. */
let moves = 0

/** Does for `systemctl restart binbo@PORT` what systemd does: SIGTERM, its end, a new process. Before that one starts, the
 * other node has accepted moves of every pair of players. */
async function restart(port) {
  const child = nodes.get(port)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  ends.push(await exit)
  const stopped = moves
  await until(() => moves > stopped + 3 * PAIRS, 'moves on the other node')
  startNode(port)
}
const systemd = createServer(async (request, response) => {
  await restart(Number(request.url?.slice(1)))
  response.end()
})

let nginx
process.on('exit', () => {
  for (const child of nodes.values()) child.kill('SIGKILL')
  nginx?.kill('SIGTERM')
})

before(async () => {
  await Promise.all([postgres.create(), redis.start()])
  writeFileSync(join(folder, 'secret'), 'a secret of all nodes, long enough\n')
  for (const port of Object.values(PORTS)) startNode(Number(port))
  const site = replaced(block('nginx'), {
    ...PORTS,
    'listen 80;': `listen ${front};`,
    'root /srv/www;': `root ${www};`,
  })
  mkdirSync(join(www, 'chess/docs'), { recursive: true })
  // The workers of nginx have a user of their own.
  chmodSync(www, 0o755)
  for (const path of PAGES) writeFileSync(join(www, 'chess', path), path)
  writeFileSync(join(folder, 'binbo.conf'), site)
  mkdirSync(join(folder, 'bin'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  )
  const main = `daemon off; worker_processes 2; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 512; }
    http {
      log_format status '$status $upstream_status';
      access_log ${folder}/access.log status;
      ${paths.join('\n')}
      include ${folder}/binbo.conf;
    }`
  writeFileSync(join(folder, 'nginx.conf'), main)
  systemd.listen(0, '127.0.0.1')
  await once(systemd, 'listening')
  const systemctl = `#!${process.execPath}
    const [verb, unit] = process.argv.slice(2)
    if (verb !== 'restart' || !unit.startsWith('binbo@')) process.exit(1)
    require('node:http').get('http://127.0.0.1:${systemd.address().port}/' + unit.slice(6), answer => answer.resume())`
  writeFileSync(join(folder, 'bin/systemctl'), systemctl, { mode: 0o755 })
  nginx = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const port of nodes.keys()) await until(() => isReady(port), `node ${nodes.get(port).log}`)
  await until(() => opens(url), 'nginx')
})

after(async () => {
  systemd.close()
  const children = [...nodes.values(), nginx].filter(child => child?.exitCode === null)
  const exits = children.map(child => once(child, 'exit'))
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(exits)
  await Promise.all([postgres.remove(), redis.remove()])
  for (const made of [folder, www]) rmSync(made, { recursive: true, force: true })
})

const get = async (port, path) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
const isReady = async port => (await get(port, '/ready'))?.status === 200
const clientsOf = async port => (await (await fetch(`http://127.0.0.1:${port}/health`)).json()).clients

/** @returns {Promise<boolean>} whether a WebSocket opens, which is then closed */
async function opens(address) {
  const [{ socket, status }] = await connections(address, 1)
  socket.terminate()
  return status === 101
}

/** Opens one after the other, and keeps them open. */
async function connections(address, count, headers = () => ({})) {
  const opened = []
  for (let i = 0; i < count; i++) {
    const socket = new WebSocket(address, { headers: headers(i) })
    const status = await new Promise(resolve => {
      socket.on('open', () => resolve(101))
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode))
      socket.on('error', () => resolve(0))
    })
    opened.push({ socket, status })
  }
  return opened
}

test('other websites may show the frame for a game, and no other file of the page', async () => {
  for (const path of [
    ...PAGES,
    '',
    'missing.html',
    'embed.html/../index.html',
    'embed.html?x=1',
    '%65mbed.html',
  ]) {
    const answer = await get(front, `/chess/${path}`)
    const text = await answer.text()
    const isFrame = /^(embed\.html(\?|$)|%65)/.test(path)
    const headers = ['content-security-policy', 'cross-origin-resource-policy'].map(name =>
      answer.headers.get(name),
    )
    const expected = isFrame
      ? ['frame-ancestors *', 'cross-origin']
      : ["frame-ancestors 'none'", 'same-origin']
    assert.deepEqual(headers, expected, path)
    assert.equal(answer.headers.get('cross-origin-embedder-policy'), 'require-corp')
    if (isFrame) assert.equal(text, 'embed.html')
  }
})

test('limits by address count clients, whatever they write into X-Forwarded-For', async t => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  if (outside === undefined) t.diagnostic('this machine has no address but those of loopback')
  const places = [
    // Loopback is the address of the proxy: then the one before it is the client's.
    [url, () => ({ 'x-forwarded-for': '203.0.113.9' })],
    ...(outside
      ? [[url.replace('127.0.0.1', outside.address), i => ({ 'x-forwarded-for': `203.0.113.${i}` })]]
      : []),
  ]
  for (const [address, headers] of places) {
    const opened = await connections(address, 2 * LIMIT + 5, headers)
    const statuses = opened.map(({ status }) => status)
    const accepted = statuses.filter(status => status === 101).length
    assert.ok(accepted >= LIMIT && accepted <= 2 * LIMIT, `${accepted} of ${address}`)
    assert.deepEqual(new Set(statuses), new Set([101, 429]))
    assert.ok(await opens(url), 'for others there is room')
    for (const { socket } of opened) socket.terminate()
  }
  // Only the games are there for all.
  for (const path of ['/metrics', '/ready', '/health']) assert.notEqual((await get(front, path))?.status, 200)
})

test('both nodes are restarted under load: every move is accepted, and made once', {
  timeout: 2 * PATIENCE,
}, async t => {
  let isOver = false
  const players = []
  const played = []
  const drive = async () => {
    const [white, black] = [1, 2].map(() => session.connectGames(url, { WebSocket }))
    players.push(white, black)
    while (!isOver) {
      const links = [await white.create({ clock: { base: 600_000, increment: 0 } })]
      links.push(black.open(links[0].id))
      await until(() => links[1].view, 'the game')
      assert.equal((await links[1].join()).ok, true)
      const game = new Game()
      const accepted = []
      played.push({ id: links[0].id, accepted })
      while (!isOver && !game.status.over) {
        const link = links[game.ply % 2]
        await until(() => link.view?.status === 'playing' && link.view.ply === game.ply, `ply ${game.ply}`)
        const legal = game.legalMoves('uci')
        const uci = legal[Math.floor(Math.random() * legal.length)]
        const answer = await link.move(uci)
        assert.equal(answer.ok, true, `${uci}: ${JSON.stringify(answer)}`)
        game.move(uci)
        accepted.push(uci)
        moves++
        await wait(THOUGHT)
      }
      for (const link of links) link.close()
    }
  }
  const driving = Promise.all(Array.from({ length: PAIRS }, drive))
  t.after(() => {
    isOver = true
    for (const player of players) player.close()
  })
  await until(() => moves > 5 * PAIRS, 'moves')
  for (const port of nodes.keys()) assert.ok((await clientsOf(port)) > 0, 'both have clients')

  const pids = Array.from(nodes.values(), ({ pid }) => pid)
  const loop = replaced(block('sh', 'for port'), PORTS)
  const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` }
  const before = moves
  const begin = performance.now()
  const shell = spawn('sh', ['-eu', '-c', loop], { env, stdio: 'inherit' })
  t.after(() => shell.kill())
  const end = await Promise.race([once(shell, 'exit'), driving.then(() => ['the games ended'])])
  assert.deepEqual(end, [0, null])
  t.diagnostic(`${moves - before} moves in ${((performance.now() - begin) / 1000).toFixed(1)} s of restarts`)
  assert.deepEqual(ends, [
    [0, null],
    [0, null],
  ])
  for (const { pid } of nodes.values()) assert.ok(!pids.includes(pid))
  const done = moves
  await until(() => moves > done + 3 * PAIRS, 'moves afterwards')
  isOver = true
  const guest = await client(t, url)
  await driving
  for (const { id, accepted } of played) {
    await guest.ask('open', { game: id })
    const made = guest.eventsOf(id).filter(({ type }) => type === 'moved')
    assert.deepEqual(
      made.map(({ uci }) => uci),
      accepted,
    )
    guest.send({ type: 'close', game: id })
  }
  for (const player of players) player.close()
  guest.socket.terminate()
  for (const port of nodes.keys()) await until(async () => (await clientsOf(port)) === 0, 'their end')
  // No client has seen the fault of a node; 429 is of the test above, files are nginx's own.
  const statuses = readFileSync(join(folder, 'access.log'), 'utf8').trim().split('\n')
  assert.deepEqual(
    statuses.filter(status => !/^(101|429|403|404)\b|^\d+ -$/.test(status)),
    [],
  )
  const passedOn = statuses.filter(status => /^101 \d+, 101$/.test(status))
  t.diagnostic(`nginx has passed ${passedOn.length} of ${statuses.length} clients on to the other node`)
  assert.ok(passedOn.length > 0)
  const [{ made }] = await postgres.ask("select to_regclass('binbo_games') as made")
  assert.equal(made, 'binbo_games')
})
