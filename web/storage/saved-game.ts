// SPDX-License-Identifier: Apache-2.0
// Saves the game for a reload: its state bytes, which contain a checksum, and separately, with another checksum, the tree with
// variations and comments and the match. Damaged data is put aside, not deleted.

import { Game } from 'binbo'
import type { PgnPath } from 'binbo/pgn'
import { PgnGame } from 'binbo/pgn'
import { checksum, ownKey, savedTexts, saveForTab, saveText } from '../page/local-storage.js'
import { notify } from '../page/notices.js'
import type { Views } from '../page/store.js'
import { download } from '../page/text-out.js'
import { say } from '../page/texts.js'
import { fieldsOf } from '../page/unknown.js'
import type { Mode, Study } from '../study/study.js'
import { saveEarlier, withRoom } from './earlier-games.js'
import type { OpenGame, OpenGames, State, TabsState } from './open-games.js'
import type { Board, GameRecord } from './record.js'
import { putOnBoard } from './record.js'
import { savedTabs, saveTabsOnChange } from './saved-tabs.js'

type Page = Board & { games?: OpenGames }

/**
 * `state`: bytes in base64. `tree` (PGN and the reason of its result) and `view` (current move, match and tab): JSON.
 * `check`: the checksum of both. `view` also names the game's tab in the list of open games.
 */
type Saved = { state: string; tree: string; view: string; check: number }

const GAME = 'game'
const DAMAGED = 'damaged game'
/** Finds the state bytes in damaged JSON. */
const STATE = /"state":"([\w+/=]+)"/
/** Milliseconds from a change to saving. */
const DELAY = 300
/** Identifies this visit of the page. */
const TAB = Math.random().toString(36).slice(2)

const DAMAGE = {
  'main line': say`The saved game was damaged: its moves are back, its variations and comments are not.`,
  damaged: say`The saved game was damaged and could not be brought back.`,
}

/**
 * Restores the saved game and the other open games, saves them from then on, and reports failures and changes in other tabs.
 */
export function mountSavedGame(page: Required<Page> & { store: Views<State & TabsState> }) {
  const { extent, text, tab } = restoreSaved(page)
  if (extent === 'main line' || extent === 'damaged') reportDamage(DAMAGE[extent], 'damaged-game.json', text)
  const saved = savedTabs()
  if (saved.lost > 0) reportDamage(lostTabs(saved.lost), 'damaged-games.json', saved.text)
  page.games.restore(saved.games, tab)
  let failed = false
  const report = (reason: unknown) => {
    if (!failed) notify({ text: whyUnsaved(reason), tone: 'error', until: 'closed' })
    failed = true
  }
  saveOnChange(page, report)
  saveTabsOnChange(page, report)
  watchOtherTabs(page, show => {
    const showIt = () => page.games.open(show, say`This is the game of the other tab.`)
    notify({
      text: say`The game was changed in another tab. This tab keeps its own.`,
      actions: [{ label: say`Show that one`, run: showIt }],
      until: 'closed',
    })
  })
}

/** @param name of the file */
const reportDamage = (text: string, name: string, data: string) =>
  notify({
    text,
    ...{ tone: 'error', until: 'closed' },
    actions: [{ label: say`Download the saved data`, run: () => download(name, data) }],
  })

const lostTabs = (count: number): string =>
  count === 1
    ? say`A saved game of the other tabs could not be brought back: the data is damaged.`
    : say`${count} saved games of the other tabs could not be brought back: the data is damaged.`

function whyUnsaved(reason: unknown): string {
  const isFull = reason instanceof DOMException && reason.name === 'QuotaExceededError'
  return isFull
    ? say`The browser’s storage is full: this game will be lost when the page is closed. Download it under Share, or delete earlier games.`
    : say`This browser does not let the page save the game: it will be lost when the page is closed.`
}

/**
 * Saves the game soon after each change, at the latest when the page is left.
 * @param onFailure called once: storage is full or forbidden
 */
export function saveOnChange(
  { study, match, games, store }: Page & { store: Views<State> },
  onFailure: (reason: unknown) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failed = false
  /** the game without its view; reused while only the current move changes, since writing all moves is slow */
  let moves: Saved | null = null
  /** The study's version when `moves` were written. */
  let version = -1
  let { tree } = study
  const others = new OtherTabsGames(savedTexts(GAME)[0] ?? null)
  const save = () => {
    // A running clock changes all the time.
    if (timer === undefined && !match.clock?.running) return
    clearTimeout(timer)
    timer = undefined
    try {
      if (version !== study.version) moves = null
      version = study.version
      moves ??= packMoves(study)
      const { id, look, file } = games?.current ?? {}
      const { mode, node } = study
      const view = { path: node.path, mode, match: match.saved, tab: TAB, id, look, file }
      const text = JSON.stringify(withView(moves, view))
      others.rescue(moves.tree)
      withRoom(() => saveText(GAME, text))
      others.own = text
    } catch (error) {
      if (!failed) onFailure(error)
      failed = true
    }
  }
  store.watch(
    ({ version, node, mode, match: { setup } }) => [version, node, mode, setup],
    state => {
      // A new browser tab must show the other game.
      if (state.tree !== tree) {
        clearTimeout(timer)
        timer = undefined
      }
      timer ??= setTimeout(save, state.tree === tree ? DELAY : 0)
      ;({ tree } = state)
    },
  )
  const leave = () => {
    // The last change may not be drawn yet.
    store.draw()
    save()
  }
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', leave)
}

