// SPDX-License-Identifier: Apache-2.0
// The games between people that are open in the page: created, opened by their links, and followed until they are closed.

import { notify } from '../page/notices.js'
import { friendSetup } from '../play/opponent.js'
import { FriendGame } from './friend-game.js'
import { mountFriend } from './friend-view.js'
import { hostOf, idOf, ownServer, readPlace, savedToken } from './places.js'
import { GameServer } from './server.js'
import { goneWords } from './words.js'

/** @import { Views } from '../page/store.js' */
/** @import { Page as PlayPage, State as PlayState } from '../play/standing.js' */
/** @import { FriendState } from './friend-game.js' */
/** @import { Place } from './places.js' */

/** What the room's views read. `friend`: the game between people on the board, if it is one and connected. @typedef {PlayState & { friend: FriendState | null }} State */
/** What it needs of the page. @typedef {{ friends: Friends | null, store: Views<State> } & PlayPage} Page */

/** Milliseconds in which a server that is there has answered: nothing is said before. */
const SOON = 600

/** @param {Page} page @returns {Friends} of the page, made at the first call */
export const friendsOf = page => (page.friends ??= new Friends(page))

export class Friends {
  #page
  /** By address. @type {Map<string, GameServer>} */
  #servers = new Map()
  /** By id. @type {Map<string, FriendGame>} */
  #games = new Map()
  /** Games that the user joins. @type {Set<FriendGame>} */
  #joining = new Set()
  /** The game that is being opened. @type {{ game: FriendGame, end: () => void } | null} */
  #opening = null

  /** @param {Page} page */
  constructor(page) {
    this.#page = page
    mountFriend(page, place => this.open(place))
  }

  /** Call after each change of the open games and of the match: opens the games that are open in the page, and closes the others. */
  follow() {
    const { match, games } = this.#page
    const saved = [match.setup, ...games.games.map(({ waiting }) => /** @type {any} */ (waiting?.match))]
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

  /**
   * Opens the game of a link. A server that the user has not used is asked only if the user agrees.
   * @param {string} link
   */
  openLink(link) {
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

  /** @param {Place} place */
  open(place) {
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

  /**
   * Takes a seat in a game, and opens it.
   * @param {Place} place
   */
  async join(place) {
    const game = this.#gameAt(place)
    this.#joining.add(game)
    const isJoined = await game.ask(link => link.join())
    if (isJoined) this.open(place)
    this.#joining.delete(game)
    this.follow()
  }

  /**
   * @param {string} url
   * @param {(isNew: boolean) => void} onChange as GameServer has it
   * @param {AbortSignal} signal until when the server is needed
   * @returns {GameServer}
   */
  visit(url, onChange, signal) {
    const server = this.#serverAt(url)
    signal.addEventListener('abort', server.onChange(onChange))
    return server
  }

  /** Puts a game on the board that is being opened, once it has come. @param {FriendGame} game */
  settle(game) {
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

  /** @param {FriendGame} game */
  #putUp(game) {
    const { study, match, games, board, store } = this.#page
    const view = /** @type {import('binbo/session').SessionView} */ (game.view)
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

  /** @param {Place} place @returns {FriendGame} */
  #gameAt(place) {
    const id = idOf(place)
    const game = this.#games.get(id) ?? new FriendGame(this.#page, this, this.#serverAt(place.server), place)
    this.#games.set(id, game)
    return game
  }

  /** @param {string} url @returns {GameServer} */
  #serverAt(url) {
    const known = this.#servers.get(url)
    const server = known && !known.isClosed ? known : new GameServer(url)
    this.#servers.set(url, server)
    return server
  }

  /** @param {FriendGame} game @returns {boolean} whether it is the game on the board */
  isShown(game) {
    return game.id === this.#idShown()
  }

  /** @returns {string} the id of the game on the board; '' if it is another kind of game */
  #idShown() {
    return idOfSetup(this.#page.match.setup)
  }
}

/** @param {any} setup of a match @returns {Place | null} null for another kind of game */
const placeOf = setup => (typeof setup?.friend === 'string' ? readPlace(setup.friend) : null)

/** @param {any} setup of a match @returns {string} '' for another kind of game */
function idOfSetup(setup) {
  const place = placeOf(setup)
  return place ? idOf(place) : ''
}
