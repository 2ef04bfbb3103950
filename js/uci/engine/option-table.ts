// SPDX-License-Identifier: Apache-2.0
// The options of one process of an engine, and their current values; which choice of UCI_Variant names which variant.
// Chess960 is an option of its own.

import { isA } from '../../core/brand.js'
import { argumentError } from '../../core/errors.js'
import type { Variant } from '../../core/generated/bindings.js'
import { isRecord } from '../../core/options.js'
import { hasStandardRules, rulesOf } from '../../game/traits.js'
import { readVariant, VARIANTS, variantName } from '../../game/variants.js'
import { uciError } from '../errors.js'
import { checkLine } from '../text/lines.js'
import type { UciOption } from '../text/options.js'
import { encodeValue, optionKey, optionValue, setOptionCommand, valueFromText } from '../text/options.js'
import type { EngineConnection } from './connection.js'

export const UCI_VARIANT = 'UCI_Variant'

/**
 * @param choice of UCI_Variant
 * @returns the variant that it names, in any spelling; undefined for rules that this package does not have
 */
export function variantOfChoice(choice: unknown): Exclude<Variant, 'chess960'> | undefined {
  if (choice === undefined) return undefined
  try {
    const variant = VARIANTS[readVariant(choice)]
    return variant === 'chess960' ? undefined : variant
  } catch {
    return undefined
  }
}

/**
 * @param option UCI_Variant, if the engine has it
 * @returns the choice for the variant; undefined if the option is not a list, or has no such choice
 */
function choiceOfVariant(option: UciOption | undefined, variant: Variant): string | undefined {
  const rules = rulesOf(variant)
  const choices = option?.vars ?? []
  const usual = variantName(rules, 'uci')
  return choices.includes(usual) ? usual : choices.find(choice => variantOfChoice(choice) === rules)
}

/**
 * @param option UCI_Variant, if the engine has it
 * @returns why the engine does not play the variant's rules; undefined if it does. Standard chess is played unless
 *   another variant is the default and standard chess is not offered
 */
export function variantFault(option: UciOption | undefined, variant: Variant): string | undefined {
  if (choiceOfVariant(option, variant) !== undefined) return undefined
  if (!hasStandardRules(variant))
    return option === undefined
      ? `it has no option ${UCI_VARIANT}`
      : `its option ${UCI_VARIANT} does not offer '${variantName(variant, 'uci')}'`
  const byDefault = variantOfChoice(option?.default) ?? 'standard'
  return byDefault === 'standard' ? undefined : `its option ${UCI_VARIANT} does not offer 'chess'`
}

/** Undefined for a button. */
export type OptionValue = string | number | boolean | undefined

/** A value for an option, checked. */
export type OptionChange = {
  key: string
  /** as the engine spells it */
  name: string
  /** as the user gave it */
  value: unknown
  /** for the engine; undefined for a button */
  text: string | undefined
}

/** The rules by which a position is played. */
export type Rules = {
  variant: Variant
  /** whether castling is written as king takes rook */
  takesRook: boolean
}

const UCI_CHESS960 = 'UCI_Chess960'
const MULTIPV = 'MultiPV'

export class OptionTable {
  /** by the engine's own names; `value` is the current one */
  #options: Map<string, UciOption> = new Map()
  /** for users */
  #published: Map<string, UciOption> | undefined
  /** names by key */
  #names: Map<string, string> = new Map()
  /** the engine's current values, by key; absent when unknown */
  #current: Map<string, string | undefined> = new Map()
  /** what gives the options of one search their old values back, by key */
  #borrowed: Map<string, OptionChange> = new Map()
  /** what the last search needed, as text, and its number of lines; undefined when any value may have changed since */
  prepared: { needs: string; lines: number } | undefined
  /** keys of options that raw commands have set */
  #setByHand: Set<string> = new Set()

