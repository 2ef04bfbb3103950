// SPDX-License-Identifier: Apache-2.0
// An engine that dies by SIGSEGV, as engines do, when a command has a given text.
//
// usage: node mortal-engine.js LOG TEXT ENGINE [ARGS…]    LOG gets a line for each start

import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [log, text, engine, ...args] = process.argv.slice(2)
appendFileSync(log, 'start\n')
const child = spawn(engine, args, { stdio: ['pipe', 'inherit', 'inherit'] })
child.stdin.on('error', () => {})
child.on('exit', code => process.exit(code ?? 1))
const input = createInterface({ input: process.stdin })
input.on('line', line => {
  if (!line.includes(text)) return child.stdin.write(`${line}\n`)
  child.removeAllListeners('exit')
  child.on('exit', () => process.kill(process.pid, 'SIGSEGV'))
  child.kill('SIGKILL')
})
input.on('close', () => child.stdin.end())
