// SPDX-License-Identifier: Apache-2.0
// The commands and files of web/docs/deployment.md that deployment.test.js does not need: secrets, the database, backup and
// restore, three machines, alerts. They run as they stand there, with other paths, ports and owners.

import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { RedisStore } from '../../dist/server.js'
import { root } from './support/binbo.js'
import { PATIENCE } from './support/patience.js'
import { holdPorts } from './support/ports.js'
import { PostgresServer } from './support/postgres.js'
import { withRedis } from './support/redis.js'
import { offer, open, until } from './support/redis-stores.js'
import { games } from './support/served-games.js'

const guide = readFileSync(`${root}web/docs/deployment.md`, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'binbo-guide-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))

/** @param {string} first line of a block @returns {string} the block, without that line */
function block(first) {
  const start = guide.indexOf(`\n${first}\n`)
  assert.ok(start >= 0, first)
  const from = start + first.length + 2
  return guide.slice(from, guide.indexOf('\n```\n', from) + 1)
}

/** @param {string} source @param {Record<string, string>} replacements each must be there */
function replaced(source, replacements) {
  for (const [from, to] of Object.entries(replacements)) {
    assert.ok(source.includes(from), from)
    source = source.replaceAll(from, to)
  }
  return source
}

/** Runs a script as root's shell would. @param {string} script */
function shell(script) {
  const { status, stderr } = spawnSync('sh', ['-eu', '-c', script], { encoding: 'utf8', timeout: PATIENCE })
  assert.equal(status, 0, stderr)
}

/** Runs what follows `runuser -u NAME --` as this test does. */
const AS_ROOT = 'runuser() { shift 3; "$@"; };'

const secrets = replaced(block('# secrets'), { '/etc/binbo': folder, 'chown -R chess: ': ': ' })

test('files with secrets are for their owner alone, from the beginning', () => {
  shell(secrets)
  for (const name of ['secret', 'env']) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
  assert.match(readFileSync(join(folder, 'secret'), 'utf8'), /^[0-9a-f]{64}\n$/)
  assert.match(readFileSync(join(folder, 'env'), 'utf8'), /^PGPASSWORD=[0-9a-f]{48}\n$/)
})

test('the database: made, saved every night, and restored', async t => {
  const postgres = new PostgresServer()
  t.after(() => postgres.remove())
  await postgres.create()
  const { host } = postgres.settings
  const psql = `export PGHOST=${host} PGUSER=postgres;`
  shell(secrets)
  shell(`${AS_ROOT} ${psql} ${replaced(block('# database'), { '/etc/binbo': folder })}`)
  const [{ rolpassword }] = await postgres.ask("select rolpassword from pg_authid where rolname = 'chess'")
  assert.match(rolpassword, /^SCRAM-SHA-256\$/)
  const env = { ...process.env, PGHOST: host, PGUSER: 'chess', PGDATABASE: 'chess' }
  const ask = (/** @type {string} */ sql) =>
    execFileSync('psql', ['-Atc', sql], { env, encoding: 'utf8' }).trim()
  ask("create table binbo_games as select 'g1' as id")

  const redis = await withRedis(t, { appendfsync: 'always' })
  const store = await open(t, { url: redis.url })
  await store.append('g', 0, [offer(1, 'c')], null)
  const day = join(folder, 'day')
  const save = replaced(block('# /etc/cron.daily/binbo'), {
    '/var/backups/binbo/$(date +%u)': day,
    'redis-cli --rdb': `redis-cli -s ${redis.socket} --rdb`,
    '/etc/binbo': folder,
  })
  shell(`${AS_ROOT} ${psql} ${save}`)
  for (const name of readdirSync(day)) assert.equal(statSync(join(day, name)).mode & 0o077, 0, name)
  ask('drop table binbo_games')
  await store.append('g', 1, [offer(2, 'after the backup')], null)
  await store.close()
  await redis.killed()

  const data = join(redis.socket, '..')
  const restore = replaced(block('# restore'), {
    '/var/backups/binbo/1': day,
    '/var/lib/redis': data,
    'install -o redis -g redis': 'install',
  })
  shell(`systemctl() { :; }; ${AS_ROOT} ${psql} ${restore}`)
  assert.equal(ask('select id from binbo_games'), 'g1')
  await redis.start()
  const after = await open(t, { url: redis.url })
  assert.deepEqual(
    (await after.read('g')).map(({ command }) => command),
    ['c'],
  )
})

test('three machines: Redis and Sentinel take their files, and a store finds the primary', async t => {
  const [port, sentinelPort] = await holdPorts(2)
  const bind = 'bind 127.0.0.1 10.0.0.2'
  const lines = replaced(block('# /etc/redis/redis.conf, three machines'), { [bind]: 'bind 127.0.0.1' })
  const primary = lines.split('\n').filter(line => !/^(replicaof|min-replicas|$)/.test(line))
  const password = /^requirepass (.*)$/m.exec(lines)?.[1]
  const start = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string[]} */ ...args) => {
    const home = join(folder, name)
    mkdirSync(home)
    writeFileSync(join(home, 'conf'), `${text}\ndir ${home}\n`)
    const child = spawn('redis-server', [join(home, 'conf'), ...args], { stdio: 'ignore' })
    t.after(() => child.kill('SIGKILL'))
  }
  start('primary', `port ${port}\n${primary.join('\n')}`)
  const [replicaPort] = await holdPorts(1)
  start('replica', `port ${replicaPort}\n${lines.replace(/^replicaof .*$/m, `replicaof 127.0.0.1 ${port}`)}`)
  const sentinel = replaced(block('# /etc/redis/sentinel.conf'), {
    [bind]: 'bind 127.0.0.1',
    'port 26379': `port ${sentinelPort}`,
    '10.0.0.1 6379': `127.0.0.1 ${port}`,
  })
  start('sentinel', sentinel, '--sentinel')
  const store = new RedisStore({
    url: `redis://:${password}@any`,
    sentinel: {
      name: /^sentinel monitor (\S+)/m.exec(sentinel)?.[1] ?? '',
      nodes: [{ host: '127.0.0.1', port: sentinelPort }],
      password: /^requirepass (.*)$/m.exec(sentinel)?.[1],
    },
    waitReplicas: 1,
  })
  t.after(() => store.close())
  await until(
    () =>
      store.append('g', 0, [offer(1, 'c')], null).then(
        () => true,
        () => false,
      ),
    `an append: ${store.reason}`,
  )
})

test('alerts are about metrics that nodes have', async t => {
  const { http } = await games(t)
  const metrics = await (await http('/metrics')).text()
  const rules = block('# /etc/prometheus/binbo.yml')
  const named = new Set(rules.match(/\bbinbo_\w+/g))
  assert.ok(named.size > 5)
  for (const name of named) assert.match(metrics, new RegExp(`^# TYPE ${name.replace(/_bucket$/, '')} `, 'm'))
})
