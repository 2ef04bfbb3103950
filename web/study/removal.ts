// SPDX-License-Identifier: Apache-2.0
// Removes lines from the game and puts them back on request; moves played in the meantime stay.

import type { PgnNode } from 'binbo/pgn'
import { showWhile } from '../page/hold.js'
import { announce, notify, UNDO_SECONDS } from '../page/notices.js'
import { say } from '../page/texts.js'
import type { Edit } from './history.js'
import { COMMANDS, isAbove, lastOfLine, moveName, nodeAt, parentOf } from './nodes.js'
import type { Study } from './study.js'

const LISTS = ['nags', 'comments', 'startingComments'] as const

/**
 * Takes a move back as players do: the game ends before it. The variations of a line's first move are removed as well, so
 * that none of them becomes the main line. "Undo" is offered unless only bare moves are removed.
 * @param move of the study, not the root
 */
export function takeBack(study: Study, move: PgnNode) {
  const parent = parentOf(move)
  const lines = parent.children[0] === move ? [...parent.children] : [move]
  const { path } = study.node
  const isBare = lines.length === 1 && isBareLine(move)
  const name = moveName(move)
  // The move itself is removed last, so that no variation is the main line in between.
  const remove = (all: PgnNode[]) => all.toReversed().map(line => removeLine(study, line))
  let undos = remove(lines)
  if (isBare) return
  const [before, names] = [movesTo(parent), lines.map(({ uci }) => uci)]
  const { tree } = study
  const undo = () => {
    const isStillThere = study.node === parent
    const [first] = undos.toReversed().map(putBack => putBack())
    if (first && isStillThere) study.goTo(nodeAt(study.tree.root, path))
    return first !== null
  }
  const redo = () => {
    const found = findNode(tree.root, before)?.children.filter(({ uci }) => names.includes(uci)) ?? []
    undos = remove(found)
    return found.length > 0
  }
  const edit = { name: say`Take back ${name}`, undo, redo }
  study.history.add(edit)
  notifyUndo(study, edit, say`${name} was taken back, with all comments and variations after it.`)
}

/** Takes back the player's last move, for the buttons. */
export function takeLastBack({
  study,
  store,
}: {
  study: Study
  store: { state: { standing: { takesBack: PgnNode | null } } }
}) {
  const { takesBack } = store.state.standing
  if (takesBack) takeBack(study, takesBack)
}

/** Reports an edit with a button that undoes it, until it is undone or another game is shown. */
export function notifyUndo(study: Study, edit: Edit, text: string) {
  const undo = () => {
    if (!study.history.undoOne(edit)) announce(say`This cannot be undone: the move before it is gone.`)
  }
  const close = notify({
    text,
    actions: [{ label: say`Undo`, run: undo }],
    ...{ seconds: UNDO_SECONDS, until: 'result' },
  })
  showWhile(() => study.history.has(edit), close)
}

/** The commands that users write: play adds the clock's times. */
const WRITTEN = COMMANDS.filter(name => name !== 'clock' && name !== 'emt')

/** @returns whether only moves follow, without variations or annotations */
function isBareLine(move: PgnNode): boolean {
  for (let node = move; ; [node] = node.children) {
    const { children, comments, startingComments, nags } = node
    if (children.length > 1 || comments.length + startingComments.length + nags.length > 0) return false
    if (WRITTEN.some(name => node[name] !== undefined)) return false
    if (children.length === 0) return true
  }
}

/**
 * @param node a move of the study
 * @returns puts the line back and returns its first move; null, without a change, if another game is on the page or the
 *   preceding move was removed
 */
export function removeLine(study: Study, node: PgnNode): () => PgnNode | null {
  const { tree, outcome, end } = study
  const before = movesTo(parentOf(node))
  const siblings: (string | null)[] = node.parent?.children.map(({ uci }) => uci) ?? []
  const endMoves = movesTo(end).join()
  study.remove(node)
  return () => {
    const parent = study.tree === tree ? findNode(tree.root, before) : null
    if (!parent) return null
    const isShown = study.node === parent
    // A new sibling may be the main line of a match: the line must not replace it.
    const isAsItWas = parent.children.every(({ uci }) => siblings.includes(uci))
    const back = study.annotate(() => {
      const copy = graft(node, parent)
      if (isAsItWas) moveTo(siblings.indexOf(node.uci), copy)
      return copy
    })
    const isOldEnd = outcome !== null && movesTo(lastOfLine(tree.root)).join() === endMoves
    if (isOldEnd) study.finish(outcome.result, outcome.how)
    if (isShown) study.goTo(back)
    return back
  }
}

/** @returns whether the node is still in the game */
export const isThere = (study: Study, node: PgnNode): boolean => isAbove(study.tree.root, node)

/**
 * Adds a removed line to a node; existing moves and annotations stay.
 * @returns its first move
 */
function graft(line: PgnNode, parent: PgnNode): PgnNode {
  const first = parent.add(sanOf(line))
  const pairs = [{ from: line, to: first }]
  for (const { from, to } of pairs) {
    copyAnnotations(from, to)
    for (const child of from.children) pairs.push({ from: child, to: to.add(sanOf(child)) })
  }
  return first
}

function copyAnnotations(from: PgnNode, to: PgnNode) {
  for (const name of LISTS) if (to[name].length === 0) Object.assign(to, { [name]: [...from[name]] })
  for (const name of COMMANDS)
    if (to[name] === undefined && from[name] !== undefined) Object.assign(to, { [name]: from[name] })
}

/** Moves the last of a node's siblings to another place among them. */
function moveTo(place: number, node: PgnNode) {
  const siblings: readonly PgnNode[] = parentOf(node).children
  while (siblings.indexOf(node) > place) node.promote()
}

/** @returns the moves from the start to the node, in UCI */
export function movesTo(node: PgnNode): string[] {
  const moves = []
  for (let at = node; at.parent && at.uci !== null; at = at.parent) moves.push(at.uci)
  return moves.reverse()
}

export function findNode(root: PgnNode, moves: string[]): PgnNode | null {
  let node: PgnNode | undefined = root
  for (const move of moves) node = node?.children.find(({ uci }) => uci === move)
  return node ?? null
}

/** @param node not the root */
const sanOf = ({ san }: PgnNode): string => san ?? ''

/**
 * Undoes or redoes the last edit of the game, and announces it.
 * @returns whether there was an edit
 */
export function stepHistory({ history }: Study, what: 'undo' | 'redo'): boolean {
  const edit = history[what]()
  if (edit) announce(what === 'undo' ? say`Undone: ${edit.name}.` : say`Done again: ${edit.name}.`)
  return edit !== null
}
