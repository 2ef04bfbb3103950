// SPDX-License-Identifier: Apache-2.0
// The games that one client watches, and the messages that it gets about them. For each game it gets every event once
// and in order: those of its own commands in their answers.

import { isGameId, isShortText } from '../../session/setup.js'
import { seatOf } from '../../session/state.js'
import { eventFor } from '../../session/view.js'
import { eventsText, newsText, viewText } from './rooms.js'

/** @import { Answer, GameNews, User } from '../host/answers.js' */
/** @import { Role } from '../../session/protocol.js' */
/** @typedef {Extract<GameNews, { version: number }>} Batch */

/**
 * @typedef {object} SubscriptionServices
 * @property {import('../host/game-host.js').GameHost} host
 * @property {import('./rooms.js').Rooms} rooms
 * @property {{ openGames: number }} limits
 * @property {import('../stores/session-store.js').SessionStore} store
 */

/**
 * The client, as its games see it.
 * @typedef {object} SubscriptionClient
 * @property {() => void} onNews there is something to write
 * @property {() => void} onUnknown a game was played on by a newer version
 * @property {(bytes: number) => void} onFirst much may have been written for one message of the client
 * @property {(text: string) => void} send
 */

/**
 * @typedef {object} Subscription
 * @property {string} game
 * @property {boolean} isView
 * @property {string | undefined} re id of the request, until it is answered
 * @property {Role | undefined} role undefined before the first news
 * @property {boolean} isNew whether its first message is still to come
 * @property {number} version that the client has, or will have after `news`
 * @property {Batch[]} news that are not written yet
 * @property {boolean} isSuspended
 * @property {SubscriptionClient} client
 * @property {() => void} unwatch
 */

/** @type {readonly Subscription[]} */
const NONE = []
const nothing = () => {}

export class Subscriptions {
  #user
  #services
  #client
  /** @type {readonly Subscription[]} few: a Map takes four times the memory */
  #all = NONE
  /** @type {Subscription[] | undefined} all with news, perhaps some without */
  #changed

  /**
   * @param {User} user
   * @param {SubscriptionServices} services
   * @param {SubscriptionClient} client
   */
  constructor(user, services, client) {
    this.#user = user
    this.#services = services
    this.#client = client
  }

  /**
   * @param {any} message of type 'open'
   * @returns {string | undefined} the refusal, if it is refused at once
   */
  open({ game, since, at, as, id }) {
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
      Number.isSafeInteger(since) && since > 0 ? since : 0,
      typeof at === 'number' ? at : undefined,
    )
    // The game comes when the store is back. A client that knows other nodes need not wait for that.
    if (re !== undefined && this.#services.store.ready === false)
      this.#client.send(JSON.stringify({ re, ok: false, code: 'unavailable', game }))
  }

  /** @param {unknown} game */
  close(game) {
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

  /** Gives up what spectators wait for: their events are read from the log later. */
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

  /** @param {string[]} out gets the messages about all news */
  write(out) {
    const changed = this.#changed
    this.#changed = undefined
    if (changed === undefined) return
    for (const open of changed) if (open.news.length > 0) out.push(this.#text(open, Number.POSITIVE_INFINITY))
  }

  /**
   * @param {string} re
   * @param {string | undefined} game
   * @param {Answer} answer to a command of this client
   * @param {string[]} out gets its message; the events since the client's version are in it
   */
  answer(re, game, answer, out) {
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
    const role = this.#roleIn(/** @type {string} */ (id))
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

  /** @param {unknown} game */
  #find(game) {
    return this.#all.find(open => open.game === game)
  }

  /**
   * @param {Subscription} open
   * @param {number} since
   * @param {number} [at]
   */
  #watch(open, since, at) {
    const { game } = open
    open.isSuspended = false
    // A new array: a loop over the old one may end some of its games.
    if (!this.#all.includes(open)) this.#all = this.#all.concat([open])
    open.unwatch = this.#services.host.watch(game, since, news => this.#take(open, news), this.#user, at)
  }

  /** @param {Subscription} open */
  #end(open) {
    open.unwatch()
    this.#services.rooms.leave(open)
    open.news = []
    this.#all = this.#all.filter(other => other !== open)
  }

  /**
   * @param {Subscription} open
   * @param {GameNews} news
   */
  #take(open, news) {
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

  /**
   * @param {string} game
   * @returns {Role}
   */
  #roleIn(game) {
    return seatOf(this.#services.host.stateOf(game), this.#user.id) ?? 'spectator'
  }

  /**
   * Takes news of a game, and makes one message of them.
   * @param {Subscription} open
   * @param {number} until version of the last ones
   * @param {object} [answer] whose events they are
   * @returns {string}
   */
  #text(open, until, answer) {
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

/**
 * @param {string} game
 * @param {string} gone
 * @param {string | undefined} re
 */
function goneText(game, gone, re) {
  return JSON.stringify({ ...(re !== undefined && { re, ok: false, code: gone }), game, gone })
}
