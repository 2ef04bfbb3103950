// SPDX-License-Identifier: Apache-2.0
// The parts of the page that are loaded when they are first needed.

import { readMatchSetup } from './play/opponent.js'
import type { Models, State } from './state.js'
import { countEarlier } from './storage/earlier-games.js'
import { isUnnoted } from './train/due.js'

export type Part = {
  isNeeded: (state: State) => unknown
  /** resolves to the function that mounts the part */
  load: () => Promise<(models: Models) => unknown>
}

/** What shows a game: loaded with the first gesture, before a game begins. */
export const GAME_PARTS: readonly Part[] = [
  {
    isNeeded: ({ view }) => view !== 'start',
    load: () => import('./moves/moves-card.js').then(part => part.mountMoves),
  },
  {
    isNeeded: ({ view }) => view !== 'start',
    load: () => import('./play/status-view.js').then(part => part.mountStatus),
  },
]

export const PARTS: readonly Part[] = [
  ...GAME_PARTS,
  {
    isNeeded: ({ games }) => games.length > 1,
    load: () => import('./table/game-tabs.js').then(part => part.mountGameTabs),
  },
  {
    isNeeded: ({ view }) => view !== 'start',
    load: () => import('./table/details.js').then(part => part.mountDetails),
  },
  {
    // The engine may have started and failed since the last snapshot.
    isNeeded: ({ mode, tree, analysis: { state }, exercise }) =>
      state !== 'off' ||
      exercise ||
      (mode === 'analyse' && (tree.root.children.length > 0 || tree.headers.has('FEN'))),
    load: () => import('./analysis/analysis-view.js').then(part => part.mountAnalysis),
  },
  {
    isNeeded: ({ view }) => view !== 'start',
    load: () => import('./print/print-dialog.js').then(part => part.mountPrint),
  },
  {
    isNeeded: ({ view }) => view === 'games',
    load: () => import('./database/games-panel.js').then(part => part.mountGames),
  },
  {
    isNeeded: ({ view }) => view === 'train',
    load: () => import('./train/room-view.js').then(part => part.mountTrain),
  },
  {
    isNeeded: ({ view }) => view === 'start' && countEarlier() > 0,
    load: () => import('./play/last-games.js').then(part => part.mountLastGames),
  },
  {
    // The room notes what is due when it reads what is saved.
    isNeeded: isUnnoted,
    load: () => import('./train/room.js').then(part => part.roomOf),
  },
  {
    isNeeded: ({ tab }) => tab === 'explorer',
    load: () => import('./explorer/explorer-view.js').then(part => part.mountExplorer),
  },
  {
    isNeeded: ({ match: { clock } }) => clock !== null,
    load: () => import('./play/clock-view.js').then(part => part.mountClock),
  },
  {
    // Games between people stay connected, also in other tabs of the page.
    isNeeded: ({ match, games }) =>
      match.setup?.friend || games.some(({ game }) => readMatchSetup(game.waiting?.match)?.friend),
    load: () => import('./friend/friends.js').then(part => models => part.friendsOf(models).follow()),
  },
  {
    isNeeded: ({ mode }) => mode === 'play',
    load: () => import('./play/wake-lock.js').then(part => part.keepScreenOn),
  },
]
