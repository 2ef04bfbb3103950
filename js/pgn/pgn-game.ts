// SPDX-License-Identifier: Apache-2.0
// A game of a PGN: headers, tree and result. Until a property is used, a game that was read has little more than its bytes.

import type { ChessError } from '../core/errors.js'
import { argumentError } from '../core/errors.js'
import type { Variant } from '../core/generated/bindings.js'
import { PGN_ALL_NAMES } from '../core/generated/bindings.js'
import { showAs } from '../core/inspect.js'
import { LINE } from '../core/move-word.js'
import { checkOptions, isIterable } from '../core/options.js'
import { RESULTS } from '../core/pgn-text.js'
import { encode } from '../core/utf8.js'
import { START_FEN } from '../game/fen.js'
import { Game } from '../game/game.js'
import { defaultHeaders, headerEntries, headerOfTags, headersOfTags } from '../game/headers.js'
import type { GameOptions } from '../game/options.js'
import { START_TAGS, startTags } from '../game/pgn-writer.js'
import { Position } from '../game/position.js'
import type { VariantName } from '../game/variants.js'
import { readVariant, VARIANTS } from '../game/variants.js'
import { CompactTree } from './compact-tree.js'
import type { GameFacts } from './game-facts.js'
import { gameFacts } from './game-facts.js'
import type { PgnGameJson } from './game-json.js'
import { checkJson, checkRead, exactTexts, notOneGame, restoreTexts } from './game-json.js'
import { GameReader } from './game-reader.js'
import type { GameText, Reading } from './game-text.js'
import { bitOf, noteReadAgain } from './game-text.js'
import { Merger } from './merge.js'
import type { PgnMoveNode, PgnNode, PgnPath } from './pgn-node.js'
import { nodeAccess } from './pgn-node.js'
import { checkPgnOptions } from './pgn-options.js'
import type { TextRange } from './text-places.js'
import { tagsOf } from './tree-game.js'
import type { TreePgnOptions } from './tree-writer.js'
import { writeTree } from './tree-writer.js'
import type { NodeOrder } from './walk.js'
import { AllNodes } from './walk.js'

/** The result of a game in PGN; '*' for none. */
export type PgnResult = '1-0' | '0-1' | '1/2-1/2' | '*'

/** The options of a new PgnGame. */
export type PgnGameOptions = {
  /** Default: the variant's start position. */
  fen?: string | undefined
  /** Default 'standard'. */
  variant?: VariantName | undefined
  /**
   * Names and values, such as a Map, in addition to the seven-tag roster; `fen` and `variant` set SetUp, FEN and Variant.
   */
  headers?: Iterable<readonly [name: string, value: string]> | undefined
}

const OPTION_NAMES = ['fen', 'variant', 'headers']

/** Passed to the constructor of a game that the reader fills. */
const READ: PgnGameOptions = {}

/** The source of a game that was read. */
type Origin = {
  range: TextRange
  /** the first ply that meets `reaches` */
  reached: number | undefined
  /** notes which parts users read */
  reading: Reading
}

/** Takes ownership of the facts. */
export let pgnGameOf: (facts: GameFacts, origin?: Origin) => PgnGame

/** Takes ownership of the text. */
export let pgnGameOfText: (text: GameText, result: string, variant: Variant, origin: Origin) => PgnGame

/** A game with all parts of a PGN: variations, comments and glyphs. It needs no stop(). */
export class PgnGame {
  /** The text, until the tree is used. */
  #text: GameText | undefined
  #knownTree: CompactTree | undefined
  #origin: Origin | undefined
  #errors: ChessError[] | undefined
  /** The variant of a game whose tree is not yet read. */
  #variant: Variant = 'standard'
  /** The result of the move text that was read or set; '' for none. */
  #result: string = ''
  #headers: Map<string, string> | undefined
  #root: PgnNode | undefined