/**
 * Restores the saved game with its match: this tab's copy, or if that is damaged, the copy saved last by any tab.
 * @returns `extent`: the restored part. `text`: the saved data; if damaged, it is also put aside. `tab`: the game's tab in
 *   the list of open games
 */
export function restoreSaved(page: Page): {
  extent: 'nothing' | 'all' | 'main line' | 'damaged'
  text: string
  tab: Partial<OpenGame>
} {
  const texts = savedTexts(GAME)
  for (const text of texts) {
    const saved = parse(text)
    if (!saved || checkOf(saved) !== saved.check || !attempt(() => putOnBoard(page, recordIn(saved))))
      continue
    // This tab's copy: other tabs may save theirs.
    saveForTab(GAME, text)
    return { extent: 'all', text, tab: recordIn(saved) }
  }
  const [text] = texts
  if (text === undefined) return { extent: 'nothing', text: '', tab: {} }
  attempt(() => withRoom(() => localStorage.setItem(ownKey(DAMAGED), text)))
  // The state bytes come first and have a checksum of their own.
  const [, state] = STATE.exec(text) ?? []
  const isBack = state !== undefined && attempt(() => loadMainLine(page.study, state))
  return { extent: isBack ? 'main line' : 'damaged', text, tab: {} }
}

/**
 * Each tab keeps its own game, even if another tab continues the same one.
 * @param onOther called once when another tab saves a different game; `show` loads it here
 */
function watchOtherTabs(page: Page, onOther: (show: () => void) => void) {
  /** the last game saved by another tab */
  let other: Saved | null = null
  addEventListener('storage', ({ key, newValue }) => {
    const saved = key === ownKey(GAME) && newValue !== null ? parse(newValue) : null
    if (!saved || checkOf(saved) !== saved.check) return
    const isFirst = other === null
    if (isFirst && saved.tree === treeOf(page.study)) return
    // Both tabs follow the game on its server.
    const { friend } = page.match.setup ?? {}
    if (friend && friendOf(recordIn(saved)) === friend) return
    other = saved
    if (isFirst) onOther(() => other && putOnBoard(page, recordIn(other)))
  })
}

/**
 * All tabs save under one key. A tab that overwrites another tab's game saves it among the earlier games: the other tab may
 * be closed by then.
 */
class OtherTabsGames {
  /** By tab: the key of its game among the earlier games. */
  #keys: Map<string, string> = new Map()

  declare own: string | null

  /** @param own the text that this tab saved last or started with */
  constructor(own: string | null) {
    this.own = own
  }

  /** Call before saving. @param tree about to be saved */
  rescue(tree: string) {
    const text = savedLast(GAME)
    if (text === null || text === this.own) return
    const saved = parse(text)
    if (!saved || checkOf(saved) !== saved.check) return
    if (saved.tree === tree || saved.tree === parse(this.own ?? '')?.tree) return
    const { tab, ...game } = recordIn(saved)
    // The server has the game.
    if (friendOf(game)) return
    this.#keys.set(tab, saveEarlier(game, this.#keys.get(tab)))
  }
}

function treeOf(study: Study): string {
  const { pgn, how } = study.snapshot()
  return JSON.stringify({ pgn, how })
}

/** @returns the game without its view */
function packMoves(study: Study): Saved {
  const tree = treeOf(study)
  const state = btoa(Array.from(study.state(), byte => String.fromCharCode(byte)).join(''))
  return { state, tree, view: '', check: checksum(tree) }
}

function withView(moves: Saved, view: { path: PgnPath; mode: Mode; match: unknown; tab: string }): Saved {
  const text = JSON.stringify(view)
  return { ...moves, view: text, check: checksum(text, moves.check) }
}

const checkOf = ({ tree, view }: Saved): number => checksum(view, checksum(tree))

function parse(text: string): Saved | null {
  try {
    const saved = JSON.parse(text)
    const texts = [saved?.state, saved?.tree, saved?.view]
    return texts.every(part => typeof part === 'string') ? saved : null
  } catch {
    return null
  }
}

/** A saved game. `tab`: the visit of the page that saved it. */
type SavedRecord = GameRecord & Partial<OpenGame> & { tab: string }

/** @param saved with a valid checksum @throws {SyntaxError} if this page did not write it */
const recordIn = ({ tree, view }: Saved): SavedRecord => ({ ...JSON.parse(tree), ...JSON.parse(view) })

/** @returns the link to the game on its server; undefined for other games */
const friendOf = ({ match }: GameRecord) => fieldsOf(match).friend

/**
 * @param state base64
 * @throws {ChessError | DOMException} ERR_STATE_*, or not base64
 */
function loadMainLine(study: Study, state: string) {
  const game = Game.fromState(Uint8Array.from(atob(state), character => character.charCodeAt(0)))
  try {
    const { status } = game
    const how = 'detail' in status ? String(status.detail) : ''
    study.load(PgnGame.fromGame(game), { how })
  } finally {
    game.stop()
  }
}

/** @returns whether it did not throw */
function attempt(action: () => void): boolean {
  try {
    action()
    return true
  } catch {
    return false
  }
}

/** @returns the text saved last by any tab; null without one, or if storage is forbidden */
function savedLast(name: string): string | null {
  try {
    return localStorage.getItem(ownKey(name))
  } catch {
    return null
  }
}
