// SPDX-License-Identifier: Apache-2.0
// The exports about perft in Workers, which are part of binbo/uci: engines are tested with it.

export type { PerftOptions } from '../game/public.js'
export type { PerftProgress, WorkersPerftOptions } from './perft-in-workers.js'
export { perftInWorkers } from './perft-in-workers.js'
