// SPDX-License-Identifier: Apache-2.0
// A search: the public object for its caller, and the task for the engine's queue.

import type { ChessError } from '../../core/errors.js'
import { argumentError } from '../../core/errors.js'
import { onAbort, quiet } from '../../core/waiting.js'
import type { Move } from '../../game/move.js'
import { uciError } from '../errors.js'
import type { Limits } from '../text/commands.js'
import { WordCursor } from '../text/lines.js'
import type { InfoFields } from '../text/parse-line.js'
import { parseInfo } from '../text/parse-line.js'
import type { OptionChange } from './option-table.js'
import { Score } from './score.js'
import type { RootPosition } from './search-request.js'

/** Enough for one depth with the most lines that Stockfish's MultiPV allows. */
const LONGEST_QUEUE = 1024
/** Infos that are kept unread. */
const MOST_UNREAD = 256
/** Depths whose lines are still coming; engines that mix depths mix two or three. */
const MOST_DEPTHS = 8

/** A bounded queue: the engine may write faster than the caller reads, and then the oldest items are dropped. */
class InfoQueue<T> {
  /** a ring once it is full */
  #items: T[] = []
  /** Index of the oldest item. */
  #first = 0
  #waiting: { resolve: (result: IteratorResult<T, undefined>) => void; reject: (error: unknown) => void }[] =
    []
  #ended = false
  #error: unknown

