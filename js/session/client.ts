// SPDX-License-Identifier: Apache-2.0
// A client of game servers: one connection, which reconnects whenever it breaks, and the games that are open over it.

import { isA } from '../core/brand.js'
import { Emitter } from '../core/callbacks.js'
import { argumentError, chessError } from '../core/errors.js'
import { checkOptions } from '../core/options.js'
import type { WebSocketLike } from '../core/web-socket.js'
import type { Color } from '../game/squares.js'
import type { CreateFields } from './commands/seats.js'
import type { ConnectionStatus, Request, TokenSource } from './connection.js'
import { Connection } from './connection.js'
import type { FeedName } from './feed.js'
import { Feed } from './feed.js'
import { GameLink, isTooLong } from './link.js'
import { COMMAND_PATIENCE, LONGEST_ID } from './protocol.js'
import type { ServerFields } from './server-messages.js'
import type { Challenge, GameSummary, PlayingOptions, RunningGame } from './summary.js'
import { readPlaying } from './summary.js'

/** The options of connectGames(). */
export type ConnectGamesOptions = {
  /**
   * The page that shows games, for GameLink.link(); a relative URL is relative to the document. Default: the document
   * itself, without its query; outside of pages the server's address
   */
  page?: string | URL | undefined
  /**
   * the `token` of an earlier client. Seats belong to its identity; without a token the server creates a new identity.
   *
   * Tokens that expire: a function, which is called before each connection, and once more if the server refuses its
   * token. If it throws or rejects, the client tries again later. Without a token it returns undefined.
   */
  token?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  /** Any implementation, such as the one of npm `ws`; default: the global one, which Node has from 22 on. */
  WebSocket?: (new (url: string) => WebSocketLike) | undefined
  /** Closes the client. */
  signal?: AbortSignal | undefined
}

/**
 * The setup of a new game; every field is optional. The server checks it, and chooses the id. `listed`: anybody may join, and the lobby
 * shows the game while its creator has it open.
 */
export type NewGame = Partial<Omit<CreateFields, 'type' | 'game' | 'color' | 'opponent'>> & {
  color?: Color | 'random'
  listed?: boolean | undefined
}

/** What listeners of a GameClient get, by event: the status of the connection; all challenges; running games. */
export type GameClientEvents = { status: ConnectionStatus; lobby: Challenge[]; playing: RunningGame[] }

const OPTIONS = ['page', 'token', 'WebSocket', 'signal']
const SCHEMES = new Map([
  ['ws:', 'ws:'],
  ['wss:', 'wss:'],
  ['http:', 'ws:'],
  ['https:', 'wss:'],
])
const PREFIX_BYTES = 9
/** The part of the prefix in ids of commands in a game. */
const SHORT_PREFIX = 4

/**
 * Connects to a game server, and reconnects whenever the connection breaks: to the next of its addresses, after 50 ms at
 * first and 5 s at most. Open games continue where they were.
 * @param urls of one server, or of several that share their games; ws: or wss:, or http: and https: instead
 * @throws {ChessError} ERR_ARGUMENT
 */
export function connectGames(
  urls: string | URL | readonly (string | URL)[],
  options?: ConnectGamesOptions,
): GameClient {
  const { page, token, WebSocket, signal } = checkOptions(options, OPTIONS)
  const addresses = (Array.isArray(urls) ? urls : [urls]).map(readAddress)
  if (addresses.length === 0) throw argumentError('connectGames() takes at least one address')
  const implementation = WebSocket === undefined ? globalThis.WebSocket : WebSocket
  if (implementation === undefined) {
    throw argumentError('This runtime has no WebSocket: npm install ws and pass its { WebSocket }')
  }
  if (!isSocketClass(implementation)) throw argumentError('WebSocket is a class', implementation)
  if (token !== undefined && !isTokenSource(token))
    throw argumentError('token is a string, or a function that returns one')
  if (signal !== undefined && !isA(signal, 'AbortSignal')) throw argumentError('signal is an AbortSignal')
  return new GameClient(addresses, readPage(page), implementation, token, signal)
}

/** @returns whether it is a token, or may be a function that returns one */
const isTokenSource = (value: unknown): value is TokenSource =>
  typeof value === 'string' || typeof value === 'function'

/** @returns whether it may be a class of WebSockets; more cannot be checked before a connection */
const isSocketClass = (value: unknown): value is new (url: string) => WebSocketLike =>
  typeof value === 'function'

