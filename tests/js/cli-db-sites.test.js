// SPDX-License-Identifier: Apache-2.0
// binbo db add --lichess and --chesscom, against a server that speaks their APIs.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, test } from 'node:test'
import { openDatabase } from 'binbo/database'
import { fetchGames } from '#js/sites/player-games.js'
import { dist } from './support/binbo.js'
import { siteGame, startSites } from './support/game-sites.js'
import { startProgram } from './support/program.js'

const program = join(dist, 'cli/main.js')
const root = mkdtempSync(join(tmpdir(), 'binbo-sites-'))
after(() => rmSync(root, { recursive: true, force: true }))
const SITES = ['lichess', 'chesscom']
const games = (count, from = 0) => Array.from({ length: count }, (_, i) => siteGame(from + i))
let count = 0
let [site, server, folder] = []
beforeEach(async () => {
  site = { games: [], next: undefined }
  server = await startSites(site)
  folder = join(root, `db${count++}`)
})
afterEach(() => server.close())

function start(name, ...more) {
  const api = more.includes('--api') ? [] : ['--api', server.url]
  const args = ['db', 'add', `--${name}`, 'Anna', ...api, '--db', folder, ...more]
  return startProgram(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
  })
}
const add = (name, ...more) => start(name, ...more).ended

/** The sites' addresses of the games in the database. */
async function kept() {
  const db = await openDatabase({ storage: { folder } })
  const all = await Promise.all([...(await db.filter()).ids()].map(id => db.game(id)))
  await db.close()
  return all.map(game => `${game}`)
}
const linksOf = texts => texts.map(text => /Link "(.*?)"/.exec(text)[1]).sort()
const assertKept = async expected => assert.deepEqual(linksOf(await kept()), linksOf(expected))

for (const name of SITES) {
  test(`${name}: all games with their texts, then only new ones, one request at a time`, async () => {
    site.games = games(name === 'lichess' ? 1100 : 200)
    const first = await add(name, '--json')
    assert.deepEqual([first.code, JSON.parse(first.stdout).games], [0, site.games.length], first.stderr)
    await assertKept(site.games)
    assert.match((await kept())[0], /\[%clk 0:03:00\]/)
    const before = server.requests.length
    assert.equal(JSON.parse((await add(name, '--json')).stdout).games, 0)
    site.games.push(...games(100, site.games.length))
    assert.equal(JSON.parse((await add(name, '--json')).stdout).games, 100)
    await assertKept(site.games)
    assert.ok(server.requests.length - before <= 8, 'known months are left out')
    assert.equal(server.most(), 1)
    for (const { headers } of server.requests) assert.equal(headers['user-agent'], 'binbo')
    if (name === 'lichess') assert.equal(server.requests[0].headers.accept, 'application/x-chess-pgn')
  })

  test(`${name}: a connection that dies in the middle, or a program that is killed, loses and doubles nothing`, async () => {
    site.games = games(80)
    const [header, end] = [{ 'content-type': 'application/x-chess-pgn' }, siteGame(40).slice(0, 300)]
    const cut = (_, response) => {
      if (name === 'chesscom') return 'go on'
      response.writeHead(200, header).write(`${site.games.slice(0, 40).join('\n')}\n${end}`)
      setImmediate(() => response.destroy())
      return undefined
    }
    site.next = cut
    const broken = await add(name)
    if (name === 'lichess') {
      assert.equal(broken.code, 2)
      assert.match(broken.stderr, /^binbo: the connection to 127\.0\.0\.1:\d+ was lost/m)
      assert.match(broken.stderr, /40 games added/)
      await assertKept(site.games.slice(0, 40))
    }
    assert.equal((await add(name)).code, 0)
    await assertKept(site.games)
    // Killed while games come, again and again.
    for (let round = 0; round < 4; round++) {
      site.games.push(...games(300, site.games.length))
      const running = start(name)
      const came = server.requests.length
      while (server.requests.length < came + 1) await new Promise(setImmediate)
      for (let turns = 0; turns < round * 40; turns++) await new Promise(setImmediate)
      running.child.kill('SIGKILL')
      await running.ended
    }
    assert.equal((await add(name)).code, 0)
    await assertKept(site.games)
  })

  test(`${name}: killed between the commit of games and the note about them`, async () => {
    site.games = games(90)
    await add(name)
    const file = join(folder, 'sites.json')
    const notes = readFileSync(file, 'utf8')
    site.games.push(...games(10, 90), siteGame(100, { Variant: 'Shogi' }), siteGame(101))
    await add(name)
    writeFileSync(file, JSON.stringify({ ...JSON.parse(notes), adding: [`${name} anna`] }))
    assert.equal(JSON.parse((await add(name, '--json')).stdout).games, 0)
    await assertKept(site.games.filter((_, i) => i !== 100))
  })

  test(`${name}: 429 is waited out, as long as the site says`, async () => {
    site.games = games(3)
    site.next = (_, response) => void response.writeHead(429, { 'retry-after': '1' }).end()
    const { code, stderr } = await add(name)
    assert.equal(code, 0)
    assert.match(stderr, /^127\.0\.0\.1:\d+ has had too many requests: waiting 1 s$/m)
    await assertKept(site.games)
  })

  test(`${name}: errors are one sentence, and what came before stays`, async () => {
    site.games = games(5)
    const elsewhere = createServer((_, response) => response.end(siteGame(7)))
    elsewhere.listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const { port } = /** @type {import('node:net').AddressInfo} */ (elsewhere.address())
    const answers = [
      [(_, response) => response.writeHead(404).end('{}'), /has no player 'Anna'/],
      [(_, response) => response.writeHead(500).end('oh'), /answers with an error \(500\)/],
      [
        (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
        /redirects to 127\.0\.0\.1:\d+, which is not followed/,
      ],
      [(_, response) => response.writeHead(302).end(), /redirects to another address/],
      [(_, response) => response.end('<html>Sign in to the Wi-Fi</html>'), /something other than games/],
      [(_, response) => response.end(Buffer.alloc(3_000_000, 0xff)), /something other than games/],
      [
        (_, response) => response.writeHead(429, { 'retry-after': '999999' }).end(),
        /too many requests; try again later/,
      ],
    ]
    for (const [next, message] of answers) {
      site.next = (request, response) => void next(request, response)
      const { code, stderr } = await add(name)
      assert.equal(code, 2, String(message))
      assert.match(stderr, message)
      assert.equal(stderr.match(/^binbo: /gm).length, 1)
    }
    elsewhere.close()
    // A redirect within the site is followed.
    site.next = ({ url }, response) => void response.writeHead(301, { location: url }).end()
    assert.equal((await add(name)).code, 0)
    await assertKept(site.games)
    server.close()
    const away = await add(name)
    assert.deepEqual(
      [away.code, /127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)/.test(away.stderr)],
      [2, true],
    )
  })

  test(`${name}: Ctrl-C ends it, and what came stays`, async () => {
    site.games = games(30)
    await add(name)
    site.games.push(...games(6, 30))
    site.next = (_, response) => {
      response.writeHead(200)
      response.write(name === 'lichess' ? `${site.games.slice(30).join('\n')}\n[Event "half` : '{')
    }
    const running = start(name)
    const came = server.requests.length
    while (server.requests.length === came) await new Promise(setImmediate)
    await new Promise(resolve => setTimeout(resolve, 300))
    running.child.kill('SIGINT')
    const { code, stderr } = await running.ended
    assert.equal(code, 130)
    assert.match(stderr, /\(interrupted\)/)
    await add(name)
    await assertKept(site.games)
  })
}

