// SPDX-License-Identifier: Apache-2.0
// "More": what users do rarely with the moves. It pops up above the row of steps.

import { html, render } from 'lit-html'
import { h } from '../page/dom.js'
import { openPart } from '../page/load.js'
import { notify } from '../page/notices.js'
import { rove } from '../page/roving.js'
import { button } from '../page/templates.js'
import { copyText } from '../page/text-out.js'
import { isOnMainLine } from '../study/nodes.js'
import { mayRemove, removeHere, step } from './moves-card.js'
import { openTypedMove, showAbove } from './typed-move.js'

/** @import { Page, State } from './moves-card.js' */

/** @type {HTMLElement | null} */
let menu = null

/** @param {Page} page */
export function openMore(page) {
  menu ??= make(page)
  showAbove(menu)
  menu.querySelector('button')?.focus()
}

/** @param {Page} page @returns {HTMLElement} */
function make(page) {
  const made = h('div', { class: 'move-more', popover: '', role: 'toolbar', 'aria-label': 'More' })
  made.setAttribute('aria-orientation', 'vertical')
  made.addEventListener('keydown', event => rove(event, { way: 'column', wraps: true }))
  page.store.drawWith(state => render(moreView(state, page, made), made))
  return made
}

/** @param {State} state @param {Page} page @param {HTMLElement} popover */
function moreView(state, page, popover) {
  const { node, edits } = state
  const { study } = page
  const isMain = isOnMainLine(node)
  /**
   * @param {string} id
   * @param {string} icon
   * @param {string} label
   * @param {() => unknown} run
   * @param {{ off?: boolean, title?: string, stays?: boolean }} [rest] `stays`: whether the menu does
   */
  const act = (id, icon, label, run, { off, title, stays } = {}) =>
    button({
      ...{ id, class: 'quiet', icon, label, title, off },
      run: () => {
        if (!stays) popover.hidePopover()
        run()
      },
    })
  const annotate = () =>
    openPart(
      () => import('./annotate-dialog.js'),
      part => part.openAnnotate(study),
    )
  const help = () =>
    openPart(
      () => import('../page/keyboard-help.js'),
      part => part.openKeyboardHelp(),
    )
  return html`${act('move-type', 'keyboard', 'Type a move', () => openTypedMove(page))}
    ${act('move-annotate', 'comment', 'Comment', annotate, { title: 'Add a comment, or a sign such as ! or ?' })}
    ${act('move-promote', 'up', 'Promote', () => study.history.promote(study.node), {
      ...{ off: isMain, title: 'Move this variation one place up' },
    })}
    ${act('move-make-main', 'main-line', 'Main line', () => study.history.makeMain(study.node), {
      ...{ off: isMain, title: 'Make this variation the main line' },
    })}
    ${act('move-delete', 'delete', 'Delete', () => removeHere(page), {
      ...{ off: !mayRemove(state), title: 'Delete this move and all that follows' },
    })}
    ${act('move-undo', 'takeback', edits.undo ? `Undo: ${edits.undo}` : 'Undo', () => step(study, 'undo'), {
      ...{ off: !edits.undo, title: 'Ctrl+Z', stays: true },
    })}
    ${act('move-redo', 'redo', edits.redo ? `Redo: ${edits.redo}` : 'Redo', () => step(study, 'redo'), {
      ...{ off: !edits.redo, title: 'Ctrl+Shift+Z', stays: true },
    })}
    ${act('move-copy', 'copy', 'Copy PGN', () => copyPgn(study.snapshot().pgn))}
    ${act('nav-keyboard', 'keyboard', 'Keyboard shortcuts', help)}`
}

/** @param {string} pgn */
async function copyPgn(pgn) {
  const isCopied = await copyText(pgn)
  notify({ text: isCopied ? 'The PGN is copied.' : 'This browser does not let the page copy.' })
}
