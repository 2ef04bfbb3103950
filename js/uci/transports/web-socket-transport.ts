// SPDX-License-Identifier: Apache-2.0
// An engine behind a WebSocket, such as binbo's engine server: each text message is one line of UCI.

import { bytesOf, isA } from '../../core/brand.js'
import { argumentError } from '../../core/errors.js'
import { isObject } from '../../core/objects.js'
import { checkOptions } from '../../core/options.js'
import { tokenProtocol } from '../../core/token-protocol.js'
import { decode } from '../../core/utf8.js'
import { alarm, inputAlarm } from '../../core/waiting.js'
import type { WebSocketLike } from '../../core/web-socket.js'
import { readEndText, UCI_PROTOCOL } from '../text/bridge-protocol.js'
import type { Carrier, CloseReason } from './line-transport.js'
import { LineTransport } from './line-transport.js'

/** A WebSocket for an engine. */
export type EngineSocket = WebSocketLike & { binaryType: string }

/** How webSocketTransport() connects. */
export type WebSocketTransportOptions = {
  /** Any implementation, such as the one of npm `ws`; default: the global one, which Node has from 22 on. */
  WebSocket?: (new (url: string, protocols?: string[]) => EngineSocket) | undefined
  /** Subprotocols to offer. */
  protocols?: string | readonly string[] | undefined
  /**
   * A token for servers that require one. It is sent as the subprotocol `token.` + base64url beside `uci`, because
   * browsers cannot send other headers.
   */
  token?: string | undefined
}

