// SPDX-License-Identifier: Apache-2.0
// The choice of an engine: the one in this page, or one behind an address.

import { h } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { checkAddress } from './address.js'
import { BUILT_IN, savedToken, savedUrl } from './source.js'

/** @typedef {import('./engine-room.js').EngineRoom} EngineRoom */
/** @typedef {import('./source.js').EngineSource} EngineSource */

/**
 * @param {HTMLFormElement} form
 * @param {EngineRoom} room
 * @param {() => void} onChoice what becomes of it is shown elsewhere
 * @returns {() => void} ends it
 */
export function mountEngineChoice(form, room, onChoice) {
  const remote = remoteFields()
  const submit = h('button', { type: 'submit', class: 'primary' })
  const isRemote = () => new FormData(form).get('engine') === 'remote'
  const show = () => {
    remote.root.hidden = !isRemote()
    keepFocus(submit, chosenRadio, () => {
      submit.hidden = !isRemote() && room.source.kind === 'builtin'
    })
    submit.textContent = isRemote() ? 'Connect' : 'Use the built-in engine'
  }
  const chosenRadio = () => /** @type {HTMLInputElement} */ (form.querySelector('input:checked'))
  const chosen = () => (isRemote() ? remote.read() : BUILT_IN)

  form.append(
    h(
      'fieldset',
      {},
      h('legend', {}, 'Another engine'),
      radio('builtin', 'In this page: Stockfish, which needs no network', room.source.kind),
      radio('remote', 'At an address: an engine server, here or elsewhere', room.source.kind),
    ),
    remote.root,
    h('div', { class: 'actions' }, submit),
  )
  form.addEventListener('change', show)
  form.addEventListener('submit', event => {
    event.preventDefault()
    const source = chosen()
    if (source === null) return
    room.use(source)
    onChoice()
  })
  show()
  return room.onChange(show)
}

/** @param {string} value @param {string} label @param {string} chosen */
const radio = (value, label, chosen) =>
  h(
    'label',
    { class: 'check' },
    h('input', { type: 'radio', name: 'engine', value, checked: value === chosen }),
    label,
  )

/** @returns {{ root: HTMLElement, read: () => EngineSource | null }} null: it says what is wrong */
function remoteFields() {
  const problem = h('p', { class: 'error', id: 'engine-address-problem', role: 'alert' })
  const address = h('input', {
    type: 'text',
    inputmode: 'url',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: 'ws://127.0.0.1:8080',
    value: savedUrl(),
    'aria-describedby': problem.id,
  })
  const token = h('input', {
    type: 'password',
    autocomplete: 'off',
    value: savedToken(),
    'aria-describedby': 'engine-token-note',
  })
  const root = h(
    'div',
    { class: 'engine-remote' },
    h('label', {}, 'Address', address),
    problem,
    h('div', { class: 'engine-token' }, h('label', {}, 'Token, if it wants one', token), showButton(token)),
    h('p', { class: 'soft', id: 'engine-token-note' }, 'The token is forgotten when this tab is closed.'),
    serverHelp(),
  )

  const say = (/** @type {string} */ text) => {
    problem.textContent = text
    address.setAttribute('aria-invalid', String(text !== ''))
  }
  /** @returns {EngineSource | null} */
  const read = () => {
    const checked = checkAddress(address.value, location.protocol)
    say('problem' in checked ? checked.problem : '')
    if ('problem' in checked) {
      address.focus()
      return null
    }
    address.value = checked.url
    return { kind: 'remote', url: checked.url, token: token.value.trim() }
  }
  address.addEventListener('input', () => say(''))
  return { root, read }
}

/** @param {HTMLInputElement} field */
function showButton(field) {
  const button = h(
    'button',
    { type: 'button', 'aria-pressed': 'false', 'aria-label': 'Show the token' },
    'Show',
  )
  button.addEventListener('click', () => {
    const isShown = field.type === 'password'
    field.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isShown))
  })
  return button
}

/** How to have an engine server that lets this page in. */
const serverHelp = () =>
  h(
    'details',
    {},
    h('summary', {}, 'How to run an engine server'),
    h(
      'p',
      { class: 'soft' },
      'With Node and an engine on your computer, this starts one for this page; its address is then ws://127.0.0.1:8080.',
    ),
    h(
      'pre',
      { class: 'code' },
      `npx binbo engine-server stockfish \\\n  --port 8080 --origin ${location.origin}`,
    ),
    h(
      'p',
      { class: 'soft' },
      'For others to reach it, it needs a token in the variable BINBO_TOKEN, and TLS before it.',
    ),
  )
