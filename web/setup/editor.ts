// SPDX-License-Identifier: Apache-2.0
// The position editor: the board, the fields and the FEN are views of one draft, and each of them changes it.

import type { Square } from 'binbo'
import { html, nothing } from 'lit-html'
import type { Dialog } from '../page/dialog.js'
import { openDialog } from '../page/dialog.js'
import { focusBoard } from '../page/focus.js'
import { button, codeView } from '../page/templates.js'
import { language, say } from '../page/texts.js'
import type { OpenGames } from '../storage/open-games.js'
import { nameOf } from '../study/descriptions.js'
import type { Draft } from '../study/draft.js'
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
import { tidyFen } from '../study/fen-text.js'
import type { Judgement, SyntaxFault } from '../study/judgement.js'
import { judge, syntaxFault } from '../study/judgement.js'
import type { Study } from '../study/study.js'
import { fenView, fieldsView } from './fields.js'
import { boardView, PROMOTE, toolsView } from './setup-board.js'

/** the models that the editor uses */
export type Page = { study: Study; games: OpenGames }

/** The state for views. */
export type Shown = {
  draft: Draft
  judged: Judgement
  /** in the user's spelling */
  fen: string
  /** of this FEN */
  fault: SyntaxFault | null
  /** a piece's letter, 'erase', 'move' or PROMOTE */
  tool: string
  /** the square whose piece moves to the next chosen square */
  picked: Square | null
  /** the square in the tab order */
  stop: Square
  flipped: boolean
  /** the last change of squares, for screen readers */
  said: string
}

const KEYS = say`Keys on the board: arrows move, capital K Q R B N P put White’s pieces, small letters Black’s, Delete removes one.`

/** While the FEN field has other text. */
const UNREAD = {
  kind: 'illegal',
  code: '',
  text: say`The FEN cannot be read. The board shows the position as it was before.`,
  fix: null,
} as const

/** Gets the focus when the button of a fix disappears. */
const NEXT = ['.setup-verdict button', '.foot .primary:enabled', '#setup-fen']

export const openEditor = (page: Page) => new Editor(page).open()

export class Editor {
  #page: Page
  #shown: Shown
  #dialog: Dialog | undefined

  constructor(page: Page) {
    this.#page = page
    const start = { tool: 'move', stop: 'e1' as const, flipped: false, said: '' }
    this.#shown = { ...start, ...shownOf(this.current) }
  }

  open() {
    const next = () =>
      NEXT.map(one => document.querySelector(`dialog ${one}`)).find(one => one instanceof HTMLElement)
    this.#dialog = openDialog(
      say`Set up a position`,
      { class: 'wide setup', body: 'setup-parts', next },
      () => editorView(this.#shown, this),
    )
  }

  close() {
    this.#dialog?.close()
  }

  /** @returns the position on the page's board */
  get current(): Draft {
    const { position } = this.#page.study
    return readDraft(position.fen, position.variant)
  }

  show(changes: Partial<Shown>) {
    const shown = { ...this.#shown, ...changes }
    if (shown.tool === PROMOTE && !shown.draft.pockets) shown.tool = 'move'
    this.#shown = shown
    this.#dialog?.draw()
  }

  change(draft: Draft) {
    this.show(shownOf(draft))
  }

  changeFields({ variant = this.#shown.draft.variant, ...changes }: Partial<Draft>) {
    this.change(withVariant({ ...this.#shown.draft, ...changes }, variant))
  }

  /** @param changes FEN letters by square; '' empties the square, PROMOTE sets or removes the promoted mark */
  put(...changes: [Square, string][]) {
    const { draft } = this.#shown
    const put = changes.map(
      ([square, letter]) =>
        [square, letter === PROMOTE ? promotedByTurns(draft.pieces, square) : letter] as const,
    )
    const said = put.map(([square, letter]) => `${square} ${nameOf(letter)}`).join(', ')
    this.show({ ...shownOf(withPieces(draft, put)), said })
  }

  /** @param text of the FEN field */
  read(text: string) {
    const { draft, judged } = this.#shown
    const fen = tidyFen(text)
    const fault = syntaxFault(fen, draft.variant)
    if (fault) this.show({ fen: text, fault, judged: { ...judged, ...UNREAD } })
    else this.show({ ...shownOf(readDraft(fen, draft.variant)), fen: text })
  }

  usePosition() {
    const { draft } = this.#shown
    const load = () => this.#page.study.newGame({ fen: writeDraft(draft), variant: draft.variant })
    this.#page.games.open(load, say`The position is on the board. You move both sides.`)
    this.close()
    focusBoard()
  }
}

const shownOf = (draft: Draft) => ({
  ...{ draft, judged: judge(draft), fen: writeDraft(draft), fault: null, picked: null },
})

function editorView(shown: Shown, editor: Editor) {
  const { draft, judged, flipped, said } = shown
  const shortcuts: [label: string, run: () => void][] = [
    [say`Start position`, () => editor.change(startDraft(draft.variant))],
    [say`Empty board`, () => editor.change(emptyDraft(draft.variant))],
    [say`From the game`, () => editor.change(editor.current)],
    [say`Swap colours`, () => editor.change(swapped(draft))],
    [say`Turn the board`, () => editor.show({ flipped: !flipped })],
  ]
  return html`<div class="setup-place">${toolsView(shown, editor)}${boardView(shown, editor)}<p
      class="visually-hidden" role="status">${said}</p></div>
    ${verdictView(judged, editor)}
    <div class="setup-rest"><div class="row setup-shortcuts" role="group" aria-label=${say`Begin from`}>${shortcuts.map(
      ([label, run]) => button({ label, run }),
    )}</div>
    ${fieldsView(draft, changes => editor.changeFields(changes))}
    ${fenView(shown, editor)}
    <p id="setup-keys" class="soft">${KEYS}</p>
    <div class="actions foot">${button({ label: say`Cancel`, run: () => editor.close() })}<button type="button"
      class="primary" ?disabled=${judged.kind === 'illegal'} @click=${() => editor.usePosition()}>${say`Use this position`}</button></div></div>`
}

function verdictView({ kind, code, text, fix }: Judgement, editor: Editor) {
  const words =
    kind === 'unreachable' ? say`You can play this, but no game can reach it: ${lowerFirst(text)}` : text
  return html`<div class=${`setup-verdict ${kind}`}><p role="status">${words}</p>${codeView(code)}${
    fix ? button({ label: fix.label, run: () => editor.changeFields(fix.changes) }) : nothing
  }</div>`
}

/** @returns the sentence as it follows a colon: in English in lower case, but for names of sides */
const lowerFirst = (sentence: string): string =>
  language !== 'en' || /^(White|Black)/.test(sentence)
    ? sentence
    : sentence[0].toLowerCase() + sentence.slice(1)
