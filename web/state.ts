// SPDX-License-Identifier: Apache-2.0
// The state that views show: one immutable snapshot of all models of the page. Views read nothing else; the chess core is called
// here, once for each change. Each room of the page declares its part of the snapshot, and the models that it uses.

import type { AnalysisParts } from './analysis/analysis-state.js'
import { readAnalysis } from './analysis/analysis-state.js'
import type { Page as AnalysisPage, State as AnalysisState } from './analysis/analysis-view.js'
import type { Page as DevelopersPage } from './developers/developers.js'
import type { Page as ExplorerPage, State as ExplorerState } from './explorer/explorer.js'
import type { Page as FriendPage, State as FriendPageState } from './friend/friends.js'
import type { Page as MovesPage } from './moves/moves-card.js'
import { setting } from './page/settings.js'
import type { Store } from './page/store.js'
import { whole } from './page/store.js'
import type { Page as GamesPage, State as GamesState, OpenFile } from './pgn/open-file.js'
import { lastChoice } from './play/new-game-choice.js'
import type { OpeningBook } from './play/opening-book.js'
import { standing } from './play/standing.js'
import type { Page as SettingsPage } from './settings/settings-dialog.js'
import type { Page as SetupPage } from './setup/editor.js'
import type { Address, Page as AddressPage } from './storage/address.js'
import type { Announcer } from './study/announcements.js'
import type { History } from './study/history.js'
import type { Openings } from './table/openings.js'
import type { Page as TablePage, State as TableState } from './table/side-tabs.js'
import { dueCounts, NOTHING_DUE } from './train/due.js'
import type { Page as TrainPage } from './train/room.js'
import type { State as TrainState } from './train/room-view.js'

export type State = AnalysisState &
  AnalysisParts &
  ExplorerState &
  FriendPageState &
  GamesState &
  TableState &
  TrainState

/** The models of the page; null before they are loaded. */
export type Models = AnalysisPage &
  ExplorerPage &
  FriendPage &
  GamesPage &
  DevelopersPage &
  MovesPage &
  SettingsPage &
  SetupPage &
  AddressPage &
  TablePage &
  TrainPage & {
    history: History
    announcer: Announcer | null
    address: Address | null
    openFile: OpenFile
    openings: Openings
    book: OpeningBook
    store: Store<State>
  }

export function readState(models: Models, before: State | null): State {
  const { study, places, match, questions, room, board, proposal, games, book } = models
  const { mode, tree, position, node } = study
  const isStartOfChess = study.variant === 'standard' && !tree.headers.has('FEN')
  const isBlank = mode === 'analyse' && tree.root.children.length === 0 && isStartOfChess && !match.setup
  const isStart = mode === 'analyse' && (places.start ?? isBlank)
  return Object.freeze({
    ...study.shown,
    tab: places.tab,
    isFull: places.isFull,
    view: places.tab === 'games' || places.tab === 'train' ? places.tab : isStart ? 'start' : mode,
    isOffline: !navigator.onLine,
    isBlank,
    choice: lastChoice(),
    match: match.shown,
    // A game between people has no other remote.
    friend: match.remote?.shown ?? null,
    standing: standing(models),
    questions: questions.shown,
    showsThoughts: setting('show-thoughts', false),
    room: room.shown,
    ...readAnalysis(models, before),
    tables: whole('tables', () => models.tables?.shownFor(position) ?? null, null),
    database: models.database?.shown ?? null,
    explorer: models.explorer?.shown ?? null,
    train: models.train?.shown ?? null,
    due: whole('due', dueCounts, NOTHING_DUE),
    opening: whole('opening', () => models.openings.nameAt(study), NO_NAME),
    bookMoves: whole(
      'book',
      () => (mode === 'analyse' && !isStart ? book.movesAt(node) : NO_MOVES),
      NO_MOVES,
    ),
    flipped: board.flipped,
    proposed: proposal.move,
    ...games.shown,
    file: models.openFile.file?.shown ?? null,
  })
}

const NO_MOVES: State['bookMoves'] = []
const NO_NAME: State['opening'] = { eco: '', name: '' }
