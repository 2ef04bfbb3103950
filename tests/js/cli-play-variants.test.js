// SPDX-License-Identifier: Apache-2.0
// `binbo play --variant`: drops and pockets, results in words, files, engines that play variants and ones that do not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Game } from './support/binbo.js'
import {
  fensOf,
  onTerminal,
  play,
  played,
  program,
  read,
  start,
  stockfish,
  validatePgn,
} from './support/cli-play.js'
import { FAIRY } from './support/engines.js'

test('crazyhouse by hand: drops, pockets below the board, the game as PGN', async () => {
  const moves = ['e4', 'd5', 'exd5', 'Qxd5', 'P@e4', 'p@E6', 'Q@d4', 'P@a1', 'moves', 'undo', 'pgn']
  const text = await played(['--both', '--variant', 'crazyhouse', '--pgn', 'drops.pgn'], moves)
  assert.match(text, /^The variant is Crazyhouse\.\nBoth sides are played by hand\.\n/)
  const pockets = Array.from(text.matchAll(/^ {2}Pockets: (.*)$/gm), ([, both]) => both)
  assert.deepEqual(pockets, ['-, -', '-, -', '-, -', 'P, -', 'P, p', '-, p', 'P, p'])
  assert.match(text, /^3\. P@e4$/m)
  const complaints = text.split('\n').filter(line => /'(p@E6|Q@d4|P@a1)'/.test(line))
  assert.equal(complaints.length, 3, 'wrong letters, an empty pocket, a pawn on rank 1')
  assert.match(text, /\[Variant "Crazyhouse"\][\s\S]*1\. e4 d5 2\. exd5 Qxd5 \*/)
  const kept = read('drops.pgn')
  const game = new Game()
  game.loadPgn(kept)
  assert.deepEqual([game.variant, game.ply], ['crazyhouse', 4])
  assert.deepEqual((await validatePgn(kept)).errors, [])
})

test('a terminal without room for the details shows pockets and checks', async t => {
  const terminal = onTerminal(['--both', '--ascii', '--variant', '3check'], { rows: 24 })
  t.after(() => terminal.close())
  await terminal.until(/Checks to give: 3\+3/)
  await terminal.until(/1\. White: /)
  assert.doesNotMatch(terminal.shown(), /FEN/)
  terminal.type('new crazyhouse\n')
  await terminal.until(/A {3}B[\s\S]*\n\n? {2}Pockets: -, -/)
  terminal.type('quit\n')
  assert.equal((await terminal.ended).code, 0)
})

