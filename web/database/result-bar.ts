// SPDX-License-Identifier: Apache-2.0
// The results of games as a bar of three parts.

import { html, nothing } from 'lit-html'
import { styleMap } from 'lit-html/directives/style-map.js'
import { say } from '../page/texts.js'
import type { Results } from './service.js'

/** In a bar of 200 pixels, a part shows its figure if it has this many per cent or more. */
const MIN_SHOWN = 14

/**
 * @param minShown a part shows its figure if it has this many per cent or more
 * @param isOfPlayer the results are a player's: won, drawn, lost
 */
export function resultBar(
  { white, draws, black }: Results,
  minShown: number = MIN_SHOWN,
  isOfPlayer = false,
) {
  const total = white + draws + black
  if (total === 0) return html`<span class="wdl" role="img" aria-label=${say`No results`}></span>`
  const [won, drawn, lost] = [white, draws, black].map(part => (100 * part) / total)
  const part = (share: number, name: string) =>
    share === 0
      ? nothing
      : html`<span class=${name} style=${styleMap({ '--share': `${share}%` })}>${
          share < minShown ? '' : `${Math.round(share)}%`
        }</span>`
  return html`<span class="wdl" role="img"
    aria-label=${
      isOfPlayer
        ? say`Won ${Math.round(won)} %, ${Math.round(drawn)} % drawn, lost ${Math.round(lost)} %`
        : say`White won ${Math.round(won)} %, ${Math.round(drawn)} % drawn, Black won ${Math.round(lost)} %`
    }>${[part(won, 'white'), part(drawn, 'draws'), part(lost, 'black')]}</span>`
}
