// SPDX-License-Identifier: Apache-2.0
// Which part of the page is shown beside the board.

import { keysOf } from '../page/unknown.js'
import type { Change, Mode, Study } from './study.js'

export type SideTab = keyof typeof PANELS
/** What views show. `view`: what the page shows; 'start': the offers of the page. */
export type PlacesState = { tab: SideTab; isFull: boolean; view: Mode | 'start' | 'games' }
type Panel = {
  /** of its tab */
  label: string
  /** the id of its element */
  place: string
  /** that have it */
  modes: Mode[]
  /** whether wide windows have a tab for it; they show the others all the time */
  beside?: boolean
}

const rows = <T extends string>(panels: Record<T, Panel>): Readonly<Record<T, Panel>> => Object.freeze(panels)

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
const NAMES = keysOf(PANELS)

/** @returns its tabs; the first one is the default */
export const tabsOf = (mode: Mode): SideTab[] => NAMES.filter(name => PANELS[name].modes.includes(mode))

/** The tabs of wide windows. */
export const BESIDE = NAMES.filter(name => PANELS[name].beside)

/** Phones held sideways have room for one part: while a game is analysed, its moves. */
const SIDEWAYS = '(min-width: 600px) and (max-height: 500px)'

export class Places {
  /** Set by the page: called after each change. */
  changed = () => {}
  /** null: the default of the mode. */
  #tab: SideTab | null = null
  /** Whether the offers of the page are shown; null: while there is no game. */
  #start: boolean | null = null
  /** Does the part of the game cover the board? On upright phones it may. */
  #isFull = false
  #study: Study
  #draw: () => void
  /** Of the show() that is drawn now. */
  next: Element | null = null

  /** @param draw draws what has changed at once */
  constructor(study: Study, draw: () => void) {
    this.#study = study
    this.#draw = draw
  }

  /** Call after each change of the study. */
  follow(change: Change) {
    const { tree, mode } = this.#study
    // What had moves stays a game when they are deleted.
    if (tree.root.children.length > 0 || tree.headers.has('FEN')) this.#start = false
    else if (change === 'game') this.#start = null
    if (change === 'game') this.#isFull = false
    // A game that begins is shown.
    if (change === 'game' && mode === 'play') this.#set('status')
  }

  /** @returns one of the current mode, or 'games' */
  get tab(): SideTab {
    const { mode } = this.#study
    const tab = this.#tab
    if (tab && (tab === 'games' || tabsOf(mode).includes(tab))) return tab
    return mode === 'analyse' && matchMedia(SIDEWAYS).matches ? 'moves' : tabsOf(mode)[0]
  }

  /** @returns whether the offers of the page are shown; null: while there is no game */
  get start(): boolean | null {
    return this.#start
  }

  /** @returns whether the part that is shown covers the board, on upright phones */
  get isFull(): boolean {
    return this.#isFull
  }

  cover(isFull: boolean) {
    this.#isFull = isFull
    this.changed()
  }

  showStart(isShown: boolean) {
    this.#start = isShown
    if (this.#tab === 'games') this.#tab = null
    this.changed()
    this.#draw()
  }

  /**
   * @param tab null: the default
   * @param next gets the focus if what had it is hidden now; by default the tab's button
   */
  show(tab: SideTab | null, next: Element | null = null) {
    this.next = next
    this.#set(tab)
    this.#draw()
    this.next = null
  }

  /** Shows the game if the games are shown in its place. */
  showGame() {
    if (this.#tab === 'games') this.show(null, document.querySelector('.table'))
  }

  #set(tab: SideTab | null) {
    if (tab === this.#tab) return
    this.#tab = tab
    this.changed()
  }

  /** @returns shows the tab before it again, if this one is still shown; a focus in it goes back, too */
  reveal(tab: SideTab): () => void {
    const before = this.#tab
    const { activeElement } = document
    this.show(tab)
    return () => {
      if (this.#tab === tab) this.show(before, activeElement)
    }
  }
}
