// SPDX-License-Identifier: Apache-2.0
// The panel of the moves: their list, and the buttons that act on the current move.

import { h } from '../page/dom.js'
import { openPart } from '../page/load.js'
import { announce } from '../page/notices.js'
import { button } from '../page/templates.js'
import { isOnMainLine, moveName } from '../study/nodes.js'
import { isThere, notifyUndo } from '../study/removal.js'
import { MoveList } from './move-list.js'
import { mountTypedMove } from './typed-move.js'

/** @import { App } from '../app.js' */
/** @import { State } from '../state.js' */
/** @import { Study } from '../study/study.js' */

/** @param {HTMLElement} root @param {App} app */
export function mountMoves(root, app) {
  const { study, review, match, store } = app
  const list = new MoveList(study, review)
  const actions = h('div', { class: 'move-actions', role: 'group', 'aria-label': 'This move' })
  root.append(list.element, actions)
  store.show(actions, state => actionsView(state, app))
  list.element.addEventListener('keydown', event => {
    if (event.key !== 'Delete' || event.ctrlKey || event.altKey || event.metaKey || !mayRemove(store.state))
      return
    event.preventDefault()
    removeHere(study, match)
  })
  mountTypedMove(root, app)
}

/** @param {State} state */
const mayRemove = ({ node, match }) => node.parent !== null && !match.isServed

/** @param {State} state @param {App} app */
function actionsView(state, { study, match }) {
  const { node, edits } = state
  const isMain = isOnMainLine(node)
  const annotate = () =>
    openPart(
      () => import('./annotate-dialog.js'),
      part => part.openAnnotate(study),
    )
  return [
    action('annotate', 'comment', 'Comment', 'Add a comment, or a sign such as ! or ?', false, annotate),
    action('promote', 'up', 'Promote', 'Move this variation one place up', isMain, () =>
      study.history.promote(study.node),
    ),
    action('make-main', 'main-line', 'Main line', 'Make this variation the main line', isMain, () =>
      study.history.makeMain(study.node),
    ),
    action('delete', 'delete', 'Delete', 'Delete this move and all that follows', !mayRemove(state), () =>
      removeHere(study, match),
    ),
    action(
      'undo',
      'takeback',
      'Undo',
      edits.undo ? `Undo: ${edits.undo} (Ctrl+Z)` : 'Undo',
      !edits.undo,
      () => step(study, 'undo'),
    ),
    action(
      'redo',
      'redo',
      'Redo',
      edits.redo ? `Redo: ${edits.redo} (Ctrl+Shift+Z)` : 'Redo',
      !edits.redo,
      () => step(study, 'redo'),
    ),
  ]
}

/**
 * @param {string} name
 * @param {string} icon of icons.svg
 * @param {string} label
 * @param {string} title
 * @param {boolean} off
 * @param {() => void} run
 */
const action = (name, icon, label, title, off, run) =>
  button({ id: `move-${name}`, class: 'quiet', icon, label, title, off, run })

/**
 * Deletes the current move and all that follows; asks first in a game that is being played.
 * @param {Study} study
 * @param {App['match']} match
 */
function removeHere(study, match) {
  const { node } = study
  if (!node.parent) return
  // A removed node has no parent any more, which its name needs.
  const name = moveName(node)
  const remove = () => {
    if (!isThere(study, node)) return
    const edit = study.history.remove(node)
    notifyUndo(study, edit, `${name} and all that followed were deleted.`)
  }
  if (!match.isRunning) return remove()
  const text = 'The game is still being played. This move and all that follows will be deleted.'
  const words = { title: `Delete ${name}?`, text, label: 'Delete', other: 'Go on' }
  openPart(
    () => import('../study/game-dialog.js'),
    part => part.askFirst(study, words, remove),
  )
}

/**
 * Undoes the last edit of the game, or does it again, and announces it.
 * @param {Study} study
 * @param {'undo' | 'redo'} what
 * @returns {boolean} whether there was one
 */
export function step({ history }, what) {
  const edit = history[what]()
  if (edit) announce(`${what === 'undo' ? 'Undone' : 'Done again'}: ${edit.name}.`)
  return edit !== null
}