test('hostile games are read as any PGN: variants, broken moves, control characters, bytes that are not UTF-8', async () => {
  site.games = [
    siteGame(0, { White: '\u001b[2J' }),
    siteGame(1, { Variant: 'Shogi' }),
    siteGame(2).replace('e5', 'Ke3'),
    siteGame(3, { UTCDate: '2026.99.99' }),
  ]
  const odd = Buffer.concat([
    Buffer.from(`${site.games.join('\n')}\n`),
    Buffer.from(siteGame(5).replace('Rated', 'R\xe4ted'), 'latin1'),
    Buffer.from(`\n${siteGame(6).replaceAll('\n', '\r\n')}`),
  ])
  site.next = (_, response) => void response.end(odd)
  const { code, stdout, stderr } = await add('lichess', '--json')
  assert.equal(code, 0)
  const { games: added, skipped, errors, total } = JSON.parse(stdout)
  assert.deepEqual([added, skipped, errors, total], [5, 1, 2, 5])
  assert.match(stderr, /^https:\/\/lichess\.org\/game2:\d+:\d+: game 3, ply 2: .*Ke3/m)
})

test('wrong use', async () => {
  for (const [more, message] of [
    [['--chesscom', 'x1'], /exclude each other/],
    [['games.pgn'], /exclude each other/],
    [['--api', 'ftp://x'], /--api is an address of http or https/],
    [['--lichess', '../x'], /--lichess is the name of a user, not '\.\.\/x'/],
  ]) {
    const { code, stderr } = await add('lichess', ...more)
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
  site.games = games(1)
  await add('lichess')
  writeFileSync(join(folder, 'sites.json'), '{"marks":{"lichess anna":{"at":1}}}')
  const damaged = await add('lichess')
  assert.deepEqual([damaged.code, /sites\.json is damaged/.test(damaged.stderr)], [2, true])
})

test('without Retry-After a minute is waited; a date, too, and a wait can be ended', async () => {
  site.games = games(2)
  const waits = []
  const options = { api: server.url, wait: async time => void waits.push(time) }
  const date = new Date(Date.now() + 90_000).toUTCString()
  for (const header of [{}, { 'retry-after': 'soon' }, { 'retry-after': date }]) {
    site.next = (_, response) => void response.writeHead(429, header).end()
    const found = []
    for await (const game of fetchGames('lichess', 'anna', options)) found.push(game.id)
    assert.deepEqual(found, ['https://lichess.org/game0', 'https://lichess.org/game1'])
  }
  assert.deepEqual(waits.slice(0, 2), [60_000, 60_000])
  assert.ok(waits[2] > 30_000 && waits[2] <= 90_000)
  const controller = new AbortController()
  site.next = (_, response) => void response.writeHead(429).end()
  const ended = fetchGames('lichess', 'anna', {
    api: server.url,
    signal: controller.signal,
    onWait: () => controller.abort(),
  })
  await assert.rejects(ended.next(), { name: 'AbortError' })
})
