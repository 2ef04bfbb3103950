// SPDX-License-Identifier: Apache-2.0
// Another game with the same settings and swapped colours.

import { chess960Fen } from 'binbo'
import { say } from '../page/texts.js'
import { colorName, otherColor } from '../study/descriptions.js'
import { known } from '../study/headers.js'
import { drawNumber, headersOf } from './new-game-choice.js'
import type { MatchSetup } from './opponent.js'
import type { Page } from './standing.js'
import { engineName } from './standing.js'

/** One of the 960 start positions. */
const START = /^([rnbqkb]{8})\/p{8}\/8\/8\/8\/8\/P{8}\/[RNBQKB]{8} w \S+ - 0 1$/

export function rematch(page: Page) {
  const { study, match, room } = page
  const { tree } = study
  const setup = match.setup && swapped(match.setup)
  const control = match.clock && { base: match.clock.base, increment: match.clock.increment }
  const headers = headersOf(setup, control, engineName(room))
  if (!setup) headers.push(...swappedNames(tree.headers))
  const isDrawn = tree.variant === 'chess960' && START.test(tree.startFen)
  const game = {
    fen: isDrawn ? chess960Fen(drawNumber()) : tree.startFen,
    variant: study.variant,
    headers,
  }
  const sides = setup?.human ? ` ${say`You play ${colorName(setup.human)}.`}` : ''
  const begin = () => match.begin(setup, game, control)
  return page.games.open(begin, `${say`Rematch.`}${sides}`)
}

function swapped({ human, strengths, think }: Readonly<MatchSetup>): MatchSetup {
  const { white, black } = strengths
  return {
    human: human && otherColor(human),
    strengths: {
      ...(black === undefined ? {} : { white: black }),
      ...(white === undefined ? {} : { black: white }),
    },
    think,
  }
}

function swappedNames(headers: ReadonlyMap<string, string>): [string, string][] {
  const names: [string, string][] = [
    ['White', known(headers.get('Black'))],
    ['Black', known(headers.get('White'))],
  ]
  return names.filter(([, name]) => name !== '')
}
