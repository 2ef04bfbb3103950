// SPDX-License-Identifier: Apache-2.0
// The system's Firefox, driven over WebDriver BiDi by puppeteer-core, which has no browser of its own.

import { findBrowser } from './chromium.js'

/**
 * Starts Firefox without a window, with a profile of its own.
 * @returns {Promise<import('puppeteer-core').Browser>} owned by the caller: close() it
 */
export async function launchFirefox() {
  // Loaded here, as the list of all tests does not need it.
  const { launch } = await import('puppeteer-core')
  return launch({
    browser: 'firefox',
    executablePath: findBrowser('firefox-esr', ['firefox-esr', 'firefox']),
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}
