// SPDX-License-Identifier: Apache-2.0
// Steps through the moves: the row of buttons below them, the thumb bar of phones, the keys that work anywhere on the page,
// and the wheel over the board.

import { html, nothing } from 'lit-html'
import { element } from '../page/dom.js'
import { FIELDS, onKeys } from '../page/keys.js'
import { openPart } from '../page/load.js'
import { announce, notify, undoLast } from '../page/notices.js'
import { button, picture } from '../page/templates.js'
import { say } from '../page/texts.js'
import { stepHistory, takeLastBack } from '../study/removal.js'
import type { Study } from '../study/study.js'
import type { Page, State } from './moves-card.js'

/** Milliseconds that a finger must rest on a step button to go to the end. */
const HOLD = 450

/** The row below the moves. */
export function navigationView({ node }: State, page: Page) {
  const { study, board } = page
  const isStart = node.parent === null
  const isEnd = node.children.length === 0
  return [
    step('first', say`To the start`, isStart, () => study.toStart()),
    step('back', say`One move back`, isStart, () => study.back()),
    step('forward', say`One move forward`, isEnd, () => study.forward()),
    step('last', say`To the end of this line`, isEnd, () => study.toEnd()),
    step('flip', say`Turn the board`, false, () => turn(board)),
    button({ id: 'nav-more', icon: 'dots', title: say`More`, run: () => openMore(page) }),
  ]
}

const step = (icon: string, title: string, off: boolean, run: () => void) =>
  button({ id: `nav-${icon}`, icon, title, off, run })

/** The thumb bar of phones. */
export function thumbView(state: State, page: Page) {
  const { node, mode, match, analysis, standing } = state
  const { study, analyst, board, questions } = page
  const isPlayed = mode === 'play' && !match.setup?.friend
  const toggle = () => (analyst.on ? analyst.stop() : analyst.start())
  const acts = isPlayed
    ? [
        act('takeback', say`Take back`, { off: !standing.takesBack, run: () => takeLastBack(page) }),
        act('hint', say`Hint`, { off: !standing.mayAskHint, run: () => questions.askHint() }),
      ]
    : [
        act('flip', say`Turn`, { run: () => turn(board) }),
        mode === 'analyse'
          ? act('engine', say`Engine`, { pressed: analysis.on, off: analysis.held, run: toggle })
          : nothing,
      ]
  return [
    button({ id: 'thumb-more', icon: 'dots', label: say`More`, run: () => openMore(page) }),
    ...acts,
    heldStep(
      'back',
      say`One move back`,
      say`One move back; held: to the start`,
      node.parent === null,
      () => study.back(),
      () => study.toStart(),
    ),
    heldStep(
      'forward',
      say`One move forward`,
      say`One move forward; held: to the end`,
      node.children.length === 0,
      () => study.forward(),
      () => study.toEnd(),
    ),
  ]
}

const act = (icon: string, label: string, rest: { run: () => unknown; off?: boolean; pressed?: boolean }) =>
  button({ id: `thumb-${icon}`, icon, label, ...rest })

/** The timer of the pressed step button. */
let holding: ReturnType<typeof setTimeout> | undefined
let wasHeld = false

function heldStep(
  icon: string,
  name: string,
  title: string,
  off: boolean,
  run: () => void,
  runHeld: () => void,
) {
  const press = () => {
    wasHeld = false
    clearTimeout(holding)
    holding = setTimeout(() => {
      wasHeld = true
      runHeld()
    }, HOLD)
  }
  const release = () => clearTimeout(holding)
  // A click by key has detail 0.
  const click = ({ detail }: MouseEvent) => (detail === 0 || !wasHeld) && !off && run()
  return html`<button type="button" id=${`thumb-${icon}`} class="step" aria-label=${name}
    title=${title} aria-disabled=${off ? 'true' : nothing}
    @click=${click} @pointerdown=${press} @pointerup=${release} @pointerleave=${release} @pointercancel=${release}
    @contextmenu=${(event: Event) => event.preventDefault()}>${picture(icon)}</button>`
}

