// SPDX-License-Identifier: Apache-2.0
// Node, Bun and Deno, and programs of one file that they make.

import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findStockfish } from '../js/support/stockfish.js'
import { MATE, MATE_IN_1 } from './expected.js'
import { asCommonJs, ROOT } from './project.js'

/** @import { Project } from './project.js' */

const read = (/** @type {string} */ name) => readFileSync(new URL(name, import.meta.url), 'utf8')
const MAIN = read('main.js')
const REQUIRED = `${asCommonJs(read('program.js'))}\nconsole.log(JSON.stringify(play()))\n`
const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const ENTRIES = Object.keys(exports)
  .filter(name => !/\.(wasm|json)$/.test(name))
  .map(name => name.replace('.', 'binbo'))
const MIXED = `import { createRequire } from 'node:module'
const differ = []
for (const name of ${JSON.stringify(ENTRIES)}) {
  const [imported, required] = [await import(name), createRequire(import.meta.url)(name)]
  if (Object.keys(imported).length === 0) differ.push(name)
  for (const key of Object.keys(imported)) if (imported[key] !== required[key]) differ.push(name + ' ' + key)
}
console.log(JSON.stringify(differ))
`
/** A client searches with an engine of its own server. Prints the move, or the error. */
export const SERVER = `import { serveEngine } from 'binbo/node'
import { Engine, webSocketTransport } from 'binbo/uci'
const [, , path, fen] = process.argv
async function search() {
  const server = await serveEngine({ command: path })
  const { WebSocket } = await import('ws')
  const engine = await Engine.start(webSocketTransport(server.url, { WebSocket }))
  const { move } = await engine.bestMove({ fen }, { depth: 6 })
  await engine.quit()
  await server.close()
  return move
}
search().then(console.log, error => console.log(error.code, error.message))
`
/** Two players and their game, on a server of their own. Prints how it ends. */
const GAMES = `import { createGameServer } from 'binbo/server'
import { connectGames, endText } from 'binbo/session'
import { WebSocket } from 'ws'
const MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4']
const server = await createGameServer({ host: '127.0.0.1', port: 0 })
const [anna, bert] = [0, 1].map(() => connectGames(server.url, { WebSocket }))
const white = await anna.create({ clock: '3+2', color: 'white' })
const black = bert.open(white.id)
for (const link of [white, black])
  link.on('view', ({ ply, permissions }) => permissions.includes('move') && link.move(MATE[ply]))
const end = new Promise(resolve => white.on('end', resolve))
await black.join()
console.log(endText(await end))
anna.close()
bert.close()
await server.close()
`
/** Prints how many games a database with threads finds. */
const THREADS = `import { openDatabase } from 'binbo/database'
const db = await openDatabase({ workers: 2, [Symbol.for('binbo.database.segmentGames')]: 64 })
await db.add('1. e4 e5 *\\n\\n'.repeat(300))
console.log(await db.search({ board: { e5: 'p' } }).count)
await db.close()
`
/** Prints the leaves of the first position at depth 4, and how many threads have counted them. */
const PERFT = `import { perftInWorkers } from 'binbo/uci'
import { START_FEN } from 'binbo'
import process from 'node:process'
const threads = process.getBuiltinModule?.('node:worker_threads') ?? {}
let started = 0
threads.Worker = class extends (threads.Worker ?? Object) {
  constructor(...given) {
    super(...given)
    started++
  }
}
console.log(await perftInWorkers(START_FEN, 4, { workers: 2 }), started)
`
const ENDED = 'Black wins by checkmate.'
/** An engine of one's own, with a top-level await and the console. */
const OWN = `import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'uci') console.log('id name Own\\nuciok')
  if (line === 'isready') console.log('readyok')
  if (line.startsWith('go')) console.log('bestmove %s', '${MATE}')
}
`
const SCRIPT = join(ROOT, 'node_modules/stockfish/bin/stockfish-19-lite-single.js')

/** @param {Project} project @param {(...args: string[]) => Promise<string>} main runs main.js */
async function checkEngines(project, main) {
  const search = async (/** @type {string[]} */ ...args) =>
    (await main(...args, MATE_IN_1)).trim().split('\n').at(-1)
  await project.check('Stockfish as a process', () => search('process', findStockfish()), MATE)
  await project.check('npm `stockfish` as a process', () => search('process', SCRIPT), MATE)
  await project.check('npm `stockfish` in a thread', () => search('thread', SCRIPT), MATE)
  project.write({ 'own.js': OWN })
  await project.check("one's own `x.js` in a thread", () => search('thread', 'own.js'), MATE)
}

