// SPDX-License-Identifier: Apache-2.0
// binbo db add, explore, search, show, export, stat and remove.

import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Game, START_FEN } from 'binbo'
import { openDatabase } from 'binbo/database'
import { dist, root } from './support/binbo.js'
import { startProgram } from './support/program.js'

const program = join(dist, 'cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'binbo-cli-db-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const games = `${root}tests/data/games.pgn`
const GAMES = `[White "Anna"]
[WhiteElo "2450"]
[Black "Ben, \\"B\\""]
[BlackElo "2410"]
[Date "2026.11.27"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[White "Zoë"]
[Result "1/2-1/2"]

1. e4 c5 1/2-1/2
`

function start(args) {
  return startProgram(process.execPath, [program, 'db', ...args], { cwd: folder, env: process.env })
}

function run(args, input = '') {
  const { child, ended } = start(args)
  child.stdin.end(input)
  return ended
}

/** What the library says of the same games. */
async function filled() {
  const db = await openDatabase()
  await db.add(readFileSync(games))
  await db.add(GAMES)
  return db
}

test('add makes a database, and the other commands answer as the library does', async () => {
  const made = await run(['add', games, '-', '--db', 'one'], GAMES)
  assert.deepEqual([made.stdout, made.code], ['', 0])
  const db = await filled()
  assert.match(made.stderr, new RegExp(`^one: ${db.games} games added, ${db.games} games in all$`, 'm'))

  const stat = JSON.parse((await run(['stat', '--db', 'one', '--json'])).stdout)
  assert.deepEqual([stat.games, stat.years.at(-1), stat.damaged], [db.games, '2026', []])
  assert.equal(stat.results['1-0'], (await db.filter({ result: '1-0' })).count)
  assert.match((await run(['stat', '--db', 'one'])).stdout, /^66 games\n {2}1-0 +\d+\n/)

  const game = new Game()
  game.move('e4')
  const plain = value => JSON.parse(JSON.stringify(value))
  for (const words of [['1.', 'e4'], ['1. e4'], [game.fen]]) {
    const { stdout } = await run(['explore', ...words, '--db', 'one', '--json', '--top', '2'])
    assert.deepEqual(JSON.parse(stdout), plain(await db.explore(game, { topGames: 2 })))
  }
  const elo = await run(['explore', '1. e4', '--db', 'one', '--elo', '2400-'])
  assert.match(elo.stdout, /^e5 +1 +100 % +0 % +0 % +2410 +2050 +2026$/m)
  assert.match(elo.stdout, /^ +64 {2}Anna \(2450\) - Ben, "B" \(2410\) {2}1-0 {2}2026\.11\.27$/m)
  const unknown = await run(['explore', '1. a4 a5 2. h4', '--db', 'one'])
  assert.deepEqual([unknown.code, unknown.stdout, unknown.stderr], [1, '', 'no game reaches this position\n'])

  const query = { all: [{ board: { e4: 'P', e5: 'p', d4: null } }, { move: { san: 'Nf3' } }] }
  const hits = []
  for await (const hit of db.search(query, { in: await db.filter({ result: '1-0' }) })) hits.push(hit)
  assert.ok(hits.length > 0)
  const conditions = ['--board', 'Pe4 pe5 -d4', '--move', 'Nf3', '--result', '1-0']
  const searched = JSON.parse((await run(['search', '--db', 'one', '--json', ...conditions])).stdout)
  assert.equal(searched.count, hits.length)
  assert.deepEqual(
    searched.games.map(({ id, ply }) => ({ game: id, ply })),
    hits,
  )
  const limited = await run(['search', '--db', 'one', ...conditions, '--limit', '1'])
  assert.deepEqual([limited.stdout.split('\n').length, limited.code], [2, 0])
  assert.match(limited.stderr, new RegExp(`^${hits.length} games? found$`, 'm'))
  const none = await run(['search', '--db', 'one', '--player', 'nobody*'])
  assert.deepEqual([none.stdout, none.stderr, none.code], ['', '0 games found\n', 1])
})

test('add keeps where games stand, their texts, or moves alone', async () => {
  const own = join(folder, 'own.pgn')
  const pgn = '[White "A"]\n[Annotator "B"]\n[Result "1-0"]\n\n1. e4 {good} (1. d4) 1-0\n'
  const exported = async name => (await run(['export', '--db', name, '--as', 'pgn', '-q'])).stdout
  for (const [name, ...keep] of [['ref'], ['copy', '--keep', 'text'], ['bare', '--keep', 'moves']]) {
    writeFileSync(own, pgn)
    await run(['add', own, '-', '--db', name, '-q', ...keep], pgn)
    const counts = [(await exported(name)).split('{good} (1. d4)').length - 1]
    rmSync(own)
    counts.push((await exported(name)).split('{good} (1. d4)').length - 1)
    assert.deepEqual(counts, { ref: [1, 0], copy: [2, 2], bare: [0, 0] }[name], name)
  }
  writeFileSync(join(folder, 'own.pgn.gz'), gzipSync(pgn))
  await run(['add', 'own.pgn.gz', '--db', 'zip', '-q'])
  assert.match(await exported('zip'), /1\. e4 1-0/)
  await run(['add', 'own.pgn.gz', '--db', 'zip', '-q', '--keep', 'text'])
  assert.match(await exported('zip'), /1\. e4 \{good\}/)
  const wrong = await run(['add', games, '--db', 'wrong', '--keep', 'all'])
  assert.equal(wrong.code, 2)
})

test('export writes what the library writes, to standard output or a file', async () => {
  await run(['add', games, '-', '--db', 'out', '-q', '--keep', 'moves'], GAMES)
  const db = await filled()
  for (const as of ['pgn', 'csv', 'jsonl', 'arrow', 'parquet', 'parquet-positions', 'polyglot']) {
    const { code } = await run(['export', '--db', 'out', '--as', as, '--result', '1-0', '-o', 'file', '-q'])
    const stream = db.export(await db.filter({ result: '1-0' }), as)
    const wanted = new Uint8Array(await new Response(stream).arrayBuffer())
    assert.deepEqual([code, new Uint8Array(readFileSync(join(folder, 'file')))], [0, wanted], as)
  }
  const piped = await run(['export', '--db', 'out', '--as', 'csv', '--white', 'zoe'])
  assert.match(piped.stdout, /^id,white,.*\r\n65,Zoë,,,,1\/2-1\/2,.*\r\n$/)
  const columns = ['--columns', 'white,tag:Result,openingEco,tag:No']
  const named = await run(['export', '--db', 'out', '--as', 'csv', '--white', 'zoe', ...columns])
  assert.match(named.stdout, /^white,Result,openingEco,No\r\nZoë,1\/2-1\/2,[A-E]\d\d,\r\n$/)
})

test('remove takes games out, and --compact gives new numbers', async () => {
  await run(['add', games, '-', '--db', 'less', '-q'], GAMES)
  const none = await run(['remove', '--db', 'less', '--white', 'nobody'])
  assert.deepEqual([none.stderr, none.code], ['0 games removed, 66 games in all\n', 1])
  const removed = await run(['remove', '--db', 'less', '--position', new Game().fen, '--json', '--quiet'])
  const left = JSON.parse(removed.stdout)
  assert.equal(left.removed + left.games, 66)
  assert.ok(left.removed > 0 && left.games > 0)
  assert.equal((await run(['remove', '--db', 'less', '--compact'])).code, 0)
  const { games: heads } = JSON.parse((await run(['search', '--db', 'less', '--json'])).stdout)
  assert.deepEqual(
    heads.map(({ id }) => id),
    heads.map((_, i) => i),
  )
  assert.equal((await run(['remove', '--db', 'less', '--all'])).code, 0)
  // A database without dated games has no years.
  const stat = await run(['stat', '--db', 'less'])
  assert.deepEqual([stat.stderr, stat.code], ['', 0])
  assert.match(stat.stdout, /^0 games\n/)
})

test('show writes games by their numbers, as they were added; remove takes the same numbers', async () => {
  const texts = ['A', 'B', 'C', 'D', 'E'].map(
    name => `[White "${name}"]\n[Result "*"]\n\n1. e4 {${name}} *\n`,
  )
  await run(['add', '-', '--db', 'shown', '--keep', 'text', '-q'], texts.join('\n'))
  const show = async (...words) => {
    const { stdout, stderr, code } = await run(['show', ...words, '--db', 'shown'])
    return [stdout, stderr, code]
  }
  assert.deepEqual(await show('1'), [texts[1], '', 0])
  assert.deepEqual(await show('3', '0-1'), [[texts[3], texts[0], texts[1]].join('\n'), '', 0])
  assert.deepEqual(await show('4', '5', '7-9'), [
    texts[4],
    'binbo: there is no game 5\nbinbo: there is no game 7-9\n',
    1,
  ])
  const [head] = JSON.parse((await run(['show', '2', '--db', 'shown', '--json'])).stdout)
  assert.deepEqual([head.id, head.white, head.pgn], [2, 'C', texts[2]])

  const removed = async (...args) => (await run(['remove', ...args, '--db', 'shown'])).stderr
  assert.match(await removed('1', '3-9', '--white', 'B'), /^1 game removed, 4 games in all$/m)
  assert.match(await removed('1'), /^binbo: there is no game 1\n0 games removed, 4 games in all$/m)
  assert.match(await removed('3-9', '0'), /^3 games removed, 1 game in all$/m)
  assert.deepEqual(await show('0-9'), [texts[2], '', 0])
})

test('search and export have the order of a column, as the library does', async () => {
  await run(['add', games, '-', '--db', 'sorted', '-q', '--keep', 'moves'], GAMES)
  const db = await filled()
  const all = await db.filter()
  for (const [text, sort] of [
    ['--sort=white', ['white', 'asc']],
    ['--sort=-date', ['date', 'desc']],
    ['--sort=-elo', ['elo', 'desc']],
    ['--sort=id', 'id'],
  ]) {
    const { stdout } = await run(['search', text, '--db', 'sorted', '--json', '--limit', '9'])
    const { count, games: rows } = JSON.parse(stdout)
    const heads = JSON.parse(JSON.stringify(await db.heads(all, { sort, to: 9 })))
    assert.deepEqual([count, rows], [all.count, heads], text)
    const exported = await run(['export', text, '--db', 'sorted', '--as', 'csv', '--columns', 'id', '-q'])
    const ids = (await db.heads(all, { sort })).map(({ id }) => `${id}\r\n`)
    assert.equal(exported.stdout, `id\r\n${ids.join('')}`, text)
  }
  const found = db.search({ move: { san: 'Nf3' } })
  const plies = new Map()
  for await (const { game, ply } of found) plies.set(game, ply)
  const heads = await db.heads(await found.set, { sort: ['plies', 'desc'] })
  const args = ['search', '--move', 'Nf3', '--sort=-plies', '--db', 'sorted', '--json']
  assert.deepEqual(
    JSON.parse((await run(args)).stdout).games.map(({ id, ply }) => [id, ply]),
    heads.map(({ id }) => [id, plies.get(id)]),
  )
})

test('add takes the PGN files of a folder and its folders, in the order of their names', async () => {
  const at = (...names) => join(folder, 'tree', ...names)
  mkdirSync(at('b', 'deep'), { recursive: true })
  mkdirSync(at('empty'))
  const write = (path, name) => writeFileSync(path, `[White "${name}"]\n\n1. e4 *\n`)
  write(at('c.PGN'), 'third')
  write(at('b', 'deep', 'x.pgn'), 'second')
  write(at('a.pgn'), 'first')
  write(at('notes.txt'), 'none')
  writeFileSync(at('d.pgn.gz'), gzipSync('[White "fourth"]\n\n1. e4 *\n'))
  write(join(folder, 'outside.pgn'), 'fifth')
  symlinkSync(join(folder, 'outside.pgn'), at('e.pgn'))
  symlinkSync(at(), at('b', 'loop'))
  const { stderr, code } = await run(['add', 'tree', '--db', 'of-tree'])
  assert.match(stderr, /5 games added/)
  assert.equal(code, 0)
  const { games: rows } = JSON.parse((await run(['search', '--db', 'of-tree', '--json'])).stdout)
  assert.deepEqual(
    rows.map(({ white }) => white),
    ['first', 'second', 'third', 'fourth', 'fifth'],
  )
  mkdirSync(at('games.pgn'))
  write(at('games.pgn', 'y.pgn'), 'sixth')
  const named = await run(['add', 'tree/games.pgn', '--db', 'of-tree'])
  assert.match(named.stderr, /1 game added/)
  const none = await run(['add', 'tree/empty', '--db', 'of-none'])
  assert.match(none.stderr, /tree\/empty: no PGN files \(\.pgn\) are in this folder/)
  assert.deepEqual([none.code, existsSync(join(folder, 'of-none'))], [2, false])
})

test('Ctrl-C ends add: what was added stays, and the database opens again', {
  skip: process.platform === 'win32',
}, async () => {
  // Standard input stays open: only the signal ends it.
  const { child, ended } = start(['add', games, '-', '--db', 'cut'])
  // A commit follows a piece of a source, five seconds after the one before at the earliest.
  const cut = join(folder, 'cut')
  const hasGames = () => existsSync(cut) && readdirSync(cut).some(name => /^games-\d+$/.test(name))
  while (!hasGames()) {
    child.stdin.write(GAMES)
    await wait(100)
  }
  // Commands that only read run beside it, and see what is committed.
  const stat = await run(['stat', '--db', 'cut', '--json'])
  assert.ok(JSON.parse(stat.stdout).games >= 64, stat.stderr)
  for (const args of ['explore', 'search --limit 1', 'players', 'groups --by eco', 'tree', 'export --as csv'])
    assert.equal((await run([...args.split(' '), '--db', 'cut'])).code, 0, args)
  for (const args of [`add ${games}`, 'remove --all', 'alias Anna Ben'])
    assert.match((await run([...args.split(' '), '--db', 'cut'])).stderr, /open elsewhere/, args)
  child.kill('SIGINT')
  const { stderr, code } = await ended
  assert.equal(code, 130, stderr)
  const [, added] = /^cut: (\d+) games added, .* \(interrupted\)$/m.exec(stderr) ?? []
  assert.ok(Number(added) >= 64, stderr)
  const again = await run(['add', '--db', 'cut'], GAMES)
  assert.match(again.stderr, new RegExp(`^cut: 2 games added, ${Number(added) + 2} games in all$`, 'm'))
})

test('after a failed commit add counts the games that are in files', {
  skip: process.platform === 'win32' && 'no limit of the size of files',
}, async () => {
  await run(['add', '-', '--db', 'limited'], GAMES)
  const limited = ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, program, 'db']
  const args = ['add', games, '--keep', 'text', '--db', 'limited', '--json']
  const { ended } = startProgram('sh', [...limited, ...args], { cwd: folder, env: process.env })
  const { stdout, stderr, code } = await ended
  assert.match(stderr, /^binbo: .*EFBIG/)
  assert.match(stderr, /^limited: 0 games added, 2 games in all$/m)
  assert.deepEqual(
    [JSON.parse(stdout), code],
    [{ games: 0, skipped: 0, replaced: 0, errors: 0, total: 2 }, 2],
  )
  assert.equal(JSON.parse((await run(['stat', '--db', 'limited', '--json'])).stdout).games, 2)
})

