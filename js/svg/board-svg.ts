// SPDX-License-Identifier: Apache-2.0
// Draws a position as the text of an SVG.

import { argumentError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import { checkOptions, choice, hasKey, isRecord } from '../core/options.js'
import { anyPosition } from '../game/any-position.js'
import { validateFen } from '../game/fen.js'
import type { PositionSource } from '../game/position.js'
import { Position } from '../game/position.js'
import { Setup } from '../game/setup.js'
import type { Color, PieceType, Square } from '../game/squares.js'
import { isSquare, otherColor, requireColor } from '../game/squares.js'
import { gradients, marks as markColours, paints, shapes, themes } from './generated/looks.js'
import { escaped, paint, requireColour, styleElement } from './markup.js'

/** The colours of a board. Each is a CSS colour. */
export type Theme = {
  light: string
  dark: string
  /** The colour over the squares of the last move; best translucent. */
  lastMove?: string | undefined
  /** The colour around a king in check. */
  check?: string | undefined
  /** The colour of `fill: { e4: 'selected' }`. */
  selected?: string | undefined
}

/** A board of binbo's page. */
export type ThemeName = 'maple' | 'slate' | 'meadow' | 'walnut' | 'harbour' | 'plum' | 'paper' | 'night'

/**
 * Pieces by color and letter: SVG text on a square of 64 by 64. They are inserted unchanged, so take them from your own
 * files, never from users.
 */
export type PieceSet = Record<
  'wK' | 'wQ' | 'wR' | 'wB' | 'wN' | 'wP' | 'bK' | 'bQ' | 'bR' | 'bB' | 'bN' | 'bP',
  string
>

/**
 * An arrow, as in PgnNode.arrows; from a square to itself it is a circle. The color is 'green', 'red', 'yellow', 'blue' or
 * any CSS colour.
 */
export type ArrowShape = {
  from: Square | (string & {})
  to: Square | (string & {})
  color?: string | undefined
}

/** A circle around a square, as in PgnNode.squares. */
export type CircleShape = { square: Square | (string & {}); color?: string | undefined }

/** How the board is drawn, and its marks. */
export type BoardSvgOptions = {
  /** The side at the bottom; default 'white'. */
  orientation?: Color | undefined
  /** The squares of the last move, or UCI such as 'e2e4'; default: that of a Game or PgnNode, otherwise none. */
  lastMove?: { from: string; to: string } | string | false | null | undefined
  /** The square of the king that is shown in check; default 'auto': the king of the side to move, if it is in check. */
  check?: 'auto' | Square | (string & {}) | false | undefined
  /** Arrows between squares; default none. */
  arrows?: readonly (ArrowShape | CircleShape)[] | undefined
  /** Circles around squares; default none. */
  circles?: readonly (ArrowShape | CircleShape)[] | undefined
  /** A CSS colour over a square, or 'lastMove', 'check' or 'selected' for the theme's colour. */
  fill?: Partial<Record<Square, string>> | undefined
  /** Squares with a cross. */
  marks?: readonly (Square | (string & {}))[] | undefined
  /** True (default): coordinates beside the board; 'inside': in its squares; false: none. */
  coordinates?: boolean | 'inside' | undefined
  /** Width and height in pixels; default none: the picture fills its container. */
  size?: number | undefined
  /** Default 'maple'. */
  theme?: ThemeName | (string & {}) | Theme | undefined
  /** Default: the pieces of binbo's page. */
  pieces?: PieceSet | undefined
  /**
   * CSS for the classes square, light, dark, last-move, check, fill, mark, arrow, circle, piece, coordinate and board. As all
   * styles of inline SVG, it applies to the whole page.
   */
  style?: string | undefined
  /** The title, for screen readers and tooltips; default: 'Chess position, White to move'. */
  title?: string | undefined
  /**
   * The prefix of the ids in the picture; default: one for each set of pieces and colours, so that pictures on the same page
   * can share ids.
   */
  idPrefix?: string | undefined
}

/** The checked parts of a drawing. */
type Drawing = {
  pieces: [square: Square, color: Color, type: PieceType][]
  /** whether Black is at the bottom */
  isFlipped: boolean
  /** the width of the margin around the board */
  margin: number
  look: Look
}

type Look = Record<'light' | 'dark' | 'onLight' | 'onDark' | 'lastMove' | 'check' | 'selected', string>

const OPTION_NAMES = [
  ...[
    'orientation',
    'lastMove',
    'check',
    'arrows',
    'circles',
    'fill',
    'marks',
    'coordinates',
    'size',
    'theme',
  ],
  ...['pieces', 'style', 'title', 'idPrefix'],
]
const THEME_NAMES: readonly (keyof Look)[] = ['light', 'dark', 'lastMove', 'check', 'selected']
const DEFAULT_THEME = 'maple'
const THEME_COLOURS: readonly (keyof Look)[] = ['lastMove', 'check', 'selected']

/** The side of a square, and of the pieces' drawings. */
const UNIT = 64
const BOARD = 8 * UNIT
const MARGIN = 24
const LARGEST_SIZE = 1e5
const LETTERS = { pawn: 'P', knight: 'N', bishop: 'B', rook: 'R', queen: 'Q', king: 'K' }
/** Definitions by color, 'w' and 'b', and by the letter of a piece. */
const [GRADIENTS, PAINTS, SHAPES]: Record<string, string>[] = [gradients, paints, shapes]
const FILES = 'abcdefgh'
const UCI = /^(?:([a-h][1-8])([a-h][1-8])[a-z]?|[PNBRQ]@([a-h][1-8]))$/
const ID = /^[a-zA-Z][\w-]{0,63}$/
const DEFAULT_COLOR = 'green'

/**
 * Draws a position as the text of an SVG: a whole <svg> element, without a DOM. The same input gives the same bytes. Input
 * is escaped or refused.
 * @param position a position, or a Setup, which may also have no kings
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED, ERR_FEN_*
 */
export function boardSvg(position: PositionSource, options?: BoardSvgOptions): string {
  const given: BoardSvgOptions = checkOptions(options, OPTION_NAMES)
  const shown = position instanceof Setup ? position : anyPosition(position)
  const coordinates = choice('coordinates', given.coordinates, [true, 'inside', false])
  const look = lookOf(given.theme)
  const drawing: Drawing = {
    pieces: shown.pieces(),
    isFlipped: given.orientation !== undefined && requireColor(given.orientation) === 1,
    margin: coordinates === 0 ? MARGIN : 0,
    look,
  }
  const check = checkSquare(given.check, shown)
  const definitions =
    (check === undefined ? '' : checkGlow(look.check)) + definedPieces(given.pieces, drawing)
  const prefix = prefixOf(given.idPrefix, definitions)
  const side = BOARD + 2 * drawing.margin
  const last: (square: Square) => string = square =>
    tint('last-move', square, paint('fill', look.lastMove), drawing)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"${sizeOf(given.size)} role="img">`,
    `<title>${titleOf(given.title, shown)}</title>`,
    styleElement(given.style),
    definitions === '' ? '' : `<defs>${definitions.replaceAll('\0', prefix)}</defs>`,
    drawing.margin > 0
      ? `<rect class="board" width="${side}" height="${side}" ${paint('fill', look.light)}/>`
      : '',
    emptyBoard(drawing),
    lastMoveSquares(given.lastMove, position).map(last).join(''),
    fills(given.fill, drawing),
    check === undefined ? '' : tint('check', check, `fill="url(#${prefix}check)"`, drawing),
    coordinates < 2 ? labels(drawing) : '',
    ...drawing.pieces.map(piece => {
      const { x, y } = cornerOf(piece[0], drawing)
      return `<use class="piece" href="#${prefix}${nameOf(piece)}" x="${x}" y="${y}"/>`
    }),
    ...listOf('marks', given.marks).map(square => cross(requireName('marks', square), drawing)),
    ...listOf('circles', given.circles).map(shape => shapeSvg('circles', shape, drawing)),
    ...listOf('arrows', given.arrows).map(shape => shapeSvg('arrows', shape, drawing)),
    '</svg>',
  ].join('')
}

