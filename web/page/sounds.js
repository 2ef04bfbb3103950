// SPDX-License-Identifier: Apache-2.0
// Plays sounds, if the user turned sound on; only then they are loaded.

import { setting } from './settings.js'

/** @import { SoundName } from './sound.js' */

/** @param {SoundName} name */
export function hear(name) {
  // Until the user interacts with the page, browsers refuse to play, with a warning.
  if (!setting('sound', false) || !navigator.userActivation.hasBeenActive) return
  // A sound that cannot be loaded is not worth a message.
  import('./sound.js').then(
    ({ play }) => play(name),
    () => {},
  )
}
