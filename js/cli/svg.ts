// SPDX-License-Identifier: Apache-2.0
// binbo svg: draws a position.

import { hasKey } from '../core/options.js'
import { START_FEN } from '../game/fen.js'
import { Position } from '../game/position.js'
import type { Color } from '../game/squares.js'
import { requireColor } from '../game/squares.js'
import type { BoardSvgOptions } from '../svg/board-svg.js'
import { boardSvg, squaresOfMove } from '../svg/board-svg.js'
import { themes } from '../svg/generated/looks.js'
import { defineCommand, list, option, SUCCESS } from './command.js'
import { shown } from './text.js'
import { UsageError } from './usage-error.js'

const COORDINATES: Record<string, BoardSvgOptions['coordinates']> = {
  outside: true,
  inside: 'inside',
  none: false,
}

export const command = defineCommand({
  name: 'svg',
  help: `[options] [FEN] > board.svg

Draws a position as an SVG, on standard output; without FEN the start position.

options:

exit code: 0, or 2 for wrong usage
`,
  column: 25,
  options: {
    orientation: option('--orientation COLOR', 'the side at the bottom: white (default) or black'),
    lastMove: option('--last-move MOVE', 'highlights its squares, such as e2e4', readMove),
    arrows: list(
      '--arrow SQUARES',
      'from a square to another one, such as g1f3 or g1f3:red; may be repeated',
    ),
    circles: list('--circle SQUARE', 'such as d5 or d5:blue; may be repeated'),
    coordinates: option('--coordinates PLACE', 'outside (default), inside or none', readCoordinates),
    theme: option(
      '--theme NAME',
      'maple (default), slate, meadow, walnut, harbour, plum, paper or night',
      readTheme,
    ),
    size: option('--size PIXELS', 'width and height; default: as much room as the picture gets', readSize),
    title: option('--title TEXT', 'for screen readers'),
    variant: option('--variant NAME', 'such as crazyhouse; default: chess', undefined, 'chess960'),
  },
  takesWords: true,
  run({ variant, orientation, arrows, circles, ...options }, words, { stdout }) {
    const position = Position.from(words.join(' ') || START_FEN, {
      variant: variant,
    })
    checkColor(orientation)
    const picture = boardSvg(position, {
      ...options,
      orientation: orientation,
      arrows: arrows?.map(shapeOf),
      circles: circles?.map(shapeOf),
    })
    stdout.write(shown(stdout, `${picture}\n`))
    return SUCCESS
  },
})

/** @throws {ChessError} ERR_ARGUMENT */
function checkColor(text: string | undefined): asserts text is Color | undefined {
  if (text !== undefined) requireColor(text)
}

/** @throws {UsageError} */
function readMove(text: string, name: string): string {
  if (squaresOfMove(text).length > 0) return text
  throw new UsageError(`${name} is a move such as e2e4, not '${text}'`)
}

/** @throws {UsageError} */
function readTheme(text: string, name: string): string {
  if (hasKey(themes, text)) return text
  throw new UsageError(`${name} is one of ${Object.keys(themes).join(', ')}, not '${text}'`)
}

/** @throws {UsageError} */
function readSize(text: string, name: string): number {
  if (Number(text) > 0) return Number(text)
  throw new UsageError(`${name} is a number of pixels, not '${text}'`)
}

/** @throws {UsageError} */
function readCoordinates(text: string) {
  if (Object.hasOwn(COORDINATES, text)) return COORDINATES[text]
  throw new UsageError('--coordinates is outside, inside or none')
}

/** @param text such as 'g1f3:red' or 'd5' */
function shapeOf(text: string) {
  const [squares, color] = text.split(/:(.*)/s)
  return { from: squares.slice(0, 2), to: squares.slice(2) || squares.slice(0, 2), color }
}
