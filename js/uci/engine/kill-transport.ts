// SPDX-License-Identifier: Apache-2.0
// Transports begin at once, so a call that refuses its arguments ends those that it was given.

import { callQuietly } from '../../core/callbacks.js'

/** @param source a transport is killed; other values, also engines and functions that make transports, are left alone */
export function killTransport(source: unknown) {
  callQuietly(() => Object(source).kill?.())
}
