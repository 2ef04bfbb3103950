// SPDX-License-Identifier: Apache-2.0
// What the views show: one immutable snapshot of all models of the page. Views read it and nothing else; what costs the
// core a question is asked here, once a change. Each room of the page declares its part, and what it needs of the models.

import { readAnalysis } from './analysis/analysis-state.js'
import { setting } from './page/settings.js'
import { lastChoice } from './play/new-game-choice.js'
import { standing } from './play/standing.js'

/** @import { Page as AnalysisPage, State as AnalysisState } from './analysis/analysis-view.js' */
/** @import { AnalysisParts } from './analysis/analysis-state.js' */
/** @import { Page as ExplorerPage, State as ExplorerState } from './explorer/explorer.js' */
/** @import { FriendState } from './friend/friend-game.js' */
/** @import { Page as FriendPage, State as FriendPageState } from './friend/friends.js' */
/** @import { Page as HoodPage } from './hood/developers.js' */
/** @import { Page as MovesPage } from './moves/moves-card.js' */
/** @import { Store } from './page/store.js' */
/** @import { OpenFile, Page as GamesPage, State as GamesState } from './pgn/open-file.js' */
/** @import { OpeningBook } from './play/opening-book.js' */
/** @import { Page as SettingsPage } from './settings/settings-dialog.js' */
/** @import { Page as SetupPage } from './setup/editor.js' */
/** @import { Address, Page as AddressPage } from './storage/address.js' */
/** @import { Announcer } from './study/announcements.js' */
/** @import { History } from './study/history.js' */
/** @import { Openings } from './table/openings.js' */
/** @import { Page as TablePage, State as TableState } from './table/side-tabs.js' */

/** @typedef {AnalysisState & AnalysisParts & ExplorerState & FriendPageState & GamesState & TableState} State */

/**
 * The models of the page. What is loaded later is null at first.
 * @typedef {AnalysisPage & ExplorerPage & FriendPage & GamesPage & HoodPage & MovesPage & SettingsPage & SetupPage
 *   & AddressPage & TablePage & { history: History, announcer: Announcer | null, address: Address | null, openFile: OpenFile, openings: Openings, book: OpeningBook, store: Store<State> }} Models
 */

/**
 * @param {Models} models
 * @param {State | null} before
 * @returns {State}
 */
export function readState(models, before) {
  const { study, places, match, questions, room, board, proposal, games, book } = models
  const { mode, tree, position, node } = study
  const isStartOfChess = study.variant === 'standard' && !tree.headers.has('FEN')
  const isBlank = mode === 'analyse' && tree.root.children.length === 0 && isStartOfChess && !match.setup
  const isStart = mode === 'analyse' && (places.start ?? isBlank)
  return Object.freeze({
    ...study.shown,
    tab: places.tab,
    isFull: places.isFull,
    view: places.tab === 'games' ? 'games' : isStart ? 'start' : mode,
    isOffline: !navigator.onLine,
    isBlank,
    choice: lastChoice(),
    match: match.shown,
    // A game between people has no other remote.
    friend: /** @type {FriendState | null} */ (match.remote?.shown ?? null),
    standing: standing(models),
    questions: questions.shown,
    showsThoughts: setting('show-thoughts', false),
    room: room.shown,
    ...readAnalysis(models, before),
    tables: models.tables?.shownFor(position) ?? null,
    database: models.database?.shown ?? null,
    explorer: models.explorer?.shown ?? null,
    opening: models.openings.nameAt(study),
    bookMoves: mode === 'analyse' && !isStart ? book.movesAt(node) : NO_MOVES,
    flipped: board.flipped,
    proposed: proposal.move,
    ...games.shown,
    file: models.openFile.file?.shown ?? null,
  })
}

/** @type {State['bookMoves']} */
const NO_MOVES = []
