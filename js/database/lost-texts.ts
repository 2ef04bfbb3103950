// SPDX-License-Identifier: Apache-2.0
// Texts of games that can no longer be read.

import type { GameSet } from './game-set.js'
import { FACTS_NOTED } from './generated/bindings.js'
import type { DamagedFile } from './loading.js'
import { placeOf } from './places.js'
import type { Sources } from './sources.js'
import { KEPT } from './sources.js'
import type { Store } from './store.js'

/**
 * @returns the files of kept texts that are damaged; `games`: how many of these games they have
 */
export function damagedTexts(store: Store, { texts }: Sources, games: GameSet): DamagedFile[] {
  return texts.damaged.map(({ file, reason, from, to }) => {
    const isIn = (id: number) => {
      const place = placeOf(store, id)
      return place?.source === KEPT && place.offset >= from && place.offset < to
    }
    return { file, reason, games: Array.from(games.ids()).filter(isIn).length }
  })
}

/** A file that has changed or is not there; `games`: games without their comments, variations and glyphs, which it had. */
export type LostFile = { file: string; games: number }

/** @returns the files of these games that references can no longer read, also those without notes */
export async function lostFiles(store: Store, sources: Sources, games: GameSet): Promise<LostFile[]> {
  const lost = await sources.lost()
  const counts: Map<number, number> = new Map()
  for (const id of lost.size > 0 ? games.ids() : []) {
    const source = placeOf(store, id)?.source ?? 0
    const noted = store.views().bytes[store.columns(id).facts + FACTS_NOTED]
    if (lost.has(source)) counts.set(source, (counts.get(source) ?? 0) + noted)
  }
  return sources.list.files.flatMap(({ number, path }) => {
    const count = counts.get(number)
    return count === undefined ? [] : [{ file: path, games: count }]
  })
}
