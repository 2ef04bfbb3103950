// SPDX-License-Identifier: Apache-2.0
// What all stores keep to: in memory, in Redis, and in a cluster of Redis. Two store objects stand for two nodes.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { MemoryStore, RedisStore } from '../../dist/server.js'
import { distUrl } from './support/child.js'
import { withCluster, withRedis } from './support/redis.js'
import { keep, offer, SLACK, until } from './support/redis-stores.js'

/** What is not dealt with comes again after 5 s, in milliseconds. */
const LEAST_LEASE = 4500
const HOUR = 3_600_000
/** Nothing here is about deadlines. */
const DEADLINE = 20_000

/**
 * Does what must be done before a time: the time is longer where the machine is too busy for it.
 * @template T
 * @param {number} milliseconds at first
 * @param {(milliseconds: number) => Promise<T | undefined>} attempt undefined: it was too late
 * @returns {Promise<T>}
 */
async function inTime(milliseconds, attempt) {
  const done = await attempt(milliseconds)
  return done === undefined ? inTime(3 * milliseconds, attempt) : done
}

/** How to make a node's store, for each kind; nodes of MemoryStore share one. */
const KINDS = {
  MemoryStore: async t => {
    const store = new MemoryStore()
    t.after(() => store.close())
    return () => store
  },
  RedisStore: async t => {
    const { url } = await withRedis(t)
    return () => new RedisStore({ url, deadline: DEADLINE })
  },
  'RedisStore on a cluster': async t => {
    const { urls } = await withCluster(t)
    return () => new RedisStore({ cluster: urls, deadline: DEADLINE })
  },
}

let count = 0
const newGame = () => `game-${++count}`

