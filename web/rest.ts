// SPDX-License-Identifier: Apache-2.0
// What is loaded while the page is at rest: the built-in engine, so that the first answer does not wait for it, and the service
// worker.

import { builtInFiles, loadFile } from './engine/engine-load.js'
import type { EngineRoom } from './engine/engine-room.js'
import { registerOffline } from './offline/register.js'
import { isSlow, savesData } from './page/connection.js'

/** Milliseconds after which a busy page counts as idle. */
const LONGEST_WAIT = 2000

/** The engine is first, since the service worker stores many files. */
export async function loadRest(room: EngineRoom) {
  await fetchAhead(room)
  await registerOffline()
}

/** Not over slow connections, if the user saves data, or if another engine is chosen. Resolves when it has begun. */
async function fetchAhead(room: EngineRoom) {
  if (savesData() || isSlow() || !navigator.onLine || room.source.kind !== 'builtin') return
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in globalThis)
    await new Promise(resolve => requestIdleCallback(resolve, { timeout: LONGEST_WAIT }))
  for (const file of builtInFiles()) loadFile(file)
}
