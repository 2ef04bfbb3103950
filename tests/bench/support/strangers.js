// SPDX-License-Identifier: Apache-2.0
/**
 * Attackers of a game server: connections of one address, each of which comes as a new user, puts games into the lobby,
 * leaves, and comes back. It runs until its parent disconnects, and answers each message with what it has got so far.
 *
 * usage: fork('strangers.js', [URL, ADDRESS, COUNT])
 */
import process from 'node:process'
import { Wire } from '../../js/support/served-games.js'

/** Games that each user asks for. */
const GAMES = 10

const [url, address, count] = process.argv.slice(2)
const got = { made: 0, refused: 0, returns: 0 }

async function attack() {
  for (;;) {
    const wire = new Wire(url, { headers: { 'x-forwarded-for': address } })
    try {
      await wire.hello()
      const answers = await Promise.all(
        Array.from({ length: GAMES }, (_, at) =>
          wire.ask('create', { listed: at % 2 === 0, clock: { base: 60_000 } }),
        ),
      )
      for (const { ok, game } of answers) {
        if (ok) {
          got.made++
          wire.send({ type: 'open', game })
        } else got.refused++
      }
      await wire.ask('lobby')
      await wire.end()
    } catch {
      wire.socket.terminate()
    }
    got.returns++
  }
}

for (let i = 0; i < Number(count); i++) attack()
process.on('message', () => process.send?.(got))
process.on('disconnect', () => process.exit())
