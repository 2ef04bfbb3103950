// SPDX-License-Identifier: Apache-2.0
// connectGames() in Chromium under a strict policy, against a real game server.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { STRICT_CSP } from '../../js/tools/static-server.js'
import { createGameServer } from '../js/support/host.js'
import { readReport, root, scriptPage, test } from './support/fixtures.js'

test.use({
  site: async ({}, use) =>
    use({
      roots: { '/binbo/': join(root, 'dist'), '/': join(root, 'tests/browser/pages') },
      texts: { '/session.html': scriptPage('/session-page.js') },
      csp: STRICT_CSP.replace("connect-src 'self'", "connect-src 'self' ws:"),
    }),
})

test('a page plays a whole game with the browser’s own WebSocket', async ({ visit, url, after }) => {
  const { origin } = new URL(url)
  const server = await createGameServer({ origins: [origin], log: () => {}, archive: async () => {} })
  after(() => server.close())
  const page = await visit(`session.html?server=${encodeURIComponent(server.url)}`)
  assert.deepEqual(await readReport(page), {
    joined: true,
    answers: [true, true, true, true],
    shown: [1, 2, 3, 4],
    result: { winner: 'black', reason: 'checkmate' },
    fen: 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',
    token: 'string',
  })
})
