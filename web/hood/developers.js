// SPDX-License-Identifier: Apache-2.0
// The dialog for developers: the code of the board, and figures that are measured here.

import { render } from 'lit-html'
import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'
import { COPIED, copyText, FORBIDDEN } from '../page/text-out.js'
import { codeView } from './code-view.js'
import { loadedView } from './loaded-view.js'
import { offlineView } from './offline-view.js'
import { programOf } from './program.js'
import { Race } from './race.js'

/** @import { App } from '../app.js' */
/** @import { CodeState } from './code-view.js' */

/** @param {App} app */
export function openDevelopers(app) {
  const code = h('div', { class: 'code-of-board' })
  const race = new Race(app)
  const loaded = loadedView()
  /** @type {CodeState} */
  let state = { place: 'node', text: '', said: '' }
  const acts = {
    choose: (/** @type {CodeState['place']} */ place) => show({ place, said: '' }),
    copy: async () => {
      const isCopied = await copyText(state.text)
      if (!isCopied) getSelection()?.selectAllChildren(/** @type {Node} */ (code.querySelector('pre')))
      show({ said: isCopied ? COPIED : FORBIDDEN })
    },
  }
  /** @param {Partial<CodeState>} changed */
  function show(changed) {
    state = { ...state, ...changed }
    state.text = programOf(app, state.place)
    render(codeView(state, acts), code)
  }
  show({})
  const stop = app.study.onChange(() => show({ said: '' }))
  const onClose = () => {
    stop()
    race.stop()
    loaded.stop()
  }
  openDialog(
    'For developers',
    { class: 'wide developers', onClose },
    part('The code of this board', code),
    part('Counting positions', race.root),
    part('What was loaded', loaded.root, offlineView()),
    h(
      'p',
      { class: 'soft' },
      `Binbo ${BUILD.version}${BUILD.commit && `, commit ${BUILD.commit}`}. Measured in this browser: ${machine()}. `,
      h('a', { href: 'docs/performance.html', target: '_blank' }, 'Figures beside other libraries'),
      ' · ',
      h('a', { href: 'docs/index.html', target: '_blank' }, 'Documents'),
    ),
  )
}

/** @returns {string} such as 'Chromium 150 on Linux x86_64, 2 processors' */
function machine() {
  const { userAgent, platform, hardwareConcurrency: count = 1 } = navigator
  const [, name, version] = /(Firefox|Chrome|Version)\/(\d+)/.exec(userAgent) ?? []
  const browser = version ? `${name.replace('Version', 'Safari')} ${version} on ` : ''
  return `${browser}${platform}, ${count} ${count === 1 ? 'processor' : 'processors'}`
}

/** @param {string} title @param {...HTMLElement} content */
const part = (title, ...content) => h('section', { class: 'hood-part' }, h('h3', {}, title), ...content)
