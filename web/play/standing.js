// SPDX-License-Identifier: Apache-2.0
// What the status card shows, as plain data: the players, the status, and what a player may do now.

import { CLAIMS, claimText, colorName, describeStatus } from '../study/descriptions.js'
import { isOnMainLine, plyAt, plyOf, turnOf } from '../study/nodes.js'
import { repetitionName, repetitionsAt } from '../study/repetition.js'

/** @import { Color, Move } from 'binbo' */
/** @import { NewGame } from 'binbo/session' */
/** @import { PgnNode } from 'binbo/pgn' */
/** @import { Board } from '../board/board.js' */
/** @import { EngineRoom, EngineState } from '../engine/engine-room.js' */
/** @import { Views } from '../page/store.js' */
/** @import { OpenGames } from '../storage/open-games.js' */
/** @import { PlacesState } from '../study/places.js' */
/** @import { GameState, Study } from '../study/study.js' */
/** @import { Match } from './match.js' */
/** @import { Choice } from './new-game-choice.js' */
/** @import { Proposal } from './proposal.js' */
/** @import { Questions } from './questions.js' */
/** @import { StatusText } from '../study/descriptions.js' */

/**
 * What the room shows of games that are played, and of what is offered before.
 * @typedef {object} PlayState
 * @property {Match['shown']} match
 * @property {Standing} standing what a player may do, and the status as text
 * @property {Questions['shown']} questions to the engine between moves
 * @property {boolean} showsThoughts whether the engine's thinking about its moves is shown
 * @property {Move | null} proposed the move that waits for "Confirm"
 * @property {Choice} choice of the last new game
 * @property {boolean} isBlank whether there is no game at all, but for the start position of standard chess
 * @property {boolean} isOffline
 */

/** What its views read. @typedef {GameState & PlacesState & EngineState & PlayState} State */

/**
 * What it needs of the page.
 * @typedef {object} Page
 * @property {Study} study
 * @property {Board} board
 * @property {EngineRoom} room
 * @property {Match} match
 * @property {Proposal} proposal
 * @property {Questions} questions
 * @property {OpenGames} games
 * @property {{ show(): unknown }} openFile
 * @property {Views<State>} store
 * @property {boolean} hasServer whether friends can play over a game server of this page
 * @property {(dialog: InvitationDialog, take: (invitation: Invitation) => void) => Promise<boolean>} withInvitation loads what
 *   asks about a game with a friend; returns whether it succeeded
 */

/** @typedef {{ close: () => void, signal: AbortSignal }} InvitationDialog `signal`: aborted when it is closed */
/** @typedef {{ root: HTMLElement, start(setup: NewGame): Promise<boolean> }} Invitation the fields, and what opens the game */

/**
 * @typedef {object} Standing
 * @property {StatusText} status of the current node
 * @property {string} place of the current node in the game; at its end the draw that may be claimed, or ''
 * @property {boolean} ended whether the game is over, wherever the current node is
 * @property {boolean} live whether it is the end of a game that goes on
 * @property {boolean} mayMove whether it is live with a human to move
 * @property {boolean} watches whether two engines play
 * @property {boolean} mayAskHint in a match only where the human is to move, at any node
 * @property {Color} human the side that resigns, offers and claims
 * @property {string} claim the draw that may be claimed now, such as 'threefold repetition', or ''
 * @property {PgnNode | null} takesBack the move that "Take back" removes, with all that follows
 */

/** @param {Pick<Page, 'study' | 'match'>} models @returns {Standing} */
export function standing({ study, match }) {
  const { position, status, node, end, outcome } = study
  const atEnd = node === end
  const live = atEnd && outcome === null && !status.over
  const human = match.setup?.human ?? position.sideToMove
  const watches = match.setup?.human === null
  const mayMove = live && !watches && human === position.sideToMove
  const claim = mayMove && study.claimableDraws.length > 0 ? CLAIMS[study.claimableDraws[0]] : ''
  const shown = withRepetition(describeStatus(study, atEnd ? outcome : null), study)
  return {
    status: shown,
    place: atEnd ? claim && claimText(claim) : describePlace(node, end, match.setup !== null),
    ended: outcome !== null || (atEnd && status.over),
    live,
    mayMove,
    watches,
    mayAskHint:
      shown.tone !== 'over' && !match.thinking && (!match.setup || position.sideToMove === match.setup.human),
    human,
    claim,
    takesBack: match.setup ? match.humanMove : endOfLine(node),
  }
}

/**
 * @param {StatusText} status
 * @param {Page['study']} study
 * @returns {StatusText} in analysis with the repetition of the position; players see a claim instead
 */
function withRepetition(status, { node, tree, mode }) {
  const count = mode === 'analyse' && status.tone !== 'over' ? repetitionsAt(node, tree.variant) : 0
  return count === 0 ? status : { ...status, detail: `${status.detail}; ${repetitionName(count)}` }
}

/** @param {Pick<EngineRoom, 'program' | 'name'>} room @returns {string} short; a default before the engine has sent its name */
export function engineName({ program, name }) {
  if (program.kind === 'remote') return name || 'The remote engine'
  return program.kind === 'variants' ? 'Fairy-Stockfish' : 'Stockfish'
}

/**
 * @param {PgnNode} node
 * @returns {PgnNode | null} null inside a line, where the following moves would be removed, too
 */
const endOfLine = node => (node.parent && node.children.length === 0 ? node : null)

/**
 * @param {PgnNode} node
 * @param {PgnNode} end of the main line
 * @param {boolean} isMatch
 * @returns {string} fits on one line of a phone
 */
function describePlace(node, end, isMatch) {
  const [number, last] = [node, end].map(at => (plyOf(at) >> 1) + 1)
  if (!node.parent) {
    const count = last - (plyAt(node) >> 1)
    return `The start: ${count === 1 ? '1 move follows' : `${count} moves follow`}.`
  }
  if (!isOnMainLine(node) && isMatch) return 'A variation: the engine does not play here.'
  if (!isOnMainLine(node)) return `A variation, after move ${number}.`
  return `Move ${number} of ${last}, by ${colorName(turnOf(node.parent))}.`
}
