// SPDX-License-Identifier: Apache-2.0
// The page's snapshot and its views. When a model has changed, the next frame makes one new snapshot of all of them, draws
// every view from it, and then runs the effects, such as sounds and what is saved.

import { render } from 'lit-html'
import { keepFocus } from './focus.js'
import { paced } from './pace.js'

/** A store as the parts of the page know it: S is what they read of the snapshot, which may have more. */
export type Views<S extends object> = Pick<Store<S>, keyof Store<S>>

/** @template S the snapshot: plain, frozen data */
export class Store<S extends object> {
  #read: (before: S | null) => S
  /** null: out of date */
  #state: S | null = null
  /** The snapshot that is drawn. */
  #drawn: S | null = null
  /** By what they draw into. */
  #views: Map<unknown, (state: S) => void> = new Map()
  #effects: Set<(state: S, before: S | null) => void> = new Set()
  #isRequested = false
  /** For what changes many times a second: draws at most ten times a second. */
  changeSoon = paced(() => this.change())

  /** @param read makes a snapshot; parts that are the same as `before` are kept, so that they compare equal */
  constructor(read: (before: S | null) => S) {
    this.#read = read
  }

  /** @returns of now */
  get state(): S {
    this.#state ??= this.#read(this.#drawn)
    return this.#state
  }

  /** Call after a model has changed. */
  change = () => {
    this.#state = null
    if (this.#isRequested) return
    this.#isRequested = true
    // Hidden pages get no frames, but go on: they play premoves, save and announce.
    if (document.hidden) setTimeout(this.draw)
    else requestAnimationFrame(this.draw)
  }

  /**
   * Adds a view, in place of an earlier one of the same root.
   * @param root what is drawn into, of this view alone
   * @param view returns a template of lit-html
   * @param next gets the focus if the element that had it is gone or hidden; default: the board
   * @returns draws this view again, for what it alone knows, such as what is under the pointer
   */
  show(
    root: HTMLElement,
    view: (state: S) => unknown,
    next?: () => HTMLElement | null | undefined,
  ): () => void {
    const draw = (state: S) => keepFocus(root, next ?? (() => null), () => render(view(state), root))
    this.#add(root, draw)
    return () => this.#drawn && draw(this.#drawn)
  }

  /** Ends a view. */
  hide(root: HTMLElement) {
    this.#views.delete(root)
  }

  /** Adds a view that no template can draw, such as the board and attributes of the page. */
  drawWith(view: (state: S) => void) {
    this.#add(view, view)
  }

  #add(key: unknown, view: (state: S) => void) {
    this.#views.set(key, view)
    // A part that was loaded later.
    if (this.#drawn) view(this.#drawn)
  }

  /**
   * @param effect run after all views; `before`: the snapshot drawn before
   * @returns removes it
   */
  react(effect: (state: S, before: S | null) => void): () => void {
    this.#effects.add(effect)
    return () => void this.#effects.delete(effect)
  }

  /**
   * As react(), for what depends on few values: it runs when one of them has changed from now on.
   * @returns removes it
   */
  watch(read: (state: S) => readonly unknown[], effect: (state: S) => void): () => void {
    let last = read(this.state)
    return this.react(state => {
      const now = read(state)
      const isSame = now.length === last.length && now.every((value, at) => value === last[at])
      last = now
      if (!isSame) effect(state)
    })
  }

  /** Draws now, if anything has changed. */
  draw = () => {
    this.#isRequested = false
    const { state } = this
    if (state === this.#drawn) return
    const before = this.#drawn
    this.#drawn = state
    for (const view of this.#views.values()) attempt(() => view(state))
    for (const effect of this.#effects) attempt(() => effect(state, before))
  }
}

/** Calls it; what it throws is reported, and does not stop what comes after it. */
function attempt(action: () => void) {
  try {
    action()
  } catch (error) {
    globalThis.reportError(error)
  }
}
