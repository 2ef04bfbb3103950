// SPDX-License-Identifier: Apache-2.0
// Moves that are taken back, as between players: the game ends before them then. What was more than bare moves can be
// had again.

import { notify, UNDO_SECONDS } from '../page/notices.js'
import { COMMANDS, moveName, nodeAt, pathTo } from './nodes.js'
import { removeLine } from './removed-line.js'

/** @typedef {import('binbo/pgn').PgnNode} PgnNode */
/** @typedef {import('./study.js').Study} Study */

/**
 * Takes a move back with all that follows it. Variations beside the first move of a line go with it: none of them
 * becomes what was played.
 * @param {Study} study
 * @param {PgnNode} move of it, not the root
 */
export function takeBack(study, move) {
  const parent = /** @type {PgnNode} */ (move.parent)
  const lines = parent.children[0] === move ? [...parent.children] : [move]
  const path = pathTo(study.node)
  const isBare = lines.length === 1 && isBareLine(move)
  const name = moveName(move)
  // The move itself is the last to go: until then the game is what it was.
  const ways = lines.toReversed().map(line => removeLine(study, line))
  if (isBare) return
  const undo = () => {
    const isStillThere = study.node === parent
    const [first] = ways.toReversed().map(putBack => putBack())
    if (first && isStillThere) study.goTo(nodeAt(study.tree.root, path))
    if (!first) notify({ text: `${name} cannot come back: the move before it is not there any more.` })
  }
  notify({
    text: `${name} is taken back, with what was written or tried from there on.`,
    actions: [{ label: 'Undo', isUndo: true, run: undo }],
    seconds: UNDO_SECONDS,
  })
}

/** @param {PgnNode} move @returns {boolean} whether there is nothing but moves, one after the other */
function isBareLine(move) {
  for (let node = move; ; [node] = node.children) {
    const { children, comments, startingComments, nags } = node
    if (children.length > 1 || comments.length + startingComments.length + nags.length > 0) return false
    if (COMMANDS.some(name => node[name] !== undefined)) return false
    if (children.length === 0) return true
  }
}
