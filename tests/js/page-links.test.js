// SPDX-License-Identifier: Apache-2.0
// Links of the page: the move that they were made at, and what cannot be read.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parsePgn } from 'binbo/pgn'
import { MOVES } from '#web/play/famous-moves.js'
import { linksOf, pathInSameGame, readLink } from '#web/storage/links.js'
import { gameLinks, packedLink } from '#web/storage/packed.js'
import { Study } from '#web/study/study.js'
import { pick, randomFrom } from '../random.js'
import { root, START_FEN } from './support/binbo.js'
import { seed } from './support/random-games.js'
import { randomTree } from './support/random-trees.js'

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

/** @param {string} hash @returns {string} the game that a link carries, as PGN */
const read = hash => String(readLink(hash)?.game)
const sorted = (/** @type {string} */ text) => text.split('\n').sort().join('\n')

test('links as they were made before games were packed', () => {
  const headed =
    '#pgn=%5BWhite%20%22Anna%22%5D%0A%5BBlack%20%22Ben%22%5D%0A%0A1.%20e4%20e5%202.%20Bc4%20Nc6%203.%20Qh5%20(3.%20Nf3%20%7Bis%20better%7D%20Nf6)%20Nf6%20%244%204.%20Qxf7%23%201-0&ply=5'
  assert.match(
    read(headed),
    /White "Anna"[\s\S]*1\. e4 e5 2\. Bc4 Nc6 3\. Qh5 \(3\. Nf3 \{is better\} 3\.{3} Nf6\) 3\.{3} Nf6 \$4 4\. Qxf7#\s1-0/,
  )
  assert.deepEqual(readLink(headed)?.path, [0, 0, 0, 0, 0])
  for (const [hash, fen] of [
    ['#fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'],
    [
      '#fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1&variant=atomic',
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    ],
    [
      '#fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%5BNp%5D_w_KQkq_-_0_1&variant=crazyhouse',
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Np] w KQkq - 0 1',
    ],
  ])
    assert.equal(readLink(hash)?.game.startFen, fen)
})

test('packed links, also of later versions, open as they were made', () => {
  const hash = '#g=8a.AQXxH1CzsSgGfHY&Date=2026.08.01&White=Anna%20%26%20%22Bo%22&ply=3'
  const { game, path } = /** @type {NonNullable<ReturnType<typeof readLink>>} */ (readLink(hash))
  assert.equal(game.headers.get('White'), 'Anna & "Bo"')
  assert.match(String(game), /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 .* 10\. d4 Nbd7 \*/s)
  assert.deepEqual(path, [0, 0, 0])
  const study = new Study()
  study.load(game, { path })
  assert.equal(new URL(gameLinks(study, PAGE).game).hash, hash)
  study.toStart()
  assert.deepEqual(pathInSameGame(hash, study), path)
  assert.match(read('#g=AQXxH1CzsSgGfHY'), /White "\?"[\s\S]* 10\. d4 Nbd7 \*/, 'without its check')
  study.play('d4')
  assert.equal(pathInSameGame('#g=AQXxH1CzsSgGfHY', study), null, 'another game')
})

