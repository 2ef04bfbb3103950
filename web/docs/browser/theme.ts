// SPDX-License-Identifier: Apache-2.0
// Applies the theme before anything is drawn: each document loads it in its head. The theme is a setting of the page, and
// follows changes in other tabs.

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
    // The page has not written it.
  }
  show()
})
prefersDark.addEventListener('change', show)
document.addEventListener('DOMContentLoaded', () => {
  show()
  document.getElementById('site-theme')?.addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark'
    // A choice that equals the system's theme follows the system again.
    chooseTheme((chosen === 'dark') === prefersDark.matches ? 'system' : chosen)
    show()
  })
})
