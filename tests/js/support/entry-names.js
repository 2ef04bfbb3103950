// SPDX-License-Identifier: Apache-2.0
// What the entries of the package offer, by name, and what of it takes no text.

/** What takes no text of strangers: nothing, numbers, bytes, games, functions, or what the owner of a program configures. */
const LISTS = {
  'index.ChessError': 'toString',
  'index.Game': `fromState fromJSON setOptions stop clone undo redo claimDraw toJSON state setState pgn dests pieces material print`,
  'index.Position': 'setup toJSON',
  'index.Setup': `from pieces clear halfmoveClock fullmoveNumber pockets remainingChecks toJSON flip mirror rotate`,
  'pgn.PgnGame': 'fromGame merge mainline at nodes onChange with toGame toString toJSON',
  'pgn.PgnNode': 'nags clock emt line mainline toGame promote demote remove',
  openings: 'openingOf',
  compact: 'decodeGame encodeGame encodeText',
  'database.Database': 'head tags game tree leaves doubles remove compact refresh close',
  'database.GameSet': 'and or not has ids',
  'book.Book': 'open fromGames merge bytes',
  epd: 'runEpd',
  'epd.Epd': 'toString',
  'tablebase.Tablebase': 'open',
  uci: 'analyseGame',
  'uci.Engine': 'newGame isReady quit',
  'uci.EnginePool': 'close',
  'uci.GameAnalysis': 'annotate',
  'uci.Score': 'white compare valueOf winningChance toString toJSON',
  'uci.UciGame': 'create fromState fromJSON clone attach bestMove syncPosition ready',
  match: 'memoryLog playGame playMatch sprt',
  session: 'clocksAt dueAt',
  'session.GameClient': 'now lobby games close',
  'session.GameLink': `clocks absenceLeft now close endWithClient fieldsOf reopen receive send rematch declineRematch pause resume claimWin
    claimAbsenceDraw flag offerTakeback acceptTakeback declineTakeback offerDraw acceptDraw declineDraw resign abort`,
  'chess-js': 'xoroshiro128',
  'chess-js.Chess': `getHeaders getComment removeComment deleteComment getComments removeComments deleteComments toGame perft undo
    history clear reset fen turn moveNumber board ascii hash isCheck inCheck isCheckmate isStalemate isInsufficientMaterial
    isThreefoldRepetition isDrawByFiftyMoves isDraw isGameOver`,
  'chess-js.Move': `isCapture isPromotion isEnPassant isKingsideCastle isQueensideCastle isBigPawn isNullMove`,
  node: 'matchFile processTransport workerThreadTransport',
  server: 'postgresArchive',
  'server.GameHost': 'lobby drain archiveRest stop expectPlayers serveWaiting',
  'server.MemoryStore': `now append redact read games subscribe onDue onOutage hold remove enlist listed close`,
  'server.RedisStore': `now append redact read subscribe onDue onOutage hold remove enlist listed close`,
}

/** By the name that namesOf() gives it. */
export const WITHOUT_TEXT = Object.entries(LISTS).flatMap(([owner, list]) =>
  list.split(/\s+/).map(name => `${owner}.${name}`),
)

/** Functions that a name has already: classes share those of the class that they extend. */
const named = new Set()

/**
 * @param {string} entry
 * @param {Record<string, any>} exported by it
 * @returns {string[]} its functions, and for each class its methods and what can be set
 */
export function namesOf(entry, exported) {
  return Object.entries(exported).flatMap(([name, value]) => {
    if (typeof value !== 'function') return []
    if (!/^class\b/.test(Function.prototype.toString.call(value))) return [`${entry}.${name}`]
    return [value, ...prototypesOf(value)].flatMap(holder =>
      Object.entries(Object.getOwnPropertyDescriptors(holder))
        .filter(([key, { value, set }]) => isOffered(key, typeof value === 'function' ? value : set))
        .map(([key]) => `${entry}.${name}.${key}`),
    )
  })
}

function prototypesOf(type) {
  const levels = []
  for (let level = type.prototype; level !== Object.prototype; level = Object.getPrototypeOf(level))
    levels.push(level)
  return levels
}

function isOffered(name, call) {
  if (typeof call !== 'function' || name === 'constructor' || name.startsWith('_') || named.has(call))
    return false
  named.add(call)
  return true
}
