// SPDX-License-Identifier: Apache-2.0
// "!" in the analysis of a whole game: only moves, sacrifices and refutations that the second line shows, and nothing that
// anyone finds. The lines of the first tests are an engine's, of famous games.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGoodMove } from '#web/analysis/good-moves.js'
import { acquitFirstChoices, findingsOf } from '#web/analysis/review-run.js'
import { parsePgn, Score, start, WASM } from './support/engines.js'

const { analyseGame } = await import('../../dist/uci.js')
const { processTransport } = await import('../../dist/node.js')

const IMMORTAL =
  '1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 ' +
  '11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ ' +
  '20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0'
const EVERGREEN =
  '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6 9. e5 Qg6 10. Re1 Nge7 ' +
  '11. Ba3 b5 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5 16. Bxd3 Qh5 17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 ' +
  'Qxf3 20. Rxe7+ Nxe7 21. Qxd7+ Kxd7 22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7# 1-0'
const OPERA =
  '1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 ' +
  '11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0'
const CENTURY =
  '1. Nf3 Nf6 2. c4 g6 3. Nc3 Bg7 4. d4 O-O 5. Bf4 d5 6. Qb3 dxc4 7. Qxc4 c6 8. e4 Nbd7 9. Rd1 Nb6 10. Qc5 Bg4 ' +
  '11. Bg5 Na4 12. Qa3 Nxc3 13. bxc3 Nxe4 14. Bxe7 Qb6 15. Bc4 Nxc3 16. Bc5 Rfe8+ 17. Kf1 Be6 18. Bxb6 Bxc4+ *'

/** @param {string} text such as '57' or '#3' @param {'white' | 'black'} color */
const scoreOf = (text, color) =>
  new Score({ kind: text[0] === '#' ? 'mate' : 'cp', value: Number(text.replace('#', '')) }, color)

/**
 * Is the move good, after an engine that finds it the best?
 * @param {string} pgn
 * @param {string} name of a move on the main line, such as '9. Nf5' or '12… Qg6'
 * @param {string} best score from the mover's side
 * @param {string} second the same
 * @param {string | null} [answered] judgement of the move before
 */
function isGood(pgn, name, best, second, answered = null) {
  const [, number, dots, san] = /^(\d+)(\.|…) (.*)$/.exec(name) ?? []
  const [game] = parsePgn(pgn)
  const node = [...game.mainline()].find(
    one =>
      one.san === san &&
      one.parent.position.fullmoveNumber === Number(number) &&
      one.move.color === (dots === '.' ? 'white' : 'black'),
  )
  assert.ok(node, name)
  const lines = [
    { pv: [node.uci], score: scoreOf(best, node.move.color) },
    { pv: ['a1a1'], score: scoreOf(second, node.move.color) },
  ]
  return isGoodMove({ lines, judgement: answered }, node)
}

test('the Immortal Game: no sign for what is only the best move', () => {
  for (const [name, best, second, answered] of [
    ['9. Nf5', '-17', '-297'],
    ['12. h4', '165', '-55', 'blunder'],
    ['12… Qg6', '-179', '-472'],
    ['13. h5', '176', '-104'],
    ['14. Qf3', '186', '-44'],
    ['16. Nc3', '284', '82'],
    ['17… Qxb2', '-298', '-529'],
    ['21. Nxg7+', '#3', '1231'],
    ['22. Qf6+', '#2', '#4'],
    ['23. Be7#', '#1', '-1470'],
  ])
    assert.equal(isGood(IMMORTAL, name, best, second, answered), false, name)
})

test('only moves, sacrifices and refutations', () => {
  for (const [what, pgn, name, best, second, answered] of [
    ['only one that wins', EVERGREEN, '22. Bf5+', '#3', '-1163'],
    ['only one that wins', OPERA, '14. Rd1', '782', '286'],
    ['only one that holds', EVERGREEN, '18… Rg8', '-54', '-344'],
    ['only one that holds', '1. f3 e5 2. g4 d5 *', '2… d5', '0', '-400'],
    ['queen', OPERA, '16. Qb8+', '#2', '339', 'blunder'],
    ['queen, to be taken two moves long', CENTURY, '17… Be6', '227', '-72'],
    ['queen', EVERGREEN, '21. Qxd7+', '#4', '#-3', 'mistake'],
    ['knight on the rim', CENTURY, '11… Na4', '166', '-5', 'blunder'],
    ['answer to a blunder', EVERGREEN, '20. Rxe7+', '452', '40', 'blunder'],
    ['answer to a mistake', '1. e4 e5 2. Qh5 Ke7 3. d4 *', '3. d4', '250', '60', 'mistake'],
  ])
    assert.equal(isGood(pgn, name, best, second, answered), true, `${what}: ${name}`)
})

