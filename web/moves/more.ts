// SPDX-License-Identifier: Apache-2.0
// "More": a menu of less frequent actions on moves. It pops up above the row of steps.

import { html, render } from 'lit-html'
import { h } from '../page/dom.js'
import { openPart } from '../page/load.js'
import { notify } from '../page/notices.js'
import { rove } from '../page/roving.js'
import { button } from '../page/templates.js'
import { copyText } from '../page/text-out.js'
import { say } from '../page/texts.js'
import { stepHistory } from '../study/removal.js'
import type { Page, State } from './moves-card.js'
import { mayRemove, removeHere } from './moves-card.js'
import { openTypedMove, showAbove } from './typed-move.js'

let menu: HTMLElement | null = null

export function openMore(page: Page) {
  menu ??= make(page)
  showAbove(menu)
  menu.querySelector('button')?.focus()
}

function make(page: Page): HTMLElement {
  const made = h('div', {
    ...{ class: 'move-more', popover: '', role: 'toolbar' },
    ...{ 'aria-label': say`More`, 'aria-orientation': 'vertical' },
    onkeydown: event => rove(event, { way: 'column', wraps: true }),
  })
  page.store.drawWith(state => render(moreView(state, page, made), made))
  return made
}

function moreView(state: State, page: Page, popover: HTMLElement) {
  const { node, edits } = state
  const { study } = page
  const isMain = node.isMainline
  /** @param rest `stays`: the menu stays open */
  const act = (
    id: string,
    icon: string,
    label: string,
    run: () => unknown,
    { off, title, stays }: { off?: boolean; title?: string; stays?: boolean } = {},
  ) =>
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
  return html`${act('move-type', 'keyboard', say`Type a move`, () => openTypedMove(page))}
    ${act('move-annotate', 'comment', say`Comment`, annotate, { title: say`Add a comment, or a sign such as ! or ?` })}
    ${act('move-promote', 'up', say`Promote`, () => study.history.promote(study.node), {
      ...{ off: isMain, title: say`Move this variation one place up` },
    })}
    ${act('move-make-main', 'main-line', say`Main line`, () => study.history.makeMain(study.node), {
      ...{ off: isMain, title: say`Make this variation the main line` },
    })}
    ${act('move-delete', 'delete', say`Delete`, () => removeHere(page), {
      ...{ off: !mayRemove(state), title: say`Delete this move and all that follows` },
    })}
    ${act(
      'move-undo',
      'takeback',
      edits.undo ? say`Undo: ${edits.undo}` : say`Undo`,
      () => stepHistory(study, 'undo'),
      {
        ...{ off: !edits.undo, title: say`Ctrl+Z`, stays: true },
      },
    )}
    ${act(
      'move-redo',
      'redo',
      edits.redo ? say`Redo: ${edits.redo}` : say`Redo`,
      () => stepHistory(study, 'redo'),
      {
        ...{ off: !edits.redo, title: say`Ctrl+Shift+Z`, stays: true },
      },
    )}
    ${act('move-copy', 'copy', say`Copy PGN`, () => copyPgn(study.snapshot().pgn))}
    ${act('nav-keyboard', 'keyboard', say`Keyboard shortcuts`, help)}`
}

async function copyPgn(pgn: string) {
  const isCopied = await copyText(pgn)
  notify({ text: isCopied ? say`The PGN is copied.` : say`This browser does not let the page copy.` })
}
