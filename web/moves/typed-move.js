// SPDX-License-Identifier: Apache-2.0
// A field for a move typed in SAN or UCI. While it is typed, the field says which move it means, or which ones begin so.

import { ChessError } from 'binbo'
import { codeLink, h } from '../page/dom.js'
import { loadPart } from '../page/load.js'
import { spoken } from '../study/descriptions.js'

/** @import { Move, Position } from 'binbo' */
/** @import { App } from '../app.js' */

/** Moves that are named while more than one begins as typed. */
const MOST_NAMED = 6

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
  const hint = () => say(hintFor(field.value.trim(), board.shown.moves, study.position), false)
  const play = () => {
    const text = field.value.trim()
    if (text === '') return
    const { moves } = board.shown
    if (moves.length === 0)
      return say(match.thinking ? 'The engine is thinking.' : 'No move can be made here.', true)
    try {
      match.play(read(text, moves, study.position).uci)
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      const { code } = error
      const { position } = study
      loadPart(
        () => import('../study/move-words.js'),
        part => field.value.trim() === text && say(part.moveWords(text, position), true, code),
      )
    }
  }
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

/**
 * @param {string} text
 * @param {Move[]} moves legal ones
 * @param {Position} position
 * @returns {Move}
 * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*
 */
function read(text, moves, position) {
  try {
    return position.line([text])[0]
  } catch (error) {
    // Letters of any case, if that means one move only.
    const meant = moves.filter(move => named(move).some(name => name.toLowerCase() === text.toLowerCase()))
    if (meant.length === 1) return meant[0]
    throw error
  }
}

/** @param {Move} move @returns {string[]} */
const named = ({ san, uci }) => [san, san.replace(/[+#]$/, ''), uci]

/**
 * @param {string} text
 * @param {Move[]} moves legal ones
 * @param {Position} position
 * @returns {string} for users
 */
function hintFor(text, moves, position) {
  if (text === '' || moves.length === 0) return ''
  try {
    return `Enter plays ${spoken(read(text, moves, position).san)}.`
  } catch {
    const start = text.toLowerCase()
    const some = moves.filter(move => named(move).some(name => name.toLowerCase().startsWith(start)))
    const sans = some.slice(0, MOST_NAMED).map(({ san }) => san)
    const more = some.length > sans.length ? ', …' : ''
    return sans.length > 0 ? sans.join(', ') + more : 'No move here begins like that.'
  }
}