test('results in words', async () => {
  const games = [
    [
      'king of the hill',
      '7k/8/8/8/8/4K3/8/8 w - - 0 1',
      'Kd4',
      'King on the hill: White wins, 1-0. White’s king has reached the centre.',
    ],
    [
      '3check',
      '4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1',
      'Ra8',
      'Third check: White wins, 1-0. White has given all the checks it needed.',
    ],
    [
      'atomic',
      '1k6/p7/8/8/8/8/8/R3K3 w - - 0 1',
      'Rxa7',
      'King exploded: White wins, 1-0. Black’s king is gone.',
    ],
    [
      'antichess',
      '8/8/8/8/8/2p5/1P6/8 b - - 0 1',
      'cxb2',
      'No pieces left: White wins, 1-0. White has lost all its pieces first.',
    ],
    [
      'antichess',
      '8/p7/8/P7/8/8/8/8 b - - 0 1',
      'a6',
      'No moves left: White wins, 1-0. White cannot move, which wins here.',
    ],
    [
      'horde',
      '4k3/8/8/8/8/1r6/1P6/8 b - - 0 1',
      'Rxb2',
      'Horde captured: Black wins, 0-1. Black has captured all of White’s pieces.',
    ],
    [
      'race',
      '8/1K6/8/8/8/8/8/7k w - - 0 1',
      'Kb8',
      'Race: White wins, 1-0. White’s king has reached rank 8.',
    ],
    [
      'race',
      '1K6/6k1/8/8/8/8/8/8 b - - 0 1',
      'Kg8',
      'Race: a draw, 1/2-1/2. Both kings have reached rank 8.',
    ],
  ]
  const lines = games.flatMap(([variant, fen, move]) => [`new ${variant}`, `new ${fen}`, move, 'hint', 'pgn'])
  const text = await played(['--both'], [...lines, 'new standard'])
  const results = games.map(([, , , result]) => result)
  assert.deepEqual(text.match(/^.*(wins|draw), [01].*$/gm), results)
  assert.deepEqual(
    text.match(/(?<=\[Result ").*(?=")/g),
    results.map(result => /(1-0|0-1|1\/2-1\/2)\./.exec(result)[1]),
  )
  assert.equal(text.match(/^The game is over\.$/gm).length, games.length)
})

test('variants by name: --variant, new, and wrong ones', async () => {
  const tagOf = async args => /^The variant is (.*)\.$/m.exec(await played(['--both', ...args], []))?.[1]
  const named = [
    [['--variant=Three-check'], 'Three-check'],
    [['--variant', 'king of the hill'], 'King of the Hill'],
    [['--variant', 'giveaway'], 'Antichess'],
    [['--variant', 'standard'], undefined],
  ]
  assert.deepEqual(
    await Promise.all(named.map(([args]) => tagOf(args))),
    named.map(([, tag]) => tag),
  )
  for (const args of [[], ['--chess960', '5']]) {
    const text = await played(['--both', '--variant', 'chess960', ...args], ['pgn'])
    assert.match(text, /\[Variant "Chess960"\]/)
  }

  const lines = [
    'a5',
    'new',
    'new king of the hill',
    'new 8/8/8/8/8/8/8/k1K5 w - - 0 1',
    'pgn',
    'new standard',
    'pgn',
  ]
  const text = await played(['--both', '--variant', 'horde'], lines)
  const startOf = variant => new Game({ variant }).fen
  assert.deepEqual(fensOf(text).toSpliced(1, 1), [
    startOf('horde'),
    startOf('horde'),
    startOf('kingofthehill'),
    '8/8/8/8/8/8/8/k1K5 w - - 0 1',
    startOf('standard'),
  ])
  assert.deepEqual(text.match(/\[Variant .*/g), ['[Variant "King of the Hill"]'])

  const wrong = [
    [['--variant', 'bughouse'], /--variant is one of standard, chess960, crazyhouse, .*, not 'bughouse'/],
    [['--variant', ''], /--variant is one of/],
    [['--variant', 'atomic', '--chess960'], /--chess960 and --variant are two variants: give one/],
    [['--variant', 'crazyhouse', '--fen', 'x'], /'x'/],
    [['--variant'], /--variant/],
  ]
  const answers = await Promise.all(wrong.map(([args]) => play(['--both', ...args])))
  for (const [index, { stderr, code }] of answers.entries()) {
    assert.equal(code, 2, stderr)
    assert.match(stderr, wrong[index][1])
  }
})

test('an engine that does not play the variant: why, and which one does', async () => {
  const args = ['-e', stockfish, '--depth', '1']
  const { stderr, stdout, code } = await play([...args, '--variant', 'atomic'], ['e4'])
  assert.deepEqual([stdout, code], ['', 2])
  assert.match(
    stderr,
    /^binbo: Stockfish \S+ does not play Atomic: it has no option UCI_Variant; fairy-stockfish plays variants\n/,
  )
  const text = await played(args, [
    'e4',
    'new horde',
    'd4',
    'engine fairy-stockfish',
    'new horde',
    'a5',
    `engine ${stockfish}`,
  ])
  assert.match(
    text,
    /^Stockfish \S+ does not play Horde: it has no option UCI_Variant; fairy-stockfish plays variants\.$/m,
  )
  assert.match(text, /^2\. d4$/m, 'the game went on')
  assert.match(text, /^Fairy-Stockfish .* is attached\.$/m)
  assert.match(text, /^1\.\.\. \S+ {2}\(Fairy-Stockfish/m)
  assert.match(text, /^Stockfish \S+ does not play Horde: [^\n]*\n[^\n]*$/m)
})

test('Fairy-Stockfish is found for a variant, and plays whole games with go', async () => {
  for (const variant of ['crazyhouse', 'racingkings']) {
    const file = `${variant}.pgn`
    const text = await played(
      ['--variant', variant, '--both', '-e', FAIRY, '--depth', '1', '--pgn', file],
      [...Array(400).fill('go'), 'pgn'],
    )
    assert.match(text, /^1\. \S+ {2}\(Fairy-Stockfish/m)
    const pgn = read(file)
    const { games, errors } = await validatePgn(pgn)
    assert.deepEqual([games, errors], [1, []])
    assert.match(pgn, /\[Result "(1-0|0-1|1\/2-1\/2)"\]/, 'the game was played to its end')
    const game = new Game()
    game.loadPgn(pgn)
    assert.deepEqual([game.variant, game.status.over], [variant, true])
    assert.equal(fensOf(text).length, game.ply + 1, 'a board for the start and every move')
  }
  const found = await played(['--variant', 'horde', '--depth', '2'], ['a5', 'hint'])
  assert.match(
    found,
    /^The variant is Horde\.\nFairy-Stockfish .* \(full strength, depth 2\)\. You play White\.\n/,
  )
  assert.match(found, /^1\.\.\. \S+ {2}\(Fairy-Stockfish/m)
  assert.match(found, /^Hint: 2\. \S+/m)
})

test('a variant behind binbo engine-server', async t => {
  const command = [process.execPath, program, 'engine-server']
  const server = start(['--port', '0', '--quiet', FAIRY], { command })
  t.after(() => server.child.kill('SIGKILL'))
  const address = await new Promise((resolve, reject) => {
    server.child.stdout.on('data', () => {
      const [found] = /ws:\/\/\S+/.exec(server.output.stdout) ?? []
      if (found) resolve(found)
    })
    server.ended.then(({ stderr }) => reject(new Error(stderr)))
  })
  const lines = ['go', 'new 3check', 'go', 'new 4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1', 'Ra8', 'hint']
  const text = await played(['-e', address, '--both', '--variant', 'crazyhouse', '--depth', '2'], lines)
  assert.equal(text.match(/^1\. \S+ {2}\(Fairy-Stockfish/gm).length, 2)
  assert.match(text, /^Third check: White wins, 1-0\. White has/m)
  server.child.kill('SIGTERM')
  await server.ended
})
