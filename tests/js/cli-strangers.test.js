// SPDX-License-Identifier: Apache-2.0
// What commands write of games of strangers: no control character of theirs reaches a terminal, and no cell of CSV is a formula.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDatabase } from 'binbo/database'
import { dist } from './support/binbo.js'
import { COLOR_SETTINGS } from './support/terminal.js'

const program = join(dist, 'cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'binbo-cli-strangers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A title, a color, C1's CSI, a bell, a backspace, a line that covers itself, text turned round, DEL. */
const EVIL = '\x1b]0;owned\x07\x1b[31m\u009b31mX\b\b\x7f\u202eabc\u2066\x0c'
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y")', '=a,b', '-2+3']
const PGN = [
  `[Event "${EVIL}"]\n[White "${EVIL}"]\n[Black "B"]\n[Site "=site"]\n\n1. e4 {${EVIL}} e5 ${EVIL} 2. Ke3 *\n`,
  ...FORMULAS.map(
    text => `[Event "${text.replaceAll('"', '\\"')}"]\n[White "${text.replaceAll('"', '\\"')}"]\n\n1. d4 *\n`,
  ),
  '[White "a=b"]\n[Black "Smith, Anna"]\n\n1. c4 *\n',
].join('\n')
const NAME = `evil${'\x1b[31m'}.pgn`
writeFileSync(join(folder, 'games.pgn'), PGN)
writeFileSync(join(folder, NAME), PGN)

const options = { cwd: folder, encoding: 'utf8', input: '' }
const run = args => spawnSync(process.execPath, [program, ...args], options)
const quoted = word => `'${word.replaceAll("'", "'\\''")}'`
/** What a terminal gets; colors are off, and so is the line of progress. */
function shownBy(args) {
  const command = [process.execPath, program, ...args].map(quoted).join(' ')
  const env = { ...process.env, ...COLOR_SETTINGS, NO_COLOR: '1', TERM: 'dumb' }
  for (const name in env) if (env[name] === undefined) delete env[name]
  return spawnSync('script', ['-qec', command, '/dev/null'], { ...options, env }).stdout
}

run(['db', 'add', 'games.pgn', '--db', 'games', '--keep', 'text'])

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

for (const args of [
  ['db', 'export', '--as', 'pgn', '--db', 'games'],
  ['db', 'export', '--as', 'csv', '--db', 'games'],
  ['db', 'export', '--as', 'csv', '--raw', '--db', 'games'],
  ['db', 'export', '--as', 'arrow', '--db', 'games'],
  ['db', 'export', '--as', 'polyglot', '--db', 'games'],
  ['db', 'search', '--db', 'games'],
  ['db', 'search', '--db', 'games', '--json'],
  ['db', 'explore', '1. e4', '--db', 'games'],
  ['db', 'explore', '1. e4', '--db', 'games', '--json'],
  ['db', 'explore', `1. e4 ${EVIL}`, '--db', 'games'],
  ['db', 'stat', '--db', `games${EVIL}`],
  ['db', 'add', 'games.pgn', NAME, '--db', 'more'],
  ['db', 'add', 'games.pgn', '--db', 'more', '--json'],
  ['pgn', 'check', 'games.pgn', NAME],
  ['pgn', 'check', 'games.pgn', '--json'],
  ['pgn', 'find', '--move', 'e4', 'games.pgn'],
  ['pgn', 'find', 'games.pgn', '--board', EVIL],
  ['epd', 'run', NAME],
  ['svg', EVIL],
  ['tablebase', EVIL],
  ['book', 'show', NAME],
  [EVIL],
  ['db', EVIL],
])
  test(`on a terminal: binbo ${JSON.stringify(args.join(' ')).slice(0, 60)}`, () => {
    const text = shownBy(args)
    assert.notEqual(text, '')
    const found = CONTROL.exec(text)
    assert.equal(
      found,
      null,
      found && JSON.stringify(text.slice(Math.max(0, found.index - 80), found.index + 20)),
    )
  })

test('what goes into a file or a pipe is the text as it is', () => {
  assert.ok(run(['db', 'export', '--as', 'pgn', '--db', 'games']).stdout.includes(EVIL.slice(0, 9)))
})

/** @param {string} text @returns {string[][]} as RFC 4180 has it */
function cellsOf(text) {
  const rows = [[]]
  for (const [, cell, quote, end] of text.matchAll(/(?:([^",\r\n]*)|"((?:[^"]|"")*)")(,|\r\n)/g)) {
    rows.at(-1).push(quote === undefined ? cell : quote.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  rows.pop()
  return rows
}

test('cells of CSV stand in quotes where other separators than commas would part them', async () => {
  const db = await openDatabase()
  await db.add('[White "a;=1+1;b"]\n[Black "c\t=1+1"]\n\n1. e4 *\n')
  const text = await new Response(db.export(await db.filter(), 'csv')).text()
  await db.close()
  assert.ok(text.includes(',"a;=1+1;b","c\t=1+1",'), text)
})

test('cells of CSV that a spreadsheet would take for formulas stand behind an apostrophe, but with --raw', async () => {
  const db = await openDatabase()
  await db.add(PGN)
  const raw = await new Response(db.export(await db.filter(), 'csv')).text()
  await db.close()
  const args = ['db', 'export', '--as', 'csv', '--db', 'games']
  assert.equal(run([...args, '--raw']).stdout, raw)
  const piped = run(args).stdout
  run([...args, '-o', 'games.csv'])
  assert.equal(readFileSync(join(folder, 'games.csv'), 'utf8'), piped)
  const [before, cells] = [cellsOf(raw), cellsOf(piped)]
  assert.equal(cells.length, FORMULAS.length + 3)
  let count = 0
  for (const [i, row] of before.entries())
    for (const [j, cell] of row.entries()) {
      const isFormula = /^[=+\-@\t\r\0]/.test(cell)
      if (isFormula) count++
      assert.equal(cells[i][j], isFormula ? `'${cell}` : cell)
    }
  assert.equal(count, 2 * FORMULAS.length + 1)
})
