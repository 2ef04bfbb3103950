// SPDX-License-Identifier: Apache-2.0
// What the views show: one immutable snapshot of all models of the page. Views read it and nothing else; what costs the
// core a question is asked here, once a change.

import { readLines, readPreview } from './analysis/lines.js'
import { verdictAt, verdictOf, verdictOfEnd } from './analysis/verdict.js'
import { setting } from './page/settings.js'
import { lastChoice } from './play/new-game-choice.js'
import { standing } from './play/standing.js'
import { plyAt } from './study/nodes.js'

/** @import { ClaimableDraw, Game, Position, Status } from 'binbo' */
/** @import { BookMove } from 'binbo/book' */
/** @import { PgnGame, PgnNode } from 'binbo/pgn' */
/** @import { Info } from 'binbo/uci' */
/** @import { App } from './app.js' */
/** @import { Verdict } from './analysis/verdict.js' */
/** @import { Preview, ShownLine } from './analysis/lines.js' */
/** @import { DatabaseState } from './database/games-database.js' */
/** @import { TablesShown } from './endgames/tables.js' */
/** @import { FriendState } from './friend/friend-game.js' */
/** @import { ExplorerState } from './explorer/explorer.js' */
/** @import { Choice } from './play/new-game-choice.js' */
/** @import { Match } from './play/match.js' */
/** @import { Standing } from './play/standing.js' */
/** @import { Mode, Outcome } from './study/study.js' */
/** @import { OpenGame } from './storage/open-games.js' */
/** @import { SideTab } from './table/places.js' */
/** @import { PgnFile } from './pgn/pgn-file.js' */

/**
 * What is done in the place of the analysis: "Learn from the mistakes", or a repertoire. `shown`: what its view shows;
 * `follow`: called after each change of the page; `end`: removes it.
 * @typedef {object} Exercise
 * @property {any} shown
 * @property {(shown: any) => unknown} view
 * @property {(state: State, before: State | null) => unknown} follow
 * @property {() => void} end
 */

/**
 * @typedef {object} AnalysisState see Analyst
 * @property {App['analyst']['state']} state
 * @property {boolean} on
 * @property {boolean} held
 * @property {boolean} started whether a position is searched, or was
 * @property {boolean} waits whether something else uses the engine, also between two of its tasks
 * @property {string} failure
 * @property {number} lineCount
 * @property {number} openLine
 * @property {boolean} arrows whether the first moves of the lines are shown on the board
 * @property {readonly ShownLine[]} lines the best one first
 * @property {Preview | null} preview
 * @property {number} firstPly of the lines' first moves, 0 for White's move 1
 * @property {Readonly<Partial<Info>>} progress
 */

/**
 * @typedef {object} State
 * @property {Mode} mode
 * @property {SideTab} tab beside the board
 * @property {boolean} isFull whether the tab covers the board, on upright phones
 * @property {Mode | 'start' | 'games'} view what the page shows; 'start': the offers of the page
 * @property {boolean} isOffline
 * @property {boolean} isBlank whether there is no game at all, but for the start position of standard chess
 * @property {Choice} choice of the last new game
 * @property {PgnGame} tree the same object after a change: compare `version`
 * @property {number} version another number after each change of moves, annotations, headers or result
 * @property {PgnNode} node the current one
 * @property {PgnNode} end of the main line
 * @property {Position} position at `node`
 * @property {Status} status at `node`
 * @property {readonly ClaimableDraw[]} claimableDraws at `node`
 * @property {Outcome | null} outcome
 * @property {{ undo: string, redo: string }} edits names of what can be undone and redone, or ''
 * @property {Match['shown']} match
 * @property {FriendState | null} friend the game between people on the board, if it is one and connected
 * @property {Standing} standing what a player may do, and the status as text
 * @property {{ asking: App['questions']['asking'], hint: string }} questions to the engine between moves
 * @property {boolean} showsThoughts whether the engine's thinking about its moves is shown
 * @property {App['room']['shown']} room
 * @property {ReadonlyMap<PgnNode, Verdict>} evaluations of the analysis of the game, which need not be written into it; the
 *   same map as long as the findings are the same
 * @property {Verdict | null} verdict at `node` without the engine's lines: of the rules, the analysis of the game, or the PGN
 * @property {AnalysisState} analysis
 * @property {App['review']['shown']} review
 * @property {Exercise['shown'] | null} exercise
 * @property {TablesShown | null} tables what endgame tables say at `node`; null for nothing
 * @property {DatabaseState | null} database null until it is used
 * @property {ExplorerState | null} explorer null until it is used
 * @property {{ name: string, eco: string }} opening of the current line; either may be ''
 * @property {readonly BookMove[]} bookMoves of the opening book at `node`, the heaviest first; none in a game that is played
 * @property {boolean} flipped
 * @property {App['proposal']['move']} proposed the move that waits for "Confirm"
 * @property {readonly { game: OpenGame, title: string }[]} games the open ones, in the order of their tabs
 * @property {OpenGame} current the open game that is shown
 * @property {PgnFile['shown'] | null} file of games that is open
 */

