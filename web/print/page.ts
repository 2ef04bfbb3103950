// SPDX-License-Identifier: Apache-2.0
// The game that is printed: that on the board.

import type { PgnNode } from 'binbo/pgn'
import { known } from '../study/headers.js'
import { lastOfLine } from '../study/nodes.js'
import type { Study } from '../study/study.js'
import type { PrintedGame } from './game-sheet.js'

/** The models that printing uses. */
export type Page = {
  study: Study
  board: { readonly flipped: boolean }
  store: { readonly state: { readonly asks: PgnNode | null } }
}

/** null until it is loaded; without it the tags of the game name the opening. */
let openings: typeof import('binbo/openings') | null = null

/** Loads the names of openings. */
export async function loadOpenings() {
  try {
    openings ??= await import('binbo/openings')
  } catch {
    // Without a network.
  }
}

export function printedGame({ study, board: { flipped }, store }: Page): PrintedGame {
  const { tree, node, variant } = study
  const found = variant === 'standard' ? openings?.openingOf(lastOfLine(tree.root)) : null
  const [eco, name] = found
    ? [found.eco, found.name]
    : ['ECO', 'Opening'].map(tag => known(tree.headers.get(tag)))
  const opening = eco && name ? `${name} (${eco})` : name || eco
  return { tree, node, flipped, opening, isAsked: store.state.asks !== null }
}
