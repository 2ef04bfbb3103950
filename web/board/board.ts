// SPDX-License-Identifier: Apache-2.0
// The board: shows a position, and takes moves by drag, click, touch and keyboard, premoves, and marks drawn with the right
// button. It knows no rules: the caller passes the legal moves, and the board reports the user's move.

import type { Color, Move, Position, Promotion, Square } from 'binbo'
import type { Arrow, SquareMark } from 'binbo/pgn'
import type { InputEvent } from 'cm-chessboard/src/Chessboard.js'
/// <reference path="./cm-chessboard.d.ts" />
import { Chessboard } from 'cm-chessboard/src/Chessboard.js'
import { h } from '../page/dom.js'
import { onKeys } from '../page/keys.js'
import { loadPart } from '../page/load.js'
import { announce, announced, notify } from '../page/notices.js'
import { setting } from '../page/settings.js'
import { say } from '../page/texts.js'
import { applyLooks, piecesFile } from '../page/themes.js'
import { nameOf, pieceName } from '../study/descriptions.js'
import { draw, withDrawn } from './drawing.js'
import { mountCursor, nameAt } from './keyboard.js'
import { Motion } from './motion.js'
import type { Sign } from './overlay.js'
import {
  checkSigns,
  engineArrows,
  lastMoveSigns,
  markArrows,
  markSigns,
  Overlay,
  pickedSigns,
  premoveSigns,
  targetSigns,
  threatSigns,
} from './overlay.js'
import type { Choice } from './promotion.js'
import { makeReading } from './reading.js'
import { isPocket, originOf, targetsOf } from './targets.js'

type BoardPosition = {
  /** null before the first position is shown */
  position: Position | null
  /** the legal moves; empty: the board takes no moves */
  moves: Move[]
  lastMove: Move | null
  /** arrows of the game's annotations */
  arrows: Arrow[]
  /** marked squares of the game's annotations */
  squares: SquareMark[]
  /** whether the variant has pockets */
  hasPockets?: boolean
  /** in a match: the side that may premove while there are no `moves` */
  premoveFor?: Color | null
}

type Premove = {
  origin: string
  to: string
  color: Color
  /** the position in which the premove was made */
  fen: string
  /** null if the move does not promote, and before the piece is chosen */
  promotion: Promotion | null
}

/** Receives all marks of the position. */
type DrawHandler = (arrows: Arrow[], squares: SquareMark[]) => void

const HELP = say`Arrow keys move over the squares. Enter or Space picks a piece up and puts it down. Escape puts it back.`

export class Board {
  /** Set by the page; called when the board has turned. */
  changed = () => {}
  #root: HTMLElement
  #onMove: (uci: string) => void
  #onDraw: DrawHandler
  #chessboard: Chessboard
  #overlay: Overlay
  #updateReading: () => void
  #motion: Motion
  /** Draws the pockets; loaded with the first position that has pockets. */
  #drawPockets = () => {}
  #shown: BoardPosition = { position: null, moves: [], lastMove: null, arrows: [], squares: [] }
  /** The origins of pieces that can be picked up; see targets.js. */
  #origins: Set<string> = new Set()
  /** The origin of the picked-up piece. */
  #held: string | null = null
  /** By target square of the picked-up piece: the moves; empty lists for premoves. */
  #targets: Map<string, Move[]> = new Map()
  #premove: Premove | null = null
  /** By layer: signs derived from a position, with its FEN. */
  #derived: Map<string, { fen: string; signs: Sign[] }> = new Map()
  /** Loaded before the first premove. */
  #premoves: typeof import('./premove-targets.js') | null = null
  #hasPockets = false
  /** Aborted when another position is shown. */
  #making = new AbortController()
  /** Is a move being made, such as while the user chooses a promotion? */
  #isMaking = false
  /** Was Alt held at the last press or release? */
  #isAlt = false

