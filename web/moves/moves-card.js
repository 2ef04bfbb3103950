// SPDX-License-Identifier: Apache-2.0
// The panel of the moves: their list, and the buttons that act on the current move.

import { h, icon } from '../page/dom.js'
import { allow, isAllowed } from '../page/focus.js'
import { openPart } from '../page/load.js'
import { announce } from '../page/notices.js'
import { isOnMainLine, moveName } from '../study/nodes.js'
import { isThere, notifyUndo } from '../study/removal.js'
import { MoveList } from './move-list.js'
import { mountTypedMove } from './typed-move.js'

/** @import { App } from '../app.js' */
/** @import { Study } from '../study/study.js' */

/** @param {HTMLElement} root @param {App} app */
export function mountMoves(root, app) {
  const { study, review, match } = app
  const list = new MoveList(study, review)
  root.append(list.element)
  mountActions(root, list, study, match)
  mountTypedMove(root, app)
}

/** @param {HTMLElement} root @param {MoveList} list @param {Study} study @param {App['match']} match */
function mountActions(root, list, study, match) {
  const annotate = action('annotate', 'comment', 'Comment', 'Add a comment, or a sign such as ! or ?', () =>
    openPart(
      () => import('./annotate-dialog.js'),
      ({ openAnnotate }) => openAnnotate(study),
    ),
  )
  const promote = action('promote', 'up', 'Promote', 'Move this variation one place up', () =>
    study.history.promote(study.node),
  )
  const main = action('make-main', 'main-line', 'Main line', 'Make this variation the main line', () =>
    study.history.makeMain(study.node),
  )
  const remove = action('delete', 'delete', 'Delete', 'Delete this move and all that follows', () =>
    removeHere(study, match),
  )
  const undo = action('undo', 'takeback', 'Undo', 'Undo', () => step(study, 'undo'))
  const redo = action('redo', 'redo', 'Redo', 'Redo', () => step(study, 'redo'))
  root.append(
    h(
      'div',
      { class: 'move-actions', role: 'group', 'aria-label': 'This move' },
      annotate,
      promote,
      main,
      remove,
      undo,
      redo,
    ),
  )
  const show = () => {
    const { node } = study
    for (const button of [promote, main]) allow(button, !isOnMainLine(node))
    allow(remove, node.parent !== null && !match.isServed)
    const { undoName, redoName } = study.history
    allow(undo, undoName !== '')
    allow(redo, redoName !== '')
    undo.title = undoName ? `Undo: ${undoName} (Ctrl+Z)` : 'Undo'
    redo.title = redoName ? `Redo: ${redoName} (Ctrl+Shift+Z)` : 'Redo'
  }
  study.onChange(show)
  match.onChange(show)
  study.history.onChange(show)
  show()
  list.element.addEventListener('keydown', event => {
    if (event.key !== 'Delete' || event.ctrlKey || event.altKey || event.metaKey || !isAllowed(remove)) return
    event.preventDefault()
    removeHere(study, match)
  })
}

/**
 * @param {string} name
 * @param {string} picture of icons.svg
 * @param {string} label
 * @param {string} title
 * @param {() => void} onclick
 * @returns {HTMLButtonElement}
 */
const action = (name, picture, label, title, onclick) =>
  h(
    'button',
    { type: 'button', class: 'quiet', id: `move-${name}`, title, onclick },
    icon(picture),
    h('span', {}, label),
  )

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
