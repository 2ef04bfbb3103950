// SPDX-License-Identifier: Apache-2.0
// Stands between a bridge and an engine, and logs every byte that the engine receives.
//
// usage: node logging-engine.js LOG ENGINE

import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'

const [log, engine] = process.argv.slice(2)
const child = spawn(engine, [], { stdio: ['pipe', 'inherit', 'inherit'] })
process.stdin.on('data', bytes => {
  appendFileSync(log, bytes)
  child.stdin.write(bytes)
})
process.stdin.on('end', () => child.stdin.end())
child.stdin.on('error', () => {})
child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)))
