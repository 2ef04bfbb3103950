// SPDX-License-Identifier: Apache-2.0
// Types for values that TypeScript cannot know: saved by another version of the page, typed by users, or keys of a table.

/** @returns the one of `values` that equals `value`; undefined if there is none */
export const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find(known => known === value)

/** @returns the fields of saved data, still to be checked; none if it is not an object */
export const fieldsOf = (saved: unknown): Readonly<Record<string, unknown>> =>
  typeof saved === 'object' && saved !== null ? { ...saved } : {}

/** @returns whether it is an object with these fields; what they hold is not checked */
export const hasFields = <T extends object>(saved: unknown, ...fields: (keyof T & string)[]): saved is T =>
  typeof saved === 'object' && saved !== null && fields.every(field => field in saved)

/** @returns the keys of a table that is written in the source, which has no others */
export const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(table) as K[]
