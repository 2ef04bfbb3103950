// SPDX-License-Identifier: Apache-2.0
// One game of two engines: every end, every misbehaviour, and what the engines get to hear.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { playGame } from '../../dist/match.js'
import { pick, randomFrom } from '../random.js'
import { Engine, fakeTransport, Game, parsePgn, rejects } from './support/engines.js'
import { gate, moveOf, player } from './support/match-engines.js'
import { seed } from './support/random-games.js'

const pairingOf = (opening = {}) => ({
  ...{ number: 1, round: 1, pair: 1, game: 1, white: 'a', black: 'b' },
  opening: { index: 0, ...opening },
})

/** Plays a game of a and b, who answer by functions, or with the moves of a list. */
async function play(opening, a, b = a, options = {}) {
  const answerOf = words => {
    if (!Array.isArray(words)) return words
    return ({ go }) => words[go - 1] ?? '(none)'
  }
  const players = [a, b].map((given, i) => {
    const { answer, ...more } = typeof given === 'object' && !Array.isArray(given) ? given : { answer: given }
    return player('ab'[i], answerOf(answer), more)
  })
  return playGame(pairingOf(opening), players, options)
}
const facts = ({ result, reason, loser, detail, moves }) => ({
  ...{ result, reason, loser, detail },
  moves: moves.map(({ uci }) => uci).join(' '),
})
const ended = (result, reason, loser) => ({ result, reason, loser })
const endOf = game => ended(game.result, game.reason, game.loser)

test('ends by rules', async () => {
  for (const [opening, white, black, result, reason] of [
    [{ moves: ['f2f3', 'e7e5'] }, ['g2g4'], ['d8h4'], '0-1', 'checkmate'],
    [
      {},
      ['g1f3', 'f3g1', 'g1f3', 'f3g1'],
      ['g8f6', 'f6g8', 'g8f6', 'f6g8'],
      '1/2-1/2',
      'threefold_repetition',
    ],
    // Positions of the opening count.
    [
      { moves: ['g1f3', 'g8f6', 'f3g1', 'f6g8'] },
      ['g1f3', 'f3g1'],
      ['g8f6', 'f6g8'],
      '1/2-1/2',
      'threefold_repetition',
    ],
    [{ fen: '7k/8/6Q1/8/8/8/8/K7 w - - 0 1' }, ['g6f7'], [], '1/2-1/2', 'stalemate'],
    [{ fen: '7k/8/8/8/8/8/6q1/5K2 w - - 0 1' }, ['f1g2'], [], '1/2-1/2', 'insufficient_material'],
    [{ fen: '7k/8/8/8/8/8/Q7/5K2 w - - 99 80' }, ['a2a3'], [], '1/2-1/2', 'rule50'],
    [{ variant: '3check', fen: '7k/8/8/8/8/8/R7/5K2 w - - 1+3 0 1' }, ['a2h2'], [], '1-0', 'three_checks'],
  ]) {
    const game = await play(opening, white, black)
    assert.deepEqual([game.result, game.reason, game.loser], [result, reason, undefined])
  }
})

test('an opening that is over is a game of no moves, and engines do not hear of it', async () => {
  const lines = []
  const game = await play({ fen: 'R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1' }, { lines }, { lines })
  assert.deepEqual(facts(game), { ...ended('1-0', 'checkmate', undefined), detail: undefined, moves: '' })
  assert.equal(game.game.headers.get('PlyCount'), '0')
  assert.ok(!lines.some(line => /^(ucinewgame|position|go)/.test(line)))
})