test('none for mates in one, captures that anyone finds, and what the second line does as well', () => {
  for (const [what, pgn, name, best, second, answered] of [
    ['a mate', '1. f3 e5 2. g4 Qh4# *', '2… Qh4#', '#1', '90', 'blunder'],
    ['a mate by a sacrifice', EVERGREEN, '24. Bxe7#', '#1', '-534'],
    ['recapture', OPERA, '5. Qxf3', '206', '83', 'mistake'],
    ['recapture that wins', OPERA, '11. Bxb5+', '517', '107'],
    ['recapture that holds', EVERGREEN, '18. exf6', '80', '-308'],
    ['takes what came to be taken', EVERGREEN, '17… gxf6', '-79', '-1251', 'blunder'],
    ['takes what hangs', '1. e4 Nc6 2. d4 Nb4 3. c3 a6 4. cxb4 *', '4. cxb4', '400', '20', 'mistake'],
    ['takes the queen', '1. e4 d5 2. d4 Qd6 3. Nc3 Qf4 4. Bxf4 *', '4. Bxf4', '900', '50', 'blunder'],
    [
      'takes a queen that hung before',
      '1. e4 e5 2. Qg4 a6 3. a3 d6 4. h3 Bxg4 *',
      '4… Bxg4',
      '900',
      '0',
      'blunder',
    ],
    ['two win', OPERA, '14. Rd1', '782', '420'],
    ['two hold', EVERGREEN, '18… Rg8', '-54', '-150'],
    ['lost anyway', EVERGREEN, '18… Rg8', '-250', '-900'],
    ['an unsound sacrifice', CENTURY, '17… Be6', '-90', '-280'],
    ['an answer to a good move', '1. e4 e5 2. Qh5 Ke7 3. d4 *', '3. d4', '250', '60', 'inaccuracy'],
    ['an answer that many moves are', '1. e4 e5 2. Qh5 Ke7 3. d4 *', '3. d4', '250', '160', 'mistake'],
  ])
    assert.equal(isGood(pgn, name, best, second, answered), false, `${what}: ${name}`)
})

test('variants: by chances alone, as pieces have no known worth there; ends of a game get none', () => {
  const hill = '[Variant "King of the Hill"]\n\n1. e4 a6 2. Ke2 a5 3. Ke3 h6 4. Kd4 *'
  assert.equal(isGood(hill, '3. Ke3', '#2', '0'), true)
  assert.equal(isGood(hill, '4. Kd4#', '#1', '0'), false)
  const antichess = '[Variant "Antichess"]\n\n1. e3 b5 2. Bxb5 *'
  assert.equal(isGood(antichess, '1… b5', '50', '-90'), false)
})

test('a move of which there is no second line, and another one than the best, have none', () => {
  const [game] = parsePgn('1. e4 *')
  const [node] = game.mainline()
  const lines = [{ pv: ['e2e4'], score: scoreOf('300', 'white') }]
  assert.equal(isGoodMove({ lines, judgement: null }, node), false)
  const other = [{ pv: ['d2d4'], score: scoreOf('300', 'white') }, ...lines]
  assert.equal(isGoodMove({ lines: other, judgement: null }, node), false)
  assert.equal(isGoodMove({ lines: [], judgement: null }, node), false)
})

test('Stockfish: few signs in the Immortal Game, those of the sacrifices in the Evergreen Game', async t => {
  const engine = await start(t, processTransport(process.execPath, [WASM]))
  const signs = async (/** @type {string} */ pgn) => {
    const [game] = parsePgn(pgn)
    const { positions } = await analyseGame(game, { engine, limits: { depth: 10 }, variations: 2 })
    return [...game.mainline()].flatMap((node, index) =>
      isGoodMove(positions[index], node) && !positions[index + 1].judgement ? [node.san] : [],
    )
  }
  const immortal = await signs(IMMORTAL)
  assert.ok(immortal.length <= 2 && !immortal.includes('Be7#'), String(immortal))
  const evergreen = await signs(EVERGREEN)
  assert.ok(evergreen.includes('Qxd7+') && evergreen.length <= 6, String(evergreen))
  for (const obvious of ['Bxe7#', 'exf6', 'gxf6']) assert.ok(!evergreen.includes(obvious), obvious)
})

test('no judgement of a move that was the engine’s own first choice', () => {
  const [game] = parsePgn('1. e4 e5 2. Qh5 Ke7 *')
  const nodes = [game.root, ...game.mainline()]
  const best = ['e2e4', 'g8f6', 'd1h5', 'b8c6']
  const positions = nodes.map((_, index) => ({
    lines: [{ pv: [best[index]] }],
    judgement: index < 3 ? null : 'mistake',
  }))
  acquitFirstChoices({ positions }, nodes)
  assert.deepEqual(
    positions.map(({ judgement }) => judgement),
    [null, null, null, null, 'mistake'],
  )
})

test('a move of the list of openings is no inaccuracy, until the game leaves the list', async () => {
  const [tree] = parsePgn('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 h5 5. h4 *')
  const nodes = [tree.root, ...tree.mainline()]
  const judgements = nodes.map((_, ply) => (ply === 5 ? 'mistake' : ply > 0 ? 'inaccuracy' : null))
  const analysis = { positions: judgements.map(judgement => ({ judgement, lines: [] })) }
  const { book, marks } = await findingsOf(/** @type {any} */ (analysis), nodes)
  assert.equal(book, 7)
  assert.deepEqual(
    nodes.flatMap((node, ply) => (marks.has(node) ? [[ply, marks.get(node)]] : [])),
    [
      [5, 2],
      [8, 6],
      [9, 6],
    ],
  )
})
