// SPDX-License-Identifier: Apache-2.0
// The URL of Redis on the command line.

import { isRedisUrl } from '../server/stores/redis/options.js'
import { UsageError } from './usage-error.js'

/** @param text may have a password: it is never in a message @throws {UsageError} */
export function redisUrl(text: string, name: string): string {
  if (isRedisUrl(text)) return text
  throw new UsageError(`${name} is a URL that begins with redis://, rediss:// or unix://`)
}
