// SPDX-License-Identifier: Apache-2.0
// kokopu reads a whole PGN text: it finds the games first, then parses each, every move of it checked, as the
// iteration comes to it. Games that it cannot parse are passed over.
import { pgnRead } from 'kokopu'
import { parseAndWalk, readTexts } from './common.js'

/** @import { Game } from 'kokopu' */
/** @import { Case } from '../worker.js' */
/** @import { BulkAnswer, Sums, Trees } from './common.js' */

/** @param {string} text @returns {BulkAnswer} */
const replay = text => {
  const database = pgnRead(text)
  let games = 0
  let plies = 0
  for (const game of database.games()) {
    plies += game.mainVariation().nodes().length
    games++
  }
  return { games, plies, errors: database.gameCount() - games }
}

/** @param {Game} game @returns {Sums} */
const walk = game => {
  const sums = { nodes: 0, letters: 0, comments: 0, nags: 0 }
  const variations = [game.mainVariation()]
  for (let variation = variations.pop(); variation; variation = variations.pop()) {
    if (variation.comment() !== undefined) sums.comments++
    for (const node of variation.nodes()) {
      sums.nodes++
      sums.letters += node.notation().length
      sums.nags += node.nags().length
      if (node.comment() !== undefined) sums.comments++
      variations.push(...node.variations())
    }
  }
  return sums
}

/** @type {Trees} */
export const trees = { parse: text => [...pgnRead(text).games()], walk }

/** @type {Record<string, Case>} */
export const cases = {
  pgnBulk: {
    prepare: readTexts,
    run: ([text]) => replay(text),
    check: items => replay(readTexts(items)[0]),
  },
  pgnTree: {
    prepare: readTexts,
    run: ([text]) => parseAndWalk(trees, text),
    check: items => parseAndWalk(trees, readTexts(items)[0]),
  },
}
