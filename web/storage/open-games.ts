// SPDX-License-Identifier: Apache-2.0
// The games in the tabs of the page. The shown game is in the study, with its match. The others wait with their trees,
// current moves and matches; the engine plays in the shown game only.

import { PgnGame } from 'binbo/pgn'
import { notify, UNDO_SECONDS } from '../page/notices.js'
import { say } from '../page/texts.js'
import { fieldsOf } from '../page/unknown.js'
import { known, NEW_GAME, ownTitle, UNKNOWN } from '../study/headers.js'
import { hasNotes } from '../study/nodes.js'
import type { Change, GameState, Study } from '../study/study.js'
import { removeEarlier, saveEarlier } from './earlier-games.js'
import type { Board, GameRecord } from './record.js'
import { putOnBoard, recordOf } from './record.js'

/** A waiting game. `tree`: null until it is needed, if the game comes from storage. */
export type Waiting = GameRecord & { tree: PgnGame | null }

export type OpenGame = {
  /** changes when another game replaces the game */
  id: string
  /** whether the user only views it, without changes */
  look: boolean
  /** whether it comes from the list of a file */
  file: boolean
  /** null while it is shown */
  waiting: Waiting | null
}

/**
 * An event: another game was loaded, an open game was shown, or the list changed. `former`: the game shown before; it is
 * still in the list unless it was replaced.
 */
export type OpenGamesEvent = { kind: 'opened' | 'shown' | 'list'; former: OpenGame | null }

type OpenOptions = {
  /** the user only views it: until it is changed, the next game replaces it */
  isLook?: boolean
  /** from the list of a file: it replaces another game of a file */
  isOfFile?: boolean
  /** always in a new tab */
  isApart?: boolean
  /** no notice */
  quiet?: boolean
  /** its id when it was open before */
  id?: string
  /** of the notice */
  tone?: 'plain' | 'error'
  /** of the error in it */
  code?: string
}

/** The largest number of open games. */
export const MOST_OPEN = 20

/** The part of the snapshot about the game on the board and its match. */
export type State = GameState & { match: { setup: unknown } }

/** The state for views: the games in the order of their tabs, and the current one. */
export type TabsState = { games: readonly { game: OpenGame; title: string }[]; current: OpenGame }

export class OpenGames {
  /** Set by the page: called after each change. */
  changed: (event: OpenGamesEvent) => void = () => {}
  #board: Board
  #games: OpenGame[]
  #current: OpenGame
  #isLoading = false
  #notify
  #closeNotice = () => {}

  /** @param report shows what has happened */
  constructor(board: Board, report: typeof notify = notify) {
    this.#board = board
    this.#notify = report
    this.#current = makeGame()
    this.#games = [this.#current]
  }

