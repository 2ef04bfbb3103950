// SPDX-License-Identifier: Apache-2.0
// The games between people that are open in the page: created, opened by their links, and followed until they are closed.

import { openPart } from '../page/load.js'
import { announce, notify } from '../page/notices.js'
import { friendSetup } from '../play/opponent.js'
import { FriendGame } from './friend-game.js'
import { mountFriend } from './friend-view.js'
import { hostOf, idOf, ownServer, readPlace, savedToken } from './places.js'
import { GameServer } from './server.js'
import { goneWords } from './words.js'

/** @import { Color } from 'binbo' */
/** @import { NewGame } from 'binbo/session' */
/** @import { Place } from './places.js' */
/** @import { App } from '../app.js' */

/** Milliseconds in which a server that is there has answered: nothing is said before. */
const SOON = 600

/** The one of the page. @type {Friends | undefined} */
let friends

/** @param {App} app */
const friendsOf = app => {
  friends ??= new Friends(app)
  return friends
}

/** Goes on with the games between people that are open in the page. @param {App} app */
export const follow = app => friendsOf(app).follow()

/**
 * Opens the game of a link. A server that the user has not used is asked only if the user agrees.
 * @param {App} app
 * @param {string} link
 */
export function openFriendLink(app, link) {
  const place = readPlace(link)
  if (!place) {
    const isServerless = ownServer() === '' && !link.includes('server=')
    const reason = isServerless ? 'does not say on which server it is' : 'cannot be read'
    return void notify({ text: `The link to a game ${reason}.`, tone: 'error' })
  }
  const { server } = place
  const open = () => friendsOf(app).open(place)
  if (server === ownServer() || savedToken(server) !== undefined) return open()
  notify({
    text: `This game is on the server ${hostOf(server)}, which sees your address if you connect to it.`,
    actions: [{ label: 'Connect', run: open }],
    until: 'closed',
  })
}

/**
 * Creates a game and opens it.
 * @param {App} app
 * @param {string} server
 * @param {NewGame} setup
 * @param {{ say: (text: string) => void, signal: AbortSignal }} progress what happens until then; the signal gives it up
 * @returns {Promise<boolean>} whether it is open
 * @throws {ChessError} the server refuses it, or does not answer
 */
export const create = (app, server, setup, progress) => friendsOf(app).create(server, setup, progress)

/**
 * Visits a server: its lobby, and the user's games there.
 * @param {App} app
 * @param {string} server
 * @param {AbortSignal} signal ends the visit
 */
export function visit(app, server, signal) {
  const friends = friendsOf(app)
  return {
    server: friends.hold(server, signal),
    open: (/** @type {string} */ game) => friends.open({ server, game, color: null }),
    join: (/** @type {string} */ game) => friends.join({ server, game, color: null }),
  }
}

class Friends {
  #app
  #view
  /** By address. @type {Map<string, GameServer>} */
  #servers = new Map()
  /** By id. @type {Map<string, FriendGame>} */
  #games = new Map()
  /** Servers that are asked for something, how often. @type {Map<string, number>} */
  #held = new Map()
  /** Games that the user joins. @type {Set<FriendGame>} */
  #joining = new Set()
  /** The game that is being opened. @type {{ game: FriendGame, end: () => void } | null} */
  #opening = null

  /** @param {App} app */
  constructor(app) {
    this.#app = app
    this.#view = mountFriend(app, {
      shown: () => this.#shown(),
      open: place => this.open(place),
      newGame: () =>
        openPart(
          () => import('../play/new-game.js'),
          part => part.openNewGame(app),
        ),
    })
    app.games.onChange(() => this.follow())
    app.match.onChange(() => this.follow())
    app.study.onChange(change => change !== 'game' && this.#view.show())
  }

  /** Opens what is open in the page, and closes what is not any more. */
  follow() {
    const { match, games } = this.#app
    const saved = [match.setup, ...games.games.map(({ waiting }) => /** @type {any} */ (waiting?.match))]
    /** @type {Map<string, Place>} */
    const wanted = new Map()
    for (const setup of saved) {
      const place = typeof setup?.friend === 'string' ? readPlace(setup.friend) : null
      // Others than the one on the board are followed if the user plays in them.
      if (place && (setup === match.setup || setup.human)) wanted.set(idOf(place), place)
    }
    for (const [id, game] of this.#games) {
      if (wanted.has(id) || game === this.#opening?.game || this.#joining.has(game)) continue
      game.close()
      this.#games.delete(id)
    }
    for (const place of wanted.values()) this.#gameAt(place)
    const used = new Set([...this.#games.values()].map(({ place }) => place.server))
    for (const [url, server] of this.#servers) {
      if (used.has(url) || this.#held.has(url)) continue
      server.close()
      this.#servers.delete(url)
    }
    const shown = this.#shown()
    if (shown && match.remote !== shown) shown.show()
    this.#view.show()
  }

  /** @param {Place} place */
  open(place) {
    const { games } = this.#app
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
    this.#settle(game)
  }

  /**
   * @param {string} url
   * @param {NewGame} setup
   * @param {{ say: (text: string) => void, signal: AbortSignal }} progress
   */
  async create(url, setup, { say, signal }) {
    const end = new AbortController()
    const server = this.hold(url, end.signal)
    const report = () => say(server.trouble)
    const stop = server.onChange(report)
    report()
    try {
      const link = await server.client.create(setup)
      if (signal.aborted) {
        void link.abort()
        return false
      }
      this.open({ server: url, game: link.id, color: null })
      return true
    } finally {
      stop()
      end.abort()
    }
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

  /** @param {string} url @param {AbortSignal} signal until when the server is needed @returns {GameServer} */
  hold(url, signal) {
    this.#held.set(url, (this.#held.get(url) ?? 0) + 1)
    signal.addEventListener('abort', () => {
      const left = (this.#held.get(url) ?? 1) - 1
      if (left > 0) this.#held.set(url, left)
      else this.#held.delete(url)
      this.follow()
    })
    return this.#serverAt(url)
  }

  /** Puts a game on the board that is being opened, once it has come. @param {FriendGame} game */
  #settle(game) {
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
    const { study, match, games, board, store } = this.#app
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
    const game =
      this.#games.get(id) ??
      new FriendGame(
        this.#app,
        {
          isShown: other => other.id === this.#idShown(),
          show: other => this.open(other.place),
          onChange: other => {
            this.#settle(other)
            this.#view.show()
          },
          onRematch: next => {
            announce('The rematch begins.')
            this.open(next)
          },
        },
        this.#serverAt(place.server),
        place,
      )
    this.#games.set(id, game)
    return game
  }

  /** @param {string} url @returns {GameServer} */
  #serverAt(url) {
    const server = this.#servers.get(url) ?? new GameServer(url)
    this.#servers.set(url, server)
    return server
  }

  /** @returns {string} the id of the game on the board; '' if it is another kind of game */
  #idShown() {
    return idOfSetup(this.#app.match.setup)
  }

  #shown() {
    return this.#games.get(this.#idShown()) ?? null
  }
}

/** @param {any} setup of a match @returns {string} '' for another kind of game */
function idOfSetup(setup) {
  const place = typeof setup?.friend === 'string' ? readPlace(setup.friend) : null
  return place ? idOf(place) : ''
}
