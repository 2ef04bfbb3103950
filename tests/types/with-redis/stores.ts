// SPDX-License-Identifier: Apache-2.0
// Clients of npm redis are what RedisStore takes.

import { RedisStore } from 'binbo/server'
import { createClient, createCluster } from 'redis'

new RedisStore({ client: createClient({ url: 'redis://localhost' }) })
new RedisStore({ client: createCluster({ rootNodes: [{ url: 'redis://localhost:7000' }] }) })
new RedisStore({ client: settings => createClient({ url: 'redis://localhost', ...settings }) })
new RedisStore({ client: settings => createCluster({ rootNodes: [{ url: 'redis://a' }], defaults: settings }) })
// @ts-expect-error no client
new RedisStore({ client: { connect() {} } })
