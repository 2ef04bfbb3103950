// SPDX-License-Identifier: Apache-2.0
// Synthesises the sounds of a game: short tones. Loaded with the first sound.

/** in hertz and seconds */
type Tone = { pitch: number; at: number; length: number }
export type SoundName = 'start' | 'move' | 'capture' | 'check' | 'low' | 'end'

const LOUDNESS = 0.25
const SOUNDS: Record<SoundName, Tone[]> = {
  start: [
    { pitch: 262, at: 0, length: 0.1 },
    { pitch: 392, at: 0.11, length: 0.18 },
  ],
  move: [{ pitch: 330, at: 0, length: 0.07 }],
  capture: [
    { pitch: 220, at: 0, length: 0.06 },
    { pitch: 165, at: 0.05, length: 0.09 },
  ],
  check: [
    { pitch: 440, at: 0, length: 0.07 },
    { pitch: 587, at: 0.08, length: 0.1 },
  ],
  low: [
    { pitch: 660, at: 0, length: 0.08 },
    { pitch: 660, at: 0.14, length: 0.08 },
    { pitch: 660, at: 0.28, length: 0.08 },
  ],
  end: [
    { pitch: 392, at: 0, length: 0.12 },
    { pitch: 330, at: 0.13, length: 0.12 },
    { pitch: 262, at: 0.26, length: 0.3 },
  ],
}

/** Created at the first sound. */
let context: AudioContext | null = null

export function playTones(name: SoundName) {
  context ??= new AudioContext()
  for (const tone of SOUNDS[name]) sound(context, tone)
}

function sound(audio: AudioContext, { pitch, at, length }: Tone) {
  const start = audio.currentTime + at
  const source = new OscillatorNode(audio, { type: 'triangle', frequency: pitch })
  const volume = new GainNode(audio, { gain: LOUDNESS })
  volume.gain.setValueAtTime(LOUDNESS, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + length)
  source.connect(volume).connect(audio.destination)
  source.start(start)
  source.stop(start + length)
}
