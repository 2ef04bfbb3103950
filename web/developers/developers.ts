// SPDX-License-Identifier: Apache-2.0
// The dialog for developers: the code of the board, with a button that copies it, figures measured in this browser,
// and what works offline.

import { html, nothing } from 'lit-html'
import { guard } from 'lit-html/directives/guard.js'
import type { Analyst } from '../analysis/analyst.js'
import { ENGINE_FILES } from '../engine/engine-files.js'
import type { EngineRoom } from '../engine/engine-room.js'
import { openDialog } from '../page/dialog.js'
import { find } from '../page/dom.js'
import type { Views } from '../page/store.js'
import { button } from '../page/templates.js'
import { COPIED, copyText, FORBIDDEN } from '../page/text-out.js'
import type { Match } from '../play/match.js'
import type { GameState, Study } from '../study/study.js'
import { loadedView, readEngineSize, readLoaded } from './loaded-view.js'
import type { Place } from './program.js'
import { pgnLine, programOf } from './program.js'
import { Race } from './race.js'
import { Trial } from './trial.js'

/** The models that the room uses. */
export type Page = { study: Study; analyst: Analyst; match: Match; room: EngineRoom; store: Views<GameState> }

const PLACES: [place: Place, label: string][] = [
  ['node', 'In Node'],
  ['page', 'In a page'],
]

/** Milliseconds after which browsers have ended a service worker, which then does not answer. */
const TIMEOUT = 330_000

type Offline = {
  isPageCached: boolean
  isEngineCached: boolean
}

/** Progress of caching the engine; '' before and after. */
type Caching = '' | 'loading' | 'failed'

/** The state of the dialog. */
type Shown = {
  place: Place
  /** whether the program to edit and run is shown */
  isTrying: boolean
  /** the program that was copied last, and the outcome as text for users */
  copied: { text: string; outcome: string }
  loaded: ReturnType<typeof readLoaded>
  /** bytes; null if unknown */
  engineSize: number | null
  /** null until it is known */
  offline: Offline | null
  caching: Caching
}

export function openDevelopers(page: Page) {
  const draw = () => dialog.draw()
  const race = new Race(page, draw)
  const trial = new Trial(draw)
  const closed = new AbortController()
  const shown: Shown = {
    place: 'node',
    isTrying: false,
    copied: { text: '', outcome: '' },
    loaded: readLoaded(),
    engineSize: null,
    offline: null,
    caching: '',
  }
  const show = (changes: Partial<Shown>) => {
    Object.assign(shown, changes)
    draw()
  }
  const copy = async (text: string) => {
    const isCopied = await copyText(text)
    if (!isCopied) getSelection()?.selectAllChildren(find(dialog.body, 'pre', HTMLElement))
    show({ copied: { text, outcome: isCopied ? COPIED : FORBIDDEN } })
  }
  const updateOffline = async () => show({ offline: await readOffline() })
  const cache = async () => {
    show({ caching: 'loading' })
    const isCached = await cacheEngine()
    await updateOffline()
    show({ caching: isCached ? '' : 'failed' })
  }
  const outcomeOf = (text: string) => (shown.copied.text === text ? shown.copied.outcome : '')
  const codeView = () => {
    const { place } = shown
    const text = programOf(page, place)
    return html`<div class="code-of-board"><div class="row" role="group" aria-label="Where it runs">${PLACES.map(
      ([place, label]) => button({ label, pressed: place === shown.place, run: () => show({ place }) }),
    )}${button({ label: 'Copy the code', class: 'primary', run: () => copy(text) })}<span class="soft"
      role="status">${outcomeOf(text)}</span></div>
      <pre class="code dump" tabindex="0" role="region" aria-label="The program">${text}</pre></div>`
  }
  const trialView = () => {
    if (!shown.isTrying) return button({ label: 'Try it here', run: () => show({ isTrying: true }) })
    const pgn = page.study.snapshot().pgn.trim()
    const view = trial.view(programOf(page, 'here'), pgn)
    const text = pgnLine(pgn) + trial.text
    return html`${view}<div class="row">${button({ label: 'Copy the program', run: () => copy(text) })}<span class="soft"
      role="status">${outcomeOf(text)}</span></div>`
  }
  const view = () => {
    const { tree, version, node } = page.store.state
    const { place, copied } = shown
    return html`${part('The code of this board', guard([place, copied, tree, version, node], codeView))}
      ${part('Counting positions', race.view())}
      ${part('The game in a program', trialView())}
      ${part(
        'What was loaded',
        html`${loadedView(shown.loaded, shown.engineSize)}${offlineView(shown.offline, shown.caching, cache)}`,
      )}
      <p class="soft">Binbo ${BUILD.version}${BUILD.commit && `, commit ${BUILD.commit}`}. Measured in this browser: ${machine()}.
        <a href="docs/performance.html" target="_blank">Figures beside other libraries</a> ·
        <a href="docs/index.html" target="_blank">Documents</a></p>`
  }
  const observer = new PerformanceObserver(() => show({ loaded: readLoaded() }))
  observer.observe({ type: 'resource' })
  const { signal } = closed
  navigator.serviceWorker?.addEventListener('controllerchange', updateOffline, { signal })
  void updateOffline()
  void readEngineSize().then(engineSize => show({ engineSize }))
  const onClose = () => {
    closed.abort()
    observer.disconnect()
    unfollow()
    race.stop()
    trial.stop()
  }
  const next = () => dialog.body.querySelector<HTMLElement>('#offline-state')
  const dialog = openDialog('For developers', { class: 'wide developers', next, onClose }, view)
  const unfollow = page.store.react(draw)
}