const openMore = (page: Page) =>
  openPart(
    () => import('./more.js'),
    part => part.openMore(page),
  )

/** Opens the field for a typed move; keys pressed until it is loaded are typed into it. */
async function openTypedMove(page: Page) {
  let typed = ''
  const loaded = new AbortController()
  const keep = (event: KeyboardEvent) => {
    const { key, target, repeat } = event
    const isText = key.length === 1 || key === 'Enter'
    if (!isText || repeat || event.ctrlKey || event.altKey || event.metaKey) return
    if (target instanceof Element && target.closest(FIELDS)) return
    typed += key.length > 1 ? '\n' : key
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', keep, { capture: true, signal: loaded.signal })
  await openPart(
    () => import('./typed-move.js'),
    part => part.openTypedMove(page, typed),
  )
  loaded.abort()
}

/** Keys that work anywhere on the page, and the wheel over the board. */
export function listenToSteps(page: Page) {
  listenToKeys(page)
  listenToWheel(element('board', HTMLElement), page.study)
}

function turn(board: Page['board']) {
  board.flip()
  announce(
    board.flipped
      ? say`The board is turned: Black is at the bottom.`
      : say`The board is turned: White is at the bottom.`,
  )
}

/** Pixels; mouse wheels report at least this much for a notch, touchpads less. */
const NOTCH = 50
/** Milliseconds of rest after which a touchpad's movement starts at 0 again. */
const REST = 200

/** The mouse wheel steps through the moves: down goes forward. */
function listenToWheel(place: HTMLElement, study: Study) {
  let moved = 0
  let last = 0
  const turnWheel = (event: WheelEvent) => {
    const { deltaY, deltaMode, timeStamp } = event
    const { node } = study
    const hasMoves = node.parent !== null || node.children.length > 0
    // With Ctrl it zooms; with a button held a piece is dragged.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.buttons !== 0 || !deltaY || !hasMoves)
      return
    // In very low windows it scrolls the page.
    if (document.documentElement.scrollHeight > innerHeight) return
    if (event.cancelable) event.preventDefault()
    if (timeStamp - last > REST || moved * deltaY < 0) moved = 0
    last = timeStamp
    moved = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? moved + deltaY : Math.sign(deltaY) * NOTCH
    if (Math.abs(moved) < NOTCH) return
    moved = 0
    if (deltaY > 0) study.forward()
    else study.back()
  }
  place.addEventListener('wheel', turnWheel, { passive: false })
}

function listenToKeys(page: Page) {
  const { study, board } = page
  // A step without effect returns false: the key may scroll the page.
  const step = (go: () => void) => () => {
    const before = study.node
    go()
    return study.node !== before
  }
  onKeys({
    back: step(() => study.back()),
    forward: step(() => study.forward()),
    before: step(() => goBeside(study, -1)),
    after: step(() => goBeside(study, 1)),
    start: step(() => study.toStart()),
    end: step(() => study.toEnd()),
    turn: () => turn(board),
    type: () => openTypedMove(page),
    threat: () =>
      openPart(
        () => import('../analysis/threat.js'),
        part => part.toggleThreat(page),
      ),
    undo: () => undoLast() || stepHistory(study, 'undo') || sayTakeBack(study),
    redo: () => stepHistory(study, 'redo'),
  })
}

/** Moves of a game in play are not edits. */
const sayTakeBack = ({ mode, node }: Study) =>
  mode === 'play' &&
  node.parent !== null &&
  notify({ text: say`Use “Take back” to undo a move.`, until: 'move' })

/**
 * Goes to the sibling before or after the current move.
 */
function goBeside(study: Study, places: -1 | 1) {
  const siblings = study.node.parent?.children ?? []
  const beside = siblings[siblings.findIndex(node => node === study.node) + places]
  if (beside) study.goTo(beside)
}
