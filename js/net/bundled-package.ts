// SPDX-License-Identifier: Apache-2.0
// Loads CommonJS packages that a bundle of ES modules contains.

import { createRequire } from 'node:module'

/** A call that still names its package: no bundler has put the package into the program. */
const NAMED = /(import|require)\(\s*["'`](?!\.)/

/** How many packages are being loaded with the global `require`. */
let loading = 0

/**
 * Loads ws or redis. esbuild bundles both into ES modules with calls of `require`, which modules do not have: while a bundled
 * package loads, there is a global `require` for modules of Node only.
 * @param load such as `() => import('ws')`
 * @returns rejects as load() does
 */
export async function withRequire<T>(load: () => Promise<T>): Promise<T> {
  const isGiven = loading === 0 && 'require' in globalThis
  if (isGiven || NAMED.test(String(load))) return load()
  const scope: { require?: NodeJS.Require } = globalThis
  loading++
  scope.require = createRequire('/')
  try {
    return await load()
  } finally {
    if (--loading === 0) delete scope.require
  }
}