// --- options ---------------------------------------------------------------------------------------

/** @throws {ChessError} ERR_ARGUMENT */
function lookOf(theme: unknown = DEFAULT_THEME): Look {
  if (typeof theme === 'string') {
    if (hasKey(themes, theme)) return themes[theme]
    throw argumentError(`theme is one of '${Object.keys(themes).join("', '")}', or { light, dark }`, theme)
  }
  const given = checkOptions(theme, THEME_NAMES)
  const colours = { ...themes[DEFAULT_THEME], onLight: '', onDark: '' }
  for (const name of THEME_NAMES) {
    const isNeeded = name === 'light' || name === 'dark'
    if (given[name] === undefined && !isNeeded) continue
    colours[name] = requireColour(`theme.${name}`, given[name])
  }
  return { ...colours, onLight: colours.dark, onDark: colours.light }
}

/** @returns the attributes @throws {ChessError} ERR_ARGUMENT */
function sizeOf(size: unknown): string {
  if (size === undefined) return ''
  if (typeof size === 'number' && size > 0 && size <= LARGEST_SIZE) return ` width="${size}" height="${size}"`
  throw argumentError(`size is a number of pixels, up to ${LARGEST_SIZE}`, size)
}

/**
 * @returns the escaped title
 * @throws {ChessError} ERR_ARGUMENT
 */
