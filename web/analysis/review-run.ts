// SPDX-License-Identifier: Apache-2.0
// Runs the package's analysis of a whole game, derives marks and evaluations, and writes them into the game. Loaded when a
// game is analysed.

import type { Evaluation, PgnGame, PgnNode } from 'binbo/pgn'
import type { AnalysisTables, GameAnalysis, Judgement } from 'binbo/uci'
import { analyseGame } from 'binbo/uci'
import type { EngineRoom } from '../engine/engine-room.js'
import { withEngine } from '../engine/engine-room.js'
import { strengthOptions } from '../engine/strength.js'
import { say } from '../page/texts.js'
import type { Edit } from '../study/history.js'
import { annotationsOf } from '../study/history.js'
import { moveNumber, plyAt } from '../study/nodes.js'
import { findNode, movesTo, removeLine } from '../study/removal.js'
import type { Study } from '../study/study.js'
import { maxLinesOf } from './analyst.js'
import { isGoodMove } from './good-moves.js'
import { verdictOf } from './verdict.js'

export type Findings = {
  /** the package's result */
  analysis: GameAnalysis
  /** the node of each position, the start first */
  nodes: PgnNode[]
  /** from White's side */
  evaluations: Map<PgnNode, Evaluation>
  /** glyphs: $6, $2 or $4 for bad moves, $1 if isGoodMove() */
  marks: Map<PgnNode, number>
  /** the number of moves, from the start, that follow the list of openings */
  book: number
}

export type WriteOptions = {
  /** [%eval] of each move */
  evaluations: boolean
  /** signs of bad and good moves */
  glyphs: boolean
  /** a comment on each bad move, and the engine's line as a variation */
  lines: boolean
}

const GLYPHS: Record<Judgement, number> = { inaccuracy: 6, mistake: 2, blunder: 4 }
const NAMES: Record<Judgement, string> = {
  inaccuracy: say`Inaccuracy`,
  mistake: say`Mistake`,
  blunder: say`Blunder`,
}
const GOOD_MOVE = 1
/** Plies of the lines that are written into the game. */
const LINE_PLIES = 10
const MOVE_GLYPHS = new Set([1, 2, 3, 4, 5, 6])

/**
 * Uses the engine exclusively.
 * @param how.nodes the start and the main line
 * @param how.movetime milliseconds for each position
 * @param how.onProgress called after each position
 * @throws {ChessError} ERR_UCI_*
 */
export async function findAll(
  room: EngineRoom,
  tree: PgnGame,
  {
    nodes,
    movetime,
    tablebase,
    signal,
    onProgress,
  }: {
    nodes: PgnNode[]
    movetime: number
    tablebase: AnalysisTables | undefined
    signal: AbortSignal
    onProgress: (done: number) => void
  },
): Promise<Findings> {
  const analysis = await withEngine(room, signal, async engine => {
    await engine.setOptions(strengthOptions('full', engine.options))
    return analyseGame(tree, {
      engine,
      limits: { movetime },
      tablebase,
      // The second line shows which moves are good.
      variations: Math.min(2, maxLinesOf(engine)),
      signal,
      onProgress: ({ done }) => onProgress(done),
    })
  })
  return findingsOf(analysis, nodes)
}

/** @param analysis its judgements change */
export async function findingsOf(analysis: GameAnalysis, nodes: PgnNode[]): Promise<Findings> {
  const book = await bookPlies(nodes)
  acquitFirstChoices(analysis, nodes)
  acquitBook(analysis, book)
  return {
    analysis,
    nodes,
    evaluations: evaluationsOf(analysis, nodes),
    marks: marksOf(analysis, nodes),
    book,
  }
}

/** @returns the number of moves, from the start, that follow the list of openings; 0 if it cannot be loaded */
async function bookPlies(nodes: PgnNode[]): Promise<number> {
  const openings = await import('binbo/openings').catch(() => null)
  if (!openings) return 0
  const left = nodes.findIndex(
    (node, ply) => ply > 0 && openings.continuations(nodes[ply - 1]).every(({ uci }) => uci !== node.uci),
  )
  return left < 0 ? nodes.length - 1 : left - 1
}

/**
 * Clears the inaccuracies of moves of the list of openings: a short search knows less of them.
 * @param analysis its judgements change
 */
export function acquitBook({ positions }: Pick<GameAnalysis, 'positions'>, book: number) {
  for (const position of positions.slice(1, book + 1))
    if (position.judgement === 'inaccuracy') position.judgement = null
}

