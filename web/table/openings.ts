// SPDX-License-Identifier: Apache-2.0
// The name of a line's opening. The list of names is loaded with the first move; if it has no name, the tags of the PGN are
// used. Variants show their own name instead.

import type { PgnNode } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import { variantName } from '../study/descriptions.js'
import { known } from '../study/headers.js'
import type { Study } from '../study/study.js'
import type { State } from './side-tabs.js'

type Book = typeof import('binbo/openings')
/** either may be '' */
export type Name = { eco: string; name: string }

export class Openings {
  #book: Book | null = null
  #isAsked = false
  #names: WeakMap<PgnNode, Name | null> = new WeakMap()
  #onLoad: () => void

  /** @param onLoad called when the names are loaded */
  constructor(onLoad: () => void) {
    this.#onLoad = onLoad
  }

  nameAt({ node, tree, variant }: Pick<Study, 'node' | 'tree' | 'variant'>): Name {
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
      // Without a network the tags are used; the next move loads the list again.
      this.#isAsked = false
    }
  }

  /** @returns the name of the last named position up to the node */
  #lastName(node: PgnNode): Name | null {
    let name = this.#names.get(node)
    if (name === undefined && this.#book) this.#names.set(node, (name = this.#book.openingOf(node)))
    return name ?? null
  }
}

/** @returns the opening in a PGN’s tags */
function tagged(headers: Map<string, string>): Name {
  const [eco, opening, variation] = ['ECO', 'Opening', 'Variation'].map(tag => known(headers.get(tag)))
  return { eco, name: variation && !opening.includes(variation) ? `${opening}: ${variation}` : opening }
}

export const openingView = ({ opening: { eco, name } }: State) =>
  html`<span title=${`${eco} ${name}`.trim()}>${eco ? html`<span class="eco">${eco}</span> ` : nothing}${name}</span>`
