// SPDX-License-Identifier: Apache-2.0
// Texts of games that can no longer be read.

import type { GameSet } from './game-set.js'
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
