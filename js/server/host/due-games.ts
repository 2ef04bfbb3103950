// SPDX-License-Identifier: Apache-2.0
// Games that are due: flags, first moves that were not made in time, seats whose players have left, and ended games to be
// archived. The store reports each of them again until it is handled.

import { reasonOf } from '../../core/caught.js'
import { deadline } from '../../core/waiting.js'
import { COLORS } from '../../game/squares.js'
import { isExpected } from '../../session/commands/absence.js'
import { sessionError } from '../../session/errors.js'
import { foldSession } from '../../session/reducer.js'
import { isGameId } from '../../session/setup.js'
import type { SessionState } from '../../session/state.js'
import type { Archive, GameRecord } from '../archive/archive.js'
import { isWorthKeeping, recordOf } from '../archive/archive.js'
import { MemoryStore } from '../stores/memory-store.js'
import type { SessionStore } from '../stores/session-store.js'
import { LEASE } from '../stores/session-store.js'
import type { Answer } from './answers.js'
import { forgetInRecord } from './forget.js'
import type { HostLog } from './host-log.js'
import type { Listings } from './listings.js'
import type { LiveGame } from './live-game.js'
import type { LiveGames } from './live-games.js'
import type { Machine, Meter } from './machine.js'
import type { Outages } from './outages.js'
import { UNUSED } from './presence.js'
import type { Retention } from './retention.js'
import type { Work } from './work.js'

type DueServices = {
  store: SessionStore
  archive: Archive | undefined
  outages: Outages
  listings: Listings
  retention: Retention
  machine: Machine
  meter: Meter
  games: LiveGames
  work: Work
  log: HostLog
}

/** by store: the archives of the hosts in this process that serve it; the key is the host's part */
const archives: WeakMap<object, Map<DueGames, Archive | undefined>> = new WeakMap()

export class DueGames {
  #services: DueServices
  /** games that are being archived */
  #archiving: Set<string> = new Set()
  /** timers of games that will be due soon */
  #soon: Map<string, unknown> = new Map()
  #isClosed = false

  constructor(services: DueServices) {
    this.#services = services
    const { store, archive } = services
    archives.set(store, (archives.get(store) ?? new Map()).set(this, archive))
  }

  /** @returns whether another host of this process archives the games of the store */
  #othersArchive(): boolean {
    const all = archives.get(this.#services.store) ?? []
    return Array.from(all).some(([host, archive]) => host !== this && archive !== undefined)
  }

