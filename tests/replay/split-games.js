// SPDX-License-Identifier: Apache-2.0

/**
 * Splits a PGN database into the texts of its games. A game ends at the first tag line after its moves, outside comments
 * in braces. It does not parse moves; only blank lines at the ends of games are lost.
 * @param {string} pgn
 * @returns {string[]}
 */
export function splitGames(pgn) {
  /** @type {string[]} */
  const games = []
  /** @type {string[]} */
  let lines = []
  let inMoves = false
  let inComment = false
  for (const line of pgn.split(/\r?\n/)) {
    const isTag = !inComment && line.startsWith('[')
    if (isTag && inMoves) {
      games.push(lines.join('\n'))
      lines = []
      inMoves = false
    }
    lines.push(line)
    if (isTag || line.trim() === '' || line.startsWith('%')) continue
    inMoves = true
    inComment = isCommentOpenAfter(line, inComment)
  }
  if (lines.some(line => line.trim() !== '')) games.push(lines.join('\n'))
  return games
}

/** @param {string} line @param {boolean} open @returns {boolean} */
function isCommentOpenAfter(line, open) {
  for (const sign of line) {
    if (sign === '}') open = false
    else if (sign === '{') open = true
    else if (sign === ';' && !open) return false
  }
  return open
}
