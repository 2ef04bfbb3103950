// SPDX-License-Identifier: Apache-2.0
// binbo epd run: with Stockfish; what it writes, exit codes.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { dist } from './support/binbo.js'
import { startProgram } from './support/program.js'

const program = join(dist, 'cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'binbo-epd-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function run(args, input = '') {
  const { child, ended } = startProgram(process.execPath, [program, 'epd', 'run', '--depth', '5', ...args], {
    cwd: folder,
    env: process.env,
  })
  child.stdin.end(input)
  return ended
}

const SOLVED = `# two mates
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "one";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 bm Rd8+; am Kf1; id "two";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id "no question";
`
const MISSED = `6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8; id "avoided";
nonsense
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;
`
writeFileSync(join(folder, 'solved.epd'), SOLVED)
writeFileSync(join(folder, 'missed.epd'), MISSED)

test('a table with a line for each position, and a summary', async () => {
  const { stdout, stderr, code } = await run(['solved.epd'])
  assert.match(
    stdout,
    /^1 {2}solved {2}Qxf7# +Qxf7# +depth \d+ +one\n2 {2}solved {2}Rd8# +Rd8# not Kf1 +depth \d+ +two\n$/,
  )
  assert.match(stderr, /^2 of 2 positions solved in [\d.]+ s\n$/)
  assert.equal(code, 0)
})

test('positions that are missed and records that cannot be read have exit code 1', async () => {
  const { stdout, stderr, code } = await run(['solved.epd', '-'], MISSED)
  assert.match(stdout, /^3 {2}missed {2}Rd8# +not Rd8# +depth \d+ +avoided$/m)
  assert.match(stderr, /^-:2:1: .*\(ERR_EPD_FIELDS\) near "nonsense"$/m)
  assert.match(stderr, /^-:3:\d+: .*\(ERR_SAN_SYNTAX\) near "Rd9"$/m)
  assert.match(stderr, /^2 of 4 positions solved/m)
  assert.equal(code, 1)
})

test('--json', async () => {
  const { stdout, stderr, code } = await run(['--json', '--quiet', 'missed.epd', 'solved.epd'])
  const { solved, total, results } = JSON.parse(stdout)
  assert.deepEqual([solved, total, code], [2, 4, 1])
  assert.equal(stderr.split('\n').length, 3)
  const { id, fen, best, avoid, move, san } = results[2]
  assert.deepEqual(
    [id, fen.split(' ').length, best, avoid, move, san, results[2].solved],
    ['one', 6, ['Qxf7#'], [], 'h5f7', 'Qxf7#', true],
  )
  assert.deepEqual([results[0].avoid, results[0].solved, results[0].score.kind], [['Rd8#'], false, 'mate'])
})

test('--variant', async () => {
  const antichess = '8/8/8/8/8/2p5/8/1N6 w - - bm Nxc3;\n'
  writeFileSync(join(folder, 'antichess.epd'), antichess)
  const { stdout, stderr, code } = await run(['--variant', 'antichess', 'antichess.epd'])
  assert.match(stdout, /^1 {2}solved {2}Nxc3#? /, stderr)
  assert.equal(code, 0)
  const without = await run(['antichess.epd'])
  assert.match(without.stderr, /ERR_FEN_NO_KING/)
  const wrong = await run(['--variant', 'draughts', 'antichess.epd'])
  assert.deepEqual([wrong.stdout, wrong.code], ['', 2])
  assert.match(wrong.stderr, /draughts/)
})

test('wrong usage, missing files and engines have exit code 2', async () => {
  for (const [args, message] of [
    [['--depth', 'x'], /--depth is a whole number above 0/],
    [['--engine', 'no-such-engine', 'solved.epd'], /no-such-engine/],
    [['missing.epd'], /missing\.epd: no such file/],
  ]) {
    const { stdout, stderr, code } = await run(args)
    assert.deepEqual([stdout, code], ['', 2], args.join(' '))
    assert.match(stderr, message)
  }
})