test('files of references that have changed or are gone are named', async () => {
  const head = date => `[White "A"]\n[Black "B"]\n[Date "${date}"]\n\n`
  const texts = {
    plain: `${head('2020.01.02')}1. e4 e5 1-0\n`,
    noted: `${head('2020.??.??')}1. e4 {good} e5 *\n\n${head('2021.??.??')}1. d4 (1. c4) d5 *\n\n[White "C"]\n\n1. c4 *\n`,
    changed: `${head('2022.??.??')}1. f4 $2 d5 *\n`,
  }
  const path = name => join(folder, `${name}.pgn`)
  for (const [name, text] of Object.entries(texts)) writeFileSync(path(name), text)
  const all = () => run(['export', '--as', 'pgn', '--db', 'lost', '--quiet'])
  await run(['add', ...Object.keys(texts).map(path), '--db', 'lost'])
  assert.equal((await all()).stderr, '')
  assert.deepEqual(JSON.parse((await run(['stat', '--db', 'lost', '--json'])).stdout).lost, [])

  rmSync(path('plain'))
  rmSync(path('noted'))
  writeFileSync(path('changed'), `${texts.changed}\n`)
  const lines = [
    `2 games without their notes: ${path('noted')} has changed or is not there`,
    `1 game without its notes: ${path('changed')} has changed or is not there`,
  ]
  const exported = await all()
  assert.equal(exported.stderr, lines.map(line => `binbo: ${line}\n`).join(''))
  assert.deepEqual([exported.code, /good|c4\)|\$2/.test(exported.stdout)], [0, false])
  assert.equal((await run(['export', '--as', 'csv', '--db', 'lost', '--quiet'])).stderr, '')
  const some = await run(['export', '--as', 'pgn', '--db', 'lost', '--quiet', '--date', '2022'])
  assert.equal(some.stderr, `binbo: ${lines[1]}\n`)
  const stat = await run(['stat', '--db', 'lost'])
  assert.ok(
    stat.stdout.endsWith(
      `0 games without their notes: ${path('plain')} has changed or is not there\n${lines.join('\n')}\n`,
    ),
  )
  const { lost } = JSON.parse((await run(['stat', '--db', 'lost', '--json'])).stdout)
  assert.deepEqual(lost, [
    { file: path('plain'), games: 0 },
    { file: path('noted'), games: 2 },
    { file: path('changed'), games: 1 },
  ])
  // Of equal moves the first game is the better copy where the other one has lost its notes.
  assert.match((await run(['doubles', '--remove', '--db', 'lost'])).stderr, /1 game removed/)
  assert.match((await all()).stdout, /2020\.01\.02/)
})

