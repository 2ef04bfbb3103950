// SPDX-License-Identifier: Apache-2.0
// The position as a FEN to type or paste. Errors of syntax are shown at their place; a well-formed FEN may still be
// illegal.

import { html } from 'lit-html'
import { guard } from 'lit-html/directives/guard.js'
import { live } from 'lit-html/directives/live.js'
import { codeLink } from '../page/dom.js'
import { excerpt } from '../page/excerpt.js'
import { tidyFen } from '../study/fen-text.js'

/** @import { Editor, Shown } from './editor.js' */

/** @param {Shown} shown @param {Editor} editor */
export const fenView = ({ fen, fault }, editor) =>
  html`<div><label>FEN<input id="setup-fen" class="code" spellcheck="false" autocomplete="off" autocapitalize="off"
    aria-describedby="setup-fen-error" aria-invalid=${fault !== null} .value=${live(fen)}
    @input=${(/** @type {any} */ { target }) => editor.read(target.value)} /></label><p id="setup-fen-error" class="error"
    role="alert">${guard([fault], () =>
      fault ? [fault.text, ' ', codeLink(fault.code), excerpt(tidyFen(fen), fault.offset)] : '',
    )}</p></div>`
