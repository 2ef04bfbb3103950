// SPDX-License-Identifier: Apache-2.0
import type { WasmSource } from './slim.js'

/** The core for `init()` of `binbo/slim`. Depending on the bundler, it is a compiled module or the URL of the file. */
declare const core: WasmSource
export default core
