// SPDX-License-Identifier: Apache-2.0
// The lobby of a game server, with its open challenges, and the user's own games there. Shown in the dialog for a new game;
// loaded by itself.

import { h, writeText } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { colorName } from '../study/descriptions.js'
import { setupWords } from './words.js'

/** @import { Challenge, GameSummary } from 'binbo/session' */
/** @import { GameServer } from './server.js' */

const HOUR = 3_600_000
/** Own games are asked for again after this time, in milliseconds, while they are shown. */
const AGAIN = 10_000

/**
 * @param {HTMLElement} root
 * @param {GameServer} server
 * @param {{ join: (game: string) => void, open: (game: string) => void, signal: AbortSignal }} acts the signal ends this
 */
export function mountLobby(root, server, { join, open, signal }) {
  const own = new List('Your games', 'Open', open)
  const others = new List('Open challenges', 'Join', join)
  const none = h('p', { class: 'soft' }, 'No open challenges.')
  others.root.append(none)
  root.append(own.root, others.root)
  /** @type {GameSummary[]} */
  let games = []
  /** @type {Challenge[]} */
  let challenges = []

  const show = () => {
    const { client } = server
    own.show(games.map(game => wordsOfOwn(game, client.now())))
    own.root.hidden = games.length === 0
    const ids = new Set(games.map(({ game }) => game))
    const free = challenges.filter(({ game }) => !ids.has(game))
    others.show(free.map(wordsOfChallenge))
    none.hidden = free.length > 0
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const ask = async () => {
    clearTimeout(timer)
    try {
      games = await server.client.games()
    } catch {
      // An old server, or none: the dialog says so when it is needed.
    }
    if (signal.aborted) return
    show()
    timer = setTimeout(ask, AGAIN)
  }

  let stop = () => {}
  const watch = () => {
    stop()
    stop = server.client.on('lobby', now => {
      challenges = now
      show()
    })
    void ask()
  }
  const stopRenewals = server.onRenewal(watch)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    stop()
    stopRenewals()
  })
  root.hidden = false
  watch()
}

/**
 * What a row says. `name`: of its button, for screen readers.
 * @typedef {{ game: string, text: string, state: string, isUrgent: boolean, name: string }} Words
 */

/** @param {GameSummary} game @param {number} now @returns {Words} */
function wordsOfOwn({ game, status, variant, clock, color, opponent, turn, deadline }, now) {
  const isOwn = turn === color
  const state = {
    waiting: 'waits for an opponent',
    playing: `${isOwn ? 'your move' : 'not your move'}${deadline === null ? '' : `, ${timeLeft(deadline - now)}`}`,
    over: 'has ended',
  }[status]
  const player = opponent?.name ?? 'Opponent'
  const text = `${player} · ${setupWords({ variant: /** @type {any} */ (variant), clock })}`
  return { game, text, state, isUrgent: isOwn, name: `Open the game with ${player}` }
}

/** @param {Challenge} challenge @returns {Words} */
function wordsOfChallenge({ game, variant, clock, color, creator, fen }) {
  const player = creator.name ?? 'A player'
  const text = `${player} · ${setupWords({ variant: /** @type {any} */ (variant), clock })}`
  const start = fen === null || variant === 'chess960' ? '' : ', from a position'
  const state = `you play ${colorName(color)}${start}`
  return { game, text, state, isUrgent: false, name: `Join the game of ${player}` }
}

/** A list of games. A row stays as long as its game: it may have the focus, or be pressed. */
class List {
  #title
  #label
  #run
  #items = h('ul', { class: 'lobby' })
  #heading
  root
  /** @type {Map<string, HTMLElement>} by game */
  #rows = new Map()

  /** @param {string} title @param {string} label of the buttons @param {(game: string) => void} run */
  constructor(title, label, run) {
    this.#title = title
    this.#label = label
    this.#run = run
    this.#heading = h('h3', { tabindex: -1 }, title)
    this.root = h('section', { 'aria-label': title }, this.#heading, this.#items)
  }

  /** @param {Words[]} all */
  show(all) {
    writeText(this.#heading, all.length > 0 ? `${this.#title} (${all.length})` : this.#title)
    const before = this.#rows
    this.#rows = new Map(all.map(words => [words.game, before.get(words.game) ?? this.#makeRow(words.game)]))
    for (const words of all) write(/** @type {HTMLElement} */ (this.#rows.get(words.game)), words)
    keepFocus(
      this.#items,
      () => this.#heading,
      () => arrange(this.#items, [...this.#rows.values()]),
    )
  }

  /** @param {string} game */
  #makeRow(game) {
    const join = h('button', { type: 'button', onclick: () => this.#run(game) }, this.#label)
    return h('li', { class: 'lobby-row' }, h('span', {}), join)
  }
}

/** @param {HTMLElement} row @param {Words} words */
function write(row, { text, state, isUrgent, name }) {
  const [said, button] = row.children
  if (said.textContent === `${text} ${state}`) return
  said.replaceChildren(text, ' ', h(isUrgent ? 'strong' : 'span', { class: isUrgent ? '' : 'soft' }, state))
  button.setAttribute('aria-label', `${name}: ${text}`)
}

/**
 * Puts elements into a list; the one that has the focus is not moved, which would take the focus away.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} wanted in their order
 */
function arrange(list, wanted) {
  for (const element of [...list.children]) if (!wanted.some(one => one === element)) element.remove()
  const at = wanted.findIndex(element => element.contains(document.activeElement))
  if (at > 0) wanted[at].before(...wanted.slice(0, at))
  if (wanted.some((element, index) => element !== list.children[index])) list.append(...wanted.slice(at + 1))
}

/** @param {number} ms @returns {string} such as '2 days', '5 hours' or '3 minutes', rounded down */
function timeLeft(ms) {
  const units = /** @type {[number, string][]} */ ([
    [24 * HOUR, 'day'],
    [HOUR, 'hour'],
    [HOUR / 60, 'minute'],
  ])
  const [length, unit] = units.find(([length]) => ms >= length) ?? [1000, 'second']
  const count = Math.max(0, Math.floor(ms / length))
  return `${count} ${unit}${count === 1 ? '' : 's'} left`
}
