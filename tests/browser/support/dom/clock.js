// SPDX-License-Identifier: Apache-2.0
// Playwright's page.clock: the time of a page goes as a test says.

import { withGlobal } from '@sinonjs/fake-timers'

/** @import { PageWindow } from './window.js' */

/** @param {number | string} time milliseconds, or such as '10:00' */
const msOf = time =>
  typeof time === 'number' ? time : 1000 * time.split(':').reduce((sum, part) => 60 * sum + Number(part), 0)

export class Clock {
  #window
  /** @type {any} */
  #clock

  /** @param {() => PageWindow} window */
  constructor(window) {
    this.#window = window
  }

  /** @param {{ time?: number | string | Date }} [options] */
  async install({ time = Date.now() } = {}) {
    const window = this.#window()
    this.#clock = withGlobal(/** @type {any} */ (window)).install({
      now: new Date(time).getTime(),
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    })
  }

  /** @param {number | string} time */
  async runFor(time) {
    await this.#clock.tickAsync(msOf(time))
  }

  /** Fires what is due at most once. @param {number | string} time */
  async fastForward(time) {
    this.#clock.jump(msOf(time))
    await this.#clock.tickAsync(0)
  }

  /** Stops it at a time. @param {number | Date} time */
  async pauseAt(time) {
    const now = this.#clock.now
    this.#clock.setTickMode?.({ mode: 'manual' })
    await this.#clock.tickAsync(Math.max(0, new Date(time).getTime() - now))
  }

  async resume() {
    this.#clock.setTickMode?.({ mode: 'interval' })
  }

  /** In the page that is open then, its first one too. */
  restore() {
    this.#clock?.uninstall()
  }
}
