// SPDX-License-Identifier: Apache-2.0
// Exports of modules that import binbo/uci, binbo/openings and binbo/slim.
import { continuations, openingAt, openingOf, openingsWith } from 'binbo/openings'
import { init, Game as SlimGame, PgnGame as SlimPgnGame } from 'binbo/slim'
import { analyseGame, Engine, EnginePool, UciGame, webSocketTransport, workerTransport } from 'binbo/uci'

export const transport = webSocketTransport('ws://localhost')
export const engine = Engine.start(transport)
export const pool = new EnginePool(() => workerTransport('engine.js'))
export const search = async () => (await engine).search(new SlimGame(), { depth: 3 })
export const best = async () => (await search()).best
export const infos = async () => (await best()).lines
export const score = async () => (await infos())[0].score
export const engineOptions = async () => (await engine).options
export const onExit = async () => (await engine).on('exit', thrown => thrown.code)
export const scores = pool.map([], { depth: 3 })
export const analysis = analyseGame(new SlimPgnGame(), { engine: pool })
export const positions = async () => (await analysis).positions
export const uciGame = UciGame.create({ engine: transport })
export const answer = async () => (await uciGame).play({ depth: 1 }, 'e4')
export const named = openingOf(new SlimPgnGame())
export const at = openingAt('')
export const following = continuations('')
export const sicilians = openingsWith('Sicilian')
export const started = init
export const slimGame = new SlimGame()
export const slimTree = new SlimPgnGame()
export const slimNodes = slimTree.root.children
