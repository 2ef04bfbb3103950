// SPDX-License-Identifier: Apache-2.0
// What players and spectators see of a session, and its PGN.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDS } from '#js/session/ends.js'
import { binbo } from './support/binbo.js'
import { parsePgn } from './support/pgn.js'
import { games } from './support/random-games.js'
import { CLOCKS, gameOf, playRandom } from './support/random-sessions.js'
import { Played, START, session } from './support/sessions.js'

const { clocksAt, endText, eventFor, foldSession, permissions, reduceSession, sessionPgn, sessionView } =
  session

const ANONYMOUS = { id: '~4f2a91', name: 'Guest' }
const SECRET = /4f2a91|command|seen/

/** A game of a named player against an anonymous one, with command ids. */
function mixed() {
  const game = new Played({
    id: 'secret-0',
    by: { id: 'alice', name: 'Alice' },
    opponent: ANONYMOUS,
    clock: { base: 60_000 },
  })
  for (const [at, uci] of ['e2e4', 'e7e5', 'g1f3'].entries())
    game.do(game.move(uci, { id: `secret-${at + 1}` }), START + at)
  game.do(game.by('white', 'offerDraw', { id: 'secret-9' }))
  game.do({ type: 'away', color: 'white' }, START + 9)
  return game
}

test('a view has what a page needs', () => {
  const { state } = mixed()
  const view = sessionView(state, 'black')
  assert.deepEqual(view, {
    id: 'g',
    version: 7,
    status: 'playing',
    variant: 'standard',
    startFen: binbo.START_FEN,
    fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2',
    moves: ['e2e4', 'e7e5', 'g1f3'],
    ply: 3,
    players: { white: { id: 'alice', name: 'Alice', away: START + 9 }, black: { name: 'Guest', away: null } },
    clock: { base: 60_000 },
    clocks: { white: 59_999, black: 60_000, running: 'black', since: START + 2 },
    draw: 'white',
    takeback: null,
    rematch: null,
    result: null,
    role: 'black',
    permissions: permissions(state, 'black'),
  })
  assert.ok(view.permissions.includes('acceptDraw'))
})

test('a spectator sees the game, and differs only in role and permissions', () => {
  const { state } = mixed()
  const { role, permissions: none, ...seen } = sessionView(state, 'spectator')
  const { role: own, permissions: some, ...same } = sessionView(state, 'white')
  assert.deepEqual([role, none, own, some.length > 0], ['spectator', [], 'white', true])
  assert.deepEqual(seen, same)
  for (const role of ['white', 'black', 'spectator'])
    assert.doesNotMatch(JSON.stringify(sessionView(state, role)), SECRET)
})

test('events are shown without ids of others', () => {
  const { log, state } = mixed()
  const spectators = log.map(event => eventFor(event, 'spectator'))
  assert.doesNotMatch(JSON.stringify(spectators), /4f2a91|command|secret/)
  const whites = log.map(event => eventFor(event, 'white'))
  assert.deepEqual(
    whites.flatMap(({ command }) => command ?? []),
    log.filter(({ by }) => by === 'white').flatMap(({ command }) => command ?? []),
  )
  assert.match(JSON.stringify(log), /4f2a91/, 'the log itself is unchanged')
  // A client folds them to the same game.
  for (const events of [spectators, whites]) {
    const folded = foldSession(null, events)
    assert.deepEqual(sessionView(folded, 'white'), sessionView(state, 'white'))
    assert.deepEqual(eventFor(events[0], 'spectator').black, { name: 'Guest' })
  }
  const plain = log.find(({ command }) => command === undefined)
  assert.equal(eventFor(plain, 'spectator'), plain)
})

test('clocks are those that a page counts from', () => {
  const { state } = new Played({ clock: { base: 60_000, delay: 2_000, show: 'bronstein' } })
  const { clocks } = sessionView(state, 'white')
  assert.deepEqual(clocks, { white: 62_000, black: 62_000, running: null, since: START })
  const waiting = reduceSession(
    null,
    { type: 'create', game: 'g', by: 'a', clock: { base: 9000 } },
    START,
  ).state
  assert.deepEqual(clocksAt(waiting, START + 99), { white: 9000, black: 9000, running: null })
  assert.deepEqual(sessionView(waiting, 'spectator').players.black, null)
  const none = new Played().state
  assert.deepEqual(clocksAt(none, START), { white: null, black: null, running: null })
})

test('an offered takeback says what would be taken back, as it was played', () => {
  const game = new Played({ clock: { base: 60_000 } }).play(['e2e4', 'e7e5', 'g1f3', 'b8c6'])
  game.do(game.by('white', 'offerTakeback'))
  const takeback = () => sessionView(game.state, 'black').takeback
  assert.deepEqual(takeback(), { by: 'white', plies: 2, moves: ['Nf3', 'Nc6'] })
  game.play(['f1b5'])
  assert.deepEqual(takeback(), { by: 'white', plies: 1, moves: ['Bb5'] })
  const { fen } = sessionView(game.state, 'white')
  game.do(game.by('black', 'acceptTakeback'))
  assert.deepEqual([takeback(), game.turn], [null, 'white'])
  game.play(['f1b5'])
  assert.equal(sessionView(game.state, 'white').fen, fen)
})

