// SPDX-License-Identifier: Apache-2.0
// Reads values of unknown type: parsed JSON, and errors that were caught, which may be anything.

/** @returns whether it is an object; arrays are objects, too */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** @returns the message of an error, or the thrown value itself as text */
export const reasonOf = (error: unknown): string => String((isRecord(error) ? error.message : null) ?? error)

/** @returns the code of an error, if it is a text: ErrorCode, Node's `code` or SQLSTATE */
export const codeOf = (error: unknown): string | undefined =>
  isRecord(error) && typeof error.code === 'string' ? error.code : undefined
