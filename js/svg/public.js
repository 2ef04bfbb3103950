// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/svg`.

/** @typedef {import('./board-svg.js').ArrowShape} ArrowShape */
/** @typedef {import('./board-svg.js').BoardSvgOptions} BoardSvgOptions */
/** @typedef {import('./board-svg.js').CircleShape} CircleShape */
/** @typedef {import('./board-svg.js').PieceSet} PieceSet */
/** @typedef {import('./board-svg.js').Theme} Theme */
/** @typedef {import('./board-svg.js').ThemeName} ThemeName */

export { boardSvg } from './board-svg.js'
