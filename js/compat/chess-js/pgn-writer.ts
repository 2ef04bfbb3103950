// SPDX-License-Identifier: Apache-2.0
// Writes PGN like chess.js: tags, the main line with comments, and the result.

type WrittenGame = {
  headers: Record<string, string | null>
  sans: string[]
  /** the comment on the start position, and those on the positions after each move */
  comments: (string | undefined)[]
  /** C's number of the side that moves first */
  side: number
  /** the number of the first move */
  move: number
}

/** @param width the longest line; 0 for one line */
export function pgnText(game: WrittenGame, newline: string, width: number): string {
  const { headers, sans } = game
  const tags = Object.entries(headers)
    .filter(([, value]) => value)
    .map(([name, value]) => `[${name} "${escaped(String(value))}"]${newline}`)
    .join('')
  const units = [...moveUnits(game), headers.Result || '*']
  const moves = width === 0 || sans.length === 0 ? units.join(' ') : wrapped(units, width, newline)
  return tags + (tags && sans.length > 0 ? newline : '') + moves
}

const escaped = (value: string) => value.replace(/[\\"]/g, '\\$&')

/** @returns the units of text: a number and its moves, with their comments */
function moveUnits({ sans, comments, side, move }: WrittenGame): string[] {
  const [first = ''] = comments.slice(0, 1).map(braced)
  const units = [first]
  sans.forEach((san, ply) => {
    const half = ply + side
    const text = san + braced(comments[ply + 1], ' ')
    const label = `${move + (half >> 1)}.`
    if ((half & 1) === 0) units.push(`${label} ${text}`)
    else if (ply === 0) units.push(`${label} ... ${text}`)
    else units[units.length - 1] += ` ${text}`
  })
  return first === '' && sans.length > 0 ? units.slice(1) : units
}

const braced = (comment: string | undefined, before?: string | number) =>
  comment === undefined ? '' : `${typeof before === 'string' ? before : ''}{${comment}}`

/** @param units they are not broken, except between the words of comments */
function wrapped(units: string[], width: number, newline: string) {
  let text = ''
  let column = 0
  for (const unit of units) {
    const hasComment = unit.includes('{')
    for (const part of hasComment ? unit.split(/ +/) : [unit]) {
      // As chess.js counts, the blank before a unit has no width.
      const needed = column + part.length + (hasComment ? 1 : 0)
      const isFirst = column === 0
      const breaks = !isFirst && needed > width
      text += (breaks ? newline : isFirst ? '' : ' ') + part
      column = breaks || isFirst ? part.length : column + 1 + part.length
    }
  }
  return text
}
