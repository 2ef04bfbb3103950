// SPDX-License-Identifier: Apache-2.0
// Messages that come twice, late and in another order, and two nodes that get commands for one game at the same moment.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { beginGame, until, withWorld } from './support/fault-world.js'
import { Player } from './support/game-players.js'
import { startRelay } from './support/relay.js'

const TIMES = Number(process.env.FAULTS_TIMES || 1)
const LONGEST_DELAY = 60

/**
 * The same user on another node.
 * @param {Player} player
 * @param {string} url
 */
async function twinOf(player, url) {
  const twin = new Player(() => [url])
  twin.token = player.token
  await twin.connect()
  assert.equal(twin.user.id, player.user.id)
  twin.watch(player.game, player.color)
  return twin
}

describe('the wire and several nodes', { concurrency: 3 }, () => {
  test('messages that are doubled, delayed and reordered change nothing', async t => {
    /** @type {Awaited<ReturnType<typeof startRelay>>[]} */
    const relays = []
    const world = await withWorld(t, {
      games: 6,
      think: [5, 20],
      route: (urls, player) => (relays.length === 0 ? urls : [relays[player % 2].url]),
    })
    for (const node of world.nodes) {
      relays.push(
        await startRelay(
          () => node.url,
          text => {
            // hello comes first: without it the server ends the connection.
            if (text.includes('"hello"') || text.includes('"welcome"')) return [0]
            const copies = Math.random() < 0.4 ? 2 : 1
            return Array.from({ length: copies }, () => Math.floor(Math.random() * LONGEST_DELAY))
          },
        ),
      )
    }
    t.after(() => Promise.all(relays.map(relay => relay.close())))
    for (const player of world.players) player.drop()
    await until('all are back', () =>
      world.players.every(player => player.isConnected && player.connects >= 2),
    )
    await world.playMoves()
    await until('there was play', () => world.moves > 150)
    for (const relay of relays) relay.treat = () => [0]
    await world.finish()
    const { figures, refused } = await world.check()
    assert.deepEqual(refused, [])
    t.diagnostic(JSON.stringify(figures))
  })

  test('a move that two nodes get at once is made once; of two that end the game one does', async t => {
    const world = await withWorld(t, { games: 4 })
    const urls = world.nodes.map(node => node.url)
    const twins = await Promise.all(
      world.players.map(player => twinOf(player, urls.find(url => url !== player.url) ?? '')),
    )
    t.after(() => {
      for (const twin of twins) twin.close()
    })
    const races = Math.min(390, 60 * TIMES)
    let stale = 0
    await Promise.all(
      world.games.map(async ({ white, black, script }, number) => {
        const [whiteTwin, blackTwin] = twins.slice(2 * number, 2 * number + 2)
        for (let ply = 0; ply < races; ply++) {
          const pair = ply % 2 === 0 ? [white, whiteTwin] : [black, blackTwin]
          await until('both know the position', () => pair.every(player => player.ply === ply))
          const isSameCommand = ply % 4 < 2
          const answers = await Promise.all(
            pair.map((player, at) =>
              player.command('move', {
                id: isSameCommand ? `same-${ply}` : `other-${ply}-${at}`,
                ply,
                uci: script[ply],
              }),
            ),
          )
          const accepted = answers.filter(({ ok }) => ok)
          assert.equal(accepted.length, isSameCommand ? 2 : 1, JSON.stringify(answers))
          if (isSameCommand)
            // Both may be, where the first answer was lost; their versions differ where an outage is compensated in between.
            assert.ok(
              answers.some(({ duplicate }) => duplicate),
              'made once',
            )
          else {
            stale++
            assert.match(answers.find(({ ok }) => !ok).code, /^(stale|notYourTurn)$/)
          }
        }
        const ends = await Promise.all([white.command('resign'), black.command('resign')])
        assert.equal(ends.filter(({ ok }) => ok).length, 1, JSON.stringify(ends))
        assert.equal(ends.find(({ ok }) => !ok).code, 'over')
      }),
    )
    await world.finish()
    const { figures, logs } = await world.check()
    for (const log of logs.values()) assert.equal(log.filter(({ type }) => type === 'moved').length, races)
    t.diagnostic(JSON.stringify({ races: races * 4, stale, ...figures }))
  })

  test('a move and a claim of the flag on another node at the last moment: the game has one end', async t => {
    const world = await withWorld(t, { games: Math.min(200, 20 * TIMES), begin: false })
    const outcomes = {}
    await Promise.all(
      world.games.map(async game => {
        const { white, black, script } = game
        await beginGame(game, { base: 1000, start: 'now' })
        // The clock is at 0 after 1000 ms, and an opponent may claim that about 450 ms later.
        await wait(Math.max(0, white.startedAt + 900 + Math.random() * 700 - performance.now()))
        if (white.status === 'over') return
        const [move, flag] = await Promise.all([
          white.command('move', { ply: 0, uci: script[0] }),
          black.command('flag'),
        ])
        const outcome = `move ${move.ok ? 'made' : move.code}, flag ${flag.ok ? 'taken' : flag.code}`
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        assert.ok(!(move.ok && flag.ok), outcome)
      }),
    )
    await world.finish()
    const { figures, logs, refused } = await world.check()
    for (const { code } of refused) assert.match(code, /^(late|over|early|useAbort)$/)
    for (const log of logs.values()) assert.match(log.at(-1).reason, /^time/)
    t.diagnostic(JSON.stringify({ ...outcomes, ...figures }))
  })
})
