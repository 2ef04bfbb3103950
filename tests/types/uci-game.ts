// SPDX-License-Identifier: Apache-2.0
// Users' code that must compile, strict, against the packed types. It is compiled, never run.

import { Game, type GameOptions, type Status } from 'binbo'
import { UciGame as SlimUciGame } from 'binbo/slim'
import { Engine, type Transport, UciGame } from 'binbo/uci'

declare const transport: Transport
declare const engine: Engine

const game: UciGame = await UciGame.create({
  engine: transport,
  fen: '8/8/8/8/8/8/8/8 w - - 0 1',
  variant: 'chess960',
  draws: 'claim',
  strict: false,
  idleTimeout: 1000,
  onTerminate: (ended, reason) => console.log(ended.fen, reason),
  handler: line => console.log(line.length),
  ponder: true,
})
const plain: Game = game
await UciGame.create({ engine, handler: 'default' })
await SlimUciGame.create({ engine: transport, handler: undefined, ponder: undefined })

const { status, engineMove } = await game.play({ wtime: 1000, btime: 1000, winc: 10, binc: 10 }, 'Nf3')
const after: Status = status
if (engineMove !== null) console.log(engineMove.slice(0, 2), after.over)
await game.play()
await game.play(undefined, { from: 'e2', to: 28, promotion: 'q' })
const hint: string | null = await game.bestMove({ depth: 5 })
const there: Status = await game.setPosition('fen')
await game.setPosition(game.position)
const nothing: void = await game.syncPosition()
await game.ready()
await game.attach(engine)
await game.attach(transport)
game.command('debug on')
game.setHandler('default')
game.setHandler(undefined)
game.setHandler((line: string) => line.length)
game.setHandler(async () => {})
const name: string | undefined = game.engine?.id.name

const options: GameOptions = { variant: 'standard' }
const alone: UciGame = new UciGame(options)
const copy: UciGame = alone.clone()
const restored: UciGame = UciGame.fromState(copy.state())
console.log(plain.fen, hint, there, nothing, name, restored.moves.length)

class Blitz extends UciGame {
  seconds = 180
  override move(move: string): Status {
    return super.move(move)
  }
}
console.log(new Blitz().seconds)

// @ts-expect-error an engine is needed
UciGame.create({ fen: 'x' })
// @ts-expect-error a path is no engine
UciGame.create({ engine: '/usr/games/stockfish' })
// @ts-expect-error there is no such limit
game.play({ time: 5 })
// @ts-expect-error a move is text or squares
game.play({}, 5)
// @ts-expect-error there is no such handler
game.setHandler('loud')
// @ts-expect-error a position is needed
game.setPosition()
// @ts-expect-error the move may be null
;(await game.bestMove()).length
