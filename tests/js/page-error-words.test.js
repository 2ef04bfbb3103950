// SPDX-License-Identifier: Apache-2.0
// The page's words about errors: every code has a sentence, moves are refused for their true reason, and games in PGN are
// said to stop where they do.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '#js/core/generated/errors.js'
import { UCI_ERRORS } from '#js/uci/errors.js'
import { addressWords, errorWords } from '#web/page/error-words.js'
import { gameWords } from '#web/study/game-words.js'
import { fenWords } from '#web/study/judgement.js'
import { moveWords } from '#web/study/move-words.js'
import { pick, randomFrom } from '../random.js'
import { ChessError, Position, VARIANTS } from './support/binbo.js'
import { parsePgn } from './support/pgn.js'

/** What players do not say. */
const NO_WORDS =
  /\b(ply|plies|tokens?|columns?|workers?|sockets?|state|please|successfully|undefined|null)\b|!|ERR_/
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const KINGS = '4k3/8/8/8/8/8/8/4K2R w K - 0 1'

/** @param {string} text */
function assertSentence(text) {
  assert.match(text, /^[“A-Z].*[.…]$/su)
  assert.doesNotMatch(text, NO_WORDS)
}

test('every error of the library has a sentence of its own', () => {
  const unknown = errorWords(new Error('x')).text
  const ofServers = ['ERR_STORE_UNKNOWN', 'ERR_STORE_AWAY', 'ERR_SESSION_FORMAT']
  for (const code of [...new Map(ERRORS.values()).keys(), ...Object.keys(UCI_ERRORS), ...ofServers]) {
    const words = errorWords(new ChessError(code))
    assert.equal(words.code, code)
    assertSentence(words.text)
    assert.notEqual(words.text, unknown, code)
  }
})

test('errors of the browser', () => {
  for (const [error, words] of [
    [new DOMException('x', 'QuotaExceededError'), /storage is full/],
    [new DOMException('x', 'NotReadableError'), /has changed or is gone/],
    [new TypeError('Failed to fetch'), /Check your connection/],
    [new TypeError('x is not a function'), /^Something went wrong/],
    [null, /^Something went wrong/],
  ])
    assert.match(errorWords(error).text, words)
})

