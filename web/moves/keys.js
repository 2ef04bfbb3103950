// SPDX-License-Identifier: Apache-2.0
// The keys that go through the moves from anywhere on the page, where nothing else has a use for them, and the one that
// takes back a deletion.

import { undoLast } from '../page/notices.js'

/** @typedef {import('../game/study.js').Study} Study */

const FIELDS = 'input, select, textarea, [contenteditable]'
/** What has arrow keys of its own: fields, the board's squares, the engine's lines, and what can be scrolled. */
const TAKEN = `${FIELDS}, [role="slider"], [role="grid"], [role="region"], [role="toolbar"], #board`

/** @type {Record<string, (study: Study) => void>} */
const KEYS = {
  ArrowLeft: study => study.back(),
  ArrowRight: study => study.forward(),
  ArrowUp: study => goBeside(study, -1),
  ArrowDown: study => goBeside(study, 1),
  Home: study => study.toStart(),
  End: study => study.toEnd(),
}

/** @param {Study} study */
export function listenToKeys(study) {
  document.addEventListener('keydown', event => {
    const { key, target, defaultPrevented } = event
    if (defaultPrevented || event.altKey || event.shiftKey || document.querySelector('dialog[open]')) return
    const at = target instanceof Element ? target : document.body
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z' && !at.closest(FIELDS) && undoLast()) event.preventDefault()
      return
    }
    if (!Object.hasOwn(KEYS, key) || at.closest(TAKEN)) return
    const before = study.node
    KEYS[key](study)
    // What moves nothing here may scroll the page.
    if (study.node !== before) event.preventDefault()
  })
}

/**
 * To the variation before or after, of those that begin with the move that is looked at.
 * @param {Study} study
 * @param {number} places
 */
function goBeside(study, places) {
  const siblings = study.node.parent?.children ?? []
  const beside = siblings[siblings.indexOf(study.node) + places]
  if (beside) study.goTo(beside)
}
