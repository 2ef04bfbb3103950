// SPDX-License-Identifier: Apache-2.0
// The exports of analysis, which binbo/uci has.

/** @typedef {import('./analyse-game.js').AnalyseOptions} AnalyseOptions */
/** @typedef {import('./annotate.js').AnnotateOptions} AnnotateOptions */
/** @typedef {import('./game-analysis.js').AnalysedPosition} AnalysedPosition */
/** @typedef {import('./game-analysis.js').Judgement} Judgement */
/** @typedef {import('./game-analysis.js').SideFigures} SideFigures */
/** @typedef {import('./table-values.js').AnalysisTables} AnalysisTables */
/** @typedef {import('./table-values.js').TableMoves} TableMoves */
/** @typedef {import('./table-values.js').TableValue} TableValue */

export { analyseGame } from './analyse-game.js'
export { GameAnalysis } from './game-analysis.js'
