// SPDX-License-Identifier: Apache-2.0
// The page: loads the core, makes the parts and connects them. Data flows one way: users change the study, the study
// notifies its listeners, and they draw it.

import { mountAnalysis } from './analysis/analysis-view.js'
import { Analyst } from './analysis/analyst.js'
import { mountEngineLine } from './analysis/engine-line.js'
import { mountGameAnalysis } from './analysis/game-analysis-view.js'
import { Review } from './analysis/review.js'
import { Board } from './board/board.js'
import { EngineRoom } from './engine/engine-room.js'
import { mountHood } from './hood/hood.js'
import { mountMenu } from './menu.js'
import { mountMoves } from './moves/moves-card.js'
import { mountNavigation } from './moves/navigation.js'
import { registerOffline } from './offline/register.js'
import { element, h } from './page/dom.js'
import { watchKeyboard } from './page/focus.js'
import { loadPart, startCore } from './page/load.js'
import { applyTheme } from './page/settings.js'
import { mountGames } from './pgn/games.js'
import { takeDrops, takeOpenedFiles } from './pgn/input.js'
import { OpenFile } from './pgn/open-file.js'
import { Match } from './play/match.js'
import { keepOpponentNamed, readMatchSetup } from './play/opponent.js'
import { Proposal } from './play/proposal.js'
import { mountStatus } from './play/status-view.js'
import { keepScreenOn } from './play/wake-lock.js'
import { keepAddress } from './storage/address.js'
import { OpenGames } from './storage/open-games.js'
import { keepGame } from './storage/saved-game.js'
import { announceGame } from './study/announcements.js'
import { Study } from './study/study.js'
import { mountDetails } from './table/details.js'
import { mountGameTabs } from './table/game-tabs.js'
import { mountOpening } from './table/opening-line.js'
import { mountModes, SideTabs } from './table/side-tabs.js'
import { mountStrips } from './table/strips.js'

/**
 * What the parts of the page share.
 * @typedef {object} App
 * @property {Study} study
 * @property {Board} board
 * @property {EngineRoom} room
 * @property {Analyst} analyst
 * @property {Review} review
 * @property {Match} match
 * @property {Proposal} proposal
 * @property {OpenGames} games open in tabs
 * @property {OpenFile} openFile
 * @property {SideTabs} tabs beside the board
 * @property {typeof withFriends} withFriends loads what plays games between people, and uses it
 */

/** Why the page could not start, by error code. @type {Record<string, string>} */
const REASONS = {
  ERR_INIT: 'A part of it could not be loaded: check your connection, then reload the page.',
  ERR_WASM:
    'It needs WebAssembly with SIMD (in Safari 16.4 and later), which strict browser settings turn off.',
}

/** @param {string} id */
const place = id => element(id, HTMLElement)

const started = showFailuresUntilStarted()
applyTheme()
watchKeyboard()
await startCore()
const main = place('main')
const study = new Study()
const room = new EngineRoom()
// Before others ask it for an engine.
study.onChange(() => room.play(study.position.variant))
const analyst = new Analyst(study, room)
const match = new Match(study, room)
const proposal = new Proposal(study, uci => match.play(uci))
const board = new Board(place('board'), {
  onMove: uci => proposal.make(uci, board),
  onDraw: (arrows, squares) => study.annotate(() => Object.assign(study.node, { arrows, squares })),
})
const games = new OpenGames({ study, match })
/** @type {App} */
const app = {
  ...{ study, board, room, analyst, match, proposal, games },
  review: new Review(study, room),
  openFile: new OpenFile({ study, games, reveal: () => app.tabs.reveal('games') }),
  tabs: new SideTabs(place('side-tabs'), main, study),
  withFriends,
}
let hasFriends = false

/** @param {(part: typeof import('./friend/friend.js')) => unknown} use @returns {Promise<boolean>} whether it succeeded */
function withFriends(use) {
  return loadPart(() => import('./friend/friend.js'), use)
}

function showBoard() {
  if (proposal.move) return
  const { position, status, node, end, outcome } = study
  // A match that was resigned or drawn is over; by hand the moves may go on.
  const isOver = match.setup !== null && (outcome !== null || match.setup.human === null) && node === end
  board.show({
    position,
    moves: match.isClosed || isOver || status.over ? [] : position.legalMoves('move'),
    lastMove: node.move,
    arrows: node.arrows ?? [],
    squares: node.squares ?? [],
    premoveFor: node === end && !isOver && !status.over ? (match.setup?.human ?? null) : null,
  })
}

/** Games between people go on, also those in other tabs of the page. */
async function followFriends() {
  const isOne =
    match.setup?.friend || games.games.some(({ waiting }) => readMatchSetup(waiting?.match)?.friend)
  if (!isOne || hasFriends) return
  hasFriends = true
  hasFriends = await withFriends(part => part.follow(app))
}

mountMenu(place('menu'), app)
mountModes(place('modes'), main, app)
mountStrips(place('strip-top'), place('strip-bottom'), app)
mountGameTabs(place('game-tabs'), app)
mountNavigation(place('navigation'), app)
mountStatus(place('status'), app)
mountMoves(place('moves'), app)
mountOpening(place('opening'), app)
mountAnalysis(place('analysis'), place('eval-bar'), app)
mountEngineLine(place('engine-line'), app)
mountGameAnalysis(place('curve'), app)
mountDetails(place('details'), study)
mountHood(place('details'), app)
mountGames(place('games'), app)

study.onChange(showBoard)
match.onChange(showBoard)
match.onChange(followFriends)
proposal.onChange(showBoard)
keepGame(app)
showBoard()
announceGame(study)
keepAddress(app)
takeDrops(app)
takeOpenedFiles(app)
keepOpponentNamed(app)
keepScreenOn(app)
void followFriends()
match.resume()
registerOffline()
started()

/**
 * Shows the first uncaught error in place of the page.
 * @returns {() => void} ends this: the page has started
 */
function showFailuresUntilStarted() {
  const show = (/** @type {ErrorEvent | PromiseRejectionEvent} */ event) => {
    end()
    const error = event instanceof ErrorEvent ? (event.error ?? event) : event.reason
    const reason = REASONS[error?.code] ?? 'Reload it, or use another browser.'
    const main = document.querySelector('main')
    if (!main) return
    main.hidden = true
    main.after(
      h(
        'div',
        { class: 'noscript', role: 'alert' },
        h('p', {}, `This page could not start. ${reason}`),
        h('p', { class: 'soft' }, error?.message),
      ),
    )
  }
  const end = () => {
    removeEventListener('error', show)
    removeEventListener('unhandledrejection', show)
  }
  addEventListener('error', show)
  addEventListener('unhandledrejection', show)
  return end
}
