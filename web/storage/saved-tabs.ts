// SPDX-License-Identifier: Apache-2.0
// Saves the waiting games for a reload, each with its own checksum, so that damage to one spares the others. The shown game is
// saved separately (saved-game.js), since it changes with every move.

import { ownKey, savedTexts, saveForTab, saveText } from '../page/local-storage.js'
import type { Views } from '../page/store.js'
import { hasFields } from '../page/unknown.js'
import { saveEarlier, withRoom } from './earlier-games.js'
import type { OpenGame, OpenGames, TabsState } from './open-games.js'
import type { Sealed } from './record.js'
import { plain, seal, unseal } from './record.js'

const TABS = 'tabs'
const DAMAGED = 'damaged tabs'

/**
 * @returns this tab's games, or the ones saved last by any tab. `lost`: number of damaged games; then the `text` is also put
 *   aside
 */
export function savedTabs(): { games: OpenGame[]; lost: number; text: string } {
  const [text = ''] = savedTexts(TABS)
  if (text === '') return { games: [], lost: 0, text }
  const tabs = tabsIn(text)
  const games = (tabs ?? []).map(gameOf)
  // This tab's copy: other tabs may save theirs.
  saveForTab(TABS, text)
  const lost = tabs ? games.filter(game => game === null).length : 1
  if (lost > 0) putAside(text)
  return { games: games.filter(game => game !== null), lost, text }
}

/**
 * Saves the list after each change. The games of an overwritten list of another tab are saved among the earlier games.
 * @param onFailure called once: storage is full or forbidden
 */
export function saveTabsOnChange(
  { games: open, store }: { games: OpenGames; store: Views<TabsState> },
  onFailure: (reason: unknown) => void,
) {
  /** The saved form of each game; of the shown game, its form before it was shown. */
  const saved: WeakMap<OpenGame, Sealed> = new WeakMap()
  let own = savedTexts(TABS)[0] ?? null
  let failed = false
  const pack = (game: OpenGame) => {
    const before = saved.get(game)
    if (before && !game.waiting) return before
    const { id, look, file, waiting } = game
    const tab = seal({ id, look, file, waiting: waiting && plain(waiting) })
    saved.set(game, tab)
    return tab
  }
  const save = () => {
    const { games } = open
    if (games.length === 1 && own === null) return
    const text = JSON.stringify(games.map(pack))
    try {
      const other = localStorage.getItem(ownKey(TABS))
      if (other !== null && other !== own)
        rescue(
          other,
          games.map(({ waiting }) => (waiting ?? open.now()).pgn),
        )
      withRoom(() => saveText(TABS, text))
      own = text
    } catch (error) {
      if (!failed) onFailure(error)
      failed = true
    }
  }
  store.watch(({ games, current }) => [current, ...games.map(({ game }) => game)], save)
}

/** @param text the list of another tab @param pgns of this tab's games */
function rescue(text: string, pgns: string[]) {
  for (const tab of tabsIn(text) ?? []) {
    const game = gameOf(tab)
    if (!game?.waiting || game.look || pgns.includes(game.waiting.pgn)) continue
    saveEarlier(game.waiting)
  }
}

/** @returns null if it is damaged */
function tabsIn(text: string): unknown[] | null {
  try {
    const tabs = JSON.parse(text)
    return Array.isArray(tabs) ? tabs : null
  } catch {
    return null
  }
}

/** @returns null if it is damaged */
function gameOf(tab: unknown): OpenGame | null {
  const game = unseal(tab)
  if (!hasFields<OpenGame>(game, 'id', 'waiting')) return null
  const { id, look, file, waiting } = game
  return { id, look, file, waiting: waiting && { ...waiting, tree: null } }
}

function putAside(text: string) {
  try {
    withRoom(() => localStorage.setItem(ownKey(DAMAGED), text))
  } catch {
    // The text can still be downloaded.
  }
}
