// SPDX-License-Identifier: Apache-2.0
// The outcome of an import, as text for users.

import { countText } from '../pgn/game-index.js'
import type { Added } from './service.js'

/** @param name of the file @param isStopped whether the user has cancelled it */
export function addedText(
  name: string,
  { added, skipped }: Pick<Added, 'added' | 'skipped'>,
  isStopped: boolean,
) {
  const begin = isStopped
    ? `${name}: stopped. ${countText(added, 'game')} read before that`
    : `${name}: ${countText(added, 'game')} added`
  const left = skipped > 0 ? `; ${countText(skipped, 'game')} could not be read` : ''
  return `${begin}${left}.`
}
