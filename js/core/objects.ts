// SPDX-License-Identifier: Apache-2.0
// Reads objects. This file imports nothing, because programs use it before they load the library.

export const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null
