// SPDX-License-Identifier: Apache-2.0
// The position editor: the board, the fields and the FEN show one draft, and each of them changes it.

import { nameOf } from '../board/pieces.js'
import { openDialog } from '../page/dialog.js'
import { codeLink, h, writeText } from '../page/dom.js'
import { focusBoard, keepFocus } from '../page/focus.js'
import {
  emptyDraft,
  promotedByTurns,
  readDraft,
  startDraft,
  swapped,
  withPieces,
  withVariant,
  writeDraft,
} from '../study/draft.js'
import { judge } from '../study/judgement.js'
import { FenField } from './fen-field.js'
import { Fields } from './fields.js'
import { Palette } from './palette.js'
import { PROMOTE, SetupBoard } from './setup-board.js'

/** @import { Square } from 'binbo' */
/** @import { Draft } from '../study/draft.js' */
/** @import { Judgement } from '../study/judgement.js' */
/** @import { App } from '../app.js' */

const KEYS =
  'Keys on the board: arrows move, capital K Q R B N P put White’s pieces, small letters Black’s, Delete removes one.'

/** While the FEN field has other text. */
const UNREAD = /** @type {const} */ ({
  kind: 'illegal',
  code: '',
  text: 'The FEN cannot be read. The board shows the position as it was before.',
  fix: null,
})

/** @param {App} app */
export const openEditor = app => new Editor(app).open()

class Editor {
  #app
  #draft
  /** The squares that changed last, for screen readers. */
  #said = h('p', { class: 'visually-hidden', role: 'status' })
  #reason = h('p', { role: 'status' })
  #verdict = h('div', {}, this.#reason)
  #use = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => this.#usePosition() },
    'Use this position',
  )
  #palette = new Palette(
    () => this.#board.unpick(),
    (letter, square) => this.#change(withPieces(this.#draft, [[square, letter]])),
  )
  #board = new SetupBoard(
    () => this.#palette.tool,
    wanted => {
      const changes = wanted.map(
        ([square, letter]) =>
          /** @type {[Square, string]} */ ([
            square,
            letter === PROMOTE ? promotedByTurns(this.#draft.pieces, square) : letter,
          ]),
      )
      this.#change(withPieces(this.#draft, changes))
      this.#said.textContent = changes.map(([square, letter]) => `${square} ${nameOf(letter)}`).join(', ')
    },
  )
  #fenField = new FenField(
    () => this.#draft.variant,
    fen => {
      if (fen === null) this.#showJudgement(UNREAD)
      else this.#show(readDraft(fen, this.#draft.variant))
    },
  )
  #fields
  /** @type {HTMLDialogElement | undefined} */
  #dialog

  /** @param {App} app */
  constructor(app) {
    this.#app = app
    this.#draft = this.#current()
    this.#fields = new Fields(this.#draft, changes => this.#changeFields(changes))
  }

  open() {
    this.#dialog = openDialog(
      'Set up a position',
      { class: 'wide setup' },
      h(
        'div',
        { class: 'setup-parts' },
        h('div', { class: 'setup-place' }, this.#palette.element, this.#board.element, this.#said),
        this.#verdict,
        h(
          'div',
          { class: 'setup-rest' },
          this.#shortcuts(),
          this.#fields.element,
          this.#fenField.element,
          h('p', { id: 'setup-keys', class: 'soft' }, KEYS),
          h(
            'div',
            { class: 'actions foot' },
            button('Cancel', () => this.#dialog?.close()),
            this.#use,
          ),
        ),
      ),
    )
    this.#change(this.#draft)
  }

  #shortcuts() {
    return h(
      'div',
      { class: 'row setup-shortcuts', role: 'group', 'aria-label': 'Begin from' },
      button('Start position', () => this.#change(startDraft(this.#draft.variant))),
      button('Empty board', () => this.#change(emptyDraft(this.#draft.variant))),
      button('From the game', () => this.#change(this.#current())),
      button('Swap colours', () => this.#change(swapped(this.#draft))),
      button('Turn the board', () => this.#board.flip()),
    )
  }

  /** @returns {Draft} the position on the page's board */
  #current() {
    const { position } = this.#app.study
    return readDraft(position.fen, position.variant)
  }

  /** @param {Partial<Draft>} changes */
  #changeFields({ variant = this.#draft.variant, ...changes }) {
    this.#change(withVariant({ ...this.#draft, ...changes }, variant))
  }

  /** @param {Draft} next */
  #change(next) {
    this.#show(next)
    this.#fenField.show(writeDraft(next))
  }

  /** All but the FEN field, which may hold the same FEN in the user's spelling. @param {Draft} next */
  #show(next) {
    this.#draft = next
    const judged = judge(next)
    this.#board.show(next.pieces, judged.squares)
    this.#palette.offer(PROMOTE, next.variant === 'crazyhouse')
    this.#fields.show(next)
    this.#showJudgement(judged)
  }

  /** @param {Pick<Judgement, 'kind' | 'code' | 'text' | 'fix'>} judged */
  #showJudgement({ kind, code, text, fix }) {
    const verdict = this.#verdict
    const words =
      kind === 'unreachable' ? `You can play this, but no game can reach it: ${lowerFirst(text)}` : text
    this.#use.disabled = kind === 'illegal'
    verdict.className = `setup-verdict ${kind}`
    // Text that is written again is announced again.
    writeText(this.#reason, words)
    const next = () =>
      verdict.querySelector('button') ?? (this.#use.disabled ? this.#fenField.input : this.#use)
    keepFocus(verdict, next, () => {
      for (const old of verdict.querySelectorAll('a, button')) old.remove()
      verdict.append(codeLink(code) ?? '')
      if (fix) verdict.append(button(fix.label, () => this.#changeFields(fix.changes)))
    })
  }

  #usePosition() {
    const { variant } = this.#draft
    const load = () => this.#app.study.newGame({ fen: writeDraft(this.#draft), variant })
    this.#app.games.open(load, 'The position is on the board. You move both sides.')
    this.#dialog?.close()
    focusBoard()
  }
}

/** @param {string} label @param {() => void} act */
const button = (label, act) => h('button', { type: 'button', onclick: act }, label)

/** @param {string} sentence @returns {string} to follow a colon; the names of the sides keep their capital */
const lowerFirst = sentence =>
  /^(White|Black)/.test(sentence) ? sentence : sentence[0].toLowerCase() + sentence.slice(1)
