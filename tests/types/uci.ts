// SPDX-License-Identifier: Apache-2.0
// What TypeScript users of binbo/uci may write.

import { ChessError, Game, type Status } from 'binbo'
import { processTransport, serveEngine, tcpTransport, workerThreadTransport } from 'binbo/node'
import { PgnGame } from 'binbo/pgn'
import {
  type AnalysedPosition,
  analyseGame,
  type BestMove,
  type CloseReason,
  Engine,
  EnginePool,
  emscriptenTransport,
  type GameAnalysis,
  type Info,
  type Limits,
  type RestartOptions,
  Score,
  type Search,
  type SearchLine,
  type SearchOptions,
  type StartOptions,
  type Transport,
  UciGame,
  type UciOption,
  webSocketTransport,
  workerTransport,
} from 'binbo/uci'

const transports: Transport[] = [
  workerTransport('/stockfish.js'),
  workerTransport(new URL('https://example.org/stockfish.js')),
  workerTransport(new Worker('/stockfish.js', { type: 'module' })),
  workerTransport('/stockfish.js', { worker: { name: 'engine' } satisfies WorkerOptions, wasm: false }),
  webSocketTransport('ws://127.0.0.1:8080', { WebSocket: globalThis.WebSocket, token: 'x', protocols: ['uci'] }),
  emscriptenTransport(async () => ({ addMessageListener(_: (line: string) => void) {}, postMessage(_: string) {}, terminate() {} })),
  emscriptenTransport(() => ({ uci(_: string) {}, listen(_: string) {}, onError(_: string) {}, exit() {} }), { terminate: module => module.exit() }),
  processTransport('stockfish'),
  processTransport('lc0', ['--verbose'], { cwd: '/tmp' }),
  tcpTransport({ host: '127.0.0.1', port: 9000, timeout: 1000 }),
  workerThreadTransport('/stockfish.js'),
]
const mine: Transport = {
  send: (line: string) => console.log(line),
  onLine: undefined,
  onClose: (reason: CloseReason) => console.log(reason.message, reason.exitCode, reason.signal, reason.cause),
  close: async () => {},
  kill: () => {},
}

export async function play(signal: AbortSignal): Promise<Status> {
  const options: StartOptions = {
    handshakeTimeout: 1000,
    readyTimeout: 1000,
    stopTimeout: 1000,
    restart: { tries: 5, within: 10_000, transport: () => transports[0] } satisfies RestartOptions,
    signal,
    onLine: line => console.log(line.length),
  }
  await using engine: Engine = await Engine.start(mine, options)
  const hash: UciOption | undefined = engine.options.get('Hash')
  console.log(engine.id.name, engine.id.author, hash?.type, hash?.min, hash?.max, hash?.default, hash?.vars)
  await engine.setOption('Hash', 32)
  await engine.setOptions({ Threads: 2, Ponder: true, SyzygyPath: '', 'Clear Hash': undefined })
  await engine.newGame()
  await engine.isReady()
  engine.command('d')
  engine.on('line', line => console.log(line.length)).on('exit', error => console.log(error.code))
  const listen = (line: string) => console.log(line)
  engine.on('line', listen).off('line', listen)
  // @ts-expect-error no such event
  engine.on('lines', listen)
  // @ts-expect-error no such event
  engine.off('lines', listen)
  // @ts-expect-error another event's listener
  engine.on('exit', listen)
  engine.on('restart', ({ attempt, delay }) => console.log(attempt + delay))

  const game = new Game()
  const limits: Limits = { wtime: 1000, btime: 1000, winc: 10, binc: 10, movestogo: 5 }
  const wanted: SearchOptions = {
    multipv: 2,
    signal,
    searchMoves: ['e2e4'],
    ponder: false,
    queue: true,
    options: { Threads: 2, 'Clear Hash': undefined },
    analysis: true,
    game,
  }
  const search: Search = engine.search(game, limits, wanted)
  for await (const info of search) {
    const { depth, score, pv, nodes }: Info = info
    if (score instanceof Score) console.log(score.white().value, score.pov('black').compare(score), String(score), score.wdl)
    if ((depth ?? 0) > 5 || (nodes ?? 0) > 1e6) break
    console.log(pv?.join(' '))
  }
  const sans: string[][] = search.lines.map((line: Info) => line.san)
  const best: BestMove = await search.best
  const chances: number[] = best.lines.map(({ score }) => score.winningChance())
  const [first]: SearchLine[] = search.lines
  console.log(first.score.white().value, first.pv[0], first.nodes ?? 0)
  // @ts-expect-error a line of a search may lack other fields
  console.log(first.nodes + 1)
  await search.stop()
  search.ponderHit()
  const { move, ponder, info, lines } = await engine.bestMove({ moves: ['e4'], variant: 'standard' }, { depth: 3 })
  console.log(best.move, move, ponder, info?.score?.kind, lines.length, sans, chances)

  const uci: UciGame = await UciGame.create({ engine, handler: line => console.log(line), draws: 'claim' })
  uci.setHandler('default')
  uci.setHandler(undefined)
  const { status, engineMove } = await uci.play({ movetime: 10 }, 'e4')
  const hint: string | null = await uci.bestMove()
  await uci.attach(transports[1])
  const other: Status = await uci.setPosition(game.fen)
  await uci.syncPosition()
  await uci.ready()
  uci.command('d')
  console.log(engineMove, hint, other.over)
  await engine.quit()
  return status
}

