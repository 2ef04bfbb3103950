// SPDX-License-Identifier: Apache-2.0
// What the browser knows about the connection. Only Chromium says it.

import { hasFields } from './unknown.js'

type Connection = { saveData: unknown; effectiveType: unknown }

function connection(): Partial<Connection> {
  const found: unknown = Reflect.get(navigator, 'connection')
  return hasFields<Connection>(found, 'saveData', 'effectiveType') ? found : {}
}

/** @returns whether the user saves data */
export const savesData = (): boolean => connection().saveData === true

/** @returns whether the connection is as slow as 2G */
export const isSlow = (): boolean => /2g$/.test(String(connection().effectiveType))
