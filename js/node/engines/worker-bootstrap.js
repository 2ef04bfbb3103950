// SPDX-License-Identifier: Apache-2.0
// What a worker thread runs before an engine's script.

/**
 * Runs in a worker thread and starts an engine's script there as `node script` does. A line for the engine is a
 * message to the thread. A script that listens to messages gets them as they are; one that reads process.stdin, in
 * whatever way, is given them as lines there, of which `quit` is the last one.
 *
 * A program for Node's main thread, as npm stockfish is, runs only where it believes to be there. It is known by
 * what it asks for; `asMain` decides where that is not enough.
 *
 * This is text, so that no bundler and no instrumentation puts names into it that a thread does not have, and so
 * that there is no second file to be found.
 */
const SOURCE = `
import { readFileSync } from 'node:fs'
import { Module, syncBuiltinESMExports } from 'node:module'
import { Readable } from 'node:stream'
import threads from 'node:worker_threads'

const { path, args, asMain, workerData } = threads.workerData
const port = threads.parentPort
let isReading = false

function take(line) {
  stdin.push(line + '\\n')
  if (line !== 'quit') return
  port.off('message', take)
  stdin.push(null)
}
const stdin = new Readable({
  read() {
    if (!isReading) port.on('message', take)
    isReading = true
  },
  destroy(error, done) {
    port.off('message', take)
    done(error)
  },
})
stdin.on('pause', () => port.unref())
stdin.on('resume', () => port.listenerCount('message') > 0 && port.ref())
Object.defineProperty(process, 'stdin', { value: stdin, configurable: true, enumerable: true, writable: true })

function isProgram() {
  try {
    const text = readFileSync(path, 'utf8')
    return text.includes('isMainThread') && text.includes('require.main')
  } catch {
    return false
  }
}

threads.workerData = workerData
if (asMain ?? isProgram()) Object.assign(threads, { isMainThread: true, parentPort: null })
syncBuiltinESMExports()
process.argv = [process.execPath, path, ...args]
Module.runMain()
//# sourceURL=binbo-worker-bootstrap
`

/** For `new Worker()`, with `{ path, args, asMain, workerData }` as its workerData; path is absolute. */
export const BOOTSTRAP = new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`)
