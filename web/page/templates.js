// SPDX-License-Identifier: Apache-2.0
// Templates that several views use.

import { html, nothing } from 'lit-html'

/** @param {string} name of a picture in web/icons.svg, hidden from screen readers: the element around it has a name */
export const picture = name =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href=${`icons.svg#${name}`}></use></svg>`

/**
 * A button; one that is off keeps the focus and its place in the tab order.
 * @param {object} button
 * @param {(event: Event) => unknown} button.run
 * @param {string} [button.id]
 * @param {string} [button.icon] of web/icons.svg
 * @param {unknown} [button.label] shown; without it `title` is the button's name
 * @param {string} [button.title]
 * @param {string} [button.name] for screen readers, where the label does not say all
 * @param {string} [button.class]
 * @param {string} [button.key] that presses it, such as 'D'
 * @param {boolean} [button.off] whether clicks have no effect
 * @param {boolean} [button.pressed] for a button that stays pressed
 */
export const button = ({ run, id, icon, label, title, name, class: kind, key, off = false, pressed }) =>
  html`<button type="button" id=${id ?? nothing} class=${kind ?? nothing} title=${title ?? (key ? `Key: ${key}` : nothing)}
    aria-keyshortcuts=${key ?? nothing} aria-label=${name ?? (label === undefined && title ? title : nothing)} aria-disabled=${off ? 'true' : nothing}
    aria-pressed=${pressed ?? nothing} @click=${off ? nothing : run}>${icon ? picture(icon) : nothing}${
      label === undefined ? nothing : html`<span>${label}</span>`
    }</button>`

/** The code of an error, for developers: it leads to its heading in the documents. @param {string} code such as 'ERR_SAN_ILLEGAL', or '' */
export const codeView = code =>
  code === ''
    ? nothing
    : html`<a class="error-code" href=${`docs/errors.html#${code.toLowerCase()}`} target="_blank">${code}</a>`
