// SPDX-License-Identifier: Apache-2.0
// Saves the analysis of a game in the browser: the engine's answers for each position, by the moves of the game. After a
// reload a recorded engine repeats them, and the package judges the moves as before.

import { VARIANTS, variantName } from 'binbo'
import type { PgnGame } from 'binbo/pgn'
import type { Transport } from 'binbo/uci'
import { analyseGame, Engine } from 'binbo/uci'
import { readStored, storeValue } from '../page/indexed-db.js'
import { checksum } from '../page/local-storage.js'
import { fieldsOf } from '../page/unknown.js'
import { mainLineText } from '../study/nodes.js'
import type { Findings } from './review-run.js'
import { findingsOf } from './review-run.js'

type SavedAnswers = {
  /** the main line, as mainLineText() writes it */
  line: string
  /** for each position, the engine's UCI lines, the best one first */
  answers: string[][]
}

/** Plies of each line that are saved: more than are written into a game. */
const PLIES = 12
/** @returns the options of an engine that knows all variants */
const options = (): string[] => [
  'option name MultiPV type spin default 1 min 1 max 500',
  'option name UCI_Chess960 type check default false',
  `option name UCI_Variant type combo default chess${VARIANTS.filter(variant => variant !== 'chess960')
    .map(variant => ` var ${variantName(variant, 'uci')}`)
    .join('')}`,
]

/** @throws {DOMException} storage is full or forbidden */
export async function saveFindings(tree: PgnGame, { analysis: { positions } }: Findings): Promise<void> {
  const answers = positions.map(({ lines, score }) =>
    (lines.length > 0 ? lines : score ? [{ score, pv: [] }] : []).map(
      ({ score: { kind, value }, pv }, at) => {
        const moves = pv.length > 0 ? ` pv ${pv.slice(0, PLIES).join(' ')}` : ''
        return `info depth 1 multipv ${at + 1} score ${kind} ${value}${moves}`
      },
    ),
  )
  const line = mainLineText(tree)
  const saved: SavedAnswers = { line, answers }
  await storeValue('analyses', String(checksum(line)), saved)
}

const isListOfLists = (value: unknown): value is string[][] =>
  Array.isArray(value) && value.every(Array.isArray)

/**
 * @returns null if there is none for this main line
 * @throws {DOMException | ChessError} storage is forbidden, or the saved answers are damaged
 */
export async function readFindings(tree: PgnGame): Promise<Findings | null> {
  const line = mainLineText(tree)
  const saved = fieldsOf(await readStored('analyses', String(checksum(line))))
  const { answers } = saved
  if (saved.line !== line || !isListOfLists(answers)) return null
  const nodes = [tree.root, ...tree.mainline()]
  const engine = await Engine.start(recorded(answers))
  try {
    const variations = Math.max(1, ...answers.map(({ length }) => length))
    return await findingsOf(await analyseGame(tree, { engine, limits: { depth: 1 }, variations }), nodes)
  } finally {
    await engine.quit()
  }
}

/**
 * @param answers one list of lines for each search, in order
 * @returns the transport of an engine that repeats them
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
