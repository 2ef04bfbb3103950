// SPDX-License-Identifier: Apache-2.0
// The list of moves alone, with a game of some thousand moves. showLongGame() shows it, walks through it and changes
// it. Bundled by page-moves.spec.js.

import { parsePgn } from 'binbo/pgn'
import { MoveList } from '../../../web/moves/move-list.js'
import { Study } from '../../../web/study/study.js'

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
study.onChange(() => {
  if (isRequested) return
  isRequested = true
  requestAnimationFrame(() => {
    isRequested = false
    const { tree, version, node, outcome } = study
    list.draw({ tree, version, node, outcome })
  })
})
const buttons = root.getElementsByTagName('button')
// Positions are computed when they are first read; that must not count as time of the list.
const end = [...tree.mainline()].at(-1)
end?.fen

async function showLongGame() {
  study.load(tree)
  const all = PLIES + (PLIES / BETWEEN) * 5
  await untilButtons(all)
  const places = [...tree.mainline()].filter((_, index) => index % 800 === 799)
  for (const node of places) {
    study.goTo(node)
    await frames(3)
  }
  const [first, last] = [buttons[100], buttons[buttons.length - 1]]
  study.annotate(() => places[2].comments.push('Another word'))
  study.append('e4')
  await untilButtons(all + 1)
  const isKept = first.isConnected
  const isLastKept = last.isConnected
  // The last 801 of the main line with their 40 variations, and the one that was added.
  study.remove(places[3])
  await untilButtons(all - 801 - 40 * 5)
  return { isKept, isLastKept, buttons: buttons.length }
}

/** @param {number} count */
async function untilButtons(count) {
  while (buttons.length !== count) await frames(1)
  await frames(3)
}

/** @param {number} count */
async function frames(count) {
  for (; count > 0; count--) await new Promise(requestAnimationFrame)
}

Object.assign(globalThis, { showLongGame })
