// SPDX-License-Identifier: Apache-2.0
// The example database: games of masters up to 1930, loaded on request. js/tools/pack-classics.js draws the file and names its
// source.

import { decodeGame } from 'binbo/compact'
import { say } from '../page/texts.js'
import { fieldsOf } from '../page/unknown.js'
import type { Source } from '../pgn/input.js'
import { sourceOf } from '../pgn/input.js'
import type { GamesDatabase } from './games-database.js'

const FILE = 'classics.bin'
const FIRST_YEAR = 1800
/** Bytes before each packed game. */
const HEAD = 7
/** Games that are unpacked between two pauses of some milliseconds' work. */
const SLICE = 20

/** @returns the games as PGN @throws {TypeError} the file cannot be loaded */
export async function readClassics(load: () => Promise<Response> = () => fetch(FILE)): Promise<Source> {
  const response = await load()
  if (!response.ok) throw new TypeError(`fetch: ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const end = bytes.indexOf('\n'.charCodeAt(0))
  const { players, places } = fieldsOf(JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))))
  const nameIn = (names: unknown, index: number) => (Array.isArray(names) ? String(names[index]) : '?')
  const texts: string[] = []
  for (let at = end + 1; at < bytes.length; ) {
    const size = view.getUint16(at + 5)
    const game = decodeGame(bytes.subarray(at + HEAD, at + HEAD + size))
    const { headers } = game
    headers.set('White', nameIn(players, bytes[at]))
    headers.set('Black', nameIn(players, bytes[at + 1]))
    headers.set('Site', nameIn(places, view.getUint16(at + 2)))
    headers.set('Date', `${FIRST_YEAR + bytes[at + 4]}.??.??`)
    texts.push(game.pgn())
    game[Symbol.dispose]()
    at += HEAD + size
    if (texts.length % SLICE === 0) await new Promise(resolve => setTimeout(resolve))
  }
  return sourceOf(say`Classic games`, new Blob([texts.join('\n')]))
}

/** Adds the example database and opens it. */
export async function addClassics(model: GamesDatabase) {
  const source = await readClassics()
  model.addDatabase(source.name)
  model.add(source)
}
