// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/svg`.

export type { Color, PositionSource, Square } from '../game/public.js'
export type { ArrowShape, BoardSvgOptions, CircleShape, PieceSet, Theme, ThemeName } from './board-svg.js'
export { boardSvg } from './board-svg.js'
