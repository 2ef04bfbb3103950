// SPDX-License-Identifier: Apache-2.0
// The programs that the page shows run in Node, and make what is on the board.

import assert from 'node:assert/strict'
import test from 'node:test'
import { programOf } from '#web/developers/program.js'
import { readLink } from '#web/storage/links.js'
import { Study } from '#web/study/study.js'
import { runProgram } from '../browser/support/programs.js'

/** From the well-known perft set for Chess960: castling rights with rooks on b and f. */
const CHESS960 =
  '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9"]\n\n*'
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'

/** What nobody has turned on. */
const OFF = /** @type {any} */ ({ analyst: { on: false }, match: { setup: null }, room: {} })

/** @type {[name: string, hash: string, isOver?: boolean][]} */
const GAMES = [
  ['a fresh game', '#pgn=*'],
  ['a game', '#pgn=[White "O\'Neil \\\\ Sons"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *&ply=5'],
  ['a mate', '#pgn=1. f3 e5 2. g4 Qh4# 0-1&ply=4', true],
  ['a FEN', `#fen=${KIWIPETE}`],
  ['Chess960', `#pgn=${CHESS960}`],
  ['a variant', '#pgn=[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *&ply=5'],
  ['a threefold repetition', '#pgn=1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *&ply=9'],
  ['the middle of a line', '#pgn=1. e4 e5 2. Nf3 Nc6 *&ply=2'],
  [
    'a variation',
    '#pgn=1. e4 {`$' + '{best` \\ by test [%clk 0:05:00]} e5 (1... c5 2. Nf3 $1) 2. Nc3 *&ply=1.1.1',
  ],
  ['a null move', '#pgn=1. e4 -- 2. d4 *&ply=3'],
  ['a resigned game', '#pgn=1. e4 e5 2. Qh5 1-0&ply=3', true],
]

for (const [name, hash, isOver = false] of GAMES)
  test(name, async () => {
    const link = readLink(hash.replace(/(?<==)[\s\S]*?(?=&ply=|$)/, encodeURIComponent))
    assert.ok(link)
    const study = new Study()
    study.load(link.game, { path: link.path })
    assert.deepEqual(study.node.path, link.path, 'the move of the link is shown')
    const printed = (await runProgram(programOf({ ...OFF, study }, 'node'))).trim()
    const [fen, pgn] = [study.position.fen, study.tree.toString().trim()]
    assert.equal(printed.slice(0, fen.length), fen)
    assert.equal(printed.slice(-pgn.length), pgn)
    assert.match(
      printed.slice(fen.length, -pgn.length),
      isOver ? /over: true, .*winner: '(white|black)'/s : /over: false/,
    )
  })
