// SPDX-License-Identifier: Apache-2.0
// Game servers as their users write them.

import { type Answer, type Archive, createGameServer, GameHost, type GameRecord, type GameServer, MemoryStore, pgnArchive } from 'binbo/server'

const archive: Archive = async (record: GameRecord) => {
  const row: [string, string, string, number] = [record.id, record.result, record.white?.name ?? '', record.ended]
  if (record.reason === 'unterminated' || record.variant === 'atomic') await Promise.resolve(row)
  // @ts-expect-error there is no such end
  if (record.reason === 'resigned') await Promise.resolve(row)
}

export async function serve(): Promise<GameServer> {
  const server = await createGameServer({
    port: 8080,
    origins: ['https://example.org'],
    secret: 'at least sixteen characters',
    authenticate: async (request, { token }) =>
      request.headers.cookie !== undefined && token !== undefined ? { id: token.toUpperCase(), name: 'Ann' } : null,
    limits: { connections: 100, openGames: 4 },
    archive: pgnArchive('games.pgn'),
    log: ({ event, reason }) => console.log(event, reason),
  })
  const where: string = server.url
  console.log(where, server.clients + server.games)
  // @ts-expect-error there is no such option
  await createGameServer({ ports: 1 })
  // @ts-expect-error read only
  server.port = 1
  return server
}

export async function embed(): Promise<void> {
  const host = new GameHost({ store: new MemoryStore(), archive, limits: { cachedGames: 10 } })
  const answer: Answer = await host.command(undefined, { id: 'ann' }, { type: 'create' })
  if (!answer.ok) {
    const code: string = answer.code
    throw new Error(code)
  }
  const end = host.watch(answer.game ?? '', 0, news => {
    if (news.gone !== undefined) console.log(news.gone)
    else for (const event of news.events) if (event.type === 'moved') console.log(event.uci, news.version)
  })
  end()
  const names: (string | undefined)[] = (await host.lobby()).map(({ creator }) => creator.name)
  const turns: ('white' | 'black' | null)[] = (await host.gamesOf('ann')).map(({ turn }) => turn)
  console.log(names, turns)
  await host.drain()
}
