// SPDX-License-Identifier: Apache-2.0
// PGN files that people open with the installed page, from their system.

import { notify } from '../page/notices.js'

/** @typedef {import('../app.js').App} App */

/** @typedef {{ files: readonly { getFile(): Promise<File> }[] }} Launch */

/** Does nothing where the browser does not know of it. @param {App} app */
export function takeOpenedFiles(app) {
  const { launchQueue } =
    /** @type {{ launchQueue?: { setConsumer(take: (launch: Launch) => void): void } }} */ (
      /** @type {unknown} */ (globalThis)
    )
  launchQueue?.setConsumer(async ({ files }) => {
    if (files.length === 0) return
    try {
      const opened = await Promise.all(files.map(file => file.getFile()))
      const { openFiles } = await import('../pgn/games.js')
      await openFiles(app, opened)
    } catch (error) {
      const { message } = /** @type {Error} */ (error)
      notify({ text: `The file could not be opened: ${message}`, tone: 'error' })
    }
  })
}
