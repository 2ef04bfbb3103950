// SPDX-License-Identifier: Apache-2.0
// The engine dialog: the engine in use with its options, and the choice of another.

import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { BUILT_IN, checkAddress, savedEngineToken, savedUrl } from './source.js'
import { optionLimits } from './start-engine.js'

/** @import { Engine } from 'binbo/uci' */
/** @import { EngineRoom } from './engine-room.js' */
/** @import { EngineSource } from './source.js' */
/** @import { Child } from '../page/dom.js' */
/** @import { Views } from '../page/store.js' */
/** @import { EngineState } from './engine-room.js' */
/** What it needs of the page. @typedef {{ room: EngineRoom, analyst: { stop(): void }, store: Views<EngineState> }} Page */

const FIELDS = /** @type {const} */ ([
  { name: 'Threads', label: 'Threads', unit: '' },
  { name: 'Hash', label: 'Memory', unit: ' MB' },
])

/** @param {Page} page */
export function openEngine(page) {
  const inUse = h('section', { class: 'engine-in-use', 'aria-label': 'Engine in use', tabindex: -1 })
  const choice = h('form', { class: 'engine-choice', novalidate: true })
  const ends = [mountEngineInUse(inUse, page), mountEngineChoice(choice, inUse, page)]
  const onClose = () => {
    for (const end of ends) end()
  }
  openDialog('Engine', { class: 'engine', onClose }, inUse, choice)
}

/**
 * Shows the engine in use: its state, where it runs, its options, and what to do if it has failed.
 * @param {HTMLElement} root
 * @param {Page} page
 * @returns {() => void} ends this
 */
function mountEngineInUse(root, page) {
  const { room } = page
  const status = h('p', { class: 'engine-status', role: 'status' })
  const rest = h('div', { class: 'engine-rest' })
  root.append(status, rest)

  /** @type {unknown[]} the values shown */
  let shown = []
  const show = () => {
    const now = [room.state, room.running, room.failureText, room.source, room.program, room.delay]
    if (now.every((value, index) => value === shown[index])) return
    shown = now
    status.className = `engine-status ${room.state}`
    status.textContent = headline(room)
    const views = VIEWS[room.state](page).filter(child => child instanceof Node)
    keepFocus(
      rest,
      () => root,
      () => rest.replaceChildren(...views),
    )
  }
  show()
  return page.store.react(show)
}

/** @param {EngineRoom} room */
function headline({ state, name, program }) {
  if (state === 'ready') return `${name || 'The engine'} is ready`
  if (state === 'starting')
    return program.kind === 'remote' ? `Connecting to ${program.url} …` : 'The built-in engine is starting …'
  if (state === 'off') return 'The engine is off'
  return program.kind === 'remote' ? 'The remote engine has failed' : 'The built-in engine has failed'
}

/** @type {Record<EngineRoom['state'], (page: Page) => Child[]>} */
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
    const { text, hints, details } = room.failureText ?? { text: '', hints: [], details: '' }
    return [
      h('p', { class: 'error', role: 'alert' }, text),
      hints.length > 0 && h('ul', { class: 'soft' }, ...hints.map(hint => h('li', {}, hint))),
      h('details', {}, h('summary', {}, 'Details for developers'), h('p', { class: 'code' }, details)),
      actions(
        button('Try again', () => room.retry(), 'try-again primary'),
        room.source.kind === 'remote' && button('Use the built-in engine', () => room.use(BUILT_IN)),
      ),
    ]
  },
}

/** @param {EngineRoom} room */
function whereabouts({ program, source, running }) {
  // Stockfish refers to a file that users of the page do not have.
  const names = running?.id.author ?? ''
  const name = names.endsWith(')') ? names.split(' (see ', 1)[0] : names
  const author = name ? `By ${name}. ` : ''
  if (program.kind === 'remote') return `${author}It runs at ${program.url}`
  if (program.kind === 'variants')
    return `${author}It runs in this page and plays this variant, which ${source.kind === 'remote' ? 'the remote engine' : 'Stockfish'} does not.`
  if (!globalThis.crossOriginIsolated)
    return `${author}It runs in this page, on one processor: this website does not allow more.`
  return `${author}It runs in this page.`
}

/** @param {...Child} buttons */
const actions = (...buttons) => h('div', { class: 'row' }, ...buttons)

/** @param {string} label @param {() => void} run */
const button = (label, run, name = '') => h('button', { type: 'button', class: name, onclick: run }, label)

/**
 * @param {EngineRoom} room
 * @param {Engine} engine
 * @returns {HTMLElement | null} null if the engine has none of them
 */
function engineOptions(room, engine) {
  const status = h('p', { class: 'soft', role: 'status' })
  const fields = FIELDS.map(field => optionField(room, engine, field, status)).filter(field => field !== null)
  return fields.length > 0 ? h('div', { class: 'engine-options' }, ...fields, status) : null
}

