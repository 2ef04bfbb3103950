// SPDX-License-Identifier: Apache-2.0
// `binbo play` for tests: its process in a folder of its own, through pipes and on a terminal, and engines for it.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { command as playCommand } from '#js/cli/play.js'
import { dist } from './binbo.js'
import { PATIENCE } from './patience.js'
import { runCommand, startProgram } from './program.js'
import { findStockfish } from './stockfish.js'
import { COLOR_SETTINGS, ESC } from './terminal.js'

export { validatePgn } from '../../../dist/pgn.js'

export const program = join(dist, 'cli/main.js')
export const stockfish = findStockfish()
assert.ok(stockfish, 'these tests need the native stockfish: make setup installs it')

/** Where it plays. */
export const folder = mkdtempSync(join(tmpdir(), 'binbo-play-'))
before(() => process.chdir(folder))
after(() => rmSync(folder, { recursive: true, force: true }))

export const pathOf = name => join(folder, name)
export const read = name => readFileSync(pathOf(name), 'utf8')

/** An engine that answers the handshake; `go` is what it does then, a piece of JS. */
export function fakeEngine(name, go, greeting = 'id name Fake 1') {
  writeFileSync(
    pathOf(name),
    `const say = line => process.stdout.write(line + '\\n')
     require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
       if (line === 'uci') say(${JSON.stringify(greeting)} + '\\nuciok')
       if (line === 'isready') say('readyok')
       if (line === 'quit') process.exit()
       if (line.startsWith('go')) { ${go} }
       if (line === 'stop') say('info depth 3 score cp 12 pv e7e5\\nbestmove e7e5')
     })`,
  )
  return `./${name}`
}

/** What Node may not take from the surroundings: colors, and what the program itself reads. */
const SURROUNDINGS = {
  ...COLOR_SETTINGS,
  BINBO_TOKEN: undefined,
  NODE_TEST_CONTEXT: undefined,
  USER: 'ann',
}

export function start(args, { env = {}, cwd = folder, command = [process.execPath, program, 'play'] } = {}) {
  const [file, ...first] = command
  return startProgram(file, [...first, ...args], { cwd, env: { ...process.env, ...SURROUNDINGS, ...env } })
}

/** Plays lines; with a command or a folder of its own through the pipe of a program, else within this process. */
export function play(args, lines = [], { env = {}, ...place } = {}) {
  const input = lines.map(line => `${line}\n`).join('')
  if (Object.keys(place).length === 0)
    return runCommand(playCommand.run, args, { input, env: { ...process.env, ...SURROUNDINGS, ...env } })
  const { child, ended } = start(args, { env, ...place })
  child.stdin.end(input)
  return ended
}

/** Plays lines that must go well: nothing on standard error, code 0. What it printed. */
export async function played(args, lines, options) {
  const { stdout, stderr, code } = await play(args, lines, options)
  assert.deepEqual([stderr, code], ['', 0], stdout)
  assert.equal(stdout.includes('\x1b'), false, 'no escape sequences in a pipe')
  return stdout
}

/** The FENs below the printed boards. */
export const fensOf = text => Array.from(text.matchAll(/^ {2}FEN: "(.*)"$/gm), match => match[1])

/** The command `binbo play` for a shell. */
export const shellCommand = args =>
  [process.execPath, program, 'play', ...args].map(word => `'${word}'`).join(' ')

/**
 * Plays on a terminal (script is of util-linux): type() and until() drive it, close() takes it away at once. `shell`
 * is what runs there instead, a shell's command.
 */
export function onTerminal(args, { env = {}, rows = 50, columns = 80, shell = shellCommand(args) } = {}) {
  const command = `stty rows ${rows} cols ${columns} && ${shell}`
  const { child, output, ended } = start(['-qec', command, '/dev/null'], {
    command: ['script'],
    env: { TERM: 'xterm-256color', ...env },
  })
  const shown = () => output.stdout.replaceAll('\r\n', '\n').replaceAll('\x1b', ESC)
  let from = 0
  let isEnded = false
  ended.then(() => {
    isEnded = true
  })
  const until = async pattern => {
    const start = Date.now()
    for (;;) {
      const wasEnded = isEnded
      const match = pattern.exec(shown().slice(from))
      if (match) {
        from += match.index + match[0].length
        return match
      }
      if (Date.now() - start > PATIENCE || wasEnded)
        throw new Error(`${pattern} did not come: ${JSON.stringify(shown().slice(from))}`)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
  const close = () => child.kill('SIGKILL')
  return { type: text => child.stdin.write(text), until, shown, ended, close }
}
