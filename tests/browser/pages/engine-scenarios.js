// SPDX-License-Identifier: Apache-2.0
// The part of the engine tests that runs in a page. Each scenario takes parameters of the query and returns plain data.

import { Game } from '/binbo/index.js'
import { analyseGame, Engine, EnginePool, UciGame, webSocketTransport, workerTransport } from '/binbo/uci.js'

/** An error as plain data, with the milliseconds since `begin`. */
const facts = (error, begin) => ({
  code: error?.code ?? null,
  message: String(error?.message ?? error),
  time: performance.now() - begin,
})

/** The error of a promise that must reject. */
const errorOf = promise => {
  const begin = performance.now()
  return promise.then(
    value => ({ code: null, message: `resolved with ${JSON.stringify(value)}`, time: 0 }),
    error => facts(error, begin),
  )
}

const plainInfo = ({ score, ...rest }) => ({ ...rest, score: score && { ...score, text: String(score) } })

/** A pool of two workers: many positions in order, the analysis of a game, and the end with a search that runs. */
async function pool({ engine: url }) {
  const engines = new EnginePool(() => workerTransport(url), { size: 2 })
  const moves = ['e2e4', 'e7e5', 'd1h5', 'e8e7', 'h5e5']
  const positions = moves.map((_, ply) => ({ moves: moves.slice(0, ply) }))
  const firsts = []
  for await (const [{ pv }] of engines.map(positions, { depth: 5 })) firsts.push(pv[0])
  const game = new Game()
  game.playMoves(moves)
  const { positions: analysed } = await analyseGame(game, { engine: engines, limits: { depth: 7 } })
  const doomed = engines.search({}, { infinite: true })
  await doomed[Symbol.asyncIterator]().next()
  await engines.close()
  return {
    firsts,
    judgements: analysed.map(({ judgement }) => judgement),
    late: await errorOf(doomed.best),
    size: new EnginePool(() => workerTransport(url)).size,
    cores: navigator.hardwareConcurrency,
  }
}