  /** Stops all timers. */
  close() {
    if (this.#isClosed) return
    this.#isClosed = true
    archives.get(this.#services.store)?.delete(this)
    for (const timer of this.#soon.values()) this.#services.machine.clearTimeout(timer)
    this.#soon.clear()
  }

  /**
   * A game's timer is due, or the players of some seats have left.
   * @param gone seats
   * @returns rejects if it must be reported again
   */
  async handle(id: string, gone?: unknown): Promise<void> {
    const { games, work, log } = this.#services
    // When the lease ends, another node gets it.
    if (work.isClosed || !isGameId(id)) return
    try {
      await work.do(() =>
        games.use(games.get(id), game =>
          Array.isArray(gone) && gone.length > 0 ? this.#gone(game, gone) : this.#due(game),
        ),
      )
    } catch (error) {
      log.fault(id, error)
      throw error
    }
  }

  /** @param seats whose players have left */
  async #gone(game: LiveGame, seats: unknown[]): Promise<void> {
    const { store, outages } = this.#services
    if (game.state === null) await game.read()
    for (const color of COLORS) {
      if (!seats.includes(color) || (game.state?.status === 'over' && !isExpected(game.state, color)))
        continue
      const back = outages.endFor(game.id)
      if (game.presence.has(color)) game.presence.renew(game.state)
      else if (game.state?.status === 'waiting' && store.now() < back + UNUSED)
        await store.hold(game.id, color, back + UNUSED) // its maker could not come
      else this.#mustBeDone(await game.command({ type: 'away', color }, store.now()))
    }
  }

  /** @param game whose timer is due */
  async #due(game: LiveGame): Promise<void> {
    const { store, meter, retention } = this.#services
    const now = store.now()
    const known = game.state === null ? null : retention.dueAt(game.state)
    if (game.state?.status !== 'over') {
      this.#mustBeDone(await game.command({ type: 'due' }, now))
      if (known !== null && known <= now) meter.late(now - known)
    } else if (known === null || known <= now) await game.read()
    if (game.state === null) {
      // The game was removed; only its timer is left.
      if ((await store.read(game.id)).length === 0) await store.remove(game.id, 0)
      return
    }
    const due = retention.dueAt(game.state)
    if (due === null) return
    const wait = due - store.now()
    if (wait > 0) return this.#callSoon(game.id, wait)
    // A host without an archive would lose the game.
    if (this.#services.archive === undefined && this.#othersArchive()) return
    if (game.state.status === 'over') await this.#toArchive(game, game.state)
  }

  #mustBeDone(answer: Answer) {
    if (!answer.ok && (answer.code === 'unavailable' || answer.code === 'tooFast'))
      throw sessionError('ERR_STORE_AWAY', answer.code)
  }

  /**
   * Without it, a timer that came early would come again at the end of its lease, which may be too late.
   * @param wait in milliseconds
   */
  #callSoon(id: string, wait: number) {
    if (wait > LEASE || this.#soon.has(id) || this.#isClosed) return
    const timer = this.#services.machine.setTimeout(() => {
      this.#soon.delete(id)
      this.handle(id).catch(() => {
        // It comes again when the lease ends.
      })
    }, wait)
    this.#soon.set(id, timer)
  }

  /**
   * Archives a game, unless that was done before, and removes it if it is time.
   * @param state of the game, which is over
   */
  async #toArchive(game: LiveGame, state: SessionState) {
    const { store, archive, listings, retention, log } = this.#services
    const { id, version } = state
    // The archive may take longer than the lease.
    if (this.#archiving.has(id)) return
    this.#archiving.add(id)
    try {
      const isArchived = await listings.isArchived(state)
      let record: GameRecord | undefined
      if (!isArchived) {
        const events = await store.read(id)
        if (events.length !== version) return game.doubt()
        if (isWorthKeeping(events)) record = recordOf(events)
        if (archive && record) await archive(record)
      }
      const removal = retention.removalAt(state)
      if (store.now() < removal) {
        if (archive && record) {
          await forgetInRecord(archive, record, store)
          await listings.noteArchived(state)
        }
        await game.postpone(removal)
      } else if (await game.remove(version)) {
        if (isArchived) listings.dropArchived(state)
        log.write({
          event: 'removed',
          game: id,
          archived: archive !== undefined && (isArchived || record !== undefined),
        })
      } else if (archive && record) await forgetInRecord(archive, record, store)
    } catch (error) {
      if (game.state !== null) listings.delay(game.state)
      log.write({ event: 'archive-failed', game: id, reason: reasonOf(error) })
      throw error
    } finally {
      this.#archiving.delete(id)
    }
  }

  /**
   * Archives the games of a MemoryStore, which end with the process, when its last host with an archive has stopped; unfinished
   * ones as unfinished. They stay in the store.
   * @param within milliseconds
   * @param write called for games that the archive has not accepted
   * @returns never rejects
   */
  async archiveRest(
    within?: number,
    write: (entry: { event: string; game: string; reason: string }) => void = this.#services.log.write,
  ): Promise<void> {
    const { store, archive, listings } = this.#services
    if (!(store instanceof MemoryStore) || archive === undefined || this.#othersArchive()) return
    const left = new Set(store.games())
    const report = (game: string, reason: string) => write({ event: 'archive-failed', game, reason })
    const kept = Promise.all(
      [...left].map(async game => {
        try {
          const events = await store.read(game)
          const state = foldSession(null, events)
          const isArchived = state?.status === 'over' && (await listings.isArchived(state))
          if (!isArchived && isWorthKeeping(events)) {
            await archive(recordOf(events))
            if (state?.status === 'over') await listings.noteArchived(state)
          }
        } catch (error) {
          report(game, reasonOf(error))
        }
        left.delete(game)
      }),
    )
    await (within === undefined ? kept : deadline(kept, within))
    for (const game of left) report(game, 'the archive does not answer')
  }
}