  /** Call after each change of the study. */
  follow(change: Change) {
    if (change === 'tree') this.#current.look = false
    // The game was not loaded through a tab: it replaces the current tab's game.
    if (change === 'game' && !this.#isLoading) this.#replaceCurrent(makeGame())
  }

  /** @returns the games in the order of their tabs */
  get games(): readonly OpenGame[] {
    return this.#games
  }

  /** @returns the shown game */
  get current(): OpenGame {
    return this.#current
  }

  /** The state for views. */
  get shown(): TabsState {
    const { titles } = this
    return { games: this.#games.map((game, at) => ({ game, title: titles[at] })), current: this.#current }
  }

  /** @returns such as 'Anna – Ben' */
  titleOf = (game: OpenGame): string => (game.waiting?.title ?? ownTitle(this.#board.study.tree)) || NEW_GAME

  /** @returns the titles of all games, in the order of their tabs; equal ones get a number and the clock, such as '(2, 3+2)' */
  get titles(): string[] {
    const used: Set<string> = new Set()
    return this.#games.map(game => {
      const title = this.titleOf(game)
      let [unused, number] = [title, 1]
      while (used.has(unused)) unused = `${title} (${++number})`
      used.add(unused)
      return number === 1 ? title : `${title} (${number}${this.#clockOf(game)})`
    })
  }

  /** @returns such as ', 3+2'; '' without a clock */
  #clockOf({ waiting }: OpenGame): string {
    const { base, increment } = fieldsOf(fieldsOf(waiting ? waiting.match : this.#board.match.saved).clock)
    return base ? `, ${Number(base) / 60_000}+${Number(increment) / 1000}` : ''
  }

  /**
   * Loads another game. It replaces the shown game, unless that is the user's own and unfinished: then it opens in a new
   * tab. A replaced game of the user is saved among the earlier games.
   * @param load loads the game into the study; if it throws, nothing has changed
   * @param text of the notice
   * @returns closes the notice
   */
  open(load: () => void, text: string, options: OpenOptions = {}): () => void {
    const { isLook = false, isOfFile = false, isApart = false, quiet = false, id, tone, code } = options
    const former = this.#current
    const isOwn = this.#isOwn()
    const isFree = !isApart && (!isOwn || isFinished(this.#board.study) || (isOfFile && former.file))
    former.waiting = this.#stow()
    try {
      this.#load(load)
    } catch (error) {
      former.waiting = null
      throw error
    }
    const game = { ...makeGame(id), look: isLook, file: isOfFile }
    const at = this.#games.indexOf(former)
    if (isFree && isOwn) saveEarlier(former.waiting)
    this.#games.splice(isFree ? at : at + 1, isFree ? 1 : 0, game)
    this.#current = game
    this.#dropOldest()
    this.changed({ kind: 'opened', former })
    this.#closeNotice()
    const where =
      !isOwn || isApart
        ? ''
        : isFree
          ? ` ${say`The game before it is among the earlier games.`}`
          : ` ${say`It is in a new tab.`}`
    this.#closeNotice =
      quiet && where === '' ? () => {} : this.#notify({ text: `${text}${where}`, tone, code })
    return this.#closeNotice
  }

  /** Opens an empty game in a new tab. */
  add() {
    const { study } = this.#board
    this.open(() => study.load(new PgnGame()), '', { isApart: true, quiet: true })
  }

  /**
   * Shows an open game.
   * @throws {ChessError} its saved text was not written by this page
   */
  show(game: OpenGame) {
    const { waiting } = game
    if (!waiting) return
    const former = this.#current
    former.waiting = this.#stow()
    try {
      this.#load(() => this.#bringBack(waiting))
    } catch (error) {
      former.waiting = null
      throw error
    }
    game.waiting = null
    this.#current = game
    this.#closeNotice()
    this.changed({ kind: 'shown', former })
  }

  /** Closes a game, with "Undo". An empty game replaces the last one. */
  close(game: OpenGame) {
    const at = this.#games.indexOf(game)
    if (at < 0) return
    const title = this.titleOf(game)
    const isOwn = game === this.#current ? this.#isOwn() : !game.look && !isEmpty(game.waiting)
    if (this.#games.length === 1) this.add()
    if (game === this.#current) this.show(this.#games[at + 1] ?? this.#games[at - 1])
    this.#games.splice(this.#games.indexOf(game), 1)
    const key = isOwn && game.waiting ? saveEarlier(game.waiting) : ''
    this.changed({ kind: 'list', former: null })
    const undo = () => {
      if (key) removeEarlier(key)
      this.#games.splice(Math.min(at, this.#games.length), 0, game)
      this.show(game)
    }
    this.#closeNotice()
    this.#closeNotice = this.#notify({
      text: say`${title} was closed.`,
      actions: [{ label: say`Undo`, isUndo: true, run: undo }],
      ...{ seconds: UNDO_SECONDS, until: 'result' },
    })
  }

  /**
   * Opens a closed game again, with its former id.
   * @throws {ChessError} its text was not written by this page
   */
  reopen(id: string, waiting: Waiting, { look, file }: { look: boolean; file: boolean }) {
    const options = { id, isLook: look, isOfFile: file, quiet: true }
    this.open(() => this.#bringBack(waiting), say`The game is back.`, options)
  }

  /** Restores the saved tabs, and the tab of the shown game. */
  restore(games: OpenGame[], { id, look = false, file = false }: Partial<OpenGame>) {
    const current = { ...makeGame(id), look, file }
    const at = games.findIndex(game => game.id === current.id)
    this.#games = at < 0 ? [...games, current] : games.with(at, current)
    this.#current = current
    this.changed({ kind: 'list', former: null })
  }

  /** @returns the shown game as it is now */
  now(): Waiting {
    return this.#stow()
  }

  /** @returns whether the shown game has content that a user could miss */
  #isOwn(): boolean {
    return !this.#current.look && hasContent(this.#board)
  }

  #load(load: () => void) {
    this.#isLoading = true
    try {
      load()
    } finally {
      this.#isLoading = false
    }
  }

  #replaceCurrent(game: OpenGame) {
    this.#games = this.#games.map(other => (other === this.#current ? game : other))
    this.#current = game
    this.changed({ kind: 'list', former: null })
  }

  #stow(): Waiting {
    return { ...recordOf(this.#board), tree: this.#board.study.tree }
  }

  /** @throws {ChessError} */
  #bringBack(waiting: Waiting) {
    putOnBoard(this.#board, waiting, waiting.tree)
  }

  /** Keeps the number of tabs within bounds. */
  #dropOldest() {
    while (this.#games.length > MOST_OPEN) {
      const [oldest] = this.#games.filter(game => game !== this.#current)
      this.#games = this.#games.filter(game => game !== oldest)
      if (oldest.waiting && !isEmpty(oldest.waiting)) saveEarlier(oldest.waiting)
    }
  }
}

const makeGame = (id: string = crypto.getRandomValues(new Uint32Array(2)).join('-')): OpenGame => ({
  id,
  look: false,
  file: false,
  waiting: null,
})

/** @returns whether the game has no moves and the usual start */
const isEmpty = (waiting: Waiting | null): boolean => waiting === null || waiting.title === ''

/** @returns whether it has a result */
const isFinished = ({ outcome, end, node, status }: Study): boolean =>
  outcome !== null || (node === end && status.over)

/** @returns whether its game has moves, comments, drawings, names or a start position of its own */
function hasContent({ study, match }: Board): boolean {
  const { root, startFen, headers, variant } = study.tree
  const isStart = startFen === new PgnGame({ variant }).startFen
  // The headers that every new game gets.
  const given = match.setup ? ['Date', 'TimeControl', 'White', 'Black'] : ['Date', 'TimeControl']
  const isKnown = ([name, value]: [string, string]) => value !== UNKNOWN[name] && known(value) !== ''
  const isNamed = [...headers].some(header => !given.includes(header[0]) && isKnown(header))
  return root.children.length > 0 || !isStart || hasNotes(root) || isNamed
}
