// SPDX-License-Identifier: Apache-2.0
// The parts of the hood.

import about from 'binbo/package.json' with { type: 'json' }
import { h } from '../page/dom.js'
import { loadedView } from './loaded-view.js'
import { offlineView } from './offline-view.js'
import { Race } from './race.js'
import { stateView } from './state-view.js'

/** @import { App } from '../app.js' */

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {() => boolean} isOpen while it is closed, it is not updated
 */
export function mountPanel(root, app, isOpen) {
  root.append(
    part('Counting positions', new Race(app).root),
    part('What was loaded', loadedView(), offlineView()),
    part('The game as bytes', stateView(app, root, isOpen)),
    h('p', { class: 'soft' }, `Binbo ${about.version}, ${navigator.hardwareConcurrency || 1} processors.`),
  )
}

/** @param {string} title @param {...HTMLElement} content */
const part = (title, ...content) => h('section', { class: 'hood-part' }, h('h3', {}, title), ...content)
