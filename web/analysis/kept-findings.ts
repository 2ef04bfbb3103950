// SPDX-License-Identifier: Apache-2.0
// The analysis of a game survives a reload: what the engine said about each position is kept by the moves of the game, and
// said again to the package, which judges the moves as it did before.

import { VARIANTS, variantName } from 'binbo'
import type { PgnGame } from 'binbo/pgn'
import type { Transport } from 'binbo/uci'
import { analyseGame, Engine } from 'binbo/uci'
import { checksum } from '../page/keep.js'
import { putOnShelf, takeFromShelf } from '../page/shelf.js'
import { mainLineText } from '../study/nodes.js'
import type { Findings } from './review-run.js'
import { findingsOf } from './review-run.js'

/**
 * `line`: as mainLineText() writes it. `answers`: for each position, what the engine said in UCI; the best line first.
 */
type Kept = { line: string; answers: string[][] }

/** Plies of each line that are kept: more than are written into a game. */
const PLIES = 12
/** @returns options of an engine that knows all rules */
const options = (): string[] => [
  'option name MultiPV type spin default 1 min 1 max 500',
  'option name UCI_Chess960 type check default false',
  `option name UCI_Variant type combo default chess${VARIANTS.filter(variant => variant !== 'chess960')
    .map(variant => ` var ${variantName(variant, 'uci')}`)
    .join('')}`,
]

/**
 * @param findings of it
 * @throws {DOMException} storage is full or forbidden
 */
export async function keepFindings(tree: PgnGame, { analysis: { positions } }: Findings): Promise<void> {
  const answers = positions.map(({ lines, score }) =>
    (lines.length > 0 ? lines : score ? [{ score, pv: [] }] : []).map(
      ({ score: { kind, value }, pv }, at) => {
        const moves = pv.length > 0 ? ` pv ${pv.slice(0, PLIES).join(' ')}` : ''
        return `info depth 1 multipv ${at + 1} score ${kind} ${value}${moves}`
      },
    ),
  )
  const line = mainLineText(tree)
  const kept: Kept = { line, answers }
  await putOnShelf('analyses', String(checksum(line)), kept)
}

/**
 * @returns what was kept of it; null for nothing
 * @throws {DOMException | ChessError} storage is forbidden, or this page did not write what is there
 */
export async function recallFindings(tree: PgnGame): Promise<Findings | null> {
  const line = mainLineText(tree)
  const kept: Kept | undefined = await takeFromShelf('analyses', String(checksum(line)))
  if (kept?.line !== line) return null
  const nodes = [tree.root, ...tree.mainline()]
  const engine = await Engine.start(recorded(kept.answers))
  try {
    const variations = Math.max(1, ...kept.answers.map(({ length }) => length))
    return findingsOf(await analyseGame(tree, { engine, limits: { depth: 1 }, variations }), nodes)
  } finally {
    await engine.quit()
  }
}

/**
 * @param answers to one search after the other
 * @returns to an engine that knows nothing else
 */
function recorded(answers: string[][]): Transport {
  let searches = 0
  const answer = (line: string) => {
    if (line === 'uci') return ['id name Kept', ...options(), 'uciok']
    if (line === 'isready') return ['readyok']
    if (!line.startsWith('go')) return []
    const infos = answers[searches++] ?? []
    return [...infos, `bestmove ${/ pv (\S+)/.exec(infos[0] ?? '')?.[1] ?? '(none)'}`]
  }
  const close = () => transport.onClose?.({ message: 'the recording has ended' })
  const transport: Transport = {
    onLine: null,
    onClose: null,
    send: line =>
      queueMicrotask(() => {
        for (const said of answer(line)) transport.onLine?.(said)
      }),
    close: async () => close(),
    kill: close,
  }
  return transport
}
