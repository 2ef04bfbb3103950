// SPDX-License-Identifier: Apache-2.0
// Endgame tables on the command line: folders, or a URL.

import { tablebaseFolder } from '../node/file-bytes.js'
import { carriedTablebase } from '../tablebase/carried-wasm.js'
import { tablebaseWasm } from '../tablebase/prober.js'
import { Tablebase } from '../tablebase/tablebase.js'

/**
 * @param tables folders, or one URL
 * @throws {ChessError} ERR_ARGUMENT; errors of the file system
 */
export function openTables(tables: string[]): Promise<Tablebase> {
  tablebaseWasm.provide(carriedTablebase)
  return Tablebase.open(/^https?:/.test(tables[0]) ? tables[0] : tablebaseFolder(tables))
}
