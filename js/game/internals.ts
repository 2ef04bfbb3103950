// SPDX-License-Identifier: Apache-2.0
// Methods of games and positions that only this library's modules use, under these symbols.

/** Of games and positions. `(): number`, a handle by which C can read the object now. In games, it notes a use. */
export const HANDLE = Symbol('handle')
/** Of games and positions: reads from C, or returns the cached answer. */
export const ANSWER = Symbol('answer')
/** Of games and positions. `(): boolean`, whether castling is written as king takes rook. */
export const TAKES_ROOK = Symbol('takesRook')

/** Of games. `(): GameRecord`, created on first use. */
export const RECORD = Symbol('record')
/** Of games. Called after every change, with the result of the method that made it; returns that. */
export const CHANGED = Symbol('changed')
/** Of games. `(): GameOptions`, a copy for one constructor, without redo, timer and handler. */
export const COPY = Symbol('copy')
/** Of games. `(): number`, the handle, which the finalization registry watches from now on; 0 after stop(). */
export const WATCH = Symbol('watch')
