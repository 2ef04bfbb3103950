// SPDX-License-Identifier: Apache-2.0
// The page's snapshot and its views. When a model has changed, the next frame makes one new snapshot of all of them, draws
// every view from it, and then runs the effects, such as sounds and what is saved.

import { render } from 'lit-html'
import { keepFocus } from './focus.js'
import { paced } from './pace.js'

/**
 * A store as the parts of the page know it: S is what they read of the snapshot, which may have more.
 * @template {object} S
 * @typedef {Pick<Store<S>, keyof Store<S>>} Views
 */

/** @template {object} S the snapshot: plain, frozen data */
export class Store {
  #read
  /** @type {S | null} null: out of date */
  #state = null
  /** The snapshot that is drawn. @type {S | null} */
  #drawn = null
  /** By what they draw into. @type {Map<unknown, (state: S) => void>} */
  #views = new Map()
  /** @type {Set<(state: S, before: S | null) => void>} */
  #effects = new Set()
  #isRequested = false
  /** For what changes many times a second: draws at most ten times a second. */
  changeSoon = paced(() => this.change())

  /** @param {(before: S | null) => S} read makes a snapshot; parts that are the same as `before` are kept, so that they compare equal */
  constructor(read) {
    this.#read = read
  }

  /** @returns {S} of now */
  get state() {
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
   * @param {HTMLElement} root what is drawn into, of this view alone
   * @param {(state: S) => unknown} view returns a template of lit-html
   * @param {() => HTMLElement | null | undefined} [next] gets the focus if the element that had it is gone or hidden;
   *   default: the board
   * @returns {() => void} draws this view again, for what it alone knows, such as what is under the pointer
   */
  show(root, view, next) {
    const draw = (/** @type {S} */ state) =>
      keepFocus(root, next ?? (() => null), () => render(view(state), root))
    this.#add(root, draw)
    return () => this.#drawn && draw(this.#drawn)
  }

  /** Ends a view. @param {HTMLElement} root */
  hide(root) {
    this.#views.delete(root)
  }

  /** Adds a view that no template can draw, such as the board and attributes of the page. @param {(state: S) => void} view */
  drawWith(view) {
    this.#add(view, view)
  }

  /** @param {unknown} key @param {(state: S) => void} view */
  #add(key, view) {
    this.#views.set(key, view)
    // A part that was loaded later.
    if (this.#drawn) view(this.#drawn)
  }

  /**
   * @param {(state: S, before: S | null) => void} effect run after all views; `before`: the snapshot drawn before
   * @returns {() => void} removes it
   */
  react(effect) {
    this.#effects.add(effect)
    return () => void this.#effects.delete(effect)
  }

  /**
   * As react(), for what depends on few values: it runs when one of them has changed from now on.
   * @param {(state: S) => readonly unknown[]} read
   * @param {(state: S) => void} effect
   * @returns {() => void} removes it
   */
  watch(read, effect) {
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

/** Calls it; what it throws is reported, and does not stop what comes after it. @param {() => void} action */
function attempt(action) {
  try {
    action()
  } catch (error) {
    globalThis.reportError(error)
  }
}