function titleOf(title: unknown, { sideToMove }: Position | Setup): string {
  if (title === undefined) return `Chess position, ${sideToMove === 'white' ? 'White' : 'Black'} to move`
  if (typeof title === 'string') return escaped(title)
  throw argumentError('title is a text', title)
}

/**
 * @returns the prefix; by default, the hash FNV-1a of the definitions
 * @throws {ChessError} ERR_ARGUMENT
 */
function prefixOf(prefix: unknown, definitions: string): string {
  if (prefix !== undefined) {
    if (typeof prefix === 'string' && ID.test(prefix)) return prefix
    throw argumentError('idPrefix is a letter and up to 63 letters, digits, _ and -', prefix)
  }
  let hash = 0x811c9dc5
  for (let i = 0; i < definitions.length; i++) hash = Math.imul(hash ^ definitions.charCodeAt(i), 0x01000193)
  return `b${(hash >>> 0).toString(36)}-`
}

/** @throws {ChessError} ERR_ARGUMENT */
function requireName(option: string, square: unknown): Square {
  if (isSquare(square)) return square
  throw argumentError(`${option} names squares, such as 'e4'`, square)
}

/**
 * @param move UCI
 * @returns its squares; [] for other text
 */
export const squaresOfMove = (move: string): string[] =>
  (UCI.exec(move) ?? []).slice(1).filter(square => square !== undefined)

/**
 * @param lastMove the option
 * @throws {ChessError} ERR_ARGUMENT
 */
function lastMoveSquares(lastMove: unknown, source: unknown): Square[] {
  const move =
    lastMove === undefined && isObject(source) && !(source instanceof Setup)
      ? 'lastMove' in source
        ? source.lastMove
        : 'position' in source && 'move' in source
          ? source.move
          : null
      : lastMove
  if (move === undefined || move === null || move === false) return []
  const { from, to }: { from?: unknown; to?: unknown } = move
  const found = typeof move === 'string' ? squaresOfMove(move) : [from, to]
  if (found.length > 0 && found.every(isSquare)) return [...new Set(found)]
  throw argumentError("lastMove is { from, to }, UCI such as 'e2e4', or false", move)
}

/**
 * @param check the option
 * @throws {ChessError} ERR_ARGUMENT
 */
function checkSquare(check: unknown = 'auto', shown: Position | Setup): Square | undefined {
  if (check === false) return undefined
  if (check !== 'auto') return requireName("check is 'auto', false or", check)
  if (shown instanceof Setup) return kingInCheck(shown)
  return shown.isCheck ? (shown.king(shown.sideToMove) ?? undefined) : undefined
}

/** Antichess allows any number of kings. @returns the king's square; undefined without a check */
function kingInCheck(setup: Setup): Square | undefined {
  const { sideToMove } = setup
  const kings = setup.pieces().filter(([, color, type]) => color === sideToMove && type === 'king')
  const board = `${setup.fen.split(/[[ ]/)[0].replaceAll('~', '')} w - - 0 1`
  if (kings.length !== 1 || !validateFen(board, { variant: 'antichess' }).ok) return undefined
  const [[king]] = kings
  const position = Position.from(board, { variant: 'antichess' })
  return position.isAttacked(king, otherColor(sideToMove)) ? king : undefined
}

