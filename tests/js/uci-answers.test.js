// SPDX-License-Identifier: Apache-2.0
// What is made of an engine's answers: infos, scores, and a bestmove that is odd, illegal or missing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf } from './support/engine-checks.js'
import { collect, plain, rejects, settled } from './support/engines.js'

test('infos come as they are said, checked against the board', async t => {
  const { engine } = await plain(t, {
    go: [
      'info string a line of words depth 99',
      'info depth 7 seldepth 9 multipv 1 score cp -13 lowerbound nodes 1234 nps 99 hashfull 5 tbhits 0 time 12 pv e2e4 e7e5 e4e5 g1f3',
      'info depth 8 currmove e2e4 currmovenumber 1',
      'info depth 9 score mate 3 wdl 900 100 0 pv e2e4',
      'bestmove e2e4 ponder e2e4',
    ],
  })
  const search = engine.search({}, { depth: 9 })
  const infos = await collect(search)
  assert.equal(infos.length, 4)
  assert.equal(infos[0].string, 'a line of words depth 99')
  assert.equal(infos[0].depth, undefined)
  const { score, pv, ...plainFields } = infos[1]
  assert.deepEqual(
    { ...plainFields },
    { depth: 7, seldepth: 9, multipv: 1, nodes: 1234, nps: 99, hashfull: 5, tbhits: 0, time: 12 },
  )
  assert.deepEqual(pv, ['e2e4', 'e7e5'], 'what is not legal is left out with all after it')
  assert.deepEqual([score.kind, score.value, score.bound], ['cp', -13, 'lower'])
  assert.equal(infos[2].currmove, 'e2e4')
  assert.deepEqual(
    [infos[3].score.kind, infos[3].score.value, infos[3].score.wdl],
    ['mate', 3, [900, 100, 0]],
  )
  assert.deepEqual(answerOf(await search.best), { move: 'e2e4', ponder: null })
  const { info } = await engine.bestMove({}, { depth: 9 })
  assert.equal(info.depth, 9)
})

test("scores know whose they are: white() is White's view", async t => {
  const { engine } = await plain(t, { go: ['info depth 1 score cp 30', 'bestmove e7e5'] })
  const { info, move } = await engine.bestMove({ moves: ['e4'] }, { depth: 1 })
  assert.equal(move, 'e7e5')
  assert.equal(info.score.value, 30)
  assert.equal(info.score.white().value, -30)
  assert.equal(info.score.pov('black').value, 30)
  assert.equal(info.score.pov('white').value, -30)
})

for (const [answer, why] of [
  ['bestmove e2e5', 'illegal'],
  ['bestmove e7e5', 'of the other side'],
  ['bestmove (none)', 'none'],
  ['bestmove 0000', 'null'],
  ['bestmove NULL', 'null, as some write it'],
  ['bestmove', 'missing'],
  ['bestmove e2e4e5', 'too long'],
  ['bestmove e2e4q', 'a promotion that is impossible'],
  ['bestmove \u265f\ud800', 'no move at all'],
  [`bestmove ${'x'.repeat(60000)}`, 'long'],
]) {
  test(`a bestmove that is ${why} rejects, and the engine lives on`, async t => {
    let times = 0
    const { engine, transport } = await plain(t, { go: () => (times++ ? ['bestmove d2d4'] : [answer]) })
    const search = engine.search({}, { depth: 1 })
    const error = await rejects(search.best, 'ERR_UCI_MOVE')
    const word = answer.slice('bestmove '.length)
    assert.equal(error.input, word.length > 400 ? `${word.slice(0, 399)}…` : word)
    assert.ok(error.message.includes(`'${word.slice(0, 59)}`), error.message)
    assert.equal((await settled(collect(search))).error, error)
    await search.stop()
    assert.equal(engine.dead, false)
    assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'd2d4')
    assert.equal(transport.killed, 0)
  })
}

for (const [answer, move, ponder] of [
  ['bestmove E2E4 ponder E7E5', 'e2e4', 'e7e5'],
  ['  bestmove \t e2e4   ponder\te7e5  ', 'e2e4', 'e7e5'],
  ['bestmove e2e4 ponder', 'e2e4', null],
  ['bestmove e2e4 ponder (none)', 'e2e4', null],
  ['bestmove e2e4 ponder e2e4', 'e2e4', null],
  ['bestmove e2e4 ponder xyz', 'e2e4', null],
  ['bestmove e2e4 e7e5', 'e2e4', null],
  ['bestmove e2e4 draw', 'e2e4', null],
  ['bestmove e2e4\r', 'e2e4', null],
]) {
  test(`${JSON.stringify(answer)} is understood`, async t => {
    const { engine } = await plain(t, { go: [answer] })
    assert.deepEqual(answerOf(await engine.search({}, { depth: 1 }).best), { move, ponder })
  })
}

test('promotions are written small', async t => {
  const { engine } = await plain(t, { go: ['bestmove a7a8Q'] })
  const { move } = await engine.bestMove({ fen: '7k/P7/8/8/8/8/8/K7 w - - 0 1' }, { depth: 1 })
  assert.equal(move, 'a7a8q')
})
