// SPDX-License-Identifier: Apache-2.0
// The page's section "Under the hood": closed at first, and loaded when it is opened.

import { h } from '../page/dom.js'
import { loadPart } from '../page/load.js'

/** @import { App } from '../app.js' */

/** @param {HTMLElement} root @param {App} app */
export function mountHood(root, app) {
  const content = h('div', { class: 'hood-content' })
  let loaded = false
  const open = async () => {
    if (!details.open || loaded) return
    loaded = true
    loaded = await loadPart(
      () => import('./panel.js'),
      ({ mountPanel }) => mountPanel(content, app, () => details.open),
    )
    if (!loaded) details.open = false
  }
  const details = h(
    'details',
    { class: 'hood', id: 'hood', ontoggle: open },
    h('summary', {}, h('h2', {}, 'Under the hood'), h('span', { class: 'soft' }, 'Speed, sizes, bytes')),
    content,
  )
  root.append(details)
}
