// SPDX-License-Identifier: Apache-2.0
// Games of players by user name, from the public APIs of lichess.org and chess.com, as PGN. For browsers, too: it needs
// only fetch().
// https://lichess.org/api, https://www.chess.com/news/view/published-data-api

/** A site with an API. */
export type GameSite = 'lichess' | 'chesscom'

/** A game as the site writes it. */
export type SiteGame = {
  /** PGN that ends with a result. */
  text: string
  /** When it was played, which sorts as text; '' if the site does not say. */
  at: string
  /** Its address, or what else tells it from the others of its time. */
  id: string
}

/** How far the games of a player were fetched: up to this time, of which these are there. */
export type SiteMark = { at: string; ids: readonly string[] }

/** What a fetch needs. */
export type FetchOptions = {
  /** The beginning of all addresses; default: the site's own API. */
  api?: string | undefined
  /** Only newer games. */
  mark?: SiteMark | undefined
  signal?: AbortSignal | undefined
  /** Called before a wait that the site requires. */
  onWait?: ((milliseconds: number) => void) | undefined
  /** The program's name, for the header User-Agent: browsers have their own. */
  agent?: string | undefined
  /** Waits in place of a timer, for countdowns and tests. */
  wait?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** The site cannot be reached, refuses, or answers with something else. The message is for users. */
export class SiteError extends Error {}

/** The APIs. */
export const SITE_APIS: Readonly<Record<GameSite, string>> = {
  lichess: 'https://lichess.org',
  chesscom: 'https://api.chess.com',
}

/** The sites as users know them. */
export const SITE_HOSTS: Readonly<Record<GameSite, string>> = {
  lichess: 'lichess.org',
  chesscom: 'chess.com',
}

/** Tags with the address of a game, the first one first. */
const ID_TAGS = { lichess: ['GameId', 'Site'], chesscom: ['Link'] }
const PGN = 'application/x-chess-pgn'
const NAME = /^[\w-]{2,40}$/
const TIME = /^\d{4}\.\d\d\.\d\d \d\d:\d\d:\d\d$/
const RESULT = /(?:1-0|0-1|1\/2-1\/2|\*)$/
const MONTH = /\/games\/(\d{4})\/(\d\d)$/
/** Games of lichess.org in one request. */
const PAGE = 500
/** No game has so many characters, and no list of months so many bytes. */
const MOST = 1 << 21
const MOST_REDIRECTS = 3
const MOST_WAITS = 10
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const [TOO_MANY, NOT_FOUND, GONE] = [429, 404, 410]

/** @returns whether it can be a user name */
export const isPlayerName = (name: string): boolean => NAME.test(name)

/** @returns how far the games are fetched with this one */
export function markAfter(mark: SiteMark | undefined, { at, id }: Pick<SiteGame, 'at' | 'id'>): SiteMark {
  if (mark === undefined || at > mark.at) return { at, ids: [id] }
  return at === mark.at ? { at, ids: [...mark.ids, id] } : mark
}

/**
 * Fetches the games of a player that are newer than the mark, oldest first, with one request at a time.
 * @param player a user name, as isPlayerName() has it
 * @throws {SiteError} the games before are complete; the signal's reason
 */
export async function* fetchGames(
  site: GameSite,
  player: string,
  options: FetchOptions = {},
): AsyncGenerator<SiteGame, void> {
  const requests = new Requests(`player '${player}'`, options.api ?? SITE_APIS[site], options)
  const seen = new Set(options.mark?.ids)
  const known = (game: SiteGame) => game.at === options.mark?.at && seen.has(game.id)
  const games = site === 'lichess' ? lichessGames : chesscomGames
  for await (const game of games(requests, player, options.mark?.at ?? '')) if (!known(game)) yield game
}

/** @param from when the newest known game was played */
async function* lichessGames(requests: Requests, player: string, from: string): AsyncGenerator<SiteGame> {
  let since = from
  /** Of the games played at `since`. */
  let ids = new Set<string>()
  for (;;) {
    const query = new URLSearchParams({
      max: String(PAGE),
      sort: 'dateAsc',
      clocks: 'true',
      evals: 'true',
      opening: 'true',
      ...(since !== '' && { since: String(millisecondsOf(since)) }),
    })
    let [count, fresh] = [0, 0]
    for await (const text of requests.games(`/api/games/user/${player}?${query}`)) {
      count++
      const time = `${tagOf(text, 'UTCDate')} ${tagOf(text, 'UTCTime')}`
      const at = TIME.test(time) && !Number.isNaN(millisecondsOf(time)) ? time : since
      const id = siteIdOf('lichess', text)
      if (at === since && ids.has(id)) continue
      if (at > since) [since, ids] = [at, new Set()]
      ids.add(id)
      fresh++
      yield { text, at, id }
    }
    // The page may begin with games of the same second.
    if (count < PAGE || fresh === 0) return
  }
}

/** @param from the newest known month */
async function* chesscomGames(requests: Requests, player: string, from: string): AsyncGenerator<SiteGame> {
  const base = monthsOf(player)
  for (const month of await requests.months(`${base}/archives`)) {
    if (month < from) continue
    for await (const text of requests.games(`${base}/${month}/pgn`))
      yield { text, at: month, id: siteIdOf('chesscom', text) }
  }
}

/** @returns the beginning of the addresses of a player's games at chess.com */
export const monthsOf = (player: string): string => `/pub/player/${player.toLowerCase()}/games`

/** @param time such as '2026.11.27 18:01:02', in UTC @returns since 1970; NaN for impossible ones */
const millisecondsOf = (time: string) => Date.parse(`${time.replaceAll('.', '-').replace(' ', 'T')}Z`)

/** @returns what tells a game of the site from the others: its address, if it has one */
export function siteIdOf(site: GameSite, text: string): string {
  const own = ID_TAGS[site].map(name => tagOf(text, name)).find(value => value !== '')
  return own ?? ['UTCDate', 'UTCTime', 'White', 'Black'].map(name => tagOf(text, name)).join(' ')
}

/** @returns '' if the game does not have it */
export function tagOf(text: string, name: string): string {
  const begin = `[${name} "`
  const at = text.startsWith(begin) ? 0 : text.indexOf(`\n${begin}`) + 1
  if (at === 0 && !text.startsWith(begin)) return ''
  return text.slice(at + begin.length, text.indexOf('"', at + begin.length))
}

/** Requests to one API, one after the other. */
export class Requests {
  /** What is requested, such as "player 'anna'". */
  #wanted: string
  #api: string
  #host: string
  #options: FetchOptions

  /** @param wanted such as "player 'anna'" @param api an address of http or https */
  constructor(wanted: string, api: string, options: FetchOptions) {
    this.#wanted = wanted
    this.#api = api.replace(/\/$/, '')
    this.#host = new URL(api).host
    this.#options = options
  }

  /**
   * @returns the texts of its games, each as soon as it is there as a whole
   * @throws {SiteError}
   */
  async *games(path: string): AsyncGenerator<string> {
    let [text, line, moves] = ['', '', '']
    for await (const piece of this.#pieces(path, PGN)) {
      // A long line is joined once.
      const lines = piece.includes('\n') ? (line + piece).split('\n') : [line + piece]
      line = lines.pop() ?? ''
      for (const one of lines) {
        if (one.startsWith('[') && RESULT.test(moves)) {
          yield this.#game(text)
          text = moves = ''
        }
        if (one.trim() !== '') moves = one.startsWith('[') ? '' : one.trimEnd()
        text += `${one}\n`
      }
      if (text.length + line.length > MOST) throw this.#strange()
    }
    text += line
    if (text.trim() !== '') yield this.#game(text)
  }

  /** @throws {SiteError} */
  #game(text: string): string {
    const game = text.trim()
    if (!game.startsWith('[')) throw this.#strange()
    if (!RESULT.test(game)) throw this.#lost()
    return `${game}\n\n`
  }

  /**
   * @returns the months with games, oldest first, such as '2026/11'
   * @throws {SiteError}
   */
  async months(path: string): Promise<string[]> {
    let text = ''
    for await (const piece of this.#pieces(path, 'application/json')) {
      text += piece
      if (text.length > MOST) throw this.#strange()
    }
    let list: unknown
    try {
      list = Object(JSON.parse(text)).archives
    } catch {
      throw this.#strange()
    }
    if (!Array.isArray(list)) throw this.#strange()
    // Only the months are taken of their addresses, so that no other host is ever requested.
    const months = list.map(address => MONTH.exec(String(address)))
    return months.flatMap(parts => (parts === null ? [] : [`${parts[1]}/${parts[2]}`])).sort()
  }

  /** @returns the text of an answer as it comes */
  async *#pieces(path: string, type: string): AsyncGenerator<string> {
    const { body } = await this.#request(path, type)
    if (body === null) return
    const reader = body.getReader()
    const decoder = new TextDecoder()
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(error => {
          this.#options.signal?.throwIfAborted()
          throw this.#lost(error)
        })
        if (done) break
        yield decoder.decode(value, { stream: true })
      }
      yield decoder.decode()
    } finally {
      // If it is not read to its end.
      reader.cancel().catch(() => {})
    }
  }

  /**
   * @returns a successful answer
   * @throws {SiteError}
   */
  async #request(path: string, type: string): Promise<Response> {
    const { signal, onWait, agent, wait = waitFor } = this.#options
    const headers = { Accept: type, ...(agent && { 'User-Agent': agent }) }
    let url = this.#api + path
    for (let redirects = 0, waits = 0; ; ) {
      const response = await fetch(url, { headers, signal: signal ?? null, redirect: 'manual' }).catch(
        error => {
          signal?.throwIfAborted()
          throw new SiteError(`${this.#host} cannot be reached${causeOf(error)}`)
        },
      )
      const { status } = response
      if (response.ok) return response
      response.body?.cancel().catch(() => {})
      const location = response.headers.get('location')
      if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
        const target = location === null ? undefined : new URL(location, url)
        if (target?.origin !== new URL(url).origin || ++redirects > MOST_REDIRECTS)
          throw new SiteError(
            `${this.#host} redirects to ${target?.host ?? 'another address'}, which is not followed`,
          )
        url = target.href
      } else if (status === TOO_MANY) {
        const time = retryTime(response.headers.get('retry-after'))
        if (time > HOUR || ++waits > MOST_WAITS)
          throw new SiteError(`${this.#host} has had too many requests; try again later`)
        onWait?.(time)
        await wait(time, signal)
      } else if (status === NOT_FOUND || status === GONE) {
        throw new SiteError(`${this.#host} has no ${this.#wanted}`)
      } else throw new SiteError(`${this.#host} answers with an error (${status})`)
    }
  }

  #lost(error?: unknown) {
    return new SiteError(`the connection to ${this.#host} was lost${causeOf(error)}`)
  }

  #strange() {
    return new SiteError(`${this.#host} answers with something other than games`)
  }
}

/** @returns the code or message of what made a request fail, in brackets; '' in browsers, which do not say it */
function causeOf(error: unknown): string {
  const { cause }: { cause?: unknown } = Object(error)
  const { code, message }: { code?: unknown; message?: unknown } = Object(cause)
  return cause === undefined ? '' : ` (${code ?? message ?? cause})`
}

/**
 * @param header seconds, or a date; default: a minute
 * @returns milliseconds
 */
function retryTime(header: string | null): number {
  if (header === null) return MINUTE
  const time = /^\d+$/.test(header) ? 1000 * Number(header) : Date.parse(header) - Date.now()
  return Number.isNaN(time) ? MINUTE : Math.max(time, 0)
}

function waitFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, milliseconds)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
