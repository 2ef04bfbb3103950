// SPDX-License-Identifier: Apache-2.0
// The games that are being played and that anybody may watch, and how many watch each of them. Lists of the store are only
// hints; the log of each game is the truth. A move of a game with a clock changes no list.
//
//   playing         running games, at most a few of each place, so that no stranger displaces those of others
//   playing:more    other running games: they fill what room is left
//   playing:PLACE   the games of a place in `playing`
//   watched         "game#watchers#host": the 100 most watched of each host, renewed while they are watched

import { codeOf } from '../../core/caught.js'
import type { SessionEvent } from '../../session/commands.js'
import type { SessionState } from '../../session/state.js'
import type { PlayingOptions, RunningGame } from '../../session/summary.js'
import { MOST_SHOWN, runningOf } from '../../session/summary.js'
import type { SessionStore } from '../stores/session-store.js'
import type { Lists } from './listings.js'
import type { LiveGame } from './live-game.js'

type RunningServices = {
  store: SessionStore
  lists: Lists
  /** the number of running games of a place that take precedence */
  mostOfPlace: number
  /** what distinguishes this host from others */
  host: string
  games: {
    watched: Iterable<LiveGame>
    find: (game: string) => LiveGame | undefined
    /** the state of a watched game, which hints keep current */
    current: (game: string) => SessionState | null
  }
  /** reads a game on from what is known of it */
  read: (game: string) => Promise<SessionState | null>
}

/** What this host knows of a game's entry; `list` is undefined until it is chosen. */
type Entry = { place: string | undefined; list: string | undefined }
/** `isFirst`: it is on the first list. */
type Candidate = { game: string; isFirst: boolean }
/** The lists as they were read, and the games that were read since. */
type Reading = {
  at: number
  changes: number
  candidates: Candidate[]
  /** how many watch a game on other hosts */
  counts: Map<string, number>
  states: Map<string, Promise<SessionState | null>>
}

/** How long an entry lasts, in milliseconds: moves may take 30 days. */
const KEPT = 40 * 24 * 3_600_000

const PLAYING = 'playing'
const MORE = 'playing:more'
const WATCHED = 'watched'
const ofPlace = (place: string) => `${PLAYING}:${place}`
/** Separates the parts of an entry; ids of games do not contain it. */
const AT = '#'

/** How long a game counts for its place, in milliseconds: stores need not know for longer where a game came from. */
const COUNTED_FOR_PLACE = 24 * 3_600_000
/** The lists are read again after this time, in milliseconds. */
const FRESH = 1000
/** The interval at which hosts publish how many watch, in milliseconds. */
const INTERVAL = 5000
/** How long such a count counts, and when it is renewed, in milliseconds. */
const COUNTED = 30_000
const RENEWAL = 15_000
/** Games that are read for one reading of the lists, and for one answer. */
const MOST_READ = 200
/** Games whose entries are remembered. */
const MOST_ENTRIES = 10_000

export class RunningGames {
  #services: RunningServices
  /** by game, the latest last */
  #entries: Map<string, Entry> = new Map()
  #reading: { at: number; changes: number; result: Promise<Reading> } | undefined
  /** The number of changes of the lists by this host. */
  #changes = 0
  /** by game: what was last published, and when */
  #published: Map<string, { count: number; at: number }> = new Map()
  #publishedAt = 0
  /** changes of lists in progress, by game: one after the other */
  #jobs: Map<string, Promise<void>> = new Map()

  constructor(services: RunningServices) {
    this.#services = services
  }

