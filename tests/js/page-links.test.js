// SPDX-License-Identifier: Apache-2.0
// Links of the page: the move that they were made at, and what cannot be read.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePgn } from 'binbo/pgn'
import { linksOf, pathInSameGame, readLink } from '../../web/storage/links.js'
import { Study } from '../../web/study/study.js'

const PAGE = 'https://example.org/'

/** @param {string} pgn */
function studyOf(pgn) {
  const study = new Study()
  study.load(parsePgn(pgn)[0])
  return study
}

/** @param {Study} study @param {...string} moves from the start */
function lookAt(study, ...moves) {
  study.toStart()
  for (const move of moves) study.play(move)
  return study.node
}

test('links carry the move that they were made at, in variations, too', () => {
  const study = studyOf('1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 3. exd5) d6) (1... e6) 2. Nf3 Nc6 *')
  const places = {
    e4: 'ply=1',
    'e4 e5 Nf3 Nc6': 'ply=4',
    'e4 c5 Nf3 d6': 'ply=1.1.2',
    'e4 c5 c3 d5 exd5': 'ply=1.1.0.1.2',
    'e4 e6': 'ply=1.2.0',
  }
  for (const [moves, place] of Object.entries(places)) {
    lookAt(study, ...moves.split(' '))
    const { hash } = new URL(linksOf(study, PAGE).pgn)
    assert.ok(hash.endsWith(`&${place}`), hash.slice(-20))
    const { game, path } = readLink(hash)
    const again = new Study()
    again.load(game, { path })
    assert.equal(again.game.fen, study.game.fen)
    assert.deepEqual(pathInSameGame(hash, study), path)
  }
  study.toStart()
  assert.doesNotMatch(linksOf(study, PAGE).pgn, /ply=/)
  for (const wrong of ['x', '-1', '1.', '1.2', '1e3', '999999.1.999999', '.', '']) {
    assert.deepEqual(readLink(`#pgn=1.%20e4&ply=${wrong}`).path, [], wrong)
  }
  assert.deepEqual(pathInSameGame('#pgn=1.%20e4%20*', study), null)
  assert.deepEqual(pathInSameGame('#pgn=%', study), null)
})

test('links that carry nothing', () => {
  for (const hash of ['', '#', '#board', '#x=1', '#variant=chess960', '#%', '#&&=&'])
    assert.equal(readLink(hash), null)
})

test('links that carry what cannot be shown', () => {
  const cases = /** @type {const} */ ([
    ['fen', '', 'ERR_FEN_EMPTY'],
    ['fen', '%zz', 'ERR_FEN_FIELDS'],
    ['fen', '8/8/8/8/8/8/8/8_w_-_-_0_1', 'ERR_FEN_NO_KING'],
    ['fen', 'x'.repeat(1_000_000), 'ERR_FEN_FIELDS'],
    ['fen', '4k3/8/8/8/8/8/8/4K3_w_-_-_0_1&variant=bughouse', 'ERR_PGN_VARIANT'],
    ['pgn', '', 'ERR_PGN_EMPTY'],
    ['pgn', '%', 'ERR_PGN_EMPTY'],
    ['pgn', '<script>alert(1)</script>', 'ERR_PGN_TOKEN'],
    ['pgn', '[FEN "nonsense"]%0A%0A1. e4', 'ERR_PGN_TAG_FEN'],
    ['pgn', '[Variant "Bughouse"]%0A%0A1. e4', 'ERR_PGN_VARIANT'],
  ])
  for (const [name, value, code] of cases)
    assert.throws(() => readLink(`#${name}=${value}`), { name: 'ChessError', code }, value.slice(0, 50))
})

test('FENs as other sites write them into links', () => {
  const fen = 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20'
  for (const written of [encodeURIComponent(fen), fen.replaceAll(' ', '_'), fen.replaceAll(' ', '+'), fen])
    assert.equal(readLink(`#fen=${written}`).game.startFen, fen)
})

test('a FEN that only Chess960 knows is of Chess960 without a word of it', () => {
  for (const fen of ['1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1', '4k3/8/8/8/8/8/8/RR2K3 w B - 0 1'])
    assert.equal(readLink(`#fen=${fen}`).game.variant, 'chess960')
})
