// SPDX-License-Identifier: Apache-2.0
// The old name of run.js.
process.argv[1] = new URL('run.js', import.meta.url).pathname
await import('./run.js')