test('a move that cannot be made: the reason', () => {
  for (const [fen, move, words] of [
    [KINGS, 'Ke5', 'The king cannot reach e5 in one move.'],
    [KINGS, 'ke5', 'The king cannot reach e5 in one move.'],
    ['4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1', 'Ra2', 'Your king is in check from the rook on e8: move it.'],
    [
      '4r1k1/8/8/8/Q7/8/7P/4K3 w - - 0 1',
      'h3',
      'Your king is in check: move it, block, or take the rook on e8.',
    ],
    ['4r1k1/8/8/8/8/8/8/4K3 w - - 0 1', 'Ke2', 'The king cannot go to e2: the rook on e8 attacks it.'],
    ['4k3/8/8/8/8/4K3/8/8 b - - 0 1', 'Ke2', 'The king cannot reach e2 in one move.'],
    ['8/8/8/4k3/8/4K3/8/7R w - - 0 1', 'Ke4', 'The king cannot go to e4: the king on e5 attacks it.'],
    [
      '4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1',
      'Nd4',
      'The knight on e2 is pinned: moving it to d4 would leave your king in check from the rook on e8.',
    ],
    ['4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1', 'exd6', 'That would leave your king in check from the rook on h5.'],
    ['4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1', 'Nd2', 'Two knights can go to d2. Type Nbd2 or Nfd2.'],
    [START, 'Qh5', 'The queen on d1 cannot jump over the pawn on e2.'],
    [START, 'Nd2', 'Your own pawn stands on d2.'],
    [START, 'Ra5', 'No rook of yours can reach a5 in one move.'],
    [START, 'e5', 'The pawn on e2 cannot reach e5 in one move.'],
    [START, 'exd3', 'There is nothing to take on d3.'],
    [START, 'e7e5', 'It is White’s move, and the pawn on e7 is Black’s.'],
    [START, 'e3e4', 'There is no piece on e3.'],
    ['4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1', 'e5', 'The pawn on e4 cannot go to e5: pawns take diagonally.'],
    ['4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1', 'e4', 'The pawn on e2 cannot jump over the pawn on e3.'],
    [START, 'Nb3', 'No knight of yours can reach b3 in one move.'],
    [KINGS, 'Qe2', 'White has no queen.'],
    [KINGS, 'Rgh4', 'White has no rook on the g-file.'],
    [KINGS, 'O-O-O', 'White has no right to castle long.'],
    [
      START,
      'O-O',
      'You cannot castle short yet: the bishop on f1 and the knight on g1 stand between king and rook.',
    ],
    [
      '4k1r1/8/8/8/8/8/8/4K2R w K - 0 1',
      'O-O',
      'You cannot castle short: the king would stand on g1, which the rook on g8 attacks.',
    ],
    [
      '4kr2/8/8/8/8/8/8/4K2R w K - 0 1',
      '0-0',
      'You cannot castle short: the king would pass f1, which the rook on f8 attacks.',
    ],
    ['4r1k1/8/8/8/8/8/8/4K2R w K - 0 1', 'O-O', 'You cannot castle while your king is in check.'],
    ['k7/4P3/8/8/8/8/8/4K3 w - - 0 1', 'e8=K', 'A pawn becomes a queen, rook, bishop or knight, not a king.'],
    [START, 'e4=Q', 'A pawn is promoted on the last rank only.'],
    [START, 'Nf3=Q', 'Only pawns are promoted.'],
    [START, 'Qx', '“Qx” is cut off: the square it goes to is missing.'],
    [START, 'e9', 'There is no square e9: the board goes from a1 to h8.'],
    [START, 'hello', '“hello” is not a move. Moves look like Nf3, exd5, O-O or a8=Q.'],
    [START, 'N@d5', 'Pieces are dropped in Crazyhouse only.'],
    ['7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 'Kh7', 'The game is over here: no move can be made.'],
  ])
    assert.equal(moveWords(move, Position.from(fen)), words)
  const house = Position.from('4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1', { variant: 'crazyhouse' })
  assert.equal(moveWords('Q@d5', house), 'There is no queen in your pocket.')
  assert.equal(moveWords('N@e8', house), 'e8 is not empty: pieces are dropped on empty squares.')
  const giveaway = Position.from('4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', { variant: 'antichess' })
  assert.equal(moveWords('e5', giveaway), 'You must take when you can: for example exd5.')
})

const LETTERS = ['', 'N', 'B', 'R', 'Q', 'K']
const SQUARES = Array.from({ length: 64 }, (_, at) => 'abcdefgh'[at % 8] + ((at >> 3) + 1))
const NAMED = /the (pawn|knight|bishop|rook|queen|king) on ([a-h][1-8])/gi

/** Whether what the sentence claims holds in the position. */
function assertTrue(text, move, position) {
  const at = `${move} in ${position.fen} (${position.variant}): ${text}`
  const [own, other] = position.sideToMove === 'white' ? ['white', 'black'] : ['black', 'white']
  for (const [, type, square] of text.matchAll(NAMED))
    assert.equal(position.pieceAt(square)?.type, type.toLowerCase(), at)
  const legal = position.legalMoves('move')
  const king = position.king(own)
  if (/^Your king is in check/.test(text)) {
    assert.ok(position.isCheck, at)
    const checkers = position.attackers(king, other)
    const takes = square => legal.some(({ to, captured }) => captured && to === square)
    for (const [, , square] of text.matchAll(NAMED)) assert.ok(checkers.includes(square), at)
    const isTaken = checkers.some(takes)
    if (!/e\.p/.test(at) && legal.every(({ flags }) => !flags.includes('enpassant')))
      assert.equal(/take the/.test(text), isTaken, at)
    assert.equal(
      /move it/.test(text),
      legal.some(({ piece, to }) => piece === 'king' && !checkers.includes(to)),
      at,
    )
    if (/block/.test(text))
      assert.ok(
        legal.some(({ piece, to }) => piece !== 'king' && !checkers.includes(to)),
        at,
      )
  } else if (/is pinned/.test(text)) {
    const [, square] = /on (..) is pinned/.exec(text)
    assert.ok(position.pinned(own).includes(square) && !position.isCheck, at)
  } else if (/^\w+ \w+s can go to/.test(text)) {
    const [, to, list] = /can go to (..)\. Type (.*)\.$/.exec(text)
    const sans = list.split(/, or | or |, /)
    assert.ok(sans.length > 1, at)
    const made = position.line ? sans.map(san => position.line([san])[0]) : []
    assert.ok(
      made.every(found => found.to === to),
      at,
    )
    assert.equal(new Set(made.map(({ from }) => from)).size, sans.length, at)
  } else if (/^The king cannot go to/.test(text)) {
    const [, to] = /go to (..)/.exec(text)
    assert.ok(!legal.some(found => found.piece === 'king' && found.to === to), at)
    for (const [, , square] of text.matchAll(NAMED)) assert.equal(position.pieceAt(square).color, other, at)
    // Without the king in the way the named pieces attack the square, or they are kings side by side.
    const attackers = position.attackers(to, other)
    const isBehind = [...text.matchAll(NAMED)].every(
      ([, , square]) => attackers.includes(square) || lines(square, king, to),
    )
    assert.ok(isBehind, at)
  } else if (/cannot reach|can reach/.test(text)) {
    const [, to] = /reach (..)/.exec(text)
    const pieces = position.attackers(to, own).map(square => position.pieceAt(square).type)
    const [, type] = /(?:The|No) (\w+)/.exec(text)
    if (!position.pieceAt(to) && type !== 'pawn' && !/ on /.test(text)) assert.ok(!pieces.includes(type), at)
  } else if (/has no (pawn|knight|bishop|rook|queen|king)\.$/.test(text)) {
    const [, type] = /has no (\w+)\.$/.exec(text)
    assert.equal(position.material()[own][type], 0, at)
  }
}

/** Are three squares on a line, the second one between or beside the others? */
function lines(a, b, c) {
  const [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(square => [square.charCodeAt(0), square.charCodeAt(1)])
  return (bx - ax) * (cy - ay) === (by - ay) * (cx - ax)
}

test('in random positions of all variants the reason is true', () => {
  const random = randomFrom(20261126)
  const kinds = new Set()
  for (let game = 0; game < 27; game++) {
    const variant = VARIANTS[game % VARIANTS.length]
    let position = Position.from(startOf(variant), { variant })
    for (let step = 0; step < 40; step++) {
      const moves = position.legalMoves('move')
      if (moves.length === 0) break
      for (let tries = 0; tries < 5; tries++) {
        const text = pick(random, [
          pick(random, LETTERS) + pick(random, SQUARES),
          pick(random, LETTERS) + pick(random, SQUARES),
          pick(random, SQUARES) + pick(random, SQUARES),
          `${pick(random, [...'abcdefgh'])}x${pick(random, SQUARES)}`,
          pick(random, ['O-O', 'O-O-O', 'N@e4', 'P@d5']),
        ])
        try {
          position.line([text])
        } catch (error) {
          assert.ok(error instanceof ChessError)
          const words = moveWords(text, position)
          assertSentence(words.replace(/^[a-h]\d is not empty/, 'It is not empty'))
          assertTrue(words, text, position)
          kinds.add(words.replace(/\b[a-h][1-8]\b|pawn|knight|bishop|rook|queen/g, '').slice(0, 18))
        }
      }
      position = position.play(pick(random, moves).uci)
    }
  }
  assert.ok(kinds.size > 20, `only ${kinds.size} kinds of reasons`)
})

/** @param {string} variant */
function startOf(variant) {
  return parsePgn(`[Variant "${variant}"]\n\n*`)[0].startFen
}

/** @param {string} pgn @returns {string} the words about the first error of its first game */
function wordsOf(pgn) {
  const [game] = parsePgn(`${pgn}\n`)
  const words = gameWords(game.errors[0], game)
  assert.equal(words.code, game.errors[0].code)
  assertSentence(words.text)
  return words.text
}

test('a game in PGN: where it stops, why, and what was read', () => {
  const long = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 '
  for (const [pgn, words] of [
    [`${long}6. Re1 Qx`, 'It stops at 6… Qx: the move is cut off. The 5 moves before it were read.'],
    [
      `${long}6. Ke5`,
      'It stops at 6. Ke5. The king cannot reach e5 in one move. The 5 moves before it were read.',
    ],
    [
      '1. e4 e5 2. Ke5',
      'It stops at 2. Ke5. The king cannot reach e5 in one move. The move before it was read.',
    ],
    ['\n\n1. e5', 'It stops at 1. e5 (line 3). The pawn on e2 cannot reach e5 in one move.'],
    ['1. e4 nonsense', 'It stops at 1… nonsense: this is not a move.'],
    ['1. e4 e5 (1... c5 2. Ke3) 2. Nf3 *', 'A line of it stops at 2. Ke3: this move is not possible there.'],
    ['https://lichess.org/abcd', /^This is an address, not a game\. On lichess, /],
    ['1. e4 {open', 'A comment is not closed with }: all that follows was read as a part of it.'],
    ['1. e4 (1. d4', 'Parentheses of variations do not match.'],
    ['[Variant "Bughouse"]\n\n*', /^This page does not know the rules of “Bughouse”/],
    [
      '[FEN "4k3/8/8/8/8/8/8/8 w - - 0 1"]\n\n*',
      /^The position that it starts from is not possible.*Each side needs a king\.$/,
    ],
  ])
    if (typeof words === 'string') assert.equal(wordsOf(pgn), words)
    else assert.match(wordsOf(pgn), words)
})

test('addresses in place of a game', () => {
  for (const text of [
    'https://lichess.org/abcdefgh',
    ' lichess.org/abcdefgh/black\n',
    'http://www.lichess.org/x',
  ])
    assert.match(addressWords(text), /^This is an address, not a game\. On lichess, choose/)
  assert.match(addressWords('https://www.chess.com/game/live/1'), /On chess\.com, press/)
  assert.match(addressWords('https://example.org/'), /Copy the PGN there and paste it here\.$/)
  for (const text of ['1. e4 e5', 'hello', 'https://lichess.org/a 1. e4', ''])
    assert.equal(addressWords(text), '')
})

test('a FEN is refused with its pieces and squares', () => {
  const fen = '4k3/8/8/8/8/8/4R3/4K3 w - - 0 1'
  const error = thrownBy(() => Position.from(fen))
  assert.equal(fenWords(error, fen).text, 'Black is in check from the rook on e2, but it is White’s move.')
  const broken = thrownBy(() => Position.from('4k3/8/8/8/8/8/8 w - - 0 1'))
  assert.equal(fenWords(broken, '4k3/8/8/8/8/8/8 w - - 0 1').text, "A board has 8 ranks, separated by '/'.")
})

/** @param {() => unknown} act @returns {unknown} */
function thrownBy(act) {
  try {
    act()
  } catch (error) {
    return error
  }
  assert.fail('nothing was thrown')
}
