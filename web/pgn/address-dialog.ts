// SPDX-License-Identifier: Apache-2.0
// An address that was pasted in place of a game: offers to fetch the game, and says which server is asked.

import { html, nothing } from 'lit-html'
import { isPlayerName, SITE_APIS, SITE_HOSTS, SiteError } from '../../js/sites/player-games.js'
import { fetchGame, siteAddressOf } from '../../js/sites/single-game.js'
import { openDialog } from '../page/dialog.js'
import { listenerOf } from '../page/dom.js'
import { addressWords } from '../page/error-words.js'
import { notify } from '../page/notices.js'
import { siteSentence } from '../page/site-words.js'
import { button } from '../page/templates.js'
import { say, sayWith } from '../page/texts.js'

/**
 * @param read called with the game as PGN
 * @returns closes the notice about an address that is not that of a game
 */
export function openAddress(text: string, read: (pgn: string) => void): () => void {
  const address = siteAddressOf(text)
  if (!address) return notify({ text: addressWords(text), tone: 'error' })
  const { site, id } = address
  const server = new URL(SITE_APIS[site]).host
  /** The player that chess.com needs to know. */
  let player = ''
  let failure = ''
  let running: AbortController | null = null
  const fetch = async (event: Event) => {
    event.preventDefault()
    player = String(new FormData(listenerOf(event, HTMLFormElement)).get('player') ?? '').trim()
    const isNamed = site === 'lichess' || isPlayerName(player)
    failure = isNamed ? '' : say`‘${player}’ cannot be a user name: it has 2 to 40 letters, digits, - and _.`
    if (!isNamed) return dialog.draw()
    const { signal } = (running = new AbortController())
    dialog.draw()
    try {
      const pgn = await fetchGame(address, { player, signal })
      if (signal.aborted) return
      dialog.close()
      read(pgn)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof SiteError)) throw error
      failure = siteSentence(error.message)
    } finally {
      if (running?.signal === signal) running = null
      if (!signal.aborted) dialog.draw()
    }
  }
  const onClose = () => running?.abort()
  const dialog = openDialog(
    say`A game at ${SITE_HOSTS[site]}`,
    { onClose },
    () => html`<form class="db-form" @submit=${fetch}>${
      site === 'lichess'
        ? html`<p>${sayWith`Fetch game ${html`<b>${id}</b>`} from ${server}?`}</p>`
        : html`<p>${sayWith`Fetch game ${html`<b>${id}</b>`} from ${server}?`} ${say`It gives games only by player: the months of one of the two are searched, the last one first.`}</p><label>${say`User name of a player`}<input type="text" name="player" required maxlength="40" autocomplete="off"
          autocapitalize="off" spellcheck="false" .value=${player} autofocus></label>`
    }<p class="soft">${say`Your browser asks this server and nobody else. It sees your IP address, as when you open the site.`}</p><p role="status">${
      running ? say`Asking ${server} …` : ''
    }</p>${failure ? html`<p class="error" role="alert">${failure}</p>` : nothing}<div class="actions"><button type="submit"
      class="primary" ?disabled=${running !== null}>${say`Fetch it`}</button>${button({
        ...{ label: say`Cancel`, run: () => dialog.close() },
      })}</div></form>`,
  )
  return () => {}
}