  constructor(root: HTMLElement, { onMove, onDraw }: { onMove: (uci: string) => void; onDraw: DrawHandler }) {
    this.#root = root
    this.#onMove = onMove
    this.#onDraw = onDraw
    this.#chessboard = new Chessboard(root, {
      assetsUrl: '',
      style: { cssClass: 'own', pieces: { file: piecesFile(), tileSize: 40 } },
    })
    this.#overlay = new Overlay(this.#chessboard)
    this.#updateReading = makeReading(root, this.#chessboard)
    this.#motion = new Motion(this.#chessboard)
    this.#chessboard.positionAnimationsQueue = this.#motion
    this.#listen()
    this.applySettings()
  }

  /** @returns whether Black is at the bottom */
  get flipped(): boolean {
    return this.#chessboard.getOrientation() === 'b'
  }

  get shown(): BoardPosition {
    return this.#shown
  }

  /** @returns the origin of the picked-up piece: its square, or such as 'N@' for a pocket */
  get held(): string | null {
    return this.#held
  }

  /** @returns the origins of pieces that can be picked up */
  get origins(): ReadonlySet<string> {
    return this.#origins
  }

  show(shown: BoardPosition & { position: Position }) {
    const before = this.#shown
    const { position, moves, premoveFor } = shown
    const isMoved = position.fen !== before.position?.fen
    const isSame = !isMoved && moves.length === before.moves.length && premoveFor === before.premoveFor
    // A piece picked up for a premove stays picked up when the other side has moved.
    const waitingSide = before.moves.length === 0 && before.premoveFor
    const held = waitingSide && waitingSide === moves[0]?.color ? this.#held : null
    if (!isSame && !held) this.#endInput()
    this.#shown = shown
    if (!isSame) this.#enableInput()
    void this.#chessboard.setPosition(position.fen, before.position !== null)
    if (held && this.#held === held && !this.#pick(held)) this.#endInput()
    this.#overlay.draw('last', lastMoveSigns(shown.lastMove))
    this.#overlay.draw('check', checkSigns(position))
    this.#overlay.draw('marks', markSigns(shown.squares))
    this.#overlay.draw('arrows', markArrows(shown.arrows))
    this.#root.dataset.fen = position.fen
    if (isMoved) this.#followPosition(position.fen)
    if (isMoved) this.#updateReading()
    if (!isSame) this.#playPremove()
    if (!this.#hasPockets && shown.hasPockets) this.#showPockets()
    this.#drawPockets()
  }

  #showPockets() {
    this.#hasPockets = true
    void loadPart(
      () => import('./pockets.js'),
      part => {
        this.#drawPockets = () => part.drawPockets(this)
        this.#drawPockets()
      },
    ).then(isLoaded => (this.#hasPockets = isLoaded))
  }

  /**
   * @param arrows of an engine's lines; rank 1 is the best
   * @param start the position before them
   */
  showEngineArrows(arrows: { from: Square; to: Square; rank: number }[], start: Position) {
    this.#showDerived('engine', engineArrows(arrows), start)
  }

  /**
   * @param move null removes the hint
   * @param start the position before the move
   */
  showHint(move: { from: Square; to: Square } | null, start = this.#shown.position) {
    this.#showDerived('hint', engineArrows(move ? [{ ...move, rank: 1 }] : []), start)
  }

  /**
   * @param move of the other side; null removes the threat
   * @param start the position in which it threatens
   */
  showThreat(move: { from: Square; to: Square } | null, start = this.#shown.position) {
    this.#showDerived('threat', threatSigns(move), start)
  }

  /** Draws signs that hold in one position. They may come before the board shows it, and are dropped when it shows another. */
  #showDerived(layer: string, signs: Sign[], start: Position | null) {
    const fen = start?.fen ?? ''
    this.#derived.set(layer, { fen, signs })
    this.#overlay.draw(layer, fen === this.#root.dataset.fen ? signs : [])
  }

  #followPosition(fen: string) {
    for (const [layer, derived] of this.#derived) {
      if (derived.fen !== fen) this.#derived.delete(layer)
      this.#overlay.draw(layer, derived.fen === fen ? derived.signs : [])
    }
  }

  /** Turns the board. */
  flip() {
    this.#endInput()
    const turned = this.#chessboard.setOrientation(this.flipped ? 'w' : 'b')
    void turned.then(() => this.changed())
  }

  /** Call after a change of settings. */
  applySettings() {
    this.#root.classList.toggle('no-coordinates', !setting('coordinates', true))
    applyLooks()
  }

  /**
   * Picks up a piece of a pocket.
   * @param origin such as 'N@'
   * @returns false if it cannot be dropped now
   */
  hold(origin: string): boolean {
    this.#chessboard.cancelMoveInput()
    if (!this.#pick(origin)) return false
    this.#announcePicked(origin)
    return true
  }

  /** Puts the picked-up piece down. @param square null: back to its origin */
  putDown(square: string | null) {
    if (square) this.#putDown(square, true)
    else this.#putBack()
  }

  /** Moves the focus to the squares. */
  focus() {
    this.#chessboard.view.svg.focus({ preventScroll: true })
  }

  #listen() {
    const { svg } = this.#chessboard.view
    mountCursor(this.#chessboard, this.#overlay, {
      press: (square, isAlt) => {
        this.#isAlt = isAlt
        this.#press(square)
      },
      putBack: () => this.#putBack(),
      canPutDown: square => this.#targets.has(square),
    })
    this.#root.prepend(h('h2', { class: 'visually-hidden' }, say`Board`))
    this.#root.append(h('p', { class: 'visually-hidden', id: 'board-help' }, HELP))
    svg.setAttribute('aria-describedby', 'board-help')
    // A mouse press does not focus the board, so that the arrow keys still go through the game.
    svg.addEventListener('mousedown', event => {
      event.preventDefault()
      const { activeElement } = document
      if (activeElement instanceof HTMLElement) activeElement.blur()
      if (event.button === 2 && !this.#cancelPremove()) this.#draw(event)
    })
    svg.addEventListener('pointerdown', ({ button }) => {
      if (button === 0) this.#cancelPremove()
    })
    svg.addEventListener('pointerup', event => this.#drop(event))
    for (const type of ['pointerdown', 'pointerup'] as const)
      addEventListener(type, ({ altKey }) => (this.#isAlt = altKey), { capture: true })
    onKeys({ cancelPremove: () => this.#cancelPremove() })
    svg.addEventListener('touchstart', event => this.#touch(event), { passive: false })
  }

  #touch(event: TouchEvent) {
    // The finger is already scrolling the page, so it moves no piece.
    if (!event.cancelable) return event.stopPropagation()
    // After a tap that puts a piece down, browsers send a click, which would hit the choice of a promotion.
    const square = squareOf(event)
    if (square && this.#targets.has(square) && !isPocket(this.#held ?? '')) event.preventDefault()
  }

  /** Enables input for the side to move if it has moves, otherwise for the side that may premove. */
  #enableInput() {
    const { moves, premoveFor, position } = this.#shown
    this.#chessboard.disableMoveInput()
    if (premoveFor && !this.#premoves) void this.#loadPremoves()
    const color = moves[0]?.color ?? premoveFor
    const isWaiting = moves.length === 0 && premoveFor
    const origins =
      isWaiting && position ? this.#premoves?.premoveOrigins(position, isWaiting) : moves.map(originOf)
    this.#origins = new Set(origins)
    this.#overlay.setMovable(this.#origins)
    if (color) this.#chessboard.enableMoveInput(event => this.#onInput(event), color === 'white' ? 'w' : 'b')
  }

  #loadPremoves() {
    return loadPart(
      () => import('./premove-targets.js'),
      part => {
        const isFirst = !this.#premoves
        this.#premoves = part
        if (isFirst) this.#enableInput()
        this.#drawPockets()
      },
    )
  }

  /** @returns false: the library never moves a piece itself, the next position comes through show() */
  #onInput({ type, squareFrom, squareTo }: InputEvent): boolean | undefined {
    if (type === 'moveInputStarted') return this.#pick(squareFrom ?? '')
    if (type === 'moveInputCanceled') this.#unpick()
    if (type === 'movingOverSquare') this.#hover(squareTo ?? null)
    if (type === 'validateMoveInput') {
      const isDrag = Boolean(this.#chessboard.view.visualMoveInput.draggablePiece)
      // Otherwise the library picks up the other piece next.
      const isOther = !isDrag && this.#isOtherPiece(squareTo ?? '')
      if (!isOther) this.#putDown(squareTo ?? '', isDrag)
    }
    return false
  }

  /** @returns whether a click on the square picks up another piece instead of making a premove */
  #isOtherPiece(square: string): boolean {
    const isKing = this.#chessboard.getPiece(this.#held ?? '')?.[1] === 'k'
    return this.#shown.moves.length === 0 && !isKing && this.#origins.has(square)
  }

  /** Drops a piece of a pocket, which the library does not know. @param event on a square */
  #drop(event: PointerEvent) {
    const square = squareOf(event)
    if (event.button !== 0 || !square || !isPocket(this.#held ?? '')) return
    if (this.#targets.has(square)) this.#putDown(square, false)
    else this.#unpick()
  }

  /** @param square pressed by keyboard */
  #press(square: string) {
    const from = this.#held
    if (from === square) this.#putBack()
    else if (from && this.#targets.has(square)) {
      // cancelMoveInput() also clears the picked-up piece here.
      const moves = this.#targets
      this.#chessboard.cancelMoveInput()
      this.#held = from
      this.#targets = moves
      this.#putDown(square, false)
    } else if (this.#canPick(square)) {
      this.#chessboard.cancelMoveInput()
      this.#pick(square)
      this.#announcePicked(square)
    } else if (from) announce(say`${square} is not a square to go to.`)
    else announce(this.#origins.size > 0 ? say`Nothing to move on ${square}.` : say`No move can be made now.`)
  }

  #announcePicked(origin: string) {
    const { size } = this.#targets
    const places = size === 1 ? say`1 square to go to.` : say`${size} squares to go to.`
    const name = this.#nameOf(origin)
    const isNow = this.#shown.moves.length > 0
    announce(`${isNow ? say`Picked up the ${name}.` : say`Picked up the ${name} for a premove.`} ${places}`)
  }

  /** @returns such as 'white knight on g1' */
  #nameOf(origin: string): string {
    if (!isPocket(origin)) return say`${nameAt(this.#chessboard, origin)} on ${origin}`
    const color = this.#shown.moves[0]?.color ?? this.#shown.premoveFor
    return say`${nameOf(color === 'white' ? origin[0] : origin[0].toLowerCase())} of the pocket`
  }

  #putBack() {
    const from = this.#held
    if (from === null) return false
    this.#chessboard.cancelMoveInput()
    this.#unpick()
    announce(isPocket(from) ? say`Put back into the pocket.` : say`Put back on ${from}.`)
    return true
  }

  #canPick(origin: string) {
    return !this.#isMaking && this.#origins.has(origin)
  }

  /** Picks up the piece of an origin. @returns whether it can move */
  #pick(origin: string): boolean {
    this.#unpick()
    if (!this.#canPick(origin)) return false
    this.#cancelPremove()
    const { position, moves, premoveFor } = this.#shown
    this.#held = origin
    if (moves.length > 0 || !premoveFor || !position) this.#targets = targetsOf(moves, origin)
    else {
      const squares = this.#premoves?.premoveTargets(position, premoveFor, origin) ?? []
      this.#targets = new Map(Array.from(squares, square => [square, []]))
    }
    this.#overlay.draw('picked', isPocket(origin) ? [] : pickedSigns(origin))
    this.#hover(null)
    this.#drawPockets()
    return true
  }

  /** @param square under the dragged piece; null for none */
  #hover(square: string | null) {
    this.#overlay.draw(
      'targets',
      targetSigns(setting('targets', true) ? this.#targets.keys() : [], square, at =>
        this.#chessboard.getPiece(at),
      ),
    )
  }

  #unpick() {
    const wasHeld = this.#held !== null
    this.#held = null
    this.#targets = new Map()
    this.#overlay.draw('picked', [])
    this.#overlay.draw('targets', [])
    if (wasHeld) this.#drawPockets()
  }

  /** @param to a square */
  #putDown(to: string, isDrag: boolean) {
    const origin = this.#held
    const moves = this.#targets.get(to)
    this.#unpick()
    if (origin === null) return
    if (!moves || this.#isMaking) this.#refuse(origin, to)
    else if (moves.length > 0) void this.#make(moves, isDrag ? to : null)
    else void this.#setPremove(origin, to)
  }

  #refuse(origin: string, to: string) {
    const { position, moves } = this.#shown
    if (!position?.isCheck || moves.length === 0) announce(say`${origin} to ${to} is not a legal move.`)
    else notify({ text: say`The king is in check, and ${origin} to ${to} does not end it.`, until: 'move' })
  }

  /** @param moves one move, or the promotions of a pawn @param dropped the square on which a piece was dropped */
  async #make(moves: Move[], dropped: string | null) {
    const { signal } = this.#making
    this.#isMaking = true
    // Lets the library finish its input, which puts the piece back.
    await null
    const [{ to, color }] = moves
    const pieces = moves.flatMap(({ promotion }) => promotion ?? [])
    const piece = moves.length > 1 ? await this.#choose({ to, color, pieces }, signal) : undefined
    if (signal.aborted) return
    this.#isMaking = false
    const move = moves.find(({ promotion }) => moves.length === 1 || promotion === piece)
    if (!move) return
    this.#motion.dropOn(dropped)
    this.#onMove(move.uci)
    this.#motion.dropOn(null)
  }

  async #choose(choice: Choice, signal: AbortSignal): Promise<Promotion | null> {
    if (setting('auto-queen', false) && !this.#isAlt) return 'q'
    let chosen: Promotion | null = null
    await loadPart(
      () => import('./promotion.js'),
      async part => {
        chosen = await part.choosePromotion(this.#root, this.#chessboard, choice, signal)
      },
    )
    return chosen
  }

  async #setPremove(origin: string, to: string) {
    const { position, premoveFor: color } = this.#shown
    if (!color || !position) return
    const premove: Premove = { origin, to, color, fen: position.fen, promotion: null }
    const name = this.#nameOf(origin)
    this.#premove = premove
    this.#overlay.draw('premove', premoveSigns(origin, to))
    const pieces = this.#premoves?.premovePromotions(position, origin, to) ?? []
    if (pieces.length > 0) {
      const { signal } = this.#making
      this.#isMaking = true
      // As in #make().
      await null
      premove.promotion = await this.#choose({ to, color, pieces }, signal)
      // The other side has moved: #playPremove() lets the user choose.
      if (signal.aborted) return
      this.#isMaking = false
      if (this.#premove !== premove || (!premove.promotion && this.#cancelPremove())) return
    }
    const said = premove.promotion
      ? say`Premove: ${name} to ${to}, promotes to a ${pieceName(premove.promotion)}.`
      : say`Premove: ${name} to ${to}.`
    announce(`${said} ${say`Escape cancels it.`}`)
  }

  /** @returns whether there was a premove */
  #cancelPremove(): boolean {
    if (!this.#premove) return false
    this.#endPremove()
    announce(say`The premove is cancelled.`)
    return true
  }

  #endPremove() {
    this.#premove = null
    this.#overlay.draw('premove', [])
  }

  /** Plays the premove if its side is to move now. */
  #playPremove() {
    if (!this.#premove) return
    const { origin, to, color, fen, promotion } = this.#premove
    const { position, moves, premoveFor } = this.#shown
    if (premoveFor === color && position?.fen === fen) return
    this.#endPremove()
    if (moves[0]?.color !== color) return
    const name = this.#nameOf(origin)
    const found = targetsOf(moves, origin).get(to)
    const move = found?.find(one => found.length === 1 || one.promotion === promotion)
    const { signal } = this.#making
    // After the page has drawn the position.
    queueMicrotask(() => {
      if (signal.aborted) return
      const earlier = announced()
      if (move) this.#onMove(move.uci)
      else if (found) return void this.#make(found, null)
      else announce(say`The premove, ${name} to ${to}, is not legal.`)
      announce(`${earlier} ${announced()}`)
    })
  }

  /** @param event a press of the right button */
  #draw(event: MouseEvent) {
    const { position, arrows, squares } = this.#shown
    draw(
      event,
      squareOf,
      drawn => {
        this.#overlay.draw('drawing', [...markSigns(drawn.squares), ...markArrows(drawn.arrows)])
      },
      drawn => {
        if (position?.fen !== this.#shown.position?.fen) return
        const marks = withDrawn({ arrows, squares }, drawn)
        this.#onDraw(marks.arrows, marks.squares)
      },
    )
  }

  /** Ends any input on the current position. */
  #endInput() {
    this.#making.abort()
    this.#making = new AbortController()
    this.#isMaking = false
    this.#chessboard.cancelMoveInput()
    this.#unpick()
  }
}

const isSquare = (name: string | null): name is Square => /^[a-h][1-8]$/.test(name ?? '')

function squareOf({ target }: Event): Square | null {
  const name = target instanceof Element ? target.getAttribute('data-square') : null
  return isSquare(name) ? name : null
}
