// SPDX-License-Identifier: Apache-2.0
// What the status card shows in a game between people: the invitation, offers, what the user may do, and what follows the
// end. Buttons are shown by the server's permissions, and have keys.

import type { Color } from 'binbo'
import type { GameLink, SessionView } from 'binbo/session'
import { html, nothing } from 'lit-html'
import { onKeys } from '../page/keys.js'
import { announce, notify } from '../page/notices.js'
import { COPIED, copyField } from '../page/text-out.js'
import { act, askResign, endButtons, row } from '../play/actions.js'
import { colorName, otherColor } from '../study/descriptions.js'
import type { FriendState } from './friend-game.js'
import type { Page, State } from './friends.js'
import type { Place } from './places.js'
import { addressOf } from './places.js'
import { CONNECTING } from './server.js'
import { clockWords, secondsWords, setupWords, takebackWords, vacationWords } from './words.js'

/** What `giveTime` gives, in milliseconds. */
const GIFT = 15_000

type Command = (link: GameLink) => ReturnType<GameLink['resign']>
/** `open`: another game */
type Acts = { copy: () => void; isCopied: boolean; open: (place: Place) => void }

/** Shows the game between people that is on the board. */
export function mountFriend(page: Page, open: Acts['open']) {
  const { store } = page
  const root = document.querySelector('#status .friend') as HTMLElement
  let isCopied = false
  const setCopied = (is: boolean) => {
    isCopied = is
    draw()
  }
  const copy = async () => {
    const said = await copyField(root.querySelector('input') as HTMLInputElement)
    if (said !== COPIED) return void notify({ text: said })
    announce(said)
    setCopied(true)
    setTimeout(setCopied, 2000, false)
  }
  const draw = store.show(
    root,
    state => friendView(state, page, { copy, isCopied, open }),
    () => document.querySelector('#status .headline'),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  store.react(({ friend }, before) => {
    clearTimeout(timer)
    const left = friend?.absence ?? 0
    if (left > 0) timer = setTimeout(store.change, left % 1000 || 1000)
    const isAsked = (one: FriendState | null | undefined) => one && (one.absence !== null || offerOf(one))
    // On low screens it scrolls: what is asked comes into view.
    if (isAsked(friend) && !isAsked(before?.friend)) root.parentElement?.scrollTo(0, 0)
    if (friend && friend.game === before?.friend?.game) announceTrouble(friend.trouble, before.friend.trouble)
  })
  const pressed = (event: KeyboardEvent) => press(event, root)
  onKeys({ draw: pressed, takeback: pressed, answer: pressed, resign: pressed })
}

/** The status card shows it, too. */
function announceTrouble(now: string, before: string) {
  if (now === before || now === CONNECTING) return
  if (now || before !== CONNECTING) announce(now || 'Connected again.')
}

/** Presses the button that has the key. @returns whether there is one */
function press({ key }: KeyboardEvent, root: HTMLElement): boolean {
  const usable: NodeListOf<HTMLElement> = root.querySelectorAll('button:not([aria-disabled])')
  const meant = Array.from(usable).find(
    one => one.getAttribute('aria-keyshortcuts') === key.toUpperCase() && one.checkVisibility(),
  )
  meant?.click()
  return meant !== undefined
}

function friendView({ mode, friend, claimableDraws }: State, page: Page, acts: Acts) {
  if (!friend || mode !== 'play') return nothing
  const { view, seat, gone } = friend
  if (gone !== null || view?.status === 'over')
    return html`${offerView(friend)}${overView(friend, page, acts)}`
  if (!view) return nothing
  const { status } = view
  const said = saidOf(view, seat)
  return html`${said ? html`<p class="soft friend-said">${said}</p>` : nothing}${
    status === 'waiting' && seat ? inviteView(friend, acts) : nothing
  }${friend.may('join') ? html`<div class="friend-join row">${send(friend, 'join')}</div>` : nothing}${offerView(
    friend,
  )}${absenceView(friend)}${status === 'playing' && seat ? playView(friend, page, claimableDraws.length > 0) : nothing}`
}

function inviteView(friend: FriendState, { copy, isCopied }: Acts) {
  const url = addressOf({ ...friend.game.place, color: otherColor(friend.seat as Color) })
  const share = () => navigator.share({ title: 'A game of chess', url }).catch(() => {})
  return html`<div class="friend-invite"><div class="row"><input class="code" readonly aria-label="Link to this game"
      .value=${url} />${friendAct('copy', isCopied ? 'Copied' : 'Copy', copy, { class: 'primary' })}</div>
    <div class="row">${'share' in navigator ? friendAct('share', 'Share', share) : nothing}${send(friend, 'cancel')}</div></div>`
}

/** What the opponent offers. */
function offerView(friend: FriendState) {
  const offer = offerOf(friend)
  if (!offer) return nothing
  const answer = (command: Command) => () => void friend.game.ask(command)
  return askView(offer.text, [
    friendAct('accept', 'Accept', answer(offer.accept), { icon: 'confirm', key: 'Y', class: 'primary' }),
    friendAct('decline', 'Decline', answer(offer.decline), { icon: 'cancel', key: 'N' }),
  ])
}

function absenceView(friend: FriendState) {
  const { absence } = friend
  if (absence === null) return nothing
  const off = absence > 0
  return askView(`Your opponent is away.${off ? ` Claim in ${secondsWords(absence)}.` : ''}`, [
    send(friend, 'win', { off }),
    send(friend, 'drawn', { off }),
  ])
}

const askView = (text: string, buttons: unknown[]) =>
  html`<div class="friend-offer row"><p>${text}</p>${buttons}</div>`

/** @param isDrawn may a draw be claimed at this position? */
function playView(friend: FriendState, { study }: Page, isDrawn: boolean) {
  const { game, seat, view, may } = friend
  const clock = view?.clock
  const giveUp = () => void (game.live && game.ask(link => link.resign()))
  const resign = () => askResign(study, `${colorName(otherColor(seat as Color))} will win.`, giveUp)
  return row('', 'What you may do', [
    send(friend, 'takeback', { off: !may('offerTakeback') }),
    may('claimDraw') && isDrawn
      ? send(friend, 'claim')
      : send(friend, 'draw', { off: !may('offerDraw') && !may('acceptDraw') }),
    clock && !('perMove' in clock) ? send(friend, 'time', { off: !may('giveTime') }) : nothing,
    may('pause') ? send(friend, 'pause') : nothing,
    may('resume') ? send(friend, 'resume') : nothing,
    may('abort') ? send(friend, 'abort') : friendAct('resign', 'Resign', resign, { key: 'R' }),
  ])
}

function overView(friend: FriendState, page: Page, { open }: Acts) {
  const { game, seat, view, may } = friend
  const rematch = view?.rematch
  const next = rematch === 'white' || rematch === 'black' ? null : rematch
  const again = next
    ? friendAct('next', 'To the rematch', () => open({ ...game.place, game: next }), {
        icon: 'rematch',
        key: 'R',
      })
    : seat &&
      send(friend, 'rematch', {
        off: !may('rematch'),
        ...(rematch === seat && { label: 'Rematch offered' }),
      })
  return row('friend-over', 'The game is over', [again || nothing, endButtons(page)])
}

/** Buttons that send a command: label, command, and more. */
const SENT = {
  cancel: ['Cancel the game', link => link.abort()],
  join: ['Join', link => link.join(), { icon: 'hand', class: 'primary' }],
  win: ['Claim the win', link => link.claimWin(), { icon: 'confirm', class: 'primary' }],
  drawn: ['Take a draw', link => link.claimAbsenceDraw(), { icon: 'draw' }],
  takeback: ['Take back', link => link.offerTakeback(), { key: 'T' }],
  draw: ['Offer draw', link => link.offerDraw(), { key: 'D' }],
  claim: ['Claim a draw', link => link.claimDraw(), { icon: 'draw', key: 'D' }],
  time: ['+15 s', link => link.giveTime(GIFT), { icon: 'new', name: '+15 s for your opponent' }],
  pause: ['Vacation', link => link.pause(), { icon: 'pause', name: 'Vacation: your clock stands' }],
  resume: ['End vacation', link => link.resume(), { icon: 'hand', class: 'primary' }],
  abort: ['Abort', link => link.abort(), { icon: 'resign', key: 'R' }],
  rematch: ['Rematch', link => link.rematch(), { key: 'R' }],
} satisfies Record<string, [label: string, command: Command, more?: Parameters<typeof act>[3]]>

function send({ game }: FriendState, name: keyof typeof SENT, rest?: Parameters<typeof act>[3]) {
  const [label, command, more]: [string, Command, Parameters<typeof act>[3]?] = SENT[name]
  return friendAct(name, label, () => void game.ask(command), { ...more, ...rest })
}

const friendAct: typeof act = (name, label, run, rest) =>
  act(name, label, run, { id: `friend-${name}`, ...rest })

/** @returns what the opponent offers */
function offerOf({ view, seat }: FriendState): { text: string; accept: Command; decline: Command } | null {
  if (!view || !seat) return null
  const { draw, takeback, rematch, status } = view
  const other = otherColor(seat)
  if (status === 'playing' && draw === other)
    return {
      text: 'Your opponent offers a draw.',
      accept: link => link.acceptDraw(),
      decline: link => link.declineDraw(),
    }
  if (status === 'playing' && takeback?.by === other)
    return {
      text: `Your opponent asks to take back ${takebackWords(takeback)}.`,
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

/** @returns what an invitation is for */
function saidOf(view: SessionView, seat: Color | null): string {
  const { status, players, clock } = view
  if (status !== 'waiting')
    return status === 'playing' && clock && 'perMove' in clock
      ? [`${clockWords(clock)}.`, vacationWords(view, seat)].filter(Boolean).join(' ')
      : ''
  if (seat) return `${setupWords(view)}. Send this link:`
  const free = players.white ? 'black' : 'white'
  const host = players[otherColor(free)]?.name ?? 'A player'
  return `${host} invites you: ${setupWords(view)}, you play ${colorName(free)}.`
}
