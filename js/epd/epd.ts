// SPDX-License-Identifier: Apache-2.0
// Records of EPD: a position, and operations on it.

import type { ErrorPlace } from '../core/errors.js'
import { argumentError, ChessError } from '../core/errors.js'
import { showAs } from '../core/inspect.js'
import { checkOptions, isRecord } from '../core/options.js'
import { validateFen } from '../game/fen.js'
import type { Move } from '../game/move.js'
import type { PositionSource } from '../game/position.js'
import { Position } from '../game/position.js'
import type { VariantName } from '../game/variants.js'
import { epdError } from './errors.js'
import type { EpdValue, Operation } from './operations.js'
import { operationText, readOperations } from './operations.js'

/** How a record is read. */
export type ParseEpdOptions = {
  /** Default 'standard'. */
  variant?: VariantName | undefined
}

/** A record whose position could be read. */
export type ReadEpd = Epd & { readonly position: Position; readonly fen: string }

/** The parts of a record. */
type Parts = {
  position: Position | null
  /** the spelling of the position */
  head: string
  operations: ReadonlyMap<string, Operation>
  /** its number in a file */
  line?: number | undefined
  /** why the line could not be read */
  error?: ChessError | undefined
}

const OPTION_NAMES = ['variant']
/** Fields, and where the text ends one. */
const FIELD = /[^\s;]+/y
const SIDE = /^[wb]$/
const CASTLING = /^(?:-|[A-HKQa-hkq]{1,4})$/
/** No castling rights where they should stand: opcodes without a digit are not in capitals. */
const NO_CASTLING = /^[A-Z][A-Za-z]*$/
const EN_PASSANT = /^(?:-|[a-h][1-8])$/
const CHECKS_LEFT = /^\d\+\d$/
const CHECKS_GIVEN = /^\+\d\+\d$/
const COUNTER = /^\d+$/
const START_COUNTERS = ['0', '1']
/** A number of PGN before a move. */
const MOVE_NUMBER = /^\d*\.+/

/** One record: the position and its operations. */
export class Epd {
  #parts: Parts
  /** Null where readEpd() could not read the line. */
  position: Position | null
  /** The operands of each opcode, in the order of the record; may be changed. */
  ops: Map<string, EpdValue[]>

  static {
    showAs(Epd, 'Epd', ({ fen, ops }) => ({ fen, ops }))
  }

  /**
   * parseEpd() and readEpd() make records.
   * @hideconstructor
   */
  constructor(parts: Parts) {
    this.#parts = parts
    this.position = parts.position
    this.ops = new Map(Array.from(parts.operations, ([opcode, { values }]) => [opcode, [...values]]))
  }

  /** The FEN of the position; null without one. */
  get fen(): string | null {
    return this.position?.fen ?? null
  }

  /** The operand of `id` as text; null without one. */
  get id(): string | null {
    const [id] = operandsOf('id', this.ops.get('id') ?? [])
    return id === undefined ? null : String(id)
  }

  /** The best moves, opcode bm; illegal ones are in `errors` */
  get bestMoves(): Move[] {
    return this.#movesOf('bm', [])
  }

  /** The moves to avoid, opcode am; illegal ones are in `errors` */
  get avoidMoves(): Move[] {
    return this.#movesOf('am', [])
  }

  /** The principal variation, opcode pv, up to its first illegal move. */
  get line(): Move[] {
    return this.#movesOf('pv', [])
  }

