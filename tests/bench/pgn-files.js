// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const dataFolder = new URL('../data/', import.meta.url)

/**
 * The games of a PGN text, each with its tags. A game starts at a tag line that follows no other tag line.
 * @param {string} text
 * @returns {string[]}
 */
export const splitGames = text => {
  /** @type {string[]} */
  const games = []
  let start = -1
  let inTags = false
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    const next = newline < 0 ? text.length : newline + 1
    const isTag = text[at] === '['
    if (isTag && !inTags) {
      if (start >= 0) games.push(text.slice(start, at))
      start = at
    }
    if (isTag || text.slice(at, next).trim() !== '') inTags = isTag
    at = next
  }
  if (start >= 0) games.push(text.slice(start))
  return games
}

/**
 * chess.js knows standard chess alone, so that nothing else is measured beside it.
 * @param {string} game
 */
const isStandard = game => !/^\[Variant "(?!Standard")/m.test(game)

/**
 * The games of standard chess to measure with: those of the file that was named, else the project's own in tests/data.
 * @param {string | undefined} path
 * @returns {{ source: string, games: string[] }}
 */
export const readGames = path => {
  if (path)
    return {
      source: path.replace(/^.*\//, ''),
      games: splitGames(readFileSync(path, 'utf8')).filter(isStandard),
    }
  const files = existsSync(dataFolder) ? readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }) : []
  const games = files
    .filter(name => name.endsWith('.pgn'))
    .sort()
    .flatMap(name => splitGames(readFileSync(new URL(name, dataFolder), 'utf8')))
    .filter(isStandard)
  if (games.length === 0) throw new Error('no games in tests/data: name a file with PGN=path')
  return { source: 'tests/data', games }
}

/**
 * One text of many games, with a blank line after the last, so that it may be repeated.
 * @param {string[]} games
 */
export const oneText = games => `${games.join('').trimEnd()}\n\n`

/**
 * @param {string} text
 * @param {number} bytes whole copies of the text come as near to it as they can
 */
export const repeated = (text, bytes) => text.repeat(Math.max(1, Math.round(bytes / Buffer.byteLength(text))))
