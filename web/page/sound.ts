// SPDX-License-Identifier: Apache-2.0
// Plays sounds, unless the user turned them off. The first one loads tones.js.

import { setting } from './settings.js'
import type { SoundName } from './tones.js'

export function playSound(name: SoundName) {
  // Until the user interacts with the page, browsers refuse to play, with a warning.
  if (!setting('sound', true) || !navigator.userActivation.hasBeenActive) return
  // A sound that cannot be loaded is not worth a message.
  import('./tones.js').then(
    ({ playTones }) => playTones(name),
    () => {},
  )
}
