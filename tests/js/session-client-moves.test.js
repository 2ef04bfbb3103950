// SPDX-License-Identifier: Apache-2.0
// The text of moves that clients play: UCI, SAN, and neither; on real servers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { arena, atPly, begin, CLOCK, is, play, until } from './support/arena.js'

test('a move is UCI or SAN; on the own turn nothing is sent that is neither, or not legal', async t => {
  const { serve, connect } = await arena(t)
  const { url } = await serve()
  const sent = []
  class Counting extends WebSocket {
    send(text) {
      const { type, uci } = JSON.parse(text)
      if (type === 'move') sent.push(uci)
      super.send(text)
    }
  }
  const [white, black] = [connect(url, { WebSocket: Counting }), connect(url, { WebSocket: Counting })]
  for (const { variant, fen, moves } of [
    { moves: 'e4 e5 Nf3 b8c6 Bb5+ a6 O-O axb5 Re1 ♞f6' },
    { fen: '4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1', moves: 'O-O-O Ke7 a8=N Kf7' },
    { fen: '4k3/P7/8/8/8/8/8/4K3 w - - 0 1', moves: 'a7a8 Ke7' },
    { variant: 'chess960', fen: 'r3k1r1/6p1/8/8/8/8/6P1/R3K1R1 w GAga - 0 1', moves: 'O-O e8a8' },
    {
      variant: 'crazyhouse',
      fen: 'rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 1',
      moves: 'P@e4 @e5 Nc3',
    },
    { variant: 'antichess', fen: '8/P7/8/8/8/8/7p/8 w - - 0 1', moves: 'a8=K' },
  ]) {
    const links = await begin(white, black, { clock: CLOCK, variant, fen, dead: 'off' })
    await play(links, moves.split(' '))
  }
  for (const uci of sent) assert.match(uci, /^([a-h][1-8]){2}[nbrqk]?$|^[PNBRQ]@[a-h][1-8]$/)

  const links = await begin(white, black)
  await play(links, ['e4', 'e5'])
  const { length } = sent
  for (const [text, code] of [
    ...['', ' ', 'hello', '--', '0000', 'null', 'Z0', 'e9e4', 'p@e4', '@', 'x'.repeat(5000)].map(text => [
      text,
      'ERR_SAN_SYNTAX',
    ]),
    ...['e5', 'Nf6', 'O-O', 'exd5', 'a8=Q', 'Ke3'].map(text => [text, 'ERR_SAN_ILLEGAL']),
    ['e1g1', 'ERR_MOVE_ILLEGAL'],
    ['e7e5', 'ERR_MOVE_NO_PIECE'],
    ['b8c6', 'ERR_MOVE_WRONG_SIDE'],
    ['d2d4q', 'ERR_MOVE_PROMOTION'],
    ['P@e4', 'ERR_MOVE_DROP'],
    [5, 'ERR_ARGUMENT'],
  ])
    assert.throws(() => links[0].move(text), { code }, text)
  // On the opponent's turn the server answers, also what would be legal later.
  for (const text of ['d7d6', 'd2d4', 'Nf6', 'Nf3', 'O-O', 'e1g1', 'd5'])
    assert.equal((await links[1].move(text)).code, 'notYourTurn', text)
  assert.throws(() => links[1].move('hello'), { code: 'ERR_SAN_SYNTAX' })
  assert.equal(sent.length, length + 7)
  assert.equal((await links[0].claimDraw('Nf3')).code, 'noClaim')
  const watcher = connect(url).open(links[0].id)
  await until(watcher, atPly(2))
  for (const text of ['Nf3', 'g1f3', 'g1g3']) assert.equal((await watcher.move(text)).code, 'notPlayer')
  // Before the first view the position is not known.
  const early = white.open('doesNotExist')
  assert.equal((await early.move('e2e4')).code, 'noGame')
  assert.throws(() => early.move('Nf3'), { code: 'ERR_ARGUMENT' })
  assert.throws(() => early.move('hello'), { code: 'ERR_SAN_SYNTAX' })
  await links[0].resign()
  await until(links[1], is('over'))
  for (const text of ['Nf3', 'Nf6', 'a1a8']) assert.equal((await links[1].move(text)).code, 'over')
})
