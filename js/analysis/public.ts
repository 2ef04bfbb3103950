// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/uci for the analysis of games.

export type { AnalyseOptions } from './analyse-game.js'
export { analyseGame } from './analyse-game.js'
export type { AnnotateOptions } from './annotate.js'
export type { AnalysedPosition, Judgement, SideFigures } from './game-analysis.js'
export { GameAnalysis } from './game-analysis.js'
export type { AnalysisTables, TableMoves, TableValue } from './table-values.js'
