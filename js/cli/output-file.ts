// SPDX-License-Identifier: Apache-2.0
// The output file of a command: it takes the place of an earlier file only when it is whole.

import { randomUUID } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '../core/caught.js'
import { cannotWrite, isSame } from './files.js'
import { UsageError } from './usage-error.js'

/** The bits of a mode that chmod() sets. */
const PERMISSIONS = 0o7777
/** Codes of a folder that takes no new files; its files may be writable. */
const NO_NEW_FILES = ['EACCES', 'EPERM']

/** The name of a folder, or none: opening it fails. */
const NO_FILE = /(^|\/)$/

export class OutputFile {
  /**
   * The file to write: a new one beside the target. A pipe, a device, and a file in a folder that takes no new ones are
   * written themselves.
   */
  readonly path: string
  #name: string
  /** undefined if the target itself is written, or nothing is left to do */
  #target: string | undefined
  /** of the earlier file */
  #mode: number | undefined

  /**
   * @param name on the command line; the target of a symbolic link is replaced, not the link
   * @throws {UsageError} if it cannot be written
   */
  constructor(name: string) {
    this.#name = name
    this.path = name
    try {
      const earlier = statSync(name, { throwIfNoEntry: false })
      if (earlier === undefined ? NO_FILE.test(name) : !earlier.isFile()) return
      const target = targetOf(name)
      if (earlier !== undefined) accessSync(target, constants.W_OK)
      const path = newFileBeside(target, earlier !== undefined)
      if (path === undefined) return
      this.path = path
      this.#target = target
      this.#mode = earlier?.mode
    } catch (error) {
      throw this.failure(error)
    }
  }

  /**
   * Call it when all is written.
   * @throws {UsageError}
   */
  keep() {
    if (this.#target === undefined) return
    try {
      const file = openSync(this.path, 'r+')
      try {
        if (this.#mode !== undefined) fchmodSync(file, this.#mode & PERMISSIONS)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      renameSync(this.path, this.#target)
      this.#target = undefined
    } catch (error) {
      throw this.failure(error)
    }
  }

  /** Leaves the target as it was; keep() then does nothing. */
  discard() {
    if (this.#target !== undefined) rmSync(this.path, { force: true })
    this.#target = undefined
  }

  /** @returns what to throw if the file could not be written; it is discarded */
  failure(error: unknown): UsageError {
    this.discard()
    return cannotWrite(this.#name, error)
  }
}

/**
 * Writes a whole file in place of an earlier one.
 * @throws {UsageError} if it cannot be written
 */
export function writeOutput(name: string, content: string | Uint8Array) {
  const file = new OutputFile(name)
  try {
    writeFileSync(file.path, content)
  } catch (error) {
    throw file.failure(error)
  }
  file.keep()
}

/**
 * Refuses an output that would destroy games of a database.
 * @param name on the command line
 * @param folder of the database
 * @param sources the files that have texts of its games
 * @throws {UsageError}
 */
export function checkOutput(name: string, folder: string, sources: readonly string[]) {
  if (sources.some(source => isSame(source, name)))
    throw new UsageError(`the output ${name} has texts of games of the database: name another one`)
  let target: string
  try {
    target = targetOf(name)
  } catch (error) {
    throw cannotWrite(name, error)
  }
  for (let path = target; path !== dirname(path); path = dirname(path))
    if (isSame(dirname(path), folder))
      throw new UsageError(`the output ${name} is in the folder of the database: name another one`)
}

/** @returns the path behind symbolic links, also if there is no such file yet */
function targetOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const folder = targetOf(dirname(path))
  let next: string
  try {
    next = readlinkSync(path)
  } catch {
    // There is nothing of this name.
    return join(folder, basename(path))
  }
  return targetOf(resolve(folder, next))
}

/** The beginning of new files of this machine; then come the process and a UUID. */
const OWN = `.binbo-${hostname().replace(/[^\w.-]/g, '')}-`
const OF_PROCESS = /^(\d+)-[\da-f-]{36}\.new$/

/** Removes the new files of commands that were killed. */
function removeLeftFiles(folder: string) {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(OWN)) continue
    const [, pid] = OF_PROCESS.exec(name.slice(OWN.length)) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** @returns the path of an empty file; undefined if the folder takes none, and the target is there */
function newFileBeside(target: string, isThere: boolean): string | undefined {
  const folder = dirname(target)
  try {
    removeLeftFiles(folder)
  } catch {
    // The folder cannot be listed, or keeps its files.
  }
  const path = join(folder, `${OWN}${process.pid}-${randomUUID()}.new`)
  try {
    // Nobody reads the new text of a file that was private.
    closeSync(openSync(path, 'wx', isThere ? 0o600 : 0o666))
    return path
  } catch (error) {
    if (isThere && NO_NEW_FILES.includes(String(codeOf(error)))) return undefined
    throw error
  }
}
