// SPDX-License-Identifier: Apache-2.0
// `binbo play` by hand: moves, commands, results, files, what goes wrong, and how it is called wrongly.

import assert from 'node:assert/strict'
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { chess960Fen, Game } from './support/binbo.js'
import {
  fakeEngine,
  fensOf,
  onTerminal,
  pathOf,
  play,
  played,
  program,
  read,
  start,
  stockfish,
  validatePgn,
} from './support/cli-play.js'
import { until as untilTrue } from './support/engines.js'
import { processes } from './support/processes.js'

test('both sides by hand: a board in the frame after every move, the result in words', async () => {
  const moves = ['f3', 'e7e5', 'g4', 'Qh4#']
  const game = new Game()
  const boards = [game.board({ unicode: true })]
  for (const move of moves) {
    game.tryMove(move)
    boards.push(game.board({ unicode: true }))
  }
  const heads = ['Both sides are played by hand.', '1. f3', '1... e5', '2. g4', '2... Qh4#']
  const expected = boards.map((board, index) => `${heads[index]}\n\n${board}\n\n`).join('')
  assert.equal(await played(['--both'], moves), `${expected}Checkmate: Black wins, 0-1.\n`)

  const ascii = await played(['--both', '--ascii', '--flip'], ['e4'])
  assert.ok(ascii.includes(`\n${new Game().board({ flip: true })}\n`))
  assert.match(ascii, /The game is not over: \*\n$/)
  assert.match(await played(['--both'], ['e4', 'quit', 'e5']), /1\. e4[\s\S]*The game is not over: \*\n$/)
  assert.equal(fensOf(await played(['--both'], ['e4', 'quit', 'e5'])).length, 2)
})