test('a link loses nothing of a game: what cannot be packed makes a long one', () => {
  const random = randomFrom(seed)
  for (let run = 0; run < 200; run++) {
    const study = new Study()
    study.load(randomTree(random, run % 40))
    const { game, moves } = gameLinks(study, PAGE)
    assert.equal(sorted(read(new URL(game).hash)), sorted(read(new URL(linksOf(study, PAGE).pgn).hash)))
    if (!moves) continue
    const bare = new Study()
    bare.load(/** @type {any} */ (readLink(new URL(moves).hash)).game)
    const again = gameLinks(bare, PAGE)
    assert.deepEqual([again.moves, read(new URL(again.game).hash)], ['', read(new URL(moves).hash)])
    assert.match(again.game, /#g=/)
  }
})

test('the main line’s bytes are those of the same game read again, after any change', () => {
  const random = randomFrom(11)
  const study = new Study()
  study.newGame({ headers: [['White', 'Anna']] })
  const acts = [
    () => study.toEnd(),
    () => study.back(),
    () => study.node.parent && study.remove(study.node),
    () => study.annotate(() => void study.tree.headers.set('Round', String(random()))),
    () => study.finish(pick(random, ['1-0', '0-1', '1/2-1/2', '*']), 'by hand'),
    () => study.promote(study.node),
    () => study.makeMain(study.node),
    () => study.restore(study.snapshot()),
  ]
  for (let run = 0; run < 600; run++) {
    const moves = study.status.over ? [] : study.position.legalMoves('uci')
    if (moves.length > 0 && random() < 0.6) study.play(pick(random, moves))
    else pick(random, acts)()
    const { lineVersion } = study
    const again = new Study()
    again.restore(study.snapshot())
    assert.deepEqual(study.state(), again.state(), `${run}: ${study.tree}`)
    assert.equal(study.lineVersion, lineVersion)
  }
})

test('of a game with comments and variations a packed link has names and moves', () => {
  const study = studyOf(
    '[White "Anna"]\n[Result "1-0"]\n\n1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 {well} Nc6 1-0',
  )
  lookAt(study, 'e4', 'c5', 'Nf3')
  const { game, moves } = gameLinks(study, PAGE)
  assert.match(game, /#pgn=.*&ply=1\.1\.1$/)
  assert.match(moves, /#g=\w\w\.[\w-]{3,10}&White=Anna&ply=1$/)
  assert.match(read(new URL(moves).hash), /\[White "Anna"\][\s\S]*1\. e4 e5 2\. Nf3 Nc6 1-0/)
  assert.deepEqual(pathInSameGame(new URL(moves).hash, study), [0], 'the game that is on the board has more')
  assert.equal(packedLink(studyOf('1. e4 -- 2. d4 *'), PAGE), '', 'null moves')
})

/** @param {import('binbo/pgn').PgnGame[]} games @returns {{ games: number, plies: number, characters: number }} behind `#g=` */
function lengthOf(games) {
  let [plies, characters] = [0, 0]
  for (const tree of games) {
    tree.headers.clear()
    const link = packedLink({ tree, node: tree.root, lineVersion: 0 }, '')
    assert.match(link, /^#g=\w\w\.[\w-]+$/)
    characters += link.length - '#g='.length
    plies += [...tree.mainline()].length
  }
  return { games: games.length, plies, characters }
}

test('a link has at most 51 characters for an average game', () => {
  const played = lengthOf(Object.values(MOVES).map(([, pgn]) => parsePgn(`${pgn}\n`)[0]))
  assert.ok(played.characters / played.games <= 51, JSON.stringify(played))
  // Engines choose less likely moves, and play longer.
  const file = parsePgn(readFileSync(`${root}tests/data/games.pgn`))
  const engines = lengthOf(
    file.filter(({ variant, startFen }) => variant === 'standard' && startFen === START_FEN),
  )
  assert.ok(engines.games > 30 && engines.characters / engines.plies <= 0.8, JSON.stringify(engines))
})

test('damaged packed links say so', () => {
  const cases = /** @type {const} */ ([
    ['', 'ERR_COMPACT_DAMAGED'],
    ['8a.AQXxH1Cz', 'ERR_COMPACT_DAMAGED'],
    ['8a.AQXxH1CzsSgGfHZ', 'ERR_COMPACT_DAMAGED'],
    ['8a', 'ERR_COMPACT_DAMAGED'],
    ['ä', 'ERR_COMPACT_DAMAGED'],
    ['x'.repeat(100_000), 'ERR_COMPACT_VERSION'],
    ['AgXx', 'ERR_COMPACT_VERSION'],
  ])
  for (const [text, code] of cases)
    assert.throws(() => readLink(`#g=${text}`), { name: 'ChessError', code }, text.slice(0, 50))
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
