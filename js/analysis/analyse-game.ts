// SPDX-License-Identifier: Apache-2.0
// Analyses all positions of a game.

import { argumentError } from '../core/errors.js'
import { checkOptions } from '../core/options.js'
import { attempt, quiet } from '../core/waiting.js'
import type { Game } from '../game/game.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import { Engine } from '../uci/engine/engine.js'
import { killTransport } from '../uci/engine/kill-transport.js'
import { EnginePool } from '../uci/pool/engine-pool.js'
import type { MapProgress } from '../uci/pool/ordered-map.js'
import { checkEnds, checkProgress, checkSignal, OrderedMap } from '../uci/pool/ordered-map.js'
import type { Limits } from '../uci/text/commands.js'
import type { Evaluated } from './game-analysis.js'
import { GameAnalysis } from './game-analysis.js'
import type { LinePosition } from './game-line.js'
import { GameLine } from './game-line.js'
import type { AnalysisTables } from './table-values.js'
import { TableValues } from './table-values.js'

/** The options of analyseGame(). */
export type AnalyseOptions = {
  /** Its searches wait their turn. Default: none, the game's own evaluations (%eval) are the scores. */
  engine?: Engine | EnginePool | undefined
  /** Limits of each search; default: one second. */
  limits?: Limits | undefined
  /** Lines of each position, best first; default 1. From 2 on, `onlyMove` is known. */
  variations?: number | undefined
  /** Endgame tables, whose value is the score of each position that they know: it is not searched. */
  tablebase?: AnalysisTables | undefined
  /** Ends the analysis with ERR_UCI_CANCELLED. */
  signal?: AbortSignal | undefined
  /** Called after each position, with { done, total }; an error of it ends the analysis. */
  onProgress?: ((progress: MapProgress) => unknown) | undefined
}

const NAMES = ['engine', 'limits', 'variations', 'tablebase', 'signal', 'onProgress']

/**
 * Finds what each move of a game lost, by an engine or by the evaluations in the game.
 *
 * The engine searches every position, from the start position on; variations of a PgnGame are left out. Positions where the
 * game has ended are not searched. The engine gets `ucinewgame` before the first one, and UCI_AnalyseMode if it has that
 * option and it was not set.
 *
 * If a PgnGame has errors, the moves before the first one are analysed. A null move is not a move of a player: its loss is
 * null.
 *
 * Without an engine, the scores are those of a PgnGame's %eval, whose root may have one, too. A position without one has no
 * score, and the moves to it and from it no loss.
 *
 * With a tablebase, positions that it knows have ±20,000 centipawns or 0, as with Stockfish: a move that gives a win or a draw away
 * is a blunder, regardless of the engine. Tables that cannot be read (ERR_BYTES_*) are not probed again.
 * @param game may be changed during the analysis
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED, ERR_UCI_MOVE, ERR_UCI_OPTION, ERR_UCI_VARIANT;
 *   ERR_PGN_VARIANT, ERR_PGN_TAG_FEN for a PgnGame without a start; ERR_GAME_STOPPED, ERR_ARGUMENT; what the tablebase throws,
 *   such as ERR_TABLEBASE_DAMAGED
 */
export function analyseGame(game: PgnGame, options?: AnalyseOptions): Promise<GameAnalysis>
/** Finds what each move of a game lost, by an engine. */
export function analyseGame(
  game: Game | PgnGame,
  options: AnalyseOptions & { engine: Engine | EnginePool },
): Promise<GameAnalysis>
export function analyseGame(game: Game | PgnGame, options?: AnalyseOptions): Promise<GameAnalysis> {
  return attempt(() => quiet(analysisOf(game, options)()))
}

/**
 * Checks the arguments.
 * @returns begins the analysis
 * @throws {ChessError} for bad arguments
 */
function analysisOf(game: unknown, options: unknown): () => Promise<GameAnalysis> {
  const given: Partial<AnalyseOptions> = checkOptions(options, NAMES)
  const { engine, limits } = given
  if (!(engine === undefined || engine instanceof Engine || engine instanceof EnginePool)) {
    killTransport(engine)
    throw argumentError('engine is an Engine or an EnginePool', engine)
  }
  if (engine === undefined && limits !== undefined) throw argumentError('limits are those of an engine')
  const variations = readVariations(given.variations)
  const tables = given.tablebase === undefined ? undefined : new TableValues(given.tablebase, variations)
  const signal = checkSignal(given.signal)
  const onProgress = checkProgress(given.onProgress)
  checkEnds(limits)
  const line = new GameLine(game)
  if (engine === undefined) line.readScores(game)
  const total = line.moves.length + 1
  const evaluations = new OrderedMap(line.positions(), {
    ahead: engine instanceof EnginePool ? 2 * engine.size : 1,
    signal,
    onProgress: onProgress && (({ done }) => onProgress({ done, total })),
    start: (position, signal) => evaluate(position, signal),
  })
  const token = Symbol('analysis')

  async function evaluate({ ply, game, result }: LinePosition, signal: AbortSignal): Promise<Evaluated> {
    if (result !== null) return { lines: [], score: result, wdl: null }
    if (!tables?.covers(game.position)) return search(ply, game, signal)
    const kept = game.clone()
    try {
      return (await tables.evaluate(kept.position)) ?? (await search(ply, kept, signal))
    } finally {
      kept.stop()
    }
  }

  async function search(ply: number, game: Game, signal: AbortSignal): Promise<Evaluated> {
    if (engine === undefined) return { lines: [], score: line.scores?.[ply] ?? null, wdl: null }
    const { lines, info } = await engine.bestMove(game, limits, {
      multipv: variations,
      game: token,
      analysis: true,
      queue: true,
      signal,
    })
    return { lines, score: lines[0]?.score ?? info?.score ?? null, wdl: null }
  }

  return async () => {
    const evaluated: Evaluated[] = []
    for await (const evaluation of evaluations) evaluated.push(evaluation)
    return new GameAnalysis(line, evaluated)
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
function readVariations(variations: unknown = 1): number {
  if (typeof variations !== 'number' || !Number.isInteger(variations) || variations < 1)
    throw argumentError('variations is a number of lines, from 1', variations)
  return variations
}
