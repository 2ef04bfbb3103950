// SPDX-License-Identifier: Apache-2.0
// The page's menu. Its dialogs are loaded when they are opened.

/// <reference path="./page/built.d.ts" />

import { html, nothing } from 'lit-html'
import { openPart } from './page/load.js'
import { button, picture } from './page/templates.js'
import { say } from './page/texts.js'
import type { Models } from './state.js'

const ENTRIES: { icon: string; label: string; title: string; open: (models: Models) => unknown }[] = [
  {
    icon: 'new',
    label: say`New game`,
    title: say`New game`,
    open: models =>
      openPart(
        () => import('./play/new-game.js'),
        part => part.openNewGame(models),
      ),
  },
  {
    icon: 'open',
    label: say`Open`,
    title: say`Open a PGN file`,
    open: ({ openFile }) => openFile.show(),
  },
  {
    icon: 'share',
    label: say`Share`,
    title: say`PGN, FEN and links of this game`,
    open: models =>
      openPart(
        () => import('./pgn/share.js'),
        part => part.openShare(models),
      ),
  },
  {
    icon: 'setup',
    label: say`Set up`,
    title: say`Set up a position`,
    open: models =>
      openPart(
        () => import('./setup/editor.js'),
        part => part.openEditor(models),
      ),
  },
  {
    icon: 'engine',
    label: say`Engine`,
    title: say`Choose the engine`,
    open: models =>
      openPart(
        () => import('./engine/engine-dialog.js'),
        part => part.openEngine(models),
      ),
  },
  {
    icon: 'settings',
    label: say`Settings`,
    title: say`Settings and licences`,
    open: models =>
      openPart(
        () => import('./settings/settings-dialog.js'),
        part => part.openSettings(models),
      ),
  },
  {
    icon: 'code',
    label: say`Code`,
    title: say`The code of this board, and figures`,
    open: models =>
      openPart(
        () => import('./developers/developers.js'),
        part => part.openDevelopers(models),
      ),
  },
]

/** The menu does not depend on the snapshot. */
export function menuView(models: Models) {
  const [first, ...others] = ENTRIES.map(({ open, ...entry }) =>
    button({ ...entry, id: `menu-${entry.icon}`, run: () => open(models) }),
  )
  // On narrow screens the list is a popover; on others it is part of the row.
  return html`${first}<div class="menu-list" id="menu-list" popover @click=${closeList}>${others}<a
      href="docs/index.html" target="_blank">${say`Docs`}</a>${
        BUILD.source ? html`<a href=${BUILD.source} target="_blank">${say`Source`}</a>` : nothing
      }</div><button type="button" id="menu-more" popovertarget="menu-list" aria-label=${say`More`}
    title=${say`More`}>${picture('more')}</button>`
}

const closeList = ({ currentTarget }: Event & { currentTarget: HTMLElement }) => currentTarget.hidePopover?.()
