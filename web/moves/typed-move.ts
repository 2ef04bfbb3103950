// SPDX-License-Identifier: Apache-2.0
// A field for a move typed in SAN or UCI. While the user types, it names the move, or the moves that begin with the text.

import type { Move, Position } from 'binbo'
import { ChessError } from 'binbo'
import { html, nothing, render } from 'lit-html'
import { element, find, h } from '../page/dom.js'
import type { Words } from '../page/error-words.js'
import { codeView } from '../page/templates.js'
import { say } from '../page/texts.js'
import { spoken } from '../study/descriptions.js'
import { moveWords } from '../study/move-words.js'
import type { Page } from './moves-card.js'

/** Opens the field. @param typed keys pressed in the meantime; a line break plays the move */
export function openTypedMove(page: Page, typed = '') {
  const { form, field, type } = (made ??= make(page))
  if (!form.matches(':popover-open')) showAbove(form)
  field.focus()
  for (const key of typed) type(key)
}

let made: ReturnType<typeof make> | null = null

/** The text below the field. */
const SILENCE = { text: '', code: '', isError: false }

function make({ study, board, match, store }: Page) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    play()
  }
  const form = h('form', { class: 'typed-move', popover: '', onsubmit: submit })
  const show = ({ text, code, isError } = SILENCE) =>
    render(
      html`<input id="typed-move" type="text" placeholder=${say`Type a move: Nf3`} autocomplete="off" autocapitalize="off"
        autocorrect="off" spellcheck="false" enterkeyhint="go" aria-label=${say`Type a move`} aria-describedby="typed-move-said"
        aria-invalid=${isError ? 'true' : nothing} @input=${hint} @keydown=${press}><p class=${isError ? 'soft error' : 'soft'}
        id="typed-move-said" role="status">${text}${code ? html` ${codeView(code)}` : nothing}</p>`,
      form,
    )
  const clear = () => {
    field.value = ''
    show()
  }
  const hint = () =>
    show({ ...SILENCE, text: hintFor(field.value.trim(), board.shown.moves, study.position) })
  const play = () => {
    const text = field.value.trim()
    const { moves } = board.shown
    if (text === '') return
    if (moves.length === 0) {
      const reason = match.thinking ? say`The engine is thinking.` : say`No move can be made here.`
      return show({ text: reason, code: '', isError: true })
    }
    const found = readTyped(text, moves, study.position)
    if ('uci' in found) match.play(found.uci)
    else return show({ ...found, isError: true })
    // At once: the next typed text is the next move.
    store.draw()
  }
  const type = (key: string) => {
    if (key === '\n') return play()
    field.value += key
    hint()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || field.value === '') return
    clear()
    event.preventDefault()
    event.stopPropagation()
  }
  show()
  const field = find(form, 'input', HTMLInputElement)
  let { node } = study
  store.drawWith(state => {
    if (state.node !== node) clear()
    node = state.node
  })
  return { form, field, type }
}

/**
 * Shows a popover above the row of steps, or at the foot of the column beside the board; the Tab key leads from it to the
 * moves.
 */
export function showAbove(popover: HTMLElement) {
  const moves = element('moves', HTMLElement)
  if (!popover.isConnected) moves.before(popover)
  const places = Array.from(document.querySelectorAll('#navigation, #thumb, .side'))
  const place = places.find(one => one.checkVisibility() && one.clientWidth > 0) ?? document.body
  const { top, bottom, left, width } = place.getBoundingClientRect()
  const { style } = popover
  style.bottom = `${innerHeight - (place.matches('.side, body') ? bottom : top) + 4}px`
  style.left = `${Math.max(left, 4)}px`
  style.maxWidth = `${Math.max(width, 260)}px`
  popover.showPopover()
}

/** How many of the moves that begin with the text are named. */
const MOST_NAMED = 6

/**
 * @param moves the legal moves
 * @returns the move, or the reason why it cannot be made
 */
export function readTyped(text: string, moves: Move[], position: Position): Move | Words {
  try {
    return position.line([text])[0]
  } catch (error) {
    // The case of letters may differ, if only one move fits.
    const meant = moves.filter(move => named(move).some(name => name.toLowerCase() === text.toLowerCase()))
    if (meant.length === 1) return meant[0]
    if (!(error instanceof ChessError)) throw error
    return { text: moveWords(text, position), code: error.code }
  }
}

const named = ({ san, uci }: Move): string[] => [san, san.replace(/[+#]$/, ''), uci]

/**
 * @param moves the legal moves
 * @returns a hint for users
 */
export function hintFor(text: string, moves: Move[], position: Position): string {
  if (text === '' || moves.length === 0) return ''
  const found = readTyped(text, moves, position)
  if ('uci' in found) return say`Enter plays ${spoken(found.san)}.`
  const start = text.toLowerCase()
  const some = moves.filter(move => named(move).some(name => name.toLowerCase().startsWith(start)))
  const sans = some.slice(0, MOST_NAMED).map(({ san }) => san)
  const more = some.length > sans.length ? ', …' : ''
  return sans.length > 0 ? sans.join(', ') + more : say`No move here begins like that.`
}
