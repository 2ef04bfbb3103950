// SPDX-License-Identifier: Apache-2.0
// The sound of a move: short tones, synthesised, if the user turned sound on.

import { setting } from './settings.js'

/** @typedef {import('binbo').Game} Game */
/** @typedef {import('binbo').Move} Move */

/** @typedef {{ pitch: number, at: number, length: number }} Tone in hertz and seconds */

const LOUDNESS = 0.25
/** @type {Record<'move' | 'capture' | 'check' | 'end', Tone[]>} */
const SOUNDS = {
  move: [{ pitch: 330, at: 0, length: 0.07 }],
  capture: [
    { pitch: 220, at: 0, length: 0.06 },
    { pitch: 165, at: 0.05, length: 0.09 },
  ],
  check: [
    { pitch: 440, at: 0, length: 0.07 },
    { pitch: 587, at: 0.08, length: 0.1 },
  ],
  end: [
    { pitch: 392, at: 0, length: 0.12 },
    { pitch: 330, at: 0.13, length: 0.12 },
    { pitch: 262, at: 0.26, length: 0.3 },
  ],
}

/** Created at the first sound. @type {AudioContext | null} */
let context = null

/**
 * Plays the sound of a move, if the user turned sound on.
 * @param {Move} move
 * @param {Game} game after it
 */
export function playSound(move, game) {
  // Until the user interacts with the page, browsers refuse to play, with a warning.
  if (!setting('sound', false) || !navigator.userActivation.hasBeenActive) return
  context ??= new AudioContext()
  for (const tone of SOUNDS[kindOf(move, game)]) play(context, tone)
}

/** @param {Move} move @param {Game} game @returns {keyof typeof SOUNDS} */
function kindOf(move, game) {
  if (game.status.over) return 'end'
  if (game.isCheck) return 'check'
  return move.captured ? 'capture' : 'move'
}

/** @param {AudioContext} audio @param {Tone} tone */
function play(audio, { pitch, at, length }) {
  const start = audio.currentTime + at
  const source = new OscillatorNode(audio, { type: 'triangle', frequency: pitch })
  const volume = new GainNode(audio, { gain: LOUDNESS })
  volume.gain.setValueAtTime(LOUDNESS, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + length)
  source.connect(volume).connect(audio.destination)
  source.start(start)
  source.stop(start + length)
}
