// SPDX-License-Identifier: Apache-2.0
// The board of a frame: shows positions and marks, and takes no moves.

import type { Color } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
/// <reference path="../board/cm-chessboard.d.ts" />
import { Chessboard } from 'cm-chessboard/src/Chessboard.js'
import { Motion } from '../board/motion.js'
import type { Sign } from '../board/overlay.js'
import { checkSigns, lastMoveSigns, markArrows, markSigns, Overlay } from '../board/overlay.js'
import { makeReading } from '../board/reading.js'
import { say } from '../page/texts.js'
import { SETS } from '../page/themes.js'

const EMPTY = '8/8/8/8/8/8/8/8'

export class EmbedBoard {
  #root: HTMLElement
  #chessboard: Chessboard
  #overlay: Overlay
  #updateReading: () => void

  constructor(root: HTMLElement) {
    this.#root = root
    const [file] = Object.values(SETS)
    this.#chessboard = new Chessboard(root, {
      assetsUrl: '',
      style: { cssClass: 'own', pieces: { file, tileSize: 40 } },
    })
    this.#chessboard.view.svg.setAttribute('aria-label', say`Chess board`)
    this.#overlay = new Overlay(this.#chessboard)
    this.#updateReading = makeReading(root, this.#chessboard)
    this.#chessboard.positionAnimationsQueue = new Motion(this.#chessboard)
  }

  /** @returns whether Black is at the bottom */
  get flipped(): boolean {
    return this.#chessboard.getOrientation() === 'b'
  }

  /** Turns the board. @param color at the bottom */
  turnTo(color: Color) {
    void this.#chessboard.setOrientation(color === 'white' ? 'w' : 'b')
  }

  /** Replaces the signs of a layer. */
  sign(layer: string, signs: Sign[]) {
    this.#overlay.draw(layer, signs)
  }

  /** @param placement of the pieces if `node` is null; null for an empty board */
  show(node: PgnNode | null, placement: string | null) {
    const fen = node?.fen ?? placement ?? EMPTY
    const isFirst = this.#root.dataset.fen === undefined
    void this.#chessboard.setPosition(fen, !isFirst)
    this.#overlay.draw('last', lastMoveSigns(node?.move ?? null))
    this.#overlay.draw('check', node ? checkSigns(node.position) : [])
    this.#overlay.draw('marks', markSigns(node?.squares ?? []))
    this.#overlay.draw('arrows', markArrows(node?.arrows ?? []))
    this.#updateReading()
    this.#root.dataset.fen = fen
  }
}
