// SPDX-License-Identifier: Apache-2.0
// One server process: the real GameHost over a store that reaches the database through a bad network. When it dies its
// callbacks are dropped, while what it has sent still arrives.

/** @import { Database } from './database.js' */
/** @import { World } from './world.js' */

/**
 * How bad things are. Chances are per message.
 * @typedef {object} Trouble
 * @property {number} longest delay of a message, in ms
 * @property {number} lost chance of a request or an answer
 * @property {number} doubled chance of a request or a hint
 */

/** After this time, in ms, a node has all events again, and shows them. */
const SETTLED = 3000
/** Requests without an answer end after this time, in ms. */
const DEADLINE = 1000
const KEPT_OUTAGES = 16

export class SimNode {
  isAlive = false
  /** Cut off from the database. */
  isCut = false
  /** When it was cut off, or was not any more, for the last time. */
  cutAt = 0
  epoch = 0
  /** @type {any} */
  host
  conflicts = 0
  /** @type {any[]} errors that the host has logged */
  faults = []
  /** @type {{ game: string, at: number }[]} */
  archived
  /** Games that it has made random ids for. */
  #world
  #database
  #modules
  /** @type {Trouble} */
  #trouble
  /** @type {((outage: any) => void) | undefined} */
  #onOutage
  /** @type {((game: string, gone?: string[]) => any) | undefined} */
  #onDue
  /** How many outages it knows. */
  #known = 0

  /**
   * @param {World} world
   * @param {Database} database
   * @param {any} modules GameHost, chessError
   * @param {Trouble} trouble shared, may change
   * @param {{ game: string, at: number }[]} archived
   */
  constructor(world, database, modules, trouble, archived) {
    this.#world = world
    this.#database = database
    this.#modules = modules
    this.#trouble = trouble
    this.archived = archived
  }

  /** Whether it has had all that it needs to show new events at once. */
  get isWell() {
    const { up, upAt } = this.#database
    return !this.isCut && !up.includes(false) && this.#world.now > Math.max(this.cutAt, upAt) + SETTLED
  }

  /** @param {number} epoch @returns {boolean} whether the process of that time still runs */
  is(epoch) {
    return this.isAlive && this.epoch === epoch
  }

