// SPDX-License-Identifier: Apache-2.0
// The games that one client watches, and the messages that it gets about them. For each game it gets every event once
// and in order; the events of its own commands are in the answers.

import type { Role } from '../../session/protocol.js'
import { isGameId, isShortText } from '../../session/setup.js'
import { seatOf } from '../../session/state.js'
import { eventFor } from '../../session/view.js'
import type { Answer, GameNews, User } from '../host/answers.js'
import type { GameHost } from '../host/game-host.js'
import type { SessionStore } from '../stores/session-store.js'
import type { Rooms } from './rooms.js'
import { eventsText, newsText, viewText } from './rooms.js'

type Batch = Extract<GameNews, { version: number }>

type SubscriptionServices = {
  host: GameHost
  rooms: Rooms
  limits: { openGames: number }
  store: SessionStore
}

/** The part of a client that its games use. */
type SubscriptionClient = {
  /** there are messages to send */
  onNews: () => void
  /** a game has events of a newer version of this package */
  onUnknown: () => void
  /** the first message of a game was written, which may be long */
  onFirst: (bytes: number) => void
  send: (text: string) => void
}

type Subscription = {
  game: string
  isView: boolean
  /** id of the request, until it is answered */
  re: string | undefined
  /** undefined before the first news */
  role: Role | undefined
  /** whether its first message is still to come */
  isNew: boolean
  /** the version that the client has, or will have after `news` */
  version: number
  /** not yet written */
  news: Batch[]
  isSuspended: boolean
  client: SubscriptionClient
  unwatch: () => void
}

const NONE: readonly Subscription[] = []
const nothing = () => {}

export class Subscriptions {
  #user: User
  #services: SubscriptionServices
  #client: SubscriptionClient
  /** they are few, and a Map takes four times the memory */
  #all: readonly Subscription[] = NONE
  /** includes all that have news */
  #changed: Subscription[] | undefined

  constructor(user: User, services: SubscriptionServices, client: SubscriptionClient) {
    this.#user = user
    this.#services = services
    this.#client = client
  }

