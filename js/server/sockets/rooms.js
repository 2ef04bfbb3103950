// SPDX-License-Identifier: Apache-2.0
// The games that clients of this node have open: their clients, and the text of news, made once for all clients that
// get the same.

import { eventFor, sessionView } from '../../session/view.js'

/** @import { GameNews } from '../host/answers.js' */
/** @import { GameHost } from '../host/game-host.js' */
/** @import { SessionEvent } from '../../session/commands.js' */
/** @import { Role } from '../../session/protocol.js' */
/** @import { SessionState } from '../../session/state.js' */

/**
 * A client in a room.
 * @typedef {object} RoomClient
 * @property {string} game
 * @property {Role | undefined} role
 * @property {{ send: (text: string) => void }} client
 */

/** @typedef {{ guests: readonly RoomClient[], spectators: number, presence: string }} Room */

export class Rooms {
  #host
  #mostSpectators
  /** @type {Map<string, Room>} */
  #rooms = new Map()
  /** @type {Set<string>} games whose presence may have changed */
  #touched = new Set()

  /**
   * @param {GameHost} host
   * @param {number} mostSpectators of a game
   */
  constructor(host, mostSpectators) {
    this.#host = host
    this.#mostSpectators = mostSpectators
  }

  /** Number of games that are open. */
  get size() {
    return this.#rooms.size
  }

  /**
   * @param {RoomClient} guest with its role
   * @returns {boolean} false if there are too many spectators
   */
  enter(guest) {
    const { game, role } = guest
    const room = this.#rooms.get(game) ?? { guests: [], spectators: 0, presence: '' }
    if (role === 'spectator') {
      if (room.spectators >= this.#mostSpectators) return false
      room.spectators++
    }
    room.guests = room.guests.concat([guest])
    this.#rooms.set(game, room)
    this.touch(game)
    return true
  }

  /** @param {RoomClient} guest */
  leave(guest) {
    const room = this.#rooms.get(guest.game)
    if (room === undefined || !room.guests.includes(guest)) return
    room.guests = room.guests.filter(other => other !== guest)
    if (guest.role === 'spectator') room.spectators--
    if (room.guests.length === 0) this.#rooms.delete(guest.game)
    else this.touch(guest.game)
  }

  /**
   * @param {RoomClient} guest
   * @param {Role} role its new one
   */
  move(guest, role) {
    const room = this.#rooms.get(guest.game)
    if (room?.guests.includes(guest))
      room.spectators += Number(role === 'spectator') - Number(guest.role === 'spectator')
    guest.role = role
  }

  /** @param {string} game where players or spectators may have come or gone */
  touch(game) {
    this.#touched.add(game)
  }

  /** Sends the guests of each room the list of guests, if that has changed. To be called now and then. */
  publish() {
    for (const game of this.#touched) {
      const room = this.#rooms.get(game)
      if (room === undefined) continue
      const presence = JSON.stringify({ game, presence: this.presenceOf(game) })
      if (presence === room.presence) continue
      room.presence = presence
      for (const guest of room.guests) guest.client.send(presence)
    }
    this.#touched.clear()
  }

  /**
   * @param {string} game
   * @returns {{ white: boolean, black: boolean, spectators: number }}
   */
  presenceOf(game) {
    const state = this.#host.stateOf(game)
    const isThere = (/** @type {'white' | 'black'} */ color) =>
      this.#host.isPresent(game, color) ||
      (state?.status === 'playing' && state.players[color] !== null && state.away[color] === null)
    const spectators = this.#rooms.get(game)?.spectators ?? 0
    return { white: isThere('white'), black: isThere('black'), spectators }
  }
}

/** @type {WeakMap<object, Partial<Record<Role, string>>>} */
const texts = new WeakMap()

/**
 * @param {object} source
 * @param {Role} role
 * @param {() => string} make
 * @returns {string} made once for the same source and role
 */
function textFor(source, role, make) {
  let made = texts.get(source)
  if (made === undefined) {
    made = {}
    texts.set(source, made)
  }
  made[role] ??= make()
  return made[role]
}

/**
 * @param {SessionEvent[]} events never changed
 * @param {Role} role
 * @returns {string} as that role sees them, as JSON
 */
export function eventsText(events, role) {
  return textFor(events, role, () => JSON.stringify(events.map(event => eventFor(event, role))))
}

/**
 * @param {string} game
 * @param {Extract<GameNews, { version: number }>} news
 * @param {Role} role
 * @returns {string} the message
 */
export function newsText(game, news, role) {
  return textFor(news, role, () => {
    const { version, events } = news
    return JSON.stringify({ game, version, events: events.map(event => eventFor(event, role)) })
  })
}

/**
 * @param {SessionState} state
 * @param {Role} role
 * @returns {string} the view, as JSON
 */
export function viewText(state, role) {
  return textFor(state, role, () => JSON.stringify(sessionView(state, role)))
}
