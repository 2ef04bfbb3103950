// SPDX-License-Identifier: Apache-2.0
// The engine server: runs one engine process for each client, and ends all of them when it closes.

import { availableParallelism } from 'node:os'
import { chessError } from '../../core/errors.js'
import { tokenFault, tokenWarning } from '../../net/access.js'
import { GOING_AWAY, POLICY, UNSUPPORTED } from '../../net/client-socket.js'
import { jsonReport } from '../../net/http-answers.js'
import { SocketServer } from '../../net/socket-server.js'
import { UCI_PROTOCOL } from '../../uci/text/bridge-protocol.js'
import { startProgram } from '../transports/process-transport.js'
import { BridgeSession } from './bridge-session.js'
import type { ServeSettings } from './serve-options.js'
import { StartQueue } from './start-queue.js'
import { programFault } from './try-program.js'

/** The shortest limit for the trial start, in milliseconds: the program is not yet in memory. */
const SHORTEST_TRIAL = 5000
/** The most fragments of a message. An empty fragment takes as long as a short command. */
const MOST_FRAGMENTS = 64
/** This many characters of a message cost as much as one more message: the moves of a position are played. */
const CHARACTERS = 256
/** A client must answer a ping within this time, in milliseconds. */
const LONGEST_SILENCE = 60_000
/** Unsent bytes above which optional lines are dropped. */
const SLOW_BACKLOG = 1 << 20
/** Unsent bytes above which a client is disconnected. */
const BACKLOG = 2_000_000
/** close() waits this long for closing handshakes, in milliseconds. */
const CLOSE_TIME = 500

/** The server that clients of the bridge connect to. Users see it as an EngineServer. */
export class BridgeServer {
  #settings: ServeSettings
  #server: SocketServer<BridgeSession>
  #starts = new StartQueue(availableParallelism())
  #lastNumber = 0

  static {
    // The public name, which minifiers would change.
    Object.defineProperty(BridgeServer, 'name', { value: 'EngineServer', configurable: true })
  }

  constructor(settings: ServeSettings, WebSocketServer: typeof import('ws').WebSocketServer) {
    const { limits, maxClients, token } = settings
    const { messageBytes, messagesPerSecond, workPerClient } = limits
    this.#settings = settings
    this.#server = new SocketServer(settings, {
      WebSocketServer,
      messageBytes,
      fragments: MOST_FRAGMENTS,
      protocol: UCI_PROTOCOL,
      clientLimits: {
        messagesPerSecond,
        workPerClient,
        characters: CHARACTERS,
        silence: LONGEST_SILENCE,
        slowBacklog: SLOW_BACKLOG,
        backlog: BACKLOG,
        slowCode: POLICY,
        binaryCode: UNSUPPORTED,
      },
      connections: maxClients,
      meterLimits: limits,
      waits: true,
      purpose: 'a UCI engine',
      reports: {
        '/health': () =>
          jsonReport({ status: 'ok', clients: this.clients, maxClients, uptime: this.#server.uptime }),
      },
      serve: (webSocket, socket, _, { address, meter }) =>
        new BridgeSession(webSocket, socket, this.#server, {
          number: ++this.#lastNumber,
          address,
          meter,
          settings,
          starts: this.#starts,
          startEngine: () => this.#startEngine(),
        }),
      addressFault: address => tokenFault(address, token),
      stopCode: GOING_AWAY,
      stopTime: CLOSE_TIME,
      end: async () => {
        await Promise.all(Array.from(this.#server.guests, session => session.end()))
      },
    })
  }

  /** The host that it was configured with. */
  get host() {
    return this.#settings.host
  }

  /** The port that it listens at. */
  get port() {
    return this.#server.port
  }

  /** The address for clients on this machine, such as 'ws://127.0.0.1:8080'. */
  get url() {
    return this.#server.url
  }

  /** Number of clients now; each counts until its engine has ended. */
  get clients() {
    return this.#server.guests.size
  }

  /**
   * @throws {Error} of the system, if it cannot listen at the address
   * @throws {ChessError} ERR_ARGUMENT if the program is not a UCI engine, or a name resolves to an address that requires a
   *   token
   */
  async listen(): Promise<void> {
    const { command, limits, token } = this.#settings
    const fault = await programFault(() => this.#startEngine(), Math.max(limits.startTimeout, SHORTEST_TRIAL))
    if (fault !== undefined)
      throw chessError('ERR_ARGUMENT', `'${command}' does not start as a UCI engine: ${fault}`, {
        input: command,
      })
    await this.#server.listen()
    const warning = tokenWarning(token)
    if (warning !== undefined) this.#server.warn(warning)
  }

  #startEngine() {
    const { command, args } = this.#settings
    return startProgram(command, args, { env: engineEnvironment(), background: true })
  }

  /**
   * Disconnects all clients and ends their engines.
   * @returns resolves when nothing is left; it never rejects
   */
  close(): Promise<void> {
    return this.#server.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

// If that symbol is missing, the method above is named 'undefined'.
if (!Symbol.asyncDispose) Reflect.deleteProperty(BridgeServer.prototype, 'undefined')

/** @returns the environment of this process, without the token of the command line */
function engineEnvironment(): NodeJS.ProcessEnv {
  const { BINBO_TOKEN: _, ...rest } = process.env
  return rest
}