test('wrong usage and files have exit code 2', async () => {
  await run(['add', '--db', 'some', '-q'], GAMES)
  writeFileSync(join(folder, 'file.txt'), '')
  for (const [args, message] of [
    [['add', 'games.pgn'], /--db DIR names the folder/],
    [['add', 'missing.pgn', '--db', 'some'], /missing\.pgn: no such file/],
    [['add', games, '--db', 'file.txt'], /binbo: .*database/],
    [['stat', '--db', 'missing'], /missing: there is no database/],
    [['stat', 'more', '--db', 'some'], /Unexpected argument 'more'/],
    [['explore', '1. e5', '--db', 'some'], /no legal move|not a legal move/],
    [['explore', '8/8', '--db', 'some'], /FEN/],
    [['explore', '--top', 'x', '--db', 'some'], /--top is a whole number/],
    [['search', '--board', 'Xe4', '--db', 'some'], /--board has pieces on squares/],
    [['search', '--material', 'x', '--db', 'some'], /material/],
    [['search', '--elo', '1-2-3', '--db', 'some'], /--elo is a range/],
    [['search', '--eco', 'x', '--db', 'some'], /--eco is a code/],
    [['search', '--what', '--db', 'some'], /--what/],
    [['export', '--as', 'xml', '--db', 'some'], /export is one of/],
    [['export', '--as', 'csv', '--columns', 'elo', '--db', 'some'], /--columns are id, white/],
    [['export', '--as', 'pgn', '--columns', 'id', '--db', 'some'], /--columns is of exports as 'csv'/],
    [['export', '--as', 'csv', '-o', 'missing/x', '--db', 'some'], /cannot write missing\/x/],
    [['remove', '--db', 'some'], /say which games/],
    [['remove', 'one', '--db', 'some'], /a number or a range such as 12-20, not 'one'/],
    [['show', '--db', 'some'], /say which games/],
    [['show', '1-', '--db', 'some'], /a number or a range such as 12-20, not '1-'/],
    [['search', '--sort', 'colour', '--db', 'some'], /--sort is one of id, timeControl/],
    [['remove', '--all', '--white', 'x', '--db', 'some'], /--all is all games/],
  ]) {
    const { stderr, code } = await run(args)
    assert.equal(code, 2, args.join(' '))
    assert.match(stderr, message, args.join(' '))
  }
  assert.equal(existsSync(join(folder, 'missing')), false)
  for (const name of [
    'add',
    'explore',
    'search',
    'show',
    'export',
    'players',
    'alias',
    'doubles',
    'groups',
    'stat',
    'remove',
  ]) {
    const { stdout, code } = await run([name, '--help'])
    assert.match(stdout, new RegExp(`^usage: binbo db ${name} `))
    assert.equal(code, 0)
  }
})

