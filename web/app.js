// SPDX-License-Identifier: Apache-2.0
// The page: loads the core, makes the parts and connects them. Data flows one way: users change the study, the study
// notifies its listeners, and they draw it.

import { Board } from './board/board.js'
import { mountAnalysis } from './engine/analysis-view.js'
import { Analyst } from './engine/analyst.js'
import { EngineRoom } from './engine/engine-room.js'
import { mountGameAnalysis } from './engine/game-analysis-view.js'
import { announceGame } from './game/announcements.js'
import { followLinks } from './game/links.js'
import { keepGame } from './game/saved-game.js'
import { Study } from './game/study.js'
import { mountHood } from './hood/hood.js'
import { mountMenu } from './menu.js'
import { mountMoves } from './moves/moves-card.js'
import { mountNavigation } from './moves/navigation.js'
import { registerOffline } from './offline/register.js'
import { element, h } from './page/dom.js'
import { watchKeyboard } from './page/focus.js'
import { startCore } from './page/load.js'
import { applyTheme } from './page/settings.js'
import { takeDrops, takeOpenedFiles } from './pgn/input.js'
import { OpenFile } from './pgn/open-file.js'
import { Match } from './play/match.js'
import { keepOpponentNamed } from './play/opponent.js'
import { mountStatus } from './play/status-view.js'

/**
 * What the parts of the page share.
 * @typedef {object} App
 * @property {Study} study
 * @property {Board} board
 * @property {EngineRoom} room
 * @property {Analyst} analyst
 * @property {Match} match
 * @property {OpenFile} openFile
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
const study = new Study()
const room = new EngineRoom()
const analyst = new Analyst(study, room)
const match = new Match(study, room)
const board = new Board(place('board'), { onMove: uci => study.play(uci) })
/** @type {App} */
const app = { study, board, room, analyst, match, openFile: new OpenFile({ study, match }) }

function showBoard() {
  const { game, node, end, outcome } = study
  // A match that was resigned or drawn is over; by hand the moves may go on.
  const isOver = match.setup !== null && outcome !== null && node === end
  board.show({
    fen: game.fen,
    moves: match.thinking || isOver ? [] : game.legalMoves('move'),
    lastMove: game.lastMove,
    check: game.isCheck,
    arrows: node.arrows ?? [],
    squares: node.squares ?? [],
  })
}

mountMenu(place('menu'), app)
mountNavigation(place('navigation'), app)
mountStatus(place('status'), app)
mountMoves(place('moves'), app)
mountAnalysis(place('analysis'), place('eval-bar'), app)
mountGameAnalysis(place('curve'), app)
mountHood(place('hood'), app)

study.onChange(showBoard)
match.onChange(showBoard)
keepGame(app)
showBoard()
announceGame(study)
followLinks(app)
takeDrops(app)
takeOpenedFiles(app)
keepOpponentNamed(app)
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