export async function analyse(signal: AbortSignal): Promise<string> {
  await using pool = new EnginePool(() => processTransport('stockfish'), { size: 2, options: { Hash: 64 }, restart: true, signal })
  const search: Search = pool.search(new Game(), { depth: 3 }, { multipv: 2, game: 5 })
  console.log((await search.best).lines[0].san, (await pool.bestMove({ moves: ['e4'] })).info?.depth, pool.size)
  const onProgress = ({ done, total }: { done: number; total: number | undefined }) => console.log(done, total)
  for await (const lines of pool.map([{}, new Game()], { nodes: 100 }, { onProgress, signal, newGames: true, multipv: 2 })) {
    const line: SearchLine | undefined = lines[0]
    console.log(line?.score.winningChance())
  }
  async function* positions() {
    yield new Game()
  }
  const first: IteratorResult<Info[]> = await pool.map(positions()).next()
  console.log(first.done)
  const analysis: GameAnalysis = await analyseGame(new Game(), { engine: pool, limits: { depth: 5 }, variations: 2, signal, onProgress })
  const [{ ply, lines, score, loss, judgement }]: readonly AnalysedPosition[] = analysis.positions
  console.log(ply, lines.length, score?.white(), loss?.toFixed(0), judgement === 'blunder', analysis.accuracy.white, analysis.averageLoss.black)
  return analysis.annotate(new PgnGame(), { evaluations: false, glyphs: true, lines: 2, plies: 10 }).toString()
}

export async function serve(): Promise<void> {
  const bridge = await serveEngine({
    command: 'stockfish',
    args: [],
    host: '127.0.0.1',
    port: 0,
    token: 'secret',
    origins: ['https://example.org', 'tauri://localhost'],
    proxies: ['10.0.0.0/8'],
    maxClients: 4,
    limits: { threads: 1, hash: 16, multipv: 5, movetime: 1000, nodes: 1e6, depth: 20 },
  })
  console.log(bridge.url)
  await bridge.close()
}

export const isDead = (error: unknown): boolean => error instanceof ChessError && error.exitCode === 1 && error.signal === null

// @ts-expect-error no transport
Engine.start(5)
// @ts-expect-error a pool makes transports
new EnginePool(transports[0])
// @ts-expect-error no engine
analyseGame(new Game(), { limits: {} })
// @ts-expect-error no such limit
new UciGame().play({ movetimes: 5 })
// @ts-expect-error a score is seen by a colour
new Score({ kind: 'cp', value: 1 }, 'w')
// @ts-expect-error no such option
webSocketTransport('ws://127.0.0.1', { tokens: 'x' })
