// SPDX-License-Identifier: Apache-2.0
// Wrong values of options of `binbo`: each command refuses them in words of the command line, which name the option.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { partsOf } from '#js/cli/command.js'
import { COMMANDS } from '#js/cli/commands.js'
import { runCommand } from './support/program.js'

const commands = await Promise.all(COMMANDS.map(async ([name, , load]) => [name, (await load()).command]))
const find = wanted => commands.find(([name]) => name === wanted)[1]
const folder = mkdtempSync(join(tmpdir(), 'binbo-cli-values-'))
const from = process.cwd()
const ENGINE = `#!/bin/sh\nexec '${process.execPath}' '${fileURLToPath(new URL('support/fake-engine.js', import.meta.url))}'\n`
before(async () => {
  process.chdir(folder)
  writeFileSync('games.pgn', '1. e4 e5 *\n')
  writeFileSync('suite.epd', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n')
  writeFileSync('short', 'secret')
  mkdirSync('tables')
  writeFileSync('engine', ENGINE, { mode: 0o755 })
  for (const [name, args] of [
    ['db add', ['games.pgn', '--db', 'db', '-q']],
    ['book make', ['games.pgn', '-o', 'book.bin', '-q']],
  ])
    assert.equal((await runCommand(find(name).run, args)).code, 0)
})
after(() => {
  process.chdir(from)
  rmSync(folder, { recursive: true, force: true })
})

/** Arguments with which each command works, but for the servers, which would not end. */
const WORKING = {
  'pgn check': ['games.pgn'],
  'pgn analyse': ['games.pgn', '--engine', './engine', '--nodes', '1'],
  'pgn find': ['KPvK', 'games.pgn'],
  'pgn tag': ['--openings', 'games.pgn'],
  play: ['--engine', './engine'],
  'engine-server': ['--port', '0', './engine'],
  match: ['--engine', './engine,name=a,nodes=1', '--engine', './engine,name=b,nodes=1'],
  server: ['--port', '0'],
  'book make': ['-o', 'made.bin', 'games.pgn'],
  'book merge': ['-o', 'made.bin', 'book.bin', 'book.bin'],
  'db leaves': ['--db', 'db', '--as', 'white', 'games.pgn'],
  'db show': ['0', '--db', 'db'],
  'db alias': ['--db', 'db', 'Anna'],
  'db export': ['--db', 'db', '--as', 'csv'],
  'db groups': ['--db', 'db', '--by', 'eco'],
  'epd run': ['--engine', './engine', '--nodes', '1', 'suite.epd'],
  tablebase: ['8/8/8/8/8/4k3/4P3/4K3 w - - 0 1', '--tables', 'tables'],
}
for (const [name] of commands) WORKING[name] ??= name.startsWith('db ') ? ['--db', 'db'] : []

const NUMBERS = ['many', '1.5', '-1', '', '1e3', '99999999999999999999']
const RANGES = ['many', '1-2-3', '-', '', '1.5-', '2400-many']
const NAMES = ['']
/** Values that a program or a file cannot have: the message names it. */
const MISSING = ['missing/file']
/** Wrong values by the text for the value in the help, or by the option. */
const WRONG = {
  N: NUMBERS,
  '[N]': ['960', '99999999999999999999'],
  '[better]': ['best', 'Better'],
  MS: NUMBERS,
  MIB: NUMBERS,
  PIXELS: NUMBERS.filter(text => text !== '1.5' && text !== '1e3'),
  'FROM-TO': RANGES,
  eco: ['many', 'A00-B00-C00', '-', '', 'F00', 'B90-F'],
  date: ['many', '2010-2011-2012', '-', '', '2010-11', '01.02.2010'],
  COLOR: ['green', ''],
  FEN: ['many', '', '8/8/8/8/8/8/8/8 w - - 0 1'],
  PIECES: ['many', '', 'Nf9'],
  MATERIAL: ['many', '', 'KRP'],
  SAN: ['many', '', 'e9'],
  MOVE: ['many', '', 'e2'],
  SQUARES: ['many', '', 'e2e9', 'e2e4:no colour!'],
  SQUARE: ['many', '', 'e9'],
  LANG: ['xx', ''],
  MODE: ['many', ''],
  WHAT: ['many', ''],
  PLACE: ['many', ''],
  RESULT: ['many', ''],
  'ELO0,ELO1': ['many', '', '5', '5,0', '0,many'],
  'FROM,MOVES,SCORE': ['many', '', '34,8', '34,8,many', '34,0,20'],
  'MOVES,SCORE[,both]': ['many', '', '3', '3,many', '3,600,one'],
  KEYS: ['many', '', 'tc=many', 'depth=many', 'colour=white'],
  COLUMN: ['many', '', '-', 'Date'],
  ORDER: ['many', ''],
  PARTS: ['many', '', 'elo:many', 'eco,,year', 'tag:'],
  LIST: ['many', '', 'id,,white', 'tag:'],
  FORMAT: ['many', ''],
  'SPEED,…': ['many', '', 'blitz,', 'unknown'],
  'TAG=VALUE': ['many', '', '=x', 'Annotator='],
  'NAME=VALUE': ['many', '', 'idle=', 'idle=many', 'many=1', 'idle=0'],
  'CODE|NAME': [''],
  NAME: NAMES,
  TEXT: NAMES,
  variant: ['many', ''],
  theme: ['many', ''],
  lichess: ['', 'a b', 'ü'],
  chesscom: ['', 'a b', 'ü'],
  api: ['many', '', 'ftp://host', 'https://user@host'],
  ADDRESS: ['many', '', '10.0.0.0/99'],
  ORIGIN: ['many', '', 'https://example.org/path'],
  PATH: ['many', ''],
  HOST: [''],
  db: ['', 'short/db', 'games.pgn'],
  redis: ['many', '', 'mysql://host', 'host:6379'],
  'NAME@HOST:PORT,…': ['many', '', 'name@', '@host', 'name@host:many', 'name@host:0'],
  'NAME=ENGINE': ['many', '', '=engine', 'name='],
  archive: ['mysql://host', '', 'missing/file'],
  'secret-file': [...MISSING, 'short'],
  FILE: MISSING,
  BOOK: MISSING,
  'DIR|URL': MISSING,
  ENGINE: [...MISSING, 'no-such-engine', ''],
}
/** Options of which every text is right. */
const ANY = ['token', 'title', 'name']
const FILES = ['FILE', 'BOOK', 'DIR', 'DIR|URL', 'ENGINE']

for (const [name, command] of commands)
  test(`binbo ${name}: the error of a wrong value names the option`, async () => {
    for (const option of Object.values(command.options)) {
      const { name: word, value } = partsOf(option)
      if (value === undefined || ANY.includes(word)) continue
      const wrong = WRONG[word] ?? WRONG[value]
      assert.ok(wrong, `${option.head}: no wrong values`)
      for (const text of wrong) {
        const args = [...WORKING[name], `--${word}=${text}`]
        const { stderr, code } = await runCommand(command.run, args)
        const isNamed = new RegExp(`--${word}(?![\\w-])`).test(stderr.split('\n')[0])
        assert.ok(isNamed || (FILES.includes(value) && text !== '' && stderr.includes(text)), stderr)
        // A match has begun when its third engine does not start.
        assert.ok(code === 2 || (code === 1 && name === 'match' && word === 'engine'), stderr)
      }
    }
  })
