// SPDX-License-Identifier: Apache-2.0
// Some models of the page, which react to each other as on the page (web/reactions.ts), and their store.

import { Store } from '#web/page/store.js'
import { connect } from '#web/reactions.js'

/**
 * @template {object} M
 * @param {M} models by their names on the page
 * @returns {M & { store: Store<any> }} store: draws with the next timer
 */
export function connected(models) {
  const { study, match, games, history = study.history } = /** @type {any} */ (models)
  globalThis.requestAnimationFrame = run => setTimeout(run)
  const store = new Store(() => ({
    ...study.shown,
    ...games?.shown,
    match: { setup: match?.setup ?? null },
  }))
  connect(/** @type {any} */ ({ history, store, ...models }))
  return { ...models, store }
}

/**
 * @param {{ changed: (...event: any[]) => void }} model
 * @param {(...event: any[]) => void} run called after the reactions to each change
 */
export function after(model, run) {
  const { changed } = model
  model.changed = (...event) => {
    changed(...event)
    run(...event)
  }
}
