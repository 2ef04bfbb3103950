// SPDX-License-Identifier: Apache-2.0
// The texts of the page in the user's language. English is in the code; the tables of other languages are in web/languages/.

/// <reference path="./built.d.ts" />

import { setting } from './settings.js'

/** Translations by the English text, with places `{0}` for its values; forms by the categories of Intl.PluralRules. */
type Table = Record<string, string | Record<string, string>>

/** The languages of the tables, such as 'de'. Node has none. */
export const translated: string[] = typeof LANGUAGES === 'object' ? Object.keys(LANGUAGES) : []

/** The language in the address of a frame; in a Worker that of the page, which starts it with this name. */
const given = !globalThis.document
  ? globalThis.self?.name
  : /\/embed(?:\.html)?$/.test(location.pathname)
    ? /[?#&]lang=(\w\w)/.exec(location.href)?.[1]
    : ''

/** The user's language: the given one, the chosen one, then those of the browser. */
export const language: string =
  [given ?? '', setting('language', ''), ...(globalThis.navigator?.languages ?? [])]
    .map(tag => tag.slice(0, 2))
    .find(name => name === 'en' || translated.includes(name)) ?? 'en'

let table: Table | null = null
const numbers = new Intl.NumberFormat(language)

/**
 * A text of the page: say`Game ${number} of ${count}`. Numbers are written as the language does; pass a number that is a name,
 * such as a year, as a string. `|` and a word at the end of the text tell equal English texts apart: say`Draw|result`.
 */
export const say = (parts: readonly string[], ...values: unknown[]): string =>
  sayWith(parts, ...values).join('')

/** A text with elements among its values, for a template of lit-html. */
export function sayWith(parts: readonly string[], ...values: unknown[]): unknown[] {
  const shown = values.map(value => (typeof value === 'number' ? numbers.format(value) : value))
  const found = table?.[parts.reduce((key, part, at) => `${key}{${at - 1}}${part}`)]
  const form = typeof found === 'object' ? formOf(found, values) : found
  return form === undefined
    ? parts.flatMap((part, at) => [part.split('|')[0], shown[at]].slice(0, at < shown.length ? 2 : 1))
    : form.split(/\{(\d)\}/).map((part, at) => (at % 2 ? shown[Number(part)] : part))
}

/** @returns the form for the first number */
const formOf = (forms: Record<string, string>, values: unknown[]): string =>
  forms[new Intl.PluralRules(language).select(Number(values.find(value => typeof value === 'number')))] ??
  forms.other

/** Translates the texts of the HTML file. */
function translateDocument() {
  const root = document.documentElement
  root.lang = language
  root.dir = /ar|fa|he|ur/.test(language) ? 'rtl' : 'ltr'
  for (const element of document.querySelectorAll('title, .skip, [aria-label]')) {
    const name = element.getAttribute('aria-label')
    if (name === null) element.textContent = say([element.textContent ?? ''])
    else element.setAttribute('aria-label', say([name]))
  }
}

if (language !== 'en') {
  // Messages that arrive now come again when the code that follows is listening.
  const early: MessageEvent[] = []
  const keep = (event: MessageEvent) => {
    event.stopImmediatePropagation()
    early.push(event)
  }
  addEventListener('message', keep)
  // Without its table, such as offline, the page is in English.
  table = await fetch(new URL(LANGUAGES[language], location.href))
    .then(answer => answer.json())
    .catch(() => null)
  setTimeout(() => {
    removeEventListener('message', keep)
    for (const { data, source } of early) dispatchEvent(new MessageEvent('message', { data, source }))
  })
  if (table && globalThis.document) translateDocument()
}
