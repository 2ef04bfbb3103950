// SPDX-License-Identifier: Apache-2.0
// A server that speaks the APIs of lichess.org and chess.com, and misbehaves on request.

import { once } from 'node:events'
import { createServer } from 'node:http'

const two = number => String(number).padStart(2, '0')

/**
 * @param {number} n from 0; three games share a second
 * @returns {string} PGN as the sites write it
 */
export function siteGame(n, tags = {}) {
  const day = 1 + (Math.floor(n / 3) % 28)
  const month = 1 + (Math.floor(n / 84) % 12)
  const year = 2020 + Math.floor(n / 1008)
  const facts = {
    Event: 'Rated blitz game',
    Site: `https://lichess.org/game${n}`,
    Date: `${year}.${two(month)}.${two(day)}`,
    White: n % 2 === 0 ? 'Anna' : `player${n}`,
    Black: n % 2 === 0 ? `player${n}` : 'Anna',
    Result: ['1-0', '0-1', '1/2-1/2'][n % 3],
    UTCDate: `${year}.${two(month)}.${two(day)}`,
    UTCTime: '18:01:02',
    Link: `https://www.chess.com/game/live/${n}`,
    ...tags,
  }
  const lines = Object.entries(facts).map(([name, value]) => `[${name} "${value}"]\n`)
  return `${lines.join('')}\n1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } ${facts.Result}\n`
}

const timeOf = text => Date.parse(`${/UTCDate "(.*?)"/.exec(text)[1].replaceAll('.', '-')}T18:01:02Z`)

/**
 * @param {{ games: string[] }} site whose games grow; `next` answers in place of the API and is then forgotten
 * @returns {Promise<{ url: string, requests: { url: string, headers: object }[], most: () => number, close: () => void }>}
 */
export async function startSites(site) {
  const requests = []
  let [open, most] = [0, 0]
  const server = createServer(async (request, response) => {
    requests.push({ url: request.url, headers: request.headers })
    most = Math.max(most, ++open)
    response.on('close', () => open--)
    // As both sites, so that pages can read the answers.
    response.setHeader('access-control-allow-origin', '*')
    const { next } = site
    site.next = undefined
    if (next && (await next(request, response)) !== 'go on') return
    const url = new URL(request.url, 'http://x')
    const player = /^\/api\/games\/user\/anna$/i.test(url.pathname)
    const monthly = /^\/pub\/player\/anna\/games\/(archives|(\d{4}\/\d\d)\/pgn)$/.exec(url.pathname)
    const single = /^\/game\/export\/(\w+)$/.exec(url.pathname)
    const game = single && site.games.find(text => text.includes(`lichess.org/${single[1]}"`))
    if (game) {
      response.writeHead(200, { 'content-type': 'application/x-chess-pgn' }).end(game)
    } else if (!player && !monthly) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}')
    } else if (player) {
      const since = Number(url.searchParams.get('since') ?? 0)
      const most = Number(url.searchParams.get('max'))
      const some = site.games.filter(text => timeOf(text) >= since).slice(0, most)
      response.writeHead(200, { 'content-type': 'application/x-chess-pgn' })
      for (const text of some) {
        // Streams in pieces that end anywhere.
        response.write(text.slice(0, 37))
        if (site.slow) await new Promise(setImmediate)
        response.write(`${text.slice(37)}\n\n`)
      }
      response.end()
    } else {
      const monthOf = text => /UTCDate "(\d+)\.(\d+)/.exec(text).slice(1).join('/')
      const months = [...new Set(site.games.map(monthOf))]
      const body = monthly[2]
        ? site.games
            .filter(text => monthOf(text) === monthly[2])
            .reverse()
            .join('\n')
        : JSON.stringify({
            archives: months.map(month => `https://api.chess.com/pub/player/anna/games/${month}`),
          })
      response.writeHead(200, { 'content-type': 'application/x-chess-pgn' }).end(body)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    most: () => most,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
