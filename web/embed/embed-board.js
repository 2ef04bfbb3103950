// SPDX-License-Identifier: Apache-2.0
// The board of a frame: it shows positions and their marks, and takes no moves.

/// <reference path="../board/cm-chessboard.d.ts" />
import { Chessboard } from 'cm-chessboard/src/Chessboard.js'
import { Motion } from '../board/motion.js'
import { checkSigns, lastMoveSigns, markArrows, markSigns, Overlay } from '../board/overlay.js'
import { makeReading } from '../board/reading.js'
import { SETS } from '../page/themes.js'

/** @import { Color } from 'binbo' */
/** @import { PgnNode } from 'binbo/pgn' */

const EMPTY = '8/8/8/8/8/8/8/8'

export class EmbedBoard {
  #root
  #chessboard
  #overlay
  #read

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root
    const [file] = Object.values(SETS)
    this.#chessboard = new Chessboard(root, {
      assetsUrl: '',
      style: { cssClass: 'own', pieces: { file, tileSize: 40 } },
    })
    this.#chessboard.view.svg.setAttribute('aria-label', 'Chess board')
    this.#overlay = new Overlay(this.#chessboard)
    this.#read = makeReading(root, this.#chessboard)
    this.#chessboard.positionAnimationsQueue = new Motion(this.#chessboard)
  }

  /** @returns {boolean} whether Black is at the bottom */
  get flipped() {
    return this.#chessboard.getOrientation() === 'b'
  }

  /** @param {Color} color at the bottom from now on */
  turnTo(color) {
    void this.#chessboard.setOrientation(color === 'white' ? 'w' : 'b')
  }

  /**
   * @param {PgnNode | null} node
   * @param {string | null} placement of the pieces, where there is no node; null for an empty board
   */
  show(node, placement) {
    const fen = node?.fen ?? placement ?? EMPTY
    const isFirst = this.#root.dataset.fen === undefined
    void this.#chessboard.setPosition(fen, !isFirst)
    this.#overlay.draw('last', lastMoveSigns(node?.move ?? null))
    this.#overlay.draw('check', node ? checkSigns(node.position) : [])
    this.#overlay.draw('marks', markSigns(node?.squares ?? []))
    this.#overlay.draw('arrows', markArrows(node?.arrows ?? []))
    this.#read()
    this.#root.dataset.fen = fen
  }
}
