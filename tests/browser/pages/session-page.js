// SPDX-License-Identifier: Apache-2.0
// Two clients of the game server ?server=URL play a game in this page, over its own WebSocket, and report how it ended.

const url = '/binbo/session.js'
const { connectGames } = /** @type {typeof import('binbo/session')} */ (await import(url))
const server = new URLSearchParams(location.search).get('server') ?? ''

const white = connectGames(server)
const black = connectGames(server)
const own = await white.create({ clock: { base: 60_000, increment: 0 } })
const other = black.open(own.id)
/** @type {Promise<any>} */
const ended = new Promise(resolve => other.on('end', resolve))
const joined = await other.join()
const links = [own, other]
const answers = []
const shown = []
for (const [ply, uci] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
  const link = links[ply % 2]
  while (link.view?.status !== 'playing' || link.view.ply !== ply) {
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  const answer = link.move(uci)
  shown.push(link.view?.ply)
  answers.push((await answer).ok)
}
const result = await ended
const report = { joined: joined.ok, answers, shown, result, fen: other.view?.fen, token: typeof white.token }
white.close()
black.close()
const output = /** @type {HTMLElement} */ (document.getElementById('result'))
output.textContent = JSON.stringify(report)
output.dataset.done = 'yes'
