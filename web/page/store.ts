// SPDX-License-Identifier: Apache-2.0
// The page's snapshot and its views. When a model has changed, the next frame makes one new snapshot of all of them, draws
// every view from it, and then runs the effects, such as sounds and what is saved.

import { html, render } from 'lit-html'
import { keepFocus } from './focus.js'
import { paced } from './pace.js'
import { say } from './texts.js'

/** A store as the parts of the page use it: S is the part of the snapshot that they read. */
export type Views<S extends object> = Pick<Store<S>, keyof Store<S>>

/** @template S the type of the snapshot: plain, frozen data */
export class Store<S extends object> {
  #read: (before: S | null) => S
  /** The current snapshot; null: out of date. */
  #state: S | null = null
  /** The snapshot drawn last. */
  #drawn: S | null = null
  /** By the element that they draw into. */
  #views: Map<unknown, (state: S) => void> = new Map()
  #effects: Set<(state: S, before: S | null) => void> = new Set()
  #isRequested = false
  /** For models that change many times a second: draws at most ten times a second. */
  changeSoon = paced(() => this.change())

  /** @param read makes a snapshot; it reuses unchanged parts of `before`, so that they compare equal */
  constructor(read: (before: S | null) => S) {
    this.#read = read
  }

  /** @returns the current snapshot */
  get state(): S {
    this.#state ??= this.#read(this.#drawn)
    return this.#state
  }

  /** Call after a model has changed. */
  change = () => {
    this.#state = null
    if (this.#isRequested) return
    this.#isRequested = true
    // Hidden pages get no frames, but they still play premoves, save and announce.
    if (document.hidden) setTimeout(this.draw)
    else requestAnimationFrame(this.draw)
  }

  /**
   * Adds a view, in place of an earlier one of the same root.
   * @param root the element to draw into; no other view uses it
   * @param view returns a template of lit-html
   * @param next returns the element that gets the focus if its element disappears or is hidden; default: the board
   * @returns draws this view again, for state of its own, such as the element under the pointer
   */
  show(
    root: HTMLElement,
    view: (state: S) => unknown,
    next?: () => HTMLElement | null | undefined,
  ): () => void {
    const draw = (state: S) =>
      keepFocus(root, next ?? (() => null), () =>
        render(
          whole(root, () => view(state), BROKEN),
          root,
        ),
      )
    this.#add(root, draw)
    return () => this.#drawn && draw(this.#drawn)
  }

  /** Ends a view. */
  hide(root: HTMLElement) {
    this.#views.delete(root)
  }

  /** Adds a view that does not draw a template, such as the board and attributes of the page. */
  drawWith(view: (state: S) => void) {
    this.#add(view, view)
  }

  #add(key: unknown, view: (state: S) => void) {
    this.#views.set(key, view)
    // The part was loaded later.
    if (this.#drawn) view(this.#drawn)
  }

  /**
   * @param effect runs after all views; `before`: the snapshot drawn before
   * @returns removes the effect
   */
  react(effect: (state: S, before: S | null) => void): () => void {
    this.#effects.add(effect)
    return () => void this.#effects.delete(effect)
  }

  /**
   * As react(), but the effect runs only when one of the values has changed since the last drawing.
   * @returns removes the effect
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
    for (const view of this.#views.values()) whole(view, () => view(state), undefined)
    for (const effect of this.#effects) whole(effect, () => effect(state, before), undefined)
  }
}

const BROKEN = html`<p class="error" role="alert">${say`This part cannot be shown. Your game is kept.`}</p>`

/** The parts that fail. */
const failing: Set<unknown> = new Set()

/**
 * Reads or draws one part of the page. Its error is reported once, until the part works again, and stops no other part.
 * @param part identifies it
 * @param without the value of a part that fails
 */
export function whole<T, U>(part: unknown, read: () => T, without: U): T | U {
  try {
    const value = read()
    failing.delete(part)
    return value
  } catch (error) {
    if (!failing.has(part)) globalThis.reportError(error)
    failing.add(part)
    return without
  }
}
