// SPDX-License-Identifier: Apache-2.0
// Starts a program once, to see whether it is a UCI engine before clients come.

import { inputAlarm } from '../../core/waiting.js'
import { plainText } from '../../net/client.js'

/** @typedef {import('../../uci/transports/line-transport.js').Transport} Transport */

/** Of what it said, in a message. */
const SHOWN_LINES = 5
const SHOWN_LENGTH = 200
/** How engines of other protocols answer `uci`: an error that quotes it. */
const PROTEST = /(bad|error|illegal|invalid|unknown|unrecogni[sz]ed)\b.*\buci\b/i
/** After a protest, in milliseconds. */
const LAST_CHANCE = 1000

/**
 * @param {() => Transport} start
 * @param {number} timeout milliseconds until `uciok`
 * @returns {Promise<string | undefined>} why it is no UCI engine, with what it said; undefined if it is one. It has
 *   ended then
 */
export async function programFault(start, timeout) {
  /** @type {string[]} */
  const said = []
  const engine = start()
  let cancel = () => {}
  const fault = await new Promise(resolve => {
    cancel = inputAlarm(timeout, () => resolve(`it did not answer 'uci' with 'uciok' in ${timeout} ms`))
    engine.onLine = line => {
      if (/^\s*uciok\b/.test(line)) return resolve(undefined)
      if (line.trim() !== '' && said.length < SHOWN_LINES) said.push(plainText(line.trim(), SHOWN_LENGTH))
      if (!PROTEST.test(line)) return
      cancel()
      cancel = inputAlarm(LAST_CHANCE, () =>
        resolve("it does not know the command 'uci': it may be an xboard engine"),
      )
    }
    engine.onClose = ({ message }) => resolve(message)
    engine.send('uci')
  })
  cancel()
  await engine.close()
  if (fault === undefined || said.length === 0) return fault
  return `${fault}; it said '${said.join("', '")}'`
}
