// SPDX-License-Identifier: Apache-2.0
// binbo pgn tag: openings by the moves.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openingOf } from 'binbo/openings'
import { parsePgn } from 'binbo/pgn'
import { command } from '#js/cli/pgn-tag.js'
import { root } from './support/binbo.js'
import { runCommand } from './support/program.js'

const folder = mkdtempSync(join(tmpdir(), 'binbo-tag-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const games = `${root}tests/data/games.pgn`
const run = (args, input) => runCommand(command.run, args, { input })

test('all games are written, with the opening that openingOf() gives', async () => {
  const before = parsePgn(readFileSync(games))
  const { stdout, stderr, code } = await run(['--openings', games])
  assert.equal(code, 0)
  const written = parsePgn(stdout)
  assert.equal(written.length, before.length)
  let tagged = 0
  for (const [i, game] of before.entries()) {
    const opening = openingOf(game)
    if (opening !== null) tagged++
    const expected =
      opening === null ? [game.headers.get('ECO'), game.headers.get('Opening')] : [opening.eco, opening.name]
    assert.deepEqual([written[i].headers.get('ECO'), written[i].headers.get('Opening')], expected)
    game.headers.delete('ECO')
    game.headers.delete('Opening')
    for (const name of ['ECO', 'Opening']) written[i].headers.delete(name)
    assert.equal(`${written[i]}`, `${game}`)
  }
  assert.ok(tagged > 30, `${tagged}`)
  assert.match(stderr, new RegExp(`^${before.length} games, ${tagged} games with an opening$`, 'm'))
})

test('wrong tags are replaced; variants, other starts and unreadable games stay; files and standard input are joined', async () => {
  const input = `[White "Anna"]
[ECO "A00"]
[Opening "Wrong"]

1. e4 {best} c5 (1... e5) 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *

[Variant "Atomic"]
[ECO "A00"]

1. e4 *

[FEN "nonsense"]

1. e4 *

[FEN "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"]
[SetUp "1"]

1. Kd4 *
`
  const one = join(folder, 'one.pgn')
  const out = join(folder, 'out.pgn')
  writeFileSync(one, '1. d4 d5 2. c4 *')
  const { stdout, code } = await run(['--openings', one, '-', '-o', out, '-q'], input)
  assert.deepEqual([stdout, code], ['', 0])
  const written = parsePgn(readFileSync(out))
  assert.deepEqual(
    written.map(({ headers }) => [headers.get('ECO'), headers.get('Opening')]),
    [
      ['D06', "Queen's Gambit"],
      ['B90', 'Sicilian Defense: Najdorf Variation'],
      ['A00', undefined],
      [undefined, undefined],
      [undefined, undefined],
    ],
  )
  assert.deepEqual(written[1].root.children[0].comments, ['best'])
})

test('wrong use', async () => {
  for (const [args, message] of [
    [[games], /--openings says which tags/],
    [['--openings', games, '-o', games], /is also an input/],
    [['--openings', games, '-o', join(folder, 'missing/x')], /cannot write/],
    [['--openings', join(folder, 'missing.pgn')], /missing\.pgn: no such file/],
  ]) {
    const { code, stderr } = await run(args)
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
})