  /**
   * Fills a map with the options and keeps it current.
   * @param options cleared first
   */
  publish(options: Map<string, UciOption>) {
    options.clear()
    for (const [name, option] of this.#options) options.set(name, option)
    this.#published = options
  }

  /** @param option of an engine that may have declared it before: a value that was set since stays, where it still fits */
  declare(option: UciOption) {
    this.prepared = undefined
    const key = optionKey(option.name)
    const name = this.#names.get(key)
    const known = name === undefined ? undefined : this.#options.get(name)
    if (name !== undefined && name !== option.name)
      for (const options of [this.#options, this.#published]) options?.delete(name)
    this.#names.set(key, option.name)
    const isSet = known?.value !== undefined && known.value !== known.default
    const value = isSet && fits(option, known.value) ? known.value : option.default
    const declared = Object.freeze({ ...option, value })
    this.#options.set(option.name, declared)
    this.#published?.set(option.name, declared)
    // What a raw command made unknown stays so.
    if (this.#published === undefined || this.#current.has(key))
      this.#current.set(key, value === undefined ? undefined : encodeValue(String(value)))
  }

  /** @param name in any case */
  get(name: string): UciOption | undefined {
    return this.#options.get(this.#names.get(optionKey(name)) ?? '')
  }

  /** @param name in any case */
  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  /**
   * @param name in any case
   * @throws {ChessError} ERR_UCI_OPTION, ERR_UCI_LINE, ERR_ARGUMENT
   */
  check(name: unknown, value: unknown): OptionChange {
    if (typeof name !== 'string') throw argumentError("An option's name is a string", name)
    checkLine(name)
    const option = this.get(name)
    if (option === undefined) throw uciError('ERR_UCI_OPTION', 'no option has this name', { input: name })
    return { key: optionKey(name), name: option.name, value, text: optionValue(option, value) }
  }

  /**
   * @param name in any case
   * @returns whether check() accepts it
   */
  accepts(name: string, value: unknown): boolean {
    try {
      return this.check(name, value) !== undefined
    } catch {
      return false
    }
  }

  /**
   * @param options by name: an object or a Map
   * @throws {ChessError} ERR_UCI_OPTION, ERR_UCI_LINE, ERR_ARGUMENT
   */
  checkAll(options: unknown): OptionChange[] {
    return namedOptions(options).map(([name, value]) => this.check(name, value))
  }

  /** @returns whether the option already has this value, not counting the values of single searches */
  isCurrent({ key, text }: OptionChange): boolean {
    return text !== undefined && (this.#borrowed.get(key)?.text ?? this.#current.get(key)) === text
  }

  /**
   * Sends the changes that the engine does not have yet. They hold until the next one.
   * @param changes of options that it has
   * @returns whether any was sent
   */
  send(connection: EngineConnection, changes: OptionChange[]): boolean {
    this.prepared = undefined
    for (const { key } of changes) this.#borrowed.delete(key)
    const news = changes.filter(({ key, text }) => text === undefined || this.#current.get(key) !== text)
    for (const { key, name, text } of news) {
      connection.send(setOptionCommand(name, text))
      if (text === undefined) continue
      this.#current.set(key, text)
      this.#publish(name, text)
    }
    return news.length > 0
  }

  /**
   * Sends changes for one search. Those of the search before get their old values back, unless they are set again.
   * @param changes of options that it has; of several for one option the last one counts
   */
  lend(connection: EngineConnection, changes: OptionChange[]) {
    const before = new Map(this.#borrowed)
    const lent = new Map(changes.map(change => [change.key, change]))
    this.send(
      connection,
      [...before.values()].filter(({ key }) => !lent.has(key)),
    )
    for (const change of lent.values()) {
      const old = before.get(change.key) ?? this.#old(change)
      this.send(connection, [change])
      if (old !== undefined && old.text !== change.text) this.#borrowed.set(change.key, old)
    }
  }

  /** @returns the change back to the current value, or to the last known one; undefined without a known value */
  #old({ key, name, text }: OptionChange): OptionChange | undefined {
    if (text === undefined) return undefined
    const { type, value = type === 'string' ? '' : undefined } = this.#options.get(name) as UciOption
    return value === undefined ? undefined : { key, name, value, text: encodeValue(String(value)) }
  }

  /**
   * @param name in any case
   * @returns whether a search must set the value: the option is a check with another value, not counting the values of
   *   single searches, and no raw command has set it
   */
  lacks(name: string, value: boolean): boolean {
    const key = optionKey(name)
    const option = this.get(name)
    const usual = this.#borrowed.get(key)?.value ?? option?.value
    return option?.type === 'check' && usual !== value && !this.#setByHand.has(key)
  }

  /** @throws {ChessError} ERR_UCI_VARIANT when the engine does not play by them */
  checkRules({ variant, takesRook }: Rules) {
    const fault =
      takesRook && !this.has(UCI_CHESS960)
        ? `it has no option ${UCI_CHESS960}`
        : variantFault(this.get(UCI_VARIANT), variant)
    if (fault !== undefined) throw uciError('ERR_UCI_VARIANT', fault, { input: variant })
  }

  /**
   * Sets the variant of the next position. Another variant is another game, announced after the change.
   * @returns whether a new game was announced
   * @throws {ChessError} ERR_UCI_VARIANT
   */
  sendVariant(connection: EngineConnection, rules: Rules): boolean {
    this.checkRules(rules) // after a restart it may be another engine
    const choice = choiceOfVariant(this.get(UCI_VARIANT), rules.variant)
    const isNew = choice !== undefined && this.send(connection, [this.check(UCI_VARIANT, choice)])
    if (isNew) connection.send('ucinewgame')
    return isNew
  }

  /** Sets how castling is read and written. */
  sendCastling(connection: EngineConnection, { takesRook }: Rules) {
    if (this.has(UCI_CHESS960)) this.send(connection, [this.check(UCI_CHESS960, takesRook)])
  }

  /**
   * Sets the number of lines of the next search. Odd options, such as one of type string or without 1, do not spoil a
   * search that leaves the number open.
   * @param multipv of the search
   * @param usual the value that the user has set; undefined: 1
   * @returns the number of lines that will follow
   * @throws {ChessError} ERR_UCI_OPTION if the engine does not accept the value of the search
   */
  sendMultipv(connection: EngineConnection, multipv: number | undefined, usual: unknown = 1): number {
    const option = this.get(MULTIPV)
    if (option === undefined) return 1
    const value = multipv ?? [usual, option.default].find(choice => this.accepts(MULTIPV, choice))
    if (value === undefined) return 1
    this.send(connection, [this.check(MULTIPV, value)])
    return Number(value) || 1
  }

  /** @param text its value now */
  #publish(name: string, text: string) {
    const option = this.get(name) as UciOption // its spelling may be new
    const changed = Object.freeze({ ...option, value: valueFromText(option, text) })
    this.#options.set(option.name, changed)
    this.#published?.set(option.name, changed)
  }

  /** A raw `setoption` may have changed any value: all are unknown now. That of its own option is not taken back. */
  forget(line: string) {
    this.prepared = undefined
    this.#current.clear()
    const words = line.trim().split(/\s+/)
    const end = words.findIndex(word => word.toLowerCase() === 'value')
    const option = this.get(words.slice(2, end < 0 ? undefined : end).join(' '))
    if (option === undefined) return
    const key = optionKey(option.name)
    this.#borrowed.delete(key)
    this.#setByHand.add(key)
    const text = words.slice(end + 1).join(' ')
    if (end > 0 && this.accepts(option.name, valueFromText(option, text))) this.#publish(option.name, text)
  }
}

function fits(option: UciOption, value: unknown): boolean {
  try {
    optionValue(option, value)
    return true
  } catch {
    return false
  }
}

/**
 * @param options an object or a Map
 * @returns names and values
 * @throws {ChessError} ERR_ARGUMENT
 */
function namedOptions(options: unknown): [unknown, unknown][] {
  if (isA(options, 'Map')) return [...options]
  if (!isRecord(options)) throw argumentError('Options are an object, or a Map', options)
  return Object.entries(options)
}
