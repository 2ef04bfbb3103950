// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/svg`.

export type { ArrowShape, BoardSvgOptions, CircleShape, PieceSet, Theme, ThemeName } from './board-svg.js'

export { boardSvg } from './board-svg.js'
