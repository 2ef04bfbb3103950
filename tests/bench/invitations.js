// SPDX-License-Identifier: Apache-2.0
// The server's part of "play a friend": from the click on Invite to the friend's first move on the inviter's screen, for
// two pages that are connected, each to another node. What people and networks take is not in it.

import os from 'node:os'
import { RawClient } from './support/raw-client.js'

/** A message must come within this time, in milliseconds. */
const PATIENCE = 5000
const STEPS = /** @type {const} */ (['create', 'open', 'open by the friend', 'join', 'move'])

/** A page that is connected and known. */
class Page {
  /** @type {(message: any) => void} */
  #hear = () => {}
  #raw
  #count = 0

  /** @param {number} port */
  constructor(port) {
    const welcome = this.#wait(({ type }) => type === 'welcome')
    this.#raw = new RawClient({ port }, () => this.#raw.send({ type: 'hello' }))
    this.#raw.onMessage = message => this.#hear(message)
    this.ready = welcome
  }

  /**
   * @param {(message: any) => boolean} matches
   * @returns {Promise<any>} the first such message from now on
   */
  #wait(matches) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the server does not answer')), PATIENCE)
      this.#hear = message => {
        if (!matches(message)) return
        clearTimeout(timer)
        resolve(message)
      }
    })
  }

  /** @param {object} command @returns {Promise<any>} the answer */
  async ask(command) {
    const id = `c${++this.#count}`
    const answer = this.#wait(({ re }) => re === id)
    this.#raw.send({ id, ...command })
    const given = await answer
    if (given.ok === false) throw new Error(JSON.stringify(given))
    return given
  }

  /** @returns {Promise<any>} the message with the next move of another */
  move() {
    return this.#wait(({ events }) => events?.some(event => event.type === 'moved'))
  }

  end() {
    this.#raw.destroy()
  }
}

/**
 * @param {number[]} ports of two nodes
 * @returns {Promise<number[]>} milliseconds of each step, as STEPS
 */
async function invite(ports) {
  const [inviter, friend] = ports.map(port => new Page(port))
  try {
    await Promise.all([inviter.ready, friend.ready])
    const times = [performance.now()]
    const done = () => times.push(performance.now())
    const clock = { base: 300_000, increment: 3000 }
    const { game } = await inviter.ask({ type: 'create', color: 'black', clock })
    done()
    await inviter.ask({ type: 'open', game })
    done()
    await friend.ask({ type: 'open', game })
    done()
    await friend.ask({ type: 'join', game })
    done()
    const seen = inviter.move()
    await Promise.all([friend.ask({ type: 'move', game, ply: 0, uci: 'e2e4' }), seen])
    done()
    return times.slice(1).map((time, at) => time - times[at])
  } finally {
    inviter.end()
    friend.end()
  }
}

/**
 * @param {number[]} ports of two nodes
 * @param {number} count of invitations, one after another
 * @returns {Promise<{ p50: number, p99: number, worst: number, load: number, steps: string }>} sums of all steps, in
 *   milliseconds; `steps` are their medians
 */
export async function measureInvitations(ports, count) {
  const all = []
  for (let at = 0; at < count; at++) all.push(await invite(at % 2 ? ports : [...ports].reverse()))
  const sums = all.map(times => times.reduce((sum, time) => sum + time, 0))
  const steps = STEPS.map(
    (name, step) =>
      `${name} ${part(
        all.map(times => times[step]),
        0.5,
      ).toFixed(2)}`,
  )
  return {
    p50: part(sums, 0.5),
    p99: part(sums, 0.99),
    worst: Math.max(...sums),
    load: os.loadavg()[0],
    steps: steps.join(', '),
  }
}

/** @param {number[]} values @param {number} quantile */
function part(values, quantile) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))]
}