test('add --quiet lists errors, but no warnings', async () => {
  const warned = '[Result "0-1"]\n\n1. c4, *\n\n[White "Bob"]\n\n1. e5 *\n'
  const { stderr } = await run(['add', '--db', 'warned', '-q'], warned)
  assert.match(stderr, /^[^\n]+\(ERR_PGN_MOVE\) near "e5"\n$/)
  const loud = await run(['add', '--db', 'warned'], warned)
  assert.match(loud.stderr, /ERR_PGN_RESULT/)
})

test('players, aliases and groups are those of the library, and so are all filters', async () => {
  const tags = (white, black, more = '') => `[White "${white}"]\n[Black "${black}"]\n${more}`
  const pgn = [
    `${tags('Kramnik,V', 'Zoë', '[WhiteElo "2700"]\n[TimeControl "180+2"]\n[Annotator "Zoë"]\n[ECO "B20"]\n')}\n1. e4 c5 1-0\n`,
    `${tags('Zoe', 'Kramnik, Vladimir', '[BlackElo "2500"]\n[TimeControl "-"]\n')}\n1. d4 d5 2. c4 1-0\n`,
    `${tags('Anna', 'Ben', '[Annotator "B"]\n')}\n1. c4 e5 1/2-1/2\n`,
  ].join('\n')
  await run(['add', '--db', 'players', '-q'], pgn)
  const aliased = await run(['alias', 'Kramnik,V', 'Kramnik, Vladimir', '--db', 'players'])
  assert.match(aliased.stderr, /^Kramnik,V is the same player as Kramnik, Vladimir$/m)
  const db = await openDatabase({ storage: { folder: join(folder, 'players') } })
  const all = await db.filter()
  const players = []
  for await (const player of db.players()) players.push(player)
  const plain = value => JSON.parse(JSON.stringify(value))
  const groups = plain(await db.groups(all, ['opening', { elo: 200 }, { tag: 'Annotator' }]))
  await db.close()
  const printed = async (...args) => JSON.parse((await run([...args, '--json', '--db', 'players'])).stdout)
  assert.deepEqual(await printed('players'), players)
  assert.deepEqual(players[0], { name: 'Kramnik, Vladimir', games: 2, aliases: ['Kramnik,V'] })
  assert.deepEqual(await printed('groups', '--by', 'opening,elo:200,tag:Annotator'), groups)
  const table = await run(['groups', '--by', 'player', '--limit', '1', '--db', 'players'])
  assert.match(table.stdout, /^ +games +won +lost +elo\nKramnik, Vladimir +2 +50 % +50 % +2600\n$/)
  for (const [args, ids] of /** @type {const} */ ([
    [['--player', 'kramnik,v', '--player-result', 'lost'], [1]],
    [['--white-elo', '2600-'], [0]],
    [['--black-elo=-2600'], [1]],
    [['--opening', 'b'], [0]],
    [['--opening', 'D00-D99'], [1]],
    [['--opening', "queen's*"], [1]],
    [['--speed', 'correspondence'], [1]],
    [['--tag', 'Annotator=zoe'], [0]],
    [['--tag', 'Annotator=*', '--tag', 'White=a*'], [2]],
    [['--eco', 'B'], [0]],
    [['--eco', 'b2-'], [0]],
  ])) {
    const { games: found } = await printed('search', ...args)
    assert.deepEqual(
      found.map(({ id }) => id),
      ids,
      args.join(' '),
    )
  }
  await run(['alias', 'Kramnik,V', '--db', 'players', '-q'])
  assert.equal((await printed('search', '--player', 'kramnik,v')).count, 1)
  for (const args of [
    ['alias'],
    ['alias', 'a', 'b', 'c'],
    ['groups'],
    ['groups', '--by', 'x'],
    ['search', '--tag', 'x'],
  ])
    assert.equal((await run([...args, '--db', 'players'])).code, 2, args.join(' '))
})

