// SPDX-License-Identifier: Apache-2.0
// The part of cm-chessboard 8.15 that the page uses; the package has no types.

declare module 'cm-chessboard/src/Chessboard.js' {
  import type { Position } from 'cm-chessboard/src/model/Position.js'

  export const COLOR: { white: 'w'; black: 'b' }
  export type BoardColor = 'w' | 'b'

  export interface InputEvent {
    type:
      | 'moveInputStarted'
      | 'movingOverSquare'
      | 'validateMoveInput'
      | 'moveInputCanceled'
      | 'moveInputFinished'
    squareFrom: string | null
    squareTo?: string | null
  }

  export interface View {
    svg: SVGSVGElement
    boardGroup: SVGElement
    coordinatesGroup: SVGElement
    piecesGroup: SVGElement
    markersLayer: SVGGElement
    markersTopLayer: SVGGElement
    squareWidth: number
    visualMoveInput: { draggablePiece?: SVGSVGElement | null }
    redrawBoard(): void
    redrawPieces(): void
    drawPieceOnSquare(square: string, piece: string): SVGGElement
    indexToPoint(index: number): { x: number; y: number }
    squareToPoint(square: string): { x: number; y: number }
    getPieceElement(square: string): SVGGElement | null
  }

  /** Draws each change of the position and of the orientation. */
  export interface AnimationQueue {
    enqueuePositionChange(from: Position, to: Position, animated: boolean): Promise<void>
    enqueueTurnBoard(position: Position, color: BoardColor, animated: boolean): Promise<void>
    destroy(): void
  }

  export interface Options {
    assetsUrl?: string
    style?: {
      cssClass?: string
      pieces?: { file: string; tileSize: number }
      animationDuration?: number
    }
  }

  export class Chessboard {
    constructor(context: HTMLElement, options: Options)
    view: View
    state: { orientation: BoardColor; position: Position }
    positionAnimationsQueue: AnimationQueue
    /** @returns the placement field of a FEN */
    getPosition(): string
    /** @returns such as 'wk' */
    getPiece(square: string): string | null
    setPosition(fen: string, animated?: boolean): Promise<void>
    getOrientation(): BoardColor
    setOrientation(color: BoardColor, animated?: boolean): Promise<void>
    enableMoveInput(handler: (event: InputEvent) => boolean | undefined, color: BoardColor): void
    disableMoveInput(): void
    cancelMoveInput(): void
  }
}

declare module 'cm-chessboard/src/model/Position.js' {
  export class Position {
    /** Such as 'wk', null for an empty square; a1 is 0, b1 is 1, h8 is 63. */
    squares: (string | null)[]
    static indexToSquare(index: number): string
  }
}

declare module 'cm-chessboard/src/model/Extension.js' {
  import type { Chessboard } from 'cm-chessboard/src/Chessboard.js'

  export const EXTENSION_POINT: { afterRedrawBoard: string }

  export class Extension {
    constructor(chessboard: Chessboard)
    chessboard: Chessboard
    registerExtensionPoint(name: string, callback: () => void): void
  }
}
