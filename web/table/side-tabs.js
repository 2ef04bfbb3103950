// SPDX-License-Identifier: Apache-2.0
// The switch between the page's modes, and the tabs beside the board. On wide screens moves and analysis are shown
// together, so that the tab "Analysis" is for phones only.

import { html } from 'lit-html'
import { button } from '../page/templates.js'

/** @import { App } from '../app.js' */
/** @import { SideTab } from '../page/places.js' */
/** @import { State } from '../state.js' */
/** @import { Mode } from '../study/study.js' */

const MODES = /** @type {[Mode, label: string, icon: string, title: string][]} */ ([
  ['play', 'Play', 'hand', 'Play: the board, the clocks and the moves'],
  ['analyse', 'Analyse', 'graph', 'Analyse: the engine’s lines, variations and the curve'],
])
const TABS = /** @type {[SideTab, string][]} */ ([
  ['moves', 'Moves'],
  ['analysis', 'Analysis'],
  ['details', 'Game'],
  ['games', 'Games'],
])

/** @param {State} state @param {App} app */
export const modesView = ({ mode, match }, { study }) =>
  MODES.map(([name, label, icon, title]) =>
    button({
      ...{ id: `mode-${name}`, label, icon, title, pressed: name === mode },
      // People play without an engine's help.
      off: name === 'analyse' && match.isServed && Boolean(match.setup?.human),
      run: () => study.setMode(name),
    }),
  )

/** @param {State} state @param {App} app */
export const tabsView = ({ tab }, { places }) =>
  TABS.map(
    ([name, label]) => html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls=${name}
      aria-selected=${name === tab} tabindex=${name === tab ? 0 : -1} @click=${() => places.show(name)}
      @keydown=${press}>${label}</button>`,
  )

/** Arrow keys go from tab to tab. @param {KeyboardEvent} event */
function press(event) {
  const tab = /** @type {HTMLElement} */ (event.currentTarget)
  const visible = Array.from(tab.parentElement?.querySelectorAll('button') ?? []).filter(one =>
    one.checkVisibility(),
  )
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const next = visible[(visible.findIndex(one => one === tab) + step + visible.length) % visible.length]
  next.focus()
  next.click()
}
