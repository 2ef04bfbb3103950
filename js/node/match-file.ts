// SPDX-License-Identifier: Apache-2.0
// The log of a match as a file: a line of JSON a game, which also names the match.

import * as fs from 'node:fs'
import { open, truncate } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeOf } from '../core/caught.js'
import { freeLock, takeLock } from '../core/file-lock.js'
import { isObject } from '../core/objects.js'
import { matchError } from '../match/errors.js'
import type { LoggedGame } from '../match/match-game.js'
import type { MatchLog } from '../match/match-log.js'
import { checkPath } from './transports/program.js'

const NEWLINE = 10
const READ_ONLY = ['EACCES', 'EPERM', 'EROFS']

/**
 * Returns a log in a file, for a match that goes on after Ctrl-C, a crash or a power cut. Each game is on the disk before the match
 * counts it. A last line that is torn is cut off. The file is made with its first game. While the match runs, a file with `.lock` after
 * its name keeps other programs away; that of a program that has died does not.
 * @param path of a file that only this match writes
 * @throws {ChessError} ERR_ARGUMENT; its methods: ERR_MATCH_BUSY if another program plays with it, ERR_MATCH_LOG for the file of another
 *   match, or one with other lines; errors of the file system
 */
export function matchFile(path: string | URL): MatchLog {
  const file = checkPath(path, 'A log')
  const lock = `${resolve(file)}.lock`
  let match = ''
  let isMine = false
  const close = async () => {
    if (isMine) await freeLock(fs, lock)
    isMine = false
  }
  return {
    async open(text) {
      match = hashOf(text)
      const holder = await takeLock(fs, lock).catch(unlessReadOnly)
      // Two logs of one program may have one file; the first one has the lock.
      isMine ||= holder === undefined
      if (holder !== undefined && holder !== process.pid)
        throw matchError('ERR_MATCH_BUSY', `process ${holder} plays with ${file}`)
      try {
        await cutTornLine(file)
        for await (const { match: known } of linesOf(file)) {
          if (known !== match) throw matchError('ERR_MATCH_LOG', file)
          break
        }
      } catch (error) {
        if (holder === undefined) await close()
        throw error
      }
    },
    close,
    async *games() {
      for await (const { game } of linesOf(file)) yield game
    },
    async append(game) {
      const handle = await open(file, 'a')
      try {
        await handle.writeFile(`${JSON.stringify({ ...game, match })}\n`)
        await handle.datasync()
      } finally {
        await handle.close()
      }
    },
  }
}

/** FNV-1a in 64 bits. Source: http://www.isthe.com/chongo/tech/comp/fnv/ */
export function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}

/** Cuts what follows the last line break. */
async function cutTornLine(file: string) {
  const handle = await open(file, 'r').catch(ifMissing)
  if (handle === undefined) return
  try {
    const { size } = await handle.stat()
    const part = Buffer.alloc(1 << 16)
    let end = size
    for (let from = size; from > 0 && end === size; ) {
      const length = Math.min(part.length, from)
      from -= length
      await handle.read(part, 0, length, from)
      const at = part.subarray(0, length).lastIndexOf(NEWLINE)
      if (at >= 0) end = from + at + 1
      else if (from === 0) end = 0
      if (at >= 0 && end === size) return
    }
    if (end < size) await truncate(file, end)
  } finally {
    await handle.close()
  }
}

/** @throws {ChessError} ERR_MATCH_LOG */
async function* linesOf(file: string): AsyncGenerator<{ match: string; game: LoggedGame }> {
  const handle = await open(file, 'r').catch(ifMissing)
  if (handle === undefined) return
  try {
    let number = 0
    for await (const line of handle.readLines({ autoClose: false })) {
      number++
      yield readLine(file, line, number)
    }
  } finally {
    await handle.close()
  }
}

function readLine(file: string, line: string, number: number): { match: string; game: LoggedGame } {
  try {
    const value: unknown = JSON.parse(line)
    if (isObject(value) && typeof value.match === 'string') {
      const { match, ...game } = value
      return { match, game: game as LoggedGame }
    }
  } catch {
    // Not JSON.
  }
  throw matchError('ERR_MATCH_LOG', `${file}, line ${number}`)
}

/** @throws all errors but those of a folder in which nothing can be written, as for a log that is only read: it gets no lock */
function unlessReadOnly(error: unknown): undefined {
  if (!READ_ONLY.includes(codeOf(error) ?? '')) throw error
}

/** @throws all errors but that of a file that is not there */
function ifMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
