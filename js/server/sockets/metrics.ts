// SPDX-License-Identifier: Apache-2.0
// The metrics of a game server, in the text format of Prometheus (exposition format 0.0.4).

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { COMMANDS } from '../../session/commands.js'
import type { Meter } from '../host/machine.js'

/** Upper bounds of the append histogram, in seconds. */
const APPEND_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
/** The same for the delays of timers. */
const LATE_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
const LOOP_RESOLUTION = 20
/** How long a report is used again, in milliseconds. */
const REPORT_AGE = 1000

type Gauges = {
  connections: number
  games: number
  ready: boolean
  full: boolean
}

export class Metrics implements Meter {
  /** by type and code */
  #commands: Map<string, number> = new Map()
  #appends = new Histogram(APPEND_BUCKETS)
  #late = new Histogram(LATE_BUCKETS)
  #conflicts = 0
  #unknowns = 0
  #outages = 0
  #archived = 0
  #messagesIn = 0
  #bytesIn = 0
  #messagesOut = 0
  #bytesOut = 0
  /** by reason */
  #closed: Map<string, number> = new Map()
  /** by limit */
  #limited: Map<string, number> = new Map()
  #loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION })
  #report = ''
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor() {
    this.#loop.enable()
  }

  close() {
    this.#loop.disable()
  }

  now() {
    return performance.now()
  }

  /** @param type as a client has sent it; unknown types are counted together */
  command(type: string, code: string) {
    add(this.#commands, `type="${COMMANDS.has(type) ? type : 'other'}",code="${code}"`)
  }

  append(milliseconds: number) {
    this.#appends.add(milliseconds / 1000)
  }

  conflict() {
    this.#conflicts++
  }

  unknown() {
    this.#unknowns++
  }

  late(milliseconds: number) {
    this.#late.add(milliseconds / 1000)
  }

  outage() {
    this.#outages++
  }

  archived() {
    this.#archived++
  }

  /** @param bytes the size of a message from a client */
  received(bytes: number) {
    this.#messagesIn++
    this.#bytesIn += bytes
  }

  /** @param bytes the size of a message to a client */
  sent(bytes: number) {
    this.#messagesOut++
    this.#bytesOut += bytes
  }

  /** @param reason why the server has closed a connection */
  closed(reason: string) {
    add(this.#closed, `reason="${reason.replace(/[^\w -]/g, '')}"`)
  }

  /** @param limit the limit that has forbidden a game */
  limited(limit: string) {
    add(this.#limited, `limit="${limit}"`)
  }

  /** @returns the report, at most a second old */
  text(gauges: () => Gauges): string {
    const now = this.now()
    if (now - this.#reportedAt >= REPORT_AGE) {
      this.#report = this.#make(gauges())
      this.#reportedAt = now
    }
    return this.#report
  }

  #make({ connections, games, ready, full }: Gauges) {
    const loop = this.#loop
    // The monitor includes the interval between its timers, which is subtracted.
    const seconds = (nanoseconds: number) =>
      Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - LOOP_RESOLUTION / 1000) : 0
    const text = [
      metric('connections', 'gauge', 'Clients that are connected.', [['', connections]]),
      metric('games', 'gauge', 'Games that clients of this node watch.', [['', games]]),
      metric('ready', 'gauge', 'Whether the store answers and the server does not stop.', [
        ['', ready ? 1 : 0],
      ]),
      metric('store_full', 'gauge', 'Whether the store has no room for other games.', [['', full ? 1 : 0]]),
      metric('commands_total', 'counter', 'Commands by type and outcome.', [...this.#commands]),
      this.#appends.text('append_seconds', 'Time of the store for an append.'),
      metric('conflicts_total', 'counter', 'Appends that were refused: another node was first.', [
        ['', this.#conflicts],
      ]),
      metric('unknowns_total', 'counter', 'Appends of unknown outcome.', [['', this.#unknowns]]),
      this.#late.text('timer_late_seconds', 'How late timers of games came.'),
      metric('outages_total', 'counter', 'Outages that the store announced.', [['', this.#outages]]),
      metric('archived_total', 'counter', 'Games that were archived.', [['', this.#archived]]),
      metric('messages_total', 'counter', 'Messages.', [
        ['direction="in"', this.#messagesIn],
        ['direction="out"', this.#messagesOut],
      ]),
      metric('message_bytes_total', 'counter', 'Bytes of messages.', [
        ['direction="in"', this.#bytesIn],
        ['direction="out"', this.#bytesOut],
      ]),
      metric('closed_total', 'counter', 'Connections that the server has ended, by reason.', [
        ...this.#closed,
      ]),
      metric(
        'limited_total',
        'counter',
        'Games that were not made or joined, by the limit that forbids it.',
        [...this.#limited],
      ),
      metric('loop_delay_seconds', 'gauge', 'Delay of the event loop since the last report.', [
        ['quantile="0.5"', seconds(loop.percentile(50))],
        ['quantile="0.99"', seconds(loop.percentile(99))],
        ['quantile="1"', seconds(loop.max)],
      ]),
      metric('resident_bytes', 'gauge', 'Memory of the process.', [['', process.memoryUsage.rss()]]),
      metric('cpu_seconds_total', 'counter', 'CPU time of the process.', [['', cpuSeconds()]]),
    ].join('')
    loop.reset()
    return text
  }
}

class Histogram {
  #bounds: readonly number[]
  #counts
  #sum = 0

  /** @param bounds ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = new Array(bounds.length + 1).fill(0)
  }

  add(value: number) {
    let i = 0
    while (i < this.#bounds.length && value > this.#bounds[i]) i++
    this.#counts[i]++
    this.#sum += value
  }

  text(name: string, help: string) {
    let count = 0
    const lines = this.#counts.map((own, i) => {
      count += own
      return `binbo_${name}_bucket{le="${this.#bounds[i] ?? '+Inf'}"} ${count}\n`
    })
    return `${head(name, 'histogram', help)}${lines.join('')}binbo_${name}_sum ${this.#sum}\nbinbo_${name}_count ${count}\n`
  }
}

function add(counts: Map<string, number>, key: string) {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function metric(
  name: string,
  type: string,
  help: string,
  values: readonly (readonly [labels: string, value: number])[],
) {
  const lines = values.map(([labels, value]) => `binbo_${name}${labels && `{${labels}}`} ${value}\n`)
  return head(name, type, help) + lines.join('')
}

const head = (name: string, type: string, help: string) =>
  `# HELP binbo_${name} ${help}\n# TYPE binbo_${name} ${type}\n`

function cpuSeconds() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