  /**
   * @param message a message of type 'open'
   * @returns the refusal, if it is refused at once
   */
  open({ game, since, at, as, id }: Record<string, unknown>): string | undefined {
    const re = isShortText(id) ? id : undefined
    if (!isGameId(game)) return goneText(isShortText(game) ? game : '', 'noGame', re)
    this.close(game)
    if (this.#all.length >= this.#services.limits.openGames) return goneText(game, 'tooMany', re)
    this.#watch(
      {
        game,
        isView: as === 'view',
        re,
        role: undefined,
        isNew: true,
        version: 0,
        news: [],
        isSuspended: false,
        client: this.#client,
        unwatch: nothing,
      },
      typeof since === 'number' && Number.isSafeInteger(since) && since > 0 ? since : 0,
      typeof at === 'number' ? at : undefined,
    )
    // The game follows when the store is back; a client that knows other nodes need not wait.
    if (re !== undefined && this.#services.store.ready === false)
      this.#client.send(JSON.stringify({ re, ok: false, code: 'unavailable', game }))
  }

  close(game: unknown) {
    const open = this.#find(game)
    if (open) this.#end(open)
  }

  closeAll() {
    for (const open of this.#all) this.#end(open)
  }

  /** Whether it plays one of the games. */
  get isPlaying() {
    return this.#all.some(({ role }) => role !== undefined && role !== 'spectator')
  }

  /** Drops unsent news of games that this client only watches; resume() reads them from the log. */
  suspend() {
    for (const open of this.#all) {
      if (open.isSuspended || open.isNew || open.role !== 'spectator') continue
      open.isSuspended = true
      open.unwatch()
      open.version -= open.news.reduce((sum, { events }) => sum + events.length, 0)
      open.news = []
    }
  }

  resume() {
    for (const open of this.#all) if (open.isSuspended) this.#watch(open, open.version)
  }

  /** @param out gets the messages with all news */
  write(out: string[]) {
    const changed = this.#changed
    this.#changed = undefined
    if (changed === undefined) return
    for (const open of changed) if (open.news.length > 0) out.push(this.#text(open, Number.POSITIVE_INFINITY))
  }

  /**
   * @param answer the answer to a command of this client
   * @param out gets its message, with the events since the client's version
   */
  answer(re: string, game: string | undefined, answer: Answer, out: string[]) {
    const { events = [], version, ...rest } = answer
    const id = game ?? answer.game
    const head = { re, ...rest, ...(typeof id === 'string' && { game: id }) }
    const open = this.#find(game)
    if (open?.isNew && open.news.length > 0) out.push(this.#text(open, Number.POSITIVE_INFINITY))
    if (
      open &&
      !open.isNew &&
      open.news.length > 0 &&
      version !== undefined &&
      open.news[0].version <= version
    ) {
      out.push(this.#text(open, version, head))
      return
    }
    const role = this.#roleIn(id ?? '')
    const isKnown = open !== undefined && !open.isSuspended && !open.isNew
    out.push(
      JSON.stringify({
        ...head,
        ...(version !== undefined && { version }),
        ...((answer.ok || events.length > 0) &&
          !open?.isView && { events: isKnown ? [] : events.map(event => eventFor(event, role)) }),
      }),
    )
  }

  #find(game: unknown) {
    return this.#all.find(open => open.game === game)
  }

  #watch(open: Subscription, since: number, at?: number) {
    const { game } = open
    open.isSuspended = false
    // A new array, because a loop over the old one may be running.
    if (!this.#all.includes(open)) this.#all = this.#all.concat([open])
    open.unwatch = this.#services.host.watch(game, since, news => this.#take(open, news), this.#user, at)
  }

  #end(open: Subscription) {
    open.unwatch()
    this.#services.rooms.leave(open)
    open.news = []
    this.#all = this.#all.filter(other => other !== open)
  }

  #take(open: Subscription, news: GameNews) {
    const { rooms } = this.#services
    const client = this.#client
    const { game } = open
    if (news.gone !== undefined) {
      this.#end(open)
      if (news.gone === 'unknownEvent') return client.onUnknown()
      return client.send(goneText(game, news.gone, open.re))
    }
    if (open.role === undefined) {
      open.role = this.#roleIn(game)
      if (!rooms.enter(open)) {
        this.#end(open)
        return client.send(goneText(game, 'full', open.re))
      }
    }
    if (news.events.length === 0 && !open.isNew) return
    this.#changed ??= []
    if (open.news.length === 0) this.#changed.push(open)
    open.news.push(news)
    open.version = news.version
    client.onNews()
  }

  #roleIn(game: string): Role {
    return seatOf(this.#services.host.stateOf(game), this.#user.id) ?? 'spectator'
  }

  /**
   * Removes news of a game from the queue and makes one message of them.
   * @param until the version of the last news
   * @param answer the answer that gets these events
   */
  #text(open: Subscription, until: number, answer?: object): string {
    const { game, isNew, isView, re } = open
    const { host, rooms } = this.#services
    let count = 0
    while (count < open.news.length && open.news[count].version <= until) count++
    const batches = open.news.splice(0, count)
    const last = batches[batches.length - 1]
    const role = this.#roleIn(game)
    const isMoved = role !== open.role
    if (isMoved) rooms.move(open, role)
    const state = host.stateOf(game)
    if (!isNew && !isMoved && !isView && answer === undefined && batches.length === 1 && !last.rewound)
      return newsText(game, last, role)
    const first = isNew ? { role, now: host.now, presence: rooms.presenceOf(game) } : isMoved ? { role } : {}
    open.isNew = false
    open.re = undefined
    const rewound = batches.findLastIndex(batch => batch.rewound)
    const head = JSON.stringify({
      ...(isNew && re !== undefined && { re }),
      game,
      version: isView && state !== null ? state.version : last.version,
      ...answer,
      ...first,
      ...(rewound >= 0 && { rewound: true }),
    })
    const told = batches.slice(Math.max(0, rewound))
    const events = told.length === 1 ? told[0].events : told.flatMap(batch => batch.events)
    const body =
      isView && state !== null ? `"view":${viewText(state, role)}` : `"events":${eventsText(events, role)}`
    const text = `${head.slice(0, -1)},${body}}`
    if (isNew) this.#client.onFirst(text.length)
    return text
  }
}

function goneText(game: string, gone: string, re: string | undefined) {
  return JSON.stringify({ ...(re !== undefined && { re, ok: false, code: gone }), game, gone })
}
