// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { progress, REPETITIONS } from '../harness.js'
import { oneText } from '../pgn-files.js'
import { ratioRow } from '../table.js'
import { withTemporaryFiles } from '../temporary-files.js'

/** @import { Context } from '../run.js' */
/** @import { Row } from '../table.js' */

/** @typedef {{ rss: number, javascript: number, external: number, wasm: number }} Held bytes above the empty process */
/** @typedef {{ games: number, nodes: number, parsed: Held, walked: Held }} Report */

const COUNT = 10_000
const BRIEF_COUNT = 2000
const LIBRARIES = ['binbo', 'chessops', 'kokopu']
const worker = fileURLToPath(new URL('../pgn-memory-worker.js', import.meta.url))
const execFileAsync = promisify(execFile)

/** @param {string} library @param {string} file @returns {Promise<Report>} */
const keep = async (library, file) => {
  const { stdout } = await execFileAsync(process.execPath, ['--expose-gc', worker, library, file])
  return JSON.parse(stdout)
}

/** @param {Report} report @param {'parsed' | 'walked'} when @returns {number} bytes a game, as the process counts them */
const bytesPerGame = (report, when) => (report[when].javascript + report[when].external) / report.games

/** @param {Report} report @param {'parsed' | 'walked'} when */
const parts = (report, when) => {
  const { javascript, external, wasm, rss } = report[when]
  const [heap, buffers, core, resident] = [javascript, external - wasm, wasm, rss].map(bytes =>
    Math.round(bytes / report.games),
  )
  return `${heap} B JS heap, ${buffers} B buffers, ${core} B wasm memory, ${resident} B of RSS`
}

/** What parsed games cost that are held. @param {Context} context @returns {Promise<Row[]>} */
export const run = context =>
  withTemporaryFiles(async write => {
    const { source, names, notes, brief } = context
    const count = brief ? BRIEF_COUNT : COUNT
    const games = Array.from({ length: count }, (_, index) => context.games[index % context.games.length])
    const text = oneText(games)
    const file = write('games.pgn', text)
    /** @type {Record<string, Report[]>} */
    const reports = Object.fromEntries(LIBRARIES.map(library => [library, []]))
    for (let index = 0; index < REPETITIONS; index++) {
      for (const library of LIBRARIES) {
        progress(`pgn-memory ${index + 1}/${REPETITIONS} ${library}`)
        reports[library].push(await keep(library, file))
      }
    }
    progress('')
    const textSize = Math.round(Buffer.byteLength(text) / count)
    notes.push(
      `pgn-memory: ${count.toLocaleString('en')} games, ${source} repeated, ${textSize} B of text a game; what is held of each, by the game:`,
    )
    for (const library of LIBRARIES) {
      const [report] = reports[library]
      notes.push(
        `  ${names[library]}, ${report.games} games, parsed: ${parts(report, 'parsed')}`,
        `    after a walk of all ${report.nodes} nodes: ${parts(report, 'walked')}`,
      )
    }
    /** @param {string} library @param {'parsed' | 'walked'} when */
    const samples = (library, when) => reports[library].map(report => bytesPerGame(report, when))
    /** @type {[string, 'parsed' | 'walked', string, { must?: number }][]} */
    const rows = [
      ['a parsed game that is held', 'parsed', 'chessops', { must: 2 }],
      ['a parsed game that is held', 'parsed', 'kokopu', {}],
      ['the same after a walk of its nodes', 'walked', 'chessops', {}],
    ]
    return rows.map(([figure, when, peer, goal]) =>
      ratioRow({
        figure,
        unit: 'B',
        ours: samples('binbo', when),
        peer: names[peer],
        theirs: samples(peer, when),
        ...goal,
      }),
    )
  })
