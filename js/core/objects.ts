// SPDX-License-Identifier: Apache-2.0
// Imports nothing: programs read objects before they load the library.

export const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null
