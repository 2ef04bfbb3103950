// SPDX-License-Identifier: Apache-2.0
// The setting of endgame tables: a folder of this device, or a URL.

import { html, nothing } from 'lit-html'
import { element, h } from '../page/dom.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import type { FolderHandle, TableLocation } from './locations.js'
import { nameOfFolder } from './locations.js'
import type { EndgameTables, Page } from './tables.js'
import { tablesOf } from './tables.js'

/** Not in all browsers. */
declare const showDirectoryPicker: (() => Promise<FolderHandle>) | undefined

export function tablesSetting(page: Page, draw: () => void) {
  const tables = tablesOf(page)
  const { location, isTrying, failure } = tables
  const show = (change: Promise<void>) => {
    draw()
    void change.then(draw)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    show(tables.useUrl(element('tables-url', HTMLInputElement).value))
  }
  return html`<section class="tables-setting" aria-labelledby="tables-title"><h3 id="tables-title">${say`Endgame tables`}</h3>
    <p class="soft">${say`Syzygy tables know who wins with few pieces. They are shown in Analyse, and judge the analysis of a game. A folder is read on this device alone.`}</p>
    <p role="status">${isTrying ? say`Looking for tables…` : locationText(location, tables.maxMen)}</p>
    <p class="error" role="alert" ?hidden=${failure === ''}>${failure}</p>
    <div class="row">${button({ label: say`Choose a folder …`, off: isTrying, run: () => chooseFolder(tables, show) })}${
      location ? button({ label: say`Use none`, run: () => tables.remove() }) : nothing
    }</div>
    <form class="row" @submit=${submit}><input id="tables-url" type="text" inputmode="url" autocapitalize="none" spellcheck="false"
      aria-label=${say`Address of tables`} placeholder="https://example.org/tables/" .defaultValue=${location?.kind === 'url' ? location.name : ''}><button
      type="submit">${say`Use address`}</button></form></section>`
}

function locationText(location: TableLocation | null, maxMen: number | null) {
  if (!location) return say`No tables are used.`
  if (location.kind === 'url') return say`Tables at ${location.name}`
  const folder =
    maxMen === null
      ? say`Tables in the folder “${location.name}”.`
      : say`Tables in the folder “${location.name}”, up to ${maxMen} pieces.`
  const lasts = location.isSaved
    ? say`It is used after a reload, too.`
    : say`It is too large to keep: choose it again after a reload.`
  return `${folder} ${lasts}`
}

/** Browsers with a picker of folders give a lasting handle; others give the folder's files. */
async function chooseFolder(tables: EndgameTables, show: (change: Promise<void>) => void) {
  if (typeof showDirectoryPicker === 'function') {
    // It rejects if the user chooses no folder.
    const folder = await showDirectoryPicker().catch(() => null)
    if (folder) show(tables.useFolder({ folder }, folder.name))
    return
  }
  // Never in the page: it only opens the browser's dialog.
  const input = h('input', { type: 'file', webkitdirectory: true })
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    show(tables.useFolder({ files }, nameOfFolder(files)))
  })
  input.click()
}
