// SPDX-License-Identifier: Apache-2.0
// Which part of the page is shown beside the board.

/** @import { Change, Mode, Study } from './study.js' */
/** @typedef {keyof typeof PANELS} SideTab */
/**
 * What views show. `view`: what the page shows; 'start': the offers of the page.
 * @typedef {{ tab: SideTab, isFull: boolean, view: Mode | 'start' | 'games' }} PlacesState
 */
/**
 * @typedef {object} Panel
 * @property {string} label of its tab
 * @property {string} place the id of its element
 * @property {Mode[]} modes that have it
 * @property {boolean} [beside] whether wide windows have a tab for it; they show the others all the time
 */

/** @template {string} T @param {Record<T, Panel>} panels @returns {Readonly<Record<T, Panel>>} */
const rows = panels => Object.freeze(panels)

/** The parts of a game, in the order of their tabs; and the games, which are shown in its place. */
export const PANELS = rows({
  status: { label: 'Play', place: 'status', modes: ['play'] },
  analysis: { label: 'Lines', place: 'analysis', modes: ['analyse'] },
  moves: { label: 'Moves', place: 'moves', modes: ['play', 'analyse'] },
  report: { label: 'Report', place: 'curve', modes: ['analyse'], beside: true },
  explorer: { label: 'Explorer', place: 'explorer', modes: ['analyse'], beside: true },
  details: { label: 'Game', place: 'details', modes: ['play', 'analyse'], beside: true },
  games: { label: 'Games', place: 'games', modes: [] },
})
const NAMES = /** @type {SideTab[]} */ (Object.keys(PANELS))

/** @param {Mode} mode @returns {SideTab[]} its tabs; the first one is the default */
export const tabsOf = mode => NAMES.filter(name => PANELS[name].modes.includes(mode))

/** The tabs of wide windows. */
export const BESIDE = NAMES.filter(name => PANELS[name].beside)

/** Phones held sideways have room for one part: while a game is analysed, its moves. */
const SIDEWAYS = '(min-width: 600px) and (max-height: 500px)'

export class Places {
  /** The page sets it: called after each change. */
  changed = () => {}
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

  /** @param {Study} study @param {() => void} draw draws what has changed at once */
  constructor(study, draw) {
    this.#study = study
    this.#draw = draw
  }

  /** Call after each change of the study. @param {Change} change */
  follow(change) {
    const { tree, mode } = this.#study
    // What had moves stays a game when they are deleted.
    if (tree.root.children.length > 0 || tree.headers.has('FEN')) this.#start = false
    else if (change === 'game') this.#start = null
    if (change === 'game') this.#isFull = false
    // A game that begins is shown.
    if (change === 'game' && mode === 'play') this.#set('status')
  }

  /** @returns {SideTab} one of the current mode, or 'games' */
  get tab() {
    const { mode } = this.#study
    const tab = this.#tab
    if (tab && (tab === 'games' || tabsOf(mode).includes(tab))) return tab
    return mode === 'analyse' && matchMedia(SIDEWAYS).matches ? 'moves' : tabsOf(mode)[0]
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
    this.changed()
  }

  /** @param {boolean} isShown */
  showStart(isShown) {
    this.#start = isShown
    if (this.#tab === 'games') this.#tab = null
    this.changed()
    this.#draw()
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
    this.changed()
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
