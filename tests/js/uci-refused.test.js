// SPDX-License-Identifier: Apache-2.0
// Transports that are given to a call that refuses its arguments: they are killed, so that nothing keeps the process alive.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runEpd } from 'binbo/epd'
import { pairings, playGame, playMatch } from 'binbo/match'
import { analyseGame, EnginePool } from 'binbo/uci'
import { Engine, Game, NATIVE, noChildLeft, processTransport, settled } from './support/engines.js'

const make = () => processTransport(NATIVE)
const [pairing] = pairings(['a', 'b'])
const player = { name: 'a', transport: make }

const CALLS = {
  'Engine.start, options': transport => Engine.start(transport, { restart: 'often' }),
  'Engine.start, frozen': transport => Engine.start(Object.freeze(transport)),
  'Engine.start, restart': transport => Engine.start(make(), { restart: transport }),
  'Engine.start, transport of restart': transport => Engine.start(make(), { restart: { transport } }),
  EnginePool: transport => new EnginePool(transport),
  'EnginePool, restart': restart => new EnginePool(make, { restart }),
  analyseGame: engine => analyseGame(new Game(), { engine }),
  runEpd: engine => runEpd([], { engine }),
  playMatch: transport => playMatch({ players: [player, { name: 'b', transport }] }),
  'playMatch, another fault': transport => playMatch({ players: [{}, { name: 'b', transport }] }),
  playGame: transport => playGame(pairing, [player, { name: 'b', transport }]),
  'playGame, options': transport =>
    playGame(pairing, [player, { name: 'b', transport }], { colour: 'white' }),
  'playGame, a seat': engine => playGame(pairing, [player, { engine, player: { ...player, name: 'b' } }]),
  'playGame, the player of a seat': transport =>
    playGame(pairing, [player, { engine: null, player: { name: 'b', transport } }]),
}

for (const [name, call] of Object.entries(CALLS))
  test(`${name}: a transport that is refused ends`, async () => {
    const transport = make()
    const closed = new Promise(resolve => {
      transport.onClose = resolve
    })
    await assert.rejects(
      async () => await call(transport),
      ({ code }) => code === 'ERR_ARGUMENT',
    )
    await settled(closed)
    await noChildLeft()
  })
