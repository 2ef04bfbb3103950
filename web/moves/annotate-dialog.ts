// SPDX-License-Identifier: Apache-2.0
// The dialog for a move's annotations: the comments before and after it, its glyphs, and commands for chess programs.

import type { PgnNode } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import { fieldValue } from '../page/dom.js'
import { notify } from '../page/notices.js'
import { copyText } from '../page/text-out.js'
import { say } from '../page/texts.js'
import { openGameDialog } from '../study/game-dialog.js'
import { moveName } from '../study/nodes.js'
import { isThere } from '../study/removal.js'
import type { Study } from '../study/study.js'
import { commentsOf, setWords, textOf, wordsOf } from './comment-text.js'
import { glyphMeaning, glyphSign, MOVE_GLYPHS, POSITION_GLYPHS } from './glyphs.js'

/** the comments before and after a move */
type Unsaved = { before: string; after: string; commands: string }

/** Unsaved comments of closed dialogs: the dialog shows them again. */
const drafts: WeakMap<PgnNode, Unsaved> = new WeakMap()

/** The choice of no glyph. */
const NONE = 0

/**
 * Opens the dialog.
 * @param options `node`: default the current one. `unsaved`: comments that were typed before
 */
export function openAnnotate(
  study: Study,
  { node = study.node, unsaved = drafts.get(node) }: { node?: PgnNode; unsaved?: Unsaved } = {},
) {
  const isMove = node.parent !== null
  const ofMove = node.nags.find(nag => MOVE_GLYPHS.includes(nag)) ?? NONE
  const ofPosition = node.nags.find(nag => POSITION_GLYPHS.includes(nag)) ?? NONE
  const words = wordsOf(node)
  const saved = { before: textOf(node.startingComments), after: words.text, commands: words.commands }
  /** The current texts of the fields. */
  const written = { ...saved, ...unsaved }
  const field = (name: keyof Unsaved) => {
    const write = (event: Event) => {
      written[name] = fieldValue(event)
    }
    return html`<textarea rows="3" ?autofocus=${name === 'after'} .value=${written[name]} @input=${write}></textarea>`
  }
  const view = () => html`<form @submit=${save}><label>${
    isMove ? say`Comment after the move` : say`Comment before the first move`
  }${field('after')}</label>${
    isMove
      ? html`${moveGlyphs(ofMove)}<label>${say`The position after it`}${positionGlyphs(ofPosition)}</label><label>${say`Comment before the move`}${field('before')}</label>`
      : nothing
  }<p class="soft">${say`Each line is a separate comment.`}</p><details><summary>${say`Clocks, evaluations, arrows and squares`}</summary><label>${say`As chess programs read them, such as [%clk 0:05:00]`}${field('commands')}</label></details><div
    class="actions foot"><button type="button" @click=${leave}>${say`Cancel`}</button><button class="primary">${say`Save`}</button></div></form>`
  const title = isMove ? say`Move ${moveName(node)}` : say`Comment on the game`
  let isLeft = false
  const leave = () => {
    isLeft = true
    drafts.delete(node)
    dialog.close()
  }
  // Escape may be pressed by mistake.
  const onClose = () => {
    const isWritten =
      [written.before, written.after, written.commands].join('\0') !==
      [saved.before, saved.after, saved.commands].join('\0')
    if (!isLeft && isWritten) offerUnsaved(study, node, written)
  }
  const save = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    study.history.annotate(say`Comment on ${moveName(node)}`, node, () => {
      setWords(node, { text: written.after, commands: written.commands }, words)
      if (!isMove) return
      if (written.before !== saved.before)
        node.startingComments = commentsOf(written.before, node.startingComments)
      const others = node.nags.filter(nag => nag !== ofMove && nag !== ofPosition)
      const glyphs = [Number(chosen.get('move')), Number(chosen.get('position')), ...others]
      node.nags = glyphs.filter(nag => nag !== NONE)
    })
    leave()
  }
  const dialog = openGameDialog(study, title, { class: 'annotate-dialog', onClose }, view)
}

function offerUnsaved(study: Study, node: PgnNode, unsaved: Unsaved) {
  drafts.set(node, unsaved)
  const writeOn = () =>
    isThere(study, node) ? openAnnotate(study, { node, unsaved }) : offerUnsaved(study, node, unsaved)
  const copy = () => copyText([unsaved.before, unsaved.after, unsaved.commands].filter(Boolean).join('\n'))
  const action = isThere(study, node)
    ? { label: say`Continue`, run: writeOn }
    : { label: say`Copy it`, run: copy }
  notify({ text: say`Your comment was not saved.`, actions: [action] })
}

const moveGlyphs = (current: number) =>
  html`<fieldset class="move-glyphs"><legend>${say`The move`}</legend>${[NONE, ...MOVE_GLYPHS].map(
    nag =>
      html`<label class="check" title=${glyphMeaning(nag)}><input type="radio" name="move" value=${nag}
        ?checked=${nag === current}><span class="sign" aria-hidden="true">${
          nag === NONE ? '–' : glyphSign(nag)
        }</span><span>${glyphMeaning(nag)}</span></label>`,
  )}</fieldset>`

const positionGlyphs = (current: number) =>
  html`<select name="position">${[NONE, ...POSITION_GLYPHS].map(
    nag =>
      html`<option value=${nag} ?selected=${nag === current}>${
        nag === NONE ? glyphMeaning(nag) : `${glyphSign(nag)}  ${glyphMeaning(nag)}`
      }</option>`,
  )}</select>`
