// SPDX-License-Identifier: Apache-2.0
// The page's menu. What a button opens is loaded when it is needed.

/// <reference path="./page/built.d.ts" />

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
        () => import('./settings/settings-dialog.js'),
        part => part.openSettings(app),
      ),
  },
  {
    name: 'code',
    label: 'Code',
    title: 'The code of this board, and figures',
    open: app =>
      openPart(
        () => import('./hood/developers.js'),
        part => part.openDevelopers(app),
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
  const list = h('div', { class: 'menu-list', id: 'menu-list', popover: '' }, ...others, ...developerLinks())
  list.addEventListener('click', ({ target }) => {
    if (!list.lastElementChild?.contains(/** @type {Node} */ (target))) list.hidePopover?.()
  })
  const more = h(
    'button',
    { type: 'button', id: 'menu-more', popovertarget: 'menu-list', 'aria-label': 'More', title: 'More' },
    icon('more'),
  )
  root.append(first, list, more)
}

/** @returns {HTMLElement[]} the documents, the source, and how to install the package */
function developerLinks() {
  const links = [['docs/index.html', 'Docs'], ...(BUILD.source ? [[BUILD.source, 'Source']] : [])]
  const install = h('code', {}, 'npm i binbo')
  const copy = () =>
    openPart(
      () => import('./page/text-out.js'),
      part => part.copyShown(install),
    )
  return [
    ...links.map(([href, label]) => h('a', { href, target: '_blank' }, label)),
    h(
      'span',
      { class: 'npm' },
      install,
      h(
        'button',
        { type: 'button', id: 'menu-npm', 'aria-label': 'Copy npm i binbo', onclick: copy },
        icon('copy'),
      ),
    ),
  ]
}
