// SPDX-License-Identifier: Apache-2.0
// The position editor: one draft, shown by the board, the fields, the FEN and the judgement. Each of them changes it.

import { nameOf } from '../board/pieces.js'
import { replaceGame } from '../game/earlier-games.js'
import { openDialog } from '../page/dialog.js'
import { h, writeText } from '../page/dom.js'
import { focusBoard, keepFocus } from '../page/focus.js'
import { emptyDraft, readDraft, startDraft, swapped, withMen, writeDraft } from './draft.js'
import { FenField } from './fen-field.js'
import { Fields } from './fields.js'
import { judge } from './judgement.js'
import { Palette } from './palette.js'
import { SetupBoard } from './setup-board.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./draft.js').Draft} Draft */
/** @typedef {import('./judgement.js').Judgement} Judgement */

const KEYS =
  'Keys on the board: arrows move, capital K Q R B N P put White’s pieces, small letters Black’s, Delete takes one off.'

/** While there is something else in the field of the FEN. */
const UNREAD = /** @type {const} */ ({
  kind: 'illegal',
  text: 'The FEN cannot be read. The board shows the position as it was before.',
  mend: null,
})

/** @param {App} app */
export function openEditor(app) {
  const inGame = () => readDraft(app.study.game.fen, app.study.game.options.variant ?? 'standard')
  let draft = inGame()

  const board = new SetupBoard(
    () => palette.tool,
    changes => {
      change(withMen(draft, changes))
      said.textContent = changes.map(([square, letter]) => `${square} ${nameOf(letter)}`).join(', ')
    },
  )
  const palette = new Palette(
    () => board.unpick(),
    (letter, square) => change(withMen(draft, [[square, letter]])),
  )
  const fields = new Fields(draft, changes => change({ ...draft, ...changes }))
  const fenField = new FenField(
    () => draft.variant,
    fen => {
      if (fen === null) showJudgement(UNREAD)
      else show(readDraft(fen, draft.variant))
    },
  )
  const said = h('p', { class: 'visually-hidden', role: 'status' })
  const reason = h('p', { role: 'status' })
  const verdict = h('div', {}, reason)
  const use = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => usePosition() },
    'Use this position',
  )

  /** @param {Draft} next */
  function change(next) {
    show(next)
    fenField.show(writeDraft(draft))
  }

  /** @param {Draft} next */
  function show(next) {
    draft = next
    const judged = judge(draft)
    board.show(draft.men, judged.squares)
    fields.show(draft)
    showJudgement(judged)
  }

  /** @param {Pick<Judgement, 'kind' | 'text' | 'mend'>} judged */
  function showJudgement({ kind, text, mend }) {
    const words =
      kind === 'unreachable' ? `You can play this, but no game can reach it: ${lowerFirst(text)}` : text
    use.disabled = kind === 'illegal'
    verdict.className = `setup-verdict ${kind}`
    // Screen readers say again what is written again.
    writeText(reason, words)
    const next = () => verdict.querySelector('button') ?? (use.disabled ? fenField.input : use)
    keepFocus(verdict, next, () => {
      verdict.querySelector('button')?.remove()
      if (mend) verdict.append(button(mend.label, () => change({ ...draft, ...mend.changes })))
    })
  }

  function usePosition() {
    const load = () => app.study.newGame({ fen: writeDraft(draft), variant: draft.variant })
    replaceGame(app, load, 'The position is on the board, both sides are yours to move.')
    dialog.close()
    focusBoard()
  }

  const dialog = openDialog(
    'Set up a position',
    { class: 'wide setup' },
    h(
      'div',
      { class: 'setup-parts' },
      h('div', { class: 'setup-place' }, palette.element, board.element, said),
      verdict,
      h(
        'div',
        { class: 'setup-rest' },
        h(
          'div',
          { class: 'row setup-shortcuts', role: 'group', 'aria-label': 'Begin from' },
          button('Start position', () => change(startDraft(draft.variant))),
          button('Empty board', () => change(emptyDraft(draft.variant))),
          button('From the game', () => change(inGame())),
          button('Swap colours', () => change(swapped(draft))),
          button('Turn the board', () => board.flip()),
        ),
        fields.element,
        fenField.element,
        h('p', { id: 'setup-keys', class: 'soft' }, KEYS),
        h(
          'div',
          { class: 'actions foot' },
          button('Cancel', () => dialog.close()),
          use,
        ),
      ),
    ),
  )
  change(draft)
}

/** @param {string} label @param {() => void} act */
const button = (label, act) => h('button', { type: 'button', onclick: act }, label)

/** @param {string} sentence @returns {string} to stand after a colon; names of the sides stay as they are */
const lowerFirst = sentence =>
  /^(White|Black)/.test(sentence) ? sentence : sentence[0].toLowerCase() + sentence.slice(1)
