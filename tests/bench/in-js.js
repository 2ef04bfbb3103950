// SPDX-License-Identifier: Apache-2.0
/**
 * The rows of the table of web/docs/without-wasm.md: the core in WebAssembly, and in JS with a JIT, without one, and on Hermes
 * where `make everywhere ONLY=hermes` has installed it. The least of all rounds, which take turns, each in a process of its own.
 * CPU time; on Hermes, which does not know it, by the clock.
 *
 * usage: node tests/bench/in-js.js    (after make build; ROUNDS in the environment: default 5)
 */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { FOLDER, ROOT } from '../everywhere/project.js'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const APP = join(FOLDER, 'hermes')
const HERMES = join(APP, 'node_modules/hermes-engine-cli/linux64-bin/hermes')
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'

/**
 * Needs milliseconds() and print(). Prints the milliseconds from before the import to the first list of moves, the nodes of perft
 * in a millisecond, and the milliseconds of a game from a FEN with its list of moves.
 * @param {string} load gives `binbo`
 * @param {number} depth of perft
 * @param {number} games
 */
const programOf = (load, depth, games) => `
const start = milliseconds()
${load}
new binbo.Game().legalMoves()
const started = milliseconds() - start
const list = () => new binbo.Game({ fen: '${KIWIPETE}' }).legalMoves()
binbo.perft('${KIWIPETE}', ${depth}) // V8 compiles it anew several times
for (let i = 0; i < ${games} / 10; i++) list()
let before = milliseconds()
const nodes = binbo.perft('${KIWIPETE}', ${depth})
const speed = nodes / (milliseconds() - before)
before = milliseconds()
for (let i = 0; i < ${games}; i++) list()
print(JSON.stringify([started, speed, (milliseconds() - before) / ${games}]))
`

/** @param {string} entry of dist/ @param {number} depth @param {number} games @param {string[]} [flags] @returns {number[]} */
function inNode(entry, depth, games, flags = []) {
  const program = `
    const milliseconds = () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    }
    const print = console.log
    ${programOf(`const binbo = await import('${join(ROOT, 'dist', entry)}')`, depth, games)}`
  const all = [...flags, '--no-warnings', '--input-type=module', '--eval', program]
  return JSON.parse(
    execFileSync(process.execPath, all, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
}

/** @returns {number[]} */
const onHermes = () => JSON.parse(execFileSync(HERMES, [join(APP, 'bundle.js')], { encoding: 'utf8' }))

/** @type {Record<string, () => number[]>} */
const places = {
  WebAssembly: () => inNode('index.js', 5, 20_000),
  'JavaScript, with a JIT': () => inNode('index-in-js.js', 5, 5_000),
  'without a JIT (Node `--jitless`)': () => inNode('index-in-js.js', 3, 200, ['--jitless']),
}
if (existsSync(HERMES)) {
  const app = `import './surroundings.js'\nconst milliseconds = Date.now\n${programOf("const binbo = require('binbo')", 3, 100)}`
  writeFileSync(join(APP, 'bench.js'), app)
  execFileSync(process.execPath, ['build.cjs', 'bench.js'], {
    cwd: APP,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  places['Hermes 0.12'] = onHermes
} else console.error('no Hermes: make everywhere ONLY=hermes installs it')

/** @type {Record<string, number[][]>} */
const rounds = Object.fromEntries(Object.keys(places).map(name => [name, []]))
for (let round = 0; round < ROUNDS; round++)
  for (const [name, measure] of Object.entries(places)) rounds[name].push(measure())

const two = (/** @type {number} */ value) => String(Number(value.toPrecision(2)))
const least = (/** @type {number} */ index) =>
  Object.values(rounds).map(found => Math.min(...found.map(one => one[index])))
const fastest = Object.values(rounds).map(found => Math.max(...found.map(one => one[1])))
const row = (/** @type {string} */ name, /** @type {string[]} */ cells) =>
  console.log(`| ${[name, ...cells].join(' | ')} |`)
row('', Object.keys(places))
console.log(`|${'---|'.repeat(Object.keys(places).length + 1)}`)
row(
  'start',
  least(0).map(value => `${two(value)} ms`),
)
row(
  'perft, million nodes a second',
  fastest.map(value => two(value / 1000)),
)
row(
  'a game from a FEN, and its list of moves',
  least(2).map(value => (value < 0.1 ? `${two(1000 * value)} µs` : `${two(value)} ms`)),
)
console.log(`\nNode ${process.versions.node}, load ${os.loadavg()[0].toFixed(1)}`)