/**
 * @param {EngineRoom} room
 * @param {Engine} engine
 * @param {typeof FIELDS[number]} field
 * @param {HTMLElement} status where the outcome is shown
 */
function optionField(room, engine, { name, label, unit }, status) {
  const option = engine.options.get(name)
  if (option?.type !== 'spin') return null
  const least = option.min ?? 1
  const most = Math.min(option.max ?? least, room.program.kind === 'remote' ? Infinity : optionLimits()[name])
  if (most <= least) return null
  const value = () => String(option.value ?? option.default ?? least)
  const input = h('input', { type: 'number', min: least, max: most, step: 1, value: value(), required: true })
  input.addEventListener('change', async () => {
    if (!input.checkValidity()) {
      status.textContent = `${label}: a whole number from ${least} to ${most}${unit}.`
      input.value = value()
      return
    }
    status.textContent = 'The engine takes this after its current search …'
    try {
      await room.setOptions({ [name]: input.valueAsNumber })
      status.textContent = `${label}: ${input.value}${unit}.`
    } catch {
      // If this killed the engine, the dialog shows why.
      status.textContent = `${label}: the engine does not take ${input.value}${unit}.`
      input.value = value()
    }
  })
  return h('label', {}, `${label} (${least} to ${most}${unit})`, input)
}

/**
 * Shows the choice of another engine: the built-in one, or one at an address.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} inUse the view of the engine in use, which shows what becomes of a choice
 * @param {Page} page
 * @returns {() => void} ends this
 */
function mountEngineChoice(form, inUse, { room, store }) {
  const remote = remoteFields()
  const submit = h('button', { type: 'submit', class: 'primary' })
  const isRemote = () => new FormData(form).get('engine') === 'remote'
  const isInUse = () => {
    const { source } = room
    return source.kind === 'remote' ? isRemote() && remote.shows(source) : !isRemote()
  }
  const show = () => {
    remote.root.hidden = !isRemote()
    keepFocus(submit, chosenRadio, () => {
      submit.hidden = isInUse()
    })
    submit.textContent = isRemote() ? 'Connect' : 'Use the built-in engine'
    // One main button: to try the engine in use again, or to use another one.
    inUse.querySelector('.try-again')?.classList.toggle('primary', isInUse())
  }
  const chosenRadio = () => /** @type {HTMLInputElement} */ (form.querySelector('input:checked'))
  const chosen = () => (isRemote() ? remote.read() : BUILT_IN)

  form.append(
    h(
      'fieldset',
      {},
      h('legend', {}, 'Another engine'),
      radio(
        'builtin',
        'In this page: Stockfish, and Fairy-Stockfish for variants; it needs no network',
        room.source.kind,
      ),
      radio('remote', 'At an address: an engine server, here or elsewhere', room.source.kind),
    ),
    remote.root,
    h('div', { class: 'actions' }, submit),
  )
  form.addEventListener('input', show)
  form.addEventListener('submit', event => {
    event.preventDefault()
    const source = chosen()
    if (source === null) return
    room.use(source)
    inUse.scrollIntoView({ block: 'nearest' })
  })
  show()
  return store.react(show)
}

/** @param {string} value @param {string} label @param {string} chosen */
const radio = (value, label, chosen) =>
  h(
    'label',
    { class: 'check' },
    h('input', { type: 'radio', name: 'engine', value, checked: value === chosen }),
    label,
  )

/**
 * @returns {{ root: HTMLElement, read: () => EngineSource | null,
 *   shows: (source: { url: string, token: string }) => boolean }} read() returns null if the address is wrong, and shows why
 */
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
    value: savedEngineToken(),
    'aria-describedby': 'engine-token-note',
  })
  const root = h(
    'div',
    { class: 'engine-remote' },
    h('label', {}, 'Address', address),
    problem,
    h('div', { class: 'engine-token' }, h('label', {}, 'Token, if required', token), showButton(token)),
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
  return {
    root,
    read,
    shows: ({ url, token: secret }) => address.value.trim() === url && token.value.trim() === secret,
  }
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

/** How to run an engine server that allows this page. */
const serverHelp = () =>
  h(
    'details',
    {},
    h('summary', {}, 'How to run an engine server'),
    h(
      'p',
      { class: 'soft' },
      'With Node and an engine on your computer, this command starts one for this page; its address is ws://127.0.0.1:8080.',
    ),
    h(
      'pre',
      { class: 'code' },
      `npx binbo engine-server stockfish \\\n  --port 8080 --origin ${location.origin}`,
    ),
    h(
      'p',
      { class: 'soft' },
      'Before other computers can use it, set a token in the variable BINBO_TOKEN, and put TLS in front.',
    ),
  )
