// SPDX-License-Identifier: Apache-2.0
// Which options of an engine a client sees, and within which limits it may set them.

import { UCI_VARIANT, variantOfChoice } from '../../uci/engine/option-table.js'
import {
  optionKey,
  optionLine,
  optionValue,
  setOptionCommand,
  valueFromText,
} from '../../uci/text/options.js'
import { indexOfWord, Refusal } from './client-message.js'

/** @import { Variant } from '../../core/generated/bindings.js' */
/** @import { UciOption } from '../../uci/text/options.js' */

/**
 * The largest values that a client may set.
 * @typedef {object} OptionCeilings
 * @property {number} threads
 * @property {number} hash in MiB
 * @property {number} multipv
 */

/**
 * How an option is passed on.
 * @typedef {object} Declared
 * @property {string | null} line for the client; null if it must not see the option
 * @property {string | null} lowering the command that sets it to its ceiling, if its default is higher
 */

/** Harmless with every value within the engine's range; of UCI_Variant only those that positions are checked for. */
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
 * Names of options that open or write files, reach other hosts, or change the rules in ways that positions are not
 * checked for. No configuration allows them.
 */
const DANGEROUS =
  /file|path|folder|direct|\blog|debug|book|dump|save|write|export|import|load|nalimov|gaviota|weight|network|host|url|server|variant|command|exec/
const CHESS960 = 'uci_chess960'
const VARIANT = optionKey(UCI_VARIANT)

/**
 * @param {string} name of an option
 * @returns {boolean} whether allowOptions may contain it
 */
export function mayBeAllowed(name) {
  return HARMLESS.includes(optionKey(name)) || !DANGEROUS.test(optionKey(name))
}

/** The options of one engine, as one client may use them. */
export class OptionGate {
  #allowed
  /** @type {Map<string, number>} by key */
  #ceilings
  /** @type {Map<string, UciOption>} by key: those that are allowed, lowered to the ceilings */
  #options = new Map()
  /** @type {Map<string, string>} by key: the texts set by the client */
  #set = new Map()

  /**
   * @param {OptionCeilings} ceilings
   * @param {readonly string[]} allowOptions more names
   */
  constructor({ threads, hash, multipv }, allowOptions) {
    this.#allowed = new Set([...HARMLESS, ...allowOptions.map(optionKey)])
    this.#ceilings = new Map([
      ['threads', threads],
      ['hash', hash],
      ['multipv', multipv],
    ])
  }

  /** @returns {boolean} whether the engine reads and writes castling as king takes rook */
  get chess960() {
    return this.#current(CHESS960) === 'true'
  }

  /** @returns {Variant} that the engine plays */
  get variant() {
    const variant = variantOfChoice(this.#current(VARIANT)) ?? 'standard'
    return variant === 'standard' && this.chess960 ? 'chess960' : variant
  }

  /**
   * @param {UciOption} option as the engine offers it
   * @returns {Declared}
   */
  declare(option) {
    const key = optionKey(option.name)
    // A combo without choices takes any text, as a string does.
    const isText = option.type === 'string' || (option.type === 'combo' && !option.vars?.length)
    if (isText || !this.#allowed.has(key)) return { line: null, lowering: null }
    const lowered = key === VARIANT ? withKnownVariants(option) : this.#lowered(key, option)
    if (lowered === undefined) return { line: null, lowering: null }
    this.#options.set(key, lowered)
    const lowering =
      lowered.default === option.default ? null : setOptionCommand(option.name, String(lowered.default))
    return { line: optionLine(lowered), lowering }
  }

  /**
   * @param {readonly string[]} words after `setoption`
   * @returns {string} the command, written from the words read
   * @throws {Refusal}
   * @throws {ChessError} ERR_UCI_OPTION for a value out of range
   */
  command(words) {
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

  /**
   * @param {string} key
   * @returns {string | undefined} the option's value
   */
  #current(key) {
    const { default: byDefault } = this.#options.get(key) ?? {}
    return this.#set.get(key) ?? (byDefault === undefined ? undefined : String(byDefault))
  }

  /**
   * @param {string} key
   * @param {UciOption} option
   * @returns {UciOption} with its range and default lowered to the ceiling
   */
  #lowered(key, option) {
    const ceiling = this.#ceilings.get(key)
    if (ceiling === undefined || option.type !== 'spin') return option
    const most = Math.max(option.min ?? 1, ceiling)
    const lowered = { ...option, max: Math.min(option.max ?? most, most) }
    if (typeof option.default === 'number') lowered.default = Math.min(option.default, lowered.max)
    return lowered
  }
}

/**
 * @param {UciOption} option UCI_Variant
 * @returns {UciOption | undefined} with the choices whose rules this package has; undefined if there are none
 */
function withKnownVariants(option) {
  const vars = option.vars?.filter(choice => variantOfChoice(choice) !== undefined) ?? []
  if (vars.length === 0) return undefined
  const isKnown = vars.includes(/** @type {string} */ (option.default))
  return { ...option, vars, default: isKnown ? option.default : vars[0] }
}
