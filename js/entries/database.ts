// SPDX-License-Identifier: Apache-2.0
// `binbo/database`: a database of games, with a wasm module of its own.

export * from '../database/public.js'

import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'
import { carriedDatabase } from '../database/carried-wasm.js'
// Last: a bundle compresses better if no code follows the long text of the wasm.
import { databaseWasm } from '../database/store.js'

provideWasm(carriedWasm)
databaseWasm.provide(carriedDatabase)
