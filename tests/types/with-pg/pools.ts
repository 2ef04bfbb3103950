// SPDX-License-Identifier: Apache-2.0
// Pools of npm pg are what postgresArchive takes.

import { postgresArchive } from 'binbo/server'
import pg, { Pool } from 'pg'

postgresArchive({ pool: new Pool({ connectionString: 'postgresql://localhost/games' }) })
postgresArchive({ pool: new pg.Pool(), table: 'chess.games', deadline: 3000 })
// One connection does, too.
postgresArchive({ pool: new pg.Client() })
// @ts-expect-error a pool, not where it leads
postgresArchive({ pool: { connectionString: 'postgresql://localhost/games' } })
