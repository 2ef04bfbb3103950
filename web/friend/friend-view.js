// SPDX-License-Identifier: Apache-2.0
// What the status card shows in a game between people: the invitation, offers, what the user may do, and what follows the
// end; and in the strips, who is there. Buttons are shown by the server's permissions, and have keys.

import { h, icon, writeText } from '../page/dom.js'
import { allow, isAllowed, keepFocus } from '../page/focus.js'
import { announce } from '../page/notices.js'
import { copyField } from '../page/text-out.js'
import { askResign } from '../play/actions.js'
import { COLORS, colorName, otherColor } from '../study/descriptions.js'
import { addressOf } from './places.js'
import { clockWords, secondsWords, setupWords } from './words.js'

/** @import { Color } from 'binbo' */
/** @import { GameLink, PlayerCommand, SessionView } from 'binbo/session' */
/** @import { FriendGame } from './friend-game.js' */
/** @import { Place } from './places.js' */
/** @import { App } from '../app.js' */

/** What `giveTime` gives, in milliseconds. */
const GIFT = 15_000
const FIELDS = 'input:not([type="checkbox"]), select, textarea, [contenteditable]'

/**
 * @typedef {object} Acts
 * @property {() => FriendGame | null} shown the game on the board
 * @property {(place: Place) => void} open opens another game
 * @property {() => void} newGame opens the dialog for one
 */

/** @param {App} app @param {Acts} acts @returns {FriendView} */
export const mountFriend = (app, acts) => new FriendView(app, acts)

class FriendView {
  #app
  #acts
  #root = /** @type {HTMLElement} */ (document.querySelector('#status .friend'))
  #said = h('p', { class: 'soft friend-said' })
  #field = h('input', { class: 'code', readonly: true, 'aria-label': 'Link to this game' })
  #offer = h('p', {})
  #absence = h('p', {})
  #buttons
  #rows
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  /** The trouble that was announced. */
  #trouble = ''

