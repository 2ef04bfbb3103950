// SPDX-License-Identifier: Apache-2.0
// With the types of the DOM, those of Node 20 refuse every stream here since TypeScript 6, also that of a Response.

import { Readable } from 'node:stream'
import { openDatabase } from 'binbo/database'

const db = await openDatabase()
Readable.fromWeb(db.export(await db.filter(), 'csv'))
