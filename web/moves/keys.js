// SPDX-License-Identifier: Apache-2.0
// The keys that go through the moves from anywhere on the page, where nothing else has a use for them.

/** @typedef {import('../game/study.js').Study} Study */

/** What has arrow keys of its own: fields, the board's squares, and whatever stands in a dialog. */
const TAKEN = 'input, select, textarea, [contenteditable], [role="slider"], [role="grid"], #board, dialog'

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
    if (defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    if (!Object.hasOwn(KEYS, key) || document.querySelector('dialog[open]')) return
    if (target instanceof Element && target.closest(TAKEN)) return
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
