// SPDX-License-Identifier: Apache-2.0
// What binbo/node offers.

export { loadPgnFile } from './load-pgn-file.js'
export { readPgnFile } from './read-pgn-file.js'
