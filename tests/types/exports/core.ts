// SPDX-License-Identifier: Apache-2.0
// A module that loads the core from its file.
import core from 'binbo/core.wasm'
import { Game, init } from 'binbo/slim'

export const ready = init(core)
export const source = core
export const start = () => ready.then(() => new Game())