/** The length of lines that wait for the connection, in UTF-16 units: far more than the start of an engine needs. */
const MOST_QUEUED = 1 << 20
/** Some implementations emit 'error' without 'close'. After these milliseconds 'close' is no longer awaited. */
const CLOSE_AFTER_ERROR = 250
/** Milliseconds without the rest of a line after which the line counts as complete. */
const LONGEST_PAUSE = 1000
const NORMAL_CLOSURE = 1000
const ABNORMAL_CLOSURE = 1006
const OPEN = 1
const OPTIONS = ['WebSocket', 'protocols', 'token']
const SCHEMES = new Map([
  ['ws:', 'ws:'],
  ['wss:', 'wss:'],
  ['http:', 'ws:'],
  ['https:', 'wss:'],
])
/** HTTP statuses of binbo's engine server, as text for users. */
const STATUS_TEXTS = new Map([
  ['401', 'the token is missing or wrong (HTTP 401)'],
  ['403', 'the server does not allow this origin (HTTP 403)'],
  ['429', 'too many wrong tokens came from this address (HTTP 429)'],
  ['503', 'the server has no room for another client (HTTP 503)'],
])
/** A token of RFC 9110. */
const PROTOCOL_NAME = /^[\w!#$%&'*+.^`|~-]+$/

/**
 * Connects at once. Lines sent before the connection is open wait for it, in order. onClose reports a connection that
 * fails or ends; neither its message nor its cause contains the token, or the query of the URL.
 * @param url ws: or wss:; http: and https: are read as these, and in a page it may be relative
 * @throws {ChessError} ERR_ARGUMENT
 */
export function webSocketTransport(url: string | URL, options?: WebSocketTransportOptions): LineTransport {
  const { WebSocket, protocols, token }: WebSocketTransportOptions = checkOptions(options, OPTIONS)
  const implementation = WebSocket === undefined ? globalThis.WebSocket : WebSocket
  if (implementation === undefined) {
    throw argumentError('This runtime has no WebSocket: npm install ws and pass its { WebSocket }')
  }
  if (!isSocketClass(implementation)) throw argumentError('WebSocket is a class', implementation)
  const address = readAddress(url)
  const names = readProtocols(protocols, token)
  const open = () => new WebSocketCarrier(address, names, implementation, open).transport
  return open()
}

type SocketClass = NonNullable<WebSocketTransportOptions['WebSocket']>

/** @returns whether it can be a WebSocket class; its first use shows more */
const isSocketClass = (value: unknown): value is SocketClass => typeof value === 'function'

/** One connection, the carrier of its transport. */
class WebSocketCarrier implements Carrier {
  transport
  again: () => LineTransport
  /** The address for messages: user name, password and query may be secret, and messages are logged. */
  #shown: string
  #lines: MessageLines
  /** Missing where the class has thrown. */
  #socket!: EngineSocket
  /** lines that wait for the connection */
  #queue: string[] = []
  #queuedLength = 0
  #wasOpen = false
  /** the first error */
  #cause: unknown
  #cancelAlarm = () => {}

  /** Connects at once. */
  constructor(address: URL, protocols: string[], WebSocket: SocketClass, again: () => LineTransport) {
    this.#shown = `${address.protocol}//${address.host}${address.pathname}`
    this.again = again
    this.transport = new LineTransport(this)
    this.#lines = new MessageLines(this.transport)
    try {
      // With an empty list some servers choose none, which browsers treat as a failure.
      this.#socket =
        protocols.length > 0 ? new WebSocket(address.href, protocols) : new WebSocket(address.href)
      this.#listen()
    } catch (error) {
      this.#finish({ message: failure(this.#shown, this.#wasOpen, error), cause: error })
    }
  }

  write(line: string) {
    if (this.#wasOpen) {
      if (this.#socket.readyState === OPEN) this.#socket.send(line)
      return
    }
    this.#queuedLength += line.length + 1
    if (this.#queuedLength <= MOST_QUEUED) return void this.#queue.push(line)
    this.#abort()
    this.#finish({ message: `too many lines were sent to ${this.#shown} before the connection was open` })
  }

  end() {
    if (this.#socket?.readyState === OPEN) this.#socket.send('quit')
    this.#socket?.close(NORMAL_CLOSURE)
  }

  kill() {
    this.#release()
    this.#abort()
  }

  #listen() {
    const socket = this.#socket
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => this.#onOpen())
    socket.addEventListener('message', ({ data }) => {
      const text = messageText(data)
      if (text !== undefined) this.#lines.receive(text)
    })
    // Never removed: `ws` throws errors without a listener, also those of a socket that has ended.
    socket.addEventListener('error', event => this.#onError(isObject(event) ? event.error : undefined))
    socket.addEventListener('close', event => this.#onClose(event))
  }

  #onOpen() {
    this.#wasOpen = true
    for (const line of this.#queue.splice(0)) this.#socket.send(line)
  }

  /** @param error of the event, in some implementations */
  #onError(error: unknown) {
    this.#cause ??= error
    this.#cancelAlarm()
    this.#cancelAlarm = alarm(CLOSE_AFTER_ERROR, () => {
      const cause = this.#cause
      this.#abort()
      this.#finish({ message: failure(this.#shown, this.#wasOpen, cause), cause })
    })
  }

  #onClose({ code, reason }: { code?: number; reason?: unknown }) {
    const text = typeof reason === 'string' ? reason : ''
    const cause = this.#cause
    const message = closeMessage(this.#shown, this.#wasOpen, code, text, cause)
    this.#finish({ message, ...readEndText(text), cause })
  }

  #abort() {
    if (this.#socket?.terminate) this.#socket.terminate()
    else this.#socket?.close()
  }

  #release() {
    this.#cancelAlarm()
    this.#lines.end()
    this.#queue = []
  }

  #finish(reason: CloseReason) {
    this.#release()
    this.transport.closed(reason)
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
function readAddress(url: unknown): URL {
  if (typeof url !== 'string' && !isA(url, 'URL'))
    throw argumentError('The address of an engine is a string or a URL', url)
  let address: URL
  try {
    address = new URL(String(url), globalThis.location?.href)
  } catch {
    throw argumentError("The address of an engine is a URL such as 'ws://127.0.0.1:8080'", String(url))
  }
  const scheme = SCHEMES.get(address.protocol)
  if (scheme === undefined)
    throw argumentError("The address of an engine begins with 'ws:' or 'wss:'", address.protocol)
  // Not all engines let a URL change its scheme from http: to ws:.
  address = new URL(scheme + address.href.slice(address.protocol.length))
  address.hash = ''
  return address
}

/**
 * @param token never shown
 * @returns the protocols to offer
 * @throws {ChessError} ERR_ARGUMENT
 */
function readProtocols(protocols: unknown, token: unknown): string[] {
  const names = protocols === undefined ? [] : typeof protocols === 'string' ? [protocols] : protocols
  const valid =
    Array.isArray(names) && names.every(name => typeof name === 'string' && PROTOCOL_NAME.test(name))
  if (!valid) throw argumentError('protocols is a name of a WebSocket subprotocol, or an array of names')
  if (token === undefined) return [...new Set(names)]
  if (typeof token !== 'string' || token === '') throw argumentError('token is a string that is not empty')
  return [...new Set([UCI_PROTOCOL, tokenProtocol(token), ...names])]
}

/**
 * @param data of a message
 * @returns undefined for data that cannot be text
 */
function messageText(data: unknown): string | undefined {
  if (typeof data === 'string') return data
  const bytes = bytesOf(data)
  return bytes && decode(bytes)
}

function failure(shown: string, wasOpen: boolean, cause: unknown) {
  const what = wasOpen ? `the connection to ${shown} failed` : `could not connect to ${shown}`
  const detail = cause instanceof Error ? reasonOf(cause.message) : wasOpen ? '' : browserHint()
  return detail === '' ? what : `${what}: ${detail}`
}

/**
 * @param message of an implementation
 * @returns the message, with an explanation where `ws` reports only an HTTP status
 */
function reasonOf(message: string): string {
  const [, status = ''] = /^Unexpected server response: (\d{3})$/.exec(message) ?? []
  return STATUS_TEXTS.get(status) ?? message
}

/** @returns a hint for the developer of a page, as browsers report no reason; '' outside a page */
function browserHint(): string {
  const { origin } = globalThis.location ?? {}
  if (origin === undefined) return ''
  return `nothing listens there, the token is wrong, the server does not allow this page's origin ${origin}, or the connect-src of the page's CSP forbids it; browsers do not report which`
}

function closeMessage(
  shown: string,
  wasOpen: boolean,
  code: number | undefined,
  reason: string,
  cause: unknown,
): string {
  if (cause !== undefined || !wasOpen || code === undefined || code === ABNORMAL_CLOSURE)
    return failure(shown, wasOpen, cause)
  return `the connection to ${shown} was closed with code ${code}${reason && `: ${reason}`}`
}

/**
 * Lines out of messages. Most servers send whole lines. Some pass on the engine's output in arbitrary chunks: they are
 * recognised by a message that ends with a line break, and from then on a line may continue in the next message.
 */
class MessageLines {
  #transport: LineTransport
  #isStream = false
  #cancelAlarm = () => {}

  /** @param transport receives the lines */
  constructor(transport: LineTransport) {
    this.#transport = transport
  }

  /** @param text of a message */
  receive(text: string) {
    this.#cancelAlarm()
    const isWhole = text.endsWith('\n')
    if (isWhole) this.#isStream = true
    if (!this.#isStream) return this.#transport.receiveMessage(text)
    this.#transport.receive(text)
    if (!isWhole) this.#cancelAlarm = inputAlarm(LONGEST_PAUSE, () => this.#transport.receive('\n'))
  }

  /** No more messages follow. */
  end() {
    this.#cancelAlarm()
  }
}
