// SPDX-License-Identifier: Apache-2.0
// Decides which engine plays which variant. Stockfish plays standard chess and Chess960, Fairy-Stockfish the others, and a
// remote engine the variants of its options.

import type { Variant } from 'binbo'
import { variantName } from 'binbo'
import type { UciOption } from 'binbo/uci'
import { hasStandardRules } from '../../js/game/traits.js'
import type { EngineSource } from './source.js'

/** Fairy-Stockfish in this page. Users cannot choose it: it replaces an engine that does not play the variant. */
export const OF_VARIANTS = { kind: 'variants' } as const
/** An engine that can be started. */
export type Program = EngineSource | typeof OF_VARIANTS

/** @param source the user's choice @returns the engine to start first */
export const programFor = (source: EngineSource, variant: Variant): Program =>
  source.kind === 'builtin' && !hasStandardRules(variant) ? OF_VARIANTS : source

/**
 * @param options of an engine
 * @returns whether it plays the variant
 */
export function plays(options: ReadonlyMap<string, UciOption>, variant: Variant): boolean {
  if (hasStandardRules(variant)) return true
  return (options.get('UCI_Variant')?.vars ?? []).some(name => uciName(name) === variantName(variant, 'uci'))
}

/** @param choice of UCI_Variant @returns '' for a variant that the page does not know */
function uciName(choice: string): string {
  try {
    return variantName(choice, 'uci')
  } catch {
    return ''
  }
}

/** @returns whether threads can share memory; some browsers cannot, even if the page is cross-origin isolated */
export const sharesMemory = (): boolean =>
  Boolean(globalThis.crossOriginIsolated) && 'SharedArrayBuffer' in globalThis
