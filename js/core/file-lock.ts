// SPDX-License-Identifier: Apache-2.0
// Locks between processes: a file names the process that has it.

import { codeOf } from './caught.js'

type FileSystem = typeof import('node:fs')

/** How many bytes of a lock are read. */
const LONGEST_LOCK = 100
/** Errors of file systems without hard links; EISDIR: of FAT on Windows (nodejs/node#65817). */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR']
/** How a rename says that a folder is there already; on Windows also errors of rights. */
const IS_THERE = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM', 'EACCES']
/** The file in a lock that is a folder. */
const HOLDER = 'holder'
/** Milliseconds until a process looks again that waits for another to remove the lock of a dead one. */
const PAUSE = 5
/** The locks that this program holds. */
const held: Set<string> = new Set()

/**
 * Takes a lock, for one process at a time: a file that names the process; where the file system has no hard links, a folder with that
 * file. The lock of a process that has died is taken over.
 * @param fs node:fs: this file is also in bundles for browsers
 * @param lock its path
 * @returns the process that has it; undefined: it is taken now
 * @throws errors of the file system
 */
export async function takeLock(fs: FileSystem, lock: string): Promise<number | undefined> {
  const { promises } = fs
  const { pid } = globalThis.process
  const mine = `${lock}-${pid}-${random()}`
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
      await removeDead(fs, lock, text)
    }
  } finally {
    await promises.rm(mine, { force: true })
  }
}

/** Gives a lock back; that of another process stays. @throws errors of the file system */
export async function freeLock(fs: FileSystem, lock: string) {
  if (held.delete(lock)) await remove(fs, lock)
}

/**
 * Removes the lock of a dead process. A lock of its own lets one process at a time do so: others could remove a newer lock, which a
 * living process has taken meanwhile.
 * @param text of the lock
 */
async function removeDead(fs: FileSystem, lock: string, text: string) {
  const guard = `${lock}-dead`
  if ((await takeLock(fs, guard)) !== undefined) return new Promise(resolve => setTimeout(resolve, PAUSE))
  try {
    if ((await lockText(fs, lock).catch(unlessGone)) === text) await remove(fs, lock)
  } finally {
    await freeLock(fs, guard)
  }
}

/** Removes a lock at once. */
async function remove({ promises }: FileSystem, lock: string) {
  const facts = await promises.lstat(lock).catch(unlessGone)
  if (!facts?.isDirectory()) return promises.rm(lock, { force: true })
  // A folder is emptied before it goes, and an empty one can be replaced.
  const old = `${lock}-${random()}`
  await promises.rename(lock, old)
  await promises.rm(old, { recursive: true, force: true })
}

const random = (): string => Math.random().toString(36).slice(2)

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
async function lockText({ promises }: Pick<FileSystem, 'promises'>, path: string): Promise<string> {
  const facts = await promises.stat(path)
  if (facts.isDirectory())
    return lockText({ promises }, `${path}/${HOLDER}`).catch(async error => {
      // A lock comes and leaves as a whole: a folder without this file is none of ours, and would never go.
      const isLock = (await promises.readdir(path)).includes(HOLDER)
      throw isLock ? error : new Error(`${path} is not a lock`)
    })
  // Opening a pipe waits for its other end.
  if (!facts.isFile()) throw new Error(`${path} is not a file`)
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
 * Makes the lock, with its text, atomically: a second name of a file, or a folder under a new name. A copy would be empty for a moment,
 * and look like the lock of no process.
 * @param mine a file with the text
 * @param lock a path
 * @returns false if the path exists
 */
async function isFirst({ promises }: FileSystem, mine: string, lock: string): Promise<boolean> {
  try {
    await promises.link(mine, lock)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    // Some file systems have no hard links.
    if (!NO_LINKS.includes(code ?? '')) throw error
  }
  const folder = `${mine}-${HOLDER}`
  await promises.mkdir(folder)
  try {
    await promises.copyFile(mine, `${folder}/${HOLDER}`)
    await promises.rename(folder, lock)
    return true
  } catch (error) {
    if (!IS_THERE.includes(codeOf(error) ?? '')) throw error
    const facts = await promises.lstat(lock).catch(unlessGone)
    if (facts === undefined && codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
    return false
  } finally {
    await promises.rm(folder, { recursive: true, force: true })
  }
}
