// SPDX-License-Identifier: Apache-2.0
// The dialog for a move's annotations: the comments after and before it, its glyphs, and what chess programs read.

import { h } from '../page/dom.js'
import { notify } from '../page/notices.js'
import { copyText } from '../page/text-out.js'
import { openGameDialog } from '../study/game-dialog.js'
import { moveName } from '../study/nodes.js'
import { isThere } from '../study/removal.js'
import { commentsOf, setWords, textOf, wordsOf } from './comment-text.js'
import { glyphMeaning, glyphSign, MOVE_GLYPHS, POSITION_GLYPHS } from './glyphs.js'

/** @import { PgnNode } from 'binbo/pgn' */
/** @import { Study } from '../study/study.js' */

/** @typedef {{ before: string, after: string, commands: string }} Unsaved the comments before and after a move */

/** Comments that were left without saving them: the dialog shows them again. @type {WeakMap<PgnNode, Unsaved>} */
const drafts = new WeakMap()

/** The choice of no glyph. */
const NONE = 0

/**
 * Opens the dialog.
 * @param {Study} study
 * @param {{ node?: PgnNode, unsaved?: Unsaved }} [options] `node`: default the current one. `unsaved`: comments that
 *   were typed before
 */
export function openAnnotate(study, { node = study.node, unsaved = drafts.get(node) } = {}) {
  const isMove = node.parent !== null
  const ofMove = node.nags.find(nag => MOVE_GLYPHS.includes(nag)) ?? NONE
  const ofPosition = node.nags.find(nag => POSITION_GLYPHS.includes(nag)) ?? NONE
  const words = wordsOf(node)
  const before = textField(textOf(node.startingComments), unsaved?.before)
  const after = textField(words.text, unsaved?.after, true)
  const commands = textField(words.commands, unsaved?.commands)
  const form = h(
    'form',
    {},
    h('label', {}, isMove ? 'Comment after the move' : 'Comment before the first move', after),
    isMove && moveGlyphs(ofMove),
    isMove && h('label', {}, 'The position after it', positionGlyphs(ofPosition)),
    isMove && h('label', {}, 'Comment before the move', before),
    h('p', { class: 'soft' }, 'Each line is a separate comment.'),
    h(
      'details',
      {},
      h('summary', {}, 'Clocks, evaluations, arrows and squares'),
      h('label', {}, 'As chess programs read them, such as [%clk 0:05:00]', commands),
    ),
    h(
      'div',
      { class: 'actions foot' },
      h('button', { type: 'button', onclick: () => leave() }, 'Cancel'),
      h('button', { class: 'primary' }, 'Save'),
    ),
  )
  const title = isMove ? `Move ${moveName(node)}` : 'Comment on the game'
  let isLeft = false
  const leave = () => {
    isLeft = true
    drafts.delete(node)
    dialog.close()
  }
  // Escape may be pressed by mistake.
  const onClose = () => {
    const isWritten = [before, after, commands].some(field => field.value !== field.defaultValue)
    if (isLeft || !isWritten) return
    offerUnsaved(study, node, { before: before.value, after: after.value, commands: commands.value })
  }
  const dialog = openGameDialog(study, title, { class: 'annotate-dialog', onClose }, form)
  form.addEventListener('submit', event => {
    event.preventDefault()
    const chosen = new FormData(form)
    study.history.annotate('Comment on', node, () => {
      setWords(node, { text: after.value, commands: commands.value }, words)
      if (!isMove) return
      if (before.value !== before.defaultValue)
        node.startingComments = commentsOf(before.value, node.startingComments)
      const others = node.nags.filter(nag => nag !== ofMove && nag !== ofPosition)
      const glyphs = [Number(chosen.get('move')), Number(chosen.get('position')), ...others]
      node.nags = glyphs.filter(nag => nag !== NONE)
    })
    leave()
  })
}

/** @param {Study} study @param {PgnNode} node @param {Unsaved} unsaved */
function offerUnsaved(study, node, unsaved) {
  drafts.set(node, unsaved)
  const writeOn = () =>
    isThere(study, node) ? openAnnotate(study, { node, unsaved }) : offerUnsaved(study, node, unsaved)
  const copy = () => copyText([unsaved.before, unsaved.after, unsaved.commands].filter(Boolean).join('\n'))
  const action = isThere(study, node) ? { label: 'Continue', run: writeOn } : { label: 'Copy it', run: copy }
  notify({ text: 'Your comment was not saved.', actions: [action] })
}

/** @param {number} current @returns {HTMLFieldSetElement} */
const moveGlyphs = current =>
  h(
    'fieldset',
    { class: 'move-glyphs' },
    h('legend', {}, 'The move'),
    ...[NONE, ...MOVE_GLYPHS].map(nag =>
      h(
        'label',
        { class: 'check', title: glyphMeaning(nag) },
        h('input', { type: 'radio', name: 'move', value: nag, checked: nag === current }),
        h('span', { class: 'sign', 'aria-hidden': 'true' }, nag === NONE ? '–' : glyphSign(nag)),
        h('span', {}, glyphMeaning(nag)),
      ),
    ),
  )

/** @param {number} current @returns {HTMLSelectElement} */
const positionGlyphs = current =>
  h(
    'select',
    { name: 'position' },
    ...[NONE, ...POSITION_GLYPHS].map(nag =>
      h(
        'option',
        { value: nag, selected: nag === current },
        nag === NONE ? glyphMeaning(nag) : `${glyphSign(nag)}  ${glyphMeaning(nag)}`,
      ),
    ),
  )

/**
 * @param {string} text saved
 * @param {string} [value] default: the same
 * @param {boolean} [autofocus]
 * @returns {HTMLTextAreaElement}
 */
function textField(text, value = text, autofocus = false) {
  const field = h('textarea', { rows: 3, autofocus }, text)
  field.value = value
  return field
}
