// SPDX-License-Identifier: Apache-2.0
// The status card: the side to move or the result, the engine's activity or failure, and the buttons of actions.js.

import { html, nothing } from 'lit-html'
import { verdictOf } from '../analysis/verdict.js'
import { element } from '../page/dom.js'
import { focusBoard } from '../page/focus.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import { actionsView, listenToAnswers } from './actions.js'
import type { Thought } from './match.js'
import type { Page, State } from './standing.js'
import { engineName } from './standing.js'

/** Shows the card, which later parts draw into. */
export function mountStatus(page: Page) {
  if (document.querySelector('#status .friend')) return
  const { store, board } = page
  store.show(
    element('status', HTMLElement),
    state => statusView(state, page),
    () => document.querySelector('#status .headline'),
  )
  listenToAnswers(page)
  followStatus(page)
  // A game may have begun before.
  turn(store.state, board)
}

export function statusView(state: State, page: Page) {
  const { match, room, questions, node, end, outcome, showsThoughts } = state
  const { status, place } = state.standing
  const activity = activityText(state)
  // One line: the answer to a request, or the place in the game, or the engine's activity.
  const hasPlace = place !== '' && !questions.asking && !questions.hint
  const isDelayed = match.failure !== '' || (match.thinking && room.delay !== '')
  const hasThoughts = match.setup !== null && showsThoughts
  const thought = hasThoughts && outcome === null && !state.status.over ? match.thought : null
  const goBack = () => {
    page.study.goTo(page.study.end)
    focusBoard()
  }
  return html`<div class="headline-row" data-tone=${status.tone} data-match=${match.setup ? 'engine' : 'hand'}><span
      class="dot" data-side=${status.side} aria-hidden="true"></span><h2 class="headline"
      tabindex="-1">${status.headline}</h2><button type="button" class="back"
      ?hidden=${match.setup === null || node === end} @click=${goBack}>${say`Back to the game`}</button></div>
    <p class="detail soft">${status.detail}</p>
    <div class="engine-side" ?hidden=${isDelayed}><p class="activity"
      ?hidden=${hasPlace || activity === ''}>${activity}</p><p class="place soft"
      ?hidden=${!hasPlace}>${place}</p><p class="thought soft" ?hidden=${!hasThoughts}>${
        thought ? thoughtText(thought) : ''
      }</p></div>
    <div class="trouble" role="alert" data-kind=${match.failure ? 'failure' : 'delay'}>${troubleView(state, page)}</div>
    ${actionsView(state, page)}
    <div class="friend"></div>`
}

/** The engine's failure, with buttons to continue. */
function troubleView({ match: { failure, thinking, setup }, room, questions }: State, { match }: Page) {
  const text = failure || (thinking || questions.asking !== '' ? room.delay : '')
  if (text === '') return nothing
  return html`<p class=${failure ? 'error' : ''}>${text}</p><p class="soft">${say`The game is kept; it waits for the engine.`}</p><div class="row">${button({ label: say`Try again`, run: () => match.tryAgain() })}${
    room.source.kind === 'remote'
      ? button({ label: say`Use the built-in engine`, run: () => match.useBuiltIn() })
      : nothing
  }${setup ? button({ label: say`Play on without the engine`, run: () => match.playByHand() }) : nothing}</div>`
}

/** @returns the activity of the engine or the human; '' in a game by hand */
function activityText({
  match,
  room,
  questions: { asking, hint },
  node,
  end,
  outcome,
  status,
}: State): string {
  const name = engineName(room)
  if (room.progress && (asking || match.thinking)) return say`${name} is coming: ${room.progress}`
  if (asking === 'hint') return say`${name} looks for a hint…`
  if (asking === 'draw') return say`${name} considers the draw…`
  if (hint) return say`Hint: ${hint}`
  if (match.setup?.friend) return match.remote?.activity ?? say`Connecting…`
  if (!match.setup || match.failure || outcome) return ''
  if (match.paused) return say`Paused.`
  if (match.thinking) return room.state === 'ready' ? say`${name} is thinking …` : say`${name} is starting …`
  if (node !== end || status.over) return ''
  return match.isOfBook ? say`From the book: ${end.san}.` : say`Your move.`
}

function thoughtText({ depth, score, line, played }: Thought): string {
  const text = `${depth}, ${verdictOf(score).text}: ${line.join(' ')}`
  if (played === '') return say`Depth ${text}`
  return played === line[0]
    ? say`It thought: depth ${text}`
    : say`It thought: depth ${text}, but it played ${played}`
}

/** Effects outside the card. */
export function followStatus({ store, board }: Page) {
  store.react(({ match: { setup }, standing: { ended } }, before) => {
    // On low screens the card scrolls: show the news.
    if (ended && !before?.standing.ended) element('status', HTMLElement).scrollTo(0, 0)
    if (setup !== before?.match.setup) turn({ match: { setup } }, board)
  })
}

/** The human's side is at the bottom. */
function turn({ match: { setup } }: { match: Pick<State['match'], 'setup'> }, board: Page['board']) {
  if (setup && board.flipped !== (setup.human === 'black')) board.flip()
}