describe('stores', { concurrency: true }, () => {
  for (const [kind, make] of Object.entries(KINDS))
    describe(kind, { concurrency: 1 }, () => {
      /** @type {any} */
      let a
      /** @type {any} */
      let b
      /** @type {any} */
      let newStore
      /** @type {[game: string, gone: string[] | undefined, at: number, node: number][]} */
      const calls = []
      /** @type {Map<string, () => Promise<void>>} what a handler does, by game */
      const handlers = new Map()

      /** Waits until nodes have dealt with all timers that are due by now: with others that are due later, twice. */
      async function looked() {
        for (const _ of [1, 2]) {
          const game = newGame()
          handlers.set(game, () => keep(b, game, 1, [], null))
          await keep(a, game, 0, [offer(1, 'c')], a.now())
          await until(() => calls.some(([name]) => name === game), 'a later timer')
        }
      }

      /** @type {(() => unknown)[]} */
      const ends = []

      before(async () => {
        newStore = await make({ after: fn => ends.push(fn) })
        a = newStore()
        b = newStore()
        await until(() => a.ready && b.ready, 'ready')
        for (const [node, store] of [...new Set([a, b])].entries())
          store.onDue(async (game, gone) => {
            calls.push([game, gone, store.now(), node])
            await handlers.get(game)?.()
          })
      })

      after(async () => {
        await Promise.all([a, b].map(store => store?.close()))
        for (const end of ends) await end()
      })

      test('the clock is of integers, never goes back and is the same on both nodes', async () => {
        let last = a.now()
        for (let index = 0; index < 200; index++) {
          const one = a.now()
          assert.ok(Number.isInteger(one) && one >= last)
          last = one
          if (index % 50 === 0) await wait(5)
        }
        // What was read while the machine was busy is read again later.
        await until(() => {
          const [one, two, three] = [a.now(), b.now(), a.now()]
          return two >= one - 20 && two <= three + 20
        }, 'the same time on both nodes')
        assert.ok(Math.abs(a.now() - Date.now()) < SLACK)
      })

      test('a log is what was appended; there is none before', async () => {
        const game = newGame()
        assert.deepEqual(await a.read(game), [])
        const events = [0, 1, 2, 3].map(index => offer(index, `c${index}`))
        await keep(a, game, 0, events.slice(0, 2), null)
        await keep(b, game, 2, events.slice(2), null)
        assert.deepEqual(await a.read(game), events)
        assert.deepEqual(await b.read(game, 3), events.slice(3))
        assert.deepEqual(await b.read(game, 4), [])
        assert.deepEqual(await b.read(game, 9), [])
      })

      test('an append at another length is refused, with exactly the events that were missed', async () => {
        const game = newGame()
        const events = [0, 1, 2].map(index => offer(index, `ü${index}`))
        await keep(a, game, 0, events, null)
        for (const version of [0, 1, 2])
          assert.deepEqual(await b.append(game, version, [offer(9, 'x')], null), {
            ok: false,
            missed: events.slice(version),
          })
        assert.deepEqual(await b.append(game, 4, [offer(9, 'x')], null), { ok: false, missed: [] })
        assert.deepEqual(await a.read(game), events)
      })

      test('of twenty writers that race one wins each round, and nothing is lost or doubled', async () => {
        const games = Array.from({ length: 5 }, newGame)
        const writers = Array.from({ length: 20 }, async (_, writer) => {
          const store = writer % 2 ? a : b
          const wins = []
          for (const game of games) {
            let version = 0
            for (let written = 0; written < 5; ) {
              const command = `${writer}.${written}`
              const { ok, missed } = await store.append(game, version, [offer(version, command)], null)
              if (ok) {
                wins.push(`${game} ${version} ${command}`)
                version++
                written++
              } else {
                assert.ok(missed.length > 0)
                version += missed.length
              }
            }
          }
          return wins
        })
        const wins = (await Promise.all(writers)).flat()
        assert.equal(wins.length, 500)
        const logs = await Promise.all(games.map(game => b.read(game)))
        const kept = logs.flatMap((log, index) =>
          log.map(({ command }, version) => `${games[index]} ${version} ${command}`),
        )
        assert.deepEqual(kept.sort(), wins.sort())
      })

      test('what is no event is refused, and nothing is kept', async () => {
        const game = newGame()
        const bad = a.append(game, 0, [offer(1, 'c'), { type: 'castled', at: 1 }], 5)
        await assert.rejects(bad, { code: 'ERR_SESSION_FORMAT' })
        assert.deepEqual(await a.read(game), [])
      })

      test('hints come to all nodes, also for own appends, and end with the subscription', async () => {
        const game = newGame()
        const seen = []
        const stop = [
          a.subscribe(game, (...args) => seen.push(['a', ...args])),
          b.subscribe(game, (...args) => seen.push(['b', ...args])),
        ]
        if (a instanceof RedisStore) await until(() => seen.length === 2, 'the subscriptions')
        seen.length = 0
        const events = [offer(1, 'c1'), offer(1, 'c2')]
        await keep(a, game, 0, events, null)
        await until(() => seen.length >= 2, 'both hints')
        assert.deepEqual(seen.sort(), [
          ['a', 2, events],
          ['b', 2, events],
        ])
        stop[0]()
        await keep(b, game, 2, [offer(2, 'c3')], null)
        await until(() => seen.length >= 3, 'a third hint')
        assert.deepEqual(seen[2], ['b', 3, [offer(2, 'c3')]])
        stop[1]()
        // Another listener hears what those do not that were taken away.
        let heard = -1
        const stopOther = b.subscribe(game, (version = 0) => {
          heard = version
        })
        if (b instanceof RedisStore) await until(() => heard === 0, 'another subscription')
        await keep(a, game, 3, [offer(3, 'c4')], null)
        await until(() => heard === 4, 'the hint for another listener')
        assert.equal(seen.length, 3)
        stopOther()
      })

      test('a timer comes when it is due, never early, on one node, and append sets it anew or clears it', async () => {
        const game = newGame()
        const now = a.now()
        handlers.set(game, () => keep(a, game, 1, [], null))
        await keep(a, game, 0, [offer(now, 'c')], now + 250)
        const { moved, cleared, later } = await inTime(2000, async ms => {
          const [moved, cleared] = [newGame(), newGame()]
          const began = a.now()
          const later = began + ms
          await keep(a, moved, 0, [offer(began, 'c')], later)
          await keep(b, moved, 1, [offer(began, 'd')], later + HOUR)
          await keep(a, cleared, 0, [offer(began, 'c')], later)
          await keep(b, cleared, 1, [offer(began, 'd')], null)
          return a.now() < later ? { moved, cleared, later } : undefined
        })
        await until(() => calls.some(([name]) => name === game) && a.now() >= later, 'the timer')
        await looked()
        const [[, gone, at], ...more] = calls.filter(([name]) => name === game)
        assert.equal(gone, undefined)
        assert.ok(at >= now + 250, `${now + 250 - at} ms early`)
        assert.deepEqual(more, [])
        assert.ok(!calls.some(([name]) => name === moved || name === cleared))
      })

      test('a thousand timers that are due at once all come, once', async () => {
        const games = Array.from({ length: 1000 }, newGame)
        const now = a.now()
        // A call that takes longer than the lease, on a busy machine, is made again after it.
        const again = []
        const last = new Map()
        for (const game of games)
          handlers.set(game, async () => {
            // It was claimed when it was due, or later.
            if (last.has(game) && a.now() < now + 100 + LEAST_LEASE) again.push(game)
            last.set(game, a.now())
            await keep(b, game, 1, [], null)
          })
        await Promise.all(games.map(game => keep(a, game, 0, [offer(now, 'c')], now + 100)))
        await until(() => last.size === 1000, 'all timers')
        await looked()
        assert.deepEqual(again, [])
      })

      test('a timer and a seat that nobody deals with come again after the lease', async () => {
        const [game, held] = [newGame(), newGame()]
        const now = a.now()
        let failed = false
        handlers.set(held, async () => {
          if (failed) return
          failed = true
          throw new Error('the node is in trouble')
        })
        await keep(a, game, 0, [offer(now, 'c')], now)
        await a.hold(held, 'white', now)
        const times = name => calls.filter(([called]) => called === name).map(([, , at]) => at)
        await until(() => times(game).length === 2 && times(held).length === 2, 'the second calls')
        for (const name of [game, held]) {
          const [first, second] = times(name)
          // The call may have been late; it was claimed when it was due, or later.
          assert.ok(first >= now && second - now >= LEAST_LEASE, `${first - now}, ${second - now}`)
        }
        await keep(a, game, 1, [], null)
      })

      test('seats that nobody holds are told, once, and a lower hold is a hint for the others', async () => {
        const game = newGame()
        const hints = []
        const stop = b.subscribe(game, (...args) => hints.push(args))
        if (b instanceof RedisStore) await until(() => hints.length === 1, 'the subscription')
        hints.length = 0
        const now = a.now()
        await a.hold(game, 'white', now + 60_000)
        await b.hold(game, 'white', now + 61_000)
        await a.hold(game, 'black', now + 150)
        await a.hold(game, 'white', now + 200)
        // Those of a game keep their order.
        const events = [offer(1, 'c')]
        await keep(a, game, 0, events, null)
        await until(() => hints.at(-1)?.length === 2, 'the hint of a log')
        assert.deepEqual(hints, [[], [1, events]])
        const gone = () => calls.filter(([name]) => name === game).flatMap(([, colors]) => colors)
        await until(() => gone().length >= 2, 'both seats')
        await looked()
        assert.deepEqual(gone().sort(), ['black', 'white'])
        stop()
      })

      test('a seat that is held again in time is not told', async () => {
        const [game, end] = await inTime(120, async ms => {
          const game = newGame()
          const now = a.now()
          await a.hold(game, 'white', now + ms)
          await b.hold(game, 'white', now + 60_000)
          return a.now() < now + ms ? [game, now + ms] : undefined
        })
        await until(() => a.now() >= end, 'the first end')
        await looked()
        assert.ok(!calls.some(([name]) => name === game))
      })

      test('redact replaces a whole log at the right length; hints are of what is new', async () => {
        const game = newGame()
        const seen = []
        const stop = b.subscribe(game, (...args) => seen.push(args))
        if (b instanceof RedisStore) await until(() => seen.length === 1, 'the subscription')
        const now = a.now()
        const events = [0, 1, 2].map(index => offer(now + index, `c${index}`))
        await keep(a, game, 0, events, now + 60_000)
        await until(() => seen.at(-1)?.[0] === 3, 'the first hint')
        const blank = events.map(({ command: _, ...event }) => event)
        const longer = [...blank, offer(now + 3, 'ü'), offer(now + 4, 'x')]
        for (const version of [0, 2, 4])
          assert.deepEqual(await b.redact(game, version, longer, null), {
            ok: false,
            missed: events.slice(version),
          })
        assert.deepEqual(await a.read(game), events)
        handlers.set(game, () => keep(a, game, 5, [], null))
        assert.deepEqual(await a.redact(game, 3, longer, now), { ok: true })
        assert.deepEqual(await b.read(game), longer)
        assert.deepEqual(await b.read(game, 4), longer.slice(4))
        await until(() => seen.at(-1)?.[0] === 5, 'the second hint')
        assert.deepEqual(seen.at(-1), [5, longer.slice(3)])
        await until(() => calls.some(([name]) => name === game), 'the timer')
        // As many as before are no news.
        const hints = seen.length
        assert.deepEqual(await b.redact(game, 5, [...blank, ...longer.slice(3)], null), { ok: true })
        await keep(a, game, 5, [offer(now + 5, 'y')], null)
        await until(() => seen.at(-1)?.[0] === 6, 'the last hint')
        assert.equal(seen.length, hints + 1)
        await assert.rejects(a.redact(game, 6, [...longer, { type: 'castled', at: 1 }], null), {
          code: 'ERR_SESSION_FORMAT',
        })
        assert.equal((await b.read(game)).length, 6)
        stop()
      })

      test('redact takes the longest log that there can be', async () => {
        const game = newGame()
        const events = Array.from({ length: 12_040 }, (_, index) => offer(index, `c${index}`))
        for (let at = 0; at < events.length; at += 1000)
          await keep(a, game, at, events.slice(at, at + 1000), null)
        const blank = events.map(({ command: _, ...event }) => event)
        assert.deepEqual(await b.redact(game, events.length, blank, null), { ok: true })
        assert.deepEqual(await a.read(game), blank)
      })

      test('remove deletes log, timer and seats, only at the right length', async () => {
        let hints = 0
        let stop = () => {}
        const [game, due] = await inTime(300, async ms => {
          const game = newGame()
          const now = a.now()
          await keep(a, game, 0, [offer(now, 'c')], now + ms)
          await a.hold(game, 'white', now + ms)
          assert.equal(await b.remove(game, 0), false)
          assert.equal(await b.remove(game, 2), false)
          assert.equal((await a.read(game)).length, 1)
          hints = 0
          stop = a.subscribe(game, version => void (hints += version === undefined ? 1 : 0))
          if (a instanceof RedisStore) await until(() => hints === 1, 'the subscription')
          assert.equal(await b.remove(game, 1), true)
          if (a.now() < now + ms) return [game, now + ms]
          stop()
        })
        await until(() => hints >= (a instanceof RedisStore ? 2 : 1), 'the hint')
        assert.deepEqual(await a.read(game), [])
        assert.equal(await b.remove(game, 1), false)
        await until(() => a.now() >= due, 'when it would have been due')
        await looked()
        assert.ok(!calls.some(([name]) => name === game))
        await keep(a, game, 0, [offer(a.now(), 'again')], null)
        stop()
      })

      test('lists: a game is on each until its time, the longest one first, on both nodes', async () => {
        const [list, other] = [newGame(), newGame()]
        const now = a.now()
        assert.deepEqual(await a.listed(list), [])
        await a.enlist(list, 'x', now + 60_000)
        await b.enlist(list, 'y', now + 70_000)
        await a.enlist(list, 'z', now + 50_000)
        await b.enlist(list, 'late', now)
        await a.enlist(other, 'x', now + 50_000)
        assert.deepEqual(await b.listed(list), ['y', 'x', 'z'])
        assert.deepEqual(await a.listed(other), ['x'])
        await b.enlist(list, 'x', now + 80_000)
        assert.deepEqual(await a.listed(list), ['x', 'y', 'z'])
        await a.enlist(list, 'y', 0)
        await a.enlist(list, 'nothing', 0)
        assert.deepEqual(await b.listed(list), ['x', 'z'])
        const end = a.now() + 150
        await Promise.all([a.enlist(list, 'z', end), a.enlist(other, 'x', end)])
        // The clocks of two nodes differ by milliseconds.
        const lists = () => Promise.all([a.listed(list), b.listed(list), b.listed(other)])
        while ((await lists()).flat().length > 2) {
          assert.ok(b.now() < end + SLACK, 'they stay')
          await wait(10)
        }
        assert.ok(b.now() >= end - 20, 'they leave too early')
        await a.remove('x', 0)
        assert.deepEqual(await a.listed(list), ['x'], 'a list knows nothing of games')
      })

      test('lists: of more than 1,000 games those are dropped that end first', async () => {
        const list = newGame()
        const soon = a.now() + 60_000
        const games = Array.from({ length: 1005 }, (_, at) => `g${at}`)
        await Promise.all(games.map((game, at) => (at % 2 ? a : b).enlist(list, game, soon + at)))
        assert.deepEqual(await a.listed(list), games.slice(5).reverse())
        for (const name of ['', 'with:colons', 'ü {s0} *', 'games:~x'.repeat(20)]) {
          await a.enlist(name, 'one:game', soon)
          assert.deepEqual(await b.listed(name), ['one:game'])
        }
      })

      test('after close everything is refused, and nothing is called any more', async () => {
        const extra = newStore()
        if (extra === a) {
          const [store, other] = [new MemoryStore(), new MemoryStore()]
          /** @type {unknown[]} */
          const called = []
          for (const each of [store, other]) {
            each.onDue(async () => void called.push(each))
            await each.append('g', 0, [offer(1, 'c')], each.now() + 50)
          }
          await store.close()
          assert.equal(store.ready, false)
          await assert.rejects(store.read('g'), { code: 'ERR_STORE_AWAY' })
          await assert.rejects(store.enlist('l', 'g', 1), { code: 'ERR_STORE_AWAY' })
          await assert.rejects(store.listed('l'), { code: 'ERR_STORE_AWAY' })
          await until(() => called.length > 0, 'the timer of another store')
          assert.deepEqual(called, [other])
          return other.close()
        }
        await until(() => extra.ready, 'ready')
        const reading = extra.read('g')
        reading.catch(() => {})
        await extra.close()
        assert.equal(extra.ready, false)
        await assert.rejects(extra.append('g', 0, [], null), { code: 'ERR_STORE_AWAY' })
        await assert.rejects(extra.hold('g', 'white', 1), { code: 'ERR_STORE_AWAY' })
        await assert.rejects(extra.remove('g', 1), { code: 'ERR_STORE_AWAY' })
        await assert.rejects(extra.enlist('l', 'g', 1), { code: 'ERR_STORE_AWAY' })
        await assert.rejects(extra.listed('l'), { code: 'ERR_STORE_AWAY' })
        await extra.close()
      })
    })
})

