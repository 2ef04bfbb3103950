// SPDX-License-Identifier: Apache-2.0
// Sets the game's result by hand: agreed elsewhere, or on time.

import { openGameDialog } from '../game/game-dialog.js'
import { RESULT_CHOICES } from '../game/words.js'
import { h } from '../page/dom.js'

/** @typedef {import('binbo/pgn').PgnResult} PgnResult */
/** @typedef {import('../app.js').App} App */

/** @param {App} app */
export function openResult({ study }) {
  const now = study.outcome?.result ?? '*'
  const dialog = openGameDialog(
    study,
    'Result of the game',
    { class: 'result-dialog' },
    h('p', { class: 'soft' }, 'Mate and the draws that come by themselves need no result by hand.'),
    ...RESULT_CHOICES.map(([result, label]) =>
      h(
        'button',
        { type: 'button', 'aria-pressed': String(result === now), onclick: () => choose(result) },
        label,
      ),
    ),
  )

  /** @param {PgnResult} result */
  function choose(result) {
    dialog.close()
    if (result !== now) study.finish(result, result === '*' ? '' : 'The result was set by hand')
  }
}
