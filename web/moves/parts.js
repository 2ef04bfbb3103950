// SPDX-License-Identifier: Apache-2.0
// Dialogs are parts of the page that are loaded when they are needed, and then may not come.

import { notify } from '../page/notices.js'

/** @param {Error} error */
export function notifyFailure(error) {
  console.error(error)
  notify({ text: `This part of the page could not be loaded: ${error.message}`, tone: 'error' })
}