  static {
    pgnGameOf = (facts, origin) => {
      const game = new PgnGame(READ)
      game.#take(facts)
      game.#result = facts.result
      game.#origin = origin
      return game
    }

    pgnGameOfText = (text, result, variant, origin) => {
      const game = new PgnGame(READ)
      game.#text = text
      game.#result = result
      game.#variant = variant
      game.#origin = origin
      return game
    }

    showAs(PgnGame, 'PgnGame', ({ headers, variant, result, errors }) => ({
      headers,
      variant,
      result,
      errors: errors.length,
    }))
  }

  /**
   * Makes a game without moves.
   * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
   */
  constructor(options?: PgnGameOptions) {
    if (options === READ) return
    const { fen, variant, headers }: PgnGameOptions = checkOptions(options, OPTION_NAMES)
    const given = headers === undefined ? [] : givenHeaders(headers)
    this.#knownTree = emptyTree(fen, VARIANTS[readVariant(variant)])
    this.#knownTree.owner = this
    for (const [name, value] of given) this.headers.set(name, value)
  }

  /**
   * Makes a PgnGame with the headers, moves and result of a Game, as in its pgn().
   * @throws {ChessError} ERR_GAME_STOPPED, ERR_ARGUMENT
   */
  static fromGame(game: Game): PgnGame {
    if (!(game instanceof Game)) throw argumentError('fromGame() takes a Game', game)
    return gameOfText(game.pgn())
  }

  /**
   * Merges games into one tree, which has every line of every game, main line or variation, once. The moves of a position are
   * sorted by the number of games that have them in any line, most games first, and then by their first occurrence. The games
   * do not change. Transpositions are not merged. Of a game with errors, only the moves before the errors are merged.
   *
   * The headers, including the result, are those that all games have in common. Comments, glyphs, arrows and marked squares of
   * all games are merged, each once; an evaluation is that of the first game that has one. Clocks and times of moves are left
   * out.
   * @param games games of one variant, from positions that are equal by Position.equals(); the FEN of the start is that of the
   *   first game. Each game is released before the next one is taken
   * @throws {ChessError} ERR_ARGUMENT without games, for a value that is not a PgnGame, and for games of several starts or
   *   variants; ERR_PGN_VARIANT, ERR_PGN_TAG_FEN for a game whose start could not be read
   */
  static merge(games: Iterable<PgnGame>): PgnGame {
    if (!isIterable(games))
      throw argumentError('merge() takes an array, or another iterable, of PgnGames', games)
    const merger = new Merger()
    let merged: PgnGame | undefined
    for (const game of games) {
      if (!(game instanceof PgnGame)) throw argumentError('merge() takes PgnGames', game)
      const { start } = game.#tree
      const { startFen, variant, headers, result } = game
      if (merged === undefined) {
        merged = new PgnGame({ fen: startFen, variant: variant, headers })
        merged.headers.set('Result', result)
      } else if (variant !== merged.variant || !start.equals(merged.#tree.start)) {
        throw argumentError(
          `Games of one tree start alike, from ${merged.startFen} (${merged.variant})`,
          startFen,
        )
      } else {
        merged.#keepShared(headers, result)
      }
      merger.add(game.root)
    }
    if (merged === undefined) throw argumentError('merge() takes at least one game')
    merger.writeTo(merged.root)
    return merged
  }

  get #tree(): CompactTree {
    if (this.#origin !== undefined) this.#origin.reading.usesTrees = true
    return this.#knownTree ?? this.#take((this.#text as GameText).facts())
  }

  #take(facts: GameFacts): CompactTree {
    const tree = new CompactTree(facts)
    tree.owner = this
    this.#knownTree = tree
    this.#errors = facts.errors
    this.#text = undefined
    return tree
  }

  /** @returns the tags that were read, at least those of some names, for headersOfTags() */
  #tagsAsRead(names: number): string {
    if (this.#origin !== undefined) this.#origin.reading.names |= names
    const tags = this.#text?.tags(names) ?? this.#knownTree?.tags() ?? ''
    return this.#result === '' ? tags : `${tags}\0${this.#result}\0`
  }

  #headersAsRead(): Map<string, string> {
    return headersOfTags(this.#tagsAsRead(PGN_ALL_NAMES))
  }

  /** The headers. The Map is live: toString() writes its changes. */
  get headers(): Map<string, string> {
    this.#headers ??= this.#headersAsRead()
    return this.#knownTree?.watch(this.#headers) ?? this.#headers
  }

