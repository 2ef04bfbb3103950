// SPDX-License-Identifier: Apache-2.0
// Who plays, whose turn it is and what may be done now: what the status card shows, as plain data.

import { colorName, describeStatus } from '../game/words.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('binbo/pgn').PgnNode} PgnNode */
/** @typedef {import('../app.js').App} App */
/** @typedef {import('../engine/engine-room.js').EngineRoom} EngineRoom */
/** @typedef {import('../game/words.js').StatusWords} StatusWords */

/**
 * @typedef {object} Standing
 * @property {StatusWords} words of the position that is looked at
 * @property {string} place where in the game that is; '' at its end
 * @property {boolean} live is it the end of a game that goes on?
 * @property {boolean} mayMove live, and a human is to move
 * @property {Color} human who resigns, offers and claims
 * @property {('threefold_repetition' | 'rule50')[]} claims that may be made now
 * @property {PgnNode | null} takesBack the move that would be taken back, with all that follows
 */

/** @param {App} app @returns {Standing} */
export function standing({ study, match }) {
  const { game, node, end, outcome } = study
  const atEnd = node === end
  const live = atEnd && outcome === null && !game.status.over
  const human = match.setup?.human ?? game.sideToMove
  const mayMove = live && human === game.sideToMove
  return {
    words: describeStatus(game, atEnd ? outcome : null),
    place: atEnd ? '' : describePlace(node, end),
    live,
    mayMove,
    human,
    claims: mayMove ? [...game.claimableDraws] : [],
    takesBack: match.setup ? match.humanMove : lastOfLine(node),
  }
}

/**
 * @param {App} app
 * @returns {Record<Color, string> | null} the players' names; null where nobody knows them
 */
export function players({ study }) {
  const [white, black] = ['White', 'Black'].map(color => {
    const name = study.tree.headers.get(color) ?? '?'
    return name === '?' || name === '' ? '' : name
  })
  return white || black ? { white: white || 'White', black: black || 'Black' } : null
}

/** @param {EngineRoom} room @returns {string} short, also before it has said who it is */
export const engineName = room =>
  room.source.kind === 'builtin' ? 'Stockfish' : room.name || 'The remote engine'

/**
 * @param {PgnNode} node
 * @returns {PgnNode | null} null in the midst of a line: what follows would go with it
 */
const lastOfLine = node => (node.parent && node.children.length === 0 ? node : null)

/** @param {PgnNode} node @param {PgnNode} end of the main line @returns {string} */
function describePlace(node, end) {
  const last = moveNumber(end)
  if (!node.parent) return `You look at the start of a game of ${last} ${last === 1 ? 'move' : 'moves'}.`
  if (!isOnMainLine(node)) return `You look at a variation, after move ${moveNumber(node)}.`
  const color = node.parent.fen.split(' ')[1] === 'w' ? 'white' : 'black'
  return `You look at move ${moveNumber(node)} of ${last}, after ${colorName(color)}’s move.`
}

/** @param {PgnNode} node @returns {number} of the move that led there */
const moveNumber = node => Number((node.parent ?? node).fen.split(' ')[5])

/** @param {PgnNode} node @returns {boolean} */
function isOnMainLine(node) {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false
  return true
}