test('a view shows vacation: what is left, and whose clock stands; others have no such field', () => {
  const game = new Played({ clock: { perMove: 100_000 }, allow: { vacation: 2 } })
  const days = 2 * 86_400_000
  assert.deepEqual(sessionView(game.state, 'white').vacation, { white: days, black: days, paused: null })
  game.do(game.by('white', 'pause'), START + 1000)
  const { vacation, clocks, permissions: may } = sessionView(game.state, 'white')
  assert.deepEqual(vacation, {
    white: days,
    black: days,
    paused: { by: 'white', since: START + 1000, until: START + 1000 + days },
  })
  assert.deepEqual(clocks, { white: 99_000, black: 100_000, running: null, since: START + 1000 })
  assert.deepEqual(
    [may.includes('resume'), may.includes('move'), may.includes('pause')],
    [true, false, false],
  )
  game.do(game.by('white', 'resume'), START + 6000)
  assert.deepEqual(sessionView(game.state, 'black').vacation, {
    white: days - 5000,
    black: days,
    paused: null,
  })
  assert.ok(!('vacation' in sessionView(new Played().state, 'white')))
})

test('PGN: names, date, result, termination, clocks; takebacks are gone', () => {
  const clock = { base: 180_000, increment: 2_000 }
  const game = new Played({ by: { id: 'alice', name: 'Alice "A" O\\Neill' }, opponent: ANONYMOUS, clock })
  game.play(['e2e4', 'e7e5'])
  game.do(game.move('d1h5'), START + 1_500)
  game.do(game.by('white', 'offerTakeback'))
  game.do(game.by('black', 'acceptTakeback'), START + 2_000)
  game.do(game.move('g1f3'), START + 3_234)
  game.do(game.by('black', 'resign'), START + 4_000)
  const pgn = sessionPgn(game.log)
  assert.equal(
    pgn.toString(),
    `[Event "Game"]
[Site "?"]
[Date "2023.11.14"]
[Round "?"]
[White "Alice \\"A\\" O\\\\Neill"]
[Black "Guest"]
[Result "1-0"]
[GameId "g"]
[UTCDate "2023.11.14"]
[UTCTime "22:13:20"]
[TimeControl "180+2"]
[Termination "normal"]

1. e4 {[%clk 0:03:00]} 1... e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:03:01.266]
White wins by resignation.} 1-0
`,
  )
})

test('PGN: TimeControl and Termination', () => {
  const tags = (clock, ...words) => {
    const pgn = sessionPgn(new Played({ clock }).play(['e2e4', 'e7e5']).log)
    const [read] = parsePgn(pgn.toString())
    const clocks = read.headers.has('Binbo-Clock') ? [read.headers.get('Binbo-Clock')] : []
    assert.deepEqual([read.headers.get('TimeControl'), ...clocks], words)
    const comments = [...read.mainline()].map(node => node.comments)
    assert.deepEqual(comments, [clocks.map(text => `Clock: ${text}`), []])
  }
  tags(null, '-')
  tags({ base: 300_000 }, '300')
  tags({ base: 300_500, increment: 3_000 }, '300.5+3')
  tags({ base: 7_200_000, stages: [{ moves: 40, base: 3_600_000 }] }, '40/7200:3600')
  tags(
    {
      base: 7_200_000,
      stages: [
        { moves: 40, base: 3_600_000 },
        { moves: 60, base: 900_000, increment: 30_000 },
      ],
    },
    '40/7200:20/3600:900+30',
  )
  tags({ perMove: 259_200_000 }, '1/259200')
  tags({ base: 300_000, delay: 5_000 }, '?', '300 s, delay 5 s')
  tags({ base: 300_000, delay: 5_000, show: 'bronstein' }, '?', '300 s, Bronstein delay 5 s')
  tags({ base: 600_000, periods: 3, period: 30_000 }, '?', '600 s, byo-yomi 3 x 30 s')
  const ended = (act, ...words) => {
    const game = new Played({ clock: { base: 1_000, start: 'now' } }).play(['e2e4', 'e7e5'])
    act(game)
    const pgn = sessionPgn(game.log)
    assert.deepEqual(
      [pgn.headers.get('Termination'), pgn.result, [...pgn.mainline()].at(-1).comments[0]],
      words,
    )
  }
  ended(() => {}, 'unterminated', '*', undefined)
  ended(game => game.do({ type: 'due' }, START + 9_000), 'time forfeit', '0-1', 'Black wins on time.')
  ended(
    game => game.do({ type: 'adjudicate', winner: null, detail: 'a {brace}' }),
    'adjudication',
    '1/2-1/2',
    'Draw by adjudication (a {brace}).',
  )
  ended(
    game => game.do({ type: 'adjudicate', winner: 'white', detail: '[%clk 0:00:01] [GameId "x"]' }),
    'adjudication',
    '1-0',
    'White wins by adjudication ((%clk 0:00:01) (GameId "x")).',
  )
  const aborted = new Played()
  aborted.do(aborted.by('white', 'abort'))
  const pgn = sessionPgn(aborted.log)
  assert.deepEqual(
    [pgn.result, pgn.headers.get('Termination'), pgn.root.comments],
    ['*', 'unterminated', ['No result: aborted.']],
  )
  assert.throws(() => sessionPgn([]), { code: 'ERR_ARGUMENT' })
})

