// SPDX-License-Identifier: Apache-2.0
// Stands in the head of each document, and runs before anything is drawn: the theme is that of the page, whose setting it
// is, and changes with it in other tabs.

import { ownKey } from '../../page/local-storage.js'
import { applyTheme, chooseTheme } from '../../page/settings.js'

applyTheme()
document.documentElement.dataset.script = ''

const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const isDark = () =>
  (document.documentElement.dataset.theme ?? (prefersDark.matches ? 'dark' : 'light')) === 'dark'

function show() {
  document.getElementById('site-theme')?.setAttribute('aria-pressed', `${isDark()}`)
}

addEventListener('storage', ({ key, newValue }) => {
  if (key !== ownKey('settings')) return
  try {
    applyTheme(JSON.parse(newValue ?? '{}').theme)
  } catch {
    // Not written by the page.
  }
  show()
})
prefersDark.addEventListener('change', show)
document.addEventListener('DOMContentLoaded', () => {
  show()
  document.getElementById('site-theme')?.addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark'
    // What the system says is followed again.
    chooseTheme((chosen === 'dark') === prefersDark.matches ? 'system' : chosen)
    show()
  })
})
