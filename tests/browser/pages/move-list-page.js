// SPDX-License-Identifier: Apache-2.0
// The list of moves alone, with a game of some thousand moves. showLongGame() shows it, walks and scrolls through it and
// changes it. Bundled by page-moves.spec.js.

import { parsePgn } from 'binbo/pgn'
import { MoveList } from '#web/moves/move-list.js'
import { Study } from '#web/study/study.js'

const SHUFFLE = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
const PLIES = 4000
/** Every twentieth move has a comment and a variation of five moves. */
const BETWEEN = 20

const words = Array.from({ length: PLIES }, (_, ply) => {
  const move = SHUFFLE[ply % 4]
  if (ply % BETWEEN !== 0) return move
  return `${move} {A word about ply ${ply}, long enough to be wrapped.} (c4 $1 c5 e4 {[%eval 0.3] [%clk 1:00:00]} e5 $14 d3)`
})
const [tree] = parsePgn(`${words.join(' ')} *`)
const study = new Study()
const root = document.createElement('div')
root.className = 'move-list'
// In its column, as the page has it.
const column = document.createElement('section')
column.className = 'column moves'
column.append(root)
const main = document.createElement('main')
main.append(column)
document.body.append(main)
const list = new MoveList(root, node => study.goTo(node))
// As the page's store does: once a frame.
let isRequested = false
study.changed = () => {
  if (isRequested) return
  isRequested = true
  requestAnimationFrame(() => {
    isRequested = false
    const { tree, version, node, outcome } = study
    list.draw({ tree, version, node, outcome })
  })
}
const buttons = root.getElementsByTagName('button')
// Positions are computed when they are first read; that must not count as time of the list.
const end = [...tree.mainline()].at(-1)
end?.fen

async function showLongGame() {
  study.load(tree)
  await frames(20)
  const places = [...tree.mainline()].filter((_, index) => index % 800 === 799)
  const shown = []
  for (const node of places) {
    study.goTo(node)
    await frames(20)
    shown.push(isInView(root.querySelector('[aria-current]')))
  }
  // Scrolled away from the current move.
  const scrolled = []
  for (const share of [1, 0.5, 0.1, 0]) {
    root.scrollTop = share * root.scrollHeight
    await frames(20)
    scrolled.push([...root.children].some(part => part.matches('ol') && isInView(part)))
  }
  const tabStops = root.querySelectorAll('button[tabindex="0"]').length
  const most = root.querySelectorAll('button').length
  // A change draws nothing else anew.
  study.goTo(places[2])
  await frames(20)
  const kept = [...buttons]
  study.annotate(() => places[2].comments.push('Another word'))
  await frames(20)
  const isKept = kept.every(button => button.isConnected)
  study.remove(places[2])
  await frames(20)
  study.goTo(tree.root.children[0])
  study.play('e5')
  await frames(20)
  const added = root.querySelector('[aria-current]')?.ariaLabel
  study.goTo([...tree.mainline()].at(-1) ?? null)
  await frames(20)
  const last = root.querySelector('[aria-current]')?.ariaLabel
  return { shown, scrolled, tabStops, most, isKept, added, last }
}

/** @param {Element | null} element @returns {boolean} */
function isInView(element) {
  if (!element) return false
  const [box, place] = [root, element].map(each => each.getBoundingClientRect())
  return place.top < box.bottom && place.bottom > box.top
}

/** @param {number} count */
async function frames(count) {
  for (; count > 0; count--) await new Promise(requestAnimationFrame)
}

Object.assign(globalThis, { showLongGame })
