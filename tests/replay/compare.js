// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto'

/** @import { ReplayResult } from './replay-games.js' */

/**
 * A digest of all results of a replay: final FENs, statuses, hashes and the positions in between.
 * @param {ReplayResult} result
 * @returns {string} SHA-256, hexadecimal
 */
export function digest({ games }) {
  const hash = createHash('sha256')
  for (const game of games) {
    hash.update(
      'error' in game ? game.error : `${game.fen} ${game.status} ${game.hash} ${game.plies} ${game.path}`,
    )
    hash.update('\n')
  }
  return hash.digest('hex')
}

/**
 * @param {ReplayResult} node
 * @param {ReplayResult} chromium
 * @returns {string[]} one line for each game that failed or differs
 */
export function findFaults(node, chromium) {
  /** @type {string[]} */
  const faults = []
  if (node.games.length !== chromium.games.length)
    faults.push('Node and Chromium replayed different numbers of games')
  node.games.forEach((game, index) => {
    const other = chromium.games[index]
    const [here, there] = [JSON.stringify(game), JSON.stringify(other)]
    if (here !== there) faults.push(`game ${index + 1}: Node ${here}, Chromium ${there}`)
    else if ('error' in game) faults.push(`game ${index + 1}: ${game.error}`)
  })
  return faults
}
