// SPDX-License-Identifier: Apache-2.0
// Adds a button to each block of code that copies the code. The documents load no template library.

import { h, svg } from '../../page/dom.js'

/** Milliseconds that a button shows that the code was copied. */
const SHOWN = 2000
/** The prompt of a terminal. */
const PROMPT = /^\$ /gm
const ICON = 'M9 9h11v11H9zM5 15H4V4h11v1'
const DONE = 'm5 12 5 5 9-10'

const status = h('p', { class: 'visually-hidden', role: 'status' })

/** Puts a button into each block. */
export function mountCopying() {
  for (const block of document.querySelectorAll('main .code')) {
    const icon = svg(
      'svg',
      { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      svg('path', { d: ICON }),
      svg('path', { d: DONE }),
    )
    const name = 'Copy the code'
    block.prepend(h('button', { type: 'button', class: 'copy', 'aria-label': name, title: name }, icon))
  }
  document.body.append(status)
  document.querySelector('main')?.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('.copy')
    if (button) void copy(button)
  })
}

async function copy(button: Element) {
  const text = button.parentElement?.querySelector('code')?.textContent ?? ''
  const isCopied = await copyText(text.trimEnd().replace(PROMPT, ''))
  button.classList.toggle('done', isCopied)
  status.textContent = isCopied ? 'Copied' : 'This browser does not let the page copy.'
  setTimeout(() => {
    button.classList.remove('done')
    status.textContent = ''
  }, SHOWN)
}

/** @returns whether the text was copied */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Copies without the clipboard API, which needs HTTPS. @returns whether the text was copied */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const field = h('textarea', { class: 'visually-hidden', readonly: true })
  field.value = text
  field.style.whiteSpace = 'pre' // otherwise indents are lost
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
