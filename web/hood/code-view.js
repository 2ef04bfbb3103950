// SPDX-License-Identifier: Apache-2.0
// The program of the game on the board, for Node and for a page, with a button that copies it.

import { html } from 'lit-html'

/** @import { Place } from './program.js' */

/** @typedef {{ place: Place, text: string, said: string }} CodeState */
/** @typedef {{ choose: (place: Place) => void, copy: () => void }} CodeActs */

const PLACES = /** @type {[Place, string][]} */ ([
  ['node', 'In Node'],
  ['page', 'In a page'],
])

/** @param {CodeState} state @param {CodeActs} acts */
export const codeView = ({ place, text, said }, acts) => html`
  <div class="row" role="group" aria-label="Where it runs">
    ${PLACES.map(
      ([name, label]) =>
        html`<button type="button" aria-pressed=${name === place} @click=${() => acts.choose(name)}>${label}</button>`,
    )}
    <button type="button" class="primary" @click=${acts.copy}>Copy the code</button>
    <span class="soft" role="status">${said}</span>
  </div>
  <pre class="code dump" tabindex="0" role="region" aria-label="The program">${text}</pre>
`