  /** @param item ignored after the end; a full queue drops its oldest item */
  push(item: T) {
    if (this.#ended) return
    const waiting = this.#waiting.shift()
    if (waiting !== undefined) waiting.resolve({ value: item, done: false })
    else if (this.#items.length < LONGEST_QUEUE) this.#items.push(item)
    else {
      this.#items[this.#first] = item
      this.#first = (this.#first + 1) % LONGEST_QUEUE
    }
  }

  /**
   * No more items follow.
   * @param error with which next() rejects once the queue is empty
   */
  end(error?: unknown) {
    if (this.#ended) return
    this.#ended = true
    this.#error = error
    for (const { resolve, reject } of this.#waiting.splice(0)) {
      if (error === undefined) resolve({ value: undefined, done: true })
      else reject(error)
    }
  }

  /** Ends the queue and empties it. */
  close() {
    this.end()
    this.#items = []
    this.#first = 0
  }

  /** @returns the oldest item */
  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#items.length > 0) return Promise.resolve({ value: this.#take(), done: false })
    if (!this.#ended) return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
    const error = this.#error
    this.#error = undefined // thrown once, as by generators
    return error === undefined ? Promise.resolve({ value: undefined, done: true }) : Promise.reject(error)
  }

  #take() {
    const item = this.#items[this.#first]
    // A full ring is put in order when the first item leaves it.
    if (this.#first > 0) {
      this.#items = [...this.#items.slice(this.#first), ...this.#items.slice(0, this.#first)]
      this.#first = 0
    }
    this.#items.shift()
    return item
  }
}

/**
 * The report of an engine during a search; each field may be missing. moves: `pv` as moves; san: as SAN, written when it
 * is first read; both are empty without a `pv`, and not enumerable.
 */
export type Info = Omit<InfoFields, 'score'> & { score?: Score } & Readonly<{
    moves: readonly Move[]
    san: string[]
  }>

/** The engine's answer to a search: its move. */
export type Answer = {
  /** The move in UCI; null if there is no legal move. */
  move: string | null
  /** The reply that the engine expects. */
  ponder: string | null
}

/** A line of a search: an info that has a score, and the moves of the principal variation. */
export type SearchLine = Info & { score: Score; pv: string[] }

/** Lines: as Search.lines when the search is over, beginning with the move if any lines of the engine do. */
export type BestMove = Answer & { lines: SearchLine[] }

/**
 * How a search takes its turn at the engine. 'newest': it replaces the other one of this kind, running or
 * waiting. 'queued': it replaces none, and none replaces it. 'game', of a UciGame: it replaces the newest, and none
 * replaces it. 'idle', pondering of a UciGame: any other job replaces it, and a busy engine does not take it.
 */
export type Turn = 'newest' | 'queued' | 'game' | 'idle'

export type SearchParameters = {
  root: RootPosition
  /** whether the root belongs to the caller, who frees it */
  isLent: boolean
  limits: Limits
  /** in UCI; none: all */
  searchMoves: string[]
  ponder: boolean
  /** undefined: the option's value */
  multipv: number | undefined
  turn: Turn
  /** the options for this search, except MultiPV */
  changes: OptionChange[]
  analysis: boolean
  /** undefined: not given */
  game: unknown
}

/** How a search reaches the engine that runs it. */
export type SearchHandler = { stop(): void; ponderHit(): void }

/** A search as the engine's queue handles it: requested, run, settled. */
export class SearchTask {
  infos: InfoQueue<Info> = new InfoQueue()
  /** the last one about the best line */
  #last: Info | null = null
  /** the last one of them with an exact score */
  #exact: Info | null = null
  /** the last one of them with any score */
  #scored: Info | null = null
  /**
   * whether the infos are kept as they come, and only the last ones are read, without lines and legal moves: for matches, where
   * engines share the processor with this
   */
  isPlain = false
  /** of a plain task: infos as text */
  #unread: string[] = []
  /** when the engine began to think on its own time, as performance.now() counts; 0 before */
  began = 0
  /** when `bestmove` came; 0 before */
  ended = 0
  /** Has it been stopped because it was silent or took too long? */
  overdue = false
  /** the word in the place of the move, as the engine wrote it */
  word = ''
  /** called with `began` */
  onBegin: (() => void) | undefined
  /** called when the task has left the queue: the engine is free, or dead */
  onLeave = () => {}
  /** The last free text of the engine; it may explain a missing move. */
  remark = ''
  stopRequested = false
  /** Has `bestmove` arrived? */
  answered = false
  /** Still pondering? */
  pondering: boolean
  settled = false
  /** set while the engine searches */
  handler: SearchHandler | undefined
  turn: Turn
  /** undefined before expectLines() */
  #lines: SearchLines | undefined
  #resolve: (best: BestMove) => void = () => {}
  #reject: (error: ChessError) => void = () => {}
  /** removes the listener from the signal */
  #unlisten: (() => void) | undefined

  declare parameters: SearchParameters
  declare best: Promise<BestMove>

  constructor(parameters: SearchParameters) {
    this.parameters = parameters
    this.pondering = parameters.ponder
    this.turn = parameters.turn
    this.best = quiet(
      new Promise((resolve, reject) => {
        this.#resolve = resolve
        this.#reject = reject
      }),
    )
  }

  /** Cancels the search when the signal is aborted. */
  follow(signal: AbortSignal) {
    const abort = () => this.cancel('it was aborted', signal.reason)
    if (signal.aborted) return abort()
    this.#unlisten = onAbort(signal, abort)
  }

  /**
   * To be called before the engine starts.
   * @param multipv the number of requested lines
   */
  expectLines(multipv: number) {
    if (this.isPlain) return
    const { root, searchMoves } = this.parameters
    const moves = searchMoves.length > 0 ? new Set(searchMoves).size : root.moveCount
    this.#lines = new SearchLines(Math.min(multipv, moves), searchMoves)
  }

  /** @returns the lines, as in Search.lines */
  get lines(): SearchLine[] {
    return this.#lines?.complete ?? []
  }

  offer({ score, pv, ...fields }: InfoFields) {
    const { root } = this.parameters
    const moves = this.isPlain ? [] : root.legalLine(pv ?? [])
    const info = withMoves(fields, moves)
    if (score !== undefined) info.score = new Score(score, root.turn)
    if (pv !== undefined) info.pv = moves.map(move => root.uciOf(move))
    if (info.string !== undefined) this.remark = info.string
    this.#lines ??= new SearchLines(1, [])
    const whole = this.#lines.joined(info)
    if ((info.multipv ?? 1) === 1 && (info.score ?? info.pv) !== undefined) {
      this.#last = whole
      if (whole.score !== undefined) this.#scored = whole
      if (whole.score !== undefined && whole.score.bound === undefined) this.#exact = whole
    }
    if (this.isPlain) return
    this.#lines.offer(whole)
    this.infos.push(info)
  }

  /** @param text an info of a plain task, without its first word */
  keep(text: string) {
    if (text.includes('string')) this.remark = infoOf(text).string ?? this.remark
    if (this.#unread.push(text) === MOST_UNREAD) this.#readKept()
  }

  /** Reads the newest infos, back to one that has all that a report needs. */
  #readKept() {
    const infos: InfoFields[] = []
    for (let isWhole = false; !isWhole && this.#unread.length > 0; ) {
      const info = infoOf(this.#unread.pop() ?? '')
      infos.push(info)
      const { multipv = 1, score, pv } = info
      isWhole = multipv === 1 && pv !== undefined && score !== undefined && score.bound === undefined
    }
    this.#unread = []
    for (const info of infos.reverse()) this.offer(info)
  }

  /**
   * The newest info about the best line: the last one with an exact score, unless the best move has changed since.
   * @param move the best one, if it is known
   */
  info(move: string | null = this.#exact?.pv?.[0] ?? null): Info | null {
    return this.#exact?.pv?.[0] === move ? this.#exact : this.#last
  }

  /** What the engine said last of its best line: the last info, and the last one with an exact score, or with a bound. */
  get report(): { last: Info | null; scored: Info | null } {
    this.#readKept()
    return { last: this.#last, scored: this.#exact ?? this.#scored }
  }

  finish(answer: Answer) {
    if (this.settled) return
    this.settled = true
    this.#lines?.settle(answer.move)
    this.#resolve({ ...answer, lines: this.lines })
    this.infos.end()
    this.#unlisten?.()
  }

  fail(error: ChessError) {
    if (this.settled) return
    this.settled = true
    this.#reject(error)
    this.infos.end(error)
    this.#unlisten?.()
  }

  /** To be called when the task has left the queue: frees its position. */
  leave() {
    this.handler = undefined
    if (!this.parameters.isLent) this.parameters.root.free()
    this.onLeave()
  }

  /** Asks the engine for the best move found so far. */
  stop() {
    this.stopRequested = true
    this.handler?.stop()
  }

  /** The result is no longer wanted. */
  cancel(reason: string, cause?: unknown) {
    this.fail(uciError('ERR_UCI_CANCELLED', reason, cause === undefined ? {} : { cause }))
    this.stop()
  }

  /** The pondered move was played. @throws {ChessError} ERR_ARGUMENT when the search does not ponder */
  ponderHit() {
    if (!this.parameters.ponder) throw argumentError('ponderHit() is for a search with ponder: true')
    if (!this.pondering) return
    this.pondering = false
    this.handler?.ponderHit()
  }
}

const infoOf = (text: string): InfoFields => parseInfo(new WordCursor(text))

/** The task behind a Search: of an engine, or of a pool of engines. */
type SearchSource = Pick<SearchTask, 'best' | 'settled' | 'lines' | 'info' | 'stop' | 'ponderHit'> & {
  infos: Pick<InfoQueue<Info>, 'next' | 'close'>
}

/**
 * @param fields of an info
 * @param moves of its line
 * @returns the same object
 */
function withMoves(fields: object, moves: readonly Move[]): Info {
  let san: string[] | undefined
  // Not enumerable: copies and comparisons of infos would write the SAN of each.
  return Object.defineProperties(fields, {
    moves: { value: moves },
    san: { get: () => (san ??= moves.map(move => move.san)) },
  }) as Info
}

/**
 * The result of a search whose infos are not read.
 * @returns rejects as `best`
 */
export function resultOf(task: SearchSource): Promise<BestMove & { info: Info | null }> {
  task.infos.close()
  return quiet(task.best.then(best => ({ ...best, info: task.info(best.move) })))
}

/**
 * A search that runs or waits for its turn. Iterating yields the engine's infos as they arrive, until the search is
 * over; `break` stops it. Of infos that are not read, the newest 1,024 are kept.
 */
export class Search implements AsyncIterable<Info> {
  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(Search, 'name', { value: 'Search', configurable: true })
  }

  #task: SearchSource

  /** @internal */
  constructor(task: SearchSource) {
    this.#task = task
  }

  /**
   * The result, after the search has ended by itself or by stop(). It rejects with ERR_UCI_CANCELLED when the search
   * was aborted or replaced by a newer one, ERR_UCI_ENGINE_DEAD, or ERR_UCI_MOVE when the engine's move is illegal.
   * The rejection need not be handled.
   */
  get best(): Promise<BestMove> {
    return this.#task.best
  }

  /** The newest info about the best line; an exact score takes precedence over a bound. */
  get info(): Info | null {
    return this.#task.info()
  }

  /**
   * The lines of the newest depth for which every one (multipv, at most the number of legal moves or of searchMoves)
   * came with an exact score: one consistent picture, without bookkeeping of infos. The score and the pv of a line may come
   * in two infos of the same depth.
   *
   * When the search is over, they are the first of these that begins with the move of `best`: the newest line of each rank, if
   * all are exact, begin with different moves, and are at most one depth apart; the newest complete depth; the newest lines, with
   * bounds. If none does, they stay those of the newest complete depth: few engines do so, such as Glaurung.
   * @returns the lines in the engine's order, the best first; empty before the first such depth
   */
  get lines(): SearchLine[] {
    return this.#task.lines
  }

  /**
   * Asks the engine for the best move found so far. A second call only waits.
   * @returns when the search is over
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD when the engine dies instead
   */
  stop(): Promise<void> {
    const task = this.#task
    if (!task.settled) task.stop()
    const over = task.best.then(
      () => {},
      error => {
        if (error.code === 'ERR_UCI_ENGINE_DEAD') throw error
      },
    )
    return quiet(over)
  }

  /**
   * The pondered move was played: from now on the engine thinks on its own time.
   * @throws {ChessError} ERR_ARGUMENT when this search does not ponder
   */
  ponderHit() {
    this.#task.ponderHit()
  }

  /**
   * The unread infos, and all later ones. All iterators of a search share them.
   * @throws {ChessError} as `best` rejects
   */
  [Symbol.asyncIterator](): AsyncIterator<Info, undefined> {
    const task = this.#task
    return {
      next: () => quiet(task.infos.next()),
      return: async () => {
        task.infos.close()
        if (!task.settled) task.stop()
        return { value: undefined, done: true }
      },
    }
  }
}

/** The lines of a search: of what the engine reports, one consistent picture, the newest complete depth. */
class SearchLines {
  #count: number
  #firstMoves: ReadonlySet<string>
  /** incomplete pictures: depth → rank → line; the newest depth is last */
  #incomplete: Map<number, Map<number, SearchLine>> = new Map()
  /** The depth of the complete picture. */
  #depth = -1
  #complete: readonly SearchLine[] = []
  /** The last line of each rank, of any depth, with bounds. */
  #newest: Map<number, SearchLine> = new Map()
  /** by rank, the info that has one of score and pv, while the other one may follow */
  #parts: Map<number, Info> = new Map()

  /**
   * @param count of lines that make a depth complete
   * @param firstMoves the only moves, in UCI, that a line may begin with; none: all
   */
  constructor(count: number, firstMoves: readonly string[]) {
    this.#count = count
    this.#firstMoves = new Set(firstMoves)
  }

  /** @returns a new array, the best line first; empty before the first depth is complete */
  get complete(): SearchLine[] {
    return [...this.#complete]
  }

  /**
   * Some engines write the score and the pv of a line one after the other.
   * @param info as the engine has written it
   * @returns it, with the part of its line that came before at the same depth
   */
  joined(info: Info): Info {
    const { depth = 0, multipv: rank = 1, score, pv } = info
    if ((score ?? pv) === undefined || rank > this.#count) return info
    const part = this.#parts.get(rank)
    this.#parts.delete(rank)
    if (score !== undefined && pv !== undefined) return info
    const isOther = (part?.score === undefined) !== (score === undefined)
    if (part !== undefined && isOther && (part.depth ?? 0) === depth)
      return withMoves({ ...part, ...info }, (pv === undefined ? part : info).moves)
    this.#parts.set(rank, info)
    return info
  }

  /**
   * Takes an info; only a line with an exact score counts. A line that is repeated after its depth was complete begins a
   * new picture of that depth: the engine may have reranked the lines, and the others follow.
   */
  offer(info: Info) {
    const { depth = 0, multipv: rank = 1 } = info
    if (!isLine(info) || rank < 1 || rank > this.#count) return
    if (this.#firstMoves.size > 0 && !this.#firstMoves.has(info.pv[0])) return
    this.#newest.set(rank, info)
    if (info.score.bound !== undefined || depth < this.#depth) return
    const lines = this.#linesOf(depth).set(rank, info)
    if (lines.size < this.#count) return
    const ranked = this.#ranked(lines)
    // Stockfish, stopped within a depth, reranks the lines of the previous depth, and reports only some of them.
    if (!haveOwnMoves(ranked)) return
    this.#complete = ranked
    this.#depth = depth
    for (const other of this.#incomplete.keys()) if (other <= depth) this.#incomplete.delete(other)
  }

  /** The search is over: see Search.lines. @param move the best one */
  settle(move: string | null) {
    const newest = this.#ranked(this.#newest)
    const depths = newest.map(({ depth = 0 }) => depth)
    const areTogether =
      newest.length === this.#count && haveOwnMoves(newest) && Math.max(...depths) - Math.min(...depths) <= 1
    const areExact = newest.every(({ score }) => score.bound === undefined)
    const choices = [
      ...(areTogether && areExact ? [newest] : []),
      this.#complete,
      ...(areTogether ? [newest] : []),
    ]
    this.#complete = choices.find(([first]) => first?.pv[0] === move) ?? this.#complete
  }

  /** @returns the lines by rank, the best first */
  #ranked(lines: ReadonlyMap<number, SearchLine>): SearchLine[] {
    return [...lines].sort(([a], [b]) => a - b).map(([, line]) => line)
  }

  #linesOf(depth: number) {
    const known = this.#incomplete.get(depth)
    if (known !== undefined) return known
    const lines: Map<number, SearchLine> = new Map()
    this.#incomplete.set(depth, lines)
    const [oldest] = this.#incomplete.keys()
    if (this.#incomplete.size > MOST_DEPTHS) this.#incomplete.delete(oldest)
    return lines
  }
}

const isLine = (info: Info): info is SearchLine => info.score !== undefined && (info.pv ?? []).length > 0

const haveOwnMoves = (lines: readonly SearchLine[]) =>
  new Set(lines.map(({ pv }) => pv[0])).size === lines.length
