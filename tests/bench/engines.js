// SPDX-License-Identifier: Apache-2.0
/**
 * Twenty duties (tests/js/support/engine-duties.js) with all engines that Debian and npm have, and programs that are no
 * UCI engines. Prints Markdown, and fails when a duty is neither done nor refused with an error that says what the engine
 * cannot do, or a program is not refused with what it said.
 *
 * usage: node tests/bench/engines.js [NAME]…    only engines whose names contain one of these (after make build)
 */
import { fileURLToPath } from 'node:url'
import { findProgram } from '#js/cli/find-program.js'
import { DUTY_NAMES, tryDuties } from '../js/support/engine-duties.js'

const dist = new URL('../../dist/', import.meta.url)
const { processTransport } = await import(new URL('node.js', dist).href)
const { Engine } = await import(new URL('uci.js', dist).href)
const flavour = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`../../node_modules/stockfish/bin/stockfish-${name}.js`, import.meta.url))
const debian = (/** @type {string} */ name) => findProgram(name, process.env) ?? name

/** @type {[name: string, command: string, args?: string[]][]} */
const FLEET = [
  ['stockfish', debian('stockfish')],
  ['ethereal-chess', debian('ethereal-chess')],
  ['fairy-stockfish', debian('fairy-stockfish')],
  ['toga2', debian('toga2')],
  ['gnuchess --uci', debian('gnuchess'), ['--uci']],
  ['glaurung', debian('glaurung')],
  ['polyglot -ec stockfish', debian('polyglot'), ['-noini', '-ec', debian('stockfish')]],
  ...['19-lite-single', '19-lite', '19-single', '19', '19-asm'].map(
    name => /** @type {[string, string]} */ ([`npm stockfish-${name}`, flavour(name)]),
  ),
]

/** Programs that do not speak UCI, and what they say: GNU Chess as an xboard engine, also behind an adapter. */
/** @type {[name: string, command: string, args: string[], said: RegExp][]} */
const FOREIGN = [
  ['gnuchess', debian('gnuchess'), [], /Invalid move: uci/],
  ['gnuchess --xboard', debian('gnuchess'), ['--xboard'], /Invalid move: uci/],
  ['polyglot -ec gnuchess', debian('polyglot'), ['-noini', '-ec', debian('gnuchess')], /PolyGlot/],
]

const wanted = process.argv.slice(2)
const rows = []
let isSound = true
for (const [name, command, args] of FLEET) {
  if (wanted.length > 0 && !wanted.some(part => name.includes(part))) continue
  const begin = performance.now()
  const { results } = await tryDuties(() => processTransport(command, args), command).catch(error => {
    isSound = false
    return { results: [{ duty: 'start', outcome: 'failed', note: String(error.message), time: 0 }] }
  })
  const done = results.filter(({ outcome }) => outcome === 'done').length
  const notes = results
    .filter(({ outcome, note }) => outcome !== 'done' || note !== '')
    .map(({ duty, outcome, note }) => `${duty}: ${outcome === 'failed' ? `**${note}**` : note}`)
  isSound &&= results.every(({ outcome }) => outcome !== 'failed')
  rows.push(`| \`${name}\` | ${done} of ${DUTY_NAMES.length} | ${notes.join('; ')} |`)
  console.error(`${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  if (wanted.length > 0)
    for (const { duty, outcome, time } of results)
      console.error(`  ${duty}: ${outcome}, ${Math.round(time)} ms`)
}
console.log(`The duties: ${DUTY_NAMES.join(', ')}.\n`)
console.log(['| engine | done | the others, and remarks |', '|---|---|---|', ...rows].join('\n'))

if (wanted.length === 0) {
  console.log('\n| program | refused at its start |\n|---|---|')
  for (const [name, command, args, said] of FOREIGN) {
    const start = Engine.start(processTransport(command, args), { handshakeTimeout: 5000 })
    const message = await start.then(
      (/** @type {any} */ engine) => engine.quit().then(() => '**it started**'),
      (/** @type {Error} */ error) => error.message,
    )
    isSound &&= said.test(message) && message.includes('an xboard engine?')
    console.log(`| \`${name}\` | ${message} |`)
  }
}
process.exitCode = isSound ? 0 : 1
