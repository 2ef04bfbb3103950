// SPDX-License-Identifier: Apache-2.0
// Brings the saved game back when the page opens, and saves it from then on. What does not work is told, and what
// other tabs save.

import { Game } from 'binbo'
import { PgnGame } from 'binbo/pgn'
import { download } from '../page/download.js'
import { keep, keepHere, kept, ownKey } from '../page/keep.js'
import { notify } from '../page/notices.js'
import { checksum, keepEarlier, replaceGame, withRoom } from './earlier-games.js'
import { pathTo } from './nodes.js'

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

/** @typedef {import('./earlier-games.js').Page} Page */
/** @typedef {import('./study.js').Study} Study */

const GAME = 'game'
const DAMAGED = 'damaged game'
/** In what is saved, as JSON. */
const STATE = /"state":"([\w+/=]+)"/
/** Milliseconds after a change. */
const DELAY = 300
/** Of this visit of the page. */
const TAB = Math.random().toString(36).slice(2)

/**
 * What is saved. `state` is base64; the others are JSON: `tree` of a game, `view` of what people do with it; `check` is
 * the checksum of both.
 * @typedef {{ state: string, tree: string, view: string, check: number }} Saved
 */

/**
 * Saves the game after each change, and at the latest when the page is left.
 * @param {Page} page
 * @param {(reason: unknown) => void} onFailure told once: storage is full or forbidden
 */
export function keepSaved({ study, match }, onFailure) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let failed = false
  /** @type {Saved | null} without its view: to write all moves costs more than to write where somebody looks */
  let moves = null
  let { setup } = match
  const others = new OtherTabsGames(kept(GAME)[0] ?? null)
  const save = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    try {
      moves ??= packMoves(study)
      const view = { path: pathTo(study.node), match: match.setup, tab: TAB }
      const text = JSON.stringify(withView(moves, view))
      others.rescue(moves.tree)
      withRoom(() => keep(GAME, text))
      others.own = text
    } catch (error) {
      if (!failed) onFailure(error)
      failed = true
    }
  }
  const saveSoon = (delay = DELAY) => {
    timer ??= setTimeout(save, delay)
  }
  study.onChange(change => {
    if (change !== 'node') moves = null
    if (change !== 'game') return saveSoon()
    // A tab that is opened now shows this one.
    clearTimeout(timer)
    timer = undefined
    saveSoon(0)
  })
  match.onChange(() => {
    if (match.setup !== setup) saveSoon()
    setup = match.setup
  })
  addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', save)
}

/**
 * Brings the saved game back, and the match that it is of: where this tab's own copy is damaged, what was saved last.
 * @param {Page} page
 * @returns {{ how: 'nothing' | 'all' | 'main line' | 'damaged', text: string }} how much of it; `text` is what was saved,
 *   a damaged one is put aside, too
 */
export function restoreSaved(page) {
  const texts = kept(GAME)
  for (const text of texts) {
    const saved = parse(text)
    if (!saved || checkOf(saved) !== saved.check || !attempt(() => loadAll(page, saved))) continue
    // Whatever other tabs save from now on, it comes back here.
    keepHere(GAME, text)
    return { how: 'all', text }
  }
  const [text] = texts
  if (text === undefined) return { how: 'nothing', text: '' }
  attempt(() => withRoom(() => localStorage.setItem(ownKey(DAMAGED), text)))
  // Its bytes stand first, and have a checksum of their own.
  const [, state] = STATE.exec(text) ?? []
  const isBack = state !== undefined && attempt(() => loadMainLine(page.study, state))
  return { how: isBack ? 'main line' : 'damaged', text }
}

/**
 * Each tab keeps its own game, also where another one goes on with the same.
 * @param {Page} page
 * @param {(show: () => void) => void} onOther told once: another tab saves another game; `show` brings that one here
 */
export function watchOtherTabs(page, onOther) {
  /** @type {Saved | null} the last one of another tab */
  let other = null
  addEventListener('storage', ({ key, newValue }) => {
    const saved = key === ownKey(GAME) && newValue !== null ? parse(newValue) : null
    if (!saved || checkOf(saved) !== saved.check) return
    const isFirst = other === null
    if (isFirst && saved.tree === treeOf(page.study)) return
    other = saved
    if (isFirst) onOther(() => other && loadAll(page, other))
  })
}

/**
 * There is one place for the game, and each tab saves its own there. Who writes over another tab's keeps that one among
 * the earlier games: that tab may be closed by then.
 */
class OtherTabsGames {
  /** @type {Map<string, string>} by tab, the key under which its game is kept */
  #keys = new Map()

  /** @param {string | null} own what this tab has saved last, or has begun with */
  constructor(own) {
    this.own = own
  }

  /** @param {string} tree that is saved now */
  rescue(tree) {
    const text = savedLast(GAME)
    if (text === null || text === this.own) return
    const saved = parse(text)
    if (!saved || checkOf(saved) !== saved.check) return
    if (saved.tree === tree || saved.tree === parse(this.own ?? '')?.tree) return
    const { path, match, tab } = JSON.parse(saved.view)
    const game = { ...JSON.parse(saved.tree), path, match, at: Date.now() }
    this.#keys.set(tab, keepEarlier(game, this.#keys.get(tab)))
  }
}

/** @param {Study} study @returns {string} */
function treeOf(study) {
  const { pgn, how } = study.snapshot()
  return JSON.stringify({ pgn, how })
}

/** @param {Study} study @returns {Saved} without its view */
function packMoves(study) {
  const tree = treeOf(study)
  const state = btoa(Array.from(study.state(), byte => String.fromCharCode(byte)).join(''))
  return { state, tree, view: '', check: checksum(tree) }
}

/**
 * @param {Saved} moves
 * @param {{ path: number[], match: unknown, tab: string }} view
 * @returns {Saved}
 */
function withView(moves, view) {
  const text = JSON.stringify(view)
  return { ...moves, view: text, check: checksum(text, moves.check) }
}

/** @param {Saved} saved @returns {number} */
const checkOf = ({ tree, view }) => checksum(view, checksum(tree))

/** @param {string} text @returns {Saved | null} */
function parse(text) {
  try {
    const saved = JSON.parse(text)
    const texts = [saved?.state, saved?.tree, saved?.view]
    return texts.every(part => typeof part === 'string') ? saved : null
  } catch {
    return null
  }
}

/**
 * @param {Page} page
 * @param {Saved} saved
 * @throws {ChessError | SyntaxError} where it is not what this page writes
 */
function loadAll({ study, match }, { tree, view }) {
  const { path, match: setup } = JSON.parse(view)
  study.restore({ ...JSON.parse(tree), path })
  match.arrangeAgain(setup)
}

/**
 * @param {Study} study
 * @param {string} state base64
 * @throws {ChessError | DOMException} ERR_STATE_*, or where it is not base64
 */
function loadMainLine(study, state) {
  const game = Game.fromState(Uint8Array.from(atob(state), character => character.charCodeAt(0)))
  try {
    const { status } = game
    const how = 'detail' in status ? String(status.detail) : ''
    study.load(PgnGame.fromGame(game), { how })
  } finally {
    game.stop()
  }
}

/** @param {() => void} action @returns {boolean} whether it did not throw */
function attempt(action) {
  try {
    action()
    return true
  } catch {
    return false
  }
}

/** @param {string} name @returns {string | null} of whatever tab; null where storage is forbidden, too */
function savedLast(name) {
  try {
    return localStorage.getItem(ownKey(name))
  } catch {
    return null
  }
}
