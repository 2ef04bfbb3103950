// SPDX-License-Identifier: Apache-2.0
// The status card of a game between people: the invitation, offers, commands, and what follows the end. The server's
// permissions decide which buttons are shown; buttons have keys.

import type { Color } from 'binbo'
import type { GameLink, SessionView } from 'binbo/session'
import { html, nothing } from 'lit-html'
import { find } from '../page/dom.js'
import { onKeys } from '../page/keys.js'
import { announce, notify } from '../page/notices.js'
import { COPIED, copyField } from '../page/text-out.js'
import { say } from '../page/texts.js'
import { act, askResign, endButtons, row } from '../play/actions.js'
import { mountStatus } from '../play/status-view.js'
import { colorName, otherColor, sideName } from '../study/descriptions.js'
import type { GameAddress } from './addresses.js'
import { urlOf } from './addresses.js'
import type { FriendState } from './friend-game.js'
import type { Page, State } from './friends.js'
import { CONNECTING } from './server.js'
import { clockWords, secondsWords, setupWords, takebackWords, vacationWords } from './words.js'

/** Milliseconds that one `giveTime` adds. */
const GIFT = 15_000

type Command = (link: GameLink) => ReturnType<GameLink['resign']>
/** `open`: opens another game */
type Acts = { copy: () => void; isCopied: boolean; open: (address: GameAddress) => void }

/** Shows the game between people that is on the board. */
export function mountFriend(page: Page, open: Acts['open']) {
  const { store } = page
  mountStatus(page)
  const root = find(document, '#status .friend', HTMLElement)
  let isCopied = false
  const setCopied = (value: boolean) => {
    isCopied = value
    draw()
  }
  const copy = async () => {
    const outcome = await copyField(find(root, 'input', HTMLInputElement))
    if (outcome !== COPIED) return void notify({ text: outcome })
    announce(outcome)
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
    const hasOffer = (state: FriendState | null | undefined) =>
      state && (state.absence !== null || offerOf(state))
    // The card scrolls on low screens: bring a new offer into view.
    if (hasOffer(friend) && !hasOffer(before?.friend)) root.parentElement?.scrollTo(0, 0)
    if (friend && friend.game === before?.friend?.game) announceTrouble(friend.trouble, before.friend.trouble)
  })
  const press = (event: KeyboardEvent) => pressButton(event, root)
  onKeys({ draw: press, takeback: press, answer: press, resign: press })
}

/** Announces a change of the connection, which the status card also shows. */
function announceTrouble(now: string, before: string) {
  if (now === before || now === CONNECTING) return
  if (now || before !== CONNECTING) announce(now || say`Connected again.`)
}

/** Presses the button with the key. @returns whether there is one */
function pressButton({ key }: KeyboardEvent, root: HTMLElement): boolean {
  const usable = root.querySelectorAll<HTMLElement>('button:not([aria-disabled])')
  const button = Array.from(usable).find(
    one => one.getAttribute('aria-keyshortcuts') === key.toUpperCase() && one.checkVisibility(),
  )
  button?.click()
  return button !== undefined
}

function friendView({ mode, friend, claimableDraws }: State, page: Page, acts: Acts) {
  if (!friend || mode !== 'play') return nothing
  const { view, seat, gone } = friend
  if (gone !== null || view?.status === 'over')
    return html`${offerView(friend)}${overView(friend, page, acts)}`
  if (!view) return nothing
  const { status } = view
  const terms = termsOf(view, seat)
  return html`${terms ? html`<p class="soft friend-said">${terms}</p>` : nothing}${
    status === 'waiting' && seat ? inviteView(friend, seat, acts) : nothing
  }${friend.may('join') ? html`<div class="friend-join row">${send(friend, 'join')}</div>` : nothing}${offerView(
    friend,
  )}${absenceView(friend)}${
    status === 'playing' && seat ? playView(friend, seat, page, claimableDraws.length > 0) : nothing
  }`
}

function inviteView(friend: FriendState, seat: Color, { copy, isCopied }: Acts) {
  const url = urlOf({ ...friend.game.address, color: otherColor(seat) })
  const share = () => navigator.share({ title: say`A game of chess`, url }).catch(() => {})
  return html`<div class="friend-invite"><div class="row"><input class="code" readonly aria-label=${say`Link to this game`}
      .value=${url} />${friendAct('copy', isCopied ? say`Copied` : say`Copy`, copy, { class: 'primary' })}</div>
    <div class="row">${'share' in navigator ? friendAct('share', say`Share`, share) : nothing}${send(friend, 'cancel')}</div></div>`
}

function offerView(friend: FriendState) {
  const offer = offerOf(friend)
  if (!offer) return nothing
  const answer = (command: Command) => () => void friend.game.send(command)
  return askView(offer.text, [
    friendAct('accept', say`Accept`, answer(offer.accept), { icon: 'confirm', key: 'Y', class: 'primary' }),
    friendAct('decline', say`Decline`, answer(offer.decline), { icon: 'cancel', key: 'N' }),
  ])
}

function absenceView(friend: FriendState) {
  const { absence } = friend
  if (absence === null) return nothing
  const off = absence > 0
  const wait = off ? ` ${say`Claim in ${secondsWords(absence)}.`}` : ''
  return askView(say`Your opponent is away.` + wait, [
    send(friend, 'win', { off }),
    send(friend, 'drawn', { off }),
  ])
}

