// SPDX-License-Identifier: Apache-2.0
// Templates used by several views.

import { html, nothing, svg } from 'lit-html'
import { say } from './texts.js'

/** @param name of a picture in web/icons.svg; hidden from screen readers, since the element around it has a name */
export const picture = (name: string) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href=${`icons.svg#${name}`}></use></svg>`

/**
 * A button. While it is off, it keeps the focus and its place in the tab order.
 * @param button.icon of web/icons.svg
 * @param button.label the visible text; without it `title` is the button's name
 * @param button.name for screen readers, if the label is incomplete
 * @param button.key presses the button, such as 'D'
 * @param button.off whether clicks have no effect
 * @param button.pressed for a button that stays pressed
 */
export const button = ({
  run,
  id,
  icon,
  label,
  title,
  name,
  class: kind,
  key,
  off = false,
  pressed,
}: {
  run: (event: Event) => unknown
  id?: string
  icon?: string
  label?: unknown
  title?: string
  name?: string
  class?: string
  key?: string
  off?: boolean
  pressed?: boolean
}) =>
  html`<button type="button" id=${id ?? nothing} class=${kind ?? nothing} title=${title ?? (key ? say`Key: ${key}` : nothing)}
    aria-keyshortcuts=${key ?? nothing} aria-label=${name ?? (label === undefined && title ? title : nothing)} aria-disabled=${off ? 'true' : nothing}
    aria-pressed=${pressed ?? nothing} @click=${off ? nothing : run}>${icon ? picture(icon) : nothing}${
      label === undefined ? nothing : html`<span>${label}</span>`
    }</button>`

/**
 * A link to the documents' words about an error.
 * @param code such as 'ERR_SAN_ILLEGAL', or ''
 */
export const codeView = (code: string) =>
  code === ''
    ? nothing
    : html`<a class="error-code" href=${`docs/errors.html#${code.toLowerCase()}`} target="_blank">${say`About this error`}</a>`

/**
 * @param placement the first field of a FEN
 * @param marked squares, such as those of the last move
 * @param flipped is Black at the bottom?
 */
export function miniBoard(placement: string, marked: string[] = [], flipped = false) {
  const place = (file: number, rank: number) => (flipped ? [7 - file, 7 - rank] : [file, rank])
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
