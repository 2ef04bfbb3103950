// SPDX-License-Identifier: Apache-2.0
// What can be done with the move that is looked at: its line moved up, its words changed, all from it on deleted.

import { h, icon } from '../page/dom.js'
import { notify } from '../page/notices.js'
import { moveNumber, plyOf } from './move-blocks.js'
import { notifyFailure } from './parts.js'

/** @typedef {import('binbo/pgn').PgnNode} PgnNode */
/** @typedef {import('../game/study.js').Study} Study */
/** @typedef {import('./move-list.js').MoveList} MoveList */

/** For undoing, in seconds. */
const SECONDS = 20

/** @param {HTMLElement} root @param {MoveList} list @param {Study} study */
export function mountActions(root, list, study) {
  const annotate = action('annotate', 'comment', 'Comment', 'Comment and glyphs of this move', () =>
    import('./annotate-dialog.js').then(({ openAnnotate }) => openAnnotate(study)).catch(notifyFailure),
  )
  const promote = action('promote', 'up', 'Promote', 'Move this variation one place up', () =>
    study.promote(study.node),
  )
  const main = action('make-main', 'main-line', 'Main line', 'Make this variation the main line', () =>
    study.makeMain(study.node),
  )
  const remove = action('delete', 'delete', 'Delete', 'Delete this move and all that follows', () =>
    removeHere(study),
  )
  root.append(
    h(
      'div',
      { class: 'move-actions', role: 'toolbar', 'aria-label': 'This move' },
      annotate,
      promote,
      main,
      remove,
    ),
  )
  const show = () => {
    const { node } = study
    promote.disabled = main.disabled = isMainLine(node)
    remove.disabled = node.parent === null
  }
  study.onChange(show)
  show()
  list.element.addEventListener('keydown', event => {
    if (event.key !== 'Delete' || event.ctrlKey || event.altKey || event.metaKey || remove.disabled) return
    event.preventDefault()
    removeHere(study)
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

/** @param {PgnNode} node @returns {boolean} */
function isMainLine(node) {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false
  return true
}

/** @param {Study} study */
function removeHere(study) {
  const { node } = study
  const name = `${moveNumber(plyOf(node))} ${node.san}`
  const before = study.snapshot()
  study.remove(node)
  const undo = () => {
    const after = study.snapshot()
    study.restore(before)
    const redo = { label: 'Delete again', run: () => study.restore(after) }
    notify({ text: `${name} is back.`, actions: [redo], seconds: SECONDS })
  }
  notify({
    text: `${name} and all that followed is deleted.`,
    actions: [{ label: 'Undo', run: undo }],
    seconds: SECONDS,
  })
}
