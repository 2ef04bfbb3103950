// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/openings`.

export type { PositionSource } from '../game/position.js'
export type { Game, Position, Setup } from '../game/public.js'
export type { PgnGame, PgnNode } from '../pgn/public.js'
export type { Continuation, Opening } from './openings.js'
export { continuations, openingAt, openingOf, openingsWith } from './openings.js'
