// SPDX-License-Identifier: Apache-2.0
// The Worker of the database: receives requests with an id, and posts the progress and the response of each with its id.

import type { Words } from '../page/error-words.js'
import { errorWords } from '../page/error-words.js'
import { startCore } from '../page/load.js'
import type { Control } from './service.js'
import { DatabaseService } from './service.js'

type Name = keyof DatabaseService
type Request = { id: number; name: Name; given: unknown } | { cancel: number }

export type Response = { id: number } & ({ progress: unknown } | { value: unknown } | { failure: Words })

/** The type of a method: unlike that of a function, it takes handlers of one kind of request. */
type Handler = { handle(given: unknown, control: Control<unknown>): unknown }['handle']

/** Milliseconds between two progress reports of a request. */
const REPORT_INTERVAL = 100

const started = startCore()
const service: Record<Name, Handler> = new DatabaseService()
/** By id of requests without a response. */
const open: Map<number, AbortController> = new Map()

addEventListener('message', ({ data }) => void receive(data))

async function receive(request: Request) {
  if ('cancel' in request) return open.get(request.cancel)?.abort()
  const { id, name, given } = request
  const abort = new AbortController()
  const { signal } = abort
  open.set(id, abort)
  let last = performance.now()
  const report = (progress: unknown) => {
    if (performance.now() - last < REPORT_INTERVAL) return
    last = performance.now()
    send({ id, progress })
  }
  try {
    await started
    // Lets a cancellation that was sent with the request arrive first.
    await new Promise(resolve => setTimeout(resolve))
    signal.throwIfAborted()
    const value = await service[name](given, { signal, report })
    send({ id, value })
  } catch (error) {
    send({ id, failure: errorWords(error) })
  } finally {
    open.delete(id)
  }
}

const send = (response: Response) => postMessage(response)
