// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/database`.

/** @typedef {import('./add.js').AddOptions} AddOptions */
/** @typedef {import('./add.js').AddProgress} AddProgress */
/** @typedef {import('./add.js').AddedGames} AddedGames */
/** @typedef {import('./database.js').DatabaseOptions} DatabaseOptions */
/** @typedef {import('./database.js').HeadsOptions} HeadsOptions */
/** @typedef {import('./files.js').DamagedFile} DamagedFile */
/** @typedef {import('./explore.js').Exploration} Exploration */
/** @typedef {import('./explore.js').ExploredMove} ExploredMove */
/** @typedef {import('./explore.js').ExploreOptions} ExploreOptions */
/** @typedef {import('./export.js').ExportFormat} ExportFormat */
/** @typedef {import('./filter.js').GameFilter} GameFilter */
/** @typedef {import('./heads.js').GameHead} GameHead */
/** @typedef {import('./query.js').GameQuery} GameQuery */
/** @typedef {import('./query.js').MoveQuery} MoveQuery */
/** @typedef {import('./search.js').Hit} Hit */
/** @typedef {import('./search.js').SearchOptions} SearchOptions */
/** @typedef {import('./search.js').SearchProgress} SearchProgress */

export { Database, openDatabase } from './database.js'
export { GameSet } from './game-set.js'
export { GameSearch } from './search.js'
