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
  const own = list('Your games')
  const others = list('Open challenges')
  const none = h('p', { class: 'soft' }, 'No open challenges.')
  others.root.append(none)
  root.append(own.root, others.root)
  /** @type {GameSummary[]} */
  let games = []
  /** @type {Challenge[]} */
  let challenges = []

  const show = () => {
    const { client } = server
    own.show(
      games,
      ({ game }) => game,
      game => ownRow(game, client.now(), open),
    )
    own.root.hidden = games.length === 0
    const ids = new Set(games.map(({ game }) => game))
    const free = challenges.filter(({ game }) => !ids.has(game))
    others.show(
      free,
      ({ game }) => game,
      challenge => challengeRow(challenge, join),
    )
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

/** @param {GameSummary} game @param {number} now @param {(game: string) => void} open */
function ownRow({ game, status, variant, clock, color, opponent, turn, deadline }, now, open) {
  const isOwn = turn === color
  const state = {
    waiting: 'waits for an opponent',
    playing: `${isOwn ? 'your move' : 'not your move'}${deadline === null ? '' : `, ${timeLeft(deadline - now)}`}`,
    over: 'has ended',
  }[status]
  const name = opponent?.name ?? 'Opponent'
  const text = `${name} · ${setupWords({ variant: /** @type {any} */ (variant), clock })}`
  return row(text, state, isOwn, 'Open', `Open the game with ${name}`, () => open(game))
}

/** @param {Challenge} challenge @param {(game: string) => void} join */
function challengeRow({ game, variant, clock, color, creator, fen }, join) {
  const name = creator.name ?? 'A player'
  const text = `${name} · ${setupWords({ variant: /** @type {any} */ (variant), clock })}`
  const start = fen === null || variant === 'chess960' ? '' : ', from a position'
  return row(text, `you play ${colorName(color)}${start}`, false, 'Join', `Join the game of ${name}`, () =>
    join(game),
  )
}

/**
 * @param {string} text
 * @param {string} state
 * @param {boolean} isUrgent
 * @param {string} label of the button
 * @param {string} name of the button for screen readers
 * @param {() => void} run
 */
const row = (text, state, isUrgent, label, name, run) =>
  h(
    'li',
    { class: 'lobby-row' },
    h('span', {}, text, ' ', h(isUrgent ? 'strong' : 'span', { class: isUrgent ? '' : 'soft' }, state)),
    h('button', { type: 'button', 'aria-label': `${name}: ${text}`, onclick: run }, label),
  )

/** @param {string} title */
function list(title) {
  const items = h('ul', { class: 'lobby' })
  const heading = h('h3', { tabindex: -1 }, title)
  /** What is shown, as text: the same is not rendered again. */
  let shown = ''
  return {
    root: h('section', { 'aria-label': title }, heading, items),
    /**
     * @template T
     * @param {T[]} values
     * @param {(value: T) => string} idOf
     * @param {(value: T) => HTMLElement} render
     */
    show(values, idOf, render) {
      const rows = values.map(render)
      const now = rows.map((item, at) => `${idOf(values[at])} ${item.textContent}`).join('\n')
      writeText(heading, values.length > 0 ? `${title} (${values.length})` : title)
      if (now === shown) return
      shown = now
      keepFocus(
        items,
        () => heading,
        () => items.replaceChildren(...rows),
      )
    },
  }
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
