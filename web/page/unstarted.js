// SPDX-License-Identifier: Apache-2.0
// What there is to see where the page cannot start: some browsers' strictest settings turn WebAssembly off.

import { h } from './dom.js'

/**
 * Shows the first uncaught error in place of the page.
 * @returns {() => void} the page has started: what goes wrong from then on is not in its way
 */
export function tellUntilStarted() {
  const tell = (/** @type {ErrorEvent} */ { message }) => {
    const main = document.querySelector('main')
    if (!main) return
    main.hidden = true
    main.after(
      h(
        'div',
        { class: 'noscript', role: 'alert' },
        h(
          'p',
          {},
          'This page could not start. It needs WebAssembly, which strict settings of a browser turn off.',
        ),
        h('p', { class: 'soft' }, message),
      ),
    )
  }
  addEventListener('error', tell, { once: true })
  return () => removeEventListener('error', tell)
}