  /**
   * A number that grows with every change of the tree, the annotations, the headers and the result, also if a program changes
   * a list or Map directly. Reading does not change it, so views can use it as a key.
   */
  get version(): number {
    const { changes } = this.#tree
    if (this.#root !== undefined)
      nodeAccess.eachLive(this.#root, (list, original) => changes.compare(list, original))
    if (this.#headers !== undefined) changes.compare(this.#headers, () => this.#headersAsRead())
    return changes.count
  }

  /**
   * Calls a function after changes of any kind, once per task: by methods, setters, headers, and methods of annotation lists.
   * Only `version` notices an element that is replaced by its index, such as `nags[0] = 2`.
   * @param listener called in a microtask
   * @returns a function that removes the listener
   * @throws {ChessError} ERR_ARGUMENT
   */
  onChange(listener: () => void): () => void {
    const { changes } = this.#tree
    const remove = changes.add(listener)
    nodeAccess.eachLive(this.root, list => changes.watch(list))
    if (this.#headers !== undefined) changes.watch(this.#headers)
    return remove
  }

  /**
   * Makes a changed copy, for programs whose state does not change.
   * @param path the `path` of the node to change
   * @param change gets the node of the copy and the copy itself. It may return the node that is current afterwards
   * @returns the copy, and the path of the current node, by default the node of `path`; for a removed node, the path of its
   *   parent
   * @throws {ChessError} ERR_ARGUMENT for a path without a node, and if the returned node is not in the copy
   */
  with(
    path: PgnPath,
    // biome-ignore lint/suspicious/noConfusingVoidType: a function may return nothing
    change: (node: PgnNode, game: PgnGame) => PgnNode | void,
  ): { game: PgnGame; path: PgnPath } {
    if (typeof change !== 'function') throw argumentError('with() takes a function', change)
    const game = this.#copy()
    const node = game.at(path)
    if (node === null) throw argumentError(`The game has no node at the path [${path.join(', ')}]`)
    const { parent } = node
    const chosen: unknown = change(node, game) ?? node
    if (!nodeAccess.isOf(chosen, game.#tree))
      throw argumentError('The function returns a node of its game', chosen)
    const isRemoved = chosen === node && parent !== null && node.parent === null
    return { game, path: (isRemoved ? parent : chosen).path }
  }

  #copy(): PgnGame {
    const game = new PgnGame(READ)
    const tree = this.#tree.copy()
    tree.owner = game
    game.#knownTree = tree
    game.#root = nodeAccess.copy(this.root, tree)
    game.#origin = this.#origin
    game.#errors = this.#errors
    game.#result = this.#result
    game.#headers = this.#headers && new Map(this.#headers)
    return game
  }

  /** Sets headers to unknown that are missing or different in another game. */
  #keepShared(headers: Map<string, string>, result: PgnResult) {
    const own = this.headers
    const unknown = defaultHeaders()
    for (const [name, value] of own) {
      if (START_TAGS.has(name) || value === (name === 'Result' ? result : headers.get(name))) continue
      const without = unknown.get(name)
      if (without === undefined) own.delete(name)
      else own.set(name, without)
    }
  }

  /**
   * The FEN of the start position; headers do not change it. If the start could not be read (ERR_PGN_VARIANT, ERR_PGN_TAG_FEN
   * in `errors`), it is the usual start position, and there are no moves.
   */
  get startFen(): string {
    return this.#tree.startFen
  }

  /** A Variant, or another value of the tag Variant: a game of an unknown variant has no moves. */
  get variant(): string {
    return this.#knownTree === undefined ? this.#variant : this.#knownTree.variant
  }

  /** The start position. */
  get root(): PgnNode {
    this.#root ??= nodeAccess.rootOf(this.#tree)
    return this.#root
  }

  /**
   * The value of the Result header, '*' if that is not a result. A game that was read has the result at the end of its move
   * text, or that of its Result tag if the former is '*' or missing. Setting it sets the header.
   */
  get result(): PgnResult {
    const written = this.#result
    const header = (isResult(written) ? this.#headers : this.headers)?.get('Result')
    if (isResult(header)) return header
    return isResult(written) ? written : '*'
  }

  set result(result) {
    if (!isResult(result)) throw argumentError("A result is '1-0', '0-1', '1/2-1/2' or '*'", result)
    this.headers.set('Result', result)
    this.#result = result
    this.#tree.changes.touch()
  }

  /** Errors and warnings of the PGN, with game, ply, line and column. */
  get errors(): ChessError[] {
    if (this.#text?.mayHaveErrors) {
      if (this.#origin !== undefined) noteReadAgain(this.#origin.reading)
      this.#take(this.#text.facts())
    }
    this.#errors ??= []
    return this.#errors
  }

  /**
   * The place of the game in the source of parsePgn() or readPgn(), in the units of an error's `offset`: for a string, and for
   * bytes or a Blob of UTF-8 or Latin-1, `source.slice(from, to)` is the game.
   */
  get range(): Readonly<TextRange> | undefined {
    return this.#origin?.range
  }

  /** With the option `reaches`, the first ply of the main line that reaches it, from 0 for the start. */
  get reached(): number | undefined {
    return this.#origin?.reached
  }

  /** Returns the moves of the main line, without the root. */
  mainline(): IterableIterator<PgnMoveNode> {
    return this.root.mainline()
  }

  /** The last node of the main line; the root of a game without moves. */
  get end(): PgnNode {
    let end = this.root
    for (const node of this.root.mainline()) end = node
    return end
  }

  /**
   * Returns the node at the path; null if the game has no such node.
   * @param path the `path` of a node; [] is that of the root
   * @throws {ChessError} ERR_ARGUMENT if it is not an array of whole numbers from 0; the message names the wrong item
   */
  at(path: PgnPath): PgnNode | null {
    checkPath(path)
    let node: PgnNode | undefined = this.root
    for (const index of path) {
      // The main child is made without its siblings.
      node = index === 0 ? nodeAccess.mainChildOf(node) : node.children[index]
      if (node === undefined) return null
    }
    return node
  }

  /**
   * Returns all moves of the game, including variations, without the root.
   * @param options `order`: 'written' (default), as in toString(): a move, its variations, and then the next moves. 'main': a
   *   move and all moves that follow it before its next sibling, in the order of `children`
   * @throws {ChessError} ERR_ARGUMENT
   */
  nodes(options?: { order?: NodeOrder | undefined }): IterableIterator<PgnMoveNode> {
    const { order } = checkOptions(options, ['order'])
    return new AllNodes<PgnNode, PgnMoveNode>(this.root, order)
  }

  /**
   * Returns the value of a header, like `headers.get(name)`, but without making the Map of all headers.
   * @throws {ChessError} ERR_ARGUMENT
   */
  header(name: string): string | undefined {
    if (typeof name !== 'string') throw argumentError('The name of a header is a string', name)
    return this.#headers === undefined
      ? headerOfTags(this.#tagsAsRead(bitOf(name)), name)
      : this.#headers.get(name)
  }

  /**
   * Returns the main line as a Game. Draws by rule do not end it before its last move.
   * @param options `fen` and `variant` are those of the game
   * @throws {ChessError} as toGame() of a PgnNode
   */
  toGame(options?: GameOptions): Game {
    let last = this.root
    for (let next = last; next !== undefined; next = nodeAccess.childrenOf(last)[0]) last = next
    return last.toGame(options)
  }

  /**
   * The main line.
   * @internal
   */
  [LINE]() {
    if (this.#origin !== undefined) this.#origin.reading.usesLines = true
    const tree = this.#knownTree
    if (tree === undefined) {
      const { startFen, words } = (this.#text as GameText).line()
      return { startFen, variant: this.variant, words }
    }
    this.#root ??= nodeAccess.rootOf(tree)
    return { startFen: tree.startFen, variant: tree.variant, words: nodeAccess.mainWordsOf(this.#root) }
  }

  /**
   * Returns the game in export format (PGN standard 3.2): headers, moves, variations, glyphs, comments with their commands,
   * and result. Reading it gives the same game.
   *
   * Comments are written on one line, without blanks around them, and known commands from their values. Characters that the
   * standard does not allow become '_' in tag names.
   * @returns the PGN, with a line break at its end
   * @throws {ChessError} ERR_ARGUMENT for wrong options, and for values that cannot be written: nags that are not whole numbers
   *   from 0 to 67,108,863, comments that are not strings, wrong values of commands, and `children` that were changed directly
   */
  toString(options?: TreePgnOptions): string {
    const { startFen, root, result } = this
    return writeTree({ tags: () => tagsOf(this.#tree), startFen, root, result }, options)
  }

  /**
   * Returns the game for JSON.stringify() and fromJSON(); parsePgn() can read its `pgn`.
   * @throws {ChessError} ERR_ARGUMENT for values that toString() cannot write
   */
  toJSON(): PgnGameJson {
    const { headers, result } = this
    const json: PgnGameJson = {
      headers: { ...Object.fromEntries(headers), Result: result },
      result,
      pgn: this.toString(),
    }
    const exact = exactTexts(this.root)
    return exact.length === 0 ? json : { ...json, exact }
  }

  /**
   * Makes a game from the result of toJSON(), also after JSON.stringify() and JSON.parse(), without `errors`, `range` and
   * `reached`.
   * @param json a PgnGameJson; everything is checked
   * @throws {ChessError} ERR_ARGUMENT for other values; the message names the wrong field
   */
  static fromJSON(json: unknown): PgnGame {
    const { headers, result, pgn, exact = [] } = checkJson(json)
    const game = gameOfText(pgn)
    checkRead(game.errors, pgn)
    game.headers.clear()
    for (const [name, value] of Object.entries(headers)) game.headers.set(name, value)
    game.result = result
    restoreTexts(game.root, exact)
    return game
  }
}

/**
 * @param pgn one game, written by toString()
 * @throws {ChessError} ERR_ARGUMENT for no game, and for several
 */
function gameOfText(pgn: string): PgnGame {
  const reader = new GameReader(checkPgnOptions(undefined), 0)
  try {
    reader.push({ bytes: encode(pgn), wide: false })
    reader.end()
    const game = reader.next() ? pgnGameOf(gameFacts(reader.errors)) : undefined
    if (game === undefined || reader.next()) throw notOneGame(pgn)
    return game
  } finally {
    reader.release()
  }
}

/**
 * @returns a tree without moves; its tags give the start
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
 */
function emptyTree(fen: string | undefined, variant: Variant): CompactTree {
  const startFen = fen === undefined && variant === 'standard' ? START_FEN : normalFen(fen, variant)
  const tags = Array.from(startTags({ startFen, variant }), ([name, value]) => `${name}\0${value}\0`).join('')
  return new CompactTree({
    words: new Uint32Array(0),
    text: encode(tags),
    tagsSize: tags.length,
    startFen,
    variant,
  })
}

/** @returns the FEN with six fields */
function normalFen(fen: string | undefined, variant: Variant): string {
  if (typeof fen === 'string') return Position.from(fen, { variant }).fen
  const game = new Game({ fen, variant })
  const normal = game.fen
  game.stop()
  return normal
}

/**
 * @returns the headers, without those that other options set
 * @throws {ChessError} ERR_ARGUMENT
 */
function givenHeaders(headers: unknown): [name: string, value: string][] {
  if (!isIterable<readonly unknown[]>(headers)) {
    throw argumentError('headers are a Map, or another iterable of [name, value]', headers)
  }
  return headerEntries(headers).filter(([name]) => !START_TAGS.has(name))
}

/** @throws {ChessError} ERR_ARGUMENT */
function checkPath(path: unknown) {
  const expected = 'A path is an array of whole numbers from 0, as path of a node'
  if (!Array.isArray(path)) throw argumentError(expected, path)
  const wrong = path.findIndex(index => !Number.isSafeInteger(index) || index < 0)
  if (wrong >= 0) throw argumentError(`${expected}; item ${wrong} is not one:`, path[wrong])
}

function isResult(text: unknown): text is PgnResult {
  return text !== '' && RESULTS.includes(text)
}
