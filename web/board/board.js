// SPDX-License-Identifier: Apache-2.0
// The board: shows a position and takes moves by drag, click, touch and keyboard. It knows no rules: the caller passes
// the legal moves, and the board reports the one that was made.

/// <reference path="./cm-chessboard.d.ts" />
import { Chessboard } from 'cm-chessboard/src/Chessboard.js'
import { Accessibility } from 'cm-chessboard/src/extensions/accessibility/Accessibility.js'
import { h } from '../page/dom.js'
import { announce } from '../page/notices.js'
import { setting } from '../page/settings.js'
import { listenToKeys, nameAt } from './keyboard.js'
import { Motion } from './motion.js'
import {
  checkSigns,
  engineArrows,
  lastMoveSigns,
  markArrows,
  Overlay,
  pickedSigns,
  squareMarks,
  targetSigns,
} from './overlay.js'
import { askPromotion } from './promotion.js'

/** @typedef {import('binbo').Move} Move */
/** @typedef {import('binbo').Square} Square */
/** @typedef {import('binbo/pgn').Arrow} Arrow */
/** @typedef {import('binbo/pgn').SquareMark} SquareMark */
/** @typedef {import('cm-chessboard/src/Chessboard.js').InputEvent} InputEvent */

/**
 * @typedef {object} BoardPosition
 * @property {string} fen
 * @property {Move[]} moves the legal ones; none: the board takes no input
 * @property {Move | null} lastMove
 * @property {boolean} check whether the side to move is in check
 * @property {Arrow[]} arrows of the game's annotations
 * @property {SquareMark[]} squares of the game's annotations
 */

const HELP =
  'Arrow keys move over the squares. Enter or Space picks a piece up and puts it down. Escape puts it back.'

export class Board {
  #root
  #onMove
  #chessboard
  #overlay
  /** The library's form and lists for screen readers. */
  #aids
  #motion
  /** @type {BoardPosition} */
  #shown = { fen: '', moves: [], lastMove: null, check: false, arrows: [], squares: [] }
  /** Where the picked-up piece stands. @type {string | null} */
  #picked = null
  /** Where it may go. @type {Map<string, Move[]>} */
  #targets = new Map()
  /** Aborted when another position is shown. */
  #making = new AbortController()
  #isMaking = false

