// SPDX-License-Identifier: Apache-2.0
// The dialog that fetches the games of a player from Lichess or Chess.com. It says which server is asked before anything is sent.

import { html, nothing } from 'lit-html'
import type { GameSite } from '../../js/sites/player-games.js'
import { isPlayerName, SITE_APIS, SITE_HOSTS } from '../../js/sites/player-games.js'
import { openDialog } from '../page/dialog.js'
import { fieldValue, listenerOf } from '../page/dom.js'
import { notify } from '../page/notices.js'
import { button } from '../page/templates.js'
import { say, sayWith } from '../page/texts.js'
import { keysOf } from '../page/unknown.js'
import type { Fetched, PlayerSource } from './adding.js'
import { IN_ANOTHER_TAB } from './database-state.js'
import type { GamesDatabase } from './games-database.js'
import { playerImport } from './imports.js'
import { showFailure } from './link.js'

/** How far back the first fetch goes, in months. */
const SPANS = { all: say`All games`, year: say`Last year`, month: say`Last month` }
const MONTHS: Readonly<Record<string, number>> = { year: 12, month: 1 }

/** Opens it when the database is open; if that is so in another tab, says so instead. */
export async function openPlayers(model: GamesDatabase) {
  if (!model.shown.isOpen) await model.later(async () => {})
  if (model.shown.isReadOnly) return void notify({ text: IN_ANOTHER_TAB, tone: 'error' })
  let site: GameSite = 'lichess'
  /** null: not read yet */
  let known: readonly Fetched[] | null = null
  /** The name that cannot be one. */
  let refused = ''
  const fetch = (source: PlayerSource) => {
    dialog.close()
    model.import(playerImport(source))
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const form = listenerOf(event, HTMLFormElement)
    const data = new FormData(form)
    const player = String(data.get('player')).trim()
    if (isPlayerName(player)) return fetch({ site, player, from: startOf(site, String(data.get('span'))) })
    refused = player
    dialog.draw()
    form.querySelector('input[name="player"]')?.setAttribute('aria-invalid', 'true')
    form.querySelector<HTMLElement>('input[name="player"]')?.focus()
  }
  const choose = (event: Event) => {
    site = fieldValue(event) === 'lichess' ? 'lichess' : 'chesscom'
    dialog.draw()
  }
  const forget = async (one: Fetched) => {
    try {
      // A running import writes down how far it is.
      await model.later(() => model.link.request('forgetPlayer', one))
      await read()
    } catch (error) {
      showFailure(error)
    }
  }
  const dialog = openDialog(
    say`Games by user name`,
    { next: () => dialog.body.querySelector('input') },
    () => {
      const host = SITE_HOSTS[site]
      return html`${known?.length ? knownView(known, fetch, forget) : nothing}<form class="db-form" @submit=${submit}><div
      class="db-sites" role="radiogroup" aria-label=${say`Site`}>${keysOf(SITE_HOSTS).map(
        one => html`<label><input type="radio" name="site" value=${one} .checked=${one === site}
          @change=${choose}> ${SITE_HOSTS[one]}</label>`,
      )}</div><label>${say`Name there`}<input type="text" name="player" required maxlength="40" autocomplete="off" autocapitalize="off"
      spellcheck="false" autofocus></label>${
        refused
          ? html`<p class="error" role="alert">${say`‘${refused}’ cannot be a user name: it has 2 to 40 letters, digits, - and _.`}</p>`
          : nothing
      }<label>${say`Games`}<select name="span">${keysOf(SPANS).map(
        span => html`<option value=${span}>${SPANS[span]}</option>`,
      )}</select></label><p class="soft">${sayWith`Your browser asks ${html`<b>${new URL(SITE_APIS[site]).host}</b>`} for the games of this name, and nobody else. ${host} sees the name and your IP address, as when you open the site. The games stay on this device. The next time, only new ones are fetched.`}</p><div class="actions"><button type="submit" class="primary">${say`Fetch the games`}</button>${button(
        {
          ...{ label: say`Cancel`, run: () => dialog.close() },
        },
      )}</div></form>`
    },
  )
  const read = async () => {
    known = await model.link.request('players')
    dialog.draw()
  }
  read().catch(showFailure)
}

/** Players whose games were fetched before. */
const knownView = (
  known: readonly Fetched[],
  fetch: (source: PlayerSource) => void,
  forget: (one: Fetched) => void,
) =>
  html`<ul class="db-shelf" aria-label=${say`Fetched before`}>${known.map(one => {
    const { site, player, upTo } = one
    return html`<li><span><b>${player}</b> <span class="soft">${say`${SITE_HOSTS[site]}, up to ${upTo}`}</span></span>${[
      button({
        label: say`Fetch new`,
        name: say`Fetch new games of ${player}`,
        run: () => fetch({ site, player }),
      }),
      button({ icon: 'delete', title: say`Forget ${player}: the games stay`, run: () => forget(one) }),
    ]}</li>`
  })}</ul>`

/** @returns the beginning of a span, as the times of the site's games are written; '' for all games */
function startOf(site: GameSite, span: string): string {
  const months = MONTHS[span]
  if (months === undefined) return ''
  const start = new Date()
  start.setUTCMonth(start.getUTCMonth() - months)
  const [year, month, day] = start.toISOString().slice(0, 10).split('-')
  return site === 'lichess' ? `${year}.${month}.${day} 00:00:00` : `${year}/${month}`
}
