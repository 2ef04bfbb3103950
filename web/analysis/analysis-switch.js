// SPDX-License-Identifier: Apache-2.0
// The switch of the engine. It stands alone until a game or a position is analysed; then the analysis is loaded.

import { html } from 'lit-html'

/** @import { App } from '../app.js' */
/** @import { State } from '../state.js' */

/** @param {State} state @param {App} app */
export const switchView = ({ analysis: { on } }, { analyst }) =>
  html`<h2 id="analysis-title" class="visually-hidden">Analysis</h2><button type="button" id="analysis-switch"
    role="switch" class="switch" aria-labelledby="analysis-title" aria-checked=${on}
    @click=${() => (on ? analyst.stop() : analyst.start())}></button>`

/** @param {State} state @param {App} app */
export const closedAnalysisView = (state, app) =>
  html`<div class="analysis-head">${switchView(state, app)}<span class="soft">Engine off</span></div>`
