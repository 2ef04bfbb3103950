// SPDX-License-Identifier: Apache-2.0
// Replays games with the package's public API. The same file runs in Node and in Chromium; it imports nothing, so that
// the caller chooses the Game class.

/**
 * @typedef {object} ReplayedGame
 * @property {string} fen the final position
 * @property {string} status the final status as JSON
 * @property {string} hash the final position's key, hexadecimal
 * @property {number} plies
 * @property {string} path a checksum over the keys of all positions of the game
 */

/**
 * @typedef {object} ReplayResult
 * @property {(ReplayedGame | { error: string })[]} games in the order of the texts
 * @property {number} loadMs milliseconds of loadPgn for all games
 * @property {number} totalMs including undo, redo and replaying move by move
 */

/**
 * @param {typeof import('binbo').Game} Game
 * @param {string[]} texts one PGN game each
 * @returns {ReplayResult}
 */
export function replayGames(Game, texts) {
  const started = performance.now()
  let loadMs = 0
  const games = texts.map(text => {
    const game = new Game()
    try {
      const begun = performance.now()
      game.loadPgn(text)
      loadMs += performance.now() - begun
      return replayGame(Game, game)
    } catch (error) {
      return { error: errorText(error) }
    } finally {
      game.stop()
    }
  })
  return { games, loadMs, totalMs: performance.now() - started }
}

/**
 * Reads the end of a loaded game, and checks that undoing and replaying it leads to the same end.
 * @param {typeof import('binbo').Game} Game
 * @param {import('binbo').Game} game
 * @returns {ReplayedGame}
 */
function replayGame(Game, game) {
  const final = snapshot(game)
  const sans = game.moves.map(({ san }) => san)
  require(sans.length === game.ply, `${sans.length} moves, but ply is ${game.ply}`)

  const keys = [game.hash]
  while (game.undo()) keys.unshift(game.hash)
  require(keys.length === sans.length + 1, 'undo does not lead to the start')
  const startFen = game.fen
  sans.forEach((san, index) => {
    const move = game.redo()
    require(move?.san === san, `redo of ply ${index + 1} plays ${move?.san} instead of ${san}`)
    require(game.hash === keys[index + 1], `redo of ply ${index + 1} ends in another position`)
  })
  require(game.redo() === null, 'redo has more than was undone')
  requireSame(snapshot(game), final, 'undo and redo')

  playSans(Game, { fen: startFen, variant: game.options.variant ?? 'standard' }, sans, keys, final)
  return { ...final, plies: sans.length, path: checksum(keys) }
}

/**
 * Plays the moves in SAN in a new game. It stops early where a game is over by rule, as only recorded games go on.
 * @param {typeof import('binbo').Game} Game
 * @param {import('binbo').GameOptions} start
 * @param {string[]} sans
 * @param {bigint[]} keys the position's key before each move and at the end
 * @param {{ fen: string, hash: string, status: string }} final
 */
function playSans(Game, start, sans, keys, final) {
  const game = new Game(start)
  try {
    const played = sans.findIndex((san, index) => {
      if (game.status.over) return true
      game.sanMove(san)
      require(game.hash === keys[index + 1], `sanMove of ply ${index + 1}, ${san}, ends in another position`)
      return false
    })
    if (played === -1) requireSame(snapshot(game), final, 'sanMove')
  } finally {
    game.stop()
  }
}

/** @param {import('binbo').Game} game */
function snapshot(game) {
  return {
    fen: game.fen,
    status: JSON.stringify(game.status),
    hash: game.hash.toString(16).padStart(16, '0'),
  }
}

/**
 * @param {boolean} condition
 * @param {string} message
 * @returns {asserts condition}
 */
function require(condition, message) {
  if (!condition) throw new Error(message)
}

/**
 * @param {{ fen: string, status: string, hash: string }} actual
 * @param {{ fen: string, status: string, hash: string }} expected
 * @param {string} way
 */
function requireSame(actual, expected, way) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)]
  require(a === b, `${way} ends with ${a}, loadPgn with ${b}`)
}

/** FNV-1a over 64 bits, hexadecimal. @param {bigint[]} keys */
function checksum(keys) {
  let sum = 0xcbf29ce484222325n
  for (const key of keys) sum = BigInt.asUintN(64, (sum ^ key) * 0x100000001b3n)
  return sum.toString(16).padStart(16, '0')
}

/** @param {unknown} error */
function errorText(error) {
  if (!(error instanceof Error)) return String(error)
  const { code, ply, line, column } = /** @type {import('binbo').ChessError} */ (error)
  const place = ply === undefined ? '' : ` (ply ${ply}, line ${line}, column ${column})`
  return `${code ? `${code}: ` : ''}${error.message}${place}`
}