/** @throws {ChessError} ERR_ARGUMENT */
function readAddress(url: unknown): string {
  let address: URL
  try {
    address = new URL(String(url), globalThis.location?.href)
  } catch {
    throw argumentError('An address is a URL, such as wss://example.org/games', url)
  }
  const scheme = SCHEMES.get(address.protocol)
  if (scheme === undefined) throw argumentError('An address begins with ws:, wss:, http: or https:', url)
  address.protocol = scheme
  address.hash = ''
  return address.href
}

/**
 * @param page the option
 * @returns undefined if there is no page
 * @throws {ChessError} ERR_ARGUMENT
 */
function readPage(page: unknown): string | undefined {
  const { document } = globalThis
  if (page === undefined) return document?.URL.replace(/[?#].*/s, '')
  try {
    return new URL(String(page), document?.baseURI).href
  } catch {
    throw argumentError('page is the URL of a page, such as https://example.org/play', page)
  }
}

/** A client of a game server; connectGames() makes it. */
export class GameClient {
  #connection: Connection
  #page: string | undefined
  #emitter: Emitter<keyof GameClientEvents> = new Emitter(['status', 'lobby', 'playing'])
  #feeds: { lobby: Feed<'lobby'>; playing: Feed<'playing'> }
  #links: Map<string, GameLink> = new Map()
  #prefix = randomText()
  #count = 0
  #signal: AbortSignal | undefined
  #onAbort = () => this.close()

  /** @internal */
  constructor(
    addresses: string[],
    page: string | undefined,
    WebSocket: new (url: string) => WebSocketLike,
    token: TokenSource | undefined,
    signal: AbortSignal | undefined,
  ) {
    this.#page = page
    this.#signal = signal
    const feed = { connection: () => this.#connection, newId: this.#newId }
    this.#feeds = {
      lobby: new Feed('lobby', { ...feed, emit: list => this.#emitter.emit('lobby', list) }),
      playing: new Feed('playing', { ...feed, emit: list => this.#emitter.emit('playing', list) }),
    }
    this.#connection = new Connection(addresses, WebSocket, token, {
      onOpen: () => {
        for (const link of [...this.#links.values()]) link.reopen()
        for (const feed of Object.values(this.#feeds)) feed.watch()
      },
      onMessage: (message, request) => {
        for (const feed of Object.values(this.#feeds)) feed.receive(message, request)
        const game = message.game ?? request?.message.game
        if (game !== undefined) this.#links.get(game)?.receive(message)
      },
      onStatus: status => {
        this.#emitter.emit('status', status)
        if (status.state === 'closed') this.#end()
      },
    })
    signal?.addEventListener('abort', this.#onAbort)
    if (signal?.aborted) this.close()
    // Later, so that listeners that are added at once are notified of the first attempt.
    queueMicrotask(() => this.#connection.connect())
  }

  /** The user, as the server knows it; null until it has answered. */
  get user(): { id: string; name?: string } | null {
    return this.#connection.identity
  }

  /**
   * The user's identity, as a secret: any client with this token has the same seats. Store it once `status` is 'open', for
   * example in localStorage, and pass it to the next connectGames(): nothing else stores it.
   * @returns undefined before the server has answered
   */
  get token(): string | undefined {
    return this.#connection.token
  }

  /** The status of the connection. */
  get status(): ConnectionStatus {
    return this.#connection.status
  }

  /** Returns the server's time in ms, as challenges and games count it. */
  now(): number {
    return this.#connection.now()
  }

  /**
   * Opens a game. on('view') is called when its first events have arrived. On a closed client the link is closed, too.
   * @param game its id
   * @returns the same object as long as it is open
   * @throws {ChessError} ERR_ARGUMENT
   */
  open(game: string): GameLink {
    if (typeof game !== 'string' || game === '' || game.length > LONGEST_ID) {
      throw argumentError('A game is opened by its id', game)
    }
    const open = this.#links.get(game)
    if (open !== undefined) return open
    const link = new GameLink(game, this.#connection, this.#page, this.#shortId, () =>
      this.#links.delete(game),
    )
    if (this.status.state === 'closed') {
      link.endWithClient(this.#connection.isRefused)
      return link
    }
    this.#links.set(game, link)
    if (this.#connection.isOpen) link.reopen()
    return link
  }

  /**
   * Creates a game.
   * @throws {ChessError} rejects with ERR_ARGUMENT if the server refuses the setup, with `cause` the answer, with
   *   ERR_STORE_AWAY if it has not answered in 30 s, or only 'unavailable', or could not be reached, and if the client is closed with ERR_SESSION_REFUSED (the server
   *   refuses its token) or ERR_SESSION_CLOSED
   */
  async create(setup: NewGame = {}): Promise<GameLink> {
    if (typeof setup !== 'object' || setup === null)
      throw argumentError('A game is created from an object', setup)
    return this.open(await this.#ask('create', 'game', setup))
  }

  /**
   * Returns the challenges that anybody may join: open() the game, then join(). A challenge lasts while its creator is
   * connected.
   * @returns the newest first, at most 100
   * @throws {ChessError} rejects as create() does
   */
  lobby(): Promise<Challenge[]> {
    return this.#ask('lobby', 'lobby')
  }

  /**
   * Returns the games of this user that the server still has: running, waiting and recently ended ones.
   * @returns at most 100 games, the latest first: running ones, beginning with those in which it is the user's turn, then
   *   waiting ones, then ended ones
   * @throws {ChessError} rejects as create() does
   */
  games(): Promise<GameSummary[]> {
    return this.#ask('games', 'games')
  }

  /**
   * Returns games that are being played and that anybody may watch: open() one.
   * @returns the most watched first, then those that began last; the list may be a second old, and what watchers of other
   *   nodes count five seconds
   * @throws {ChessError} rejects as create() does, and with ERR_ARGUMENT for wrong options
   */
  async playing(options: PlayingOptions = {}): Promise<RunningGame[]> {
    const read = readPlaying(checkOptions(options, ['tag', 'limit']))
    if (typeof read === 'string') throw argumentError(read)
    return this.#ask('playing', 'playing', read)
  }

  /**
   * Adds a listener. 'status': gets the status of the connection when it changes. 'lobby': gets all challenges, soon and
   * whenever they change, at most once a second; the lobby is watched while there is a listener. 'playing': gets what
   * playing() returns in the same way; a long list comes more rarely, 100 games about every six seconds. Errors of listeners
   * go to reportError(), or to the console.
   * @returns removes the listener
   * @throws {ChessError} ERR_ARGUMENT
   */
  on<Name extends keyof GameClientEvents>(
    name: Name,
    listener: (value: GameClientEvents[Name]) => void,
  ): () => void {
    this.#emitter.on(name, listener)
    const feeds: Partial<Record<keyof GameClientEvents, Pick<Feed<FeedName>, 'add' | 'delete'>>> = this.#feeds
    const feed = feeds[name]
    feed?.add(listener)
    return () => {
      this.#emitter.off(name, listener)
      feed?.delete(listener)
    }
  }

  /** Closes all games and the connection. Commands without an answer get 'closed'. */
  close() {
    this.#connection.close()
  }

  /**
   * @param field of the answer
   * @returns its value
   * @throws {ChessError} as create() says
   */
  async #ask<Name extends 'game' | 'lobby' | 'games' | 'playing'>(
    type: string,
    field: Name,
    fields?: object,
  ): Promise<NonNullable<ServerFields[Name]>> {
    const message = { ...fields, type, id: this.#newId() }
    if (isTooLong(message)) throw argumentError('The setup is too long')
    let request: Request | undefined
    const answer: ServerFields | null = await new Promise(resolve => {
      if (this.status.state === 'closed') return resolve(null)
      request = this.#connection.request(message, COMMAND_PATIENCE, resolve)
    })
    if (answer === null) throw this.#connection.givenUp(request)
    const value = answer[field]
    if (!answer.ok || value === undefined)
      throw chessError(
        'ERR_ARGUMENT',
        `the server refuses '${type}': ${[answer.code, answer.why].filter(Boolean).join(', ')}`,
        { cause: answer },
      )
    return value
  }

  #end() {
    this.#signal?.removeEventListener('abort', this.#onAbort)
    for (const link of [...this.#links.values()]) link.endWithClient(this.#connection.isRefused)
  }

  #newId = () => `${this.#prefix}${(++this.#count).toString(36)}`

  /** An id for logs of games: it need only differ from ids of the same user's other clients in one game. */
  #shortId = () => this.#newId().slice(PREFIX_BYTES - SHORT_PREFIX)
}

/** @returns a text that no other client has */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PREFIX_BYTES))
  return [...bytes].map(byte => (byte % 36).toString(36)).join('')
}
