// SPDX-License-Identifier: Apache-2.0
// A folder on disk, for one process at a time: its file `lock` names the process that has it open.

import { codeOf } from '../core/caught.js'
import { alarm } from '../core/waiting.js'
import { builtIn, openDiskFile } from './disk-file.js'
import { databaseError, storageError } from './errors.js'
import type { Folder, ReadFolder } from './folder.js'
import { putPieces } from './pieces.js'

const LOCK = 'lock'
/** How many bytes of a lock are read. */
const LONGEST_LOCK = 100
/** The name of a file that an interrupted write has left. */
const UNFINISHED = '.new'
/** Codes of a file that is open elsewhere. */
const BUSY = new Set(['EPERM', 'EACCES', 'EBUSY'])
/** The last wait for such a file, in milliseconds. */
const LONGEST_WAIT = 512
/** The locks that this program holds. */
const held: Set<string> = new Set()

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
      held.delete(folder)
      await promises.rm(at(LOCK), { force: true })
    },
  }
  try {
    await promises.mkdir(folder, { recursive: true })
    await takeLock(at(LOCK), folder)
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

/**
 * The start time of a process on Linux, which distinguishes it from a later process with the same number.
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, fields 3 and 22
 * @returns '' if it is not known, undefined for a zombie
 */
function beginOf(process: number): string | undefined {
  try {
    const text = builtIn('fs').readFileSync(`/proc/${process}/stat`, 'latin1')
    const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : fields[18]
  } catch {
    return ''
  }
}

/**
 * @param text the text of a lock
 * @returns the living process that holds it; 0 for none
 */
function holderOf(text: string): number {
  const [number = '', begin = ''] = text.split('\n')
  const holder = Number(number)
  if (!Number.isInteger(holder) || holder <= 0) return 0
  try {
    globalThis.process.kill(holder, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return 0
  }
  const now = beginOf(holder)
  return now === begin || now === '' || (begin === '' && now !== undefined) ? holder : 0
}

/**
 * @param lock its path
 * @throws {ChessError} ERR_DATABASE_BUSY
 */
async function takeLock(lock: string, folder: string) {
  const { promises } = builtIn('fs')
  const { pid } = globalThis.process
  const mine = `${lock}-${pid}-${Math.random().toString(36).slice(2)}`
  const busy = (by: number) => databaseError('ERR_DATABASE_BUSY', `process ${by} has ${folder} open`)
  if (held.has(folder)) throw busy(pid)
  await promises.writeFile(mine, `${pid}\n${beginOf(pid)}\n`, { flag: 'wx' })
  try {
    for (;;) {
      if (await isFirst(promises, mine, lock)) {
        held.add(folder)
        return
      }
      const text = await lockText(lock).catch(unlessGone)
      if (text === undefined) continue
      const holder = holderOf(text)
      if (holder !== 0) throw busy(holder)
      // The lock of a dead process. One process that finds it moves it away; if it has moved a newer lock, it moves it back.
      const old = `${mine}-old`
      const moved = await promises.rename(lock, old).then(
        () => lockText(old),
        error => unlessGone(error) ?? text,
      )
      if (moved !== text) await isFirst(promises, old, lock)
      await promises.rm(old, { force: true })
    }
  } finally {
    await promises.rm(mine, { force: true })
  }
}

/**
 * @returns the beginning of the current lock, longer than any lock of ours
 * @throws errors of the file system
 */
async function lockText(path: string): Promise<string> {
  const file = await openDiskFile(path)
  try {
    return String.fromCharCode(...(await file.read(0, Math.min(file.size, LONGEST_LOCK))))
  } finally {
    await file.close()
  }
}

/**
 * @param error the error of a file
 * @returns only if the file no longer exists
 * @throws {unknown} all other errors: another attempt would not help
 */
function unlessGone(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

/**
 * Gives a file a second name, atomically.
 * @param mine a file
 * @param lock the new path
 * @returns false if the path exists
 */
async function isFirst(
  promises: typeof import('node:fs').promises,
  mine: string,
  lock: string,
): Promise<boolean> {
  try {
    await promises.link(mine, lock)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    // Some file systems have no hard links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    const copied = promises.copyFile(mine, lock, builtIn('fs').constants.COPYFILE_EXCL)
    return copied.then(
      () => true,
      error => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
  }
}
