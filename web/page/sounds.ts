// SPDX-License-Identifier: Apache-2.0
// Plays sounds, unless the user turned them off. They are loaded with the first one.

import { setting } from './settings.js'
import type { SoundName } from './sound.js'

export function hear(name: SoundName) {
  // Until the user interacts with the page, browsers refuse to play, with a warning.
  if (!setting('sound', true) || !navigator.userActivation.hasBeenActive) return
  // A sound that cannot be loaded is not worth a message.
  import('./sound.js').then(
    ({ play }) => play(name),
    () => {},
  )
}
