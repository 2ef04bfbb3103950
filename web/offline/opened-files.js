// SPDX-License-Identifier: Apache-2.0
// PGN files that people open with the installed page, from their system.

import { notify } from '../page/notices.js'

/** @typedef {import('../app.js').App} App */

/** @typedef {{ files: readonly { getFile(): Promise<File> }[] }} Launch */

/** Does nothing where the browser does not know of it. @param {App} app */
export function takeOpenedFiles({ openFile }) {
  const { launchQueue } =
    /** @type {{ launchQueue?: { setConsumer(take: (launch: Launch) => void): void } }} */ (
      /** @type {unknown} */ (globalThis)
    )
  launchQueue?.setConsumer(async ({ files }) => {
    if (files.length === 0) return
    try {
      openFile.readFiles(await Promise.all(files.map(file => file.getFile())))
    } catch (error) {
      const { message } = /** @type {Error} */ (error)
      notify({ text: `The file could not be opened: ${message}`, tone: 'error' })
    }
  })
}
