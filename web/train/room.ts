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
import { notify } from '../page/notices.js'
import { saveSetting, setting } from '../page/settings.js'
import { colorName } from '../study/descriptions.js'
import { mainLineText } from '../study/nodes.js'
import { AgainstGames } from './against-games.js'
import { dueAt, nextDue, placeAfter } from './boxes.js'
import type { Card } from './cards.js'
import { cardOfPuzzle, cardsOf, cardsOfMistakes, joined } from './cards.js'
import type { Source } from './due.js'
import { noteDue } from './due.js'
import type { Deck, Repertoire } from './saved-decks.js'
import {
  gamesOf,
  NO_DECK,
  readDeck,
  readRepertoire,
  removeRepertoire,
  repertoireNames,
  saveDeck,
  saveRepertoire,
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
  /** the user's name in games */
  player: string
  /** progress of looking through games, or of reading a file; null: neither */
  work: { text: string; done: number; total: number } | null
  /** what the last work has found; '' for nothing */
  remark: string
  failure: string
}

/** The largest numbers of repertoires, of mistakes, and of puzzles. */
const MOST = { repertoires: 20, mistakes: 1000, puzzles: 2000 }
/** New puzzles of one session. */
const NEW_PUZZLES = 10
/** Milliseconds for each position of a game that is looked through. */
const PACE = 200
const UNSAVED = 'The browser has no room to keep this.'
const NO_ROOM_FOR = 'The repertoires cannot be kept.'

/** @returns the page's only instance, created at the first call */
export const roomOf = (page: Page): TrainRoom => page.train ?? new TrainRoom(page)