  /**
   * The faults of the record: each illegal move, with its offset in the line if it was read from one; for a line
   * that could not be read the reason, alone.
   */
  get errors(): ChessError[] {
    if (this.#parts.error !== undefined) return [this.#parts.error]
    const errors: ChessError[] = []
    for (const opcode of ['bm', 'am', 'pm', 'sm', 'pv']) this.#movesOf(opcode, errors)
    return errors
  }

  /**
   * The record as a line. What was not changed keeps its spelling.
   * @throws {ChessError} ERR_EPD_OPCODE, ERR_EPD_OPERAND, ERR_SAN_*, ERR_MOVE_* for changed operations that cannot be written
   */
  toString(): string {
    const { head, operations } = this.#parts
    const texts = Array.from(this.ops, ([opcode, given]) => {
      const values = operandsOf(opcode, given)
      const read = operations.get(opcode)
      const isSame =
        read?.values.length === values.length && read.values.every((value, i) => value === values[i])
      const spelling = isSame ? read.spelling : undefined
      return spelling ?? operationText(opcode, values, moves => sansOf(this.position, moves, opcode))
    })
    return [head, ...texts.map(text => `${text};`)].join(' ')
  }

  /** @param errors gets the errors of illegal moves */
  #movesOf(opcode: string, errors: ChessError[]): Move[] {
    const { position } = this
    const values = this.ops.get(opcode)
    if (position === null || values === undefined) return []
    const offsets = this.#parts.operations.get(opcode)?.offsets ?? []
    const moves: Move[] = []
    let from = position
    for (const [i, value] of operandsOf(opcode, values).entries()) {
      const text = plainMove(value)
      if (text === '') continue
      try {
        const [move] = from.line([text])
        moves.push(move)
        if (opcode === 'pv') from = from.play(move.uci)
      } catch (error) {
        if (!(error instanceof ChessError)) throw error
        const { code, message } = error
        const offset = offsets[i]
        errors.push(
          new ChessError(code, message, { ...placeOf(offset, this.#parts.line), input: String(value) }),
        )
        if (opcode === 'pv') break
      }
    }
    return moves
  }
}

/** @param offset in the line */
const placeOf = (offset: number | undefined, line: number | undefined): ErrorPlace => ({
  offset,
  line,
  column: line === undefined || offset === undefined ? undefined : offset + 1,
})

/**
 * @param values of `ops`, which users change
 * @throws {ChessError} ERR_EPD_OPERAND
 */
function operandsOf(opcode: string, values: unknown): EpdValue[] {
  if (Array.isArray(values)) return values
  throw epdError('ERR_EPD_OPERAND', `the operands of ${opcode} are an array, such as ['e3']`, {
    input: opcode,
  })
}

/** @returns the move without the comma behind it and the move number, which some programs write */
const plainMove = (value: EpdValue): string => String(value).replace(/,$/, '').replace(MOVE_NUMBER, '')

/**
 * @param moves SAN or UCI
 * @returns SAN
 * @throws {ChessError} ERR_SAN_*, ERR_MOVE_*, ERR_ARGUMENT
 */
function sansOf(position: Position | null, moves: readonly unknown[], opcode: string): string[] {
  const texts = moves.flatMap(move => {
    if (typeof move === 'string') return plainMove(move) || []
    throw argumentError(`The operands of ${opcode} are moves: SAN or UCI`, move)
  })
  const line = opcode === 'pv' ? position?.line(texts) : texts.flatMap(text => position?.line([text]) ?? [])
  return (line ?? []).map(({ san }) => san)
}

/**
 * Reads one record: the four fields of a position, or a whole FEN, and operations.
 * @returns illegal moves in it are in its `errors`
 * @throws {ChessError} ERR_EPD_*, ERR_FEN_*, with the offset in the line; ERR_ARGUMENT
 */
export function parseEpd(line: string, options?: ParseEpdOptions): ReadEpd {
  if (typeof line !== 'string') throw argumentError('A record of EPD is a string', line)
  return readRecord(line.trimEnd(), checkOptions(options, OPTION_NAMES))
}

/**
 * @param number of the line, for its errors
 * @throws {ChessError} ERR_EPD_*, ERR_FEN_*
 */
function readRecord(line: string, { variant }: ParseEpdOptions, number?: number): ReadEpd {
  const lineBreak = line.search(/[\n\r]/)
  if (lineBreak >= 0)
    throw epdError('ERR_EPD_FIELDS', 'a record is one line: readEpd() reads several', {
      offset: lineBreak,
      input: line,
    })
  const { fields, offsets, end, checks } = readHead(line)
  const operations = readOperations(line, end)
  const [halfmoves, fullmoves] = ['hmvc', 'fmvn'].map(opcode => operations.get(opcode)?.values[0])
  const counters = START_COUNTERS.map((start, i) =>
    String([halfmoves, fullmoves][i] ?? fields[4 + i] ?? start),
  )
  const fen = [...fields.slice(0, 4), ...counters, ...checks]
  const head = [...fields, ...checks].join(' ')
  try {
    const position = Position.from(fen.join(' '), { variant })
    return new Epd({ position, head, operations, line: number }) as ReadEpd
  } catch (error) {
    throw inLine(withVariant(error, fen.join(' '), variant), fen, offsets, line)
  }
}

/** @returns the same; of a position of Chess960 that is read as another variant it names the option */
function withVariant(error: unknown, fen: string, variant: VariantName | undefined): unknown {
  if (!(error instanceof ChessError)) return error
  const { code, message, offset, input } = error
  const mayBe =
    (variant ?? 'standard') === 'standard' && /^ERR_FEN_CASTLING/.test(code) && !message.includes('chess960')
  if (!mayBe || !validateFen(fen, { variant: 'chess960' }).ok) return error
  return new ChessError(code, `${message}; variant: 'chess960' reads it`, { offset, input })
}

/**
 * Reads a line of a file.
 * @param line its number, from 1
 * @returns the record; without a position if it cannot be read
 * @throws {ChessError} ERR_ARGUMENT for the options
 */
export function readLine(text: string, line: number, options: ParseEpdOptions): Epd {
  try {
    return readRecord(text.trimEnd(), options, line)
  } catch (error) {
    if (!(error instanceof ChessError) || error.code === 'ERR_ARGUMENT') throw error
    const { code, message, offset, input } = error
    return unread(text, new ChessError(code, message, { ...placeOf(offset, line), input }))
  }
}

/** @returns the record of a line that cannot be read */
export const unread = (text: string, error: ChessError): Epd =>
  new Epd({ position: null, head: text.trim(), operations: new Map(), error })

/**
 * @returns four fields, and the counters of a FEN; checks of three-check chess
 * @throws {ChessError} ERR_EPD_FIELDS
 */
function readHead(text: string): { fields: string[]; offsets: number[]; end: number; checks: string[] } {
  const fields: string[] = []
  const offsets: number[] = []
  const checks: string[] = []
  let end = 0
  /** @returns whether the next field has this form; if so, it is consumed */
  const take = (form: RegExp, into: string[]): boolean => {
    FIELD.lastIndex = skipBlanks(text, end)
    const [field] = FIELD.exec(text) ?? ['']
    if (field === '' || !form.test(field)) return false
    into.push(field)
    end = FIELD.lastIndex
    if (into === fields) offsets.push(end - field.length)
    return true
  }
  if (!take(/\//, fields) || !take(SIDE, fields)) {
    const offset = skipBlanks(text, end)
    throw epdError('ERR_EPD_FIELDS', `'${text.slice(offset, offset + 40)}'`, { offset, input: text })
  }
  // Old records are without the last fields.
  if (!take(CASTLING, fields) && !take(NO_CASTLING, fields)) fields.push('-')
  if (!take(EN_PASSANT, fields)) fields.push('-')
  take(CHECKS_LEFT, checks)
  if (take(COUNTER, fields)) take(COUNTER, fields)
  take(CHECKS_GIVEN, checks)
  return { fields, offsets, end, checks }
}

function skipBlanks(text: string, at: number): number {
  while (at < text.length && text[at].trim() === '') at++
  return at
}

/**
 * @param error of a FEN
 * @param fen its fields
 * @param offsets of the first fields in the line
 * @returns the same, with its place in the line
 */
function inLine(error: unknown, fen: string[], offsets: number[], line: string): unknown {
  if (!(error instanceof ChessError) || error.offset === undefined) return error
  let start = 0
  for (const [i, offset] of offsets.entries()) {
    const length = fen[i].length
    if (error.offset <= start + length)
      return new ChessError(error.code, error.message, { offset: offset + error.offset - start, input: line })
    start += length + 1
  }
  return new ChessError(error.code, error.message, { input: line })
}

/**
 * Writes a record: the first four fields of a FEN, en passant only where it is legal, and operations in the order given.
 * Strings get quotation marks; the moves of bm and am are sorted, the moves of pv are a line. A move may be SAN or UCI.
 * @param ops the operands of each opcode, none: []; also a Map, such as the `ops` of an Epd
 * @throws {ChessError} ERR_EPD_OPCODE, ERR_EPD_OPERAND, ERR_SAN_*, ERR_MOVE_*, ERR_FEN_*, ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export function toEpd(
  position: PositionSource,
  ops:
    | Readonly<Record<string, EpdValue | readonly EpdValue[]>>
    | ReadonlyMap<string, EpdValue | readonly EpdValue[]> = {},
): string {
  if (!(ops instanceof Map) && !isRecord(ops))
    throw argumentError("Operations are an object, such as { bm: ['Nf3'], id: 'first' }", ops)
  const given = Position.from(position)
  const fields = given.toFen({ enPassant: 'legal' }).split(' ')
  const head = fields.filter((field, i) => i < 4 || !COUNTER.test(field))
  const texts = Array.from(
    ops instanceof Map ? ops : Object.entries(ops),
    ([opcode, operands]) => `${operationText(opcode, operands, moves => sansOf(given, moves, opcode))};`,
  )
  return [...head, ...texts].join(' ')
}
