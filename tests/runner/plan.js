// SPDX-License-Identifier: Apache-2.0
// The order in which run-js-tests.js runs the files of tests.

/** Files that run alone, after all others: another program beside them could make them fail. */
export const ALONE = [
  // They measure frames, layouts, loading and the page's clock; library.test.js runs tests/js in the page.
  'tests/browser/library.test.js',
  'tests/browser/page-analysis.test.js',
  'tests/browser/page-clock.test.js',
  'tests/browser/page-moves.test.js',
  'tests/browser/page-pgn.test.js',
  'tests/browser/page-speed.test.js',
  'tests/browser/page-work.test.js',
  // Boards take no input while a piece lands.
  'tests/browser/recipes.test.js',
  // It draws without a graphics card, slowly.
  'tests/browser/webkit.test.js',
  // They measure turns of the event loop, milliseconds or memory.
  'tests/js/limits.test.js',
  'tests/js/lifetime.test.js',
  'tests/js/page-strength.test.js',
  'tests/js/pgn-errors.test.js',
  'tests/js/pgn-reading.test.js',
  'tests/js/session-commands.test.js',
  'tests/js/uci-tcp.test.js',
  // They run many files, themselves several at a time.
  'tests/js/entries-bundled.test.js',
  'tests/js/entries-slim.test.js',
  // Their servers must answer within a time, keep clocks right to 200 ms, or bear floods.
  'tests/js/bridge-floods.test.js',
  'tests/js/cli-server.test.js',
  'tests/js/faults.test.js',
  'tests/js/postgres-archive.test.js',
  'tests/js/redis-settings.test.js',
  'tests/js/redis-store.test.js',
  'tests/js/server-attacks.test.js',
  'tests/js/server-faults-nodes.test.js',
  'tests/js/server-faults-store.test.js',
  'tests/js/server-faults-wire.test.js',
  'tests/js/server-lobby.test.js',
  'tests/js/store-conformance.test.js',
]

/** The longest of the others; they start first, so that none of them is left at the end beside an idle processor. */
export const LONG = [
  'tests/js/pgn-chunks.test.js',
  'tests/js/laws-moves.test.js',
  'tests/js/laws-history.test.js',
  'tests/js/docs.test.js',
  'tests/js/pgn-tree.test.js',
  'tests/js/bridge.test.js',
  'tests/js/session-laws.test.js',
  'tests/js/package.test.js',
]
