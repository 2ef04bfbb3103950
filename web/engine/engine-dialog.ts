// SPDX-License-Identifier: Apache-2.0
// The engine dialog: the engine in use with its options, and the choice of another engine.

import type { Engine } from 'binbo/uci'
import { html, nothing } from 'lit-html'
import { openDialog } from '../page/dialog.js'
import { fieldValue, listenerOf } from '../page/dom.js'
import type { Views } from '../page/store.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import type { EngineRoom, EngineState } from './engine-room.js'
import type { EngineSource } from './source.js'
import { BUILT_IN, checkAddress, savedEngineToken, savedUrl } from './source.js'
import { optionLimits } from './start-engine.js'

/** The models that the dialog uses. */
export type Page = { room: EngineRoom; analyst: { stop(): void }; store: Views<EngineState> }

const FIELDS = [
  { name: 'Threads', label: say`Threads`, unit: '' },
  { name: 'Hash', label: say`Memory`, unit: ' MB' },
] as const

/** The state of the dialog. */
type Shown = {
  /** whether "At an address" is chosen */
  isRemote: boolean
  /** as typed */
  url: string
  /** as typed */
  token: string
  isTokenShown: boolean
  /** why the address is wrong, as text for users */
  problem: string
  /** the outcome of a change of the options, as text for users */
  outcome: string
}

export function openEngine({ room, analyst, store }: Page) {
  const shown: Shown = {
    ...{ isRemote: room.source.kind === 'remote', url: savedUrl(), token: savedEngineToken() },
    ...{ isTokenShown: false, problem: '', outcome: '' },
  }
  const show = (changes: Partial<Shown>) => {
    Object.assign(shown, changes)
    dialog.draw()
  }
  const turnOff = () => {
    analyst.stop()
    room.turnOff()
  }
  const use = (event: SubmitEvent) => {
    event.preventDefault()
    const source = shown.isRemote ? readRemote() : BUILT_IN
    if (source === null) return
    room.use(source)
    dialog.body.querySelector('.engine-in-use')?.scrollIntoView({ block: 'nearest' })
  }
  /** @returns null if the address is wrong; the dialog shows why */
  const readRemote = (): EngineSource | null => {
    const checked = checkAddress(shown.url, location.protocol)
    if ('problem' in checked) {
      show({ problem: checked.problem })
      dialog.body.querySelector<HTMLElement>('input[inputmode="url"]')?.focus()
      return null
    }
    show({ url: checked.url, problem: '' })
    return { kind: 'remote', url: checked.url, token: shown.token.trim() }
  }
  const view = () => html`<section class="engine-in-use" aria-label=${say`Engine in use`} tabindex="-1"><p
    class=${`engine-status ${room.state}`} role="status">${headline(room)}</p><div class="engine-rest">${VIEWS[
      room.state
    ]({
      room,
      shown,
      show,
      turnOff,
    })}</div></section><form class="engine-choice" novalidate @submit=${use}><fieldset><legend>${say`Another engine`}</legend>${radio(
      'builtin',
      say`In this page: Stockfish, and Fairy-Stockfish for variants; it needs no network`,
      { shown, show },
    )}${radio('remote', say`At an address: an engine server, here or elsewhere`, { shown, show })}</fieldset>${remoteView(
      shown,
      show,
    )}<div class="actions"><button type="submit" class="primary" ?hidden=${isInUse(room, shown)}>${
      shown.isRemote ? say`Connect` : say`Use the built-in engine`
    }</button></div></form>`
  const next = (before: Element | null) =>
    dialog.body.querySelector<HTMLElement>(before?.closest('form') ? 'input:checked' : '.engine-in-use')
  const onClose = store.react(() => dialog.draw())
  const dialog = openDialog(say`Engine`, { class: 'engine', next, onClose }, view)
}

/** @returns whether the chosen engine is in use */
const isInUse = ({ source }: EngineRoom, { isRemote, url, token }: Shown): boolean =>
  source.kind === 'remote'
    ? isRemote && url.trim() === source.url && token.trim() === source.token
    : !isRemote

function headline({ state, name, program }: EngineRoom) {
  if (state === 'ready') return say`${name || say`The engine`} is ready`
  if (state === 'starting')
    return program.kind === 'remote'
      ? say`Connecting to ${program.url} …`
      : say`The built-in engine is starting …`
  if (state === 'off') return say`The engine is off`
  return program.kind === 'remote' ? say`The remote engine has failed` : say`The built-in engine has failed`
}

type Acts = {
  room: EngineRoom
  shown: Shown
  show: (changes: Partial<Shown>) => void
  turnOff: () => void
}