test('a process that was suspended is an outage, found before anything is decided, and told once', async () => {
  const code = `
    import { MemoryStore } from '${distUrl}server.js'
    const store = new MemoryStore()
    const outages = []
    store.onOutage(outage => outages.push(outage))
    const offer = { type: 'drawOffered', at: 1, by: 'white' }
    await store.append('g', 0, [offer], null)
    console.log('ready')
    process.stdin.once('data', async () => {
      const before = outages.length
      const refused = await store.append('g', 1, [offer], null)
      const kept = await store.append('g', 1, [offer], null)
      await new Promise(resolve => setTimeout(resolve, 600))
      const late = []
      store.onOutage(outage => late.push(outage))
      console.log(JSON.stringify({ before, refused, kept, outages, late, has: outages[0]?.has('g'), log: await store.read('g') }))
      await store.close()
      process.stdin.destroy()
    })`
  const env = { ...process.env }
  delete env.NODE_TEST_CONTEXT
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const lines = []
  createInterface({ input: child.stdout }).on('line', line => lines.push(line))
  const started = performance.now()
  await until(() => lines.length === 1, 'the start')
  child.kill('SIGSTOP')
  child.stdin.write('go\n')
  await wait(3700)
  child.kill('SIGCONT')
  assert.deepEqual(await closed, [0, null])
  const whole = performance.now() - started
  const { before: told, refused, kept, outages, late, has, log } = JSON.parse(lines[1])
  assert.equal(outages.length, 1)
  const length = outages[0].to - outages[0].from
  assert.ok(length >= 3600 && length < whole, JSON.stringify(outages))
  assert.deepEqual(late, outages)
  assert.ok(has)
  // Timers or input may come first: either the outage has been told before, or the append is refused.
  assert.deepEqual(refused, told === 1 ? { ok: true } : { ok: false, missed: [] })
  assert.equal(kept.ok, told === 0)
  assert.equal(log.length, 2)
})