test('doubles are listed and removed, and add leaves them out or replaces them', async () => {
  const line =
    '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7'
  const pgn = (white, moves) => `[White "${white}"]\n[Date "2024.05.??"]\n\n${moves} *\n\n`
  const text = pgn('Zoë', line) + pgn('zoe', `${line} 11. c4`) + pgn('Anna', line) + pgn('ZOE', `${line} {x}`)
  await run(['add', '--db', 'doubles', '-q', '--keep', 'text'], text)
  const listed = await run(['doubles', '--db', 'doubles'])
  assert.match(
    listed.stdout,
    /^- +0 {2}Zoë .*, 20 plies\n +1 {2}zoe .*, 21 plies\n +3 {2}ZOE .*, 20 plies\n$/,
  )
  assert.match(listed.stderr, /^3 games in 1 group, 1 of them worse$/m)
  const json = async (...args) => JSON.parse((await run([...args, '--json', '-q', '--db', 'doubles'])).stdout)
  assert.deepEqual(await json('doubles'), [[0, 1, 3]])
  assert.deepEqual(await json('doubles', '--limit', '0'), [])
  assert.equal((await run(['doubles', '--player', 'Anna', '--db', 'doubles'])).code, 1)
  assert.deepEqual(await json('doubles', '--remove'), { removed: 1, games: 3 })
  assert.equal((await run(['doubles', '--remove', '--db', 'doubles'])).code, 1)

  writeFileSync(join(folder, 'longer.pgn'), pgn('anna', `${line} 11. c4`) + pgn('anna', line))
  const added = await run(['add', '--dedupe', 'longer.pgn', '--db', 'doubles'])
  assert.match(added.stderr, /^doubles: 1 game added, 1 game skipped, 4 games in all$/m)
  const better = await run(['add', '--dedupe', 'better', 'longer.pgn', '--db', 'doubles'])
  assert.match(better.stderr, /^doubles: 0 games added, 2 games skipped, 4 games in all$/m)
  writeFileSync(join(folder, 'longest.pgn'), pgn('anna', `${line} 11. c4 c6`))
  const best = await run(['add', '--dedupe', 'better', 'longest.pgn', '--db', 'doubles'])
  assert.match(best.stderr, /^doubles: 1 game added, 2 games replaced, 3 games in all$/m)
  // A file that fails does not hide what was left out of the files before it.
  for (const names of [
    ['longer.pgn', 'none.pgn'],
    ['none.pgn', 'longer.pgn'],
  ]) {
    const some = await run(['add', '--dedupe', 'better', ...names, '--db', 'doubles'])
    assert.match(some.stderr, /^doubles: 0 games added, 2 games skipped, 3 games in all$/m, names.join(' '))
    assert.equal(some.code, 2)
  }
  for (const args of [['--dedupe=all'], ['--dedupe', '--lichess', 'anna']])
    assert.equal((await run(['add', '--db', 'doubles', ...args])).code, 2)
})

