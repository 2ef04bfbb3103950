// SPDX-License-Identifier: Apache-2.0
// The card of the moves: who plays, the tree of moves, and what can be done with the move that is looked at.

import { mountHeaders } from './headers-view.js'
import { mountActions } from './move-actions.js'
import { MoveList } from './move-list.js'

/** @typedef {import('../app.js').App} App */

/** @param {HTMLElement} root @param {App} app */
export function mountMoves(root, app) {
  const { study } = app
  const list = new MoveList(study)
  mountHeaders(root, study)
  root.append(list.element)
  mountActions(root, list, app)
}
