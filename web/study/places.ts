// SPDX-License-Identifier: Apache-2.0
// The part of the page that is shown beside the board.

import { say } from '../page/texts.js'
import { keysOf } from '../page/unknown.js'
import type { Change, Mode, Study } from './study.js'

export type SideTab = keyof typeof PANELS
/** The state for views. `view`: the main view of the page; 'start': its offers. */
export type PlacesState = { tab: SideTab; isFull: boolean; view: Mode | 'start' | 'games' | 'train' }
type Panel = {
  /** the label of its tab */
  label: string
  /** the id of its element */
  place: string
  /** the modes that have the panel */
  modes: Mode[]
  /** whether wide windows have a tab for it; they always show the other panels */
  beside?: boolean
}

const rows = <T extends string>(panels: Record<T, Panel>): Readonly<Record<T, Panel>> => Object.freeze(panels)

/** The panels of a game, in the order of their tabs; and the rooms that replace them: they have no modes. */
export const PANELS = rows({
  status: { label: say`Play|tab`, place: 'status', modes: ['play'] },
  analysis: { label: say`Lines|tab`, place: 'analysis', modes: ['analyse'] },
  moves: { label: say`Moves`, place: 'moves', modes: ['play', 'analyse'] },
  report: { label: say`Report`, place: 'curve', modes: ['analyse'], beside: true },
  explorer: { label: say`Explorer`, place: 'explorer', modes: ['analyse'], beside: true },
  details: { label: say`Game`, place: 'details', modes: ['play', 'analyse'], beside: true },
  games: { label: say`Games`, place: 'games', modes: [] },
  train: { label: say`Train`, place: 'train', modes: [] },
})
const NAMES = keysOf(PANELS)

const isRoom = (tab: SideTab | null): boolean => tab !== null && PANELS[tab].modes.length === 0

/** @returns the tabs of a mode; the first one is the default */
export const tabsOf = (mode: Mode): SideTab[] => NAMES.filter(name => PANELS[name].modes.includes(mode))

/** The tabs of wide windows. */
export const BESIDE = NAMES.filter(name => PANELS[name].beside)

/** Phones in landscape have room for one panel: in analysis it is the moves. */
const SIDEWAYS = '(min-width: 600px) and (max-height: 500px)'

export class Places {
  /** Set by the page: called after each change. */
  changed = () => {}
  /** null: the default of the mode. */
  #tab: SideTab | null = null
  /** Whether the offers of the page are shown; null: if there is no game. */
  #start: boolean | null = null
  /** Whether the panel covers the board, on portrait phones. */
  #isFull = false
  #study: Study
  #draw: () => void
  /** The element that gets the focus with the current show(). */
  next: Element | null = null

  /** @param draw draws the page at once */
  constructor(study: Study, draw: () => void) {
    this.#study = study
    this.#draw = draw
  }

  /** Call after each change of the study. */
  follow(change: Change) {
    const { tree, mode } = this.#study
    // A game whose moves were deleted is still a game.
    if (tree.root.children.length > 0 || tree.headers.has('FEN')) this.#start = false
    else if (change === 'game') this.#start = null
    if (change === 'game') this.#isFull = false
    // A new game is shown.
    if (change === 'game' && mode === 'play') this.#set('status')
  }

  /** @returns one of the current mode, or a room */
  get tab(): SideTab {
    const { mode } = this.#study
    const tab = this.#tab
    if (tab && (isRoom(tab) || tabsOf(mode).includes(tab))) return tab
    return mode === 'analyse' && matchMedia(SIDEWAYS).matches ? 'moves' : tabsOf(mode)[0]
  }

  /** @returns whether the offers of the page are shown; null: if there is no game */
  get start(): boolean | null {
    return this.#start
  }

  /** @returns whether the panel covers the board, on portrait phones */
  get isFull(): boolean {
    return this.#isFull
  }

  cover(isFull: boolean) {
    this.#isFull = isFull
    this.changed()
  }

  showStart(isShown: boolean) {
    this.#start = isShown
    if (isRoom(this.#tab)) this.#tab = null
    this.changed()
    this.#draw()
  }

  /**
   * @param tab null: the default
   * @param next gets the focus if the focused element is hidden now; default: the tab's button
   */
  show(tab: SideTab | null, next: Element | null = null) {
    this.next = next
    this.#set(tab)
    this.#draw()
    this.next = null
  }

  /** Shows the game instead of a room. */
  showGame() {
    if (isRoom(this.#tab)) this.show(null, document.querySelector('.table'))
  }

  #set(tab: SideTab | null) {
    if (tab === this.#tab) return
    this.#tab = tab
    this.changed()
  }

  /** @returns shows the previous tab again, if this one is still shown; a focus that it moved returns as well */
  reveal(tab: SideTab): () => void {
    const before = this.#tab
    const { activeElement } = document
    this.show(tab)
    const { activeElement: shown } = document
    return () => {
      if (this.#tab !== tab) return
      this.show(before, activeElement)
      // Since its element was hidden, the focus has waited at the button of the tab.
      if (shown === document.activeElement && activeElement instanceof HTMLElement)
        activeElement.focus({ preventScroll: true })
    }
  }
}
