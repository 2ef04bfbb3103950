// SPDX-License-Identifier: Apache-2.0
// What the panel "Games" shows: ways to open games, the open file, and the games that were on the board before.

import { h, icon } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { ownKey } from '../page/keep.js'
import { download } from '../page/text-out.js'
import { EarlierGamesView } from './earlier-games-view.js'
import { FileView } from './file-view.js'

/** @import { App } from '../app.js' */

/** Saved data that was damaged, by its name in storage: saved-game.js and saved-tabs.js put it aside. */
const DAMAGED = { 'damaged game': 'damaged-game.json', 'damaged tabs': 'damaged-games.json' }
/** The file types that are offered first; any file can be chosen. */
const ACCEPT = '.pgn,.txt,application/x-chess-pgn,text/plain'

/** @param {HTMLElement} root @param {App} app */
export function fillGames(root, app) {
  const { openFile, games } = app
  const picker = h('input', {
    type: 'file',
    accept: ACCEPT,
    multiple: true,
    hidden: true,
    'aria-label': 'PGN file, of any size',
    onchange: () => {
      openFile.readFiles(Array.from(picker.files ?? []))
      // The same file may be chosen again.
      picker.value = ''
    },
  })
  const said = h('p', { class: 'soft', role: 'status' })
  const hint = h(
    'p',
    { class: 'soft' },
    'PGN files of any size: drop them anywhere on the page. Nothing is sent anywhere.',
  )
  const open = button('open', 'Open a file', () => picker.click())
  const ways = h(
    'div',
    { class: 'pgn-ways', role: 'group', 'aria-label': 'Open games' },
    picker,
    open,
    button('paste', 'Paste', () => paste(openFile, said)),
    button('new', 'New tab', () => games.add()),
  )
  const place = h('div', { class: 'pgn-file' })
  const earlier = new EarlierGamesView(app)
  root.append(ways, said, hint, place, earlier.element, ...damagedData())

  /** @type {FileView | null} */
  let view = null
  const show = () => {
    if (view?.file === openFile.file) return
    view?.close()
    view = openFile.file && new FileView(openFile, openFile.file)
    const next = view?.element
    keepFocus(
      place,
      () => open,
      () => place.replaceChildren(...(next ? [next] : [])),
    )
    hint.hidden = view !== null
    said.textContent = ''
    root.classList.toggle('has-file', view !== null)
  }
  const focus = () => {
    // It would open the keyboard of a phone.
    if (matchMedia('(pointer: coarse)').matches) return
    const isTyping = document.activeElement?.matches('input, textarea, select')
    if (!isTyping) (view?.start ?? open).focus({ preventScroll: true })
  }
  openFile.onChange(what => {
    show()
    if (what === 'show') focus()
    if (what === 'game') view?.mark()
  })
  show()
  if (root.checkVisibility()) focus()
}

/** @returns {HTMLElement[]} for each piece of damaged data a way to save it, or to forget it */
function damagedData() {
  return Object.entries(DAMAGED).flatMap(([name, file]) => {
    const text = keptHere(name)
    if (text === null) return []
    const save = h('button', { type: 'button', onclick: () => download(file, text) }, 'Download it')
    const forget = h('button', { type: 'button', onclick: () => forgetHere(name, row) }, 'Forget it')
    const row = h(
      'div',
      { class: 'pgn-damaged' },
      h('p', { class: 'soft' }, 'Saved games were damaged. What was there is kept.'),
      h('div', { class: 'row' }, save, forget),
    )
    return [row]
  })
}

/** @param {string} name @returns {string | null} null also if storage is forbidden */
function keptHere(name) {
  try {
    return localStorage.getItem(ownKey(name))
  } catch {
    return null
  }
}

/** @param {string} name @param {HTMLElement} row */
function forgetHere(name, row) {
  localStorage.removeItem(ownKey(name))
  row.remove()
}

/** @param {App['openFile']} openFile @param {HTMLElement} said */
async function paste(openFile, said) {
  said.textContent = ''
  try {
    const text = await navigator.clipboard.readText()
    if (text.trim() === '') said.textContent = 'There is no text to paste.'
    else openFile.readText(text)
  } catch {
    said.textContent = 'This browser does not let the page paste by itself: press Ctrl+V, or ⌘V on a Mac.'
  }
}

/** @param {string} picture @param {string} label @param {() => unknown} onclick */
const button = (picture, label, onclick) =>
  h('button', { type: 'button', onclick }, icon(picture), h('span', {}, label))
