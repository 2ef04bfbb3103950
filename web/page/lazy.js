// SPDX-License-Identifier: Apache-2.0
// Parts of the page that are loaded when they are needed, and then may not come.

import { ChessError } from 'binbo'
import { notify } from './notices.js'

const UNLOADED = 'This part of the page could not be loaded. Look at your connection and try again.'

/**
 * Loads a part and uses it; what goes wrong is told.
 * @template T
 * @param {() => Promise<T>} load such as `() => import('./part.js')`
 * @param {(part: T) => unknown} use may be asynchronous
 * @returns {Promise<boolean>} whether all went well
 */
export async function openPart(load, use) {
  let part
  try {
    part = await load()
  } catch (error) {
    console.error(error)
    notify({ text: UNLOADED, tone: 'error' })
    return false
  }
  try {
    await use(part)
    return true
  } catch (error) {
    // A ChessError is about what people gave, any other is a fault of the page.
    if (!(error instanceof ChessError)) console.error(error)
    notify({ text: error instanceof Error ? error.message : String(error), tone: 'error' })
    return false
  }
}
