// SPDX-License-Identifier: Apache-2.0
// The clock of the game on the page: an added move presses it, a takeback sets it back, and it reports when a flag falls. The
// moves carry the times ([%clk]). It is loaded with the first game that has a clock; its only timer runs while a clock runs.

import type { Color } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import { say } from '../page/texts.js'
import { colorName, otherColor } from '../study/descriptions.js'
import { gameAt, turnOf } from '../study/nodes.js'
import type { Study } from '../study/study.js'
import type { Clock, TimeControl, Times } from './clock.js'

/** @returns integer milliseconds of a monotonic clock */
const now = (): number => Math.round(performance.now())

export class MatchClock {
  #study: Study
  #clock: Clock
  #onFlag: (color: Color) => void
  /** The end of the main line at the last press. */
  #end: PgnNode
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * @param clock owned; its times are those at the study's end
   * @param onFlag called once when this side's time is up
   */
  constructor(study: Study, clock: Clock, onFlag: (color: Color) => void) {
    this.#study = study
    this.#clock = clock
    this.#onFlag = onFlag
    this.#end = study.end
  }

  /** @returns milliseconds left */
  remaining(color: Color): number {
    return this.#clock.remaining(color, now())
  }

  /** @returns the side whose time runs */
  get running(): Color | null {
    return this.#clock.running
  }

  /** @returns milliseconds at the start */
  get base(): number {
    return this.#clock.control.base
  }

  /** @returns milliseconds for each move */
  get increment(): number {
    return this.#clock.control.increment
  }

  /** @returns limits of an engine's search */
  get limits(): { wtime: number; btime: number; winc: number; binc: number } {
    const { increment } = this
    const [wtime, btime] = [this.remaining('white'), this.remaining('black')]
    return { wtime, btime, winc: increment, binc: increment }
  }

  /** @returns plain data for readClock() */
  get saved(): TimeControl & Times {
    return { ...this.#clock.control, ...this.#clock.times(now()) }
  }

  /** Follows a change of the moves: a new move presses the clock; any other change sets the times from the moves. */
  follow() {
    const { end } = this.#study
    const before = this.#end
    if (end === before) return
    this.#end = end
    if (end.parent === before) this.#press(turnOf(before), end)
    else this.#clock.set(this.#timesAt(end))
  }

  /** @param color the side whose time runs from now on */
  run(color: Color | null) {
    clearTimeout(this.#timer)
    this.#clock.run(color, now())
    if (this.running) this.#timer = setTimeout(() => this.#check(), this.#clock.untilFlag(now()))
  }

  /** @param node of its move */
  #press(color: Color, node: PgnNode) {
    // No clock runs before the first move, and it gets no increment.
    const left = this.running === color ? this.#clock.press(color, now()) : this.remaining(color)
    this.#clock.run(null, now())
    node.clock = Math.floor(left / 100) / 10
  }

  #check() {
    const { running } = this
    if (!running) return
    // Timers may fire early, or late after the computer slept.
    if (this.#clock.untilFlag(now()) > 0) return this.run(running)
    this.#clock.run(null, now())
    this.#onFlag(running)
  }

  /** @returns the times left after the last moves of both sides */
  #timesAt(end: PgnNode): Times {
    const { base } = this
    const times: Partial<Times> = {}
    for (let node = end; node.parent; node = node.parent) {
      if (node.clock !== undefined) times[turnOf(node.parent)] ??= Math.round(node.clock * 1000)
      if (times.white !== undefined && times.black !== undefined) break
    }
    return { white: base, black: base, ...times }
  }
}

/**
 * Ends the game on time: the other side wins, or it is a draw if the other side cannot mate (FIDE 6.9).
 * @param color whose time is up
 */
export function endByTime(study: Study, color: Color) {
  const game = gameAt(study.tree, study.end)
  try {
    if (game.status.over) return
    const opponent = otherColor(color)
    const isDraw = game.flag(color).type === 'draw'
    const how = isDraw
      ? say`${colorName(color)}’s time is up, and ${colorName(opponent)} cannot win`
      : say`${colorName(color)}’s time is up`
    // Shows the last position: at an earlier one the player would not see the end.
    study.goTo(study.end)
    study.finish(isDraw ? '1/2-1/2' : opponent === 'white' ? '1-0' : '0-1', how)
  } finally {
    game.stop()
  }
}
