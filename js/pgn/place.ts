// SPDX-License-Identifier: Apache-2.0
// Where a node is in its tree: what its way to the root shows. Some nodes of long lines note their places, so that the way of
// others to the next one is short. This costs less than a field of all nodes, most of which are in short lines.

import type { PgnNode } from './pgn-node.js'

/** What a node's way to the root shows. */
export type Place = {
  /** the tree's `shape` for which it is known */
  shape: number
  ply: number
  /** the root, or the node that was removed */
  top: PgnNode
  /** the last node up to this one that is `top` or has a null move, and its ply */
  start: PgnNode
  startPly: number
  isMainline: boolean
}

/** What is read of nodes. */
type WayAccess = {
  shapeOf: (node: PgnNode) => number
  wordOf: (node: PgnNode) => number
  mainChildOf: (node: PgnNode) => PgnNode | undefined
  /** whether the node has noted a place, perhaps for another shape */
  isPlaced: (node: PgnNode) => boolean
  setPlaced: (node: PgnNode) => void
}

const PLACES: WeakMap<PgnNode, Place> = new WeakMap()
/** The longest way, in plies. */
const LONGEST_WAY = 64

export function placeOf(node: PgnNode, access: WayAccess): Place {
  const shape = access.shapeOf(node)
  let way = 0
  let top = node
  let known: Place | undefined
  let start: PgnNode | undefined
  let startWay = 0
  let isMainline = true
  for (;;) {
    known = access.isPlaced(top) ? PLACES.get(top) : undefined
    const { parent } = top
    if (parent === null || known?.shape === shape) break
    if (start === undefined && access.wordOf(top) === 0) {
      start = top
      startWay = way
    }
    isMainline &&= access.mainChildOf(parent) === top
    top = parent
    way++
  }
  if (way > LONGEST_WAY) {
    notePlaces(node, way, access)
    return placeOf(node, access)
  }
  known ??= { shape, ply: 0, top, start: top, startPly: 0, isMainline: true } // the root
  const ply = known.ply + way
  return {
    shape,
    ply,
    top: known.top,
    start: start ?? known.start,
    startPly: start === undefined ? known.startPly : ply - startWay,
    isMainline: isMainline && known.isMainline,
  }
}

/** Notes the last place of a node that is about to be removed: it is the top of its own tree then, and keeps its ply. */
export function noteRemoved(node: PgnNode, access: WayAccess) {
  const { shape, ply } = placeOf(node, access)
  PLACES.set(node, { shape, ply, top: node, start: node, startPly: ply, isMainline: false })
  access.setPlaced(node)
}

/** Notes places on a long way, the first ones first. */
function notePlaces(node: PgnNode, way: number, access: WayAccess) {
  const nodes: PgnNode[] = []
  let at: PgnNode | null = node
  for (let i = 0; i < way && at !== null; i++, at = at.parent) if (i % LONGEST_WAY === 0) nodes.push(at)
  for (const one of nodes.reverse()) {
    PLACES.set(one, placeOf(one, access))
    access.setPlaced(one)
  }
}
