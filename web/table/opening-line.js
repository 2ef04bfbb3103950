// SPDX-License-Identifier: Apache-2.0
// The line under the players that names the opening of the current line. The list of names is loaded with the first
// move; where it knows none, the tags of the PGN are shown. Openings of variants have no names: theirs is shown instead.

import { h } from '../page/dom.js'
import { variantName } from '../study/descriptions.js'
import { known } from '../study/headers.js'

/** @import { PgnNode } from 'binbo/pgn' */
/** @import { App } from '../app.js' */
/** @typedef {typeof import('binbo/openings')} Book */
/** @typedef {{ eco: string, name: string }} Name either may be '' */

/** @param {HTMLElement} root @param {App} app */
export function mountOpening(root, { study }) {
  /** @type {Book | null} */
  let book = null
  let isAsked = false
  /** @type {WeakMap<PgnNode, Name | null>} */
  const names = new WeakMap()

  /** @param {PgnNode} node @returns {Name | null} of the last position up to the node that has a name */
  const lastName = node => {
    for (let at = /** @type {PgnNode | null} */ (node); book && at; at = at.parent) {
      if (!names.has(at)) names.set(at, book.openingAt(at))
      const name = names.get(at)
      if (name) return name
    }
    return null
  }

  const load = async () => {
    isAsked = true
    try {
      book = await import('binbo/openings')
      show()
    } catch {
      // Without a network the line shows the tags only; the next move asks again.
      isAsked = false
    }
  }

  const show = () => {
    const { node, tree, position } = study
    const isStandard = position.variant === 'standard'
    if (isStandard && !isAsked && tree.root.children.length > 0) load()
    const { eco, name } = isStandard
      ? (lastName(node) ?? tagged(tree.headers))
      : { eco: '', name: variantName(position.variant) }
    const text = `${eco} ${name}`.trim()
    if (root.title === text) return
    root.title = text
    root.replaceChildren(eco && h('span', { class: 'eco' }, eco), eco && name ? ` ${name}` : name)
  }

  study.onChange(change => change !== 'mode' && show())
  show()
}

/** @param {Map<string, string>} headers @returns {Name} of a PGN’s tags */
function tagged(headers) {
  const [eco, opening, variation] = ['ECO', 'Opening', 'Variation'].map(tag => known(headers.get(tag)))
  return { eco, name: variation && !opening.includes(variation) ? `${opening}: ${variation}` : opening }
}
