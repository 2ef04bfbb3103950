// SPDX-License-Identifier: Apache-2.0
// Types of binbo/tablebase, as programs use them.

import { Game } from 'binbo'
import { type ByteReader, fileBytes, tablebaseFolder } from 'binbo/node'
import { type Bytes, type Dtz, Tablebase, type TablebaseError, type TablebaseMove, type TableSource, type Wdl } from 'binbo/tablebase'

const reader: ByteReader = { size: 80, read: async (offset: number, length: number) => new Uint8Array(length + offset) }
const files: Map<string, Bytes> = new Map<string, Bytes>([
  ['KQvK.rtbw', new Uint8Array(80)],
  ['KRvK.rtbw', new ArrayBuffer(80)],
  ['KBvK.rtbw', new Blob([])],
  ['KNvK.rtbw', new URL('https://example.org/KNvK.rtbw')],
  ['KPvK.rtbw', reader],
  ['KPvK.rtbz', fileBytes('KPvK.rtbz')],
])
const source: TableSource = tablebaseFolder(['a', new URL('file:///b')])

export async function ask(game: Game): Promise<TablebaseMove | undefined> {
  const tables: Tablebase = await Tablebase.open('https://example.org/tables/', { pageSize: 4096, maxPages: 10 })
  const others: Tablebase[] = [Tablebase.openSync(files), Tablebase.openSync(source)]
  await tables.preload(['KQvK'])
  const wdl: Wdl | null = await tables.wdl(game, { throws: true })
  const dtz: Dtz | null = await tables.dtz(game.position)
  const now: Wdl | null = others[0].wdlSync(game.fen)
  const line: string[] = await tables.line(game, { plies: 3 })
  // @ts-expect-error wdl has no word
  const word: 'win' | null = wdl
  const moves: TablebaseMove[] = tables.movesSync(game, { dtz: false })
  const has: boolean = tables.has('KQvK') && tables.maxMen > 3 && (dtz?.exact ?? false) && now === 2 && line.length > 0
  return has && word === null ? moves.find(({ category }) => category === 'cursed_win') : undefined
}

export const fileOf = (error: TablebaseError): string | undefined => error.table
