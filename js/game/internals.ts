// SPDX-License-Identifier: Apache-2.0
// What modules of the library use of games and positions, and users do not see: methods under these symbols.

/** Of games and positions. `(): number`, a handle by which C reads the object now. Of a game it notes a use. */
export const HANDLE = Symbol('handle')
/** Of games and positions: asks C, or answers again what C has answered. */
export const ANSWER = Symbol('answer')

/** Of games. `(): GameRecord`, created if there is none. */
export const RECORD = Symbol('record')
/** Of games. Called after every change, with the result of the method that made it; returns that. */
export const CHANGED = Symbol('changed')
/** Of games. `(): GameOptions`, a copy for one constructor: all but redo, timer and handler. */
export const COPY = Symbol('copy')
/** Of games. `(): number`, the handle, which the finalization registry watches from now on; 0 when stopped. */
export const WATCH = Symbol('watch')