test('PGN reads back: moves, variant, position, clocks and result of random games', () => {
  let ended = 0
  for (let index = 0; index < games(45); index++) {
    const variant = binbo.VARIANTS[index % binbo.VARIANTS.length]
    const [name, clock] = CLOCKS[index % CLOCKS.length]
    const fen =
      variant === 'chess960' ? 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1' : undefined
    const { log, state } = playRandom(
      { seed: 300 + index, setup: { variant, clock, fen }, steps: 90 },
      () => {},
    )
    const text = sessionPgn(log).toString()
    const [read, ...others] = parsePgn(text)
    const hint = `${variant}, ${name}\n${text}`
    assert.deepEqual([read.errors, others], [[], []], hint)
    assert.equal(read.toString(), text, hint)
    assert.equal(read.variant, variant)
    const nodes = [...read.mainline()]
    assert.equal(nodes.map(({ uci }) => uci).join(' '), state.moves, hint)
    const position = gameOf(state)
    assert.equal((nodes.at(-1) ?? read.root).fen, position.fen, hint)
    position.stop()
    for (const node of nodes)
      assert.equal(node.clock === undefined, clock === null || 'perMove' in clock, hint)
    if (state.result === null) continue
    ended++
    const { winner, reason } = state.result
    const result = { white: '1-0', black: '0-1' }[winner] ?? '1/2-1/2'
    assert.equal(read.result, reason === 'aborted' || reason === 'no_start' ? '*' : result, hint)
    assert.equal((nodes.at(-1) ?? read.root).comments.at(-1), endText(state.result))
  }
  assert.ok(ended > 5)
})

test('endText(): results of sessions, and statuses of games and positions, in words', () => {
  const { Game, Position } = binbo
  for (const [result, text] of [
    [null, ''],
    [undefined, ''],
    [{ winner: 'white', reason: 'checkmate' }, 'White wins by checkmate.'],
    [{ winner: 'black', reason: 'time', flagged: 'white' }, 'Black wins on time.'],
    [{ winner: null, reason: 'agreement' }, 'Draw by agreement.'],
    [{ winner: null, reason: 'time_no_material' }, 'Draw on time, against a side that cannot win.'],
    [{ winner: null, reason: 'time_no_win' }, 'Draw on time, against a side that cannot win.'],
    [{ winner: null, reason: 'aborted' }, 'No result: aborted.'],
    [
      { winner: null, reason: 'threefold_repetition', detail: 'g1f3' },
      'Draw by threefold repetition (g1f3).',
    ],
    [
      { winner: 'white', reason: 'adjudication', detail: '[%clk 1]' },
      'White wins by adjudication ((%clk 1)).',
    ],
    [{ winner: 'white', reason: 'a_later_reason' }, 'White wins a_later_reason.'],
  ])
    assert.equal(endText(result), text)

  const mated = new Game()
  assert.equal(endText(mated.status), '')
  for (const none of [{ gone: 'noGame' }, {}, null]) assert.equal(endText(none), '')
  mated.playMoves(['f3', 'e5', 'g4', 'Qh4'])
  assert.equal(endText(mated.status), 'Black wins by checkmate.')
  assert.equal(endText(Position.from('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1').status), 'Draw by stalemate.')
  const hill = Position.from('4k3/8/8/4K3/8/8/8/8 b - - 0 1', { variant: 'kingofthehill' })
  assert.equal(endText(hill.status), 'White wins by a king on the hill.')
  const byHand = decide => {
    const game = new Game()
    decide(game)
    return endText(game.status)
  }
  assert.equal(
    byHand(game => game.draw()),
    'Draw.',
  )
  assert.equal(
    byHand(game => game.draw('agreement')),
    'Draw by agreement.',
  )
  assert.equal(
    byHand(game => game.draw({ why: [1] })),
    'Draw ({"why":(1)}).',
  )
  assert.equal(
    byHand(game => game.setWinner('white')),
    'White wins.',
  )
  assert.equal(
    byHand(game => game.setWinner('0-1', 'resignation')),
    'Black wins by resignation.',
  )
  assert.equal(
    byHand(game => game.setWinner('Anna', 'she was faster')),
    'Anna wins (she was faster).',
  )
  assert.equal(
    byHand(game => game.setWinner({ id: 7 })),
    'Decided.',
  )
  assert.equal(
    byHand(game => game.flag('white')),
    'Black wins on time.',
  )
  const bare = new Game({ fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' })
  bare.flag('white')
  assert.equal(endText(bare.status), 'Draw on time, against a side that cannot win.')
})

test('every end that a game may have has words', () => {
  for (const [reason, { words }] of ENDS) {
    assert.ok(words, String(reason))
    assert.ok(endText({ winner: 'white', reason }).includes(words))
  }
})
