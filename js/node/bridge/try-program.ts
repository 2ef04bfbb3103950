// SPDX-License-Identifier: Apache-2.0
// Starts a program once, to check that it is a UCI engine before clients connect.

import { inputAlarm } from '../../core/waiting.js'
import { plainText } from '../../net/client-socket.js'
import type { Transport } from '../../uci/transports/line-transport.js'

/** How much of the program's output a message quotes. */
const SHOWN_LINES = 5
const SHOWN_LENGTH = 200
/** The answer of other engines to `uci`: an error that quotes it. */
const PROTEST = /(?:bad|error|illegal|invalid|unknown|unrecogni[sz]ed)\b/i
/**
 * Milliseconds to wait for another line after an error or an echo. Any other line may be the greeting of an engine that loads:
 * on a busy machine `uciok` then takes long.
 */
const AFTER_ANSWER = 1000
/** Lines that only engines say: the time above ends. */
const UCI = /^\s*(id|option|info|copyprotection|registration)\b/

/** @returns whether the line quotes `uci` after a word such as 'unknown' */
function isProtest(line: string): boolean {
  const found = PROTEST.exec(line)
  return found !== null && /\buci\b/i.test(line.slice(found.index))
}

/** The answers to `uci` of programs that are no UCI engines: an error, or their own input. */
const ANSWERS: readonly (readonly [matches: (line: string) => boolean, reason: string])[] = [
  [isProtest, "it does not know the command 'uci': it may be an xboard engine"],
  [line => /^\s*uci\s*$/.test(line), "it did not answer 'uci' with 'uciok'"],
]

/**
 * Starts the program and waits for its end.
 * @param timeout milliseconds until `uciok`
 * @returns why it is not a UCI engine, with its output; undefined for an engine
 */
export async function programFault(start: () => Transport, timeout: number): Promise<string | undefined> {
  const said: string[] = []
  const engine = start()
  let giveUp = () => {}
  let refuse = () => {}
  let hasAnswered = false
  const fault = await new Promise<string | undefined>(resolve => {
    const after = (milliseconds: number, reason: string) => inputAlarm(milliseconds, () => resolve(reason))
    giveUp = after(timeout, `it did not answer 'uci' with 'uciok' in ${timeout} ms`)
    engine.onLine = line => {
      if (/^\s*uciok\b/.test(line)) return resolve(undefined)
      if (line.trim() !== '' && said.length < SHOWN_LINES) said.push(plainText(line.trim(), SHOWN_LENGTH))
      const reason = ANSWERS.find(([matches]) => matches(line))?.[1]
      if (UCI.test(line)) refuse()
      else if (reason !== undefined && !hasAnswered) {
        hasAnswered = true
        refuse = after(AFTER_ANSWER, reason)
      }
    }
    engine.onClose = ({ message }) => resolve(message)
    engine.send('uci')
  })
  giveUp()
  refuse()
  engine.onLine = undefined
  await engine.close()
  if (fault === undefined || said.length === 0) return fault
  return `${fault}; it said '${said.join("', '")}'`
}