/**
 * @param {App} app
 * @param {State | null} before
 * @returns {State}
 */
export function readState(app, before) {
  const { study, analyst, review, board, proposal, games, places } = app
  const { mode, tree, version, node, end, position, status, claimableDraws, outcome, history } = study
  const isStartOfChess = study.variant === 'standard' && !tree.headers.has('FEN')
  const isBlank = mode === 'analyse' && tree.root.children.length === 0 && isStartOfChess && !app.match.setup
  const isStart = mode === 'analyse' && (places.start ?? isBlank)
  return Object.freeze({
    ...{ mode, tree, version, node, end, position, status, claimableDraws, outcome },
    tab: places.tab,
    isFull: places.isFull,
    view: places.tab === 'games' ? 'games' : isStart ? 'start' : mode,
    isOffline: !navigator.onLine,
    isBlank,
    choice: lastChoice(),
    edits: { undo: history.undoName, redo: history.redoName },
    match: app.match.shown,
    friend: app.match.remote?.shown ?? null,
    standing: standing(app),
    questions: { asking: app.questions.asking, hint: app.questions.hint },
    showsThoughts: setting('show-thoughts', false),
    room: app.room.shown,
    analysis: readAnalysis(analyst, position, before?.analysis),
    evaluations: readEvaluations(review.findings),
    verdict: verdictOfEnd(status) ?? verdictAt(node, review.evaluationOf(node)),
    review: review.shown,
    exercise: app.exercise?.shown ?? null,
    tables: app.tables?.shownFor(position) ?? null,
    database: app.database?.shown ?? null,
    explorer: app.explorer?.shown ?? null,
    opening: app.openings.nameAt(study),
    bookMoves: mode === 'analyse' && !isStart ? app.book.movesAt(node) : NO_MOVES,
    flipped: board.flipped,
    proposed: proposal.move,
    games: games.games.map((game, at) => ({ game, title: games.titles[at] })),
    current: games.current,
    file: app.openFile.file?.shown ?? null,
  })
}

/** @type {readonly BookMove[]} */
const NO_MOVES = []
/** @type {ReadonlyMap<PgnNode, Verdict>} */
const NO_EVALUATIONS = new Map()
/** @type {WeakMap<object, ReadonlyMap<PgnNode, Verdict>>} by findings */
const evaluationsOf = new WeakMap()

/** @param {App['review']['findings']} findings @returns {ReadonlyMap<PgnNode, Verdict>} */
function readEvaluations(findings) {
  if (!findings) return NO_EVALUATIONS
  const known = evaluationsOf.get(findings)
  if (known) return known
  const verdicts = new Map(Array.from(findings.evaluations, ([node, found]) => [node, verdictOf(found)]))
  evaluationsOf.set(findings, verdicts)
  return verdicts
}

/** The plies of the first moves, by the position that is analysed. @type {WeakMap<Game, number>} */
const firstPlies = new WeakMap()

/** @param {App['analyst']} analyst @param {Position} position @param {AnalysisState} [before] @returns {AnalysisState} */
function readAnalysis(analyst, position, before) {
  const { state, on, held, failure, lineCount, openLine, game, progress } = analyst
  const lines = readLines(analyst)
  if (game && !firstPlies.has(game)) firstPlies.set(game, plyAt(game))
  const firstPly = (game && firstPlies.get(game)) ?? before?.firstPly ?? 0
  return {
    ...{ state, on, held, lineCount, openLine, lines },
    // While a lost connection is tried again, the reason stays.
    failure: failure || (state === 'lost' ? (before?.failure ?? '') : ''),
    started: game !== undefined,
    // Between two other tasks the engine is free for moments.
    waits: state === 'waiting' || (state === 'starting' && !game && before?.waits === true),
    arrows: setting('arrows', true),
    firstPly,
    preview: readPreview(analyst, lines, position, firstPly, before?.preview),
    progress: { ...progress },
  }
}
