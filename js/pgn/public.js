// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/pgn.

/** @typedef {import('./comment-commands.js').Arrow} Arrow */
/** @typedef {import('./comment-commands.js').Evaluation} Evaluation */
/** @typedef {import('./comment-commands.js').MarkColor} MarkColor */
/** @typedef {import('./comment-commands.js').ArrowInput} ArrowInput */
/** @typedef {import('./comment-commands.js').SquareMark} SquareMark */
/** @typedef {import('./comment-commands.js').SquareMarkInput} SquareMarkInput */
/** @typedef {import('./locales.js').Locale} Locale */
/** @typedef {import('./pgn-game.js').PgnGameOptions} PgnGameOptions */
/** @typedef {import('./pgn-game.js').PgnResult} PgnResult */
/** @typedef {import('./pgn-node.js').PgnMoveNode} PgnMoveNode */
/** @typedef {import('./pgn-options.js').PgnProgress} PgnProgress */
/** @typedef {import('./pgn-options.js').ReadPgnOptions} ReadPgnOptions */
/** @typedef {import('./reaches.js').Reaches} Reaches */
/** @typedef {import('./source.js').PgnSource} PgnSource */
/** @typedef {import('./text-places.js').TextRange} TextRange */
/** @typedef {import('./tree-writer.js').TreePgnOptions} TreePgnOptions */

export { PgnGame } from './pgn-game.js'
export { PgnNode } from './pgn-node.js'
export { parsePgn, readPgn, validatePgn } from './reader.js'