  /** @param {HTMLElement} root @param {{ onMove: (uci: string) => void }} handlers */
  constructor(root, { onMove }) {
    this.#root = root
    this.#onMove = onMove
    this.#chessboard = new Chessboard(root, {
      assetsUrl: '',
      style: { cssClass: 'own', pieces: { file: 'pieces.svg', tileSize: 40 } },
      extensions: [
        {
          class: Accessibility,
          props: { language: 'en', brailleNotationInAlt: false, keyboardMoveInput: false },
        },
      ],
    })
    this.#overlay = new Overlay(this.#chessboard)
    // Inside the board it would cover the squares while it is used.
    this.#aids = /** @type {HTMLElement} */ (root.querySelector('.cm-chessboard-accessibility'))
    root.after(this.#aids)
    this.#motion = new Motion(this.#chessboard)
    this.#chessboard.positionAnimationsQueue = this.#motion
    this.#listen()
    this.applySettings()
  }

  /** @returns {boolean} whether Black is at the bottom */
  get flipped() {
    return this.#chessboard.getOrientation() === 'b'
  }

  /** @param {BoardPosition} position */
  show(position) {
    const { fen, moves } = this.#shown
    const isSame = position.fen === fen && position.moves.length === moves.length
    if (!isSame) this.#letGo()
    this.#shown = position
    if (!isSame) this.#takeInput()
    void this.#chessboard.setPosition(position.fen, fen !== '')
    this.#overlay.draw('last', lastMoveSigns(position.lastMove))
    this.#overlay.draw('check', checkSigns(position))
    this.#overlay.draw('marks', squareMarks(position.squares))
    this.#overlay.draw('arrows', markArrows(position.arrows))
    this.#root.dataset.fen = position.fen
  }

  /** @param {{ from: Square, to: Square, rank: number }[]} arrows of an engine's lines; rank 1 is the best */
  showEngineArrows(arrows) {
    this.#overlay.draw('engine', engineArrows(arrows))
  }

  /** @param {{ from: Square, to: Square } | null} move null removes the hint */
  showHint(move) {
    this.#overlay.draw('hint', engineArrows(move ? [{ ...move, rank: 1 }] : []))
  }

  /** Turns the board; its element dispatches 'flip' once it has turned. */
  flip() {
    this.#letGo()
    const turned = this.#chessboard.setOrientation(this.flipped ? 'w' : 'b')
    void turned.then(() => this.#root.dispatchEvent(new Event('flip')))
  }

  /** Call after a change of settings. */
  applySettings() {
    this.#root.classList.toggle('no-coordinates', !setting('coordinates', true))
  }

  #listen() {
    const { svg } = this.#chessboard.view
    listenToKeys(this.#chessboard, this.#overlay, {
      press: square => this.#press(square),
      putBack: () => this.#putBack(),
      canPress: square => this.#targets.has(square),
    })
    this.#root.prepend(h('h2', { class: 'visually-hidden' }, 'Board'))
    this.#root.append(h('p', { class: 'visually-hidden', id: 'board-help' }, HELP))
    svg.setAttribute('aria-describedby', 'board-help')
    // A mouse press does not focus the board: the arrow keys still walk through the game.
    svg.addEventListener('mousedown', event => {
      event.preventDefault()
      const { activeElement } = document
      if (activeElement instanceof HTMLElement) activeElement.blur()
    })
    // After a tap that puts a piece down, browsers send a click, which would hit a dialog that has just opened there.
    svg.addEventListener(
      'touchstart',
      event => {
        const square = /** @type {Element} */ (event.target).getAttribute('data-square')
        if (square && this.#targets.has(square)) event.preventDefault()
      },
      { passive: false },
    )
  }

  /** Takes input for the side to move, if it has moves. */
  #takeInput() {
    const { moves } = this.#shown
    this.#chessboard.disableMoveInput()
    this.#overlay.setMovable(moves.map(({ from }) => from))
    if (moves.length > 0)
      this.#chessboard.enableMoveInput(event => this.#onInput(event), moves[0].color === 'white' ? 'w' : 'b')
    for (const field of this.#aids.querySelectorAll('input')) {
      field.value = ''
      field.dispatchEvent(new Event('input'))
    }
  }

  /**
   * The library never moves a piece itself: the next position comes through show().
   * @param {InputEvent} event
   * @returns {boolean | undefined}
   */
  #onInput({ type, squareFrom, squareTo }) {
    if (type === 'moveInputStarted') return this.#pick(squareFrom ?? '')
    if (type === 'moveInputCanceled') this.#unpick()
    if (type === 'movingOverSquare') this.#hover(squareTo ?? null)
    if (type === 'validateMoveInput') {
      const isDrag = Boolean(this.#chessboard.view.visualMoveInput.draggablePiece)
      this.#putDown(squareFrom ?? '', squareTo ?? '', isDrag)
    }
    return false
  }

  /** @param {string} square */
  #press(square) {
    const from = this.#picked
    if (from === square) this.#putBack()
    else if (from && this.#targets.has(square)) {
      this.#chessboard.cancelMoveInput()
      this.#putDown(from, square, false)
    } else if (this.#isMovable(square)) {
      this.#chessboard.cancelMoveInput()
      this.#pick(square)
      const places = this.#targets.size === 1 ? '1 square' : `${this.#targets.size} squares`
      announce(`Picked up the ${nameAt(this.#chessboard, square)} on ${square}. ${places} to go to.`)
    } else if (from) announce(`${square} is not a square to go to.`)
    else announce(this.#shown.moves.length > 0 ? `Nothing to move on ${square}.` : 'No move can be made now.')
  }

  #putBack() {
    const from = this.#picked
    if (from === null) return false
    this.#chessboard.cancelMoveInput()
    this.#unpick()
    announce(`Put back on ${from}.`)
    return true
  }

  /** @param {string} square */
  #isMovable(square) {
    return !this.#isMaking && this.#shown.moves.some(({ from }) => from === square)
  }

  /** @param {string} square @returns {boolean} whether a piece that can move stands there */
  #pick(square) {
    this.#unpick()
    if (!this.#isMovable(square)) return false
    this.#picked = square
    this.#targets = targetsOf(this.#shown.moves, square)
    this.#overlay.draw('picked', pickedSigns(square))
    this.#hover(null)
    return true
  }

  /** @param {string | null} square under the dragged piece */
  #hover(square) {
    this.#overlay.draw(
      'targets',
      targetSigns(this.#targets, square, at => this.#chessboard.getPiece(at)),
    )
  }

  #unpick() {
    this.#picked = null
    this.#targets = new Map()
    this.#overlay.draw('picked', [])
    this.#overlay.draw('targets', [])
  }

  /**
   * @param {string} from a square; text typed into the form may have blanks and capitals
   * @param {string} to likewise
   * @param {boolean} isDrag
   */
  #putDown(from, to, isDrag) {
    const [start, end] = [from, to].map(square => square.trim().toLowerCase())
    const moves = targetsOf(this.#shown.moves, start).get(end)
    this.#unpick()
    if (moves && !this.#isMaking) void this.#make(moves, isDrag ? end : null)
    else announce(`${start} to ${end} is not a legal move.`)
  }

  /** @param {Move[]} moves one, or the promotions of a pawn @param {string | null} dropped the square, after a drag */
  async #make(moves, dropped) {
    const { signal } = this.#making
    this.#isMaking = true
    // The library is in the middle of its input: it first puts the piece back.
    await null
    const move = moves.length === 1 ? moves[0] : await askPromotion(moves, signal)
    if (signal.aborted) return
    this.#isMaking = false
    if (!move) return
    this.#motion.dropOn(dropped)
    this.#onMove(move.uci)
    this.#motion.dropOn(null)
  }

  /** Ends any input on the current position. */
  #letGo() {
    this.#making.abort()
    this.#making = new AbortController()
    this.#isMaking = false
    this.#chessboard.cancelMoveInput()
    this.#unpick()
  }
}

/**
 * Where a piece can be put down, and which moves that makes. In Chess960, where castling is king takes rook, the king's
 * final square castles, too, unless the king can go there without castling.
 * @param {Move[]} moves legal ones
 * @param {string} from
 * @returns {Map<string, Move[]>} by square; several moves for a promotion
 */
function targetsOf(moves, from) {
  const own = moves.filter(move => move.from === from)
  /** @type {Map<string, Move[]>} */
  const targets = new Map()
  for (const move of own) targets.set(move.to, [...(targets.get(move.to) ?? []), move])
  for (const move of own) {
    const kingTarget = castledKing(move)
    if (kingTarget && kingTarget !== from && !targets.has(kingTarget)) targets.set(kingTarget, [move])
  }
  return targets
}

/** @param {Move} move @returns {string | null} the king's final square, for castling */
function castledKing({ to, flags }) {
  if (flags.includes('kingside')) return `g${to[1]}`
  return flags.includes('queenside') ? `c${to[1]}` : null
}
