// SPDX-License-Identifier: Apache-2.0
// A folder on disk, for one process at a time: its file `lock` names the process that has it open.

import { codeOf } from '../core/caught.js'
import { freeLock, takeLock } from '../core/file-lock.js'
import { alarm } from '../core/waiting.js'
import { builtIn, openDiskFile } from './disk-file.js'
import { databaseError, storageError } from './errors.js'
import type { Folder, ReadFolder } from './folder.js'
import { putPieces } from './pieces.js'

const LOCK = 'lock'
/** The name of a file that an interrupted write has left. */
const UNFINISHED = '.new'
/** Codes of a file that is open elsewhere. */
const BUSY = new Set(['EPERM', 'EACCES', 'EBUSY'])
/** The last wait for such a file, in milliseconds. */
const LONGEST_WAIT = 512

/** @throws {ChessError} ERR_DATABASE_STORAGE */
export function readDiskFolder(path: string): ReadFolder {
  const { promises } = builtIn('fs')
  const { join, resolve } = builtIn('path')
  const folder = resolve(path)
  return { list: () => promises.readdir(folder), open: name => openDiskFile(join(folder, name)) }
}

/**
 * @param path created if it does not exist
 * @throws {ChessError} ERR_DATABASE_BUSY if another process has it open, ERR_DATABASE_STORAGE
 */
export async function openDiskFolder(path: string): Promise<Folder> {
  const { promises, constants } = builtIn('fs')
  const { join, resolve } = builtIn('path')
  const folder = resolve(path)
  const at = (name: string) => join(folder, name)

  /** Syncs the folder, which makes new names durable. Windows cannot do that, and need not. */
  const syncFolder = async () => {
    const handle = await promises.open(folder, constants.O_RDONLY).catch(() => undefined)
    await handle?.sync().catch(() => {})
    await handle?.close()
  }

  const files: Folder = {
    ...readDiskFolder(path),
    async write(name, pieces) {
      const unfinished = at(name + UNFINISHED)
      try {
        // A symbolic link of this name could lead outside the folder.
        await promises.rm(unfinished, { force: true })
        const handle = await promises.open(unfinished, 'wx')
        try {
          await putPieces(pieces, async (bytes, at) => {
            for (let done = 0; done < bytes.length; )
              done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
          })
          await handle.sync()
        } finally {
          await handle.close()
        }
        await replaceFile(unfinished, at(name))
        await syncFolder()
      } catch (error) {
        await promises.rm(unfinished, { force: true }).catch(() => {})
        throw storageError(error)
      }
    },
    remove: name => promises.rm(at(name), { force: true }),
    async close() {
      await freeLock(builtIn('fs'), at(LOCK))
    },
  }
  try {
    await promises.mkdir(folder, { recursive: true })
    const holder = await takeLock(builtIn('fs'), at(LOCK))
    if (holder !== undefined) throw databaseError('ERR_DATABASE_BUSY', `process ${holder} has ${folder} open`)
  } catch (error) {
    throw storageError(error)
  }
  return files
}

/**
 * Gives a file the name of another one, atomically. In Windows that fails while a reader has the other one open.
 * https://github.com/nodejs/node/issues/29481
 */
async function replaceFile(path: string, replaced: string) {
  const { promises } = builtIn('fs')
  for (let wait = 1; ; wait *= 2) {
    try {
      await promises.rename(path, replaced)
      return
    } catch (error) {
      const isBusy = globalThis.process.platform === 'win32' && BUSY.has(String(codeOf(error)))
      if (!isBusy || wait > LONGEST_WAIT) throw error
    }
    await new Promise(resolve => alarm(wait, () => resolve(undefined)))
  }
}
