// SPDX-License-Identifier: Apache-2.0
// Files on disk in Node, Bun and Deno.

import { databaseError } from './errors.js'
import type { OpenFile } from './folder.js'

/** The most bytes of one read: Node's limit is below 2^31. */
const MOST_AT_ONCE = 2 ** 30

/**
 * Built-in modules, without an import that bundlers for browsers would follow.
 * @throws {ChessError} ERR_DATABASE_STORAGE
 */
export function builtIn<Name extends 'fs' | 'path'>(
  name: Name,
): Name extends 'fs' ? typeof import('node:fs') : typeof import('node:path') {
  const found = globalThis.process?.getBuiltinModule?.(`node:${name}`)
  if (!found) throw databaseError('ERR_DATABASE_STORAGE', 'folders need Node from 20.16 on, Bun or Deno')
  return found as never
}

/** @throws errors of the file system */
export async function openDiskFile(path: string): Promise<OpenFile> {
  const { promises } = builtIn('fs')
  // Opening a pipe waits for its other end.
  if (!(await promises.stat(path)).isFile()) throw new Error(`${path} is not a file`)
  const handle = await promises.open(path, 'r')
  try {
    const { size, mtimeMs } = await handle.stat()
    return {
      size,
      changed: mtimeMs,
      async read(from, to) {
        const bytes = new Uint8Array(to - from)
        for (let at = 0; at < bytes.length; ) {
          const { bytesRead } = await handle.read(
            bytes,
            at,
            Math.min(bytes.length - at, MOST_AT_ONCE),
            from + at,
          )
          if (bytesRead === 0) throw new Error(`it ends before byte ${to}`)
          at += bytesRead
        }
        return bytes
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
