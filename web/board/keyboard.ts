// SPDX-License-Identifier: Apache-2.0
// Use of the board by keyboard: a cursor moves over the squares and announces their pieces.

import type { Chessboard } from 'cm-chessboard/src/Chessboard.js'
import { onKeys } from '../page/keys.js'
import { announce } from '../page/notices.js'
import { say } from '../page/texts.js'
import { nameOf } from '../study/descriptions.js'
import type { Overlay } from './overlay.js'

/** The steps of the arrow keys on a board with White at the bottom. */
export const ARROW_STEPS: Record<string, [files: number, ranks: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** The actions of the keys. */
type Actions = {
  /** picks up the piece of the square, or puts the picked-up piece down there */
  press: (square: string, isAlt: boolean) => void
  /** returns false if no piece was picked up */
  putBack: () => boolean
  /** returns whether the picked-up piece may go to the square */
  canPutDown: (square: string) => boolean
}

/** Makes the board usable by keyboard. */
export function mountCursor(chessboard: Chessboard, overlay: Overlay, actions: Actions) {
  const { svg } = chessboard.view
  let [file, rank] = [4, 1]
  const cursor = () => 'abcdefgh'[file] + (rank + 1)
  const showCursor = () =>
    overlay.draw('cursor', [
      { shape: 'frame', square: cursor(), class: 'cursor-edge' },
      { shape: 'frame', square: cursor(), class: 'cursor-line' },
    ])
  const describe = () =>
    [
      cursor(),
      nameAt(chessboard, cursor()),
      ...(actions.canPutDown(cursor()) ? [say`can go here`] : []),
    ].join(', ')

  const move = ({ key }: KeyboardEvent) => {
    const way = chessboard.getOrientation() === 'w' ? 1 : -1
    file = within(file + way * ARROW_STEPS[key][0])
    rank = within(rank + way * ARROW_STEPS[key][1])
    showCursor()
    announce(describe())
  }

  /** The cursor follows mouse and finger. */
  const follow = ({ target }: PointerEvent) => {
    const square = target instanceof Element ? target.getAttribute('data-square') : null
    if (square === null) return
    file = square.charCodeAt(0) - 'a'.charCodeAt(0)
    rank = Number(square[1]) - 1
    if (document.activeElement === svg) showCursor()
  }

  svg.setAttribute('tabindex', '0')
  svg.setAttribute('role', 'application')
  svg.setAttribute('aria-label', say`Chess board`)
  svg.setAttribute('aria-roledescription', say`board`)
  onKeys({
    square: move,
    press: ({ altKey }) => actions.press(cursor(), altKey),
    putBack: () => actions.putBack(),
  })
  svg.addEventListener('pointerdown', follow)
  svg.addEventListener('pointerup', follow)
  svg.addEventListener('focus', () => {
    showCursor()
    if (svg.matches(':focus-visible')) announce(describe())
  })
  svg.addEventListener('blur', () => overlay.draw('cursor', []))
}

/** @returns such as 'white knight', or 'empty' */
export function nameAt(chessboard: Chessboard, square: string): string {
  const [color, piece] = chessboard.getPiece(square) ?? ['', '']
  return nameOf(color === 'w' ? piece.toUpperCase() : piece)
}

/** @returns clamped to the board */
const within = (place: number): number => Math.max(0, Math.min(7, place))
