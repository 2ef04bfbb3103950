// SPDX-License-Identifier: Apache-2.0
// What TypeScript users of binbo/node may write.

import { Game } from 'binbo'
import { loadPgnFile, readPgnFile } from 'binbo/node'
import type { PgnGame, PgnProgress, ReadPgnOptions } from 'binbo/pgn'
import { init, type ReadPgnOptions as SlimOptions } from 'binbo/slim'

export async function firstGames(): Promise<Game[]> {
  return [await loadPgnFile('a.pgn'), await loadPgnFile(new URL('file:///a.pgn')), await loadPgnFile(new Uint8Array(3))]
}

export async function whites(signal?: AbortSignal): Promise<(string | undefined)[]> {
  const options: ReadPgnOptions = {
    onError: 'throw',
    headersOnly: true,
    filter: (headers: Map<string, string>) => headers.has('White'),
    locale: 'de',
    signal,
    onProgress: ({ bytes, totalBytes, games }: PgnProgress) =>
      console.log(totalBytes === undefined ? bytes : bytes / totalBytes, games),
    maxGameBytes: 1 << 20,
  }
  const slim: SlimOptions = options
  const names: (string | undefined)[] = []
  const games: AsyncIterable<PgnGame> = readPgnFile('a.pgn.gz', slim)
  for await (const game of games) names.push(game.headers.get('White'))
  for await (const game of readPgnFile('a.pgn')) {
    const start: Game = game.root.toGame({ draws: 'claim', idleTimeout: 1000, onTerminate: () => {} })
    if (game.toGame() instanceof Game && start.ply === 0) break
  }
  return names
}

// @ts-expect-error no path
loadPgnFile(5)
// @ts-expect-error no such option
readPgnFile('a.pgn', { colour: true })

export { init }