/** @throws {ChessError} ERR_ARGUMENT */
function listOf(option: string, list: unknown = []): readonly (ArrowShape & CircleShape)[] {
  if (Array.isArray(list)) return list
  throw argumentError(`${option} is an array`, list)
}

// --- pieces ----------------------------------------------------------------------------------------

/**
 * @param pieces the option
 * @returns definitions of the pieces on the board, with \0 for the prefix of ids
 * @throws {ChessError} ERR_ARGUMENT
 */
function definedPieces(pieces: unknown, drawing: Drawing): string {
  const names = [...new Set(drawing.pieces.map(nameOf))].sort()
  if (pieces !== undefined) return ownPieces(pieces, names)
  const letters = new Set(names.map(name => name[1].toLowerCase()))
  const colors = new Set(names.map(name => name[0]))
  return [
    ...Array.from(
      colors,
      color => `<linearGradient id="\0${color}-fill" ${GRADIENTS[color]}</linearGradient>`,
    ),
    ...Array.from(letters, letter => `<g id="\0${letter}">${SHAPES[letter]}</g>`),
    ...names.map(name => {
      const color = name[0]
      const shape = `<use href="#\0${name[1].toLowerCase()}"/>`
      return `<g id="\0${name}" fill="url(#\0${color}-fill)" ${PAINTS[color]}>${shape}</g>`
    }),
  ].join('')
}

/** @throws {ChessError} ERR_ARGUMENT */
function ownPieces(pieces: unknown, names: string[]): string {
  return names
    .map(name => {
      const piece = isObject(pieces) ? pieces[name] : undefined
      if (typeof piece === 'string') return `<g id="\0${name}">${piece.replaceAll('\0', '')}</g>`
      throw argumentError(
        `pieces is an object with the SVG text of each piece, wK to bP: ${name} has none`,
        piece,
      )
    })
    .join('')
}

/** @returns such as 'wK' */
const nameOf = ([, color, type]: Drawing['pieces'][number]): string => color[0] + LETTERS[type]

// --- drawing ---------------------------------------------------------------------------------------

/** @returns the upper left corner of the square */
function cornerOf(square: Square, { isFlipped, margin }: Drawing): { x: number; y: number } {
  const file = FILES.indexOf(square[0])
  const rank = Number(square[1]) - 1
  return {
    x: margin + UNIT * (isFlipped ? 7 - file : file),
    y: margin + UNIT * (isFlipped ? rank : 7 - rank),
  }
}

/** @returns the empty board; h1 is light from either side */
function emptyBoard({ margin, look }: Drawing): string {
  const rows = Array.from({ length: BOARD / UNIT }, (_, row) => {
    const first = margin + (row % 2 === 0 ? UNIT : 0)
    return Array.from(
      { length: 4 },
      (_, i) => `M${first + 2 * UNIT * i} ${margin + UNIT * row}h64v64h-64z`,
    ).join('')
  })
  const frame = `<rect x="${margin - 1}" y="${margin - 1}" width="${BOARD + 2}" height="${BOARD + 2}" fill="none" ${paint('stroke', look.onLight)} stroke-width="2"/>`
  return (
    (margin > 0 ? frame : '') +
    `<rect class="square light" x="${margin}" y="${margin}" width="${BOARD}" height="${BOARD}" ${paint('fill', look.light)}/>` +
    `<path class="square dark" d="${rows.join('')}" ${paint('fill', look.dark)}/>`
  )
}

/**
 * @param name the class
 * @param fill the attributes of the colour
 */
function tint(name: string, square: Square, fill: string, drawing: Drawing) {
  const { x, y } = cornerOf(square, drawing)
  return `<rect class="${name}" x="${x}" y="${y}" width="${UNIT}" height="${UNIT}" ${fill}/>`
}

/** @returns a gradient that is brightest in the middle */
const checkGlow = (colour: string): string =>
  `<radialGradient id="\0check" r="0.7"><stop ${paint('stop-color', colour)}/>` +
  `<stop offset="1" ${paint('stop-color', colour).replace(/ stop-opacity="[^"]*"|$/, ' stop-opacity="0.3"')}/></radialGradient>`

