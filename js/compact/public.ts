// SPDX-License-Identifier: Apache-2.0
// The exports of `binbo/compact`.

export type { Game } from '../game/public.js'
export type { PgnGame } from '../pgn/public.js'
export { decodeGame, decodeText, encodeGame, encodeText } from './compact.js'
