// SPDX-License-Identifier: Apache-2.0
// The system's Firefox, driven over WebDriver BiDi by puppeteer-core, which has no browser of its own.

import { launch } from 'puppeteer-core'
import { findBrowser } from './chromium.js'

/**
 * Starts Firefox without a window, with a profile of its own.
 * @returns {Promise<import('puppeteer-core').Browser>} owned by the caller: close() it
 */
export const launchFirefox = () =>
  launch({
    browser: 'firefox',
    executablePath: findBrowser('firefox-esr', ['firefox-esr', 'firefox']),
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
