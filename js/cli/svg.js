// SPDX-License-Identifier: Apache-2.0
// binbo svg: a picture of a position.

import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'
import { START_FEN } from '../game/fen.js'
import { Position } from '../game/position.js'
import { boardSvg } from '../svg/board-svg.js'
import { shown } from './text.js'
import { detailsOf, UsageError, usageError } from './usage-error.js'

/** @import { BoardSvgOptions } from '../svg/board-svg.js' */
/** @import { Color } from '../game/squares.js' */
/** @import { VariantName } from '../game/variants.js' */
/** @import { Io } from './main.js' */

const HELP = `usage: binbo svg [options] [FEN] > board.svg

Draws a position as an SVG, on standard output; without FEN the start position.

options:
  --orientation COLOR    the side at the bottom: white (default) or black
  --last-move MOVE       lights its squares up, such as e2e4
  --arrow SQUARES        from a square to another one, such as g1f3 or g1f3:red; may be repeated
  --circle SQUARE        such as d5 or d5:blue; may be repeated
  --coordinates PLACE    outside (default), inside or none
  --theme NAME           maple (default), slate, meadow, walnut, harbour, plum, paper or night
  --size PIXELS          width and height; default: as much room as the picture gets
  --title TEXT           for screen readers
  --variant NAME         such as crazyhouse; default: chess
  -h, --help             this text

exit code: 0, or 2 for wrong usage
`

const OPTIONS = /** @type {const} */ ({
  orientation: { type: 'string' },
  'last-move': { type: 'string' },
  arrow: { type: 'string', multiple: true },
  circle: { type: 'string', multiple: true },
  coordinates: { type: 'string', default: 'outside' },
  theme: { type: 'string' },
  size: { type: 'string' },
  title: { type: 'string' },
  variant: { type: 'string', default: 'chess960' },
  help: { type: 'boolean', short: 'h', default: false },
})

/** @type {Record<string, BoardSvgOptions['coordinates']>} */
const COORDINATES = { outside: true, inside: 'inside', none: false }

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export async function run(args, io) {
  provideWasm(carriedWasm)
  try {
    io.stdout.write(shown(io.stdout, textFor(args)))
    return 0
  } catch (error) {
    const failure = /** @type {Error & { code?: string }} */ (error)
    if (failure.code === 'ERR_ARGUMENT') throw new UsageError(detailsOf(failure), 'svg')
    throw failure.code?.startsWith('ERR_FEN_')
      ? new UsageError(failure.message, 'svg')
      : usageError(error, 'svg')
  }
}

/** @param {string[]} args @returns {string} the picture, or the help */
function textFor(args) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  if (values.help) return HELP
  if (!Object.hasOwn(COORDINATES, values.coordinates))
    throw new Error('--coordinates is outside, inside or none')
  const variant = /** @type {VariantName} */ (values.variant)
  const picture = boardSvg(Position.from(positionals.join(' ') || START_FEN, { variant }), {
    orientation: /** @type {Color | undefined} */ (values.orientation),
    lastMove: values['last-move'],
    arrows: values.arrow?.map(shapeOf),
    circles: values.circle?.map(shapeOf),
    coordinates: COORDINATES[values.coordinates],
    theme: values.theme,
    size: values.size === undefined ? undefined : Number(values.size),
    title: values.title,
  })
  return `${picture}\n`
}

/** @param {string} text such as 'g1f3:red' or 'd5' */
function shapeOf(text) {
  const [squares, color] = text.split(/:(.*)/s)
  return { from: squares.slice(0, 2), to: squares.slice(2) || squares.slice(0, 2), color }
}