/**
 * Clears the judgement of moves that were the engine's first choice: a deeper search may judge them differently.
 * @param analysis its judgements change
 */
export function acquitFirstChoices({ positions }: Pick<GameAnalysis, 'positions'>, nodes: PgnNode[]) {
  for (const [index, position] of positions.entries())
    if (position.judgement && positions[index - 1]?.lines[0]?.pv?.[0] === nodes[index].uci)
      position.judgement = null
}

/** @returns the evaluations, except of checkmates */
function evaluationsOf({ positions }: GameAnalysis, nodes: PgnNode[]): Findings['evaluations'] {
  const evaluations: Findings['evaluations'] = new Map()
  for (const [index, { score }] of positions.entries()) {
    if (!score || (score.kind === 'mate' && score.value === 0)) continue
    const { kind, value } = score.white()
    evaluations.set(nodes[index], { kind, value })
  }
  return evaluations
}

export function marksOf({ positions }: GameAnalysis, nodes: PgnNode[]): Findings['marks'] {
  const marks: Findings['marks'] = new Map()
  for (let index = 1; index < positions.length; index++) {
    const { judgement } = positions[index]
    if (judgement) marks.set(nodes[index], GLYPHS[judgement])
    else if (isGoodMove(positions[index - 1], nodes[index])) marks.set(nodes[index], GOOD_MOVE)
  }
  return marks
}

/**
 * Writes the findings into the analysed game. It replaces only earlier evaluations; a second call changes nothing.
 * @throws {ChessError} ERR_ARGUMENT if the main line has changed; the game is unchanged then
 */
function writeFindings(
  { analysis, nodes, marks }: Findings,
  tree: PgnGame,
  { evaluations, glyphs, lines }: WriteOptions,
) {
  analysis.annotate(tree, { evaluations, glyphs, lines: lines ? 1 : 0, plies: LINE_PLIES })
  for (const [index, node] of nodes.entries()) {
    const { nags } = node
    if (glyphs && marks.get(node) === GOOD_MOVE && !nags.some(nag => MOVE_GLYPHS.has(nag)))
      nags.push(GOOD_MOVE)
    if (!lines) continue
    const text = commentOn(analysis, index)
    if (text && !node.comments.some(comment => comment.includes(text))) node.comments.push(text)
  }

  /** @returns such as 'Mistake: +0.30 to −1.20. Better is 14. Nf3.'; '' for a good move */
  function commentOn({ positions }: GameAnalysis, index: number): string {
    const { judgement, score } = positions[index]
    const before = positions[index - 1]
    if (!judgement || !score || !before?.score) return ''
    const [from, to] = [before.score, score].map(one => verdictOf(one.white()).text)
    const better = before.lines[0]?.san[0]
    const text = say`${NAMES[judgement]}: ${from} to ${to}.`
    const move = `${moveNumber(plyAt(nodes[index - 1]))} ${better}`
    return better ? `${text} ${say`Better is ${move}.`}` : text
  }
}

/** Writes the findings into the game, as an edit that can be undone. */
export function writeAsEdit(findings: Findings, study: Study, options: WriteOptions): Edit {
  const { tree } = study
  const read = () =>
    Array.from(nodesFrom(tree.root), node => ({ path: movesTo(node), annotations: annotationsOf(node) }))
  const write = (all: ReturnType<typeof read>) =>
    study.annotate(() => {
      for (const { path, annotations } of all)
        Object.assign(findNode(tree.root, path) ?? {}, structuredClone(annotations))
    })
  const before = read()
  const old = new Set(before.map(({ path }) => path.join()))
  study.annotate(() => writeFindings(findings, tree, options))
  const after = read().filter(({ path }) => old.has(path.join()))
  let putBack: (() => unknown)[] = []
  const undo = () => {
    const isNew = (node: PgnNode) => !old.has(movesTo(node).join())
    const added = Array.from(nodesFrom(tree.root)).filter(isNew)
    const lines = added.filter(({ parent }) => parent && !isNew(parent))
    putBack = lines.map(line => removeLine(study, line))
    write(before)
    return true
  }
  const redo = () => {
    for (const back of putBack.toReversed()) back()
    write(after)
    return true
  }
  const edit = { name: say`Write the analysis`, undo, redo }
  study.history.add(edit)
  return edit
}

/** @returns the node and all its descendants */
function* nodesFrom(root: PgnNode): Generator<PgnNode> {
  const waiting = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    waiting.push(...node.children)
  }
}