/**
 * @param fill the option
 * @throws {ChessError} ERR_ARGUMENT
 */
function fills(fill: unknown = {}, drawing: Drawing) {
  if (!isRecord(fill)) throw argumentError('fill is an object with a colour for each square', fill)
  return Object.entries(fill)
    .map(([square, colour]) => {
      const name = THEME_COLOURS.find(name => name === colour)
      const known = requireColour('fill', name === undefined ? colour : drawing.look[name])
      return tint('fill', requireName('fill', square), paint('fill', known), drawing)
    })
    .join('')
}

/** @returns letters and digits, beside the board or in the squares at its edges */
function labels({ isFlipped, margin, look }: Drawing): string {
  const texts = []
  for (let i = 0; i < 8; i++) {
    const file = FILES[isFlipped ? 7 - i : i]
    const rank = String(isFlipped ? i + 1 : 8 - i)
    const at = margin + UNIT * i
    if (margin > 0) {
      const style = `font-size="15" text-anchor="middle" ${paint('fill', look.onLight)}`
      for (const y of [margin - 7, margin + BOARD + 17]) texts.push(label(file, at + UNIT / 2, y, style))
      for (const x of [margin / 2, margin * 1.5 + BOARD]) texts.push(label(rank, x, at + UNIT / 2 + 5, style))
    } else {
      const colours = [look.onLight, look.onDark]
      texts.push(
        label(
          file,
          at + UNIT - 4,
          BOARD - 5,
          `font-size="12" text-anchor="end" ${paint('fill', colours[1 - (i % 2)])}`,
        ),
      )
      texts.push(label(rank, 3, at + 13, `font-size="12" ${paint('fill', colours[i % 2])}`))
    }
  }
  return `<g aria-hidden="true" font-family="sans-serif">${texts.join('')}</g>`
}

const label = (text: string, x: number, y: number, style: string) =>
  `<text class="coordinate" x="${x}" y="${y}" ${style}>${text}</text>`

function cross(square: Square, drawing: Drawing) {
  const { x, y } = cornerOf(square, drawing)
  return `<path class="mark" d="M${x + 14} ${y + 14}l36 36m0-36l-36 36" fill="none" stroke="#1c2127" stroke-opacity="0.8" stroke-width="6" stroke-linecap="round"/>`
}

/**
 * @returns an arrow, or a circle if both ends are the same square
 * @throws {ChessError} ERR_ARGUMENT
 */
function shapeSvg(option: string, shape: ArrowShape | CircleShape, drawing: Drawing): string {
  if (typeof shape !== 'object' || shape === null) throw argumentError(`${option} has objects`, shape)
  const { color = DEFAULT_COLOR } = shape
  const own = hasKey(markColours, color) ? markColours[color] : color
  const colour = requireColour(`The color of ${option}`, own)
  const [from, to] = ('square' in shape ? [shape.square, shape.square] : [shape.from, shape.to]).map(square =>
    requireName(option, square),
  )
  const start = cornerOf(from, drawing)
  const x = start.x + UNIT / 2
  const y = start.y + UNIT / 2
  // The white edge shows them on squares of any colour.
  if (from === to) {
    const ring = `<circle class="circle" cx="${x}" cy="${y}" r="27.5" fill="none"`
    return `${ring} stroke="#fff" stroke-opacity="0.75" stroke-width="7"/>${ring} ${paint('stroke', colour)} stroke-width="5"/>`
  }
  const end = cornerOf(to, drawing)
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  const length = Math.hypot(dx, dy)
  const turn = Number(((Math.atan2(dy, dx) * 180) / Math.PI).toFixed(3))
  const neck = Number((length - 20).toFixed(2))
  const path = `M18-5H${neck}V-14L${Number(length.toFixed(2))} 0L${neck} 14V5H18Z`
  return `<path class="arrow" d="${path}" transform="translate(${x} ${y})rotate(${turn})" ${paint('fill', colour)} stroke="#fff" stroke-opacity="0.75" stroke-width="1.6" stroke-linejoin="round"/>`
}
