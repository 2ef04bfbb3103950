// SPDX-License-Identifier: Apache-2.0
// Runs in Chromium: replays the games that the server has, and writes the result into the page.

import { replayGames } from './replay-games.js'

const entry = '/binbo/dist/index.js'
const { Game } = /** @type {typeof import('binbo')} */ (await import(entry))
const response = await fetch('/games.json')
const output = /** @type {HTMLElement} */ (document.getElementById('result'))
output.textContent = JSON.stringify(replayGames(Game, await response.json()))
output.dataset.done = 'yes'
