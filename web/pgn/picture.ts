// SPDX-License-Identifier: Apache-2.0
// Draws the board's positions as pictures, with the orientation, colours and pieces of the board.

import type { PgnNode } from 'binbo/pgn'
import type { PieceSet } from 'binbo/svg'
import { boardSvg } from 'binbo/svg'
import { element, h } from '../page/dom.js'
import { save } from '../page/text-out.js'
import { boardTheme, pieceSet } from '../page/themes.js'
import type { Page } from './open-file.js'

/** Pixels of a side. */
const SIZE = 1200
/** Scales from the squares of the sets' files to those of binbo/svg. */
const SCALE = 64 / 40

/**
 * Downloads the picture.
 * @param name of the file, without its ending
 * @throws {Error} if the browser cannot draw it
 */
export async function savePicture(
  { study: { node, position }, board }: Page,
  type: 'svg' | 'png',
  name: string,
) {
  const svg = boardSvg(position, {
    orientation: board.flipped ? 'black' : 'white',
    lastMove: node.move ?? false,
    arrows: node.arrows,
    circles: node.squares,
    theme: boardTheme(),
    pieces: shownPieces(),
    size: SIZE,
  })
  const picture = new Blob([svg], { type: 'image/svg+xml' })
  save(`${name}.${type}`, type === 'svg' ? picture : await drawn(svg))
}

/** @returns the pieces that the board has loaded into the page; undefined for the set of binbo/svg */
function shownPieces(): PieceSet | undefined {
  if (pieceSet() === 'binbo') return undefined
  const names = [...'wb'].flatMap(color => [...'KQRBNP'].map(letter => color + letter))
  return Object.fromEntries(names.map(name => [name, pieceMarkup(name)])) as PieceSet
}

/** @param name such as 'wK' @returns an SVG group without references to other elements */
function pieceMarkup(name: string): string {
  const [piece, shape] = [name, `shape-${name[1]}`].map(id =>
    document.importNode(element(id.toLowerCase(), Element), true),
  )
  for (const part of [piece, shape]) part.removeAttribute('id')
  piece.replaceChildren(shape)
  return `<g transform="scale(${SCALE})">${piece.outerHTML}</g>`
}

/** @param svg with a size @returns a PNG */
async function drawn(svg: string): Promise<Blob> {
  const canvas = await painted(svg, h('canvas', { width: SIZE, height: SIZE }))
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The browser made no PNG')
  return blob
}

/** @param svg with a size @returns the canvas, with the picture */
async function painted(svg: string, canvas: HTMLCanvasElement): Promise<HTMLCanvasElement> {
  // The page's content security policy forbids pictures from blob: addresses.
  const image = h('img', { src: `data:image/svg+xml,${encodeURIComponent(svg)}` })
  await image.decode()
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return canvas
}

/**
 * @param size in pixels
 * @returns draws the position of a node as the board shows it, without arrows, in pixels, 0xaabbggrr
 * @throws {Error} if the browser cannot draw it
 */
export function boardDrawer({ board }: Page, size: number): (node: PgnNode) => Promise<Uint32Array> {
  const canvas = h('canvas', { width: size, height: size })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser has no canvas')
  const options = {
    orientation: board.flipped ? 'black' : 'white',
    coordinates: 'inside',
    theme: boardTheme(),
    pieces: shownPieces(),
    size,
  } as const
  return async ({ position, move }) => {
    await painted(boardSvg(position, { ...options, lastMove: move ?? false }), canvas)
    return new Uint32Array(context.getImageData(0, 0, size, size).data.buffer)
  }
}
