// SPDX-License-Identifier: Apache-2.0
// Brings the saved game back when the page opens, and saves it from then on. What does not work is told, and what
// other tabs save.

import { download } from '../page/download.js'
import { notify } from '../page/notices.js'
import { replaceGame } from './replace-game.js'
import { keepSaved, restoreSaved, watchOtherTabs } from './storage.js'

/** @typedef {import('../app.js').App} App */

const DAMAGE = {
  'main line': 'The saved game was damaged: its moves are back, its variations and comments are not.',
  damaged: 'The saved game was damaged and could not be brought back.',
}

/** @param {App} app */
export function keepGame(app) {
  const { how, text } = restoreSaved(app)
  if (how === 'main line' || how === 'damaged') {
    const save = { label: 'Download what was saved', run: () => download('damaged-game.json', text) }
    notify({ text: DAMAGE[how], tone: 'error', actions: [save] })
  }
  keepSaved(app, reason => notify({ text: whyUnsaved(reason), tone: 'error' }))
  watchOtherTabs(app, show => {
    const showIt = () => replaceGame(app, show, 'This is the game of the other tab.')
    notify({
      text: 'The game was changed in another tab. This tab keeps its own.',
      actions: [{ label: 'Show that one', run: showIt }],
    })
  })
}

/** @param {unknown} reason @returns {string} */
function whyUnsaved(reason) {
  const isFull = reason instanceof DOMException && reason.name === 'QuotaExceededError'
  return isFull
    ? 'This browser has no room left to save the game: it will be lost when the page is closed. Download it under Share.'
    : 'This browser does not let the page save the game: it will be lost when the page is closed.'
}