test('what cannot be played or understood: a line that says why, and on it goes', async () => {
  const text = await played(
    ['--both'],
    ['e5', 'Ke2', 'e2e9', '\x1b[2J', 'hlep me', '', '  E4  ', ' e4 ', 'e2'],
  )
  const complaints = text.split('\n').filter(line => /^[A-Z'].*\.$/.test(line) && !/^Both/.test(line))
  assert.match(complaints[0], /^The side to move has no legal move that fits: 'e5'\.$/)
  assert.match(complaints[1], /'Ke2'/)
  assert.match(complaints[2], /'e2e9' is neither a move nor a command \(hint, go, undo,/)
  assert.match(complaints[3], /'\\u\{1b\}\[2J' is neither a move/)
  assert.match(complaints[4], /'hlep me' is neither a move/)
  assert.deepEqual(fensOf(text).length, 2, 'only e4 was played')
  assert.match(text, /\n1\. e4\n/)
})

test('undo, takeback, redo, flip, board, moves, fen, pgn', async () => {
  const game = new Game()
  const fens = [game.fen]
  for (const move of ['e4', 'e5', 'Nf3']) {
    game.sanMove(move)
    fens.push(game.fen)
  }
  const text = await played(
    ['--both'],
    [
      ...['e4', 'e5', 'Nf3'],
      ...[
        'undo',
        'takeback 2',
        'undo',
        'redo 9',
        'redo',
        'undo 0',
        'fen',
        'moves',
        'moves g1',
        'moves x',
        'pgn',
      ],
    ],
  )
  assert.deepEqual(
    fensOf(text),
    [0, 1, 2, 3, 2, 0, 3].map(ply => fens[ply]),
  )
  assert.match(text, /There is no move of yours to take back\./)
  assert.match(text, /There is no move to play again\./)
  assert.match(text, /The number of moves is a whole number from 1 to 65535, not '0'\./)
  assert.ok(text.includes(`\n${fens[3]}\n`))
  assert.match(text, /^29 legal moves$/m)
  assert.match(text, /^0 legal moves$/m)
  assert.match(text, /'x'/)
  assert.match(text, /^\[White "ann"\]\n\[Black "ann"\]\n\[Result "\*"\]\n\n1\. e4 e5 2\. Nf3 \*$/m)

  const flipped = await played(['--both'], ['flip', 'board'])
  const [first, ...others] = flipped.match(/^ {5}[A-H ]+$/gm)
  assert.match(first, /A.*H/)
  assert.equal(others.length, 2)
  for (const names of others) assert.match(names, /H.*A/)
  const listed = Array.from(
    (await played(['--both', '--ascii'], ['moves'])).matchAll(/\b([a-hN][a-h]?[34])\b/g),
  )
  assert.equal(listed.filter(([move]) => new Game().isLegal(move)).length, 20)
})

test('results by hand: resign, draw, claims; undo goes behind them', async () => {
  const resigned = await played(['--both'], ['e4', 'resign', 'e5', 'undo', 'd4', 'draw', 'draw'])
  assert.match(resigned, /Status: winner, white, manual\n\nBlack resigns: White wins, 1-0\.\n/)
  assert.match(resigned, /\n1\. d4\n/)
  assert.match(resigned, /The players agree: a draw, 1\/2-1\/2\.\n$/)
  assert.equal(resigned.match(/^.*game.*(over|result).*$/gim)?.length, 2, 'a move and a draw after the end')

  const knights = ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8']
  assert.match(
    await played(['--both'], knights),
    /^Threefold repetition: a draw, 1\/2-1\/2\. The same position occurred three times\.$/m,
  )
  assert.match(await played(['--both', '--draws', 'none'], [...knights, ...knights, 'pgn']), /Ng8 \*$/m)
  const claimed = await played(['--both', '--draws', 'claim'], [...knights, 'draw', 'pgn'])
  assert.match(
    claimed,
    /can claim a draw[\s\S]*Threefold repetition: a draw, 1\/2-1\/2\.[\s\S]*Ng8 1\/2-1\/2$/m,
  )
})

test('start positions: --fen, --chess960, new', async () => {
  const fen = '7k/P7/8/8/8/8/8/K7 w - - 0 1'
  assert.deepEqual(
    fensOf(await played(['--both', '--fen', fen], ['a8'])).at(-1),
    'Q6k/8/8/8/8/8/8/K7 b - - 0 1',
  )
  const numbered = await played(['--both', '--chess960', '17'], ['pgn'])
  assert.equal(fensOf(numbered)[0], chess960Fen(17))
  assert.match(numbered, /\[Variant "Chess960"\]\n\[SetUp "1"\]\n\[FEN "/)
  const all = new Set(Array.from({ length: 960 }, (_, n) => chess960Fen(n)))
  for (const args of [['--chess960'], ['--chess960', '--ascii'], ['--chess960=']]) {
    const [first] = fensOf(await played(['--both', ...args], []))
    assert.ok(all.has(first), first)
  }
  const given = await played(
    ['--both', '--chess960', '--fen', chess960Fen(3)],
    ['new standard', 'new chess960 4'],
  )
  assert.deepEqual(fensOf(given), [chess960Fen(3), new Game().fen, chess960Fen(4)])
  const others = await played(['--both'], ['e4', `new ${fen}`, 'new nonsense', 'new chess960 960', 'new'])
  assert.deepEqual(fensOf(others).slice(2), [fen, new Game().fen])
  assert.match(others, /FEN.*'nonsense'/)
  assert.match(others, /from 0 to 959, not '960'/)
})

test('save: with names and date, never over another file; --pgn collects games', async () => {
  writeFileSync(pathOf('there.pgn'), 'kept')
  const today = new Date()
  const text = await played(
    ['--both', '--name', 'Ann "A" Lee'],
    ['save', 'e4', 'save new.pgn', 'e5', 'save', 'save there.pgn', 'save nowhere/a.pgn', 'save .'],
  )
  assert.match(text, /Save needs the name of a file\./)
  assert.equal(text.match(/^The game was saved in new\.pgn\.$/gm).length, 2)
  assert.match(text, /The file there\.pgn exists already; save! there\.pgn replaces it\./)
  assert.match(text, /Cannot write nowhere\/a\.pgn: no such file or directory \(ENOENT\)\./)
  assert.equal(read('there.pgn'), 'kept')
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
  const saved = read('new.pgn')
  assert.ok(saved.includes(`[Date "${date.map(part => String(part).padStart(2, '0')).join('.')}"]`), saved)
  assert.ok(saved.includes('[White "Ann \\"A\\" Lee"]'))
  assert.ok(saved.endsWith('\n\n1. e4 e5 *\n'))
  await played(['--both'], ['d4', 'save! there.pgn'])
  assert.ok(read('there.pgn').endsWith('1. d4 *\n'))

  await played(['--both', '--pgn', 'all.pgn'], ['e4', 'resign', 'new', 'new', 'd4', 'save one.pgn', 'd5'])
  await played(['--both', '--pgn', 'all.pgn'], ['c4'])
  await played(['--both', '--pgn', 'all.pgn'], [])
  const all = read('all.pgn')
  assert.deepEqual(all.match(/^1\..*$/gm), ['1. e4 1-0', '1. d4 d5 *', '1. c4 *'])
  const { games, errors } = await validatePgn(all)
  assert.deepEqual([games, errors], [3, []])
})

test('--pgn: the game is in the file after every move, also when the terminal vanishes', async () => {
  writeFileSync(pathOf('lost.pgn'), 'what was there\n')
  const { type, until, close } = onTerminal(['--both', '--pgn', 'lost.pgn'])
  await until(/1\. White: /)
  type('help\r')
  await until(/quit +end/)
  await until(/1\. White: /)
  assert.equal(read('lost.pgn'), 'what was there\n')
  for (const [move, next] of [
    ['e4', /1\.\.\. Black: /],
    ['e5', /2\. White: /],
    ['Nf3', /2\.\.\. Black: /],
    ['undo', /2\. White: /],
  ]) {
    type(`${move}\r`)
    await until(next)
  }
  const runs = () => processes().some(({ args }) => args.includes('lost.pgn'))
  assert.ok(runs())
  const kept = /^what was there\n\n\[Event "Casual game"\][\s\S]*\n\n1\. e4 e5 \*\n$/
  assert.match(read('lost.pgn'), kept)
  type('Nc3\r')
  await until(/2\.\.\. Black: /)
  close()
  await untilTrue(() => !runs(), 'the program ends with its terminal')
  const text = read('lost.pgn')
  assert.match(text, /^what was there\n\n\[Event "Casual game"\][\s\S]*\n\n1\. e4 e5 2\. Nc3 \*\n$/)
  assert.equal(text.match(/\[Event /g).length, 1)
})

test('save to a folder says so', async () => {
  mkdirSync(pathOf('games'), { recursive: true })
  const text = await played(['--both'], ['e4', 'save games', 'save! games', 'save games/first.pgn'])
  assert.match(text, /Cannot write games: it is a folder\.\nCannot write games: it is a folder\.\n/)
  assert.match(text, /The game was saved in games\/first\.pgn\./)
})

test('--pgn: what others write meanwhile stays; a game that is taken back leaves the file', async () => {
  const { child, output, ended } = start(['--both', '--pgn', 'shared.pgn'])
  const after = async (lines, pattern) => {
    child.stdin.write(lines)
    await untilTrue(() => pattern.test(output.stdout))
  }
  await after('e4\n', /1\. e4/)
  await untilTrue(() => existsSync(pathOf('shared.pgn')) && /1\. e4 \*\n$/.test(read('shared.pgn')))
  appendFileSync(pathOf('shared.pgn'), '\n[Event "Of others"]\n\n1. d4 *\n')
  child.stdin.end('e5\n')
  assert.equal((await ended).code, 0)
  assert.deepEqual(read('shared.pgn').match(/^1\..*$/gm), ['1. e4 *', '1. d4 *', '1. e4 e5 *'])

  writeFileSync(pathOf('back.pgn'), '1. c4 *\n')
  await played(['--both', '--pgn', 'back.pgn'], ['e4', 'undo'])
  assert.equal(read('back.pgn'), '1. c4 *\n')
})

test('--pgn: a file that can no longer be written is reported once, and the game is printed at the end', async () => {
  mkdirSync(pathOf('sunk'))
  const { child, output, ended } = start(['--both', '--pgn', 'sunk/a.pgn'])
  await untilTrue(() => /Both sides are played by hand/.test(output.stdout))
  rmSync(pathOf('sunk'), { recursive: true })
  child.stdin.end('e4\ne5\nNf3\n')
  const { code, stdout } = await ended
  assert.equal(code, 2)
  assert.equal(
    stdout.match(/Cannot write sunk\/a\.pgn: no such file or directory/g).length,
    2,
    'once, and at the end',
  )
  assert.match(stdout, /1\. e4 e5 2\. Nf3 \*\n$/)
})

test('help and wrong usage', async () => {
  const help = await played(['--help'], [])
  for (const name of [
    'engine',
    'both',
    'color',
    'fen',
    'variant',
    'chess960',
    'movetime',
    'depth',
    'elo',
    'skill',
    'token',
  ])
    assert.ok(help.includes(`--${name}`), name)
  for (const word of ['--draws', '--pgn', '--name', '--ascii', '--flip', 'exit code'])
    assert.ok(help.includes(word))
  for (const line of help.split('\n')) assert.ok(line.length <= 110, line)
  const words = await played(['--both'], ['help', '?'])
  for (const word of ['hint', 'go', 'undo', 'redo', 'save FILE', 'new', 'side', 'level', 'engine', 'quit'])
    assert.ok(words.includes(`\n  ${word}`), word)

  const wrong = [
    [['--bth'], /Unknown option '--bth'/],
    [['--both', 'e4'], /Unexpected argument 'e4'/],
    [['--both', '--color', 'red'], /--color is white, black or random, not 'red'/],
    [['--both', '--draws', 'never'], /--draws is automatic, claim or none, not 'never'/],
    [['--both', '--fen', 'x y'], /--fen: .*'x y'/],
    [['--both', '--chess960', '960'], /from 0 to 959, not '960'/],
    [['--both', '--chess960', '5', '--fen', 'x'], /two start positions/],
    [['--both', '--depth', '0'], /--depth is a whole number from 1 to 2147483647, not '0'/],
    [['--both', '--depth', '999999999999'], /from 1 to 2147483647, not '999999999999'/],
    [['--both', '--movetime', '1e3'], /--movetime .*not '1e3'/],
    [['--both', '--elo', 'many'], /--elo is a whole number.*'many'/],
    [['--both', '--skill=-1'], /--skill is a whole number/],
    [['--both', '--skill', '-1'], /--skill needs a value; one that begins with '-' is written --skill=-/],
    [['-e', '--both'], /-e needs a value; one that begins with '-' is written --engine=-/],
    [['--engine', ''], /--engine is empty/],
    [['--both', '--pgn', 'nowhere/a.pgn'], /nowhere\/a\.pgn: no such file or directory \(ENOENT\)/],
    [
      ['--engine', './missing'],
      /^binbo: no engine: could not start '\.\/missing': there is no such program\n/,
    ],
    [['--engine', '\x1b[2J'], /'\\u\{1b\}\[2J'/],
    [['--engine', 'tcp://127.0.0.1'], /is not tcp:\/\/HOST:PORT/],
    [['--engine', 'http://127.0.0.1'], /begins with ws:\/\/, wss:\/\/ or tcp:\/\//],
    [['--engine', 'tcp://127.0.0.1:1'], /could not connect to 127\.0\.0\.1:1/],
    [['--engine', 'ws://127.0.0.1:1'], /could not connect to ws:\/\/127\.0\.0\.1:1/],
    [['--engine', stockfish, '--elo', '99'], /Stockfish.* offers Elo \d+ to \d+, not 99/],
    [['--engine', fakeEngine('plain.cjs', ''), '--elo', '1500'], /Fake 1 has no option to limit its Elo/],
    [['--engine', './plain.cjs', '--skill', '3'], /Fake 1 has no option to limit its skill/],
    [['--engine', './plain.cjs', '--chess960'], /UCI_Chess960/],
  ]
  for (const [args, said] of wrong) {
    const { stdout, stderr, code } = await play(args)
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`)
    assert.equal(stdout, '', args.join(' '))
    assert.match(stderr, said)
    assert.match(stderr, /\nSee binbo play --help\.\n$/)
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack')
  }
})

test('an output that is closed early, and one that takes nothing', async () => {
  const { child, ended } = start(['--both', '--pgn', 'closed.pgn'])
  child.stdout.destroy()
  child.stdin.end('e4\ne5\n'.repeat(500))
  const { code, stderr } = await ended
  assert.deepEqual([code, stderr], [0, ''])
  const full = await new Promise(resolve => {
    const command = `'${process.execPath}' '${program}' play --both >/dev/full`
    const shell = start(['-c', command], { command: ['sh'] })
    shell.child.stdin.end('e4\ne5\n')
    resolve(shell.ended)
  })
  assert.deepEqual(
    [full.code, full.stderr],
    [2, 'binbo: standard output: no space left on device (ENOSPC)\n'],
  )
})

test('a --pgn file that cannot be written at the end: the game is printed, code 2', async () => {
  mkdirSync(pathOf('gone'))
  const { child, output, ended } = start(['--both', '--pgn', 'gone/a.pgn'])
  child.stdin.write('e4\n')
  await untilTrue(() => output.stdout.includes('Lastmove: e2-e4'), 'the move')
  rmSync(pathOf('gone'), { recursive: true })
  child.stdin.end()
  const { code, stdout } = await ended
  assert.equal(code, 2)
  assert.match(stdout, /gone\/a\.pgn: no such file or directory \(ENOENT\)\.\n\[Event [\s\S]*1\. e4 \*\n$/)
})