  /**
   * A game may start soon by a command.
   * @param place of the user
   */
  expect(game: string, place: string | undefined) {
    if (this.#entries.get(game)?.list !== undefined) return
    this.#entries.delete(game)
    this.#entries.set(game, { place, list: undefined })
    if (this.#entries.size > MOST_ENTRIES) this.#entries.delete(this.#entries.keys().next().value ?? '')
  }

  /**
   * This host has appended events to a game.
   * @param state after them
   */
  note(state: SessionState, events: SessionEvent[]) {
    const { id, clock, players, allow, status } = state
    const has = (type: SessionEvent['type']) => events.some(event => event.type === type)
    for (const event of events) {
      const entry = this.#entries.get(id)
      if (event.type === 'rematched' && entry) this.expect(event.game, entry.place)
    }
    if (!allow.spectators || players.white === null || players.black === null) return
    if (isShown(state)) {
      if (clock === null || 'perMove' in clock || has('started')) this.#change(id, () => this.#enlist(id))
    } else if (has('ended') || (status === 'playing' && has('away')))
      this.#change(id, () => this.#withdraw(id))
  }

  #change(game: string, job: () => Promise<unknown>) {
    this.#changes++
    const last = this.#jobs.get(game)
    const next = (last === undefined ? job() : last.then(job))
      .catch(() => {
        // The store is away. A wrong entry is removed when the list is read.
      })
      .then(() => {
        if (this.#jobs.get(game) === next) this.#jobs.delete(game)
      })
    this.#jobs.set(game, next)
  }

  async #enlist(game: string) {
    const { store, lists } = this.#services
    const until = store.now() + KEPT
    const entry = this.#entries.get(game)
    // Without an entry, another host may have put it on the first list.
    const list = entry === undefined ? MORE : (entry.list ?? (await this.#listFor(game, entry.place)))
    if (entry) entry.list = list
    await lists.enlist(list, game, until)
  }

  /**
   * @returns the list for a new game
   * @throws {ChessError} of the store
   */
  async #listFor(game: string, place: string | undefined): Promise<string> {
    const { store, lists, mostOfPlace } = this.#services
    if (place === undefined) return PLAYING
    const games = await lists.listed(ofPlace(place))
    if (games.length >= mostOfPlace) {
      const running = new Set(await lists.listed(PLAYING))
      const over = games.filter(game => !running.has(game))
      for (const game of over) await lists.enlist(ofPlace(place), game, 0)
      if (games.length - over.length >= mostOfPlace) return MORE
    }
    await lists.enlist(ofPlace(place), game, store.now() + COUNTED_FOR_PLACE)
    return PLAYING
  }

  async #withdraw(game: string) {
    const { lists } = this.#services
    const { list, place } = this.#entries.get(game) ?? {}
    await Promise.all([
      ...(list === undefined ? [PLAYING, MORE] : [list]).map(list => lists.enlist(list, game, 0)),
      place !== undefined && list === PLAYING && lists.enlist(ofPlace(place), game, 0),
    ])
  }

  /**
   * Publishes how many watch the games of this host. To be called once a second while games are watched, and once after.
   * @returns never rejects
   */
  async publish() {
    const { store, lists, host, games } = this.#services
    const now = store.now()
    const counts: [game: string, count: number][] = []
    for (const { id, state, spectators } of games.watched)
      if (spectators > 0 && state && isShown(state)) counts.push([id, spectators])
    if (counts.length > 0 && now - this.#publishedAt < INTERVAL) return
    this.#publishedAt = now
    const top = new Map(counts.sort(([, a], [, b]) => b - a).slice(0, MOST_SHOWN))
    const calls: [game: string, count: number, until: number][] = []
    for (const [game, { count }] of this.#published) {
      if (top.get(game) === count) continue
      calls.push([game, count, 0])
      this.#published.delete(game)
    }
    for (const [game, count] of top) {
      if (now - (this.#published.get(game)?.at ?? 0) < RENEWAL) continue
      calls.push([game, count, now + COUNTED])
      this.#published.set(game, { count, at: now })
    }
    const enlisted = calls.map(([game, count, until]) =>
      lists.enlist(WATCHED, [game, count, host].join(AT), until),
    )
    await Promise.all(enlisted).catch(() => {
      // The store is away: entries expire.
    })
  }

  /**
   * Returns the running games of all hosts, at most a second old, including this host's own changes.
   * @param options checked
   * @returns the most watched first
   * @throws {ChessError} of the store
   */
  async list({ tag, limit = MOST_SHOWN }: PlayingOptions): Promise<RunningGame[]> {
    const reading = await this.#read()
    const watchers = (game: string) =>
      (this.#services.games.find(game)?.spectators ?? 0) + (reading.counts.get(game) ?? 0)
    const ranked = reading.candidates.flatMap(({ game, isFirst }) => {
      const state = this.#services.games.find(game)?.state
      return state && isShown(state) && hasTag(state, tag)
        ? [{ game, isFirst, at: state.createdAt, watchers: watchers(game) }]
        : []
    })
    ranked.sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || b.watchers - a.watchers || b.at - a.at)
    const shown: SessionState[] = []
    for (let read = 0; shown.length < limit && ranked.length > 0 && read < MOST_READ; ) {
      const next = ranked.splice(0, limit - shown.length)
      read += next.length
      const states = await Promise.all(next.map(({ game }) => this.#stateOf(game, reading)))
      for (const state of states) if (state !== null && isShown(state)) shown.push(state)
    }
    return shown
      .sort((a, b) => watchers(b.id) - watchers(a.id) || b.createdAt - a.createdAt)
      .map(state => runningOf(state, watchers(state.id)))
  }

  /** @throws {ChessError} of the store */
  #read(): Promise<Reading> {
    const at = this.#services.store.now()
    const changes = this.#changes
    const last = this.#reading
    if (last !== undefined && last.changes === changes && at - last.at < FRESH) return last.result
    const reading = { at, changes, result: this.#readLists(at, changes) }
    this.#reading = reading
    reading.result.catch(() => {
      if (this.#reading === reading) this.#reading = undefined
    })
    return reading.result
  }

  async #readLists(at: number, changes: number): Promise<Reading> {
    const { lists, host, games } = this.#services
    const [watched, first, more] = await Promise.all([WATCHED, PLAYING, MORE].map(list => lists.listed(list)))
    const counts: Map<string, number> = new Map()
    const seen: Set<string> = new Set()
    for (const entry of watched) {
      const [game, text, other] = entry.split(AT)
      const count = Number(text)
      // The latest count of a host comes first.
      const key = game + AT + other
      if (other === host || !Number.isSafeInteger(count) || seen.has(key)) continue
      seen.add(key)
      counts.set(game, (counts.get(game) ?? 0) + count)
    }
    const firsts = new Set(first)
    const all = new Set([...counts.keys(), ...first, ...more])
    for (const { id, spectators } of games.watched) if (spectators > 0) all.add(id)
    const candidates = [...all].map(game => ({ game, isFirst: firsts.has(game) }))
    const reading = { at, changes, candidates, counts, states: new Map() }
    const news = candidates.filter(({ game }) => !games.find(game)?.state)
    await Promise.all(news.slice(0, MOST_READ).map(({ game }) => this.#stateOf(game, reading)))
    return reading
  }

  /**
   * @returns read at most once for a reading of the lists; null if it is gone
   * @throws {ChessError} of the store
   */
  #stateOf(game: string, { states }: Reading): Promise<SessionState | null> {
    const known = states.get(game)
    if (known !== undefined) return known
    const state = this.#stateNow(game)
    states.set(game, state)
    return state
  }

  async #stateNow(game: string): Promise<SessionState | null> {
    const { games, read } = this.#services
    const state = games.current(game) ?? (await read(game).catch(nullIfUnknown))
    // Its host has died, or did not find the store, when it ended.
    if (state === null || !isShown(state)) this.#withdraw(game).catch(() => {})
    return state
  }
}

/** Not an untimed game that both players have left: it never ends. */
const isShown = ({ status, allow, clock, away }: SessionState): boolean =>
  status === 'playing' && allow.spectators && !(clock === null && away.white !== null && away.black !== null)

const hasTag = ({ tags = {} }: SessionState, tag: PlayingOptions['tag']): boolean =>
  tag === undefined || (Object.hasOwn(tags, tag[0]) && tags[tag[0]] === tag[1])

/** @returns null for a game that a newer version has continued */
function nullIfUnknown(error: unknown): null {
  if (codeOf(error) === 'ERR_SESSION_FORMAT') return null
  throw error
}
