// SPDX-License-Identifier: Apache-2.0
// Removes a player from the games of a PGN file, by the tags with ids. A new file is written, and then renamed to the old one:
// if the process or the machine dies at any time, one of the two is complete.

import type { FileHandle } from 'node:fs/promises'
import { open, rm } from 'node:fs/promises'
import { isOwnTag } from '../../session/setup.js'
import { ID_TAGS, UNNAMED } from './archive.js'

/** The size of a read, in bytes. */
const CHUNK = 1 << 20
/** A longer text without the beginning of a game was not written by this archive, in bytes. */
const LONGEST_GAME = 1 << 22
/** The text between two games; the second game begins with the bracket. */
const BOUNDARY = '\n\n[Event "'
const GAMES = /(?<=\n\n)(?=\[Event ")/
/** The text before an arbiter's words on the end of a game; these words end the comment, in braces or up to the line's end. */
const BEFORE_WORDS = { braces: /\sby\s+adjudication(?=\s+\()/, line: / by adjudication(?= \()/ }

/**
 * @param name the name of a tag
 * @returns its line (PGN standard 8.1), one character for each byte
 */
const lineOf = (name: string, value: string): string =>
  Buffer.from(`[${name} "${value.replace(/[\\"]/g, '\\$&')}"]\n`).toString('latin1')

/**
 * @param end the end of the text to read, in bytes
 * @param id the id of a player
 * @returns whether the player is in one of the games
 */
export async function hasPlayer(file: FileHandle, end: number, id: string): Promise<boolean> {
  const lines = linesOf(id)
  for await (const games of gamesIn(file, end))
    if (lines.some(line => games.includes(line, 0, 'latin1'))) return true
  return false
}

/**
 * Writes a copy of a file without a player.
 * @param file it stays open
 * @param end the end of the text to read, in bytes
 * @param id the id of the player
 * @param path the path of the new file
 * @returns the number of changed games, and of bytes
 */
export async function copyWithout(
  file: FileHandle,
  end: number,
  id: string,
  path: string,
): Promise<{ games: number; size: number }> {
  const lines = linesOf(id)
  const { mode, uid, gid } = await file.stat()
  await rm(path, { force: true })
  const copy = await open(path, 'wx', 0o600)
  let games = 0
  let size = 0
  try {
    for await (const bytes of gamesIn(file, end)) {
      let written = bytes
      if (lines.some(line => bytes.includes(line, 0, 'latin1'))) {
        const texts = bytes.toString('latin1').split(GAMES)
        const changed = texts.map(text => withoutPlayer(text, id))
        games += changed.filter((text, at) => text !== texts[at]).length
        written = Buffer.from(changed.join(''), 'latin1')
      }
      await copy.appendFile(written)
      size += written.length
    }
    // The new file gets the same owner, if the system allows it.
    await copy.chown(uid, gid).catch(() => {})
    await copy.chmod(mode & 0o777)
    await copy.sync()
  } catch (error) {
    await copy.close()
    await rm(path, { force: true })
    throw error
  }
  await copy.close()
  return { games, size }
}

/** @returns the lines by which a player is found */
const linesOf = (id: string): string[] => Object.values(ID_TAGS).map(tag => lineOf(tag, id))

/**
 * @param text the text of a game, one character for each byte
 * @returns the same text if the player is not in it
 */
function withoutPlayer(text: string, id: string): string {
  let left = text
  for (const [name, tag] of Object.entries(ID_TAGS)) {
    const line = lineOf(tag, id)
    const at = left.indexOf(`\n${line}`)
    if (at < 0) continue
    left = left.slice(0, at + 1) + left.slice(at + 1 + line.length)
    left = left.replace(new RegExp(`^\\[${name} ".*"\\]\n`, 'm'), lineOf(name, UNNAMED))
  }
  return left === text ? text : withoutWords(withoutTags(left))
}

/**
 * @param text of a game
 * @returns the text without the tags that its site or its creator has chosen
 */
function withoutTags(text: string): string {
  const end = text.indexOf('\n\n') + 1
  const tags = text.slice(0, end)
  return (
    tags.replace(/^\[([\w-]+) ".*"\]\n/gm, (line, name) => (isOwnTag(name) ? line : '')) + text.slice(end)
  )
}

/**
 * @param text the text of a game
 * @returns the text without an arbiter's words
 */
function withoutWords(text: string): string {
  const parts = text.split('}')
  const rest = parts.pop() ?? ''
  const braces = parts.map(part => {
    const start = part.indexOf('{', part.indexOf('\n\n')) // the tags may have braces, too
    return part.slice(0, start) + shortened(part.slice(start), BEFORE_WORDS.braces)
  })
  return [...braces, rest].join('}').replace(/^;.*/gm, line => shortened(line, BEFORE_WORDS.line))
}

function shortened(comment: string, before: RegExp): string {
  const found = comment.endsWith(').') ? before.exec(comment) : null
  return found === null ? comment : `${comment.slice(0, found.index + found[0].length)}.`
}

/** @returns all bytes, in pieces of whole games */
async function* gamesIn(file: FileHandle, end: number): AsyncGenerator<Buffer> {
  let kept = Buffer.alloc(0)
  for (let position = 0; position < end; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK, end - position))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) break
    position += bytesRead
    const text = Buffer.concat([kept, chunk.subarray(0, bytesRead)])
    const boundary = text.lastIndexOf(BOUNDARY)
    const length = boundary >= 0 ? boundary + 2 : text.length > LONGEST_GAME ? text.length : 0
    if (length > 0) yield text.subarray(0, length)
    kept = text.subarray(length)
  }
  if (kept.length > 0) yield kept
}
