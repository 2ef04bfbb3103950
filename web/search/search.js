// SPDX-License-Identifier: Apache-2.0
// The search of the documents: a field in the header, with results below it while one types.

import { h } from '../page/dom.js'
import { readIndex } from './index-reader.js'

const INDEX = 'search-index.json'

/** @type {Promise<ReturnType<typeof readIndex>> | null} */
let index = null

/** @returns {Promise<ReturnType<typeof readIndex>>} rejects if it cannot be loaded; the next call tries again */
function loadIndex() {
  index ??= fetch(INDEX)
    .then(response => {
      if (!response.ok) throw new Error(`status ${response.status}`)
      return response.text()
    })
    .then(readIndex)
  index.catch(() => {
    index = null
  })
  return index
}

const input = h('input', {
  type: 'search',
  role: 'combobox',
  placeholder: matchMedia('(hover: hover)').matches ? 'Search ( / )' : 'Search',
  'aria-label': 'Search the documents',
  'aria-expanded': 'false',
  'aria-controls': 'search-results',
  'aria-autocomplete': 'list',
  'aria-keyshortcuts': '/',
  autocomplete: 'off',
  spellcheck: 'false',
})
const list = h('div', { id: 'search-results', role: 'listbox', 'aria-label': 'Results', hidden: true })
const status = h('p', { class: 'search-status', role: 'status' })

/** The options of the list, and which of them Enter opens. */
let options = /** @type {HTMLAnchorElement[]} */ ([])
let chosen = -1

/** @param {number} next index of an option, -1 for none */
function choose(next) {
  options[chosen]?.setAttribute('aria-selected', 'false')
  chosen = next
  const option = options[chosen]
  option?.setAttribute('aria-selected', 'true')
  option?.scrollIntoView({ block: 'nearest' })
  if (option) input.setAttribute('aria-activedescendant', option.id)
  else input.removeAttribute('aria-activedescendant')
}

/** @param {boolean} isOpen */
function show(isOpen) {
  list.hidden = !isOpen
  input.setAttribute('aria-expanded', `${isOpen}`)
  if (!isOpen) choose(-1)
}

/** @param {import('./index-reader.js').Found} found @param {number} i */
const optionOf = ({ address, title, heading, excerpt }, i) =>
  h(
    'a',
    { href: address, id: `search-${i}`, role: 'option', 'aria-selected': 'false', tabindex: '-1' },
    h('span', { class: 'search-heading' }, heading),
    title === heading ? null : h('span', { class: 'search-title' }, title),
    h('span', { class: 'search-excerpt' }, excerpt),
  )

async function update() {
  const query = input.value.trim()
  if (query === '') {
    status.textContent = ''
    return show(false)
  }
  let found
  try {
    found = (await loadIndex())(query)
  } catch {
    status.textContent = 'The index could not be loaded. Type again to try again.'
    return show(false)
  }
  if (query !== input.value.trim()) return // typed on meanwhile
  options = found.map(optionOf)
  chosen = -1
  list.replaceChildren(...options)
  show(options.length > 0)
  if (options.length > 0) choose(0)
  status.textContent = options.length > 0 ? `${options.length} results` : 'Nothing found'
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 })
  const step = steps[event.key]
  if (step && options.length > 0 && !list.hidden) {
    event.preventDefault()
    choose((chosen + step + options.length) % options.length)
  } else if (event.key === 'Enter') {
    event.preventDefault()
    options[chosen]?.click()
  } else if (event.key === 'Escape') {
    if (list.hidden) input.blur()
    show(false)
  }
}

/** Puts the field into the header; `/` leads to it from anywhere. */
export function mountSearch() {
  input.addEventListener('focus', () => void loadIndex().catch(() => {}))
  input.addEventListener('input', () => void update())
  input.addEventListener('keydown', onKey)
  const box = h('search', { class: 'search' }, input, list, status)
  document.querySelector('header .brand')?.after(box)

  document.addEventListener('keydown', event => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  document.addEventListener('click', ({ target }) => {
    const isOption = target instanceof Element && list.contains(target)
    if (isOption || !(target instanceof Node && box.contains(target))) show(false)
  })
}
