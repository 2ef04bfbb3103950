// SPDX-License-Identifier: Apache-2.0
// The name of the opening of a line. The list of names is loaded with the first move; where it knows none, the tags of
// the PGN are used. Openings of variants have no names: the variant's is used instead.

import { html, nothing } from 'lit-html'
import { variantName } from '../study/descriptions.js'
import { known } from '../study/headers.js'

/** @import { PgnNode } from 'binbo/pgn' */
/** @import { Study } from '../study/study.js' */
/** @import { State } from './side-tabs.js' */
/** @typedef {typeof import('binbo/openings')} Book */
/** @typedef {{ eco: string, name: string }} Name either may be '' */

export class Openings {
  /** @type {Book | null} */
  #book = null
  #isAsked = false
  /** @type {WeakMap<PgnNode, Name | null>} */
  #names = new WeakMap()
  #onLoad

  /** @param {() => void} onLoad called when the names are loaded */
  constructor(onLoad) {
    this.#onLoad = onLoad
  }

  /** @param {Pick<Study, 'node' | 'tree' | 'variant'>} at @returns {Name} */
  nameAt({ node, tree, variant }) {
    if (variant !== 'standard') return { eco: '', name: variantName(variant) }
    if (!this.#isAsked && tree.root.children.length > 0) void this.#load()
    return this.#lastName(node) ?? tagged(tree.headers)
  }

  async #load() {
    this.#isAsked = true
    try {
      this.#book = await import('binbo/openings')
      this.#onLoad()
    } catch {
      // Without a network the tags are used; the next move asks again.
      this.#isAsked = false
    }
  }

  /** @param {PgnNode} node @returns {Name | null} of the last position up to the node that has a name */
  #lastName(node) {
    let name = this.#names.get(node)
    if (name === undefined && this.#book) this.#names.set(node, (name = this.#book.openingOf(node)))
    return name ?? null
  }
}

/** @param {Map<string, string>} headers @returns {Name} of a PGN’s tags */
function tagged(headers) {
  const [eco, opening, variation] = ['ECO', 'Opening', 'Variation'].map(tag => known(headers.get(tag)))
  return { eco, name: variation && !opening.includes(variation) ? `${opening}: ${variation}` : opening }
}

/** @param {State} state */
export const openingView = ({ opening: { eco, name } }) =>
  html`<span title=${`${eco} ${name}`.trim()}>${eco ? html`<span class="eco">${eco}</span> ` : nothing}${name}</span>`
