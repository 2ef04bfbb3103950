// SPDX-License-Identifier: Apache-2.0
// What holds for every command of `binbo`: help, options, and the exit code of wrong usage.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { partsOf, QUIET } from '#js/cli/command.js'
import { COMMANDS } from '#js/cli/commands.js'
import { FILTERS } from '#js/database/filter.js'
import { runCommand } from './support/program.js'

const WRONG_USAGE = 2
const commands = await Promise.all(COMMANDS.map(async ([name, , load]) => [name, (await load()).command]))
/** The rows of options of a help. */
const rowsOf = help => help.split('\noptions:\n')[1].split('\n\n')[0]

for (const [name, command] of commands)
  test(`binbo ${name}: its help names each option, wrong usage has the documented code`, async () => {
    assert.equal(command.name, name)
    const run = (...args) => runCommand(command.run, args)
    const refused = async (args, option) => {
      const { stdout, stderr, code } = await run(...args)
      assert.deepEqual([stdout, code], ['', WRONG_USAGE], args.join(' '))
      const [said, hint, ...more] = stderr.split('\n')
      assert.ok(said.startsWith('binbo: ') && said.includes(option), stderr)
      assert.deepEqual([hint, more], [`See binbo ${name} --help.`, ['']])
    }

    const help = await run('--help')
    assert.deepEqual([help.stderr, help.code], ['', 0])
    assert.ok(help.stdout.startsWith(`usage: binbo ${name} `))
    assert.deepEqual(await run('-h'), help)
    assert.match(help.stdout.split('\nexit code: ')[1], /\b2\b[^;]* wrong usage\b/)
    for (const line of help.stdout.split('\n')) assert.ok(line.length <= 120, line)

    for (const unknown of ['--nonsense', '-Z']) await refused([unknown], unknown)
    const rows = rowsOf(help.stdout)
    for (const option of Object.values(command.options)) {
      const { name: word, short, value } = partsOf(option)
      assert.ok(rows.includes(option.head), option.head)
      const long = `--${word}`
      if (value === undefined) await refused([`${long}=1`], long)
      // '[N]' may be missing.
      else if (!value.startsWith('[')) {
        const missing = [[long], [long, '-5'], ...(short ? [[`-${short}`]] : [])]
        for (const args of missing) await refused(args, long)
      }
      const many = await run(`${long}${value === undefined ? '' : '=0'}`, '--help')
      assert.deepEqual(many, help, 'help takes precedence over wrong values')
    }
  })

test('the conditions of a database are options of the commands that ask for some games', () => {
  const asking = commands.filter(([, { options }]) => 'player' in options)
  assert.deepEqual(
    asking.map(([name]) => name),
    [
      'db explore',
      'db search',
      'db tree',
      'db leaves',
      'db export',
      'db players',
      'db doubles',
      'db groups',
      'db remove',
    ],
  )
  for (const [, { options }] of asking) for (const { name } of FILTERS) assert.ok(name in options, name)
})

/** Games with a warning each, and one with an error. */
const FAULTY = '[Result "0-1"]\n\n1. c4 *\n\n[White "Bob"]\n\n1. e4, e5 *\n\n[White "Eve"]\n\n1. e5 *\n'
const ENGINE = `#!/bin/sh\nexec '${process.execPath}' '${fileURLToPath(new URL('support/fake-engine.js', import.meta.url))}'\n`
/** Arguments of the commands that read PGN files, before the file. */
const READING = {
  'pgn check': [],
  'pgn analyse': ['--engine', './engine', '--nodes', '1'],
  'pgn find': ['KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP'],
  'pgn tag': ['--openings'],
  'book make': ['-o', 'made.bin'],
  'db add': ['--db', 'added'],
  'db leaves': ['--db', 'added', '--as', 'white'],
}

test('--quiet of every command that reads PGN files lists errors, but no warnings', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-quiet-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const from = process.cwd()
  process.chdir(folder)
  t.after(() => process.chdir(from))
  writeFileSync('faulty.pgn', FAULTY)
  writeFileSync('engine', ENGINE, { mode: 0o755 })
  const quiet = commands.filter(([, { options }]) => options.quiet?.help === QUIET.help)
  const reading = quiet.filter(([, command]) => /PGN file|FILE…/.test(command.help.split('\noptions:')[0]))
  assert.deepEqual(
    reading.map(([name]) => name),
    Object.keys(READING),
  )
  for (const [name, { run }] of reading) {
    const said = async (...args) => {
      const { stdout, stderr } = await runCommand(run, [...READING[name], ...args, 'faulty.pgn'])
      return (name === 'pgn check' ? stdout : stderr).match(/\(ERR_\w+\)/g)
    }
    assert.deepEqual(await said('-q'), ['(ERR_PGN_MOVE)'], name)
    assert.deepEqual(await said(), ['(ERR_PGN_RESULT)', '(ERR_PGN_SKIPPED)', '(ERR_PGN_MOVE)'], name)
  }
})
