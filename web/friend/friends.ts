// SPDX-License-Identifier: Apache-2.0
// The games between people that are open in the page: created, opened by their links, and followed until they are closed.

import type { SessionView } from 'binbo/session'
import { notify } from '../page/notices.js'
import type { Views } from '../page/store.js'
import { friendSetup } from '../play/opponent.js'
import type { Page as PlayPage, State as PlayState } from '../play/standing.js'
import type { FriendState } from './friend-game.js'
import { FriendGame } from './friend-game.js'
import { mountFriend } from './friend-view.js'
import type { Place } from './places.js'
import { hostOf, idOf, ownServer, readPlace, savedToken } from './places.js'
import { GameServer } from './server.js'
import { goneWords } from './words.js'

/** What the room's views read. `friend`: the game between people on the board, if it is one and connected. */
export type State = PlayState & { friend: FriendState | null }
/** What it needs of the page. */
export type Page = { friends: Friends | null; store: Views<State> } & PlayPage

/** Milliseconds in which a server that is there has answered: nothing is said before. */
const SOON = 600

/** @returns of the page, made at the first call */
export const friendsOf = (page: Page): Friends => (page.friends ??= new Friends(page))

export class Friends {
  #page: Page
  /** By address. */
  #servers: Map<string, GameServer> = new Map()
  /** By id. */
  #games: Map<string, FriendGame> = new Map()
  /** Games that the user joins. */
  #joining: Set<FriendGame> = new Set()
  /** The game that is being opened. */
  #opening: { game: FriendGame; end: () => void } | null = null

  constructor(page: Page) {
    this.#page = page
    mountFriend(page, place => this.open(place))
  }

  /** Call after each change of the open games and of the match: opens the games that are open in the page, and closes the others. */
  follow() {
    const { match, games } = this.#page
    const saved = [match.setup, ...games.games.map(({ waiting }) => waiting?.match as any)]
    const wanted = new Set([this.#opening?.game, ...this.#joining])
    for (const setup of saved) {
      const place = placeOf(setup)
      // Others than the one on the board are followed if the user plays in them.
      if (place && (setup === match.setup || setup.human)) wanted.add(this.#gameAt(place))
    }
    for (const [id, game] of this.#games) {
      if (wanted.has(game)) continue
      game.close()
      this.#games.delete(id)
    }
    const shown = this.#games.get(this.#idShown())
    if (shown && match.remote !== shown) shown.show()
  }

  /** Opens the game of a link. A server that the user has not used is asked only if the user agrees. */
  openLink(link: string) {
    const place = readPlace(link)
    if (!place) {
      const isServerless = ownServer() === '' && !link.includes('server=')
      const reason = isServerless ? 'does not say on which server it is' : 'cannot be read'
      return void notify({ text: `The link to a game ${reason}.`, tone: 'error' })
    }
    const { server } = place
    const open = () => this.open(place)
    if (server === ownServer() || savedToken(server) !== undefined) return open()
    notify({
      text: `This game is on the server ${hostOf(server)}, which sees your address if you connect to it.`,
      actions: [{ label: 'Connect', run: open }],
      until: 'closed',
    })
  }

  open(place: Place) {
    const { games } = this.#page
    const id = idOf(place)
    if (id === this.#idShown()) return
    const tab = games.games.find(({ waiting }) => idOfSetup(waiting?.match) === id)
    if (tab) return games.show(tab)
    this.#opening?.end()
    const game = this.#gameAt(place)
    let close = () => {}
    const end = () => {
      clearTimeout(timer)
      close()
      this.#opening = null
      this.follow()
    }
    const text = `Opening the game on ${hostOf(place.server)}…`
    const show = () => {
      close = notify({ text, actions: [{ label: 'Cancel', run: end }], until: 'closed' })
    }
    const timer = setTimeout(show, SOON)
    this.#opening = { game, end }
    this.settle(game)
  }

  /** Takes a seat in a game, and opens it. */
  async join(place: Place) {
    const game = this.#gameAt(place)
    this.#joining.add(game)
    const isJoined = await game.ask(link => link.join())
    if (isJoined) this.open(place)
    this.#joining.delete(game)
    this.follow()
  }

  /**
   * @param onChange as GameServer has it
   * @param signal until when the server is needed
   */
  visit(url: string, onChange: (isNew: boolean) => void, signal: AbortSignal): GameServer {
    const server = this.#serverAt(url)
    signal.addEventListener('abort', server.onChange(onChange))
    return server
  }

  /** Puts a game on the board that is being opened, once it has come. */
  settle(game: FriendGame) {
    const { link } = game
    if (this.#opening?.game !== game) return
    if (link.gone) {
      const { gone } = link
      this.#opening.end()
      return void notify({ text: goneWords(gone), tone: 'error' })
    }
    if (!game.view) return
    const { end } = this.#opening
    this.#putUp(game)
    end()
  }

  #putUp(game: FriendGame) {
    const { study, match, games, board, store } = this.#page
    const view = game.view as SessionView
    const { seat, place } = game
    const tree = game.tree()
    const isOver = view.status === 'over'
    const load = () => {
      study.load(tree, { path: view.moves.map(() => 0), mode: 'play' })
      match.arrange(friendSetup(game.linkText, seat))
    }
    const text = seat ? `You play ${seat === 'white' ? 'White' : 'Black'}.` : 'You watch this game.'
    games.open(load, text, { isLook: seat === null, quiet: view.status === 'waiting' || isOver })
    // What turns the board for a player comes before.
    store.draw()
    if (!seat && board.flipped !== (place.color === 'black')) board.flip()
  }

  #gameAt(place: Place): FriendGame {
    const id = idOf(place)
    const game = this.#games.get(id) ?? new FriendGame(this.#page, this, this.#serverAt(place.server), place)
    this.#games.set(id, game)
    return game
  }

  #serverAt(url: string): GameServer {
    const known = this.#servers.get(url)
    const server = known && !known.isClosed ? known : new GameServer(url)
    this.#servers.set(url, server)
    return server
  }

  /** @returns whether it is the game on the board */
  isShown(game: FriendGame): boolean {
    return game.id === this.#idShown()
  }

  /** @returns the id of the game on the board; '' if it is another kind of game */
  #idShown(): string {
    return idOfSetup(this.#page.match.setup)
  }
}

/** @param setup of a match @returns null for another kind of game */
const placeOf = (setup: any): Place | null =>
  typeof setup?.friend === 'string' ? readPlace(setup.friend) : null

/** @param setup of a match @returns '' for another kind of game */
function idOfSetup(setup: any): string {
  const place = placeOf(setup)
  return place ? idOf(place) : ''
}
