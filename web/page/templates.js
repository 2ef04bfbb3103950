// SPDX-License-Identifier: Apache-2.0
// Templates that several views use.

import { html, nothing, svg } from 'lit-html'

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

/**
 * @param {string} placement the first field of a FEN
 * @param {string[]} [marked] squares, such as those of the last move
 * @param {boolean} [flipped] is Black at the bottom?
 */
export function miniBoard(placement, marked = [], flipped = false) {
  const place = (/** @type {number} */ file, /** @type {number} */ rank) =>
    flipped ? [7 - file, 7 - rank] : [file, rank]
  const rows = placement.split('/').map(row => row.replace(/\d/g, count => ' '.repeat(Number(count))))
  const pieces = rows.flatMap((row, rank) =>
    Array.from(row, (piece, file) => ({ piece, at: place(file, rank) })).filter(({ piece }) => piece !== ' '),
  )
  return svg`<svg class="mini-board" viewBox="0 0 8 8" aria-hidden="true">${marked.map(square => {
    const [x, y] = place(square.charCodeAt(0) - 97, 8 - Number(square[1]))
    return svg`<rect x=${x} y=${y} width="1" height="1"></rect>`
  })}${pieces.map(
    ({ piece, at: [x, y] }) =>
      svg`<svg x=${x} y=${y} width="1" height="1" viewBox="0 0 40 40"><use href=${`#${piece < 'a' ? 'w' : 'b'}${piece.toLowerCase()}`}></use></svg>`,
  )}</svg>`
}