const askView = (text: string, buttons: unknown[]) =>
  html`<div class="friend-offer row"><p>${text}</p>${buttons}</div>`

/** @param canClaim whether a draw can be claimed in this position */
function playView(friend: FriendState, seat: Color, { study }: Page, canClaim: boolean) {
  const { game, view, may } = friend
  const clock = view?.clock
  const sendResign = () => void (game.live && game.send(link => link.resign()))
  const resign = () => askResign(study, say`${colorName(otherColor(seat))} will win.`, sendResign)
  return row('', say`What you may do`, [
    send(friend, 'takeback', { off: !may('offerTakeback') }),
    may('claimDraw') && canClaim
      ? send(friend, 'claim')
      : send(friend, 'draw', { off: !may('offerDraw') && !may('acceptDraw') }),
    clock && !('perMove' in clock) ? send(friend, 'time', { off: !may('giveTime') }) : nothing,
    may('pause') ? send(friend, 'pause') : nothing,
    may('resume') ? send(friend, 'resume') : nothing,
    may('abort') ? send(friend, 'abort') : friendAct('resign', say`Resign`, resign, { key: 'R' }),
  ])
}

function overView(friend: FriendState, page: Page, { open }: Acts) {
  const { game, seat, view, may } = friend
  const rematch = view?.rematch
  const next = rematch === 'white' || rematch === 'black' ? null : rematch
  const again = next
    ? friendAct('next', say`To the rematch`, () => open({ ...game.address, game: next }), {
        icon: 'rematch',
        key: 'R',
      })
    : seat &&
      send(friend, 'rematch', {
        off: !may('rematch'),
        ...(rematch === seat && { label: say`Rematch offered` }),
      })
  return row('friend-over', say`The game is over`, [again || nothing, endButtons(page)])
}

/** Buttons that send a command. */
const COMMANDS = {
  cancel: [say`Cancel the game`, link => link.abort()],
  join: [say`Join`, link => link.join(), { icon: 'hand', class: 'primary' }],
  win: [say`Claim the win`, link => link.claimWin(), { icon: 'confirm', class: 'primary' }],
  drawn: [say`Take a draw`, link => link.claimAbsenceDraw(), { icon: 'draw' }],
  takeback: [say`Take back`, link => link.offerTakeback(), { key: 'T' }],
  draw: [say`Offer draw`, link => link.offerDraw(), { key: 'D' }],
  claim: [say`Claim a draw`, link => link.claimDraw(), { icon: 'draw', key: 'D' }],
  time: ['+15 s', link => link.giveTime(GIFT), { icon: 'new', name: say`+15 s for your opponent` }],
  pause: [say`Vacation`, link => link.pause(), { icon: 'pause', name: say`Vacation: your clock stands` }],
  resume: [say`End vacation`, link => link.resume(), { icon: 'hand', class: 'primary' }],
  abort: [say`Abort`, link => link.abort(), { icon: 'resign', key: 'R' }],
  rematch: [say`Rematch`, link => link.rematch(), { key: 'R' }],
} satisfies Record<string, [label: string, command: Command, more?: Parameters<typeof act>[3]]>

function send({ game }: FriendState, name: keyof typeof COMMANDS, rest?: Parameters<typeof act>[3]) {
  const [label, command, more]: [string, Command, Parameters<typeof act>[3]?] = COMMANDS[name]
  return friendAct(name, label, () => void game.send(command), { ...more, ...rest })
}

const friendAct: typeof act = (name, label, run, rest) =>
  act(name, label, run, { id: `friend-${name}`, ...rest })

/** @returns the opponent's offer, and the commands that answer it */
function offerOf({ view, seat }: FriendState): { text: string; accept: Command; decline: Command } | null {
  if (!view || !seat) return null
  const { draw, takeback, rematch, status } = view
  const other = otherColor(seat)
  if (status === 'playing' && draw === other)
    return {
      text: say`Your opponent offers a draw.`,
      accept: link => link.acceptDraw(),
      decline: link => link.declineDraw(),
    }
  if (status === 'playing' && takeback?.by === other)
    return {
      text: say`Your opponent asks to take back ${takebackWords(takeback)}.`,
      accept: link => link.acceptTakeback(),
      decline: link => link.declineTakeback(),
    }
  if (status === 'over' && rematch === other)
    return {
      text: say`Your opponent offers a rematch.`,
      accept: link => link.rematch(),
      decline: link => link.declineRematch(),
    }
  return null
}

/** @returns the terms of an invitation or of a correspondence game, as text for users; otherwise '' */
function termsOf(view: SessionView, seat: Color | null): string {
  const { status, players, clock } = view
  if (status !== 'waiting')
    return status === 'playing' && clock && 'perMove' in clock
      ? [`${clockWords(clock)}.`, vacationWords(view, seat)].filter(Boolean).join(' ')
      : ''
  if (seat) return `${setupWords(view)}. ${say`Send this link:`}`
  const free = players.white ? 'black' : 'white'
  const host = players[otherColor(free)]?.name ?? say`A player`
  return say`${host} invites you: ${setupWords(view)}, you play ${sideName(free)}.`
}
