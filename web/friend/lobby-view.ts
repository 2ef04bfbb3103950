// SPDX-License-Identifier: Apache-2.0
// The lobby of a game server, with its open challenges, and the user's own games there, as the dialog for a new game shows
// them.

import type { Challenge, GameClient, GameSummary } from 'binbo/session'
import { html, nothing } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { colorName } from '../study/descriptions.js'
import { setupWords } from './words.js'

const HOUR = 3_600_000
/** Own games are asked for again after this time, in milliseconds. */
const AGAIN = 10_000

export type Lobby = { games: GameSummary[]; challenges: Challenge[] }

/** @returns ends this */
export function watchLobby(client: GameClient, onChange: (news: Partial<Lobby>) => void): () => void {
  const ask = () =>
    client.games().then(
      games => onChange({ games }),
      // An old server, or none: the dialog says so when it is needed.
      () => {},
    )
  const timer = setInterval(ask, AGAIN)
  const stop = client.on('lobby', challenges => onChange({ challenges }))
  void ask()
  return () => {
    clearInterval(timer)
    stop()
  }
}

/** @param now the server's time */
export function lobbyView(
  { games, challenges }: Lobby,
  now: number,
  { open, join }: Record<'open' | 'join', (game: string) => void>,
) {
  const own = games.map(game => wordsOfOwn(game, now))
  const free = challenges
    .filter(({ game }) => !games.some(known => known.game === game))
    .map(wordsOfChallenge)
  return html`<div class="lobbies">${own.length > 0 ? listView('Your games', own, 'Open', open) : nothing}${listView(
    'Open challenges',
    free,
    'Join',
    join,
  )}</div>`
}

/** @param label of the buttons */
const listView = (title: string, rows: Words[], label: string, run: (game: string) => void) =>
  html`<section aria-label=${title}><h3 tabindex="-1">${title}${rows.length > 0 ? ` (${rows.length})` : ''}</h3>
    <ul class="lobby">${repeat(
      rows,
      ({ game }) => game,
      ({ game, text, state, isUrgent, name }) => html`<li class="lobby-row"><span>${text} <span
          class=${isUrgent ? 'urgent' : 'soft'}>${state}</span></span><button type="button" aria-label=${`${name}: ${text}`}
          @click=${() => run(game)}>${label}</button></li>`,
    )}</ul>${rows.length > 0 ? nothing : html`<p class="soft">No open challenges.</p>`}</section>`

/** What a row says. `name`: of its button, for screen readers. */
type Words = { game: string; text: string; state: string; isUrgent: boolean; name: string }

function wordsOfOwn(
  { game, status, variant, clock, color, opponent, turn, deadline }: GameSummary,
  now: number,
): Words {
  const isOwn = turn === color
  const state = {
    waiting: 'waits for an opponent',
    playing: `${isOwn ? 'your move' : 'not your move'}${deadline === null ? '' : `, ${timeLeft(deadline - now)}`}`,
    over: 'has ended',
  }[status]
  const player = opponent?.name ?? 'Opponent'
  const text = `${player} · ${setupWords({ variant: variant as any, clock })}`
  return { game, text, state, isUrgent: isOwn, name: `Open the game with ${player}` }
}

function wordsOfChallenge({ game, variant, clock, color, creator, fen }: Challenge): Words {
  const player = creator.name ?? 'A player'
  const text = `${player} · ${setupWords({ variant: variant as any, clock })}`
  const start = fen === null || variant === 'chess960' ? '' : ', from a position'
  const state = `you play ${colorName(color)}${start}`
  return { game, text, state, isUrgent: false, name: `Join the game of ${player}` }
}

/** @returns such as '2 days left', '5 hours left' or '3 minutes left', rounded down */
function timeLeft(ms: number): string {
  const units: [number, string][] = [
    [24 * HOUR, 'day'],
    [HOUR, 'hour'],
    [HOUR / 60, 'minute'],
  ]
  const [length, unit] = units.find(([length]) => ms >= length) ?? [1000, 'second']
  const count = Math.max(0, Math.floor(ms / length))
  return `${count} ${unit}${count === 1 ? '' : 's'} left`
}