  /** @param {number} cachedGames */
  start(cachedGames) {
    const world = this.#world
    const epoch = ++this.epoch
    this.#known = Math.max(0, this.#database.outages.length - KEPT_OUTAGES)
    this.#onOutage = this.#onDue = undefined
    this.#database.change(() => {
      this.isAlive = true
    })
    const timers = new Set()
    const machine = {
      setTimeout: (/** @type {() => void} */ call, /** @type {number} */ delay) => {
        const timer = {}
        timers.add(timer)
        world.in(delay, () => {
          if (timers.delete(timer) && this.is(epoch)) call()
        })
        return timer
      },
      clearTimeout: (/** @type {object} */ timer) => timers.delete(timer),
      random: () => world.random(),
      meter: {
        now: () => world.now,
        command() {},
        append() {},
        conflict: () => this.conflicts++,
        unknown() {},
        late() {},
        outage() {},
      },
    }
    this.host = new this.#modules.GameHost(
      {
        store: this.#store(epoch),
        archive: async (/** @type {any} */ record) => {
          this.archived.push({ game: record.id ?? record.game, at: world.now })
        },
        limits: { cachedGames },
        log: (/** @type {any} */ entry) => {
          if (entry.event === 'error' && this.is(epoch)) this.faults.push(entry)
        },
      },
      machine,
    )
    world.in(world.between(0, this.#trouble.longest), () => {
      if (this.is(epoch)) this.hearOutages()
    })
  }

  /** kill -9. */
  crash() {
    this.#database.change(() => {
      this.isAlive = false
    })
    this.host = undefined
    for (const [game, listeners] of this.#database.listeners) {
      for (const listener of listeners) if (listener.node === this) listeners.delete(listener)
      if (listeners.size === 0) this.#database.listeners.delete(game)
    }
  }

  /** @param {boolean} isCut */
  cut(isCut) {
    this.cutAt = this.#world.now
    this.#database.change(() => {
      this.isCut = isCut
    })
    if (isCut) return
    // Its subscriptions are made again.
    for (const listeners of this.#database.listeners.values())
      for (const listener of listeners)
        if (listener.node === this) this.#later(this.epoch, () => listener.hint())
  }

  /** The database has noted an outage. */
  hearOutages() {
    const { epoch } = this
    if (this.isAlive && !this.isCut) this.#later(epoch, () => this.#announce())
  }

  #announce() {
    const { outages } = this.#database
    while (this.#known < outages.length) {
      const { from, to, shard } = outages[this.#known++]
      this.#onOutage?.({
        from,
        to,
        has: (/** @type {string} */ game) => this.#database.shardOf(game) === shard,
      })
    }
  }

  /** @returns {number[]} the delays of the copies of a hint */
  hintDelays() {
    const { world, trouble } = { world: this.#world, trouble: this.#trouble }
    if (world.chance(trouble.lost)) return []
    const first = world.between(0, trouble.longest)
    return world.chance(trouble.doubled) ? [first, world.between(0, 4 * trouble.longest)] : [first]
  }

  /**
   * @param {string} game
   * @param {string[]} [gone]
   * @param {() => void} [onDone]
   */
  deliverDue(game, gone, onDone) {
    const { epoch } = this
    this.#later(epoch, async () => {
      try {
        await (gone ? this.#onDue?.(game, gone) : this.#onDue?.(game))
        if (this.is(epoch))
          this.#world.in(this.#world.between(0, this.#trouble.longest), () => this.isCut || onDone?.())
      } catch {
        // The lease brings it back.
      }
    })
  }

  /** @param {number} epoch @param {() => void} call */
  #later(epoch, call) {
    this.#world.in(this.#world.between(0, this.#trouble.longest), () => {
      if (this.is(epoch)) call()
    })
  }

  /** @param {number} epoch */
  #store(epoch) {
    const database = this.#database
    const world = this.#world
    const node = this
    return {
      now: () => world.now,
      get ready() {
        return !node.isCut && database.up[0] && database.up[1]
      },
      append: (
        /** @type {string} */ game,
        /** @type {number} */ version,
        /** @type {any[]} */ events,
        due,
      ) => {
        if (events[0].type === 'away') database.onAbsence?.(game)
        const called = world.now
        return this.#request(epoch, game, 'ERR_STORE_UNKNOWN', known =>
          database.append(game, version, events, due, known, called, this.#trouble.longest),
        )
      },
      read: (/** @type {string} */ game, since = 0) =>
        this.#request(epoch, game, 'ERR_STORE_AWAY', () => database.read(game, since)),
      hold: (/** @type {string} */ game, /** @type {string} */ color, /** @type {number} */ until) =>
        this.#request(epoch, game, 'ERR_STORE_AWAY', () => database.hold(game, color, until)),
      remove: (/** @type {string} */ game, /** @type {number} */ version) =>
        this.#request(epoch, game, 'ERR_STORE_AWAY', () => database.remove(game, version)),
      subscribe: (/** @type {string} */ game, /** @type {(...args: any[]) => void} */ hint) => {
        const listener = { node: this, epoch, hint }
        let isOn = true
        this.#later(epoch, () => {
          if (!isOn) return
          const listeners = database.listeners.get(game) ?? new Set()
          database.listeners.set(game, listeners)
          listeners.add(listener)
          hint()
        })
        return () => {
          isOn = false
          database.listeners.get(game)?.delete(listener)
        }
      },
      onDue: (/** @type {any} */ fn) => {
        this.#onDue = fn
      },
      onOutage: (/** @type {any} */ fn) => {
        this.#onOutage = fn
      },
      close: async () => {},
    }
  }

  /**
   * A request to the database. Its answer never comes to a process that has died.
   * @param {number} epoch
   * @param {string} game
   * @param {string} code of the error when there is no answer
   * @param {(known: number) => any} execute
   * @returns {Promise<any>}
   */
  #request(epoch, game, code, execute) {
    const world = this.#world
    const trouble = this.#trouble
    const { chessError } = this.#modules
    return new Promise((resolve, reject) => {
      let isOver = false
      /** @param {() => void} end */
      const finish = end => {
        if (isOver || !this.is(epoch)) return
        isOver = true
        end()
      }
      world.in(DEADLINE, () => finish(() => reject(chessError(code, ''))))
      const known = this.#known
      const arrive = () => {
        if (this.isCut) return
        if (!this.#database.up[this.#database.shardOf(game)]) {
          // The connection is refused, or it hangs.
          if (world.chance(0.5)) world.in(1, () => finish(() => reject(chessError('ERR_STORE_AWAY', ''))))
          return
        }
        const answer = execute(known)
        if (world.chance(trouble.lost)) return
        world.in(world.between(0, trouble.longest), () => {
          if (this.isCut) return
          finish(() => {
            if (answer?.outages) this.#announce()
            resolve(answer?.outages ? { ok: false, missed: [] } : answer)
          })
        })
      }
      const copies = world.chance(trouble.lost) ? 0 : world.chance(trouble.doubled) ? 2 : 1
      for (let i = 0; i < copies; i++) {
        // Some requests arrive when nobody waits for them any more.
        const longest = world.chance(trouble.lost) ? 3 * DEADLINE : trouble.longest
        world.in(world.between(0, longest), arrive)
      }
    })
  }
}