/** The handshake, options, a search with infos, one that is stopped, and one that is aborted. */
async function everything({ engine: url }) {
  const engine = await Engine.start(workerTransport(url))
  const options = [...engine.options.values()].map(({ name, type, min, max }) => ({ name, type, min, max }))
  await engine.setOptions({ Hash: 32, MultiPV: 3 })
  const search = engine.search({ moves: ['e4', 'e5'] }, { depth: 10 })
  const infos = []
  for await (const info of search) infos.push(plainInfo(info))
  const best = await search.best

  await engine.setOption('MultiPV', 1)
  await engine.newGame()
  const game = new Game({ fen: 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1' })
  const endless = engine.search(game, { infinite: true }, { searchMoves: ['a2a3', 'h2h3'] })
  let count = 0
  for await (const _ of endless) if (++count === 5) break
  const stopped = await endless.best
  await endless.stop()
  const mate = await engine.bestMove(game, { depth: 6 })

  const aborter = new AbortController()
  const doomed = engine.search(new Game(), { infinite: true }, { signal: aborter.signal })
  setTimeout(() => aborter.abort(), 100)
  const aborted = await errorOf(doomed.best)
  await engine.isReady()
  const after = await engine.bestMove({ fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' })

  await engine.quit()
  const late = await errorOf(engine.isReady())
  const mateInfo = { move: mate.move, score: String(mate.info?.score) }
  return {
    id: engine.id,
    options,
    infos,
    best,
    stopped,
    count,
    mate: mateInfo,
    aborted,
    after,
    late,
  }
}

/** Two threads search until they are stopped. */
async function threaded({ engine: url }) {
  const engine = await Engine.start(workerTransport(url))
  await engine.setOption('Threads', 2)
  const search = engine.search({}, { infinite: true })
  for await (const { depth } of search) if (depth >= 8) break
  const stopped = await search.best
  const threads = engine.options.get('Threads').value
  await engine.quit()
  return { id: engine.id, threads, stopped, late: await errorOf(engine.isReady()) }
}

/** The engine plays both sides of a game to its end. */
async function fullGame({ engine: url, fen, nodes, ...options }) {
  const engine = url.startsWith('ws:') ? webSocketTransport(url, options) : workerTransport(url)
  const game = await UciGame.create({ engine, ...(fen && { fen }) })
  const lines = []
  game.setHandler(line => lines.push(line))
  const moves = []
  for (let status = game.status; !status.over; ) {
    const played = await game.play({ nodes: Number(nodes) })
    moves.push(played.engineMove)
    status = played.status
  }
  const { fen: last, status } = game
  game.stop()
  return { moves, fen: last, status, lines: lines.length }
}

/** Starts engines side by side, with the default timeouts. Returns a report for each. */
async function starts({ cases }) {
  const reports = JSON.parse(cases).map(async ({ engine: url, ...options }) => {
    const begin = performance.now()
    try {
      const engine = await Engine.start(workerTransport(url, options))
      const { move } = await engine.bestMove({}, { depth: 3 })
      await engine.quit()
      return { code: null, message: `${engine.id.name}: ${move}`, time: performance.now() - begin }
    } catch (error) {
      return facts(error, begin)
    }
  })
  return { reports: await Promise.all(reports) }
}

/** A worker that is ended during a search, by its transport and by the page. */
async function killed({ engine: url }) {
  const transport = workerTransport(url)
  const first = await Engine.start(transport)
  const search = first.search({}, { infinite: true })
  const seen = await search[Symbol.asyncIterator]().next()
  setTimeout(() => transport.kill(), 50)
  const byTransport = await errorOf(search.best)
  const dead = first.dead

  const worker = new Worker(url)
  const second = await Engine.start(workerTransport(worker), { stopTimeout: 300 })
  const silent = second.search({}, { movetime: 400 })
  await silent[Symbol.asyncIterator]().next()
  worker.terminate()
  const byOthers = await errorOf(silent.best)
  return { seen: seen.done, byTransport, dead, byOthers }
}

/** A critical error of Stockfish, and the options after the restart. */
async function restarted({ engine: url }) {
  const engine = await Engine.start(workerTransport(url), { restart: true })
  await engine.setOption('Hash', 64)
  const sent = []
  engine.on('line', line => sent.push(line))
  await new Promise(resolve => setTimeout(resolve, 0))
  engine.command('position fen 8/8/8/8/8/8/8/8 w - - 0 1')
  const error = await errorOf(engine.isReady())
  const { move } = await engine.bestMove({}, { depth: 4 })
  const hash = engine.options.get('Hash').value
  await engine.quit()
  return { error, move, hash, critical: sent.filter(line => line.includes('CRITICAL')).length }
}

/** Records what a transport receives from a worker, until it closes or the line `last` arrives. */
async function raw({ engine: url, send = 'go', last = 'end', own = false }) {
  const transport = workerTransport(own ? new Worker(url) : url)
  const lines = []
  const reasons = []
  await new Promise(resolve => {
    transport.onLine = line => {
      lines.push(line)
      if (line === last) resolve(undefined)
    }
    transport.onClose = reason => {
      reasons.push(reason.message)
      resolve(undefined)
    }
    transport.send(send)
  })
  const begin = performance.now()
  await transport.close()
  const closing = performance.now() - begin
  transport.send('after the end')
  transport.kill()
  await new Promise(resolve => setTimeout(resolve, 50))
  return { lines, reasons, closing, again: typeof transport.again }
}

/** A transport that starts its worker, and one that is given a worker. */
const thrown = async ({ engine }) => ({ ours: await raw({ engine }), own: await raw({ engine, own: true }) })

/** Calls with wrong arguments. */
async function misuse() {
  const codeOf = action => {
    try {
      action()
      return null
    } catch (error) {
      return error.code
    }
  }
  const wrong = [undefined, null, 5, {}, [], () => {}, { postMessage() {} }]
  return {
    workers: wrong.map(value => codeOf(() => workerTransport(value))),
    options: [
      codeOf(() => workerTransport('/x.js', { wasm: 5 })),
      codeOf(() => workerTransport('/x.js', { wasm: true })),
      codeOf(() => workerTransport('/x.js', { worcer: {} })),
      codeOf(() => workerTransport('/x.js', 5)),
      codeOf(() => webSocketTransport('ftp://127.0.0.1')),
      codeOf(() => webSocketTransport('ws://127.0.0.1', { token: 5 })),
    ],
  }
}

/** An engine behind a WebSocket, its death, and a server that refuses the connection. */
async function remote({ engine: url, ...options }) {
  const engine = await Engine.start(webSocketTransport(url, options))
  const { move, ponder } = await engine.bestMove({}, { depth: 1 })
  const died = await errorOf(engine.bestMove({}, { depth: 99 }))
  const refused = await errorOf(Engine.start(webSocketTransport(`${url}/refused`, options)))
  return { id: engine.id, move, ponder, died, refused }
}

/** An engine that cannot be reached. */
async function unreachable({ engine: url, ...options }) {
  return { error: await errorOf(Engine.start(webSocketTransport(url, options))) }
}

/** @type {Record<string, (parameters: any) => Promise<object>>} */
export const scenarios = {
  pool,
  everything,
  threaded,
  fullGame,
  starts,
  killed,
  restarted,
  raw,
  thrown,
  misuse,
  remote,
  unreachable,
}
