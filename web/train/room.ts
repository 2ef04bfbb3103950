// SPDX-License-Identifier: Apache-2.0
// The room of training: reads what is saved, adds to it, and begins sessions. All cards and boxes are changed here.

import type { Color } from 'binbo'
import { ChessError } from 'binbo'
import { readPuzzles } from 'binbo/epd'
import type { PgnGame } from 'binbo/pgn'
import { parsePgn } from 'binbo/pgn'
import type { Side } from '../analysis/mistakes.js'
import type { Review } from '../analysis/review.js'
import type { Findings } from '../analysis/review-run.js'
import { findAll } from '../analysis/review-run.js'
import type { Page as DatabasePage, GamesDatabase } from '../database/games-database.js'
import type { DatabaseLink } from '../database/link.js'
import { RequestError } from '../database/link.js'
import { checksum } from '../page/local-storage.js'
import { notify, undoable } from '../page/notices.js'
import { saveSetting, setting } from '../page/settings.js'
import { say } from '../page/texts.js'
import { sideName } from '../study/descriptions.js'
import { mainLineText } from '../study/nodes.js'
import { AgainstGames } from './against-games.js'
import { DAYS, dueAt, nextDue, placeAfter } from './boxes.js'
import type { Card } from './cards.js'
import { cardOfPuzzle, cardsOf, cardsOfMistakes, isOwn, joined } from './cards.js'
import type { Days } from './days.js'
import { noteAnswer, readDays } from './days.js'
import type { Source } from './due.js'
import { SOURCES } from './due.js'
import { noteDue } from './note-due.js'
import type { Deck, Repertoire } from './saved-decks.js'
import {
  changeDeck,
  changeRepertoire,
  gamesOf,
  NO_DECK,
  readDeck,
  readRepertoire,
  removeRepertoire,
  repertoireNames,
  restoreRepertoire,
} from './saved-decks.js'
import type { Page as TrainingPage } from './training.js'
import { Training } from './training.js'

/** The models that the room uses. */
export type Page = TrainingPage &
  DatabasePage & {
    train: TrainRoom | null
    review: Review
    withDatabase: (use: (database: GamesDatabase) => unknown) => Promise<boolean>
  }

export type Entry = { name: string; repertoire: Repertoire; cards: readonly Card[] }

export type TrainState = {
  source: Source
  /** whether the saved cards were read */
  isOpen: boolean
  entries: readonly Entry[]
  mistakes: Deck
  puzzles: Deck
  /** the answers of the last days */
  days: Days
  /** the user's name in games */
  player: string
  /** progress of looking through games, or of reading a file; null: neither */
  work: { text: string; done: number; total: number } | null
  /** what the last work has found; '' for nothing */
  remark: string
  failure: string
  /** what could not be read; it stays until it is read */
  unread: string
  /** the repertoires that cannot be read */
  damaged: readonly string[]
}

/** The largest numbers of repertoires, of mistakes, and of puzzles. */
const MOST = { repertoires: 20, mistakes: 1000, puzzles: 2000 }
/** New puzzles of one session. */
const NEW_PUZZLES = 10
/** Milliseconds for each position of a game that is looked through. */
const PACE = 200
const UNSAVED = say`The browser has no room to keep this.`
const NO_ROOM_FOR = say`The repertoires cannot be kept.`
const FULL = say`There are ${MOST.repertoires} repertoires: delete one first.`

/** @returns the page's only instance, created at the first call */
export const roomOf = (page: Page): TrainRoom => page.train ?? new TrainRoom(page)

