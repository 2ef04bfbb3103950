// SPDX-License-Identifier: Apache-2.0
// The games that are open in tabs of the page. One of them is shown: it is in the study, with its match. The others wait
// with their trees, current moves and matches; the engine plays in the shown game only.

import { PgnGame } from 'binbo/pgn'
import { notify, UNDO_SECONDS } from '../page/notices.js'
import { known, titleOf, UNKNOWN } from '../study/headers.js'
import { hasNotes } from '../study/nodes.js'
import { forgetEarlier, keepEarlier } from './earlier-games.js'
import { putOnBoard, recordOf } from './record.js'

/** @import { Variant } from 'binbo' */
/** @import { Change, GameState, Mode, Study } from '../study/study.js' */
/** @import { Board, GameRecord } from './record.js' */

/** A game that waits. `tree`: null until it is needed, if it comes from storage. @typedef {GameRecord & { tree: PgnGame | null }} Waiting */

/**
 * @typedef {object} OpenGame
 * @property {string} id another game that takes its place has another one
 * @property {boolean} look is it only looked at, and not changed?
 * @property {boolean} file does it come from the list of a file?
 * @property {Waiting | null} waiting null while it is shown
 */

/**
 * What has happened: another game was loaded, an open one was shown, or the list changed. `former`: the game shown before;
 * it is still in the list unless it was replaced.
 * @typedef {{ kind: 'opened' | 'shown' | 'list', former: OpenGame | null }} OpenGamesEvent
 */

/**
 * @typedef {object} OpenOptions
 * @property {boolean} [isLook] the user only looks at it: until it is changed, the next game takes its place
 * @property {boolean} [isOfFile] from the list of a file: it takes the place of another one of a file
 * @property {boolean} [isApart] in a new tab in any case
 * @property {boolean} [quiet] no notice
 * @property {string} [id] that it had when it was open before
 * @property {'plain' | 'error'} [tone] of the notice
 * @property {string} [code] of the error in it
 */

/** Open games at most. */
export const MOST_OPEN = 20

/** What is read of the game on the board and its match. @typedef {GameState & { match: { setup: unknown } }} State */

/**
 * What views show: the games in the order of their tabs, and the one on the board.
 * @typedef {{ games: readonly { game: OpenGame, title: string }[], current: OpenGame }} TabsState
 */

export class OpenGames {
  /** The page sets it: called after each change. @type {(event: OpenGamesEvent) => void} */
  changed = () => {}
  #board
  /** @type {OpenGame[]} */
  #games
  /** @type {OpenGame} */
  #current
  #isLoading = false
  #notify
  #closeNotice = () => {}

  /** @param {Board} board @param {typeof notify} [report] shows what has happened */
  constructor(board, report = notify) {
    this.#board = board
    this.#notify = report
    this.#current = makeGame()
    this.#games = [this.#current]
  }

