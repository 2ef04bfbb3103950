// SPDX-License-Identifier: Apache-2.0
// Builds the page and serves it on this machine, together with a game server: make demo. The environment variable PORT is the
// first port to try. Games are in the memory of this process.

import { buildPage } from './build-page.js'
import { PAGE_CSP, startServer } from './static-server.js'

const DEFAULT_PORT = 8000
const TRIES = 20
/** The address of the game server, relative to the page. */
const GAMES = 'games'

/**
 * @param {string} folder
 * @param {number} port the first port to try; then the next ones, and then any free port
 */
async function serveFrom(folder, port) {
  for (let tried = 0; tried < TRIES && port + tried <= 65535; tried++) {
    try {
      return await startServer({ roots: { '/': folder }, csp: PAGE_CSP, port: port + tried })
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error)
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
      console.log(`Port ${port + tried} is in use.`)
    }
  }
  return startServer({ roots: { '/': folder }, csp: PAGE_CSP })
}

const wanted = Number(process.env.PORT ?? DEFAULT_PORT)
if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65535) {
  console.error(`PORT must be a number from 0 to 65535, not ${process.env.PORT}`)
  process.exit(1)
}
console.log('build the page')
const server = await serveFrom(await buildPage(undefined, { gameServer: GAMES }), wanted)
// Imported by a computed address, so that tsc does not read the types of dist/.
const { createGameServer } = await import(new URL('../../dist/server.js', import.meta.url).href)
const games = await createGameServer({ server: server.server, path: `/${GAMES}` })
console.log(`The page is at ${server.url} (Ctrl+C ends the server)`)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await games.close()
    await server.close()
    process.exit(0)
  })
}
