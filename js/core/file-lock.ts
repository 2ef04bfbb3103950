// SPDX-License-Identifier: Apache-2.0
// Locks between processes: a file names the process that has it.

import { codeOf } from './caught.js'

type FileSystem = typeof import('node:fs')

/** How many bytes of a lock are read. */
const LONGEST_LOCK = 100
/** Errors of file systems without hard links; EISDIR: of FAT on Windows (nodejs/node#65817). */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR']
/** The locks that this program holds. */
const held: Set<string> = new Set()

/**
 * Takes a lock, for one process at a time: a file that names the process. The lock of a process that has died is taken over.
 * @param fs node:fs: this file is also in bundles for browsers
 * @param lock its path
 * @returns the process that has it; undefined: it is taken now
 * @throws errors of the file system
 */
export async function takeLock(fs: FileSystem, lock: string): Promise<number | undefined> {
  const { promises } = fs
  const { pid } = globalThis.process
  const mine = `${lock}-${pid}-${Math.random().toString(36).slice(2)}`
  if (held.has(lock)) return pid
  await promises.writeFile(mine, `${pid}\n${beginOf(fs, pid)}\n`, { flag: 'wx' })
  try {
    for (;;) {
      if (await isFirst(fs, mine, lock)) {
        held.add(lock)
        return undefined
      }
      const text = await lockText(fs, lock).catch(unlessGone)
      if (text === undefined) continue
      const holder = holderOf(fs, text)
      if (holder !== 0) return holder
      // The lock of a dead process. One process that finds it moves it away; if it has moved a newer lock, it moves it back.
      const old = `${mine}-old`
      const moved = await promises.rename(lock, old).then(
        () => lockText(fs, old),
        error => unlessGone(error) ?? text,
      )
      if (moved !== text) await isFirst(fs, old, lock)
      await promises.rm(old, { force: true })
    }
  } finally {
    await promises.rm(mine, { force: true })
  }
}

/** Gives a lock back; that of another process stays. @throws errors of the file system */
export async function freeLock(fs: FileSystem, lock: string) {
  if (held.delete(lock)) await fs.promises.rm(lock, { force: true })
}

/**
 * The start time of a process on Linux, which distinguishes it from a later process with the same number.
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, fields 3 and 22
 * @returns '' if it is not known, undefined for a zombie
 */
function beginOf(fs: FileSystem, process: number): string | undefined {
  try {
    const text = fs.readFileSync(`/proc/${process}/stat`, 'latin1')
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
function holderOf(fs: FileSystem, text: string): number {
  const [number = '', begin = ''] = text.split('\n')
  const holder = Number(number)
  if (!Number.isInteger(holder) || holder <= 0) return 0
  try {
    globalThis.process.kill(holder, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return 0
  }
  const now = beginOf(fs, holder)
  return now === begin || now === '' || (begin === '' && now !== undefined) ? holder : 0
}

/**
 * @returns the beginning of the current lock, longer than any lock of ours
 * @throws errors of the file system
 */
async function lockText({ promises }: FileSystem, path: string): Promise<string> {
  // Opening a pipe waits for its other end.
  if (!(await promises.stat(path)).isFile()) throw new Error(`${path} is not a file`)
  const file = await promises.open(path)
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(LONGEST_LOCK), 0, LONGEST_LOCK, 0)
    return String.fromCharCode(...buffer.subarray(0, bytesRead))
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
async function isFirst({ promises, constants }: FileSystem, mine: string, lock: string): Promise<boolean> {
  try {
    await promises.link(mine, lock)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    // Some file systems have no hard links.
    if (!NO_LINKS.includes(code ?? '')) throw error
    const copied = promises.copyFile(mine, lock, constants.COPYFILE_EXCL)
    return copied.then(
      () => true,
      error => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
  }
}
