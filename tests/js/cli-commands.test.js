// SPDX-License-Identifier: Apache-2.0
// What holds for every command of `binbo`: help, options, and the exit code of wrong usage.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from '#js/cli/command.js'
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
    ['db explore', 'db search', 'db tree', 'db leaves', 'db export', 'db players', 'db groups', 'db remove'],
  )
  for (const [, { options }] of asking) for (const { name } of FILTERS) assert.ok(name in options, name)
})
