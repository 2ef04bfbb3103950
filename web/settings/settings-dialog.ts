// SPDX-License-Identifier: Apache-2.0
// The dialog of settings, in tabs: board, play, engine, keys, and credits. Each choice is saved at once.

import { html, nothing } from 'lit-html'
import type { Board } from '../board/board.js'
import type { Page as TablesPage } from '../endgames/tables.js'
import { tablesSetting } from '../endgames/tables-setting.js'
import type { Page as EnginePage } from '../engine/engine-dialog.js'
import { BOARD, ENGINE, PAGE, TEMPLATES, VARIANTS_ENGINE } from '../page/credits.js'
import { openDialog } from '../page/dialog.js'
import { fieldValue, isChecked, openPicker, takeFiles } from '../page/dom.js'
import { keyList } from '../page/keyboard-help.js'
import { openPart } from '../page/load.js'
import { rove } from '../page/roving.js'
import type { Theme } from '../page/settings.js'
import {
  ANALYSIS_SECONDS,
  analysisSeconds,
  chooseTheme,
  saveSetting,
  setting,
  theme,
} from '../page/settings.js'
import { say, translated } from '../page/texts.js'
import type { OpeningBook } from '../play/opening-book.js'
import { boardChoice, pieceChoice, preview } from './looks.js'

/** The models that this folder uses. */
export type Page = { board: Board; book: OpeningBook } & TablesPage & EnginePage

const THEMES: [Theme, string][] = [
  ['light', say`Light`],
  ['system', say`System`],
  ['dark', say`Dark`],
]
const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')

function boardTab({ board }: Page, { draw }: { draw: () => void }) {
  const apply = () => board.applySettings()
  return html`<div class="look-settings">
    <div class="look-now">${preview()}<p class="soft">${say`Every choice shows here at once, and behind the dialog. Nothing to save.`}</p></div>
    <div>
      ${boardChoice()} ${pieceChoice(draw)}
      ${toggle(say`Coordinates`, 'coordinates', true, apply)}
      <fieldset class="setting"><legend>${say`Theme`}</legend><span class="segments">${THEMES.map(
        ([value, label]) =>
          html`<label><input type="radio" name="theme" .value=${value} .checked=${theme() === value}
            @change=${() => chooseTheme(value)}>${label}</label>`,
      )}</span></fieldset>
      <label class="setting"><span>${say`Language`}</span><select id="language" @change=${chooseLanguage}>${[
        ['', say`As the browser`],
        ...['en', ...translated].map(name => [name, ownName(name)]),
      ].map(
        ([value, label]) =>
          html`<option .value=${value} .selected=${value === setting('language', '')}>${label}</option>`,
      )}</select></label>
      ${toggle(say`Figurines in moves`, 'figurines', false, undefined, say`♘f3 instead of Nf3.`)}
      ${toggle(say`Sounds`, 'sound', true)}
      ${toggle(say`Show legal moves`, 'targets', true)}
      ${toggle(say`Animations`, 'animation', true, apply, lessMotion.matches && say`Off now: your system asks for less motion.`)}
    </div>
  </div>`
}

/** @returns such as 'Deutsch' */
function ownName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name[0].toLocaleUpperCase(language) + name.slice(1)
}

/** All texts are drawn anew; what is open is saved. */
function chooseLanguage(event: Event) {
  saveSetting('language', fieldValue(event))
  location.reload()
}

function bookSetting({ book }: Page, { draw }: { draw: () => void }) {
  const take = async (event: Event) => {
    const [file] = takeFiles(event)
    if (file) await book.take(file)
    draw()
  }
  const remove = () => {
    book.remove()
    draw()
  }
  return html`<div class="setting"><span>${say`Opening book`}<small class="soft">${
    book.name ||
    say`A Polyglot file (.bin): the computer plays its moves while it has any. You can also drop it on the page.`
  }</small></span>${
    book.name
      ? html`<button type="button" @click=${remove}>${say`Remove`}</button>`
      : html`<button type="button" @click=${openPicker}>${say`Choose a file …`}</button><input type="file" accept=".bin" hidden
          aria-label=${say`Opening book`} @change=${take}>`
  }</div>`
}

