// SPDX-License-Identifier: Apache-2.0
// A module of a user that exports what binbo/database and entries with bytes give, for declarations.

import { Game } from 'binbo'
import { encodeGame } from 'binbo/compact'
import { openDatabase } from 'binbo/database'

export const opened = openDatabase({ workers: 2 })
export const games = async () => (await opened).filter({ white: 'Anna' })
export const file = async () => (await opened).export(await games(), 'csv')
export const ids = async () => (await games()).ids({ from: 0, to: 10 })
export const state = new Game().state()
export const packed = encodeGame(new Game())
export const moves = new Game().legalMoves('packed')

export async function sizeOf(): Promise<number> {
  let size = 0
  for await (const bytes of await file()) size += bytes.length
  return size
}
