// SPDX-License-Identifier: Apache-2.0
// The setting of endgame tables: a folder of this device, or an address.

import { html, nothing } from 'lit-html'
import { element, h } from '../page/dom.js'
import { button } from '../page/templates.js'
import type { FolderHandle, TablePlace } from './places.js'
import { nameOfFolder } from './places.js'
import type { EndgameTables, Page } from './tables.js'
import { tablesOf } from './tables.js'

type PickFolder = () => Promise<FolderHandle>

export function tablesSetting(page: Page, draw: () => void) {
  const tables = tablesOf(page)
  const { place, isTrying, failure } = tables
  const show = (change: Promise<void>) => {
    draw()
    void change.then(draw)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    show(tables.useUrl(element('tables-url', HTMLInputElement).value))
  }
  return html`<section class="tables-setting" aria-labelledby="tables-title"><h3 id="tables-title">Endgame tables</h3>
    <p class="soft">Syzygy tables know who wins with few pieces. They are shown in Analyse, and judge the analysis of a game. A folder is read
      on this device alone.</p>
    <p role="status">${isTrying ? 'Looking for tables…' : placeText(place, tables.maxMen)}</p>
    <p class="error" role="alert" ?hidden=${failure === ''}>${failure}</p>
    <div class="row">${button({ label: 'Choose a folder …', off: isTrying, run: () => chooseFolder(tables, show) })}${
      place ? button({ label: 'Use none', run: () => tables.remove() }) : nothing
    }</div>
    <form class="row" @submit=${submit}><input id="tables-url" type="text" inputmode="url" autocapitalize="none" spellcheck="false"
      aria-label="Address of tables" placeholder="https://example.org/tables/" .defaultValue=${place?.kind === 'url' ? place.name : ''}><button
      type="submit">Use address</button></form></section>`
}

function placeText(place: TablePlace | null, maxMen: number | null) {
  if (!place) return 'No tables are used.'
  if (place.kind === 'url') return `Tables at ${place.name}`
  const size = maxMen === null ? '' : `, up to ${maxMen} pieces`
  const lasts = place.isKept
    ? 'It is used after a reload, too.'
    : 'It is too large to keep: choose it again after a reload.'
  return `Tables in the folder “${place.name}”${size}. ${lasts}`
}

/** Browsers with a picker of folders give a lasting way to one; others copy the list of its files. */
async function chooseFolder(tables: EndgameTables, show: (change: Promise<void>) => void) {
  const pick = (window as unknown as { showDirectoryPicker?: PickFolder }).showDirectoryPicker
  if (pick) {
    // Without a choice it rejects.
    const folder = await pick.call(window).catch(() => null)
    if (folder) show(tables.useFolder({ folder }, folder.name))
    return
  }
  const input = h('input', { type: 'file', webkitdirectory: true })
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    show(tables.useFolder({ files }, nameOfFolder(files)))
  })
  input.click()
}
