// SPDX-License-Identifier: Apache-2.0
import type { WasmSource } from './slim.js'

/** The core, as the bundler gives it: a compiled module, or the URL of the file. For `init()` of `binbo/slim`. */
declare const core: WasmSource
export default core
