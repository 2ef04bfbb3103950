// SPDX-License-Identifier: Apache-2.0
// Users' code that must compile, strict, against the packed types. It is compiled, never run.

import { Game } from 'binbo'
import type { PgnGame } from 'binbo/pgn'
import {
  type Answer,
  type Challenge,
  type ClockSetup,
  clocksAt,
  connectGames,
  type Decision,
  dueAt,
  endText,
  type EndReason,
  eventFor,
  foldSession,
  type GameSummary,
  type PlainCommand,
  permissions,
  reduceSession,
  type SessionCommand,
  type SessionEvent,
  type SessionRefusal,
  type SessionState,
  type SessionView,
  sessionPgn,
  sessionView,
} from 'binbo/session'

const clocks: ClockSetup[] = [
  null,
  { base: 180_000, increment: 2_000, start: 'now' },
  { base: 300_000, delay: 5_000, show: 'bronstein' },
  { base: 0, periods: 3, period: 30_000 },
  { base: 5_400_000, stages: [{ moves: 40, base: 1_800_000, increment: 30_000 }] },
  { perMove: 86_400_000 },
]
// @ts-expect-error a clock has a base or a time per move
const wrong: ClockSetup = { increment: 2_000 }
console.log(wrong)

let state: SessionState | null = null
const log: SessionEvent[] = []

function send(command: SessionCommand): SessionRefusal | 'done' {
  const decision: Decision = reduceSession(state, command, 1_700_000_000_000)
  log.push(...decision.events)
  state = decision.state
  if (decision.ok) return 'done'
  if (decision.code === 'stale') console.log(decision.ply?.toFixed())
  return decision.code
}

send({ type: 'create', game: 'g', by: 'alice', clock: clocks[1], opponent: { id: 'bob', name: 'Bob' } })
send({ type: 'move', by: { id: 'alice' }, ply: 0, uci: 'e2e4', id: 'a', lag: 20 })
send({ type: 'giveTime', by: 'bob', ms: 5_000 })
send({ type: 'resign', by: 'bob', id: undefined })
send({ type: 'due' })
send({ type: 'compensate', from: 1, to: 2 })
// @ts-expect-error a move needs its ply
send({ type: 'move', by: 'alice', uci: 'e2e4' })
// @ts-expect-error the server's commands have no author
send({ type: 'away', color: 'white', by: 'alice' })

const folded: SessionState = foldSession(null, log)
const view: SessionView = sessionView(folded, 'spectator')
const reason: EndReason | undefined = view.result?.reason
console.log(reason, view.moves.length, view.clocks.since, view.players.white?.name, permissions(folded, 'white'))
const isMine: boolean = view.permissions.includes('giveTime')
// @ts-expect-error there is no such command
permissions(folded, 'black').includes('castle')
const plain: PlainCommand[] = [
  { type: 'flag', by: 'alice' },
  { type: 'declineRematch', by: 'bob' },
]
// @ts-expect-error it has fields of its own
const ofServer: PlainCommand = { type: 'compensate', from: 1, to: 2 }
console.log(isMine, plain, ofServer)
const due: number | null = dueAt(folded)
const { white, running } = clocksAt(folded, due ?? 0)
console.log(white?.toFixed(), running)
for (const event of log.map(event => eventFor(event, 'black'))) {
  if (event.type === 'moved') console.log(event.uci, event.left, event.credit)
  if (event.type === 'ended') console.log(event.winner, event.reason)
}
const pgn: PgnGame = sessionPgn(log)
console.log(pgn.toString())

export async function meet(): Promise<void> {
  const client = connectGames('wss://example.org', { WebSocket: globalThis.WebSocket })
  const own = await client.create({ clock: { base: 60_000 }, color: 'random', listed: true })
  const challenges: Challenge[] = await client.lobby()
  const end: () => void = client.on('lobby', list => {
    for (const { game, color, clock, creator, since } of list)
      if (game !== own.id) console.log(color, clock, creator.name, client.now() - since)
  })
  client.on('status', status => console.log(status.state))
  // @ts-expect-error a status has no such field
  client.on('status', status => console.log(status.nonsense))
  own.on('view', view => console.log(view.fen, view.permissions.includes('offerDraw'), view.role satisfies 'white' | 'black' | 'spectator'))
  // @ts-expect-error a view has no such field
  own.on('view', view => console.log(view.nonsense))
  // @ts-expect-error there is no such command
  own.on('view', view => console.log(view.permissions.includes('mvoe')))
  own.on('event', event => console.log(event.type === 'moved' && event.uci))
  own.on('end', end => console.log('gone' in end ? end.gone === 'noGame' : end.reason === 'checkmate'))
  // @ts-expect-error there is no such reason
  own.on('end', end => console.log('gone' in end && end.gone === 'nogame'))
  own.on('presence', async ({ white, spectators }) => console.log(white, spectators))
  // @ts-expect-error there is no such event
  own.on('views', () => {})
  const answer: Answer = await own.move('e2e4')
  if (!answer.ok) console.log(answer.code === 'illegal', answer.ply, answer.result?.reason)
  // @ts-expect-error there is no such refusal
  if (!answer.ok) console.log(answer.code === 'ilegal')
  console.log(own.link('black'), connectGames('wss://example.org', { page: new URL('https://example.org/play') }).token?.length)
  // @ts-expect-error there is no such event
  client.on('view', () => {})
  // @ts-expect-error a flag
  await client.create({ listed: 'yes' })
  const games: GameSummary[] = await client.games()
  const waiting: number | null = games[0].deadline
  console.log(challenges.length, games[0].opponent?.name, games[0].result?.reason, waiting)
  end()
}

export function ends(view: SessionView): string[] {
  const game = new Game()
  // @ts-expect-error that is no end
  endText('checkmate')
  return [endText(view.result), endText(game.status), endText(game.position.status), endText(undefined)]
}
