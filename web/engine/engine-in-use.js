// SPDX-License-Identifier: Apache-2.0
// The engine in use: how it is, where it runs, what it can be told, and what to do when it has failed.

import { h } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { engineOptions } from './engine-options.js'
import { BUILT_IN } from './source.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../page/dom.js').Child} Child */
/** @typedef {import('./engine-room.js').EngineRoom} EngineRoom */

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {() => void} ends it
 */
export function mountEngineInUse(root, app) {
  const { room } = app
  const status = h('p', { class: 'engine-status', role: 'status' })
  const rest = h('div', { class: 'engine-rest' })
  root.append(status, rest)

  /** @type {unknown[]} what is shown */
  let shown = []
  const show = () => {
    const now = [room.state, room.running, room.words, room.source, room.delay]
    if (now.every((value, index) => value === shown[index])) return
    shown = now
    status.className = `engine-status ${room.state}`
    status.textContent = headline(room)
    const views = VIEWS[room.state](app).filter(child => child instanceof Node)
    keepFocus(
      rest,
      () => root,
      () => rest.replaceChildren(...views),
    )
  }
  show()
  return room.onChange(show)
}

/** @param {EngineRoom} room */
function headline({ state, name, source }) {
  if (state === 'ready') return `${name || 'The engine'} is ready`
  if (state === 'starting')
    return source.kind === 'remote' ? `Connecting to ${source.url} …` : 'The built-in engine is starting …'
  if (state === 'off') return 'The engine is off'
  return source.kind === 'remote' ? 'The remote engine has failed' : 'The built-in engine has failed'
}

/** @type {Record<EngineRoom['state'], (app: App) => Child[]>} */
const VIEWS = {
  off: ({ room }) => [
    h('p', { class: 'soft' }, 'It starts when it is needed.'),
    actions(button('Start it now', () => room.retry())),
  ],

  starting: ({ room }) => [
    h('progress', { 'aria-label': 'Starting the engine' }),
    room.delay && h('p', { role: 'alert' }, room.delay),
    actions(button('Cancel', () => (room.source.kind === 'remote' ? room.use(BUILT_IN) : room.turnOff()))),
  ],

  ready: ({ room, analyst }) => [
    h('p', { class: 'soft' }, whereabouts(room)),
    room.running && engineOptions(room, room.running),
    actions(
      button('Turn off', () => {
        analyst.stop()
        room.turnOff()
      }),
    ),
  ],

  failed: ({ room }) => {
    const { text, hints, details } = room.words ?? { text: '', hints: [], details: '' }
    return [
      h('p', { class: 'error', role: 'alert' }, text),
      hints.length > 0 && h('ul', { class: 'soft' }, ...hints.map(hint => h('li', {}, hint))),
      h('details', {}, h('summary', {}, 'Details for developers'), h('p', { class: 'code' }, details)),
      actions(
        button('Try again', () => room.retry(), 'primary'),
        room.source.kind === 'remote' && button('Use the built-in engine', () => room.use(BUILT_IN)),
      ),
    ]
  },
}

/** @param {EngineRoom} room */
function whereabouts({ source, running }) {
  // Stockfish points to a file that nobody has here.
  const name = running?.id.author.replace(/ \(see .*\)$/, '')
  const author = name ? `By ${name}. ` : ''
  if (source.kind === 'remote') return `${author}It runs at ${source.url}`
  if (!globalThis.crossOriginIsolated)
    return `${author}It runs in this page, on one processor: this website does not allow it more.`
  return `${author}It runs in this page.`
}

/** @param {...Child} buttons */
const actions = (...buttons) => h('div', { class: 'row' }, ...buttons)

/** @param {string} label @param {() => void} run */
const button = (label, run, name = '') => h('button', { type: 'button', class: name, onclick: run }, label)
