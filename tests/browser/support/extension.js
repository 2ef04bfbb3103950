// SPDX-License-Identifier: Apache-2.0
// Extensions of Chromium (Manifest V3), with the manifest that runs-in.md shows.

import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { chromiumOptions } from './chromium.js'

const [, shown] =
  /## Browser extensions[\s\S]*?```json\n(\{[\s\S]*?\n\})\n```/.exec(
    readFileSync(new URL('../../../web/docs/runs-in.md', import.meta.url), 'utf8'),
  ) ?? []

/** Of an extension with popup.html, and service.js as a module. */
export const MANIFEST = JSON.stringify({
  manifest_version: 3,
  name: 'Chess',
  version: '1',
  action: { default_popup: 'popup.html' },
  background: { service_worker: 'service.js', type: 'module' },
  ...JSON.parse(shown ?? ''),
})

/**
 * Starts Chromium without a window, with an unpacked extension.
 * @param {string} extension its folder
 * @param {string} profile a folder
 */
export async function launchExtension(extension, profile) {
  const { executablePath, args = [] } = chromiumOptions()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...args,
      '--headless=new',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  })
  const service = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  return {
    context,
    service,
    /** Opens the popup's page. */
    async openPopup() {
      const popup = await context.newPage()
      await popup.goto(new URL('popup.html', service.url()).href)
      return popup
    },
  }
}
