// SPDX-License-Identifier: Apache-2.0
// binbo tablebase: a folder, a URL, and what it says to wrong usage.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { tablebaseFolder } from 'binbo/node'
import { Tablebase } from 'binbo/tablebase'
import { startProgram } from './support/program.js'
import { serveFiles } from './support/ranges.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = `${root}tests/data/syzygy`
const ask = (...args) =>
  startProgram(process.execPath, [`${root}dist/cli/main.js`, 'tablebase', ...args], { env: process.env })
    .ended

const MATE = 'k7/8/1K6/8/8/8/8/7R w - - 0 1'

test('it says who wins, and what each move leads to', async t => {
  const { stdout, stderr, code } = await ask(MATE, '--tables', folder, '--line')
  assert.deepEqual([stderr, code], ['', 0])
  const [result, first, ...rest] = stdout.trimEnd().split('\n')
  assert.equal(result, 'win, DTZ 1')
  assert.equal(first, '  Rh8#    win, DTZ 1')
  assert.equal(rest.at(-1), 'h1h8')
  assert.equal(
    (await ask('8/8/8/8/8/3k4/8/K7', 'w', '-', '-', '0', '1', '--tables', folder, '--line')).stdout.split(
      '\n',
    )[0],
    'draw',
  )
  const files = readdirSync(folder).map(name => [
    `/${name}`,
    new Uint8Array(readFileSync(`${folder}/${name}`)),
  ])
  const server = await serveFiles(t, new Map(files))
  const tables = Tablebase.openSync(tablebaseFolder(folder))
  const json = JSON.parse((await ask(MATE, '--tables', server.url, '--json')).stdout)
  assert.deepEqual(json, { ...tables.dtzSync(MATE), moves: tables.movesSync(MATE) })
})

test('a missing table has exit code 1, wrong usage 2', async () => {
  const pawns = '8/8/8/5p2/8/3k4/8/K3R3 w - - 0 1'
  for (const [args, wanted, message] of [
    [[pawns, '--tables', folder], 1, /KRvKP\.rtbw/],
    [[MATE, '--tables', `${folder}/nowhere`], 2, /nowhere' cannot be read: there is no such folder/],
    [[MATE, '--tables', 'http://127.0.0.1:1/'], 1, /127\.0\.0\.1/],
    [[MATE], 2, /--tables/],
    [['--tables', folder], 2, /FEN/],
    [['nonsense', '--tables', folder], 2, /FEN/],
    [['4k3/8/8/8/8/8/8/4K2R w K - 0 1', '--tables', folder], 2, /castling/],
    [[MATE, '--table', folder], 2, /--table/],
  ]) {
    const { stdout, stderr, code } = await ask(...args)
    assert.deepEqual([stdout, code], ['', wanted], stderr)
    assert.match(stderr, message)
  }
  assert.match((await ask('--help')).stdout, /^usage: binbo tablebase FEN/)
})
