// SPDX-License-Identifier: Apache-2.0
// Which part of the page is shown beside the board.

import { Listeners } from './listeners.js'

/** @import { Mode, Study } from '../study/study.js' */
/**
 * 'games': the games, in place of the game. The others are parts of the game: wide windows show several of them together.
 * @typedef {'status' | 'moves' | 'analysis' | 'report' | 'explorer' | 'details' | 'games'} SideTab
 */

/** The tabs of each mode; the first one is the default. */
export const TABS = /** @type {Record<Mode, SideTab[]>} */ ({
  play: ['status', 'moves', 'details'],
  analyse: ['analysis', 'moves', 'report', 'explorer', 'details'],
})

/** Phones held sideways have room for one part: while a game is analysed, its moves. */
const SIDEWAYS = '(min-width: 600px) and (max-height: 500px)'

export class Places {
  /** null: the default of the mode. @type {SideTab | null} */
  #tab = null
  /** Whether the offers of the page are shown; null: while there is no game. @type {boolean | null} */
  #start = null
  /** Does the part of the game cover the board? On upright phones it may. */
  #isFull = false
  #study
  #draw
  /** Of the show() that is drawn now. @type {Element | null} */
  next = null
  #listeners = new Listeners()

  /** @param {Study} study @param {() => void} draw draws what has changed at once */
  constructor(study, draw) {
    this.#study = study
    this.#draw = draw
    study.onChange(change => {
      const { root, headers } = study.tree
      // What had moves stays a game when they are deleted.
      if (root.children.length > 0 || headers.has('FEN')) this.#start = false
      else if (change === 'game') this.#start = null
      if (change === 'game') this.#isFull = false
      // A game that begins is shown.
      if (change === 'game' && study.mode === 'play') this.#set('status')
    })
  }

  /** @returns {SideTab} one of the current mode, or 'games' */
  get tab() {
    const { mode } = this.#study
    const tab = this.#tab
    if (tab && (tab === 'games' || TABS[mode].includes(tab))) return tab
    return mode === 'analyse' && matchMedia(SIDEWAYS).matches ? 'moves' : TABS[mode][0]
  }

  /** @returns {boolean | null} whether the offers of the page are shown; null: while there is no game */
  get start() {
    return this.#start
  }

  /** @returns {boolean} whether the part that is shown covers the board, on upright phones */
  get isFull() {
    return this.#isFull
  }

  /** @param {boolean} isFull */
  cover(isFull) {
    this.#isFull = isFull
    this.#listeners.emit()
  }

  /** @param {boolean} isShown */
  showStart(isShown) {
    this.#start = isShown
    if (this.#tab === 'games') this.#tab = null
    this.#listeners.emit()
    this.#draw()
  }

  /** @param {() => void} listener @returns {() => void} removes it */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  /**
   * @param {SideTab | null} tab null: the default
   * @param {Element | null} [next] gets the focus if what had it is hidden now; by default the tab's button
   */
  show(tab, next = null) {
    this.next = next
    this.#set(tab)
    this.#draw()
    this.next = null
  }

  /** Shows the game if the games are shown in its place. */
  showGame() {
    if (this.#tab === 'games') this.show(null, document.querySelector('.table'))
  }

  /** @param {SideTab | null} tab */
  #set(tab) {
    if (tab === this.#tab) return
    this.#tab = tab
    this.#listeners.emit()
  }

  /**
   * @param {SideTab} tab
   * @returns {() => void} shows the tab before it again, if this one is still shown; a focus in it goes back, too
   */
  reveal(tab) {
    const before = this.#tab
    const { activeElement } = document
    this.show(tab)
    return () => {
      if (this.#tab === tab) this.show(before, activeElement)
    }
  }
}
