// SPDX-License-Identifier: Apache-2.0
// `binbo play` on a terminal: questions, keys, colors, and what is shown while the engine thinks.

import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { fakeEngine, onTerminal, pathOf, program, read, shellCommand, stockfish } from './support/cli-play.js'
import { until } from './support/engines.js'

const CTRL_C = '\x03'
const CTRL_D = '\x04'
const THINKING = /\d+\.\d s {2}thinking/
const QUESTION = /1\. White: (␛\[\d+G)?$/

test('on a terminal: a question, a line with the engine’s thoughts, Ctrl-C makes it move', async () => {
  const { type, until, ended } = onTerminal(['-e', stockfish, '--movetime', '60000'])
  await until(/You play White\./)
  await until(/help for the other commands/)
  await until(QUESTION)
  type('e4\r')
  await until(/␛\[1m1\. e4␛\[0m\n/)
  await until(/\r␛\[K␛\[2m\d+\.\d s {2}depth \d+ {2}[+-]\d+\.\d\d {2}1\.\.\. \S+ 2\. \S+/)
  type(CTRL_C)
  await until(/\r␛\[K␛\[1m1\.\.\. \S+␛\[0m {2}␛\[2m\(Stockfish \S+, .*depth \d+\)␛\[0m\n/)
  await until(/2\. White: /)
  type(`resign\r`)
  await until(/White resigns: Black wins, 0-1\.\n/)
  await until(/The game is over: /)
  type(CTRL_D)
  await until(/1\. e4 \S+ 0-1/)
  assert.equal((await ended).code, 0)
})

test('on a terminal: Ctrl-C takes a line away, then asks, then ends; Ctrl-D ends, while it thinks as well', async () => {
  const first = onTerminal(['--both'])
  await first.until(QUESTION)
  first.type('e')
  await first.until(/e$/)
  first.type(CTRL_C)
  await first.until(QUESTION)
  first.type(CTRL_C)
  await first.until(/Another Ctrl-C ends the session/)
  await first.until(QUESTION)
  first.type('d4\r')
  await first.until(/1\. d4/)
  await first.until(/1\.\.\. Black: /)
  first.type(CTRL_C)
  await first.until(/Another Ctrl-C ends the session/)
  first.type(CTRL_C)
  await first.until(/The game is not over: \*\n/)
  assert.equal((await first.ended).code, 130)

  const thinking = fakeEngine('slow.cjs', '')
  const second = onTerminal(['-e', thinking])
  await second.until(QUESTION)
  second.type('e4\r')
  await second.until(THINKING)
  second.type(CTRL_D)
  await second.until(/1\.\.\. e5/)
  await second.until(/The game is not over: \*\n/)
  assert.equal((await second.ended).code, 0)
})

test('on a terminal: completion, history, what is typed too early, replacing a file', async () => {
  writeFileSync(pathOf('old.pgn'), 'kept')
  const { type, until, ended } = onTerminal(['-e', fakeEngine('later.cjs', '')])
  await until(QUESTION)
  type('Nf\t')
  await until(/Nf3/)
  type('\r')
  await until(/1\. Nf3/)
  await until(THINKING)
  // The terminal keeps the order: the line is there before the engine has to answer.
  type(`Ng1\r${CTRL_C}`)
  await until(/1\.\.\. e5/)
  await until(/2\. White: Ng1\n/)
  await until(/2\. Ng1/)
  await until(THINKING)
  type(CTRL_C)
  await until(/engine answered with an illegal move/)
  await until(/2\.\.\. Black: /)
  type('save old.pgn\r')
  await until(/The file old\.pgn exists already\. Replace it\? \[y\/N\] /)
  type('\r')
  await until(/The game was not saved\./)
  await until(/2\.\.\. Black: /)
  assert.equal(read('old.pgn'), 'kept')
  type('\x1b[A')
  await until(/save old\.pgn/)
  type('\r')
  await until(/Replace it\? \[y\/N\] /)
  type('y\r')
  await until(/The game was saved in old\.pgn\./)
  type('quit\r')
  await until(/The game is not over: \*\n/)
  assert.equal((await ended).code, 0)
  assert.match(read('old.pgn'), /1\. Nf3 e5 2\. Ng1 \*\n$/)
})

test('on a terminal: no colors with NO_COLOR, no escape sequences where it is dumb, less where it is low', async () => {
  const plain = onTerminal(['-e', './slow.cjs'], { env: { NO_COLOR: '1' } })
  await plain.until(QUESTION)
  plain.type('e4\r')
  await plain.until(/\r␛\[K\d+\.\d s {2}thinking/)
  plain.type(CTRL_C)
  await plain.until(/1\.\.\. e5 {2}\(Fake 1, \+0\.12|1\.\.\. e5 {2}\(Fake 1, -0\.12/)
  plain.type(`${CTRL_D}`)
  assert.equal((await plain.ended).code, 0)
  assert.doesNotMatch(plain.shown(), /␛\[\d*m/)

  const asked = fakeEngine('asked.cjs', "require('node:fs').writeFileSync('asked', '')")
  const dumb = onTerminal(['-e', asked], { env: { TERM: 'dumb' } })
  await dumb.until(/1\. White: $/)
  dumb.type('e4\r')
  await dumb.until(/Lastmove: e2-e4/)
  await until(() => existsSync(pathOf('asked')))
  dumb.type(CTRL_C)
  await dumb.until(/1\.\.\. e5/)
  dumb.type('quit\r')
  assert.equal((await dumb.ended).code, 0)
  assert.doesNotMatch(dumb.shown(), /␛/)

  const low = onTerminal(['--both'], { rows: 24 })
  await low.until(QUESTION)
  low.type(CTRL_D)
  await low.ended
  assert.match(low.shown(), /A {3}B {3}C.*H\n\n/)
  assert.doesNotMatch(low.shown(), /Side to move/)
})

test('on a terminal: Ctrl-Z stops it, fg goes on, also while the engine thinks', async () => {
  const { type, until, ended } = onTerminal([], { shell: 'bash --norc --noprofile -i' })
  type(`${shellCommand(['-e', fakeEngine('waits.cjs', '')])}\r`)
  await until(QUESTION)
  const stopAndGoOn = async () => {
    type('\x1a')
    await until(/Stopped/)
    type('fg\r')
  }
  await stopAndGoOn()
  await until(QUESTION)
  type('e4\r')
  await until(THINKING)
  await stopAndGoOn()
  await until(THINKING)
  type(CTRL_C)
  await until(/1\.\.\. e5/)
  await until(/2\. White: /)
  type('quit\r')
  await until(/The game is not over: \*/)
  type('exit\r')
  assert.equal((await ended).code, 0)
})

test('a terminal that vanishes ends it like a hang-up', async () => {
  const [errors, code] = ['vanished.txt', 'vanished-code.txt']
  const shell = `trap '' HUP; ${shellCommand(['--both'])} 2>${errors}; echo $? >${code}`
  const { type, until: shows, close } = onTerminal([], { shell })
  await shows(QUESTION)
  type('e4\r')
  await shows(/1\.\.\. Black: /)
  close()
  await until(() => existsSync(pathOf(code)) && read(code) !== '')
  assert.deepEqual([read(code), read(errors)], ['129\n', ''])
})

test('a server whose terminal vanishes closes: nothing aborts when it exits', async () => {
  const server = `'${process.execPath}' '${program}' server --port 0 2>server-log.txt`
  const shell = `sh -c "echo \\$\\$ >server-pid.txt; exec ${server}"`
  const { until: shows, close } = onTerminal([], { shell })
  await shows(/ws:\/\//)
  close()
  const pid = Number(read('server-pid.txt'))
  await until(() => !isRunning(pid))
  assert.match(read('server-log.txt'), /"event":"closed"\}\n$/)
})

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
