// SPDX-License-Identifier: Apache-2.0
// The dialog about the engine: the one in use, and the choice of another.

import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'
import { mountEngineChoice } from './engine-choice.js'
import { mountEngineInUse } from './engine-in-use.js'

/** @param {import('../app.js').App} app */
export function openEngine(app) {
  const inUse = h('section', { class: 'engine-in-use', 'aria-label': 'Engine in use', tabindex: -1 })
  const choice = h('form', { class: 'engine-choice', novalidate: true })
  const ends = [
    mountEngineInUse(inUse, app),
    mountEngineChoice(choice, app.room, () => inUse.scrollIntoView({ block: 'nearest' })),
  ]
  const onClose = () => {
    for (const end of ends) end()
  }
  openDialog('Engine', { class: 'engine', onClose }, inUse, choice)
}