test('illegal and missing moves lose, with the line', async () => {
  for (const word of ['e2e5', 'e7e5', '(none)', '0000', '', 'Nf3', 'resign']) {
    const game = await play({}, () => [`info string why`, `bestmove ${word}`])
    assert.deepEqual(endOf(game), ended('0-1', 'illegal_move', 'white'), word)
    assert.match(game.detail, /^bestmove .*\(why\)$/)
    assert.ok(game.detail.includes(word))
  }
  // Castling in the notation of Chess960.
  const castles = { fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' }
  const wrong = await play(castles, ['e1h1'])
  assert.deepEqual(endOf(wrong), ended('0-1', 'illegal_move', 'white'))
  const right = await play({ ...castles, variant: 'chess960' }, ['e1h1'], ['e8e9'])
  assert.deepEqual(endOf(right), ended('1-0', 'illegal_move', 'black'))
})

const silent = () => []

test('a late engine loses at once, is drained, and plays on', async () => {
  const lines = []
  const late = {
    lines,
    limits: { base: 40 },
    on: { stop: () => ['bestmove d2d4'] },
    answer: ({ go, game }) => (go === 1 ? [] : moveOf(game, 'x')),
  }
  const { answer, ...more } = late
  const seat = player('a', answer, more)
  const engine = await Engine.start(seat.transport())
  const other = player('b')
  const game = await playGame(pairingOf(), [{ engine, player: seat }, other])
  assert.deepEqual(endOf(game), ended('0-1', 'time', 'white'))
  assert.match(game.detail, /^\d+ ms, with 40 ms left$/)
  assert.equal(lines.at(-1), 'stop')
  const next = await playGame(pairingOf(), [{ engine, player: { ...seat, limits: { nodes: 1 } } }, other], {
    maxMoves: 2,
  })
  assert.deepEqual(endOf(next), ended('1/2-1/2', 'max_moves', undefined))
  assert.equal(engine.dead, false)
  await engine.quit()
})

test('who cannot be beaten any more draws on time', async () => {
  const bare = { fen: '7k/8/8/8/8/8/Q7/5K2 w - - 0 1' }
  const late = { limits: '0.04', answer: silent, on: { stop: () => ['bestmove a2a3'] } }
  assert.deepEqual(endOf(await play(bare, late)), ended('1/2-1/2', 'time', 'white'))
  const movetime = { ...late, limits: { movetime: 10 }, margin: 20 }
  assert.deepEqual(endOf(await play({}, movetime)), ended('0-1', 'time', 'white'))
})

test('an engine that never answers again', async () => {
  const deaf = { limits: '0.04', answer: silent, start: { stopTimeout: 50 } }
  assert.deepEqual(endOf(await play({}, deaf)), ended('0-1', 'time', 'white'))
})

test('without a clock, a silent engine is stalled; one that writes is not', async () => {
  const start = { silenceTimeout: 60, stopTimeout: 60 }
  for (const on of [{}, { stop: () => ['bestmove d2d4'] }]) {
    const game = await play({}, { answer: silent, start, on })
    assert.deepEqual(endOf(game), ended('0-1', 'stalled', 'white'))
    assert.ok(game.detail.length > 0)
  }
  const mute = await play({}, {}, { on: { isready: silenceAfter(1) }, start: { readyTimeout: 60 } })
  assert.deepEqual(endOf(mute), ended('1-0', 'stalled', 'black'))
})

/** readyok so many times. */
function silenceAfter(times) {
  let left = times
  return () => (left-- > 0 ? ['readyok'] : [])
}

test('a dead engine loses, wherever it dies', async () => {
  const dies = () => null
  for (const on of [{ ucinewgame: dies }, { position: dies }, { isready: afterFirst(dies) }]) {
    const game = await play({}, { on }, {})
    assert.deepEqual(endOf(game), ended('0-1', 'died', 'white'), Object.keys(on)[0])
    assert.match(game.detail, /it died/)
  }
  const later = await play({}, ({ go, game }) => (go === 3 ? null : moveOf(game, 'x')), {})
  assert.deepEqual(endOf(later), ended('0-1', 'died', 'white'))
  assert.equal(later.moves.length, 4)
  await rejects(
    play({}, () => null, {}, { recover: false }),
    'ERR_UCI_ENGINE_DEAD',
  )
})

function afterFirst(answer) {
  let calls = 0
  return at => (calls++ === 0 ? ['readyok'] : answer(at))
}

test('a program that dies in a search', async t => {
  const { transport } = fakeTransport(t, { go: [{ kill: 'SIGKILL' }] })
  const game = await playGame(pairingOf(), [
    { name: 'a', transport: () => transport, limits: { depth: 1 } },
    player('b'),
  ])
  assert.deepEqual(endOf(game), ended('0-1', 'died', 'white'))
  assert.match(game.detail, /SIGKILL/)
})

test('an engine that does not start, or lacks an option or the variant, rejects', async () => {
  await rejects(play({}, { on: { uci: () => null } }), 'ERR_UCI_ENGINE_DEAD')
  await rejects(play({}, { options: { Threads: 4 } }), 'ERR_UCI_OPTION')
  await rejects(play({ variant: 'horde' }, {}), 'ERR_UCI_VARIANT')
  const failure = new Error('no transport')
  const broken = { ...player('a'), transport: () => Promise.reject(failure) }
  await assert.rejects(playGame(pairingOf(), [broken, player('b')]), failure)
})

test('what engines hear: a new game and readyok before the clock, clocks of both, options', async () => {
  const lines = []
  const clocked = { limits: '2/100+0.5', options: { Hash: 5 } }
  await play(
    { moves: ['e2e4'] },
    { ...clocked, answer: ['b1c3'] },
    { ...clocked, lines, answer: ['e7e5', 'b8c6', '(none)'] },
  )
  const commands = lines.filter(line => !/^(uci|quit)$/.test(line))
  assert.deepEqual(commands.slice(0, 5), [
    'isready',
    'setoption name Hash value 5',
    'isready',
    'ucinewgame',
    'isready',
  ])
  const at = commands.indexOf('position startpos moves e2e4')
  assert.equal(commands[at - 1], 'isready')
  assert.equal(commands[at + 1], 'go wtime 100000 btime 100000 winc 500 binc 500 movestogo 2')
})

test('between the moves of a game an engine hears its position and go, and nothing else', async () => {
  const castles = { fen: '4k3/7p/8/8/8/8/P7/4K2R w K - 0 1', variant: 'chess960', moves: ['e1h1'] }
  for (const opening of [{}, { moves: ['e2e4'] }, castles]) {
    const lines = []
    const game = await play(opening, { lines }, {}, { maxMoves: 5 })
    const heard = lines
      .slice(lines.findIndex(line => line.startsWith('position')))
      .filter(line => line !== 'quit')
    const { fen, moves: book = [] } = opening
    const moves = [...book, ...game.moves.map(({ uci }) => uci)]
    const whites = moves.map((_, ply) => moves.slice(0, ply)).filter(({ length }) => length % 2 === 0)
    const expected = whites
      .filter(({ length }) => length >= book.length)
      .flatMap(played => [
        `position ${fen ? `fen ${fen}` : 'startpos'}${played.length > 0 ? ` moves ${played.join(' ')}` : ''}`,
        'go nodes 10',
      ])
    assert.deepEqual(heard, expected)
  }
})

test('pondering: the expected reply is a hit, another one is not', async () => {
  const lines = []
  const white = {
    lines,
    ponder: true,
    limits: '100',
    on: { ponderhit: () => ['bestmove g1f3'], stop: () => ['bestmove a2a3'] },
    answer: ({ line, game }) =>
      line.startsWith('go ponder') ? [] : [game.ply === 0 ? 'bestmove e2e4 ponder e7e5' : 'bestmove b1c3'],
  }
  const hit = await play({}, white, ['e7e5', '(none)'])
  assert.equal(facts(hit).moves, 'e2e4 e7e5 g1f3')
  assert.ok(lines.includes('setoption name Ponder value true'))
  assert.ok(lines.includes('position startpos moves e2e4 e7e5'))
  assert.ok(lines.some(line => line.startsWith('go ponder wtime')))
  lines.length = 0
  const miss = await play({}, white, ['c7c5', '(none)'])
  assert.equal(facts(miss).moves, 'e2e4 c7c5 b1c3')
  assert.ok(lines.includes('stop') && !lines.includes('ponderhit'))
})

test('pondering ends with the game, and is not about a position in which it is over', async () => {
  const lines = []
  const answer = ({ line }) => (line.startsWith('go ponder') ? [] : ['bestmove g2g4 ponder d8h4'])
  const seat = player('a', answer, {
    lines,
    ponder: true,
    limits: '100',
    on: { stop: () => ['bestmove b1c3'] },
  })
  const engine = await Engine.start(seat.transport())
  for (const [moves, isOver] of [
    [['e2e4', 'e7e6'], false],
    [['f2f3', 'e7e6'], true],
  ]) {
    lines.length = 0
    const game = await playGame(pairingOf({ moves }), [{ engine, player: seat }, player('b', () => '(none)')])
    assert.deepEqual(endOf(game), ended('1-0', 'illegal_move', 'black'))
    assert.equal(
      lines.some(line => line.startsWith('go ponder')),
      !isOver,
    )
    if (!isOver) assert.equal(lines.at(-1), 'stop')
  }
  await engine.quit()
})

test('nothing stays behind a game: no timer, and no listener of its signal', async () => {
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const before = timers()
  const { signal } = new AbortController()
  await play({}, { limits: '100' }, { limits: { movetime: 5000 } }, { maxMoves: 3, signal })
  assert.equal(timers(), before)
  assert.deepEqual(getEventListeners(signal, 'abort'), [])
})

test('scores: the last exact one of line 1, else the last bound', async () => {
  const infos = [
    [
      'info depth 1 score cp 5 nodes 3',
      'info depth 2 seldepth 9 score cp 7 nodes 8',
      'info depth 3 score cp 90 lowerbound nodes 9',
      'info depth 4 multipv 2 score cp 1',
    ],
    ['info depth 3 score cp -40 upperbound nodes 9', 'info nodes 12'],
    ['info string none'],
    ['info depth 30 score mate -2', 'info depth 30 currmove e2e4 currmovenumber 1'],
  ]
  const game = await play(
    {},
    ({ game: at }) => [...infos[at.ply], `bestmove ${moveOf(at, 'x')}`],
    undefined,
    { maxMoves: 2 },
  )
  assert.deepEqual(
    game.moves.map(({ score, depth, seldepth, nodes }) => [score && `${score}`, depth, seldepth, nodes]),
    [
      ['+0.07', 2, 9, 9],
      ['≤-0.40', 3, 0, 9],
      [null, 0, 0, 0],
      ['#-2', 30, 0, 0],
    ],
  )
  assert.equal(game.moves[1].score.color, 'black')
  assert.deepEqual(
    [...game.game.mainline()].map(({ comments }) => comments[0].replace(/\d+\.\d{3}s/, 's')),
    ['+0.07/2 s', '-0.40/3 s', 's', '-M4/30 s'],
  )
})

test('scores of many infos, of any order: as if each had been read', async () => {
  const random = randomFrom(seed)
  const below = n => Math.floor(n * random())
  const expected = []
  const infosOf = ply => {
    let last = { nodes: 0 }
    let exact
    let bound
    const lines = Array.from({ length: pick(random, [1, 5, 255, 256, 257, 700]) }, (_, i) => {
      const [depth, nodes, score] = [below(40), i + 1, below(500)]
      const kind = below(ply === 0 ? 40 : 8)
      if (kind === 0) {
        last = exact = { score, depth, nodes }
        return `info depth ${depth} nodes ${nodes} score cp ${score} pv a2a3 h7h6`
      }
      if (kind === 1) {
        last = bound = { score, depth, nodes }
        return `info depth ${depth} score cp ${score} lowerbound nodes ${nodes} multipv 1 pv a2a3`
      }
      if (kind === 2) return `info depth ${depth} multipv 2 nodes ${nodes} score cp ${score} pv b2b3`
      if (kind === 3) return `info string score cp ${score} pv a2a3`
      return `info depth ${depth} nodes ${nodes} currmove a2a3 currmovenumber 1`
    })
    const { score = null, depth = 0 } = exact ?? bound ?? {}
    expected.push([score, depth, last.nodes])
    return lines
  }
  const game = await play(
    {},
    ({ game: at }) => [...infosOf(at.ply), `bestmove ${moveOf(at, 'x')}`],
    undefined,
    { maxMoves: 6 },
  )
  assert.deepEqual(
    game.moves.map(({ score, depth, nodes }) => [score?.value ?? null, depth, nodes]),
    expected,
  )
})

test('the PGN of a game', async () => {
  const fen = '4k3/8/8/8/8/8/4P3/4K2R w K - 0 1'
  const game = await play(
    { fen, moves: ['e2e4', 'e8e7'] },
    { limits: '40/60+0.6', answer: ['e1g1'] },
    { limits: { movetime: 500 }, answer: ['e7e9'] },
  )
  const pgn = game.game.toString()
  const [read] = parsePgn(pgn)
  assert.deepEqual(read.errors, [])
  assert.equal(read.startFen, fen)
  const tags = Object.fromEntries(read.headers)
  assert.match(tags.Date, /^\d{4}\.\d\d\.\d\d$/)
  delete tags.Date
  assert.deepEqual(tags, {
    ...{ Event: '?', Site: '?', Round: '1', White: 'a', Black: 'b', Result: '1-0', SetUp: '1', FEN: fen },
    ...{
      Termination: 'rules infraction',
      WhiteTimeControl: '40/60+0.6',
      BlackTimeControl: '1/0.5',
      PlyCount: '3',
    },
  })
  assert.deepEqual([...read.mainline()].map(({ comments }) => comments[0]).slice(0, 2), ['book', 'book'])
  assert.ok(game.moves[0].left > 60_000 && game.moves[0].left <= 60_600)
})

test('tables decide: before the first move, at a halfmove clock of 0, without castling, with few men', async () => {
  const probed = []
  const tablebase = {
    wdl: position => {
      probed.push(position.fen)
      return wdl
    },
  }
  let wdl = -2
  const fen = '4k3/8/8/8/8/8/4P3/4K2R w - - 0 1'
  assert.deepEqual(endOf(await play({ fen }, [], [], { tablebase })), ended('0-1', 'tablebase', undefined))
  wdl = 1
  assert.deepEqual(
    endOf(await play({ fen: fen.replace(' 0 1', ' 3 1') }, ['e2e4'], [], { tablebase })),
    ended('1/2-1/2', 'tablebase', undefined),
  )
  for (const cursed of [-1, 0]) {
    wdl = cursed
    assert.deepEqual(
      endOf(await play({ fen }, [], [], { tablebase })),
      ended('1/2-1/2', 'tablebase', undefined),
    )
  }
  assert.match(probed[1], / b /)
  probed.length = 0
  const castling = fen.replace('w -', 'w K')
  await play({ fen: castling }, ['e2e4'], ['e8e9'], { tablebase })
  await play({ fen }, ['h1h2'], ['e8e9'], { tablebase, tablebaseMen: 3 })
  await play({ fen }, ['h1h2'], ['e8e9'], { tablebase: { ...tablebase, covers: () => false } })
  assert.deepEqual(probed, [])
  wdl = null
  await play({ fen }, ['h1h2'], ['e8e9'], { tablebase, tablebaseMen: 4 })
  assert.deepEqual(probed, [fen])
})

test('scores decide in a game', async () => {
  const says =
    score =>
    ({ game }) => [`info depth 1 score cp ${score}`, `bestmove ${moveOf(game, 'x')}`]
  const resigned = await play({}, says(-700), says(900), { resign: { moves: 2, score: 600 } })
  assert.deepEqual(
    [resigned.result, resigned.reason, resigned.moves.length],
    ['0-1', 'resign_adjudicated', 3],
  )
  const quiet = await play({ fen: '4k3/8/8/8/8/8/8/R3K2R w - - 10 20' }, says(5), says(-5), {
    draw: { from: 20, moves: 2, score: 10 },
  })
  assert.deepEqual([quiet.result, quiet.reason, quiet.moves.length], ['1/2-1/2', 'draw_adjudicated', 4])
})

test('an aborted game', async () => {
  const controller = new AbortController()
  const { opened, open } = gate()
  const hang = () => {
    open()
    return []
  }
  const playing = play(
    {},
    { answer: hang, on: { stop: () => ['bestmove e2e4'] } },
    {},
    { signal: controller.signal },
  )
  await opened
  controller.abort()
  const game = await playing
  assert.deepEqual(endOf(game), ended('*', 'aborted', undefined))
  assert.equal(game.game.headers.get('Termination'), 'unterminated')
  const before = await play({}, {}, {}, { signal: controller.signal })
  assert.equal(before.reason, 'aborted')
})

test('onMove gets each move and its position', async () => {
  const seen = []
  const onMove = (move, position) => seen.push(`${move.uci} ${position.fen}`)
  const game = await play({}, {}, {}, { maxMoves: 3, onMove })
  const replay = new Game()
  assert.deepEqual(
    seen,
    game.moves.map(({ uci }) => {
      replay.move(uci)
      return `${uci} ${replay.fen}`
    }),
  )
  replay.stop()
})

test('bad arguments', async () => {
  const good = [player('a'), player('b')]
  for (const [pairing, players, options] of [
    [undefined, good],
    [{ ...pairingOf(), number: 0 }, good],
    [{ ...pairingOf(), game: 3 }, good],
    [pairingOf(), [player('b'), player('a')]],
    [pairingOf(), [player('a')]],
    [pairingOf(), [player('a'), { engine: 5, player: player('b') }]],
    [pairingOf(), [player('a'), { ...player('b'), transport: 5 }]],
    [pairingOf(), [player('a'), { ...player('b'), limits: { wtime: 5 } }]],
    [pairingOf(), [player('a'), { ...player('b'), limits: '3 + 2' }]],
    [pairingOf(), [player('a'), { ...player('b'), limits: { base: 0 } }]],
    [pairingOf(), [player('a'), { ...player('b'), margin: -1 }]],
    [pairingOf(), good, { draw: { from: 1 } }],
    [pairingOf(), good, { resign: { moves: 0, score: 5 } }],
    [pairingOf(), good, { maxMoves: 0 }],
    [pairingOf(), good, { tablebase: {} }],
    [pairingOf(), good, { tablebaseMen: 1 }],
    [pairingOf(), good, { onMove: 5 }],
    [pairingOf(), good, { signal: 5 }],
    [pairingOf(), good, { more: 5 }],
  ])
    await rejects(playGame(pairing, players, options), 'ERR_ARGUMENT', JSON.stringify([pairing, options]))
})
