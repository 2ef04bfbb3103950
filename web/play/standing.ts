// SPDX-License-Identifier: Apache-2.0
// The contents of the status card, as plain data: the players, the status, and the player's possible actions.

import type { Color, Move } from 'binbo'
import type { PgnGame, PgnNode } from 'binbo/pgn'
import type { NewGame } from 'binbo/session'
import type { Board } from '../board/board.js'
import type { EngineRoom, EngineState } from '../engine/engine-room.js'
import type { Views } from '../page/store.js'
import { say } from '../page/texts.js'
import type { OpenGames } from '../storage/open-games.js'
import type { StatusText } from '../study/descriptions.js'
import { CLAIMS, claimText, colorName, describeStatus } from '../study/descriptions.js'
import { known, PLAYERS } from '../study/headers.js'
import { plyAt, plyOf, turnOf } from '../study/nodes.js'
import type { Places, PlacesState } from '../study/places.js'
import { repetitionName, repetitionsAt } from '../study/repetition.js'
import type { GameState, Study } from '../study/study.js'
import type { Source } from '../train/due.js'
import type { Match } from './match.js'
import type { Choice } from './new-game-choice.js'
import type { Proposal } from './proposal.js'
import type { Questions } from './questions.js'

/** The part of the snapshot for games in play, and for the offers before a game. */
type PlayState = {
  match: Match['shown']
  /** the player's possible actions, and the status as text */
  standing: Standing
  /** the requests to the engine between moves */
  questions: Questions['shown']
  /** whether the engine's thinking about its moves is shown */
  showsThoughts: boolean
  /** the move that waits for confirmation */
  proposed: Move | null
  /** the choice of the last new game */
  choice: Choice
  /** whether the page has only the start position of standard chess */
  isBlank: boolean
  isOffline: boolean
}

/** The part of the snapshot that the views of this folder read. */
export type State = GameState & PlacesState & EngineState & PlayState & { due: Record<Source, number> }

/** The models that this folder uses. */
export type Page = {
  study: Study
  board: Board
  room: EngineRoom
  match: Match
  places: Places
  proposal: Proposal
  questions: Questions
  games: OpenGames
  openFile: { show(): unknown }
  store: Views<State>
  /** whether friends can play over a game server of this page */
  hasServer: boolean
  /** loads the invitation to a game with a friend; returns whether it succeeded */
  withInvitation: (dialog: InvitationDialog, take: (invitation: Invitation) => void) => Promise<boolean>
}

/** `signal`: aborted when the dialog is closed */
type InvitationDialog = { close: () => void; signal: AbortSignal }
/** the fields, and the function that opens the game */
export type Invitation = { root: HTMLElement; start(setup: NewGame): Promise<boolean> }

type Standing = {
  /** the status of the current node */
  status: StatusText
  /** the current node's place in the game; at the end the draw that may be claimed, or '' */
  place: string
  /** whether the game is over, regardless of the current node */
  ended: boolean
  /** whether the current node is the end of a game in play */
  live: boolean
  /** whether it is live and a human is to move */
  mayMove: boolean
  /** whether two engines play */
  watches: boolean
  /** whether "Hint" has an effect: in a match at any node where the human is to move */
  mayAskHint: boolean
  /** the side that resigns, offers and claims */
  human: Color
  /** the draw that may be claimed now, such as 'threefold repetition', or '' */
  claim: string
  /** the move that "Take back" removes, with the moves after it */
  takesBack: PgnNode | null
}

export function standing({ study, match }: Pick<Page, 'study' | 'match'>): Standing {
  const { position, status, node, end, outcome } = study
  const atEnd = node === end
  const live = atEnd && outcome === null && !status.over
  const human = match.setup?.human ?? position.sideToMove
  const watches = match.setup?.human === null
  const mayMove = live && !watches && human === position.sideToMove
  const claim = mayMove && study.claimableDraws.length > 0 ? CLAIMS[study.claimableDraws[0]] : ''
  const described = withRepetition(describeStatus(study, atEnd ? outcome : null), study)
  const shown = withEnd(described, study)
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

/** @returns the place in words; in analysis with the repetition of the position, while players see a claim */
function withRepetition(status: StatusText, { node, tree, mode }: Page['study']): StatusText {
  const count = mode === 'analyse' && status.tone !== 'over' ? repetitionsAt(node, tree.variant) : 0
  return count === 0 ? status : { ...status, detail: `${status.detail}; ${repetitionName(count)}` }
}

/** @returns the player's last name, or the colour */
const nameOf = ({ headers }: PgnGame, color: Color) =>
  known(headers.get(PLAYERS[color])).split(',')[0] || colorName(color)

/** @returns the status before the end of a game that is read, with its end and where it was played */
function withEnd(status: StatusText, { tree, node, end, outcome, mode }: Page['study']): StatusText {
  if (mode !== 'analyse' || status.tone === 'over' || !outcome || node === end) return status
  const winner = outcome.result === '1-0' ? 'white' : outcome.result === '0-1' ? 'black' : null
  const result = winner ? say`${nameOf(tree, winner)} won` : say`drawn`
  return {
    ...status,
    detail: [status.detail, result, known(tree.headers.get('Event'))].filter(Boolean).join(' · '),
  }
}

/** @returns a short name; a default before the engine has sent its name */
export function engineName({ program, name }: Pick<EngineRoom, 'program' | 'name'>): string {
  if (program.kind === 'remote') return name || say`The remote engine`
  return program.kind === 'variants' ? 'Fairy-Stockfish' : 'Stockfish'
}

/** @returns null inside a line, where the following moves would be removed as well */
const endOfLine = (node: PgnNode): PgnNode | null => (node.parent && node.children.length === 0 ? node : null)

/**
 * @param end of the main line
 * @returns fits on one line of a phone
 */
function describePlace(node: PgnNode, end: PgnNode, isMatch: boolean): string {
  const [number, last] = [node, end].map(at => (plyOf(at) >> 1) + 1)
  if (!node.parent) {
    const count = last - (plyAt(node) >> 1)
    return count === 1 ? say`The start: 1 move follows.` : say`The start: ${count} moves follow.`
  }
  if (!node.isMainline && isMatch) return say`A variation: the engine does not play here.`
  if (!node.isMainline) return say`A variation, after move ${number}.`
  return say`Move ${number} of ${last}, by ${colorName(turnOf(node.parent))}.`
}
