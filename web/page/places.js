// SPDX-License-Identifier: Apache-2.0
// Which part of the page is shown beside the board.

import { Listeners } from './listeners.js'

/** @import { Study } from '../study/study.js' */
/** @typedef {'moves' | 'analysis' | 'details' | 'games'} SideTab wide screens show the moves with each of them */

export class Places {
  /** @type {SideTab} */
  #tab = 'moves'
  #draw
  /** Of the show() that is drawn now. @type {Element | null} */
  next = null
  #listeners = new Listeners()

  /** @param {Study} study @param {() => void} draw draws what has changed at once */
  constructor(study, draw) {
    this.#draw = draw
    study.onChange(change => {
      // A game that begins shows its moves; while it is played there is no analysis.
      const hasBegun = change === 'game' && study.mode === 'play'
      if (hasBegun || (study.mode === 'play' && this.#tab === 'analysis')) this.#set('moves')
    })
  }

  /** @returns {SideTab} */
  get tab() {
    return this.#tab
  }

  /** @param {() => void} listener @returns {() => void} removes it */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  /**
   * @param {SideTab} tab
   * @param {Element | null} [next] gets the focus if what had it is hidden now; by default the tab's button
   */
  show(tab, next = null) {
    this.next = next
    this.#set(tab)
    this.#draw()
    this.next = null
  }

  /** @param {SideTab} tab */
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
