// SPDX-License-Identifier: Apache-2.0
// The page: makes its parts and joins them. Data flows one way: what people do changes the study, the study tells
// its listeners, and they show it.

import { ChessError, START_FEN } from 'binbo'
import { Board } from './board/board.js'
import { mountAnalysis } from './engine/analysis-view.js'
import { Analyst } from './engine/analyst.js'
import { EngineRoom } from './engine/engine-room.js'
import { readLink } from './game/links.js'
import { keepSaved, restoreSaved } from './game/storage.js'
import { Study } from './game/study.js'
import { describeMove } from './game/words.js'
import { mountHood } from './hood/hood.js'
import { mountMoves } from './moves/move-tree.js'
import { mountNavigation } from './moves/navigation.js'
import { takeOpenedFiles } from './offline/opened-files.js'
import { registerOffline } from './offline/register.js'
import { element } from './page/dom.js'
import { mountMenu } from './page/menu.js'
import { announce, notify } from './page/notices.js'
import { applyTheme } from './page/theme.js'
import { playSound } from './board/sound.js'
import { takeDrops } from './pgn/drop.js'
import { Match } from './play/match.js'
import { mountStatus } from './play/status-view.js'

/**
 * What the parts of the page share.
 * @typedef {object} App
 * @property {Study} study
 * @property {Board} board
 * @property {EngineRoom} room
 * @property {Analyst} analyst
 * @property {Match} match
 */

const study = new Study()
const room = new EngineRoom()
const analyst = new Analyst(study, room)
const match = new Match(study, room)
const board = new Board(element('board', HTMLElement), { onMove: uci => study.play(uci) })
/** @type {App} */
const app = { study, board, room, analyst, match }

const DAMAGE = {
  'main line': 'The saved game was damaged: its moves are back, its variations and comments are not.',
  damaged: 'The saved game was damaged and could not be brought back.',
}

function showBoard() {
  const { game, node } = study
  board.show({
    fen: game.fen,
    moves: match.thinking ? [] : game.legalMoves('move'),
    lastMove: game.lastMove,
    check: game.isCheck,
    arrows: node.arrows ?? [],
    squares: node.squares ?? [],
  })
}

/** Loads what a link carries; the game that was there can be had back. */
function followLink() {
  try {
    const linked = readLink(location.hash)
    if (!linked) return
    const goBack = match.keep()
    const { game, count } = linked
    const hadGame = study.tree.root.children.length > 0 || study.tree.startFen !== START_FEN
    study.load(game)
    match.playByHand()
    const which =
      count > 1 ? `This is the first of the link’s ${count} games.` : 'This game came with the link.'
    const back = { label: 'Back to your game', run: goBack }
    if (hadGame || count > 1) notify({ text: which, actions: hadGame ? [back] : [] })
    for (const error of game.errors.slice(0, 1))
      notify({ text: `The link's game: ${error.message}`, tone: 'error' })
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    notify({ text: `The link carries nothing that can be shown. ${error.message}`, tone: 'error' })
  }
  history.replaceState(null, '', location.pathname + location.search)
}

applyTheme()
mountMenu(element('menu', HTMLElement), app)
mountNavigation(element('navigation', HTMLElement), app)
mountStatus(element('status', HTMLElement), app)
mountAnalysis(element('analysis', HTMLElement), element('eval-bar', HTMLElement), app)
mountMoves(element('moves', HTMLElement), app)
mountHood(element('hood', HTMLElement), app)

let shown = study.node
study.onChange(change => {
  showBoard()
  const { lastMove } = study.game
  if (study.node === shown) return
  const isNext = study.node.parent === shown && change !== 'game'
  shown = study.node
  if (lastMove && isNext) playSound(lastMove, study.game)
  if (lastMove) announce(describeMove(lastMove, study.game))
  else if (change === 'game') announce('Another game. White to move.'.replace('White', study.game.sideToMove))
})
match.onChange(showBoard)

const restored = restoreSaved(study)
if (restored === 'main line' || restored === 'damaged') notify({ text: DAMAGE[restored], tone: 'error' })
keepSaved(study, () =>
  notify({
    text: 'This browser does not let the page save the game: it will be lost when the page is closed.',
    tone: 'error',
  }),
)
showBoard()
followLink()
addEventListener('hashchange', followLink)
takeDrops(app)
takeOpenedFiles(app)
match.resume()
registerOffline()
