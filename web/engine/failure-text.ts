// SPDX-License-Identifier: Apache-2.0
// An engine's failure as text for users: what happened and what to do, with the error's details for developers.

import type { ChessError } from 'binbo'
import { say } from '../page/texts.js'
import type { Program } from './engine-variants.js'
import { isOfThisComputer, UNLOADED } from './source.js'

export type FailureText = {
  /** what happened, and what to do */
  text: string
  /** what else to check */
  hints: string[]
  /** the error, for developers */
  details: string
  /** whether the engine may become available again without the user's help, such as after a lost connection */
  isTemporary: boolean
}

/** The circumstances of a failure. */
type Circumstances = {
  source: Program
  /** whether the browser has a network */
  online: boolean
  /** whether this engine has answered before */
  wasReady?: boolean
  /** the origin of the page */
  origin: string
}

/** A part of the error's message, and the text for it. The first match counts. */
type Rule = [pattern: RegExp, text: string]

const OWNER = say`Only the owner of this website can fix this; you can still use an engine elsewhere.`

const OF_BOTH: Rule[] = [
  [
    // start-engine.js could not be loaded; browsers do not fetch such a module again
    /imported module|module script failed/i,
    UNLOADED,
  ],
  [
    /needs shared memory/,
    say`No engine at hand plays this variant: Fairy-Stockfish does, but this browser or website does not allow its threads. Reload the page and try again, or move both sides by hand.`,
  ],
  [
    /CRITICAL ERROR/,
    say`The engine did not understand the position and gave up. Your game is safe: try again, or go to another position.`,
  ],
  [
    /no 'bestmove'/,
    say`The engine did not stop thinking when asked, and was shut down. Your game is safe: try again.`,
  ],
]

const NOT_LOADED = say`The built-in engine could not be loaded. Check your connection and try again.`
const UNREACHABLE = /cannot be fetched|could not be started/

const OF_BUILT_IN: Rule[] = [
  [
    /memory|could not allocate|\bOOM\b/i,
    say`The engine ran out of memory. Close other tabs or programs, or give the engine less memory, and try again.`,
  ],
  [
    /HTTP (404|410)/,
    `${say`A file of the built-in engine is missing on this website. Reload the page and try again.`} ${OWNER}`,
  ],
  [
    /HTTP \d+/,
    `${say`This website refuses to send a file of the built-in engine. Try again later.`} ${OWNER}`,
  ],
  [
    /is served (as|without)/,
    `${say`This website sends a file of the built-in engine with the wrong type, so the browser refuses it.`} ${OWNER}`,
  ],
  [/is damaged/, `${say`A file of the built-in engine is damaged on this website.`} ${OWNER}`],
  [
    /lacks script-src/,
    `${say`The security policy of this website does not allow the built-in engine.`} ${OWNER}`,
  ],
  [UNREACHABLE, NOT_LOADED],
  [
    /no '(uciok|readyok)'/,
    say`The built-in engine took too long to start. On a slow connection it may be loaded by now: try again.`,
  ],
]

const OFFLINE = say`You are offline, and the built-in engine has not been loaded here before. Go online and try again; until then you can play by hand.`
const LOST = /could not connect|the connection to|the server stops|idle for|no '(bestmove|readyok)'/
const CRASH = /code 1011/
const ENDED = say`The engine stopped working. Your game is safe: try again.`

/**
 * Explains a failure to users.
 * @param error of an Engine, or of its start
 */
export function failureText(error: unknown, circumstances: Circumstances): FailureText {
  const details = detailsOf(error)
  const known = meaning(OF_BOTH, details)
  const isTemporary = isTemporaryFailure(details, circumstances)
  if (known) return { text: known, hints: [], details, isTemporary }
  if (circumstances.source.kind === 'remote')
    return { ...remoteText(error, details, circumstances), details, isTemporary }
  const text = meaning(OF_BUILT_IN, details) ?? ENDED
  return {
    text: text === NOT_LOADED && !circumstances.online ? OFFLINE : text,
    hints: [],
    details,
    isTemporary,
  }
}

/** @returns false for a server that has never answered: its token may be wrong */
function isTemporaryFailure(details: string, { source, online, wasReady = false }: Circumstances): boolean {
  if (source.kind !== 'remote') return !online && UNREACHABLE.test(details)
  if (!online && !isOfThisComputer(source.url)) return true
  return wasReady && LOST.test(details) && !CRASH.test(details)
}

/** @param circumstances of a remote engine */
function remoteText(
  error: unknown,
  details: string,
  { source, online, origin }: Circumstances,
): Pick<FailureText, 'text' | 'hints'> {
  const url = source.kind === 'remote' ? source.url : ''
  const token = source.kind === 'remote' ? source.token : ''
  const isHere = isOfThisComputer(url)
  if (!online && !isHere)
    return {
      text: say`You are offline, but the engine at ${url} needs a network. Go online and try again.`,
      hints: [],
    }
  if (/could not connect/.test(details)) {
    return {
      text: say`No connection to the engine at ${url}. Browsers do not report the reason.`,
      hints: connectionHints(token, origin, isHere),
    }
  }
  if (/no 'uciok'/.test(details))
    return {
      text: say`Something answers at ${url}, but it is not a chess engine. Check the address.`,
      hints: [],
    }
  if (/no 'readyok'/.test(details))
    return { text: say`The engine at ${url} no longer answers. Try again.`, hints: [] }
  if (/the server stops/.test(details))
    return { text: say`The engine server at ${url} was stopped. Start it and try again.`, hints: [] }
  if (/idle for/.test(details))
    return {
      text: say`The engine server at ${url} ended the engine, since it was idle. Try again.`,
      hints: [],
    }
  const { exitCode, signal }: Partial<ChessError> = error ?? {}
  if (exitCode !== undefined || signal || CRASH.test(details))
    return { text: say`The engine at ${url} has crashed. Your game is safe: try again.`, hints: [] }
  if (/the connection to/.test(details)) {
    return {
      text: say`The connection to the engine at ${url} was lost. Your game is safe: make sure that the engine runs, then try again.`,
      hints: [],
    }
  }
  return { text: ENDED, hints: [] }
}

function connectionHints(token: string, origin: string, isHere: boolean) {
  return [
    say`Is the engine server running, and is this its address?`,
    token ? say`Is this the token of the server?` : say`Does the server ask for a token?`,
    say`Does the server allow this page? It must be started with --origin ${origin}.`,
    isHere && !isOfThisComputer(origin)
      ? say`Does the browser allow this page to reach programs on this computer? It may have asked.`
      : '',
  ].filter(hint => hint !== '')
}

const meaning = (rules: Rule[], details: string) => rules.find(([pattern]) => pattern.test(details))?.[1]

/** @returns the messages of the error and its causes */
function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const reason = cause instanceof Error && !error.message.includes(cause.message) ? detailsOf(cause) : ''
  return reason ? `${error.message}. Cause: ${reason}` : error.message
}
