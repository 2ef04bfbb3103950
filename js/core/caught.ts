// SPDX-License-Identifier: Apache-2.0
// Reads errors that were caught, which may be any value.

import { isObject } from './objects.js'

/** @returns the message of an error, or the thrown value itself as text */
export const reasonOf = (error: unknown): string => String((isObject(error) ? error.message : null) ?? error)

/** @returns the code of an error, if it is text: an ErrorCode, Node's `code` or SQLSTATE */
export const codeOf = (error: unknown): string | undefined =>
  isObject(error) && typeof error.code === 'string' ? error.code : undefined
