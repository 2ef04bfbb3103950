// SPDX-License-Identifier: Apache-2.0
// Invites a friend from the dialog for a new game: the fields for the game server, unless the page has its own, the progress of
// the invitation, and the lobby of the server.

import { ChessError } from 'binbo'
import type { Challenge, GameClient, GameSummary, NewGame } from 'binbo/session'
import { html, nothing, render } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { checkAddress } from '../engine/source.js'
import { find, h } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { saveSetting, setting } from '../page/settings.js'
import { say } from '../page/texts.js'
import { fieldsOf } from '../page/unknown.js'
import { SERVER } from '../play/new-game-choice.js'
import { sideName } from '../study/descriptions.js'
import { ownServer, savedToken } from './addresses.js'
import type { Friends } from './friends.js'
import type { GameServer } from './server.js'
import { refusalWords, setupWords } from './words.js'

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

/** Open challenges of a server, and the user's own games there. */
type Lobby = { games: GameSummary[]; challenges: Challenge[] }

export class Invitation {
  /** Drawn by this class alone, also while the dialog is not: news of the lobby arrive at any time. */
  root = h('div', { class: 'friend-fields' })
  #friends: Friends
  #dialog
  #own = ownServer()
  #problem = ''
  /** The server that creates the game now. */
  #creating: GameServer | null = null
  /** The server whose lobby is shown. */
  #visited: GameServer | null = null
  #lobby: Lobby = { games: [], challenges: [] }

  /** @param dialog `signal`: aborted when the dialog is closed */
  constructor(friends: Friends, dialog: { close: () => void; signal: AbortSignal }) {
    this.#friends = friends
    this.#dialog = dialog
    // The lobby of a server that is not the page's own is shown only if the user has used that server.
    const known = this.#own || setting(SERVER, '')
    if (this.#own || (known && savedToken(known) !== undefined)) this.#visit(known)
    this.#draw()
  }

  /** Creates the game on the server. @returns whether it succeeded */
  async start(setup: NewGame): Promise<boolean> {
    const server = this.#own || this.#readServer()
    if (server === '') return false
    const listed = find(this.root, '[name=listed]', HTMLInputElement).checked
    const end = new AbortController()
    this.#creating = this.#friends.visit(server, this.#draw, end.signal)
    this.#showProblem('')
    try {
      const link = await this.#creating.client.create({ ...setup, ...(listed && { listed }) })
      if (this.#dialog.signal.aborted) void link.abort()
      else this.#friends.open({ server, game: link.id, color: null })
      return true
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      const { code, why } = fieldsOf(error.cause)
      this.#showProblem(
        typeof code === 'string'
          ? refusalWords({ code, why: typeof why === 'string' ? why : undefined })
          : error.code === 'ERR_SESSION_REFUSED'
            ? say`The server does not know you any more. Try again to play as a new visitor.`
            : say`The server does not answer. Check its address, and try again.`,
      )
      return false
    } finally {
      end.abort()
      this.#creating = null
      this.#draw()
    }
  }

  /** Shows the lobby of a server until the dialog is closed. */
  #visit(url: string) {
    const { signal } = this.#dialog
    let stop = () => {}
    const watch = (isNew: boolean) => {
      if (!isNew) return
      stop()
      stop = watchLobby(server.client, news => {
        this.#lobby = { ...this.#lobby, ...news }
        this.#draw()
      })
    }
    const server = this.#friends.visit(url, watch, signal)
    this.#visited = server
    watch(true)
    signal.addEventListener('abort', () => stop())
  }

  /** @returns the address of the server in its field; '' if it is wrong */
  #readServer(): string {
    const field = find(this.root, '#friend-server', HTMLInputElement)
    const words = { a: say`a game server`, all: say`Game servers` }
    const checked = checkAddress(field.value, location.protocol, words)
    if ('url' in checked) {
      field.value = checked.url
      saveSetting(SERVER, checked.url)
      return checked.url
    }
    this.#showProblem(checked.problem)
    field.focus()
    return ''
  }

  /** @param text for users; '' for none */
  #showProblem(text: string) {
    this.#problem = text
    this.#draw()
  }

  #draw = () => {
    const heading = document.activeElement?.closest('section')?.querySelector('h3')
    keepFocus(
      this.root,
      () => heading,
      () => render(this.#view(), this.root),
    )
  }

  #view() {
    const server = this.#visited
    const leaveTo = (act: 'open' | 'join') => (game: string) => {
      this.#dialog.close()
      if (server) void this.#friends[act]({ server: server.url, game, color: null })
    }
    return html`${this.#own ? nothing : this.#serverView()}
      <p class="error" role="alert" id="friend-problem">${this.#problem}</p>
      <label class="check"><input type="checkbox" name="listed" />${say`Show it in the lobby`}</label>
      <p class="soft" role="status" id="friend-progress">${this.#creating?.trouble}</p>${
        server
          ? lobbyView(this.#lobby, server.client.now(), { open: leaveTo('open'), join: leaveTo('join') })
          : nothing
      }`
  }

  /** The field for the server's address, and how to run a server that accepts this page. */
  #serverView() {
    return html`<label>${say`Game server`}<input type="text" id="friend-server" inputmode="url" autocomplete="off"
        autocapitalize="off" spellcheck="false" placeholder="wss://chess.example.org" value=${setting(SERVER, '')}
        aria-describedby="friend-problem" aria-invalid=${this.#problem !== ''} @input=${() => this.#showProblem('')} /></label>
      <details><summary>${say`How to run a game server`}</summary><p class="soft">${say`With Node, this command starts one for this page, at ws://127.0.0.1:8080. Others need an address that they can reach, with TLS in front.`}</p><pre
        class="code">npx binbo server \\\n  --port 8080 --origin ${location.origin}</pre></details>`
  }
}

/** @returns stops watching */
function watchLobby(client: GameClient, onChange: (news: Partial<Lobby>) => void): () => void {
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
function lobbyView(
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
