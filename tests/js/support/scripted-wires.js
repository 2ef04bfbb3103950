// SPDX-License-Identifier: Apache-2.0
// The other ends of wires without a wire: an engine and a game server that say what a test wants them to say.

/**
 * A transport of a good engine, but for what it says besides.
 * @param {{ first?: string, options?: string, info?: string, best?: string }} says lines before `uciok` and before `bestmove`
 */
export function scriptedEngine({
  first = 'id name x',
  options = 'id author x',
  info = 'info depth 1',
  best = 'bestmove e2e4',
}) {
  const answers = {
    uci: [first, options, 'uciok'],
    isready: ['readyok'],
    go: [info, best, 'bestmove e2e4'],
    quit: [],
  }
  const transport = {
    onLine: undefined,
    onClose: undefined,
    send(line) {
      const lines = answers[line.split(' ', 1)[0]] ?? []
      queueMicrotask(() => {
        for (const one of lines) transport.onLine?.(one)
      })
    },
    async close() {
      transport.onClose?.({ message: 'closed' })
    },
    kill() {},
  }
  return transport
}

/** A game as a server sends it to a client that has opened it. */
export const SERVED = {
  game: 'g',
  role: 'spectator',
  version: 2,
  now: 1,
  events: [
    {
      ...{
        type: 'created',
        at: 1,
        by: 'white',
        format: 1,
        game: 'g',
        variant: 'standard',
        fen: null,
        clock: null,
        draws: 'claim',
      },
      ...{
        allow: { takeback: true, giveTime: true, spectators: true },
        white: { id: 'a', name: 'A' },
        black: { id: 'b' },
      },
    },
    { type: 'started', at: 1 },
  ],
}

/**
 * @param {(say: (message: string) => void) => void} talk after the hello of the client
 * @returns {new (url: string) => any} a WebSocket of a server
 */
export const scriptedServer = talk =>
  class {
    readyState = 1
    #listeners = {}
    constructor() {
      queueMicrotask(() => this.#say('open', {}))
    }
    addEventListener(name, listener) {
      this.#listeners[name] = listener
    }
    #say(name, event) {
      this.#listeners[name]?.(event)
    }
    send(text) {
      if (JSON.parse(text).type === 'hello') talk(data => this.#say('message', { data }))
    }
    close() {
      this.readyState = 3
    }
  }
