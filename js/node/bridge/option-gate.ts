// SPDX-License-Identifier: Apache-2.0
// The options of an engine that a client sees, and the limits within which it may set them.

import type { Variant } from '../../core/generated/bindings.js'
import { UCI_VARIANT, variantOfChoice } from '../../uci/engine/option-table.js'
import type { UciOption } from '../../uci/text/options.js'
import {
  optionKey,
  optionLine,
  optionValue,
  setOptionCommand,
  takesAnyText,
  valueFromText,
} from '../../uci/text/options.js'
import { indexOfWord, Refusal } from './client-message.js'

/** The largest values that a client may set. */
export type OptionCeilings = {
  threads: number
  /** in MiB */
  hash: number
  multipv: number
}

/** How an option is passed on. */
export type Declared = {
  /** the line for the client; null if it must not see the option */
  line: string | null
  /** the command that sets it to its ceiling, if its default is higher */
  lowering: string | null
}

/** Options that are harmless with every value; of UCI_Variant, only the variants whose positions are checked are allowed. */
const HARMLESS = [
  'Analysis Contempt',
  'Clear Hash',
  'Contempt',
  'Hash',
  'Minimum Thinking Time',
  'Move Overhead',
  'MultiPV',
  'nodestime',
  'Ponder',
  'Skill Level',
  'Slow Mover',
  'Syzygy50MoveRule',
  'SyzygyProbeDepth',
  'SyzygyProbeLimit',
  'Threads',
  'UCI_AnalyseMode',
  'UCI_Chess960',
  'UCI_Elo',
  'UCI_LimitStrength',
  'UCI_ShowWDL',
  'UCI_Variant',
  'Use NNUE',
].map(optionKey)

/**
 * Names of options that open or write files, connect to other hosts, or change the rules in ways that the checks of
 * positions do not know. No configuration allows them.
 */
const DANGEROUS =
  /file|path|folder|direct|\blog|debug|book|dump|save|write|export|import|load|nalimov|gaviota|weight|network|host|url|server|variant|command|exec/
const CHESS960 = 'uci_chess960'
const VARIANT = optionKey(UCI_VARIANT)

/**
 * @param name the name of an option
 * @returns whether allowOptions may contain it
 */
export function mayBeAllowed(name: string): boolean {
  return HARMLESS.includes(optionKey(name)) || !DANGEROUS.test(optionKey(name))
}

/** The options of one engine, as one client may use them. */
export class OptionGate {
  #allowed: Set<string>
  /** by key */
  #ceilings: Map<string, number>
  /** by key: the allowed options, lowered to the ceilings */
  #options: Map<string, UciOption> = new Map()
  /** by key: the texts set by the client */
  #set: Map<string, string> = new Map()

  /** @param allowOptions names of more options */
  constructor({ threads, hash, multipv }: OptionCeilings, allowOptions: readonly string[]) {
    this.#allowed = new Set([...HARMLESS, ...allowOptions.map(optionKey)])
    this.#ceilings = new Map([
      ['threads', threads],
      ['hash', hash],
      ['multipv', multipv],
    ])
  }

  /** @returns whether the engine reads and writes castling as king takes rook */
  get chess960(): boolean {
    return this.#current(CHESS960) === 'true'
  }

  /** @returns the variant that the engine plays */
  get variant(): Variant {
    const variant = variantOfChoice(this.#current(VARIANT)) ?? 'standard'
    return variant === 'standard' && this.chess960 ? 'chess960' : variant
  }

  /** @param option as the engine offers it */
  declare(option: UciOption): Declared {
    const key = optionKey(option.name)
    if (takesAnyText(option) || !this.#allowed.has(key)) return { line: null, lowering: null }
    const lowered = key === VARIANT ? withKnownVariants(option) : this.#lowered(key, option)
    if (lowered === undefined) return { line: null, lowering: null }
    this.#options.set(key, lowered)
    const lowering =
      lowered.default === option.default ? null : setOptionCommand(option.name, String(lowered.default))
    return { line: optionLine(lowered), lowering }
  }

  /**
   * @param words the words after `setoption`
   * @returns the command, written from the words read
   * @throws {Refusal}
   * @throws {ChessError} ERR_UCI_OPTION for a value out of range
   */
  command(words: readonly string[]): string {
    if (words[0]?.toLowerCase() !== 'name') throw new Refusal("'name' must follow 'setoption'")
    const at = indexOfWord(words, 'value', 1)
    const name = words.slice(1, at < 0 ? undefined : at).join(' ')
    const key = optionKey(name)
    if (!this.#allowed.has(key)) throw new Refusal(`the option '${name}' is not allowed here`)
    const option = this.#options.get(key)
    if (option === undefined) throw new Refusal(`the engine has no option '${name}' that may be set here`)
    const text = optionValue(
      option,
      valueFromText(option, at < 0 ? undefined : words.slice(at + 1).join(' ')),
    )
    if (text !== undefined) this.#set.set(key, text)
    return setOptionCommand(option.name, text)
  }

  /** @returns the option's value */
  #current(key: string): string | undefined {
    const { default: byDefault } = this.#options.get(key) ?? {}
    return this.#set.get(key) ?? (byDefault === undefined ? undefined : String(byDefault))
  }

  /** @returns the option, with its range and default lowered to the ceiling */
  #lowered(key: string, option: UciOption): UciOption {
    const ceiling = this.#ceilings.get(key)
    if (ceiling === undefined || option.type !== 'spin') return option
    const most = Math.max(option.min ?? 1, ceiling)
    const lowered = { ...option, max: Math.min(option.max ?? most, most) }
    if (typeof option.default === 'number') lowered.default = Math.min(option.default, lowered.max)
    return lowered
  }
}

/**
 * @param option UCI_Variant
 * @returns the option with the choices whose rules this package has; undefined without any
 */
function withKnownVariants(option: UciOption): UciOption | undefined {
  const vars = option.vars?.filter(choice => variantOfChoice(choice) !== undefined) ?? []
  if (vars.length === 0) return undefined
  const isKnown = vars.some(choice => choice === option.default)
  return { ...option, vars, default: isKnown ? option.default : vars[0] }
}
