// SPDX-License-Identifier: Apache-2.0
// The search of the documents: a field in the header, with results below it as one types. The documents load no template
// library.

import { element, find, h } from '../../page/dom.js'
import type { SearchIndex } from '../site/write-search-index.js'
import { excerptOf, markedIn } from './excerpt.js'
import type { Found } from './ranking.js'
import { searchIn } from './ranking.js'

const INDEX = 'search-index.js'

/** Set by the script INDEX. */
declare const searchIndex: SearchIndex

let index: Promise<(query: string) => Found[]> | null = null

/** @returns rejects if the index cannot be loaded; the next call tries again */
function loadIndex(): Promise<(query: string) => Found[]> {
  // A script, since pages that are opened as files cannot fetch anything.
  index ??= new Promise((resolve, reject) => {
    const script = h('script', {
      src: INDEX,
      onload: () => resolve(searchIn(searchIndex)),
      onerror: () => {
        index = null
        script.remove()
        reject(new Error(`${INDEX} cannot be loaded`))
      },
    })
    document.head.append(script)
  })
  return index
}

const input = element('site-search', HTMLInputElement)
const list = element('site-results', HTMLElement)
const box = find(document, '.search', HTMLElement)
const sheet = find(box, '.results', HTMLElement)
const status = find(box, '.search-status', HTMLElement)

/** The options of the list, and the index of the one that Enter opens. */
let options: HTMLAnchorElement[] = []
let chosen = -1

/** @param next index of an option, -1 for none */
function choose(next: number) {
  options[chosen]?.setAttribute('aria-selected', 'false')
  chosen = next
  const option = options[chosen]
  option?.setAttribute('aria-selected', 'true')
  option?.scrollIntoView({ block: 'nearest' })
  if (option) input.setAttribute('aria-activedescendant', option.id)
  else input.removeAttribute('aria-activedescendant')
}

function show(isOpen: boolean) {
  sheet.hidden = !isOpen
  input.setAttribute('aria-expanded', `${isOpen}`)
  if (!isOpen) choose(-1)
}

const marked = (text: string, words: string[]): (string | HTMLElement)[] =>
  markedIn(text, words).map(({ part, isMarked }) => (isMarked ? h('mark', {}, part) : part))

const optionOf = ({ address, title, heading, text, words, isSimilar }: Found, i: number) =>
  h(
    'a',
    {
      href: address,
      id: `result-${i}`,
      class: isSimilar ? 'similar' : '',
      role: 'option',
      'aria-selected': 'false',
      tabindex: '-1',
    },
    h('span', { class: 'result-heading' }, ...marked(heading, words)),
    title === heading ? null : h('span', { class: 'result-title' }, title),
    h('span', { class: 'result-excerpt' }, ...marked(excerptOf(text, words), words)),
  )

async function update() {
  const query = input.value.trim()
  if (query === '') {
    status.textContent = ''
    return show(false)
  }
  let found: Found[]
  try {
    found = (await loadIndex())(query)
  } catch {
    status.textContent = 'The index could not be loaded. Type again to try again.'
    return show(false)
  }
  if (query !== input.value.trim()) return // the user has typed more
  options = found.map(optionOf)
  chosen = -1
  list.replaceChildren(...options)
  show(options.length > 0)
  list.scrollTop = 0
  if (options.length > 0) choose(0)
  status.textContent = options.length > 0 ? `${options.length} results` : 'Nothing found'
}

function onKey(event: KeyboardEvent) {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.key]
  if (step && options.length > 0 && !sheet.hidden) {
    event.preventDefault()
    choose((chosen + step + options.length) % options.length)
  } else if (event.key === 'Enter') {
    event.preventDefault()
    options[chosen]?.click()
  } else if (event.key === 'Escape') {
    if (sheet.hidden) input.blur()
    show(false)
  }
}

/** Connects the field; the key `/` focuses it. */
export function mountSearch() {
  input.addEventListener('focus', () => void loadIndex().catch(() => {}))
  input.addEventListener('input', () => void update())
  input.addEventListener('keydown', onKey)
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
