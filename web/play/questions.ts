// SPDX-License-Identifier: Apache-2.0
// Requests to the engine between moves: a hint, and a draw offer. One at a time; a request is dropped when a move is played or
// another position is shown.

import type { Color } from 'binbo'
import type { Info } from 'binbo/uci'
import { askEngine } from '../engine/engine-room.js'
import { announce, notify } from '../page/notices.js'
import { say } from '../page/texts.js'
import { colorName, otherColor, spoken } from '../study/descriptions.js'
import type { Change, Study } from '../study/study.js'
import type { Page } from './standing.js'
import { engineName } from './standing.js'

/** Limits of the engine's search for an answer. */
const LIMITS = { movetime: 1000 }

export class Questions {
  /** Set by the page: called after each change. */
  changed = () => {}
  #page: Pick<Page, 'study' | 'room' | 'board' | 'match'>
  #asking: '' | 'hint' | 'draw' = ''
  #hint = ''
  /** Identifies the position that the requests are about. */
  #about: unknown[]
  #abort = new AbortController()

  constructor(page: Pick<Page, 'study' | 'board' | 'match' | 'room'>) {
    this.#page = page
    this.#about = placeIn(page.study)
  }

  /** Call after each change of the study. */
  follow(change: Change) {
    const before = this.#about
    this.#about = placeIn(this.#page.study)
    if (change === 'game' || this.#about.some((part, at) => part !== before[at])) this.#forget()
  }

  /** The state for views. */
  get shown() {
    return { asking: this.#asking, hint: this.#hint }
  }

  /** @returns the open question, if any */
  get asking(): '' | 'hint' | 'draw' {
    return this.#asking
  }

  /** @returns the hint for the current position as SAN, or '' */
  get hint(): string {
    return this.#hint
  }

  /** Shows the best move on the board and announces it. */
  async askHint() {
    const answer = await this.#ask('hint')
    if (!answer?.move) return
    const { board, study } = this.#page
    const [move] = study.position.line([answer.move])
    this.#hint = move.san
    board.showHint(move, study.position)
    announce(say`Hint: ${spoken(move.san, study.position.variant)}.`)
    this.changed()
  }

  /** Offers the engine a draw. */
  async offerDraw(human: Color) {
    const { match, room, study } = this.#page
    const { fullmoveNumber } = study.position
    const answer = await this.#ask('draw')
    if (!answer || match.setup?.human !== human) return
    const name = engineName(room)
    if (agreesToDraw(answer.info, human, fullmoveNumber)) {
      study.finish('1/2-1/2', say`${colorName(human)} offered a draw and ${name} agreed`)
    } else {
      notify({ text: say`Draw declined.`, until: 'move' })
    }
  }

  /** @returns null if the question was dropped or failed */
  async #ask(question: 'hint' | 'draw'): Promise<Awaited<ReturnType<typeof askEngine>> | null> {
    const { room, study } = this.#page
    this.#forget()
    const { signal } = (this.#abort = new AbortController())
    this.#asking = question
    this.changed()
    try {
      const answer = await askEngine(room, study.game, LIMITS, signal)
      if (signal.aborted) return null
      this.#asking = ''
      this.changed()
      return answer
    } catch (error) {
      if (signal.aborted) return null
      this.#asking = ''
      this.changed()
      this.#reportFailure(question, error)
      return null
    }
  }

  #reportFailure(question: 'hint' | 'draw', error: unknown) {
    const { match, room } = this.#page
    const again = () => {
      room.retryIfStuck()
      if (question === 'hint') this.askHint()
      else if (match.setup?.human) this.offerDraw(match.setup.human)
    }
    notify({
      text: room.explain(error),
      ...{ tone: 'error', until: 'move' },
      actions: [{ label: say`Try again`, run: again }],
    })
  }

  #forget() {
    if (this.#hint) this.#page.board.showHint(null)
    const had = this.#hint || this.#asking
    this.#abort.abort()
    this.#asking = ''
    this.#hint = ''
    if (had) this.changed()
  }
}

/** @returns a value that changes with each move and with the shown position */
const placeIn = ({ node, end, outcome }: Study): unknown[] => [node, end, outcome?.result]

/** From this move number on, an engine that is not clearly better accepts a draw. */
const LATE_MOVE = 20
/** Centipawns, from the engine's side. */
const CLEARLY_BETTER = 20
const LOST = -150

/**
 * The engine accepts if it is lost, or from move 20 on if it is not clearly better.
 * @param info its evaluation of the position
 */
export function agreesToDraw(info: Info | null, human: Color, moveNumber: number): boolean {
  if (!info?.score) return false
  const own = info.score.pov(otherColor(human)).valueOf()
  return own <= LOST || (moveNumber >= LATE_MOVE && own <= CLEARLY_BETTER)
}
