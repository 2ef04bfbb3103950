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
/** The answer of programs that repeat their input. */
const ECHO = /^\s*uci\s*$/
/**
 * Milliseconds to wait for another line after such an error, and after a line that is not UCI: engines greet before they
 * load, which takes long on busy machines.
 */
const AFTER_PROTEST = 1000
const AFTER_OTHER = 10_000
const UCI = /^\s*(id|option|info|copyprotection|registration)\b/

/** @returns whether the line quotes `uci` after a word such as 'unknown' */
function isProtest(line: string): boolean {
  const found = PROTEST.exec(line)
  return found !== null && /\buci\b/i.test(line.slice(found.index))
}

/**
 * Starts the program and waits for its end.
 * @param timeout milliseconds until `uciok`
 * @returns why it is not a UCI engine, with its output; undefined for an engine
 */
export async function programFault(start: () => Transport, timeout: number): Promise<string | undefined> {
  const said: string[] = []
  const engine = start()
  let cancel = () => {}
  let hasProtested = false
  const fault = await new Promise<string | undefined>(resolve => {
    const giveUp = () => resolve(`it did not answer 'uci' with 'uciok' in ${timeout} ms`)
    const protests = () => resolve("it does not know the command 'uci': it may be an xboard engine")
    const isOther = () => resolve("it did not answer 'uci' with 'uciok'")
    cancel = inputAlarm(timeout, giveUp)
    engine.onLine = line => {
      if (/^\s*uciok\b/.test(line)) return resolve(undefined)
      if (line.trim() !== '' && said.length < SHOWN_LINES) said.push(plainText(line.trim(), SHOWN_LENGTH))
      if (hasProtested) return
      cancel()
      hasProtested = isProtest(line)
      if (hasProtested) cancel = inputAlarm(AFTER_PROTEST, protests)
      else if (ECHO.test(line)) cancel = inputAlarm(AFTER_PROTEST, isOther)
      else if (UCI.test(line)) cancel = inputAlarm(timeout, giveUp)
      else cancel = inputAlarm(Math.min(AFTER_OTHER, timeout), isOther)
    }
    engine.onClose = ({ message }) => resolve(message)
    engine.send('uci')
  })
  cancel()
  engine.onLine = undefined
  await engine.close()
  if (fault === undefined || said.length === 0) return fault
  return `${fault}; it said '${said.join("', '")}'`
}
