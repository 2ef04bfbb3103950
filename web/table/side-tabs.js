// SPDX-License-Identifier: Apache-2.0
// The switch between the page's modes, and the tabs beside the board. On wide screens moves and analysis are shown
// together, so that the tab "Analysis" is for phones only.

import { h, icon } from '../page/dom.js'
import { allow, keepFocus } from '../page/focus.js'

/** @import { App } from '../app.js' */
/** @import { Mode } from '../study/study.js' */
/** @typedef {'moves' | 'analysis' | 'details' | 'games'} SideTab */

const MODES = /** @type {[Mode, string, string][]} */ ([
  ['play', 'Play', 'Play: the board, the clocks and the moves'],
  ['analyse', 'Analyse', 'Analyse: the engine’s lines, variations and the curve'],
])
const TABS = /** @type {[SideTab, string][]} */ ([
  ['moves', 'Moves'],
  ['analysis', 'Analysis'],
  ['details', 'Game'],
  ['games', 'Games'],
])

/** @param {HTMLElement} root @param {HTMLElement} main @param {App} app */
export function mountModes(root, main, { study, match }) {
  const buttons = MODES.map(([mode, label, title]) =>
    h(
      'button',
      { type: 'button', id: `mode-${mode}`, title, onclick: () => study.setMode(mode) },
      icon(mode === 'play' ? 'hand' : 'graph'),
      h('span', {}, label),
    ),
  )
  root.append(...buttons)
  const show = () => {
    main.dataset.mode = study.mode
    for (const [at, [mode]] of MODES.entries())
      buttons[at].setAttribute('aria-pressed', String(mode === study.mode))
    // People play without an engine's help.
    allow(buttons[1], !(match.isServed && match.setup?.human))
  }
  study.onChange(show)
  match.onChange(show)
  show()
}

export class SideTabs {
  #main
  #buttons

  /** @param {HTMLElement} root @param {HTMLElement} main its data-tab names the shown tab @param {App['study']} study */
  constructor(root, main, study) {
    this.#main = main
    this.#buttons = TABS.map(([name, label]) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${name}`,
          'aria-controls': name,
          onclick: () => this.show(name),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
        },
        label,
      ),
    )
    root.append(...this.#buttons)
    this.show('moves')
    study.onChange(change => {
      // A game that begins shows its moves; while it is played there is no analysis.
      const hasBegun = change === 'game' && study.mode === 'play'
      if (hasBegun || (study.mode === 'play' && this.shown === 'analysis')) this.show('moves')
    })
  }

  /** @returns {SideTab} */
  get shown() {
    return /** @type {SideTab} */ (this.#main.dataset.tab)
  }

  /**
   * @param {SideTab} tab
   * @param {Element | null} [next] gets the focus if what had it is hidden now; by default the tab's button
   */
  show(tab, next) {
    const chosen = this.#buttons[TABS.findIndex(([name]) => name === tab)]
    keepFocus(
      this.#main,
      () => (next instanceof HTMLElement ? next : chosen),
      () => {
        this.#main.dataset.tab = tab
        for (const button of this.#buttons) {
          button.setAttribute('aria-selected', String(button === chosen))
          button.tabIndex = button === chosen ? 0 : -1
        }
      },
    )
  }

  /**
   * @param {SideTab} tab
   * @returns {() => void} shows the tab before it again, if this one is still shown; a focus in it goes back, too
   */
  reveal(tab) {
    const before = this.shown
    const { activeElement } = document
    this.show(tab)
    return () => {
      if (this.shown === tab) this.show(before, activeElement)
    }
  }

  /** Arrow keys go from tab to tab. @param {KeyboardEvent} event */
  #press(event) {
    const visible = this.#buttons.filter(button => button.checkVisibility())
    const at = visible.indexOf(/** @type {HTMLButtonElement} */ (event.target))
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || at < 0) return
    event.preventDefault()
    const next = visible[(at + step + visible.length) % visible.length]
    next.focus()
    next.click()
  }
}