export class TrainRoom {
  #page: Page
  #state: TrainState = Object.freeze({
    ...{ source: 'openings', isOpen: false, entries: [], mistakes: NO_DECK, puzzles: NO_DECK },
    days: readDays(),
    ...{ player: setting('player', ''), work: null, remark: '', failure: '', unread: '', damaged: [] },
  })
  #against: AgainstGames | null = null
  #working = new AbortController()
  /** The last change of what is saved, or reading of it: one follows the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(page: Page) {
    this.#page = page
    page.train = this
    void this.refresh()
  }

  /** @returns another object after each change */
  get shown(): TrainState {
    return this.#state
  }

  /** @returns the comparison of a repertoire with games, while it is shown */
  get against(): AgainstGames | null {
    return this.#against
  }

  /** Compares a repertoire with the games of the database. @param entry null ends it */
  compare(entry: Entry | null) {
    this.#against?.close()
    this.#against = entry && new AgainstGames(this.#page, this, entry.name)
    this.#page.store.change()
  }

  /** @returns the connection to the database @throws {RequestError} it cannot be loaded */
  async link(): Promise<DatabaseLink> {
    const links: DatabaseLink[] = []
    await this.#page.withDatabase(({ link }) => links.push(link))
    if (links.length === 0) throw new RequestError({ text: say`The database could not be loaded.`, code: '' })
    return links[0]
  }

  /** Opens the dialog that fetches the user's games. */
  fetchGames() {
    return this.#page.withDatabase(database => database.askPlayer())
  }

  /** @returns the current session */
  get training(): Training | null {
    const { exercise } = this.#page.analyst
    return exercise instanceof Training ? exercise : null
  }

  /** Reads what is saved: other tabs change it, too. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        const [{ entries, damaged }, mistakes, puzzles] = await Promise.all([
          readEntries(this.#state.entries),
          readDeck('mistakes'),
          readDeck('puzzles'),
        ])
        const unread = damaged.length === 0 ? '' : say`Cannot be read: ${damaged.join(', ')}.`
        this.#set({ entries, mistakes, puzzles, days: readDays(), isOpen: true, unread, damaged })
        this.#note()
      } catch (error) {
        if (!(error instanceof DOMException)) globalThis.reportError(error)
        this.#set({ unread: say`What was saved for training cannot be read.` })
      }
    })
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(run)
    this.#turn = done.catch(() => {})
    return done
  }

  choose(source: Source) {
    this.training?.end()
    this.compare(null)
    this.#set({ source, remark: '', failure: '' })
  }

  // Openings.

  /** Trains the due positions of a repertoire. */
  trainOpenings({ name, cards }: Entry) {
    const read = () => this.#entry(name)?.repertoire.progress ?? {}
    this.#begin('openings', name, cards, dueAt(cards, read(), Date.now()), read, (key, isRight) => {
      const now = Date.now()
      void this.changeRepertoire(
        name,
        saved =>
          saved && {
            ...saved,
            progress: { ...saved.progress, [key]: placeAfter(saved.progress[key], isRight, now) },
          },
      )
    })
  }

  #entry(name: string): Entry | undefined {
    return this.#state.entries.find(entry => entry.name === name)
  }

  /**
   * Adds games to the repertoire of that name, or makes it.
   * @returns the reason why they cannot be added; '' if they can
   */
  async addOpenings(name: string, color: Color, pgn: string): Promise<string> {
    const before = this.#entry(name)?.repertoire
    if (name === '') return say`Give it a name.`
    if (before && before.color !== color)
      return say`“${name}” is a repertoire for ${sideName(before.color)}: choose another name.`
    if (!before && repertoireNames().length >= MOST.repertoires) return FULL
    if (!before && repertoireNames().includes(name)) return say`“${name}” is in use: choose another name.`
    if (cardsOf(parsePgn(pgn), color).length === 0)
      return say`There are no moves of ${sideName(color)} in it.`
    const has = before && gamesOf(before).some(game => game.toString() === parsePgn(pgn)[0].toString())
    if (has) return say`“${name}” has this game already.`
    await this.changeRepertoire(name, saved =>
      saved ? { ...saved, pgn: `${saved.pgn}\n${pgn}` } : before ? undefined : { color, pgn, progress: {} },
    )
    return ''
  }

  /**
   * Changes a repertoire, first as it is shown, then as it is saved.
   * @param change of a repertoire, or of none: undefined if another tab has deleted it; undefined: nothing is saved
   */
  async changeRepertoire(
    name: string,
    change: (saved: Repertoire | undefined) => Repertoire | undefined,
  ): Promise<void> {
    this.#put(name, change(this.#entry(name)?.repertoire))
    await this.#save(async () => this.#put(name, await changeRepertoire(name, change)), NO_ROOM_FOR)
  }

  #put(name: string, repertoire: Repertoire | undefined) {
    const others = this.#state.entries.filter(other => other.name !== name)
    const entries = repertoire ? [entryOf(name, repertoire, this.#entry(name)), ...others] : others
    this.#set({ entries, failure: '' })
  }

  /** Forgets how well the moves are known. */
  async resetOpenings({ name }: Entry) {
    await this.changeRepertoire(name, saved => saved && { ...saved, progress: {} })
  }

  /** Deletes a repertoire, also a damaged one, with "Undo". */
  async removeOpenings(name: string) {
    this.#put(name, undefined)
    let removed: unknown
    const isRemoved = await this.#save(async () => {
      removed = await removeRepertoire(name)
    }, NO_ROOM_FOR)
    await this.refresh()
    if (!isRemoved || removed === undefined) return
    const text = say`The repertoire “${name}” was deleted.`
    notify(undoable(text, () => void this.#restore(name, removed)))
  }

  async #restore(name: string, removed: unknown) {
    if (repertoireNames().length >= MOST.repertoires) return this.#set({ failure: FULL })
    await this.#save(() => restoreRepertoire(name, removed), NO_ROOM_FOR)
    await this.refresh()
  }

  // Mistakes and puzzles.

  /** Trains the due cards; of puzzles new ones, too. */
  train(source: 'mistakes' | 'puzzles') {
    const read = () => this.#state[source].progress
    const { cards } = this.#state[source]
    const due = dueAt(cards, read(), Date.now())
    const isNew = ({ key }: Card) => read()[key] === undefined
    const asked =
      source === 'puzzles'
        ? [...due.filter(card => !isNew(card)), ...due.filter(isNew).slice(0, NEW_PUZZLES)]
        : due
    this.#begin(source, SOURCES[source], cards, asked, read, (key, isRight) => {
      const now = Date.now()
      void this.#keep(source, ({ progress, ...deck }) => ({
        ...deck,
        progress: { ...progress, [key]: placeAfter(progress[key], isRight, now) },
      }))
    })
  }

  #begin(
    source: Source,
    title: string,
    cards: readonly Card[],
    due: readonly Card[],
    progress: () => Deck['progress'],
    keep: (key: string, isRight: boolean) => void,
  ) {
    this.#set({ source, remark: '', failure: '' })
    const next = () => (dueAt(cards, progress(), Date.now()).length > 0 ? 0 : nextDue(cards, progress()))
    const keepAnswer = (key: string, isRight: boolean) => {
      const now = Date.now()
      const { box } = placeAfter(progress()[key], isRight, now)
      this.#set({ days: noteAnswer(isRight, now) })
      keep(key, isRight)
      return DAYS[box]
    }
    Training.begin(this.#page, { source, title, cards: due, keep: keepAnswer, next })
  }

  /**
   * Keeps the mistakes of an analysed game for training.
   * @returns how many are new; null if they cannot be saved
   */
  async keepMistakes(
    findings: Pick<Findings, 'analysis' | 'nodes'>,
    tree: PgnGame,
    side: Side,
  ): Promise<number | null> {
    const found = cardsOfMistakes(findings, tree, side)
    let count = 0
    const add = (source: 'mistakes' | 'puzzles', games: string[]) =>
      this.#keep(source, (deck, isSaved) => {
        const keys = new Set(deck.cards.map(({ key }) => key))
        if (isSaved) count += found[source].filter(({ key }) => !keys.has(key)).length
        const cards = joined(deck.cards, found[source], MOST[source])
        return { ...deck, cards, games: [...new Set([...deck.games, ...games])] }
      })
    // The game counts as looked through when both are saved.
    return (await add('puzzles', [])) && (await add('mistakes', [gameName(tree)])) ? count : null
  }

  /**
   * Changes a deck, first as it is shown, then as it is saved.
   * @returns whether it is saved
   */
  #keep(source: 'mistakes' | 'puzzles', change: (deck: Deck, isSaved: boolean) => Deck): Promise<boolean> {
    if (this.#state.isOpen) this.#set({ [source]: change(this.#state[source], false) })
    return this.#save(
      async () => this.#set({ [source]: await changeDeck(source, deck => change(deck, true)) }),
      UNSAVED,
    )
  }

  setPlayer(player: string) {
    saveSetting('player', player)
    this.#set({ player })
  }

  /** Looks through the newest games of the player in the database that were not looked through before. */
  async lookThrough(player: string, most: number) {
    this.setPlayer(player)
    await this.#work(say`Looking for games …`, async signal => {
      const link = await this.link()
      await this.refresh()
      const known = new Set(this.#state.mistakes.games)
      const games = await link.request('gamesOf', { player, most: most + known.size }, { signal })
      const trees = games.map(({ pgn, side }) => ({ tree: parsePgn(pgn)[0], side }))
      const fresh = trees
        .filter(({ tree }) => tree.variant === 'standard' && !known.has(gameName(tree)))
        .slice(0, most)
      let found = 0
      for (const [index, { tree, side }] of fresh.entries()) {
        const nodes = [tree.root, ...tree.mainline()]
        const onProgress = (done: number) =>
          this.#set({
            work: {
              text: say`Game ${index + 1} of ${fresh.length}`,
              done: index + done / nodes.length,
              total: fresh.length,
            },
          })
        const how = { nodes, movetime: PACE, tablebase: undefined, signal, onProgress }
        const count = await this.keepMistakes(await findAll(this.#page.room, tree, how), tree, side)
        // The failure says it.
        if (count === null) return ''
        found += count
      }
      return games.length === 0
        ? say`No game of “${player}” is in the database.`
        : fresh.length === 0
          ? say`These games were looked through before.`
          : say`${found === 1 ? say`1 new position` : say`${found} new positions`} from ${fresh.length === 1 ? say`1 game` : say`${fresh.length} games`}.`
    })
  }

  /** Adds puzzles behind those that there are. */
  async addPuzzles(cards: readonly Card[]) {
    let count = 0
    const isSaved = await this.#keep('puzzles', deck => {
      const all = joined(cards, deck.cards, MOST.puzzles)
      count = all.length - deck.cards.length
      return { ...deck, cards: all }
    })
    if (isSaved)
      this.#set({ remark: count === 1 ? say`1 puzzle was added.` : say`${count} puzzles were added.` })
  }

  /** Reads puzzles of Lichess from a file. */
  async readPuzzleFile(file: Blob) {
    await this.#work(say`Reading puzzles …`, async signal => {
      const cards: Card[] = []
      let wrong = 0
      const onError = () => wrong++
      for await (const puzzle of readPuzzles(file, { signal, onError })) {
        cards.push(cardOfPuzzle(puzzle))
        if (cards.length === MOST.puzzles) break
      }
      if (cards.length === 0)
        return say`There are no puzzles in this file: it must be the CSV file of Lichess.`
      const isSaved = await this.#keep('puzzles', deck => {
        // Those of the user's games stay, and those that were answered.
        const isKept = (card: Card) => isOwn(card) || deck.progress[card.key] !== undefined
        const kept = deck.cards.filter(isKept)
        const others = deck.cards.filter(card => !isKept(card))
        return { ...deck, cards: joined(others, [...kept, ...cards], MOST.puzzles) }
      })
      if (!isSaved) return ''
      const read = cards.length === 1 ? say`1 puzzle was read.` : say`${cards.length} puzzles were read.`
      if (wrong === 0) return read
      return `${read} ${wrong === 1 ? say`1 line was not a puzzle.` : say`${wrong} lines were not puzzles.`}`
    })
  }

  /** Deletes the cards of a source, with "Undo". Games that were looked through are not looked through again. */
  async clear(source: 'mistakes' | 'puzzles') {
    let before = NO_DECK
    // What came since stays.
    const bringBack = ({ cards, progress, games }: Deck): Deck => ({
      cards: joined(before.cards, cards, MOST[source]),
      progress: { ...before.progress, ...progress },
      games: [...new Set([...before.games, ...games])],
    })
    const isSaved = await this.#keep(source, deck => {
      before = deck
      return { ...NO_DECK, games: deck.games }
    })
    if (!isSaved) return this.refresh()
    const count = before.cards.length
    const text =
      source === 'puzzles' ? say`${count} puzzles were deleted.` : say`${count} mistakes were deleted.`
    notify(undoable(text, () => void this.#keep(source, bringBack)))
  }

  cancel() {
    this.#working.abort()
  }

  /** @param run returns the remark */
  async #work(text: string, run: (signal: AbortSignal) => Promise<string>) {
    this.#working.abort()
    const { signal } = (this.#working = new AbortController())
    this.#set({ work: { text, done: 0, total: 1 }, remark: '', failure: '' })
    let remark = ''
    try {
      remark = await run(signal)
    } catch (error) {
      if (!signal.aborted) this.#fail(error, '')
      else remark = say`Stopped: what was found is kept.`
    }
    if (this.#working.signal === signal) this.#set({ work: null, remark })
  }

  /** @returns whether it is saved */
  async #save(save: () => Promise<unknown>, failure: string): Promise<boolean> {
    this.#note()
    try {
      await this.#inTurn(save)
      this.#note()
      return true
    } catch (error) {
      this.#fail(error, failure)
      return false
    }
  }

  /** Notes what is due, for the other parts of the page. */
  #note() {
    const { entries, mistakes, puzzles, isOpen } = this.#state
    if (!isOpen) return
    const keysOf = (cards: readonly Card[]) => cards.map(({ key }) => key)
    noteDue({
      openings: entries.map(({ cards, repertoire: { progress } }) => ({ keys: keysOf(cards), progress })),
      mistakes: [{ keys: keysOf(mistakes.cards), progress: mistakes.progress }],
      // New puzzles are not due: there is no end of them.
      puzzles: [
        {
          keys: keysOf(puzzles.cards).filter(key => puzzles.progress[key]),
          progress: puzzles.progress,
        },
      ],
    })
    this.#page.store.change()
  }

  #fail(error: unknown, failure: string) {
    if (error instanceof RequestError) return this.#set({ failure: error.words.text })
    if (error instanceof DOMException) return this.#set({ failure: failure || UNSAVED })
    if (!(error instanceof ChessError)) globalThis.reportError(error)
    this.#set({ failure: failure || this.#page.room.explain(error) })
  }

  #set(change: Partial<TrainState>) {
    this.#state = Object.freeze({ ...this.#state, ...change })
    this.#page.store.change()
  }
}

/** @returns the same for the same main line */
const gameName = (tree: PgnGame): string => String(checksum(mainLineText(tree)))

/** @param before has the cards of the same games */
const entryOf = (name: string, repertoire: Repertoire, before?: Entry): Entry => ({
  ...{ name, repertoire },
  cards:
    before?.repertoire.pgn === repertoire.pgn && before.repertoire.color === repertoire.color
      ? before.cards
      : cardsOf(gamesOf(repertoire), repertoire.color),
})

/**
 * @param before the entries read last: their cards are those of the same games
 * @returns the last used first, and the names of those that cannot be read
 */
async function readEntries(before: readonly Entry[]) {
  const entries: Entry[] = []
  const damaged: string[] = []
  for (const name of repertoireNames())
    try {
      const repertoire = await readRepertoire(name)
      const known = before.find(entry => entry.name === name)
      if (repertoire) entries.push(entryOf(name, repertoire, known))
    } catch {
      damaged.push(name)
    }
  return { entries, damaged }
}
