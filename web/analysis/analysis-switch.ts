// SPDX-License-Identifier: Apache-2.0
// The switch of the analysis, and the view before its first use: analysis-view.js is loaded then.

import { html } from 'lit-html'
import { say } from '../page/texts.js'
import type { Page, State } from './analysis-view.js'

export const switchView = ({ analysis: { on } }: State, { analyst }: Page) =>
  html`<button type="button" id="analysis-switch" role="switch" class="switch" aria-labelledby="analysis-title"
    aria-checked=${on} @click=${() => (on ? analyst.stop() : analyst.start())}></button><h2
    id="analysis-title">${say`Engine`}</h2>`

export const closedAnalysisView = (state: State, page: Page) =>
  html`<div class="analysis-head">${switchView(state, page)}</div>`
