// SPDX-License-Identifier: Apache-2.0
// The main line as the bytes that `Game.state()` writes and `Game.fromState()` reads.

import { h, icon } from '../page/dom.js'
import { exactly } from '../page/figures.js'
import { announce, notify } from '../page/notices.js'
import { copyText } from '../page/text-out.js'

/** @import { App } from '../app.js' */

const ROW = 16
const MAX_ROWS = 256

/**
 * @param {App} app
 * @param {HTMLElement} panel
 * @param {() => boolean} isOpen
 * @returns {HTMLElement}
 */
export function stateView({ study }, panel, isOpen) {
  const words = h('p', { class: 'soft', id: 'state-length' })
  const dump = h('pre', {
    class: 'code dump',
    id: 'state-bytes',
    tabindex: 0,
    role: 'region',
    'aria-label': 'The bytes in hexadecimal',
  })
  /** @type {Uint8Array} */
  let bytes = new Uint8Array()
  let frame = 0
  const draw = () => {
    frame = 0
    bytes = study.state()
    const plies = Array.from(study.tree.mainline()).length
    words.textContent = `${exactly(bytes.length)} bytes hold ${plies === 1 ? 'one move' : `${exactly(plies)} moves`}, with headers, result and a checksum. Variations are not in them.`
    dump.textContent = hexDump(bytes)
  }
  const copy = async () => {
    if (await copyText(hexOf(bytes).join(''))) announce('The bytes were copied.')
    else
      notify({
        text: 'The browser did not let the page copy. Select the bytes by hand.',
        tone: 'error',
      })
  }
  const soon = () => {
    if (isOpen() && frame === 0) frame = requestAnimationFrame(draw)
  }
  study.onChange(soon)
  panel.closest('details')?.addEventListener('toggle', soon)
  draw()
  return h(
    'div',
    {},
    words,
    dump,
    h('button', { type: 'button', id: 'state-copy', onclick: copy }, icon('copy'), 'Copy as hexadecimal'),
  )
}

/** @param {Uint8Array} bytes */
const hexOf = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0'))

/**
 * @param {Uint8Array} bytes
 * @returns {string} lines of offset, bytes and ASCII characters
 */
function hexDump(bytes) {
  const lines = []
  for (let offset = 0; offset < bytes.length && lines.length < MAX_ROWS; offset += ROW) {
    const row = bytes.subarray(offset, offset + ROW)
    const text = Array.from(row, byte => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'))
    const hex = hexOf(row)
      .join(' ')
      .padEnd(ROW * 3 - 1)
    lines.push(`${offset.toString(16).padStart(4, '0')}  ${hex}  ${text.join('')}`)
  }
  const rest = bytes.length - lines.length * ROW
  if (rest > 0) lines.push(`… and ${exactly(rest)} more bytes`)
  return lines.join('\n')
}
