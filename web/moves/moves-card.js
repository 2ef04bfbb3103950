// SPDX-License-Identifier: Apache-2.0
// The card of the moves: headers, list, and the buttons that act on the current move.

import { isOnMainLine, moveName } from '../game/nodes.js'
import { isThere, removeLine } from '../game/removal.js'
import { h, icon } from '../page/dom.js'
import { allow, isAllowed } from '../page/focus.js'
import { openPart } from '../page/load.js'
import { notify, UNDO_SECONDS } from '../page/notices.js'
import { mountHeaders } from './headers-view.js'
import { MoveList } from './move-list.js'

/** @typedef {import('binbo/pgn').PgnNode} PgnNode */
/** @typedef {import('../app.js').App} App */
/** @typedef {import('../game/study.js').Study} Study */
/** @typedef {import('../page/notices.js').Action} Action */

/** @param {HTMLElement} root @param {App} app */
export function mountMoves(root, { study }) {
  const list = new MoveList(study)
  mountHeaders(root, study)
  root.append(list.element)
  mountActions(root, list, study)
}

/** @param {HTMLElement} root @param {MoveList} list @param {Study} study */
function mountActions(root, list, study) {
  const removeHere = makeRemover(study)
  const annotate = action('annotate', 'comment', 'Comment', 'Add a comment, or a sign such as ! or ?', () =>
    openPart(
      () => import('./annotate-dialog.js'),
      ({ openAnnotate }) => openAnnotate(study),
    ),
  )
  const promote = action('promote', 'up', 'Promote', 'Move this variation one place up', () =>
    study.promote(study.node),
  )
  const main = action('make-main', 'main-line', 'Main line', 'Make this variation the main line', () =>
    study.makeMain(study.node),
  )
  const remove = action('delete', 'delete', 'Delete', 'Delete this move and all that follows', () =>
    removeHere(),
  )
  root.append(
    h(
      'div',
      { class: 'move-actions', role: 'group', 'aria-label': 'This move' },
      annotate,
      promote,
      main,
      remove,
    ),
  )
  const show = () => {
    const { node } = study
    for (const button of [promote, main]) allow(button, !isOnMainLine(node))
    allow(remove, node.parent !== null)
  }
  study.onChange(show)
  show()
  list.element.addEventListener('keydown', event => {
    if (event.key !== 'Delete' || event.ctrlKey || event.altKey || event.metaKey || !isAllowed(remove)) return
    event.preventDefault()
    removeHere()
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
 * @param {Study} study
 * @returns {() => void} deletes the current move; "Undo" is offered until another game is loaded
 */
function makeRemover(study) {
  /** @type {Set<() => void>} */
  const offers = new Set()
  study.onChange(change => {
    if (change !== 'game') return
    for (const close of offers) close()
    offers.clear()
  })

  /** @param {string} text @param {Action} action */
  const offer = (text, action) => offers.add(notify({ text, actions: [action], seconds: UNDO_SECONDS }))

  /** @param {PgnNode} node */
  function remove(node) {
    const name = moveName(node)
    const putBack = removeLine(study, node)
    offer(`${name} and all that followed were deleted.`, { label: 'Undo', isUndo: true, run: bringBack })

    function bringBack() {
      const copy = putBack()
      if (!copy) notify({ text: `${name} cannot come back: the move before it is gone.` })
      else
        offer(`${name} is back.`, { label: 'Delete again', run: () => isThere(study, copy) && remove(copy) })
    }
  }

  return () => {
    if (study.node.parent) remove(study.node)
  }
}
