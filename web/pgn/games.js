// SPDX-License-Identifier: Apache-2.0
// The panel "Games" beside the board. What it shows is loaded when it is first seen.

import { h } from '../page/dom.js'
import { loadPart } from '../page/load.js'

/** @import { App } from '../app.js' */

/** @param {HTMLElement} root @param {App} app */
export function mountGames(root, app) {
  // Empty panels are hidden, and what is hidden is never seen.
  const place = h('div', { class: 'games-place' })
  root.append(place)
  let state = /** @type {'empty' | 'loading' | 'full'} */ ('empty')
  const load = async () => {
    if (state !== 'empty') return
    state = 'loading'
    const isLoaded = await loadPart(
      () => import('./games-panel.js'),
      ({ fillGames }) => fillGames(place, app),
    )
    state = isLoaded ? 'full' : 'empty'
  }
  new IntersectionObserver(entries => entries.some(({ isIntersecting }) => isIntersecting) && load()).observe(
    root,
  )
  app.openFile.onChange(load)
}
