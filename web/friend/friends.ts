// SPDX-License-Identifier: Apache-2.0
// The games between people that are open in the page: opens them by their links, and keeps them connected until they are
// closed.

import type { SessionView } from 'binbo/session'
import { notify } from '../page/notices.js'
import type { Views } from '../page/store.js'
import { say } from '../page/texts.js'
import type { MatchSetup } from '../play/opponent.js'
import { friendSetup, readMatchSetup } from '../play/opponent.js'
import type { Page as PlayPage, State as PlayState } from '../play/standing.js'
import { colorName } from '../study/descriptions.js'
import type { GameAddress } from './addresses.js'
import { hostOf, idOf, ownServer, readAddress, savedToken } from './addresses.js'
import type { FriendState } from './friend-game.js'
import { FriendGame } from './friend-game.js'
import { mountFriend } from './friend-view.js'
import { Invitation } from './invitation.js'
import { GameServer } from './server.js'
import { goneWords } from './words.js'

/** The part of the snapshot that the room's views read; `friend`: the connected game between people on the board. */
export type State = PlayState & { friend: FriendState | null }
/** The models that the room uses. */
export type Page = { friends: Friends | null; store: Views<State> } & PlayPage

/** Milliseconds before the page says that it waits for a server: most servers answer sooner. */
const NOTICE_DELAY = 600

/** @returns the page's only instance, created at the first call */
export const friendsOf = (page: Page): Friends => (page.friends ??= new Friends(page))

export const makeInvitation = (page: Page, dialog: ConstructorParameters<typeof Invitation>[1]) =>
  new Invitation(friendsOf(page), dialog)

export class Friends {
  #page: Page
  /** By address. */
  #servers: Map<string, GameServer> = new Map()
  /** By id. */
  #games: Map<string, FriendGame> = new Map()
  /** Games in which the user is about to take a seat. */
  #joining: Set<FriendGame> = new Set()
  /** The game that is being opened. */
  #opening: { game: FriendGame; end: () => void } | null = null

  constructor(page: Page) {
    this.#page = page
    mountFriend(page, address => this.open(address))
  }

  /** Call after each change of the open games or of the match: connects the games of the page's tabs, and closes all others. */
  follow() {
    const { match, games } = this.#page
    const others = games.games.map(({ waiting }) => readMatchSetup(waiting?.match))
    const wanted = new Set([this.#opening?.game, ...this.#joining])
    for (const setup of [match.setup, ...others]) {
      const address = addressOf(setup)
      // Games that the user only watches are connected while they are on the board.
      if (address && (setup === match.setup || setup?.human)) wanted.add(this.#gameAt(address))
    }
    for (const [id, game] of this.#games) {
      if (wanted.has(game)) continue
      game.close()
      this.#games.delete(id)
    }
    const shown = this.#games.get(this.#idShown())
    if (shown && match.remote !== shown) shown.show()
  }

  /** Opens the game of a link. The page connects to a new server only if the user agrees. */
  openLink(link: string) {
    const address = readAddress(link)
    if (!address) {
      const isServerless = ownServer() === '' && !link.includes('server=')
      const text = isServerless
        ? say`The link to a game does not say on which server it is.`
        : say`The link to a game cannot be read.`
      return void notify({ text, tone: 'error' })
    }
    const { server } = address
    const open = () => this.open(address)
    if (server === ownServer() || savedToken(server) !== undefined) return open()
    notify({
      text: say`This game is on the server ${hostOf(server)}, which sees your address if you connect to it.`,
      actions: [{ label: say`Connect`, run: open }],
      until: 'closed',
    })
  }

  open(address: GameAddress) {
    const { games } = this.#page
    const id = idOf(address)
    if (id === this.#idShown()) return
    const tab = games.games.find(({ waiting }) => idOfSetup(readMatchSetup(waiting?.match)) === id)
    if (tab) return games.show(tab)
    this.#opening?.end()
    const game = this.#gameAt(address)
    let close = () => {}
    const end = () => {
      clearTimeout(timer)
      close()
      this.#opening = null
      this.follow()
    }
    const text = say`Opening the game on ${hostOf(address.server)}…`
    const show = () => {
      close = notify({ text, actions: [{ label: say`Cancel`, run: end }], until: 'closed' })
    }
    const timer = setTimeout(show, NOTICE_DELAY)
    this.#opening = { game, end }
    this.finishOpening(game)
  }

  /** Takes a seat in a game, and opens it. */
  async join(address: GameAddress) {
    const game = this.#gameAt(address)
    this.#joining.add(game)
    const isJoined = await game.send(link => link.join())
    if (isJoined) this.open(address)
    this.#joining.delete(game)
    this.follow()
  }

  /**
   * Connects to a server until the signal is aborted.
   * @param onChange see GameServer.onChange()
   */
  visit(url: string, onChange: (isNew: boolean) => void, signal: AbortSignal): GameServer {
    const server = this.#serverAt(url)
    signal.addEventListener('abort', server.onChange(onChange))
    return server
  }

  /** Puts the game that is being opened on the board once its state has arrived. */
  finishOpening(game: FriendGame) {
    const { link } = game
    if (this.#opening?.game !== game) return
    if (link.gone) {
      const { gone } = link
      this.#opening.end()
      return void notify({ text: goneWords(gone), tone: 'error' })
    }
    const { view } = game
    if (!view) return
    const { end } = this.#opening
    this.#putOnBoard(game, view)
    end()
  }

  #putOnBoard(game: FriendGame, view: SessionView) {
    const { study, match, games, board, store } = this.#page
    const { seat, address } = game
    const tree = game.tree()
    const isOver = view.status === 'over'
    const load = () => {
      study.load(tree, { path: view.moves.map(() => 0), mode: 'play' })
      match.arrange(friendSetup(game.linkText, seat))
    }
    const text = seat ? say`You play ${colorName(seat)}.` : say`You watch this game.`
    games.open(load, text, { isLook: seat === null, quiet: view.status === 'waiting' || isOver })
    // Drawing turns the board for players; for spectators it is turned here.
    store.draw()
    if (!seat && board.flipped !== (address.color === 'black')) board.flip()
  }

  #gameAt(address: GameAddress): FriendGame {
    const id = idOf(address)
    const game =
      this.#games.get(id) ?? new FriendGame(this.#page, this, this.#serverAt(address.server), address)
    this.#games.set(id, game)
    return game
  }

  #serverAt(url: string): GameServer {
    const known = this.#servers.get(url)
    const server = known && !known.isClosed ? known : new GameServer(url)
    this.#servers.set(url, server)
    return server
  }

  /** @returns whether the game is on the board */
  isShown(game: FriendGame): boolean {
    return game.id === this.#idShown()
  }

  /** @returns the id of the game between people on the board; '' if there is none */
  #idShown(): string {
    return idOfSetup(this.#page.match.setup)
  }
}

/** @returns null unless it is a game between people */
const addressOf = (setup: MatchSetup | null): GameAddress | null =>
  setup?.friend === undefined ? null : readAddress(setup.friend)

/** @returns '' unless it is a game between people */
function idOfSetup(setup: MatchSetup | null): string {
  const address = addressOf(setup)
  return address ? idOf(address) : ''
}
