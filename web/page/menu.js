// SPDX-License-Identifier: Apache-2.0
// The page's menu. What a button opens is loaded when it is needed.

import { h, icon } from './dom.js'
import { notify } from './notices.js'

/** @typedef {import('../app.js').App} App */

/** @type {{ name: string, label: string, title: string, open: (app: App) => Promise<void> }[]} */
const ENTRIES = [
  {
    name: 'new',
    label: 'New game',
    title: 'New game',
    open: async app => (await import('../play/new-game.js')).openNewGame(app),
  },
  {
    name: 'open',
    label: 'Open',
    title: 'Open a PGN file',
    open: async app => (await import('../pgn/games.js')).openGames(app),
  },
  {
    name: 'share',
    label: 'Share',
    title: 'PGN, FEN and links of this game',
    open: async app => (await import('../pgn/share.js')).openShare(app),
  },
  {
    name: 'setup',
    label: 'Set up',
    title: 'Set up a position',
    open: async app => (await import('../setup/editor.js')).openEditor(app),
  },
  {
    name: 'engine',
    label: 'Engine',
    title: 'Choose the engine',
    open: async app => (await import('../engine/engine-dialog.js')).openEngine(app),
  },
  {
    name: 'settings',
    label: 'Settings',
    title: 'Settings and licences',
    open: async app => (await import('./settings-dialog.js')).openSettings(app),
  },
]

/** @param {HTMLElement} root @param {App} app */
export function mountMenu(root, app) {
  for (const { name, label, title, open } of ENTRIES) {
    const click = () =>
      open(app).catch(error => {
        console.error(error)
        notify({ text: `This part of the page could not be loaded: ${error.message}`, tone: 'error' })
      })
    root.append(
      h(
        'button',
        { type: 'button', id: `menu-${name}`, title, onclick: click },
        icon(name),
        h('span', {}, label),
      ),
    )
  }
}