const playTab = (page: Page, acts: { draw: () => void }) => [
  toggle(
    say`Promote to a queen without asking`,
    'auto-queen',
    false,
    undefined,
    say`Hold Alt to choose another piece.`,
  ),
  toggle(say`Confirm moves`, 'confirm-moves', false, undefined, say`A move counts when you confirm it.`),
  toggle(
    say`Show the opponent’s thoughts`,
    'show-thoughts',
    false,
    undefined,
    say`While you play the engine.`,
  ),
  bookSetting(page, acts),
]

const engineTab = (page: Page, { close, draw }: { close: () => void; draw: () => void }) => [
  html`<label class="setting">${say`Time for a position, until “Go deeper”`}
    <select @change=${(event: Event) =>
      saveSetting('analysis-seconds', Number(fieldValue(event)))}>${ANALYSIS_SECONDS.map(
      seconds =>
        html`<option value=${seconds} ?selected=${seconds === analysisSeconds()}>${nameOfTime(seconds)}</option>`,
    )}</select></label>`,
  html`<p class="setting"><span>${say`The engine, its threads and its memory`}</span>
    <button type="button" @click=${() => {
      close()
      void openPart(
        () => import('../engine/engine-dialog.js'),
        part => part.openEngine(page),
      )
    }}>${say`Engine …`}</button></p>`,
  tablesSetting(page, draw),
]

/** @param seconds 0: no limit */
const nameOfTime = (seconds: number) => {
  if (seconds === 0) return say`No limit`
  if (seconds < 60) return say`${seconds} seconds`
  return seconds === 60 ? say`1 minute` : say`${seconds / 60} minutes`
}

const aboutTab = () => html`<h3>${say`Credits and licences`}</h3>
  <dl class="credits">${[PAGE, BOARD, TEMPLATES, ENGINE, VARIANTS_ENGINE].map(
    ({ name, what, licence }) => html`<dt>${name} (${licence})</dt><dd>${what}</dd>`,
  )}</dl>
  <p><a href="licences.txt" target="_blank">${say`All licences, and where the engines’ sources are`}</a></p>
  <p><a href="docs/index.html" target="_blank">${say`Documents of the package behind this page`}</a></p>`

/**
 * @param fallback before the user has chosen
 * @param apply after a change
 */
const toggle = (label: string, name: string, fallback: boolean, apply?: () => void, hint?: string | false) =>
  html`<label class="setting"><span>${label}${hint ? html`<small class="soft">${hint}</small>` : nothing}</span>
    <input type="checkbox" role="switch" .checked=${setting(name, fallback)}
      @change=${(event: Event) => {
        saveSetting(name, isChecked(event))
        apply?.()
      }}></label>`

const TABS: [
  name: string,
  label: string,
  view: (page: Page, acts: { close: () => void; draw: () => void }) => unknown,
][] = [
  ['board', say`Board`, boardTab],
  ['play', say`Play`, playTab],
  ['engine', say`Engine`, engineTab],
  ['keys', say`Keys`, keyList],
  ['about', say`This page`, aboutTab],
]

export function openSettings(page: Page) {
  let shown = 'board'
  const close = () => dialog.close()
  const press = (event: KeyboardEvent) => rove(event, { wraps: true })?.click()
  const choose = (name: string) => {
    shown = name
    draw()
  }
  const draw = () => dialog.draw()
  const view =
    () => html`<div class="settings-tabs" role="tablist" aria-label=${say`Settings`} @keydown=${press}>${TABS.map(
      ([name, label]) =>
        html`<button type="button" role="tab" id=${`settings-${name}`} aria-controls="settings-panel"
        aria-selected=${name === shown} tabindex=${name === shown ? 0 : -1} @click=${() => choose(name)}>${label}</button>`,
    )}</div>
  <div class="settings-panel" role="tabpanel" id="settings-panel" aria-labelledby=${`settings-${shown}`}>${TABS.map(
    ([name, , view]) => (name === shown ? view(page, { close, draw }) : nothing),
  )}</div>`
  const onClose = page.store.react(draw)
  const dialog = openDialog(say`Settings`, { class: 'settings', body: 'settings-view', onClose }, view)
}
