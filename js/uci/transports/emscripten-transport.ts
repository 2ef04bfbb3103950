// SPDX-License-Identifier: Apache-2.0
// An engine that is an Emscripten module of the page or program itself, not a Worker: `stockfish.wasm` and its relatives
// with addMessageListener() and postMessage(), Lichess's builds with `listen` and uci().

import { callQuietly } from '../../core/callbacks.js'
import { argumentError } from '../../core/errors.js'
import { checkOptions } from '../../core/options.js'
import { alarm } from '../../core/waiting.js'
import type { Carrier } from './line-transport.js'
import { LineTransport } from './line-transport.js'

/** The functions of a module: the first two, or `uci` and `listen`. */
export type EmscriptenModule = {
  /** Its lines are the engine's. */
  addMessageListener?: ((listener: (line: string) => void) => unknown) | undefined
  /** Takes a line for the engine. */
  postMessage?: ((line: string) => unknown) | undefined
  /** Takes a line for the engine. */
  uci?: ((line: string) => unknown) | undefined
  /** Set by the transport. */
  listen?: ((line: string) => unknown) | undefined
  /** Set by the transport. */
  onError?: ((message: string) => unknown) | undefined
  /** Ends its threads. */
  terminate?: (() => unknown) | undefined
}

/** How emscriptenTransport() ends the engine. */
export type EmscriptenTransportOptions<Module extends EmscriptenModule = EmscriptenModule> = {
  /** Ends the module's threads. Default: its own terminate(), if it has one; otherwise it gets `quit` */
  terminate?: ((module: Module) => unknown) | undefined
}

/** Milliseconds for `quit`. */
const QUIT = 100

/**
 * Calls the factory at once. onClose reports a factory that fails, an error that the module reports, and a call of the
 * module that throws. A module that searches in the thread of its caller blocks that thread.
 * @param factory makes a new module, such as `() => Stockfish()`
 * @throws {ChessError} ERR_ARGUMENT
 */
export function emscriptenTransport<Module extends EmscriptenModule>(
  factory: () => Module | PromiseLike<Module>,
  options?: EmscriptenTransportOptions<Module>,
): LineTransport {
  if (typeof factory !== 'function')
    throw argumentError('An Emscripten engine is a function that makes its module', factory)
  const { terminate }: EmscriptenTransportOptions<Module> = checkOptions(options, ['terminate'])
  if (terminate !== undefined && typeof terminate !== 'function')
    throw argumentError('terminate is a function', terminate)
  const again = () => new EmscriptenCarrier(factory, terminate, again).transport
  return again()
}

/** One module, the carrier of its transport. */
class EmscriptenCarrier<Module extends EmscriptenModule> implements Carrier {
  transport
  again
  #terminate
  /** set when it is loaded */
  #module: Module | undefined
  /** sent before it was loaded */
  #early: string[] = []
  #isQuitting = false
  #isKilled = false
  #cancelAlarm = () => {}

  constructor(
    factory: () => Module | PromiseLike<Module>,
    terminate: EmscriptenTransportOptions<Module>['terminate'],
    again: () => LineTransport,
  ) {
    this.again = again
    this.#terminate = terminate
    this.transport = new LineTransport(this)
    new Promise<Module>(resolve => resolve(factory())).then(
      module => this.#open(module),
      error => this.#fail('the module could not be loaded', error),
    )
  }

  write(line: string) {
    if (line === 'quit') return this.end()
    if (this.#module === undefined) this.#early.push(line)
    else this.#send(line)
  }

  /** A module that can be terminated gets no `quit`: stockfish-nnue.wasm ends the whole Node process at it. */
  end() {
    if (this.#module === undefined || this.#ending !== undefined) return this.#fail('it was closed')
    if (this.#isQuitting) return
    this.#isQuitting = true
    this.#send('quit')
    this.#cancelAlarm = alarm(QUIT, () => this.#fail('it was closed'))
  }

  kill() {
    this.#isKilled = true
    this.#cancelAlarm()
    this.#early = []
    const module = this.#module
    if (module === undefined) return
    if (module.uci) module.listen = module.onError = () => {}
    const terminate = this.#ending
    this.#module = undefined
    callQuietly(() => terminate?.())
  }

  /** @returns ends the module's threads, where that is possible */
  get #ending(): (() => unknown) | undefined {
    const module = this.#module
    if (module !== undefined && this.#terminate !== undefined) return () => this.#terminate?.(module)
    return module?.terminate && (() => module.terminate?.())
  }

  #open(module: Module) {
    const isKnown = typeof module?.uci === 'function' || typeof module?.postMessage === 'function'
    if (!isKnown) {
      const names = 'addMessageListener() and postMessage(), or uci() and listen'
      return this.#fail(`the module is not an engine: it has no ${names}`)
    }
    this.#module = module
    if (this.#isKilled) return this.kill()
    const receive = (line: unknown) => {
      if (!this.#isKilled && typeof line === 'string') this.transport.receiveMessage(line)
    }
    try {
      if (module.uci) {
        module.listen = receive
        module.onError = message => this.#fail(`the module failed: ${message}`)
      } else module.addMessageListener?.(receive)
    } catch (error) {
      return this.#fail('the module cannot be listened to', error)
    }
    for (const line of this.#early.splice(0)) this.#send(line)
  }

  #send(line: string) {
    const module = this.#module
    try {
      if (module?.uci) module.uci(line)
      else module?.postMessage?.(line)
    } catch (error) {
      this.#fail('the module failed', error)
    }
  }

  #fail(message: string, cause?: unknown) {
    this.kill()
    const details = cause === undefined ? '' : `: ${cause instanceof Error ? cause.message : cause}`
    this.transport.closed({ message: `${message}${details}`, cause })
  }
}
