// SPDX-License-Identifier: Apache-2.0
// binbo/pgn of the build under test, and what tests of trees have in common.

import { pathToFileURL } from 'node:url'
import { binbo, dist, entry } from './binbo.js'

const FILES = { inline: 'pgn.js', js: 'pgn-in-js.js', jitless: 'pgn-in-js.js' }
const library = FILES[entry] ? await import(pathToFileURL(`${dist}${FILES[entry]}`).href) : binbo
export const { parsePgn, readPgn, validatePgn, PgnGame, PgnNode } = library

/** The only game of a PGN, without errors. */
export function gameOf(pgn) {
  const games = parsePgn(pgn)
  const shown = String(pgn).slice(0, 1000)
  if (games.length !== 1) throw new Error(`${games.length} games instead of one in\n${shown}`)
  if (games[0].errors.length > 0) throw new Error(`${games[0].errors[0].message} in\n${shown}`)
  return games[0]
}

/** All that a node has but its place in the tree. */
export function nodeFacts(node) {
  const { san, uci, nags, comments, startingComments, clock, emt, arrows, squares } = node
  const facts = { san, uci, nags, comments, startingComments, clock, emt, eval: node.eval, arrows, squares }
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value?.length !== 0 && value !== undefined),
  )
}

/** All nodes below and with this one, each before its children, without recursion. */
export function nodesOf(root) {
  const nodes = []
  const open = [root]
  while (open.length > 0) {
    const node = open.pop()
    nodes.push(node)
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i])
  }
  return nodes
}

/** Everything that a game shows, in a form that deepEqual compares. A Result tag that is no result is none. */
export function treeFacts(game) {
  const nodes = nodesOf(game.root)
  const numbers = new Map(nodes.map((node, index) => [node, index]))
  const { startFen, variant, result } = game
  return {
    headers: [...game.headers].map(([name, value]) => [name, name === 'Result' ? result : value]),
    startFen,
    variant,
    result,
    nodes: nodes.map(node => ({ parent: numbers.get(node.parent), ...nodeFacts(node) })),
  }
}
