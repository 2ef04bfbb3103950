// SPDX-License-Identifier: Apache-2.0
// The games that clients of this node have open, and the clients of each. A text is made once for all clients that get it.

import type { SessionEvent } from '../../session/commands.js'
import type { Role } from '../../session/protocol.js'
import type { SessionState } from '../../session/state.js'
import { eventFor, sessionView } from '../../session/view.js'
import type { GameNews } from '../host/answers.js'
import type { GameHost } from '../host/game-host.js'

/** A client in a room. */
type RoomClient = {
  game: string
  role: Role | undefined
  client: { send: (text: string) => void }
}

type Room = { guests: readonly RoomClient[]; spectators: number; presence: string }

export class Rooms {
  #host: GameHost
  #mostSpectators: number
  #rooms: Map<string, Room> = new Map()
  /** games whose presence may have changed */
  #touched: Set<string> = new Set()

  /** @param mostSpectators the most spectators of a game */
  constructor(host: GameHost, mostSpectators: number) {
    this.#host = host
    this.#mostSpectators = mostSpectators
  }

  /** Number of games that are open. */
  get size() {
    return this.#rooms.size
  }

  /**
   * @param guest a client whose role is set
   * @returns false if there are too many spectators
   */
  enter(guest: RoomClient): boolean {
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

  leave(guest: RoomClient) {
    const room = this.#rooms.get(guest.game)
    if (room === undefined || !room.guests.includes(guest)) return
    room.guests = room.guests.filter(other => other !== guest)
    if (guest.role === 'spectator') room.spectators--
    if (room.guests.length === 0) this.#rooms.delete(guest.game)
    else this.touch(guest.game)
  }

  /** @param role the new role */
  move(guest: RoomClient, role: Role) {
    const room = this.#rooms.get(guest.game)
    if (room?.guests.includes(guest))
      room.spectators += Number(role === 'spectator') - Number(guest.role === 'spectator')
    guest.role = role
  }

  /** @param game a game where players or spectators may have come or gone */
  touch(game: string) {
    this.#touched.add(game)
  }

  /** Sends each room its presence if that may have changed. Called once a round. */
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

  presenceOf(game: string): { white: boolean; black: boolean; spectators: number } {
    const state = this.#host.stateOf(game)
    const isThere = (color: 'white' | 'black') =>
      this.#host.isPresent(game, color) ||
      (state?.status === 'playing' && state.players[color] !== null && state.away[color] === null)
    const spectators = this.#rooms.get(game)?.spectators ?? 0
    return { white: isThere('white'), black: isThere('black'), spectators }
  }
}

const texts: WeakMap<object, Partial<Record<Role, string>>> = new WeakMap()

/** @returns the text, made once for a source and a role */
function textFor(source: object, role: Role, make: () => string): string {
  let made = texts.get(source)
  if (made === undefined) {
    made = {}
    texts.set(source, made)
  }
  made[role] ??= make()
  return made[role]
}

/**
 * @param events must not be changed later
 * @returns the events as that role sees them, as JSON
 */
export function eventsText(events: SessionEvent[], role: Role): string {
  return textFor(events, role, () => JSON.stringify(events.map(event => eventFor(event, role))))
}

/** @returns the message */
export function newsText(game: string, news: Extract<GameNews, { version: number }>, role: Role): string {
  return textFor(news, role, () => {
    const { version, events } = news
    return JSON.stringify({ game, version, events: events.map(event => eventFor(event, role)) })
  })
}

/** @returns the view, as JSON */
export function viewText(state: SessionState, role: Role): string {
  return textFor(state, role, () => JSON.stringify(sessionView(state, role)))
}
