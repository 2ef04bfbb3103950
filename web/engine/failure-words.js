// SPDX-License-Identifier: Apache-2.0
// What an engine's failure means to a player: what happened and what to do, with the error beside it for developers.

import { isOfThisComputer } from './source.js'

/** @typedef {import('./source.js').EngineSource} EngineSource */

/**
 * @typedef {object} FailureWords
 * @property {string} text what happened, and what to do
 * @property {string[]} hints what else to look at
 * @property {string} details of the error, for developers
 */

/**
 * @typedef {object} Place where it happened
 * @property {EngineSource} source
 * @property {boolean} online does the browser have a network?
 * @property {string} origin the page's
 */

/** @typedef {[RegExp, string]} Rule what an error's message holds, and what it means */

const OWNER = 'That is for the owner of this website to mend; an engine elsewhere can still be used.'

/** @type {Rule[]} the first that fits counts */
const OF_BOTH = [
  [
    /CRITICAL ERROR/,
    'The engine did not understand the position and gave up. Your game is kept: try again, or go to another position.',
  ],
  [
    /no 'bestmove'/,
    'The engine did not stop thinking when it was told to, and was ended. Your game is kept: try again.',
  ],
]

/** @type {Rule[]} */
const OF_BUILT_IN = [
  [
    /memory|could not allocate|\bOOM\b/i,
    'The engine ran out of memory. Close other tabs or programs, or give the engine less hash, and try again.',
  ],
  [
    /HTTP (404|410)/,
    `A file of the built-in engine is missing on this website. Reload the page and try again. ${OWNER}`,
  ],
  [/HTTP \d+/, `This website does not hand out a file of the built-in engine. Try again later. ${OWNER}`],
  [
    /is served (as|without)/,
    `This website sends a file of the built-in engine as something else than it is, so that the browser refuses it. ${OWNER}`,
  ],
  [/is damaged/, `A file of the built-in engine is damaged on this website. ${OWNER}`],
  [/CSP .*lacks/, `The security rules of this website do not let the built-in engine run. ${OWNER}`],
  [
    /cannot be fetched|could not be started/,
    'The built-in engine could not be loaded. Look at your connection and try again.',
  ],
  [
    /no '(uciok|readyok)'/,
    'The built-in engine took too long to start. On a slow connection it may be there the next time: try again.',
  ],
]

const OFFLINE =
  'You are offline, and the built-in engine has not been loaded here before. Go online and try again; until then you can play by hand.'
const ENDED = 'The engine stopped working. Your game is kept: try again.'

/**
 * @param {unknown} error of an Engine, or of its start
 * @param {Place} place
 * @returns {FailureWords}
 */
export function failureWords(error, place) {
  const details = detailsOf(error)
  const known = meaning(OF_BOTH, details)
  if (known) return { text: known, hints: [], details }
  if (place.source.kind === 'remote') return { ...remoteWords(error, details, place), details }
  const text = meaning(OF_BUILT_IN, details) ?? ENDED
  const isUnloaded = /could not be loaded/.test(text)
  return { text: isUnloaded && !place.online ? OFFLINE : text, hints: [], details }
}

/**
 * @param {unknown} error
 * @param {string} details
 * @param {Place} place of a remote engine
 * @returns {Pick<FailureWords, 'text' | 'hints'>}
 */
function remoteWords(error, details, { source, online, origin }) {
  const url = source.kind === 'remote' ? source.url : ''
  const token = source.kind === 'remote' ? source.token : ''
  const isHere = isOfThisComputer(url)
  if (!online && !isHere)
    return {
      text: `You are offline, and the engine at ${url} is elsewhere. Go online and try again.`,
      hints: [],
    }
  if (/could not connect/.test(details)) {
    return {
      text: `No connection to the engine at ${url}. Browsers do not say why; look at each of these.`,
      hints: connectionHints(token, origin, isHere),
    }
  }
  if (/no 'uciok'/.test(details))
    return { text: `Something answers at ${url}, but no chess engine. Look at the address.`, hints: [] }
  if (/no 'readyok'/.test(details))
    return { text: `The engine at ${url} does not answer any more. Try again.`, hints: [] }
  if (/the server stops/.test(details))
    return { text: `The engine server at ${url} was stopped. Start it and try again.`, hints: [] }
  if (/idle for/.test(details))
    return {
      text: `The engine server at ${url} ended the engine, which had nothing to do. Try again.`,
      hints: [],
    }
  const { exitCode, signal } = /** @type {Partial<import('binbo').ChessError>} */ (error ?? {})
  if (exitCode !== undefined || signal || /code 1011/.test(details))
    return { text: `The engine at ${url} has crashed. Your game is kept: try again.`, hints: [] }
  if (/the connection to/.test(details)) {
    return {
      text: `The connection to the engine at ${url} was lost. Your game is kept: try again, when it runs.`,
      hints: [],
    }
  }
  return { text: ENDED, hints: [] }
}

/**
 * @param {string} token
 * @param {string} origin
 * @param {boolean} isHere
 */
function connectionHints(token, origin, isHere) {
  return [
    'Is the engine server running, and is this its address?',
    token ? 'Is this the token of the server?' : 'Does the server want a token?',
    `Does the server let this page in? It has to be started with --origin ${origin}.`,
    isHere && !isOfThisComputer(origin)
      ? 'Does the browser let this page reach programs of this computer? It may have asked.'
      : '',
  ].filter(hint => hint !== '')
}

/** @param {EngineSource} source @returns {string} what a player is told who waits for it to start */
export const delayWords = source =>
  source.kind === 'remote'
    ? `The engine at ${source.url} has not answered yet. You may wait, or try something else.`
    : 'Stockfish is still being loaded, which takes long on a slow connection. You may wait, or try something else.'

/** @param {Rule[]} rules @param {string} details */
const meaning = (rules, details) => rules.find(([pattern]) => pattern.test(details))?.[1]

/** @param {unknown} error @returns {string} its message, and those of what caused it */
function detailsOf(error) {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const reason = cause instanceof Error && !error.message.includes(cause.message) ? detailsOf(cause) : ''
  return reason ? `${error.message}. Cause: ${reason}` : error.message
}