/**
 * @param {Project} project
 * @param {string} command
 * @param {string[]} forFile what comes before a file
 * @param {string[]} forEngine the same for a file that starts programs
 */
async function checkRuntime(project, command, forFile = [], forEngine = forFile) {
  project.write({ 'main.js': MAIN, 'required.cjs': REQUIRED, 'mixed.js': MIXED })
  const report = async (/** @type {string} */ file) =>
    JSON.parse(await project.run(command, [...forFile, file]))
  await project.check('`import`', () => report('main.js'))
  await project.check('`require`', () => report('required.cjs'))
  await project.check('both share every entry', () => report('mixed.js'), [])
  await checkEngines(project, (...args) => project.run(command, [...forEngine, 'main.js', ...args]))
  project.write({ 'server.js': SERVER, 'games.js': GAMES, 'threads.js': THREADS, 'perft.js': PERFT })
  const count = async () => (await project.run(command, [...forFile, 'threads.js'])).trim()
  await project.check('a database with `workers`', count, '300')
  const perft = async () => (await project.run(command, [...forFile, 'perft.js'])).trim()
  await project.check('`perftInWorkers` in threads', perft, '197281 2')
  const serve = async () =>
    (await project.run(command, [...forEngine, 'server.js', findStockfish(), MATE_IN_1])).trim()
  await project.check('`serveEngine`', serve, MATE)
  const play = async () => (await project.run(command, [...forEngine, 'games.js'])).trim()
  await project.check('`createGameServer`', play, ENDED)
}

/** @param {Project} project */
export const node = project => checkRuntime(project, project.path('node_modules/node/bin/node'))

/** @param {Project} project */
export async function bun(project) {
  await checkRuntime(project, project.bin('bun'))
  const serve = async () => {
    await project.run(project.bin('bun'), ['build', 'server.js', '--target=node', '--outfile=bundle.mjs'])
    return (await project.run(process.execPath, ['bundle.mjs', findStockfish(), MATE_IN_1])).trim()
  }
  await project.check('`serveEngine` and `ws` in a bundle of `bun build` for Node', serve, MATE)
}

/** The game needs no permission. @param {Project} project */
export const deno = project => checkRuntime(project, project.bin('deno'), ['run'], ['run', '--allow-all'])

/** @param {Project} project */
export async function electron(project) {
  await project.run(project.bin('install-electron'), ['--no'])
  await checkRuntime(project, 'env', ['ELECTRON_RUN_AS_NODE=1', project.bin('electron')])
}

/**
 * A program whose `process.execPath` is itself.
 * @param {Project} project
 * @param {string} name of its file
 */
async function checkProgram(project, name) {
  const program = project.path(name)
  const start = (/** @type {string[]} */ ...args) => project.run(program, args, { limit: 60_000 })
  await project.check('the program', async () => JSON.parse(await start()))
  await checkEngines(project, start)
  const alone = async () => {
    const options = { env: { PATH: project.folder }, limit: 60_000 }
    const said = await project.run(program, ['process', SCRIPT, MATE_IN_1], options)
    return /^ERR_UCI_ENGINE_DEAD .*needs Node/.test(said) ? 'refused' : said
  }
  await project.check('npm `stockfish` without a Node in the PATH is refused', alone, 'refused')
}

/** @param {Project} project */
export async function bunProgram(project) {
  project.write({ 'main.js': MAIN })
  await project.run(project.bin('bun'), ['build', '--compile', 'main.js', '--outfile', 'game'])
  await checkProgram(project, 'game')
}

/** @param {Project} project */
export async function denoProgram(project) {
  project.write({ 'main.js': MAIN })
  await project.run(project.bin('deno'), ['compile', '--allow-all', '--output', 'game', 'main.js'])
  await checkProgram(project, 'game')
}

const SEA = { main: 'bundle.cjs', output: 'sea.blob', disableExperimentalSEAWarning: true }
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** A single executable application. @param {Project} project */
export async function nodeProgram(project) {
  const node = project.path('node_modules/node/bin/node')
  project.write({ 'main.js': MAIN, 'sea.json': JSON.stringify(SEA) })
  const bundle = ['main.js', '--bundle', '--platform=node', '--format=cjs', '--outfile=bundle.cjs']
  await project.run(project.bin('esbuild'), bundle)
  await project.run(node, ['--experimental-sea-config', 'sea.json'])
  copyFileSync(node, project.path('game'))
  await project.run(project.bin('postject'), ['game', 'NODE_SEA_BLOB', 'sea.blob', '--sentinel-fuse', FUSE])
  await checkProgram(project, 'game')
}
