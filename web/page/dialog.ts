// SPDX-License-Identifier: Apache-2.0
// Modal dialogs: <dialog> elements, which keep the focus inside and close with Escape.

import { render } from 'lit-html'
import { h } from './dom.js'
import { focusBoard, keepFocus } from './focus.js'
import { makeSpeech, moveNotices } from './notices.js'
import { say } from './texts.js'

/** Elements that can have the focus. */
const CONTROLS = 'input, select, textarea, button, summary, a[href], [tabindex="0"]'
/** Fields that open a phone's keyboard, which hides half of the dialog. A field with `autofocus` is the purpose of its dialog. */
const TYPED =
  ':is(textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])):not([autofocus])'
const touch = matchMedia('(pointer: coarse)')

let count = 0

/** An open dialog. */
export type Dialog = {
  /** has the content */
  body: HTMLElement
  /** draws the content again */
  draw: () => void
  close: () => void
}

/**
 * Opens a modal dialog; it is removed when it closes. The focus goes to the element with `autofocus`, by default to the
 * first control of the content.
 * @param options.body a class of the content
 * @param options.next returns the element that gets the focus if its element disappears; default: the title
 * @param view returns the template of the content
 */
export function openDialog(
  title: string,
  {
    class: name = '',
    body: kind,
    next = () => null,
    onClose,
  }: {
    class?: string
    body?: string
    next?: (before: Element | null) => HTMLElement | null | undefined
    onClose?: () => void
  },
  view: () => unknown,
): Dialog {
  const id = `dialog-${++count}`
  const close = () => dialog.close()
  // The frame is made by hand: it stays, and templates draw its body.
  const body = h('div', { class: kind })
  const dialog = h(
    'dialog',
    { class: name, 'aria-labelledby': id },
    h(
      'header',
      {},
      h('h2', { id, tabindex: -1 }, title),
      h('button', { type: 'button', class: 'quiet', 'aria-label': say`Close`, onclick: close }, '×'),
    ),
    body,
    makeSpeech(),
  )
  const draw = () => {
    const { activeElement } = document
    keepFocus(
      body,
      () => next(activeElement),
      () => render(view(), body),
    )
  }
  dialog.addEventListener('close', () => {
    moveNotices()
    dialog.remove()
    onClose?.()
    // The element that opened it may be gone.
    if (document.activeElement === document.body) focusBoard()
  })
  draw()
  document.body.append(dialog)
  dialog.showModal()
  focusMain(dialog)
  moveNotices()
  return { body, draw, close }
}

/** Focuses the main control of a dialog; without one the focus stays on the close button. */
function focusMain(dialog: HTMLDialogElement) {
  const controls: NodeListOf<HTMLElement> = dialog.querySelectorAll(CONTROLS)
  const usable = Array.from(controls).filter(
    control =>
      control.tabIndex >= 0 &&
      control.checkVisibility() &&
      !control.matches('dialog > header *, :disabled, [type="radio"]:not(:checked)'),
  )
  const main = usable.find(control => control.hasAttribute('autofocus')) ?? usable[0]
  const place = touch.matches && main?.matches(TYPED) ? dialog.querySelector('h2') : main
  place?.focus({ preventScroll: true })
}
