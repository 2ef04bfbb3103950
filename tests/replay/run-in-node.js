// SPDX-License-Identifier: Apache-2.0
// Runs in Node, from a folder where the package is installed: node run-in-node.js games.json result.json

import { readFileSync, writeFileSync } from 'node:fs'
import { Game } from 'binbo'
import { replayGames } from './replay-games.js'

const [, , input, output] = process.argv
writeFileSync(output, JSON.stringify(replayGames(Game, JSON.parse(readFileSync(input, 'utf8')))))