/** @returns such as 'Chromium 150 on Linux x86_64, 2 processors' */
function machine(): string {
  const { userAgent, platform, hardwareConcurrency: count = 1 } = navigator
  const [, name, version] = /(Firefox|Chrome|Version)\/(\d+)/.exec(userAgent) ?? []
  const browser = version ? `${name.replace('Version', 'Safari')} ${version} on ` : ''
  return `${browser}${platform}, ${count} ${count === 1 ? 'processor' : 'processors'}`
}

const part = (title: string, content: unknown) =>
  html`<section class="developers-part"><h3>${title}</h3>${content}</section>`

/**
 * @param offline null until it is known
 * @param cache called when users press the button
 */
const offlineView = (offline: Offline | null, caching: Caching, cache: () => void) =>
  html`<div class="offline"><p id="offline-state" tabindex="-1">${offline && describe(offline, caching)}</p>${
    offline?.isPageCached && !offline.isEngineCached
      ? button({
          ...{ id: 'offline-engine', label: 'Keep the engine for offline use' },
          ...{ off: caching === 'loading', run: cache },
        })
      : nothing
  }</div>`

function describe({ isPageCached, isEngineCached }: Offline, caching: Caching) {
  if (caching === 'loading') return 'Loading the engine…'
  if (caching === 'failed') return 'The engine could not be loaded. Check your connection and try again.'
  if (!isPageCached)
    return 'This page does not work offline yet: the browser has not kept it. It may do so on the next visit.'
  return isEngineCached
    ? 'The page and the engine work offline.'
    : 'The page works offline; the engine only if it was used before.'
}

async function readOffline(): Promise<Offline> {
  const isPageCached = navigator.serviceWorker?.controller != null
  return { isPageCached, isEngineCached: isPageCached && (await hasEngine()) }
}

/** Has the service worker cache the engine. @returns whether it succeeded */
function cacheEngine(): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  navigator.serviceWorker.controller?.postMessage('keep engine', [port2])
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(hasEngine()), TIMEOUT)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      port1.close()
      resolve(data)
    }
  })
}

/** @returns whether all files of the engine are in a cache */
async function hasEngine(): Promise<boolean> {
  const found = await Promise.all(ENGINE_FILES.map(path => caches.match(new URL(path, document.baseURI))))
  return found.every(Boolean)
}
