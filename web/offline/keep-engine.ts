// SPDX-License-Identifier: Apache-2.0
// The engine of an installed page, kept for offline use.

import { savesData } from '../page/connection.js'

/** Keeps the engine of an installed page, also before its first use, unless the user saves data. */
export async function keepEngine() {
  if (savesData()) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep engine', [new MessageChannel().port2])
}