test('a database is made only for something to add', async () => {
  for (const args of [
    ['add', 'none.pgn', 'nothing.pgn', '--db', 'never'],
    ['add', 'none.pgn', '--lichess', 'Anna', '--db', 'never'],
    ['add', '--api', 'http://localhost:1/', '--db', 'never'],
    ['add', '--lichess', 'Anna', '--dedupe', '--db', 'never'],
  ]) {
    const { code, stderr } = await run(args)
    assert.equal(code, 2, args.join(' '))
    assert.match(stderr, /^binbo: /)
    assert.equal(existsSync(join(folder, 'never')), false, args.join(' '))
  }
  const missing = await run(['add', 'none.pgn', 'nothing.pgn', '--db', 'never'])
  const reason = 'no such file or directory (ENOENT)'
  assert.equal(missing.stderr, `binbo: none.pgn: ${reason}\nbinbo: nothing.pgn: ${reason}\n`)
  const some = await run(['add', 'none.pgn', '-', '--db', 'some'], GAMES)
  assert.equal(some.code, 2)
  assert.match(some.stderr, /^some: 2 games added/m)
})

test('alias says which names no game has; advice is for the terminal', async () => {
  await run(['add', '--db', 'words', '-q'], GAMES)
  const { code, stderr } = await run(['alias', 'Nobody', 'Anna', '--db', 'words'])
  assert.deepEqual(
    [code, stderr],
    [0, 'Nobody is the same player as Anna\nbinbo: no game has the name Nobody\n'],
  )
  const board = START_FEN.split(' ')[0]
  const cut = await run(['explore', board, '--db', 'words'])
  assert.match(cut.stderr, /\(missing: side to move, castling, en passant\)\n/)
  const start = await run(['search', '--position', 'startpos', '--db', 'words'])
  assert.ok(start.stderr.includes(`(the start position is ${START_FEN})`), start.stderr)
  const help = await run(['search', '--help'])
  assert.match(help.stdout, /2400 is exactly that/)
})