const VIEWS: Record<EngineRoom['state'], (acts: Acts) => unknown> = {
  off: ({ room }) =>
    html`<p class="soft">${say`It starts when it is needed.`}</p><div class="row">${button({
      ...{ label: say`Start it now`, run: () => room.retry() },
    })}</div>`,

  starting: ({ room }) =>
    html`<progress aria-label=${say`Starting the engine`}></progress>${
      room.delay ? html`<p role="alert">${room.delay}</p>` : nothing
    }<div class="row">${button({
      label: say`Cancel`,
      run: () => (room.source.kind === 'remote' ? room.use(BUILT_IN) : room.turnOff()),
    })}</div>`,

  ready: acts =>
    html`<p class="soft">${originText(acts.room)}</p>${
      acts.room.running ? optionsView(acts.room.running, acts) : nothing
    }<div class="row">${button({ label: say`Turn off`, run: acts.turnOff })}</div>`,

  failed: ({ room, shown }) => {
    const { text, hints, details } = room.failureText ?? { text: '', hints: [], details: '' }
    return html`<p class="error" role="alert">${text}</p>${
      hints.length > 0 ? html`<ul class="soft">${hints.map(hint => html`<li>${hint}</li>`)}</ul>` : nothing
    }<details><summary>${say`Details for developers`}</summary><p class="code">${details}</p></details><div class="row">${[
      // Only one button is primary: this one, or the one that uses another engine.
      button({
        ...{ label: say`Try again`, class: isInUse(room, shown) ? 'try-again primary' : 'try-again' },
        run: () => room.retry(),
      }),
      room.source.kind === 'remote'
        ? button({ label: say`Use the built-in engine`, run: () => room.use(BUILT_IN) })
        : nothing,
    ]}</div>`
  },
}

/** @returns the author of the engine, and where it runs */
function originText({ program, source, running }: EngineRoom) {
  // Stockfish's author line refers to a file that users of the page do not have.
  const names = running?.id.author ?? ''
  const name = names.endsWith(')') ? names.split(' (see ', 1)[0] : names
  const author = name ? `${say`By ${name}.`} ` : ''
  if (program.kind === 'remote') return author + say`It runs at ${program.url}`
  if (program.kind === 'variants')
    return (
      author +
      (source.kind === 'remote'
        ? say`It runs in this page and plays this variant, which the remote engine does not.`
        : say`It runs in this page and plays this variant, which Stockfish does not.`)
    )
  if (!globalThis.crossOriginIsolated)
    return author + say`It runs in this page, on one processor: this website does not allow more.`
  return author + say`It runs in this page.`
}

/** @returns nothing if the engine has none of the options */
function optionsView(engine: Engine, acts: Acts) {
  const fields = FIELDS.map(field => optionView(engine, field, acts)).filter(field => field !== nothing)
  return fields.length > 0
    ? html`<div class="engine-options">${fields}<p class="soft" role="status">${acts.shown.outcome}</p></div>`
    : nothing
}

function optionView(engine: Engine, { name, label, unit }: (typeof FIELDS)[number], { room, show }: Acts) {
  const option = engine.options.get(name)
  if (option?.type !== 'spin') return nothing
  const least = option.min ?? 1
  const most = Math.min(option.max ?? least, room.program.kind === 'remote' ? Infinity : optionLimits()[name])
  if (most <= least) return nothing
  const value = () => String(option.value ?? option.default ?? least)
  const change = async (event: Event) => {
    const input = listenerOf(event, HTMLInputElement)
    if (!input.checkValidity()) {
      show({ outcome: say`${label}: a whole number from ${String(least)} to ${most + unit}.` })
      input.value = value()
      return
    }
    show({ outcome: say`The engine takes this after its current search …` })
    try {
      await room.setOptions({ [name]: input.valueAsNumber })
      show({ outcome: `${label}: ${input.value}${unit}.` })
    } catch {
      // If the option has killed the engine, the dialog shows the failure.
      show({ outcome: say`${label}: the engine does not take ${input.value + unit}.` })
      input.value = value()
    }
  }
  return html`<label>${say`${label} (${String(least)} to ${most + unit})`}<input type="number" min=${least} max=${most} step="1"
    value=${value()} required @change=${change}></label>`
}

const radio = (value: 'builtin' | 'remote', label: string, { shown, show }: Pick<Acts, 'shown' | 'show'>) =>
  html`<label class="check"><input type="radio" name="engine" value=${value}
    .checked=${shown.isRemote === (value === 'remote')} @change=${() => show({ isRemote: value === 'remote' })}>${label}</label>`

const remoteView = ({ isRemote, url, token, isTokenShown, problem }: Shown, show: Acts['show']) =>
  html`<div class="engine-remote" ?hidden=${!isRemote}><label>${say`Address`}<input type="text" inputmode="url" autocomplete="off"
    autocapitalize="off" spellcheck="false" placeholder="ws://127.0.0.1:8080" aria-describedby="engine-address-problem"
    aria-invalid=${problem !== ''} .value=${url} @input=${(event: Event) =>
      show({ url: fieldValue(event), problem: '' })}></label><p class="error"
    id="engine-address-problem" role="alert">${problem}</p><div class="engine-token"><label>${say`Token, if required`}<input
    type=${isTokenShown ? 'text' : 'password'} autocomplete="off" aria-describedby="engine-token-note" .value=${token}
    @input=${(event: Event) => show({ token: fieldValue(event) })}></label><button type="button"
    aria-pressed=${isTokenShown} aria-label=${say`Show the token`} @click=${() => show({ isTokenShown: !isTokenShown })}>${say`Show`}</button></div><p
    class="soft" id="engine-token-note">${say`The token is forgotten when this tab is closed.`}</p><details><summary>${say`How to run an engine server`}</summary><p class="soft">${say`With Node and an engine on your computer, this command starts one for this page; its address is ws://127.0.0.1:8080.`}</p><pre class="code">${`npx binbo engine-server stockfish \\\n  --port 8080 --origin ${location.origin}`}</pre><p
    class="soft">${say`Before other computers can use it, set a token in the variable BINBO_TOKEN, and put TLS in front.`}</p></details></div>`
