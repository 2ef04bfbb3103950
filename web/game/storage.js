// SPDX-License-Identifier: Apache-2.0
// The game survives a reload: its state bytes, which carry a checksum, and beside them its tree with variations and
// comments, which has one of its own. What turns out to be damaged is put aside, not deleted.

import { Game } from 'binbo'
import { PgnGame } from 'binbo/pgn'
import { keep, kept } from '../page/keep.js'

/** @typedef {import('./study.js').Snapshot} Snapshot */
/** @typedef {import('./study.js').Study} Study */

const KEY = 'binbo.game'
const DAMAGED = 'binbo.game.damaged'
/** Milliseconds after a change. */
const DELAY = 300

/**
 * What is saved: `state` is base64, `check` the checksum of `tree`, which is a Snapshot as JSON.
 * @typedef {{ state: string, tree: string, check: number }} Saved
 */

/**
 * Saves the game after each change, and at the latest when the page is left.
 * @param {Study} study
 * @param {(reason: unknown) => void} onFailure told once: storage is full or forbidden
 */
export function keepSaved(study, onFailure) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let failed = false
  const save = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    try {
      keep(KEY, JSON.stringify(pack(study)))
    } catch (error) {
      if (!failed) onFailure(error)
      failed = true
    }
  }
  study.onChange(() => {
    timer ??= setTimeout(save, DELAY)
  })
  addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', save)
}

/**
 * Brings the saved game back.
 * @param {Study} study
 * @returns {'nothing' | 'all' | 'main line' | 'damaged'} how much of it; damaged ones are put aside
 */
export function restoreSaved(study) {
  const text = kept(KEY)
  if (text === null) return 'nothing'
  const saved = parse(text)
  if (saved && checksum(saved.tree) === saved.check && attempt(() => study.restore(JSON.parse(saved.tree))))
    return 'all'
  try {
    localStorage.setItem(DAMAGED, text)
  } catch {
    // There is no room for it.
  }
  return saved && attempt(() => loadMainLine(study, saved.state)) ? 'main line' : 'damaged'
}

/** @param {Study} study @returns {Saved} */
function pack(study) {
  const tree = JSON.stringify(study.snapshot())
  const state = btoa(Array.from(study.state(), byte => String.fromCharCode(byte)).join(''))
  return { state, tree, check: checksum(tree) }
}

/** @param {string} text @returns {Saved | null} */
function parse(text) {
  try {
    const saved = JSON.parse(text)
    return typeof saved?.state === 'string' && typeof saved.tree === 'string' ? saved : null
  } catch {
    return null
  }
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

/**
 * FNV-1a (Fowler, Noll, Vo; RFC 9923), 32 bits, over UTF-16 units: against accidents, not against malice.
 * @param {string} text
 * @returns {number}
 */
function checksum(text) {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
