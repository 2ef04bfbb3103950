// SPDX-License-Identifier: Apache-2.0
// A field for a move typed in SAN or UCI. While it is typed, the field says which move it means, or which ones begin so.

import { codeLink, h } from '../page/dom.js'
import { loadPart } from '../page/load.js'

/** @import { App } from '../app.js' */

/** @param {HTMLElement} root @param {App} app */
export function mountTypedMove(root, { study, board, match }) {
  const said = h('p', { class: 'soft', id: 'typed-move-said', role: 'status' })
  const field = h('input', {
    id: 'typed-move',
    type: 'text',
    placeholder: 'Type a move: Nf3',
    autocomplete: 'off',
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    'aria-label': 'Type a move',
    'aria-describedby': said.id,
  })
  /** @param {string} text @param {boolean} isError @param {string} [code] of the error */
  const say = (text, isError, code = '') => {
    const words = `${text} ${code}`.trim()
    if (said.textContent !== words) said.replaceChildren(text, ...(code ? [' ', codeLink(code) ?? ''] : []))
    said.classList.toggle('error', isError)
    if (isError) field.setAttribute('aria-invalid', 'true')
    else field.removeAttribute('aria-invalid')
  }
  const clear = () => {
    field.value = ''
    say('', false)
  }
  /** @param {(part: typeof import('../study/typed-words.js'), text: string) => void} use unless other text was typed meanwhile */
  const withWords = use => {
    const text = field.value.trim()
    loadPart(
      () => import('../study/typed-words.js'),
      part => field.value.trim() === text && use(part, text),
    )
  }
  const hint = () =>
    withWords((part, text) => say(part.hintFor(text, board.shown.moves, study.position), false))
  const play = () =>
    withWords((part, text) => {
      const { moves } = board.shown
      if (text === '') return
      if (moves.length === 0)
        return say(match.thinking ? 'The engine is thinking.' : 'No move can be made here.', true)
      const found = part.readTyped(text, moves, study.position)
      if ('uci' in found) match.play(found.uci)
      else say(found.text, true, found.code)
    })
  field.addEventListener('input', hint)
  field.addEventListener('keydown', event => {
    if (event.key === 'Escape' && field.value !== '') clear()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  root.append(
    h(
      'form',
      {
        class: 'typed-move',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault()
          play()
        },
      },
      field,
      said,
    ),
  )
  let { node } = study
  study.onChange(() => {
    if (study.node !== node) clear()
    node = study.node
  })
}
