// SPDX-License-Identifier: Apache-2.0
// The row under the board: through the moves, the board turned round, and what the keyboard does.

import { allow } from '../page/allow.js'
import { h, icon } from '../page/dom.js'
import { openPart } from '../page/lazy.js'
import { announce } from '../page/notices.js'
import { listenToKeys } from './keys.js'

/** @typedef {import('../app.js').App} App */

/** @param {HTMLElement} root @param {App} app */
export function mountNavigation(root, { study, board }) {
  const first = button('first', 'To the start', () => study.toStart())
  const back = button('back', 'One move back', () => study.back())
  const forward = button('forward', 'One move forward', () => study.forward())
  const last = button('last', 'To the end of this line', () => study.toEnd())
  const flip = button('flip', 'Turn the board round', () => {
    board.flip()
    announce(`The board is turned: ${board.flipped ? 'Black' : 'White'} is below.`)
  })
  const keys = button('keyboard', 'What the keyboard does', () =>
    openPart(
      () => import('./keyboard-help.js'),
      ({ openKeyboardHelp }) => openKeyboardHelp(),
    ),
  )
  root.append(first, back, forward, last, flip, keys)

  const show = () => {
    const { node } = study
    for (const button of [first, back]) allow(button, node.parent !== null)
    for (const button of [forward, last]) allow(button, node.children.length > 0)
  }
  study.onChange(show)
  show()
  listenToKeys(study)
}

/** @param {string} name @param {string} label @param {() => void} onclick */
const button = (name, label, onclick) =>
  h('button', { type: 'button', id: `nav-${name}`, 'aria-label': label, title: label, onclick }, icon(name))
