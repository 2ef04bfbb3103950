// SPDX-License-Identifier: Apache-2.0
// The lobby of a game server in the dialog for a new game: open challenges, and the user's own games on that server.

import type { Challenge, GameClient, GameSummary } from 'binbo/session'
import { html, nothing } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { say } from '../page/texts.js'
import { sideName } from '../study/descriptions.js'
import { setupWords } from './words.js'

const HOUR = 3_600_000
/** The longest first. */
const UNITS: [milliseconds: number, one: string, several: (count: number) => string][] = [
  [24 * HOUR, say`1 day left`, count => say`${count} days left`],
  [HOUR, say`1 hour left`, count => say`${count} hours left`],
  [HOUR / 60, say`1 minute left`, count => say`${count} minutes left`],
  [1000, say`1 second left`, count => say`${count} seconds left`],
]
/** Milliseconds between two requests for the user's own games. */
const POLL_INTERVAL = 10_000

export type Lobby = { games: GameSummary[]; challenges: Challenge[] }

/** @returns stops watching */
export function watchLobby(client: GameClient, onChange: (news: Partial<Lobby>) => void): () => void {
  const poll = () =>
    client.games().then(
      games => onChange({ games }),
      // The server is old or does not answer: the dialog reports it when the user starts a game.
      () => {},
    )
  const timer = setInterval(poll, POLL_INTERVAL)
  const stop = client.on('lobby', challenges => onChange({ challenges }))
  void poll()
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
  const own = games.map(game => ownRow(game, now))
  const free = challenges.filter(({ game }) => !games.some(known => known.game === game)).map(challengeRow)
  return html`<div class="lobbies">${own.length > 0 ? listView(say`Your games`, own, say`Open`, open) : nothing}${listView(
    say`Open challenges`,
    free,
    say`Join`,
    join,
  )}</div>`
}

/** @param label of the buttons */
const listView = (title: string, rows: Row[], label: string, run: (game: string) => void) =>
  html`<section aria-label=${title}><h3 tabindex="-1">${title}${rows.length > 0 ? ` (${rows.length})` : ''}</h3>
    <ul class="lobby">${repeat(
      rows,
      ({ game }) => game,
      ({ game, text, state, isUrgent, name }) => html`<li class="lobby-row"><span>${text} <span
          class=${isUrgent ? 'urgent' : 'soft'}>${state}</span></span><button type="button" aria-label=${`${name}: ${text}`}
          @click=${() => run(game)}>${label}</button></li>`,
    )}</ul>${rows.length > 0 ? nothing : html`<p class="soft">${say`No open challenges.`}</p>`}</section>`

/** `game`: the id; `name`: the button's name for screen readers. */
type Row = { game: string; text: string; state: string; isUrgent: boolean; name: string }

function ownRow(
  { game, status, variant, clock, color, opponent, turn, deadline }: GameSummary,
  now: number,
): Row {
  const isOwn = turn === color
  const state = {
    waiting: say`waits for an opponent`,
    playing: [
      isOwn ? say`your move` : say`not your move`,
      ...(deadline === null ? [] : [timeLeft(deadline - now)]),
    ].join(', '),
    over: say`has ended`,
  }[status]
  const player = opponent?.name ?? say`Opponent`
  const text = `${player} · ${setupWords({ variant, clock })}`
  return { game, text, state, isUrgent: isOwn, name: say`Open the game with ${player}` }
}

function challengeRow({ game, variant, clock, color, creator, fen }: Challenge): Row {
  const player = creator.name ?? say`A player`
  const text = `${player} · ${setupWords({ variant, clock })}`
  const isNormal = fen === null || variant === 'chess960'
  const side = sideName(color)
  const state = isNormal ? say`you play ${side}` : say`you play ${side}, from a position`
  return { game, text, state, isUrgent: false, name: say`Join the game of ${player}` }
}

/** @returns such as '2 days left', '5 hours left' or '3 minutes left', rounded down */
function timeLeft(ms: number): string {
  const [length, one, several] = UNITS.find(([length]) => ms >= length) ?? UNITS[UNITS.length - 1]
  const count = Math.max(0, Math.floor(ms / length))
  return count === 1 ? one : several(count)
}