  /** @param {App} app @param {Acts} acts */
  constructor(app, acts) {
    this.#app = app
    this.#acts = acts
    const send = (/** @type {(link: GameLink) => ReturnType<GameLink['resign']>} */ command) => () =>
      void this.#game?.ask(command)
    const b = (this.#buttons = {
      copy: button('copy', 'Copy', 'copy', () => void this.#copy()),
      share: button('share', 'Share', 'share', () => void this.#share()),
      cancel: button(
        'cancel',
        'Cancel the game',
        'cancel',
        send(link => link.abort()),
      ),
      join: button(
        'join',
        'Join',
        'hand',
        send(link => link.join()),
      ),
      accept: button('accept', 'Accept', 'confirm', () => this.#answer(true), 'Y'),
      decline: button('decline', 'Decline', 'cancel', () => this.#answer(false), 'N'),
      win: button(
        'win',
        'Claim the win',
        'confirm',
        send(link => link.claimWin()),
      ),
      drawn: button(
        'drawn',
        'Take a draw',
        'draw',
        send(link => link.claimAbsenceDraw()),
      ),
      takeback: button(
        'takeback',
        'Take back',
        'takeback',
        send(link => link.offerTakeback()),
        'T',
      ),
      draw: button('draw', 'Offer draw', 'draw', () => this.#draw(), 'D'),
      time: button(
        'time',
        '+15 s',
        'new',
        send(link => link.giveTime(GIFT)),
      ),
      resign: button('resign', 'Resign', 'resign', () => this.#resign(), 'R'),
      rematch: button('rematch', 'Rematch', 'rematch', () => this.#rematch(), 'R'),
      analyse: button('analyse', 'Analyse', 'analyse', () => app.study.setMode('analyse')),
      new: button('new', 'New game', 'new', () => acts.newGame()),
    })
    b.time.setAttribute('aria-label', '+15 s for your opponent')
    for (const name of /** @type {const} */ (['join', 'accept', 'win', 'copy']))
      b[name].classList.add('primary')
    this.#rows = {
      invite: h(
        'div',
        { class: 'friend-invite' },
        h('div', { class: 'row' }, this.#field, b.copy),
        h('div', { class: 'row' }, b.share, b.cancel),
      ),
      join: h('div', { class: 'friend-join row' }, b.join),
      offer: h('div', { class: 'friend-offer row' }, this.#offer, b.accept, b.decline),
      absence: h('div', { class: 'friend-offer row' }, this.#absence, b.win, b.drawn),
      play: row('What you may do', b.takeback, b.draw, b.time, b.resign),
      over: row('The game is over', b.rematch, b.analyse, b.new),
    }
    this.#root.append(this.#said, ...Object.values(this.#rows))
    document.addEventListener('keydown', event => this.#press(event))
    document.addEventListener('visibilitychange', () => this.show())
  }

  show() {
    clearTimeout(this.#timer)
    const headline = /** @type {HTMLElement} */ (document.querySelector('#status .headline'))
    keepFocus(
      this.#root,
      () => headline,
      () => this.#render(),
    )
    this.#showPresence()
  }

  get #game() {
    return this.#acts.shown()
  }

  #render() {
    const game = this.#game
    const view = game?.view ?? null
    this.#root.hidden = !game
    if (game) this.#tellTrouble(game.trouble)
    if (!game || !view) {
      for (const part of Object.values(this.#rows)) part.hidden = true
      writeText(this.#said, '')
      this.#rows.over.hidden = !game?.link.gone
      this.#buttons.rematch.hidden = true
      return
    }
    const { seat, link } = game
    const { status, result, permissions, rematch } = view
    const may = (/** @type {PlayerCommand['type']} */ type) =>
      permissions.includes(type) && link.gone === null
    const b = this.#buttons
    writeText(this.#said, saidOf(view, seat))
    this.#said.hidden = this.#said.textContent === ''
    const isInviting = status === 'waiting' && seat !== null
    this.#rows.invite.hidden = !isInviting
    if (isInviting) this.#field.value = addressOf({ ...game.place, color: otherColor(seat) })
    b.share.hidden = !('share' in navigator)
    this.#rows.join.hidden = !may('join')
    const offer = offerOf(view, seat)
    this.#rows.offer.hidden = offer === null
    if (offer) writeText(this.#offer, offer.text)
    this.#renderAbsence(game, may('claimWin'))
    const isOver = status === 'over' || link.gone !== null
    const isPlaying = !isOver && status === 'playing' && seat !== null
    this.#rows.play.hidden = !isPlaying
    allow(b.takeback, may('offerTakeback'))
    const isClaim = may('claimDraw') && this.#app.study.claimableDraws.length > 0
    allow(b.draw, isClaim || may('offerDraw') || may('acceptDraw'))
    label(b.draw, isClaim ? 'Claim a draw' : 'Offer draw')
    b.time.hidden = view.clock === null || 'perMove' in view.clock
    allow(b.time, may('giveTime'))
    label(b.resign, may('abort') ? 'Abort' : 'Resign')
    this.#rows.over.hidden = !isOver
    const isNext = typeof rematch === 'string' && rematch !== 'white' && rematch !== 'black'
    b.rematch.hidden = seat === null && !isNext
    allow(b.rematch, isNext || may('rematch'))
    label(b.rematch, isNext ? 'To the rematch' : rematch === seat && seat ? 'Rematch offered' : 'Rematch')
    b.analyse.classList.toggle('primary', result !== null && !offer)
  }

  /** @param {FriendGame} game @param {boolean} mayClaim */
  #renderAbsence({ link }, mayClaim) {
    const left = mayClaim ? link.absenceLeft() : null
    this.#rows.absence.hidden = left === null
    if (left === null) return
    const isDue = left <= 0
    writeText(
      this.#absence,
      isDue ? 'Your opponent is away.' : `Your opponent is away. Claim in ${secondsWords(left)}.`,
    )
    allow(this.#buttons.win, isDue)
    allow(this.#buttons.drawn, isDue)
    if (!isDue && !document.hidden) this.#timer = setTimeout(() => this.show(), left % 1000 || 1000)
  }

  /** Announces that the connection is lost, and that it is back; it is shown as the activity. @param {string} trouble */
  #tellTrouble(trouble) {
    if (trouble === this.#trouble) return
    if (trouble && trouble !== 'Connecting…') announce(trouble)
    if (!trouble && this.#trouble && this.#trouble !== 'Connecting…') announce('Connected again.')
    this.#trouble = trouble
  }

  #showPresence() {
    const game = this.#game
    for (const color of COLORS) {
      const name = document.querySelector(`.player[data-color="${color}"] .name`)
      if (!name) continue
      const dot =
        name.parentElement?.querySelector('.presence') ?? h('span', { class: 'presence', role: 'img' })
      if (!game?.view?.players[color]) {
        dot.remove()
        continue
      }
      const isThere = game.isThere(color)
      dot.setAttribute('data-there', String(isThere))
      const text = isThere ? 'connected' : 'not connected'
      dot.setAttribute('aria-label', text)
      dot.setAttribute('title', `${colorName(color)} is ${text}`)
      if (name.nextElementSibling !== dot) name.after(dot)
    }
  }

  async #copy() {
    announce(await copyField(this.#field))
    label(this.#buttons.copy, 'Copied')
    setTimeout(() => label(this.#buttons.copy, 'Copy'), 2000)
  }

  async #share() {
    await navigator.share({ title: 'A game of chess', url: this.#field.value }).catch(() => {})
  }

  #draw() {
    const game = this.#game
    const { study } = this.#app
    const isClaim = game?.view?.permissions.includes('claimDraw') && study.claimableDraws.length > 0
    void game?.ask(link => (isClaim ? link.claimDraw() : link.offerDraw()))
  }

  /** @param {boolean} isAccepted */
  #answer(isAccepted) {
    const game = this.#game
    const offer = game?.view ? offerOf(game.view, game.seat) : null
    if (offer) void game?.ask(isAccepted ? offer.accept : offer.decline)
  }

  #resign() {
    const game = this.#game
    const { seat, view } = game ?? {}
    if (!game || !seat || !view) return
    if (view.permissions.includes('abort')) return void game.ask(link => link.abort())
    const giveUp = () => void (game.live && game.ask(link => link.resign()))
    askResign(this.#app.study, `${colorName(otherColor(seat))} will win.`, giveUp)
  }

  #rematch() {
    const game = this.#game
    const next = game?.view?.rematch
    if (!game || !next) return void game?.ask(link => link.rematch())
    if (next === 'white' || next === 'black') return void game.ask(link => link.rematch())
    this.#acts.open({ ...game.place, game: next })
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey, repeat, defaultPrevented } = event
    if (altKey || ctrlKey || metaKey || shiftKey || repeat || defaultPrevented || !this.#game) return
    if (document.querySelector('dialog[open]') || (target instanceof Element && target.closest(FIELDS)))
      return
    const all = Object.values(this.#buttons)
    const meant = all.find(
      button =>
        button.getAttribute('aria-keyshortcuts') === key.toUpperCase() &&
        button.checkVisibility() &&
        isAllowed(button),
    )
    if (!meant || this.#root.hidden || this.#app.study.mode !== 'play') return
    event.preventDefault()
    meant.click()
  }
}

/** @typedef {(link: GameLink) => ReturnType<GameLink['resign']>} Command */

/**
 * @param {SessionView} view
 * @param {Color | null} seat
 * @returns {{ text: string, accept: Command, decline: Command } | null} what the opponent offers
 */
function offerOf({ draw, takeback, rematch, status }, seat) {
  if (!seat) return null
  const other = otherColor(seat)
  if (status === 'playing' && draw === other)
    return {
      text: 'Your opponent offers a draw.',
      accept: link => link.acceptDraw(),
      decline: link => link.declineDraw(),
    }
  if (status === 'playing' && takeback?.by === other)
    return {
      text:
        takeback.plies > 1
          ? 'Your opponent asks to take back two moves.'
          : 'Your opponent asks to take back.',
      accept: link => link.acceptTakeback(),
      decline: link => link.declineTakeback(),
    }
  if (status === 'over' && rematch === other)
    return {
      text: 'Your opponent offers a rematch.',
      accept: link => link.rematch(),
      decline: link => link.declineRematch(),
    }
  return null
}

/** @param {SessionView} view @param {Color | null} seat @returns {string} what an invitation is for */
function saidOf(view, seat) {
  const { status, players, clock } = view
  if (status !== 'waiting')
    return status === 'playing' && clock && 'perMove' in clock ? `${clockWords(clock)}.` : ''
  if (seat) return `${setupWords(view)}. Send this link:`
  const free = players.white ? 'black' : 'white'
  const host = players[otherColor(free)]?.name ?? 'A player'
  return `${host} invites you: ${setupWords(view)}, you play ${colorName(free)}.`
}

/** @param {string} name @param {string} text @param {string} picture @param {() => void} run @param {string} [key] */
function button(name, text, picture, run, key) {
  return h(
    'button',
    {
      type: 'button',
      id: `friend-${name}`,
      onclick: run,
      'aria-keyshortcuts': key,
      title: key && `Key: ${key}`,
    },
    icon(picture),
    h('span', {}, text),
  )
}

/** @param {HTMLButtonElement} target @param {string} text */
function label(target, text) {
  if (target.lastElementChild) writeText(target.lastElementChild, text)
}

/** @param {string} name @param {...HTMLElement} buttons */
const row = (name, ...buttons) =>
  h('div', { class: 'actions-row', role: 'group', 'aria-label': name }, ...buttons)
