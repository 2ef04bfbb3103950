// SPDX-License-Identifier: Apache-2.0
// An engine behind a TCP port: lines of UCI, as on the standard streams of a process.

import { connect } from 'node:net'
import { argumentError } from '../../core/errors.js'
import { checkOptions } from '../../core/options.js'
import { alarm } from '../../core/waiting.js'
import { LineTransport } from '../../uci/transports/line-transport.js'
import { readUtf8 } from './program.js'

/** The address to which tcpTransport() connects. */
export type TcpTransportOptions = {
  /** A name or an address; default '127.0.0.1'. */
  host?: string | undefined
  /** 1 to 65535. */
  port: number
  /** Milliseconds for connecting; Infinity: as long as the system tries; default 10,000. */
  timeout?: number | undefined
}

const TIMEOUT = 10_000
/** Milliseconds of silence after which the system starts to check whether the connection is lost. */
const KEEP_ALIVE = 30_000
const OPTIONS = ['host', 'port', 'timeout']

/**
 * Connects at once. Lines that are sent before the connection is open wait for it, in order. onClose reports a connection
 * that fails or that the other side ends.
 * @throws {ChessError} ERR_ARGUMENT
 */
export function tcpTransport(options: TcpTransportOptions): LineTransport {
  const { host = '127.0.0.1', port, timeout = TIMEOUT } = checkOptions(options, OPTIONS)
  if (typeof host !== 'string' || host === '') throw argumentError('host is a name or an address', host)
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65535)
    throw argumentError('port is a number from 1 to 65535', port)
  if (typeof timeout !== 'number' || !(timeout > 0))
    throw argumentError('timeout is a number of milliseconds above 0, or Infinity', timeout)
  const start = () => open(host, port, timeout, start)
  return start()
}

function open(host: string, port: number, timeout: number, again: () => LineTransport): LineTransport {
  const shown = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const socket = connect({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE,
  })
  let isOpen = false
  const release = () => {
    cancelAlarm()
    socket.destroy()
  }
  const finish = (message: string, cause: unknown = undefined) => {
    release()
    transport.closed({ message, cause })
  }
  const transport = new LineTransport({
    write(line) {
      if (socket.writable) socket.write(`${line}\n`)
    },
    end() {
      if (!isOpen) socket.destroy()
      else if (socket.writable) socket.end('quit\n')
    },
    kill: release,
    again,
  })
  const cancelAlarm = alarm(timeout, () => finish(`could not connect to ${shown} within ${timeout} ms`))

  socket.on('connect', () => {
    isOpen = true
    cancelAlarm()
  })
  readUtf8(socket, text => transport.receive(text))
  socket.on('error', error => {
    const what = isOpen ? `the connection to ${shown} failed` : `could not connect to ${shown}`
    finish(`${what}: ${reasonOf(error)}`, error)
  })
  // No lines will follow, so a half-open connection is useless.
  socket.on('end', () => finish(`${shown} closed the connection`))
  socket.on('close', () => finish(`the connection to ${shown} was closed`))
  return transport
}

/** @returns the reason, for users; Node's message repeats the address, or is empty if several were tried */
function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the other side reset it'
  if (code === 'ENOTFOUND') return 'there is no such host'
  return message || code || 'unknown reason'
}