export class TrainRoom {
  #page: Page
  #state: TrainState = Object.freeze({
    ...{ source: 'openings', isOpen: false, entries: [], mistakes: NO_DECK, puzzles: NO_DECK },
    ...{ player: setting('player', ''), work: null, remark: '', failure: '' },
  })
  #against: AgainstGames | null = null
  #working = new AbortController()
  /** Resolves when the saved cards were read. */
  #opened: Promise<unknown>

  constructor(page: Page) {
    this.#page = page
    page.train = this
    this.#opened = this.#open()
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

  /** @returns the connection to the database; null if it cannot be loaded */
  async link(): Promise<DatabaseLink | null> {
    const links: DatabaseLink[] = []
    await this.#page.withDatabase(({ link }) => links.push(link))
    return links[0] ?? null
  }

  /** @returns the current session */
  get training(): Training | null {
    const { exercise } = this.#page.analyst
    return exercise instanceof Training ? exercise : null
  }

  async #open() {
    try {
      const [entries, mistakes, puzzles] = await Promise.all([
        readEntries(),
        readDeck('mistakes'),
        readDeck('puzzles'),
      ])
      this.#set({ entries, mistakes, puzzles, isOpen: true })
      this.#note()
    } catch (error) {
      this.#fail(error, 'What was saved for training cannot be read.')
    }
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
      const entry = this.#entry(name)
      if (!entry) return
      const { repertoire } = entry
      const { progress } = repertoire
      const place = placeAfter(progress[key], isRight, Date.now())
      void this.keepRepertoire(name, { ...repertoire, progress: { ...progress, [key]: place } })
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
    if (name === '') return 'Give it a name.'
    if (before && before.color !== color)
      return `“${name}” is a repertoire for ${colorName(before.color)}: choose another name.`
    if (!before && this.#state.entries.length >= MOST.repertoires)
      return `There are ${MOST.repertoires} repertoires: delete one first.`
    if (cardsOf(parsePgn(pgn), color).length === 0) return `There are no moves of ${colorName(color)} in it.`
    const has = before && gamesOf(before).some(game => game.toString() === parsePgn(pgn)[0].toString())
    if (has) return `“${name}” has this game already.`
    const games = before ? `${before.pgn}\n${pgn}` : pgn
    await this.keepRepertoire(name, { color, pgn: games, progress: before?.progress ?? {} })
    return ''
  }

  /** Saves a repertoire, in place of one of the same name. */
  async keepRepertoire(name: string, repertoire: Repertoire) {
    const entry = entryOf(name, repertoire, this.#entry(name))
    this.#set({ entries: [entry, ...this.#state.entries.filter(other => other.name !== name)], failure: '' })
    await this.#save(() => saveRepertoire(name, repertoire), NO_ROOM_FOR)
  }

  /** Forgets how well the moves are known. */
  async resetOpenings({ name, repertoire }: Entry) {
    await this.keepRepertoire(name, { ...repertoire, progress: {} })
  }

  async removeOpenings({ name, repertoire }: Entry) {
    this.#set({ entries: this.#state.entries.filter(entry => entry.name !== name) })
    await this.#save(() => removeRepertoire(name), NO_ROOM_FOR)
    notify({
      text: `The repertoire “${name}” was deleted.`,
      actions: [{ label: 'Undo', isUndo: true, run: () => void this.keepRepertoire(name, repertoire) }],
    })
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
    const title = source === 'puzzles' ? 'Puzzles' : 'Your mistakes'
    this.#begin(source, title, cards, asked, read, (key, isRight) => {
      const place = placeAfter(read()[key], isRight, Date.now())
      void this.#keep(source, { progress: { ...read(), [key]: place } })
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
    Training.begin(this.#page, { source, title, cards: due, keep, next: () => nextDue(cards, progress()) })
  }

  /**
   * Keeps the mistakes of an analysed game for training.
   * @returns how many are new
   */
  async keepMistakes(findings: Pick<Findings, 'analysis' | 'nodes'>, tree: PgnGame, side: Side) {
    await this.#opened
    const found = cardsOfMistakes(findings, tree, side)
    const before = this.#state.mistakes.cards.length + this.#state.puzzles.cards.length
    const games = [...new Set([...this.#state.mistakes.games, gameName(tree)])]
    const { mistakes, puzzles } = this.#state
    await this.#keep('mistakes', { cards: joined(mistakes.cards, found.mistakes, MOST.mistakes), games })
    await this.#keep('puzzles', { cards: joined(puzzles.cards, found.puzzles, MOST.puzzles) })
    return this.#state.mistakes.cards.length + this.#state.puzzles.cards.length - before
  }

  async #keep(source: 'mistakes' | 'puzzles', change: Partial<Deck>) {
    const deck = { ...this.#state[source], ...change }
    this.#set({ [source]: deck })
    await this.#save(() => saveDeck(source, deck), UNSAVED)
  }

  setPlayer(player: string) {
    saveSetting('player', player)
    this.#set({ player })
  }

  /** Looks through the newest games of the player in the database that were not looked through before. */
  async lookThrough(player: string, most: number) {
    this.setPlayer(player)
    await this.#work('Looking for games …', async signal => {
      const link = await this.link()
      const games = (await link?.request('gamesOf', { player, most }, { signal })) ?? []
      const known = new Set(this.#state.mistakes.games)
      const trees = games.map(({ pgn, side }) => ({ tree: parsePgn(pgn)[0], side }))
      const fresh = trees.filter(({ tree }) => tree.variant === 'standard' && !known.has(gameName(tree)))
      let found = 0
      for (const [index, { tree, side }] of fresh.entries()) {
        const nodes = [tree.root, ...tree.mainline()]
        const onProgress = (done: number) =>
          this.#set({
            work: {
              text: `Game ${index + 1} of ${fresh.length}`,
              done: index + done / nodes.length,
              total: fresh.length,
            },
          })
        const how = { nodes, movetime: PACE, tablebase: undefined, signal, onProgress }
        found += await this.keepMistakes(await findAll(this.#page.room, tree, how), tree, side)
      }
      return games.length === 0
        ? `No game of “${player}” is in the database.`
        : fresh.length === 0
          ? 'These games were looked through before.'
          : `${found} new ${found === 1 ? 'position' : 'positions'} from ${fresh.length} ${fresh.length === 1 ? 'game' : 'games'}.`
    })
  }

  /** Reads puzzles of Lichess from a file. */
  async readPuzzleFile(file: Blob) {
    await this.#work('Reading puzzles …', async signal => {
      const cards: Card[] = []
      let wrong = 0
      const onError = () => wrong++
      for await (const puzzle of readPuzzles(file, { signal, onError })) {
        cards.push(cardOfPuzzle(puzzle))
        if (cards.length === MOST.puzzles) break
      }
      if (cards.length === 0) return 'There are no puzzles in this file: it must be the CSV file of Lichess.'
      const { puzzles } = this.#state
      // Those that were answered stay.
      const kept = puzzles.cards.filter(({ key }) => puzzles.progress[key] !== undefined)
      const others = puzzles.cards.filter(({ key }) => puzzles.progress[key] === undefined)
      await this.#keep('puzzles', { cards: joined(others, [...kept, ...cards], MOST.puzzles) })
      const lines = wrong === 1 ? 'line was not a puzzle' : 'lines were not puzzles'
      return `${cards.length} ${cards.length === 1 ? 'puzzle was' : 'puzzles were'} read.${wrong > 0 ? ` ${wrong} ${lines}.` : ''}`
    })
  }

  /** Deletes the cards of a source, with "Undo". */
  async clear(source: 'mistakes' | 'puzzles') {
    const before = this.#state[source]
    await this.#keep(source, NO_DECK)
    notify({
      text: `${before.cards.length} ${source} were deleted.`,
      actions: [{ label: 'Undo', isUndo: true, run: () => void this.#keep(source, before) }],
    })
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
      else remark = 'Stopped: what was found is kept.'
    }
    if (this.#working.signal === signal) this.#set({ work: null, remark })
  }

  async #save(save: () => Promise<unknown>, failure: string) {
    this.#note()
    try {
      await save()
    } catch (error) {
      this.#fail(error, failure)
    }
  }

  /** Notes what is due, for the other parts of the page. */
  #note() {
    const { entries, mistakes, puzzles } = this.#state
    const keysOf = (cards: readonly Card[]) => cards.map(({ key }) => key)
    noteDue(
      'openings',
      entries.map(({ cards, repertoire: { progress } }) => ({ keys: keysOf(cards), progress })),
    )
    noteDue('mistakes', [{ keys: keysOf(mistakes.cards), progress: mistakes.progress }])
    // New puzzles are not due: there is no end of them.
    const { progress } = puzzles
    noteDue('puzzles', [{ keys: keysOf(puzzles.cards).filter(key => progress[key]), progress }])
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
    before?.repertoire.pgn === repertoire.pgn ? before.cards : cardsOf(gamesOf(repertoire), repertoire.color),
})

/** @throws {DOMException} */
async function readEntries(): Promise<Entry[]> {
  const all = await Promise.all(
    repertoireNames().map(async name => ({ name, repertoire: await readRepertoire(name) })),
  )
  return all.flatMap(({ name, repertoire }) => (repertoire ? [entryOf(name, repertoire)] : []))
}
