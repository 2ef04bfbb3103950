// SPDX-License-Identifier: Apache-2.0
// The page's menu. What a button opens is loaded when it is needed.

import { h, icon } from './page/dom.js'
import { openPart } from './page/load.js'

/** @import { App } from './app.js' */

/** @type {{ name: string, label: string, title: string, open: (app: App) => unknown }[]} */
const ENTRIES = [
  {
    name: 'new',
    label: 'New game',
    title: 'New game',
    open: app =>
      openPart(
        () => import('./play/new-game.js'),
        part => part.openNewGame(app),
      ),
  },
  {
    name: 'open',
    label: 'Open',
    title: 'Open a PGN file',
    open: ({ openFile }) => openFile.show(),
  },
  {
    name: 'share',
    label: 'Share',
    title: 'PGN, FEN and links of this game',
    open: app =>
      openPart(
        () => import('./pgn/share.js'),
        part => part.openShare(app),
      ),
  },
  {
    name: 'setup',
    label: 'Set up',
    title: 'Set up a position',
    open: app =>
      openPart(
        () => import('./setup/editor.js'),
        part => part.openEditor(app),
      ),
  },
  {
    name: 'engine',
    label: 'Engine',
    title: 'Choose the engine',
    open: app =>
      openPart(
        () => import('./engine/engine-dialog.js'),
        part => part.openEngine(app),
      ),
  },
  {
    name: 'settings',
    label: 'Settings',
    title: 'Settings and licences',
    open: app =>
      openPart(
        () => import('./page/settings-dialog.js'),
        part => part.openSettings(app),
      ),
  },
]

/** @param {HTMLElement} root @param {App} app */
export function mountMenu(root, app) {
  const [first, ...others] = ENTRIES.map(({ name, label, title, open }) => {
    const attributes = { type: 'button', id: `menu-${name}`, title, onclick: () => open(app) }
    return h('button', attributes, icon(name), h('span', {}, label))
  })
  // On narrow screens it pops up; on others it is a part of the row.
  const list = h('div', { class: 'menu-list', id: 'menu-list', popover: '' }, ...others)
  list.addEventListener('click', () => list.hidePopover?.())
  const more = h(
    'button',
    { type: 'button', id: 'menu-more', popovertarget: 'menu-list', 'aria-label': 'More', title: 'More' },
    icon('more'),
  )
  root.append(first, list, more)
}
