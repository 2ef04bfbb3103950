// SPDX-License-Identifier: Apache-2.0
// The page: makes its parts and joins them. Data flows one way: what people do changes the study, the study tells
// its listeners, and they show it.

import { Board } from './board/board.js'
import { mountAnalysis } from './engine/analysis-view.js'
import { Analyst } from './engine/analyst.js'
import { EngineRoom } from './engine/engine-room.js'
import { mountCurve } from './engine/game-view.js'
import { announceGame } from './game/announcements.js'
import { followLinks } from './game/links.js'
import { keepGame } from './game/saved-game.js'
import { Study } from './game/study.js'
import { mountHood } from './hood/hood.js'
import { mountMenu } from './menu.js'
import { mountMoves } from './moves/moves-card.js'
import { mountNavigation } from './moves/navigation.js'
import { takeOpenedFiles } from './offline/opened-files.js'
import { registerOffline } from './offline/register.js'
import { element } from './page/dom.js'
import { watchKeyboard } from './page/focus.js'
import { applyTheme } from './page/theme.js'
import { tellUntilStarted } from './page/unstarted.js'
import { takeDrops } from './pgn/drop.js'
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

/** @param {string} id */
const place = id => element(id, HTMLElement)

const started = tellUntilStarted()
applyTheme()
watchKeyboard()
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
mountCurve(place('curve'), app)
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