  /** Call after each change of the study. @param {Change} change */
  follow(change) {
    if (change === 'tree') this.#current.look = false
    // Loaded by something that knows no tabs: it is another game in the same tab.
    if (change === 'game' && !this.#isLoading) this.#replaceCurrent(makeGame())
  }

  /** @returns {readonly OpenGame[]} in the order of their tabs */
  get games() {
    return this.#games
  }

  /** @returns {OpenGame} the shown one */
  get current() {
    return this.#current
  }

  /** What views show. @returns {TabsState} */
  get shown() {
    const { titles } = this
    return { games: this.#games.map((game, at) => ({ game, title: titles[at] })), current: this.#current }
  }

  /** @param {OpenGame} game @returns {string} such as 'Anna – Ben' */
  titleOf = game => game.waiting?.title ?? titleOf(this.#board.study.tree)

  /** @returns {string[]} of all games, in the order of their tabs; no two are the same */
  get titles() {
    /** @type {Set<string>} */
    const used = new Set()
    for (const game of this.#games) {
      const title = this.titleOf(game)
      let unused = title
      for (let number = 2; used.has(unused); number++) unused = `${title} (${number})`
      used.add(unused)
    }
    return [...used]
  }

  /**
   * Loads another game. It takes the place of the shown one, unless that is the user's own and unfinished: then it opens
   * in a new tab. A game of the user's that is replaced stays among the earlier games.
   * @param {() => void} load loads the game into the study; if it throws, nothing has changed
   * @param {string} text of the notice
   * @param {OpenOptions} [options]
   * @returns {() => void} closes the notice
   */
  open(load, text, options = {}) {
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
    if (isFree && isOwn) keepEarlier(former.waiting)
    this.#games.splice(isFree ? at : at + 1, isFree ? 1 : 0, game)
    this.#current = game
    this.#dropOldest()
    this.changed({ kind: 'opened', former })
    this.#closeNotice()
    const where =
      !isOwn || isApart
        ? ''
        : isFree
          ? ' The game before it is among the earlier games.'
          : ' It is in a new tab.'
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
   * @param {OpenGame} game
   * @throws {ChessError} its saved text was not written by this page
   */
  show(game) {
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

  /**
   * Closes a game; "Undo" is offered. The last one makes room for an empty one.
   * @param {OpenGame} game
   */
  close(game) {
    const at = this.#games.indexOf(game)
    if (at < 0) return
    const title = this.titleOf(game)
    const isOwn = game === this.#current ? this.#isOwn() : !game.look && !isEmpty(game.waiting)
    if (this.#games.length === 1) this.add()
    if (game === this.#current) this.show(this.#games[at + 1] ?? this.#games[at - 1])
    this.#games.splice(this.#games.indexOf(game), 1)
    const key = isOwn && game.waiting ? keepEarlier(game.waiting) : ''
    this.changed({ kind: 'list', former: null })
    const undo = () => {
      if (key) forgetEarlier(key)
      this.#games.splice(Math.min(at, this.#games.length), 0, game)
      this.show(game)
    }
    this.#closeNotice()
    this.#closeNotice = this.#notify({
      text: `${title} was closed.`,
      actions: [{ label: 'Undo', isUndo: true, run: undo }],
      ...{ seconds: UNDO_SECONDS, until: 'result' },
    })
  }

  /**
   * Brings a game back that is open no more: it opens as other games do, with the id that it had.
   * @param {string} id
   * @param {Waiting} waiting
   * @param {{ look: boolean, file: boolean }} origin
   * @throws {ChessError} its text was not written by this page
   */
  reopen(id, waiting, { look, file }) {
    const options = { id, isLook: look, isOfFile: file, quiet: true }
    this.open(() => this.#bringBack(waiting), 'The game is back.', options)
  }

  /**
   * Takes over what was saved: the tabs, and which of them the shown game is.
   * @param {OpenGame[]} games
   * @param {Partial<OpenGame>} shown
   */
  restore(games, { id, look = false, file = false }) {
    const current = { ...makeGame(id), look, file }
    const at = games.findIndex(game => game.id === current.id)
    this.#games = at < 0 ? [...games, current] : games.with(at, current)
    this.#current = current
    this.changed({ kind: 'list', former: null })
  }

  /** @returns {Waiting} the shown game as it is now */
  now() {
    return this.#stow()
  }

  /** @returns {boolean} whether the shown game has content that a user could miss */
  #isOwn() {
    return !this.#current.look && hasContent(this.#board)
  }

  /** @param {() => void} load */
  #load(load) {
    this.#isLoading = true
    try {
      load()
    } finally {
      this.#isLoading = false
    }
  }

  /** @param {OpenGame} game */
  #replaceCurrent(game) {
    this.#games = this.#games.map(other => (other === this.#current ? game : other))
    this.#current = game
    this.changed({ kind: 'list', former: null })
  }

  /** @returns {Waiting} */
  #stow() {
    return { ...recordOf(this.#board), tree: this.#board.study.tree }
  }

  /** @param {Waiting} waiting @throws {ChessError} */
  #bringBack(waiting) {
    putOnBoard(this.#board, waiting, waiting.tree)
  }

  /** Keeps the number of tabs within bounds. */
  #dropOldest() {
    while (this.#games.length > MOST_OPEN) {
      const [oldest] = this.#games.filter(game => game !== this.#current)
      this.#games = this.#games.filter(game => game !== oldest)
      if (oldest.waiting && !isEmpty(oldest.waiting)) keepEarlier(oldest.waiting)
    }
  }
}

/** @param {string} [id] @returns {OpenGame} */
const makeGame = (id = crypto.getRandomValues(new Uint32Array(2)).join('-')) => ({
  id,
  look: false,
  file: false,
  waiting: null,
})

/** @param {Waiting | null} waiting @returns {boolean} whether it is a game from the start without moves */
const isEmpty = waiting => waiting === null || waiting.title === 'New game'

/** @param {Study} study @returns {boolean} whether it has a result */
const isFinished = ({ outcome, end, node, status }) => outcome !== null || (node === end && status.over)

/** @param {Board} board @returns {boolean} whether its game has moves, comments, drawings, names or a start position of its own */
function hasContent({ study, match }) {
  const { root, startFen, headers, variant } = study.tree
  const isStart = startFen === new PgnGame({ variant: /** @type {Variant} */ (variant) }).startFen
  // The headers that every new game gets.
  const given = match.setup ? ['Date', 'TimeControl', 'White', 'Black'] : ['Date', 'TimeControl']
  const isKnown = (/** @type {[string, string]} */ [name, value]) =>
    value !== UNKNOWN[name] && known(value) !== ''
  const isNamed = [...headers].some(header => !given.includes(header[0]) && isKnown(header))
  return root.children.length > 0 || !isStart || hasNotes(root) || isNamed
}
